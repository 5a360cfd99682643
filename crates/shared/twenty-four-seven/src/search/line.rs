//! The numbers of a line: which of them are part of any that add up.

/// The values of a cell: 0, for an empty one, to 7.
pub(super) const VALUES: usize = 8;

/// The longest line.
pub(super) const MOST_CELLS: usize = 7;

/// Cells whose numbers have to add up, and how many they may be.
///
/// How many numbers a line has so far, and their sum, is a bit of a word: that of `count` and
/// `sum` has the place `lane * count + sum`. The lanes are so wide that another number, which is a
/// shift of the word, leads to no wrong place that is a right one of another count.
pub(super) struct Line {
    /// The cells, in order.
    pub(super) cells: Vec<usize>,
    /// The shift of the bits by a value.
    shift: [usize; VALUES],
    /// The bits that a value may follow.
    from: [u64; VALUES],
    /// The bits that a value may lead to.
    to: [u64; VALUES],
    /// The bits in which a line may end.
    end: u64,
}

impl Line {
    /// Returns a line of `count` numbers with the sum `sum`, each at most `largest`.
    pub(super) fn new(cells: Vec<usize>, largest: usize, count: usize, sum: usize) -> Self {
        // What `held` numbers may add up to so that the others make it the sum.
        let sums = |held: usize| {
            let others = count - held;
            held.max(sum.saturating_sub(others * largest))..=(held * largest).min(sum - others)
        };
        let width = |held: usize| sums(held).end().saturating_sub(*sums(held).start());
        let lane = (0..=count).map(width).max().unwrap_or(0);
        let places = (0..=count).flat_map(|held| sums(held).map(move |sum| held * lane + sum));
        let right = places.fold(0, |bits, place| bits | 1 << place);
        let shift = |value: usize| if value == 0 { 0 } else { lane + value };
        Line {
            cells,
            shift: std::array::from_fn(shift),
            from: [u64::MAX; VALUES],
            to: [right; VALUES],
            end: 1 << (lane * count + sum),
        }
    }

    /// Creates a line of any numbers with this sum. If the sum is too large for them, no line is
    /// valid.
    pub(super) fn of_any_count(cells: Vec<usize>, sum: usize) -> Self {
        Line {
            cells,
            shift: std::array::from_fn(|value| value),
            from: [u64::MAX; VALUES],
            to: [u64::MAX; VALUES],
            end: u32::try_from(sum).ok().and_then(|sum| 1_u64.checked_shl(sum)).unwrap_or(0),
        }
    }

    /// Requires this first number: no other follows the bit of a line without numbers.
    pub(super) fn begin_with(&mut self, first: u8) {
        for value in (1..VALUES).filter(|&value| value != usize::from(first)) {
            self.from[value] &= !1;
        }
    }

    /// Requires this last number: no other leads to the end.
    pub(super) fn end_with(&mut self, last: u8) {
        for value in (1..VALUES).filter(|&value| value != usize::from(last)) {
            self.to[value] &= !self.end;
        }
    }

    /// Returns those values of each cell that it has in some valid line; `None` if no line is
    /// valid.
    #[inline]
    pub(super) fn supported(&self, values: [u8; MOST_CELLS]) -> Option<[u8; MOST_CELLS]> {
        let len = self.cells.len();
        let mut before = [0_u64; MOST_CELLS + 1];
        before[0] = 1;
        for place in 0..len {
            let (now, mut next) = (before[place], 0);
            each(values[place], |value| {
                next |= (now & self.from[value]) << self.shift[value] & self.to[value];
            });
            before[place + 1] = next;
        }
        let mut after = before[len] & self.end;
        if after == 0 {
            return None;
        }
        let mut supported = [0; MOST_CELLS];
        for place in (0..len).rev() {
            let (now, mut next) = (before[place], 0);
            each(values[place], |value| {
                let led = (after & self.to[value]) >> self.shift[value] & self.from[value] & now;
                next |= led;
                supported[place] |= u8::from(led != 0) << value;
            });
            after = next;
        }
        Some(supported)
    }
}

/// Calls `found` for each value of a set.
#[inline]
fn each(mut values: u8, mut found: impl FnMut(usize)) {
    while values != 0 {
        found(values.trailing_zeros() as usize);
        values &= values - 1;
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use puzzle::Rng;

    use super::*;

    /// Returns the values of each cell in all valid lines, which are found by trying all lines.
    fn of_right_lines(values: [u8; MOST_CELLS], first: u8, last: u8) -> Option<[u8; MOST_CELLS]> {
        let choices = values.map(|values| (0..8_u8).filter(move |value| values >> value & 1 == 1));
        let lines = choices.into_iter().multi_cartesian_product().filter(|line| {
            let numbers: Vec<u8> = line.iter().copied().filter(|&value| value > 0).collect();
            numbers.len() == 4
                && numbers.iter().sum::<u8>() == 20
                && (numbers[0], numbers[3]) == (first, last)
        });
        lines.fold(None, |found: Option<[u8; MOST_CELLS]>, line| {
            let before = found.unwrap_or_default();
            Some(std::array::from_fn(|place| before[place] | 1 << line[place]))
        })
    }

    #[test]
    fn a_line_keeps_the_values_of_right_lines() {
        let mut random = Rng::with_seed(1);
        let mut right = 0;
        for _ in 0..500 {
            let values = [(); MOST_CELLS].map(|()| random.u8(1..) & random.u8(..) | 1);
            let (first, last) = (random.u8(1..8), random.u8(1..8));
            let mut line = Line::new((0..MOST_CELLS).collect(), 7, 4, 20);
            line.begin_with(first);
            line.end_with(last);
            let supported = line.supported(values);
            assert_eq!(supported, of_right_lines(values, first, last), "{values:?}");
            right += usize::from(supported.is_some());
        }
        assert!((50..450).contains(&right), "{right} have right lines");
    }
}
