//! Counts and lists the ways to keep a rule at one place.

use itertools::Itertools;
use pseudo_boolean::{Literal, Under};
use rules::Flag;

use crate::explainer::Explainer;
use crate::known::Known;
use crate::reading::Reading;
use crate::reason::Detail;
use crate::theory::variable;

/// Most ways that are counted.
const MOST_WAYS: usize = 100;

/// Most ways that are listed.
const MOST_LISTED: usize = 6;

/// Most numbers of a way that is listed.
const MOST_NUMBERS: usize = 4;

/// Conflicts allowed for all ways together.
const CONFLICTS: u64 = 2_000;

/// Most ways of a group that are each shown to contradict others.
const MOST_SPLIT: usize = 8;

/// Returns the ways in order, if they are few and each gives all these numbers a value.
fn listed(numbers: usize, mut ways: Vec<Vec<Reading>>) -> Option<Vec<Vec<Reading>>> {
    let can_list = ways.len() <= MOST_LISTED
        && (1..=MOST_NUMBERS).contains(&numbers)
        && ways.iter().all(|way| way.len() == numbers);
    ways.sort_by_key(|way| way.iter().map(|one| (one.number, one.value)).collect::<Vec<_>>());
    can_list.then_some(ways)
}

/// Returns the ways without a number that has each of its values in all ways of the others; `None`
/// if its value depends on them, or is always the same.
fn without_free(number: usize, ways: &[Vec<Reading>]) -> Option<Vec<Vec<Reading>>> {
    let way = |way: &Vec<Reading>| -> Vec<(usize, i64)> {
        way.iter().map(|one| (one.number, one.value)).collect()
    };
    let without = |way: &Vec<Reading>| -> Vec<Reading> {
        way.iter().filter(|one| one.number != number).copied().collect()
    };
    let fewer = ways.iter().map(without).unique_by(way).collect_vec();
    let value =
        |way: &Vec<Reading>| way.iter().find(|one| one.number == number).map(|one| one.value);
    let values = ways.iter().map(value).unique().count();
    (values > 1 && values * fewer.len() == ways.len()).then_some(fewer)
}

impl Explainer<'_> {
    /// Returns the ways to give values to the open numbers of the board that groups mention, when
    /// these facts are known: listed if they are few and short, else counted. Numbers whose values
    /// do not depend on the others are left out, but those of the conclusions.
    pub(crate) fn ways(&self, groups: &[usize], known: &[Literal], facts: &[Literal]) -> Detail {
        let (mut count, Some(mut ways)) = self.all_ways(groups, known, MOST_WAYS) else {
            return Detail::Ways(None);
        };
        let wanted: Vec<usize> =
            facts.iter().filter_map(|&fact| Some(self.reading(fact)?.number)).collect();
        let numbers = ways.iter().flatten().map(|one| one.number).unique().collect_vec();
        if wanted.iter().all(|number| numbers.contains(number)) {
            for number in numbers.into_iter().filter(|number| !wanted.contains(number)) {
                if let Some(fewer) = without_free(number, &ways) {
                    (count, ways) = (count - 1, fewer);
                }
            }
        }
        let number = ways.len();
        listed(count, ways).map_or(Detail::Ways(Some(number)), Detail::Cases)
    }

    /// Returns the fewest ways found to keep one of the groups when these facts are known; `None` if
    /// there are too many.
    pub(crate) fn split(&self, groups: &[usize], known: &[Literal]) -> Option<Detail> {
        let ways = groups.iter().enumerate().filter_map(|(place, &group)| {
            let (count, ways) = self.all_ways(&[group], known, MOST_SPLIT);
            let ways = ways.filter(|_| count > 0)?;
            Some((ways.len(), place, count, ways))
        });
        let (count, group, numbers, ways) =
            ways.min_by_key(|&(count, place, ..)| (count, place))?;
        let cases = listed(numbers, ways).unwrap_or_default();
        Some(Detail::Split { group, count, cases })
    }

    /// Returns the value of a fact's number, if all ways to keep groups agree on it.
    pub(crate) fn value_by_ways(
        &self,
        groups: &[usize],
        fact: Literal,
        known: &[Literal],
    ) -> Option<Literal> {
        let (_, ways) = self.all_ways(groups, known, MOST_WAYS);
        let number = self.reading(fact)?.number;
        let ways = ways?;
        let value =
            |way: &Vec<Reading>| way.iter().find(|one| one.number == number).map(|one| one.value);
        let first = value(ways.first()?)?;
        if !ways.iter().all(|way| value(way) == Some(first)) {
            return None;
        }
        let values = self.subject.groups.named[number].number.values();
        let flag = { values }.find(|(value, _)| *value == first)?.1;
        match flag {
            Flag::Open(literal) => Some(literal),
            Flag::Known(_) => None,
        }
    }

    /// Returns the number of the groups' open numbers, and the ways to give them values; `None` if
    /// there are more than `most`.
    fn all_ways(
        &self,
        groups: &[usize],
        known: &[Literal],
        most: usize,
    ) -> (usize, Option<Vec<Vec<Reading>>>) {
        let mut part = self.fresh(groups);
        part.know(&self.theory, known);
        let known = Known::of(self, known.iter().copied());
        let named = &self.subject.groups.named;
        let is_open = |number: usize| {
            let mut literals = crate::theory::literals(&named[number].number);
            literals.any(|literal| known.value(literal.variable()).is_none())
        };
        let direct = groups.iter().flat_map(|&group| self.numbers(group));
        let direct: Vec<usize> = direct.filter(|&number| is_open(number)).unique().collect();
        // Also those that the groups reach by channels only.
        let reached = part.variables().iter().flat_map(|&index| &self.theory.numbers_of[index]);
        let reached = reached.copied().filter(|&number| is_open(number)).unique();
        let mentioned: Vec<usize> = if direct.is_empty() { reached.collect() } else { direct };
        let on_board = |&&number: &&usize| named[number].is_on_board;
        let shown: Vec<usize> = mentioned.iter().filter(on_board).copied().collect();
        let mut numbers = if shown.is_empty() { mentioned } else { shown };
        // The edges of a node show whether it is on a loop.
        let nodes: Vec<usize> =
            groups.iter().filter_map(|&group| self.theory.groups[group].node).collect();
        let is_node = |&number: &usize| {
            let mut literals = crate::theory::literals(&named[number].number);
            literals.any(|literal| nodes.contains(&literal.variable().index()))
        };
        if !numbers.iter().all(is_node) {
            numbers.retain(|number| !is_node(number));
        }
        let literals = |number: usize| -> Vec<Literal> {
            crate::theory::literals(&named[number].number)
                .map(|literal| variable(literal.variable().index()).is(true))
                .collect()
        };
        let own: Vec<(usize, Vec<Literal>)> =
            numbers.iter().map(|&number| (number, part.own_of(&literals(number)))).collect();
        let mut ways: Vec<Vec<Reading>> = Vec::new();
        let end = self.effort.spent() + CONFLICTS;
        loop {
            let left = end.saturating_sub(self.effort.spent());
            if left == 0 {
                return (numbers.len(), None);
            }
            match part.solve(&[], left, &self.effort) {
                Under::Solution(solution) => {
                    let all = own.iter().flat_map(|(_, literals)| literals);
                    let all: Vec<Literal> = all
                        .map(|&literal| {
                            let index = literal.variable().index();
                            variable(index).is(solution[index])
                        })
                        .collect();
                    let is_true =
                        |literal: Literal| part.own(literal).is_some_and(|own| all.contains(&own));
                    let value = |&number: &usize| {
                        let values = named[number].number.values();
                        let mut values = values.filter_map(|(value, flag)| match flag {
                            Flag::Open(literal) => Some((value, literal)),
                            Flag::Known(_) => None,
                        });
                        let (value, _) = values.find(|&(_, literal)| is_true(literal))?;
                        Some(Reading { number, value, holds: true })
                    };
                    ways.push(numbers.iter().filter_map(value).collect());
                    if ways.len() > most {
                        return (numbers.len(), None);
                    }
                    part.exclude(&all);
                }
                Under::Core(_) => break,
                Under::Stopped => return (numbers.len(), None),
            }
        }
        (numbers.len(), Some(ways))
    }
}
