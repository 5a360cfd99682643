//! A hash table that adds up numbers.

/// Sums by key. Keys have fewer than 32 bits; so have sums, by the bound in `half`.
///
/// Key and sum share a word, so a look-up touches one cache line. Collisions are resolved by linear
/// probing; at most half of the words are occupied.
#[derive(Debug)]
pub(crate) struct Table {
    /// The key above, the sum below. Their number is a power of two.
    words: Vec<u64>,
    /// The shift from a hash of 32 bits to the index of a word.
    shift: u32,
    occupied: usize,
}

/// The binary logarithm of the initial number of words.
const LEAST_BITS: u32 = 10;

/// The key of a word that is free. Its sum is 0.
const NOBODY: u32 = u32::MAX;

/// A word that is free.
const FREE: u64 = (NOBODY as u64) << 32;

impl Table {
    pub(crate) fn new() -> Self {
        Self { words: vec![FREE; 1 << LEAST_BITS], shift: 32 - LEAST_BITS, occupied: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(FREE);
        self.occupied = 0;
    }

    /// Returns the first index to probe for a key: the high bits of a product depend on all bits of
    /// the key.
    #[inline]
    fn start(&self, key: u32) -> usize {
        key.wrapping_mul(0x9e37_79b1).wrapping_shr(self.shift) as usize
    }

    /// Returns the index of the word that holds a key, or of the free word where it belongs.
    #[inline]
    fn find(&self, key: u32) -> usize {
        let mask = self.words.len() - 1;
        let mut at = self.start(key) & mask;
        while !is_either(holder(self.words[at]), key, NOBODY) {
            at = (at + 1) & mask;
        }
        at
    }

    /// Adds to the sum of a key. The sum stays below 2^32.
    #[inline]
    pub(crate) fn add(&mut self, key: u32, number: u32) {
        if self.occupied >= self.words.len() / 2 {
            self.grow();
        }
        let at = self.find(key);
        let word = &mut self.words[at];
        self.occupied = self.occupied.wrapping_add(usize::from(holder(*word) == NOBODY));
        *word = u64::from(key) << 32 | u64::from(sum(*word).wrapping_add(number));
    }

    /// Returns the sum of a key; 0 if nothing was added.
    #[inline]
    pub(crate) fn sum(&self, key: u32) -> u32 {
        sum(self.words[self.find(key)])
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![FREE; self.words.len() * 2];
        let words = std::mem::replace(&mut self.words, twice);
        self.shift -= 1;
        self.occupied = 0;
        for word in words.into_iter().filter(|&word| word != FREE) {
            self.add(holder(word), sum(word));
        }
    }
}

/// Returns the key that a word belongs to.
#[inline]
fn holder(word: u64) -> u32 {
    (word >> 32) as u32
}

/// Returns the sum in a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower half of the word is meant")]
fn sum(word: u64) -> u32 {
    word as u32
}

/// Returns whether a number equals one of two others, by a single comparison: a product is 0 if a
/// factor is. Whether a key is new is unpredictable; as a branch of its own this test would cost
/// more than the multiplication.
#[inline]
fn is_either(number: u32, one: u32, other: u32) -> bool {
    u64::from(number ^ one).wrapping_mul(u64::from(number ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_is_one_or_the_other() {
        let numbers = [0, 1, 2, 1 << 16, 1 << 31, NOBODY - 1, NOBODY];
        for (number, one) in numbers.into_iter().flat_map(|n| numbers.map(|one| (n, one))) {
            for other in numbers {
                let expected = number == one || number == other;
                assert_eq!(is_either(number, one, other), expected, "{number} {one} {other}");
            }
        }
    }
}
