//! What is known before the first step: what rules state outright, and what is read off it.

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::known::Known;
use crate::reason::Reason;
use crate::step::Step;
use crate::technique::Technique;
use crate::theory::variable;

impl Explainer<'_> {
    /// Returns what is known before the first step, in steps that need no thought: first what groups
    /// state outright, in one step for all groups of a rule that say something about one number
    /// each or have no name for their place, then what domains and channels make of that. Other
    /// values of a number with a known value are left out.
    #[must_use]
    pub fn beginning(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for (group, facts) in self.stated() {
            let named = &self.subject.groups.groups;
            let is_one_of_many = |group: usize, facts: &[Literal]| {
                let mut numbers = facts.iter().filter_map(|&fact| Some(self.reading(fact)?.number));
                named[group].place.is_none() || numbers.all_equal()
            };
            let is_alike = |step: &&mut Step| {
                named[step.groups[0]].heading == named[group].heading
                    && (step.groups.len() > 1 || is_one_of_many(step.groups[0], &step.facts))
                    && is_one_of_many(group, &facts)
            };
            if let Some(step) = steps.iter_mut().find(is_alike) {
                step.groups.push(group);
                step.facts.extend(facts);
            } else {
                steps.push(given(vec![group], facts, Vec::new(), Technique::Consequence));
            }
        }
        let stated = steps.iter().flat_map(|step| step.facts.iter().copied()).collect_vec();
        steps.extend(self.seen_at_once(&stated));
        steps
    }

    /// Returns the given facts beside those that groups state: cells with one value left, then other
    /// views of what is known.
    fn seen_at_once(&self, stated: &[Literal]) -> Vec<Step> {
        let (theory, facts) = (&self.theory, &self.facts[..self.given]);
        let known = Known::of(self, facts.iter().copied());
        let others = |fact: Literal| {
            let index = fact.variable().index();
            let domain = theory.domain_of[index].map(|domain| &theory.domains[domain]);
            domain.into_iter().flatten().filter(move |&&other| other != index)
        };
        let is_excluded = |&other: &usize| known.states(variable(other).is(false));
        let is_placed = |&other: &usize| known.states(variable(other).is(true));
        let is_told =
            |&fact: &Literal| self.reading(fact).is_some() && !others(fact).any(is_placed);
        let is_last = |&fact: &Literal| {
            let mut others = others(fact).peekable();
            self.is_value(fact) && others.peek().is_some() && others.all(is_excluded)
        };
        let news = facts[stated.len()..].iter().copied().filter(is_told);
        let (last, views): (Vec<Literal>, Vec<Literal>) = news.partition(is_last);
        // Every step may use what is excluded outright.
        let is_named = |fact: &Literal| theory.excluded.binary_search(fact).is_err();
        let because = stated.iter().copied().filter(is_named).collect_vec();
        let steps = [(last, Technique::OnlyValue), (views, Technique::ReadOff)];
        let steps = steps.into_iter().filter(|(facts, _)| !facts.is_empty());
        steps
            .map(|(facts, technique)| given(Vec::new(), facts, because.clone(), technique))
            .collect()
    }
}

fn given(
    groups: Vec<usize>,
    facts: Vec<Literal>,
    because: Vec<Literal>,
    technique: Technique,
) -> Step {
    let reason = Reason::plain(technique);
    let (chain, is_trivial, is_obvious, is_given) = (Vec::new(), true, false, true);
    let seen = Vec::new();
    Step { groups, facts, because, seen, chain, reason, is_trivial, is_obvious, is_given }
}
