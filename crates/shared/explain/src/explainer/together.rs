//! The search for a step that needs several groups: from contradictions with a negated fact to the
//! fewest groups found to give one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use fastrand::Rng;
use pseudo_boolean::{Literal, Under};

use super::{EVERYWHERE, Explainer, Found, HARDEST, LEVELS, Level};
use crate::part::{Part, may_be_core};
use crate::theory::Theory;

/// Assumed ratio of a core's size before and after removing superfluous groups.
const SHRINKS_BY: usize = 4;

/// Conflicts after which a level ends, if anything has been found there or there are higher levels.
const LONG_ENOUGH: u64 = 20_000;

/// Steps after which a failed target is tried like any other again.
const PATIENCE: usize = 8;

impl Explainer<'_> {
    /// Returns all that follows from these groups together, starting with the target, which is
    /// known to follow.
    fn all_from(&self, groups: &[usize], target: Literal, conflicts: u64) -> Vec<Literal> {
        let mut part = self.part(groups, false);
        // Also for numbers that the groups reach by channels: which hook a cell is in.
        let open = part.variables().iter().filter(|&&index| self.is_open(index));
        let open = open.map(|&index| self.truth(index)).filter(|&literal| literal != target);
        let mut facts = vec![target];
        let open = part.own_of(&open.collect::<Vec<_>>());
        let found = part.backbone(&[], open, conflicts, &mut Vec::new(), &self.effort);
        facts.extend(part.whole_of(&found));
        facts
    }

    /// Returns a step from several groups; with `waits`, targets that failed recently are skipped.
    pub(super) fn together(&mut self, level: usize, waits: bool) -> Option<Found> {
        let Level { together: conflicts, enough, most, .. } = LEVELS[level];
        let mut targets: Vec<usize> = (0..self.known.len())
            .filter(|&index| self.is_open(index) && !self.theory.is_read_off[index])
            .collect();
        let length = |shortest: &BTreeMap<usize, Vec<usize>>, index: &usize| {
            shortest.get(index).map_or(usize::MAX, Vec::len)
        };
        // Recent progress suggests more progress nearby.
        let age = |index: &usize| {
            let groups = self.theory.groups_of[*index].iter();
            Reverse(groups.map(|&group| self.touched[group]).max())
        };
        // Recent failure suggests that little can be found.
        let has_failed = |index: &usize| {
            let last = self.looked.get(&[*index, level]);
            last.is_some_and(|&(_, step)| step + PATIENCE > self.steps)
        };
        if waits {
            targets.retain(|index| !has_failed(index) || self.shortest.contains_key(index));
        }
        targets.sort_by_key(|index| (length(&self.shortest, index), has_failed(index), age(index)));
        let mut best = targets.first().map_or(usize::MAX, |target| length(&self.shortest, target));
        if conflicts == 0 {
            if std::mem::replace(&mut self.propagated, self.facts.len()) != self.facts.len() {
                self.by_propagation(&targets);
            }
            best = targets.iter().map(|index| length(&self.shortest, index)).min().unwrap_or(best);
        } else if best > self.accepted && best > enough {
            let near = Neighbourhood::new(self);
            let begin = self.effort.spent();
            for &target in &targets {
                let is_long = self.effort.spent() - begin > LONG_ENOUGH;
                if best <= enough || is_long && best.min(most) < usize::MAX {
                    break;
                }
                if self.effort.is_over() {
                    return None;
                }
                self.shorten(target, &near, level, best);
                best = best.min(length(&self.shortest, &target));
            }
        }
        let target = *targets.iter().min_by_key(|index| length(&self.shortest, index))?;
        if best > most || best == usize::MAX {
            return None;
        }
        if level == HARDEST && best > self.accepted {
            self.accepted = best + best / 2;
        }
        let conflicts = conflicts.max(LEVELS[0].alone);
        // Facts found since then may make some groups superfluous.
        let groups = self.shortest.get(&target)?.clone();
        self.minimise(target, &groups, level, groups.len() - 1);
        let groups = self.shortest.get(&target)?.clone();
        let mut facts = self.all_from(&groups, self.truth(target), conflicts);
        // What is there shows more than what is not.
        let weight = |&place: &usize| (!self.is_value(facts[place]), facts[place].is_negated());
        let headline = (0..facts.len()).min_by_key(weight)?;
        let found = |facts| Found {
            groups: groups.clone(),
            facts,
            is_trivial: false,
            conflicts,
            because: None,
        };
        let headline = found(vec![facts.remove(headline)]);
        self.rest = Some(found(facts));
        Some(headline)
    }

    /// Searches for few groups whose propagation contradicts the negation of one of the targets:
    /// first for all that take part, then, where these are few, for those that are needed.
    fn by_propagation(&mut self, targets: &[usize]) {
        let mut cores = Vec::new();
        for &target in targets {
            if self.effort.is_over() {
                return;
            }
            let denial = !self.truth(target);
            let whole = whole(&mut self.whole, &self.theory, &self.facts);
            let Some(denial) = whole.own(denial) else { continue };
            // The groups come first: what they imply stays from target to target.
            let assumed = [&whole.selectors[..], &[denial]].concat();
            if let Err(core) = whole.probe(&assumed, &[]) {
                cores.push((target, whole.places_in(&core)));
            }
        }
        cores.sort_by_key(|(_, groups)| groups.len());
        let length = |explainer: &Self, target| explainer.shortest.get(&target).map(Vec::len);
        let known = cores.iter().filter_map(|&(target, _)| length(self, target));
        let mut best = known.min().unwrap_or(usize::MAX);
        for (target, groups) in &cores {
            if groups.len() / SHRINKS_BY >= best || self.effort.is_over() {
                break;
            }
            self.minimise_by_propagation(*target, groups, best - 1);
            best = best.min(length(self, *target).unwrap_or(best));
        }
        if best > 2 {
            let implied: Vec<usize> = cores.into_iter().map(|(target, _)| target).collect();
            self.pair(&implied, &Neighbourhood::new(self));
        }
    }

    /// Searches for fewer groups that imply the target, the known ones first. Another target may
    /// already have as few as `best`.
    fn shorten(&mut self, target: usize, near: &Neighbourhood, level: usize, best: usize) {
        let Level { together: conflicts, distance, most, .. } = LEVELS[level];
        let best = best.min(most.saturating_add(1));
        let order = near.around(&self.theory.groups_of[target], distance, &mut self.rng);
        let time = order.iter().map(|&group| self.touched[group]).max();
        let last = self.looked.insert([target, level], (time, self.steps));
        if last.is_some_and(|(last, _)| last == time) {
            return;
        }
        let denial = !self.truth(target);
        let whole = whole(&mut self.whole, &self.theory, &self.facts);
        let Some(denial) = whole.own(denial) else { return };
        let mut assumed = vec![denial];
        assumed.extend(order.iter().map(|&group| whole.selectors[group]));
        let under = whole.solve(&assumed, conflicts, &self.effort);
        let Under::Core(core) = under else { return };
        let groups = whole.places_in(&core);
        // A large core rarely shrinks below the best; it is only tried as a last resort.
        if groups.len() / SHRINKS_BY < best || distance == EVERYWHERE {
            self.minimise(target, &groups, level, best - 1);
        }
    }

    /// Removes groups that propagation does not need to contradict the negation of a target; fails
    /// if more than `most` are needed.
    fn minimise_by_propagation(&mut self, target: usize, groups: &[usize], most: usize) {
        let denial = !self.truth(target);
        let whole = whole(&mut self.whole, &self.theory, &self.facts);
        let Some(denial) = whole.own(denial) else { return };
        let soft: Vec<Literal> = groups.iter().map(|&group| whole.selectors[group]).collect();
        let core = whole.minimal_core(&[denial], &soft, most, 0, &mut Vec::new(), &self.effort);
        let Some(core) = core else { return };
        let found = whole.places_in(&core);
        let best = self.shortest.get(&target).map_or(usize::MAX, Vec::len);
        if let Some(found) = self.proving(target, found, groups, LEVELS[0].alone)
            && found.len() < best
        {
            self.shortest.insert(target, found);
        }
    }

    /// Removes groups that the target does not need; fails if more than `most` are needed.
    fn minimise(&mut self, target: usize, groups: &[usize], level: usize, most: usize) {
        let Level { together, orders, enough, .. } = LEVELS[level];
        let conflicts = together.max(LEVELS[0].alone);
        let mut part = self.part(groups, true);
        let Some(denial) = part.own(!self.truth(target)) else { return };
        let mut witnesses = Vec::new();
        let begin = self.effort.spent();
        // Other orders may leave fewer.
        for number in 0..orders {
            let is_long = self.effort.spent() - begin > LONG_ENOUGH;
            if is_long && self.shortest.contains_key(&target) {
                return;
            }
            if number > 0 && !may_be_core(&part.selectors, most, &witnesses) {
                return;
            }
            let mut order: Vec<usize> = (0..groups.len()).collect();
            shuffle(&mut order, &mut self.rng);
            let soft: Vec<Literal> = order.iter().map(|&place| part.selectors[place]).collect();
            let (hard, seen) = (&[denial], &mut witnesses);
            let core = part.minimal_core(hard, &soft, most, conflicts, seen, &self.effort);
            let Some(core) = core else { continue };
            let places = part.places_in(&core).into_iter();
            let found: Vec<usize> = places.map(|place| groups[place]).collect();
            let best = self.shortest.get(&target).map_or(usize::MAX, Vec::len);
            if best <= enough {
                return;
            }
            let Some(found) = self.proving(target, found, groups, conflicts) else { continue };
            if found.len() < best {
                self.shortest.insert(target, found);
            }
        }
    }

    /// Returns these groups if they imply the target with the channels of their numbers, or with
    /// one more group: a removed group may provide a necessary channel.
    fn proving(
        &self,
        target: usize,
        found: Vec<usize>,
        groups: &[usize],
        conflicts: u64,
    ) -> Option<Vec<usize>> {
        let proves = |groups: &[usize]| {
            let mut part = self.part(groups, false);
            let denial = part.own(!self.truth(target));
            let under = denial.map(|denial| part.solve(&[denial], 4 * conflicts, &self.effort));
            matches!(under, Some(Under::Core(_)))
        };
        if proves(&found) {
            return Some(found);
        }
        let left_out = groups.iter().filter(|group| !found.contains(group));
        let mut more = left_out.map(|&group| [&found[..], &[group]].concat());
        more.find(|groups| proves(groups))
    }

    /// Searches for a target whose negation contradicts two groups by propagation, one of which
    /// mentions it.
    fn pair(&mut self, targets: &[usize], near: &Neighbourhood) {
        for &target in targets {
            if self.effort.is_over() {
                return;
            }
            let denied = !self.truth(target);
            let last = self.denied.get(&target).copied().unwrap_or(0);
            for one in self.theory.groups_of[target].clone() {
                for &other in &near.of[one] {
                    if self.touched[one].max(self.touched[other]) <= last {
                        continue;
                    }
                    let whole = whole(&mut self.whole, &self.theory, &self.facts);
                    let Some(denial) = whole.own(denied) else { continue };
                    let selectors = [one, other].map(|group| whole.selectors[group]);
                    if whole.probe(&[denial, selectors[0], selectors[1]], &[]).is_ok() {
                        continue;
                    }
                    // Restricted to the variables of the two groups.
                    let mut part = self.part(&[one, other], false);
                    let Some(denial) = part.own(denied) else { continue };
                    if part.probe(&[denial], &[]).is_err() {
                        self.shortest.insert(target, vec![one, other]);
                        return;
                    }
                }
            }
            self.denied.insert(target, self.facts.len() + 1);
        }
    }
}

/// Returns all groups, each with a selector, and these facts; created on first use.
pub(crate) fn whole<'w>(
    whole: &'w mut Option<Part>,
    theory: &Theory,
    facts: &[Literal],
) -> &'w mut Part {
    let whole = whole.get_or_insert_with(|| {
        let groups: Vec<usize> = (0..theory.groups.len()).collect();
        Part::new(theory, &groups, true)
    });
    whole.know(theory, facts);
    whole
}

/// The graph of groups that share an open variable.
struct Neighbourhood {
    of: Vec<Vec<usize>>,
}

impl Neighbourhood {
    fn new(explainer: &Explainer) -> Self {
        let theory = &explainer.theory;
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); theory.groups.len()];
        let mut by_number: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, groups) in theory.groups_of.iter().enumerate() {
            if explainer.known[index] {
                continue;
            }
            for &number in &theory.numbers_of[index] {
                by_number.entry(number).or_default().extend(groups);
            }
            if !theory.is_named(index) && groups.len() > 1 {
                by_number.insert(theory.problem.variables() + index, groups.clone());
            }
        }
        let sets: Vec<Vec<usize>> = by_number.into_values().collect();
        let mut sets_of: Vec<Vec<usize>> = vec![Vec::new(); of.len()];
        for (place, groups) in sets.iter().enumerate() {
            for &group in groups {
                sets_of[group].push(place);
            }
        }
        // One group after the other: it may share thousands of variables with the same ones.
        let mut last_near = vec![usize::MAX; of.len()];
        for (one, (near, shared)) in of.iter_mut().zip(&sets_of).enumerate() {
            let others = shared.iter().flat_map(|&place| &sets[place]).copied();
            near.extend(others.filter(|&other| {
                other != one && std::mem::replace(&mut last_near[other], one) != one
            }));
            near.sort_unstable();
        }
        Neighbourhood { of }
    }

    /// Returns the groups within this distance of these, the nearest first; ties in random order.
    fn around(&self, begin: &[usize], distance: usize, rng: &mut Rng) -> Vec<usize> {
        let mut is_seen = vec![false; self.of.len()];
        for &group in begin {
            is_seen[group] = true;
        }
        let mut ring = begin.to_vec();
        let mut order = Vec::new();
        for _ in 0..=distance {
            if ring.is_empty() {
                break;
            }
            shuffle(&mut ring, rng);
            let mut next = Vec::new();
            for &other in ring.iter().flat_map(|&group| &self.of[group]) {
                if !std::mem::replace(&mut is_seen[other], true) {
                    next.push(other);
                }
            }
            order.append(&mut ring);
            ring = next;
        }
        order
    }
}

/// Puts items into a random order, with 64 bits for each index on machines of 32 bits, too, so that
/// explanations are the same everywhere.
#[expect(clippy::cast_possible_truncation, reason = "an index of a slice")]
fn shuffle(items: &mut [usize], rng: &mut Rng) {
    for index in 1..items.len() {
        items.swap(index, rng.u64(..=index as u64) as usize);
    }
}
