//! Rules that need no auxiliary variables.

use grid_utils::Grid;

use crate::expression::{flags_of, ints_of};
use crate::{Flag, Int, Model, Number, Rule, Sum};

/// Requires that all flags are true.
pub fn all<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    all_are(true, &flags_of(flags))
}

/// Requires that at least one of the flags is true.
pub fn any<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    at_least(1, flags)
}

/// Requires that none of the flags is true.
pub fn none<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    all_are(false, &flags_of(flags))
}

fn all_are(value: bool, flags: &[Flag]) -> Rule {
    flags.iter().map(|&flag| Rule::from(if value { flag } else { !flag })).collect()
}

/// Requires that exactly this many of the flags are true.
pub fn exactly<F: Into<Flag>>(count: impl Number, flags: impl IntoIterator<Item = F>) -> Rule {
    Sum::count(&flags_of(flags)).equals(count.number())
}

/// Requires that at most this many of the flags are true.
pub fn at_most<F: Into<Flag>>(count: impl Number, flags: impl IntoIterator<Item = F>) -> Rule {
    Sum::count(&flags_of(flags)).at_most(count.number())
}

/// Requires that at least this many of the flags are true.
pub fn at_least<F: Into<Flag>>(count: impl Number, flags: impl IntoIterator<Item = F>) -> Rule {
    Sum::count(&flags_of(flags)).at_least(count.number())
}

/// Requires the rule if the flag is true.
pub fn implies(condition: Flag, rule: impl Into<Rule>) -> Rule {
    conditional(&[condition], rule.into())
}

/// Requires the rule if all conditions are true.
///
/// ```
/// use rules::{Model, sum, when};
///
/// let mut model = Model::default();
/// let (a, b) = (model.int(0..=3), model.int(0..=3));
/// model.require(when([a.is(2)], sum([&b]).at_most(1)));
/// assert_eq!(model.count([a, b])?, 14);
/// # anyhow::Ok(())
/// ```
pub fn when<F: Into<Flag>>(conditions: impl IntoIterator<Item = F>, rule: impl Into<Rule>) -> Rule {
    conditional(&flags_of(conditions), rule.into())
}

fn conditional(conditions: &[Flag], mut rule: Rule) -> Rule {
    if conditions.contains(&Flag::FALSE) {
        return Rule::default();
    }
    for part in &mut rule.parts {
        // The lowest possible sum, which an unmet condition must compensate.
        let lowest = part.terms.iter().map(|&(coefficient, _)| coefficient.min(0));
        let lacking = lowest.fold(part.constant, i128::saturating_add).min(0).saturating_neg();
        part.terms.reserve(conditions.len());
        for &condition in conditions {
            if let Flag::Open(literal) = condition {
                part.terms.push((lacking, !literal));
            }
        }
    }
    rule
}

/// Requires that no value occurs twice.
pub fn all_different<'a>(ints: impl IntoIterator<Item = &'a Int>) -> Rule {
    distinct(&ints_of(ints))
}

fn distinct(ints: &[&Int]) -> Rule {
    let mut values: Vec<i64> =
        ints.iter().flat_map(|int| int.values().map(|(value, _)| value)).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| at_most(1, ints.iter().map(|int| int.is(value)))).collect()
}

/// Requires that the two numbers are equal.
pub fn equal(one: &Int, other: &Int) -> Rule {
    let values = one.values().chain(other.values()).map(|(value, _)| value);
    values.map(|value| Sum::from(one.is(value)).equals(other.is(value))).collect()
}

/// Requires that the grid has the given numbers.
///
/// ```
/// use rules::{Model, givens};
///
/// let mut model = Model::default();
/// let digit = model.grid(2, 2, 1..=3);
/// let given: grid_utils::Grid<Option<u8>> = ". 3\n1 .".parse()?;
/// model.require(givens(&digit, &given));
/// assert_eq!(model.count(digit.values())?, 9);
/// # anyhow::Ok(())
/// ```
///
/// # Panics
/// If a number is given outside the grid.
pub fn givens<T: Copy + Into<i64>>(grid: &Grid<Int>, givens: &Grid<Option<T>>) -> Rule {
    let given = givens.iter().filter_map(|(cell, number)| Some((cell, (*number)?.into())));
    all(given.map(|(cell, number): (_, i64)| grid[cell].is(number)))
}

impl Model {
    /// Returns the exclusive or of two flags.
    ///
    /// ```
    /// use rules::Model;
    ///
    /// let mut model = Model::default();
    /// let (one, other) = (model.flag(), model.flag());
    /// let differ = model.differ(one, other);
    /// model.require(differ);
    /// assert_eq!(model.count([one, other])?, 2);
    /// # anyhow::Ok(())
    /// ```
    pub fn differ(&mut self, one: Flag, other: Flag) -> Flag {
        match (one, other) {
            (Flag::Known(value), flag) | (flag, Flag::Known(value)) => {
                if value {
                    !flag
                } else {
                    flag
                }
            }
            _ => {
                let differ = self.flag();
                self.require(any([!differ, one, other]).and(any([!differ, !one, !other])));
                self.require(any([differ, !one, other]).and(any([differ, one, !other])));
                differ
            }
        }
    }

    /// Requires that no 2 x 2 block has all its flags true, with one statement per block.
    pub fn no_full_block(&mut self, flags: &Grid<Flag>) {
        for block in flags.windows(2, 2) {
            self.require(at_most(3, flags.window_cells(block, 2, 2).map(|cell| flags[cell])));
        }
    }
}

/// Requires that the second flag is true where the first flag along a line is first true, and that
/// there is such a place.
///
/// ```
/// use rules::{Model, first_seen};
///
/// // The first filled cell of three holds a 2.
/// let mut model = Model::default();
/// let line = [(); 3].map(|()| model.int(0..=2));
/// model.require(first_seen(line.iter().map(|cell| (cell.is_not(0), cell.is(2)))));
/// assert_eq!(model.count(&line)?, 13);
/// # anyhow::Ok(())
/// ```
pub fn first_seen(line: impl IntoIterator<Item = (Flag, Flag)>) -> Rule {
    let mut gathered = Vec::new();
    for pair in line {
        gathered.push(pair);
    }
    first_is_right(&gathered)
}

fn first_is_right(line: &[(Flag, Flag)]) -> Rule {
    let mut conditions: Vec<Flag> = Vec::new();
    let mut rule = Rule::default();
    for &(flag, is_right) in line {
        conditions.push(flag);
        rule.add(conditional(&conditions, is_right.into()));
        conditions.pop();
        conditions.push(!flag);
    }
    rule.and(any(line.iter().map(|&(flag, _)| flag)))
}
