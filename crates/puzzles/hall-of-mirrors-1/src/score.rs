//! The rules: the scoring beams and the cost of mirrors.

use grid_puzzles::mirrors::{Mirrors, Point, beam, lengths, place};

use crate::{HallOfMirrors, Place};

/// The score of a laser whose beam leaves at a goal.
pub(crate) const REWARD: i64 = 5;

/// Converts a count of cells or lasers to points.
pub(crate) fn points(count: usize) -> i64 {
    i64::try_from(count).expect("a grid has few cells")
}

/// Returns the beams from lasers to goals.
pub(crate) fn scoring_beams(hall: &HallOfMirrors, mirrors: &Mirrors) -> Vec<Vec<Point>> {
    let at = |wanted: Place| hall.places.given().filter(move |&(_, _, &place)| place == wanted);
    let goals: Vec<Point> =
        at(Place::Goal).map(|(side, line, _)| place(mirrors.rows(), side, line).0).collect();
    let beams = at(Place::Laser).map(|(side, line, _)| beam(mirrors, side, line));
    beams.filter(|beam| beam.last().is_some_and(|end| goals.contains(end))).collect()
}

/// Returns the score of a board.
pub(crate) fn score(hall: &HallOfMirrors, mirrors: &Mirrors) -> i64 {
    let cost: i64 = lengths(mirrors).into_iter().map(|length| points(length) + 2).sum();
    REWARD * points(scoring_beams(hall, mirrors).len()) - cost
}
