//! Rows and columns: their missing points, and the consequences for further tiles.

use grid_utils::BitSet;

/// Some of the rows, of the columns, or of the cells along one.
pub(super) type LineSet = BitSet<1>;

/// A row or a column, partly covered.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// The points that it lacks.
    pub(super) missing: u16,
    /// The number of its cells that may still be covered.
    pub(super) free: u16,
    /// The cells that may still be covered.
    pub(super) cells: LineSet,
}

/// All rows, or all columns, classified for another tile of the current side.
///
/// Both are kept up to date together; "across" are the columns for rows, the rows for columns.
#[derive(Clone, Copy)]
pub(super) struct Lines<const LINES: usize> {
    pub(super) all: [Line; LINES],
    /// The lines that cannot make their sums with smaller tiles alone.
    pub(super) forced: LineSet,
    /// The lines that cannot make their sums with another tile of this side.
    pub(super) closed: LineSet,
}

impl<const LINES: usize> Lines<LINES> {
    /// Returns empty lines of `length` cells, at most 32, each of which lacks at most 32 points per
    /// cell.
    pub(super) fn new(sums: &[i64], length: usize) -> Self {
        let mut all = [Line::default(); LINES];
        for (line, &sum) in all.iter_mut().zip(sums) {
            let missing = u16::try_from(sum).expect("at most 32 cells of 32 points");
            let free = u16::try_from(length).expect("at most 32 cells");
            *line = Line { missing, free, cells: LineSet::below(length) };
        }
        Lines { all, forced: LineSet::EMPTY, closed: LineSet::EMPTY }
    }

    /// Returns the complete lines.
    pub(super) fn finished(&self) -> LineSet {
        (0..LINES).filter(|&number| self.all[number].missing == 0).collect()
    }

    /// Covers `side` cells from `across` on in `side` lines from `first` on with a tile; none of
    /// them may be closed. Returns the lines that became complete.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a side is at most 32")]
    pub(super) fn cover(&mut self, first: usize, across: usize, side: usize) -> LineSet {
        let tile = LineSet::range(across..across + side);
        let (cells, points) = (side as u16, (side * side) as u16);
        let mut finished = 0;
        for (number, line) in self.all[first..first + side].iter_mut().enumerate() {
            // An open line lacks at least the tile's points and has the cells for it.
            line.missing = line.missing.wrapping_sub(points);
            line.free = line.free.wrapping_sub(cells);
            line.cells -= tile;
            if line.missing == 0 {
                finished |= 1 << number;
            }
        }
        LineSet::from_words([finished << first])
    }

    /// Leaves the free cells of finished lines uncovered for good. Returns the lines across that
    /// lose cells by that.
    #[inline]
    pub(super) fn give_up_finished(&mut self, finished: LineSet, across: &mut Self) -> LineSet {
        let mut losers = LineSet::EMPTY;
        for number in finished {
            let line = &mut self.all[number];
            losers |= line.cells;
            for crossing in line.cells {
                across.all[crossing].lose_cell(number);
            }
            *line = Line::default();
        }
        losers
    }

    /// When only 1-tiles are left: gives none to the complete lines, and one in each free cell to
    /// those that lack as many points as they have free cells. Calls `lay` for the latter, with
    /// their cells. Returns whether anything changed; `None` if a line cannot make its sum.
    pub(super) fn propagate_ones(
        &mut self,
        across: &mut Self,
        mut lay: impl FnMut(usize, LineSet),
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
                lay(number, cells);
            }
            for crossing in cells {
                let crossing = &mut across.all[crossing];
                crossing.lose_cell(number);
                crossing.missing = crossing.missing.checked_sub(u16::from(missing > 0))?;
            }
            *line = Line::default();
            has_changed = true;
        }
        Some(has_changed)
    }

    /// Classifies the first `count` lines anew. Returns false if one is both forced and closed.
    pub(super) fn classify_all(&mut self, count: usize, fewest: &[Fewest]) -> bool {
        (self.forced, self.closed) = (LineSet::EMPTY, LineSet::EMPTY);
        self.classify(LineSet::below(count), fewest)
    }

    /// Classifies the lines that changed by tiles of this side or by cells given up. A closed line
    /// stays closed, for if it could hold another tile after that, it could have held it before.
    #[inline]
    pub(super) fn classify(&mut self, changed: LineSet, fewest: &[Fewest]) -> bool {
        let (mut forced, mut closed) = (self.forced - changed, self.closed);
        for number in changed {
            let Line { missing, free, .. } = self.all[number];
            let Fewest { without, with } = fewest[usize::from(missing)];
            if u16::from(without) > free {
                if u16::from(with) > free {
                    return false;
                }
                forced.insert(number);
            } else if u16::from(with) > free {
                closed.insert(number);
            }
        }
        (self.forced, self.closed) = (forced, closed);
        true
    }
}

impl Line {
    /// Returns how many of its free cells may still turn out either way.
    pub(super) fn slack(&self) -> u16 {
        self.missing.min(self.free - self.missing)
    }

    /// Removes a free cell: it stays uncovered, or a 1-tile covers it that the sum already
    /// includes.
    #[inline]
    pub(super) fn lose_cell(&mut self, cell: usize) {
        self.free = self.free.wrapping_sub(1);
        self.cells.remove(cell);
    }
}

/// The fewest cells of a line that make some sum.
#[derive(Clone, Copy)]
pub(super) struct Fewest {
    /// The fewest with tiles smaller than a certain side.
    without: u8,
    /// The fewest with a tile of that side and others that are not larger.
    with: u8,
}

/// More cells than a line has; stands for infinity.
const NEVER: u8 = 100;

/// The fewest cells that make each sum, for every side.
pub(super) struct FewestCells {
    table: Vec<Fewest>,
    sums: usize,
}

impl FewestCells {
    /// Returns the table for tiles up to side `largest` and sums up to `highest`.
    pub(super) fn new(largest: usize, highest: usize) -> Self {
        let sums = highest + 1;
        let mut table = vec![Fewest { without: 0, with: 0 }; largest * sums];
        // Each tile across a line takes `side` cells for `side` points each.
        let mut fewest = vec![NEVER; sums];
        fewest[0] = 0;
        for (side, row) in (1_u8..).zip(table.chunks_exact_mut(sums)) {
            let points = usize::from(side).pow(2);
            for (entry, &without) in row.iter_mut().zip(&fewest) {
                *entry = Fewest { without, with: NEVER };
            }
            for sum in points..sums {
                row[sum].with = fewest[sum - points] + side;
                fewest[sum] = fewest[sum].min(row[sum].with);
            }
        }
        FewestCells { table, sums }
    }

    /// Returns the fewest cells by sum, for one side.
    #[inline]
    pub(super) fn of(&self, side: usize) -> &[Fewest] {
        &self.table[(side - 1) * self.sums..side * self.sums]
    }
}
