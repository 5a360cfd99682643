//! Boards of filled and empty cells: partial knowledge of them, and propagation of common rules.

use grid_utils::{Adjacency, CellSet, Direction, Grid, Shape};
use puzzle::Board;

/// The reason of a contradiction, in a few words for viewers of a search.
type Why = &'static str;

/// The known cells of a board of filled and empty cells. The others are open.
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
/// let mut known = Shading { filled, empty: CellSet::of(2) };
/// assert_eq!(
///     known.forced_empty_by_blocks(&shape),
///     Ok(CellSet::of(4)),
///     "the block may not be full"
/// );
///
/// known.empty.insert(4);
/// assert_eq!(known.unreachable(&shape), Ok(CellSet::EMPTY));
/// known.empty.insert(6);
/// assert_eq!(known.unreachable(&shape), Ok(CellSet::from_indices([5, 7, 8])));
///
/// // Exactly one cell of the last row is filled.
/// known.empty.insert(7);
/// assert!(known.propagate_exactly(1, shape.row(2)));
/// assert!(known.filled.contains(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shading<const WORDS: usize> {
    /// The cells that are filled.
    pub filled: CellSet<WORDS>,
    /// The cells that stay empty.
    pub empty: CellSet<WORDS>,
}

impl<const WORDS: usize> Shading<WORDS> {
    /// The state in which nothing is known.
    pub const UNKNOWN: Self = Shading { filled: CellSet::EMPTY, empty: CellSet::EMPTY };

    /// Returns the cells of which nothing is known.
    #[inline]
    #[must_use]
    pub fn open(&self, cells: &impl Adjacency<WORDS>) -> CellSet<WORDS> {
        cells.all() - self.filled - self.empty
    }

    /// Returns the cells that became known since an earlier state of the same board.
    #[inline]
    #[must_use]
    pub fn changed_since(&self, before: &Self) -> CellSet<WORDS> {
        (self.filled - before.filled) | (self.empty - before.empty)
    }

    /// Checks that no cell is both filled and empty.
    ///
    /// # Errors
    /// If one is.
    #[inline]
    pub fn check(&self) -> Result<(), Why> {
        if self.filled.intersects(self.empty) {
            return Err("a cell would have to be both filled and empty");
        }
        Ok(())
    }

    /// Returns the known part of the board of a [shading](puzzle::Form::shading): filled cells are
    /// shaded, empty ones are not.
    ///
    /// ```
    /// use grid_puzzles::Shading;
    /// use grid_utils::{CellSet, Shape};
    /// use puzzle::Form;
    ///
    /// let known = Shading::<1> { filled: CellSet::of(0), empty: CellSet::of(3) };
    /// assert_eq!(Form::shading(2, 2).write(&known.board(&Shape::new(2, 2).unwrap())), "# .\n. -");
    /// ```
    #[must_use]
    pub fn board(&self, shape: &Shape<WORDS>) -> Board {
        let mut board = Grid::filled(shape.rows(), shape.columns(), None);
        for (cells, value) in [(self.filled, 1), (self.empty, 0)] {
            shape.cells_of(cells).for_each(|cell| board[cell] = Some(value));
        }
        Board::Grid(board)
    }

    /// Returns the open cells of 2 x 2 blocks whose other three cells are filled: they stay empty
    /// if no block may be full.
    ///
    /// # Errors
    /// If a block is full.
    #[inline]
    pub fn forced_empty_by_blocks(&self, shape: &Shape<WORDS>) -> Result<CellSet<WORDS>, Why> {
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
        if last.intersects(self.filled) {
            return Err("a 2 x 2 block is full");
        }
        Ok(last - self.empty)
    }

    /// Returns the open cells next to filled ones that no other cell could connect to the rest:
    /// they are filled if the filled cells must be connected.
    ///
    /// Only valid if at least two cells are filled in the solution: a single one needs no exit.
    #[inline]
    #[must_use]
    pub fn forced_exits(&self, cells: &impl Adjacency<WORDS>) -> CellSet<WORDS> {
        let possible = cells.all() - self.empty;
        let exits = cells.neighbours(self.filled - cells.between(possible));
        exits & (possible - self.filled)
    }

    /// Returns the open cells that cannot be reached from the filled ones without crossing empty
    /// cells: they stay empty if the filled cells must be connected.
    ///
    /// # Errors
    /// If one filled cell cannot be reached from another.
    #[inline]
    pub fn unreachable(&self, cells: &impl Adjacency<WORDS>) -> Result<CellSet<WORDS>, Why> {
        let Some(seed) = self.filled.first() else { return Ok(CellSet::EMPTY) };
        let possible = cells.all() - self.empty;
        let reached = cells.flood(CellSet::of(seed), possible);
        if !self.filled.is_subset(reached) {
            return Err("the filled cells cannot be connected");
        }
        Ok(possible - reached)
    }

    /// Propagates that exactly `count` of the cells are filled: once `count` are filled the others
    /// stay empty; once only `count` can be filled all of these are. Returns false if too many are
    /// filled or too few can be.
    #[inline]
    #[must_use]
    pub fn propagate_exactly(&mut self, count: usize, cells: CellSet<WORDS>) -> bool {
        let (filled, possible) = (cells & self.filled, cells - self.empty);
        let (fewest, most) = (filled.len(), possible.len());
        if count < fewest || count > most {
            return false;
        }
        if count == fewest {
            self.empty |= possible - filled;
        } else if count == most {
            self.filled |= possible;
        }
        true
    }

    /// Propagates that no 2 x 2 block is full: see
    /// [`forced_empty_by_blocks`](Self::forced_empty_by_blocks).
    ///
    /// # Errors
    /// If a block is full.
    #[inline]
    pub fn propagate_blocks(&mut self, shape: &Shape<WORDS>) -> Result<(), Why> {
        self.empty |= self.forced_empty_by_blocks(shape)?;
        Ok(())
    }

    /// Propagates that the filled cells are connected, so that cells out of reach stay empty: see
    /// [`unreachable`](Self::unreachable).
    ///
    /// It takes longer than the other rules of this type; [`forced_exits`](Self::forced_exits)
    /// finds much of the same sooner.
    ///
    /// # Errors
    /// If they cannot be connected.
    #[inline]
    pub fn propagate_connected(&mut self, cells: &impl Adjacency<WORDS>) -> Result<(), Why> {
        self.empty |= self.unreachable(cells)?;
        Ok(())
    }

    /// Applies rules until none of them adds anything. `changed` are the cells that changed since
    /// the last call: `rules` are applied to them, then to the cells that they changed themselves,
    /// and so on; `costly` only when these add nothing more.
    ///
    /// ```
    /// use grid_utils::{CellSet, Shape};
    /// use grid_puzzles::Shading;
    ///
    /// // One filled cell in each row, two in the middle one; all of them are connected.
    /// let shape = Shape::<1>::new(3, 3).unwrap();
    /// let mut known = Shading { filled: CellSet::of(0), ..Shading::UNKNOWN };
    /// let propagated = known.propagate(
    ///     shape.all(),
    ///     |known, changed| {
    ///         let mut rows = (0..3).filter(|&row| shape.row(row).intersects(changed));
    ///         if !rows.all(|row| known.propagate_exactly([1, 2, 1][row], shape.row(row))) {
    ///             return Err("a row has too many filled cells or too few");
    ///         }
    ///         known.filled |= known.forced_exits(&shape);
    ///         Ok(())
    ///     },
    ///     |known| known.propagate_connected(&shape),
    /// );
    /// assert_eq!(propagated, Ok(()));
    /// assert_eq!(known.filled, CellSet::from_indices([0, 3]));
    /// assert_eq!(known.open(&shape), CellSet::from_indices([4, 5, 6, 7, 8]));
    /// ```
    ///
    /// # Errors
    /// The reason of the contradiction: that of the broken rule, or that a cell is both filled and
    /// empty.
    #[inline]
    pub fn propagate<E: From<Why>>(
        &mut self,
        mut changed: CellSet<WORDS>,
        mut rules: impl FnMut(&mut Self, CellSet<WORDS>) -> Result<(), E>,
        mut costly: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let before = *self;
            rules(self, changed)?;
            self.check()?;
            changed = self.changed_since(&before);
            if changed.is_empty() {
                costly(self)?;
                self.check()?;
                changed = self.changed_since(&before);
                if changed.is_empty() {
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grid_utils::{KNIGHT_STEPS, Neighbourhood};

    use super::*;

    /// Returns all sets of the cells of a small shape.
    fn fills(shape: &Shape<1>) -> impl Iterator<Item = CellSet<1>> + use<> {
        (0..1 << shape.len()).map(|bits| CellSet::from_words([bits]))
    }

    /// Compares the propagation of rules with all boards that fit a state and keep the rules, for
    /// every state of 2 x 3 cells: nothing false is added, and contradictory states have no board.
    fn assert_sound(
        keeps: impl Fn(CellSet<1>) -> bool,
        rules: impl Fn(&mut Shading<1>, CellSet<1>) -> Result<(), Why>,
        costly: impl Fn(&mut Shading<1>) -> Result<(), Why>,
    ) {
        let shape = Shape::<1>::new(2, 3).expect("six cells fit into a word");
        let boards: Vec<_> = fills(&shape).filter(|&board| keeps(board)).collect();
        for filled in fills(&shape) {
            for empty in fills(&shape).filter(|&empty| !empty.intersects(filled)) {
                let before = Shading { filled, empty };
                let fits = |known: &Shading<1>, board: &CellSet<1>| {
                    known.filled.is_subset(*board) && !known.empty.intersects(*board)
                };
                let mut known = before;
                let is_possible = known.propagate(shape.all(), &rules, &costly).is_ok();
                let mut expected = boards.iter().filter(|board| fits(&before, board)).peekable();
                if known.open(&shape).is_empty() {
                    assert_eq!(is_possible, expected.peek().is_some(), "{before:?}");
                }
                assert!(is_possible || expected.peek().is_none(), "{before:?}");
                assert!(!is_possible || expected.all(|board| fits(&known, board)), "{before:?}");
            }
        }
    }

    #[test]
    fn rules_together_lose_no_board_and_let_no_wrong_one_pass() {
        let shape = Shape::<1>::new(2, 3).expect("six cells fit into a word");
        let left = shape.column(0) | shape.column(1);
        for count in 2..=4 {
            assert_sound(
                |board| {
                    (board & left).len() == count
                        && shape.full_blocks(board).is_empty()
                        && shape.is_connected(board)
                },
                |known, changed| {
                    if left.intersects(changed) && !known.propagate_exactly(count, left) {
                        return Err("too many or too few");
                    }
                    known.filled |= known.forced_exits(&shape);
                    known.propagate_blocks(&shape)
                },
                |known| known.propagate_connected(&shape),
            );
        }
    }

    #[test]
    fn cells_that_a_knight_connects_are_reached_by_its_steps() {
        let shape = Shape::<1>::new(2, 3).expect("six cells fit into a word");
        let grid = Grid::filled(2, 3, ());
        let knight = Neighbourhood::new(shape.len(), |cell| {
            grid.at_steps(shape.cell(cell), &KNIGHT_STEPS).map(|cell| shape.index(cell))
        });
        assert_sound(
            |board| board.len() == 2 && knight.is_connected(board),
            |known, _| {
                known.filled |= known.forced_exits(&knight);
                known.propagate_exactly(2, shape.all()).then_some(()).ok_or("too many or too few")
            },
            |known| known.propagate_connected(&knight),
        );
    }
}
