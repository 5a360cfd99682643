//! # Triads
//!
//! *Jane Street, April 2020.* A triangle of dots has rows of 1, 2, ... N dots, like bowling pins;
//! each inner dot has six neighbours. A triad is three mutually neighbouring dots. For which N
//! below 40 can the triangle be split into triads? The answer is the sum of these N.
//!
//! ```text
//!    a        2 rows are a triad; 3 rows cannot be split, and of 4 rows, 10 dots, somebody would
//!   a a       be left over
//! ```
//!
//! ## Boards
//! A line for each N: its rows of letters, `2: a/aa`, or `no`. Three neighbours with one letter are
//! a triad; letters are reused where triads do not touch.
//!
//! ## Idea
//! *Impossible sizes.* The number of dots must be a multiple of three. The number of triads is a
//! third of it, and the excess of those that point up over those that point down is (N + 1) / 3,
//! rounded down, however the triangle is split (Conway and Lagarias). Sum and difference of two
//! numbers have the same parity; where these do not, no splitting exists.
//!
//! *Why the difference is known.* Make each dot a hexagon of a honeycomb and name the edges a, b, c
//! by their directions. The outline of a triangle with n rows is (ab)^n (ca)^n (bc)^n. Trace the
//! same word on another honeycomb, whose edges are named such that each hexagon has two letters
//! alternately, ababab. There the outline of a triad is a closed curve that encloses an area of
//! three hexagons, positive if it points up and negative if it points down. Areas add up when
//! pieces are joined along their outlines, since a shared part is traced in both directions; so a
//! triangle that is split encloses three hexagons times the difference. And (ab)^n winds n/3 times
//! around a hexagon, so the three sides enclose n hexagons (n + 1 if n is 2 modulo 3).
//!
//! *Possible sizes.* Up to 12 rows the search finds triads row by row, starting from the first free
//! dot: it is the top of a triad, or the left end of one that points down. A larger triangle has a
//! triangle of 12 rows at the top and one of N - 12 rows at the right; the parallelogram between
//! them is cut into strips of pieces of 2 x 3 dots, which are two triads each.
//!
//! ## The second way
//! The checker counts the neighbours of each dot that have its letter: two, which are neighbours of
//! each other. Where the board has `no`, it tries all splittings of up to 20 rows, by the sets of
//! dots of a row that triads of the rows above can take; the number of sets grows exponentially.
//! For all sizes it traces the three outlines, and compares their areas, instead of trusting a
//! formula.
//!
//! ## Sources
//! J. H. Conway and J. C. Lagarias, "Tiling with polyominoes and combinatorial group theory", 1990:
//! triangles of N rows have a splitting exactly if N is 0, 2, 9 or 11 modulo 12, and no colouring
//! of the dots proves it.

mod check;
mod search;

use puzzle::prelude::*;

/// The most rows.
const LARGEST_SIZE: i64 = 60;

/// The word on the board for a triangle without a splitting.
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

/// Returns whether a line of the board is `no` or rows of letters.
fn is_line(line: &str) -> bool {
    let is_row = |row: &str| !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_lowercase());
    line.split('/').all(is_row)
}

puzzle::program!(Triads, searched without rules);

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

    /// Draws the largest triangle that is split; without a board, the largest triangle.
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
