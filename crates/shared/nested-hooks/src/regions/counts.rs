//! How many: the corner of each hook and how many of its cells each region fills, hook by hook,
//! from the outermost inwards. The hook of size m carries the digit m.

use std::ops::ControlFlow;

use grid_utils::Cell;
use puzzle::{Search, Stop};

use super::lanes::{Divisor, LANES, Numbers};
use super::layout::Layout;
use super::plan::Plan;
use crate::{Board, Hook, Square};

/// Why the plans are not all known.
pub(super) enum Halt {
    /// The search was told to stop.
    Stop(Stop),
    /// It takes too many nodes, or there are too many regions for it.
    Impatience,
}

/// Every plan that the sums allow, if that takes at most `patience` nodes and there are at most 63
/// regions.
pub(super) fn plans(
    layout: &Layout,
    patience: u32,
    search: &mut Search<Board>,
) -> ControlFlow<Halt, Vec<Plan>> {
    // A number per region, and one for the given cells.
    match (layout.need.len() + 1).div_ceil(LANES) {
        1 => Counts::<1>::new(layout, patience).plans(search),
        2 => Counts::<2>::new(layout, patience).plans(search),
        3 => Counts::<3>::new(layout, patience).plans(search),
        4 => Counts::<4>::new(layout, patience).plans(search),
        5..=8 => Counts::<8>::new(layout, patience).plans(search),
        _ => ControlFlow::Break(Halt::Impatience),
    }
}

/// What is decided of the hook of a size, and known of its square.
#[derive(Clone, Copy)]
struct Level<const GROUPS: usize> {
    hook: Hook,
    /// What the cells of each region in the square still have to add up to.
    need: Numbers<GROUPS>,
    /// How many cells each region has in the square.
    left: Numbers<GROUPS>,
    /// How many cells each region has in the hook.
    here: Numbers<GROUPS>,
    /// How many of them are filled: at first as many as must be.
    filled: Numbers<GROUPS>,
}

/// A region that may fill more cells of a hook than it must.
#[derive(Clone, Copy)]
struct Slack {
    region: u16,
    /// How many more.
    cells: u16,
    /// How many more all regions after it may fill together.
    after: u16,
}

struct Counts<'a, const GROUPS: usize> {
    layout: &'a Layout,
    lines: Lines<GROUPS>,
    /// By size.
    divisors: Vec<Divisor>,
    /// By size.
    levels: Vec<Level<GROUPS>>,
    /// The regions with slack of all hooks that are cut, the outermost first.
    slacks: Vec<Slack>,
    /// How many nodes may still be visited.
    patience: u32,
    plans: Vec<Plan>,
}

impl<'a, const GROUPS: usize> Counts<'a, GROUPS> {
    fn new(layout: &'a Layout, patience: u32) -> Self {
        let nothing = Level {
            hook: Hook::default(),
            need: Numbers::ZERO,
            left: Numbers::ZERO,
            here: Numbers::ZERO,
            filled: Numbers::ZERO,
        };
        let mut levels = vec![nothing; layout.size + 1];
        let whole = &mut levels[layout.size];
        whole.need.as_mut_slice()[..layout.need.len()].copy_from_slice(&layout.need);
        let lines = Lines::new(layout);
        whole.left = lines.all();
        Counts {
            layout,
            lines,
            divisors: (0..=layout.size).map(|size| Divisor::new(size.max(2))).collect(),
            levels,
            slacks: Vec::with_capacity(4 * layout.size),
            patience,
            plans: Vec::new(),
        }
    }

    fn plans(mut self, search: &mut Search<Board>) -> ControlFlow<Halt, Vec<Plan>> {
        self.cut(Square::whole(self.layout.size), search)?;
        ControlFlow::Continue(self.plans)
    }

    /// Cuts a hook from the square, in every way, and goes on inside it.
    fn cut(&mut self, square: Square, search: &mut Search<Board>) -> ControlFlow<Halt> {
        let depth = self.layout.size - square.size;
        search.visit(depth, || self.board(square.size + 1)).map_break(Halt::Stop)?;
        let Some(patience) = self.patience.checked_sub(1) else {
            return ControlFlow::Break(Halt::Impatience);
        };
        self.patience = patience;
        if square.size == 1 {
            return self.last_cell(square, search);
        }
        let mut is_dead_end = true;
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            if !self.layout.givens.allow(hook) {
                continue;
            }
            let start = self.slacks.len();
            if let Some(rest) = self.bound(hook) {
                is_dead_end = false;
                self.levels[square.size].hook = hook;
                self.spread(hook, start, rest, search)?;
                self.slacks.truncate(start);
            }
        }
        if is_dead_end {
            search.dead_end();
        }
        ControlFlow::Continue(())
    }

    /// Finds for each region how many cells of the hook it must fill, so that the rest can still
    /// make its sum inside the hook, and lists the regions that may fill more. Returns how many
    /// cells of the hook are left for these; none if the hook cannot be filled.
    #[inline]
    fn bound(&mut self, hook: Hook) -> Option<u16> {
        let size = hook.square.size;
        let (below, by) = (size as u16 - 1, self.divisors[size]);
        let here = self.lines.cells_of(hook);
        let Level { need, left, .. } = self.levels[size];
        let inside = left.minus(here);
        // As if every cell inside held the largest digit that is left, or the one below where
        // there are more cells than it has places.
        let most_inside = inside.times(below).minus(inside.excess(Numbers::all(below)));
        let least = need.excess(most_inside).plus(Numbers::all(below)).divided(by);
        let slack = here.min(need.divided(by)).minus(least);
        if slack.any_negative() {
            return None;
        }
        let rest = (self.layout.open_places(size)? as u16).checked_sub(least.total())?;
        if rest > slack.total() {
            return None;
        }
        let level = &mut self.levels[size];
        (level.here, level.filled) = (here, least);
        self.levels[size - 1].left = inside;
        self.list(slack);
        Some(rest)
    }

    /// Lists the regions that have slack.
    #[inline]
    fn list(&mut self, slack: Numbers<GROUPS>) {
        let mut after = slack.total();
        for (region, &cells) in slack.as_slice().iter().enumerate() {
            if cells > 0 {
                after -= cells;
                self.slacks.push(Slack { region: region as u16, cells, after });
            }
        }
    }

    /// Spreads the `rest` of the hook's filled cells over the regions from number `next` of the
    /// list on, in every way, and goes on inside the hook.
    fn spread(
        &mut self,
        hook: Hook,
        next: usize,
        rest: u16,
        search: &mut Search<Board>,
    ) -> ControlFlow<Halt> {
        let size = hook.square.size;
        if rest == 0 {
            let Level { need, filled, .. } = self.levels[size];
            self.levels[size - 1].need = need.minus(filled.times(size as u16));
            return self.cut(hook.inside(), search);
        }
        let Slack { region, cells, after } = self.slacks[next];
        let region = usize::from(region);
        let least = self.levels[size].filled.as_slice()[region];
        for more in rest.saturating_sub(after)..=cells.min(rest) {
            self.levels[size].filled.as_mut_slice()[region] = least + more;
            self.spread(hook, next + 1, rest - more, search)?;
        }
        self.levels[size].filled.as_mut_slice()[region] = least;
        ControlFlow::Continue(())
    }

    /// The hook of size 1 holds the digit 1. All regions together need 1 more, so that this cell's
    /// region must be the one that needs it, unless the 1 is given.
    fn last_cell(&mut self, square: Square, search: &mut Search<Board>) -> ControlFlow<Halt> {
        let region = self.layout.region_of(Cell::new(square.row, square.column));
        let is_given = region == self.layout.need.len();
        let level = &mut self.levels[1];
        if is_given || level.need.as_slice()[region] == 1 {
            level.hook = Hook { square, ..Hook::default() };
            (level.here, level.filled) = (Numbers::ZERO, Numbers::ZERO);
            level.here.as_mut_slice()[region] = 1;
            level.filled.as_mut_slice()[region] = 1;
            self.plans.push(self.plan());
        } else {
            search.dead_end();
        }
        ControlFlow::Continue(())
    }

    /// What is decided of all hooks.
    fn plan(&self) -> Plan {
        let mut plan = Plan::new(self.layout);
        let width = plan.width;
        plan.depth = self.layout.size;
        for (size, level) in self.levels.iter().enumerate().skip(1) {
            plan.hooks[size] = level.hook;
            let parts = plan.part(size, 0)..plan.part(size + 1, 0);
            plan.cells[parts.clone()].copy_from_slice(&level.here.as_slice()[..width]);
            plan.filled[parts].copy_from_slice(&level.filled.as_slice()[..width]);
        }
        plan
    }

    /// The given digits, and the parts of the hooks from a size on that are wholly filled.
    fn board(&self, size: usize) -> Board {
        let hooks = (size..).zip(&self.levels[size..]).map(|(size, level)| (level.hook, size));
        self.layout.board(hooks, |hook, cell| {
            let region = self.layout.region_of(cell);
            let Level { here, filled, .. } = self.levels[hook.square.size];
            region < self.layout.need.len() && filled.as_slice()[region] == here.as_slice()[region]
        })
    }
}

/// For each place in a row or column, how many cells before it belong to each region: between two
/// places it is the difference.
struct Lines<const GROUPS: usize> {
    size: usize,
    rows: Vec<Numbers<GROUPS>>,
    columns: Vec<Numbers<GROUPS>>,
}

impl<const GROUPS: usize> Lines<GROUPS> {
    fn new(layout: &Layout) -> Self {
        let size = layout.size;
        let mut rows = Vec::with_capacity(size * (size + 1));
        let mut columns = Vec::with_capacity(size * (size + 1));
        for line in 0..size {
            let (mut in_row, mut in_column) = (Numbers::ZERO, Numbers::ZERO);
            rows.push(in_row);
            columns.push(in_column);
            for place in 0..size {
                let (here, across) = (Cell::new(line, place), Cell::new(place, line));
                in_row = in_row.plus(Numbers::one_for(layout.region_of(here)));
                in_column = in_column.plus(Numbers::one_for(layout.region_of(across)));
                rows.push(in_row);
                columns.push(in_column);
            }
        }
        Lines { size, rows, columns }
    }

    /// How many cells of the whole grid belong to each region.
    fn all(&self) -> Numbers<GROUPS> {
        let ends = self.rows.iter().skip(self.size).step_by(self.size + 1);
        ends.fold(Numbers::ZERO, |all, &row| all.plus(row))
    }

    /// How many cells of a hook belong to each region.
    #[inline]
    fn cells_of(&self, hook: Hook) -> Numbers<GROUPS> {
        let (square, inside) = (hook.square, hook.inside());
        let row = &self.rows[hook.row() * (self.size + 1) + square.column..];
        let column = &self.columns[hook.column() * (self.size + 1) + inside.row..];
        let row = row[square.size].minus(row[0]);
        let column = column[inside.size].minus(column[0]);
        row.plus(column)
    }
}
