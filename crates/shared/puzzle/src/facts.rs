//! Facts that a partial board states about the solutions that complete it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail, ensure};
use grid_utils::Cell;
use pseudo_boolean::Literal;
use rules::Flag;

use crate::form::Shape;
use crate::{Board, Form, Rules};

/// A partial board in the variables of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Literals true in every solution whose board extends the partial one. They admit other
    /// solutions only if several numbers can show the same value.
    pub literals: Vec<Literal>,
    /// Places of values that no solution shows, as text: "r1c4".
    pub impossible: Vec<String>,
}

/// The place of a value: the part of the board, counted from 0, and the cell. Values of a list that
/// is a set have no cell.
type Place = (usize, Option<Cell>);

/// The contents of a board: the value of a cell, or a line of a list, each with its place.
type Marks = BTreeSet<Mark>;

/// A value of a board with its place.
type Mark = (Place, Vec<i64>);

impl Form {
    /// Returns what a board of this form, complete or not, states about the numbers of the rules.
    ///
    /// Without a function from boards to numbers, this is found by trial. Each value of each number
    /// is read as a board of its own: if it contradicts the partial board at some place, the number
    /// has another value; if no other value shows what the place holds, the number has this one.
    ///
    /// # Errors
    /// If boards of this form cannot be partial, or are too large.
    pub fn facts_of(&self, rules: &Rules, board: &Board) -> Result<Facts> {
        let wanted = self.marks(board)?;
        let mut facts = Facts::default();
        let Some(numbers) = rules.numbers_of(board) else {
            return self.facts_by_trial(rules, wanted);
        };
        for (number, value) in numbers {
            match rules.shown()[number].is(value) {
                Flag::Open(literal) => facts.literals.push(literal),
                Flag::Known(true) => {}
                Flag::Known(false) => {
                    let mut one = vec![None; rules.shown().len()];
                    one[number] = Some(value);
                    let mark = self.marks(&rules.read(&one))?.pop_first();
                    let place = mark.map_or("a cell".to_owned(), |(place, _)| self.name(place));
                    facts.impossible.push(place);
                }
            }
        }
        Ok(facts)
    }

    fn facts_by_trial(&self, rules: &Rules, mut wanted: Marks) -> Result<Facts> {
        /// Most values read, times the numbers read with each; bounds the time.
        const MOST_READ: usize = 100_000_000;
        let shown = rules.shown();
        let values: usize = shown.iter().map(|number| number.values().len()).sum();
        ensure!(
            values.saturating_mul(shown.len()) <= MOST_READ,
            "the boards of this instance are too large to be partial"
        );
        let mut read = vec![None; shown.len()];
        let known: BTreeSet<Place> =
            self.marks(&rules.read(&read))?.into_iter().map(|(place, _)| place).collect();
        // Parts of every board carry no information.
        wanted.retain(|(place, _)| !known.contains(place) || place.1.is_none());
        let taken: BTreeSet<Place> =
            wanted.iter().map(|&(place, _)| place).filter(|(_, cell)| cell.is_some()).collect();
        let mut showing: BTreeMap<_, Vec<(usize, Flag)>> =
            wanted.into_iter().map(|mark| (mark, Vec::new())).collect();
        let mut wrong = Vec::new();
        for (number, int) in shown.iter().enumerate() {
            for (value, flag) in int.values().filter(|&(_, flag)| flag != Flag::FALSE) {
                read[number] = Some(value);
                let mut marks = self.marks(&rules.read(&read))?;
                marks.retain(|(place, _)| !known.contains(place) || place.1.is_none());
                let is_other = |mark: &Mark| taken.contains(&mark.0) && !showing.contains_key(mark);
                if marks.iter().any(is_other) {
                    wrong.push((number, !flag));
                    continue;
                }
                for mark in &marks {
                    if let Some(showing) = showing.get_mut(mark) {
                        showing.push((number, flag));
                    }
                }
            }
            read[number] = None;
        }
        Ok(self.gathered(&showing, &wrong))
    }

    /// Returns the facts, from the values of numbers that may show each mark, and from the wrong
    /// ones.
    fn gathered(
        &self,
        showing: &BTreeMap<Mark, Vec<(usize, Flag)>>,
        wrong: &[(usize, Flag)],
    ) -> Facts {
        let mut facts = Facts::default();
        let mut known = BTreeSet::new();
        let mut hold = |flag| match flag {
            Flag::Open(literal) => facts.literals.push(literal),
            Flag::Known(_) => {}
        };
        for ((place, _), showing) in showing {
            match showing[..] {
                [] => facts.impossible.push(self.name(*place)),
                [(number, flag)] if known.insert(number) => hold(flag),
                _ => {}
            }
        }
        // A known value already excludes the others.
        let wrong = wrong.iter().filter(|(number, _)| !known.contains(number));
        wrong.for_each(|&(_, flag)| hold(flag));
        facts
    }

    /// Returns whether a board extends a partial one.
    ///
    /// # Errors
    /// If boards of this form cannot be partial.
    pub fn extends(&self, board: &Board, partial: &Board) -> Result<bool> {
        Ok(self.marks(board)?.is_superset(&self.marks(partial)?))
    }

    /// Returns the contents of a board.
    ///
    /// # Errors
    /// If a part of such a board has no meaning.
    fn marks(&self, board: &Board) -> Result<Marks> {
        let mut marks = Marks::new();
        self.add_marks(board, 0, &mut marks)?;
        Ok(marks)
    }

    fn add_marks(&self, board: &Board, part: usize, marks: &mut Marks) -> Result<()> {
        match &self.shape {
            Shape::Grid { .. } if self.has_free_names() => {
                bail!("boards of this puzzle cannot be partial: their names are free")
            }
            Shape::Grid { .. } => {
                let values = board.grid().iter();
                let values = values.filter_map(|(cell, value)| Some((cell, (*value)?)));
                marks.extend(values.map(|(cell, value)| ((part, Some(cell)), vec![value])));
            }
            &Shape::List { per_line, is_set, .. } if is_set || per_line < usize::MAX => {
                let lines = board.list().chunks(if is_set { 1 } else { per_line });
                marks.extend(lines.map(|line| ((part, None), line.to_vec())));
            }
            Shape::Parts { parts, .. } => {
                for (number, ((_, form), board)) in parts.iter().zip(board.parts()).enumerate() {
                    form.add_marks(board, number, marks)?;
                }
            }
            Shape::List { .. } => {
                bail!("boards of this puzzle cannot be partial: they are lists in a fixed order")
            }
            Shape::Walk => bail!("boards of this puzzle cannot be partial: they are walks"),
            Shape::Line { .. } => bail!("boards of this puzzle cannot be partial: they are lines"),
        }
        Ok(())
    }

    /// Returns a place as text.
    fn name(&self, (part, cell): Place) -> String {
        let cell = cell.map(|cell| cell.to_string());
        let part = match &self.shape {
            Shape::Parts { parts, .. } => Some(format!("`{}`", parts[part].0)),
            _ => None,
        };
        [part, cell].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use grid_utils::Grid;
    use rules::Model;

    use super::*;
    use crate::Unknown;
    use crate::unknown::state_by;

    fn literal(flag: Flag) -> Literal {
        match flag {
            Flag::Open(literal) => literal,
            Flag::Known(_) => panic!("the flag is known"),
        }
    }

    #[test]
    fn a_cell_of_a_grid_is_a_fact_about_its_number() {
        let form = Form::numbers(1, 3, 0..=9);
        let mut model = Model::default();
        let cells = model.grid(1, 3, 1..=4);
        let is_cell = |_: &mut Model, board: &mut Unknown| board.set_cells(&cells);
        let rules = state_by(form.clone(), &is_cell, model);
        let facts = |text| form.facts_of(&rules, &form.read(text).unwrap()).unwrap();
        let known = literal(cells[Cell::new(0, 1)].is(4));
        assert_eq!(facts(". 4 ."), Facts { literals: vec![known], ..Facts::default() });
        assert_eq!(facts(". . 5").impossible, ["r1c3"]);
        assert_eq!(facts(". . ."), Facts::default());
    }

    /// Tiles of two cells in a row of four, each by the place of its first cell.
    fn tiles() -> (Form, Rules, [Flag; 3]) {
        let mut model = Model::default();
        let lies = [(); 3].map(|()| model.flag());
        let rules = model.solved_by(lies, |lies| {
            let is_covered = |cell: usize| {
                (cell.saturating_sub(1)..=cell.min(2)).any(|tile| lies[tile] == Some(1))
            };
            Board::Grid(Grid::from_fn(1, 4, |cell| is_covered(cell.column).then_some(1)))
        });
        (Form::numbers(1, 4, 0..=1), rules, lies)
    }

    #[test]
    fn trial_finds_the_only_number_that_shows_a_value_and_those_that_show_another() {
        let (form, rules, lies) = tiles();
        let facts = |text| form.facts_of(&rules, &form.read(text).unwrap()).unwrap();
        assert_eq!(facts("1 . . .").literals, [literal(lies[0])]);
        assert!(facts(". 1 . .").literals.is_empty(), "two tiles might lie there");
        assert_eq!(facts(". 0 . .").literals, [!literal(lies[0]), !literal(lies[1])]);
        assert_eq!(facts(". 0 . .").impossible, ["r1c2"], "no tile shows a 0");
        assert_eq!(facts("0 1 . .").literals, [literal(lies[1]), !literal(lies[0])]);
    }

    #[test]
    fn lines_of_a_set_are_facts_in_any_order() {
        let mut model = Model::default();
        let lies = [(); 3].map(|()| model.flag());
        let rules = model.solved_by(lies, |lies| {
            let points = (0..).zip(lies).filter(|(_, lies)| **lies == Some(1));
            points.flat_map(|(x, _)| [x, 0]).collect::<Vec<_>>().into()
        });
        let form = Form::parts(crate::Layout::Blocks, [("A", Form::list(0..=9).in_lines_of(2))]);
        let rules = Model::default()
            .solved_by(rules.shown().to_vec(), move |lies| Board::Parts(vec![rules.read(lies)]));
        let facts = |text| form.facts_of(&rules, &form.read(text).unwrap()).unwrap();
        assert_eq!(facts("A:\n2 0\n0 0").literals, [literal(lies[0]), literal(lies[2])]);
        assert_eq!(facts("A:\n3 0").impossible, ["`A`"]);
    }

    #[test]
    fn walks_lists_and_free_names_cannot_be_partial() {
        let (_, rules, _) = tiles();
        let refused = |form: &Form, text| {
            form.facts_of(&rules, &form.read(text).unwrap()).unwrap_err().to_string()
        };
        assert!(refused(&Form::walk(1, 2), "r1c1").ends_with("they are walks"));
        assert!(refused(&Form::list(0..=1), "1").ends_with("they are lists in a fixed order"));
        let pieces = Form::words(1, 2, ["A", "B"]).with_free_names();
        assert!(refused(&pieces, "A .").ends_with("their names are free"));
    }
}
