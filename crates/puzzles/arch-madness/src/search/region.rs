//! Regions that grow cell by cell.

use std::array;

use grid_utils::{Cell, CellSet, Direction, words_for};

use super::point::{self, Key, NO_BOARD, OPEN, OUTSIDE, PLACES};
use crate::{ArchMadness, LARGEST_SIZE};

pub(super) const CELLS: usize = LARGEST_SIZE * LARGEST_SIZE;
/// A set of cells.
type Cells = CellSet<{ words_for(CELLS) }>;
const POINTS: usize = (LARGEST_SIZE + 1) * (LARGEST_SIZE + 1);

/// The possible states of a cell: bit 0 for no arc, bit k for centre k.
pub(super) type States = u8;
/// Sides of a cell: bit 0 for the upper one, and so on clockwise.
type Sides = u8;

/// The sides of the inner piece, by state; all sides without an arc.
const INNER: [Sides; 5] = [0b1111, 0b1001, 0b0011, 0b0110, 0b1100];

/// Returns the states in a set.
pub(super) fn each(states: States) -> impl Iterator<Item = usize> {
    (0..5).filter(move |state| states >> state & 1 != 0)
}

/// The known part of a board.
#[derive(Clone, Copy)]
pub(super) struct Known {
    states: [States; CELLS],
    /// The points row by row, without the sides of a region.
    keys: [Key; POINTS],
}

impl Known {
    /// Returns the states of a cell that are possible.
    pub(super) fn states(&self, cell: usize) -> States {
        self.states[cell]
    }

    /// Returns the state of a cell, if it is known.
    pub(super) fn state(&self, cell: usize) -> Option<usize> {
        let states = self.states[cell];
        states.is_power_of_two().then(|| states.trailing_zeros() as usize)
    }
}

/// The known part of a region.
#[derive(Clone, Copy)]
pub(super) struct Region {
    /// The known part of the board. Its keys contain the sides of this region.
    known: Known,
    /// The sides of each cell that are in the region.
    pub(super) sides: [Sides; CELLS],
    /// The cells with a piece of it.
    members: Cells,
    /// The open cells beside it.
    frontier: Cells,
    /// The index of its score in [`Plan::sizes`], if a number fixes it.
    score: Option<usize>,
    whole: u32,
    inner: u32,
    outer: u32,
    /// The minimum number of smooth pieces of its border.
    pieces: u32,
}

impl Region {
    pub(super) fn new(known: &Known) -> Self {
        let known = *known;
        let (members, frontier) = (Cells::EMPTY, Cells::EMPTY);
        let (sides, score) = ([0; CELLS], None);
        let (whole, inner, outer, pieces) = (0, 0, 0, 0);
        Self { known, sides, members, frontier, score, whole, inner, outer, pieces }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.frontier.is_empty()
    }

    pub(super) fn has_score(&self) -> bool {
        self.score.is_some()
    }

    /// Returns the known part of the board, without the region.
    pub(super) fn known(&self) -> Known {
        let mut known = self.known;
        known.keys.iter_mut().for_each(|key| *key &= !15);
        known
    }
}

/// The tables that are computed from an instance before the search.
pub(super) struct Plan {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The points at the corners of each cell, clockwise from the upper left one.
    points: Vec<[usize; 4]>,
    /// The cells beside each cell, clockwise from the upper one.
    across: Vec<[Option<usize>; 4]>,
    /// For each cell with a number, its index in `sizes`.
    scores: Vec<Option<usize>>,
    /// For each score, the possible areas and numbers of smooth pieces.
    sizes: Vec<Vec<(u32, u32)>>,
    /// See [`point::table`].
    breaks: Vec<u8>,
}

impl Plan {
    pub(super) fn new(puzzle: &ArchMadness) -> Self {
        let (rows, columns) = (puzzle.green.rows(), puzzle.green.columns());
        let index = |cell: Cell| cell.row * columns + cell.column;
        let points = |cell: Cell| {
            let first = cell.row * (columns + 1) + cell.column;
            [first, first + 1, first + columns + 2, first + columns + 1]
        };
        let across =
            |cell| Direction::ALL.map(|side| puzzle.green.neighbour(cell, side).map(index));
        let mut given: Vec<u32> = puzzle.scores.values().flatten().copied().collect();
        given.sort_unstable();
        given.dedup();
        Plan {
            rows,
            columns,
            points: puzzle.green.cells().map(points).collect(),
            across: puzzle.green.cells().map(across).collect(),
            scores: puzzle
                .scores
                .values()
                .map(|score| given.binary_search(&(*score)?).ok())
                .collect(),
            sizes: given.iter().map(|&score| sizes(score)).collect(),
            breaks: point::table(),
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.points.len()
    }

    pub(super) fn has_score(&self, cell: usize) -> bool {
        self.scores[cell].is_some()
    }

    /// Returns the known part before the green cells are fixed.
    pub(super) fn start(&self) -> Known {
        let outside: Key = PLACES.iter().map(|place| OUTSIDE * place).sum();
        let mut known = Known { states: [0b11111; CELLS], keys: [0; POINTS] };
        for &point in self.points.iter().flatten() {
            known.keys[point] = outside;
        }
        for (corner, points) in (0..4).cycle().zip(self.points.iter().flatten()) {
            known.keys[*points] += (OPEN - OUTSIDE) * PLACES[(corner + 1) % 4];
        }
        known
    }

    /// Returns the region with an open cell in this state; `None` if that is impossible.
    pub(super) fn decide(&self, region: &Region, cell: usize, state: usize) -> Option<Region> {
        let mut next = *region;
        for (point, key) in self.keys(region, cell, state) {
            self.set_key(&mut next, point, key)?;
        }
        next.known.states[cell] = 1 << state;
        next.frontier.remove(cell);
        if next.sides[cell] != 0 {
            self.take_piece(&mut next, cell)?;
        }
        self.fits(&next, next.pieces, 0).then_some(next)
    }

    /// Returns the known part with a cell restricted to these states; `None` if that is impossible.
    pub(super) fn restrict(&self, known: &Known, cell: usize, states: States) -> Option<Known> {
        let mut next = *known;
        next.states[cell] &= states;
        match next.state(cell) {
            Some(state) if known.state(cell).is_none() => {
                Some(self.decide(&Region::new(known), cell, state)?.known())
            }
            _ => (next.states[cell] != 0).then_some(next),
        }
    }

    /// Returns the points around an open cell and their keys if it gets this state.
    fn keys(&self, region: &Region, cell: usize, state: usize) -> [(usize, Key); 4] {
        array::from_fn(|corner| {
            let point = self.points[cell][corner];
            let known = OPEN - point::digit(state, corner);
            (point, region.known.keys[point] - known * PLACES[(corner + 1) % 4])
        })
    }

    fn set_key(&self, region: &mut Region, point: usize, key: Key) -> Option<()> {
        region.pieces = self.with_key(region, region.pieces, point, key)?;
        region.known.keys[point] = key;
        Some(())
    }

    /// Returns the number of smooth pieces if a point gets this key.
    fn with_key(&self, region: &Region, pieces: u32, point: usize, key: Key) -> Option<u32> {
        let before = self.breaks[usize::from(region.known.keys[point])];
        let after = self.breaks[usize::from(key)];
        (after != NO_BOARD).then(|| pieces - u32::from(before) + u32::from(after))
    }

    /// Adds a side of a cell to the region, with all consequences.
    pub(super) fn take(&self, region: &mut Region, cell: usize, side: usize) -> Option<()> {
        if region.sides[cell] >> side & 1 != 0 {
            return Some(());
        }
        // From its corner `side`, it is the side of the point with the next number.
        for (corner, ray) in [(side, side + 1), (side + 1, side + 3)] {
            let point = self.points[cell][corner % 4];
            self.set_key(region, point, region.known.keys[point] | 1 << (ray % 4))?;
        }
        region.sides[cell] |= 1 << side;
        if let Some(other) = self.across[cell][side] {
            region.sides[other] |= 1 << ((side + 2) % 4);
            self.take_piece(region, other)?;
        }
        self.take_piece(region, cell)
    }

    /// Adds the piece of a cell that has a side in the region.
    fn take_piece(&self, region: &mut Region, cell: usize) -> Option<()> {
        let Some(state) = region.known.state(cell) else {
            region.frontier.insert(cell);
            return Some(());
        };
        // The sides that are known to be in the region tell which piece of the cell is.
        let is_outer = region.sides[cell] & INNER[state] == 0;
        let piece = if is_outer { !INNER[state] & 15 } else { INNER[state] };
        // The two pieces of a cell never belong to the same region.
        if region.sides[cell] & !piece != 0 {
            return None;
        }
        if !region.members.insert(cell) {
            return Some(());
        }
        *match (state, is_outer) {
            (0, _) => &mut region.whole,
            (_, false) => &mut region.inner,
            (_, true) => &mut region.outer,
        } += 1;
        if let (Some(score), false) = (self.scores[cell], is_outer)
            && *region.score.get_or_insert(score) != score
        {
            return None;
        }
        // The region goes on over the other sides of the piece.
        (0..4)
            .filter(|side| piece >> side & 1 != 0)
            .try_for_each(|side| self.take(region, cell, side))
    }

    /// Returns whether a closed region satisfies the rules.
    pub(super) fn is_right(&self, region: &Region) -> bool {
        let size = (region.whole + region.inner, region.pieces);
        region.inner == region.outer
            && region.score.is_none_or(|score| self.sizes[score].contains(&size))
    }

    /// Returns whether the region can get its score with at least `pieces` smooth pieces and
    /// `halves` more halves of cells.
    fn fits(&self, region: &Region, pieces: u32, halves: u32) -> bool {
        let Some(score) = region.score else { return true };
        // An outer piece needs an inner one elsewhere, and the other way round.
        let halves = 2 * region.whole + region.inner + region.outer + halves;
        let area = halves.div_ceil(2).max(region.whole + region.inner.max(region.outer));
        self.sizes[score].iter().any(|size| area <= size.0 && pieces <= size.1)
    }

    /// Returns the open cell beside the region with the fewest apparently possible states, and
    /// these states; `None` if some cell has none left, or if not all cells have room.
    pub(super) fn narrowest(&self, region: &Region) -> Option<(usize, States)> {
        let mut halves = 0;
        let mut narrowest: Option<(usize, States)> = None;
        for cell in region.frontier {
            let is_possible = |&state: &usize| {
                let mut keys = self.keys(region, cell, state).into_iter();
                let pieces = keys.try_fold(region.pieces, |sum, (point, key)| {
                    self.with_key(region, sum, point, key)
                });
                pieces.is_some_and(|pieces| self.fits(region, pieces, 0))
            };
            let states: States = each(region.known.states[cell])
                .filter(is_possible)
                .fold(0, |states, state| states | 1 << state);
            if states == 0 {
                return None;
            }
            // A cell that has no arc is whole.
            halves += if states == 1 { 2 } else { 1 };
            if narrowest.is_none_or(|(_, least)| states.count_ones() < least.count_ones()) {
                narrowest = Some((cell, states));
            }
        }
        narrowest.filter(|_| self.fits(region, region.pieces, halves))
    }
}

/// Returns the areas and numbers of smooth pieces that give a score. Each closed curve of a border
/// encloses a whole area, so it has as many arcs bent one way as the other, and at least two smooth
/// pieces.
fn sizes(score: u32) -> Vec<(u32, u32)> {
    let areas = (1..).take(CELLS).filter(|&area| score.is_multiple_of(area));
    areas.map(|area| (area, score / area)).filter(|&(_, pieces)| pieces >= 2).collect()
}
