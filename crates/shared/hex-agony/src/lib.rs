//! Shared code of the two Hex-agony puzzles.
//!
//! A board is a hexagon of hexes. Two hexes see each other if they are in one line, in any of three
//! directions, whatever is between them. Some hexes hold a number in one of four colours:
//!
//! | colour | the number is |
//! | --- | --- |
//! | red, `r` | the sum of the blue numbers that the hex sees |
//! | blue, `b` | the largest green number that it sees, 0 if there is none |
//! | green, `g` | the product of the black numbers that it sees, 1 if there are none |
//! | black, `k` | how many red numbers it sees |
//!
//! Some hexes are given, with their numbers. The others are to be filled, or left empty, such that
//! the numbers in the middle column have the largest possible sum.
//!
//! ```text
//!   k3 r0         a board of side 2, written column by column, each from its top: the green hex in the
//! g27 r0 k3       middle column sees three black ones, and each of these sees all three red ones; the
//!   k3 r0         sum is 27 + 0 + 3 = 30, and no other board has a larger one
//! ```
//!
//! | for | there is |
//! | --- | --- |
//! | the puzzles | [`OF_GIVENS`] |
//! | the rules | binary numbers, and the exponents of their prime factors |
//! | the search | colours and bounds of numbers, by constraint propagation |
//! | the checker | the rules, hex by hex, from the numbers that are written; it shares no code with rules and search |
//!
//! # How the search goes
//! All numbers follow from the colours: black numbers from where the red ones are, green from
//! black, blue from green, and red from blue. So a board is a choice of colours. The search keeps
//! for each hex the colours that it can have, with bounds of the number that it would have in each.
//! Bounds go both ways: the blue numbers in view bound a red one, and a red number that is given
//! bounds each blue one in view.
//!
//! *Factors.* Where the number of a green hex is known, it must be a product of the numbers of the
//! black hexes in view, and hexes of other colours count as factors 1. Dynamic programming over the
//! products that the first hexes can have, forwards, and over those that the others can complete,
//! backwards, gives the possible factors of each hex. Large prime factors settle most of it: a
//! black hex that sees 23 reds is the centre of the hexagon, and all hexes in its lines but one are
//! red.
//!
//! *Branching.* A blue number that is known needs a witness, a green hex in view with the same
//! number. The search first decides which hex that is; then what is black among the hexes that such
//! a witness sees; then all other colours.
//!
//! *Bound.* The upper bounds in the middle column add up to a bound of the sum. A node ends where
//! this is not larger than the best sum so far.
//!
//! # The rules as constraints
//! A product of numbers that are to be found is not a linear constraint, but the exponents of its
//! prime factors are sums of the exponents of its factors. From the exponents the rules build up a
//! green number in binary digits: where the exponent of 7 is 2, the next number is 49 times the one
//! before. The products of the largest primes are few and come first, one flag for each; most other
//! steps are [deferred](Model::defer). The factors of the given numbers are stated, too, so that
//! neither solver nor reader need divide. Green numbers beyond 16 times the largest given one are not
//! distinguished; the best boards have none.
//!
//! Given numbers beyond 2^24 are too large for these constraints: they need the search.
//!
//! # The checker
//! It computes each number from those that are written in its view, with three coordinates instead
//! of rows and columns.

mod board;
mod check;
mod constraints;
mod numbers;
mod search;

use std::iter::zip;

use itertools::izip;
use puzzle::Kind;
use puzzle::prelude::*;

use board::{Givens, MOST_OF_SIDE, Mark};

/// A hexagon with some hexes given.
pub static OF_GIVENS: Kind = Kind::of::<HexAgony>().searched();

/// An instance: the given hexes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexAgony {
    /// A line for each column of the hexagon, from the left, with its hexes from the top.
    #[serde(deserialize_with = "grid_utils::from_text")]
    givens: Givens,
}

impl HexAgony {
    /// Returns the numbers in the middle column, 0 for an empty hex.
    fn middle(&self, board: &Board) -> Vec<i64> {
        let cells = zip(self.givens.hexagon.cells(), marks(board));
        let middle = cells.filter(|(cell, _)| cell.column + 1 == self.givens.hexagon.side);
        middle.map(|(_, mark)| mark.map_or(0, |mark| mark.number)).collect()
    }
}

/// Returns the content of each hex, column by column.
fn marks(board: &Board) -> Vec<Option<Mark>> {
    board.cells().into_iter().map(|value| value.map(Mark::of_value)).collect()
}

impl Puzzle for HexAgony {
    fn form(&self) -> Form {
        let hexagon = self.givens.hexagon;
        let outlines = hexagon.outlines();
        let column = |(number, (hexes, outlines)): (usize, (&[Option<Mark>], &[Vec<_>]))| {
            let givens = Grid::from_fn(1, hexes.len(), |cell| hexes[cell.column]);
            let form = Form::own(1, hexes.len(), Mark::WORDS).drawn_as(outlines.iter().cloned());
            (format!("column {}", number + 1), form.with_empty_cells().with_givens(&givens))
        };
        let columns = zip(hexagon.columns(&self.givens.marks), hexagon.columns(&outlines));
        Form::parts(Layout::Rows, columns.enumerate().map(column))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(&self.givens, model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(&self.givens, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self.givens.hexagon.side, &marks(board))
    }

    fn answer(&self, board: &Board) -> Answer {
        let middle = self.middle(board);
        let sum: i128 = middle.iter().copied().map(i128::from).sum();
        let empty = marks(board).iter().filter(|mark| mark.is_none()).count();
        Answer::of_score(sum)
            .remark("middle column", middle.iter().join(" + "))
            .remark("empty hexes", empty)
    }

    /// Draws the hexes with their marks, the middle column in bold lines. Long marks take two
    /// lines.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The most letters in one line.
        const MOST_LETTERS: usize = 5;
        /// The size of letters in two lines, and from one to the other.
        const LETTER: f64 = 0.4;
        const LINE: f64 = 0.44;
        let hexagon = self.givens.hexagon;
        let hexes = hexagon.outlines();
        let points = || hexes.iter().flatten();
        let width = points().map(|point| point.0).fold(0.0, f64::max);
        let height = points().map(|point| point.1).fold(0.0, f64::max);
        let mut picture = Picture::canvas(width, height);
        picture.description("Hexes with numbers in four colours");
        let marks = board.map_or_else(|| self.givens.marks.clone(), marks);
        let is_middle = hexagon.cells().map(|cell| cell.column + 1 == hexagon.side);
        let hexes = izip!(is_middle, hexes, &self.givens.marks, marks);
        // The outlines of the middle column are on top.
        for (is_middle, corners, given, mark) in hexes.sorted_by_key(|hex| hex.0) {
            let outline = if is_middle { Ink::Text } else { Ink::Muted };
            picture.polygon(&corners, Some(outline), mark.map(|mark| mark.colour.tint()));
            if let Some(mark) = mark {
                let ink = match given {
                    Some(given) if *given == mark => Ink::Given,
                    Some(_) => Ink::Warning,
                    None => Ink::Found,
                };
                let text = mark.to_string();
                if text.len() <= MOST_LETTERS {
                    picture.polygon_text(&corners, &text, ink);
                    continue;
                }
                let count = corners.len() as f64;
                let x = corners.iter().map(|corner| corner.0).sum::<f64>() / count;
                let y = corners.iter().map(|corner| corner.1).sum::<f64>() / count;
                let (above, below) = text.split_at(text.len().div_ceil(2));
                picture.text_at(x, y - LINE / 2.0, LETTER, above, ink);
                picture.text_at(x, y + LINE / 2.0, LETTER, below, ink);
            }
        }
        picture
    }
}

impl Setter for HexAgony {
    /// Colours at random, and the numbers that they have, but for a few hexes.
    fn sizes(&self) -> Vec<usize> {
        (1..=MOST_OF_SIDE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        numbers::random(size, random).map(|givens| Draft::new().text("givens", givens))
    }
}
