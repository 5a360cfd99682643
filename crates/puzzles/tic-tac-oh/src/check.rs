//! The checker: improves a strategy until it is optimal, and counts the scripts that it wins.

use std::collections::HashMap;

use numbers::{Fraction, fraction};
use puzzle::prelude::*;

/// A position by its cells, row by row.
type Position = [Option<Player>; 9];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Player {
    X,
    O,
}

/// The lines of three cells.
const IN_LINE: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// X's move in each undecided position.
struct Strategy(HashMap<Position, usize>);

pub(crate) fn check(before: &[Cell], claimed: &Fraction, moves: &[Cell]) -> Result<()> {
    let place = |cell: &Cell| 3 * cell.row + cell.column;
    let start = before.iter().map(place).fold([None; 9], played);
    let mut strategy = Strategy(HashMap::new());
    strategy.begin(start);
    // Late positions first: changes there affect the best moves in earlier ones.
    let mut positions: Vec<_> = strategy.0.keys().copied().collect();
    positions.sort_by_key(|at| empty(*at).count());
    while positions.iter().filter(|at| strategy.improve(**at)).count() > 0 {}

    let (won, all) = (strategy.won(start), scripts(start));
    ensure!(
        *claimed == fraction(won, all),
        "the best strategy wins with {won} of {all} scripts: {}",
        fraction(won, all)
    );
    let is_best = |place: &usize| strategy.won(played(start, *place)) == won;
    let has_choice = strategy.0.contains_key(&start);
    let best = empty(start)
        .filter(|place| has_choice && is_best(place))
        .map(|place| Cell::new(place / 3, place % 3));
    ensure!(best.eq(moves.iter().copied()), "these are not all best moves, in reading order");
    Ok(())
}

impl Strategy {
    /// Plays in the first empty cell of each reachable position.
    fn begin(&mut self, at: Position) {
        let Some(first) = empty(at).next().filter(|_| winner(at).is_none()) else { return };
        if mover(at) == Player::X && self.0.insert(at, first).is_some() {
            return;
        }
        for place in empty(at) {
            self.begin(played(at, place));
        }
    }

    /// Changes the move in one position if this wins with more scripts. Returns whether it does.
    fn improve(&mut self, at: Position) -> bool {
        let won = |place: usize| self.won(played(at, place));
        let best = empty(at).max_by_key(|&place| won(place));
        let better = best.filter(|&place| won(place) > self.won(at));
        better.is_some_and(|better| self.0.insert(at, better).is_some())
    }

    /// Returns the scripts of the opponent with which X wins.
    fn won(&self, at: Position) -> u64 {
        match winner(at) {
            Some(Player::X) => scripts(at),
            Some(Player::O) => 0,
            None if empty(at).next().is_none() => 0,
            None if mover(at) == Player::X => self.won(played(at, self.0[&at])),
            None => empty(at).map(|place| self.won(played(at, place))).sum(),
        }
    }
}

/// Returns all scripts for the rest of a game, played to the last cell.
fn scripts(at: Position) -> u64 {
    let empty = empty(at).count();
    let choices = if mover(at) == Player::X { empty.saturating_sub(1) } else { empty };
    (1..=choices as u64).rev().step_by(2).product()
}

fn empty(at: Position) -> impl Iterator<Item = usize> {
    (0..9).filter(move |&place| at[place].is_none())
}

/// Returns the player to move: X if the number of empty cells is odd.
fn mover(at: Position) -> Player {
    if empty(at).count() % 2 == 1 { Player::X } else { Player::O }
}

fn played(mut at: Position, place: usize) -> Position {
    at[place] = Some(mover(at));
    at
}

fn winner(at: Position) -> Option<Player> {
    let owner = |[a, b, c]: [usize; 3]| at[a].filter(|_| at[a] == at[b] && at[a] == at[c]);
    IN_LINE.into_iter().find_map(owner)
}
