//! Sets of cells, one bit each.

use std::array;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// The number of words that a [`CellSet`] needs for a grid with so many cells; at least 1.
///
/// ```
/// use grid_utils::{CellSet, words_for};
///
/// type Board = CellSet<{ words_for(12 * 12) }>;
/// assert_eq!(words_for(12 * 12), 3);
/// assert_eq!(Board::CAPACITY, 192);
/// ```
#[must_use]
pub const fn words_for(cells: usize) -> usize {
    if cells == 0 { 1 } else { cells.div_ceil(64) }
}

/// A set of cells as a bitboard: the bit of a cell of a grid is `row * columns + column`.
///
/// Members are such indices, below [`CAPACITY`](CellSet::CAPACITY); cells become indices, and sets
/// move over the board, with a [`Shape`](crate::Shape). One word holds grids up to 8 x 8;
/// [`words_for`] tells how many others need. A set is `Copy` and allocates nothing.
///
/// ```
/// use grid_utils::CellSet;
///
/// let mut set: CellSet<1> = [3, 5, 60].into_iter().collect();
/// assert!(set.contains(5));
/// assert_eq!(set.pop_first(), Some(3));
/// assert_eq!((set | CellSet::of(0)).iter().collect::<Vec<_>>(), [0, 5, 60]);
/// assert_eq!(format!("{set:?}"), "{5, 60}");
/// ```
///
/// The order of sets is that of their words, from the first: total, and good for sorting and
/// maps, with no other meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet<const WORDS: usize> {
    words: [u64; WORDS],
}

/// Word and bit of an index.
#[inline]
const fn place(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

impl<const WORDS: usize> CellSet<WORDS> {
    /// The set without members.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<2>::EMPTY.len(), 0);
    /// assert_eq!(CellSet::<2>::default(), CellSet::EMPTY);
    /// ```
    pub const EMPTY: Self = CellSet { words: [0; WORDS] };

    /// The number of cells that fit: indices are below it.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<2>::CAPACITY, 128);
    /// ```
    pub const CAPACITY: usize = 64 * WORDS;

    /// The set with one member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let set = CellSet::<2>::of(100);
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [100]);
    /// ```
    ///
    /// # Panics
    /// If the index is not below [`CAPACITY`](CellSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn of(index: usize) -> Self {
        Self::EMPTY.with(index)
    }

    /// The set of these members.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let set = CellSet::<1>::from_indices([7, 1, 7]);
    /// assert_eq!(set.len(), 2);
    /// ```
    ///
    /// # Panics
    /// If an index is not below [`CAPACITY`](CellSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn from_indices(indices: impl IntoIterator<Item = usize>) -> Self {
        indices.into_iter().fold(Self::EMPTY, Self::with)
    }

    /// The set of all indices below `count`.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<2>::below(70), (0..70).collect());
    /// ```
    ///
    /// # Panics
    /// If `count` is beyond [`CAPACITY`](CellSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn below(count: usize) -> Self {
        assert!(count <= Self::CAPACITY, "the index is beyond the capacity of the set");
        CellSet {
            words: array::from_fn(|word| match count.saturating_sub(64 * word) {
                0 => 0,
                bits => !0 >> (64 - bits.min(64)),
            }),
        }
    }

    /// The bits: bit `i % 64` of word `i / 64` stands for index `i`.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<2>::from_indices([0, 2, 64]).words(), &[0b101, 0b1]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// Adds a member; says whether it is new.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let mut set = CellSet::<1>::EMPTY;
    /// assert!(set.insert(9));
    /// assert!(!set.insert(9), "it is a member already");
    /// ```
    ///
    /// # Panics
    /// If the index is not below [`CAPACITY`](CellSet::CAPACITY).
    #[inline]
    #[track_caller]
    pub const fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = place(index);
        assert!(word < WORDS, "the index is beyond the capacity of the set");
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a member; says whether it was one.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let mut set = CellSet::<1>::of(9);
    /// assert!(set.remove(9));
    /// assert!(!set.remove(9));
    /// assert!(!set.remove(1000), "beyond the capacity nothing is a member");
    /// ```
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

    /// Whether the index is a member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let set = CellSet::<1>::of(9);
    /// assert!(set.contains(9));
    /// assert!(!set.contains(1000), "beyond the capacity nothing is a member");
    /// ```
    #[inline]
    #[must_use]
    pub const fn contains(&self, index: usize) -> bool {
        let (word, bit) = place(index);
        word < WORDS && self.words[word] & bit != 0
    }

    /// This set and one more member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<1>::of(1).with(2), CellSet::from_indices([1, 2]));
    /// ```
    ///
    /// # Panics
    /// If the index is not below [`CAPACITY`](CellSet::CAPACITY).
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn with(mut self, index: usize) -> Self {
        self.insert(index);
        self
    }

    /// This set except for one member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<1>::of(1).without(1), CellSet::EMPTY);
    /// ```
    #[inline]
    #[must_use]
    pub const fn without(mut self, index: usize) -> Self {
        self.remove(index);
        self
    }

    /// Whether there is no member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert!(CellSet::<1>::EMPTY.is_empty());
    /// assert!(!CellSet::<1>::of(0).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // One test of all words together: for a few words cheaper than a branch for each.
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of members.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<3>::from_indices([0, 64, 128]).len(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The smallest member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::<3>::from_indices([70, 150]).first(), Some(70));
    /// assert_eq!(CellSet::<3>::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        Some(64 * word + self.words[word].trailing_zeros() as usize)
    }

    /// Takes out the smallest member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let mut set = CellSet::<1>::from_indices([4, 2]);
    /// assert_eq!(set.pop_first(), Some(2));
    /// assert_eq!(set.pop_first(), Some(4));
    /// assert_eq!(set.pop_first(), None);
    /// ```
    #[inline]
    pub fn pop_first(&mut self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        let bits = &mut self.words[word];
        let first = 64 * word + bits.trailing_zeros() as usize;
        *bits &= bits.wrapping_sub(1);
        Some(first)
    }

    /// The members, ascending.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let set = CellSet::<1>::from_indices([4, 2]);
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [2, 4]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn iter(&self) -> Members<WORDS> {
        Members { rest: *self, word: 0 }
    }

    /// Whether there is a common member.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let set = CellSet::<1>::from_indices([1, 2]);
    /// assert!(set.intersects(CellSet::from_indices([2, 3])));
    /// assert!(!set.intersects(CellSet::of(3)));
    /// ```
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// Whether every member is one of the other set, too.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let set = CellSet::<1>::from_indices([1, 2]);
    /// assert!(CellSet::of(1).is_subset(set));
    /// assert!(!set.is_subset(CellSet::of(1)));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: Self) -> bool {
        (*self - other).is_empty()
    }

    /// The words of two sets, combined one by one.
    #[inline]
    fn combine(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        CellSet { words: array::from_fn(|word| combine(self.words[word], other.words[word])) }
    }

    /// Every member moved up by `by` indices; what leaves the capacity is lost.
    ///
    /// With one word, `by` counts modulo 64, which saves a branch: [`Shape`](crate::Shape) clears
    /// what a distance of 64 leaves behind.
    #[inline]
    pub(crate) fn moved_up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by as u32 % 64);
        let from = if WORDS == 1 || words == 0 { self } else { self.words_moved_up(words) };
        // A carry is shifted in two steps, for the whole way, 64 - bits, may be too far for one.
        CellSet {
            words: array::from_fn(|word| {
                let carry = if word == 0 { 0 } else { from.words[word - 1] >> 1 >> (63 - bits) };
                from.words[word] << bits | carry
            }),
        }
    }

    /// Every member moved down by `by` indices; what falls below 0 is lost. For one word, see
    /// [`moved_up`](CellSet::moved_up).
    #[inline]
    pub(crate) fn moved_down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by as u32 % 64);
        let from = if WORDS == 1 || words == 0 { self } else { self.words_moved_down(words) };
        CellSet {
            words: array::from_fn(|word| {
                let carry =
                    if word + 1 == WORDS { 0 } else { from.words[word + 1] << 1 << (63 - bits) };
                from.words[word] >> bits | carry
            }),
        }
    }

    /// Whole words moved up: only grids of 64 columns and more need it.
    #[cold]
    fn words_moved_up(self, by: usize) -> Self {
        let source = |word: usize| word.checked_sub(by).map_or(0, |source| self.words[source]);
        CellSet { words: array::from_fn(source) }
    }

    /// Whole words moved down: see [`words_moved_up`](CellSet::words_moved_up).
    #[cold]
    fn words_moved_down(self, by: usize) -> Self {
        let source = |word: usize| self.words.get(word + by).copied().unwrap_or(0);
        CellSet { words: array::from_fn(source) }
    }
}

impl<const WORDS: usize> Default for CellSet<WORDS> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> fmt::Debug for CellSet<WORDS> {
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
        impl<const WORDS: usize> $operator for CellSet<WORDS> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.combine(other, $word)
            }
        }

        $(#[$doc])*
        impl<const WORDS: usize> $assign for CellSet<WORDS> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.combine(other, $word);
            }
        }
    )*};
}

set_operators! {
    /// The members of both sets.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let (one, other) = (CellSet::<1>::from_indices([1, 2]), CellSet::from_indices([2, 3]));
    /// assert_eq!(one & other, CellSet::of(2));
    /// ```
    BitAnd bitand BitAndAssign bitand_assign |own, other| own & other;
    /// The members of one set or both.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::of(1) | CellSet::<1>::of(2), CellSet::from_indices([1, 2]));
    /// ```
    BitOr bitor BitOrAssign bitor_assign |own, other| own | other;
    /// The members of exactly one of the two sets.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// assert_eq!(CellSet::from_indices([1, 2]) ^ CellSet::<1>::of(2), CellSet::of(1));
    /// ```
    BitXor bitxor BitXorAssign bitxor_assign |own, other| own ^ other;
    /// The members of the first set that are none of the second.
    ///
    /// ```
    /// # use grid_utils::CellSet;
    /// let (one, other) = (CellSet::<1>::from_indices([1, 2]), CellSet::from_indices([2, 3]));
    /// assert_eq!(one - other, CellSet::of(1));
    /// ```
    Sub sub SubAssign sub_assign |own, other| own & !other;
}

impl<const WORDS: usize> FromIterator<usize> for CellSet<WORDS> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        Self::from_indices(indices)
    }
}

impl<const WORDS: usize> Extend<usize> for CellSet<WORDS> {
    #[inline]
    fn extend<I: IntoIterator<Item = usize>>(&mut self, indices: I) {
        *self |= Self::from_indices(indices);
    }
}

/// The members of a [`CellSet`], ascending: see [`CellSet::iter`].
///
/// ```
/// use grid_utils::CellSet;
///
/// let mut members = CellSet::<2>::from_indices([100, 7]).into_iter();
/// assert_eq!(members.len(), 2);
/// assert_eq!(members.next(), Some(7));
/// assert_eq!(members.next(), Some(100));
/// assert_eq!(members.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Members<const WORDS: usize> {
    rest: CellSet<WORDS>,
    /// No word before this one has members left.
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
}

impl<const WORDS: usize> ExactSizeIterator for Members<WORDS> {}

impl<const WORDS: usize> FusedIterator for Members<WORDS> {}

impl<const WORDS: usize> IntoIterator for CellSet<WORDS> {
    type Item = usize;
    type IntoIter = Members<WORDS>;

    #[inline]
    fn into_iter(self) -> Members<WORDS> {
        self.iter()
    }
}

impl<const WORDS: usize> IntoIterator for &CellSet<WORDS> {
    type Item = usize;
    type IntoIter = Members<WORDS>;

    #[inline]
    fn into_iter(self) -> Members<WORDS> {
        self.iter()
    }
}
