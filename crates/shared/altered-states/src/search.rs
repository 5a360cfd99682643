//! Simulated annealing, and all grids where there are few.

use puzzle::prelude::*;

use crate::AlteredStates;
use crate::scorer::{Places, Scorer};

/// Most grids that are tried exhaustively.
const FEW_GRIDS: usize = 4096;
/// The stages of an annealing, ...
const STAGES: u32 = 1000;
/// ... and the moves in each of them.
const MOVES: u32 = 2000;
/// By how much the temperature falls from stage to stage.
const COOLING: f64 = 0.998;

/// A grid and its worth.
struct State<'s> {
    scorer: &'s Scorer,
    letters: Vec<u8>,
    places: Places,
    /// The fewest wrong letters of each name.
    wrong: Vec<usize>,
}

impl<'s> State<'s> {
    fn new(scorer: &'s Scorer, letters: Vec<u8>) -> Self {
        let mut places = [0; 26];
        for (cell, &letter) in letters.iter().enumerate() {
            places[usize::from(letter)] |= scorer.bit(cell);
        }
        let wrong = scorer.names.iter().map(|name| scorer.wrong(name, &places)).collect();
        Self { scorer, letters, places, wrong }
    }

    fn score(&self) -> i64 {
        let names = self.scorer.names.iter().zip(&self.wrong);
        names.map(|(name, &wrong)| self.scorer.score(name, wrong)).sum()
    }

    fn board(&self, columns: usize) -> Board {
        let letter = |cell: Cell| Some(i64::from(self.letters[cell.row * columns + cell.column]));
        Grid::from_fn(self.letters.len() / columns, columns, letter).into()
    }

    /// Writes letters into some cells if `accept` agrees to the change of four times the worth.
    /// Returns whether they were written.
    fn change(
        &mut self,
        changes: &[(usize, u8)],
        again: &mut Vec<(usize, usize)>,
        accept: impl FnOnce(i64) -> bool,
    ) -> bool {
        let mut places = self.places;
        let mut changed: u32 = 0;
        for &(cell, _) in changes {
            places[usize::from(self.letters[cell])] &= !self.scorer.bit(cell);
            changed |= 1 << self.letters[cell];
        }
        for &(cell, letter) in changes {
            places[usize::from(letter)] |= self.scorer.bit(cell);
            changed |= 1 << letter;
        }
        again.clear();
        let mut gain = 0;
        for (number, name) in self.scorer.names.iter().enumerate() {
            if name.set & changed != 0 {
                let (before, wrong) = (self.wrong[number], self.scorer.wrong(name, &places));
                if wrong != before {
                    gain += self.scorer.worth(name, wrong) - self.scorer.worth(name, before);
                    again.push((number, wrong));
                }
            }
        }
        let is_accepted = accept(gain);
        if is_accepted {
            self.places = places;
            for &(cell, letter) in changes {
                self.letters[cell] = letter;
            }
            for &(number, wrong) in &*again {
                self.wrong[number] = wrong;
            }
        }
        is_accepted
    }
}

/// The letters of the names, each as likely as it is in them; a name counts by its score.
struct Letters {
    /// The weights of the letters up to each one.
    sums: [i64; 26],
}

impl Letters {
    fn new(scorer: &Scorer) -> Self {
        let mut sums = [0; 26];
        for name in &scorer.names {
            for &letter in &name.letters {
                sums[usize::from(letter)] += name.score;
            }
        }
        for letter in 1..sums.len() {
            sums[letter] += sums[letter - 1];
        }
        Self { sums }
    }

    fn draw(&self, random: &mut Rng) -> u8 {
        let number = random.i64(0..self.sums[25]);
        let letter = self.sums.partition_point(|&sum| sum <= number);
        u8::try_from(letter).expect("there are 26 letters")
    }
}

/// Reports grids that reach the record: all of them, with letters of the names, if there are few
/// grids. Otherwise it makes attempts; after the first, unless the bound says that there is none.
pub(crate) fn search(puzzle: &AlteredStates, search: &mut Search) -> Flow {
    let (scorer, letters) = (Scorer::new(puzzle), puzzle.letters());
    let cells = u32::try_from(puzzle.cells()).unwrap_or(u32::MAX);
    let grids = letters.len().checked_pow(cells).filter(|&grids| grids <= FEW_GRIDS);
    if let Some(grids) = grids {
        return (0..grids).try_for_each(|grid| {
            let digit = |cell| letters[grid / letters.len().pow(cell) % letters.len()];
            let state = State::new(&scorer, (0..cells).map(digit).collect());
            search.visit(1, || state.board(puzzle.columns.size()))?;
            search.scored(state.score(), || state.board(puzzle.columns.size()))
        });
    }
    let seed = puzzle.search.seed.get().unsigned_abs();
    attempt(puzzle, seed, search)?;
    if puzzle.search.record.get() > puzzle.bound(&mut || search.poll().is_break()) {
        return Flow::Continue(());
    }
    search.attempts(puzzle, seed + 1)
}

/// Returns one annealing.
pub(crate) fn attempt(puzzle: &AlteredStates, seed: u64, search: &mut Search) -> Flow {
    let scorer = Scorer::new(puzzle);
    let letters = Letters::new(&scorer);
    let (columns, random) = (puzzle.columns.size(), &mut Rng::with_seed(seed));
    let grid = (0..puzzle.cells()).map(|_| letters.draw(random)).collect();
    let mut state = State::new(&scorer, grid);
    let total: i64 = scorer.names.iter().map(|name| name.score).sum();
    let mut temperature = 4.0 * total as f64 / puzzle.search.coldness.get() as f64;
    let (mut changes, mut again) = (Vec::new(), Vec::new());
    for _ in 0..STAGES {
        for _ in 0..MOVES {
            search.visit(1, || state.board(columns))?;
            propose(&state.letters, columns, &letters, random, &mut changes);
            let accept = |gain| gain >= 0 || random.f64() < exponential(gain as f64 / temperature);
            if !changes.is_empty() && state.change(&changes, &mut again, accept) {
                search.scored(state.score(), || state.board(columns))?;
            }
        }
        temperature *= COOLING;
    }
    Flow::Continue(())
}

/// Approximates e^x for a negative x by multiplications alone, which are the same on every machine.
fn exponential(x: f64) -> f64 {
    (1.0 + x / 16.0).max(0.0).powi(16)
}

/// Finds a random move: the cells that get other letters.
fn propose(
    grid: &[u8],
    columns: usize,
    letters: &Letters,
    random: &mut Rng,
    changes: &mut Vec<(usize, u8)>,
) {
    let any = |random: &mut Rng| random.usize(..grid.len());
    changes.clear();
    match random.u8(..20) {
        0 => {
            // A row or a column that holds this cell is shifted around.
            let cell = any(random);
            let line: Vec<usize> = if random.bool() {
                (0..columns).map(|column| cell / columns * columns + column).collect()
            } else {
                (cell % columns..grid.len()).step_by(columns).collect()
            };
            let shift = random.usize(..line.len());
            let shifted = line.iter().cycle().skip(shift);
            changes.extend(line.iter().zip(shifted).map(|(&to, &from)| (to, grid[from])));
        }
        1..=6 => {
            let (one, other) = (any(random), any(random));
            changes.extend([(one, grid[other]), (other, grid[one])]);
        }
        _ => changes.push((any(random), letters.draw(random))),
    }
    changes.retain(|&(cell, letter)| grid[cell] != letter);
}
