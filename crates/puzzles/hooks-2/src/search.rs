//! The search: hook by hook from the outermost, how its two lines come to their sums.

use std::ops::ControlFlow;

use grid_utils::{Cell, CellSet, Grid};
use nested_hooks::{Hook, Square};
use puzzle::{Search, Stop};

use crate::{Board, Hooks};

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let size = hooks.size();
    let nothing = Partial { board: Grid::filled(size, size, None), cuts: Vec::new() };
    decide(hooks, &nothing, Square::whole(size), search)
}

/// What is decided when some hooks, the outermost ones, have had their turn.
#[derive(Clone)]
struct Partial {
    board: Board,
    /// These hooks, the largest first.
    cuts: Vec<Cut>,
}

/// A hook that had its turn.
#[derive(Clone, Copy)]
struct Cut {
    hook: Hook,
    /// How many cells of its row are still to be filled.
    row_lacks: usize,
    /// How many cells of its column are still to be filled.
    column_lacks: usize,
}

impl Cut {
    fn digit(self) -> usize {
        self.hook.square.size
    }
}

/// Gives the hook of this square its turn, then the smaller ones.
fn decide(
    hooks: &Hooks,
    partial: &Partial,
    square: Square,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    let size = square.size;
    search.visit(hooks.size() - size, || partial.board.clone())?;
    if size == 0 {
        return search.solution(partial.board.clone());
    }
    let ends = |first: usize| [first, first + size - 1];
    let larger = || partial.cuts.iter().map(|cut| (cut.digit(), cut.column_lacks));
    let rows = ends(square.row).map(|row| fills(hooks.rows[row], size, larger()));
    let larger = || partial.cuts.iter().map(|cut| (cut.digit(), cut.row_lacks));
    let columns = ends(square.column).map(|column| fills(hooks.columns[column], size, larger()));
    let mut is_dead_end = true;
    for &corner in square.corners() {
        let hook = Hook { square, corner };
        let columns = &columns[usize::from(hook.column() != square.column)];
        for row in &rows[usize::from(hook.row() != square.row)] {
            // Without sums there are too many columns for each row to wait for the next node.
            search.poll()?;
            for next in columns.iter().filter_map(|column| partial.with(hook, row, column)) {
                is_dead_end = false;
                decide(hooks, &next, hook.inside(), search)?;
            }
        }
    }
    if is_dead_end {
        search.dead_end();
    }
    ControlFlow::Continue(())
}

/// How a line, the row or the column of a hook, comes to its sum.
#[derive(Clone, Copy)]
struct Fill {
    /// The larger hooks whose digits it holds, by their places in [`Partial::cuts`].
    larger: CellSet<1>,
    /// What these digits add up to.
    sum: usize,
    /// How many cells of its own hook are filled.
    own: usize,
}

/// All fills of a line of the hook of this size. Each larger hook meets the line in one cell, and
/// as many lines as the size says from here on; beside its digit stands in how many of them it is
/// filled.
fn fills(
    clue: Option<u32>,
    size: usize,
    larger: impl Iterator<Item = (usize, usize)>,
) -> Vec<Fill> {
    let mut fills = vec![Fill { larger: CellSet::EMPTY, sum: 0, own: 0 }];
    for (hook, (digit, lacks)) in larger.enumerate() {
        let with = |fill: Fill| Fill {
            larger: fill.larger | CellSet::of(hook),
            sum: fill.sum + digit,
            own: 0,
        };
        let without = if lacks == size { 0 } else { fills.len() };
        if 0 < lacks && lacks < size {
            fills.extend_from_within(..);
        }
        fills[without..].iter_mut().for_each(|fill| *fill = with(*fill));
    }
    let with_own = |fill: Fill| {
        let own = (0..=size).map(move |own| Fill { own, ..fill });
        own.filter(|fill| clue.is_none_or(|clue| fill.sum + fill.own * size == clue as usize))
    };
    fills.into_iter().flat_map(with_own).collect()
}

impl Partial {
    /// Fills the row and the column of a hook; none if that is not as often as its digit says.
    fn with(&self, hook: Hook, row: &Fill, column: &Fill) -> Option<Self> {
        let size = hook.square.size;
        // A filled corner is counted twice.
        let corner = (row.own + column.own).checked_sub(size).filter(|&corner| corner <= 1)?;
        let (row_lacks, column_lacks) = (row.own - corner, column.own - corner);
        if row_lacks == size || column_lacks == size {
            return None;
        }
        let mut next = self.clone();
        if corner == 1 {
            next.board[Cell::new(hook.row(), hook.column())] = Some(size as u8);
        }
        for larger in row.larger {
            let cut = &mut next.cuts[larger];
            next.board[Cell::new(hook.row(), cut.hook.column())] = Some(cut.digit() as u8);
            cut.column_lacks -= 1;
        }
        for larger in column.larger {
            let cut = &mut next.cuts[larger];
            next.board[Cell::new(cut.hook.row(), hook.column())] = Some(cut.digit() as u8);
            cut.row_lacks -= 1;
        }
        next.cuts.push(Cut { hook, row_lacks, column_lacks });
        Some(next)
    }
}
