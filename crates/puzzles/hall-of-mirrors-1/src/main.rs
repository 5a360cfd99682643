//! # Hall of Mirrors
//!
//! *Jane Street, April 2015.* Lasers and goals stand around a grid of 16 x 16 cells. Place mirrors
//! along the diagonals of cells; beams turn at each of them, on both sides. A laser whose beam
//! leaves the grid at a goal scores 5. A mirror that runs through N cells from corner to corner
//! costs N + 2. What is the largest score?
//!
//! ```text
//!     . . G .        One mirror in the second row sends the left laser up to a goal, and the right
//! .   . . . .   .    one down to the other goal: 5 + 5 - 3 = 7. A second cell of the same mirror
//! L   . . / .   L    costs 1, one elsewhere 3.
//! .   . . . .   .
//! .   . . . .   .
//!     . . G .
//! ```
//!
//! Grids have up to 16 rows and columns.
//!
//! ## Boards
//! The cells, with `/`, `\` and `.`.
//!
//! ## Idea
//! As many beams as possible score on a board without cost: 105 points for 21 goals. The loss is
//! counted against that: the cost of mirrors, and 5 for each beam that fails to score. The search
//! looks for a board with a loss of 0, of 1, and so on (iterative deepening), so the first one
//! found is optimal. In the small hall two beams may score, 10 points; a mirror costs 3 at least,
//! so the rounds for losses of 0, 1 and 2 end at once, and the round for 3 finds the 7 points.
//!
//! It fills the grid row by row. Each beam that leaves the rows so far knows its other end: a
//! laser, a goal, nothing, or another such beam. So the finished beams are known, and the remaining
//! rows depend on nothing else but the mirrors of the row before. States that recur at no less cost
//! are pruned.
//!
//! ## Bound
//! The remaining cost is at least the sum of these parts:
//!
//! - *Cells.* A cell serves one row and one column: its row pays 0.4 of its point, and its column
//!   0.6. A column without a mirror leaves something out, unless its beam from above and its end
//!   below are a laser and a goal, or nothing. The same holds for rows.
//! - *Sides in vain.* The only mirror of a row joins the beam from one of its ends with that from
//!   above, and the other with that from below, if it is the only one of its column, too. If such a
//!   beam leaves something out, there is a second cell: in the row, where it makes up for one side,
//!   or in the column, where it makes up for a side of each of the two. So a side in vain costs
//!   0.3.
//! - *Mirrors* cost 2 beside their cells. One cell is picked in each row, of the same mirror as
//!   above as long as there is one. Each change needs another mirror: one that begins, or one that
//!   ran beside the others in all rows so far, with a second cell in each of them.
//! - *Omissions.* Of 24 lasers and 21 goals, three lasers may be left out for nothing. As long as
//!   some may be, each one costs 0.6, which is refunded for those that may (a Lagrangian
//!   relaxation); otherwise, a laser or goal costs half of a beam, 2.5 points.
//!
//! The minimum sum is found by dynamic programming over the rows, from the last one up, for each
//! column in which a mirror may come from above. It decides before each row whether to continue,
//! and guides how the row is filled.
//!
//! With shares of one half each, a side in vain would cost 0.25 only.
//!
//! ## Sources
//! Korf, "Depth-first iterative-deepening" (1985).

mod beams;
mod bound;
mod score;
mod search;

use std::fmt;

use grid_puzzles::{Border, Side, draw, mirrors};
use grid_utils::Token;
use puzzle::prelude::*;

/// The maximum number of rows and columns.
const LARGEST_SIZE: usize = 16;

/// An instance: the lasers and goals around the grid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HallOfMirrors {
    /// Lasers and goals.
    places: Border<Place>,
}

/// The content of the end of a row or column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Laser,
    Goal,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if *self == Self::Laser { "L" } else { "G" })
    }
}

impl Token for Place {
    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "L" => Ok(Self::Laser),
            "G" => Ok(Self::Goal),
            _ => Err("L for a laser or G for a goal".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

puzzle::program!(HallOfMirrors, searched without rules);

impl Puzzle for HallOfMirrors {
    fn form(&self) -> Form {
        mirrors::form(self.places.size())
    }

    fn validate(&self) -> Result<()> {
        self.places.top.check_at_most("places.top", LARGEST_SIZE)?;
        self.places.check_sides("places")
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    /// Accepts every board, since mirrors may be anywhere.
    fn check(&self, _: &Board) -> Result<()> {
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let lengths = mirrors::lengths(board.grid());
        Answer::of_score(score::score(self, board.grid()))
            .remark("lasers that score", score::scoring_beams(self, board.grid()).len())
            .remark("cells of mirrors", lengths.iter().sorted().rev().join(" "))
    }

    /// Draws the mirrors, and the beams from lasers to goals.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.places.size();
        let mut picture = Picture::grid(size, size);
        picture.description(&format!(
            "Lasers and goals around a grid of {size} rows and columns, for mirrors"
        ));
        draw::border(&mut picture, &self.places);
        let Some(board) = board else { return picture };
        let beams = score::scoring_beams(self, board.grid());
        for (beam, colour) in beams.iter().zip((0..8).cycle()) {
            picture.line(&mirrors::corners(beam, 0.5), Ink::Colour(colour), 0.06);
        }
        mirrors::draw(&mut picture, board.grid(), 1.0);
        picture
    }
}

impl Setter for HallOfMirrors {
    /// Returns sizes of grids that are small enough to compare the search with the scores of all
    /// boards.
    fn sizes(&self) -> Vec<usize> {
        (1..=3).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let place = |_, _| match random.u8(..3) {
            0 => None,
            1 => Some(Place::Laser),
            _ => Some(Place::Goal),
        };
        let places = Border::of(size, place);
        Some(Side::ALL.into_iter().fold(Draft::new(), |draft, side| {
            draft.text(&format!("places.{}", side.key()), places.side(side))
        }))
    }
}
