//! The fills of a line: the sets of cells that give it its clue.
//!
//! ```text
//! 9 8 | 6 6 . 6 . 6 | 7     the line of the hook of size 6: its own segment between the cells of
//!                           larger hooks, which are its two ends
//! ```
//!
//! The runs at the ends are tried, with 0, 1, 2 ... cells of the segment that continue them. What
//! is between them are runs of a single digit d, at most d / 2 of them: they are worth d for a run
//! of one cell, d * d for a run of two, and so on. So what is left of the clue, written in base d,
//! tells how many runs there are of each length.

use std::ops::Range;

use nested_hooks::Square;

use super::{Axis, LARGEST_SIZE, LineSet, LineState, List, Node, Searcher};

impl<const WORDS: usize> Searcher<'_, WORDS> {
    /// Lists the fills of a line if the hook of the square takes it: those that have the clue and
    /// contradict nothing that is known.
    pub(super) fn list_fills(
        &mut self,
        node: &Node<WORDS>,
        axis: Axis,
        number: usize,
        square: Square,
    ) -> List {
        let (clues, first) = match axis {
            Axis::Rows => (&self.clues.rows, square.column),
            Axis::Columns => (&self.clues.columns, square.row),
        };
        let start = self.pool.len();
        let mut filler = Filler {
            line: node.lines[axis as usize][number],
            segment: first..first + square.size,
            digit: square.size as u64,
            fills: &mut self.pool,
        };
        match clues[number] {
            None => filler.all(self.size),
            Some(clue) => {
                let across = &node.lines[axis.across() as usize][..self.size];
                let digits = across.iter().map(|line| u64::from(line.hook)).enumerate();
                let left = filler.ends(digits.clone().take(first));
                let right = filler.ends(digits.skip(first + square.size).rev());
                for left in &left {
                    for right in &right {
                        filler.join(left, right, clue);
                    }
                }
            }
        }
        List { start, end: self.pool.len() }
    }
}

/// A set of neighbouring cells of a line.
#[inline]
fn cells(range: Range<usize>) -> LineSet {
    ((1 << range.end) - 1) & !((1 << range.start) - 1)
}

/// One end of a line, outside the segment.
#[derive(Clone, Copy)]
struct End {
    fill: LineSet,
    /// What the runs are worth that do not reach the segment.
    sum: u64,
    /// The product of the run that reaches it; 0 if there is none.
    run: u64,
}

impl End {
    #[inline]
    fn with_filled(self, cell: usize, digit: u64) -> Self {
        End { fill: self.fill | 1 << cell, sum: self.sum, run: self.run.max(1) * digit }
    }

    #[inline]
    fn with_empty(self) -> Self {
        End { fill: self.fill, sum: self.sum + self.run, run: 0 }
    }
}

/// Finds the fills of one line.
struct Filler<'p> {
    line: LineState,
    /// The cells of the hook that takes the line.
    segment: Range<usize>,
    /// Its digit.
    digit: u64,
    /// Where the fills go.
    fills: &'p mut Vec<LineSet>,
}

impl Filler<'_> {
    /// Adds a fill, unless it contradicts what is known.
    #[inline]
    fn add(&mut self, fill: LineSet) {
        if fill & self.line.filled == self.line.filled && fill & self.line.empty == 0 {
            self.fills.push(fill);
        }
    }

    /// Adds all fills, for a line without a clue.
    fn all(&mut self, size: usize) {
        let open = cells(0..size) & !self.line.filled & !self.line.empty;
        let mut fill = open;
        loop {
            self.add(self.line.filled | fill);
            if fill == 0 {
                return;
            }
            // The next smaller subset of the open cells.
            fill = (fill - 1) & open;
        }
    }

    /// What one end can be: its cells with their digits, from the border on.
    fn ends(&self, digits: impl Iterator<Item = (usize, u64)>) -> Vec<End> {
        let mut ends = vec![End { fill: 0, sum: 0, run: 0 }];
        for (cell, digit) in digits {
            let is_open = (self.line.filled | self.line.empty) >> cell & 1 == 0;
            let is_empty = self.line.empty >> cell & 1 == 1;
            let before = ends.len();
            if is_open {
                ends.extend_from_within(..);
            }
            for (place, end) in ends.iter_mut().enumerate() {
                // An open cell is filled in what was there before, and empty in the copies.
                let stays_empty = is_empty || place >= before;
                *end = if stays_empty { end.with_empty() } else { end.with_filled(cell, digit) };
            }
        }
        ends
    }

    /// Adds the fills that have these ends.
    fn join(&mut self, left: &End, right: &End, clue: u64) {
        let Some(rest) = clue.checked_sub(left.sum + right.sum) else { return };
        let Range { start, end } = self.segment;
        let fill = left.fill | right.fill;
        let whole = left.run.max(1)
            * right.run.max(1)
            * self.segment.clone().map(|_| self.digit).product::<u64>();
        if whole == rest {
            self.add(fill | cells(start..end));
        }
        // The first empty cell of the segment, and the one after the last.
        let mut left_run = left.run;
        for first_gap in start..end {
            if left_run > rest {
                break;
            }
            let mut right_run = right.run;
            for last_gap in (first_gap..end).rev() {
                let Some(rest) = rest.checked_sub(left_run + right_run) else { break };
                let fill = fill | cells(start..first_gap) | cells(last_gap + 1..end);
                self.add_runs(first_gap + 1..last_gap, rest, fill);
                right_run = right_run.max(1) * self.digit;
            }
            left_run = left_run.max(1) * self.digit;
        }
    }

    /// Adds the fills whose runs between two empty cells of the segment are worth `rest`.
    fn add_runs(&mut self, between: Range<usize>, rest: u64, fill: LineSet) {
        if rest == 0 {
            return self.add(fill);
        }
        if between.is_empty() || !rest.is_multiple_of(self.digit) {
            return;
        }
        // How many runs there are of each length, from 1 on.
        let mut runs = [0; LARGEST_SIZE];
        // Each run needs an empty cell behind it, which may be the last gap.
        let mut spare = between.len() + 1;
        let mut rest = rest / self.digit;
        for (length, runs) in runs.iter_mut().enumerate().skip(1) {
            if rest == 0 {
                break;
            }
            let count = usize::try_from(rest % self.digit).expect("less than a digit");
            let Some(left) = spare.checked_sub(count * (length + 1)) else { return };
            (spare, *runs) = (left, count);
            rest /= self.digit;
        }
        if rest > 0 {
            return;
        }
        self.place(between.start, &mut runs, spare, fill);
    }

    /// Adds the fills with these runs from a cell on, which leave `spare` cells over.
    fn place(
        &mut self,
        from: usize,
        runs: &mut [usize; LARGEST_SIZE],
        spare: usize,
        fill: LineSet,
    ) {
        if fill & self.line.empty != 0 {
            return;
        }
        if runs.iter().all(|&count| count == 0) {
            return self.add(fill);
        }
        for gap in 0..=spare {
            for length in 1..LARGEST_SIZE {
                if runs[length] > 0 {
                    runs[length] -= 1;
                    let (start, end) = (from + gap, from + gap + length);
                    self.place(end + 1, runs, spare - gap, fill | cells(start..end));
                    runs[length] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use grid_utils::Shape;
    use nested_hooks::RowsAndColumns;

    use super::super::PlacedHook;
    use super::*;
    use crate::sum_of_runs;

    /// A line of a hook between cells of larger hooks, with what is known about it.
    fn random_node(size: usize, random: &mut Rng) -> (Node<3>, Square, Vec<u8>) {
        let hook = random.usize(1..=size);
        let first = random.usize(..=size - hook);
        let mut node = Node {
            lines: [[LineState::default(); LARGEST_SIZE]; 2],
            hooks: [PlacedHook::default(); LARGEST_SIZE + 1],
            known: grid_puzzles::Shading::UNKNOWN,
        };
        let mut digits = vec![u8::try_from(hook).unwrap(); size];
        let mut larger: Vec<u8> = (hook + 1..=size).map(|it| u8::try_from(it).unwrap()).collect();
        random.shuffle(&mut larger);
        for cell in (0..first).chain(first + hook..size) {
            digits[cell] = larger.pop().unwrap();
            node.lines[Axis::Columns as usize][cell].hook = digits[cell];
        }
        let known = &mut node.lines[Axis::Rows as usize][0];
        for cell in 0..size {
            match random.usize(..12) {
                0 => known.filled |= 1 << cell,
                1 => known.empty |= 1 << cell,
                _ => {}
            }
        }
        (node, Square { row: 0, column: first, size: hook }, digits)
    }

    #[test]
    fn the_fills_of_a_line_are_those_of_all_its_subsets_that_have_the_clue() {
        let mut random = Rng::with_seed(4);
        let mut listed = 0;
        for _ in 0..400 {
            let size = random.usize(1..=LARGEST_SIZE);
            let (node, square, digits) = random_node(size, &mut random);
            let sum = |fill: LineSet| {
                let digit =
                    |(cell, &digit): (_, &u8)| (fill >> cell & 1 == 1).then_some(digit.into());
                sum_of_runs(&digits.iter().enumerate().map(digit).collect::<Vec<_>>())
            };
            let known = node.lines[Axis::Rows as usize][0];
            let of_a_fill = sum((random.u16(..1 << size) | known.filled) & !known.empty);
            let clue = [of_a_fill, random.u64(..200)][usize::from(random.u8(..5) == 0)];
            let one = |clue| [Some(clue)].into_iter().chain((1..size).map(|_| None)).collect();
            let clues = RowsAndColumns { rows: one(clue), columns: one(clue) };
            let shape = Shape::new(size, size).unwrap();
            let mut searcher = Searcher::<3> { clues: &clues, size, shape, pool: Vec::new() };
            searcher.list_fills(&node, Axis::Rows, 0, square);
            searcher.pool.sort_unstable();
            let expected: Vec<LineSet> = (0..=LineSet::MAX >> (16 - size))
                .filter(|fill| fill & known.filled == known.filled && fill & known.empty == 0)
                .filter(|&fill| sum(fill) == clue)
                .collect();
            assert_eq!(searcher.pool, expected, "{clue} of {digits:?}, {square:?}");
            listed += expected.len();
        }
        assert!(listed > 400, "{listed}");
    }
}
