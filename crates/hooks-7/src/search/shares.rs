//! How many cells of each part are filled, for one partition into hooks.

use std::ops::ControlFlow;

use puzzle::{Search, Stop};

use super::Layout;
use super::cells::Cells;
use super::partitions::{Layer, Part};
use super::plan::Plan;
use super::sums::SumSets;
use crate::Board;

/// How many cells of a part may be filled.
#[derive(Clone, Copy)]
struct Share {
    region: usize,
    least: usize,
    most: usize,
    /// How many cells of the parts after it are filled at least and at most.
    least_after: usize,
    most_after: usize,
}

/// The plans for one partition.
pub(super) struct Shares<'a, 'l, const WORDS: usize> {
    layout: &'l Layout,
    layers: &'a [Layer],
    cells: &'a mut Cells<'l, WORDS>,
    /// What each region can make in the hooks up to a size, by size.
    reach: Vec<SumSets>,
    /// What each region still has to make.
    need: Vec<u16>,
    /// The parts of the hooks that are shared out, each hook's in reverse order.
    listed: Vec<Share>,
    plan: Plan,
}

impl<'a, 'l, const WORDS: usize> Shares<'a, 'l, WORDS> {
    pub(super) fn new(
        layout: &'l Layout,
        layers: &'a [Layer],
        cells: &'a mut Cells<'l, WORDS>,
    ) -> Self {
        let mut plan = Plan::new(layout);
        let mut reach = vec![SumSets::zero(&layout.need)];
        for (size, Layer { hook, parts }) in layers.iter().enumerate().skip(1) {
            plan.hooks[size] = *hook;
            let inside = &reach[size - 1];
            let mut sums = inside.clone();
            for &Part { region, cells } in parts {
                let part = plan.part(size, region);
                plan.cells[part] = cells as u16;
                for filled in 1..=cells {
                    sums.add_raised(region, inside, filled * size);
                }
            }
            reach.push(sums);
        }
        let (need, listed) = (layout.need.clone(), Vec::new());
        Shares { layout, layers, cells, reach, need, listed, plan }
    }

    /// Reports every board with these hooks.
    pub(super) fn search(&mut self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let size = self.layout.size;
        let can_make = |(region, &need)| self.reach[size].contains(region, need);
        if self.need.iter().enumerate().all(can_make) {
            self.share_out(size, search)?;
        }
        ControlFlow::Continue(())
    }

    /// Shares out the filled cells of the hook of this size, in every way, and goes on inside it.
    fn share_out(&mut self, size: usize, search: &mut Search<Board>) -> ControlFlow<Stop> {
        if size == 0 {
            return self.cells.fill(&self.plan, search);
        }
        search.node()?;
        let start = self.listed.len();
        let (mut least_after, mut most_after) = (0, 0);
        for &Part { region, cells } in self.layers[size].parts.iter().rev() {
            let mut possible =
                (0..=cells).filter(|&filled| self.leaves(size, region, filled).is_some());
            let least = possible.next().expect("what the region needs is in its reach");
            let most = possible.next_back().unwrap_or(least);
            self.listed.push(Share { region, least, most, least_after, most_after });
            least_after += least;
            most_after += most;
        }
        match self.layout.open_places(size) {
            Some(places) if (least_after..=most_after).contains(&places) => {
                self.fill_parts(size, start, self.listed.len(), places, search)?;
            }
            _ => search.dead_end(),
        }
        self.listed.truncate(start);
        ControlFlow::Continue(())
    }

    /// What a region still has to make inside the hook if it fills so many cells of it; none if it
    /// cannot.
    fn leaves(&self, size: usize, region: usize, filled: usize) -> Option<u16> {
        let need = self.need[region].checked_sub((filled * size) as u16)?;
        self.reach[size - 1].contains(region, need).then_some(need)
    }

    /// Fills `places` cells of the parts from number `end - 1` of the list down to number `start`.
    fn fill_parts(
        &mut self,
        size: usize,
        start: usize,
        end: usize,
        places: usize,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        if start == end {
            return self.share_out(size - 1, search);
        }
        let Share { region, least, most, least_after, most_after } = self.listed[end - 1];
        let (part, need) = (self.plan.part(size, region), self.need[region]);
        let fewest = least.max(places.saturating_sub(most_after));
        for filled in fewest..=most.min(places - least_after) {
            if let Some(left) = self.leaves(size, region, filled) {
                self.need[region] = left;
                self.plan.filled[part] = filled as u16;
                self.fill_parts(size, start, end - 1, places - filled, search)?;
                self.need[region] = need;
            }
        }
        ControlFlow::Continue(())
    }
}
