//! A score that no board exceeds.

use grid_puzzles::Side;
use grid_utils::{Cell, Grid};
use itertools::{Itertools, iproduct};

use crate::light::{REWARD, points, score};
use crate::{FALLING, HallOfMirrors, Place, RISING};

/// A score that no board exceeds; the crate's documentation says why.
pub(crate) fn bound(hall: &HallOfMirrors) -> i64 {
    one_mirror(hall).max(two_mirrors(hall))
}

/// The largest score with one mirror or none.
fn one_mirror(hall: &HallOfMirrors) -> i64 {
    let size = hall.places.size();
    let empty = Grid::filled(size, size, None);
    let mut best = score(hall, &empty);
    for (row, column, (kind, right)) in iproduct!(0..size, 0..size, [(RISING, -1), (FALLING, 1)]) {
        let (mut mirrors, first) = (empty.clone(), Cell::new(row, column));
        for cell in [first].into_iter().chain(empty.ray(first, (1, right))) {
            mirrors[cell] = Some(kind);
            best = best.max(score(hall, &mirrors));
        }
    }
    best
}

/// A bound for two mirrors or more.
fn two_mirrors(hall: &HallOfMirrors) -> i64 {
    let count = |wanted| hall.places.given().filter(|&(_, _, &place)| place == wanted).count();
    let (lasers, goals) = (count(Place::Laser), count(Place::Goal));
    let bounds = (0..=lasers.min(goals)).map(|scoring| {
        let cells = cells(hall, lasers - scoring, goals - scoring).max(2);
        REWARD * points(scoring) - points(cells) - 2 * 2
    });
    bounds.max().unwrap_or(0)
}

/// How many cells have a mirror, at least, if so many lasers do not score and so many goals are not
/// reached.
fn cells(hall: &HallOfMirrors, lasers: usize, goals: usize) -> usize {
    let sides = [(Side::Top, Side::Bottom), (Side::Left, Side::Right)];
    let lines = iproduct!(sides, 0..hall.places.size()).map(|((one, other), line)| {
        let ends = [one, other].map(|side| hall.places.side(side)[line]);
        [Place::Laser, Place::Goal]
            .map(|wanted| ends.into_iter().filter(|&end| end == Some(wanted)).count())
    });
    // Without a mirror none of its lasers scores and none of its goals is reached, unless one of each
    // face each other.
    let lines = lines.filter(|&ends| ends != [0, 0] && ends != [1, 1]).collect_vec();
    let free = |kind: usize, most: usize| {
        let ends = lines.iter().map(|ends| ends[kind]).filter(|&ends| ends > 0).sorted();
        let sums = ends.scan(0, |sum, ends| {
            *sum += ends;
            Some(*sum)
        });
        sums.take_while(|&sum| sum <= most).count()
    };
    let needed = lines.len() - free(0, lasers) - free(1, goals);
    needed.div_ceil(2)
}
