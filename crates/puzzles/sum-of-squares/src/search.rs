//! The search: what digits lack of 9 is a cost, from the smallest one up.

use grid_utils::{Cell, Grid};
use puzzle::{Flow, Search};

/// Which of the best grids are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Any one, as a solution.
    One,
    /// How many there are.
    Number,
}

/// Searches a rectangle of lines with these divisors for the grids with the largest sum.
pub(crate) fn search(
    rows: &[usize],
    columns: &[usize],
    wanted: Wanted,
    search: &mut Search,
) -> Flow {
    let tables = |divisors: &[usize], len| divisors.iter().map(|&d| Fronts::new(d, len)).collect();
    let (rows, columns): (Vec<Fronts>, Vec<Fronts>) =
        (tables(rows, columns.len()), tables(columns, rows.len()));
    let mut filling = Filling {
        digits: Grid::filled(rows.len(), columns.len(), None),
        rests: vec![0; columns.len()],
        rows: &rows,
        columns: &columns,
        budget: 0,
        wanted,
    };
    let of_rows = rows.iter().map(|row| row.cost(columns.len(), 0)).sum();
    let of_columns = columns.iter().map(|column| column.cost(rows.len(), 0)).sum();
    // A grid of zeros keeps all rules, so there is a cost that suffices.
    while search.solutions() == 0 {
        let costs = Costs { spent: 0, row_rest: 0, of_rows, of_columns };
        filling.fill(rows.len() * columns.len(), costs, search)?;
        filling.budget += 1;
    }
    Flow::Continue(())
}

/// What the digits in front of a line cost at least, where those behind them are known.
struct Fronts {
    divisor: usize,
    /// What a digit counts for, by the number of digits up to it: a power of 10, as a remainder.
    weights: Vec<usize>,
    /// For each number of digits in front, and each remainder of the number behind them.
    costs: Vec<u32>,
}

/// More than any line costs, and still small enough to be added up.
const IMPOSSIBLE: u32 = 1 << 16;

impl Fronts {
    fn new(divisor: usize, len: usize) -> Self {
        let mut weights = vec![1 % divisor; len + 1];
        for digits in (1..len).rev() {
            weights[digits] = 10 * weights[digits + 1] % divisor;
        }
        let mut costs = vec![IMPOSSIBLE; divisor];
        costs[0] = 0;
        let mut fronts = Fronts { divisor, weights, costs };
        for digits in 1..=len {
            for rest in 0..divisor {
                let cost = |lacking: u32| {
                    lacking + fronts.cost(digits - 1, fronts.rest(digits, rest, lacking))
                };
                let least = (0..=9).map(cost).min().unwrap_or(IMPOSSIBLE);
                fronts.costs.push(least.min(IMPOSSIBLE));
            }
        }
        fronts
    }

    fn cost(&self, digits: usize, rest: usize) -> u32 {
        self.costs[digits * self.divisor + rest]
    }

    /// The remainder with one more known digit, the last of the first `digits` ones.
    fn rest(&self, digits: usize, rest: usize, lacking: u32) -> usize {
        (rest + (9 - lacking as usize) * self.weights[digits]) % self.divisor
    }
}

/// What is known of a grid that is filled from some cell on.
#[derive(Clone, Copy)]
struct Costs {
    /// For the digits that stand there.
    spent: u32,
    /// The remainder of the row so far.
    row_rest: usize,
    /// To complete all rows, at least.
    of_rows: u32,
    /// To complete all columns, at least.
    of_columns: u32,
}

/// A grid that is filled.
struct Filling<'t> {
    digits: Grid<Option<i64>>,
    /// The remainders of the columns so far.
    rests: Vec<usize>,
    rows: &'t [Fronts],
    columns: &'t [Fronts],
    /// What all digits may cost together.
    budget: u32,
    wanted: Wanted,
}

impl Filling<'_> {
    /// Fills the first `open` cells, from the last of them to the first.
    fn fill(&mut self, open: usize, costs: Costs, search: &mut Search) -> Flow {
        search.visit(self.digits.values().len() - open, || &self.digits)?;
        let Some(place) = open.checked_sub(1) else {
            return match self.wanted {
                Wanted::One => search.solution(&self.digits),
                Wanted::Number => search.count(1),
            };
        };
        let (row, column) = (place / self.columns.len(), place % self.columns.len());
        let cell = Cell::new(row, column);
        let (across, down) = (column + 1, row + 1);
        let (of_row, of_column) = (&self.rows[row], &self.columns[column]);
        let column_rest = self.rests[column];
        let of_rows = costs.of_rows - of_row.cost(across, costs.row_rest);
        let of_columns = costs.of_columns - of_column.cost(down, column_rest);
        let mut is_dead_end = true;
        for (lacking, digit) in (0..).zip((0..=9).rev()) {
            let spent = costs.spent + lacking;
            let row_rest = of_row.rest(across, costs.row_rest, lacking);
            let next_rest = of_column.rest(down, column_rest, lacking);
            let of_rows = of_rows + of_row.cost(column, row_rest);
            let of_columns = of_columns + of_column.cost(row, next_rest);
            if spent + of_rows.max(of_columns) > self.budget {
                continue;
            }
            is_dead_end = false;
            self.digits[cell] = Some(digit);
            self.rests[column] = next_rest;
            // With its first digit the row is complete, and its remainder 0 for the row above.
            self.fill(place, Costs { spent, row_rest, of_rows, of_columns }, search)?;
            if self.wanted == Wanted::One && search.solutions() > 0 {
                return Flow::Continue(());
            }
        }
        if is_dead_end {
            let budget = self.budget;
            search.dead_end_because(|| format!("all digits will lack more than {budget} of 9"));
        }
        self.digits[cell] = None;
        self.rests[column] = column_rest;
        Flow::Continue(())
    }
}
