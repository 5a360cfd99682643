//! The words that need no variables of their own.

use grid_utils::Grid;

use crate::expression::{flags_of, ints_of};
use crate::{Flag, Int, Model, Number, Rule, Sum};

/// States that all of the flags are true.
pub fn all<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    all_are(true, &flags_of(flags))
}

/// States that at least one of the flags is true.
pub fn any<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    at_least(1, flags)
}

/// States that none of the flags is true.
pub fn none<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    all_are(false, &flags_of(flags))
}

fn all_are(value: bool, flags: &[Flag]) -> Rule {
    flags.iter().map(|&flag| Rule::from(if value { flag } else { !flag })).collect()
}

/// States that this many of the flags are true, no more and no less.
pub fn exactly<F: Into<Flag>>(count: impl Number, flags: impl IntoIterator<Item = F>) -> Rule {
    Sum::count(&flags_of(flags)).equals(count.number())
}

/// States that this many of the flags are true, or fewer.
pub fn at_most<F: Into<Flag>>(count: impl Number, flags: impl IntoIterator<Item = F>) -> Rule {
    Sum::count(&flags_of(flags)).at_most(count.number())
}

/// States that this many of the flags are true, or more.
pub fn at_least<F: Into<Flag>>(count: impl Number, flags: impl IntoIterator<Item = F>) -> Rule {
    Sum::count(&flags_of(flags)).at_least(count.number())
}

/// States that where the first flag is true, the rule holds.
pub fn implies(condition: Flag, rule: impl Into<Rule>) -> Rule {
    conditional(&[condition], rule.into())
}

/// States that where all conditions are true, the rule holds.
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
        // As much as the sum can be below 0, for a condition that is not met.
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

/// States that no value occurs twice.
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

/// States that the two are the same number.
pub fn equal(one: &Int, other: &Int) -> Rule {
    let values = one.values().chain(other.values()).map(|(value, _)| value);
    values.map(|value| Sum::from(one.is(value)).equals(other.is(value))).collect()
}

/// States that given numbers stay where they are.
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
    /// Returns a flag that is true where exactly one of the two is, and only there.
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

    /// No 2 x 2 block has all its flags true: a statement for each block.
    pub fn no_full_block(&mut self, flags: &Grid<Flag>) {
        for block in flags.windows(2, 2) {
            self.require(at_most(3, flags.window_cells(block, 2, 2).map(|cell| flags[cell])));
        }
    }
}

/// States that the first flag along a line that is true is one for which `is_right` is true, too.
/// One of them is true.
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
