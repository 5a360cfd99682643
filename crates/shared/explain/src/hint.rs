//! What hints and progress need: what is known, and which steps others rest on.

use std::collections::{BTreeMap, BTreeSet};

use pseudo_boolean::{Literal, Variable};

use crate::explainer::Explainer;
use crate::part::Part;
use crate::step::Step;
use crate::subject::Subject;
use crate::theory::{is_true, literals};

impl Subject {
    /// Whether the rules fix that the literal is true, or that it is false; `None` if they leave it open.
    #[must_use]
    pub fn fixes(&self, literal: Literal) -> Option<bool> {
        self.is_fixed[literal.variable().index()].then(|| is_true(literal, &self.solution))
    }

    /// How many numbers the board has, and how many of them the rules fix.
    #[must_use]
    pub fn numbers(&self) -> (usize, usize) {
        let on_board = self.groups.named.iter().filter(|named| named.is_on_board);
        let is_fixed = |literal: Literal| self.is_fixed[literal.variable().index()];
        let fixed = on_board.clone().filter(|named| literals(&named.number).all(is_fixed));
        (on_board.count(), fixed.count())
    }
}

impl Explainer<'_> {
    /// The value of a variable, if it is a known fact.
    #[must_use]
    pub fn known(&self, variable: Variable) -> Option<bool> {
        self.value(variable.is(true))
    }

    /// How many numbers of the board are known.
    #[must_use]
    pub fn known_numbers(&self) -> usize {
        self.subject.numbers().0 - self.open_numbers()
    }

    /// The first fact of a step that gives a number of the board its value.
    #[must_use]
    pub fn filled(&self, step: &Step) -> Option<Literal> {
        let named = &self.subject.groups.named;
        let is_on_board = |literal: &Literal| {
            self.theory.numbers_of[literal.variable().index()].iter().any(|&number| {
                named[number].is_on_board
                    && literals(&named[number].number).any(|one| one == *literal)
            })
        };
        step.facts.iter().chain(&step.at_once).copied().find(is_on_board)
    }

    /// What a fact of the last of these steps rests on: the steps, from the first of this explainer on,
    /// without the facts that are not needed. Trivial steps that follow each other by one rule are one.
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
                let core = views.minimal_core(&[!own], &before, 1, &self.effort);
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

    /// Whether both steps are trivial, by the same rule, and fill no cell before the end.
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
