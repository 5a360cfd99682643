//! Constraints visible without search: all-different, sum and count bounds. They are extracted from
//! the constraints on the board's cells, so that no rule is stated twice.

use std::collections::{BTreeMap, HashSet};

use grid_utils::Cell;
use itertools::Itertools;
use protocol::{FillKind, FillPart, Limit};
use pseudo_boolean::{Literal, Term};
use puzzle::{Form, Rules};
use rules::{Flag, Int};

/// Most cells of a limit that is still visible at a glance.
const MOST_CELLS: usize = 40;
/// Most limits; more would not help a reader.
const MOST_LIMITS: usize = 1_000;
/// Most cells of a board; one board is read for each of them, which bounds the time.
const MOST_READ: usize = 2_500;

/// Returns the limits of a board's cells with their rules; `None` if the rules cannot be stated as
/// constraints about cells. Sets the number ranges of parts with a vocabulary of their own.
pub(crate) fn constraints(
    rules: &Rules,
    form: &Form,
    parts: &mut [FillPart],
) -> Option<(Vec<Limit>, Vec<String>)> {
    let groups = rules.groups().ok()?;
    let problem = rules.problem().ok()?;
    let mut cells = Cells::of(rules, problem.variables())?;
    for part in parts.iter_mut().filter(|part| part.kind == FillKind::Own) {
        cells.tell_range(form, part);
    }
    // Bounds of a rule's sum or count over some cells.
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
    // Only the rules in use.
    let used: Vec<usize> = limits.iter().map(|limit| limit.rule).sorted().dedup().collect();
    for limit in &mut limits {
        limit.rule = used.iter().position(|&rule| rule == limit.rule).unwrap_or_default();
    }
    Some((limits, used.iter().map(|&rule| rules.headings()[rule].clone()).collect()))
}

/// Bounds of sums and counts, by rule, cells and counted value.
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
    /// For each literal, by its index, the cell and the value that it represents.
    meant: Vec<Option<(usize, i64)>>,
}

impl<'r> Cells<'r> {
    /// Finds the cells. A number is a cell if its values are shown there and nowhere else.
    fn of(rules: &'r Rules, variables: usize) -> Option<Self> {
        let shown = rules.shown();
        let mut values = vec![None; shown.len()];
        let open = rules.read(&values).cells();
        // If they are many more, they represent something else, such as places of pieces.
        if shown.len() > 2 * open.len() || open.len() > MOST_READ {
            return None;
        }
        let mut cells = Self { numbers: BTreeMap::new(), meant: vec![None; 2 * variables] };
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
                for (value, flag) in int.values() {
                    if let Flag::Open(literal) = flag {
                        cells.meant[place(literal)] = Some((cell, value));
                    }
                }
            }
        }
        Some(cells)
    }

    /// Sets the range of numbers in the puzzle's own vocabulary; other words are not numbers.
    fn tell_range(&mut self, form: &Form, part: &mut FillPart) {
        let word =
            |cell, value| form.said(Cell::new(cell / part.columns, cell % part.columns), value);
        let is_plain = |(&cell, int): (&usize, &&Int)| {
            int.values().all(|(value, _)| value == 0 || word(cell, value) == value.to_string())
        };
        if form.size() != Some((part.rows, part.columns)) || !self.numbers.iter().all(is_plain) {
            self.meant.fill(None);
        }
        part.least = self.numbers.values().map(|int| int.smallest()).min().unwrap_or(0);
        part.most = self.numbers.values().map(|int| int.largest()).max().unwrap_or(0);
    }

    /// Returns a constraint in terms of cells; `None` if it has other variables, or does not bound
    /// a sum or a count.
    fn bound(&self, terms: &[Term], bound: i64) -> Option<Found> {
        let mut weights: BTreeMap<usize, Vec<(i64, i64)>> = BTreeMap::new();
        for &Term { coefficient, literal } in terms {
            // The number has this value, or does not have it.
            let meant = self.meant[place(literal)];
            let holds = meant.is_some();
            let (cell, value) = meant.or(self.meant[place(!literal)])?;
            let possible = || {
                let values = self.numbers[&cell].values().filter(|&(_, flag)| flag != Flag::FALSE);
                values.map(|(value, _)| (value, 0)).collect()
            };
            for (other, weight) in weights.entry(cell).or_insert_with(possible) {
                *weight += if (*other == value) == holds { coefficient } else { 0 };
            }
            if weights.len() > MOST_CELLS {
                return None;
            }
        }
        let (cells, weights): (Vec<_>, Vec<_>) = weights.into_iter().unzip();
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

    /// Extracts all-different constraints.
    fn differing(&self, bounds: &mut Bounds, blanks: bool) -> Vec<Limit> {
        // Its presence is only checked once all cells are filled.
        let is_once = |(_, most)| most == Some(1);
        let once = bounds.iter().filter_map(|((rule, cells, value), &bound)| {
            (is_once(bound) && cells.len() > 1).then_some(((*rule, cells), (*value)?))
        });
        let mut differ = Vec::new();
        for ((rule, cells), once) in once.into_group_map() {
            let once: HashSet<i64> = once.into_iter().collect();
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
            let found =
                differ.binary_search_by(|limit| (limit.rule, &limit.cells[..]).cmp(&(rule, cells)));
            found.is_ok()
        };
        bounds.retain(|(rule, cells, _), bound| !(is_once(*bound) && is_told(*rule, cells)));
        differ
    }
}

/// Returns the index of a literal in a list of all literals.
fn place(literal: Literal) -> usize {
    2 * literal.variable().index() + usize::from(literal.is_negated())
}

/// Returns the weights as a sum of the numbers: `None` for the value, the factor, and the constant.
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

/// Returns the weights as the number of cells with a value: the value, the factor, and the
/// constant.
fn counted(weights: &[Vec<(i64, i64)>]) -> Option<(Option<i64>, i64, i64)> {
    let first = weights.first()?;
    let (low, high) = first.iter().map(|&(_, weight)| weight).minmax().into_option()?;
    let times = |weight| first.iter().filter(|of| of.1 == weight).count();
    let (lows, highs) = (times(low), times(high));
    if low == high || lows + highs < first.len() {
        return None;
    }
    let is_alone = |weight| if weight == low { lows == 1 } else { highs == 1 };
    let mut alone = first.iter().filter(|&&(_, weight)| is_alone(weight));
    alone.find_map(|&(value, _)| {
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

    /// Returns one flag per number, in reverse order.
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
