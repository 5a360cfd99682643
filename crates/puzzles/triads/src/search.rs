//! The search: sizes that counting excludes, small triangles row by row, larger ones from smaller.

use std::ops::ControlFlow;

use puzzle::prelude::*;

use crate::{NO_SPLITTING, Triads};

/// A dot: its row and its place in the row, both from 0.
type Dot = (usize, usize);
type Triad = [Dot; 3];

/// The number of rows and columns that pieces of 2 x 3 and of 3 x 2 dots fill in any number of
/// strips.
const STEP: usize = 12;

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &Triads, search: &mut Search) -> Flow {
    let mut small = Vec::new();
    for size in 0..=STEP {
        let mut triads = Vec::new();
        let is_split = !is_excluded(size) && fill(Left::first(size), &mut triads, search)?;
        small.push(is_split.then_some(triads));
    }
    let lines = puzzle.sizes().map(|size| {
        let text = split(size, &small).map(|triads| text(size, &triads));
        Board::Line(text.unwrap_or_else(|| NO_SPLITTING.to_owned()))
    });
    search.value(lines.collect_vec())
}

/// Returns whether the required number of triads and the required excess of those that point up
/// contradict each other.
fn is_excluded(size: usize) -> bool {
    let dots = size * (size + 1) / 2;
    !dots.is_multiple_of(3) || !(dots / 3 + (size + 1) / 3).is_multiple_of(2)
}

/// The free dots of a row, and the taken dots of the next one, a bit for each dot.
#[derive(Clone, Copy)]
struct Left {
    size: usize,
    row: usize,
    free: u64,
    taken_below: u64,
}

impl Left {
    fn first(size: usize) -> Self {
        Left { size, row: 0, free: u64::from(size > 0), taken_below: 0 }
    }

    fn next(self) -> Self {
        let row = self.row + 1;
        let dots = if row < self.size { (1 << (row + 1)) - 1 } else { 0 };
        Left { row, free: dots & !self.taken_below, taken_below: 0, ..self }
    }
}

/// Covers the remaining dots, from the first free dot of the row on, and returns whether that is
/// possible.
fn fill(at: Left, triads: &mut Vec<Triad>, search: &mut Search) -> ControlFlow<Stop, bool> {
    search.node()?;
    let Left { row, free, taken_below, .. } = at;
    if free == 0 {
        let next = at.next();
        return if next.row >= at.size {
            ControlFlow::Continue(true)
        } else {
            fill(next, triads, search)
        };
    }
    let dot = free.trailing_zeros() as usize;
    let up = ([(row, dot), (row + 1, dot), (row + 1, dot + 1)], 1 << dot, 0b11 << dot);
    let down = ([(row, dot), (row, dot + 1), (row + 1, dot + 1)], 0b11 << dot, 0b10 << dot);
    for (triad, here, below) in [up, down] {
        if row + 1 < at.size && here & !free == 0 && below & taken_below == 0 {
            triads.push(triad);
            let next = Left { free: free & !here, taken_below: taken_below | below, ..at };
            if fill(next, triads, search)? {
                return ControlFlow::Continue(true);
            }
            triads.pop();
        }
    }
    search.dead_end();
    ControlFlow::Continue(false)
}

/// Returns a splitting of a triangle, if one exists, from a triangle at the top, a smaller one at
/// its right, and strips of the parallelogram between them.
fn split(size: usize, small: &[Option<Vec<Triad>>]) -> Option<Vec<Triad>> {
    if let Some(known) = small.get(size) {
        return known.clone();
    }
    let rest = size - STEP;
    let mut triads = small[STEP].clone()?;
    let moved = |dot: Dot| (dot.0 + STEP, dot.1 + STEP);
    triads.extend(split(rest, small)?.into_iter().map(|triad| triad.map(moved)));
    let tall = if rest.is_multiple_of(2) { 0 } else { 3 };
    let flat = (STEP..size - tall).step_by(2);
    for (row, dot) in iproduct!(flat, (0..STEP).step_by(3)) {
        triads.push([(row, dot), (row + 1, dot), (row + 1, dot + 1)]);
        triads.push([(row, dot + 1), (row, dot + 2), (row + 1, dot + 2)]);
    }
    for (row, dot) in iproduct!((size - tall..size).step_by(3), (0..STEP).step_by(2)) {
        triads.push([(row, dot), (row, dot + 1), (row + 1, dot + 1)]);
        triads.push([(row + 1, dot), (row + 2, dot), (row + 2, dot + 1)]);
    }
    Some(triads)
}

/// Returns the rows of letters: each triad gets the first letter that none of its neighbours has.
fn text(size: usize, triads: &[Triad]) -> String {
    let mut rows = (1..=size).map(|dots| vec![b' '; dots]).collect_vec();
    for triad in triads.iter().sorted() {
        let near = triad.iter().flat_map(|&dot| neighbours(dot));
        let near = near.filter_map(|(row, dot)| rows.get(row)?.get(dot)).copied().collect_vec();
        let letter = (b'a'..=b'z').find(|letter| !near.contains(letter));
        let letter = letter.expect("a triad has nine neighbours at most");
        for &(row, dot) in triad {
            rows[row][dot] = letter;
        }
    }
    rows.iter().map(|row| String::from_utf8_lossy(row)).join("/")
}

/// Returns the neighbours of a dot; those outside the triangle may have invalid positions.
fn neighbours((row, dot): Dot) -> impl Iterator<Item = Dot> {
    let beside = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)];
    beside.into_iter().filter_map(move |(down, right)| {
        Some((row.checked_add_signed(down)?, dot.checked_add_signed(right)?))
    })
}
