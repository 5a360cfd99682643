//! The unsolved board to be filled in by the reader, where it is a grid of numbers.

use picture::Ink;
use protocol::{Event, Exhibit, Goal};
use serde::Serialize;

use crate::search::Search;

/// Numbers of a board are at most this large.
const MOST: u8 = 99;
/// The value of an empty cell.
const EMPTY: u8 = 0;

/// A board to be filled in.
#[derive(Serialize)]
pub(super) struct TryIt {
    /// The `viewBox` of the unsolved board.
    view_box: String,
    /// What stands in it.
    body: String,
    /// Left, top, width and height of the grid, in hundredths of the picture's.
    place: [f64; 4],
    /// What the script is told, as JSON.
    data: String,
}

/// What the script is told.
#[derive(Serialize)]
struct Data<'a> {
    slug: &'a str,
    rows: usize,
    columns: usize,
    /// The numbers that stand there from the beginning, by their places in reading order.
    given: Vec<(usize, &'a str)>,
    /// The clues in the middle of cells, likewise.
    clues: Vec<(usize, &'a str)>,
    /// The solution, so written that nobody reads it by accident.
    code: String,
    /// Whether some cells stay empty.
    blanks: bool,
    /// Whether there is a 0.
    zero: bool,
    /// Whether there are numbers of two digits.
    long: bool,
}

impl TryIt {
    /// The board of a puzzle whose only solution is a grid of numbers; none for all others.
    pub(super) fn of(exhibit: &Exhibit, search: &Search) -> Option<Self> {
        let row = &exhibit.row;
        let Some([board]) = row.boards.as_deref() else { return None };
        if exhibit.metadata.goal != Goal::Unique || !row.reaches_goal() {
            return None;
        }
        let base = &search.base;
        let (rows, columns) = (base.rows(), base.columns());
        let values = values(board, rows, columns)?;
        let solution = search.steps.iter().position(|step| step.event == Event::Solution)?;
        let solved = search.picture(solution);
        let mut unsolved = base.clone();
        let (mut given, mut clues) = (Vec::new(), Vec::new());
        for (cell, (text, _)) in base.cell_texts() {
            let place = cell.row * columns + cell.column;
            let stays = solved.cell_texts().get(&cell) == Some(&(text, Ink::Given));
            if stays && value(text) == values.get(place).copied() {
                given.push((place, text));
            } else {
                // It makes room for what the reader writes there, so the script shows it.
                unsolved.text(cell, "", Ink::Text);
                clues.push((place, text));
            }
        }
        let data = Data {
            slug: &row.puzzle,
            rows,
            columns,
            given,
            clues,
            code: code(&values),
            blanks: values.contains(&EMPTY),
            zero: values.contains(&1),
            long: values.iter().any(|&value| value > 10),
        };
        let data = serde_json::to_string(&data).ok()?;
        let extent = unsolved.extent();
        let (width, height) = (extent.right - extent.left, extent.bottom - extent.top);
        let parts = [
            -extent.left / width,
            -extent.top / height,
            base.width() / width,
            base.height() / height,
        ];
        Some(Self {
            view_box: extent.to_string(),
            body: unsolved.svg_body(),
            place: parts.map(|part| 100.0 * part),
            data,
        })
    }
}

/// The values of a board's cells in reading order, where it is nothing but a grid of numbers and empty
/// cells.
fn values(board: &str, rows: usize, columns: usize) -> Option<Vec<u8>> {
    let lines: Vec<Vec<&str>> =
        board.trim_end().lines().map(|line| line.split_whitespace().collect()).collect();
    let is_grid = columns > 0 && lines.len() == rows;
    if !is_grid || lines.iter().any(|line| line.len() != columns) {
        return None;
    }
    let values: Option<Vec<_>> = lines.into_iter().flatten().map(value).collect();
    values.filter(|values| values.iter().any(|&value| value != EMPTY))
}

/// 0 for an empty cell, the number and 1 for another; none for anything else. Letters after a number,
/// such as the name of a piece, are left out.
fn value(token: &str) -> Option<u8> {
    if token == "." {
        return Some(EMPTY);
    }
    let digits = token.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    digits.parse().ok().filter(|&number: &u8| number <= MOST).map(|number| number + 1)
}

/// Two hexadecimal digits for each cell, shifted by its place: who looks at the page's source is not
/// told, and who wants to know can ask.
fn code(values: &[u8]) -> String {
    use std::fmt::Write;
    let mut code = String::new();
    for (place, &value) in values.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(code, "{:02x}", (usize::from(value) + 73 * place + 41) % 256);
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_numbers_is_read_and_others_are_not() {
        assert_eq!(values("1 . 10\n0 5I .\n", 2, 3).unwrap(), [2, 0, 11, 1, 6, 0]);
        for (board, rows, columns) in [
            ("1 2\n3 4\n", 2, 3),
            ("1 2\n3 4\n", 3, 2),
            ("1 2\n3 4\n\nsum 5\n", 2, 2),
            ("# .\n. #\n", 2, 2),
            (". .\n. .\n", 2, 2),
            ("1 100\n", 1, 2),
            ("", 0, 0),
        ] {
            assert_eq!(values(board, rows, columns), None, "{board:?}");
        }
    }

    #[test]
    fn the_code_of_a_number_differs_from_place_to_place() {
        assert_eq!(code(&[EMPTY, 1, 10, 10]), "2973c50e");
    }
}
