//! Selects the steps of a hint.

use std::collections::{BTreeMap, BTreeSet};

use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::part::Part;
use crate::step::Step;

impl Explainer<'_> {
    /// Returns the steps, from the explainer's first, that a fact of the last of them depends on,
    /// without unnecessary facts. Consecutive trivial steps by one rule are merged.
    #[must_use]
    pub fn needed(&self, steps: &[Step], fact: Literal) -> Vec<Step> {
        let mut views = Part::of_views(&self.theory);
        let mut needed: BTreeMap<usize, Vec<Literal>> = BTreeMap::new();
        let (mut stack, mut seen) = (vec![fact], BTreeSet::new());
        while let Some(fact) = stack.pop() {
            if !seen.insert(fact) {
                continue;
            }
            if let Some(place) = steps.iter().position(|step| step.facts.contains(&fact)) {
                stack.extend(&steps[place].because);
                needed.entry(place).or_default().push(fact);
            } else if let Some(place) = steps.iter().position(|step| step.at_once.contains(&fact)) {
                let last = steps[place].facts.last();
                let end = self.facts.iter().position(|fact| Some(fact) == last);
                let before = views.own_of(&self.facts[..end.map_or(0, |end| end + 1)]);
                let Some(own) = views.own(fact) else { continue };
                let core = views.minimal_core(&[!own], &before, usize::MAX, 1, &self.effort);
                stack.extend(views.whole_of(&core.unwrap_or(before)));
            }
        }
        let mut found: Vec<Step> = Vec::new();
        for (place, facts) in needed {
            let mut step = steps[place].clone();
            step.facts.retain(|fact| facts.contains(fact));
            step.at_once.retain(|fact| seen.contains(fact));
            if !step.chain.is_empty() && step.facts[0] != steps[place].facts[0] {
                step.facts.insert(0, steps[place].facts[0]);
            }
            match found.last_mut() {
                Some(last) if self.are_alike(last, &step) => last.join(step),
                _ => found.push(step),
            }
        }
        found
    }

    /// Returns whether both steps are trivial, by the same rule, and fill no cell before the end.
    fn are_alike(&self, one: &Step, other: &Step) -> bool {
        let heading = |step: &Step| self.subject.groups.groups[step.groups[0]].heading;
        one.is_trivial
            && other.is_trivial
            && heading(one) == heading(other)
            && self.filled(one).is_none()
            && self.filled(other).is_none()
    }
}

impl Step {
    fn join(&mut self, other: Step) {
        let reasons = other.because.into_iter();
        let reasons: Vec<Literal> = reasons
            .filter(|one| !self.facts.contains(one) && !self.because.contains(one))
            .collect();
        self.because.extend(reasons);
        self.groups.extend(other.groups);
        self.facts.extend(other.facts);
        self.at_once.extend(other.at_once);
    }
}
