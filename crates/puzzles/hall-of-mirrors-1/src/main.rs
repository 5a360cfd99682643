//! # Hall of Mirrors
//!
//! *Jane Street, April 2015.* Lasers and goals stand around a grid of 16 x 16 cells. Put mirrors into
//! cells, along the diagonals; beams turn at each of them, on both sides. A laser whose beam leaves the
//! grid at a goal scores 5. A mirror that runs through N cells from corner to corner costs N + 2. What
//! is the largest score?
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
//! As many beams as possible score on a board without cost: 105 points for 21 goals. The loss is counted
//! against that: the cost of mirrors, and 5 for each beam less. The search looks for a board with a
//! loss of 0, of 1, and so on (iterative deepening), so the first that it finds is best.
//!
//! It fills the grid row by row. Each beam that leaves the rows so far knows its other end: a laser, a
//! goal, nothing, or another such beam. So beams that are finished are known, and the rows that are left
//! need to know nothing else, but for the mirrors of the row before. States that come back at no less
//! cost are left.
//!
//! ## Bound
//! What is left costs at least this:
//!
//! - *Half cells.* A row whose ends are no laser and goal needs a mirror, or leaves something out; so does
//!   a column whose beam from above and whose end below are none. A cell serves one row and one column. So
//!   twice the number of cells is that of such rows and columns, and one more for each second cell in a
//!   row or column, and for each cell in a column that needs none.
//! - *Sides in vain.* The only mirror of a row joins the beam from one of its ends with that from above,
//!   and the other with that from below, if it is the only one of its column, too. If such a beam leaves
//!   something out, the row or the column has a second cell. One in a column helps two sides at most, so
//!   a side in vain costs half as much as a half cell.
//! - *Mirrors* cost 2 beside their cells. One cell is picked in each row, of the same mirror as
//!   above as long as there is one. Each change takes another mirror: one that begins, or one that
//!   went on beside the others in all rows so far, which took a second cell in each of them.
//! - *What is left out.* 24 lasers have 21 goals, so three may be left out. Beyond that, a laser or goal
//!   costs half of a beam, 2.5 points.
//!
//! The least sum is found by dynamic programming over the rows, from the last one up, for each column in
//! which a mirror may come from above, and each number of lasers that may be left out. Before a row, it
//! tells whether to go on; while it is filled, what is best for the rows below.
//!
//! ## Why it is fast
//! The published instance has a best board of 77 points, by six mirrors in 16 cells, one in each row and
//! each column. A search that knew half cells, and of mirrors only how far a single one goes on, took
//! 306,884,733 nodes and 137 seconds to prove that 78 cannot be reached. This one takes 1,294,886 nodes and
//! four seconds in all: by this bound an empty grid costs 21, by that one 17, and the best board
//! costs 28. Without the states that come back it would take almost twice the nodes, and so it would
//! if it filled the grid in the worst of the four directions.
//!
//! What does not scale: many lasers without a goal, or many goals without a laser, as the bound counts
//! three at most that may be left out for nothing.
//!
//! ## The second way
//! The strategy `all-boards` tries every board of a small grid, and takes its score from the checker's way
//! to follow beams. Random instances compare the two. The scores of 860 random grids of 3 to 6 rows were
//! compared once with those of a plain search that only counts costs so far, and found equal.
//!
//! ## Sources
//! Korf, "Depth-first iterative-deepening" (1985).

mod bound;
mod score;
mod search;

use std::fmt;

use anyhow::Result;
use grid_puzzles::{Border, Side, draw, mirrors};
use grid_utils::Token;
use itertools::Itertools;
use picture::{Ink, Picture};
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Search, Setter};
use serde::Deserialize;

/// The most rows and columns.
const LARGEST_SIZE: usize = 16;
/// The most rows and columns of which all boards are tried.
const MOST_FOR_ALL: usize = 3;

/// An instance: what stands around the grid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HallOfMirrors {
    /// Lasers and goals.
    places: Border<Place>,
}

/// What stands at the end of a row or column.
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

puzzle::program!(HallOfMirrors);

impl Puzzle for HallOfMirrors {
    fn form(&self) -> Form {
        mirrors::form(self.places.size())
    }

    fn validate(&self) -> Result<()> {
        self.places.top.check_at_most("places.top", LARGEST_SIZE)?;
        self.places.check_sides("places")
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["rows", "all-boards"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        match search.strategy() {
            0 => search::search(self, search),
            _ => search::search_all(self, search),
        }
    }

    /// Mirrors may stand anywhere.
    fn check(&self, _: &Board) -> Result<()> {
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let lengths = mirrors::lengths(board.grid());
        Answer::of_score(score::score(self, board.grid()))
            .remark("lasers that score", score::scoring_beams(self, board.grid()).len())
            .remark("cells of mirrors", lengths.iter().sorted().rev().join(" "))
    }

    /// The mirrors, and the beams from lasers to goals.
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
    /// Small grids, of which all boards can be tried.
    fn sizes(&self) -> Vec<usize> {
        (1..=MOST_FOR_ALL).collect()
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
