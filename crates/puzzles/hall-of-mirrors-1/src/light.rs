//! The rules: beams followed from cell to cell, and what mirrors cost.

use grid_puzzles::Side;
use grid_utils::{Cell, Grid};

use crate::{FALLING, HallOfMirrors, Place, RISING};

/// The mirrors of a board.
pub(crate) type Mirrors = Grid<Option<i64>>;

/// A row and a column, counted from the top left cell; places are one beyond the grid.
pub(crate) type Point = (isize, isize);

/// What a laser scores whose beam leaves at a goal.
pub(crate) const REWARD: i64 = 5;

/// A count of cells or lasers, to calculate points.
pub(crate) fn points(count: usize) -> i64 {
    i64::try_from(count).expect("a grid has few cells")
}

/// Where a place is, and the step that leads from it into the grid.
pub(crate) fn place(size: usize, side: Side, line: usize) -> (Point, Point) {
    let (size, line) = (size.cast_signed(), line.cast_signed());
    match side {
        Side::Top => ((-1, line), (1, 0)),
        Side::Bottom => ((size, line), (-1, 0)),
        Side::Left => ((line, -1), (0, 1)),
        Side::Right => ((line, size), (0, -1)),
    }
}

/// The points of the beam that comes from a place: the place, each mirror, and where it leaves.
pub(crate) fn beam(mirrors: &Mirrors, side: Side, line: usize) -> Vec<Point> {
    let ((mut row, mut column), (mut down, mut right)) = place(mirrors.rows(), side, line);
    let inside = 0..mirrors.rows().cast_signed();
    let mut points = vec![(row, column)];
    // A beam can be followed backwards, so one that comes from outside runs in no circle: it ends.
    loop {
        (row, column) = (row + down, column + right);
        if !inside.contains(&row) || !inside.contains(&column) {
            points.push((row, column));
            return points;
        }
        let cell = Cell::new(row.cast_unsigned(), column.cast_unsigned());
        (down, right) = match mirrors[cell] {
            None => continue,
            Some(RISING) => (-right, -down),
            Some(_) => (right, down),
        };
        points.push((row, column));
    }
}

/// The beams from lasers to goals.
pub(crate) fn scoring_beams(hall: &HallOfMirrors, mirrors: &Mirrors) -> Vec<Vec<Point>> {
    let at = |wanted: Place| hall.places.given().filter(move |&(_, _, &place)| place == wanted);
    let goals: Vec<Point> =
        at(Place::Goal).map(|(side, line, _)| place(mirrors.rows(), side, line).0).collect();
    let beams = at(Place::Laser).map(|(side, line, _)| beam(mirrors, side, line));
    beams.filter(|beam| beam.last().is_some_and(|end| goals.contains(end))).collect()
}

/// How many cells each mirror runs through.
pub(crate) fn lengths(mirrors: &Mirrors) -> Vec<i64> {
    let mut lengths = Vec::new();
    for (first, &mirror) in mirrors {
        let step = match mirror {
            Some(RISING) => (1, -1),
            Some(FALLING) => (1, 1),
            _ => continue,
        };
        let back = first.offset((-step.0, -step.1)).and_then(|cell| mirrors.get(cell));
        if back != Some(&mirror) {
            let rest = mirrors.ray(first, step).take_while(|&cell| mirrors[cell] == mirror);
            lengths.push(1 + points(rest.count()));
        }
    }
    lengths
}

/// The score of a board.
pub(crate) fn score(hall: &HallOfMirrors, mirrors: &Mirrors) -> i64 {
    let cost: i64 = lengths(mirrors).into_iter().map(|length| length + 2).sum();
    REWARD * points(scoring_beams(hall, mirrors).len()) - cost
}
