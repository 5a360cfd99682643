//! The search: divisors from the largest down, and their multiples as rows.

use grid_utils::{Cell, Grid};
use itertools::Itertools;
use puzzle::{Board, Flow, Search};
use sudoku::box_shape;

use crate::{SomewhatSquareSudoku, board};

/// Searches an instance that passed `validate`.
pub(crate) fn search(sudoku: &SomewhatSquareSudoku, search: &mut Search) -> Flow {
    for divisor in sudoku.divisors().into_iter().rev() {
        search.visit(0, || board(&sudoku.givens, Some(divisor)))?;
        search.poll()?;
        let rows = rows(sudoku, divisor);
        let mut is_dead_end = true;
        for rows in rows.into_iter().filter(|rows| rows.len() >= sudoku.size()) {
            is_dead_end = false;
            let mut deal = Deal { sudoku, divisor, placed: vec![None; sudoku.size()] };
            let places = 0..sudoku.size();
            let choices = places.map(|row| deal.choices(row, &rows)).collect_vec();
            deal.place(&choices, search)?;
            if search.solutions() > 0 {
                // Whatever comes now has a smaller divisor or the same.
                return Flow::Continue(());
            }
        }
        if is_dead_end {
            search.dead_end_because(|| "too few rows are multiples of this divisor");
        }
    }
    Flow::Continue(())
}

/// A number that can stand in a row.
#[derive(Clone, Debug)]
struct Row {
    digits: Vec<u8>,
    /// A bit for each digit in each column.
    columns: u128,
    /// A bit for each digit in each box, counted from the left.
    boxes: u128,
}

impl Row {
    fn new(digits: Vec<u8>) -> Self {
        let (_, width) = box_shape(digits.len());
        let bits = |width: usize| {
            let place = |(column, &digit): (usize, &u8)| 10 * (column / width) + usize::from(digit);
            digits.iter().enumerate().map(place).fold(0, |bits, place| bits | 1 << place)
        };
        Row { columns: bits(1), boxes: bits(width), digits }
    }
}

/// The multiples of a divisor that a row can hold, for each digit that can be left out.
fn rows(sudoku: &SomewhatSquareSudoku, divisor: i64) -> Vec<Vec<Row>> {
    let left_out = 0..=sudoku.largest_digit();
    let fitting = left_out.filter(|&left| sudoku.total(left) % divisor == 0).collect_vec();
    let size = sudoku.size();
    let end = sudoku.end();
    let arrangements: i64 = (1..=sudoku.largest_digit().into()).product();
    if end / divisor > fitting.iter().map(|_| arrangements).sum() {
        let digits = |&left: &u8| (0..=sudoku.largest_digit()).filter(move |&digit| digit != left);
        let number = |digits: &Vec<u8>| digits.iter().fold(0, |n, &d| 10 * n + i64::from(d));
        let arranged = |left| digits(left).permutations(size);
        let is_multiple = |digits: &Vec<u8>| number(digits) % divisor == 0;
        let rows = |left| arranged(left).filter(is_multiple).map(Row::new).collect();
        return fitting.iter().map(rows).collect();
    }
    let mut rows = vec![Vec::new(); fitting.len()];
    let steps = usize::try_from(divisor).unwrap_or(usize::MAX);
    for multiple in (0..end.unsigned_abs()).step_by(steps) {
        let Some((digits, seen)) = different_digits(multiple, size) else {
            continue;
        };
        let left_out = fitting.iter().position(|&left| seen == (2 << size) - 1 - (1 << left));
        if let Some(place) = left_out {
            rows[place].push(Row::new(digits));
        }
    }
    rows
}

/// The last `size` digits of a number, and the set of them as bits, if no two are the same.
fn different_digits(mut number: u64, size: usize) -> Option<(Vec<u8>, u32)> {
    let mut seen = 0_u32;
    let mut digits = [0; sudoku::LARGEST_SIZE];
    for place in (0..size).rev() {
        let digit = number % 10;
        number /= 10;
        if seen & 1 << digit != 0 {
            return None;
        }
        seen |= 1 << digit;
        digits[place] = digit.to_le_bytes()[0];
    }
    Some((digits[..size].to_vec(), seen))
}

/// Rows that are laid into a square.
struct Deal<'s, 'r> {
    sudoku: &'s SomewhatSquareSudoku,
    divisor: i64,
    placed: Vec<Option<&'r Row>>,
}

impl<'r> Deal<'_, 'r> {
    /// The rows that agree with the givens in a place.
    fn choices(&self, row: usize, rows: &'r [Row]) -> Vec<&'r Row> {
        let givens = self.sudoku.givens.row(row);
        let agrees = |one: &&Row| {
            givens.clone().zip(&one.digits).all(|(given, digit)| given.is_none_or(|g| g == *digit))
        };
        rows.iter().filter(agrees).collect()
    }

    /// Fills the open row that has the fewest choices with each of them, and goes on; up to the
    /// first square.
    fn place(&mut self, choices: &[Vec<&'r Row>], search: &mut Search) -> Flow {
        let open = (0..self.placed.len()).filter(|&row| self.placed[row].is_none());
        let Some(row) = open.clone().min_by_key(|&row| choices[row].len()) else {
            return search.solution(self.board());
        };
        if choices[row].is_empty() {
            search.dead_end_because(|| "a row has no multiple of the divisor left");
        }
        let (height, _) = box_shape(self.placed.len());
        let open = open.filter(|&other| other != row).collect_vec();
        for &one in &choices[row] {
            self.placed[row] = Some(one);
            let depth = self.placed.iter().flatten().count();
            search.visit(depth, || self.board())?;
            search.poll()?;
            let mut left = vec![Vec::new(); choices.len()];
            for &other in &open {
                let in_box = if row / height == other / height { one.boxes } else { 0 };
                let goes =
                    |next: &&Row| next.columns & one.columns == 0 && next.boxes & in_box == 0;
                left[other] = choices[other].iter().copied().filter(goes).collect();
            }
            self.place(&left, search)?;
            if search.solutions() > 0 {
                return Flow::Continue(());
            }
        }
        self.placed[row] = None;
        Flow::Continue(())
    }

    fn board(&self) -> Board {
        let size = self.placed.len();
        let square = Grid::from_fn(size, size, |Cell { row, column }| {
            self.placed[row].map(|placed| placed.digits[column])
        });
        board(square, Some(self.divisor))
    }
}
