//! A hash table that adds up numbers.

/// Sums by key. Keys have fewer than 32 bits; so have sums, by the bound in `half`.
///
/// Collisions are resolved by linear probing; at most half of the entries are occupied.
#[derive(Debug)]
pub(crate) struct Table {
    /// Their number is a power of two.
    entries: Vec<Entry>,
    /// The shift from a hash of 32 bits to the index of an entry.
    shift: u32,
    occupied: usize,
}

/// A key with its sum: a look-up touches one cache line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    sum: u32,
}

/// The binary logarithm of the initial number of entries.
const LEAST_BITS: u32 = 10;

/// An entry that is free.
const FREE: Entry = Entry { key: u32::MAX, sum: 0 };

impl Table {
    pub(crate) fn new() -> Self {
        Self { entries: vec![FREE; 1 << LEAST_BITS], shift: 32 - LEAST_BITS, occupied: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill(FREE);
        self.occupied = 0;
    }

    /// Returns the index of the entry of a key, or of the free one where it belongs. It is near the
    /// high bits of a product, which depend on all bits of the key.
    #[inline]
    fn find(&self, key: u32) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = key.wrapping_mul(0x9e37_79b1).wrapping_shr(self.shift) as usize & mask;
        while ![key, FREE.key].contains(&self.entries[at].key) {
            at = (at + 1) & mask;
        }
        at
    }

    /// Adds to the sum of a key. The sum stays below 2^32.
    #[inline]
    pub(crate) fn add(&mut self, key: u32, number: u32) {
        if self.occupied >= self.entries.len() / 2 {
            self.grow();
        }
        let at = self.find(key);
        let entry = &mut self.entries[at];
        self.occupied += usize::from(entry.key == FREE.key);
        *entry = Entry { key, sum: entry.sum.wrapping_add(number) };
    }

    /// Returns the sum of a key; 0 if nothing was added.
    #[inline]
    pub(crate) fn sum(&self, key: u32) -> u32 {
        self.entries[self.find(key)].sum
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![FREE; self.entries.len() * 2];
        let entries = std::mem::replace(&mut self.entries, twice);
        self.shift -= 1;
        self.occupied = 0;
        for entry in entries.into_iter().filter(|entry| entry.key != FREE.key) {
            self.add(entry.key, entry.sum);
        }
    }
}
