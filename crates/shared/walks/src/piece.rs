//! The moves of pieces.

use grid_utils::{Cell, KNIGHT_STEPS, Neighbourhood, Shape, Step};

/// The moves of a piece: a single leap, or sliding any distance in one direction. Other pieces do
/// not block it.
///
/// ```
/// use grid_utils::{CellSet, Shape};
/// use walks::Piece;
///
/// let board = Shape::<1>::new(3, 4).unwrap();
/// assert_eq!(Piece::ROOK.jumps(&board).of(0), CellSet::from_indices([1, 2, 3, 4, 8]));
/// assert_eq!(Piece::BISHOP.jumps(&board).of(0), CellSet::from_indices([5, 10]));
///
/// // A camel is a knight with longer legs.
/// let camel = Piece { leaps: &[(3, 1), (3, -1), (1, 3), (1, -3)], slides: &[] };
/// assert_eq!(camel.jumps(&board).of(0), CellSet::of(7), "jumps are made in both directions");
/// assert_eq!(camel.jumps(&board).of(7), CellSet::from_indices([0, 8]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'s> {
    /// Steps that are jumps by themselves.
    pub leaps: &'s [Step],
    /// Steps that can be repeated any number of times in one jump.
    pub slides: &'s [Step],
}

/// Along rows and columns.
const STRAIGHT: [Step; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const DIAGONAL: [Step; 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
const ALL_AROUND: [Step; 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

impl Piece<'static> {
    /// Two cells along a row or column, and one to the side.
    pub const KNIGHT: Self = Piece { leaps: &KNIGHT_STEPS, slides: &[] };
    /// One cell in any of eight directions.
    pub const KING: Self = Piece { leaps: &ALL_AROUND, slides: &[] };
    /// Along rows and columns.
    pub const ROOK: Self = Piece { leaps: &[], slides: &STRAIGHT };
    /// Along diagonals.
    pub const BISHOP: Self = Piece { leaps: &[], slides: &DIAGONAL };
    /// Along rows, columns and diagonals.
    pub const QUEEN: Self = Piece { leaps: &[], slides: &ALL_AROUND };
}

impl Piece<'_> {
    /// Returns the table of its jumps on a board.
    ///
    /// ```
    /// use grid_utils::{Adjacency, CellSet, Shape};
    /// use walks::Piece;
    ///
    /// let board = Shape::<1>::new(8, 8).unwrap();
    /// let [knight, king] = [Piece::KNIGHT, Piece::KING].map(|piece| piece.jumps(&board));
    /// assert_eq!(knight.of(27).len(), 8);
    /// assert_eq!(king.of(27).len(), 8);
    /// assert_eq!(Piece::QUEEN.jumps(&board).of(27).len(), 27);
    /// // Where both a knight and a king could have come from.
    /// assert_eq!(knight.of(27) & king.neighbours(CellSet::of(12)), CellSet::from_indices([21]));
    /// ```
    ///
    /// # Panics
    /// If a slide is a step to the same cell.
    #[must_use]
    pub fn jumps<const WORDS: usize>(self, board: &Shape<WORDS>) -> Neighbourhood<WORDS> {
        let inside = |cell: &Cell| cell.row < board.rows() && cell.column < board.columns();
        Neighbourhood::new(board.len(), |from| {
            let from = board.cell(from);
            let leaps = self.leaps.iter().filter_map(move |&step| from.offset(step)).filter(inside);
            let slides = self.slides.iter().flat_map(move |&step| {
                assert!(step != (0, 0), "a slide leads to another cell");
                let next = move |cell: &Cell| cell.offset(step).filter(inside);
                std::iter::successors(next(&from), next)
            });
            leaps.chain(slides).map(|cell| board.index(cell))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_goes_like_a_rook_and_a_bishop() {
        for (rows, columns) in [(1, 1), (1, 6), (4, 3), (8, 8), (9, 7)] {
            let board = Shape::<1>::new(rows, columns).unwrap();
            let [queen, rook, bishop] =
                [Piece::QUEEN, Piece::ROOK, Piece::BISHOP].map(|piece| piece.jumps(&board));
            for cell in board.all() {
                assert_eq!(queen.of(cell), rook.of(cell) | bishop.of(cell), "{rows} x {columns}");
                assert_eq!(rook.of(cell).len(), rows + columns - 2);
            }
        }
    }

    #[test]
    fn every_piece_keeps_to_its_steps() {
        let board = Shape::<1>::new(7, 8).unwrap();
        let goes = |piece: Piece, rows: usize, columns: usize| match (
            rows.min(columns),
            rows.max(columns),
        ) {
            (0, 0) => false,
            (0, far) => {
                piece == Piece::QUEEN || piece == Piece::ROOK || piece == Piece::KING && far == 1
            }
            (1, 2) => piece == Piece::KNIGHT,
            (near, far) if near == far => {
                piece == Piece::QUEEN || piece == Piece::BISHOP || piece == Piece::KING && far == 1
            }
            _ => false,
        };
        for piece in [Piece::KNIGHT, Piece::KING, Piece::ROOK, Piece::BISHOP, Piece::QUEEN] {
            let jumps = piece.jumps(&board);
            for from in board.all() {
                let cell = board.cell(from);
                let expected = board.all().into_iter().filter(|&to| {
                    let to = board.cell(to);
                    goes(piece, cell.row.abs_diff(to.row), cell.column.abs_diff(to.column))
                });
                assert_eq!(jumps.of(from), expected.collect(), "{piece:?} on {cell}");
            }
        }
    }
}
