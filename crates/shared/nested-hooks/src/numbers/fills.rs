//! Sets of fills of a line.

use std::array;

use super::LARGEST_SIZE;
use crate::small;

/// Which cells of a line are filled, as bits.
pub(super) type Fill = u16;

/// Numbers, such as counts of cells, as bits.
pub(super) type Counts = u16;

/// The cells whose bits distinguish the fills of one word; those of the others distinguish the
/// words.
const INNER: usize = 6;
const INNER_CELLS: Fill = (1 << INNER) - 1;
const WORDS: usize = 1 << (LARGEST_SIZE - INNER);

/// For each inner cell, the bits of a word whose fills fill it.
const FILLING: [u64; INNER] = {
    let mut filling = [0; INNER];
    let mut fill = 0_u64;
    while fill < 64 {
        let mut cell = 0;
        while cell < INNER {
            filling[cell] |= (fill >> cell & 1) << fill;
            cell += 1;
        }
        fill += 1;
    }
    filling
};

/// For each set of inner cells and each count, the bits of a word whose fills fill that many of the
/// set.
const COUNTING: [[u64; INNER + 1]; 1 << INNER] = {
    let mut counting = [[0; INNER + 1]; 1 << INNER];
    let mut cells = 0;
    while cells < 1 << INNER {
        let mut fill = 0_usize;
        while fill < 64 {
            counting[cells][(fill & cells).count_ones() as usize] |= 1 << fill;
            fill += 1;
        }
        cells += 1;
    }
    counting
};

/// A set of fills of a line: the bit `fill % 64` of word `fill / 64` stands for a fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fills {
    words: [u64; WORDS],
}

impl Fills {
    /// Returns the fills that fill all cells of `filled` and none of `empty`.
    #[inline]
    pub(super) fn matching(filled: Fill, empty: Fill) -> Self {
        let mut word = !0;
        for (cell, filling) in FILLING.iter().enumerate() {
            if filled >> cell & 1 == 1 {
                word &= filling;
            }
            if empty >> cell & 1 == 1 {
                word &= !filling;
            }
        }
        let (filled, empty) = (usize::from(filled >> INNER), usize::from(empty >> INNER));
        Fills {
            words: array::from_fn(|outer| {
                let matches = outer & filled == filled && outer & empty == 0;
                if matches { word } else { 0 }
            }),
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Fills { words: array::from_fn(|word| self.words[word] & other.words[word]) }
    }

    /// Returns the fills that are left when `left` is applied to each word.
    #[inline]
    pub(super) fn filter_words(&self, mut left: impl FnMut(Word) -> u64) -> Self {
        Fills {
            words: array::from_fn(|outer| match self.words[outer] {
                0 => 0,
                bits => left(Word { outer: small(outer), bits }),
            }),
        }
    }

    /// Returns the number of fills.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the cells that some fills fill, and those that some leave empty.
    #[inline]
    pub(super) fn possible(&self) -> (Fill, Fill) {
        let (mut any, mut words) = (0, 0_u64);
        for (outer, &word) in self.words.iter().enumerate() {
            any |= word;
            words |= u64::from(word != 0) << outer;
        }
        // The bits of the words that are not empty are a set of fills, too: of the outer cells.
        let (mut filled, mut empty) = (0, 0);
        for (cell, filling) in FILLING.iter().enumerate() {
            filled |= Fill::from(any & filling != 0) << cell;
            empty |= Fill::from(any & !filling != 0) << cell;
        }
        for (cell, filling) in FILLING.iter().enumerate().take(LARGEST_SIZE - INNER) {
            filled |= Fill::from(words & filling != 0) << (INNER + cell);
            empty |= Fill::from(words & !filling != 0) << (INNER + cell);
        }
        (filled, empty)
    }

    /// Returns how many of `cells` the fills fill.
    #[inline]
    pub(super) fn counts(&self, cells: Fill) -> Counts {
        let counting = &COUNTING[usize::from(cells & INNER_CELLS)];
        let mut counts = 0;
        for (outer, &word) in self.words.iter().enumerate() {
            let filled = (small::<Fill>(outer) & cells >> INNER).count_ones();
            for (inner, bits) in counting.iter().enumerate() {
                counts |= Counts::from(word & bits != 0) << (filled + small::<u32>(inner));
            }
        }
        counts
    }

    /// Returns the fills in which the number of filled cells among `cells` is one of `counts`.
    #[inline]
    pub(super) fn with_counts(&self, cells: Fill, counts: Counts) -> Self {
        let counting = &COUNTING[usize::from(cells & INNER_CELLS)];
        // As many words as there can be filled outer cells.
        let words: [u64; LARGEST_SIZE - INNER + 1] = array::from_fn(|filled| {
            let allowed = |(inner, bits): (usize, &u64)| {
                if counts >> (filled + inner) & 1 == 1 { *bits } else { 0 }
            };
            counting.iter().enumerate().map(allowed).fold(0, |all, bits| all | bits)
        });
        Fills {
            words: array::from_fn(|outer| {
                let filled = (small::<Fill>(outer) & cells >> INNER).count_ones();
                self.words[outer] & words[filled as usize]
            }),
        }
    }
}

/// Fills that agree in the outer cells: one word of a set.
#[derive(Clone, Copy)]
pub(super) struct Word {
    outer: u8,
    pub(super) bits: u64,
}

impl Word {
    /// Returns those that fill a cell, and those that leave it empty.
    #[inline]
    pub(super) fn split(self, cell: usize) -> (Self, Self) {
        let filling = match FILLING.get(cell) {
            Some(&filling) => filling,
            None if self.outer >> (cell - INNER) & 1 == 1 => !0,
            None => 0,
        };
        let part = |part| Word { bits: self.bits & part, ..self };
        (part(filling), part(!filling))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl FromIterator<Fill> for Fills {
        fn from_iter<I: IntoIterator<Item = Fill>>(members: I) -> Self {
            let mut words = [0; WORDS];
            for fill in members {
                words[usize::from(fill) / 64] |= 1 << (fill % 64);
            }
            Fills { words }
        }
    }

    /// Returns some set, and its members.
    fn sample() -> (Fills, Vec<Fill>) {
        let members: Vec<Fill> = (0..512).filter(|&fill| fill * 7 % 37 < 5).collect();
        assert!(members.len() > 50);
        (members.iter().copied().collect(), members)
    }

    #[test]
    fn fills_match_what_is_known() {
        for (filled, empty) in [(0, 0), (0b1_0000_0010, 0b100), (0b100_0000, 0b10_0000_0001)] {
            let matching = (0..512).filter(|fill| fill & filled == filled && fill & empty == 0);
            assert_eq!(Fills::matching(filled, empty), matching.collect(), "{filled:b} {empty:b}");
        }
        assert!(Fills::matching(0b1000, 0b1000).is_empty());
        assert!(Fills::matching(0b100_0000, 0b100_0000).is_empty());
    }

    #[test]
    fn words_are_split_by_each_cell() {
        let (fills, members) = sample();
        for cell in 0..LARGEST_SIZE {
            let is_filled = |fill: &&Fill| **fill >> cell & 1 == 1;
            let filling = fills.filter_words(|word| word.split(cell).0.bits);
            assert_eq!(filling, members.iter().filter(is_filled).copied().collect());
            let leaving = fills.filter_words(|word| word.split(cell).1.bits);
            assert_eq!(leaving, members.iter().filter(|fill| !is_filled(fill)).copied().collect());
        }
    }

    #[test]
    fn cells_that_all_fills_agree_on_are_found() {
        let (fills, members) = sample();
        let fills = fills.and(Fills::matching(0b1_0000_0001, 0b1000));
        let fits = |fill: &&Fill| **fill & 0b1_0000_1001 == 0b1_0000_0001;
        let members: Vec<&Fill> = members.iter().filter(fits).collect();
        let filled = members.iter().fold(0, |all, &fill| all | fill);
        let empty = members.iter().fold(0, |all, &fill| all | !fill & 0b1_1111_1111);
        assert_eq!(fills.possible(), (filled, empty));
        assert_eq!((filled & 0b1000, empty & 1), (0, 0));
    }

    #[test]
    fn fills_are_told_apart_by_their_counts() {
        let (fills, members) = sample();
        for cells in [0, 0b1, 0b1_1111_1111, 0b1_1110_0000, 0b11_1100] {
            let count = |fill: Fill| (fill & cells).count_ones();
            let counts = members.iter().fold(0, |all, &fill| all | 1 << count(fill));
            assert_eq!(fills.counts(cells), counts);
            for counts in [0, 0b1, 0b10_0100, 0b11_1111_1111] {
                let kept = members.iter().copied().filter(|&fill| counts >> count(fill) & 1 == 1);
                let kept: Fills = kept.collect();
                assert_eq!(fills.with_counts(cells, counts), kept, "{cells:b} {counts:b}");
            }
        }
    }
}
