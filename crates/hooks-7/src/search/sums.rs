//! Sets of sums, one per region: what it can make, or what it may need.

/// A set of sums per region, a bit for each sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SumSets {
    /// Words per region.
    words: usize,
    bits: Vec<u64>,
}

impl SumSets {
    /// Empty sets, of sums up to the largest of these.
    pub(super) fn empty(sums: &[u16]) -> Self {
        let largest = sums.iter().copied().max().unwrap_or(0);
        let words = usize::from(largest) / 64 + 1;
        SumSets { words, bits: vec![0; sums.len() * words] }
    }

    /// Sets of one sum each.
    pub(super) fn single(sums: &[u16]) -> Self {
        let mut sets = Self::empty(sums);
        for (region, &sum) in sums.iter().enumerate() {
            sets.insert(region, sum);
        }
        sets
    }

    /// Sets of the sum 0 alone, that have room for these sums.
    pub(super) fn zero(sums: &[u16]) -> Self {
        let mut sets = Self::empty(sums);
        for region in 0..sums.len() {
            sets.insert(region, 0);
        }
        sets
    }

    #[inline]
    fn of(&self, region: usize) -> &[u64] {
        &self.bits[region * self.words..][..self.words]
    }

    #[inline]
    fn of_mut(&mut self, region: usize) -> &mut [u64] {
        &mut self.bits[region * self.words..][..self.words]
    }

    /// Whether a region's set has this sum.
    #[inline]
    pub(super) fn contains(&self, region: usize, sum: u16) -> bool {
        self.of(region)[usize::from(sum) / 64] >> (sum % 64) & 1 == 1
    }

    fn insert(&mut self, region: usize, sum: u16) {
        self.of_mut(region)[usize::from(sum) / 64] |= 1 << (sum % 64);
    }

    /// Empties the set of a region.
    pub(super) fn clear(&mut self, region: usize) {
        self.of_mut(region).fill(0);
    }

    /// Adds all sums of the other sets.
    pub(super) fn unite(&mut self, other: &SumSets) {
        for (word, other) in self.bits.iter_mut().zip(&other.bits) {
            *word |= other;
        }
    }

    /// Removes all sums that the other sets lack; says whether each set has some left.
    pub(super) fn intersect(&mut self, other: &SumSets) -> bool {
        for (word, other) in self.bits.iter_mut().zip(&other.bits) {
            *word &= other;
        }
        self.bits.chunks_exact(self.words).all(|set| set.iter().any(|&word| word != 0))
    }

    /// Adds a region's sums of the other sets, each raised by `by`. What there is no room for is
    /// left out.
    pub(super) fn add_raised(&mut self, region: usize, other: &SumSets, by: usize) {
        for (word, raised) in self.of_mut(region).iter_mut().zip(raised(other.of(region), by)) {
            *word |= raised;
        }
    }

    /// Adds a region's sums of the other sets, each lowered by `by`, as far as `reach` has them;
    /// says whether there are any.
    pub(super) fn add_lowered(
        &mut self,
        region: usize,
        other: &SumSets,
        by: usize,
        reach: &SumSets,
    ) -> bool {
        let mut any = 0;
        let lowered = lowered(other.of(region), by).zip(reach.of(region));
        for (word, (lowered, reach)) in self.of_mut(region).iter_mut().zip(lowered) {
            let new = lowered & reach;
            *word |= new;
            any |= new;
        }
        any != 0
    }
}

/// The words of a set whose members are raised by `by`.
fn raised(set: &[u64], by: usize) -> impl Iterator<Item = u64> {
    let (words, bits) = (by / 64, by % 64);
    (0..set.len()).map(move |word| {
        let Some(from) = word.checked_sub(words) else { return 0 };
        // In two steps, for the whole distance is 64 where `bits` is 0.
        let carry = if from == 0 { 0 } else { set[from - 1] >> 1 >> (63 - bits) };
        set[from] << bits | carry
    })
}

/// The words of a set whose members are lowered by `by`; what would be negative is left out.
fn lowered(set: &[u64], by: usize) -> impl Iterator<Item = u64> {
    let (words, bits) = (by / 64, by % 64);
    (0..set.len()).map(move |word| {
        let Some(own) = set.get(word + words) else { return 0 };
        let carry = set.get(word + words + 1).map_or(0, |next| next << 1 << (63 - bits));
        own >> bits | carry
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Room for sums up to 255, as words are whole.
    fn set(sums: &[u16]) -> SumSets {
        let mut set = SumSets::empty(&[200]);
        for &sum in sums {
            set.insert(0, sum);
        }
        set
    }

    fn sums(set: &SumSets) -> BTreeSet<u16> {
        (0..256).filter(|&sum| set.contains(0, sum)).collect()
    }

    #[test]
    fn sums_are_raised_and_lowered_across_words() {
        let some = [0, 1, 5, 62, 63, 64, 100, 127, 128, 191, 200, 255];
        for by in 0..300 {
            let (mut raised, mut lowered) = (set(&[7]), set(&[7]));
            raised.add_raised(0, &set(&some), by);
            let every = set(&(0..256).collect::<Vec<_>>());
            let any = lowered.add_lowered(0, &set(&some), by, &every);
            let by = by as u16;
            let up: BTreeSet<u16> =
                some.iter().map(|sum| sum + by).filter(|&sum| sum < 256).collect();
            let down: BTreeSet<u16> = some.iter().filter_map(|sum| sum.checked_sub(by)).collect();
            assert_eq!(sums(&raised), &up | &BTreeSet::from([7]));
            assert_eq!(sums(&lowered), &down | &BTreeSet::from([7]));
            assert_eq!(any, !down.is_empty());
        }
    }

    #[test]
    fn an_empty_intersection_of_one_region_is_noticed() {
        let mut needs = SumSets::single(&[3, 70]);
        assert!(needs.clone().intersect(&SumSets::single(&[3, 70])));
        assert!(!needs.intersect(&SumSets::single(&[3, 69])));
    }
}
