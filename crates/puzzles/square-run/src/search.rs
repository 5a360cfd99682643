//! The search: the best score of each state, in the order of the numbers' decrease.

use std::iter;

use grid_utils::Cell;
use puzzle::{Flow, Search};

use crate::SquareRun;

/// A move decreases the numbers by 1 or by this.
const LARGEST_DECREASE: usize = 5;

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &SquareRun, search: &mut Search) -> Flow {
    let mut table = Table::new(puzzle);
    table.fill(|table, state| search.visit(0, || table.journey(state)))?;
    match table.best {
        Some((_, state)) => search.solution(table.journey(state)),
        None => Flow::Continue(()),
    }
}

/// How many journeys have the highest score; `None` if there are 2^128 or more, or if there is no
/// journey.
pub(crate) fn best_journeys(puzzle: &SquareRun) -> Option<u128> {
    let mut table = Table::new(puzzle);
    let _ = table.fill(|_, _| Flow::Continue(()));
    table.best_journeys()
}

/// A place in the table: the decrease of the numbers so far, times the number of squares, plus the
/// square.
type State = usize;

/// The score of a state to which no way is known.
const UNREACHED: i32 = i32::MIN;

/// A move from a given square.
#[derive(Clone, Copy)]
struct Move {
    to: usize,
    /// The number of the square to which it leads, before the journey.
    number: i32,
    /// The sum of the numbers of both squares, before the journey.
    sum: i32,
}

/// The board and its moves. Squares are known by their places in reading order.
struct Board {
    columns: usize,
    start: usize,
    finish: usize,
    /// The numbers before the journey.
    numbers: Vec<i32>,
    largest: i32,
    /// The moves of a queen from each square.
    moves: Vec<Vec<Move>>,
    /// How far a move leads forward in the table, its squares apart, by the sum of its numbers plus
    /// 1; 0 stands for all negative sums.
    forward: Vec<usize>,
}

impl Board {
    fn new(puzzle: &SquareRun) -> Self {
        let board = &puzzle.numbers;
        let (rows, columns) = (board.rows(), board.columns());
        let numbers = board.values();
        let numbers =
            numbers.map(|number| i32::try_from(number.get()).expect("they are below 1000"));
        let numbers: Vec<i32> = numbers.collect();
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let largest_sum = usize::try_from(2 * largest).unwrap_or(0);
        let is_square = |sum: usize| sum.isqrt().pow(2) == sum;
        let decrease = |sum| if is_square(sum) { 1 } else { LARGEST_DECREASE };
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let moves = |cell: Cell| {
            let squares = steps.iter().flat_map(|&step| board.ray(cell, step));
            let place = |Cell { row, column }| row * columns + column;
            let from = numbers[place(cell)];
            let to = squares.map(place);
            to.map(|to| Move { to, number: numbers[to], sum: from + numbers[to] }).collect()
        };
        let moves = board.cells().map(moves).collect();
        Board {
            columns,
            start: (rows - 1) * columns,
            finish: columns - 1,
            numbers,
            largest,
            moves,
            forward: iter::once(LARGEST_DECREASE)
                .chain((0..=largest_sum).map(decrease))
                .map(|decrease| decrease * rows * columns)
                .collect(),
        }
    }

    /// The moves from a state: what each scores, and the state to which it leads.
    #[inline]
    fn moves(&self, state: State) -> impl Iterator<Item = (i32, State)> {
        let squares = self.numbers.len();
        let (decrease, from) = (state / squares, state % squares);
        let less = decrease_of(decrease);
        let layer = state - from;
        self.moves[from].iter().map(move |&Move { to, number, sum }| {
            (number - less, layer + self.forward(sum - 2 * less) + to)
        })
    }

    /// How far a move with this sum leads forward in the table, its squares apart.
    #[inline]
    fn forward(&self, sum: i32) -> usize {
        // A table instead of a branch: which sums are squares can hardly be predicted.
        self.forward[(sum.max(-1) + 1).cast_unsigned() as usize]
    }

    /// The moves to a state: what each scores, and the state from which it leads there. A queen can
    /// move back to where she came from.
    fn moves_to(&self, state: State) -> impl Iterator<Item = (i32, State)> {
        let squares = self.numbers.len();
        let to = state % squares;
        let forward = [squares, LARGEST_DECREASE * squares].into_iter();
        let layers = forward.filter_map(move |by| Some((by, (state - to).checked_sub(by)?)));
        layers.flat_map(move |(forward, layer)| {
            let less = decrease_of(layer / squares);
            let points = self.numbers[to] - less;
            let moves = self.moves[to].iter();
            let moves = moves.filter(move |other| self.forward(other.sum - 2 * less) == forward);
            moves.map(move |other| (points, layer + other.to))
        })
    }

    /// A bound for the score of the moves to come, if there is one at least: with each move the
    /// numbers decrease by 1 at least.
    fn most_to_gain(&self, decrease: usize) -> i32 {
        let largest = self.largest - decrease_of(decrease);
        if largest > 0 { largest * (largest + 1) / 2 } else { largest }
    }
}

struct Table {
    board: Board,
    /// The best score with which the queen comes to each state; [`UNREACHED`] if no way is known.
    scores: Vec<i32>,
    /// The highest score of a journey, and the state in which it ends.
    best: Option<(i32, State)>,
}

impl Table {
    fn new(puzzle: &SquareRun) -> Self {
        let board = Board::new(puzzle);
        let mut scores = vec![UNREACHED; board.numbers.len()];
        scores[board.start] = 0;
        Table { board, scores, best: None }
    }

    /// Finds the best score of each state from which a journey can be among the best, and calls
    /// `visit` before it goes on from there.
    fn fill(&mut self, mut visit: impl FnMut(&Self, State) -> Flow) -> Flow {
        let squares = self.board.numbers.len();
        let mut state = 0;
        while state < self.scores.len() {
            let (decrease, square) = (state / squares, state % squares);
            let score = self.scores[state];
            if score != UNREACHED {
                // She has moved at least once if the numbers have decreased.
                let is_end = square == self.board.finish && decrease > 0;
                if is_end && self.best.is_none_or(|(best, _)| score > best) {
                    self.best = Some((score, state));
                }
                let most = score + self.board.most_to_gain(decrease);
                if self.best.is_none_or(|(best, _)| most >= best) {
                    visit(self, state)?;
                    self.go_on(state);
                }
            }
            state += 1;
        }
        Flow::Continue(())
    }

    /// Passes the score of a state on to those to which a move leads.
    // Measured: inlined into the loop over all states, it takes nearly twice as long.
    #[inline(never)]
    fn go_on(&mut self, state: State) {
        let score = self.scores[state];
        let last = state + (LARGEST_DECREASE + 1) * self.board.numbers.len();
        if self.scores.len() < last {
            self.scores.resize(2 * last, UNREACHED);
        }
        let scores = &mut self.scores[..last];
        for (points, next) in self.board.moves(state) {
            // No branch: which way is better can hardly be predicted.
            scores[next] = scores[next].max(score + points);
        }
    }

    /// A journey to a state with its best score.
    fn journey(&self, mut state: State) -> Vec<Cell> {
        let Board { columns, numbers, .. } = &self.board;
        let mut journey = Vec::new();
        loop {
            let square = state % numbers.len();
            journey.push(Cell::new(square / columns, square % columns));
            if state < numbers.len() {
                journey.reverse();
                return journey;
            }
            let mut before = self.board.moves_to(state);
            let score = |&(points, from): &(i32, State)| {
                self.scores[from] != UNREACHED && self.scores[from] + points == self.scores[state]
            };
            state = before.find(score).expect("a way led to this state").1;
        }
    }

    /// See [`best_journeys`](best_journeys()).
    fn best_journeys(&self) -> Option<u128> {
        let (best, _) = self.best?;
        let squares = self.board.numbers.len();
        let mut ways = vec![0_u128; self.scores.len()];
        ways[self.board.start] = 1;
        let mut journeys = 0_u128;
        for (state, score) in self.scores.iter().enumerate() {
            let here = ways[state];
            if here == 0 {
                continue;
            }
            if state % squares == self.board.finish && state >= squares && *score == best {
                journeys = journeys.checked_add(here)?;
            }
            for (points, next) in self.board.moves(state) {
                if self.scores.get(next) == Some(&(score + points)) {
                    ways[next] = ways[next].checked_add(here)?;
                }
            }
        }
        Some(journeys)
    }
}

/// A decrease as a number to subtract.
fn decrease_of(decrease: usize) -> i32 {
    i32::try_from(decrease).expect("numbers decrease by some thousands at most")
}
