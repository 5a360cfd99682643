//! The search: values of the formulas, then the grid.

use std::collections::{BTreeMap, BTreeSet};

use puzzle::prelude::*;

use crate::formulas::{Fault, Formula, Fraction, Linear, value};

/// Formulas, the values of some of them, and their consequences.
#[derive(Clone)]
pub(crate) struct Values<'f> {
    /// The formulas without a value, simple ones first.
    open: Vec<(Cell, &'f Formula)>,
    numbers: Grid<Option<i64>>,
    /// The known linear value of each unknown.
    known: BTreeMap<char, Linear>,
}

impl<'f> Values<'f> {
    pub(crate) fn new(formulas: &'f Grid<Option<Formula>>) -> Self {
        let open = formulas.iter().filter_map(|(cell, formula)| Some((cell, formula.as_ref()?)));
        let mut open: Vec<_> = open.collect();
        open.sort_by_key(|(_, formula)| formula.unknowns().len());
        Values { open, numbers: formulas.map(|_, _| None), known: BTreeMap::new() }
    }

    /// Returns the unknowns that have a value.
    fn known(&self) -> BTreeMap<char, Fraction> {
        let known = self.known.iter().filter(|(_, value)| value.slopes.is_empty());
        known.map(|(&name, value)| (name, value.constant)).collect()
    }

    /// Evaluates the formulas without open unknowns. Returns the first whose value is not a number
    /// from 1 to `largest`.
    fn settle(&mut self, largest: i64) -> Result<(), &'f Formula> {
        let open = std::mem::take(&mut self.open);
        for (cell, formula) in open {
            match value(formula.expression(), &self.known) {
                Ok(sum) if sum.slopes.is_empty() => {
                    let is_it = |&number: &i64| sum.constant == i128::from(number).into();
                    self.numbers[cell] = Some((1..=largest).find(is_it).ok_or(formula)?);
                }
                Ok(_) | Err(Fault::Unclear) => self.open.push((cell, formula)),
                Err(Fault::Undefined | Fault::Irrational) => return Err(formula),
            }
        }
        Ok(())
    }

    /// Returns a linear formula with as few open unknowns as possible.
    fn linear(&self) -> Option<(Cell, Linear)> {
        let linear = self.open.iter().filter_map(|&(cell, formula)| {
            let sum = value(formula.expression(), &self.known).ok()?;
            (!sum.slopes.is_empty()).then_some((cell, sum))
        });
        linear.min_by_key(|(_, sum)| sum.slopes.len())
    }

    /// Returns the same after a linear formula gets a value. `None` if the numbers become too
    /// large.
    fn with(&self, sum: &Linear, value: i64) -> Option<Self> {
        let (&name, _) = sum.slopes.first_key_value()?;
        let solved = sum.clone().solved_for(name, value).ok()?;
        let mut known = BTreeMap::new();
        for (&other, before) in &self.known {
            known.insert(other, before.clone().with(name, &solved).ok()?);
        }
        known.insert(name, solved);
        Some(Values { known, ..self.clone() })
    }

    /// Returns the joint values of all formulas, in reading order, wherever all linear ones are
    /// numbers up to `largest`; `None` if that is unclear, or if `stops` says so.
    pub(crate) fn rows(&self, largest: i64, stops: &dyn Fn() -> bool) -> Option<Vec<Vec<i64>>> {
        if stops() {
            return None;
        }
        if let Some((_, sum)) = self.linear() {
            let next = (1..=largest).map(|number| self.with(&sum, number)?.rows(largest, stops));
            return next.collect::<Option<Vec<_>>>().map(|rows| rows.concat());
        }
        let mut settled = self.clone();
        if settled.settle(largest).is_err() {
            return Some(Vec::new());
        }
        let row = settled.numbers.values().flatten().copied();
        settled.open.is_empty().then(|| vec![row.collect()])
    }

    /// Tries all values of the formulas, then all possible largest numbers.
    pub(crate) fn all(mut self, depth: usize, largest: i64, search: &mut Search) -> Flow {
        let settled = self.settle(largest);
        search.visit(depth, || Board::Grid(self.numbers.clone()))?;
        if let Err(formula) = settled {
            search.dead_end_because(|| format!("{formula} is no number from 1 to {largest}"));
            return Flow::Continue(());
        }
        if let Some((_, sum)) = self.linear() {
            for value in 1..=largest {
                let Some(values) = self.with(&sum, value) else { return search.give_up() };
                values.all(depth + 1, largest, search)?;
            }
            return Flow::Continue(());
        }
        if !self.open.is_empty() {
            return search.give_up();
        }
        let given = self.numbers.values().flatten().copied().max();
        nested_shapes::search(&self.numbers, given.unwrap_or(1)..=largest, search)
    }
}

/// Returns the unknowns that the linear formulas alone do not determine.
pub(crate) fn undetermined(formulas: &Grid<Option<Formula>>) -> BTreeSet<char> {
    let mut values = Values::new(formulas);
    let mut undetermined: BTreeSet<char> =
        values.open.iter().flat_map(|(_, formula)| formula.unknowns()).collect();
    values.open.retain(|(_, formula)| value(formula.expression(), &values.known).is_ok());
    while let Some(next) = values.linear().and_then(|(_, sum)| values.with(&sum, 1)) {
        values = next;
    }
    let known = values.known();
    undetermined.retain(|name| !known.contains_key(name));
    undetermined
}
