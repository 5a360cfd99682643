//! The count as numbered tasks whose counts add up.

use std::ops::ControlFlow::{self, Continue};

use itertools::Itertools;
use puzzle::{Effort, Found, Stop};
use rustc_hash::FxHashMap;

use super::case::{Case, Class};
use super::cells::{Cells, agreed, axis_lines};
use super::half::Half;
use super::symmetry::{LineSet, LineSplit, members, subsets};

/// The count of an order in parts.
#[derive(Debug)]
pub(crate) struct Tasks {
    cases: Vec<Case>,
    /// The tasks: a case, by its number, and the columns that the first half takes in the axis row.
    list: Vec<(usize, LineSet)>,
}

impl Tasks {
    /// Returns the tasks of an order, from 1 to [`LARGEST_ORDER`](super::LARGEST_ORDER).
    pub(crate) fn of_order(order: usize, effort: &mut Effort) -> ControlFlow<Stop, Self> {
        let mut cases = Vec::new();
        for class in Class::all(order - order % 2) {
            effort.poll()?;
            cases.extend(class.best_cases(order));
        }
        Continue(Self::of_cases(cases))
    }

    fn of_cases(cases: Vec<Case>) -> Self {
        let mut list = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let (size, _) = agreed(case.order, case.split);
            list.extend(subsets(axis_lines(case.order), size).map(|row| (number, row)));
        }
        Self { cases, list }
    }
}

impl Case {
    /// Returns the number of squares in which the first half takes these columns of the axis row,
    /// without relabelling.
    fn squares(&self, row: LineSet, effort: &mut Effort) -> ControlFlow<Stop, u128> {
        let axis_lines = axis_lines(self.order);
        let (_, size) = agreed(self.order, self.split);
        // The rows that the first half can take in the axis column: one of each class of equivalent
        // choices, with the size of the class.
        let columns = subsets(axis_lines, size)
            .filter_map(|column| Some((column, self.equal_splits(row, column)?)));
        let cells = Cells::new(self);
        let split = LineSplit { row, ..self.split };
        let first = self.half(&cells, split, effort)?;
        let rest = LineSplit { row: axis_lines ^ row, ..split.complement(self.placement.len()) };
        let second = self.half(&cells, rest, effort)?;

        let mut squares = 0;
        // The ways of the first half to take the cells of each key: at most 7 million.
        let mut table: FxHashMap<u32, u32> = FxHashMap::default();
        for (column, weight) in columns {
            effort.node()?;
            table.clear();
            first.join(&cells, cells.axis_column(column), effort, |key, ways| {
                *table.entry(key).or_default() += ways;
            })?;
            let (all, mut met) = (cells.key(), 0_u64);
            second.join(&cells, cells.axis_column(axis_lines ^ column), effort, |key, ways| {
                // The ways of the first half to take all other cells.
                let others = u64::from(table.get(&(all ^ key)).copied().unwrap_or(0));
                // Far below 2^64: there are fewer than 10^13 squares in a case.
                met = met.wrapping_add(others.wrapping_mul(u64::from(ways)));
            })?;
            squares += u128::from(met) * u128::from(weight);
        }
        Continue(squares * u128::from(self.weight))
    }

    /// Returns the half that takes these cells of the diagonals and the axis row.
    fn half(
        &self,
        cells: &Cells,
        split: LineSplit,
        effort: &mut Effort,
    ) -> ControlFlow<Stop, Half> {
        let agreed = cells.antidiagonal(split.anti) | cells.axis_row(split.row);
        let closed = cells.axis_row(axis_lines(self.order) ^ split.row);
        let placements = members(split.main).map(|symbol| {
            cells.placements(symbol, self.antidiagonal_rows(symbol, split.anti), closed)
        });
        Half::new(cells, agreed, &placements.collect_vec(), effort)
    }
}

impl puzzle::Tasks for Tasks {
    fn len(&self) -> u64 {
        self.list.len() as u64
    }

    fn run(&self, task: u64, effort: &mut Effort) -> ControlFlow<Stop, Found> {
        let (case, row) = self.list[usize::try_from(task).expect("a task is in the list")];
        let case = &self.cases[case];
        let squares = case.squares(row, effort)?;
        // Each square has this many relabellings.
        Continue(Found::Count(squares * (1..=case.order as u128).product::<u128>()))
    }
}

#[cfg(test)]
mod tests {
    use puzzle::{Limits, Tasks as _};

    use super::super::case::halves;
    use super::*;

    /// Returns the number of squares of some cases, with the main diagonal in order.
    fn squares(cases: Vec<Case>) -> u128 {
        let tasks = Tasks::of_cases(cases);
        let mut effort = Effort::new(&Limits::default());
        let squares =
            tasks.list.iter().map(|&(case, row)| tasks.cases[case].squares(row, &mut effort));
        squares.map(|squares| squares.continue_value().expect("no limits")).sum()
    }

    #[test]
    fn every_class_has_the_same_squares_however_it_is_split() {
        for (order, expected) in [(4, 2), (5, 8), (6, 128), (7, 171_200)] {
            let lines = order - order % 2;
            let mut total = 0;
            for class in Class::all(lines) {
                let count = squares(class.best_cases(order));
                for half in halves(lines) {
                    let cases = class.cases(order, half);
                    assert_eq!(squares(cases), count, "{class:?} {half:b}");
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
