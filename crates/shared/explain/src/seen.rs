//! What stands on the board when a step is told, although its proof needs less.

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::chain::Link;
use crate::explainer::Explainer;
use crate::part::Part;
use crate::reason::{Detail, MOST_VARIABLES, Reason};
use crate::step::Step;
use crate::theory::{Group, variable};

impl Explainer<'_> {
    /// Returns what known facts say about some variables in all views; `None` if that is contradictory.
    pub(crate) fn in_views(&self, variables: &[usize], known: &[Literal]) -> Option<Vec<Literal>> {
        let mut views = Part::of_views_with(&self.theory, variables);
        let assumed = views.own_of(known);
        let both =
            variables.iter().flat_map(|&index| [true, false].map(|is| variable(index).is(is)));
        let wanted = views.own_of(&both.collect_vec());
        let implied = views.probe(&assumed, &wanted).ok()?;
        Some(views.whole_of(&implied))
    }

    /// Returns what is known with what it says about the numbers of the board in all views, as a reader
    /// sees it there.
    #[must_use]
    pub fn on_the_board(&self, known: &[Literal]) -> Vec<Literal> {
        let on_board = self.subject.groups.named.iter().filter(|named| named.is_on_board);
        let variables = on_board.flat_map(|named| crate::theory::literals(&named.number));
        let variables = variables.map(|literal| literal.variable().index()).sorted().dedup();
        let seen = self.in_views(&variables.collect_vec(), known).unwrap_or_default();
        known.iter().copied().chain(seen).unique().collect()
    }

    /// Returns what is known, beyond the premises of a step, of the numbers in the sums of its reason.
    pub(crate) fn seen_by(&self, step: &Step, known: &[Literal]) -> Vec<Literal> {
        let last = |chain: &[Link]| chain.last().and_then(|link| link.group);
        let cases = match &step.reason.detail {
            Detail::Forked { cases, .. } => &cases[..],
            _ => &[],
        };
        let alone = (step.chain.is_empty() && step.groups.len() == 1).then(|| step.groups[0]);
        let ends = cases.iter().map(|case| &case.chain).chain([&step.chain]);
        let ends = ends.filter_map(|chain| last(chain)).chain(alone).unique();
        let is_of_sum = |&group: &usize| {
            let Group { constraints, variables, .. } = &self.theory.groups[group];
            variables.len() <= MOST_VARIABLES
                && constraints.iter().any(|&number| self.linear(number).is_sum())
        };
        let groups = ends.filter(is_of_sum).collect_vec();
        if groups.is_empty() {
            return Vec::new();
        }
        let seen = self.in_views(&self.theory.variables_of_groups(&groups), known);
        let seen = seen.unwrap_or_default().into_iter();
        seen.filter(|one| !step.because.contains(one)).collect()
    }

    /// Returns the reason of a step that is a sum, with all that a reader sees; `None` if it is not, or
    /// not for all of its conclusions.
    pub(crate) fn sum_as_seen(&self, step: &Step) -> Option<Reason> {
        let Detail::Sum(_) = step.reason.detail else { return None };
        let because = [&step.because[..], &step.seen].concat();
        let reason = |&fact: &Literal| {
            self.reason(&step.groups, fact, &because, &step.chain, step.is_trivial)
        };
        let is_alike = |one: &Reason| {
            one.technique == step.reason.technique
                && matches!(&one.detail, Detail::Sum(figures) if figures.are_possible())
        };
        let mut reasons = step.facts.iter().map(reason);
        let first = reasons.next().filter(is_alike)?;
        reasons.try_fold(first, |nearest, other| {
            let detail = nearest.detail.nearer(&other.detail).clone();
            is_alike(&other).then_some(Reason { detail, ..nearest })
        })
    }
}
