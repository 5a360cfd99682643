//! The checker: exact replays of a tour, with numbers and with an unknown wait.

use std::ops::{AddAssign, SubAssign};

use anyhow::{Result, bail, ensure};
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::{KnightMoves, MOST_VISITS, Move};

/// A number, or one that grows with an unknown wait: constant + slope x wait.
#[derive(Clone, PartialEq)]
pub(crate) struct Linear {
    pub(crate) constant: RBig,
    slope: RBig,
}

impl AddAssign<&Linear> for Linear {
    fn add_assign(&mut self, other: &Linear) {
        self.constant += &other.constant;
        self.slope += &other.slope;
    }
}

impl SubAssign<&Linear> for Linear {
    fn sub_assign(&mut self, other: &Linear) {
        self.constant -= &other.constant;
        self.slope -= &other.slope;
    }
}

/// What comes of a replay.
pub(crate) struct Replay {
    /// The altitudes at the end.
    pub(crate) altitudes: Vec<Linear>,
    /// The waits with which altitudes are equal that are not so with all the others.
    special: Vec<i64>,
    /// The first jump whose difference in altitude is wrong.
    wrong: Option<usize>,
}

/// Plays the moves, with `unknown` instead of the wait of this one; it ends at the first wrong jump.
pub(crate) fn replay(puzzle: &KnightMoves, moves: &[Move], unknown: Option<usize>) -> Replay {
    let altitude = |&altitude: &i8| Linear { constant: altitude.into(), slope: RBig::ZERO };
    let altitudes: Vec<Linear> = puzzle.altitudes.values().map(altitude).collect();
    let mut replay = Replay { altitudes, special: Vec::new(), wrong: None };
    let mut at = puzzle.start();
    for (number, played) in moves.iter().enumerate() {
        let is_unknown = unknown == Some(number);
        if played.wait > 0 || is_unknown {
            replay.wait(at, played.wait, is_unknown);
        }
        let mut difference = replay.altitudes[at].clone();
        difference -= &replay.altitudes[played.to];
        let needed = puzzle.difference(at, played.to).map(RBig::from);
        let is_right = difference.slope == RBig::ZERO
            && needed.is_some_and(|needed| {
                difference.constant == needed || difference.constant == -needed
            });
        if !is_right {
            replay.wrong = Some(number);
            break;
        }
        at = played.to;
    }
    replay
}

impl Replay {
    /// The knight waits on a point.
    fn wait(&mut self, at: usize, minutes: i64, is_unknown: bool) {
        let opposite = self.altitudes.len() - 1 - at;
        let altitude = self.altitudes[at].clone();
        for other in &self.altitudes {
            let mut apart = other.clone();
            apart -= &altitude;
            if apart.slope != RBig::ZERO {
                let (numerator, denominator) = (-apart.constant / apart.slope).into_parts();
                if denominator.is_one() {
                    self.special.extend(i64::try_from(numerator).ok().filter(|&wait| wait >= 0));
                }
            }
        }
        let is_level: Vec<bool> = self.altitudes.iter().map(|other| *other == altitude).collect();
        let sinking = |&point: &usize| is_level[point] && point != opposite;
        let count = (0..self.altitudes.len()).filter(sinking).count();
        let part = RBig::from_parts(IBig::ONE, count.into());
        let by = if is_unknown {
            Linear { constant: RBig::ZERO, slope: part }
        } else {
            Linear { constant: part * RBig::from(minutes), slope: RBig::ZERO }
        };
        for point in (0..self.altitudes.len()).filter(sinking) {
            self.altitudes[point] -= &by;
        }
        if !is_level[opposite] {
            self.altitudes[opposite] += &by;
        }
    }
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
        ensure!(
            visits[played.to] <= MOST_VISITS,
            "{} is visited more than {MOST_VISITS} times",
            puzzle.square(played.to)
        );
    }
    let known = replay(puzzle, moves, None);
    if let Some(number) = known.wrong {
        let to = moves[number].to;
        let from = number.checked_sub(1).map_or(puzzle.start(), |before| moves[before].to);
        bail!(
            "move {}: from {} at {} to {} at {} is no jump",
            number + 1,
            puzzle.square(from),
            known.altitudes[from].constant,
            puzzle.square(to),
            known.altitudes[to].constant
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

/// Whether another wait in the place of this one makes a jump wrong.
fn is_needed(puzzle: &KnightMoves, moves: &[Move], number: usize) -> bool {
    let unknown = replay(puzzle, moves, Some(number));
    unknown.wrong.is_some()
        || unknown.special.iter().any(|&wait| {
            let mut moves = moves.to_vec();
            moves[number].wait = wait;
            replay(puzzle, &moves, None).wrong.is_some()
        })
}
