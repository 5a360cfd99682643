//! The search: the values that each cell may have, empty among them, narrowed by lines, squares and
//! connectivity.
//!
//! A line of a square is read as a whole: which counts and sums its first cells can make, and
//! which of these the others can complete. Each cell keeps the values that are part of any such
//! line. Of a line of seven cells 25 pairs of count and sum are possible, so a set of them is a
//! word, and another number is a shift of it: a line takes some hundred instructions, a tenth of a
//! microsecond. First numbers that are seen decide which number may follow none, and which may be
//! the last. A sum of a row through several squares is a line, too: the sums of the squares' own
//! rows are known, so the cells that two of them share add up to the rest.
//!
//! Then each value has its number of cells in a square, and what is known to be filled or empty
//! tells more by blocks and connectivity. Where nothing more follows, the cell with the fewest
//! values is tried with each.
//!
//! That a line's numbers are filtered by reachable sums is Trick's dynamic programming ("A dynamic
//! programming approach for consistency and propagation for knapsack constraints", 2003).

mod layout;
mod line;
mod state;

use std::ops::ControlFlow;

use grid_utils::{Grid, with_words};
use puzzle::{Search, Stop};

use self::layout::Layout;
use self::state::State;
use crate::{Board, Field};

/// The largest squares that [`search`] knows: their values are the bits of a byte, and what a line
/// may hold those of a word.
pub const LARGEST_SEARCHED: usize = 7;

/// Who wants to know what a search does. Each of its methods may stop it.
pub trait Observer<Why> {
    /// A partial board is visited, so many decisions deep.
    fn node(&mut self, depth: usize, board: impl FnOnce() -> Board) -> ControlFlow<Why>;

    /// The board that was visited last cannot be completed.
    fn dead_end(&mut self);

    /// A board is complete, so many decisions deep.
    fn solution(&mut self, depth: usize, board: Board) -> ControlFlow<Why>;
}

/// Reports the boards of the only field.
pub struct Reported<'a, 's>(pub &'a mut Search<'s, Board>);

impl Observer<Stop> for Reported<'_, '_> {
    fn node(&mut self, depth: usize, board: impl FnOnce() -> Board) -> ControlFlow<Stop> {
        self.0.visit(depth, board)
    }

    fn dead_end(&mut self) {
        self.0.dead_end();
    }

    fn solution(&mut self, _: usize, board: Board) -> ControlFlow<Stop> {
        self.0.solution(board)
    }
}

/// Finds all boards of a field whose squares have [`LARGEST_SEARCHED`] rows at most. The first
/// node is `depth` decisions deep.
pub fn search<Why>(
    field: &Field,
    depth: usize,
    observer: &mut impl Observer<Why>,
) -> ControlFlow<Why> {
    with_words!(field.givens.values().len(), [1, 3], |WORDS| {
        let Some(layout) = Layout::<WORDS>::new(field) else { return ControlFlow::Continue(()) };
        let state = State::new(&layout, field.givens);
        visit(&layout, state, depth, observer)
    })
}

/// Visits a node and all that follow from it.
fn visit<const WORDS: usize, Why>(
    layout: &Layout<WORDS>,
    mut state: State<WORDS>,
    depth: usize,
    observer: &mut impl Observer<Why>,
) -> ControlFlow<Why> {
    let is_possible = state.propagate(layout);
    observer.node(depth, || board(layout, &state))?;
    if !is_possible {
        observer.dead_end();
        return ControlFlow::Continue(());
    }
    let Some(cell) = state.cell_to_decide(layout) else {
        return observer.solution(depth, board(layout, &state));
    };
    let mut values = state.values(cell);
    while values != 0 {
        let value = values & values.wrapping_neg();
        values ^= value;
        let mut next = state.clone();
        next.narrow(layout, cell, value);
        visit(layout, next, depth + 1, observer)?;
    }
    ControlFlow::Continue(())
}

/// The numbers that are known.
fn board<const WORDS: usize>(layout: &Layout<WORDS>, state: &State<WORDS>) -> Board {
    let columns = layout.shape.columns();
    Grid::from_fn(layout.shape.rows(), columns, |cell| {
        let values = state.values(cell.row * columns + cell.column);
        let value = u8::try_from(values.trailing_zeros()).expect("eight bits at most");
        (values.is_power_of_two() && value > 0).then_some(value)
    })
}
