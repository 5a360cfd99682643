//! Plans: the hooks, and how many cells of each hook each region fills.
//!
//! They are made in one of two orders. With the counts *at once*, each hook's cells are shared out
//! among the regions before the next hook is cut; then every region needs one sum inside, and few
//! hooks fit. With the *hooks first*, all hooks are cut before any count: most hooks are impossible
//! for some region on its own, however many cells the others fill, and counts decided outside would
//! have that found out again and again. There, for each region the *set* of sums that it may still
//! need is carried along.

mod counts;

use std::ops::ControlFlow;

use grid_utils::{BitSet, Cell};
use puzzle::{Flow, Search, Stop};

use super::layout::{Layout, sketch};
use super::plan::Plan;
use super::sums::Reach;
use crate::{Hook, Square};
use counts::Choices;

/// The receiver of the plans.
pub(super) type Receiver<'r> = dyn FnMut(&Plan, &mut Search) -> Flow + 'r;

/// In which order the parts of a plan are decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The counts of a hook before the next hook, until the budget is spent.
    CountsAtOnce { node_budget: u32 },
    /// All hooks before the first count.
    HooksFirst,
}

/// Why a search for plans ended early: it was stopped, or (`None`) it has visited as many nodes as
/// it may.
type Halt = Option<Stop>;

/// Returns every plan, if it takes at most `node_budget` nodes to make them with the counts at
/// once.
pub(super) fn counts_at_once(
    layout: &Layout,
    node_budget: u32,
    search: &mut Search,
) -> ControlFlow<Stop, Option<Vec<Plan>>> {
    let mut plans = Vec::new();
    let receive = &mut |plan: &Plan, _: &mut Search| {
        plans.push(plan.clone());
        ControlFlow::Continue(())
    };
    match search_in(Order::CountsAtOnce { node_budget }, layout, receive, search) {
        ControlFlow::Continue(()) => ControlFlow::Continue(Some(plans)),
        ControlFlow::Break(None) => ControlFlow::Continue(None),
        ControlFlow::Break(Some(stop)) => ControlFlow::Break(stop),
    }
}

/// Hands every plan to `receive`, made with the hooks first.
pub(super) fn hooks_first(layout: &Layout, receive: &mut Receiver, search: &mut Search) -> Flow {
    let flow = search_in(Order::HooksFirst, layout, receive, search);
    flow.map_break(|halt| halt.expect("this order has no budget"))
}

fn search_in(
    order: Order,
    layout: &Layout,
    receive: &mut Receiver,
    search: &mut Search,
) -> ControlFlow<Halt> {
    // Words for the largest sum; all digits of a grid of 20 x 20 cells add up to 2870.
    match layout.need.iter().max().map_or(0, |&need| need / 64 + 1) {
        0..=1 => Plans::<1>::new(order, layout, receive).search(search),
        _ => Plans::<45>::new(order, layout, receive).search(search),
    }
}

/// The plans of one grid.
struct Plans<'a, 'r, const WORDS: usize> {
    order: Order,
    layout: &'a Layout,
    receive: &'a mut Receiver<'r>,
    reach: Reach<WORDS>,
    /// Sums that each region can make inside the hook of a size: by size, and region by region.
    reach_inside: Vec<BitSet<WORDS>>,
    /// Sums that each region may need in the square of a size, while hooks come first: likewise.
    needs: Vec<BitSet<WORDS>>,
    /// The sum that each region has to make in the square of a size, while counts are decided:
    /// likewise.
    need: Vec<u16>,
    /// The parts whose counts are open, of all hooks whose counts are being decided.
    choices: Choices,
    /// How many cells each region has in the square of a size, and how many are given there:
    /// numbered as the parts of a plan are.
    left: Vec<u16>,
    /// The decisions.
    plan: Plan,
    /// The region that was the last to rule out a hook, and is likely to rule out the next.
    suspect: usize,
}

impl<'a, 'r, const WORDS: usize> Plans<'a, 'r, WORDS> {
    fn new(order: Order, layout: &'a Layout, receive: &'a mut Receiver<'r>) -> Self {
        let plan = Plan::new(layout);
        let (regions, size) = (layout.need.len(), layout.size);
        let nothing = vec![BitSet::EMPTY; (size + 1) * regions];
        let mut needs = nothing.clone();
        for (needs, &need) in needs[size * regions..].iter_mut().zip(&layout.need) {
            *needs = BitSet::of(need.into());
        }
        let mut need = vec![0; size * regions];
        need.extend(&layout.need);
        let mut left = vec![0; plan.cells.len()];
        for &region in &layout.region_of {
            left[plan.part(size, usize::from(region))] += 1;
        }
        Plans {
            order,
            layout,
            receive,
            reach: Reach::new(layout),
            reach_inside: nothing,
            needs,
            need,
            choices: Choices::new(),
            left,
            plan,
            suspect: 0,
        }
    }

    /// Finds every plan.
    fn search(&mut self, search: &mut Search) -> ControlFlow<Halt> {
        let size = self.layout.size;
        self.cut(Square::whole(size), search)
    }

    /// Cuts a hook from the square, at every corner, and continues inside it.
    fn cut(&mut self, square: Square, search: &mut Search) -> ControlFlow<Halt> {
        let (size, layout) = (square.size, self.layout);
        if size == 0 {
            return match self.order {
                Order::CountsAtOnce { .. } => self.report(layout.size, search),
                Order::HooksFirst => self.count(search),
            };
        }
        search
            .visit(layout.size - size, || {
                let hooks = || self.plan.hooks_from(size + 1);
                sketch(layout.board(hooks(), |hook, cell| self.is_full(hook, cell)), hooks())
            })
            .map_break(Some)?;
        self.spend_node()?;
        let mut is_dead_end = true;
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            let places = layout.open_places(size).filter(|_| layout.givens.fit(hook));
            let Some(places) = places else { continue };
            self.lay_out(hook);
            is_dead_end &= match self.order {
                Order::CountsAtOnce { .. } => self.cut_and_count(hook, places, search)?,
                Order::HooksFirst => {
                    let can_be_filled = self.can_be_filled(size, places);
                    if can_be_filled {
                        self.cut(hook.inside(), search)?;
                    }
                    !can_be_filled
                }
            };
        }
        if is_dead_end {
            search.dead_end_because(|| "no hook lets every region make its sum");
        }
        ControlFlow::Continue(())
    }

    /// Shares out the cells of a hook among the regions, and continues inside it; returns whether
    /// that is impossible.
    fn cut_and_count(
        &mut self,
        hook: Hook,
        places: usize,
        search: &mut Search,
    ) -> ControlFlow<Halt, bool> {
        let size = hook.square.size;
        let regions = self.layout.need.len();
        let inside = self.plan.part(size - 1, 0);
        let reach = self.reach.of(size - 1);
        let left = &self.left[inside..inside + regions];
        let need = &self.need[size * regions..][..regions];
        let start = self.choices.len();
        let open = self.choices.list(&mut self.plan, need, size, places, |region| {
            &reach[usize::from(left[region]).min(reach.len() - 1)]
        });
        if let Some(open) = open {
            self.share_out(size, open, search, &mut |plans, search| {
                plans.cut(hook.inside(), search)
            })?;
        }
        self.choices.truncate(start);
        ControlFlow::Continue(open.is_none())
    }

    /// Hands on the plan, which this many decisions led to.
    fn report(&mut self, depth: usize, search: &mut Search) -> ControlFlow<Halt> {
        self.plan.depth = depth;
        (self.receive)(&self.plan, search).map_break(Some)
    }

    /// Counts a node against the budget, where there is one.
    fn spend_node(&mut self) -> ControlFlow<Halt> {
        if let Order::CountsAtOnce { node_budget } = &mut self.order {
            let Some(left) = node_budget.checked_sub(1) else {
                return ControlFlow::Break(None);
            };
            *node_budget = left;
        }
        ControlFlow::Continue(())
    }

    /// Counts the cells that each region has in the hook and inside it.
    fn lay_out(&mut self, hook: Hook) {
        let size = hook.square.size;
        self.plan.hooks[size] = hook;
        let (inside, parts) = (self.plan.part(size - 1, 0), self.plan.part(size, 0));
        let here = &mut self.plan.cells[parts..parts + self.plan.width];
        self.layout.count_cells(hook, here);
        let (left_inside, left) = self.left.split_at_mut(parts);
        for ((inside, left), here) in left_inside[inside..].iter_mut().zip(left).zip(here) {
            // Never below zero, and saturating subtractions are done eight at a time.
            *inside = left.saturating_sub(*here);
        }
    }

    /// Finds out what the regions may need inside the hook of this size, if the hook has `places`
    /// for its digit. False if a region cannot make that, or if all together cannot fill the hook.
    fn can_be_filled(&mut self, size: usize, places: usize) -> bool {
        let regions = self.layout.need.len();
        let (here, inside) = (self.plan.part(size, 0), self.plan.part(size - 1, 0));
        let cells = &self.plan.cells[here..here + regions];
        let left = &self.left[inside..inside + regions];
        let (needs_inside, needs) = self.needs.split_at_mut(size * regions);
        let needs_inside = needs_inside[(size - 1) * regions..].iter_mut();
        let needs = &needs[..regions];
        let reach = self.reach.of(size - 1);
        let part = |region: usize| {
            let reach = reach[usize::from(left[region]).min(reach.len() - 1)];
            Part::new(needs[region], usize::from(cells[region]).min(places), size, reach)
        };
        if part(self.suspect).inside.is_empty() {
            return false;
        }
        let (mut least, mut most) = (0, 0);
        for (region, needs_inside) in needs_inside.enumerate() {
            let part = part(region);
            if part.inside.is_empty() {
                self.suspect = region;
                return false;
            }
            *needs_inside = part.inside;
            least += part.least;
            most += part.most;
        }
        (least..=most).contains(&places)
    }

    /// Returns whether a cell of a hook is certainly filled, because its region fills all that it
    /// has there.
    fn is_full(&self, hook: Hook, cell: Cell) -> bool {
        if self.order != Order::HooksFirst {
            return self.fills_all(hook, cell);
        }
        let size = hook.square.size;
        let (region, regions) = (self.layout.region_of(cell), self.layout.need.len());
        if region == regions {
            return false;
        }
        let needs = self.needs[size * regions + region];
        let inside = self.needs[(size - 1) * regions + region];
        let cells = usize::from(self.plan.cells[self.plan.part(size, region)]);
        (0..cells).all(|filled| !needs.lowered(filled * size).intersects(inside))
    }
}

/// The possibilities of a region in its part of a hook.
struct Part<const WORDS: usize> {
    /// The sums that it may need inside the hook; empty if the region cannot get its sum.
    inside: BitSet<WORDS>,
    /// Least and greatest number of cells that it fills.
    least: usize,
    most: usize,
}

impl<const WORDS: usize> Part<WORDS> {
    /// Creates a part from the sums that the region may need, the number of cells that it may fill
    /// in a hook with this digit, and the sums that it can make inside the hook.
    #[inline]
    fn new(needs: BitSet<WORDS>, cells: usize, digit: usize, reach: BitSet<WORDS>) -> Self {
        let inside = needs & reach;
        let least = if inside.is_empty() { usize::MAX } else { 0 };
        let mut part = Part { inside, least, most: 0 };
        for filled in 1..=cells {
            let lowered = needs.lowered(filled * digit);
            if lowered.is_empty() {
                break;
            }
            let inside = lowered & reach;
            if !inside.is_empty() {
                part.inside |= inside;
                part.least = part.least.min(filled);
                part.most = filled;
            }
        }
        part
    }
}
