//! The checker: the knowledge of each student about each pair, turn by turn.

use std::collections::HashMap;

use numbers::{Fraction, fraction};
use professor_rando::Pair;
use puzzle::prelude::*;

use super::{ProfessorRando, student};

/// The draws that would have ended the game before a turn.
struct Knowledge<'p> {
    puzzle: &'p ProfessorRando,
    pairs: Vec<Pair>,
    over: HashMap<(Pair, usize), bool>,
}

pub(crate) fn check(puzzle: &ProfessorRando, claimed: &[Fraction]) -> Result<()> {
    let largest = puzzle.largest.get();
    let pairs = (1..=largest).cartesian_product(1..=largest).filter(|pair| pair.0 <= pair.1);
    let mut knowledge = Knowledge { puzzle, pairs: pairs.collect(), over: HashMap::new() };
    let students = puzzle.facts.len();
    let turns = students * (knowledge.pairs.len() + 1);
    let mut won = vec![0; students];
    for first in 1..=largest {
        for second in 1..=largest {
            let pair = (first.min(second), first.max(second));
            if let Some(turn) = (0..turns).find(|&turn| knowledge.is_over(pair, turn + 1)) {
                won[turn % students] += 1;
            }
        }
    }
    for ((fact, claimed), won) in puzzle.facts.iter().zip(claimed).zip(won) {
        let probability = fraction(won, largest * largest);
        ensure!(*claimed == probability, "{} wins with {probability}", student(*fact));
    }
    Ok(())
}

impl Knowledge<'_> {
    /// Returns whether the game is over after this number of turns, if this pair was drawn.
    fn is_over(&mut self, pair: Pair, turns: usize) -> bool {
        if turns == 0 {
            return false;
        }
        if let Some(&is_over) = self.over.get(&(pair, turns)) {
            return is_over;
        }
        let is_over = self.is_over(pair, turns - 1) || self.is_certain(pair, turns - 1);
        self.over.insert((pair, turns), is_over);
        is_over
    }

    /// Returns whether the student who is asked after this number of turns is certain of this pair:
    /// any other one with the same fact would have ended the game.
    fn is_certain(&mut self, pair: Pair, turns: usize) -> bool {
        let fact = self.puzzle.facts[turns % self.puzzle.facts.len()];
        let mut others = self.pairs.clone();
        others.retain(|&other| other != pair && fact.is_shared(other, pair));
        others.into_iter().all(|other| self.is_over(other, turns))
    }
}
