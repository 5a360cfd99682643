//! The search: hooks with their digits from the outermost inwards, then the cells that are open.

#[cfg(test)]
mod brute_force;
mod clue;
mod core;
mod rules;
mod sums;

use std::iter;
use std::ops::ControlFlow;

use grid_puzzles::Shading;
use grid_utils::{CellSet, Grid, Shape, words_for};
use nested_hooks::Hook;
use puzzle::{Search, Stop};

use self::clue::{Clue, Demand};
use self::core::Core;
use crate::{Board, Hooks};

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    match words_for(hooks.clues.len()) {
        1 => Solver::<1>::new(hooks).search(search),
        2 => Solver::<2>::new(hooks).search(search),
        3 => Solver::<3>::new(hooks).search(search),
        _ => Solver::<4>::new(hooks).search(search),
    }
}

/// The digits of a set of bits, in ascending order.
#[inline]
fn digits_in(mut bits: u32) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let digit = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (digit < u32::BITS).then_some(digit as usize)
    })
}

/// A bit for each digit.
#[inline]
fn digit_set(digits: impl IntoIterator<Item = usize>) -> u32 {
    digits.into_iter().fold(0, |bits, digit| bits | 1 << digit)
}

/// A hook that is cut.
struct Cut<const WORDS: usize> {
    cells: CellSet<WORDS>,
    digit: usize,
}

struct Solver<const WORDS: usize> {
    shape: Shape<WORDS>,
    /// The top-left cells of 2 x 2 blocks that lie side by side, in four ways.
    lattices: [CellSet<WORDS>; 4],
    clues: Vec<Clue<WORDS>>,
    /// The cells in which the clues stand.
    clue_cells: CellSet<WORDS>,
    /// The hooks that are cut, from the outermost.
    cuts: Vec<Cut<WORDS>>,
    /// The digit of each cell's hook, where that is cut.
    digit_of: Vec<u8>,
}

impl<const WORDS: usize> Solver<WORDS> {
    fn new(hooks: &Hooks) -> Self {
        let size = hooks.size();
        let shape = Shape::new(size, size).expect("the caller chose enough words");
        let clue_of = |(cell, clue): (usize, &Option<u32>)| {
            clue.map(|sum| Clue::new(sum, shape.neighbours(CellSet::of(cell))))
        };
        Solver {
            shape,
            lattices: rules::lattices(&shape),
            clues: hooks.clues.values().enumerate().filter_map(clue_of).collect(),
            clue_cells: shape.set_of(&hooks.clues, Option::is_some),
            cuts: Vec::with_capacity(size),
            digit_of: vec![0; shape.len()],
        }
    }

    fn search(&mut self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let known = Shading { filled: CellSet::EMPTY, empty: self.clue_cells };
        self.visit(&Core::whole(&self.shape), known, self.shape.all(), 0, search)
    }

    /// Visits a node and all that follow from it. `news` are the cells that became known, or whose
    /// digits did.
    fn visit(
        &mut self,
        core: &Core<WORDS>,
        mut known: Shading<WORDS>,
        news: CellSet<WORDS>,
        depth: usize,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        let is_possible = self.settle(&mut known, core, news);
        search.visit(depth, || self.board(known.filled - core.cells))?;
        if !is_possible {
            search.dead_end();
            ControlFlow::Continue(())
        } else if core.square.size > 0 {
            self.cut(core, known, depth, search)
        } else {
            self.decide(core, known, depth, search)
        }
    }

    /// Cuts the next hook, with each corner and each digit that the clues allow.
    fn cut(
        &mut self,
        core: &Core<WORDS>,
        known: Shading<WORDS>,
        depth: usize,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        // Cells that are known to be empty stay so, whatever the digit of their hook.
        let news = core.cells - known.empty;
        let digits = core.digits_of_next();
        let mut demands: Vec<Demand<WORDS>> = Vec::with_capacity(self.clues.len());
        let concerned = self.clues.iter().filter(|clue| clue.touches(news));
        demands.extend(concerned.map(|clue| clue.demand(&known, core.cells, &self.digit_of)));
        for &corner in core.square.corners() {
            let hook = Hook { square: core.square, corner };
            let lines = self.shape.row(hook.row()) | self.shape.column(hook.column());
            let cells = core.cells & lines;
            let digits = digits & self.digits_that_count(cells, core, &known);
            let digits = demands
                .iter()
                .fold(digits, |digits, demand| demand.digits(digits, cells, &known, &core.reach));
            for digit in digits_in(digits) {
                for cell in cells {
                    self.digit_of[cell] = digit as u8;
                }
                self.cuts.push(Cut { cells, digit });
                self.visit(&core.without(hook, cells, digit), known, news, depth + 1, search)?;
                self.cuts.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// The digits, as bits, for which neither a hook with these cells nor what it leaves of the
    /// core has too many filled cells or too few.
    fn digits_that_count(
        &self,
        hook: CellSet<WORDS>,
        core: &Core<WORDS>,
        known: &Shading<WORDS>,
    ) -> u32 {
        let inside = core.cells - hook;
        let (hook_filled, inside_filled) =
            ((hook & known.filled).len(), (inside & known.filled).len());
        let fewest = core.filled.saturating_sub(self.room(inside, known)).max(hook_filled);
        let most = (core.filled - inside_filled).min((hook - known.empty).len());
        digit_set(fewest..=most.min(self.shape.rows()))
    }

    /// All hooks are cut: tries an open cell filled and empty.
    fn decide(
        &mut self,
        core: &Core<WORDS>,
        known: Shading<WORDS>,
        depth: usize,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        let Some(cell) = self.cell_to_decide(&known) else {
            return search.solution(self.board(known.filled));
        };
        let cell = CellSet::of(cell);
        let filled = Shading { filled: known.filled | cell, ..known };
        let empty = Shading { empty: known.empty | cell, ..known };
        self.visit(core, filled, cell, depth + 1, search)?;
        self.visit(core, empty, cell, depth + 1, search)
    }

    /// An open cell beside the group of connected filled cells that has the fewest such ways on to
    /// others; any open cell where there are none; none if no cell is open.
    fn cell_to_decide(&self, known: &Shading<WORDS>) -> Option<usize> {
        let open = known.open(&self.shape);
        let groups = self.shape.components(known.filled);
        let ways_on = groups.map(|group| self.shape.neighbours(group) & open);
        let fewest = ways_on.filter(|ways| !ways.is_empty()).min_by_key(CellSet::len);
        fewest.unwrap_or(open).first()
    }

    /// The board with these cells filled, all of hooks that are cut.
    fn board(&self, filled: CellSet<WORDS>) -> Board {
        let mut digits = self.digit_of.iter().enumerate();
        Grid::from_fn(self.shape.rows(), self.shape.columns(), |_| {
            let (cell, &digit) = digits.next().expect("each cell has its place");
            filled.contains(cell).then_some(digit)
        })
    }
}
