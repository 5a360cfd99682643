//! Hooks first: the partitions into hooks with digits in which each region can make its sum.
//!
//! Most choices of hooks are impossible for some region on its own, however many cells the others
//! fill. Deciding hooks and counts together finds that out again for every choice of counts
//! outside. Here the hooks come first, and for each region the *set* of sums that it may still need
//! is carried along.

use std::ops::ControlFlow;

use grid_utils::Cell;
use puzzle::{Search, Stop};

use super::digit_set::DigitSet;
use super::layout::Layout;
use super::plan::Plan;
use super::shares::Shares;
use super::sums::{Reach, SumSet};
use crate::{Board, Digits, Hook, Square};

/// What takes the plans.
pub(super) type Fill<'f> = dyn FnMut(&Plan, &mut Search<Board>) -> ControlFlow<Stop> + 'f;

/// Hands every plan that the sums allow to `fill`.
pub(super) fn search(
    layout: &Layout,
    fill: &mut Fill,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    // Words for the largest sum; all digits of a grid of 12 x 12 cells add up to 650, those of one
    // of 20 x 20 cells to 2870.
    match layout.need.iter().max().map_or(0, |&need| need / 64 + 1) {
        0..=1 => Partitions::<1>::new(layout, fill).search(search),
        2..=4 => Partitions::<4>::new(layout, fill).search(search),
        5..=11 => Partitions::<11>::new(layout, fill).search(search),
        _ => Partitions::<45>::new(layout, fill).search(search),
    }
}

/// What a region can do with its part of a hook.
struct Part<const WORDS: usize> {
    /// What it may need inside the hook; nothing if there is nothing that it can do.
    inside: SumSet<WORDS>,
    /// How many cells it fills at least and at most.
    least: usize,
    most: usize,
}

impl<const WORDS: usize> Part<WORDS> {
    /// For what the region may need, so many cells that it may fill in a hook with this digit, and
    /// what the region can make inside the hook.
    #[inline]
    fn new(needs: SumSet<WORDS>, cells: usize, digit: usize, reach: SumSet<WORDS>) -> Self {
        let inside = needs.and(reach);
        let least = if inside.is_empty() { usize::MAX } else { 0 };
        let mut part = Part { inside, least, most: 0 };
        for filled in 1..=cells {
            let lowered = needs.lowered(filled * digit);
            if lowered.is_empty() {
                break;
            }
            let inside = lowered.and(reach);
            if !inside.is_empty() {
                part.inside = part.inside.or(inside);
                part.least = part.least.min(filled);
                part.most = filled;
            }
        }
        part
    }
}

/// The partitions of one grid.
struct Partitions<'a, 'f, const WORDS: usize> {
    layout: &'a Layout,
    fill: &'a mut Fill<'f>,
    reach: Reach<WORDS>,
    /// What each region may need in the square of a size: by size, and region by region.
    needs: Vec<SumSet<WORDS>>,
    /// How many cells each region has in the square of a size, and how many are given there:
    /// numbered as the parts of a plan are.
    left: Vec<u16>,
    /// The hooks that are cut, with their digits and the cells of their parts.
    plan: Plan,
    /// The region that was the last to rule out a hook, and is likely to rule out the next.
    suspect: usize,
}

impl<'a, 'f, const WORDS: usize> Partitions<'a, 'f, WORDS> {
    fn new(layout: &'a Layout, fill: &'a mut Fill<'f>) -> Self {
        let plan = Plan::new(layout);
        let (regions, size) = (layout.need.len(), layout.size);
        let mut needs = vec![SumSet::EMPTY; (size + 1) * regions];
        for (needs, &need) in needs[size * regions..].iter_mut().zip(&layout.need) {
            *needs = SumSet::of(need);
        }
        let mut left = vec![0; plan.cells.len()];
        for &region in &layout.region_of {
            left[plan.part(size, usize::from(region))] += 1;
        }
        Partitions { layout, fill, reach: Reach::new(layout), needs, left, plan, suspect: 0 }
    }

    /// Finds every plan.
    fn search(&mut self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let size = self.layout.size;
        self.cut(Square::whole(size), DigitSet::up_to(size), search)
    }

    /// Cuts a hook from the square, at every corner and with every digit, and goes on inside it.
    fn cut(
        &mut self,
        square: Square,
        unused: DigitSet,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        let (size, layout) = (square.size, self.layout);
        if size == 0 {
            return Shares::<WORDS>::new(layout, &mut self.plan, self.fill).search(search);
        }
        search.visit(layout.size - size, || {
            layout.board(self.plan.hooks_from(size + 1), |hook, cell| self.is_full(hook, cell))
        })?;
        let candidates = candidates(layout.digits, size, unused);
        let mut is_dead_end = true;
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            let digits = candidates.and(layout.givens.digits_for(hook));
            if digits == DigitSet::EMPTY {
                continue;
            }
            self.lay_out(hook);
            for digit in digits.descending() {
                let rest = unused.without(digit);
                if self.can_be_filled(size, digit, rest) {
                    is_dead_end = false;
                    self.plan.digits[size] = digit;
                    self.cut(hook.inside(), rest, search)?;
                }
            }
        }
        if is_dead_end {
            search.dead_end();
        }
        ControlFlow::Continue(())
    }

    /// Counts the cells that each region has in the hook and inside it.
    fn lay_out(&mut self, hook: Hook) {
        let size = hook.square.size;
        self.plan.hooks[size] = hook;
        let (inside, parts) = (self.plan.part(size - 1, 0), self.plan.part(size, 0));
        let here = &mut self.plan.cells[parts..parts + self.plan.width];
        here.fill(0);
        for cell in hook.cells() {
            here[self.layout.region_of(cell)] += 1;
        }
        let (left_inside, left) = self.left.split_at_mut(parts);
        for ((inside, left), here) in left_inside[inside..].iter_mut().zip(left).zip(here) {
            *inside = *left - *here;
        }
    }

    /// Finds out what the regions may need inside the hook of this size if it carries this digit
    /// and the rest is left. False if one of them cannot make it, or if all together cannot fill
    /// the hook.
    fn can_be_filled(&mut self, size: usize, digit: usize, rest: DigitSet) -> bool {
        let Some(places) = self.layout.open_places(digit) else { return false };
        let regions = self.layout.need.len();
        let (here, inside) = (self.plan.part(size, 0), self.plan.part(size - 1, 0));
        let cells = &self.plan.cells[here..here + regions];
        let left = &self.left[inside..inside + regions];
        let (needs_inside, needs) = self.needs.split_at_mut(size * regions);
        let needs_inside = needs_inside[(size - 1) * regions..].iter_mut();
        let needs = &needs[..regions];
        let reach = self.reach.of(rest);
        let part = |region: usize| {
            let reach = reach[usize::from(left[region]).min(reach.len() - 1)];
            Part::new(needs[region], usize::from(cells[region]).min(places), digit, reach)
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

    /// Whether a cell of a hook is certainly filled, because a region needs all that it has there.
    fn is_full(&self, hook: Hook, cell: Cell) -> bool {
        let size = hook.square.size;
        let region = self.layout.region_of(cell);
        let regions = self.layout.need.len();
        if region == regions {
            return false;
        }
        let digit = self.plan.digits[size];
        let needs = self.needs[size * regions + region];
        let inside = self.needs[(size - 1) * regions + region];
        let cells = usize::from(self.plan.cells[self.plan.part(size, region)]);
        (0..cells).all(|filled| needs.lowered(filled * digit).and(inside).is_empty())
    }
}

/// The digits that the hook of this size may carry if these are left for it and all inside it, so
/// that each hook inside can still have one.
///
/// A hook of size m has cells for 2m - 1; but a 3 in the hook of size 2 would fill its 2 x 2 block,
/// together with the 1.
fn candidates(digits: Digits, size: usize, unused: DigitSet) -> DigitSet {
    let most = |size: usize| if size == 2 { 2 } else { 2 * size - 1 };
    let mut candidates = DigitSet::EMPTY;
    // The hooks inside can have the digits that are left if they can in ascending order. If a digit
    // goes, all larger ones move to the next smaller hook, and must have room there.
    for (digit, hook) in unused.descending().zip((1..=size).rev()) {
        candidates = candidates.with(digit);
        if digits == Digits::OfSize || hook == 1 || digit > most(hook - 1) {
            break;
        }
    }
    candidates
}
