//! The tiles of a board, read off its numbers.

use grid_utils::{Cell, Grid};

/// The tiles of a board, as far as its numbers form whole tiles.
pub(crate) struct Tiling {
    /// The corner of each cell's tile, for all cells that belong to one.
    pub(crate) corners: Grid<Option<Cell>>,
    /// The first cell in reading order that should be the corner of a tile and is not, in words.
    pub(crate) fault: Option<String>,
}

impl Tiling {
    /// Reads the tiles off a board. They are unique: in reading order, the first covered cell
    /// outside all tiles so far must be the top left corner of its tile, for the other cells of
    /// that tile come after its corner.
    ///
    /// A cell that cannot be a corner is skipped.
    pub(crate) fn of(board: &Grid<Option<i64>>) -> Self {
        let mut tiling = Tiling { corners: board.map(|_, _| None), fault: None };
        for (corner, side) in board {
            let Some(side) = side.and_then(|side| usize::try_from(side).ok()) else { continue };
            if tiling.corners[corner].is_some() {
                continue;
            }
            if let Some(obstacle) = tiling.obstacle(board, corner, side) {
                tiling.fault.get_or_insert_with(|| {
                    format!(
                        "{}: expected the top left corner of a {side} x {side} tile, but \
                         {obstacle}",
                        corner.in_words()
                    )
                });
            } else {
                for cell in board.window_cells(corner, side, side) {
                    tiling.corners[cell] = Some(corner);
                }
            }
        }
        tiling
    }

    /// Returns the reason why a tile cannot lie there, in words.
    fn obstacle(&self, board: &Grid<Option<i64>>, corner: Cell, side: usize) -> Option<String> {
        let (rows, columns) = (board.rows() - corner.row, board.columns() - corner.column);
        if side > rows.min(columns) {
            let (rows, columns) = (rows.min(side), columns.min(side));
            return Some(format!("the border leaves only {rows} x {columns} cells of it"));
        }
        board.window_cells(corner, side, side).find_map(|cell| {
            match (board[cell], self.corners[cell]) {
                (None, _) => Some(format!("{} is uncovered", cell.in_words())),
                (shown, _) if shown != board[corner] => {
                    shown.map(|shown| format!("{} shows {shown}", cell.in_words()))
                }
                (_, taken) => taken.map(|corner| {
                    format!("{} belongs to the tile at {}", cell.in_words(), corner.in_words())
                }),
            }
        })
    }
}
