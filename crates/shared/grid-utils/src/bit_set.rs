//! Sets of small numbers, one bit each: cells, digits, values, sums.

use std::array;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Range, Sub, SubAssign,
};

/// Returns the number of words that a [`BitSet`] needs for the numbers below `members`; at least 1.
///
/// ```
/// use grid_utils::{CellSet, words_for};
///
/// type Board = CellSet<{ words_for(12 * 12) }>;
/// assert_eq!(words_for(12 * 12), 3);
/// assert_eq!(Board::CAPACITY, 192);
/// ```
#[must_use]
pub const fn words_for(members: usize) -> usize {
    if members == 0 { 1 } else { members.div_ceil(64) }
}

/// Evaluates an expression with the first of the given numbers of words that is enough for the
/// cells. The number of cells is known only at run time, the size of a set when it is compiled;
/// this bridges the two.
///
/// The expression, often a whole search, is compiled once for each size. Give two at most: one that
/// fits the published instance, and one for the largest instance that is allowed.
///
/// ```
/// use grid_utils::{Shape, with_words};
///
/// fn diagonal<const WORDS: usize>(size: usize) -> Option<usize> {
///     let shape = Shape::<WORDS>::new(size, size)?;
///     Some(shape.all().iter().filter(|cell| cell % (size + 1) == 0).count())
/// }
///
/// let size = 9;
/// assert_eq!(with_words!(size * size, [2, 7], |WORDS| diagonal::<WORDS>(size)), Some(9));
/// assert_eq!(with_words!(size * size, [2, 7], |WORDS| WORDS), 2);
/// assert_eq!(with_words!(20 * 20, [2, 7], |WORDS| WORDS), 7);
/// ```
///
/// # Panics
/// If no size is enough.
#[macro_export]
macro_rules! with_words {
    ($cells:expr, [$($size:literal),+], |$words:ident| $body:expr) => {{
        let needed = $crate::words_for($cells);
        $(if needed <= $size {
            const $words: usize = $size;
            $body
        } else)+ {
            panic!("the cells need {needed} words, more than any search has")
        }
    }};
}

/// A set of small numbers, one bit each.
///
/// Members are below [`CAPACITY`](BitSet::CAPACITY). As a bitboard, a [`CellSet`], it is a set of
/// cells: the index of a cell is `row * columns + column`. A [`Shape`](crate::Shape) turns cells
/// into indices and moves sets over the board. One word is enough for grids up to 8 x 8, for the
/// digits of any puzzle, and for most sums of digits; [`words_for`] says how many words a larger
/// grid needs. A set is `Copy` and allocates nothing.
///
/// ```
/// use grid_utils::BitSet;
///
/// let mut set: BitSet<1> = [3, 5, 60].into_iter().collect();
/// assert!(set.contains(5));
/// assert_eq!(set.pop_first(), Some(3));
/// assert_eq!((set | BitSet::of(0)).iter().collect::<Vec<_>>(), [0, 5, 60]);
/// assert_eq!(format!("{set:?}"), "{5, 60}");
///
/// // Digits: those from 1 to 9, except for two.
/// let digits = BitSet::<1>::range(1..10) - BitSet::from_indices([2, 9]);
/// assert_eq!((digits.len(), digits.last()), (7, Some(8)));
///
/// // Sums: what a 2, or a 3, or neither adds to them.
/// let sums = BitSet::<1>::from_indices([4, 8]);
/// assert_eq!(sums | sums.raised(2) | sums.raised(3), BitSet::from_indices([4, 6, 7, 8, 10, 11]));
/// ```
///
/// Sets are ordered by their words, the first word first. The order has no other meaning; it serves
/// sorting and maps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitSet<const WORDS: usize> {
    words: [u64; WORDS],
}

/// A set of cells of a grid, as a bitboard.
pub type CellSet<const WORDS: usize> = BitSet<WORDS>;

/// Returns the word and the bit of an index.
#[inline]
const fn place(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

impl<const WORDS: usize> BitSet<WORDS> {
    /// The set without members.
    pub const EMPTY: Self = BitSet { words: [0; WORDS] };

    /// All members are below this number.
    pub const CAPACITY: usize = 64 * WORDS;

    /// Returns the set with one member.
    ///
    /// # Panics
    /// If the index is not below [`CAPACITY`](BitSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn of(index: usize) -> Self {
        Self::EMPTY.with(index)
    }

    /// Returns the set of these members.
    ///
    /// # Panics
    /// If an index is not below [`CAPACITY`](BitSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn from_indices(indices: impl IntoIterator<Item = usize>) -> Self {
        indices.into_iter().fold(Self::EMPTY, Self::with)
    }

    /// Returns the set of all indices below `count`.
    ///
    /// # Panics
    /// If `count` is beyond [`CAPACITY`](BitSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn below(count: usize) -> Self {
        assert!(count <= Self::CAPACITY, "the index is beyond the capacity of the set");
        BitSet {
            words: array::from_fn(|word| match count.saturating_sub(64 * word) {
                0 => 0,
                bits => !0 >> (64 - bits.min(64)),
            }),
        }
    }

    /// Returns the set of all indices in a range.
    ///
    /// ```
    /// # use grid_utils::BitSet;
    /// assert_eq!(BitSet::<1>::range(1..4), BitSet::from_indices([1, 2, 3]));
    /// assert_eq!(BitSet::<1>::range(4..1), BitSet::EMPTY);
    /// ```
    ///
    /// # Panics
    /// If an end of the range is beyond [`CAPACITY`](BitSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn range(indices: Range<usize>) -> Self {
        Self::below(indices.end) - Self::below(indices.start)
    }

    /// Returns the set with these bits: see [`words`](BitSet::words).
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        BitSet { words }
    }

    /// Returns the bits: bit `i % 64` of word `i / 64` stands for index `i`.
    ///
    /// ```
    /// # use grid_utils::BitSet;
    /// assert_eq!(BitSet::<2>::from_indices([0, 2, 64]).words(), &[0b101, 0b1]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// Adds a member; returns whether it is new.
    ///
    /// # Panics
    /// If the index is not below [`CAPACITY`](BitSet::CAPACITY).
    #[inline]
    #[track_caller]
    pub const fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = place(index);
        assert!(word < WORDS, "the index is beyond the capacity of the set");
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a member; returns whether it was one. Indices beyond the capacity are never members.
    #[inline]
    pub const fn remove(&mut self, index: usize) -> bool {
        let (word, bit) = place(index);
        if word >= WORDS {
            return false;
        }
        let was_member = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        was_member
    }

    /// Returns whether the index is a member. Indices beyond the capacity are never members.
    #[inline]
    #[must_use]
    pub const fn contains(&self, index: usize) -> bool {
        let (word, bit) = place(index);
        word < WORDS && self.words[word] & bit != 0
    }

    /// Returns this set with one more member.
    ///
    /// # Panics
    /// If the index is not below [`CAPACITY`](BitSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn with(mut self, index: usize) -> Self {
        self.insert(index);
        self
    }

    /// Returns this set without one member.
    #[inline]
    #[must_use]
    pub const fn without(mut self, index: usize) -> Self {
        self.remove(index);
        self
    }

    /// Returns whether there is no member.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // For a few words, one test of all together is cheaper than a branch for each.
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the number of members.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the smallest member.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        Some(64 * word + self.words[word].trailing_zeros() as usize)
    }

    /// Returns the largest member.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        let word = self.words.iter().rposition(|&word| word != 0)?;
        Some(64 * word + 63 - self.words[word].leading_zeros() as usize)
    }

    /// Removes and returns the smallest member.
    #[inline]
    pub fn pop_first(&mut self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        let bits = &mut self.words[word];
        let first = 64 * word + bits.trailing_zeros() as usize;
        *bits &= bits.wrapping_sub(1);
        Some(first)
    }

    /// Returns the members, ascending. With [`rev`](Iterator::rev), descending.
    #[inline]
    #[must_use]
    pub const fn iter(&self) -> Members<WORDS> {
        Members { rest: *self, word: 0 }
    }

    /// Returns whether the sets have a common member.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// Returns whether every member is a member of the other set.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: Self) -> bool {
        (*self - other).is_empty()
    }

    /// Returns the words of two sets, combined one by one.
    #[inline]
    fn combine(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        // This compiles faster than `array::from_fn`, which matters for many sizes of sets.
        let mut word = 0;
        while word < WORDS {
            self.words[word] = combine(self.words[word], other.words[word]);
            word += 1;
        }
        self
    }

    /// Adds a number to every member. Members beyond the capacity are dropped.
    ///
    /// ```
    /// # use grid_utils::BitSet;
    /// assert_eq!(BitSet::<2>::from_indices([1, 60]).raised(67), BitSet::from_indices([68, 127]));
    /// assert_eq!(BitSet::<2>::from_indices([1, 60]).raised(68), BitSet::of(69));
    /// ```
    #[inline]
    #[must_use]
    pub fn raised(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        BitSet {
            words: array::from_fn(|word| {
                let Some(from) = word.checked_sub(words) else { return 0 };
                // In two steps: a shift by 64, where `bits` is 0, would overflow.
                let carry = if from == 0 { 0 } else { self.words[from - 1] >> 1 >> (63 - bits) };
                self.words[from] << bits | carry
            }),
        }
    }

    /// Subtracts a number from every member. Negative members are dropped.
    #[inline]
    #[must_use]
    pub fn lowered(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word_at = |word: usize| self.words.get(word).copied().unwrap_or(0);
        BitSet {
            words: array::from_fn(|word| {
                let from = word.saturating_add(words);
                let carry = word_at(from.saturating_add(1)) << 1 << (63 - bits);
                word_at(from) >> bits | carry
            }),
        }
    }

    /// Like [`raised`](BitSet::raised), but with one word `by` counts modulo 64, which saves a
    /// branch: [`Shape`](crate::Shape) clears the result of a distance of 64.
    #[inline]
    pub(crate) fn moved_up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let from = if WORDS == 1 || words == 0 { self } else { self.words_moved_up(words) };
        // A carry is shifted in two steps: a shift by 64, where `bits` is 0, would overflow.
        BitSet {
            words: array::from_fn(|word| {
                let carry = if word == 0 { 0 } else { from.words[word - 1] >> 1 >> (63 - bits) };
                from.words[word] << bits | carry
            }),
        }
    }

    /// Like [`lowered`](BitSet::lowered). For one word, see [`moved_up`](BitSet::moved_up).
    #[inline]
    pub(crate) fn moved_down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let from = if WORDS == 1 || words == 0 { self } else { self.words_moved_down(words) };
        BitSet {
            words: array::from_fn(|word| {
                let carry =
                    if word + 1 == WORDS { 0 } else { from.words[word + 1] << 1 << (63 - bits) };
                from.words[word] >> bits | carry
            }),
        }
    }

    /// Moves whole words up, for grids of 64 columns and more.
    #[cold]
    fn words_moved_up(self, by: usize) -> Self {
        let source = |word: usize| word.checked_sub(by).map_or(0, |source| self.words[source]);
        BitSet { words: array::from_fn(source) }
    }

    /// Moves whole words down, for grids of 64 columns and more.
    #[cold]
    fn words_moved_down(self, by: usize) -> Self {
        let source = |word: usize| self.words.get(word + by).copied().unwrap_or(0);
        BitSet { words: array::from_fn(source) }
    }
}

impl<const WORDS: usize> Default for BitSet<WORDS> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> fmt::Debug for BitSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

macro_rules! set_operators {
    ($(
        $(#[$doc:meta])*
        $operator:ident $method:ident $assign:ident $assign_method:ident $word:expr;
    )*) => {$(
        $(#[$doc])*
        impl<const WORDS: usize> $operator for BitSet<WORDS> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.combine(other, $word)
            }
        }

        $(#[$doc])*
        impl<const WORDS: usize> $assign for BitSet<WORDS> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.combine(other, $word);
            }
        }
    )*};
}

set_operators! {
    /// The members of both sets.
    BitAnd bitand BitAndAssign bitand_assign |own, other| own & other;
    /// The members of one set or both.
    BitOr bitor BitOrAssign bitor_assign |own, other| own | other;
    /// The members of exactly one of the two sets.
    BitXor bitxor BitXorAssign bitxor_assign |own, other| own ^ other;
    /// The members of the first set that are not in the second.
    Sub sub SubAssign sub_assign |own, other| own & !other;
}

impl<const WORDS: usize> FromIterator<usize> for BitSet<WORDS> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        Self::from_indices(indices)
    }
}

impl<const WORDS: usize> Extend<usize> for BitSet<WORDS> {
    #[inline]
    fn extend<I: IntoIterator<Item = usize>>(&mut self, indices: I) {
        *self |= Self::from_indices(indices);
    }
}

/// The members of a [`BitSet`], ascending: see [`BitSet::iter`].
#[derive(Clone, Debug)]
pub struct Members<const WORDS: usize> {
    rest: BitSet<WORDS>,
    /// The words before this one are empty.
    word: usize,
}

impl<const WORDS: usize> Iterator for Members<WORDS> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(bits) = self.rest.words.get_mut(self.word) {
            if *bits != 0 {
                let member = 64 * self.word + bits.trailing_zeros() as usize;
                *bits &= bits.wrapping_sub(1);
                return Some(member);
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.len();
        (left, Some(left))
    }

    /// Iterates word by word, which is faster than one member at a time.
    #[inline]
    fn fold<T, F: FnMut(T, usize) -> T>(self, first: T, mut fold: F) -> T {
        let mut folded = first;
        for (word, mut bits) in self.rest.words.into_iter().enumerate() {
            while bits != 0 {
                folded = fold(folded, 64 * word + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
            }
        }
        folded
    }
}

impl<const WORDS: usize> DoubleEndedIterator for Members<WORDS> {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        let member = self.rest.last()?;
        self.rest.words[member / 64] ^= 1 << (member % 64);
        Some(member)
    }
}

impl<const WORDS: usize> ExactSizeIterator for Members<WORDS> {}

impl<const WORDS: usize> FusedIterator for Members<WORDS> {}

impl<const WORDS: usize> IntoIterator for BitSet<WORDS> {
    type Item = usize;
    type IntoIter = Members<WORDS>;

    #[inline]
    fn into_iter(self) -> Members<WORDS> {
        self.iter()
    }
}

impl<const WORDS: usize> IntoIterator for &BitSet<WORDS> {
    type Item = usize;
    type IntoIter = Members<WORDS>;

    #[inline]
    fn into_iter(self) -> Members<WORDS> {
        self.iter()
    }
}
