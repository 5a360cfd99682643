//! Rows and columns: their missing points, and what these say about further tiles.

use grid_utils::BitSet;

use crate::LARGEST_SIZE;

/// Some of the rows, of the columns, or of the cells along one.
pub(super) type LineSet = BitSet<1>;

/// A row or a column, partly covered.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// The points that it lacks.
    pub(super) missing: usize,
    /// The free cells: those that may still be covered.
    pub(super) free: LineSet,
}

/// All rows, or all columns; those beyond the grid have no cells. "Across" are the columns for
/// rows, the rows for columns.
#[derive(Clone, Copy)]
pub(super) struct Lines(pub(super) [Line; LARGEST_SIZE]);

/// What the missing points of lines say about tiles of the current side.
pub(super) struct Classes {
    /// The lines that cannot make their sums with smaller tiles alone.
    pub(super) forced: LineSet,
    /// The lines that cannot make their sums with another tile of this side.
    pub(super) closed: LineSet,
}

impl Lines {
    /// Returns empty lines of `length` cells. No sum is negative.
    pub(super) fn new(sums: &[i64], length: usize) -> Self {
        let mut lines = [Line::default(); LARGEST_SIZE];
        for (line, &sum) in lines.iter_mut().zip(sums) {
            let missing = usize::try_from(sum).expect("no sum is negative");
            *line = Line { missing, free: LineSet::below(length) };
        }
        Lines(lines)
    }

    /// Covers `side` cells from `across` on in `side` lines from `first` on with a tile.
    pub(super) fn cover(&mut self, first: usize, across: usize, side: usize) {
        for line in &mut self.0[first..first + side] {
            line.missing -= side * side;
            line.free -= LineSet::range(across..across + side);
        }
    }

    /// Leaves the free cells of lines that lack nothing uncovered for good.
    pub(super) fn give_up_finished(&mut self, across: &mut Self) {
        for (number, line) in self.0.iter_mut().enumerate() {
            if line.missing == 0 && !line.free.is_empty() {
                for crossing in line.free {
                    across.0[crossing].free.remove(number);
                }
                line.free = LineSet::EMPTY;
            }
        }
    }

    /// Classifies the lines for tiles of one side. Returns `None` if one is both forced and closed.
    pub(super) fn classify(&self, fewest: &[Fewest]) -> Option<Classes> {
        let mut classes = Classes { forced: LineSet::EMPTY, closed: LineSet::EMPTY };
        for (number, line) in self.0.iter().enumerate() {
            let (free, Fewest { without, with }) = (line.free.len(), fewest[line.missing]);
            match (without > free, with > free) {
                (true, true) => return None,
                (true, false) => classes.forced.insert(number),
                (false, true) => classes.closed.insert(number),
                (false, false) => continue,
            };
        }
        Some(classes)
    }
}

/// The fewest cells of a line that make some sum.
#[derive(Clone, Copy)]
pub(super) struct Fewest {
    /// The fewest with tiles smaller than a certain side.
    without: usize,
    /// The fewest with a tile of that side and others that are not larger.
    with: usize,
}

/// More cells than a line has; stands for infinity.
const NEVER: usize = 100;

/// Returns, for tiles of side 1, of side 2, and so on up to `largest`, the fewest cells that make
/// each sum from 0 to `highest`.
pub(super) fn fewest_cells(largest: usize, highest: usize) -> Vec<Vec<Fewest>> {
    let mut fewest = vec![NEVER; highest + 1];
    fewest[0] = 0;
    let of_side = |side: usize| {
        let mut entries: Vec<Fewest> =
            fewest.iter().map(|&without| Fewest { without, with: NEVER }).collect();
        // A tile takes `side` cells of a line for `side` points each; others may come before it.
        for sum in side * side..=highest {
            entries[sum].with = fewest[sum - side * side] + side;
            fewest[sum] = fewest[sum].min(entries[sum].with);
        }
        entries
    };
    (1..=largest).map(of_side).collect()
}
