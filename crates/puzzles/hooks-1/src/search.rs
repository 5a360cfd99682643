//! The search: hook by hook from the outermost, how its two lines come to their sums.

use std::ops::ControlFlow;

use grid_utils::{Cell, CellSet, Grid};
use puzzle::{Search, Stop};

use crate::{Board, Hooks};

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let size = hooks.size();
    let nothing = Partial {
        board: Grid::filled(size, size, None),
        row_lacks: vec![0; size],
        column_lacks: vec![0; size],
    };
    decide(hooks, &nothing, size, search)
}

/// What is decided when the hooks that are larger than some size have had their turn.
#[derive(Clone)]
struct Partial {
    board: Board,
    /// For each of these hooks, by its row: how many cells of the row are still to be filled.
    row_lacks: Vec<usize>,
    /// The same for its column.
    column_lacks: Vec<usize>,
}

/// Gives the hook of this size its turn, then the smaller ones.
fn decide(
    hooks: &Hooks,
    partial: &Partial,
    size: usize,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    search.visit(hooks.size() - size, || partial.board.clone())?;
    let Some(line) = size.checked_sub(1) else {
        return search.solution(partial.board.clone());
    };
    let rows = fills(hooks.rows[line], size, &partial.column_lacks);
    let columns = fills(hooks.columns[line], size, &partial.row_lacks);
    let mut is_dead_end = true;
    for row in &rows {
        // Without sums there are too many columns for each row to wait for the next node.
        search.poll()?;
        for next in columns.iter().filter_map(|column| partial.with(line, row, column)) {
            is_dead_end = false;
            decide(hooks, &next, line, search)?;
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
    /// The larger hooks whose digits it holds, by their lines.
    larger: CellSet<1>,
    /// What these digits add up to.
    sum: u32,
    /// How many cells of its own hook are filled.
    own: usize,
}

/// All fills of a line of the hook of this size. Each larger hook meets the line in one cell, and
/// as many lines as the size says from here on; `lacks` tells in how many of them it has a digit.
fn fills(clue: Option<u32>, size: usize, lacks: &[usize]) -> Vec<Fill> {
    let mut fills = vec![Fill { larger: CellSet::EMPTY, sum: 0, own: 0 }];
    for (line, &lacks) in lacks.iter().enumerate().skip(size) {
        let digit = line as u32 + 1;
        let with = |fill: &Fill| Fill {
            larger: fill.larger | CellSet::of(line),
            sum: fill.sum + digit,
            own: 0,
        };
        if lacks == size {
            fills = fills.iter().map(with).collect();
        } else if lacks > 0 {
            fills.extend(fills.clone().iter().map(with));
        }
    }
    let with_own = |fill: Fill| {
        let own = (0..=size).map(move |own| Fill { own, ..fill });
        own.filter(|fill| clue.is_none_or(|clue| fill.sum + (fill.own * size) as u32 == clue))
    };
    fills.into_iter().flat_map(with_own).collect()
}

impl Partial {
    /// Fills the row and the column of a hook; none if that is not as often as its digit says.
    fn with(&self, line: usize, row: &Fill, column: &Fill) -> Option<Self> {
        let size = line + 1;
        // A filled corner is counted twice.
        let corner = (row.own + column.own).checked_sub(size).filter(|&corner| corner <= 1)?;
        let (row_lacks, column_lacks) = (row.own - corner, column.own - corner);
        if row_lacks == size || column_lacks == size {
            return None;
        }
        let mut next = self.clone();
        (next.row_lacks[line], next.column_lacks[line]) = (row_lacks, column_lacks);
        if corner == 1 {
            next.board[Cell::new(line, line)] = Some(size as u8);
        }
        for larger in row.larger {
            next.board[Cell::new(line, larger)] = Some(larger as u8 + 1);
            next.column_lacks[larger] -= 1;
        }
        for larger in column.larger {
            next.board[Cell::new(larger, line)] = Some(larger as u8 + 1);
            next.row_lacks[larger] -= 1;
        }
        Some(next)
    }
}
