//! Clues at the border that tell what is seen first along a line: the search, as for Hooks #3 and #5.
//!
//! Such a clue looks into a row or a column and speaks of the first cells that are filled there.
//! It allows the line a few *prefixes*: which cells are filled and which stay empty, from the
//! border up to where the clue is satisfied. What all prefixes that still fit have in common is
//! known, and a clue without one is a dead end.
//!
//! ```text
//!      . . 4 . 3 .  looking from the left at the digits 6 5 4 2 3 6, in search of two with the
//!      . . . 2 . 6  product 12: one of two prefixes, and whichever it is, the first two cells
//!      6 5 4 2 3 6  stay empty
//! ```
//!
//! The search cuts the hooks from the outermost inwards, in each of their four corners. After each
//! it propagates: prefixes, the number of cells that a hook fills, and what [`Shading`] finds by 2
//! x 2 blocks and of connectivity. A cell of the square that is left may carry any digit that a
//! hook can bring there, so prefixes are known to fit or not long before their hooks are.
//!
//! When all hooks are cut, open cells are tried filled and empty: first the one with the largest
//! conflict weight, which says how often trying it led straight to a dead end.
//!
//! No board is reported twice: each cell is tried both ways, and [digits tell the
//! hooks](crate#digits-tell-the-hooks).
//!
//! ## Sources
//! What all ways to fill a line have in common is how people solve nonograms; conflict weights are
//! those of constraint programming.

mod deduce;
mod line;

use std::cmp::Reverse;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::{Border, Shading, Side};
use grid_utils::{CellSet, with_words};
use puzzle::{Flow, Search, Stop};

use crate::{Hook, Square};
use deduce::Deduction;
pub use line::{LinePrefix, LineView};

/// The longest side of a grid that [`search`] takes.
pub const LARGEST_SIZE: usize = 16;

/// Refuses clues that are no border of a square that [`search`] takes. `key` is the border's name in
/// the instance.
///
/// # Errors
/// Names the side, and how many clues it has.
pub fn check_border(border: &Border<NonZeroU64>, key: &str) -> Result<()> {
    border.check_sides(key)?;
    border.top.check_at_most(&format!("{key}.top"), LARGEST_SIZE)
}

/// A clue that speaks of what is seen first along a line.
pub trait Clue {
    /// Calls `found` with the ways in which the line may begin, with the clue satisfied
    /// whatever follows.
    ///
    /// Every filling of the line that satisfies the clue must begin in one of these ways, as far as
    /// it fits what is known of the line. Once the digits of all its cells are known, every prefix
    /// must satisfy the clue; before that it is enough that it may.
    fn prefixes(
        &self,
        line: &LineView,
        found: &mut impl FnMut(LinePrefix) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// A clue and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct LineClue<C> {
    /// The side from which it looks.
    pub side: Side,
    /// The row or column that it looks along, counted from 0.
    pub line: usize,
    /// What it tells.
    pub clue: C,
}

/// Reports every board with `size` rows and columns, each once, that satisfies the clues: hooks with
/// the digits of their sizes, the filled cells connected, no 2 x 2 block full.
///
/// # Panics
/// If the size is 0 or more than [`LARGEST_SIZE`], or if a clue looks along no line of the grid.
pub fn search<C: Clue>(size: usize, clues: &[LineClue<C>], search: &mut Search) -> Flow {
    assert!((1..=LARGEST_SIZE).contains(&size), "no search of {size} rows and columns");
    with_words!(size * size, [2, 4], |WORDS| search_with::<_, WORDS>(size, clues, search))
}

fn search_with<C: Clue, const WORDS: usize>(
    size: usize,
    clues: &[LineClue<C>],
    search: &mut Search,
) -> Flow {
    let deduction: Deduction<_, WORDS> = Deduction::new(size, clues);
    let changed = deduction.shape().all();
    let mut searcher = Searcher { deduction, search, conflict_weights: vec![0; size * size] };
    match searcher.visit(0, Shading::UNKNOWN, changed)? {
        Some(known) => searcher.cut(Square::whole(size), known),
        None => Flow::Continue(()),
    }
}

/// Makes the decisions, and leaves it to the deduction what follows from them.
struct Searcher<'a, 's, C, const WORDS: usize> {
    deduction: Deduction<'a, C, WORDS>,
    search: &'a mut Search<'s>,
    /// How often trying each cell led straight to a dead end.
    conflict_weights: Vec<u32>,
}

impl<C: Clue, const WORDS: usize> Searcher<'_, '_, C, WORDS> {
    /// Cuts the outermost hook of a square in every way, and then those of what it leaves.
    fn cut(&mut self, square: Square, known: Shading<WORDS>) -> Flow {
        let cuts = self.deduction.shape().rows() - square.size;
        if square.size == 0 {
            return self.decide(cuts, known);
        }
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            let changed = self.deduction.place(hook);
            if let Some(known) = self.visit(cuts + 1, known, changed)? {
                self.cut(hook.inside(), known)?;
            }
        }
        Flow::Continue(())
    }

    /// Tries a cell filled and empty: of the open ones that with the largest conflict weight, for it
    /// belongs to what is hard, and what is hard is better decided first.
    fn decide(&mut self, depth: usize, known: Shading<WORDS>) -> Flow {
        let open = known.open(self.deduction.shape());
        let Some(cell) = open.iter().min_by_key(|&cell| Reverse(self.conflict_weights[cell]))
        else {
            return self.search.solution(self.deduction.board(&known));
        };
        let filled = Shading { filled: known.filled.with(cell), ..known };
        let empty = Shading { empty: known.empty.with(cell), ..known };
        for known in [filled, empty] {
            match self.visit(depth + 1, known, CellSet::of(cell))? {
                Some(known) => self.decide(depth + 1, known)?,
                None => self.conflict_weights[cell] += 1,
            }
        }
        Flow::Continue(())
    }

    /// Visits a partial board; returns all that is known then, or none if a rule is broken.
    /// `changed` are the cells that the last decision is about.
    fn visit(
        &mut self,
        depth: usize,
        mut known: Shading<WORDS>,
        changed: CellSet<WORDS>,
    ) -> ControlFlow<Stop, Option<Shading<WORDS>>> {
        let propagated = self.deduction.propagate(&mut known, changed);
        self.search.visit(depth, || self.deduction.sketch(&known))?;
        if let Err(why) = &propagated {
            self.search.dead_end_because(|| why);
        }
        ControlFlow::Continue(propagated.is_ok().then_some(known))
    }
}
