//! Corner and digit of each hook, from the outermost inwards; then the cells that are still open.

use grid_puzzles::{Shading, Side};
use grid_utils::{BitSet, Cell, CellSet, Grid, Shape};
use puzzle::{Flow, Search, Sketch};

use super::fills::Fills;
use super::reading::{self, Clue};
use super::state::{LINES, LineSet, PlacedHook, State, WORDS, column_line};
use super::{LARGEST_SIZE, NumberClue};
use crate::{Digits, Filling, Hook, digits_for};

/// Reports every board of a size whose lines keep the clues, with hooks that carry `digits`. A line
/// without numbers breaks every clue. A board comes once for each way to cut hooks that fit it.
///
/// # Panics
/// If the size is 0 or more than [`LARGEST_SIZE`], or if a clue's line lies outside the square.
pub(super) fn search(
    size: usize,
    clues: impl IntoIterator<Item = NumberClue>,
    digits: Digits,
    search: &mut Search,
) -> Flow {
    let mut clues_of: [Vec<Clue>; LINES] = Default::default();
    for NumberClue { side, line, function, value } in clues {
        assert!(line < size, "the line lies outside the square");
        let is_reversed = matches!(side, Side::Bottom | Side::Right);
        let line = match side {
            Side::Left | Side::Right => line,
            Side::Top | Side::Bottom => column_line(line),
        };
        clues_of[line].push(Clue::new(function, value.get(), is_reversed));
    }
    assert!((1..=LARGEST_SIZE).contains(&size), "hooks carry the digits 1 to 9");
    let shape = Shape::new(size, size).expect("there are words for the largest size");
    let state = State::new(size);
    search.visit(0, || sketch(&state, &shape))?;
    Searcher { size, clues: clues_of, digits, shape, search }.place(0, &state)
}

/// Returns the digits of the cells that are known to be filled, as far as their hooks are cut.
fn board(state: &State, size: usize) -> Filling {
    Grid::from_fn(size, size, |Cell { row, column }| {
        let line = &state.lines[row];
        Some(line.digits[column]).filter(|&digit| digit > 0 && line.filled >> column & 1 == 1)
    })
}

/// Returns the board with other knowledge, for viewers.
fn sketch(state: &State, shape: &Shape<WORDS>) -> Sketch {
    let sketch = Sketch::from(board(state, shape.rows()))
        .empty(shape.cells_of(state.known.empty))
        .filled(shape.cells_of(state.known.filled));
    state
        .cut()
        .fold(sketch, |sketch, placed| sketch.group(placed.hook.cells(), &placed.digit.to_string()))
}

/// The search of one instance.
struct Searcher<'a, 's> {
    size: usize,
    /// The clues of each line.
    clues: [Vec<Clue>; LINES],
    digits: Digits,
    shape: Shape<WORDS>,
    search: &'a mut Search<'s>,
}

impl Searcher<'_, '_> {
    /// Visits a partial board, and continues from there if it is possible.
    fn enter(&mut self, depth: usize, state: &State, propagated: Result<(), &'static str>) -> Flow {
        let shape = &self.shape;
        self.search.visit(depth, || sketch(state, shape))?;
        if let Err(why) = propagated {
            self.search.dead_end_because(|| why);
            return Flow::Continue(());
        }
        if state.square.size > 0 {
            return self.place(depth, state);
        }
        self.decide(depth, state)
    }

    /// Cuts the next hook with each digit and from each corner.
    fn place(&mut self, depth: usize, state: &State) -> Flow {
        // To read its lines can take longer than many nodes elsewhere.
        self.search.poll()?;
        let square = state.square;
        let last = square.size - 1;
        // Large digits first: in small hooks they leave no room for empty cells.
        for digit in self.candidates(state).iter().rev() {
            let digit = u8::try_from(digit).expect("digits are small");
            let rows = [square.row, square.row + last]
                .map(|row| self.whole_line(state, row, square.column, digit));
            let columns = [square.column, square.column + last]
                .map(|column| self.whole_line(state, column_line(column), square.row, digit));
            for &corner in square.corners() {
                let hook = Hook { square, corner };
                let row = rows[usize::from(hook.row() > square.row)];
                let column = columns[usize::from(hook.column() > square.column)];
                if row.is_empty() || column.is_empty() {
                    continue;
                }
                let mut next = *state;
                let propagated =
                    self.take_hook(&mut next, PlacedHook { hook, digit }, [row, column]);
                self.enter(depth + 1, &next, propagated)?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the digits that the next hook may carry.
    fn candidates(&self, state: &State) -> BitSet<1> {
        match self.digits {
            Digits::OfSize => BitSet::of(state.square.size),
            Digits::Free => digits_for(state.square.size, state.digits),
        }
    }

    /// Returns the fills of a line of the square that is left, which begins there with the cell
    /// `first`, if the hook of this digit takes it.
    fn whole_line(&self, state: &State, line: usize, first: usize, digit: u8) -> Fills {
        let size = state.square.size;
        let mut digits = state.lines[line].digits;
        digits[first..first + size].fill(digit);
        // The hook has room for one digit less in its other line than in this one.
        let least = usize::from(digit).saturating_sub(size - 1);
        let counts = (2 << digit) - (1 << least);
        let fills = state.lines[line].fills.with_counts(((1 << size) - 1) << first, counts);
        let clues = self.clues[line].iter().filter(|clue| !clue.is_loose());
        clues.fold(fills, |fills, &clue| reading::keeping(clue, &digits[..self.size], fills))
    }

    /// Cuts the next hook, whose row and column have these fills.
    fn take_hook(
        &self,
        state: &mut State,
        placed: PlacedHook,
        fills: [Fills; 2],
    ) -> Result<(), &'static str> {
        state.place(placed);
        let mut touched = 0;
        for (line, fills) in placed.lines().into_iter().zip(fills) {
            state.lines[line].fills = fills;
            touched |= 1 << line;
        }
        self.match_and_propagate(state, placed, touched)?;
        placed.lines().into_iter().try_for_each(|line| self.read_loose_clues(state, placed, line))
    }

    /// Reads a line of a new hook for the clues that come last, when the line has few fills left.
    fn read_loose_clues(
        &self,
        state: &mut State,
        placed: PlacedHook,
        line: usize,
    ) -> Result<(), &'static str> {
        let own = &mut state.lines[line];
        let digits = &own.digits[..self.size];
        let clues = self.clues[line].iter().filter(|clue| clue.is_loose());
        let fills = clues.fold(own.fills, |fills, &clue| reading::keeping(clue, digits, fills));
        if fills == own.fills {
            return Ok(());
        }
        own.fills = fills;
        self.match_and_propagate(state, placed, 1 << line)
    }

    /// Matches the counts of the two lines of a new hook, and propagates this and the lines in
    /// `touched`.
    fn match_and_propagate(
        &self,
        state: &mut State,
        placed: PlacedHook,
        touched: LineSet,
    ) -> Result<(), &'static str> {
        let changed = state.match_counts(placed.hook.square.size)?;
        self.propagate(state, touched | changed)
    }

    /// Tries an open cell filled and empty, when all hooks are cut: one of the line with the fewest
    /// fills.
    fn decide(&mut self, depth: usize, state: &State) -> Flow {
        let fills = |cell: &usize| {
            let Cell { row, column } = self.shape.cell(*cell);
            let fills = |line: usize| state.lines[line].fills.len();
            fills(row).min(fills(column_line(column)))
        };
        let Some(cell) = state.known.open(&self.shape).iter().min_by_key(fills) else {
            return self.search.solution(board(state, self.size));
        };
        let cell = CellSet::of(cell);
        for (filled, empty) in [(cell, CellSet::EMPTY), (CellSet::EMPTY, cell)] {
            let mut next = *state;
            let touched = next.learn(&self.shape, filled, empty);
            let propagated = self.propagate(&mut next, touched);
            self.enter(depth + 1, &next, propagated)?;
        }
        Flow::Continue(())
    }

    /// Propagates from the changed lines to a fixed point.
    fn propagate(&self, state: &mut State, mut touched: LineSet) -> Result<(), &'static str> {
        let shape = &self.shape;
        loop {
            while touched != 0 {
                let line = touched.trailing_zeros() as usize;
                touched &= touched - 1;
                touched |= state.propagate_line(shape, line)?;
            }
            let mut empty = state.known.forced_empty_by_blocks(shape)?;
            let filled = state.known.forced_exits(shape);
            if (filled | empty).is_empty() {
                empty = state.known.unreachable(shape)?;
            }
            Shading { filled, empty }.check()?;
            touched = state.learn(shape, filled, empty);
            if touched == 0 {
                return Ok(());
            }
        }
    }
}
