//! The search of puzzles whose clues tell what is seen first along the lines of the grid: *sights*.
//!
//! Such a clue looks into a row or a column and speaks of the first cells that are filled there.
//! It allows the line a few *openings*: which cells are filled and which stay empty, from the
//! border up to where the clue is satisfied. What all openings that still fit have in common is
//! known, and a sight without one is a dead end.
//!
//! ```text
//!      . . 4 . 3 .  looking from the left at the digits 6 5 4 2 3 6, in search of two with the
//!      . . . 2 . 6  product 12: one of two openings, and whichever it is, the first two cells
//!      6 5 4 2 3 6  stay empty
//! ```
//!
//! The search cuts the hooks from the outermost inwards, in each of their four corners. After each
//! cut it draws conclusions until there are none: by openings, by the number of cells that a hook
//! fills, and by what [`Shading`] says of 2 x 2 blocks and of connectivity. A cell of
//! the square that is left may carry any digit that a hook can bring there, so that openings are
//! known to fit or not long before their hooks are. When all hooks are cut, the first open cell is
//! tried filled and empty, and so on.
//!
//! No board is reported twice: each cell is tried both ways, and [digits tell the
//! hooks](crate#digits-tell-the-hooks).

mod deduce;
mod line;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use grid_puzzles::{Shading, Side};
use grid_utils::CellSet;
use puzzle::{Search, Stop};

use crate::{Board, Hook, Square};
use deduce::Deduction;
pub use line::{Line, Opening};

/// The longest side of a grid that [`search`] takes.
pub const LARGEST_SIZE: usize = 16;

/// A clue that speaks of what is seen first along a line.
pub trait Clue {
    /// Calls `found` with the ways in which the line may begin, so that the clue is satisfied
    /// whatever follows.
    ///
    /// Every filling of the line that satisfies the clue must begin in one of these ways, as far as
    /// it fits what is known of the line. Once the digits of all its cells are known, every opening
    /// must satisfy the clue; before that it is enough that it may.
    fn openings(
        &self,
        line: &Line,
        found: &mut impl FnMut(Opening) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// A clue and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Sight<C> {
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
/// ```
/// use std::ops::ControlFlow;
/// use nested_hooks::sight::{self, Clue, Line, Opening, Sight};
/// use grid_puzzles::{Clues, Side};
/// use nested_hooks::{Board, check};
/// use puzzle::{Limits, Puzzle, Search, Stop};
///
/// /// The first digit that is seen.
/// struct First(u8);
///
/// impl Clue for First {
///     fn openings(
///         &self,
///         line: &Line,
///         found: &mut impl FnMut(Opening) -> ControlFlow<()>,
///     ) -> ControlFlow<()> {
///         for first in line.next_filled(0).filter(|&cell| line.digits(cell) >> self.0 & 1 == 1) {
///             found(Opening { len: first + 1, filled: 1 << first })?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// /// Hooks whose clues are the digits that the rows begin with.
/// #[derive(serde::Deserialize)]
/// struct FirstDigits {
///     #[serde(deserialize_with = "Clues::of_rows")]
///     left: Clues<u8>,
/// }
///
/// impl Puzzle for FirstDigits {
///     type Board = Board;
///     fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
///         let sight = |(line, &digit)| Sight { side: Side::Left, line, clue: First(digit) };
///         let sights: Vec<_> = self.left.given().map(sight).collect();
///         sight::search(self.left.len(), &sights, search)
///     }
///     // ...
/// #   fn validate(&self) -> anyhow::Result<()> { Ok(()) }
/// #   fn check(&self, board: &Board) -> anyhow::Result<()> { check::digits(board) }
/// #   fn answer(&self, board: &Board) -> String { nested_hooks::answer(board) }
/// }
///
/// let outcome = puzzle::solve(&puzzle::read::<FirstDigits>("an example", "left = '1 2'", &[])?, &Limits::default());
/// let boards: Vec<_> = outcome.boards.iter().map(ToString::to_string).collect();
/// assert_eq!(boards, [". 1\n2 2", "1 2\n2 .", "1 2\n. 2", "1 .\n2 2"]);
/// # anyhow::Ok(())
/// ```
///
/// # Panics
/// If the size is 0 or more than [`LARGEST_SIZE`], or if a sight looks along no line of the grid.
pub fn search<C: Clue>(
    size: usize,
    sights: &[Sight<C>],
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    assert!((1..=LARGEST_SIZE).contains(&size), "no search of {size} rows and columns");
    match grid_utils::words_for(size * size) {
        1 => search_with::<_, 1>(size, sights, search),
        2 => search_with::<_, 2>(size, sights, search),
        _ => search_with::<_, 4>(size, sights, search),
    }
}

fn search_with<C: Clue, const WORDS: usize>(
    size: usize,
    sights: &[Sight<C>],
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    let deduction: Deduction<_, WORDS> = Deduction::new(size, sights);
    let changed = deduction.shape().all();
    let mut searcher = Searcher { deduction, search, failures: vec![0; size * size] };
    match searcher.visit(0, Shading::UNKNOWN, changed)? {
        Some(known) => searcher.cut(Square::whole(size), known),
        None => ControlFlow::Continue(()),
    }
}

/// Makes the decisions, and leaves it to the deduction what follows from them.
struct Searcher<'a, 's, C, const WORDS: usize> {
    deduction: Deduction<'a, C, WORDS>,
    search: &'a mut Search<'s, Board>,
    /// How often trying each cell led straight to a dead end.
    failures: Vec<u32>,
}

impl<C: Clue, const WORDS: usize> Searcher<'_, '_, C, WORDS> {
    /// Cuts the outermost hook of a square in every way, and then those of what it leaves.
    fn cut(&mut self, square: Square, known: Shading<WORDS>) -> ControlFlow<Stop> {
        let cuts = self.deduction.shape().rows() - square.size;
        if square.size == 0 {
            return self.decide(cuts, known);
        }
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            let changed = self.deduction.cut(hook);
            if let Some(known) = self.visit(cuts + 1, known, changed)? {
                self.cut(hook.inside(), known)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries a cell filled and empty: of the open ones the one that failed most often, for it
    /// belongs to what is hard, and what is hard is better settled before anything else.
    fn decide(&mut self, depth: usize, known: Shading<WORDS>) -> ControlFlow<Stop> {
        let open = known.open(self.deduction.shape());
        let Some(cell) = open.iter().min_by_key(|&cell| Reverse(self.failures[cell])) else {
            return self.search.solution(self.deduction.board(&known));
        };
        let filled = Shading { filled: known.filled.with(cell), ..known };
        let empty = Shading { empty: known.empty.with(cell), ..known };
        for known in [filled, empty] {
            match self.visit(depth + 1, known, CellSet::of(cell))? {
                Some(known) => self.decide(depth + 1, known)?,
                None => self.failures[cell] += 1,
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits a partial board; returns all that is known then, or none if a rule is broken.
    /// `changed` are the cells that the last decision is about.
    fn visit(
        &mut self,
        depth: usize,
        mut known: Shading<WORDS>,
        changed: CellSet<WORDS>,
    ) -> ControlFlow<Stop, Option<Shading<WORDS>>> {
        let is_possible = self.deduction.settle(&mut known, changed);
        self.search.visit(depth, || self.deduction.board(&known))?;
        if !is_possible {
            self.search.dead_end();
        }
        ControlFlow::Continue(is_possible.then_some(known))
    }
}
