//! The count as numbered tasks whose counts add up.

use std::ops::ControlFlow::{self, Continue};

use puzzle::{Effort, Stop};

use super::case::{Case, Class};
use super::cells::{Axis, CellSet, Cells};
use super::half::{BLOCK, Half, Sink};
use super::symmetry::{LineSet, LineSplit, members, subsets};
use super::table::Table;

/// The count of an order in parts.
#[derive(Debug)]
pub(crate) struct Tasks {
    order: usize,
    /// Every square that is counted stands for so many.
    relabellings: u128,
    axis: Axis,
    cases: Vec<Case>,
    /// The tasks themselves.
    list: Vec<Task>,
}

/// Part of the count: a case with the columns that the first half takes in the axis row.
#[derive(Clone, Copy, Debug)]
struct Task {
    case: usize,
    row: LineSet,
}

impl Tasks {
    /// The tasks of an order up to 9.
    pub(super) fn of_order(
        order: usize,
        relabellings: u128,
        effort: &mut Effort,
    ) -> ControlFlow<Stop, Self> {
        let lines = order - order % 2;
        let mut cases = Vec::new();
        for class in Class::all(lines) {
            effort.poll()?;
            if order.is_multiple_of(2) {
                cases.push(class.of_antidiagonals_with_few_mixed_lines());
            } else {
                cases.extend(class.of_fewest_centre_placements());
            }
        }
        Continue(Self::of_cases(order, relabellings, Axis::of_order(order), cases))
    }

    fn of_cases(order: usize, relabellings: u128, axis: Axis, cases: Vec<Case>) -> Self {
        let lines = order - order % 2;
        let mut list = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let (size, _) = axis.agreed(lines, case.split);
            let rows = subsets(axis.lines(lines), size);
            list.extend(rows.map(|row| Task { case: number, row }));
        }
        Self { order, relabellings, axis, cases, list }
    }

    /// The squares of a task, without relabelling.
    fn squares(&self, task: Task, effort: &mut Effort) -> ControlFlow<Stop, u128> {
        let case = &self.cases[task.case];
        let columns = self.columns(case, task.row);
        if columns.is_empty() {
            return Continue(0);
        }
        let cells = Cells::new(self.order, self.axis, &case.fixed);
        let axis_lines = self.axis.lines(case.lines);
        let first_split = LineSplit { row: task.row, ..case.split };
        let second_split =
            LineSplit { row: axis_lines ^ task.row, ..case.split.complement(case.lines) };
        let first = Part::new(&cells, case, axis_lines, first_split, effort)?;
        let second = Part::new(&cells, case, axis_lines, second_split, effort)?;

        let mut squares = 0;
        let mut table = Table::new();
        for (column, weight) in columns {
            effort.node()?;
            table.clear();
            first.join(&cells, column, &mut Collect(&mut table), effort)?;
            let mut meeting = Meet { table: &table, all: cells.key(), squares: 0 };
            second.join(&cells, axis_lines ^ column, &mut meeting, effort)?;
            squares += u128::from(meeting.squares) * u128::from(weight);
        }
        Continue(squares * u128::from(case.weight))
    }

    /// The rows that the first half can take in the axis column, one choice of equal ones each
    /// time, with their number.
    fn columns(&self, case: &Case, row: LineSet) -> Vec<(LineSet, u64)> {
        let (_, size) = self.axis.agreed(case.lines, case.split);
        let columns = subsets(self.axis.lines(case.lines), size);
        match self.axis {
            Axis::Centre => columns
                .filter_map(|column| Some((column, case.equal_splits(row, column)?)))
                .collect(),
            Axis::None | Axis::First => columns.map(|column| (column, 1)).collect(),
        }
    }
}

impl puzzle::Tasks for Tasks {
    fn len(&self) -> u64 {
        self.list.len() as u64
    }

    fn count(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, u128> {
        let squares = self.squares(
            self.list[usize::try_from(task).expect("there are fewer tasks than 2^32")],
            effort,
        )?;
        Continue(squares * self.relabellings)
    }
}

/// A half and what it takes of the antidiagonal and the axis row.
struct Part {
    half: Half,
    agreed: CellSet,
}

impl Part {
    fn new(
        cells: &Cells,
        case: &Case,
        axis_lines: LineSet,
        split: LineSplit,
        effort: &mut Effort,
    ) -> ControlFlow<Stop, Self> {
        let closed = cells.axis_row(axis_lines ^ split.row);
        let placements: Vec<_> = members(split.main)
            .map(|symbol| {
                let rows = case.antidiagonal_rows(symbol, split.anti);
                cells.placements(symbol, rows, closed)
            })
            .collect();
        let half = Half::new(cells, &placements, effort)?;
        let agreed = cells.antidiagonal(split.anti) | cells.axis_row(split.row);
        Continue(Self { half, agreed })
    }

    fn join(
        &self,
        cells: &Cells,
        column: LineSet,
        sink: &mut impl Sink,
        effort: &mut Effort,
    ) -> ControlFlow<Stop> {
        self.half.join(self.agreed | cells.axis_column(column), sink, effort)
    }
}

/// Adds up the ways of the first half, union by union.
struct Collect<'t>(&'t mut Table);

impl Sink for Collect<'_> {
    #[inline]
    fn prepare(&mut self) {
        self.0.reserve(BLOCK);
    }

    #[inline]
    fn take(&mut self, key: u32, ways: u32) {
        self.0.add(key, ways);
    }
}

/// Adds up the squares: the ways of each union of the second half times the ways of the first half
/// to take all other cells.
struct Meet<'t> {
    table: &'t Table,
    /// The key of all cells.
    all: u32,
    squares: u64,
}

impl Sink for Meet<'_> {
    #[inline]
    fn prepare(&mut self) {}

    #[inline]
    fn take(&mut self, key: u32, ways: u32) {
        let first = u64::from(self.table.sum(self.all ^ key));
        // Far below 2^64: there are fewer than 10^13 squares in a case.
        self.squares = self.squares.wrapping_add(first.wrapping_mul(u64::from(ways)));
    }
}

#[cfg(test)]
mod tests {
    use grid_utils::{Cell, Grid};
    use puzzle::{Limits, Tasks as _};

    use super::super::case::{Fixed, halves};
    use super::*;
    use crate::DiagonalLatinSquare;
    use crate::count::symmetry::all;

    /// The squares of some cases, with the main diagonal in order.
    fn squares(order: usize, axis: Axis, cases: Vec<Case>) -> u128 {
        let tasks = Tasks::of_cases(order, 1, axis, cases);
        let mut effort = Effort::new(&Limits::default());
        (0..tasks.len())
            .map(|task| tasks.count(task, &mut effort).continue_value().expect("no limits"))
            .sum()
    }

    #[test]
    fn every_class_of_antidiagonals_is_the_same_however_it_is_split() {
        for (lines, expected) in [(4, 2), (6, 128)] {
            let mut total = 0;
            for class in Class::all(lines) {
                let split = |half| vec![class.of_antidiagonals(half)];
                let count = squares(lines, Axis::None, split(all(lines / 2)));
                for half in halves(lines) {
                    for axis in [Axis::None, Axis::First] {
                        assert_eq!(squares(lines, axis, split(half)), count, "{class:?} {half:b}");
                    }
                }
                total += count;
            }
            assert_eq!(total, expected);
        }
    }

    #[test]
    fn every_class_of_centre_placements_is_the_same_however_it_is_split() {
        for (lines, expected) in [(4, 8), (6, 171_200)] {
            let mut total = 0;
            for class in Class::all(lines) {
                let count = squares(lines + 1, Axis::None, class.of_fewest_centre_placements());
                for half in halves(lines) {
                    for axis in [Axis::None, Axis::Centre] {
                        let cases = class.of_centre_placements(half);
                        assert_eq!(squares(lines + 1, axis, cases), count, "{class:?} {half:b}");
                    }
                }
                total += count;
            }
            assert_eq!(total, expected);
        }
    }

    /// The squares whose main diagonal is in order and that hold what is fixed, listed one by one.
    fn listed(order: usize, fixed: Fixed) -> u128 {
        let lines = order - order % 2;
        let line = |line: usize| line + usize::from(order > lines && line >= lines / 2);
        let mut givens = Grid::filled(order, order, None);
        for symbol in 0..order {
            givens[Cell::new(symbol, symbol)] = u8::try_from(symbol).ok();
        }
        for row in 0..lines {
            let (column, symbol) = match fixed {
                Fixed::Antidiagonal(placement) => (order - 1 - row, usize::from(placement[row])),
                Fixed::CentreSymbol(placement) => (line(usize::from(placement[row])), lines / 2),
            };
            givens[Cell::new(line(row), column)] = u8::try_from(symbol).ok();
        }
        let instance = DiagonalLatinSquare { order, givens: Some(givens) };
        puzzle::count(&instance, &Limits::default()).solutions
    }

    #[test]
    fn every_class_of_orders_4_to_7_has_as_many_squares_as_are_listed() {
        for lines in [4, 6] {
            for class in Class::all(lines) {
                let case = class.of_antidiagonals_with_few_mixed_lines();
                let (fixed, times) = (case.fixed, u128::from(case.weight));
                assert_eq!(squares(lines, Axis::None, vec![case]), listed(lines, fixed) * times);

                let cases = class.of_fewest_centre_placements();
                let fixed = cases[0].fixed;
                let count = squares(lines + 1, Axis::None, cases);
                assert_eq!(count, listed(lines + 1, fixed) * times);
            }
        }
    }

    #[test]
    fn a_class_of_order_8_is_the_same_in_two_splits() {
        let class = Class::all(8).swap_remove(4);
        let split = |half| squares(8, Axis::First, vec![class.of_antidiagonals(half)]);
        assert_eq!(split(0b0000_1111), split(0b0110_1001));
    }

    #[test]
    fn order_9_has_435_cases_and_30450_tasks() {
        let tasks = Tasks::of_order(9, 1, &mut Effort::new(&Limits::default()));
        let tasks = tasks.continue_value().expect("no limits");
        assert_eq!((tasks.cases.len(), tasks.len()), (435, 30_450));
    }
}
