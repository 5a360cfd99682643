//! The search: where each number can stand, and what each part of the board lacks.

use grid_utils::{BitSet, Cell, CellSet, Grid, Neighbourhood, Shape, Symmetry, with_words};
use itertools::{Itertools, MinMaxResult};
use puzzle::{Board, Flow, Search, Sketch};
use walks::{Piece, Stations};

use crate::Givens;
use crate::choice::{Choice, Fate};

/// What is asked of a walk.
pub struct Conditions<'a> {
    /// The numbers that are given.
    pub givens: &'a Givens,
    /// Numbers that can stand in some cells only, and these cells.
    pub narrowed: Vec<(usize, Vec<Cell>)>,
    /// Whether the knight may jump from one cell to another, if that is a knight's jump.
    pub may_jump: &'a dyn Fn(Cell, Cell) -> bool,
    /// A square of cells, by its first cell and its side: no others are visited, and the visited
    /// ones look the same after a quarter turn of the square. `None` without such a rule.
    pub turned: Option<(Cell, usize)>,
    /// Parts of the board, which may overlap.
    pub parts: Vec<Vec<Cell>>,
    /// How many cells the walk may have, and what the parts hold then.
    pub lengths: Vec<(usize, Vec<Holds>)>,
}

impl<'a> Conditions<'a> {
    /// Given numbers and possible lengths, and nothing else.
    #[must_use]
    pub fn new(givens: &'a Givens, lengths: Vec<(usize, Vec<Holds>)>) -> Self {
        let may_jump = &|_, _| true;
        Conditions { givens, lengths, may_jump, narrowed: vec![], turned: None, parts: vec![] }
    }
}

/// What a part of the board holds.
#[derive(Clone, Copy)]
pub enum Holds {
    /// This many numbers.
    Numbers(usize),
    /// Numbers with this sum.
    Sum(usize),
    /// Any numbers.
    Anything,
}

/// Reports every walk that keeps the conditions.
///
/// # Panics
/// If the board has more than 256 cells.
pub fn search(conditions: &Conditions, search: &mut Search) -> Flow {
    with_words!(conditions.givens.len(), [1, 2, 4], |WORDS| {
        Solver::<WORDS>::new(conditions).search(conditions, search)
    })
}

struct Solver<const WORDS: usize> {
    board: Shape<WORDS>,
    jumps: Neighbourhood<WORDS>,
    parts: Vec<CellSet<WORDS>>,
    /// What each part holds.
    holds: Vec<Holds>,
    /// The cells that may be visited.
    reach: CellSet<WORDS>,
    /// For each cell those to which quarter turns take it; no cells without such a rule.
    orbits: Vec<CellSet<WORDS>>,
    choice: Choice,
}

/// A node of the search. Steps are numbers less 1.
#[derive(Clone)]
struct State<const WORDS: usize> {
    stations: Stations<WORDS>,
    /// For each part.
    within: Vec<Within<WORDS>>,
}

/// The steps that can stand in a part of the board, and those that must.
#[derive(Clone, Copy)]
struct Within<const WORDS: usize> {
    may: BitSet<WORDS>,
    must: BitSet<WORDS>,
    /// Whether they changed without any conclusion drawn from it yet.
    is_new: bool,
}

/// Why a node is a dead end.
#[derive(Clone, Copy)]
enum Fault {
    /// A step has no station.
    Number(usize),
    /// A part cannot hold what it has to.
    Part(usize),
    /// There are too few cells for all numbers.
    Cells,
}

impl<const WORDS: usize> Solver<WORDS> {
    fn new(conditions: &Conditions) -> Self {
        let givens = conditions.givens;
        let board =
            Shape::new(givens.rows(), givens.columns()).expect("the caller chose enough words");
        let set_of = |cells: &[Cell]| cells.iter().map(|&cell| board.index(cell)).collect();
        let may_jump = |one, other| (conditions.may_jump)(board.cell(one), board.cell(other));
        let knight = Piece::KNIGHT.jumps(&board);
        let jumps = |one| knight.of(one).into_iter().filter(move |&other| may_jump(one, other));
        let (mut reach, mut orbits) = (board.all(), Vec::new());
        if let Some((first, side)) = conditions.turned {
            (reach, orbits) = (CellSet::EMPTY, vec![CellSet::EMPTY; board.len()]);
            let inside = |Cell { row, column }| Cell::new(first.row + row, first.column + column);
            let turned = |cell| Symmetry::QuarterTurn.apply(cell, side, side);
            for cell in Grid::filled(side, side, ()).cells() {
                let [once, twice] = [turned(cell), turned(turned(cell))];
                let orbit: CellSet<WORDS> = set_of(&[cell, once, twice, turned(twice)].map(inside));
                orbits[board.index(inside(cell))] = orbit;
                reach |= orbit;
            }
        }
        Solver {
            board,
            jumps: Neighbourhood::new(board.len(), jumps),
            parts: conditions.parts.iter().map(|cells| set_of(cells)).collect(),
            holds: Vec::new(),
            reach,
            orbits,
            choice: Choice::default(),
        }
    }

    fn search(&mut self, conditions: &Conditions, search: &mut Search) -> Flow {
        for (length, holds) in &conditions.lengths {
            self.holds.clone_from(holds);
            let mut stations = Stations::new(*length, self.reach);
            for (cell, number) in conditions.givens {
                if let Some(number) = number {
                    let cell = CellSet::of(self.board.index(cell));
                    stations.keep(usize::from(number - 1), cell);
                }
            }
            for (number, cells) in &conditions.narrowed {
                let cells = cells.iter().map(|&cell| self.board.index(cell)).collect();
                stations.keep(number - 1, cells);
            }
            let nothing = Within { may: BitSet::EMPTY, must: BitSet::EMPTY, is_new: true };
            let within = vec![nothing; self.parts.len()];
            self.visit(State { stations, within }, 0, search)?;
        }
        Flow::Continue(())
    }

    /// Draws all conclusions, then tries each station of a number that has the fewest.
    fn visit(&mut self, mut state: State<WORDS>, depth: usize, search: &mut Search) -> Flow {
        let fault = self.propagate(&mut state);
        search.visit(depth, || self.sketch(&state))?;
        if let Err(fault) = fault {
            search.dead_end_because(|| self.in_words(fault));
            return Flow::Continue(());
        }
        let Some(step) = state.stations.narrowest() else {
            return search.solution(self.board_of(&state));
        };
        for cell in state.stations.at(step) {
            let mut next = state.clone();
            next.stations.keep(step, CellSet::of(cell));
            self.visit(next, depth + 1, search)?;
        }
        Flow::Continue(())
    }

    /// Draws conclusions until there are no more. The error says what is impossible.
    fn propagate(&mut self, state: &mut State<WORDS>) -> Result<(), Fault> {
        loop {
            state.stations.propagate(&self.jumps).map_err(Fault::Number)?;
            let news = state.stations.take_news();
            if news.is_empty() {
                return Ok(());
            }
            self.sort(state, news);
            for part in 0..self.parts.len() {
                if state.within[part].is_new {
                    state.within[part].is_new = false;
                    if !self.fill(state, part) {
                        return Err(Fault::Part(part));
                    }
                }
            }
            if !self.visit_cells(&mut state.stations) {
                return Err(Fault::Cells);
            }
        }
    }

    /// Finds the parts in which these steps may or must stand now.
    fn sort(&self, state: &mut State<WORDS>, steps: BitSet<WORDS>) {
        for step in steps {
            let stations = state.stations.at(step);
            for (&cells, within) in self.parts.iter().zip(&mut state.within) {
                let inside = stations & cells;
                if inside.is_empty() {
                    within.is_new |= within.may.remove(step);
                } else {
                    within.is_new |= within.may.insert(step);
                    within.is_new |= inside == stations && within.must.insert(step);
                }
            }
        }
    }

    /// What a part holds says which steps stand there; false if it cannot hold this.
    fn fill(&mut self, state: &mut State<WORDS>, part: usize) -> bool {
        let Within { may, must, .. } = state.within[part];
        let inside = self.parts[part];
        let outside = self.board.all() - inside;
        let open = may - must;
        let stations = &mut state.stations;
        let mut decide = |step, fate| match fate {
            Fate::Taken => stations.keep(step, inside),
            Fate::Left => stations.keep(step, outside),
            Fate::Open => {}
        };
        match self.holds[part] {
            Holds::Anything => true,
            Holds::Numbers(count) => {
                let fate = match count {
                    _ if must.len() == count => Fate::Left,
                    _ if may.len() == count => Fate::Taken,
                    _ => Fate::Open,
                };
                open.iter().for_each(|step| decide(step, fate));
                must.len() <= count && count <= may.len()
            }
            Holds::Sum(sum) => {
                let held: usize = must.iter().map(|step| step + 1).sum();
                let Some(sum) = sum.checked_sub(held) else { return false };
                let numbers = open.iter().map(|step| step + 1);
                self.choice.decide(numbers, sum, |number, fate| decide(number - 1, fate))
            }
        }
    }

    /// Each number needs a cell; and a cell that cannot be visited is not visited a quarter turn
    /// on, either. False if there are too few cells.
    fn visit_cells(&self, stations: &mut Stations<WORDS>) -> bool {
        let open = stations.iter().fold(CellSet::EMPTY, |all, cells| all | cells);
        let is_kept = |cell: &usize| self.orbits.is_empty() || self.orbits[*cell].is_subset(open);
        let kept: CellSet<WORDS> = open.iter().filter(is_kept).collect();
        if kept != open {
            (0..stations.len()).for_each(|step| stations.keep(step, kept));
        }
        stations.len() <= kept.len()
    }

    /// What is impossible, for those who watch.
    fn in_words(&self, fault: Fault) -> String {
        let part = match fault {
            Fault::Number(step) => return format!("{} can stand nowhere", step + 1),
            Fault::Cells => return "there are fewer cells left than numbers".to_owned(),
            Fault::Part(part) => part,
        };
        let name = match self.board.cells_of(self.parts[part]).minmax() {
            MinMaxResult::MinMax(first, last) => format!("the part from {first} to {last}"),
            MinMaxResult::OneElement(cell) => format!("the part from {cell} to {cell}"),
            MinMaxResult::NoElements => "a part without cells".to_owned(),
        };
        match self.holds[part] {
            Holds::Numbers(count) => format!("{name} cannot hold {count} numbers"),
            Holds::Sum(sum) => format!("{name} cannot have the sum {sum}"),
            Holds::Anything => name,
        }
    }

    /// The board, and what else is known, for those who watch.
    fn sketch(&self, state: &State<WORDS>) -> Sketch {
        let open = state.stations.iter().fold(CellSet::EMPTY, |all, cells| all | cells);
        Sketch::from(self.board_of(state)).empty(self.board.cells_of(self.board.all() - open))
    }

    fn board_of(&self, state: &State<WORDS>) -> Board {
        let mut board = Grid::filled(self.board.rows(), self.board.columns(), None);
        for step in state.stations.settled() {
            for cell in self.board.cells_of(state.stations.at(step)) {
                board[cell] = i64::try_from(step + 1).ok();
            }
        }
        Board::Grid(board)
    }
}
