//! The fewest wrong letters of a name, by dynamic programming over sets of cells.

use crate::{AlteredStates, numbered};

/// The cells with each letter, one bit for each cell.
pub(crate) type Places = [u64; 26];

/// The grid as sets of cells, and the names to be spelled.
pub(crate) struct Scorer {
    /// Bits from one row to the next: one more than there are columns, so that a step to the side
    /// does not reach another row.
    stride: usize,
    columns: usize,
    /// All cells.
    all: u64,
    wrong_letters: usize,
    pub(crate) names: Vec<Name>,
}

/// A name to be spelled.
pub(crate) struct Name {
    pub(crate) letters: Vec<u8>,
    /// The letters as bits.
    pub(crate) set: u32,
    pub(crate) score: i64,
}

impl Scorer {
    pub(crate) fn new(puzzle: &AlteredStates) -> Self {
        let columns = puzzle.columns.size();
        let names = puzzle.states.iter().map(|(name, score)| {
            let letters = numbered(name);
            let set = letters.iter().fold(0, |set, letter| set | 1 << letter);
            Name { letters, set, score: score.get() }
        });
        let wrong_letters = puzzle.wrong_letters.size();
        let names = names.collect();
        let mut scorer = Self { stride: columns + 1, columns, all: 0, wrong_letters, names };
        scorer.all = (0..puzzle.cells()).fold(0, |all, cell| all | scorer.bit(cell));
        scorer
    }

    /// Returns the bit of a cell, in reading order.
    pub(crate) fn bit(&self, cell: usize) -> u64 {
        1 << (cell / self.columns * self.stride + cell % self.columns)
    }

    /// Returns the cells around some cells: those a king's move away from one of them.
    fn around(&self, cells: u64) -> u64 {
        let beside = cells << 1 | cells >> 1;
        let rows = cells | beside;
        (beside | rows << self.stride | rows >> self.stride) & self.all
    }

    /// Returns the fewest wrong letters with which a name is spelled; capped at one more than
    /// allowed.
    pub(crate) fn wrong(&self, name: &Name, places: &Places) -> usize {
        match self.wrong_letters {
            0 => self.wrong_below::<2>(name, places),
            _ => self.wrong_below::<3>(name, places),
        }
    }

    /// Returns the fewest wrong letters, `MOST` if they are not fewer.
    fn wrong_below<const MOST: usize>(&self, name: &Name, places: &Places) -> usize {
        let of = |letter: &u8| places[usize::from(*letter)];
        // Where a king can be, by the number of wrong letters so far, or fewer.
        let mut ends = [self.all; MOST];
        ends[0] = of(&name.letters[0]);
        for letter in &name.letters[1..] {
            let around = ends.map(|cells| self.around(cells));
            ends[0] = around[0] & of(letter);
            for wrong in 1..MOST {
                ends[wrong] = around[wrong] & of(letter) | around[wrong - 1];
            }
            if ends[MOST - 1] == 0 {
                break;
            }
        }
        ends.iter().position(|&cells| cells != 0).unwrap_or(MOST)
    }

    /// Returns four times the worth of a name in the search: a quarter with one wrong letter too
    /// many.
    pub(crate) fn worth(&self, name: &Name, wrong: usize) -> i64 {
        match wrong.checked_sub(self.wrong_letters) {
            None | Some(0) => 4 * name.score,
            Some(1) => name.score,
            Some(_) => 0,
        }
    }

    /// Returns the score of a name.
    pub(crate) fn score(&self, name: &Name, wrong: usize) -> i64 {
        if wrong <= self.wrong_letters { name.score } else { 0 }
    }
}
