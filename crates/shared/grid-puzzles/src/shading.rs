//! What is known of the cells, and what follows from it by the rules that most of the family share.

use grid_utils::{CellSet, Direction, Shape};

/// What is known of the cells of a square. The rest is open.
///
/// ```
/// use grid_utils::{CellSet, Shape};
/// use grid_puzzles::Shading;
///
/// // 0 1 2
/// // 3 4 5    filled: 0, 1 and 3; empty: 2
/// // 6 7 8
/// let shape = Shape::<1>::new(3, 3).unwrap();
/// let filled = CellSet::from_indices([0, 1, 3]);
/// let known = Shading { filled, empty: CellSet::of(2) };
/// assert_eq!(known.forced_empty_by_blocks(&shape), Some(CellSet::of(4)), "the block may not be full");
///
/// let known = Shading { empty: CellSet::from_indices([2, 4]), ..known };
/// assert_eq!(known.unreachable(&shape), Some(CellSet::EMPTY));
/// let known = Shading { empty: CellSet::from_indices([2, 4, 6]), ..known };
/// assert_eq!(known.unreachable(&shape), Some(CellSet::from_indices([5, 7, 8])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shading<const WORDS: usize> {
    /// The cells that hold a digit, whichever.
    pub filled: CellSet<WORDS>,
    /// The cells that hold none.
    pub empty: CellSet<WORDS>,
}

impl<const WORDS: usize> Shading<WORDS> {
    /// Nothing is known.
    pub const UNKNOWN: Self = Shading { filled: CellSet::EMPTY, empty: CellSet::EMPTY };

    /// The cells of which nothing is known.
    #[inline]
    #[must_use]
    pub fn open(&self, shape: &Shape<WORDS>) -> CellSet<WORDS> {
        shape.all() - self.filled - self.empty
    }

    /// The open cells of 2 x 2 blocks whose other three cells are filled: they stay empty. None if
    /// a block is full.
    #[inline]
    #[must_use]
    pub fn forced_empty_by_blocks(&self, shape: &Shape<WORDS>) -> Option<CellSet<WORDS>> {
        // Each as seen from the top-left cell of a block: is that corner of it filled?
        let top_left = self.filled;
        let top_right = shape.shift(top_left, Direction::West);
        let bottom_left = shape.shift(top_left, Direction::North);
        let bottom_right = shape.shift(top_right, Direction::North);
        let (top, bottom) = (top_left & top_right, bottom_left & bottom_right);
        let last = (top_right & bottom)
            | shape.shift(top_left & bottom, Direction::East)
            | shape.shift(top & bottom_right, Direction::South)
            | shape.shift(shape.shift(top & bottom_left, Direction::East), Direction::South);
        (!last.intersects(self.filled)).then(|| last - self.empty)
    }

    /// The open cells next to filled ones that no other cell could connect to the rest: they are
    /// filled, since the filled cells hang together.
    ///
    /// Only where two or more cells are filled in the end: a single one needs no way on.
    #[inline]
    #[must_use]
    pub fn forced_exits(&self, shape: &Shape<WORDS>) -> CellSet<WORDS> {
        let possible = shape.all() - self.empty;
        let [a, b, c, d] = Direction::ALL.map(|direction| shape.shift(possible, direction));
        let with_several_ways = ((a | b) & (c | d)) | (a & b) | (c & d);
        let ways = shape.neighbours(self.filled - with_several_ways);
        ways & (possible - self.filled)
    }

    /// The open cells that no way leads to from the filled ones, except over empty cells: they stay
    /// empty, since the filled cells hang together. None if a filled cell is cut off from others.
    #[inline]
    #[must_use]
    pub fn unreachable(&self, shape: &Shape<WORDS>) -> Option<CellSet<WORDS>> {
        let Some(seed) = self.filled.first() else { return Some(CellSet::EMPTY) };
        let possible = shape.all() - self.empty;
        let reached = shape.flood(CellSet::of(seed), possible);
        self.filled.is_subset(reached).then(|| possible - reached)
    }
}
