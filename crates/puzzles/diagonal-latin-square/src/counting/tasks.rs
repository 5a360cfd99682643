//! The count as numbered tasks whose counts add up.

use std::ops::ControlFlow::{self, Continue};

use puzzle::{Effort, Found, Stop};

use super::case::{Case, Class};
use super::cells::{CellSet, Cells, agreed, axis_lines};
use super::half::Half;
use super::symmetry::{LineSet, LineSplit, members, subsets};
use super::table::Table;

/// The count of an order in parts.
#[derive(Debug)]
pub(crate) struct Tasks {
    order: usize,
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
    /// Returns the tasks of an order, from 1 to [`LARGEST_ORDER`](super::LARGEST_ORDER).
    pub(crate) fn of_order(order: usize, effort: &mut Effort) -> ControlFlow<Stop, Self> {
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
        Continue(Self::of_cases(order, cases))
    }

    fn of_cases(order: usize, cases: Vec<Case>) -> Self {
        let mut list = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let (size, _) = agreed(order, case.split);
            let rows = subsets(axis_lines(order), size);
            list.extend(rows.map(|row| Task { case: number, row }));
        }
        Self { order, cases, list }
    }

    /// Returns the number of squares of a task, without relabelling.
    fn squares(&self, task: Task, effort: &mut Effort) -> ControlFlow<Stop, u128> {
        let case = &self.cases[task.case];
        let columns = self.columns(case, task.row);
        if columns.is_empty() {
            return Continue(0);
        }
        let cells = Cells::new(self.order, &case.fixed);
        let axis_lines = axis_lines(self.order);
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
            first.join(&cells, column, effort, |key, ways| table.add(key, ways))?;
            let (all, mut met) = (cells.key(), 0_u64);
            second.join(&cells, axis_lines ^ column, effort, |key, ways| {
                // The ways of the first half to take all other cells.
                let others = u64::from(table.sum(all ^ key));
                // Far below 2^64: there are fewer than 10^13 squares in a case.
                met = met.wrapping_add(others.wrapping_mul(u64::from(ways)));
            })?;
            squares += u128::from(met) * u128::from(weight);
        }
        Continue(squares * u128::from(case.weight))
    }

    /// Returns the rows that the first half can take in the axis column: one of each class of
    /// equivalent choices, with the size of the class.
    fn columns(&self, case: &Case, row: LineSet) -> Vec<(LineSet, u64)> {
        let (_, size) = agreed(self.order, case.split);
        let columns = subsets(axis_lines(self.order), size);
        columns.filter_map(|column| Some((column, case.equal_splits(row, column)?))).collect()
    }
}

impl puzzle::Tasks for Tasks {
    fn len(&self) -> u64 {
        self.list.len() as u64
    }

    fn run(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, Found> {
        let squares = self.squares(
            self.list[usize::try_from(task).expect("there are fewer tasks than 2^32")],
            effort,
        )?;
        // Each square has this many relabellings.
        Continue(Found::Count(squares * (1..=self.order as u128).product::<u128>()))
    }
}

/// A half and the cells that it takes of the antidiagonal and the axis row.
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
        effort: &mut Effort,
        take: impl FnMut(u32, u32),
    ) -> ControlFlow<Stop> {
        self.half.join(self.agreed | cells.axis_column(column), effort, take)
    }
}

#[cfg(test)]
mod tests {
    use puzzle::{Limits, Tasks as _};

    use super::super::case::halves;
    use super::super::symmetry::all;
    use super::*;

    /// Returns the number of squares of some cases, with the main diagonal in order.
    fn squares(order: usize, cases: Vec<Case>) -> u128 {
        let tasks = Tasks::of_cases(order, cases);
        let mut effort = Effort::new(&Limits::default());
        let squares = tasks.list.iter().map(|&task| tasks.squares(task, &mut effort));
        squares.map(|squares| squares.continue_value().expect("no limits")).sum()
    }

    #[test]
    fn every_class_of_antidiagonals_is_the_same_however_it_is_split() {
        for (lines, expected) in [(4, 2), (6, 128)] {
            let mut total = 0;
            for class in Class::all(lines) {
                let split = |half| vec![class.of_antidiagonals(half)];
                let count = squares(lines, split(all(lines / 2)));
                for half in halves(lines) {
                    assert_eq!(squares(lines, split(half)), count, "{class:?} {half:b}");
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
                let count = squares(lines + 1, class.of_fewest_centre_placements());
                for half in halves(lines) {
                    let cases = class.of_centre_placements(half);
                    assert_eq!(squares(lines + 1, cases), count, "{class:?} {half:b}");
                }
                total += count;
            }
            assert_eq!(total, expected);
        }
    }

    #[test]
    fn order_9_has_435_cases_and_30450_tasks() {
        let tasks = Tasks::of_order(9, &mut Effort::new(&Limits::default()));
        let tasks = tasks.continue_value().expect("no limits");
        assert_eq!((tasks.cases.len(), tasks.len()), (435, 30_450));
    }
}
