//! How many cells of a hook each region fills.

use std::ops::{BitOr, ControlFlow};

use grid_utils::{BitSet, Cell};
use puzzle::Search;

use super::{Halt, Plans};
use crate::regions::layout::sketch;
use crate::regions::plan::Plan;
use crate::{Hook, small};

/// A set of numbers of cells, a bit for each: a hook of size 20 has 39 cells.
type CountSet = u64;

/// A part that may fill more cells than it must.
#[derive(Clone, Copy)]
struct Choice {
    region: usize,
    /// How many more: none is always among them.
    more: CountSet,
    /// How many more all parts of the hook that are listed before it may fill together.
    most_before: usize,
}

/// A plan with the counts of more hooks, and its receiver.
type Then<'t, 'a, 'r, const WORDS: usize> =
    dyn FnMut(&mut Plans<'a, 'r, WORDS>, &mut Search) -> ControlFlow<Halt> + 't;

impl<'a, 'r, const WORDS: usize> Plans<'a, 'r, WORDS> {
    /// Decides the counts of all hooks, when these are known.
    pub(super) fn count(&mut self, search: &mut Search) -> ControlFlow<Halt> {
        let (size, regions) = (self.layout.size, self.layout.need.len());
        self.find_reach_inside();
        let whole = &self.reach_inside[size * regions..];
        if self.layout.need.iter().zip(whole).all(|(&need, reach)| reach.contains(need.into())) {
            self.count_hook(size, search)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds what each region can make inside each hook, when all hooks are known.
    fn find_reach_inside(&mut self) {
        let regions = self.layout.need.len();
        self.reach_inside[..regions].fill(BitSet::of(0));
        for size in 1..=self.layout.size {
            for region in 0..regions {
                let inside = self.reach_inside[(size - 1) * regions + region];
                let cells = usize::from(self.plan.cells[self.plan.part(size, region)]);
                let most = cells.min(size).min(usize::from(self.layout.need[region]) / size);
                let sums = (1..=most).map(|filled| inside.raised(filled * size));
                self.reach_inside[size * regions + region] = sums.fold(inside, BitSet::bitor);
            }
        }
    }

    /// Decides the counts of the hook of this size, in every way, and continues inside it.
    fn count_hook(&mut self, size: usize, search: &mut Search) -> ControlFlow<Halt> {
        let (depth, regions) = (2 * self.layout.size - size, self.layout.need.len());
        if size == 0 {
            return self.report(depth, search);
        }
        search
            .visit(depth, || {
                let is_full = |hook, cell| self.fills_all(hook, cell);
                let board = self.layout.board(self.plan.hooks_from(size + 1), is_full);
                sketch(board, self.plan.hooks_from(1))
            })
            .map_break(Some)?;
        let start = self.choices.len();
        let places = self.layout.open_places(size);
        let need = &self.need[size * regions..][..regions];
        let inside = &self.reach_inside[(size - 1) * regions..][..regions];
        let open = places.and_then(|places| {
            self.choices.list(&mut self.plan, need, size, places, |region| &inside[region])
        });
        match open {
            Some(open) => self.share_out(size, open, search, &mut |plans, search| {
                plans.count_hook(size - 1, search)
            })?,
            None => search.dead_end_because(|| "the regions cannot share out this hook's cells"),
        }
        self.choices.truncate(start);
        ControlFlow::Continue(())
    }

    /// Fills `open` cells more of the hook of this size than must be, in every way that its
    /// choices, the last ones, allow; then continues.
    pub(super) fn share_out(
        &mut self,
        size: usize,
        open: usize,
        search: &mut Search,
        then: &mut Then<'_, 'a, 'r, WORDS>,
    ) -> ControlFlow<Halt> {
        if open == 0 {
            self.find_need_inside(size);
            return then(self, search);
        }
        let last = self.choices.len() - 1;
        let choice = self.choices.listed[last];
        self.choices.truncate(last);
        let part = self.plan.part(size, choice.region);
        let least = self.plan.filled[part];
        let fewest = open.saturating_sub(choice.most_before);
        let most = open.min(choice.more.ilog2() as usize);
        for more in (fewest..=most).filter(|more| choice.more >> more & 1 == 1) {
            self.plan.filled[part] = least + small::<u16>(more);
            self.share_out(size, open - more, search, then)?;
        }
        self.plan.filled[part] = least;
        self.choices.listed.push(choice);
        ControlFlow::Continue(())
    }

    /// Finds the sum that each region has to make inside the hook of this size, whose counts are
    /// decided.
    fn find_need_inside(&mut self, size: usize) {
        let (digit, regions) = (small::<u16>(size), self.layout.need.len());
        let (inside, need) = self.need.split_at_mut(size * regions);
        let inside = &mut inside[(size - 1) * regions..];
        let filled = &self.plan.filled[self.plan.part(size, 0)..];
        for ((inside, need), filled) in inside.iter_mut().zip(need).zip(filled) {
            *inside = *need - filled * digit;
        }
    }

    /// Returns whether all cells of a part are filled.
    pub(super) fn fills_all(&self, hook: Hook, cell: Cell) -> bool {
        let region = self.layout.region_of(cell);
        let part = self.plan.part(hook.square.size, region);
        region < self.layout.need.len() && self.plan.filled[part] == self.plan.cells[part]
    }
}

/// The choices of all hooks whose counts are being decided.
pub(super) struct Choices {
    listed: Vec<Choice>,
    /// The region that was the last to rule out a hook, and is likely to rule out the next.
    suspect: usize,
}

impl Choices {
    pub(super) fn new() -> Self {
        Choices { listed: Vec::with_capacity(64), suspect: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.listed.len()
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.listed.truncate(len);
    }

    /// Notes how many cells of the hook of this size each region must fill, from the sum that it
    /// needs in the square and the sums that it can make inside the hook. Lists the regions that
    /// may fill more, and returns how many of the hook's places are left for these; `None` if that
    /// is impossible.
    #[inline]
    pub(super) fn list<'s, const WORDS: usize>(
        &mut self,
        plan: &mut Plan,
        need: &[u16],
        size: usize,
        places: usize,
        inside: impl Fn(usize) -> &'s BitSet<WORDS>,
    ) -> Option<usize> {
        let regions = need.len();
        let parts = plan.part(size, 0);
        let cells = &plan.cells[parts..parts + regions];
        let filled = &mut plan.filled[parts..parts + regions];
        let counts = |region: usize| match cells[region] {
            0 => CountSet::from(inside(region).contains(need[region].into())),
            cells => counts(need[region], inside(region), usize::from(cells).min(places), size),
        };
        let (mut least, mut more_before) = (0, 0);
        for region in (self.suspect..regions).chain(0..self.suspect) {
            let counts = counts(region);
            if counts == 0 {
                self.suspect = region;
                return None;
            }
            let fewest = counts.trailing_zeros() as usize;
            let more = counts >> fewest;
            filled[region] = small(fewest);
            least += fewest;
            if more > 1 {
                self.listed.push(Choice { region, more, most_before: more_before });
                more_before += more.ilog2() as usize;
            }
        }
        places.checked_sub(least).filter(|&open| open <= more_before)
    }
}

/// Returns the numbers of cells, at most `most`, that a region can fill in a hook with this digit,
/// to make the rest of what it needs inside.
#[inline]
fn counts<const WORDS: usize>(
    need: u16,
    inside: &BitSet<WORDS>,
    most: usize,
    digit: usize,
) -> CountSet {
    let digit = small(digit);
    let mut counts = CountSet::from(inside.contains(need.into()));
    let mut rest = need;
    for filled in 1..=most {
        let Some(less) = rest.checked_sub(digit) else { break };
        rest = less;
        counts |= CountSet::from(inside.contains(rest.into())) << filled;
    }
    counts
}
