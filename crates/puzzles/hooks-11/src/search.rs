//! The search: hooks first, then the pentominoes that clues name, then the others.

mod clues;
mod cover;
mod hooks;
mod placements;
mod settle;

use std::ops::ControlFlow;

use grid_puzzles::Shading;
use grid_utils::{Cell, CellSet, Grid, Shape, words_for};
use nested_hooks::Square;
use puzzle::{Search, Stop};

use crate::{Board, Filled, Hooks, Pentomino};
use clues::Clues;
use placements::Placement;

/// The largest square with a solution: 55 filled cells. Larger ones have either more filled cells
/// than twelve pentominoes, or none that is cut into them: 66 are no multiple of five.
const LARGEST_SIZE: usize = 10;
const CELLS: usize = LARGEST_SIZE * LARGEST_SIZE;
const WORDS: usize = words_for(CELLS);

type Cells = CellSet<WORDS>;

/// A set of digits, or of pentominoes by their place in [`Pentomino::ALL`].
type Numbers = CellSet<1>;

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let size = hooks.size();
    let filled = size * (size + 1) / 2;
    if size > LARGEST_SIZE || !filled.is_multiple_of(5) {
        search.node()?;
        search.dead_end();
        return ControlFlow::Continue(());
    }
    Searcher::new(hooks, filled / 5, search).search()
}

/// What is decided and what follows from it.
#[derive(Clone, Copy)]
struct State {
    /// What the hooks that are cut leave.
    square: Square,
    /// The cells of the square.
    inside: Cells,
    /// The digits of the hooks that will be cut from it.
    digits: Numbers,
    known: Shading<WORDS>,
    /// What was learnt of these cells has not been used yet.
    news: Cells,
    /// The cells of the pentominoes that lie.
    covered: Cells,
    /// The pentominoes that lie.
    laid: Numbers,
    /// Whether the candidates are those of all pentominoes, or only of those that clues name.
    with_all_pentominoes: bool,
}

impl State {
    fn new(shape: &Shape<WORDS>, clues: &Clues) -> Self {
        State {
            square: Square::whole(shape.rows()),
            inside: shape.all(),
            digits: (1..=shape.rows()).collect(),
            known: Shading { filled: clues.given, empty: Cells::EMPTY },
            news: shape.all(),
            covered: Cells::EMPTY,
            laid: Numbers::EMPTY,
            with_all_pentominoes: false,
        }
    }

    #[inline]
    fn fill(&mut self, cells: Cells) {
        self.news |= cells - self.known.filled;
        self.known.filled |= cells;
    }

    #[inline]
    fn clear(&mut self, cells: Cells) {
        self.news |= cells - self.known.empty;
        self.known.empty |= cells;
    }
}

/// The search with its tables, and with what is decided besides the [`State`]: that is taken back
/// by hand, for it would take too long to copy.
struct Searcher<'s, 'r> {
    search: &'s mut Search<'r, Board>,
    shape: Shape<WORDS>,
    clues: Clues,
    /// How many pentominoes are needed.
    pieces: usize,
    /// Those of the named pentominoes, as far as they show what their clues say; then, once they
    /// are needed, those of the others.
    placements: Vec<Placement>,
    /// How many of them are placements of named pentominoes.
    named_placements: usize,
    /// The placements that are still possible, by their place in `placements`: the last ones, from
    /// where the node's own begin. Those before are of the nodes above it.
    candidates: Vec<u16>,
    /// The placements of the pentominoes that lie.
    chosen: Vec<u16>,
    /// The digit of each cell's hook, where it is cut.
    digit_of: [u8; CELLS],
    /// The cells of each digit's hook, where it is cut.
    hook_of: [Cells; LARGEST_SIZE + 1],
}

impl<'s, 'r> Searcher<'s, 'r> {
    fn new(hooks: &Hooks, pieces: usize, search: &'s mut Search<'r, Board>) -> Self {
        let size = hooks.size();
        let shape = Shape::new(size, size).expect("the caller keeps to the largest size");
        let clues = Clues::new(hooks, &shape);
        let placements = clues.named_placements(&shape);
        Searcher {
            search,
            shape,
            clues,
            pieces,
            named_placements: placements.len(),
            candidates: (0..placements.len() as u16).collect(),
            placements,
            chosen: Vec::new(),
            digit_of: [0; CELLS],
            hook_of: [Cells::EMPTY; LARGEST_SIZE + 1],
        }
    }

    fn search(&mut self) -> ControlFlow<Stop> {
        let mut state = State::new(&self.shape, &self.clues);
        self.visit(&state)?;
        if self.settle(&mut state, 0) {
            self.cut(state, 0)?;
        } else {
            self.search.dead_end();
        }
        ControlFlow::Continue(())
    }

    /// Counts a node. What it has decided are the hooks that are cut and the pentominoes that lie.
    fn visit(&mut self, state: &State) -> ControlFlow<Stop> {
        let Searcher { search, shape, placements, chosen, digit_of, .. } = self;
        let depth = shape.rows() - state.square.size + chosen.len();
        search.visit(depth, || board(shape, placements, chosen, digit_of, state))
    }

    fn report(&mut self, state: &State) -> ControlFlow<Stop> {
        let Searcher { search, shape, placements, chosen, digit_of, .. } = self;
        search.solution(board(shape, placements, chosen, digit_of, state))
    }

    #[inline]
    fn placement(&self, candidate: u16) -> &Placement {
        &self.placements[usize::from(candidate)]
    }

    /// Lays a pentomino.
    fn lay(&mut self, state: &mut State, candidate: u16) {
        let Placement { pentomino, cells, clears, .. } = *self.placement(candidate);
        state.fill(cells);
        state.clear(clears);
        state.covered |= cells;
        // News even where all was filled before: the candidates over these cells have to go.
        state.news |= cells;
        state.laid.insert(pentomino as usize);
        self.chosen.push(candidate);
    }

    /// The pentominoes that clues name and that do not lie yet.
    #[inline]
    fn named_missing(&self, state: &State) -> Numbers {
        self.clues.named - state.laid
    }
}

/// What is decided, as a board: the filled cells of the hooks that are cut.
fn board(
    shape: &Shape<WORDS>,
    placements: &[Placement],
    chosen: &[u16],
    digit_of: &[u8],
    state: &State,
) -> Board {
    let mut part_of: [Option<Pentomino>; CELLS] = [None; CELLS];
    for &chosen in chosen {
        let Placement { pentomino, members, .. } = placements[usize::from(chosen)];
        for cell in members {
            part_of[usize::from(cell)] = Some(pentomino);
        }
    }
    let shown = state.known.filled - state.inside;
    Grid::from_fn(shape.rows(), shape.columns(), |cell: Cell| {
        let cell = shape.index(cell);
        shown.contains(cell).then(|| Filled { digit: digit_of[cell], part_of: part_of[cell] })
    })
}
