//! The checker: triads by the letters of neighbours, and two proofs that no splitting exists.

use std::collections::HashSet;

use puzzle::prelude::*;

use crate::{NO_SPLITTING, Triads};

/// The most rows for which all splittings are tried.
const MOST_TRIED: usize = 20;

pub(crate) fn check(puzzle: &Triads, board: &Board) -> Result<()> {
    let mut reached = HashSet::from([0]);
    let mut tried = Vec::new();
    for size in 1..=MOST_TRIED.min(puzzle.most.size()) {
        let full = (1 << size) - 1;
        tried.push(reached.contains(&full));
        let mut next = HashSet::new();
        for taken in reached {
            cover(full & !taken, 0, &mut next);
        }
        reached = next;
    }
    for (size, line) in puzzle.lines(board) {
        if line != NO_SPLITTING {
            check_splitting(size, line)?;
            continue;
        }
        let is_split = tried.get(size - 1).copied();
        ensure!(is_split != Some(true), "a triangle of {size} rows can be split");
        ensure!(has_odd_area(size), "nothing shows that {size} rows cannot be split");
    }
    Ok(())
}

fn check_splitting(size: usize, line: &str) -> Result<()> {
    let rows = line.split('/').map(str::as_bytes).collect_vec();
    ensure!(rows.len() == size, "{size} rows: there are {} of them", rows.len());
    for (row, dots) in rows.iter().enumerate() {
        ensure!(dots.len() == row + 1, "{size} rows: row {} has {} dots", row + 1, dots.len());
    }
    for (row, dots) in rows.iter().enumerate() {
        for (place, letter) in dots.iter().enumerate() {
            // In cyclic order, so that adjacent neighbours of the dot are consecutive.
            let steps = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
            let same = steps.map(|(down, right)| {
                let row = row.checked_add_signed(down).and_then(|row| rows.get(row));
                let place = place.checked_add_signed(right);
                row.and_then(|row| row.get(place?)) == Some(letter)
            });
            let pairs = same.iter().circular_tuple_windows().filter(|&(one, next)| *one && *next);
            ensure!(
                same.iter().filter(|&&same| same).count() == 2 && pairs.count() == 1,
                "{size} rows: dot {} of row {} is in no triad",
                place + 1,
                row + 1
            );
        }
    }
    Ok(())
}

/// Finds all sets of dots of the next row that triads covering the free dots of this one can take.
fn cover(free: u64, taken: u64, found: &mut HashSet<u64>) {
    if free == 0 {
        found.insert(taken);
        return;
    }
    let first = free & free.wrapping_neg();
    let right = first << 1;
    if taken & (first | right) == 0 {
        cover(free & !first, taken | first | right, found);
    }
    if free & right != 0 && taken & right == 0 {
        cover(free & !first & !right, taken | right, found);
    }
}

/// Returns whether the dots and the area of the triangle contradict every number of triads of both
/// orientations.
fn has_odd_area(size: usize) -> bool {
    let triads = i64::try_from(size * (size + 1) / 6).unwrap_or(i64::MAX);
    let is_third = (size * (size + 1) / 2).is_multiple_of(3);
    // The outlines of triads are closed, and so are those of all their unions.
    let Some(enclosed) = area(size, true) else { return true };
    area(2, true).zip(area(2, false)).is_some_and(|(up, down)| {
        !is_third || (0..=triads).all(|ups| ups * up + (triads - ups) * down != enclosed)
    })
}

/// Returns the area enclosed by the outline of a triangle of hexagons, traced on the other
/// honeycomb of the crate's header, in sixths of a hexagon; `None` if it is not closed. A triangle
/// that points down has the same outline, but begins at a point of the other kind.
fn area(size: usize, points_up: bool) -> Option<i64> {
    let sides = ["ab", "ca", "bc"].map(|side| side.repeat(size));
    // One step in each of six directions, each a sixth of a turn to the left of the one before.
    let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let (mut x, mut y, mut doubled, mut direction, mut turns_left) = (0, 0, 0, 0, points_up);
    let letters = sides.concat().into_bytes();
    for (letter, next) in letters.iter().circular_tuple_windows() {
        let (right, up) = steps[direction];
        doubled += x * up - y * right;
        (x, y) = (x + right, y + up);
        // a, b, c are in counter-clockwise order about points of one kind, clockwise about the
        // others.
        let follows = (next + 3 - letter) % 3 == 1;
        direction = (direction + if follows == turns_left { 1 } else { 5 }) % 6;
        turns_left = !turns_left;
    }
    ((x, y, direction) == (0, 0, 0)).then_some(doubled)
}
