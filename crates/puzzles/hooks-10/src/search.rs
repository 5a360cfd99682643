//! The search: hooks with their digits from the outermost inwards, then the cells that are open.

mod clue;
mod inner_square;
mod propagate;

use grid_puzzles::Shading;
use grid_utils::{BitSet, CellSet, Grid, Shape, with_words};
use nested_hooks::{Filling, Hook};
use puzzle::{Flow, Search, Sketch};

use self::clue::{Clue, Residual};
use self::inner_square::InnerSquare;

/// What the clues say, cell by cell.
type Clues = Grid<Option<u32>>;

/// Searches an instance that passed `validate`.
pub(crate) fn search(clues: &Clues, search: &mut Search) -> Flow {
    with_words!(clues.len(), [2, 4], |WORDS| Solver::<WORDS>::new(clues).search(search))
}

/// A hook that is placed, and carries a digit.
struct PlacedHook<const WORDS: usize> {
    cells: CellSet<WORDS>,
    digit: usize,
}

struct Solver<const WORDS: usize> {
    shape: Shape<WORDS>,
    /// The top-left cells of 2 x 2 blocks that lie side by side, in four ways.
    lattices: [CellSet<WORDS>; 4],
    clues: Vec<Clue<WORDS>>,
    /// The cells in which the clues stand.
    clue_cells: CellSet<WORDS>,
    /// The hooks that are placed, from the outermost.
    placed: Vec<PlacedHook<WORDS>>,
    /// The digit of each cell's hook, where that is placed.
    digit_of: Vec<u8>,
}

impl<const WORDS: usize> Solver<WORDS> {
    fn new(clues: &Clues) -> Self {
        let size = clues.rows();
        let shape = Shape::new(size, size).expect("the caller chose enough words");
        let clue_of = |(cell, clue): (usize, &Option<u32>)| {
            clue.map(|sum| Clue::new(sum, shape.neighbours(CellSet::of(cell))))
        };
        Solver {
            shape,
            lattices: propagate::lattices(&shape),
            clues: clues.values().enumerate().filter_map(clue_of).collect(),
            clue_cells: shape.set_of(clues, Option::is_some),
            placed: Vec::with_capacity(size),
            digit_of: vec![0; shape.len()],
        }
    }

    fn search(&mut self, search: &mut Search) -> Flow {
        let known = Shading { filled: CellSet::EMPTY, empty: self.clue_cells };
        self.visit(&InnerSquare::whole(&self.shape), known, self.shape.all(), 0, search)
    }

    /// Visits a node and all that follow from it. `changed` are the cells that became known, or whose
    /// digits did.
    fn visit(
        &mut self,
        inner: &InnerSquare<WORDS>,
        mut known: Shading<WORDS>,
        changed: CellSet<WORDS>,
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        let propagated = self.propagate(&mut known, inner, changed);
        search.visit(depth, || self.sketch(&known, inner))?;
        if let Err(why) = propagated {
            search.dead_end_because(|| why);
            Flow::Continue(())
        } else if inner.square.size > 0 {
            self.place(inner, known, depth, search)
        } else {
            self.decide(inner, known, depth, search)
        }
    }

    /// Cuts the next hook, with each corner and each digit that the clues allow.
    fn place(
        &mut self,
        inner: &InnerSquare<WORDS>,
        known: Shading<WORDS>,
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        // Cells that are known to be empty stay so, whatever the digit of their hook.
        let changed = inner.cells - known.empty;
        let digits = inner.digits_of_next();
        let mut residuals: Vec<Residual<WORDS>> = Vec::with_capacity(self.clues.len());
        let concerned = self.clues.iter().filter(|clue| clue.touches(changed));
        residuals.extend(concerned.map(|clue| clue.residual(&known, inner.cells, &self.digit_of)));
        for &corner in inner.square.corners() {
            let hook = Hook { square: inner.square, corner };
            let lines = self.shape.row(hook.row()) | self.shape.column(hook.column());
            let cells = inner.cells & lines;
            let digits = digits & self.digits_that_count(cells, inner, &known);
            let digits = residuals.iter().fold(digits, |digits, residual| {
                residual.digits(digits, cells, &known, &inner.reach)
            });
            for digit in digits {
                for cell in cells {
                    self.digit_of[cell] = u8::try_from(digit).expect("digits are at most 16");
                }
                self.placed.push(PlacedHook { cells, digit });
                self.visit(&inner.without(hook, cells, digit), known, changed, depth + 1, search)?;
                self.placed.pop();
            }
        }
        Flow::Continue(())
    }

    /// The digits for which neither a hook with these cells nor what it leaves inside
    /// has too many filled cells or too few.
    fn digits_that_count(
        &self,
        hook: CellSet<WORDS>,
        inner: &InnerSquare<WORDS>,
        known: &Shading<WORDS>,
    ) -> BitSet<1> {
        let inside = inner.cells - hook;
        let (hook_filled, inside_filled) =
            ((hook & known.filled).len(), (inside & known.filled).len());
        let fewest = inner.filled.saturating_sub(self.room(inside, known)).max(hook_filled);
        let most = (inner.filled - inside_filled).min((hook - known.empty).len());
        BitSet::range(fewest..most.min(self.shape.rows()) + 1)
    }

    /// All hooks are placed: tries an open cell filled and empty.
    fn decide(
        &mut self,
        inner: &InnerSquare<WORDS>,
        known: Shading<WORDS>,
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        let Some(cell) = self.cell_to_decide(&known) else {
            return search.solution(self.board(known.filled));
        };
        let cell = CellSet::of(cell);
        let filled = Shading { filled: known.filled | cell, ..known };
        let empty = Shading { empty: known.empty | cell, ..known };
        self.visit(inner, filled, cell, depth + 1, search)?;
        self.visit(inner, empty, cell, depth + 1, search)
    }

    /// An open cell beside the group of connected filled cells that has the fewest such ways on to
    /// others; any open cell where there are none; `None` if no cell is open.
    fn cell_to_decide(&self, known: &Shading<WORDS>) -> Option<usize> {
        let open = known.open(&self.shape);
        let groups = self.shape.components(known.filled);
        let ways_on = groups.map(|group| self.shape.neighbours(group) & open);
        let fewest = ways_on.filter(|ways| !ways.is_empty()).min_by_key(CellSet::len);
        fewest.unwrap_or(open).first()
    }

    /// The board, and what else is known, for those who watch.
    fn sketch(&self, known: &Shading<WORDS>, inner: &InnerSquare<WORDS>) -> Sketch {
        let sketch = Sketch::from(self.board(known.filled - inner.cells))
            .empty(self.shape.cells_of(known.empty))
            .filled(self.shape.cells_of(known.filled));
        self.placed.iter().fold(sketch, |sketch, hook| {
            sketch.group(self.shape.cells_of(hook.cells), &hook.digit.to_string())
        })
    }

    /// The board with these cells filled, all of hooks that are placed.
    fn board(&self, filled: CellSet<WORDS>) -> Filling {
        let mut digits = self.digit_of.iter().enumerate();
        Grid::from_fn(self.shape.rows(), self.shape.columns(), |_| {
            let (cell, &digit) = digits.next().expect("each cell has its place");
            filled.contains(cell).then_some(digit)
        })
    }
}
