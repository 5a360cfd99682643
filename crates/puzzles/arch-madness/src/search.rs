//! The search: it closes regions, the one with the fewest ways first.

mod point;
mod region;

use std::ops::ControlFlow;

use puzzle::prelude::*;

use crate::ArchMadness;
use region::{CELLS, Known, Plan, Region, each};

/// The first and the last limit of steps for listing the ways of a region.
const STEPS: [u32; 2] = [32, 1 << 15];

/// Reports every board.
pub(crate) fn search(puzzle: &ArchMadness, search: &mut Search) -> Flow {
    let plan = Plan::new(puzzle);
    let mut known = plan.start();
    // No arc cuts a green cell.
    for (cell, _) in puzzle.green.values().enumerate().filter(|(_, green)| green.is_some()) {
        match plan.restrict(&known, cell, 1) {
            Some(next) => known = next,
            None => return Flow::Continue(()),
        }
    }
    plan.complete(known, [0; CELLS], 0, search)
}

/// A region that is not closed.
struct Open {
    /// A cell of it.
    cell: usize,
    /// Its possible beginnings: several if its cell is open, too.
    starts: Vec<Region>,
}

impl Plan {
    /// Reports every board that agrees with the known states. `steps` holds the known numbers of
    /// steps that it takes to list the ways of each cell's region.
    fn complete(
        &self,
        mut known: Known,
        mut steps: [u32; CELLS],
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        search.visit(depth, || self.board(&known))?;
        // Numbers first, until nothing more is known or one of them has to be branched on. A board is
        // complete when no region is open.
        let ways = loop {
            let Some(open) = self.open(&known) else { break Vec::new() };
            let has_score = |open: &Open| open.starts.iter().all(Region::has_score);
            let (numbered, others): (Vec<_>, Vec<_>) = open.into_iter().partition(has_score);
            if !numbered.is_empty() {
                if let Some(ways) = self.ways(numbered, &mut known, &mut steps, search)? {
                    break ways;
                }
            } else if let Some(open) = others.first() {
                break self.branches(open);
            } else {
                return search.solution(self.board(&known));
            }
        };
        if ways.is_empty() {
            search.dead_end_because(|| "a region cannot be closed");
        }
        ways.into_iter().try_for_each(|way| self.complete(way, steps, depth + 1, search))
    }

    /// Returns the open regions; `None` if the board breaks a rule.
    fn open(&self, known: &Known) -> Option<Vec<Open>> {
        // Each side of a known cell belongs to one region, which is gathered once. An open cell with
        // a number begins as many regions as it has states: the number is that of its larger piece.
        let mut seen = [0; CELLS];
        let mut open = Vec::new();
        for cell in 0..self.cells() {
            if known.state(cell).is_none() {
                if self.has_score(cell) {
                    let starts = each(known.states(cell)).filter_map(|state| {
                        let mut region = self.decide(&Region::new(known), cell, state)?;
                        self.take(&mut region, cell, state.saturating_sub(1))?;
                        Some(region)
                    });
                    let starts: Vec<_> = starts.collect();
                    starts.first()?;
                    open.push(Open { cell, starts });
                }
                continue;
            }
            for side in 0..4 {
                if seen[cell] >> side & 1 == 0 {
                    let mut region = Region::new(known);
                    self.take(&mut region, cell, side)?;
                    for (seen, sides) in seen.iter_mut().zip(region.sides) {
                        *seen |= sides;
                    }
                    if !region.is_closed() {
                        open.push(Open { cell, starts: vec![region] });
                    } else if !self.is_right(&region) {
                        return None;
                    }
                }
            }
        }
        // All known regions are closed: go on anywhere.
        if let (true, Some(cell)) =
            (open.is_empty(), (0..self.cells()).find(|&cell| known.state(cell).is_none()))
        {
            let mut region = Region::new(known);
            self.take(&mut region, cell, 0)?;
            open.push(Open { cell, starts: vec![region] });
        }
        Some(open)
    }

    /// Returns the ways to close the region with the fewest; `None` if more of the board became
    /// known.
    fn ways(
        &self,
        mut open: Vec<Open>,
        known: &mut Known,
        steps: &mut [u32; CELLS],
        search: &mut Search,
    ) -> ControlFlow<Stop, Option<Vec<Known>>> {
        let [mut most, at_most] = STEPS;
        let mut best: Option<Vec<Known>> = None;
        loop {
            for Open { cell, starts } in &mut open {
                if steps[*cell] > most || starts.is_empty() {
                    continue;
                }
                // List the ways of this region, as far as the steps go.
                let (mut ways, mut left) = (Vec::new(), most);
                for start in &*starts {
                    self.close(start, &mut left, &mut ways, search)?;
                }
                if left == 0 {
                    steps[*cell] = 4 * most;
                    continue;
                }
                // The list is complete: a cell keeps the states that it has in some way.
                steps[*cell] = most;
                starts.clear();
                let mut is_changed = false;
                for cell in 0..self.cells() {
                    let states = ways.iter().fold(0, |states, way| states | way.states(cell));
                    is_changed |= known.states(cell) & !states != 0;
                    match self.restrict(known, cell, states) {
                        Some(next) => *known = next,
                        None => return ControlFlow::Continue(Some(Vec::new())),
                    }
                }
                // That may shorten the lists of all others, so they are made anew.
                if is_changed {
                    return ControlFlow::Continue(None);
                }
                if best.as_ref().is_none_or(|best| ways.len() < best.len()) {
                    best = Some(ways);
                }
            }
            // Nothing became known. Branch on the shortest list if all are complete, or no more steps
            // are allowed; else give the incomplete ones four times as many.
            open.retain(|open| !open.starts.is_empty());
            if let Some(ways) = best.take_if(|_| open.is_empty() || most >= at_most) {
                return ControlFlow::Continue(Some(ways));
            }
            if most >= at_most {
                return ControlFlow::Continue(Some(self.branches(&open[0])));
            }
            most *= 4;
        }
    }

    /// Returns the ways to continue with a single cell beside a region.
    fn branches(&self, Open { starts, .. }: &Open) -> Vec<Known> {
        let [region] = &starts[..] else { return starts.iter().map(Region::known).collect() };
        self.next(region).map(|next| next.known()).collect()
    }

    /// Returns the region with one more cell decided, the cell with the fewest states.
    fn next<'a>(&'a self, region: &'a Region) -> impl Iterator<Item = Region> + 'a {
        let (cell, states) = self.narrowest(region).unwrap_or_default();
        each(states).filter_map(move |state| self.decide(region, cell, state))
    }

    /// Lists the ways to close a region, until no steps are left.
    fn close(
        &self,
        region: &Region,
        left: &mut u32,
        ways: &mut Vec<Known>,
        search: &mut Search,
    ) -> Flow {
        if *left == 0 {
            return Flow::Continue(());
        }
        *left -= 1;
        search.node()?;
        if !region.is_closed() {
            return self.next(region).try_for_each(|next| self.close(&next, left, ways, search));
        }
        if self.is_right(region) {
            ways.push(region.known());
        }
        Flow::Continue(())
    }

    fn board(&self, known: &Known) -> Board {
        let state = |Cell { row, column }| known.state(row * self.columns + column);
        let value = |cell| state(cell).and_then(|state| i64::try_from(state).ok());
        Grid::from_fn(self.rows, self.columns, value).into()
    }
}
