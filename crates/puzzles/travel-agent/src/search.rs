//! Searches the trips backwards, with a die whose faces get their digits where they are needed.
//!
//! Tables have a power of two of entries, so that no index needs a check.

use std::array;
use std::rc::Rc;

use numbers::Integer;
use puzzle::prelude::*;

use crate::{TravelAgent, board};

/// The side that moves to each side, in the order of [`SIDES`](crate::die::SIDES), when the die
/// rolls in the direction of each of the [`STEPS`].
const ROLLS: [[usize; 6]; 4] =
    [[2, 3, 1, 0, 4, 5], [4, 5, 2, 3, 1, 0], [3, 2, 0, 1, 4, 5], [5, 4, 2, 3, 0, 1]];
/// What a roll up, to the right, down or to the left adds to a place.
const STEPS: [u8; 4] = [WIDTH.wrapping_neg(), 1, WIDTH, 1_u8.wrapping_neg()];
/// The places of a row; the grid has an empty place on each side.
const WIDTH: u8 = 16;
/// The place of the first cell.
const FIRST: u8 = WIDTH + 1;
const PLACES: usize = 256;
/// The number of orientations of a die.
const ORIENTATIONS: usize = 24;
/// The digit of an open face, or of a cell without a digit.
const OPEN: u8 = 0;
/// The digit of a place outside the grid, which no face has.
const OUTSIDE: u8 = 10;
/// The best digit for a face that no printed digit needs.
const BEST: u8 = 9;
/// The most dice whose ways are kept, a kilobyte each.
const MOST_DICE: usize = 200_000;

/// How many numbers have three digits, zeros in front included.
const THREE_DIGITS: usize = 1000;

/// The digits of the six faces, and two entries that are not used.
type Digits = [u8; 8];

/// The orientations, as bits, from which a trip can reach the first cell, by place.
type Ways = Rc<[u32; PLACES]>;

/// A place, and the orientation of the die there.
#[derive(Clone, Copy)]
struct State {
    place: u8,
    orientation: u8,
}

/// The data that stay constant during the search.
struct Tables {
    /// The printed digit of each place.
    printed: [u8; PLACES],
    /// The face on each side of the die, by orientation; at first, face and side are the same.
    faces: [[u8; 6]; 32],
    /// The orientation after each roll, by orientation.
    rolled: [[u8; 4]; 32],
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("places, orientations and digits are below 256")
}

fn place_of(cell: Cell) -> u8 {
    small(cell.row) * WIDTH + small(cell.column) + FIRST
}

fn cell_at(place: u8) -> Cell {
    let place = place - FIRST;
    Cell::new(usize::from(place / WIDTH), usize::from(place % WIDTH))
}

impl Tables {
    fn new(puzzle: &TravelAgent) -> Self {
        let mut printed = [OUTSIDE; PLACES];
        for (cell, digit) in &puzzle.grid {
            printed[usize::from(place_of(cell))] = digit.map_or(OPEN, |digit| small(digit.size()));
        }
        let mut known = vec![[0, 1, 2, 3, 4, 5]];
        let mut rolled = [[0; 4]; 32];
        for orientation in 0..ORIENTATIONS {
            rolled[orientation] = ROLLS.map(|roll| {
                let faces = roll.map(|side| known[orientation][side]);
                let place = known.iter().position(|&other| other == faces);
                small(place.unwrap_or_else(|| {
                    known.push(faces);
                    known.len() - 1
                }))
            });
        }
        known.resize(32, [0; 6]);
        Self { printed, faces: array::from_fn(|orientation| known[orientation]), rolled }
    }

    /// Returns the face at the bottom.
    fn bottom(&self, state: State) -> usize {
        usize::from(self.faces[usize::from(state.orientation % 32)][0] % 8)
    }

    /// Returns the state after a roll.
    fn after(&self, state: State, roll: usize) -> State {
        let orientation = self.rolled[usize::from(state.orientation % 32)][roll % 4];
        State { place: state.place.wrapping_add(STEPS[roll % 4]), orientation }
    }

    /// Returns the orientations from which a trip that may revisit cells can reach the first cell,
    /// with a die that may have open faces.
    fn ways(&self, digits: Digits) -> Ways {
        let fits = |printed: u8, orientation: usize| {
            let digit = digits[usize::from(self.faces[orientation][0])];
            printed == OPEN || printed == digit || digit == OPEN && printed != OUTSIDE
        };
        let fitting: [u32; 11] = array::from_fn(|printed| {
            (0..ORIENTATIONS)
                .filter(|&orientation| fits(small(printed), orientation))
                .map(|orientation| 1 << orientation)
                .sum()
        });
        let fitting = |place: u8| fitting[usize::from(self.printed[usize::from(place)])];
        let mut ways = [0; PLACES];
        ways[usize::from(FIRST)] = fitting(FIRST);
        let mut open = vec![(FIRST, fitting(FIRST))];
        while let Some((place, new)) = open.pop() {
            // Rolls are reversible, so what a die reaches from there can return.
            for (roll, step) in STEPS.into_iter().enumerate() {
                let next = place.wrapping_add(step);
                let ways = &mut ways[usize::from(next)];
                let possible = fitting(next) & !*ways;
                if next == FIRST || possible == 0 {
                    continue;
                }
                let (mut rolled, mut rest) = (0, new);
                while rest != 0 {
                    rolled |= 1 << self.rolled[rest.trailing_zeros() as usize][roll];
                    rest &= rest - 1;
                }
                if rolled & possible != 0 {
                    *ways |= rolled & possible;
                    open.push((next, rolled & possible));
                }
            }
        }
        ways.into()
    }
}

/// A trip from the last cell backwards, and the known part of the die.
struct Trip<'t> {
    tables: &'t Tables,
    digits: Digits,
    is_visited: [bool; PLACES],
    /// The states so far.
    states: Vec<State>,
    /// The ways of each die met so far, by the digits of three faces, then of the other three. A list
    /// is empty until it is needed.
    ways: Vec<Vec<Option<Ways>>>,
    /// How many dice have their ways there.
    kept: usize,
    /// The largest score so far, rounded and exact.
    best: (f64, Integer),
}

impl Trip<'_> {
    fn ways(&mut self) -> Ways {
        if self.kept == MOST_DICE {
            (self.ways, self.kept) = (vec![Vec::new(); THREE_DIGITS], 0);
        }
        let [first, second] = [&self.digits[..3], &self.digits[3..6]]
            .map(|digits| digits.iter().fold(0, |number, &digit| 10 * number + usize::from(digit)));
        let ways = &mut self.ways[first];
        ways.resize(THREE_DIGITS, None);
        Rc::clone(ways[second].get_or_insert_with(|| {
            self.kept += 1;
            self.tables.ways(self.digits)
        }))
    }

    /// Continues from a state whose bottom face has the digit of its cell, or takes it.
    fn enter(&mut self, mut state: State, ways: &[u32; PLACES], search: &mut Search) -> Flow {
        let before = self.states.len();
        // Rolls without an alternative are made here, one after the other.
        loop {
            let face = self.tables.bottom(state);
            let printed = self.tables.printed[usize::from(state.place)];
            if printed != OPEN && self.digits[face] == OPEN {
                self.digits[face] = printed;
                let ways = self.ways();
                if ways[usize::from(state.place)] >> state.orientation & 1 == 1 {
                    self.enter(state, &ways, search)?;
                }
                self.digits[face] = OPEN;
                break;
            }
            search.node()?;
            self.is_visited[usize::from(state.place)] = true;
            self.states.push(state);
            if state.place == FIRST {
                self.arrive(state, search)?;
                break;
            }
            let mut open = 0_u32;
            for roll in 0..4 {
                let next = self.tables.after(state, roll);
                let is_way = ways[usize::from(next.place)] >> next.orientation & 1;
                open |= (is_way & u32::from(!self.is_visited[usize::from(next.place)])) << roll;
            }
            if open == 0 {
                break;
            }
            // All rolls but the last.
            while open & (open - 1) != 0 {
                let next = self.tables.after(state, open.trailing_zeros() as usize);
                self.enter(next, ways, search)?;
                open &= open - 1;
            }
            state = self.tables.after(state, open.trailing_zeros() as usize);
        }
        for state in self.states.drain(before..) {
            self.is_visited[usize::from(state.place)] = false;
        }
        Flow::Continue(())
    }

    /// Reports the trip if its score is larger than all before.
    fn arrive(&mut self, state: State, search: &mut Search) -> Flow {
        let digits = self.digits.map(|digit| if digit == OPEN { BEST } else { digit });
        let bottoms = || self.states.iter().map(|&state| digits[self.tables.bottom(state)]);
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
        let trip = self.states.iter().rev().map(|state| cell_at(state.place));
        let faces = self.tables.faces[usize::from(state.orientation)];
        let die = faces.map(|face| i64::from(digits[usize::from(face)]));
        search.solution(board(die, trip.collect()))
    }
}

/// Reports ever better trips until none is left.
pub(crate) fn search(puzzle: &TravelAgent, search: &mut Search) -> Flow {
    let tables = Tables::new(puzzle);
    let mut trip = Trip {
        tables: &tables,
        digits: [OPEN; 8],
        is_visited: [false; PLACES],
        states: Vec::new(),
        ways: vec![Vec::new(); THREE_DIGITS],
        kept: 0,
        best: (0.0, Integer::ZERO),
    };
    let ways = trip.ways();
    let last = State { place: place_of(puzzle.finish()), orientation: 0 };
    trip.enter(last, &ways, search)
}
