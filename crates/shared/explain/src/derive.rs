//! From findings to single conclusions: from the solution backwards, what each fact needs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use itertools::Itertools;
use pseudo_boolean::{Literal, Under};

use crate::chain::Link;
use crate::explainer::Explainer;
use crate::finding::{Finding, PERSISTENCE, stands_for};
use crate::part::Part;
use crate::step::Step;
use crate::technique::Technique;

/// Most conflicts of a proof for a conclusion that gets premises of its own.
const EASILY: u64 = 200;

/// Most premises that are reduced: of more, a reader only sees how many there are.
const MOST_REDUCED: usize = 100;

/// A conclusion before it is put in order.
pub(crate) struct Derived {
    finding: usize,
    groups: Vec<usize>,
    because: Vec<Literal>,
    fact: Literal,
    chain: Vec<Link>,
}

impl Explainer<'_> {
    /// Returns what the targets need, the last first, or nothing when stopped: going backwards from
    /// all of them prefers premises that are needed anyway. With `in_turn`, one target after the
    /// other is traced instead, so that what the first ones need is there when it is stopped.
    pub(crate) fn derived(
        &self,
        findings: &[Finding],
        targets: &[Literal],
        in_turn: bool,
    ) -> Vec<Derived> {
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
        let mut waiting: BTreeSet<usize> =
            targets.iter().filter_map(|target| time.get(target).copied()).collect();
        let mut wanted = if in_turn { BTreeSet::new() } else { std::mem::take(&mut waiting) };
        let mut is_done = vec![false; self.facts.len()];
        let mut views = Part::of_views(&self.theory);
        let mut readings = Part::of_readings(&self.theory);
        let mut part: Option<(usize, Part)> = None;
        let (mut derived, mut enough) = (Vec::new(), 0);
        loop {
            if self.effort.is_over() {
                derived.truncate(enough);
                break;
            }
            let Some(now) = wanted.pop_last() else {
                enough = derived.len();
                let Some(next) = waiting.pop_first() else { break };
                wanted.insert(next);
                continue;
            };
            if std::mem::replace(&mut is_done[now], true) {
                continue;
            }
            let fact = self.facts[now];
            let Some(&(finding, is_at_once)) = origin.get(&fact) else { continue };
            // Premises that are needed anyway cost nothing.
            let mut is_needed = is_done[..now].to_vec();
            for &time in &wanted {
                is_needed[time] = true;
            }
            let (needed, others): (Vec<usize>, Vec<usize>) =
                (0..now).partition(|&time| is_needed[time]);
            let before = needed.into_iter().chain(others).map(|time| self.facts[time]);
            let before: Vec<Literal> = before.collect();
            let (groups, mut because) = if is_at_once {
                let is_read_off = self.theory.is_read_off[fact.variable().index()];
                let by_reading = is_read_off.then(|| {
                    let beside = self.beside(fact);
                    let near = before.iter().filter(|one| beside.contains(&one.variable().index()));
                    let near: Vec<Literal> = near.copied().collect();
                    self.premises(&mut readings, &[], fact, &near, 1)
                });
                // Some facts take several views.
                let found = by_reading
                    .flatten()
                    .or_else(|| self.premises(&mut views, &[], fact, &before, EASILY));
                (Vec::new(), found.map_or(before.clone(), |(_, because)| because))
            } else if let Some(because) = findings[finding].sole_group().and_then(|group| {
                let is_known = |fact: Literal| time.get(&fact).is_some_and(|&time| time < now);
                self.by_one_constraint(group, fact, &is_known)
            }) {
                (findings[finding].groups.clone(), because)
            } else if let Some(because) =
                self.others_at_border(&findings[finding].groups, fact, &|one| {
                    findings[finding].because.contains(&one)
                })
            {
                (findings[finding].groups.clone(), because)
            } else {
                let found = &findings[finding];
                if part.as_ref().is_none_or(|(other, _)| *other != finding) {
                    part = Some((finding, Part::new(&self.theory, &found.groups, true)));
                }
                let part = &mut part.as_mut().expect("it was made").1;
                self.grounds(found, part, fact, &choice(found, &before, &time))
            };
            let mut chain = Vec::new();
            if groups.len() > 1 && !self.is_crossing(&groups, fact, &because) {
                // With its own premises if possible, to need fewer.
                let found = self.chain(&groups, &[!fact], &because, 0);
                if let Some(found) = found.or_else(|| self.chain(&groups, &[!fact], &before, 0)) {
                    (chain, because) = found;
                }
            }
            wanted.extend(because.iter().filter_map(|fact| time.get(fact)));
            derived.push(Derived { finding, groups, because, fact, chain });
        }
        derived.sort_by_key(|one| Reverse(time[&one.fact]));
        derived
    }

    /// Returns the variables that channels link with the number of a fact.
    pub(crate) fn beside(&self, fact: Literal) -> HashSet<usize> {
        let domain = self.theory.domain_of[fact.variable().index()];
        let own = domain.map_or(&[][..], |domain| &self.theory.domains[domain]);
        let channels = self.theory.views_with(own).into_iter();
        let terms = channels.flat_map(|number| self.theory.problem.terms_of(number));
        terms.map(|term| term.literal.variable().index()).collect()
    }

    /// Returns the groups and premises of a fact, as few as are easily found; `part` has the
    /// finding's groups.
    fn grounds(
        &self,
        finding: &Finding,
        part: &mut Part,
        fact: Literal,
        near: &[Literal],
    ) -> (Vec<usize>, Vec<Literal>) {
        let Finding { groups, because, is_trivial, conflicts, .. } = finding;
        if !is_trivial && because.len() > MOST_REDUCED {
            return (groups.clone(), because.clone());
        }
        let selectors = part.selectors.clone();
        let most = conflicts.saturating_mul(PERSISTENCE).min(EASILY);
        // The solver cuts a connection many times before it shows that a premise is needed.
        let cuts = self.theory.connections_of(groups).next().is_some();
        let by_propagation =
            (*is_trivial && cuts).then(|| self.premises(part, &selectors, fact, near, 0)).flatten();
        match by_propagation.or_else(|| self.premises(part, &selectors, fact, near, most)) {
            Some((places, because)) => {
                let used: Vec<usize> = places.into_iter().map(|place| groups[place]).collect();
                // A group that is left out may provide a channel that is needed.
                let is_enough = used.len() == groups.len() || self.proves(&used, fact, &because);
                (if is_enough { used } else { groups.clone() }, because)
            }
            None if *is_trivial => (groups.clone(), near.to_vec()),
            None => (groups.clone(), because.clone()),
        }
    }

    /// Returns whether groups and facts prove a fact easily.
    pub(crate) fn proves(&self, groups: &[usize], fact: Literal, because: &[Literal]) -> bool {
        let mut part = self.fresh(groups);
        part.know(&self.theory, because);
        let denial = part.own_of(&[!fact]);
        !denial.is_empty() && matches!(part.solve(&denial, EASILY, &self.effort), Under::Core(_))
    }

    /// Returns the fewest premises found that a part needs for a fact, with the places of its
    /// groups that are needed; `None` if no proof is found within the conflicts.
    pub(crate) fn premises(
        &self,
        part: &mut Part,
        selectors: &[Literal],
        fact: Literal,
        before: &[Literal],
        most: u64,
    ) -> Option<(Vec<usize>, Vec<Literal>)> {
        let soft = self.assumptions(part, before);
        let denial = part.own_of(&[!fact]);
        if denial.is_empty() {
            return None;
        }
        // The last ones are removed first: groups before facts.
        let mut all: Vec<Literal> = soft.iter().map(|&(own, _)| own).collect();
        all.extend(selectors);
        let core =
            part.minimal_core(&denial, &all, usize::MAX, most, &mut Vec::new(), &self.effort)?;
        Some((part.places_in(&core), stands_for(soft, Some(&core))))
    }

    /// Joins facts with the same grounds, if they are about one number or one value and have no
    /// chain, and finds the reason of each step.
    pub(crate) fn merged(&self, derived: Vec<Derived>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut by_grounds: BTreeMap<(usize, Vec<usize>, Vec<Literal>), Vec<Literal>> =
            BTreeMap::new();
        let (mut last_finding, mut first_of_finding) = (None, 0);
        let own = derived.iter().map(|one| (one.finding, one.fact)).collect::<HashSet<_>>();
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
            if let Some(last) = last.replace(finding).filter(|&last| last != finding) {
                steps.extend(self.joined(std::mem::take(&mut by_one), last, &own));
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
        if let Some(last) = last {
            steps.extend(self.joined(by_one, last, &own));
        }
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

    /// Joins the steps of a finding by all ways to keep one group, and those that exclude a value that
    /// finds no partner there.
    fn joined(
        &self,
        steps: Vec<Step>,
        finding: usize,
        own: &HashSet<(usize, Literal)>,
    ) -> Vec<Step> {
        let shared = |step: &Step| {
            // They may need one another.
            if step.because.iter().any(|&fact| own.contains(&(finding, fact))) {
                return None;
            }
            let value = match step.reason.technique {
                Technique::AllWays => None,
                Technique::NoPartner => {
                    Some(self.reading(step.facts[0]).filter(|one| !one.holds)?.value)
                }
                _ => return None,
            };
            Some((step.groups[0], value))
        };
        let mut joined: Vec<Step> = Vec::new();
        let mut place_of: HashMap<(usize, Option<i64>), usize> = HashMap::new();
        for step in steps {
            let key = shared(&step);
            if let Some(&place) = key.and_then(|key| place_of.get(&key)) {
                let first = &mut joined[place];
                first.facts.extend(step.facts);
                let because = first.because.iter().copied().chain(step.because);
                first.because = because.unique().collect();
                continue;
            }
            if let Some(key) = key {
                place_of.insert(key, joined.len());
            }
            joined.push(step);
        }
        joined
    }
}

/// Returns the premises to choose from for a fact of a finding: all if it is trivial, else those
/// of the finding, with its own facts if it has several groups.
fn choice(finding: &Finding, before: &[Literal], time: &HashMap<Literal, usize>) -> Vec<Literal> {
    if finding.is_trivial {
        return before.to_vec();
    }
    if finding.groups.len() == 1 {
        return finding.because.clone();
    }
    let begin = finding.facts.iter().filter_map(|fact| time.get(fact)).min().copied();
    let is_own = |fact: &&Literal| time.get(fact).copied() >= begin;
    let because: HashSet<Literal> = finding.because.iter().copied().collect();
    let is_near = |fact: &&Literal| is_own(fact) || because.contains(fact);
    before.iter().filter(is_near).copied().collect()
}
