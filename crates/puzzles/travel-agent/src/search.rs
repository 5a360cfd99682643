//! Searches the trips backwards, with a die whose faces get their digits where they are needed.

use std::array;
use std::collections::HashMap;
use std::rc::Rc;

use grid_utils::{Cell, Direction};
use itertools::iproduct;
use numbers::Integer;
use puzzle::{Flow, Search};

use crate::{Digit, LARGEST_SIZE, TravelAgent, board};

/// The side that moves to each side, in the order of [`SIDES`](crate::die::SIDES), when the die
/// rolls in each [`Direction`].
const ROLLS: [[usize; 6]; 4] =
    [[2, 3, 1, 0, 4, 5], [4, 5, 2, 3, 1, 0], [3, 2, 0, 1, 4, 5], [5, 4, 2, 3, 0, 1]];
/// The number of orientations of a die.
const LYINGS: usize = 24;
/// The most cells.
const MOST_CELLS: usize = LARGEST_SIZE * LARGEST_SIZE;
/// The digit of an open face.
const OPEN: u8 = 0;
/// The best digit for a face that no printed digit needs.
const BEST: u8 = 9;
/// The most tables of ways that are kept, a few kilobytes each.
const MOST_TABLES: usize = 20_000;

/// The rolls, as bits, after which a trip can reach the first cell, for each cell and orientation.
type Ways = Rc<[u8]>;

/// A cell, and the orientation of the die in it.
#[derive(Clone, Copy)]
struct State {
    /// Its number, the index of its ways.
    number: u16,
    cell: u8,
    /// The face at the bottom.
    face: u8,
}

/// The data that stay constant during the search.
struct Tables {
    /// The printed digit of each cell in reading order, or [`OPEN`].
    printed: Vec<u8>,
    /// The face on each side of the die, by orientation; at first, face and side are the same.
    faces: Vec<[u8; 6]>,
    states: Vec<State>,
    /// The states after a roll in each [`Direction`], unless it leaves the grid.
    next: Vec<[Option<State>; 4]>,
}

fn digit_of(printed: Digit) -> u8 {
    u8::try_from(printed.get()).expect("it has one digit")
}

impl Tables {
    fn new(puzzle: &TravelAgent) -> Self {
        let rolled = |faces: [u8; 6], roll: usize| ROLLS[roll].map(|side| faces[side]);
        let mut faces = vec![[0, 1, 2, 3, 4, 5]];
        let mut place = 0;
        while let Some(&lying) = faces.get(place) {
            for roll in 0..4 {
                if !faces.contains(&rolled(lying, roll)) {
                    faces.push(rolled(lying, roll));
                }
            }
            place += 1;
        }
        let grid = &puzzle.grid;
        let state = |cell: Cell, lying: usize| {
            let cell = cell.row * grid.columns() + cell.column;
            let number = u16::try_from(cell * LYINGS + lying).expect("it is below 144 * 24");
            State {
                number,
                cell: u8::try_from(cell).expect("it is below 144"),
                face: faces[lying][0],
            }
        };
        let after = |cell: Cell, lying: usize, roll: usize| {
            let cell = cell.step(Direction::ALL[roll]).filter(|&cell| grid.contains(cell))?;
            let lies = rolled(faces[lying], roll);
            Some(state(cell, faces.iter().position(|&other| other == lies)?))
        };
        let all = || iproduct!(grid.cells(), 0..LYINGS);
        Self {
            printed: grid.values().map(|digit| digit.map_or(OPEN, digit_of)).collect(),
            states: all().map(|(cell, lying)| state(cell, lying)).collect(),
            next: all()
                .map(|(cell, lying)| array::from_fn(|roll| after(cell, lying, roll)))
                .collect(),
            faces,
        }
    }

    /// Returns the rolls after which a trip that may revisit cells can reach the first cell, with a
    /// die that may have open faces.
    fn ways(&self, digits: [u8; 6]) -> Ways {
        let fits = |state: State| {
            let (printed, digit) =
                (self.printed[usize::from(state.cell)], digits[usize::from(state.face)]);
            printed == OPEN || digit == OPEN || printed == digit
        };
        let mut ways = vec![0; self.states.len()];
        let mut open = self.states[..LYINGS].to_vec();
        open.retain(|&state| fits(state));
        while let Some(state) = open.pop() {
            // Rolls are reversible, so a neighbouring state can return by the opposite roll.
            for (roll, next) in self.next[usize::from(state.number)].iter().enumerate() {
                let Some(next) = next.filter(|&next| next.cell != 0 && fits(next)) else {
                    continue;
                };
                let ways = &mut ways[usize::from(next.number)];
                if *ways == 0 {
                    open.push(next);
                }
                *ways |= 1 << ((roll + 2) % 4);
            }
        }
        ways.into()
    }
}

/// A trip from the last cell backwards, and the known part of the die.
struct Trip<'t> {
    tables: &'t Tables,
    columns: usize,
    /// The known digits of the faces.
    digits: [u8; 6],
    is_visited: [bool; MOST_CELLS],
    /// The states so far.
    states: Vec<State>,
    /// The ways for each die met so far.
    ways: HashMap<[u8; 6], Ways>,
    /// The largest score so far, rounded and exact.
    best: (f64, Integer),
}

impl Trip<'_> {
    fn ways(&mut self) -> Ways {
        if self.ways.len() >= MOST_TABLES {
            self.ways.clear();
        }
        let digits = self.digits;
        Rc::clone(self.ways.entry(digits).or_insert_with(|| self.tables.ways(digits)))
    }

    /// Continues from a state.
    fn follow(&mut self, state: State, ways: &[u8], search: &mut Search) -> Flow {
        search.node()?;
        if state.cell == 0 {
            return self.arrive(state, search);
        }
        let next = &self.tables.next[usize::from(state.number)];
        let mut open = ways[usize::from(state.number)];
        while open != 0 {
            let next = next[open.trailing_zeros() as usize];
            open &= open - 1;
            if let Some(next) = next.filter(|next| !self.is_visited[usize::from(next.cell)]) {
                self.enter(next, ways, search)?;
            }
        }
        Flow::Continue(())
    }

    /// Enters a cell whose digit the bottom face has, or takes.
    fn enter(&mut self, state: State, ways: &[u8], search: &mut Search) -> Flow {
        let (cell, face) = (usize::from(state.cell), usize::from(state.face));
        let printed = self.tables.printed[cell];
        self.is_visited[cell] = true;
        self.states.push(state);
        if self.digits[face] == OPEN && printed != OPEN {
            self.digits[face] = printed;
            let ways = self.ways();
            if cell == 0 || ways[usize::from(state.number)] != 0 {
                self.follow(state, &ways, search)?;
            }
            self.digits[face] = OPEN;
        } else {
            self.follow(state, ways, search)?;
        }
        self.states.pop();
        self.is_visited[cell] = false;
        Flow::Continue(())
    }

    /// Reports the trip if its score is larger than all before.
    fn arrive(&mut self, state: State, search: &mut Search) -> Flow {
        let digits = self.digits.map(|digit| if digit == OPEN { BEST } else { digit });
        let bottoms = || self.states.iter().map(|state| digits[usize::from(state.face)]);
        // Each of at most 144 factors is rounded by less than 2^-52: errors stay below 10^-13.
        let rounded: f64 = bottoms().map(f64::from).product();
        if rounded < self.best.0 * (1.0 - 1e-12) {
            return Flow::Continue(());
        }
        let exact: Integer = bottoms().map(Integer::from).product();
        if exact <= self.best.1 {
            return Flow::Continue(());
        }
        self.best = (rounded, exact);
        let cells = self.states.iter().rev().map(|state| usize::from(state.cell));
        let trip = cells.map(|cell| Cell::new(cell / self.columns, cell % self.columns));
        let faces = self.tables.faces[usize::from(state.number) % LYINGS];
        let die = faces.map(|face| i64::from(digits[usize::from(face)]));
        search.solution(board(die, trip.collect()))
    }
}

/// Reports ever better trips until none is left.
pub(crate) fn search(puzzle: &TravelAgent, search: &mut Search) -> Flow {
    let tables = Tables::new(puzzle);
    let mut trip = Trip {
        tables: &tables,
        columns: puzzle.grid.columns(),
        digits: [OPEN; 6],
        is_visited: [false; MOST_CELLS],
        states: Vec::new(),
        ways: HashMap::new(),
        best: (0.0, Integer::ZERO),
    };
    let ways = trip.ways();
    let last = tables.states[tables.states.len() - LYINGS];
    trip.enter(last, &ways, search)
}
