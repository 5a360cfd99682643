//! Rows and columns: what they lack, and what that says about the tiles to come.

/// A row or a column on the way to its sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The points that it lacks.
    pub(super) missing: u16,
    /// The number of its cells that may still be covered.
    pub(super) free: u16,
    /// These cells, one bit each, along the line.
    pub(super) cells: u32,
}

/// All rows, or all columns, and what they say about another tile of the side that is being laid.
///
/// Both are kept up to date together; "across" are the columns for rows, the rows for columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<const LINES: usize> {
    all: [Line; LINES],
    /// The lines that cannot make their sums with smaller tiles alone.
    forced: u32,
    /// The lines that cannot make their sums with another tile of this side.
    closed: u32,
}

impl<const LINES: usize> Lines<LINES> {
    /// Empty lines of `length` cells.
    pub(super) fn new(sums: &[i64], length: usize) -> Self {
        let mut all = [Line::default(); LINES];
        for (line, &sum) in all.iter_mut().zip(sums) {
            *line = Line { missing: sum as u16, free: length as u16, cells: span(0, length) };
        }
        Lines { all, forced: 0, closed: 0 }
    }

    #[inline]
    pub(super) fn all(&self) -> &[Line; LINES] {
        &self.all
    }

    #[inline]
    pub(super) fn forced(&self) -> u32 {
        self.forced
    }

    #[inline]
    pub(super) fn closed(&self) -> u32 {
        self.closed
    }

    /// The lines that lack nothing.
    pub(super) fn finished(&self) -> u32 {
        set_of(LINES, |number| self.all[number].missing == 0)
    }

    /// Covers `side` cells from `across` on in `side` lines from `first` on with a tile. Each of
    /// these lines must be able to hold it. Says which of them lack nothing any more.
    #[inline]
    pub(super) fn cover(&mut self, first: usize, across: usize, side: usize) -> u32 {
        let tile = span(across, across + side);
        let mut finished = 0;
        for (number, line) in self.all[first..first + side].iter_mut().enumerate() {
            // An open line lacks the tile's points at least and has the cells for it.
            line.missing = line.missing.wrapping_sub((side * side) as u16);
            line.free = line.free.wrapping_sub(side as u16);
            line.cells &= !tile;
            if line.missing == 0 {
                finished |= 1 << number;
            }
        }
        finished << first
    }

    /// Leaves the free cells of finished lines uncovered for good. Says which lines across lose
    /// cells by that.
    #[inline]
    pub(super) fn give_up_finished(&mut self, finished: u32, across: &mut Self) -> u32 {
        let mut losers = 0;
        for number in bits(finished) {
            let line = &mut self.all[number];
            losers |= line.cells;
            for crossing in bits(line.cells) {
                across.all[crossing].lose_cell(number);
            }
            (line.free, line.cells) = (0, 0);
        }
        losers
    }

    /// Settles the 1-tiles of all lines that leave no choice, if nothing but 1-tiles is left: those
    /// that lack nothing get none, those that lack as many points as they have free cells get one
    /// in each. `fill` learns of the latter, with their cells. Says whether anything changed;
    /// `None` if a line cannot make its sum.
    pub(super) fn settle(
        &mut self,
        across: &mut Self,
        mut fill: impl FnMut(usize, u32),
    ) -> Option<bool> {
        let mut has_changed = false;
        for (number, line) in self.all.iter_mut().enumerate() {
            let Line { missing, free, cells } = *line;
            if missing > free {
                return None;
            }
            if free == 0 || (missing > 0 && missing < free) {
                continue;
            }
            if missing > 0 {
                fill(number, cells);
            }
            for crossing in bits(cells) {
                let crossing = &mut across.all[crossing];
                crossing.lose_cell(number);
                crossing.missing = crossing.missing.checked_sub(u16::from(missing > 0))?;
            }
            *line = Line::default();
            has_changed = true;
        }
        Some(has_changed)
    }

    /// Finds out anew which of the first `count` lines are forced or closed. False if one can make
    /// its sum neither way.
    pub(super) fn judge_all(&mut self, count: usize, needs: &[Need]) -> bool {
        (self.forced, self.closed) = (0, 0);
        self.judge(span(0, count), needs)
    }

    /// The same for the lines that changed by tiles of this side or by cells given up. A closed
    /// line stays closed, for if it could hold another tile after that, it could have held it
    /// before.
    #[inline]
    pub(super) fn judge(&mut self, changed: u32, needs: &[Need]) -> bool {
        let (mut forced, mut closed) = (self.forced & !changed, self.closed);
        let mut rest = changed;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            let Line { missing, free, .. } = self.all[rest.trailing_zeros() as usize];
            let Need { without, with } = needs[usize::from(missing)];
            if u16::from(without) > free {
                if u16::from(with) > free {
                    return false;
                }
                forced |= bit;
            } else if u16::from(with) > free {
                closed |= bit;
            }
            rest ^= bit;
        }
        (self.forced, self.closed) = (forced, closed);
        true
    }
}

impl Line {
    /// A cell will stay uncovered, or is covered by a 1-tile of which the sum knows.
    #[inline]
    fn lose_cell(&mut self, cell: usize) {
        self.free = self.free.wrapping_sub(1);
        self.cells &= !(1 << cell);
    }
}

/// The fewest cells of a line that make some sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    /// With tiles smaller than a certain side.
    without: u8,
    /// With a tile of that side and others that are not larger.
    with: u8,
}

/// More cells than a line has.
const NEVER: u8 = 100;

/// The fewest cells that make each sum, for every side.
pub(super) struct Needs {
    table: Vec<Need>,
    sums: usize,
}

impl Needs {
    /// For tiles up to side `largest` and sums up to `highest`.
    pub(super) fn new(largest: usize, highest: usize) -> Self {
        let sums = highest + 1;
        let mut table = vec![Need { without: 0, with: 0 }; largest * sums];
        // Each tile across a line takes `side` cells for `side` points each.
        let mut fewest = vec![NEVER; sums];
        fewest[0] = 0;
        for (side, needs) in (1..=largest).zip(table.chunks_exact_mut(sums)) {
            for (sum, need) in needs.iter_mut().enumerate() {
                let without = fewest[sum];
                let with = match sum.checked_sub(side * side) {
                    Some(rest) => NEVER.min(fewest[rest] + side as u8),
                    None => NEVER,
                };
                fewest[sum] = without.min(with);
                *need = Need { without, with };
            }
        }
        Needs { table, sums }
    }

    /// By sum, for one side.
    #[inline]
    pub(super) fn of(&self, side: usize) -> &[Need] {
        &self.table[(side - 1) * self.sums..side * self.sums]
    }
}

/// The members of a set of numbers below 32, ascending.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        // Takes out the lowest bit.
        set &= set.checked_sub(1)?;
        Some(first)
    })
}

/// The set of the numbers below `count` that pass a test.
#[inline]
pub(super) fn set_of(count: usize, mut test: impl FnMut(usize) -> bool) -> u32 {
    (0..count).fold(0, |set, number| set | u32::from(test(number)) << number)
}

/// The set of the numbers from `from` on, below `to`, which is 32 at most.
#[inline]
pub(super) fn span(from: usize, to: usize) -> u32 {
    // 64 bits, since 32 bits cannot be shifted by 32.
    ((1_u64 << to) - (1_u64 << from)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest cells of tiles of side `largest` or less that make `sum`, tile by tile.
    fn fewest(largest: usize, sum: usize) -> Option<usize> {
        if sum == 0 {
            return Some(0);
        }
        let sides = (1..=largest).filter(|side| side * side <= sum);
        sides.filter_map(|side| Some(side + fewest(side, sum - side * side)?)).min()
    }

    #[test]
    fn the_table_tells_the_fewest_cells() {
        let needs = Needs::new(4, 40);
        let cells = |count: Option<usize>| count.map_or(NEVER, |count| count as u8);
        for side in 1..=4 {
            for sum in 0..=40_usize {
                let with = sum.checked_sub(side * side);
                let with = with.and_then(|rest| Some(side + fewest(side, rest)?));
                let expected = Need { without: cells(fewest(side - 1, sum)), with: cells(with) };
                assert_eq!(needs.of(side)[sum], expected, "side {side}, sum {sum}");
            }
        }
    }

    #[test]
    fn no_sum_of_the_largest_grid_overflows_the_table() {
        let needs = Needs::new(32, 32 * 32);
        // 1024 = 31 * 31 + 7 * 7 + 3 * 3 + 2 * 2 + 1
        assert_eq!(needs.of(32)[1024], Need { without: 31 + 7 + 3 + 2 + 1, with: 32 });
        assert_eq!(needs.of(1)[1024], Need { without: NEVER, with: NEVER });
    }

    #[test]
    fn a_line_is_forced_or_closed_or_dead() {
        // Five cells lack 9 points: a 3-tile makes them, 2-tiles and 1-tiles do it, too; not four.
        let judged = |sum, length, side| {
            let mut lines = Lines::<16>::new(&[sum], length);
            let is_alive = lines.judge_all(1, Needs::new(3, 20).of(side));
            is_alive.then_some((lines.forced(), lines.closed()))
        };
        assert_eq!(judged(9, 5, 3), Some((0, 0)), "either way");
        assert_eq!(judged(9, 4, 3), Some((1, 0)), "forced: 4 + 4 + 1 takes five cells");
        assert_eq!(judged(8, 4, 3), Some((0, 1)), "closed: 9 is too much");
        assert_eq!(judged(8, 3, 3), None, "dead: 4 + 4 takes four cells");
    }

    #[test]
    fn a_finished_line_takes_its_cells_from_the_lines_across() {
        let mut rows = Lines::<16>::new(&[0, 2], 3);
        let mut columns = Lines::<16>::new(&[1, 1, 0], 2);
        assert_eq!(rows.give_up_finished(0b01, &mut columns), 0b111);
        assert_eq!(columns.all()[0], Line { missing: 1, free: 1, cells: 0b10 });
        assert_eq!(columns.give_up_finished(0b100, &mut rows), 0b10, "row 0 has nothing to lose");
        assert_eq!(rows.all()[1], Line { missing: 2, free: 2, cells: 0b011 });
    }

    #[test]
    fn spans_and_their_members_agree() {
        for (from, to) in [(0, 0), (0, 1), (3, 7), (31, 32), (0, 32), (32, 32)] {
            assert_eq!(bits(span(from, to)).collect::<Vec<_>>(), (from..to).collect::<Vec<_>>());
            assert_eq!(span(from, to), set_of(32, |number| (from..to).contains(&number)));
        }
    }
}
