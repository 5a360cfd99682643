//! # Knight Moves 6
//!
//! *Jane Street, October 2024.* Each cell of a board carries a letter, and each letter stands for a
//! positive whole number, different letters for different ones. A knight makes two trips, each from
//! one corner to the opposite one, and comes to no square twice on a trip. A trip's score is at first
//! the number of its first letter; a jump to another letter multiplies it by the number jumped to,
//! a jump to the same letter adds that number. Both trips must score 2024. How small can A + B + C
//! be?
//!
//! ```text
//! 3  A B B C     A = 1, B = 2, C = 5: from a1 to d2 by c2, a3 and b1
//! 2  A A C C     c2: 1 x 5 = 5, a3: 5 x 1 = 5, b1: 5 + 1 = 6, d2: 6 x 5 = 30
//! 1  A A B C
//!    a b c d
//! ```
//!
//! Boards may have up to 8 x 8 cells and eight letters, and there may be one to four trips with a
//! score of up to 100,000.
//!
//! ## Boards
//! `1,2,253,a1,b3,...,f6,a6,...,f1`: the numbers of the letters in the order of the alphabet, then
//! the squares of each trip.
//!
//! ## Idea
//! The sums are taken in their order, for each all ways to give its parts to the letters, for each of
//! these all trips. So the first that has all trips has the smallest sum, and if it is the smallest
//! sum of so many different numbers, the proof is at hand.
//!
//! A trip is followed backwards, from its end: then the score that it had before a jump is known, and
//! is none if a difference is not positive or a quotient not whole. Few of the up to eight
//! jumps are left.
//!
//! Scores never fall. So no number is larger than the target, or it is of no use and may as well be a
//! small one: there are finitely many sums. And the number of the last letter divides the target:
//! the trip came to the last squares with this letter by a multiplication, or began there, and from
//! then on added the number.
//!
//! ## Why it is fast
//! C divides 2024 and is not 3. Of the four ways that are left to make 6 of three numbers, each has
//! both trips, the first one after 309 nodes, in 15 microseconds. Forwards these take 2.1 million
//! nodes. Where a trip takes longer, a table is made of the squares in which a walk that may come to
//! squares again can have each score: what no walk has, no trip has. It is for trips that do not exist,
//! which can cost 70 million nodes otherwise.
//!
//! ## Why there are no rules as constraints
//! Scores are products of numbers that are to be found: constraints over 0-1 variables would need a
//! flag for each score after each jump. The bound is the order of the sums alone.
//!
//! ## Why so many lines
//! Certificates are read, written, cut into trips and scored step by step, which is 130 lines with the
//! checker; and the search goes both ways, so that random instances tell whether they agree.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. Search backwards from a known end is
//! folklore.

mod certificate;
mod picture;
mod search;

use std::ops::ControlFlow;

use ::picture::Picture;
use anyhow::{Context, Result, ensure};
use grid_puzzles::{Square, check_size};
use grid_utils::{Cell, Grid, KNIGHT_STEPS};
use itertools::Itertools;
use puzzle::{Puzzle, Rng, Search, Stop, Strategy};
use serde::{Deserialize, Serialize};

pub use self::certificate::Certificate;

/// The most rows or columns.
const LARGEST_SIZE: usize = 8;
/// The most different letters,
const MOST_LETTERS: usize = 8;
/// the most trips,
const MOST_TRIPS: usize = picture::CORNERS.len();
/// and the highest score.
const LARGEST_TARGET: u32 = 100_000;

/// An instance: a board of letters, and the trips to make.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightMoves {
    /// Capital letters, the highest rank first.
    pub letters: Grid<char>,
    /// The first and the last square of each trip.
    pub trips: Vec<[Square; 2]>,
    /// What each trip must score.
    pub target: u32,
}

impl KnightMoves {
    /// The letters of the board, in the order of the alphabet.
    fn alphabet(&self) -> Vec<char> {
        self.letters.values().copied().sorted().dedup().collect()
    }

    /// The cell of a square, if the board has it.
    fn cell(&self, square: Square) -> Option<Cell> {
        square.cell(self.letters.rows()).filter(|&cell| self.letters.contains(cell))
    }

    /// The squares of each trip, which ends where it first comes to its last square, and those that
    /// are left.
    fn cut<'c>(&self, certificate: &'c Certificate) -> (Vec<&'c [Square]>, &'c [Square]) {
        let mut rest = &certificate.squares[..];
        let trips = self.trips.iter().map(|[_, last]| {
            let length =
                rest.iter().position(|square| square == last).map_or(rest.len(), |at| at + 1);
            let (trip, others) = rest.split_at(length);
            rest = others;
            trip
        });
        (trips.collect(), rest)
    }

    /// The letter of a square and its number.
    ///
    /// # Errors
    /// Says that the board has no such square, or the letter no number.
    fn letter(&self, numbers: &[u32], square: Square) -> Result<(char, u128)> {
        let cell = self.cell(square);
        let letter =
            self.letters[cell.with_context(|| format!("{square} is no square of the board"))?];
        let place = self.alphabet().iter().position(|&other| other == letter);
        let number = place.and_then(|place| numbers.get(place)).copied().map(u128::from);
        Ok((letter, number.with_context(|| format!("{letter} has no number"))?))
    }

    /// The scores of a trip after each jump, from that of its first square on.
    ///
    /// # Errors
    /// Those of [`letter`](Self::letter), and that a score has more than 128 bits.
    fn scores(&self, numbers: &[u32], trip: &[Square]) -> Result<Vec<u128>> {
        let mut scores: Vec<u128> = Vec::new();
        let mut before = None;
        for &square in trip {
            let (letter, number) = self.letter(numbers, square)?;
            let score = match (before, scores.last()) {
                (Some(other), Some(&score)) if other == letter => number.checked_add(score),
                (Some(_), Some(&score)) => number.checked_mul(score),
                _ => Some(number),
            };
            scores.push(score.context("a score has more than 128 bits")?);
            before = Some(letter);
        }
        Ok(scores)
    }

    fn check_trip(
        &self,
        numbers: &[u32],
        trip: &[Square],
        [first, last]: [Square; 2],
    ) -> Result<()> {
        let name = format!("the trip from {first} to {last}");
        let scores = self.scores(numbers, trip)?;
        ensure!(trip.first() == Some(&first), "{name} does not start there");
        ensure!(trip.last() == Some(&last), "{name} does not end there");
        for (one, other) in trip.iter().tuple_windows() {
            let jump = [one.file.abs_diff(other.file), one.rank.abs_diff(other.rank)];
            ensure!(jump == [1, 2] || jump == [2, 1], "{one} to {other} is no knight's jump");
        }
        if let Some(square) = trip.iter().duplicates().next() {
            anyhow::bail!("{name} comes to {square} twice");
        }
        let score = scores[scores.len() - 1];
        ensure!(score == self.target.into(), "{name} scores {score}, not {}", self.target);
        Ok(())
    }
}

/// A walk of up to 16 jumps that comes to no square twice.
fn random_walk(letters: &Grid<char>, random: &mut Rng) -> Vec<Square> {
    const LONGEST: usize = 17;
    let mut here = Cell::new(random.usize(..letters.rows()), random.usize(..letters.columns()));
    let mut walk = vec![here];
    for _ in 1..random.usize(2..=LONGEST) {
        let next = letters.at_steps(here, &KNIGHT_STEPS).filter(|cell| !walk.contains(cell));
        let Some(next) = random.choice(next.collect_vec()) else { break };
        walk.push(next);
        here = next;
    }
    walk.into_iter().map(|cell| Square::of(cell, letters.rows())).collect()
}

puzzle::program!(KnightMoves);

impl Puzzle for KnightMoves {
    // The search reports one certificate.
    const DISTINCT: bool = true;

    const STRATEGIES: &'static [Strategy<Self>] = &[
        Strategy { name: "backwards", search: search::backwards },
        Strategy { name: "forwards", search: search::forwards },
    ];

    type Board = Certificate;

    fn validate(&self) -> Result<()> {
        check_size("letters", &self.letters, (LARGEST_SIZE, LARGEST_SIZE))?;
        for (Cell { row, column }, letter) in &self.letters {
            ensure!(
                letter.is_ascii_uppercase(),
                "`letters`, row {row}, column {column}: expected a letter from A to Z and found \
                 {letter:?}"
            );
        }
        let letters = self.alphabet().len();
        ensure!(
            letters <= MOST_LETTERS,
            "`letters` has {letters} different ones; expected at most {MOST_LETTERS}"
        );
        let trips = self.trips.len();
        ensure!(
            (1..=MOST_TRIPS).contains(&trips),
            "`trips` has {trips} trips; expected 1 to {MOST_TRIPS}"
        );
        for (trip, [first, last]) in self.trips.iter().enumerate() {
            for square in [first, last] {
                ensure!(
                    self.cell(*square).is_some(),
                    "`trips`, trip {trip}: {square} is no square of the board"
                );
            }
            ensure!(first != last, "`trips`, trip {trip}: expected two squares, not {first} twice");
        }
        ensure!(
            (1..=LARGEST_TARGET).contains(&self.target),
            "`target` is {}: expected a number from 1 to {LARGEST_TARGET}",
            self.target
        );
        Ok(())
    }

    fn search(&self, search: &mut Search<Certificate>) -> ControlFlow<Stop> {
        search::backwards(self, search)
    }

    fn check(&self, certificate: &Certificate) -> Result<()> {
        let Certificate { numbers, .. } = certificate;
        let alphabet = self.alphabet();
        ensure!(
            numbers.len() == alphabet.len(),
            "there are {} numbers; expected one for each of {}",
            numbers.len(),
            alphabet.iter().format(", ")
        );
        for (letter, number) in alphabet.iter().zip(numbers) {
            ensure!(*number > 0, "{letter} is 0, which is not positive");
        }
        for [(one, number), (other, same)] in alphabet.iter().zip(numbers).array_combinations() {
            ensure!(number != same, "{one} and {other} are both {number}");
        }
        let (trips, rest) = self.cut(certificate);
        for (trip, ends) in trips.iter().zip(&self.trips) {
            self.check_trip(numbers, trip, *ends)?;
        }
        ensure!(rest.is_empty(), "after the last trip stands {}", rest[0]);
        Ok(())
    }

    fn answer(&self, certificate: &Certificate) -> String {
        (-self.score(certificate)).to_string()
    }

    fn score(&self, certificate: &Certificate) -> i128 {
        -certificate.numbers.iter().copied().map(i128::from).sum::<i128>()
    }

    fn remarks(&self, certificate: &Certificate) -> Vec<(&'static str, String)> {
        let scores = |trip| Some(self.scores(&certificate.numbers, trip).ok()?.iter().join(" "));
        vec![("scores", self.cut(certificate).0.into_iter().filter_map(scores).join("; "))]
    }

    /// Letters at random, and one or two trips of the same score with random numbers.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        const ATTEMPTS: usize = 100;
        let size = size.clamp(2, LARGEST_SIZE - 1);
        let letters = Grid::from_fn(size, size + 1, |_| random.char('A'..='C'));
        let mut numbers = vec![1, 2, 3, 4, 5];
        random.shuffle(&mut numbers);
        let mut puzzle = KnightMoves { letters, trips: Vec::new(), target: 1 };
        let walks = (0..ATTEMPTS).filter_map(|_| {
            let walk = random_walk(&puzzle.letters, random);
            let score = *puzzle.scores(&numbers, &walk).ok()?.last()?;
            let target = u32::try_from(score).ok().filter(|&score| score <= LARGEST_TARGET)?;
            let ends = [*walk.first()?, *walk.last()?];
            (walk.len() > 1).then_some((target, ends))
        });
        let walks = walks.into_group_map().into_iter().sorted().collect_vec();
        let (target, mut trips) = random.choice(walks)?;
        random.shuffle(&mut trips);
        trips.truncate(random.usize(1..=2));
        (puzzle.target, puzzle.trips) = (target, trips);
        Some(puzzle)
    }

    fn picture(&self, certificate: Option<&Certificate>) -> Picture {
        picture::picture(self, certificate)
    }
}
