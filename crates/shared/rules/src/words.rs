//! Rules that need no auxiliary variables.

use std::collections::BTreeMap;

use grid_utils::Grid;

use crate::expression::{flags_of, ints_of};
use crate::{Condition, Flag, Int, Model, Number, Rule, Sum};

/// Requires that all conditions are true.
pub fn all<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Rule {
    let mut all = Rule::default();
    for condition in conditions {
        all.add(condition.into().into());
    }
    all
}

/// Requires that at least one of the conditions is true.
pub fn any<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Rule {
    let (mut flags, mut rules) = (Vec::new(), Vec::new());
    for condition in conditions {
        match condition.into() {
            Condition::Flag(flag) => flags.push(flag),
            Condition::Rule(rule) => rules.push(rule),
        }
    }
    one_holds(flags, rules)
}

fn one_holds(flags: Vec<Flag>, mut rules: Vec<Rule>) -> Rule {
    match (flags.len(), rules.len()) {
        (_, 0) => Sum::count(&flags).at_least(1),
        (0, 1) => rules.remove(0),
        _ => {
            let flags = flags.into_iter().map(Condition::Flag);
            let conditions = flags.chain(rules.into_iter().map(Condition::Rule)).collect();
            Rule { parts: Vec::new(), alternatives: vec![conditions] }
        }
    }
}

/// Requires that none of the conditions is true.
pub fn none<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Rule {
    let mut none = Rule::default();
    for condition in conditions {
        none.add(not(condition));
    }
    none
}

/// Requires that the condition is false.
pub fn not(condition: impl Into<Condition>) -> Rule {
    (!condition.into()).into()
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

/// Requires the rule if the condition is true.
pub fn implies(condition: impl Into<Condition>, rule: impl Into<Rule>) -> Rule {
    if_all(vec![condition.into()], rule.into())
}

/// Requires that both conditions are true, or neither.
///
/// ```
/// use rules::{Model, if_and_only_if, sum};
///
/// let mut model = Model::default();
/// let (a, b) = (model.int(0..=3), model.int(0..=3));
/// model.require(if_and_only_if(sum([&a]).less_than(&b), a.is(1)));
/// // 1 2 and 1 3; else 0 0, 2 0 to 2 2 and 3 0 to 3 3.
/// assert_eq!(model.count([a, b])?, 10);
/// # anyhow::Ok(())
/// ```
pub fn if_and_only_if(one: impl Into<Condition>, other: impl Into<Condition>) -> Rule {
    let (one, other) = (one.into(), other.into());
    implies(one.clone(), other.clone()).and(implies(other, one))
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
pub fn when<C: Into<Condition>>(
    conditions: impl IntoIterator<Item = C>,
    rule: impl Into<Rule>,
) -> Rule {
    if_all(conditions.into_iter().map(C::into).collect(), rule.into())
}

fn if_all(conditions: Vec<Condition>, rule: Rule) -> Rule {
    let (mut flags, mut broken) = (Vec::with_capacity(conditions.len()), Vec::new());
    for condition in conditions {
        match condition {
            Condition::Flag(flag) => flags.push(flag),
            Condition::Rule(condition) => broken.push(not(condition)),
        }
    }
    if broken.is_empty() {
        return conditional(&flags, rule);
    }
    broken.push(rule);
    conditional(&flags, one_holds(Vec::new(), broken))
}

pub(crate) fn conditional(conditions: &[Flag], mut rule: Rule) -> Rule {
    if conditions.contains(&Flag::FALSE) {
        return Rule::default();
    }
    for alternatives in &mut rule.alternatives {
        alternatives.extend(conditions.iter().map(|&condition| Condition::Flag(!condition)));
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

    /// Returns for each number of a line whether it is larger than all before it, like a building
    /// that is visible from the start of a street.
    ///
    /// ```
    /// use rules::{Model, all_different, exactly};
    ///
    /// // Two of three buildings are visible.
    /// let mut model = Model::default();
    /// let height = [(); 3].map(|()| model.int(1..=3));
    /// model.require(all_different(&height));
    /// let visible = model.visible(&height);
    /// model.require(exactly(2, visible));
    /// assert_eq!(model.count(&height)?, 3);
    /// # anyhow::Ok(())
    /// ```
    pub fn visible<'a>(&mut self, line: impl IntoIterator<Item = &'a Int>) -> Vec<Flag> {
        self.visible_along(&ints_of(line))
    }

    fn visible_along(&mut self, line: &[&Int]) -> Vec<Flag> {
        // Whether one of the numbers so far is at least a value.
        let mut reached: BTreeMap<i64, Flag> = BTreeMap::new();
        for int in line {
            reached.extend(int.values().map(|(value, _)| (value, Flag::FALSE)));
        }
        let mut visible = Vec::new();
        for int in line {
            let first = |(value, is_value)| self.all_of([is_value, !reached[&value]]);
            let first: Vec<Flag> = int.values().map(first).collect();
            visible.push(self.any_of(first));
            let mut is_at_least = Flag::FALSE;
            for (&value, reached) in reached.iter_mut().rev() {
                is_at_least = self.any_of([is_at_least, int.is(value)]);
                *reached = self.any_of([*reached, is_at_least]);
            }
        }
        visible
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
