//! Shared code of the Altered States puzzles.
//!
//! A letter is written into every cell of a small grid. A word is spelled by a king: each letter is
//! that of the cell where it stands, a step is to one of the up to eight cells around, and it may
//! come back to a cell. Each state whose name is spelled, with a given number of wrong letters
//! at most, scores once. The sum is to be large.
//!
//! ```text
//! t h o      i-o-w-a is not spelled, i-o-h-a has one wrong letter
//! a i n      o-h-i-o is spelled, it comes back to the o
//! e s l
//! ```
//!
//! | for | there is |
//! | --- | --- |
//! | the instance and the board | [`ALTERED_STATES`] |
//! | the score of a grid, fast | `Scorer`: dynamic programming over sets of cells |
//! | the search | `search`: simulated annealing |
//! | what no grid can exceed | `bound`: branch and bound over pairs of letters |
//! | the checker | `walks`, which shares no code with the search |
//!
//! # The score
//! A set of cells is a number of 64 bits, one for each cell. The cells where a king can be after it
//! spelled the first letters of a name follow from those one letter earlier: a few shifts give all
//! cells around them, and those with the next letter are kept. With a wrong letter in the last
//! step, all of them are. So there is a set for each number of wrong letters, and a letter takes a
//! few operations, regardless of the number of ways. When some cells change their letters, only the
//! names are spelled anew that have one of the old or the new letters.
//!
//! # The search
//! Simulated annealing: a random move changes a cell, swaps two cells or shifts a row or a column
//! around. A random letter is as likely as it is in the names, by their scores: so about every
//! tenth annealing of Altered States comes to 127 letters, and of 79 with all letters equally
//! likely none did. A move is made if the grid scores more, and otherwise with a probability that
//! falls with the loss, and with time: it has 2,000,000 moves, and takes some two seconds. A name
//! with one wrong letter too many counts for a quarter, which shows the way to names that are
//! nearly there: without that, an annealing for exact names comes to some 102 letters on average
//! instead of some 116. Each annealing has a seed of its own, one more than the one before, so that
//! it can be repeated alone. If the first does not reach the record, and the bound does not say that
//! no grid does, 100 more are made.
//!
//! # The bound
//! A name needs each pair of letters that follow each other in it, whatever their order, on two
//! cells around each other; for a double letter, two cells have it. What names need together is
//! limited:
//!
//! - A pair of cells has one pair of letters: in 5 x 5 cells, 72 pairs are around each other.
//! - A cell has one letter. So the pairs with a letter, those of the letter with itself counted
//!   twice, are at most the cells around all cells with this letter: 8 for an inner cell, 5 at an
//!   edge, 3 in a corner. Where a letter has two pairs only, a third side of its cell is lost.
//!
//! Branch and bound decides for one name after the other whether it is spelled. Dynamic programming
//! over the letters shares out the cells of each kind: each letter gets enough for the pairs of the
//! names that are spelled, and as many sides of cells as possible get pairs that these or the open
//! names need. Half of these sides is the most pairs that there can be. Then the score of each open
//! name is shared out among the pairs that it adds: the sum is at most that of the richest pairs
//! that fit. Any shares prove a bound; good ones are found by taking from those pairs that are
//! among the richest, again and again (they are a solution of the dual of a linear program, nearly
//! the best). The node with the highest bound is split next, so its bound is always that of all
//! grids; it falls slowly after a thousand nodes. If a letter may be wrong, there is no pair that a
//! name needs, and the bound is what all names score.
//!
//! # Sources
//! Simulated annealing is Kirkpatrick's, Gelatt's and Vecchi's, *Science* 220, 1983.

mod bound;
mod scorer;
mod search;
mod walks;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use puzzle::prelude::*;
use puzzle::{Extension, Kind, Record};

/// The puzzles of this family; an instance has the names, their scores and the number of letters
/// that may be wrong.
pub static ALTERED_STATES: Kind = Kind::of::<AlteredStates>().searched_without_rules();

/// The most rows or columns: with an empty column beside them, their cells have 64 bits.
const LARGEST_SIZE: i64 = 7;
/// The most letters of a name.
const LONGEST_NAME: usize = 20;
/// The most names.
const MOST_NAMES: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AlteredStates {
    rows: Within<1, LARGEST_SIZE>,
    columns: Within<1, LARGEST_SIZE>,
    /// Number of letters of a name that may be wrong.
    wrong_letters: Within<0, 1>,
    /// The score of each name.
    states: BTreeMap<String, Within<1, 1_000_000_000>>,
    search: Annealing,
    /// The bound, computed on first use.
    #[serde(skip)]
    proved: OnceLock<i64>,
}

/// Settings of the search for grids, which are not part of the puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Annealing {
    /// The score that a grid has to reach.
    record: Within<0, 1_000_000_000_000>,
    /// The seed of the first annealing; each other one has the next.
    seed: Within<0, 1_000_000_000>,
    /// An annealing begins at a temperature of the score of all names divided by this.
    coldness: Within<1, 1_000_000>,
}

impl AlteredStates {
    fn cells(&self) -> usize {
        self.rows.size() * self.columns.size()
    }

    /// Returns the letters of the names, counted from 0.
    fn letters(&self) -> Vec<u8> {
        self.states.keys().flat_map(|name| numbered(name)).sorted().dedup().collect()
    }

    /// Returns the total score of the states that a board spells.
    fn score(&self, board: &Board) -> i64 {
        self.found(board).iter().map(|found| found.score).sum()
    }

    /// Returns the states that a board spells, those with the highest scores first.
    fn found(&self, board: &Board) -> Vec<Found<'_>> {
        let found = self.states.iter().filter_map(|(name, score)| {
            let (wrong, walk) = walks::best_walk(board, &spelled(name))?;
            (wrong <= self.wrong_letters.size()).then_some(Found { name, score: score.get(), walk })
        });
        found.sorted_by_key(|found| Reverse(found.score)).collect()
    }
}

/// A state that a board spells.
struct Found<'a> {
    name: &'a str,
    score: i64,
    /// The cells that spell it.
    walk: Vec<Cell>,
}

/// Returns the letters of a name in lower case, as a king spells them.
fn spelled(name: &str) -> String {
    name.replace(' ', "").to_ascii_lowercase()
}

/// Returns the letters of a name, counted from 0.
fn numbered(name: &str) -> Vec<u8> {
    spelled(name).bytes().map(|letter| letter - b'a').collect()
}

impl Puzzle for AlteredStates {
    fn form(&self) -> Form {
        Form::words(self.rows.size(), self.columns.size(), 'a'..='z')
    }

    fn validate(&self) -> Result<()> {
        let names = self.states.len();
        ensure!(
            (1..=MOST_NAMES).contains(&names),
            "`states` has {names} names; expected 1 to {MOST_NAMES}"
        );
        for name in self.states.keys() {
            let letters = spelled(name);
            ensure!(
                (1..=LONGEST_NAME).contains(&letters.len())
                    && letters.bytes().all(|letter| letter.is_ascii_lowercase()),
                "`states`: expected a name of 1 to {LONGEST_NAME} letters from a to z, small or capital, \
                 and spaces, and found \"{name}\""
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    /// Returns the attempts at a record: any grid is valid, and only its score counts.
    fn extension(&self) -> Extension<'_> {
        Extension::Record(self)
    }

    fn check(&self, _: &Board) -> Result<()> {
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let found = self.found(board);
        let bound = *self.proved.get_or_init(|| self.bound(&mut || false));
        let score = self.score(board);
        Answer::of_score(score)
            .remark("states found", found.len())
            .remark("states", found.iter().map(|found| found.name).sorted().join(", "))
            .remark("proved bound", bound)
            .remark("gap", bound - score)
    }

    /// Shades the cells in use, and draws how a king spells the state with the highest score.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(board) = board else { return };
        let found = self.found(board);
        let Some(Found { name, walk, .. }) = found.first() else { return };
        let used = found.iter().flat_map(|found| found.walk.iter().copied()).unique();
        picture.fill_cells(used, Tint::Shade).path(walk, Ink::Accent);
        let names = found.iter().map(|found| found.name.replace(' ', "\u{a0}")).join(", ");
        let letter = |&cell: &Cell| self.form().said(cell, board[cell].unwrap_or(0));
        let letters: String = walk.iter().map(letter).collect();
        let wrongly =
            if letters == spelled(name) { String::new() } else { format!(" as {letters}") };
        picture.caption([format!("Found: {names}."), format!("The line spells {name}{wrongly}.")]);
    }
}

impl Record for AlteredStates {
    fn attempt(&self, seed: u64, search: &mut Search) -> Flow {
        search::attempt(self, seed, search)
    }

    fn record(&self) -> i128 {
        self.search.record.get().into()
    }
}

impl Setter for AlteredStates {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).filter_map(|size| size.try_into().ok()).collect()
    }

    /// Makes short names of three letters; the record is the score of the best of a few random
    /// grids.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let side = i64::try_from(size.div_ceil(2)).ok()?;
        let mut name =
            || -> String { (0..random.usize(1..=6)).map(|_| random.char('a'..='c')).collect() };
        let names: Vec<String> = (0..5).map(|_| name()).collect();
        let mut puzzle = AlteredStates {
            rows: Within::new(side)?,
            columns: Within::new(side + random.i64(0..=1))?,
            wrong_letters: Within::new(random.i64(0..=1))?,
            states: BTreeMap::new(),
            search: Annealing {
                record: Within::new(0)?,
                seed: Within::new(random.i64(0..100))?,
                coldness: Within::new(100)?,
            },
            proved: OnceLock::new(),
        };
        for name in names {
            puzzle.states.insert(name, Within::new(random.i64(1..=9))?);
        }
        let (rows, columns) = (puzzle.rows.size(), puzzle.columns.size());
        let scores = (0..20).map(|_| {
            let board = Grid::from_fn(rows, columns, |_| Some(random.i64(0..3)));
            puzzle.score(&board.into())
        });
        let record = scores.max()?;
        let mut draft = Draft::new()
            .number("rows", rows)
            .number("columns", columns)
            .number("wrong_letters", puzzle.wrong_letters.get());
        for (name, score) in puzzle.states {
            draft.put(&format!("states.{name}"), score.get());
        }
        let Annealing { seed, coldness, .. } = puzzle.search;
        for (key, value) in [("record", record), ("seed", seed.get()), ("coldness", coldness.get())]
        {
            draft.put(&format!("search.{key}"), value);
        }
        Some(draft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scorer::{Places, Scorer};

    /// Returns a random instance of up to 3 x 4 cells.
    fn instance(random: &mut Rng) -> AlteredStates {
        let name = |random: &mut Rng| -> String {
            (0..random.usize(1..=7)).map(|_| random.char('a'..='d')).collect()
        };
        let score = |random: &mut Rng| Within::new(random.i64(1..=9)).unwrap();
        AlteredStates {
            rows: Within::new(random.i64(1..=3)).unwrap(),
            columns: Within::new(random.i64(1..=4)).unwrap(),
            wrong_letters: Within::new(random.i64(0..=1)).unwrap(),
            states: (0..5).map(|_| (name(random), score(random))).collect(),
            search: Annealing {
                record: Within::new(0).unwrap(),
                seed: Within::new(0).unwrap(),
                coldness: Within::new(100).unwrap(),
            },
            proved: OnceLock::new(),
        }
    }

    #[test]
    fn sets_of_cells_and_single_walks_count_the_same_wrong_letters() {
        let mut random = Rng::with_seed(1);
        for _ in 0..500 {
            let puzzle = instance(&mut random);
            let (rows, columns) = (puzzle.rows.size(), puzzle.columns.size());
            let board: Board = Grid::from_fn(rows, columns, |_| Some(random.i64(0..4))).into();
            let scorer = Scorer::new(&puzzle);
            let mut places: Places = [0; 26];
            for (place, letter) in board.grid().values().flatten().enumerate() {
                places[usize::try_from(*letter).unwrap()] |= scorer.bit(place);
            }
            for (name, text) in scorer.names.iter().zip(puzzle.states.keys()) {
                let most = puzzle.wrong_letters.size() + 2;
                let wrong = walks::best_walk(&board, text).map_or(most, |(wrong, _)| wrong);
                assert_eq!(scorer.wrong(name, &places), wrong.min(most), "{text}");
            }
        }
    }

    #[test]
    fn no_grid_exceeds_the_bound() {
        let mut random = Rng::with_seed(2);
        let mut reached = 0;
        for _ in 0..100 {
            let puzzle = instance(&mut random);
            let (rows, columns) = (puzzle.rows.size(), puzzle.columns.size());
            let bound = puzzle.bound(&mut || false);
            // All grids, or some of many.
            let grids = 4_i64.pow(u32::try_from(puzzle.cells()).unwrap());
            let grids = (0..grids.min(1024)).map(|grid| {
                Grid::from_fn(rows, columns, |cell| {
                    let place = u32::try_from(cell.row * columns + cell.column).unwrap();
                    let letter =
                        if grids > 1024 { random.i64(..) } else { grid / 4_i64.pow(place) };
                    Some(letter.rem_euclid(4))
                })
            });
            let best = grids.map(|grid| puzzle.score(&grid.into())).max().unwrap();
            assert!(best <= bound);
            reached += usize::from(best == bound);
        }
        assert!(reached > 30, "most bounds of small grids are sharp: {reached}");
    }
}
