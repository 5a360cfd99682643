//! Sums that cannot be made of what is left, though neither the least nor the greatest values show it.

use std::collections::BTreeSet;

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::part::Part;
use crate::reason::{Assumed, Linear};
use crate::theory::variable;

/// Most numbers that are open.
const MOST_OPEN: usize = 5;

/// Most values of each of several numbers.
const MOST_VALUES: usize = 10;

/// What is left for a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Makings {
    /// What is missing.
    pub missing: i64,
    /// How many numbers above 0 have to make it, if there is a rule for that.
    pub count: Option<i64>,
    /// The open numbers, by their indices, with the values that they can still have.
    pub open: Vec<(usize, Vec<i64>)>,
}

impl Explainer<'_> {
    /// Returns what is left for a sum of a group that cannot be made of that, alone or with as many
    /// numbers as another equation of the group asks for.
    pub(crate) fn not_made(&self, group: usize, assumed: &Assumed) -> Option<Makings> {
        let linears = self.theory.groups[group].constraints.iter();
        let linears = linears.map(|&number| self.linear(number)).collect_vec();
        let equations = linears.iter().filter(|linear| {
            let is_equation = linears.iter().any(|other| linear.is_opposite_within(other));
            linear.flags.is_empty() && linear.bound > 0 && is_equation
        });
        let equations = equations.collect_vec();
        // Values above the sum may count as the sum alone.
        let is_sum = |linear: &&&Linear| {
            let is_value = |&(index, coefficient): &(usize, i64)| {
                self.value_of(index)
                    .is_some_and(|value| value.min(linear.bound) == coefficient.min(linear.bound))
            };
            linear.terms().all(is_value)
        };
        let sums = equations.iter().filter(is_sum);
        let mut all = sums.flat_map(|sum| {
            let counts =
                equations.iter().filter(|count| self.counts(count, sum)).map(|count| Some(*count));
            [None].into_iter().chain(counts).map(|count| (*sum, count))
        });
        all.find_map(|(sum, count)| self.makings(sum, count, assumed))
    }

    /// Returns what is left for a sum of a group if a fact is wrong, if it cannot be made of that.
    pub(crate) fn unmade(
        &self,
        group: usize,
        fact: Literal,
        because: &[Literal],
    ) -> Option<Makings> {
        let mut assumed = self.assumed_by(fact, because);
        assumed.extend(self.seen_in_views(group, &assumed));
        self.not_made(group, &assumed)
    }

    /// Returns what is left for a sum of a number of values, if it cannot be made of that.
    fn makings(&self, sum: &Linear, count: Option<&Linear>, assumed: &Assumed) -> Option<Makings> {
        let count_of = |count: &Linear| {
            let of_zeros = count.terms().all(|term| self.is_zero(term.0));
            if of_zeros { numbers_of(sum) - count.bound } else { count.bound }
        };
        let (mut missing, mut left) = (sum.bound, count.map(count_of));
        let mut open = Vec::new();
        for (&domain, terms) in &sum.numbers {
            // Larger values count as the sum alone, but exceed it.
            let fits = |term: &&(usize, i64)| self.value_of(term.0) == Some(term.1);
            let terms = terms.iter().filter(fits).copied().collect_vec();
            let values = assumed.possible(domain, &terms).unique().sorted().collect_vec();
            if let [value] = values[..] {
                missing -= value;
                left = left.map(|left| left - i64::from(value > 0));
            } else {
                let mut readings =
                    terms.iter().filter_map(|term| self.reading(variable(term.0).is(true)));
                let number = readings.next()?.number;
                open.push((number, values));
            }
        }
        let mut made = BTreeSet::from([(0, 0)]);
        let is_long = open.len() > 1 && open.iter().any(|(_, values)| values.len() > MOST_VALUES);
        if open.len() > MOST_OPEN || is_long {
            return None;
        }
        for (_, values) in &open {
            let with = |(sum, count): (i64, i64)| {
                values.iter().map(move |&value| (sum + value, count + i64::from(value > 0)))
            };
            made = made.into_iter().flat_map(with).collect();
        }
        let is_made = made
            .iter()
            .any(|&(sum, count)| sum == missing && left.is_none_or(|left| left == count));
        (!is_made && !open.is_empty()).then_some(Makings { missing, count: left, open })
    }

    /// Returns whether an equation counts the values above 0 of a sum, or those that are 0.
    fn counts(&self, count: &Linear, sum: &Linear) -> bool {
        let indices = |linear: &Linear| linear.terms().map(|term| term.0).collect_vec();
        count.terms().all(|term| term.1 == 1)
            && (indices(count) == indices(sum)
                || count.numbers.keys().eq(sum.numbers.keys())
                    && count.terms().all(|term| self.is_zero(term.0)))
    }

    fn is_zero(&self, index: usize) -> bool {
        self.value_of(index) == Some(0)
    }

    /// Returns what the views of a group's numbers add to what is assumed.
    pub(crate) fn seen_in_views(&self, group: usize, assumed: &Assumed) -> Vec<Literal> {
        let mut views = Part::of_views_with(&self.theory, &self.theory.groups[group].variables);
        let all = assumed.values.iter().enumerate();
        let all = all.filter_map(|(index, value)| Some(variable(index).is((*value)?)));
        views.know(&self.theory, &all.collect_vec());
        let both = views
            .variables()
            .iter()
            .flat_map(|&index| [true, false].map(|is| variable(index).is(is)));
        let both = both.collect_vec();
        views.settled(&both)
    }
}

/// Returns how many numbers a sum adds up.
pub(crate) fn numbers_of(sum: &Linear) -> i64 {
    i64::try_from(sum.numbers.len()).unwrap_or(i64::MAX)
}
