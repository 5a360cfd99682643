//! The words that need no variables of their own.

use grid_utils::Grid;

use crate::{Flag, Int, Rule, Sum, sum};

/// All of the flags are true.
pub fn all<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    flags.into_iter().map(|flag| Rule::from(flag.into())).collect()
}

/// At least one of the flags is true.
pub fn any<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    at_least(1, flags)
}

/// None of the flags is true.
pub fn none<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Rule {
    all(flags.into_iter().map(|flag| !flag.into()))
}

/// So many of the flags are true, no more and no less.
pub fn exactly<F: Into<Flag>>(count: i64, flags: impl IntoIterator<Item = F>) -> Rule {
    count_of(flags).equals(count)
}

/// So many of the flags are true, or fewer.
pub fn at_most<F: Into<Flag>>(count: i64, flags: impl IntoIterator<Item = F>) -> Rule {
    count_of(flags).at_most(count)
}

/// So many of the flags are true, or more.
pub fn at_least<F: Into<Flag>>(count: i64, flags: impl IntoIterator<Item = F>) -> Rule {
    count_of(flags).at_least(count)
}

fn count_of<F: Into<Flag>>(flags: impl IntoIterator<Item = F>) -> Sum {
    sum(flags.into_iter().map(Into::into))
}

/// Where the first flag is true, the rule holds.
pub fn implies(condition: Flag, rule: impl Into<Rule>) -> Rule {
    when([condition], rule)
}

/// Where all conditions are true, the rule holds.
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
    let mut violated = Sum::default();
    for condition in conditions {
        match condition.into() {
            Flag::Known(true) => {}
            Flag::Known(false) => return Rule::default(),
            open @ Flag::Open(_) => violated += Sum::from(!open),
        }
    }
    let parts = rule.into().parts.into_iter().map(|part| {
        // As much as the sum can be below 0, for a condition that is not met.
        let lowest = part.terms.iter().map(|&(coefficient, _)| coefficient.min(0));
        let lacking = lowest.fold(part.constant, i128::saturating_add).min(0).saturating_neg();
        let mut relaxed = part;
        relaxed.terms.extend(violated.terms.iter().map(|&(_, literal)| (lacking, literal)));
        relaxed
    });
    Rule { parts: parts.collect() }
}

/// No value occurs twice.
pub fn all_different<'a>(ints: impl IntoIterator<Item = &'a Int>) -> Rule {
    let ints: Vec<&Int> = ints.into_iter().collect();
    let mut values: Vec<i64> =
        ints.iter().flat_map(|int| int.values().map(|(value, _)| value)).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| at_most(1, ints.iter().map(|int| int.is(value)))).collect()
}

/// The two are the same number.
pub fn equal(one: &Int, other: &Int) -> Rule {
    let values = one.values().chain(other.values()).map(|(value, _)| value);
    values.map(|value| Sum::from(one.is(value)).equals(other.is(value))).collect()
}

/// Given numbers stay where they are.
///
/// ```
/// use rules::{Model, givens};
///
/// let mut model = Model::default();
/// let digit = model.grid(2, 2, 1..=3);
/// model.require(givens(&digit, &". 3\n1 .".parse().unwrap()));
/// assert_eq!(model.count(digit.values())?, 9);
/// # anyhow::Ok(())
/// ```
///
/// # Panics
/// If a number is given outside the grid.
pub fn givens(grid: &Grid<Int>, givens: &Grid<Option<u8>>) -> Rule {
    let given = givens.iter().filter_map(|(cell, number)| Some((cell, (*number)?)));
    all(given.map(|(cell, number)| grid[cell].is(number.into())))
}

/// No 2 x 2 block has all its flags true.
pub fn no_full_block(flags: &Grid<Flag>) -> Rule {
    let blocks = flags.windows(2, 2);
    blocks
        .map(|block| at_most(3, flags.window_cells(block, 2, 2).map(|cell| flags[cell])))
        .collect()
}

/// The first flag along a line that is true is one for which `is_right` is true, too. One of them is
/// true.
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
    let mut before: Vec<Flag> = Vec::new();
    let mut rule = Rule::default();
    for (flag, is_right) in line {
        let conditions = before.iter().map(|&flag| !flag).chain([flag]);
        rule = rule.and(when(conditions, is_right));
        before.push(flag);
    }
    rule.and(any(before))
}
