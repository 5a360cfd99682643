//! Propagation: fills that contradict what is known are dropped, and what the others have in common
//! becomes known, until nothing changes.

use grid_utils::{Cell, CellSet};

use super::{Axis, LineSet, LineState, List, Node, PlacedHook, Searcher};

/// Hooks of which something changed, by their sizes, as bits.
type Changed = u32;

/// Why a node is a dead end.
type Why = &'static str;

const NO_FILL: Why = "no fill of a line keeps its clue and its counts";

impl<const WORDS: usize> Searcher<'_, WORDS> {
    /// Propagates a change to the hook of a size.
    pub(super) fn propagate(&mut self, node: &mut Node<WORDS>, size: usize) -> Result<(), Why> {
        let mut changed: Changed = 1 << size;
        while changed != 0 {
            while changed != 0 {
                let largest = changed.ilog2();
                changed ^= 1 << largest;
                changed |= self.revise(node, largest as usize).ok_or(NO_FILL)?;
            }
            changed = self.propagate_connectivity(node)?;
        }
        Ok(())
    }

    /// Compares the fills of a hook's two lines with each other and with what is known; returns the
    /// other hooks that this changes, or `None` if something does not fit.
    fn revise(&mut self, node: &mut Node<WORDS>, hook: usize) -> Option<Changed> {
        let placed = &mut node.hooks[hook];
        for axis in Axis::BOTH {
            let LineState { filled, empty, .. } = node.lines[axis as usize][placed.line(axis)];
            self.retain(&mut placed.fills[axis as usize], |fill| {
                fill & filled == filled && fill & empty == 0
            });
        }
        for axis in Axis::BOTH {
            self.retain_partners(placed, axis);
        }
        let mut changed = 0;
        let placed = *placed;
        for axis in Axis::BOTH {
            let fills = &self.pool[placed.fills[axis as usize].range()];
            let (&first, others) = fills.split_first()?;
            let in_common = |(all, any), &fill| (all & fill, any | fill);
            let (all, any): (LineSet, LineSet) = others.iter().fold((first, first), in_common);
            changed |= self.learn(node, axis, placed.line(axis), all, !any);
        }
        Some(changed & !(1 << hook))
    }

    /// Keeps those fills of one line of a hook for which the other line has one, so that together
    /// they fill as many cells of the hook as its digit says.
    fn retain_partners(&mut self, placed: &mut PlacedHook, axis: Axis) {
        let size = u32::from(placed.hook.digit_of_size());
        let other = axis.across();
        let (segment, corner) = (placed.segment(other), placed.corner(other));
        // With the corner empty and with it filled: how many cells the other line fills, as bits.
        let mut counts = [0_u32; 2];
        for &fill in &self.pool[placed.fills[other as usize].range()] {
            counts[usize::from(fill & corner != 0)] |= 1 << (fill & segment).count_ones();
        }
        let (segment, corner) = (placed.segment(axis), placed.corner(axis));
        self.retain(&mut placed.fills[axis as usize], |fill| {
            let has_corner = fill & corner != 0;
            // A filled corner is counted in both lines.
            let missing = size + u32::from(has_corner) - (fill & segment).count_ones();
            counts[usize::from(has_corner)] >> missing & 1 == 1
        });
    }

    /// Keeps some fills of a list, which other nodes may still have whole.
    fn retain(&mut self, list: &mut List, keep: impl Fn(LineSet) -> bool) {
        let Some(dropped) = self.pool[list.range()].iter().position(|&fill| !keep(fill)) else {
            return;
        };
        let (start, kept) = (self.pool.len(), list.start + dropped);
        self.pool.extend_from_within(list.start..kept);
        for index in kept + 1..list.end {
            let fill = self.pool[index];
            if keep(fill) {
                self.pool.push(fill);
            }
        }
        *list = List { start, end: self.pool.len() };
    }

    /// Notes cells of a line that are filled or empty; returns the hooks of the lines
    /// across that did not know yet.
    fn learn(
        &self,
        node: &mut Node<WORDS>,
        axis: Axis,
        number: usize,
        filled: LineSet,
        empty: LineSet,
    ) -> Changed {
        let line = &mut node.lines[axis as usize][number];
        let mut news = (filled & !line.filled) | (empty & !line.empty & ((1 << self.size) - 1));
        line.filled |= filled & news;
        line.empty |= empty & news;
        let mut changed = 0;
        while news != 0 {
            let across = news.trailing_zeros() as usize;
            news &= news - 1;
            let cell = match axis {
                Axis::Rows => Cell::new(number, across),
                Axis::Columns => Cell::new(across, number),
            };
            let other = &mut node.lines[axis.across() as usize][across];
            if filled >> across & 1 == 1 {
                other.filled |= 1 << number;
                node.known.filled.insert(self.shape.index(cell));
            } else {
                other.empty |= 1 << number;
                node.known.empty.insert(self.shape.index(cell));
            }
            if other.hook > 0 {
                changed |= 1 << other.hook;
            }
        }
        changed
    }

    /// Propagates that the filled cells are connected; returns the hooks that this changes.
    fn propagate_connectivity(&self, node: &mut Node<WORDS>) -> Result<Changed, Why> {
        let empty = node.known.unreachable(&self.shape)?;
        let filled =
            if self.size > 1 { node.known.forced_exits(&self.shape) } else { CellSet::EMPTY };
        let mut changed = 0;
        for (cells, is_filled) in [(empty, false), (filled, true)] {
            for Cell { row, column } in self.shape.cells_of(cells) {
                let bit = 1 << column;
                let (filled, empty) = if is_filled { (bit, 0) } else { (0, bit) };
                changed |= self.learn(node, Axis::Rows, row, filled, empty);
                changed |= 1 << node.lines[Axis::Rows as usize][row].hook & !1;
            }
        }
        Ok(changed)
    }
}
