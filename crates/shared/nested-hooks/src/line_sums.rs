//! Rows and columns whose digits add up to given sums, as in Hooks and Hooks #2: the search.
//!
//! [`search`] finds all boards that have the sums; [`clues`] is for checkers and shares nothing with
//! it.
//!
//! Look along the row of a hook, a whole row of the grid. Each larger hook meets it in one cell,
//! which holds the larger digit or nothing. All other cells belong to the hook itself, so the sum
//! of the row depends only on *how many* of them are filled, not on *which*. The same is true of the
//! column. Hooks are cut from the largest to the smallest; with each hook the search decides its
//! corner, where there are several, and then for its row and its column
//!
//! - which larger hooks have a digit there, and
//! - how many of its own cells are filled; the corner counts twice if it is.
//!
//! Which cells these are is left to the smaller hooks: every cell but a corner is the place where a
//! smaller hook's line meets a larger hook, and is decided with the smaller one. Until then a
//! larger hook remembers how many cells of its row are still to be filled, and how many of its
//! column. If none are, it is empty in all lines to come; if there are as many as lines to come, it has
//! a digit in each of them.
//!
//! What the larger hooks leave of a sum must be a multiple of the hook's own digit. While the digits
//! are large there are few larger hooks, so this rules out most corners at once.
//!
//! ## Why each board is found once
//! Different decisions for the same corners fill other cells, or another number of them. Different
//! corners lead to different digits, too: [digits tell the hooks](crate#digits-tell-the-hooks).
//!
//! ## Sources
//! Comparing how many cells a hook still lacks with how many lines are left for them is forward
//! checking, as in constraint programming.

use grid_utils::{BitSet, Cell, Grid};
use puzzle::{Clues, Flow, Search, Sketch};

use crate::{Corner, Filling, Hook, RowsAndColumns, Square};

/// The longest side that [`search`] takes: without sums, the ways to split a line double with each
/// hook.
pub const LARGEST_SIZE: usize = 16;

/// The sums as functions of a board.
#[must_use]
pub fn clues(sums: &RowsAndColumns<u32>) -> Vec<Clues<'_>> {
    sums.of_board("adds up to", |board, side, line| {
        let digits = side.cells(board.grid().rows(), line).filter_map(|cell| board[cell]);
        u32::try_from(digits.sum::<i64>()).unwrap_or(u32::MAX)
    })
}

/// Reports every board whose lines have their sums, each once: hooks with the digits of their sizes,
/// whose corners are among `corners`.
pub fn search(sums: &RowsAndColumns<u32>, corners: &[Corner], search: &mut Search) -> Flow {
    let size = sums.size();
    let nothing = Partial { board: Grid::filled(size, size, None), hooks: Vec::new() };
    decide(sums, corners, &nothing, Square::whole(size), search)
}

/// What is decided when some hooks, the outermost ones, are cut.
#[derive(Clone)]
struct Partial {
    board: Filling,
    /// The hooks that are cut, the largest first.
    hooks: Vec<PlacedHook>,
}

/// A hook that is cut.
#[derive(Clone, Copy)]
struct PlacedHook {
    hook: Hook,
    digit: u8,
    /// How many cells of its row are still to be filled.
    row_lacks: usize,
    /// How many cells of its column are still to be filled.
    column_lacks: usize,
}

/// Cuts the hook of this square in every way, then the smaller ones.
fn decide(
    sums: &RowsAndColumns<u32>,
    corners: &[Corner],
    partial: &Partial,
    square: Square,
    search: &mut Search,
) -> Flow {
    let size = square.size;
    search.visit(sums.size() - size, || partial.sketch())?;
    if size == 0 {
        return search.solution(partial.board.clone());
    }
    // The corners of a single cell are all the same.
    let corners = if size == 1 { &corners[..1] } else { corners };
    let hooks = corners.iter().map(|&corner| Hook { square, corner });
    let ends = |first: usize| [first, first + size - 1];
    let larger = || partial.hooks.iter().map(|larger| (larger.digit, larger.column_lacks));
    let rows = ends(square.row).map(|row| {
        let is_taken = hooks.clone().any(|hook| hook.row() == row);
        if is_taken { splits(sums.rows[row], size, larger()) } else { Vec::new() }
    });
    let larger = || partial.hooks.iter().map(|larger| (larger.digit, larger.row_lacks));
    let columns = ends(square.column).map(|column| {
        let is_taken = hooks.clone().any(|hook| hook.column() == column);
        if is_taken { splits(sums.columns[column], size, larger()) } else { Vec::new() }
    });
    let mut is_dead_end = true;
    for hook in hooks {
        let columns = &columns[usize::from(hook.column() != square.column)];
        for row in &rows[usize::from(hook.row() != square.row)] {
            // Without sums there are too many columns for each row to wait for the next node.
            search.poll()?;
            for next in columns.iter().filter_map(|column| partial.with(hook, row, column)) {
                is_dead_end = false;
                decide(sums, corners, &next, hook.inside(), search)?;
            }
        }
    }
    if is_dead_end {
        search.dead_end_because(
            || "no hook of the next size gives its row and its column their sums",
        );
    }
    Flow::Continue(())
}

/// How a line, the row or the column of a hook, gets its sum.
#[derive(Clone, Copy)]
struct LineSplit {
    /// The larger hooks whose digits it holds, by their places in [`Partial::hooks`].
    larger: BitSet<1>,
    /// What these digits add up to.
    sum: usize,
    /// How many cells of its own hook are filled.
    own: usize,
}

/// All splits of a line of the hook of this size. Each larger hook meets the line in one cell, and
/// as many lines as the size says from here on; beside its digit stands in how many of them it is
/// filled.
fn splits(
    sum: Option<u32>,
    size: usize,
    larger: impl Iterator<Item = (u8, usize)>,
) -> Vec<LineSplit> {
    let mut splits = vec![LineSplit { larger: BitSet::EMPTY, sum: 0, own: 0 }];
    for (place, (digit, lacks)) in larger.enumerate() {
        let with = |split: LineSplit| LineSplit {
            larger: split.larger.with(place),
            sum: split.sum + usize::from(digit),
            own: 0,
        };
        let without = if lacks == size { 0 } else { splits.len() };
        if 0 < lacks && lacks < size {
            splits.extend_from_within(..);
        }
        splits[without..].iter_mut().for_each(|split| *split = with(*split));
    }
    let with_own = |split: LineSplit| {
        let own = (0..=size).map(move |own| LineSplit { own, ..split });
        own.filter(|split| sum.is_none_or(|sum| split.sum + split.own * size == sum as usize))
    };
    splits.into_iter().flat_map(with_own).collect()
}

impl Partial {
    /// The board, and what else is known, for those who watch: the lines of a hook that is cut are
    /// decided.
    fn sketch(&self) -> Sketch {
        let is_decided = |line: usize, of: fn(Hook) -> usize| {
            self.hooks.iter().any(|placed| of(placed.hook) == line)
        };
        let cells = self.board.cells().filter(|&cell| self.board[cell].is_none());
        let empty = cells.filter(|cell| {
            is_decided(cell.row, Hook::row) || is_decided(cell.column, Hook::column)
        });
        let sketch = Sketch::from(self.board.clone()).empty(empty);
        self.hooks.iter().fold(sketch, |sketch, placed| {
            sketch.group(placed.hook.cells(), &placed.digit.to_string())
        })
    }

    /// Fills the row and the column of a hook; `None` if that is not as often as its digit says.
    fn with(&self, hook: Hook, row: &LineSplit, column: &LineSplit) -> Option<Self> {
        let size = hook.square.size;
        // A filled corner is counted twice.
        let corner = (row.own + column.own).checked_sub(size).filter(|&corner| corner <= 1)?;
        let (row_lacks, column_lacks) = (row.own - corner, column.own - corner);
        if row_lacks == size || column_lacks == size {
            return None;
        }
        let mut next = self.clone();
        let digit = hook.digit_of_size();
        if corner == 1 {
            next.board[Cell::new(hook.row(), hook.column())] = Some(digit);
        }
        for place in row.larger {
            let larger = &mut next.hooks[place];
            next.board[Cell::new(hook.row(), larger.hook.column())] = Some(larger.digit);
            larger.column_lacks -= 1;
        }
        for place in column.larger {
            let larger = &mut next.hooks[place];
            next.board[Cell::new(larger.hook.row(), hook.column())] = Some(larger.digit);
            larger.row_lacks -= 1;
        }
        next.hooks.push(PlacedHook { hook, digit, row_lacks, column_lacks });
        Some(next)
    }
}
