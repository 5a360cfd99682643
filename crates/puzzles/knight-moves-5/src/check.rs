//! The checker: exact replays of a tour, with numbers and with an unknown wait.

use dashu_ratio::RBig;
use puzzle::prelude::*;

use crate::{KnightMoves, MOST_VISITS, Move};

/// A number that is constant or linear in an unknown wait: a + b x wait, with a first.
type Linear = [RBig; 2];

/// Returns the difference of two numbers.
fn difference(one: &Linear, other: &Linear) -> Linear {
    [&one[0] - &other[0], &one[1] - &other[1]]
}

/// The result of a replay.
pub(crate) struct Replay {
    /// The altitudes at the end.
    pub(crate) altitudes: Vec<Linear>,
    /// The waits for which additional altitudes are equal.
    special: Vec<i64>,
    /// The first jump whose difference in altitude is wrong.
    wrong: Option<usize>,
}

/// Plays the moves, with an unknown wait in the move `unknown`, up to the first wrong jump.
pub(crate) fn replay(puzzle: &KnightMoves, moves: &[Move], unknown: Option<usize>) -> Replay {
    let altitudes = puzzle.altitudes.values().map(|altitude| [altitude.get().into(), RBig::ZERO]);
    let mut replay = Replay { altitudes: altitudes.collect(), special: Vec::new(), wrong: None };
    let mut at = puzzle.start();
    for (number, played) in moves.iter().enumerate() {
        let is_unknown = unknown == Some(number);
        if played.wait > 0 || is_unknown {
            replay.wait(at, (!is_unknown).then_some(played.wait));
        }
        let [constant, slope] = difference(&replay.altitudes[at], &replay.altitudes[played.to]);
        if slope != RBig::ZERO || !is_jump(puzzle.cell(at), puzzle.cell(played.to), &constant) {
            replay.wrong = Some(number);
            break;
        }
        at = played.to;
    }
    replay
}

/// Returns whether a jump goes 0, 1 and 2 units in the three dimensions, if the altitudes of its ends
/// have this difference.
fn is_jump(from: Cell, to: Cell, difference: &RBig) -> bool {
    let way = [from.row.abs_diff(to.row), from.column.abs_diff(to.column)];
    let squares = way.map(|units| RBig::from(units * units)).into_iter();
    squares.chain([difference * difference]).sorted().eq([0, 1, 4].map(RBig::from))
}

impl Replay {
    /// Waits on a point, for some minutes or an unknown time.
    fn wait(&mut self, at: usize, minutes: Option<i64>) {
        let opposite = self.altitudes.len() - 1 - at;
        let altitude = self.altitudes[at].clone();
        for other in &self.altitudes {
            self.special.extend(vanishes_after(&difference(other, &altitude)));
        }
        let is_sinking = |&point: &usize| point != opposite && self.altitudes[point] == altitude;
        let sinking: Vec<usize> = (0..self.altitudes.len()).filter(is_sinking).collect();
        let part = RBig::from_parts(minutes.unwrap_or(1).into(), sinking.len().into());
        // The coefficient that grows by the wait.
        let term = usize::from(minutes.is_none());
        for point in sinking {
            self.altitudes[point][term] -= &part;
        }
        if self.altitudes[opposite] != altitude {
            self.altitudes[opposite][term] += &part;
        }
    }
}

/// Returns the integer wait with which a number becomes 0, if there is one.
fn vanishes_after([constant, slope]: &Linear) -> Option<i64> {
    let wait = (*slope != RBig::ZERO).then(|| -constant / slope)?;
    i64::try_from(wait).ok().filter(|&wait| wait >= 0)
}

pub(crate) fn check(puzzle: &KnightMoves, moves: &[Move]) -> Result<()> {
    let Some((last, before)) = moves.split_last() else { bail!("there is no move") };
    let goal = puzzle.goal();
    if let Some(early) = before.iter().position(|played| played.to == goal) {
        bail!("the tour goes on after move {}, which comes to {}", early + 1, puzzle.square(goal));
    }
    ensure!(last.to == goal, "the tour does not end on {}", puzzle.square(goal));
    let mut visits = vec![0; puzzle.altitudes.len()];
    visits[puzzle.start()] = 1;
    for played in moves {
        visits[played.to] += 1;
    }
    if let Some(place) = visits.iter().position(|&visits| visits > usize::from(MOST_VISITS)) {
        bail!("{} is visited more than {MOST_VISITS} times", puzzle.square(place));
    }
    let known = replay(puzzle, moves, None);
    if let Some(number) = known.wrong {
        let to = moves[number].to;
        let from = number.checked_sub(1).map_or(puzzle.start(), |before| moves[before].to);
        bail!(
            "move {}: from {} at {} to {} at {} is no jump",
            number + 1,
            puzzle.square(from),
            known.altitudes[from][0],
            puzzle.square(to),
            known.altitudes[to][0]
        );
    }
    for (number, played) in moves.iter().enumerate().filter(|(_, played)| played.wait > 0) {
        ensure!(
            is_needed(puzzle, moves, number),
            "move {}: the wait of {} is needless",
            number + 1,
            played.wait
        );
    }
    let score: i64 = moves.iter().map(|played| played.wait).sum();
    ensure!(
        score >= puzzle.qualifying.get(),
        "the tour scores {score}, and does not qualify with less than {}",
        puzzle.qualifying
    );
    Ok(())
}

/// Returns whether replacing this wait by any other one makes a jump wrong.
fn is_needed(puzzle: &KnightMoves, moves: &[Move], number: usize) -> bool {
    let unknown = replay(puzzle, moves, Some(number));
    unknown.wrong.is_some()
        || unknown.special.iter().any(|&wait| {
            let mut moves = moves.to_vec();
            moves[number].wait = wait;
            replay(puzzle, &moves, None).wrong.is_some()
        })
}
