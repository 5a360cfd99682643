//! Pictures of the family's boards.

use std::fmt::Display;

use grid_utils::{Cell, Grid};
use picture::{Ink, Picture};

use crate::{Board, Border, Corner, Digits, Hook, Side, Square};

/// The grid with the digits of a board, complete or not, where there is one, over the given ones.
/// A digit that stands where another is given is marked as a mistake.
#[must_use]
pub fn digits(size: usize, givens: Option<&Board>, board: Option<&Board>) -> Picture {
    let mut picture = Picture::grid(size, size);
    picture.title(&format!("Hooks of the sizes 1 to {size}"));
    for cell in Grid::filled(size, size, ()).cells() {
        let at = |board: Option<&Board>| board.and_then(|board| board.get(cell).copied().flatten());
        let (digit, ink) = match (at(givens), at(board)) {
            (Some(given), Some(found)) if given != found => (Some(found), Ink::Warning),
            (Some(given), _) => (Some(given), Ink::Given),
            (None, found) => (found, Ink::Found),
        };
        if let Some(digit) = digit {
            picture.text(cell, &digit.to_string(), ink);
        }
    }
    picture
}

/// Adds the clues of one side to a picture.
pub fn side<T: Display>(
    picture: &mut Picture,
    side: Side,
    clues: impl IntoIterator<Item = (usize, T)>,
) {
    for (line, clue) in clues {
        let clue = clue.to_string();
        match side {
            Side::Top => picture.label_top(line, &clue),
            Side::Bottom => picture.label_bottom(line, &clue),
            Side::Left => picture.label_left(line, &clue),
            Side::Right => picture.label_right(line, &clue),
        };
    }
}

/// Adds the clues of all four sides to a picture.
pub fn border<T: Display>(picture: &mut Picture, border: &Border<T>) {
    for one in Side::ALL {
        side(picture, one, border.side(one).given());
    }
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
    if !board.is_square() || crate::check::digits(board).is_err() {
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
            hook.cells().for_each(|cell| sizes[cell] = square.size as u8);
            cut_square(board, digits, hook.inside(), sizes)
        }
    })
}
