//! Which: the cells that a plan fills, by propagation, and otherwise by trial.

use grid_puzzles::Shading;
use grid_utils::{CellSet, Shape};
use puzzle::{Flow, Search, Sketch};

use super::layout::{self, Layout};
use super::plan::Plan;
use crate::{Filling, small};

/// The cells of one plan after the other.
pub(super) struct Cells<'l, const WORDS: usize> {
    layout: &'l Layout,
    shape: Shape<WORDS>,
    /// The cells of each region that are not given.
    regions: Vec<CellSet<WORDS>>,
    /// Where a digit is given.
    given: CellSet<WORDS>,
    /// The cells of each hook, by its size.
    hooks: Vec<CellSet<WORDS>>,
    /// The part of each cell; see [`Plan`].
    part_of: Vec<u16>,
    /// Number of cells of each part still to be filled.
    missing: Vec<u16>,
    /// Number of open cells of each part.
    open: Vec<u16>,
}

impl<'l, const WORDS: usize> Cells<'l, WORDS> {
    pub(super) fn new(layout: &'l Layout) -> Self {
        let shape = Shape::new(layout.size, layout.size).expect("the caller chose enough words");
        let mut regions = vec![CellSet::EMPTY; layout.need.len() + 1];
        for (cell, &region) in layout.region_of.iter().enumerate() {
            regions[usize::from(region)].insert(cell);
        }
        let given = regions.pop().expect("the given cells come last");
        Cells {
            layout,
            shape,
            regions,
            given,
            hooks: vec![CellSet::EMPTY; layout.size + 1],
            part_of: vec![0; shape.len()],
            missing: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Reports every board that keeps the rules and fills as many cells as the plan says.
    pub(super) fn fill(&mut self, plan: &Plan, search: &mut Search) -> Flow {
        search.visit(plan.depth, || self.sketch(plan, self.given, CellSet::EMPTY))?;
        let changes = self.lay_out(plan);
        let mut known = Shading { filled: self.given, empty: CellSet::EMPTY };
        match self.propagate(&mut known, changes) {
            Ok(()) => self.decide(plan, plan.depth + 1, known, search),
            Err(why) => {
                search.dead_end_because(|| why);
                Flow::Continue(())
            }
        }
    }

    /// Gets ready for a plan; returns the cells of parts that are wholly filled or not at all.
    fn lay_out(&mut self, plan: &Plan) -> Shading<WORDS> {
        self.missing.clone_from(&plan.filled);
        self.open.clone_from(&plan.cells);
        let mut changes = Shading::UNKNOWN;
        for size in 1..=self.layout.size {
            let mut hook = CellSet::EMPTY;
            for cell in plan.hooks[size].cells() {
                let cell = self.shape.index(cell);
                hook.insert(cell);
                let part = plan.part(size, usize::from(self.layout.region_of[cell]));
                self.part_of[cell] = small(part);
                if self.missing[part] == 0 {
                    changes.empty.insert(cell);
                } else if self.missing[part] == self.open[part] {
                    changes.filled.insert(cell);
                }
            }
            self.hooks[size] = hook;
        }
        Shading { filled: changes.filled - self.given, empty: changes.empty - self.given }
    }

    /// Tries the first open cell filled and empty.
    fn decide(
        &mut self,
        plan: &Plan,
        depth: usize,
        known: Shading<WORDS>,
        search: &mut Search,
    ) -> Flow {
        let open = known.open(&self.shape);
        let Some(cell) = open.first() else {
            return search.solution(self.board(plan, known.filled));
        };
        let cell = CellSet::of(cell);
        for changes in [
            Shading { filled: cell, ..Shading::UNKNOWN },
            Shading { empty: cell, ..Shading::UNKNOWN },
        ] {
            search.visit(depth, || {
                self.sketch(plan, known.filled | changes.filled, known.empty | changes.empty)
            })?;
            let mut then = known;
            match self.propagate(&mut then, changes) {
                Ok(()) => self.decide(plan, depth + 1, then, search)?,
                Err(why) => search.dead_end_because(|| why),
            }
            self.take_back(known, then);
        }
        Flow::Continue(())
    }

    /// Propagates the changes. Returns an error if they contradict each other or a rule.
    fn propagate(
        &mut self,
        known: &mut Shading<WORDS>,
        mut changes: Shading<WORDS>,
    ) -> Result<(), &'static str> {
        loop {
            while changes != Shading::UNKNOWN {
                changes = self.propagate_counts(known, changes)?;
            }
            let empty = known.forced_empty_by_blocks(&self.shape)?;
            changes = Shading { filled: known.forced_exits(&self.shape), empty };
            if changes == Shading::UNKNOWN {
                changes.empty = known.unreachable(&self.shape)?;
                if changes == Shading::UNKNOWN {
                    return Ok(());
                }
            }
        }
    }

    /// Takes the changes into the counts of their parts. A part whose last missing cell is filled
    /// clears the rest; one that needs all its open cells fills them.
    #[inline]
    fn propagate_counts(
        &mut self,
        known: &mut Shading<WORDS>,
        changes: Shading<WORDS>,
    ) -> Result<Shading<WORDS>, &'static str> {
        let Shading { filled, empty } = changes;
        Shading { filled: known.filled | filled, empty: known.empty | empty }.check()?;
        let (filled, empty) = (filled - known.filled, empty - known.empty);
        known.filled |= filled;
        known.empty |= empty;
        let open = known.open(&self.shape);
        let mut next = Shading::UNKNOWN;
        let mut fits = true;
        // All cells are counted even where one does not fit, since all are taken back later.
        for cell in filled {
            let part = usize::from(self.part_of[cell]);
            fits &= self.missing[part] > 0;
            self.missing[part] = self.missing[part].wrapping_sub(1);
            self.open[part] -= 1;
            if self.missing[part] == 0 {
                next.empty |= self.cells_of(part) & open;
            }
        }
        for cell in empty {
            let part = usize::from(self.part_of[cell]);
            self.open[part] -= 1;
            if self.missing[part] >= self.open[part] {
                fits &= self.missing[part] == self.open[part];
                next.filled |= self.cells_of(part) & open;
            }
        }
        if !fits {
            return Err("a region's part of a hook has too many filled cells or too few");
        }
        Ok(next)
    }

    /// Undoes the counting of what became known.
    fn take_back(&mut self, before: Shading<WORDS>, after: Shading<WORDS>) {
        for cell in after.filled - before.filled {
            let part = usize::from(self.part_of[cell]);
            self.missing[part] = self.missing[part].wrapping_add(1);
            self.open[part] += 1;
        }
        for cell in after.empty - before.empty {
            self.open[usize::from(self.part_of[cell])] += 1;
        }
    }

    /// Returns the cells of a part.
    #[inline]
    fn cells_of(&self, part: usize) -> CellSet<WORDS> {
        let width = self.regions.len() + 1;
        self.regions[part % width] & self.hooks[part / width]
    }

    /// Returns the board with other knowledge, for viewers.
    fn sketch(&self, plan: &Plan, filled: CellSet<WORDS>, empty: CellSet<WORDS>) -> Sketch {
        let sketch = layout::sketch(self.board(plan, filled), plan.hooks_from(1));
        sketch.empty(self.shape.cells_of(empty))
    }

    fn board(&self, plan: &Plan, filled: CellSet<WORDS>) -> Filling {
        let is_filled = |_, cell| filled.contains(self.shape.index(cell));
        self.layout.board(plan.hooks_from(1), is_filled)
    }
}
