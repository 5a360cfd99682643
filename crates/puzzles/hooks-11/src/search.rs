//! The search: hooks first, then the pentominoes that clues name, then the others.
//!
//! A node has a [`State`] of its own, copied from the node above, and its candidates: the
//! placements of the node above that are still possible. Nothing is undone.

mod clues;
mod propagate;

use grid_puzzles::Shading;
use grid_utils::{BitSet, CellSet, Grid, Shape, words_for};
use nested_hooks::{Hook, Square, digits_for};
use polyominoes::{Kind, Pentomino, Polyomino};
use puzzle::{Board, Flow, Search, Sketch};

use crate::{Filled, Hooks};
use clues::Clues;

/// The largest square with a solution: 55 filled cells. Larger ones have either more filled cells
/// than twelve pentominoes, or a number that is not a multiple of five, such as 66.
const LARGEST_SIZE: usize = 10;
const CELLS: usize = LARGEST_SIZE * LARGEST_SIZE;
const WORDS: usize = words_for(CELLS);

type Cells = CellSet<WORDS>;

/// A set of digits.
type Digits = BitSet<1>;

/// A set of pentominoes, by their indices in [`Pentomino::ALL`].
type Pentominoes = BitSet<1>;

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search) -> Flow {
    let size = hooks.sight.size();
    if size > LARGEST_SIZE || !(size * (size + 1) / 2).is_multiple_of(5) {
        search.node()?;
        search.dead_end_because(
            || "the number of filled cells cannot be divided into different pentominoes",
        );
        return Flow::Continue(());
    }
    let shape = Shape::new(size, size).expect("the largest size fits into the words");
    let clues = Clues::new(hooks, &shape);
    let orientations = Pentomino::ALL.map(|pentomino| pentomino.shape().orientations(Kind::Free));
    let mut searcher = Searcher { search, shape, clues, orientations };
    let (state, placements) = searcher.start();
    searcher.visit(state, shape.all(), &placements.iter().collect::<Vec<_>>(), |_| true)
}

/// A placement of a pentomino.
#[derive(Clone, Copy, Debug)]
struct Placement {
    pentomino: Pentomino,
    cells: Cells,
    /// The cells that it forces to stay empty: those that would make a 2 x 2 block full, and those
    /// that would hide the pentomino from a clue.
    clears: Cells,
}

/// The decisions and their consequences.
#[derive(Clone)]
struct State {
    /// The square that the hooks cut so far leave.
    square: Square,
    /// The cells of the square.
    inside: Cells,
    /// The digits of the hooks that will be cut from it.
    digits: Digits,
    /// The digit of each cell's hook, if it is cut.
    digit_of: [u8; CELLS],
    /// The cells of each digit's hook, if it is cut.
    hook_of: [Cells; LARGEST_SIZE + 1],
    shading: Shading<WORDS>,
    /// The pentominoes that are placed.
    placed: Vec<Placement>,
    /// The pentominoes of `placed`.
    used: Pentominoes,
    /// The cells of `placed`.
    covered: Cells,
    /// Whether the pentominoes that clues name are placed, and the candidates are those of the
    /// others.
    covers: bool,
}

impl State {
    fn place(&mut self, placement: &Placement) {
        self.shading.filled |= placement.cells;
        self.shading.empty |= placement.clears;
        self.covered |= placement.cells;
        self.used.insert(placement.pentomino as usize);
        self.placed.push(*placement);
    }

    /// Returns the test whether a placement agrees with the state.
    #[inline]
    fn fits(&self) -> impl Fn(&Placement) -> bool + use<> {
        let (blocked, filled) = (self.shading.empty | self.covered, self.shading.filled);
        let used = self.used;
        move |placement| {
            (placement.cells & blocked | placement.clears & filled).is_empty()
                && !used.contains(placement.pentomino as usize)
        }
    }

    /// Returns the hooks that are cut, by their digits.
    fn cut(&self) -> impl Iterator<Item = (usize, Cells)> {
        self.hook_of.iter().copied().enumerate().filter(|(_, hook)| !hook.is_empty())
    }

    /// Returns the board, and annotations for watching the search.
    fn sketch(&self, shape: &Shape<WORDS>) -> Sketch {
        let sketch = Sketch::from(self.board(shape))
            .empty(shape.cells_of(self.shading.empty))
            .filled(shape.cells_of(self.shading.filled));
        self.cut().fold(sketch, |sketch, (digit, hook)| {
            sketch.group(shape.cells_of(hook), &digit.to_string())
        })
    }

    /// Returns the decisions as a board: the filled cells of the hooks that are cut.
    fn board(&self, shape: &Shape<WORDS>) -> Board {
        let shown = self.shading.filled - self.inside;
        Board::Grid(Grid::from_fn(shape.rows(), shape.columns(), |cell| {
            let cell = shape.index(cell);
            let placed = self.placed.iter().find(|placement| placement.cells.contains(cell));
            let part = placed.map(|placement| placement.pentomino);
            let digit = self.digit_of[cell].into();
            shown.contains(cell).then(|| Filled { digit, part }.value())
        }))
    }
}

/// The data that all nodes share.
struct Searcher<'s, 'r> {
    search: &'s mut Search<'r>,
    shape: Shape<WORDS>,
    clues: Clues,
    /// The orientations of each pentomino, by its index in [`Pentomino::ALL`].
    orientations: [Vec<Polyomino>; Pentomino::ALL.len()],
}

impl Searcher<'_, '_> {
    /// Returns the state before any decision, with the placements of all named pentominoes as
    /// candidates.
    fn start(&self) -> (State, Vec<Placement>) {
        let state = State {
            square: Square::whole(self.shape.rows()),
            inside: self.shape.all(),
            digits: (1..=self.shape.rows()).collect(),
            digit_of: [0; CELLS],
            hook_of: [Cells::EMPTY; LARGEST_SIZE + 1],
            shading: Shading { filled: self.clues.given, empty: Cells::EMPTY },
            placed: Vec::new(),
            used: Pentominoes::EMPTY,
            covered: Cells::EMPTY,
            covers: false,
        };
        let mut candidates = self.placements(&state, self.clues.named, |_| true);
        candidates.retain_mut(|placement| self.clues.show(placement));
        (state, candidates)
    }

    /// Returns the placements of pentominoes whose cells pass a test and that agree with the state.
    fn placements(
        &self,
        state: &State,
        pentominoes: Pentominoes,
        test: impl Fn(Cells) -> bool,
    ) -> Vec<Placement> {
        let free = self.shape.all() - state.shading.empty - state.covered;
        let mut found = Vec::new();
        for pentomino in pentominoes {
            let orientations = self.orientations[pentomino].iter();
            let placements = orientations.flat_map(|piece| piece.placements(&self.shape, free));
            for cells in placements.filter(|&cells| test(cells)) {
                let alone = Shading { filled: cells, empty: Cells::EMPTY };
                let pentomino = Pentomino::ALL[pentomino];
                if let Ok(clears) = alone.forced_empty_by_blocks(&self.shape)
                    && !clears.intersects(state.shading.filled)
                {
                    found.push(Placement { pentomino, cells, clears });
                }
            }
        }
        found
    }

    /// Visits a node, that is, a hook that was cut or a pentomino that was placed, and all below
    /// it. Since the node above, the cells `changed` have been decided; the candidates are those of
    /// that node that pass a test.
    fn visit(
        &mut self,
        mut state: State,
        changed: Cells,
        above: &[&Placement],
        test: impl Fn(&Placement) -> bool,
    ) -> Flow {
        let depth = self.shape.rows() - state.square.size + state.placed.len();
        self.search.visit(depth, || state.sketch(&self.shape))?;
        let mut candidates = above.to_vec();
        let propagated = self.propagate_cells(&mut state, changed).and_then(|()| {
            let fits = state.fits();
            candidates.retain(|placement| fits(placement) && test(placement));
            self.propagate(&mut state, &mut candidates)
        });
        match propagated {
            Ok(()) => self.branch(state, &candidates),
            Err(why) => {
                self.search.dead_end_because(|| why);
                Flow::Continue(())
            }
        }
    }

    /// Makes the next decision in every way.
    fn branch(&mut self, mut state: State, candidates: &[&Placement]) -> Flow {
        if state.square.size > 0 {
            return self.cut(&state, candidates);
        }
        if state.covers {
            return self.cover(state, candidates);
        }
        // The pentomino with the fewest candidates, of those that clues name and that are not
        // placed yet.
        let is_of = |placement: &Placement, named| placement.pentomino as usize == named;
        let count = |&named: &usize| candidates.iter().filter(|one| is_of(one, named)).count();
        if let Some(rarest) = (self.clues.named - state.used).iter().min_by_key(count) {
            return self.place_each(&state, candidates, |placement| is_of(placement, rarest));
        }
        // This is not a decision: the same node continues, with candidates for each filled cell.
        state.covers = true;
        let others = Pentominoes::below(Pentomino::ALL.len()) - self.clues.named;
        let placements = self.placements(&state, others, |cells| adds_up(cells, &state.digit_of));
        let mut candidates = placements.iter().collect();
        if self.propagate(&mut state, &mut candidates).is_ok() {
            self.branch(state, &candidates)?;
        }
        Flow::Continue(())
    }

    /// Cuts the next hook in every way, from the outermost inwards.
    fn cut(&mut self, state: &State, candidates: &[&Placement]) -> Flow {
        let size = state.square.size;
        for &corner in state.square.corners() {
            let hook = Hook { square: state.square, corner };
            let inside =
                state.inside - self.shape.row(hook.row()) - self.shape.column(hook.column());
            let cells = state.inside - inside;
            for digit in digits_for(size, state.digits).iter().rev() {
                if !self.clues.allow(state, cells, inside, digit) {
                    continue;
                }
                let digits = state.digits.without(digit);
                let mut next = State { square: hook.inside(), inside, digits, ..state.clone() };
                let carried = u8::try_from(digit).expect("no digit is larger than the square");
                cells.iter().for_each(|cell| next.digit_of[cell] = carried);
                next.hook_of[digit] = cells;
                let digit_of = next.digit_of;
                // If this hook was the last of its hooks, the digits have the right sum.
                let is_allowed = |placement: &Placement| {
                    !placement.cells.intersects(cells)
                        || placement.cells.intersects(inside)
                        || adds_up(placement.cells, &digit_of)
                };
                if state.placed.iter().all(is_allowed) {
                    self.visit(next, state.inside, candidates, is_allowed)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Covers the filled cell with the fewest candidates in every way. If all are covered, an open
    /// cell is covered or stays empty.
    fn cover(&mut self, mut state: State, candidates: &[&Placement]) -> Flow {
        let size = self.shape.rows();
        if 10 * state.placed.len() == size * (size + 1) {
            return self.search.solution(state.board(&self.shape));
        }
        let uncovered = state.shading.filled - state.covered;
        let cell = uncovered.iter().min_by_key(|&cell| {
            candidates.iter().filter(|placement| placement.cells.contains(cell)).count()
        });
        let open = || state.shading.open(&self.shape).first();
        let Some(cell) = cell.or_else(open) else { return Flow::Continue(()) };
        self.place_each(&state, candidates, |placement| placement.cells.contains(cell))?;
        if uncovered.contains(cell) {
            return Flow::Continue(());
        }
        state.shading.empty.insert(cell);
        self.visit(state, Cells::of(cell), candidates, |_| true)
    }

    /// Places each of the candidates that pass a test.
    fn place_each(
        &mut self,
        state: &State,
        candidates: &[&Placement],
        test: impl Fn(&Placement) -> bool,
    ) -> Flow {
        candidates.iter().filter(|placement| test(placement)).try_for_each(|placement| {
            let mut next = state.clone();
            next.place(placement);
            let changed = next.shading.changed_since(&state.shading);
            self.visit(next, changed, candidates, |_| true)
        })
    }
}

/// Returns whether the sum of the digits of some cells is a multiple of five. Their hooks must be
/// cut.
fn adds_up(cells: Cells, digit_of: &[u8; CELLS]) -> bool {
    cells.iter().map(|cell| digit_of[cell]).sum::<u8>().is_multiple_of(5)
}
