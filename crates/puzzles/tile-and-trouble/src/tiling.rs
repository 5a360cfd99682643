//! A board's tiles, read off its numbers.

use std::fmt;

use grid_utils::{Cell, Grid};

use crate::{Board, Side};

/// The tiles of a board, as far as its numbers are whole tiles.
pub(crate) struct Tiling {
    /// The corner of each cell's tile, for all cells that belong to one.
    corners: Grid<Option<Cell>>,
    /// The first cell in reading order that should be the corner of a tile and is not.
    pub(crate) fault: Option<Fault>,
}

/// Why the cell that must be a tile's top left corner is none.
pub(crate) struct Fault {
    corner: Cell,
    side: usize,
    obstacle: Obstacle,
}

/// What keeps a tile from lying somewhere.
enum Obstacle {
    /// The border leaves only this much of it.
    Border { rows: usize, columns: usize },
    /// A cell of the tile shows something else.
    Foreign { cell: Cell, shown: Option<usize> },
    /// A cell of the tile is part of an earlier one of the same side.
    Taken { cell: Cell, corner: Cell },
}

impl Tiling {
    /// Reads the tiles off a board. There is at most one way: in reading order, the first covered
    /// cell that belongs to no tile yet must be the top left corner of its tile, for the other
    /// cells of that tile come after its corner.
    ///
    /// A cell that cannot be a corner is left over, and the walk goes on.
    pub(crate) fn of(board: &Board) -> Self {
        let mut tiling = Tiling { corners: board.map(|_, _| None), fault: None };
        for (corner, side) in board {
            let Some(side) = side.map(Side::cells) else { continue };
            if tiling.corners[corner].is_some() {
                continue;
            }
            if let Some(obstacle) = tiling.obstacle(board, corner, side) {
                tiling.fault.get_or_insert(Fault { corner, side, obstacle });
            } else {
                for cell in board.window_cells(corner, side, side) {
                    tiling.corners[cell] = Some(corner);
                }
            }
        }
        tiling
    }

    /// The corner of a cell's tile; `None` for uncovered cells and for what is left over.
    pub(crate) fn corner(&self, cell: Cell) -> Option<Cell> {
        self.corners.get(cell).copied().flatten()
    }

    fn obstacle(&self, board: &Board, corner: Cell, side: usize) -> Option<Obstacle> {
        let (rows, columns) = (board.rows() - corner.row, board.columns() - corner.column);
        if side > rows.min(columns) {
            return Some(Obstacle::Border { rows: rows.min(side), columns: columns.min(side) });
        }
        board.window_cells(corner, side, side).find_map(|cell| {
            let shown = board[cell].map(Side::cells);
            if shown != Some(side) {
                return Some(Obstacle::Foreign { cell, shown });
            }
            self.corners[cell].map(|corner| Obstacle::Taken { cell, corner })
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |cell: Cell| format!("row {}, column {}", cell.row, cell.column);
        let Fault { corner, side, obstacle } = self;
        let corner = place(*corner);
        write!(f, "{corner}: expected the top left corner of a {side} x {side} tile, but ")?;
        match *obstacle {
            Obstacle::Border { rows, columns } => {
                write!(f, "the border leaves only {rows} x {columns} cells of it")
            }
            Obstacle::Foreign { cell, shown: None } => write!(f, "{} is uncovered", place(cell)),
            Obstacle::Foreign { cell, shown: Some(shown) } => {
                write!(f, "{} shows {shown}", place(cell))
            }
            Obstacle::Taken { cell, corner } => {
                write!(f, "{} belongs to the tile at {}", place(cell), place(corner))
            }
        }
    }
}
