//! Sets of digits.

/// A set of digits up to 31, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DigitSet(u32);

impl DigitSet {
    pub(super) const EMPTY: Self = DigitSet(0);

    /// The digits from 1 to `largest`.
    pub(super) fn up_to(largest: usize) -> Self {
        DigitSet((1 << (largest + 1)) - 2)
    }

    /// The set as a number, below `2 << largest` for digits up to `largest`.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) fn contains(self, digit: usize) -> bool {
        self.0 >> digit & 1 == 1
    }

    #[inline]
    pub(super) fn with(self, digit: usize) -> Self {
        DigitSet(self.0 | 1 << digit)
    }

    #[inline]
    pub(super) fn without(self, digit: usize) -> Self {
        DigitSet(self.0 & !(1 << digit))
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        DigitSet(self.0 & !other.0)
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        DigitSet(self.0 & other.0)
    }

    #[inline]
    pub(super) fn largest(self) -> Option<usize> {
        self.0.checked_ilog2().map(|digit| digit as usize)
    }

    /// The digits, the largest first.
    #[inline]
    pub(super) fn descending(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let digit = self.largest()?;
            self = self.without(digit);
            Some(digit)
        })
    }
}
