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
//! Simulated annealing. A move changes a random cell, or swaps two that touch; it is made if the score
//! does not fall, else with the probability e^(gain / temperature). Only beams through the changed
//! cell matter: the four that leave it are followed to their ends, before anything is changed, and
//! tell what any content of the cell scores. So a move takes a quarter of a microsecond.
//!
//! A round has 20,000 moves for each cell, while the temperature falls from 1 to 0.45 points. Rounds
//! follow until the record is reached. A node is a hundred moves.
//!
//! ## The record
//! 77 points, from 21 lasers, all that can score, and six mirrors in 16 cells, one in each row and each
//! column. The seed is one whose first round finds it, after 1.1 seconds; seeds 1, 2 and 3 need 7, 10
//! and 16 rounds. Without swaps, and from a temperature of 2 on, one round in 20 found it. Of 30 rounds
//! that were six times as long, 3.5 minutes of work, at least 12 found it, and none found more.
//!
//! ## Bound
//! No board scores more than 77, so the gap is 0: the record is the best score. The strategy `rows`
//! proves it by complete search,
//!
//! ```text
//! hall-of-mirrors-1 --strategy rows --set record=78
//! ```
//!
//! with 306,884,733 nodes in 2.3 minutes of processor time, which is why it is no part of each run.
//! That no board scores more than 79 takes 7 seconds, and 81 less than one. Each two points less
//! take twenty times the nodes.
//!
//! It fills the grid row by row. Each beam that leaves the rows so far knows its other end: a
//! laser, a goal, nothing, or another such beam. So beams that are finished are known, and a loss
//! is counted against 105, the points of 21 lasers: the cost of mirrors, and 5 for a goal that is
//! missed, or for a laser beyond the three that must miss. What is left costs at least this:
//!
//! - No laser faces a goal. So each row that is left needs a mirror, or leaves out a laser or goal
//!   of its own; so does a column whose beam from above and whose end below are no laser and goal.
//!   A cell serves one row and one column. A loss of 5 saves two of them at most.
//! - Cells cost 1 in mirrors that were begun, and 2 more for each mirror that has to be begun
//!   because those do not go far enough. Where only one comes into the next row, it goes on as far
//!   as the beams that it turns leave nothing out; farther on, another mirror has to begin, or
//!   there is a loss of 5.
//!
//! By hand, the first point alone gives 86: 21 lasers leave three rows and columns without a mirror, 29
//! with one need 15 cells, and one mirror is not enough. With prices for lasers and goals, such
//! that each diagonal picks its mirrors for itself (Lagrange), it was 89.
//!
//! ## Why the code is long
//! There are three searches: annealing, row by row, and all boards of small grids. The last two are
//! compared on random instances, whose record is the best of all boards. The checker follows
//! beams on its own.
//!
//! ## Sources
//! Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing" (1983).

mod light;
mod rows;
mod search;

use std::fmt;

use anyhow::{Result, ensure};
use grid_puzzles::{Border, Side, draw};
use grid_utils::Token;
use itertools::Itertools;
use picture::{Ink, Picture};
use puzzle::{Answer, Board, Draft, Flow, Form, Puzzle, Rng, Search};
use serde::Deserialize;

/// The most rows and columns.
const LARGEST_SIZE: usize = 16;
/// The most rows and columns of which all boards are tried.
const MOST_FOR_ALL: usize = 3;

/// What stands in a cell with a mirror; 0 where there is none.
const RISING: i64 = 1;
const FALLING: i64 = 2;

/// An instance: what stands around the grid, and the score to reach.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HallOfMirrors {
    /// The score that a board has to reach.
    record: i64,
    /// A score that no board exceeds, if the strategy `rows` has proved one. It is shown, and nothing
    /// rests on it.
    bound: Option<i64>,
    /// What random moves are drawn from.
    seed: u64,
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
        f.write_str(match self {
            Self::Laser => "L",
            Self::Goal => "G",
        })
    }
}

impl Token for Place {
    fn parse_token(text: &str) -> Result<Self, String> {
        let all = [Self::Laser, Self::Goal];
        let place = all.into_iter().find(|place| place.to_string() == text);
        place.ok_or_else(|| "L for a laser or G for a goal".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The point half a cell from one point towards another: beams begin and end at the border.
fn inwards((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> (f64, f64) {
    let part = 0.5 / (to_x - x).hypot(to_y - y);
    (x + part * (to_x - x), y + part * (to_y - y))
}

puzzle::program!(HallOfMirrors);

impl Puzzle for HallOfMirrors {
    fn form(&self) -> Form {
        let size = self.places.size();
        Form::words(size, size, ["", "/", "\\"]).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        self.places.top.check_at_most("places.top", LARGEST_SIZE)?;
        self.places.check_sides("places")
    }

    fn record(&self) -> Option<i128> {
        Some(self.record.into())
    }

    fn strategies() -> &'static [&'static str] {
        &["annealing", "rows", "all-boards"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    /// One board, or all, each once.
    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (score, record) = (light::score(self, board.grid()), self.record);
        ensure!(score >= record, "the score is {score}, and the record {record}");
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let mirrors = board.grid();
        let score = light::score(self, mirrors);
        let lengths = light::lengths(mirrors);
        let answer = Answer::of_score(score)
            .remark("lasers that score", light::scoring_beams(self, mirrors).len())
            .remark("cells of mirrors", lengths.iter().sorted().rev().join(" "));
        match self.bound {
            Some(bound) => {
                let gap = bound - score;
                answer
                    .remark("bound of the instance", format!("{bound}, {gap} more than the score"))
            }
            None => answer,
        }
    }

    /// Small grids whose record is the best of all boards.
    fn sizes() -> Vec<usize> {
        (1..=MOST_FOR_ALL).collect()
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.min(MOST_FOR_ALL);
        let place = |_, _| match random.u8(..3) {
            0 => None,
            1 => Some(Place::Laser),
            _ => Some(Place::Goal),
        };
        let hall = Self { record: 0, bound: None, seed: 0, places: Border::of(size, place) };
        let scores = search::all_boards(size).map(|mirrors| light::score(&hall, &mirrors));
        let draft = Draft::new().number("record", scores.max()?).number("seed", random.u8(..));
        let sides = Side::ALL.into_iter();
        Some(sides.fold(draft, |draft, side| {
            draft.text(&format!("places.{}", side.key()), hall.places.side(side))
        }))
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
        let centre = |(row, column): light::Point| (column as f64 + 0.5, row as f64 + 0.5);
        for (beam, colour) in
            light::scoring_beams(self, board.grid()).into_iter().zip((0..8).cycle())
        {
            let mut points = beam.into_iter().map(centre).collect_vec();
            let last = points.len() - 1;
            points[0] = inwards(points[0], points[1]);
            points[last] = inwards(points[last], points[last - 1]);
            picture.line(&points, Ink::Colour(colour), 0.06);
        }
        for (cell, mirror) in board.grid() {
            let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
            let rise = match *mirror {
                Some(RISING) => -0.5,
                Some(FALLING) => 0.5,
                _ => continue,
            };
            picture.line(&[(x - 0.5, y - rise), (x + 0.5, y + rise)], Ink::Text, 0.1);
        }
        picture
    }
}
