//! The grid as the search walks on it.

use grid_utils::{Cell, Direction, Grid};

use crate::DieAgony;

/// The grid, where the journey starts and where it ends.
#[derive(Clone, Copy)]
pub(crate) struct Terrain<'i> {
    grid: &'i Grid<i64>,
    pub(crate) start: Cell,
    pub(crate) finish: Cell,
}

/// A move from one cell to a neighbour.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) direction: Direction,
    pub(crate) to: Cell,
    /// What the move must add to the score.
    pub(crate) difference: i128,
}

impl<'i> Terrain<'i> {
    pub(crate) fn new(instance: &'i DieAgony) -> Self {
        Terrain { grid: &instance.grid, start: instance.start, finish: instance.finish }
    }

    /// The move from a cell in a direction, inside the grid.
    #[inline]
    pub(crate) fn way(&self, from: Cell, direction: Direction) -> Option<Way> {
        let to = from.step(direction)?;
        let difference = i128::from(*self.grid.get(to)?) - i128::from(self.grid[from]);
        Some(Way { direction, to, difference })
    }

    /// The moves from a cell.
    #[inline]
    pub(crate) fn ways(self, from: Cell) -> impl Iterator<Item = Way> + use<'i> {
        Direction::ALL.into_iter().filter_map(move |direction| self.way(from, direction))
    }

    /// The neighbours of a cell with the same number, on which the journey does not end.
    pub(crate) fn level_ways(self, from: Cell) -> impl Iterator<Item = Way> + use<'i> {
        self.ways(from).filter(move |way| way.difference == 0 && way.to != self.finish)
    }

    /// Whether a cell is entered with moves of odd numbers: each move changes the colour of the
    /// cell, as on a chessboard.
    pub(crate) fn is_odd(&self, cell: Cell) -> bool {
        self.start.distance(cell) % 2 == 1
    }

    /// The differences of all moves.
    pub(crate) fn differences(self) -> impl Iterator<Item = i128> + use<'i> {
        self.grid.cells().flat_map(move |cell| self.ways(cell)).map(|way| way.difference)
    }
}
