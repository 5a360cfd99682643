//! The search: constraint propagation over the values that each cell may have, empty among them.
//!
//! A line of a square is read as a whole: which counts and sums its first cells can make, and
//! which of these the others can complete. Each cell keeps the values that are part of any such
//! line. A line of seven cells has 25 possible pairs of count and sum, so a set of them is a
//! word, and adding a number shifts it: a line takes some hundred instructions, a tenth of a
//! microsecond. A clue at the border restricts which number may be the first or the last.
//! A sum of a row through several squares is a line as well: the sums of the squares' own
//! rows are known, so the cells that two of them share add up to the rest.
//!
//! Then each value has its number of cells in a square, and the cells that are known to be filled
//! or empty tell more by blocks and connectivity. Where nothing more follows, the cell with the
//! fewest values is tried with each.
//!
//! Filtering the numbers of a line by reachable sums is Trick's dynamic programming ("A dynamic
//! programming approach for consistency and propagation for knapsack constraints", 2003).

mod layout;
mod line;
mod state;

use std::ops::ControlFlow;

use grid_utils::{Grid, with_words};
use puzzle::{Board, Flow, Search, Stop};

use self::layout::Layout;
use self::state::State;
use crate::Field;

/// The largest squares that are searched: their values are the bits of a byte, and what a line
/// may hold those of a word.
pub(crate) const LARGEST_SEARCHED: usize = 7;

/// Why a search is over before its end.
pub(crate) enum Over {
    Stopped(Stop),
    /// One of several squares has no board.
    NoBoard,
}

/// The receiver of complete boards; the number is that of the decisions that led to it.
type Found<'f> = dyn FnMut(&mut Search, usize, Board) -> ControlFlow<Over> + 'f;

/// Reports all boards of a field; those with larger squares by the rules.
pub(crate) fn report(field: &Field, reported: &mut Search) -> Flow {
    if field.size > LARGEST_SEARCHED {
        return reported.by_rules();
    }
    let mut found =
        |reported: &mut Search, _, board| reported.solution(board).map_break(Over::Stopped);
    match search(field, 0, reported, &|board| board, &mut found) {
        ControlFlow::Break(Over::Stopped(stop)) => ControlFlow::Break(stop),
        _ => ControlFlow::Continue(()),
    }
}

/// Finds all boards of a field whose squares have [`LARGEST_SEARCHED`] rows at most. The first node
/// is `depth` decisions deep; `shown` makes what those who watch see of a partial board.
pub(crate) fn search(
    field: &Field,
    depth: usize,
    search: &mut Search,
    shown: &dyn Fn(Board) -> Board,
    found: &mut Found<'_>,
) -> ControlFlow<Over> {
    with_words!(field.givens.values().len(), [1, 3], |WORDS| {
        let Some(layout) = Layout::<WORDS>::new(field) else { return ControlFlow::Continue(()) };
        let state = State::new(&layout, field.givens);
        visit(&layout, state, depth, search, shown, found)
    })
}

/// Visits a node and all that follow from it.
fn visit<const WORDS: usize>(
    layout: &Layout<WORDS>,
    mut state: State<WORDS>,
    depth: usize,
    search: &mut Search,
    shown: &dyn Fn(Board) -> Board,
    found: &mut Found<'_>,
) -> ControlFlow<Over> {
    let propagated = state.propagate(layout);
    search.visit(depth, || shown(board(layout, &state))).map_break(Over::Stopped)?;
    if let Err(why) = propagated {
        search.dead_end_because(|| why);
        return ControlFlow::Continue(());
    }
    let Some(cell) = state.cell_to_decide(layout) else {
        return found(search, depth, board(layout, &state));
    };
    let mut values = state.values(cell);
    while values != 0 {
        let value = values & values.wrapping_neg();
        values ^= value;
        let mut next = state.clone();
        next.narrow(layout, cell, value);
        visit(layout, next, depth + 1, search, shown, found)?;
    }
    ControlFlow::Continue(())
}

/// Returns the numbers that are known.
fn board<const WORDS: usize>(layout: &Layout<WORDS>, state: &State<WORDS>) -> Board {
    let shape = &layout.shape;
    let number = |cell| {
        let values = state.values(shape.index(cell));
        (values.is_power_of_two() && values > 1).then_some(i64::from(values.trailing_zeros()))
    };
    Board::Grid(Grid::from_fn(shape.rows(), shape.columns(), number))
}
