//! Pictures of the family's boards.

use grid_utils::{Cell, Grid};
use picture::Picture;

use crate::{Board, Corner, Digits, Hook, Square};

pub use grid_puzzles::draw::{border, side};

/// The grid with the digits of a board, complete or not, where there is one, over the given ones;
/// see [`grid_puzzles::draw::numbers`].
#[must_use]
pub fn digits(size: usize, givens: Option<&Board>, board: Option<&Board>) -> Picture {
    let mut picture = grid_puzzles::draw::numbers(size, size, givens, board);
    picture.title(&format!("Hooks of the sizes 1 to {size}"));
    picture
}

/// Draws thick lines between the hooks of a complete board; nothing where the digits allow no cut.
pub fn hooks(picture: &mut Picture, board: &Board, digits: Digits) {
    if let Some(hook_of) = cut(board, digits) {
        // A user's board may be smaller than the picture's grid.
        picture.borders(|one, other| hook_of.get(one) != hook_of.get(other));
    }
}

/// The size of each cell's hook, in one way to cut hooks that fit the digits; none if there is no
/// such way.
///
/// ```
/// use nested_hooks::{Digits, draw};
///
/// let board = ". 2 .\n. 1 2\n3 3 3".parse().unwrap();
/// let sizes = draw::cut(&board, Digits::OfSize).unwrap();
/// assert_eq!(sizes.to_string(), "3 2 2\n3 1 2\n3 3 3");
/// # let board = ". 1 .\n3 3 2\n3 . 2".parse().unwrap();
/// # assert_eq!(draw::cut(&board, Digits::OfSize), None);
/// ```
#[must_use]
pub fn cut(board: &Board, digits: Digits) -> Option<Grid<u8>> {
    if board.rows() != board.columns() || crate::check::digits(board).is_err() {
        return None;
    }
    let mut sizes = Grid::filled(board.rows(), board.columns(), 0);
    cut_square(board, digits, Square::whole(board.rows()), &mut sizes).then_some(sizes)
}

/// Cuts the hooks of a square; false if that cannot be done.
fn cut_square(board: &Board, digits: Digits, square: Square, sizes: &mut Grid<u8>) -> bool {
    if square.size == 0 {
        return true;
    }
    let corners: &[Corner] = square.corners();
    corners.iter().any(|&corner| {
        let hook = Hook { square, corner };
        let carries_one_digit = {
            let mut found = hook.cells().filter_map(|cell: Cell| board[cell]);
            let first = found.next();
            // Each digit has its cells on the board, so a hook with all of them has no other.
            first.is_some_and(|first| {
                let others = found.filter(|&digit| digit == first).count();
                let is_wanted = digits == Digits::Free || usize::from(first) == square.size;
                is_wanted
                    && others + 1 == usize::from(first)
                    && hook.cells().all(|cell| board[cell].is_none_or(|digit| digit == first))
            })
        };
        carries_one_digit && {
            hook.cells().for_each(|cell| sizes[cell] = hook.digit_of_size());
            cut_square(board, digits, hook.inside(), sizes)
        }
    })
}
