//! The search: hooks first, then the pentominoes.
//!
//! A node has a [`State`] of its own, copied from the node above. Nothing is undone.

mod clues;

use grid_puzzles::Shading;
use grid_utils::{BitSet, CellSet, Grid, Shape, words_for};
use nested_hooks::{Hook, Square, Why, digits_for};
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
    let state = State {
        square: Square::whole(size),
        inside: shape.all(),
        digits: (1..=size).collect(),
        digit_of: [0; CELLS],
        hook_of: [Cells::EMPTY; LARGEST_SIZE + 1],
        shading: Shading { filled: clues.given, empty: Cells::EMPTY },
        placed: Vec::new(),
        candidates: None,
    };
    let all = shape.all();
    Searcher { search, shape, clues, orientations }.visit(state, all)
}

/// A placement of a pentomino.
#[derive(Clone, Copy, Debug)]
struct Placement {
    pentomino: Pentomino,
    cells: Cells,
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
    /// The placements of the others that are still possible; unknown until all hooks are cut.
    candidates: Option<Vec<Placement>>,
}

/// Returns the cells of some placements.
fn cells<'p>(placements: impl IntoIterator<Item = &'p Placement>) -> Cells {
    placements.into_iter().fold(Cells::EMPTY, |all, placement| all | placement.cells)
}

impl State {
    /// Returns the board, and annotations for watching the search.
    fn sketch(&self, shape: &Shape<WORDS>) -> Sketch {
        let sketch = Sketch::from(self.board(shape))
            .empty(shape.cells_of(self.shading.empty))
            .filled(shape.cells_of(self.shading.filled));
        let cut = self.hook_of.iter().enumerate().filter(|(_, hook)| !hook.is_empty());
        cut.fold(sketch, |sketch, (digit, &hook)| {
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
    /// Visits a node, that is, a hook that was cut, a pentomino that was placed or a cell that
    /// stays empty, and all below it. The cells `changed` have been decided since the node above.
    fn visit(&mut self, mut state: State, changed: Cells) -> Flow {
        let depth = self.shape.rows() - state.square.size + state.placed.len();
        self.search.visit(depth, || state.sketch(&self.shape))?;
        match self.propagate(&mut state, changed) {
            Ok(()) if state.square.size > 0 => self.cut(&state),
            Ok(()) => self.cover(state),
            Err(why) => {
                self.search.dead_end_because(|| why);
                Flow::Continue(())
            }
        }
    }

    /// Cuts the next hook in every way, from the outermost inwards.
    fn cut(&mut self, state: &State) -> Flow {
        let size = state.square.size;
        for &corner in state.square.corners() {
            let hook = Hook { square: state.square, corner };
            let inside =
                state.inside - self.shape.row(hook.row()) - self.shape.column(hook.column());
            let cells = state.inside - inside;
            for digit in digits_for(size, state.digits).iter().rev() {
                if cells & self.clues.given != self.clues.given_of[digit] {
                    continue;
                }
                let digits = state.digits.without(digit);
                let mut next = State { square: hook.inside(), inside, digits, ..state.clone() };
                let carried = u8::try_from(digit).expect("no digit is larger than the square");
                cells.iter().for_each(|cell| next.digit_of[cell] = carried);
                next.hook_of[digit] = cells;
                self.visit(next, state.inside)?;
            }
        }
        Flow::Continue(())
    }

    /// Covers the filled cell with the fewest candidates in every way. If all are covered, an open
    /// cell is covered or stays empty.
    fn cover(&mut self, mut state: State) -> Flow {
        let size = self.shape.rows();
        if 10 * state.placed.len() == size * (size + 1) {
            return self.search.solution(state.board(&self.shape));
        }
        let candidates = state.candidates.clone().unwrap_or_default();
        let covering = |cell| candidates.iter().filter(move |one| one.cells.contains(cell));
        let uncovered = state.shading.filled - cells(&state.placed);
        let cell = uncovered.iter().min_by_key(|&cell| covering(cell).count());
        let open = || state.shading.open(&self.shape).first();
        let Some(cell) = cell.or_else(open) else { return Flow::Continue(()) };
        for &placement in covering(cell) {
            let mut next = state.clone();
            next.shading.filled |= placement.cells;
            next.placed.push(placement);
            let changed = next.shading.changed_since(&state.shading);
            self.visit(next, changed)?;
        }
        if uncovered.contains(cell) {
            return Flow::Continue(());
        }
        state.shading.empty.insert(cell);
        self.visit(state, Cells::of(cell))
    }

    /// Applies all rules up to a fixed point.
    fn propagate(&self, state: &mut State, changed: Cells) -> Result<(), Why> {
        let State { shading, hook_of, inside, digits, digit_of, placed, candidates, .. } = state;
        let cut = Digits::range(1..self.shape.rows() + 1) - *digits;
        let left = digits.iter().sum();
        let home = |digit| if cut.contains(digit) { hook_of[digit] } else { *inside };
        let rules = |shading: &mut Shading<WORDS>, changed: Cells| {
            // Each hook has as many filled cells as its digit says, and the remaining square as
            // many as the sum of its digits.
            let mut keeps = |cells: Cells, count| {
                !cells.intersects(changed) || shading.propagate_exactly(count, cells)
            };
            if let Some(digit) = cut.iter().find(|&digit| !keeps(hook_of[digit], digit)) {
                return Err(Why::Count(digit));
            }
            if !keeps(*inside, left) {
                return Err(Why::Rule("the inner square has too many filled cells or too few"));
            }
            shading.propagate_blocks(&self.shape)?;
            shading.filled |= shading.forced_exits(&self.shape);
            let mut seen = self.clues.digits.iter().filter(|seen| seen.cells.intersects(changed));
            seen.try_for_each(|seen| {
                let others = self.clues.given - self.clues.given_of[seen.what];
                seen.propagate(shading, home(seen.what) - others)
            })
        };
        let pentominoes = |shading: &mut Shading<WORDS>| {
            shading.propagate_connected(&self.shape)?;
            if !inside.is_empty() {
                return Ok(());
            }
            let candidates = candidates.get_or_insert_with(|| self.placements(shading, digit_of));
            let covered = cells(&*placed);
            candidates.retain(|one| {
                !one.cells.intersects(shading.empty | covered)
                    && placed.iter().all(|other| other.pentomino != one.pentomino)
            });
            shading.empty |= self.shape.all() - covered - cells(&*candidates);
            self.clues.parts.iter().try_for_each(|seen| {
                let all = placed.iter().chain(&*candidates);
                seen.propagate(shading, cells(all.filter(|one| one.pentomino == seen.what)))
            })
        };
        shading.propagate(changed, rules, pentominoes)
    }

    /// Returns the placements of pentominoes in cells that may be filled, whose digits add up to a
    /// multiple of five.
    fn placements(&self, shading: &Shading<WORDS>, digit_of: &[u8; CELLS]) -> Vec<Placement> {
        let possible = self.shape.all() - shading.empty;
        let adds_up =
            |cells: &Cells| cells.iter().map(|cell| digit_of[cell]).sum::<u8>().is_multiple_of(5);
        let lying = Pentomino::ALL.into_iter().zip(&self.orientations);
        let placements = lying.flat_map(|(pentomino, lying)| {
            let cells = lying.iter().flat_map(|piece| piece.placements(&self.shape, possible));
            cells.filter(adds_up).map(move |cells| Placement { pentomino, cells })
        });
        placements.collect()
    }
}
