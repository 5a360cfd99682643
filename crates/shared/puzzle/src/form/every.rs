//! All complete boards of a form, where there are few.

use std::ops::RangeInclusive;

use grid_utils::{Cell, Grid};

use super::{Form, Shape, Words};
use crate::Board;

impl Form {
    /// Lists every complete board that keeps the given values. Returns `None` if there are more
    /// than `most`, or if the form does not define them: walks, lists, lines, vocabularies specific
    /// to a puzzle, and free names, of which a search reports only one naming.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let count = |form: Form| form.every(100).map(|boards| boards.len());
    /// assert_eq!(count(Form::shading(2, 3)), Some(64));
    /// assert_eq!(count(Form::numbers(1, 2, 1..=3).with_empty_cells()), Some(16));
    /// assert_eq!(count(Form::shading(3, 3)), None);
    /// ```
    #[must_use]
    pub fn every(&self, most: usize) -> Option<Vec<Board>> {
        match &self.shape {
            &Shape::Grid { rows, columns, .. } if !self.has_free_names => {
                let cells = Grid::filled(rows, columns, ());
                let values: Vec<_> =
                    cells.cells().map(|cell| self.values_at(cell, most)).collect::<Option<_>>()?;
                let grid = |values: &[Option<i64>]| {
                    let value = |cell: Cell| values[cell.row * columns + cell.column];
                    Board::Grid(Grid::from_fn(rows, columns, value))
                };
                Some(choices(&values, most)?.iter().map(|values| grid(values)).collect())
            }
            Shape::Parts { parts, .. } => {
                let parts: Vec<_> =
                    parts.iter().map(|(_, form)| form.every(most)).collect::<Option<_>>()?;
                Some(choices(&parts, most)?.into_iter().map(Board::Parts).collect())
            }
            _ => None,
        }
    }

    /// Returns the possible values of a cell; `None` if they are more than `most`, or unknown.
    fn values_at(&self, cell: Cell, most: usize) -> Option<Vec<Option<i64>>> {
        if let Some(given) = self.given(cell) {
            return Some(vec![Some(given)]);
        }
        let mut values: Vec<Option<i64>> = match &self.words {
            Words::Numbers(range) | Words::Named(_, range) => {
                if length(range)? > most {
                    return None;
                }
                range.clone().map(Some).collect()
            }
            Words::Names(names) => (0..)
                .zip(names.iter())
                .filter(|(_, name)| !name.is_empty())
                .map(|(value, _)| Some(value))
                .collect(),
            Words::Cells { .. } | Words::Own(_) => return None,
        };
        if self.may_be_empty() {
            // An empty cell has no value; a grid that is written with 0 for it has no other 0.
            values.push(None);
        }
        Some(values)
    }
}

fn length(range: &RangeInclusive<i64>) -> Option<usize> {
    let length = range.end().checked_sub(*range.start())?.checked_add(1)?;
    usize::try_from(length.max(0)).ok()
}

/// Returns all ways to choose one element of each set, if there are at most `most`.
fn choices<T: Clone>(sets: &[Vec<T>], most: usize) -> Option<Vec<Vec<T>>> {
    let count = sets.iter().try_fold(1_usize, |count, set| count.checked_mul(set.len()))?;
    if count > most {
        return None;
    }
    let choice = |mut number: usize| {
        let chosen = sets.iter().map(|set| {
            let place = number % set.len();
            number /= set.len();
            set[place].clone()
        });
        chosen.collect()
    };
    Some((0..count).map(choice).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Layout;

    fn texts(form: &Form) -> Vec<String> {
        let boards = form.every(1000).unwrap();
        assert!(boards.iter().all(|board| form.check(board).is_ok()));
        let mut texts: Vec<_> = boards.iter().map(|board| form.write(board)).collect();
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
        texts.sort();
        texts
    }

    #[test]
    fn given_values_are_kept() {
        let givens = Grid::from_fn(1, 2, |cell| (cell.column == 1).then_some(3_u8));
        let form = Form::numbers(1, 2, 1..=3).with_givens(&givens);
        assert_eq!(texts(&form), ["1 3", "2 3", "3 3"]);
    }

    #[test]
    fn empty_cells_and_words_without_a_name_count_once() {
        assert_eq!(texts(&Form::words(1, 1, ["", "/"]).with_empty_cells()), [".", "/"]);
        assert_eq!(texts(&Form::value(-1..=1)), ["-1", "0", "1"]);
    }

    #[test]
    fn parts_are_combined() {
        let form =
            Form::parts(Layout::Lines, [("A", Form::shading(1, 2)), ("B", Form::value(1..=3))]);
        assert_eq!(texts(&form).len(), 12);
        assert_eq!(form.every(11), None);
    }

    #[test]
    fn a_form_that_does_not_say_which_boards_there_are_has_none_listed() {
        assert_eq!(Form::walk(1, 1).every(1000), None);
        assert_eq!(Form::list(0..=1).every(1000), None);
        assert_eq!(Form::numbers(1, 1, i64::MIN..=i64::MAX).every(1000), None);
        assert_eq!(Form::shading(1, 1).with_free_names().every(1000), None);
    }
}
