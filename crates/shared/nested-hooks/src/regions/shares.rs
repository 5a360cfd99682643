//! How many cells of each part are filled, for one partition into hooks with digits.

use std::ops::ControlFlow;

use grid_utils::Cell;
use puzzle::{Search, Stop};

use super::layout::Layout;
use super::partitions::Fill;
use super::plan::Plan;
use super::sums::SumSet;
use crate::{Board, Hook};

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
pub(super) struct Shares<'a, 'f, const WORDS: usize> {
    layout: &'a Layout,
    fill: &'a mut Fill<'f>,
    /// What each region can make in the hooks up to a size: by size, and region by region.
    reach: Vec<SumSet<WORDS>>,
    /// What each region still has to make.
    need: Vec<u16>,
    /// The parts of the hooks that are shared out, each hook's in reverse order.
    listed: Vec<Share>,
    plan: &'a mut Plan,
}

impl<'a, 'f, const WORDS: usize> Shares<'a, 'f, WORDS> {
    /// For the hooks, digits and parts of a plan.
    pub(super) fn new(layout: &'a Layout, plan: &'a mut Plan, fill: &'a mut Fill<'f>) -> Self {
        let regions = layout.need.len();
        let mut reach = Vec::with_capacity((layout.size + 1) * regions);
        reach.resize(regions, SumSet::of(0));
        for size in 1..=layout.size {
            let digit = plan.digits[size];
            for region in 0..regions {
                let inside = reach[(size - 1) * regions + region];
                let cells = usize::from(plan.cells[plan.part(size, region)]);
                let mut sums = inside;
                for filled in 1..=cells.min(digit) {
                    let sum = filled * digit;
                    if sum > usize::from(layout.need[region]) {
                        break;
                    }
                    sums = sums.or(inside.raised(sum));
                }
                reach.push(sums);
            }
        }
        plan.filled.fill(0);
        let (need, listed) = (layout.need.clone(), Vec::with_capacity(64));
        Shares { layout, fill, reach, need, listed, plan }
    }

    /// Finds every plan with these hooks.
    pub(super) fn search(&mut self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let whole = &self.reach[self.layout.size * self.need.len()..];
        if self.need.iter().zip(whole).all(|(&need, reach)| reach.contains(need)) {
            self.share_out(self.layout.size, search)?;
        }
        ControlFlow::Continue(())
    }

    /// Shares out the filled cells of the hook of this size, in every way, and goes on inside it.
    fn share_out(&mut self, size: usize, search: &mut Search<Board>) -> ControlFlow<Stop> {
        self.plan.depth = 2 * self.layout.size - size;
        if size == 0 {
            return (self.fill)(self.plan, search);
        }
        search.visit(self.plan.depth, || {
            let is_full = |hook, cell| self.is_full(hook, cell);
            self.layout.board(self.plan.hooks_from(size + 1), is_full)
        })?;
        let start = self.listed.len();
        let (mut least_after, mut most_after) = (0, 0);
        for region in (0..self.need.len()).rev() {
            let cells = usize::from(self.plan.cells[self.plan.part(size, region)]);
            let cells = cells.min(self.plan.digits[size]);
            if cells == 0 {
                continue;
            }
            let mut possible =
                (0..=cells).filter(|&filled| self.leaves(size, region, filled).is_some());
            let least = possible.next().expect("what the region needs is in its reach");
            let most = possible.next_back().unwrap_or(least);
            self.listed.push(Share { region, least, most, least_after, most_after });
            least_after += least;
            most_after += most;
        }
        match self.layout.open_places(self.plan.digits[size]) {
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
        let need = self.need[region].checked_sub((filled * self.plan.digits[size]) as u16)?;
        self.reach[(size - 1) * self.need.len() + region].contains(need).then_some(need)
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

    /// Whether all cells of a part are filled.
    fn is_full(&self, hook: Hook, cell: Cell) -> bool {
        let part = self.plan.part(hook.square.size, self.layout.region_of(cell));
        self.layout.region_of(cell) < self.need.len()
            && self.plan.filled[part] == self.plan.cells[part]
    }
}
