//! What is known at a point of an explanation.

use pseudo_boolean::{Literal, Variable};

use crate::explainer::Explainer;

/// Known facts, with what they say about the other values of their numbers.
#[derive(Clone, Debug)]
pub struct Known {
    facts: Vec<Literal>,
    /// For each variable, whether its negation and itself are among the facts.
    stated: Vec<[bool; 2]>,
    /// For each variable, its value by the facts.
    values: Vec<Option<bool>>,
}

impl Known {
    /// Gathers facts.
    pub fn of(explainer: &Explainer, facts: impl IntoIterator<Item = Literal>) -> Self {
        let count = explainer.subject.problem.variables();
        let (stated, values) = (vec![[false; 2]; count], vec![None; count]);
        let mut known = Known { facts: Vec::new(), stated, values };
        known.add(explainer, facts);
        known
    }

    /// Adds facts.
    pub fn add(&mut self, explainer: &Explainer, facts: impl IntoIterator<Item = Literal>) {
        for fact in facts {
            let index = fact.variable().index();
            let is_value = !fact.is_negated();
            if std::mem::replace(&mut self.stated[index][usize::from(is_value)], true) {
                continue;
            }
            self.facts.push(fact);
            if is_value {
                let domain = explainer.theory.domain_of[index];
                for &other in domain.iter().flat_map(|&domain| &explainer.theory.domains[domain]) {
                    self.values[other] = self.values[other].or(Some(false));
                }
                self.values[index] = Some(true);
            } else {
                self.values[index] = self.values[index].or(Some(false));
            }
        }
    }

    /// Returns the facts, in the order in which they were added.
    #[must_use]
    pub fn facts(&self) -> &[Literal] {
        &self.facts
    }

    /// Returns whether this is one of the facts.
    pub(crate) fn states(&self, fact: Literal) -> bool {
        self.stated[fact.variable().index()][usize::from(!fact.is_negated())]
    }

    /// Returns the value of a variable.
    #[must_use]
    pub fn value(&self, of: Variable) -> Option<bool> {
        self.values[of.index()]
    }
}
