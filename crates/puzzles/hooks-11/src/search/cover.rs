//! Covering the filled cells with pentominoes, once the hooks are cut.

use std::ops::ControlFlow;

use puzzle::Stop;

use super::placements::{Placement, Places};
use super::{CELLS, Cells, Numbers, Searcher, State};
use crate::Pentomino;

impl Searcher<'_, '_> {
    /// Lays the next pentomino in every way. The node's candidates begin at `start`.
    pub(super) fn cover(&mut self, state: State, start: usize) -> ControlFlow<Stop> {
        if let Some(pentomino) = self.scarcest(&state, start) {
            self.lay_each(state, start, |placement| placement.pentomino as usize == pentomino)
        } else if !state.with_all_pentominoes {
            self.add_others(state)
        } else if state.laid.len() == self.pieces {
            self.report(&state)
        } else {
            self.cover_a_cell(state, start)
        }
    }

    /// The pentomino with the fewest candidates, of those that a clue names.
    fn scarcest(&self, state: &State, start: usize) -> Option<usize> {
        let mut count = [0_u16; Pentomino::ALL.len()];
        for &candidate in &self.candidates[start..] {
            count[self.placement(candidate).pentomino as usize] += 1;
        }
        self.named_missing(state).iter().min_by_key(|&pentomino| count[pentomino])
    }

    /// Covers the filled cell with the fewest candidates in every way. If all are covered, an open
    /// cell is covered or stays empty.
    fn cover_a_cell(&mut self, mut state: State, start: usize) -> ControlFlow<Stop> {
        let mut count = [0_u16; CELLS];
        for &candidate in &self.candidates[start..] {
            for cell in self.placement(candidate).members {
                count[usize::from(cell)] += 1;
            }
        }
        let uncovered = state.known.filled - state.covered;
        if let Some(cell) = uncovered.iter().min_by_key(|&cell| count[cell]) {
            return self.lay_each(state, start, |placement| placement.cells.contains(cell));
        }
        let Some(cell) = state.known.open(&self.shape).first() else {
            return ControlFlow::Continue(());
        };
        self.lay_each(state, start, |placement| placement.cells.contains(cell))?;
        state.clear(Cells::of(cell));
        self.go_on(state, start)
    }

    /// Lays each of the node's candidates that passes a test.
    fn lay_each(
        &mut self,
        state: State,
        start: usize,
        test: impl Fn(&Placement) -> bool,
    ) -> ControlFlow<Stop> {
        for place in start..self.candidates.len() {
            let candidate = self.candidates[place];
            if test(self.placement(candidate)) {
                let mut next = state;
                self.lay(&mut next, candidate);
                self.go_on(next, start)?;
                self.chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits a node below the one whose candidates begin at `start`.
    fn go_on(&mut self, mut next: State, start: usize) -> ControlFlow<Stop> {
        let (end, laid) = (self.candidates.len(), self.chosen.len());
        self.visit(&next)?;
        self.candidates.extend_from_within(start..);
        if self.settle(&mut next, end) {
            self.cover(next, end)?;
        } else {
            self.search.dead_end();
        }
        self.candidates.truncate(end);
        self.chosen.truncate(laid);
        ControlFlow::Continue(())
    }

    /// Goes on with the candidates of the pentominoes that no clue names.
    fn add_others(&mut self, mut state: State) -> ControlFlow<Stop> {
        let (end, laid) = (self.candidates.len(), self.chosen.len());
        let places = Places::new(&self.shape, &state.known, state.covered);
        for pentomino in Numbers::below(Pentomino::ALL.len()) - self.clues.named {
            for placement in places.of(Pentomino::ALL[pentomino]) {
                if self.adds_up(&placement) {
                    self.candidates.push(self.placements.len() as u16);
                    self.placements.push(placement);
                }
            }
        }
        state.with_all_pentominoes = true;
        if self.sift(&mut state, end, |_| true) && self.settle(&mut state, end) {
            self.cover(state, end)?;
        }
        self.placements.truncate(self.named_placements);
        self.candidates.truncate(end);
        self.chosen.truncate(laid);
        ControlFlow::Continue(())
    }
}
