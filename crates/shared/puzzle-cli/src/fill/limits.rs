//! What of the rules a reader sees at once: that cells differ, bounds of sums and of counts. Found among
//! the constraints that speak of the board's cells alone, so that nobody states a rule a second time.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use grid_utils::Cell;
use itertools::Itertools;
use protocol::{FillKind, FillPart, Limit};
use pseudo_boolean::{Literal, Term};
use puzzle::{Form, Rules};
use rules::{Flag, Int};

use super::Session;

/// Limits of more cells are not seen at once.
const MOST_CELLS: usize = 40;
/// More limits are more than a reader wants to be told.
const MOST_LIMITS: usize = 1_000;
/// Boards with more cells are not looked at: their number, squared.
const MOST_READ: usize = 10_000_000;

/// The limits, and the rules that they belong to; `None` if the rules cannot be stated.
pub(super) fn of(session: &Session, parts: &mut [FillPart]) -> Option<(Vec<Limit>, Vec<String>)> {
    let rules = session.puzzle.rules(session.model())?;
    let groups = rules.groups().ok()?;
    let problem = rules.problem().ok()?;
    let mut cells = Cells::of(&rules)?;
    for part in parts.iter_mut().filter(|part| part.kind == FillKind::Own) {
        cells.tell_range(&session.form, part);
    }
    // The bounds of what a rule counts or adds up of some cells.
    let mut bounds: BTreeMap<_, (Option<i64>, Option<i64>)> = BTreeMap::new();
    for group in &groups.groups {
        let Some(heading) = group.heading else { continue };
        for &number in &group.constraints {
            let bound = problem.constraint(number).bound();
            let Some(found) = cells.bound(problem.terms_of(number), bound) else { continue };
            let (least, most) = bounds.entry((heading, found.cells, found.value)).or_default();
            match found.bound {
                Bound::Least(bound) => *least = (*least).max(Some(bound)),
                Bound::Most(bound) => *most = Some(most.map_or(bound, |most| most.min(bound))),
            }
        }
    }
    let blanks = parts.iter().any(|part| part.blanks);
    let mut limits = cells.differing(&mut bounds, blanks);
    limits.extend(bounds.into_iter().map(|((rule, cells, value), (least, most))| Limit {
        rule,
        cells,
        value,
        least,
        most,
    }));
    limits.truncate(MOST_LIMITS);
    // Only the rules that are needed.
    let used: Vec<usize> = limits.iter().map(|limit| limit.rule).sorted().dedup().collect();
    for limit in &mut limits {
        limit.rule = used.iter().position(|&rule| rule == limit.rule).unwrap_or_default();
    }
    Some((limits, used.iter().map(|&rule| rules.headings()[rule].clone()).collect()))
}

/// What a rule adds up or counts, with its bounds: the rule, the cells, the value that is counted.
type Bounds = BTreeMap<(usize, Vec<usize>, Option<i64>), (Option<i64>, Option<i64>)>;

/// A constraint in terms of cells.
struct Found {
    cells: Vec<usize>,
    value: Option<i64>,
    bound: Bound,
}

enum Bound {
    Least(i64),
    Most(i64),
}

/// The numbers of the rules that are cells of the board.
struct Cells<'r> {
    numbers: BTreeMap<usize, &'r Int>,
    /// The cell that a variable belongs to.
    of: HashMap<usize, usize>,
}

impl<'r> Cells<'r> {
    /// A number is a cell if it shows its values there and changes nothing else.
    fn of(rules: &'r Rules) -> Option<Self> {
        let shown = rules.shown();
        let mut values = vec![None; shown.len()];
        let open = rules.read(&values).cells();
        if shown.len().saturating_mul(open.len()) > MOST_READ {
            return None;
        }
        let mut cells = Self { numbers: BTreeMap::new(), of: HashMap::new() };
        for (number, int) in shown.iter().enumerate() {
            let Some(value) = int.values().map(|(value, _)| value).find(|&value| value != 0) else {
                continue;
            };
            values[number] = Some(value);
            let read = rules.read(&values).cells();
            values[number] = None;
            let mut changed = (0..open.len()).filter(|&cell| read[cell] != open[cell]);
            if let (Some(cell), None) = (changed.next(), changed.next())
                && read[cell] == Some(value)
            {
                cells.numbers.insert(cell, int);
                let literals = int.values().filter_map(|(_, flag)| open_literal(flag));
                cells.of.extend(literals.map(|literal| (literal.variable().index(), cell)));
            }
        }
        Some(cells)
    }

    /// Tells the range of numbers that are the puzzle's own words; other words are no numbers.
    fn tell_range(&mut self, form: &Form, part: &mut FillPart) {
        let word =
            |cell, value| form.said(Cell::new(cell / part.columns, cell % part.columns), value);
        let is_plain = |(&cell, int): (&usize, &&Int)| {
            int.values().all(|(value, _)| value == 0 || word(cell, value) == value.to_string())
        };
        if form.size() != Some((part.rows, part.columns)) || !self.numbers.iter().all(is_plain) {
            self.of.clear();
        }
        part.least = self.numbers.values().map(|int| int.smallest()).min().unwrap_or(0);
        part.most = self.numbers.values().map(|int| int.largest()).max().unwrap_or(0);
    }

    /// What a constraint says of cells; `None` if it speaks of anything else, or is no bound of a sum or
    /// of a count.
    fn bound(&self, terms: &[Term], bound: i64) -> Option<Found> {
        let mut terms_of: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        for &term in terms {
            let cell = *self.of.get(&term.literal.variable().index())?;
            terms_of.entry(cell).or_default().push(term);
        }
        if terms_of.len() > MOST_CELLS {
            return None;
        }
        let weights: Vec<Vec<(i64, i64)>> =
            terms_of.iter().map(|(cell, terms)| weights(self.numbers[cell], terms)).collect();
        let cells = terms_of.into_keys().collect();
        let (value, factor, rest) = linear(&weights).or_else(|| counted(&weights))?;
        // factor * (sum or count) >= bound - rest
        let left = bound - rest;
        let bound = if factor > 0 {
            Bound::Least(left.div_euclid(factor) + i64::from(left.rem_euclid(factor) > 0))
        } else {
            Bound::Most((-left).div_euclid(-factor))
        };
        Some(Found { cells, value, bound })
    }

    /// Takes out what says of some cells that no value stands there twice.
    fn differing(&self, bounds: &mut Bounds, blanks: bool) -> Vec<Limit> {
        // That it does stand there once is seen when all of them are filled.
        let is_once = |(_, most)| most == Some(1);
        let once = bounds.iter().filter_map(|((rule, cells, value), &bound)| {
            (is_once(bound) && cells.len() > 1).then_some(((*rule, cells), (*value)?))
        });
        let mut differ = Vec::new();
        for ((rule, cells), once) in once.into_group_map() {
            let values = cells.iter().flat_map(|cell| self.numbers[cell].values());
            let mut values = values.map(|(value, _)| value).filter(|&value| value != 0 || !blanks);
            if values.all(|value| once.contains(&value)) {
                differ.push(Limit {
                    rule,
                    cells: cells.clone(),
                    value: None,
                    least: None,
                    most: None,
                });
            }
        }
        differ.sort();
        let is_told = |rule: usize, cells: &[usize]| {
            differ.iter().any(|limit| limit.rule == rule && limit.cells == cells)
        };
        bounds.retain(|(rule, cells, _), bound| !(is_once(*bound) && is_told(*rule, cells)));
        differ
    }
}

fn open_literal(flag: Flag) -> Option<Literal> {
    match flag {
        Flag::Open(literal) => Some(literal),
        Flag::Known(_) => None,
    }
}

/// What the terms of a number add up to where it has each of its values.
fn weights(number: &Int, terms: &[Term]) -> Vec<(i64, i64)> {
    let possible = || number.values().filter(|&(_, flag)| flag != Flag::FALSE);
    let weight = |value: i64| {
        let is_true = |literal: Literal| {
            possible().any(|(other, flag)| {
                flag == Flag::Open(if other == value { literal } else { !literal })
            })
        };
        let terms = terms.iter().filter(|term| is_true(term.literal));
        terms.map(|term| term.coefficient).sum()
    };
    possible().map(|(value, _)| (value, weight(value))).collect()
}

/// The weights as a sum of the numbers: no value, its factor, and what stands beside it.
fn linear(weights: &[Vec<(i64, i64)>]) -> Option<(Option<i64>, i64, i64)> {
    let [(first, low), .., (last, high)] = weights.first()?[..] else { return None };
    let factor = (high - low) / (last - first);
    let is_linear = |of: &Vec<(i64, i64)>| {
        let (value, weight) = of[0];
        of.iter().all(|&(other, high)| high - weight == factor * (other - value))
    };
    let rest = weights.iter().map(|of| of[0].1 - factor * of[0].0).sum();
    (factor != 0 && weights.iter().all(is_linear)).then_some((None, factor, rest))
}

/// The weights as the number of cells with a value: the value, its factor, and what stands beside it.
fn counted(weights: &[Vec<(i64, i64)>]) -> Option<(Option<i64>, i64, i64)> {
    let candidates: BTreeSet<i64> = weights.first()?.iter().map(|&(value, _)| value).collect();
    candidates.into_iter().find_map(|value| {
        let split = |of: &Vec<(i64, i64)>| {
            let weight = of.iter().find(|&&(other, _)| other == value)?.1;
            let others = of.iter().filter(|&&(other, _)| other != value).map(|&(_, weight)| weight);
            let rest = others.dedup().exactly_one().ok()?;
            Some((weight - rest, rest))
        };
        let parts: Vec<(i64, i64)> = weights.iter().map(split).collect::<Option<_>>()?;
        let factor = parts.iter().map(|part| part.0).dedup().exactly_one().ok()?;
        (factor != 0).then(|| (Some(value), factor, parts.iter().map(|part| part.1).sum()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers as flags of their own, the last ones first.
    fn cell(weights: &[i64]) -> Vec<(i64, i64)> {
        (1..).zip(weights.iter().copied()).collect()
    }

    #[test]
    fn sums_and_counts_are_told_from_others() {
        assert_eq!(linear(&[cell(&[3, 2, 1]), cell(&[2, 1])]), Some((None, -1, 7)));
        assert_eq!(linear(&[cell(&[3, 2, 1]), cell(&[2, 0])]), None);
        assert_eq!(counted(&[cell(&[1, 0, 1]), cell(&[1, 0])]), Some((Some(2), -1, 2)));
        assert_eq!(counted(&[cell(&[1, 0, 1]), cell(&[0, 1])]), None);
        assert_eq!(counted(&[cell(&[1, 2, 3])]), None);
    }
}
