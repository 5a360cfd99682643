//! What follows from what is known: by clues, counts, blocks and connectivity.

use grid_puzzles::{Shading, Side};
use grid_utils::{Cell, CellSet, Grid, Shape};
use puzzle::Sketch;

use super::line::{Common, LineView};
use super::{Clue, LineClue};
use crate::{Filling, Hook, Square, Why, small};

/// The hooks that are cut, and the rules. What is known of the cells is held by the caller, so that
/// it is forgotten by going back.
pub(super) struct Deduction<'s, C, const WORDS: usize> {
    shape: Shape<WORDS>,
    watches: Vec<Watch<'s, C, WORDS>>,
    /// The cells of each hook, by its size. Those that are not cut have none.
    hooks: Vec<CellSet<WORDS>>,
    /// The digits that each cell may hold, as bits.
    digits: Vec<u32>,
    filled: LineMasks<WORDS>,
    empty: LineMasks<WORDS>,
}

/// A clue and the cells that it looks at.
struct Watch<'s, C, const WORDS: usize> {
    clue: &'s C,
    /// From near to far.
    cells: Vec<u16>,
    set: CellSet<WORDS>,
    /// Where the [`LineMasks`] have its line.
    mask: usize,
}

impl<'s, C: Clue, const WORDS: usize> Deduction<'s, C, WORDS> {
    /// No hook is cut yet.
    pub(super) fn new(size: usize, clues: &'s [LineClue<C>]) -> Self {
        let shape = Shape::new(size, size).expect("the caller chose enough words");
        let mut deduction = Deduction {
            shape,
            watches: clues.iter().map(|clue| Watch::new(&shape, clue)).collect(),
            hooks: vec![CellSet::EMPTY; size + 1],
            digits: vec![0; shape.len()],
            filled: LineMasks::new(&shape),
            empty: LineMasks::new(&shape),
        };
        deduction.leave(Square::whole(size));
        deduction
    }

    pub(super) fn shape(&self) -> &Shape<WORDS> {
        &self.shape
    }

    /// The digits that are known.
    pub(super) fn board(&self, known: &Shading<WORDS>) -> Filling {
        let mut board = Grid::filled(self.shape.rows(), self.shape.columns(), None);
        for (size, &hook) in self.hooks.iter().enumerate() {
            for cell in self.shape.cells_of(hook & known.filled) {
                board[cell] = Some(small(size));
            }
        }
        board
    }

    /// The board, and what else is known, for those who watch.
    pub(super) fn sketch(&self, known: &Shading<WORDS>) -> Sketch {
        let sketch = Sketch::from(self.board(known))
            .empty(self.shape.cells_of(known.empty))
            .filled(self.shape.cells_of(known.filled));
        let cut = self.hooks.iter().enumerate().filter(|(_, hook)| !hook.is_empty());
        cut.fold(sketch, |sketch, (size, &hook)| {
            sketch.group(self.shape.cells_of(hook), &size.to_string())
        })
    }

    /// Cuts a hook in place of another one of its size, and forgets the hooks inside; returns the
    /// cells of whose digits more is known now.
    pub(super) fn place(&mut self, hook: Hook) -> CellSet<WORDS> {
        let size = hook.square.size;
        let cells = hook.cells().map(|cell| self.shape.index(cell)).collect();
        self.hooks[..size].fill(CellSet::EMPTY);
        self.hooks[size] = cells;
        for cell in cells {
            self.digits[cell] = 1 << size;
        }
        cells | self.leave(hook.inside())
    }

    /// Notes that the cells of a square may hold all digits of the hooks that fit into it; returns
    /// the cells.
    fn leave(&mut self, square: Square) -> CellSet<WORDS> {
        let Square { row, column, size } = square;
        let mut cells = CellSet::EMPTY;
        for row in row..row + size {
            for column in column..column + size {
                let cell = self.shape.index(Cell::new(row, column));
                self.digits[cell] = (2 << size) - 2;
                cells.insert(cell);
            }
        }
        cells
    }

    /// Adds all that follows from what is known. `changed` are the cells about which more is known
    /// than when this was last done.
    pub(super) fn propagate(
        &mut self,
        known: &mut Shading<WORDS>,
        changed: CellSet<WORDS>,
    ) -> Result<(), Why> {
        let shape = self.shape;
        known.propagate(
            changed,
            |known, changed| {
                self.propagate_counts(known, changed)?;
                self.propagate_clues(known, changed)?;
                known.propagate_blocks(&shape)?;
                known.filled |= known.forced_exits(&shape);
                Ok(())
            },
            |known| Ok(known.propagate_connected(&shape)?),
        )
    }

    /// By the number of cells that each hook fills.
    fn propagate_counts(
        &self,
        known: &mut Shading<WORDS>,
        changed: CellSet<WORDS>,
    ) -> Result<(), Why> {
        let mut hooks = self.hooks.iter().enumerate().filter(|(_, hook)| hook.intersects(changed));
        match hooks.find(|&(size, &hook)| !known.propagate_exactly(size, hook)) {
            Some((size, _)) => Err(Why::Count(size)),
            None => Ok(()),
        }
    }

    /// By what the prefixes of each line have in common.
    fn propagate_clues(
        &mut self,
        known: &mut Shading<WORDS>,
        changed: CellSet<WORDS>,
    ) -> Result<(), Why> {
        for watch in self.watches.iter().filter(|watch| watch.set.intersects(changed)) {
            self.filled.follow(known.filled);
            self.empty.follow(known.empty);
            let (filled, empty) = (self.filled.seen[watch.mask], self.empty.seen[watch.mask]);
            let line = LineView { cells: &watch.cells, digits: &self.digits, filled, empty };
            let common = Common::of(watch.clue, &line);
            let common = common.ok_or(Why::Rule("a clue at the border cannot be kept"))?;
            known.filled |= watch.cells_of(common.filled & !filled);
            known.empty |= watch.cells_of(common.empty & !empty);
        }
        Ok(())
    }
}

impl<'s, C, const WORDS: usize> Watch<'s, C, WORDS> {
    fn new(shape: &Shape<WORDS>, clue: &'s LineClue<C>) -> Self {
        let cells = clue.side.cells(shape.rows(), clue.line).map(|cell| shape.index(cell));
        let (set, cells) = (cells.clone().collect(), cells.map(small).collect());
        let mask = clue.side as usize * shape.rows() + clue.line;
        Watch { clue: &clue.clue, cells, set, mask }
    }

    /// The cells that are bits of `cells` as the clue counts them.
    #[inline]
    fn cells_of(&self, mut cells: u32) -> CellSet<WORDS> {
        let mut set = CellSet::EMPTY;
        while cells != 0 {
            set.insert(usize::from(self.cells[cells.trailing_zeros() as usize]));
            cells &= cells - 1;
        }
        set
    }
}

/// A set of cells as it is seen from the four sides, line by line.
///
/// It follows a set that grows in small steps, and shrinks when the search goes back: only the
/// cells that came or went are looked at.
struct LineMasks<const WORDS: usize> {
    size: usize,
    /// The cells by their indices.
    cells: Vec<Cell>,
    set: CellSet<WORDS>,
    /// For each side the members in each line, as bits from near to far.
    seen: Vec<u32>,
}

impl<const WORDS: usize> LineMasks<WORDS> {
    fn new(shape: &Shape<WORDS>) -> Self {
        let (size, cells) = (shape.rows(), shape.cells_of(shape.all()).collect());
        LineMasks { size, cells, set: CellSet::EMPTY, seen: vec![0; Side::ALL.len() * size] }
    }

    #[inline]
    fn follow(&mut self, set: CellSet<WORDS>) {
        let size = self.size;
        for cell in self.set ^ set {
            let Cell { row, column } = self.cells[cell];
            self.seen[Side::Top as usize * size + column] ^= 1 << row;
            self.seen[Side::Bottom as usize * size + column] ^= 1 << (size - 1 - row);
            self.seen[Side::Left as usize * size + row] ^= 1 << column;
            self.seen[Side::Right as usize * size + row] ^= 1 << (size - 1 - column);
        }
        self.set = set;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_show_what_watches_meet() {
        let shape = Shape::<1>::new(4, 4).expect("sixteen cells fit one word");
        let mut masks = LineMasks::new(&shape);
        for set in [0x8421, 0xf00f, 0, 0x1234, 0x9234]
            .map(|bits: u32| CellSet::from_indices((0..16).filter(|cell| bits >> cell & 1 == 1)))
        {
            masks.follow(set);
            for side in Side::ALL {
                for line in 0..4 {
                    let clue = LineClue { side, line, clue: () };
                    let watch = Watch::new(&shape, &clue);
                    let seen = watch.cells_of(masks.seen[watch.mask]);
                    assert_eq!(seen, set & watch.set, "{side:?} {line}");
                }
            }
        }
    }
}
