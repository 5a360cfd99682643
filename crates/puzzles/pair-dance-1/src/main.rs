//! # Pair Dance
//!
//! *Jane Street, November 2015.* Fifteen dancers stand in a triangle of five rows, each at the same
//! distance from those beside it. Everybody dances with one of them; one dancer is left over. In
//! how many ways can the dancers pair up?
//!
//! ```text
//!       1
//!      2 3           three dancers pair up in 3 ways:
//!     4 5 6          1-2, 1-3 or 2-3
//! ```
//!
//! ## Boards
//! The pairs in any order, as the numbers of the dancers from the top, the smaller one first: `1-3
//! 2-5`. With an even number of dancers nobody is left over.
//!
//! ## Idea
//! Pairings are perfect matchings of a triangular lattice, or nearly perfect ones. The
//! [rules](Puzzle::rules) list them: a yes or no for each pair of adjacent dancers.
//!
//! ## Counting
//! A count lists nothing. The decisions up to a dancer matter later only in two ways: which of the
//! next dancers have a partner already, and whether somebody is left over. The partners of a dancer
//! in row r come at most r + 1 places later, so there are few such *profiles*, and pairings with
//! the same profile are counted together.
//!
//! ## The second way
//! A test lists the pairings of up to six rows by the rules, and compares their number with the
//! count. The checker accepts each of them.

use std::collections::HashMap;

use puzzle::prelude::*;
use puzzle::{Counting, Extension, Vocabulary};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairDance {
    /// The number of rows of the triangle.
    rows: Within<1, 16>,
}

/// Two dancers, counted from 0 in reading order, the first one first.
type Pair = (usize, usize);

/// The pairs as words, `1-3`, for this number of dancers.
struct Pairs(usize);

/// Returns a pair as a value of a board.
fn value((one, other): Pair) -> i64 {
    i64::try_from(one << 16 | other).unwrap_or(i64::MAX)
}

/// Returns the pair that a value of a board is.
fn pair(value: i64) -> Pair {
    let value = usize::try_from(value).unwrap_or(0);
    (value >> 16, value & 0xFFFF)
}

impl Vocabulary for Pairs {
    fn word(&self, _: usize, value: i64) -> String {
        let (one, other) = pair(value);
        format!("{}-{}", one + 1, other + 1)
    }

    fn value(&self, place: usize, word: &str) -> Option<i64> {
        let (one, other) = word.split_once('-')?;
        let [one, other] = [one, other].map(|dancer| dancer.parse::<usize>().ok()?.checked_sub(1));
        let (one, other) = one.zip(other).filter(|&(one, other)| one < other && other < self.0)?;
        // `01-2` and `+1-2` are not words.
        Some(value((one, other))).filter(|&value| self.word(place, value) == word)
    }

    fn expected(&self, _: usize) -> String {
        format!("two dancers, such as 1-2, from 1 to {}, the smaller one first", self.0)
    }
}

impl PairDance {
    fn dancers(&self) -> usize {
        self.rows.size() * (self.rows.size() + 1) / 2
    }

    /// Returns the rows and the dancers in them.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows.size()).flat_map(|row| (0..=row).map(move |place| (row, place)))
    }

    /// Returns, by dancer, the later dancers beside them.
    fn later(&self) -> Vec<Vec<usize>> {
        let places = self.places().enumerate().map(|(dancer, (row, place))| {
            let right = (place < row).then_some(dancer + 1);
            let below =
                (row + 1 < self.rows.size()).then_some([dancer + row + 1, dancer + row + 2]);
            right.into_iter().chain(below.into_iter().flatten()).collect()
        });
        places.collect()
    }
}

/// Returns the board of some pairs, which are in order.
fn board(pairs: &[Pair]) -> Board {
    pairs.iter().map(|&pair| value(pair)).collect_vec().into()
}

puzzle::program!(PairDance);

impl Puzzle for PairDance {
    fn form(&self) -> Form {
        Form::own_list(Pairs(self.dancers())).in_any_order()
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let later = self.later();
        let pairs = (0..)
            .zip(&later)
            .flat_map(|(one, others)| others.iter().map(move |&other| (one, other)));
        let pairs: Vec<Pair> = pairs.collect();
        let dance = pairs.iter().map(|_| model.flag()).collect_vec();
        model.rule("Everybody dances with one of those beside them at most.");
        for dancer in 0..self.dancers() {
            let with = pairs
                .iter()
                .zip(&dance)
                .filter(|((one, other), _)| [one, other].contains(&&dancer));
            model.require(at_most(1, with.map(|(_, &flag)| flag)));
        }
        model.rule("Everybody dances, except for one dancer of an odd number.");
        model.require(exactly(self.dancers() / 2, dance.iter().copied()));
        let of = pairs.clone();
        let reading = board.read(dance, move |values| {
            let dancing = of.iter().zip(values).filter(|&(_, &value)| value == Some(1));
            self::board(&dancing.map(|(&pair, _)| pair).collect_vec())
        });
        reading.invert(move |board| {
            let places = board
                .list()
                .iter()
                .map(|&value| pairs.iter().position(|&other| other == pair(value)));
            places.flatten().map(|place| (place, 1)).collect()
        });
    }

    fn extension(&self) -> Extension<'_> {
        Extension::Counting(self)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let places = self.places().collect_vec();
        let mut partners = vec![None; places.len()];
        for &value in board.list() {
            let (one, other) = pair(value);
            let [(row, place), (other_row, other_place)] = [places[one], places[other]];
            // Steps to the right and down, in a lattice of parallelograms cut by one diagonal.
            let steps = (other_row - row, other_place.checked_sub(place));
            let is_beside = matches!(steps, (0 | 1, Some(1)) | (1, Some(0)));
            ensure!(is_beside, "{} and {} are not beside each other", one + 1, other + 1);
            for (dancer, partner) in [(one, other), (other, one)] {
                if let Some(before) = partners[dancer].replace(partner) {
                    bail!("{} dances with {} and {}", dancer + 1, before + 1, partner + 1);
                }
            }
        }
        let alone =
            partners.iter().positions(Option::is_none).map(|dancer| dancer + 1).collect_vec();
        ensure!(
            alone.len() == places.len() % 2,
            "{} of {} dancers are left over: {}",
            alone.len(),
            places.len(),
            alone.iter().join(", ")
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(self.form().write(board))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let size = self.rows.get() as f64;
        let points = self.places().map(|(row, place)| {
            (place as f64 + (size - row as f64) / 2.0, row as f64 * 0.75_f64.sqrt() + 0.5)
        });
        let points = points.collect_vec();
        let mut picture = Picture::canvas(size, (size - 1.0) * 0.75_f64.sqrt() + 1.0);
        for (dancer, later) in self.later().into_iter().enumerate() {
            for other in later {
                picture.line(&[points[dancer], points[other]], Ink::Muted, 0.03);
            }
        }
        for &value in board.map_or(&[][..], Board::list) {
            let (one, other) = pair(value);
            picture.line(&[points[one], points[other]], Ink::Accent, 0.16);
        }
        for (dancer, (x, y)) in (1..).zip(points) {
            picture.circle(x, y, 0.22, Ink::Label, Some(Tint::Highlight));
            picture.text_at(x, y, 0.24, &dancer.to_string(), Ink::Text);
        }
        picture
    }
}

impl Setter for PairDance {
    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("rows", size))
    }
}

impl Counting for PairDance {
    /// Counts by profiles: which of the next dancers have a partner, as bits, and whether somebody
    /// is left over.
    fn count(&self, search: &mut Search) -> Flow {
        let mut profiles = HashMap::from([((0_u32, self.dancers().is_multiple_of(2)), 1_u128)]);
        for (dancer, later) in self.later().into_iter().enumerate() {
            let mut next = HashMap::new();
            for ((taken, is_left_over), pairings) in profiles {
                search.node()?;
                let mut add = |taken: u32, is_left_over| {
                    *next.entry((taken >> 1, is_left_over)).or_default() += pairings;
                };
                if taken & 1 == 1 {
                    add(taken, is_left_over);
                    continue;
                }
                for partner in later.iter().map(|other| 1 << (other - dancer)) {
                    if taken & partner == 0 {
                        add(taken | partner, is_left_over);
                    }
                }
                if !is_left_over {
                    add(taken, true);
                }
            }
            profiles = next;
        }
        search.count(profiles.get(&(0, true)).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use puzzle::Limits;

    use super::*;

    #[test]
    fn as_many_pairings_are_listed_as_counted() {
        for rows in 1..=6 {
            let puzzle = PairDance { rows: Within::new(rows).expect("it is within bounds") };
            let counted = puzzle::count(&puzzle, &Limits::default()).solutions;
            let (boards, outcome) = puzzle::solve(&puzzle, &Limits::default());
            assert!(outcome.complete() && boards.len() as u128 == counted, "{rows} rows");
            assert!(
                boards.iter().all(|board| puzzle::check(&puzzle, board).is_ok()),
                "{rows} rows"
            );
        }
    }
}
