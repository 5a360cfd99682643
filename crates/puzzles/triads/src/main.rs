//! # Triads
//!
//! *Jane Street, April 2020.* A triangle of dots has rows of 1, 2, ... N dots, like bowling pins;
//! each inner dot has six neighbours. A triad is three dots of which each two are neighbours. For
//! which N below 40 can the triangle be split into triads? The answer is the sum of these N.
//!
//! ```text
//!    a        2 rows are a triad; 3 rows cannot be split, and of 4 rows, 10 dots, somebody would
//!   a a       be left over
//! ```
//!
//! ## Boards
//! A line for each N: its rows of letters, `2: a/aa`, or `no`. Three neighbours with one letter are a
//! triad; letters come again where they do not touch.
//!
//! ## Idea
//! *What cannot be split.* The number of dots must be a multiple of three, and of the triads, a third
//! of the dots, those that point up outnumber those that point down by the number of times that 3
//! goes into N + 1, however the triangle is split (Conway and Lagarias). Sum and difference of two
//! numbers are both even or both odd; where these are not, there is no splitting.
//!
//! *Why the difference is known.* Make each dot a hexagon of a honeycomb and name the edges a, b, c
//! by their directions. The outline of a triangle with n rows is (ab)^n (ca)^n (bc)^n. Walk the same
//! word on another honeycomb, whose edges are named such that each hexagon has two letters in turn,
//! ababab. There a triad is walked to a closed curve that encloses an area of three hexagons, to the
//! left if it points up and to the right if it points down. Areas add up when pieces are put
//! together along their outlines, since what two of them share is walked both ways; so a triangle
//! that is split encloses three hexagons times the difference. And (ab)^n goes n/3 times around a
//! hexagon, which makes n hexagons of the three sides (n + 1 if n is 2 modulo 3).
//!
//! *What can be split.* Up to 12 rows the search finds triads row by row, from the first free dot on:
//! it is the top of a triad, or the left end of one that points down. A larger triangle has a
//! triangle of 12 rows at the top and one of N - 12 rows at the right; the parallelogram between them
//! is cut into strips, of pieces of 2 x 3 dots, which are two triads.
//!
//! ## The second way
//! The checker counts the neighbours of each dot that have its letter: two, which are neighbours of
//! each other. Where the board says `no`, it tries up to 20 rows everything there is, by the sets
//! of dots of a row that triads of the rows above can take: 10,547 of them for row 20, where there
//! would be two thousand million for row 39. For all sizes it walks the three outlines, and compares
//! their areas, instead of trusting a formula.
//!
//! ## Sources
//! J. H. Conway and J. C. Lagarias, "Tiling with polyominoes and combinatorial group theory", 1990:
//! triangles of N = 0, 2, 9, 11 modulo 12 rows have a splitting, and no others do, and no colouring
//! of the dots shows it.

mod check;
mod search;

use anyhow::{Result, ensure};
use grid_utils::Within;
use itertools::Itertools;
use picture::{Ink, Picture, Tint};
use puzzle::{Answer, Board, Draft, Flow, Form, Layout, Puzzle, Rng, Search, Setter};
use serde::Deserialize;

/// The most rows.
const LARGEST_SIZE: i64 = 60;

/// What the board says of a triangle without a splitting.
const NO_SPLITTING: &str = "no";

/// The triangles in question: their numbers of rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Triads {
    least: Within<1, LARGEST_SIZE>,
    most: Within<1, LARGEST_SIZE>,
}

impl Triads {
    fn sizes(&self) -> impl Iterator<Item = usize> + use<> {
        self.least.size()..=self.most.size()
    }

    /// Returns each size, with its line of the board.
    fn lines<'b>(&self, board: &'b Board) -> impl Iterator<Item = (usize, &'b str)> {
        self.sizes().zip(board.parts()).map(|(size, part)| (size, part.line()))
    }
}

/// Returns whether a line of the board is `no`, or rows of letters.
fn is_line(line: &str) -> bool {
    let is_row = |row: &str| !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_lowercase());
    line.split('/').all(is_row)
}

puzzle::program!(Triads);

impl Puzzle for Triads {
    fn form(&self) -> Form {
        let line = || Form::line("rows of letters such as a/aa, or no", is_line);
        Form::parts(Layout::Lines, self.sizes().map(|size| (size.to_string(), line())))
    }

    fn validate(&self) -> Result<()> {
        let (least, most) = (self.least, self.most);
        ensure!(least <= most, "`most`: expected at least `least`, {least}, and found {most}");
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let split = self.lines(board).filter(|&(_, line)| line != NO_SPLITTING);
        let split = split.map(|(size, _)| size).collect_vec();
        Answer::new(split.iter().sum::<usize>()).remark("rows", split.iter().join(" "))
    }

    /// Draws the largest triangle that is split; without a board, the largest one.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let split = board
            .and_then(|board| self.lines(board).filter(|&(_, line)| line != NO_SPLITTING).last());
        let (size, line) = split.unwrap_or((self.most.size(), ""));
        let rows = line.split('/').map(str::as_bytes).collect_vec();
        let height = 0.75_f64.sqrt();
        let place = |row: usize, dot: usize| {
            let x = (size - row) as f64 / 2.0 + dot as f64;
            (x, 0.5 + row as f64 * height)
        };
        let mut picture = Picture::canvas(size as f64, 1.0 + (size - 1) as f64 * height);
        let letter = |row: usize, dot: usize| rows.get(row)?.get(dot).copied();
        for (row, dot) in (0..size).flat_map(|row| (0..=row).map(move |dot| (row, dot))) {
            let up = [(row, dot), (row + 1, dot), (row + 1, dot + 1)];
            let down = [(row, dot), (row, dot + 1), (row + 1, dot + 1)];
            for triad in [up, down] {
                let Some(name) = letter(row, dot) else { continue };
                if triad.iter().all(|&(row, dot)| letter(row, dot) == Some(name)) {
                    let dots = triad.map(|(row, dot)| place(row, dot));
                    let tint = Tint::Colour(name - b'a');
                    picture.polygon(&around(dots), Some(Ink::Text), Some(tint));
                }
            }
            let (x, y) = place(row, dot);
            picture.circle(x, y, 0.1, Ink::Text, Some(Tint::Shade));
        }
        picture
    }
}

impl Setter for Triads {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let least = random.usize(1..=size);
        Some(Draft::new().number("least", least).number("most", least + random.usize(..4)))
    }
}

/// Returns a larger triangle around three points, with the same centre.
fn around(points: [(f64, f64); 3]) -> [(f64, f64); 3] {
    let middle = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / 3.0;
    let (x, y) = (middle(|point| point.0), middle(|point| point.1));
    points.map(|point| (x + 1.45 * (point.0 - x), y + 1.45 * (point.1 - y)))
}
