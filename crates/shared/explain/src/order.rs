//! The order of steps, and how they look when it is their turn.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;
use pseudo_boolean::Literal;

use crate::explainer::Explainer;
use crate::known::Known;
use crate::part::Part;
use crate::reason::{Detail, Reason};
use crate::step::Step;
use crate::technique::Technique;
use crate::theory::variable;

/// Cost of looking somewhere else.
const FAR: u32 = 3;

/// Most ways that a reader counts before the few ways of the opposite are easier.
const MOST_COUNTED: usize = 4;

/// Conflicts allowed for a link of a chain.
pub(crate) const LINK: u64 = 100;

/// Conflicts for proving a fact again.
const CONFLICTS: u64 = 1_000;

impl Explainer<'_> {
    /// Returns the step as it looks when these facts are known: by one group, of its own or of others,
    /// where that is enough now, by one constraint of it if possible, and with a value instead of
    /// exclusions where there is one way left. It may have fewer conclusions then, but has the first.
    fn refreshed(&self, step: Step, known: &Known) -> Step {
        let fact = step.facts[0];
        let is_by_ways = step.reason.technique == Technique::AllWays;
        let is_known = |one: Literal| known.value(one.variable()) == Some(!one.is_negated());
        let with = |group: usize, facts: Vec<Literal>, because: Vec<Literal>| {
            let follows =
                |&other: &Literal| other == facts[0] || self.follows(group, other, &because);
            let facts: Vec<Literal> = facts.iter().copied().filter(follows).collect();
            self.step(vec![group], facts, because, Vec::new())
        };
        if let [group] = step.groups[..]
            && !is_by_ways
        {
            let is_vague =
                step.reason.technique == Technique::Consequence && !step.because.is_empty();
            let simpler =
                is_vague.then(|| self.by_one_constraint(group, fact, &is_known)).flatten();
            return match simpler {
                Some(because) => with(group, step.facts, because),
                None => step,
            };
        }
        if step.groups.is_empty() {
            return step;
        }
        let by_one = |fact: Literal| {
            let others = &self.theory.groups_of[fact.variable().index()];
            let mut groups = step.groups.iter().chain(others).unique();
            let group = groups.find(|&&group| self.follows(group, fact, known.facts()));
            group.map(|&group| (group, fact))
        };
        let mut better = by_one(fact);
        if better.is_none() && is_by_ways {
            let group = step.groups[0];
            better = self.value_by_ways(&[group], fact, known.facts()).map(|value| (group, value));
        }
        let Some((group, fact)) = better else { return step };
        let because = self.by_one_constraint(group, fact, &is_known).or_else(|| {
            let mut part = Part::new(&self.theory, &[group], true);
            let selectors = part.selectors.clone();
            let found = self.premises(&mut part, &selectors, fact, known.facts(), CONFLICTS);
            found.map(|(_, because)| because)
        });
        match because {
            Some(because) if fact == step.facts[0] => with(group, step.facts, because),
            Some(because) => with(group, vec![fact], because),
            None => step,
        }
    }

    /// Returns a step whose first conclusion is gone.
    fn beginning_anew(&self, step: Step) -> Step {
        let Step { groups, facts, because, .. } = step;
        let several = groups.len() > 1 && !self.is_crossing(&groups, facts[0], &because);
        let chain = several.then(|| self.chain(&groups, &[!facts[0]], &because, 0)).flatten();
        let chain = chain.map_or_else(Vec::new, |(chain, _)| chain);
        self.step(groups, facts, because, chain)
    }

    /// Puts steps in an order: each after its premises, of which some are known. The next value is
    /// the one that costs least, near the last one where there is a choice. If it is stopped, the
    /// last ones are missing.
    pub(crate) fn ordered(&self, steps: Vec<Step>, mut known: Known) -> Vec<Step> {
        let origin: HashMap<Literal, usize> = steps
            .iter()
            .enumerate()
            .flat_map(|(place, step)| step.facts.iter().map(move |&fact| (fact, place)))
            .collect();
        let waiting = |step: Step| {
            let needs = step.because.iter().filter_map(|fact| origin.get(fact).copied());
            Waiting {
                needs: needs.unique().collect(),
                cost: step.cost(),
                numbers: self.numbers_near(&step).unique().collect(),
                fills: step.facts.iter().any(|&fact| self.fills(fact)),
                step: Some(step),
            }
        };
        let mut waiting: Vec<Waiting> = steps.into_iter().map(waiting).collect();
        let (mut ordered, mut parts) = (Vec::<Step>::new(), None);
        let mut last: HashSet<usize> = HashSet::new();
        let mut seen = vec![usize::MAX; waiting.len()];
        loop {
            if self.effort.is_over() {
                return ordered;
            }
            // The value that costs least, with all that it needs.
            let values = (0..waiting.len())
                .filter(|&place| waiting[place].fills && waiting[place].step.is_some());
            let best =
                values.min_by_key(|&place| (cost_of(place, &waiting, &last, &mut seen), place));
            // What leads to no value comes at the end.
            let rest = || (0..waiting.len()).find(|&place| waiting[place].step.is_some());
            let Some(place) = best.or_else(rest) else { return ordered };
            seen.fill(usize::MAX);
            let mut stack = vec![place];
            while let Some(&place) = stack.last() {
                let needs = waiting[place].needs.iter().copied();
                let missing: Vec<usize> =
                    needs.filter(|&other| waiting[other].step.is_some()).collect();
                if waiting[place].step.is_some() && !missing.is_empty() {
                    stack.extend(missing);
                    continue;
                }
                stack.pop();
                let step = waiting[place].step.take();
                let mut step = step.and_then(|step| left(step, &known));
                while let Some(now) = step.take() {
                    let others = Step { facts: now.facts[1..].to_vec(), ..now.clone() };
                    let now = self.refreshed(now, &known);
                    let now = self.second_look(now, &known, &mut parts);
                    known.add(self, now.facts.iter().copied());
                    last = self.numbers_near(&now).collect();
                    ordered.push(now);
                    step = left(others, &known).map(|others| self.beginning_anew(others));
                }
            }
        }
    }

    /// Returns whether a fact gives a number of the board its value.
    pub(crate) fn fills(&self, fact: Literal) -> bool {
        let reading = self.reading(fact).filter(|one| one.holds);
        reading.is_some_and(|one| self.subject.groups.named[one.number].is_on_board)
    }

    /// Returns premises with the value of a number, if it is known, instead of several values that it does
    /// not have: a reader sees it at once.
    fn with_values(&self, because: &[Literal], known: &[Literal]) -> Vec<Literal> {
        let domain = |one: &Literal| self.theory.domain_of[one.variable().index()];
        let excluded = because.iter().filter(|one| one.is_negated()).filter_map(domain).counts();
        if excluded.values().all(|&count| count == 1) {
            return because.to_vec();
        }
        let values = known.iter().filter(|one| !one.is_negated());
        let values: HashMap<usize, Literal> =
            values.filter_map(|one| Some((domain(one)?, *one))).collect();
        let better = |one: &Literal| {
            let own = domain(one).filter(|own| excluded.get(own).is_some_and(|&count| count > 1));
            own.filter(|_| one.is_negated()).and_then(|own| values.get(&own).copied())
        };
        because.iter().map(|one| better(one).unwrap_or(*one)).unique().collect()
    }

    /// Keeps the steps that the targets need, and counts the ways of those that need it. If it is
    /// stopped, the last ones are missing.
    pub(crate) fn needed(&self, steps: Vec<Step>, targets: &[Literal], given: &Known) -> Vec<Step> {
        let mut wanted: HashSet<Literal> = targets.iter().copied().collect();
        let mut kept = Vec::new();
        for step in steps.into_iter().rev() {
            let is_wanted = |fact: &Literal| {
                let domain =
                    self.theory.domain_of[fact.variable().index()].filter(|_| self.is_value(*fact));
                let others = domain.iter().flat_map(|&domain| &self.theory.domains[domain]);
                wanted.contains(fact)
                    || others.copied().any(|index| wanted.contains(&variable(index).is(false)))
            };
            if step.facts.iter().any(is_wanted) {
                wanted.extend(&step.because);
                kept.push(step);
            }
        }
        kept.reverse();
        let mut known: Vec<Literal> = given.facts().iter().copied().sorted().collect();
        for place in 0..kept.len() {
            if self.effort.is_over() {
                kept.truncate(place);
                break;
            }
            let step = &mut kept[place];
            let is_crossing = step.reason.technique == Technique::EvenCrossings;
            if step.groups.len() > 1 && step.chain.is_empty() && !is_crossing {
                let Step { groups, facts, because, .. } = step.clone();
                let tries = [&because, &known];
                let mut found =
                    tries.into_iter().map(|known| self.chain(&groups, &[!facts[0]], known, LINK));
                if let Some((chain, because)) = found.find_map(|found| found) {
                    *step = self.step(groups, facts, because, chain);
                }
            }
            *step = self.by_the_board(step.clone(), &known);
            let is_hard = matches!(
                step.reason.technique,
                Technique::TogetherCases | Technique::Trial | Technique::SeveralRules
            );
            if let Some(detail) =
                is_hard.then(|| self.crowded(&step.groups, step.facts[0], &step.because)).flatten()
            {
                step.reason = Reason { technique: Technique::ReachesNoFurther, detail };
                step.chain.clear();
            }
            if step.reason.technique == Technique::TogetherCases {
                self.tell_by_cases(step, &known);
            }
            if step.reason.technique == Technique::TogetherCases {
                let denied = [&known[..], &[!step.facts[0]]].concat();
                if let Some(detail) = self.split(&step.groups, &denied) {
                    step.reason = Reason { technique: Technique::CaseByCase, detail };
                }
            }
            if matches!(step.reason.technique, Technique::AllWays | Technique::TogetherCases) {
                step.reason.detail = self.ways(&step.groups, &known, &step.facts);
                if matches!(step.reason.detail, Detail::Sets(_)) {
                    step.reason.technique = Technique::ValuesFit;
                }
            }
            if let (Technique::AllWays, &Detail::Ways { count, .. }) =
                (step.reason.technique, &step.reason.detail)
                && count.is_none_or(|count| count > MOST_COUNTED)
            {
                self.tell_by_cases(step, &known);
            }
            if let (
                Technique::AllWays | Technique::TogetherCases,
                &Detail::Ways { count: None, .. },
            ) = (step.reason.technique, &step.reason.detail)
            {
                self.tell_by_values(step, &known);
            }
            if let (Technique::AllWays, &[group], &[fact], Detail::Ways { count, .. }) =
                (step.reason.technique, &step.groups[..], &step.facts[..], &step.reason.detail)
                && count.is_none_or(|count| count > MOST_COUNTED)
                && let Some(cases) = self.denied_ways(group, fact, &known)
            {
                let (count, group, sets) = (cases.len(), 0, None);
                step.reason.detail = Detail::Split { group, count, cases, sets };
            }
            if let (Technique::AllWays, &[group], &[fact]) =
                (step.reason.technique, &step.groups[..], &step.facts[..])
            {
                let because = [&step.because[..], &self.seen_by(step, &known)].concat();
                let told = self.unmade(group, fact, &because).map(|makings| {
                    let detail = Detail::NoSum(makings);
                    let better = Reason { technique: Technique::Combination, detail };
                    Step { reason: better, ..step.clone() }
                });
                if let Some(told) = told.filter(|told| told.cost() < step.cost()) {
                    *step = told;
                }
            }
            let followed = self.with_end_followed(&step.chain, step.facts[0], &step.because);
            if let Some(chain) = followed {
                step.chain = chain;
            }
            step.because = self.with_values(&step.because, &known);
            step.seen = self.seen_by(step, &known);
            if let Some(reason) = self.sum_as_seen(step) {
                step.reason = reason;
            }
            known.extend(&step.facts);
        }
        kept
    }
}

/// Returns a step without conclusions that are known; `None` if nothing is new.
fn left(mut step: Step, known: &Known) -> Option<Step> {
    step.facts.retain(|&fact| known.value(fact.variable()).is_none());
    (!step.facts.is_empty()).then_some(step)
}

/// A step that waits for its place in the order.
struct Waiting {
    /// `None` if it has its place.
    step: Option<Step>,
    /// The places of the steps that find its premises.
    needs: Vec<usize>,
    cost: u32,
    /// The numbers that it is about.
    numbers: Vec<usize>,
    /// Whether it gives a number of the board its value.
    fills: bool,
}

/// Returns the cost of a step with all that it still needs, more if none of that is about one of
/// the last numbers. `seen` holds for each step the last one whose cost it was counted for.
fn cost_of(place: usize, waiting: &[Waiting], last: &HashSet<usize>, seen: &mut [usize]) -> u32 {
    let (mut cost, mut stack) = (FAR, vec![place]);
    let mut is_near = false;
    seen[place] = place;
    while let Some(one) = stack.pop() {
        let Waiting { step: Some(_), needs, cost: own, numbers, .. } = &waiting[one] else {
            continue;
        };
        cost = cost.saturating_add(*own);
        is_near |= numbers.iter().any(|number| last.contains(number));
        let missing = needs.iter().copied();
        stack.extend(missing.filter(|&other| std::mem::replace(&mut seen[other], place) != place));
    }
    if is_near { cost - FAR } else { cost }
}
