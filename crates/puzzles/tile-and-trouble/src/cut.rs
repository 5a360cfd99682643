//! Cutting a board into its tiles.

use std::fmt;

use grid_utils::{Cell, Grid};

use crate::{Board, Side};

/// A board, cut into tiles as far as that is possible.
pub(crate) struct Cut {
    /// The corner of each cell's tile, for all cells that belong to one.
    corners: Grid<Option<Cell>>,
    /// The first cell in reading order at which no tile could be cut out, and why.
    pub(crate) fault: Option<Fault>,
}

/// Why the cell that must be a tile's top left corner is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    corner: Cell,
    side: usize,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The border cuts the tile.
    Border { rows: usize, columns: usize },
    /// A cell of the tile shows something else.
    Foreign { cell: Cell, shown: Option<usize> },
    /// A cell of the tile is part of an earlier one of the same side.
    Taken { cell: Cell, corner: Cell },
}

impl Cut {
    /// Cuts a board. There is at most one way to do it: walk the cells in reading order, and the
    /// first covered one that belongs to no tile yet must be the top left corner of its tile. For
    /// the other cells of that tile show the same number and are taken by no other tile, so that
    /// the walk would have met the corner before any of them.
    ///
    /// A cell that cannot be a corner is left over, and the walk goes on.
    pub(crate) fn of(board: &Board) -> Self {
        let mut cut = Cut { corners: board.map(|_, _| None), fault: None };
        for (corner, side) in board {
            let Some(side) = side.map(Side::cells) else { continue };
            if cut.corners[corner].is_some() {
                continue;
            }
            match cut.obstacle(board, corner, side) {
                None => {
                    for cell in board.window_cells(corner, side, side) {
                        cut.corners[cell] = Some(corner);
                    }
                }
                Some(reason) => {
                    cut.fault.get_or_insert(Fault { corner, side, reason });
                }
            }
        }
        cut
    }

    /// The corner of a cell's tile; `None` for uncovered cells and for what is left over.
    pub(crate) fn corner(&self, cell: Cell) -> Option<Cell> {
        self.corners.get(cell).copied().flatten()
    }

    /// What keeps a tile from lying there.
    fn obstacle(&self, board: &Board, corner: Cell, side: usize) -> Option<Reason> {
        let (rows, columns) = (board.rows() - corner.row, board.columns() - corner.column);
        if side > rows.min(columns) {
            return Some(Reason::Border { rows: rows.min(side), columns: columns.min(side) });
        }
        board.window_cells(corner, side, side).find_map(|cell| {
            let shown = board[cell].map(Side::cells);
            if shown != Some(side) {
                return Some(Reason::Foreign { cell, shown });
            }
            self.corners[cell].map(|corner| Reason::Taken { cell, corner })
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { corner, side, reason } = self;
        write!(
            f,
            "row {}, column {}: expected the top left corner of a {side} x {side} tile, ",
            corner.row, corner.column
        )?;
        match reason {
            Reason::Border { rows, columns } => {
                write!(f, "but the border leaves only {rows} x {columns} cells of it")
            }
            Reason::Foreign { cell, shown: None } => {
                write!(f, "but row {}, column {} is uncovered", cell.row, cell.column)
            }
            Reason::Foreign { cell, shown: Some(shown) } => {
                write!(f, "but row {}, column {} shows {shown}", cell.row, cell.column)
            }
            Reason::Taken { cell, corner } => write!(
                f,
                "but row {}, column {} belongs to the tile at row {}, column {}",
                cell.row, cell.column, corner.row, corner.column
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(board: &str) -> Option<String> {
        let board: Board = board.parse().unwrap();
        Cut::of(&board).fault.map(|fault| fault.to_string())
    }

    #[test]
    fn tiles_of_the_same_side_may_touch() {
        assert_eq!(fault("2 2 2 2\n2 2 2 2"), None);
        let board: Board = "2 2 . .\n2 2 2 2\n1 1 2 2".parse().unwrap();
        let cut = Cut::of(&board);
        assert_eq!(cut.fault, None);
        assert_eq!(cut.corner(Cell::new(1, 1)), Some(Cell::new(0, 0)));
        assert_eq!(cut.corner(Cell::new(2, 3)), Some(Cell::new(1, 2)));
        assert_eq!(cut.corner(Cell::new(0, 2)), None);
        assert_eq!(cut.corner(Cell::new(9, 9)), None, "outside the board");
    }

    #[test]
    fn a_tile_that_the_border_cuts_is_a_fault() {
        assert_eq!(
            fault(". . .\n. 3 3\n. 3 3").unwrap(),
            "row 1, column 1: expected the top left corner of a 3 x 3 tile, but the border leaves only 2 x 2 cells of it"
        );
        assert_eq!(
            fault("2 2 .").unwrap(),
            "row 0, column 0: expected the top left corner of a 2 x 2 tile, but the border leaves only 1 x 2 cells of it"
        );
    }

    #[test]
    fn a_tile_with_a_hole_is_a_fault() {
        assert_eq!(
            fault("2 2\n2 .").unwrap(),
            "row 0, column 0: expected the top left corner of a 2 x 2 tile, but row 1, column 1 is uncovered"
        );
        assert_eq!(
            fault("2 2\n1 2").unwrap(),
            "row 0, column 0: expected the top left corner of a 2 x 2 tile, but row 1, column 0 shows 1"
        );
    }

    #[test]
    fn two_tiles_cannot_share_cells() {
        assert_eq!(
            fault("2 2 2 .\n2 2 2 .").unwrap(),
            "row 0, column 2: expected the top left corner of a 2 x 2 tile, but row 0, column 3 is uncovered"
        );
        assert_eq!(
            fault(". 2 2\n2 2 2\n2 2 .").unwrap(),
            "row 1, column 0: expected the top left corner of a 2 x 2 tile, but row 1, column 1 belongs to the tile at row 0, column 1"
        );
    }
}
