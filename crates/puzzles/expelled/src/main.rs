//! # Expelled
//!
//! *Jane Street, May 2020.* Row 1 is 1, 2, 3, ... The entry of row n at position n is expelled. Row n + 1
//! takes the entries beside it in turn: the first to its left, the first to its right, the second to its
//! left, and so on; when the left side is used up, the rest of the right side follows. In which row
//! is a given number expelled?
//!
//! ```text
//! 1  2  3  4  5  6  7  8      1 is expelled in row 1
//! 2  3  4  5  6  7  8  9      3 in row 2
//! 2  4  5  6  7  8  9 10      5 in row 3
//! 4  6  2  7  8  9 10 11      7 in row 4: its left side is used up after 2, 8, 6, 9, 4, 10
//! 2  8  6  9  4 10 11 12      4 in row 5
//! ```
//!
//! ## Boards
//! The number of the row.
//!
//! ## Idea
//! Rows need not be written down, since a number's position determines its next position. In row n,
//! at position p:
//!
//! - p < n, left of the expelled entry by n - p: it moves to position 2(n - p) - 1, since each
//!   nearer entry on the left is followed by one from the right.
//! - n < p < 2n, right of it by p - n: to position 2(p - n), by the same count.
//! - p >= 2n: the left side is used up; only the expelled entry is missing: p - 1.
//! - p = n: expelled.
//!
//! So a number p is at position p - r + 1 of row r as long as this is at least 2r, and wanders
//! after that. Whether every number is eventually expelled is an open problem.
//!
//! ## The second way
//! The checker goes backwards: from position r of the claimed row r up to row 1, where the position
//! is the number itself. An odd position 2k - 1 was on the left by k; an even one 2k was on the
//! right by k; those beyond both sides shifted by one. Only one entry is expelled in each row, and
//! a number only once, so the row is right if the number is.
//!
//! ## What does not scale
//! Rows are followed one by one, at most a billion of them.

use itertools::interleave;
use puzzle::prelude::*;

/// The last row that is examined.
const LAST_ROW: i64 = 1_000_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expelled {
    /// The number whose row is sought.
    number: Within<1, LAST_ROW>,
}

/// Returns the position in the next row of an entry at `position` in row `row`; `None` if it is
/// expelled.
fn next(row: i64, position: i64) -> Option<i64> {
    match position - row {
        0 => None,
        left @ ..0 => Some(-2 * left - 1),
        right if right < row => Some(2 * right),
        _ => Some(position - 1),
    }
}

/// Returns the position in `row` of the entry at `position` in the row after it.
fn previous(row: i64, position: i64) -> i64 {
    let is_beyond = position > 2 * (row - 1);
    match position % 2 {
        _ if is_beyond => position + 1,
        0 => row + position / 2,
        _ => row - (position + 1) / 2,
    }
}

/// Returns the first entries of the first rows, with more entries in the earlier ones.
fn rows(rows: usize, entries: usize) -> Vec<Vec<usize>> {
    let mut all = vec![(1..=entries + 2 * rows).collect::<Vec<_>>()];
    for row in 1..rows {
        let (left, right) = all[row - 1].split_at(row - 1);
        let (beside, rest) = right[1..].split_at(left.len());
        let next = interleave(left.iter().rev(), beside).chain(rest);
        all.push(next.copied().collect());
    }
    all
}

puzzle::program!(Expelled, searched without rules);

impl Puzzle for Expelled {
    fn form(&self) -> Form {
        Form::value(1..=LAST_ROW)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut position = self.number.get();
        for row in 1..=LAST_ROW {
            if row % 1024 == 0 {
                search.poll()?;
            }
            match next(row, position) {
                Some(next) => position = next,
                None => return search.value(Board::of_value(row)),
            }
        }
        search.give_up()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let expelled = board.value().unwrap_or(0);
        let number = (1..expelled).rev().fold(expelled, |position, row| previous(row, position));
        ensure!(
            number == self.number.get(),
            "row {expelled} expels {number}, not {}",
            self.number.get()
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(board.value().unwrap_or(0))
    }

    /// Draws the first rows, with their expelled entries shaded and the number in colour.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The number of rows and of entries shown.
        const SHOWN: usize = 18;
        let mut picture = Picture::grid(SHOWN, SHOWN);
        for (row, entries) in rows(SHOWN, SHOWN).iter().enumerate() {
            picture.label_left(row, &(row + 1).to_string());
            for (column, &entry) in entries.iter().enumerate().take(SHOWN) {
                let cell = Cell::new(row, column);
                picture.text(cell, &entry.to_string(), Ink::Given);
                if i64::try_from(entry) == Ok(self.number.get()) {
                    picture.fill(cell, Tint::Colour(0));
                } else if row == column {
                    picture.fill(cell, Tint::Shade);
                }
            }
        }
        if let Some(row) = board.and_then(Board::value) {
            picture.caption([format!("{} is expelled in row {row}.", self.number.get())]);
        }
        picture
    }
}

impl Setter for Expelled {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("number", random.usize(1..=size)))
    }
}
