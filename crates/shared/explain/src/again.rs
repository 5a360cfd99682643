//! A second look at hard steps: when it is their turn, more is known than when they were found.

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::{Explainer, whole};
use crate::known::Known;
use crate::part::Part;
use crate::reason::links_by_rules;
use crate::step::Step;

/// Least cost of a step that is hard, and worth a second look.
pub(crate) const HARD: u32 = 8;

impl Explainer<'_> {
    /// Returns the easiest step found to the conclusion of a hard one: by a border, or by groups that
    /// propagate one after the other, to an end that is seen if that of the hard one is. A step with
    /// several conclusions stays as it is. `parts` keeps all groups for the next look.
    pub(crate) fn second_look(&self, step: Step, known: &Known, parts: &mut Option<Part>) -> Step {
        let &[fact] = &step.facts[..] else { return step };
        if step.cost() < HARD || self.effort.is_over() {
            return step;
        }
        let is_known = |one: Literal| known.value(one.variable()) == Some(!one.is_negated());
        let crossing = self.crossing(fact, &is_known);
        let crossing =
            crossing.map(|(groups, because)| self.step(groups, vec![fact], because, Vec::new()));
        let chains = [false, true].into_iter().filter_map(|is_reversed| {
            let groups =
                self.propagating(fact, whole(parts, &self.theory, known.facts()), is_reversed)?;
            self.step_by_chain(&groups, fact, known)
        });
        let found = crossing.into_iter().chain(chains).min_by_key(Step::cost);
        let is_shorter = |found: &Step| {
            let is_longer = !step.chain.is_empty()
                && links_by_rules(&found.chain) > links_by_rules(&step.chain);
            let is_told = |step: &Step| step.chain.is_empty() || self.breach(step).is_some();
            found.cost() < step.cost() && !is_longer && (is_told(found) || !is_told(&step))
        };
        found.filter(is_shorter).unwrap_or(step)
    }

    /// Returns groups whose propagation contradicts the negation of a fact, none of which is
    /// superfluous.
    fn propagating(
        &self,
        fact: Literal,
        whole: &mut Part,
        is_reversed: bool,
    ) -> Option<Vec<usize>> {
        let denial = whole.own(!fact)?;
        let mut soft = whole.selectors.clone();
        if is_reversed {
            soft.reverse();
        }
        let core =
            whole.minimal_core(&[denial], &soft, usize::MAX, 0, &mut Vec::new(), &self.effort)?;
        Some(whole.places_in(&core))
    }

    /// Returns a step whose chain finds nothing that is known by now, right or wrong: it ends as soon
    /// as it contradicts that. A step that is harder so, or has several conclusions, stays as it is.
    pub(crate) fn by_the_board(&self, step: Step, known: &[Literal]) -> Step {
        let is_known = |one: Literal| known.iter().any(|other| other.variable() == one.variable());
        let finds_known = step.chain.iter().filter_map(|link| link.follows).any(is_known);
        let &[fact] = &step.facts[..] else { return step };
        let found = finds_known.then(|| self.step_of_chain(&step.groups, fact, [known]));
        found.flatten().filter(|found| found.cost() <= step.cost()).unwrap_or(step)
    }

    /// Returns the step from the negation of a fact link by link to a contradiction, if there is such a
    /// chain.
    fn step_by_chain(&self, groups: &[usize], fact: Literal, known: &Known) -> Option<Step> {
        let mut part = Part::new(&self.theory, groups, false);
        let (_, because) = self.premises(&mut part, &[], fact, known.facts(), 0)?;
        self.step_of_chain(groups, fact, [&because[..], known.facts()])
    }

    /// Returns the step by the first chain that is found from one of these sets of known facts. Its
    /// groups are those that have a link in it, whose views suffice.
    fn step_of_chain<const N: usize>(
        &self,
        groups: &[usize],
        fact: Literal,
        known: [&[Literal]; N],
    ) -> Option<Step> {
        let mut groups = groups.to_vec();
        loop {
            let (chain, because) =
                known.into_iter().find_map(|known| self.chain(&groups, &[!fact], known, 0))?;
            let used = chain.iter().filter_map(|link| link.group).unique().sorted().collect_vec();
            if used.len() == groups.len() {
                return (used.len() > 1).then(|| self.step(used, vec![fact], because, chain));
            }
            // A link without a group may have used views of a group that has no link.
            groups = used;
        }
    }
}
