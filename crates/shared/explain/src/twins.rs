//! Joins steps that a person takes at once: several conclusions for one reason.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::again::HARD;
use crate::explainer::Explainer;
use crate::known::Known;
use crate::part::Part;
use crate::reading::Reading;
use crate::reason::Detail;
use crate::step::Step;
use crate::technique::Technique;

/// Most steps between two that are joined: what is farther apart is another thought.
const NEAR: usize = 15;

/// Conflicts allowed to show that a conclusion follows earlier.
const CONFLICTS: u64 = 300;

/// By how much a step may get harder that takes over what another one finds.
const MOST_HARDER: u32 = 2;

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

    /// Joins to each hard step by the ways to keep some rules what later ones find by those ways, if it
    /// follows there already and makes the step little harder.
    pub(crate) fn with_ways_joined(&self, mut steps: Vec<Step>, given: &Known) -> Vec<Step> {
        let is_by_ways = |step: &Step| {
            let detail = &step.reason.detail;
            step.cost() >= HARD
                && matches!(detail, Detail::Ways { .. } | Detail::Cases(_) | Detail::Sets(_))
        };
        let mut known: Vec<Literal> = given.facts().iter().copied().sorted().collect();
        let mut place = 0;
        while place < steps.len() {
            if is_by_ways(&steps[place]) {
                let mut part = Part::new(&self.theory, &steps[place].groups, false);
                for later in place + 1..steps.len() {
                    let [one, other] = [&steps[place], &steps[later]];
                    if self.effort.is_over() || one.groups != other.groups || !is_by_ways(other) {
                        continue;
                    }
                    let joined = self.joined_by_ways(one, other, &mut part, &known);
                    let most = one.cost().max(other.cost()) + MOST_HARDER;
                    if let Some(joined) = joined.filter(|joined| joined.cost() <= most) {
                        steps[place] = joined;
                        steps[later].facts.clear();
                    }
                }
                steps.retain(|step| !step.facts.is_empty());
            }
            known.extend(&steps[place].facts);
            place += 1;
        }
        steps
    }

    /// Returns the step that concludes what two steps by the same groups do, if these facts are known.
    fn joined_by_ways(
        &self,
        one: &Step,
        other: &Step,
        part: &mut Part,
        known: &[Literal],
    ) -> Option<Step> {
        let mut joined = one.clone();
        for &fact in &other.facts {
            let (_, because) = self.premises(part, &[], fact, known, CONFLICTS)?;
            joined.facts.push(fact);
            joined.because.extend(because);
        }
        joined.because = joined.because.into_iter().unique().collect();
        joined.reason.detail = self.ways(&joined.groups, known, &joined.facts);
        joined.reason.technique = match (joined.reason.technique, &joined.reason.detail) {
            (Technique::AllWays | Technique::ValuesFit, Detail::Sets(_)) => Technique::ValuesFit,
            (Technique::AllWays | Technique::ValuesFit, _) => Technique::AllWays,
            (technique, _) => technique,
        };
        Some(joined)
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
