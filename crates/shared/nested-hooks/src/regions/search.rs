//! The search for hooks that carry their sizes: hooks and sums first, then the cells.

use std::iter::zip;
use std::ops::RangeInclusive;

use grid_puzzles::Shading;
use grid_utils::{CellSet, Shape, words_for};
use puzzle::Sketch;
use puzzle::prelude::*;

use super::{EqualSums, Instance};
use crate::{Filling, Hook, Square, small};

/// Reports every board of an instance that passed `validate`.
pub(super) fn search(instance: &Instance, search: &mut Search) -> Flow {
    // Compiled twice: for grids like the published one, and for all others.
    if instance.regions.len() <= 128 {
        search_with::<2>(instance, search)
    } else {
        search_with::<{ words_for(EqualSums::<false>::LARGEST_SIZE.pow(2)) }>(instance, search)
    }
}

fn search_with<const WORDS: usize>(instance: &Instance, search: &mut Search) -> Flow {
    let (size, regions) = (instance.size(), Regions::from_labels(&instance.regions));
    let sum = instance.sum_of_region(regions.len());
    if sum.checked_mul(regions.len() as u64) != Some(instance.total()) {
        search.visit(0, || instance.givens.clone())?;
        search.dead_end_because(|| "the regions do not share all digits");
        return Flow::Continue(());
    }
    let shape = Shape::<WORDS>::new(size, size).expect("the caller chose enough words");
    let given = |digit| shape.set_of(&instance.givens, |&given| given == Some(small(digit)));
    let cells = |region| regions.cells(region).iter().map(|&cell| shape.index(cell)).collect();
    let mut hooks = Hooks {
        shape,
        regions: (0..regions.len()).map(cells).collect(),
        given: (0..=size).map(given).collect(),
        all_given: shape.set_of(&instance.givens, Option::is_some),
        cut: Vec::new(),
        parts: Vec::new(),
        missing: vec![usize::try_from(sum).expect("no more than all digits"); regions.len()],
    };
    hooks.cut(Square::whole(size), shape.all(), search)
}

/// The cells that a hook and a region have in common, and how many of them are filled.
struct Part<const WORDS: usize> {
    cells: CellSet<WORDS>,
    filled: usize,
}

/// What a region can do in a hook: at least and at most so many of these cells are filled.
struct Choice<const WORDS: usize> {
    region: usize,
    cells: CellSet<WORDS>,
    least: usize,
    most: usize,
}

/// The hooks that are cut, the largest first.
struct Hooks<const WORDS: usize> {
    shape: Shape<WORDS>,
    /// The cells of each region.
    regions: Vec<CellSet<WORDS>>,
    /// The cells in which each digit is given.
    given: Vec<CellSet<WORDS>>,
    all_given: CellSet<WORDS>,
    cut: Vec<Hook>,
    /// The parts of these hooks.
    parts: Vec<Part<WORDS>>,
    /// What each region has yet to make inside.
    missing: Vec<usize>,
}

impl<const WORDS: usize> Hooks<WORDS> {
    /// Cuts a hook from a square, which has these cells, at every corner.
    fn cut(&mut self, square: Square, within: CellSet<WORDS>, search: &mut Search) -> Flow {
        if square.size == 0 {
            return self.decide(
                0,
                Shading { filled: self.all_given, empty: CellSet::EMPTY },
                search,
            );
        }
        let full = self.parts.iter().filter(|part| part.filled == part.cells.len());
        let filled = full.fold(self.all_given, |filled, part| filled | part.cells);
        self.visit(0, Shading { filled, empty: CellSet::EMPTY }, search)?;
        let mut is_dead_end = true;
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            let lines = self.shape.row(hook.row()) | self.shape.column(hook.column());
            let here = lines & within;
            let Some(choices) = self.choices(square.size, here, within - here) else { continue };
            is_dead_end = false;
            self.cut.push(hook);
            self.share_out(&choices, square.size, within - here, search)?;
            self.cut.pop();
        }
        if is_dead_end {
            search.dead_end_because(|| "no hook lets every region make its sum");
        }
        Flow::Continue(())
    }

    /// Returns what the regions can do in a hook with this digit. `None` if one of them can then not
    /// make its sum, or all together cannot fill the hook.
    fn choices(
        &self,
        digit: usize,
        here: CellSet<WORDS>,
        inside: CellSet<WORDS>,
    ) -> Option<Vec<Choice<WORDS>>> {
        // A given digit must be in its hook, and in no other.
        let given = self.given[digit];
        if !given.is_subset(here) || here.intersects(self.all_given - given) {
            return None;
        }
        let mut choices = Vec::new();
        for (region, (&all, &missing)) in zip(&self.regions, &self.missing).enumerate() {
            let cells = all & here;
            // What the cells inside cannot make is made here.
            let later = largest_sum((all & inside).len(), digit - 1);
            let least = missing.saturating_sub(later).div_ceil(digit).max((cells & given).len());
            let most = cells.len().min(missing / digit);
            if least > most {
                return None;
            }
            if !cells.is_empty() {
                choices.push(Choice { region, cells, least, most });
            }
        }
        together(&choices).contains(&digit).then_some(choices)
    }

    /// Shares the places of a hook's digits that are left out among the regions that are left, in
    /// every way, and continues inside.
    fn share_out(
        &mut self,
        choices: &[Choice<WORDS>],
        places: usize,
        inside: CellSet<WORDS>,
        search: &mut Search,
    ) -> Flow {
        let hook = self.cut[self.cut.len() - 1];
        let Some((&Choice { region, cells, least, most }, others)) = choices.split_first() else {
            return self.cut(hook.inside(), inside, search);
        };
        let digit = hook.square.size;
        for filled in least..=most.min(places) {
            if together(others).contains(&(places - filled)) {
                self.parts.push(Part { cells, filled });
                self.missing[region] -= filled * digit;
                self.share_out(others, places - filled, inside, search)?;
                self.missing[region] += filled * digit;
                self.parts.pop();
            }
        }
        Flow::Continue(())
    }

    /// With all hooks and sums decided, fills the parts: what follows, then the first open cell,
    /// both ways.
    fn decide(&self, depth: usize, mut known: Shading<WORDS>, search: &mut Search) -> Flow {
        self.visit(depth, known, search)?;
        if let Err(why) = self.propagate(&mut known) {
            search.dead_end_because(|| why);
            return Flow::Continue(());
        }
        let Some(cell) = known.open(&self.shape).first() else {
            return search.solution(self.board(known.filled));
        };
        self.decide(depth + 1, Shading { filled: known.filled.with(cell), ..known }, search)?;
        self.decide(depth + 1, Shading { empty: known.empty.with(cell), ..known }, search)
    }

    /// Propagates the numbers of filled cells, the 2 x 2 blocks and the connection.
    fn propagate(&self, known: &mut Shading<WORDS>) -> Result<(), &'static str> {
        known.propagate(
            self.shape.all(),
            |known, changed| {
                let mut parts = self.parts.iter().filter(|part| part.cells.intersects(changed));
                if !parts.all(|part| known.propagate_exactly(part.filled, part.cells)) {
                    return Err("a region fills too many cells of a hook, or too few");
                }
                known.filled |= known.forced_exits(&self.shape);
                known.propagate_blocks(&self.shape)
            },
            |known| known.propagate_connected(&self.shape),
        )
    }

    /// Counts a node, this many decisions after the last hook, and shows what is known.
    fn visit(&self, depth: usize, known: Shading<WORDS>, search: &mut Search) -> Flow {
        search.visit(self.cut.len() + depth, || {
            let sketch = Sketch::from(self.board(known.filled));
            let sketch = sketch.empty(self.shape.cells_of(known.empty));
            self.cut.iter().fold(sketch, |sketch, hook| {
                sketch.group(hook.cells(), &hook.square.size.to_string())
            })
        })
    }

    /// Returns a board with the digits of these cells, as far as their hooks are cut, and the given
    /// ones.
    fn board(&self, filled: CellSet<WORDS>) -> Filling {
        let mut board = Grid::filled(self.shape.rows(), self.shape.columns(), None);
        let digits = (0..)
            .zip(&self.given)
            .flat_map(|(digit, &given)| self.shape.cells_of(given).map(move |cell| (cell, digit)));
        digits.for_each(|(cell, digit)| board[cell] = Some(digit));
        for hook in &self.cut {
            for cell in hook.cells().filter(|&cell| filled.contains(self.shape.index(cell))) {
                board[cell] = Some(small(hook.square.size));
            }
        }
        board
    }
}

/// Returns how many cells all of these regions together can fill.
fn together<const WORDS: usize>(choices: &[Choice<WORDS>]) -> RangeInclusive<usize> {
    choices.iter().map(|choice| choice.least).sum()..=choices.iter().map(|choice| choice.most).sum()
}

/// Returns the largest sum of this many cells with digits up to one: there are d cells with the
/// digit d.
fn largest_sum(cells: usize, digit: usize) -> usize {
    let (mut sum, mut left) = (0, cells);
    for digit in (1..=digit).rev() {
        let filled = left.min(digit);
        sum += filled * digit;
        left -= filled;
        if left == 0 {
            break;
        }
    }
    sum
}
