//! Joins steps that a person takes at once: several conclusions for one reason.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::known::Known;
use crate::reading::Reading;
use crate::reason::Detail;
use crate::step::Step;
use crate::technique::Technique;

/// Most steps between two that are joined: what is farther apart is another thought.
const NEAR: usize = 15;

impl Explainer<'_> {
    /// Joins each step to one shortly before it that has the same reason, if all that it needs is
    /// known there.
    pub(crate) fn with_twins_joined(&self, steps: Vec<Step>, given: &Known) -> Vec<Step> {
        let mut joined: Vec<Step> = Vec::new();
        // For each fact that steps find, the place of the step.
        let mut origin: HashMap<Literal, usize> = HashMap::new();
        for step in steps {
            let is_known = |fact: &Literal, place: usize| match origin.get(fact) {
                Some(&origin) => origin < place,
                None => given.value(fact.variable()) == Some(!fact.is_negated()),
            };
            let near = joined.len().saturating_sub(NEAR)..joined.len();
            let twin = near.rev().find(|&place| {
                step.because.iter().all(|fact| is_known(fact, place))
                    && self.have_one_reason(&joined[place], &step)
            });
            let place = twin.unwrap_or(joined.len());
            origin.extend(step.facts.iter().map(|&fact| (fact, place)));
            match twin {
                Some(place) => {
                    let first = &mut joined[place];
                    first.reason.detail = first.reason.detail.nearer(&step.reason.detail).clone();
                    first.facts.extend(step.facts);
                    let because = first.because.iter().copied().chain(step.because);
                    first.because = because.unique().collect();
                }
                None => joined.push(step),
            }
        }
        joined
    }

    /// Returns whether two steps are about one value or the same numbers, and hold by the same reason: the
    /// same ways, or the same chain but for the negation that it begins with.
    fn have_one_reason(&self, one: &Step, other: &Step) -> bool {
        let links = |step: &Step| -> Vec<_> {
            let links = step.chain.iter().filter(|link| link.group.is_some());
            links.map(|link| (link.group, link.follows)).collect()
        };
        let is_sum = matches!(
            (&one.reason.detail, &other.reason.detail),
            (Detail::Sum(mine), Detail::Sum(yours)) if mine.needed == yours.needed
        );
        let are_told = match one.reason.technique {
            Technique::SumAtLeast | Technique::SumAtMost => is_sum,
            Technique::AllWays | Technique::ValuesFit => one.reason.detail != Detail::None,
            Technique::Balance => true,
            _ => one.chain.len() > 1,
        };
        let read = |step: &Step| {
            let readings = step.facts.iter().map(|&fact| self.reading(fact));
            readings.collect::<Option<Vec<_>>>()
        };
        let (Some(mine), Some(yours)) = (read(one), read(other)) else { return false };
        let numbers = |readings: &[Reading]| -> BTreeSet<usize> {
            readings.iter().map(|one| one.number).collect()
        };
        let both = || mine.iter().chain(&yours);
        are_told
            && one.groups == other.groups
            && one.reason.technique == other.reason.technique
            && (is_sum || one.reason.detail == other.reason.detail)
            && links(one) == links(other)
            && both().map(|fact| fact.holds).all_equal()
            && (numbers(&mine) == numbers(&yours)
                || !is_sum && both().map(|fact| fact.value).all_equal())
    }
}
