//! Steps: from what the search found to what a person would look for, one conclusion at a time.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use itertools::Itertools;
use pseudo_boolean::{Literal, Proof, Solver, Variable, Verdict};

use crate::chain::Link;
use crate::explainer::Explainer;
use crate::finding::{Finding, PERSISTENCE, stands_for};
use crate::part::Part;
use crate::reason::{Detail, Reason, turns};
use crate::technique::Technique;
use crate::theory::variable;

/// A step of an explanation: one conclusion from some groups of the rules and some facts.
#[derive(Clone, Debug)]
pub struct Step {
    /// The groups of the rules, by their numbers; empty if a domain or channel is enough.
    pub groups: Vec<usize>,
    /// The conclusion: one fact, or exclusions of one value, or for one number, by the same
    /// premises.
    pub facts: Vec<Literal>,
    /// The premises: facts known before.
    pub because: Vec<Literal>,
    /// The chain from the negation of the conclusion to the contradiction, each link using one
    /// group; empty if one group is enough, or if no chain was found.
    pub chain: Vec<Link>,
    /// Why it holds.
    pub reason: Reason,
    /// Whether propagation of at most one group is enough.
    pub is_trivial: bool,
    /// Whether a person sees it without being told: another view of the same, or a value that a
    /// single placed one excludes.
    pub is_obvious: bool,
}

impl Step {
    /// Returns its cost for a person.
    #[must_use]
    pub fn cost(&self) -> u32 {
        let technique = self.reason.technique.cost();
        let [links, turns] = [self.chain.len(), turns(&self.chain)]
            .map(|count| u32::try_from(count).expect("chains are short"));
        match (&self.reason.detail, self.reason.technique) {
            _ if self.is_obvious => 0,
            (Detail::Ways(None), _) => technique + 14,
            (Detail::Ways(Some(ways)), _) => technique + 2 * ways.max(&1).ilog2(),
            (Detail::Cases(cases), _) if cases.len() < 2 => technique / 2,
            (Detail::Split { count, .. }, _) => {
                technique + u32::try_from(*count).expect("there are few ways")
            }
            (_, Technique::Trial | Technique::BestScore) => technique + 3 * turns + links / 4,
            (_, Technique::SeveralRules) => technique + links / 4,
            _ => technique,
        }
    }
}

/// A conclusion before it is put in order.
struct Derived {
    finding: usize,
    groups: Vec<usize>,
    because: Vec<Literal>,
    fact: Literal,
    chain: Vec<Link>,
}

impl Explainer<'_> {
    /// Returns the facts that steps are to lead to: those known about the board's numbers: values, or
    /// exclusions if there is no value.
    #[must_use]
    pub fn targets(&self) -> Vec<Literal> {
        let on_board = self.subject.groups.named.iter().filter(|named| named.is_on_board);
        let targets = on_board.flat_map(|named| {
            let all = crate::theory::literals(&named.number);
            let known: Vec<Literal> = all
                .map(|literal| self.truth(literal.variable().index()))
                .filter(|&truth| self.value(truth).is_some())
                .collect();
            let value = known.iter().copied().find(|&truth| self.is_value(truth));
            value.map_or(known, |value| vec![value])
        });
        let targets: Vec<Literal> = targets.collect();
        let values: Vec<Literal> =
            targets.iter().copied().filter(|&target| self.is_value(target)).collect();
        if values.is_empty() { targets } else { values }
    }

    /// Returns the steps that lead to these facts, one conclusion each, without any that nothing
    /// needs, in an order that a person can follow. None if the explainer is stopped meanwhile.
    #[must_use]
    pub fn steps(&mut self, findings: &[Finding], targets: &[Literal]) -> Vec<Step> {
        // The limit is one of the search.
        self.effort.most = u64::MAX;
        let derived = self.derived(findings, targets);
        let steps = self.merged(derived);
        let given = self.given(findings);
        let steps = self.ordered(steps, &given);
        self.needed(steps, targets, given)
    }

    /// Returns the facts that were known before these findings.
    #[must_use]
    pub fn given(&self, findings: &[Finding]) -> HashSet<Literal> {
        let found: HashSet<Literal> = findings.iter().flat_map(Finding::all_facts).collect();
        self.facts.iter().copied().filter(|fact| !found.contains(fact)).collect()
    }

    /// Returns the value of a variable when these facts are known.
    #[must_use]
    pub fn value_by(&self, facts: &HashSet<Literal>, variable: Variable) -> Option<bool> {
        let [yes, no] = [true, false].map(|value| facts.contains(&variable.is(value)));
        let is_other = || {
            let domain = self.theory.domain_of[variable.index()];
            let mut others = domain.iter().flat_map(|&domain| &self.theory.domains[domain]);
            others.any(|&other| facts.contains(&crate::theory::variable(other).is(true)))
        };
        yes.then_some(true).or_else(|| (no || is_other()).then_some(false))
    }

    /// Returns what the targets need, the last first.
    fn derived(&self, findings: &[Finding], targets: &[Literal]) -> Vec<Derived> {
        let time: HashMap<Literal, usize> =
            self.facts.iter().enumerate().map(|(time, &fact)| (fact, time)).collect();
        let origin: HashMap<Literal, (usize, bool)> = findings
            .iter()
            .enumerate()
            .flat_map(|(number, finding)| {
                let facts = finding.facts.iter().map(move |&fact| (fact, (number, false)));
                facts.chain(finding.at_once.iter().map(move |&fact| (fact, (number, true))))
            })
            .collect();
        let mut wanted: BTreeSet<usize> =
            targets.iter().filter_map(|target| time.get(target).copied()).collect();
        let mut views = Part::of_views(&self.theory);
        let mut part: Option<(usize, Part)> = None;
        let mut derived = Vec::new();
        while let Some(now) = wanted.pop_last() {
            if self.effort.is_over() {
                return Vec::new();
            }
            let fact = self.facts[now];
            let Some(&(finding, is_at_once)) = origin.get(&fact) else { continue };
            // Premises that are needed anyway cost nothing.
            let (needed, others): (Vec<usize>, Vec<usize>) =
                (0..now).partition(|time| wanted.contains(time));
            let before: Vec<Literal> =
                needed.into_iter().chain(others).map(|time| self.facts[time]).collect();
            let (groups, mut because) = if is_at_once {
                let found = self.premises(&mut views, &[], fact, &before, 1);
                (Vec::new(), found.map_or(before.clone(), |(_, because)| because))
            } else {
                let found = &findings[finding];
                let near = self.before(found, &before, &time);
                if part.as_ref().is_none_or(|(other, _)| *other != finding) {
                    part = Some((finding, Part::new(&self.theory, &found.groups, true)));
                }
                let part = &mut part.as_mut().expect("it was made").1;
                let selectors = part.selectors.clone();
                let most = found.conflicts.saturating_mul(PERSISTENCE).min(EASILY);
                match self.premises(part, &selectors, fact, &near, most) {
                    Some((places, because)) => {
                        (places.into_iter().map(|place| found.groups[place]).collect(), because)
                    }
                    None if found.is_trivial => (found.groups.clone(), near),
                    // Fewer would take too long to find.
                    None => (found.groups.clone(), found.because.clone()),
                }
            };
            let mut chain = Vec::new();
            if groups.len() > 1 {
                // With its own premises if possible, to need fewer.
                let found = self.chain(&groups, fact, &because, 0);
                if let Some(found) = found.or_else(|| self.chain(&groups, fact, &before, 0)) {
                    (chain, because) = found;
                }
            }
            wanted.extend(because.iter().filter_map(|fact| time.get(fact)));
            derived.push(Derived { finding, groups, because, fact, chain });
        }
        derived
    }

    /// Returns the premises to choose from for a finding: those that it has and its own facts, or all
    /// if it is trivial.
    fn before(
        &self,
        finding: &Finding,
        before: &[Literal],
        time: &HashMap<Literal, usize>,
    ) -> Vec<Literal> {
        if finding.is_trivial {
            return before.to_vec();
        }
        let begin = finding.facts.iter().filter_map(|fact| time.get(fact)).min().copied();
        let is_own = |fact: &&Literal| time.get(fact).copied() >= begin;
        let own: HashSet<Literal> = before.iter().filter(is_own).copied().collect();
        let because: HashSet<Literal> = finding.because.iter().copied().collect();
        let is_near = |fact: &&Literal| own.contains(fact) || because.contains(fact);
        before.iter().filter(is_near).copied().collect()
    }

    /// Returns the fewest premises found that a part needs for a fact, with the places of its
    /// groups that are needed; `None` if no proof is found within the conflicts.
    fn premises(
        &self,
        part: &mut Part,
        selectors: &[Literal],
        fact: Literal,
        before: &[Literal],
        most: u64,
    ) -> Option<(Vec<usize>, Vec<Literal>)> {
        let soft = self.assumptions(part, before);
        let denial = part.own_of(&[!fact]);
        // The last ones are removed first: groups before facts.
        let mut all: Vec<Literal> = soft.iter().map(|&(own, _)| own).collect();
        all.extend(selectors);
        let core = part.minimal_core(&denial, &all, usize::MAX, most, &self.effort)?;
        Some((part.places_in(&core), stands_for(soft, Some(&core))))
    }

    /// Joins facts with the same grounds, if they are about one number or one value and have no
    /// chain, and finds the reason of each step.
    fn merged(&self, derived: Vec<Derived>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut by_grounds: BTreeMap<(usize, Vec<usize>, Vec<Literal>), Vec<Literal>> =
            BTreeMap::new();
        let (mut last_finding, mut first_of_finding) = (None, 0);
        for Derived { finding, groups, because, fact, chain } in derived {
            if groups.len() > 1 || groups.is_empty() {
                let step = self.step(groups, vec![fact], because, chain);
                if last_finding.replace(finding) != Some(finding) {
                    first_of_finding = steps.len();
                }
                let mut same = steps[first_of_finding..].iter_mut();
                match same.find(|other| self.are_alike(other, &step)) {
                    Some(other) => other.facts.extend(step.facts),
                    None => steps.push(step),
                }
            } else {
                by_grounds.entry((finding, groups, because)).or_default().push(fact);
            }
        }
        let mut by_one: Vec<Step> = Vec::new();
        let mut last = None;
        for ((finding, groups, because), mut facts) in by_grounds {
            if last.replace(finding) != Some(finding) {
                steps.extend(self.joined(std::mem::take(&mut by_one)));
            }
            facts.sort_unstable();
            let read =
                |fact: &Literal| self.reading(*fact).map(|one| (one.holds, one.number, one.value));
            let have_one_number =
                facts.iter().map(|fact| read(fact).map(|one| (one.0, one.1))).all_equal();
            let together: Vec<Vec<Literal>> = if have_one_number {
                vec![facts]
            } else {
                let by_value = facts
                    .into_iter()
                    .into_group_map_by(|fact| read(fact).map(|one| (one.0, one.2)));
                by_value.into_iter().sorted().map(|(_, facts)| facts).collect()
            };
            for facts in together {
                by_one.push(self.step(groups.clone(), facts, because.clone(), Vec::new()));
            }
        }
        steps.extend(self.joined(by_one));
        steps
    }

    /// Returns whether two steps of one finding are about the same value, by the same premises and
    /// the same chain but for the negation that it begins with.
    fn are_alike(&self, one: &Step, other: &Step) -> bool {
        let read = |step: &Step| self.reading(step.facts[0]).map(|one| (one.holds, one.value));
        let is_intersection = one.reason.technique == Technique::Intersection;
        let links = |step: &Step| -> Vec<_> {
            let links = step.chain.iter().skip(1);
            links.map(|link| (link.group, link.follows.filter(|_| !is_intersection))).collect()
        };
        one.chain.len() > 1
            && one.reason == other.reason
            && one.groups == other.groups
            && one.because.iter().collect::<BTreeSet<_>>() == other.because.iter().collect()
            && read(one) == read(other)
            && links(one) == links(other)
    }

    /// Joins neighbours that exclude values of one number in all ways to keep one group.
    fn joined(&self, steps: Vec<Step>) -> Vec<Step> {
        let number = |step: &Step| {
            let reading = self.reading(step.facts[0]).filter(|one| !one.holds)?;
            let is_by_ways = step.reason.technique == Technique::AllWays;
            is_by_ways.then_some((step.groups[0], reading.number))
        };
        let mut joined: Vec<Step> = Vec::new();
        let mut place_of: HashMap<(usize, usize), usize> = HashMap::new();
        for step in steps {
            match number(&step).and_then(|key| Some((key, *place_of.get(&key)?))) {
                Some((_, place)) => {
                    let first = &mut joined[place];
                    first.facts.extend(step.facts);
                    let because = first.because.iter().copied().chain(step.because);
                    let because: Vec<Literal> = because.unique().collect();
                    first.because = because;
                }
                None => {
                    if let Some(key) = number(&step) {
                        place_of.insert(key, joined.len());
                    }
                    joined.push(step);
                }
            }
        }
        joined
    }

    fn step(
        &self,
        groups: Vec<usize>,
        facts: Vec<Literal>,
        because: Vec<Literal>,
        chain: Vec<Link>,
    ) -> Step {
        let fact = facts[0];
        let is_trivial =
            groups.is_empty() || groups.len() == 1 && self.follows(groups[0], fact, &because);
        let reason = self.reason(&groups, fact, &because, &chain, is_trivial);
        let is_obvious = match reason.technique {
            Technique::ReadOff | Technique::Placed => true,
            Technique::Consequence => {
                because.len() == 1 && !self.is_exclusion(because[0]) && self.is_exclusion(fact)
            }
            _ => false,
        };
        Step { groups, facts, because, chain, reason, is_trivial, is_obvious }
    }

    /// Returns whether a fact follows from a group and known facts by propagation.
    fn follows(&self, group: usize, fact: Literal, known: &[Literal]) -> bool {
        let mut part = Part::new(&self.theory, &[group], false);
        part.know(&self.theory, known);
        let denial = part.own_of(&[!fact]);
        !denial.is_empty() && part.probe(&denial, &[]).is_err()
    }

    /// Returns the step as it looks when these facts are known: without conclusions that are known,
    /// by one group where that is enough now, and with a value instead of exclusions where there is
    /// one way left. `None` if nothing is new.
    fn refreshed(&self, mut step: Step, known: &Known) -> Option<Step> {
        step.facts.retain(|&fact| known.value(self, fact).is_none());
        let fact = *step.facts.first()?;
        let is_by_ways = step.reason.technique == Technique::AllWays;
        if step.groups.len() < 2 && !is_by_ways {
            return Some(step);
        }
        let by_one = |fact: Literal| {
            let group = step.groups.iter().find(|&&group| self.follows(group, fact, &known.facts));
            group.map(|&group| (group, fact))
        };
        let mut better = by_one(fact);
        if better.is_none() && is_by_ways {
            let group = step.groups[0];
            better = self.value_by_ways(&[group], fact, &known.facts).map(|value| (group, value));
        }
        let Some((group, fact)) = better else { return Some(step) };
        let mut part = Part::new(&self.theory, &[group], true);
        let selectors = part.selectors.clone();
        let found = self.premises(&mut part, &selectors, fact, &known.facts, CONFLICTS);
        let Some((_, because)) = found else { return Some(step) };
        let facts = if fact == step.facts[0] && step.facts.len() > 1 {
            step.facts
                .into_iter()
                .filter(|&other| other == fact || self.follows(group, other, &because))
                .collect()
        } else {
            vec![fact]
        };
        Some(self.step(vec![group], facts, because, Vec::new()))
    }

    /// Puts steps in an order: each after its premises. The next value is the one that costs least,
    /// near the last one where there is a choice.
    fn ordered(&self, steps: Vec<Step>, given: &HashSet<Literal>) -> Vec<Step> {
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
        let mut known = Known::default();
        known.add(self.facts.iter().copied().filter(|fact| given.contains(fact)));
        let mut ordered: Vec<Step> = Vec::new();
        let mut last: HashSet<usize> = HashSet::new();
        let mut seen = vec![usize::MAX; waiting.len()];
        loop {
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
                if let Some(step) = step.and_then(|step| self.refreshed(step, &known)) {
                    known.add(step.facts.iter().copied());
                    last = self.numbers_near(&step).collect();
                    ordered.push(step);
                }
            }
        }
    }

    /// Returns whether a fact gives a number of the board its value.
    fn fills(&self, fact: Literal) -> bool {
        let reading = self.reading(fact).filter(|one| one.holds);
        reading.is_some_and(|one| self.subject.groups.named[one.number].is_on_board)
    }

    /// Keeps the steps that the targets need, and counts the ways of those that need it.
    fn needed(&self, steps: Vec<Step>, targets: &[Literal], given: HashSet<Literal>) -> Vec<Step> {
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
        let mut known: Vec<Literal> = given.into_iter().sorted().collect();
        for step in &mut kept {
            if step.groups.len() > 1 && step.chain.is_empty() {
                let Step { groups, facts, because, .. } = step.clone();
                let tries = [&because, &known];
                let mut found =
                    tries.into_iter().map(|known| self.chain(&groups, facts[0], known, LINK));
                if let Some((chain, because)) = found.find_map(|found| found) {
                    *step = self.step(groups, facts, because, chain);
                }
            }
            if step.reason.technique == Technique::TogetherCases {
                let denied = [&known[..], &[!step.facts[0]]].concat();
                if let Some(detail) = self.split(&step.groups, &denied) {
                    step.reason = Reason { technique: Technique::CaseByCase, detail };
                }
            }
            if matches!(step.reason.technique, Technique::AllWays | Technique::TogetherCases) {
                step.reason.detail = self.ways(&step.groups, &known);
            }
            known.extend(&step.facts);
        }
        kept
    }

    /// Returns the numbers that a step is about.
    fn numbers_near(&self, step: &Step) -> impl Iterator<Item = usize> {
        let facts = step.facts.iter().chain(&step.because);
        facts.filter_map(|&fact| Some(self.reading(fact)?.number))
    }

    /// Returns the problem that a step is wrong: its groups, the domains and channels of their
    /// variables, its premises, and the negation of its conclusions, with a proof that there is no
    /// solution. `None` if the step does not follow.
    #[must_use]
    pub fn certificate(&self, step: &Step) -> Option<(String, Proof)> {
        let denial = step.facts.iter().map(|&literal| !literal).collect();
        let problem = Part::problem_of(&self.theory, &step.groups, &step.because, denial);
        let mut solver = Solver::proving(&problem);
        if solver.solve(&mut ()) != Verdict::Unsatisfiable {
            return None;
        }
        Some((problem.to_string(), solver.proof()?))
    }
}

/// Cost of looking somewhere else.
const FAR: u32 = 3;

/// Most conflicts of a proof for a conclusion that gets premises of its own.
const EASILY: u64 = 200;

/// Conflicts allowed for a link of a chain.
const LINK: u64 = 100;

/// Conflicts for proving a fact again.
const CONFLICTS: u64 = 1_000;

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

/// What is known at a point of an explanation.
#[derive(Default)]
struct Known {
    facts: Vec<Literal>,
    set: HashSet<Literal>,
}

impl Known {
    fn add(&mut self, facts: impl IntoIterator<Item = Literal>) {
        for fact in facts {
            if self.set.insert(fact) {
                self.facts.push(fact);
            }
        }
    }

    fn value(&self, explainer: &Explainer, fact: Literal) -> Option<bool> {
        explainer.value_by(&self.set, fact.variable())
    }
}
