//! Counts and lists the ways to keep a rule at one place.

use itertools::Itertools;
use pseudo_boolean::{Literal, Under};
use rules::Flag;

use crate::chain::MOST_SEARCHED;
use crate::explainer::Explainer;
use crate::known::Known;
use crate::part::Part;
use crate::reading::Reading;
use crate::reason::{Detail, Sets};
use crate::theory::variable;

/// Most ways that are counted.
const MOST_WAYS: usize = 1_000;

/// Likewise of groups with more variables than are [searched](MOST_SEARCHED) for links: what the solver
/// learns there takes a lot of memory.
const MOST_WAYS_OF_LARGE: usize = 100;

/// Most ways that are listed.
const MOST_LISTED: usize = 6;

/// Most ways that are listed a line each, where there is room for that.
const MOST_IN_FULL: usize = 16;

/// Most numbers of a way that is listed.
const MOST_NUMBERS: usize = 9;

/// Most numbers that are as easily told way by way as by the sets of values that they share.
const FEW_NUMBERS: usize = 4;

/// Most values that are listed for all ways together.
const MOST_VALUES: usize = 24;

/// Conflicts allowed for all ways together.
const CONFLICTS: u64 = 2_000;

/// Most ways of a group that are each shown to contradict others.
const MOST_SPLIT: usize = 8;

/// Most ways that a fact denies and that are listed.
const MOST_DENIED: usize = 4;

/// Most sets of values that stand for ways.
const MOST_SETS: usize = 4;

/// Most numbers that share such a set.
const MOST_SHARING: usize = 9;

/// Returns the ways in order, if they are few, each gives all these numbers a value, and they can be
/// listed in a few words: of things that are there or not, only those that are there count.
fn listed(
    numbers: usize,
    are_flags: bool,
    mut ways: Vec<Vec<Reading>>,
) -> Option<Vec<Vec<Reading>>> {
    let told = |way: &Vec<Reading>| way.iter().filter(|one| !are_flags || one.value == 1).count();
    let can_list = ways.len() <= MOST_LISTED
        && numbers > 0
        && ways.iter().all(|way| way.len() == numbers && told(way) <= MOST_NUMBERS)
        && ways.iter().map(told).sum::<usize>() <= MOST_VALUES;
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

/// Returns whether numbers with these candidates can share a set of values, each with one of them.
fn can_share(set: &[i64], candidates: &[Vec<i64>]) -> bool {
    let Some((own, others)) = candidates.split_first() else { return true };
    let places = set.iter().enumerate().dedup_by(|one, other| one.1 == other.1);
    { places }.filter(|(_, value)| own.contains(value)).any(|(place, _)| {
        let rest = [&set[..place], &set[place + 1..]].concat();
        can_share(&rest, others)
    })
}

impl Explainer<'_> {
    /// Returns the ways to give values to the open numbers of the board that groups mention, when
    /// these facts are known: listed if they are few and short, else counted. Numbers whose values
    /// do not depend on the others are left out, but those of the conclusions.
    pub(crate) fn ways(&self, groups: &[usize], known: &[Literal], facts: &[Literal]) -> Detail {
        let (mut count, Some(mut ways)) = self.all_ways(groups, known, MOST_WAYS) else {
            return Detail::Ways { count: None, all: Vec::new() };
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
        let sets = self.sets(&ways, facts, &Known::of(self, known.iter().copied()));
        // What is the same in all ways is what the step finds.
        let is_found = |number: &usize| {
            let own = ways.iter().flatten().filter(|one| one.number == *number);
            wanted.contains(number) && own.map(|one| one.value).all_equal()
        };
        let numbers = ways.iter().flatten().map(|one| one.number).unique();
        let (found, others): (Vec<usize>, Vec<usize>) = numbers.partition(is_found);
        if ways.len() > 1 && !others.is_empty() {
            count = others.len();
            for way in &mut ways {
                way.retain(|one| !found.contains(&one.number));
            }
        }
        let number = Some(ways.len());
        let all = if ways.len() > MOST_IN_FULL { Vec::new() } else { ways.clone() };
        match listed(count, self.are_flags(&ways), ways) {
            Some(cases)
                if sets.as_ref().is_none_or(|sets| {
                    count <= FEW_NUMBERS && cases.len() < 2 * sets.values.len()
                }) =>
            {
                Detail::Cases(cases)
            }
            _ => sets.map_or(Detail::Ways { count: number, all }, Detail::Sets),
        }
    }

    /// Returns the numbers of these ways with the sets of values that they share, if they are few and
    /// leave no choice about the facts: a person looks for what fits together before thinking of
    /// where each value goes.
    fn sets(&self, ways: &[Vec<Reading>], facts: &[Literal], known: &Known) -> Option<Sets> {
        let numbers: Vec<usize> = ways.first()?.iter().map(|one| one.number).collect();
        let are_same =
            |way: &Vec<Reading>| way.iter().map(|one| one.number).eq(numbers.iter().copied());
        if !(2..=MOST_SHARING).contains(&numbers.len())
            || !ways.iter().all(are_same)
            || self.are_flags(ways)
        {
            return None;
        }
        let values = |way: &Vec<Reading>| way.iter().map(|one| one.value).sorted().collect_vec();
        let sets = ways.iter().map(values).unique().sorted().collect_vec();
        let candidates = |&number: &usize| {
            let values = self.subject.groups.named[number].number.values();
            let can_be = |flag| match flag {
                Flag::Open(literal) => {
                    known.value(literal.variable()) != Some(literal.is_negated())
                }
                Flag::Known(is_it) => is_it,
            };
            values.filter(|&(_, flag)| can_be(flag)).map(|(value, _)| value).collect_vec()
        };
        let candidates = numbers.iter().map(candidates).collect_vec();
        let is_sure = |&fact: &Literal| {
            let Some(reading) = self.reading(fact) else { return false };
            let Some(own) = numbers.iter().position(|&one| one == reading.number) else {
                return false;
            };
            let mut otherwise = candidates.clone();
            otherwise[own].retain(|&value| (value == reading.value) != reading.holds);
            !sets.iter().any(|set| can_share(set, &otherwise))
        };
        (sets.len() <= MOST_SETS && facts.iter().all(is_sure))
            .then_some(Sets { numbers, values: sets })
    }

    /// Returns whether all numbers of these ways are 0 or 1.
    fn are_flags(&self, ways: &[Vec<Reading>]) -> bool {
        let named = &self.subject.groups.named;
        let numbers = ways.iter().flatten().map(|one| one.number).unique();
        { numbers }.all(|number| named[number].number.values().map(|(value, _)| value).eq([0, 1]))
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
        let sets = self.sets(&ways, &[], &Known::of(self, known.iter().copied()));
        let cases = listed(numbers, self.are_flags(&ways), ways);
        let sets = sets.filter(|_| cases.is_none());
        Some(Detail::Split { group, count, cases: cases.unwrap_or_default(), sets })
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
    pub(crate) fn all_ways(
        &self,
        groups: &[usize],
        known: &[Literal],
        most: usize,
    ) -> (usize, Option<Vec<Vec<Reading>>>) {
        self.ways_of(self.fresh(groups), groups, known, most)
    }

    /// Returns the few ways to keep a group that are left if a fact is wrong, and that only other views
    /// of its numbers exclude; `None` if there are more.
    pub(crate) fn denied_ways(
        &self,
        group: usize,
        fact: Literal,
        known: &[Literal],
    ) -> Option<Vec<Vec<Reading>>> {
        let part = Part::without_views(&self.theory, group);
        let known = [known, &[!fact]].concat();
        let (count, ways) = self.ways_of(part, &[group], &known, MOST_DENIED);
        let ways = ways.filter(|ways| !ways.is_empty())?;
        listed(count, self.are_flags(&ways), ways)
    }

    fn ways_of(
        &self,
        mut part: Part,
        groups: &[usize],
        known: &[Literal],
        most: usize,
    ) -> (usize, Option<Vec<Vec<Reading>>>) {
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
        let is_large = part.variables().len() > MOST_SEARCHED;
        let most = if is_large { most.min(MOST_WAYS_OF_LARGE) } else { most };
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
