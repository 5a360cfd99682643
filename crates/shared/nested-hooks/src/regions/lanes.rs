//! Numbers of all regions, side by side, so that one instruction handles eight of them.

/// Regions to a group: eight 16-bit numbers make a vector register.
pub(super) const LANES: usize = 8;

/// A number per region, in groups of eight.
///
/// The functions are written number by number; the compiler makes vector instructions of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers<const GROUPS: usize>([[u16; LANES]; GROUPS]);

impl<const GROUPS: usize> Numbers<GROUPS> {
    pub(super) const ZERO: Self = Self::all(0);

    /// The same number for each region.
    #[inline]
    pub(super) const fn all(number: u16) -> Self {
        Numbers([[number; LANES]; GROUPS])
    }

    /// 1 for one region, 0 for all others.
    #[inline]
    pub(super) fn one_for(region: usize) -> Self {
        // Not written to one place: reading a vector back right after that would have to wait.
        let group = |group: usize| {
            std::array::from_fn(|lane| u16::from((group * LANES + lane) as u16 == region as u16))
        };
        Numbers(std::array::from_fn(group))
    }

    #[inline]
    fn combine(self, other: Self, combine: impl Fn(u16, u16) -> u16) -> Self {
        let group = |group: usize| {
            std::array::from_fn(|lane| combine(self.0[group][lane], other.0[group][lane]))
        };
        Numbers(std::array::from_fn(group))
    }

    /// The sums; what does not fit wraps round, as everywhere here.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        self.combine(other, u16::wrapping_add)
    }

    /// The differences.
    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        self.combine(other, u16::wrapping_sub)
    }

    /// The differences, 0 where the other number is larger.
    #[inline]
    pub(super) fn excess(self, other: Self) -> Self {
        self.combine(other, u16::saturating_sub)
    }

    /// The smaller numbers.
    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        self.combine(other, u16::min)
    }

    /// All numbers multiplied.
    #[inline]
    pub(super) fn times(self, factor: u16) -> Self {
        self.combine(Self::all(factor), u16::wrapping_mul)
    }

    /// All numbers divided, rounded down.
    #[inline]
    pub(super) fn divided(self, by: Divisor) -> Self {
        self.combine(Self::all(by.inverse), |number, inverse| {
            (u32::from(number).wrapping_mul(u32::from(inverse)) >> 16) as u16
        })
    }

    /// Whether one of the numbers is negative, that is 2^15 or more.
    #[inline]
    pub(super) fn any_negative(self) -> bool {
        let any = self.0.into_iter().reduce(|a, b| std::array::from_fn(|lane| a[lane] | b[lane]));
        any.is_some_and(|any| any.iter().fold(0, |a, b| a | b) >= 1 << 15)
    }

    /// The sum of all numbers.
    #[inline]
    pub(super) fn total(self) -> u16 {
        let sums = self
            .0
            .into_iter()
            .reduce(|a, b| std::array::from_fn(|lane| a[lane].wrapping_add(b[lane])));
        sums.unwrap_or_default().iter().fold(0, |a, &b| a.wrapping_add(b))
    }

    /// The numbers, region by region.
    #[inline]
    pub(super) fn as_slice(&self) -> &[u16] {
        self.0.as_flattened()
    }

    /// The numbers, region by region, to be changed.
    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [u16] {
        self.0.as_flattened_mut()
    }
}

/// A divisor from 2 to 20 of numbers below 3000: larger ones do not occur, for the digits of the
/// largest grid add up to 2870.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Divisor {
    /// A little more than 2^16 divided by the divisor. Multiplied by a number below 3000, what is
    /// too much stays below a divisor's part of 2^16.
    inverse: u16,
}

impl Divisor {
    pub(super) fn new(divisor: usize) -> Self {
        debug_assert!((2..=20).contains(&divisor), "{divisor} is not expected to divide anything");
        Divisor { inverse: (65536 / divisor as u32 + 1) as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_divided_exactly() {
        for divisor in 2..=20 {
            for number in 0..3000 {
                let quotient = Numbers::<1>::all(number).divided(Divisor::new(divisor));
                assert_eq!(quotient, Numbers::all(number / divisor as u16), "{number} / {divisor}");
            }
        }
    }

    #[test]
    fn differences_that_do_not_fit_are_negative_or_nothing() {
        let (three, five) = (Numbers::<2>::all(3), Numbers::all(5));
        assert!(three.minus(five).any_negative());
        assert!(!five.minus(three).any_negative());
        assert_eq!(three.excess(five), Numbers::ZERO);
        assert_eq!(five.excess(three), Numbers::all(2));
    }

    #[test]
    fn the_total_covers_all_groups() {
        let mut numbers = Numbers::<3>::ZERO;
        for (region, number) in numbers.as_mut_slice().iter_mut().enumerate() {
            *number = region as u16;
        }
        assert_eq!(numbers.total(), 24 * 23 / 2);
        assert_eq!(numbers.times(2).minus(numbers), numbers);
        assert_eq!(numbers.plus(numbers).min(numbers), numbers);
    }
}
