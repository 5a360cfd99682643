//! The slow way, for small grids: all regions that the first free cell may belong to, one after the
//! other, and so on. Nothing is known of a region before it is complete.

use grid_utils::{Cell, Grid};
use puzzle::{Flow, Search};

use crate::Labels;
use crate::check::{Map, label, symmetries};

/// The most cells: from here on it takes seconds to look at the regions of the first cell.
const MOST_CELLS: usize = 20;

/// Searches an instance that passed `validate`.
pub(crate) fn search(labels: &Labels, search: &mut Search) -> Flow {
    if labels.len() > MOST_CELLS {
        return search.give_up();
    }
    let map = labels.map(|_, _| None);
    Maps { labels, map, barred: labels.map(|_, _| false), regions: 0 }.divide(search)
}

/// A map that grows.
struct Maps<'a> {
    labels: &'a Labels,
    map: Map,
    /// The cells beside the region that grows which do not belong to it.
    barred: Grid<bool>,
    /// How many regions are complete.
    regions: u32,
}

impl Maps<'_> {
    /// Begins another region, at the first free cell.
    fn divide(&mut self, search: &mut Search) -> Flow {
        search.visit(self.regions as usize, || self.map.clone())?;
        let Some(first) = self.map.find(Option::is_none) else {
            return search.solution(self.map.clone());
        };
        self.map[first] = Some(self.regions.into());
        let barred = std::mem::replace(&mut self.barred, self.labels.map(|_, _| false));
        self.grow(first, search)?;
        self.barred = barred;
        self.map[first] = None;
        Flow::Continue(())
    }

    /// Adds free cells beside the region to it, in all ways.
    fn grow(&mut self, first: Cell, search: &mut Search) -> Flow {
        search.poll()?;
        let is_beside =
            |cell: Cell| self.map.neighbours(cell).any(|other| self.map[other] == self.map[first]);
        let open =
            |cell: &Cell| self.map[*cell].is_none() && !self.barred[*cell] && is_beside(*cell);
        let Some(cell) = self.map.cells().find(open) else {
            if self.is_right(first) {
                self.regions += 1;
                self.divide(search)?;
                self.regions -= 1;
            }
            return Flow::Continue(());
        };
        self.map[cell] = self.map[first];
        self.grow(first, search)?;
        self.map[cell] = None;
        self.barred[cell] = true;
        self.grow(first, search)?;
        self.barred[cell] = false;
        Flow::Continue(())
    }

    /// Whether the region of a cell is symmetric and has the given labels.
    fn is_right(&self, cell: Cell) -> bool {
        let is_kept = |(cell, given): (Cell, &Option<u8>)| {
            given.is_none_or(|given| label(&self.map, cell) == Some(given))
        };
        let region = self.labels.iter().filter(|&(other, _)| self.map[other] == self.map[cell]);
        symmetries(&self.map, cell).next().is_some() && region.into_iter().all(is_kept)
    }
}
