//! What a search finds at once, with its premises.

use std::collections::HashSet;

use itertools::Itertools;
use pseudo_boolean::{Literal, Under};

use crate::explainer::{Explainer, Found};
use crate::kept::Kept;
use crate::part::Part;
use crate::theory::variable;

/// What the search finds at once: all that follows from some groups of the rules and some facts.
/// [Steps](crate::Step) show it one conclusion at a time.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The groups of the rules, by their numbers.
    pub groups: Vec<usize>,
    /// The conclusions, the headline first.
    pub facts: Vec<Literal>,
    /// Immediate conclusions by domains and channels.
    pub at_once: Vec<Literal>,
    /// The premises: facts known before.
    pub because: Vec<Literal>,
    /// Whether one group is enough, without cases.
    pub is_trivial: bool,
    /// Conflicts that the search took.
    pub effort: u64,
    /// Conflicts allowed for proving a conclusion.
    pub(crate) conflicts: u64,
}

/// Factor of the conflicts allowed for proving a step again, since the solver had learned more
/// about its groups when it was found.
pub(crate) const PERSISTENCE: u64 = 256;

impl Finding {
    /// Returns how to find it again without a search; `None` if it is trivial.
    #[must_use]
    pub fn kept(&self) -> Option<Kept> {
        let variables = |literals: &[Literal]| {
            literals.iter().map(|literal| literal.variable().index()).collect()
        };
        (!self.is_trivial).then(|| Kept {
            conflicts: self.conflicts,
            groups: self.groups.clone(),
            facts: variables(&self.facts),
            because: variables(&self.because),
        })
    }

    /// Returns its only group, if propagation of that is enough.
    pub(crate) fn sole_group(&self) -> Option<usize> {
        match self.groups[..] {
            [group] if self.is_trivial => Some(group),
            _ => None,
        }
    }

    /// Returns all facts that it adds.
    pub fn all_facts(&self) -> impl Iterator<Item = Literal> {
        self.facts.iter().chain(&self.at_once).copied()
    }
}

impl Explainer<'_> {
    /// Searches for the next conclusions; `None` if everything that the rules fix is known, or if
    /// no short step is found. They are known from then on.
    pub fn finding(&mut self) -> Option<Finding> {
        self.next_finding(Self::find)
    }

    /// Returns the next conclusions from one group by propagation alone; `None` if there are none.
    /// They are known from then on.
    pub fn trivial_finding(&mut self) -> Option<Finding> {
        self.next_finding(Self::find_trivial)
    }

    fn next_finding(&mut self, find: impl Fn(&mut Self) -> Option<Found>) -> Option<Finding> {
        if self.is_complete() {
            return None;
        }
        let before = self.effort.spent();
        loop {
            let found = find(self)?;
            // Kept steps that cannot be proved again are skipped.
            let Some(because) = self.reasons(&found) else { continue };
            let Found { groups, mut facts, is_trivial, conflicts, because: kept } = found;
            if kept.is_none() {
                // Values are better headlines than excluded values.
                facts.sort_by_key(|&literal| !self.is_value(literal));
                if let ([group], true) = (&groups[..], is_trivial) {
                    facts = self.one_by_one(*group, facts);
                }
            }
            let at_once = self.learn(&facts);
            let effort = self.effort.spent() - before;
            return Some(Finding {
                groups,
                facts,
                at_once,
                because,
                is_trivial,
                effort,
                conflicts,
            });
        }
    }

    /// Puts the conclusions from a group into an order in which as many as possible follow from a
    /// single constraint and what is known by then.
    fn one_by_one(&self, group: usize, facts: Vec<Literal>) -> Vec<Literal> {
        let mut placed: HashSet<Literal> = HashSet::new();
        let (mut ordered, mut left) = (Vec::new(), facts);
        loop {
            let mut others = Vec::new();
            for &fact in &left {
                let is_known =
                    |one: Literal| self.value(one) == Some(true) || placed.contains(&one);
                if self.by_one_constraint(group, fact, &is_known).is_some() {
                    placed.insert(fact);
                    ordered.push(fact);
                } else {
                    others.push(fact);
                }
            }
            if others.is_empty() || others.len() == left.len() {
                return [ordered, others].concat();
            }
            left = others;
        }
    }

    /// Returns the premises that the groups need for the conclusions, none for a trivial step; `None`
    /// if given premises are not proved to be enough.
    fn reasons(&self, found: &Found) -> Option<Vec<Literal>> {
        let Found { groups, facts, is_trivial, conflicts, because } = found;
        if *is_trivial {
            return Some(Vec::new());
        }
        let mut part = Part::new(&self.theory, groups, false);
        let soft = self.assumptions(&part, because.as_deref().unwrap_or(&self.facts));
        // The negation of the facts must contradict them.
        if !part.deny(facts) {
            return None;
        }
        let all: Vec<Literal> = soft.iter().map(|&(own, _)| own).collect();
        let conflicts = conflicts.saturating_mul(facts.len() as u64);
        if let Some(because) = because {
            // As facts they make shorter proofs than as assumptions.
            for own in all.into_iter().chain(part.own_of(&self.excluded_by(because))) {
                part.require(own);
            }
            let under = part.solve(&[], conflicts.saturating_mul(PERSISTENCE), &self.effort);
            return matches!(under, Under::Core(_)).then(|| because.clone());
        }
        let (conflicts, seen) = (conflicts.saturating_mul(4), &mut Vec::new());
        let core = part.minimal_core(&[], &all, usize::MAX, conflicts, seen, &self.effort);
        Some(stands_for(soft, core.as_deref()))
    }

    /// Returns what the values among facts exclude: the other values of their numbers.
    fn excluded_by(&self, facts: &[Literal]) -> Vec<Literal> {
        let values = facts.iter().filter(|&&fact| !fact.is_negated() && self.is_value(fact));
        let others = values.flat_map(|value| {
            let index = value.variable().index();
            let domain = self.theory.domain_of[index].into_iter();
            let all = domain.flat_map(|domain| &self.theory.domains[domain]);
            all.filter(move |&&other| other != index).map(|&other| variable(other).is(false))
        });
        others.collect()
    }

    /// Returns the literals of a part that follow from facts, each with the facts that it stands
    /// for: known values first, then excluded values.
    pub(crate) fn assumptions(
        &self,
        part: &Part,
        facts: &[Literal],
    ) -> Vec<(Literal, Vec<Literal>)> {
        let theory = &self.theory;
        let domain = |fact: &Literal| theory.domain_of[fact.variable().index()];
        // What is read off is no premise, whatever else it excludes.
        let is_read_off = |fact: Literal| theory.is_read_off[fact.variable().index()];
        let is_value = |fact: Literal| !fact.is_negated() && self.is_value(fact);
        let values = facts.iter().filter(|&&fact| is_value(fact) && !is_read_off(fact));
        let mut value_of = vec![None; theory.domains.len()];
        for value in values {
            if let Some(domain) = domain(value) {
                value_of[domain] = Some(*value);
            }
        }
        let (mut certain, mut excluded) = (Vec::new(), Vec::new());
        for &fact in facts {
            let Some(own) = part.own(fact) else { continue };
            if is_read_off(fact) {
                continue;
            }
            match domain(&fact).and_then(|domain| value_of[domain]) {
                // Where the value is known, it is a better premise than what it excludes.
                Some(value) => certain.push((own, vec![value])),
                None if self.is_value(fact) => certain.push((own, vec![fact])),
                None => excluded.push((own, vec![fact])),
            }
        }
        let mut is_denied = vec![false; theory.domain_of.len()];
        for fact in facts.iter().filter(|fact| fact.is_negated()) {
            is_denied[fact.variable().index()] = true;
        }
        for rest in &part.rests {
            let value = value_of[rest.domain()];
            if let Some(value) = value.filter(|&value| part.own(value).is_none()) {
                certain.push((rest.literal, vec![value]));
                continue;
            }
            let outside = part.outside(theory, rest);
            if outside.iter().all(|&index| is_denied[index]) {
                let values = value.map(|value| vec![value]);
                let denials = || outside.iter().map(|&index| variable(index).is(false)).collect();
                excluded.push((!rest.literal, values.unwrap_or_else(denials)));
            }
        }
        certain.extend(excluded);
        certain
    }
}

/// Returns the distinct facts that assumptions stand for: those in a core, or all.
pub(crate) fn stands_for(
    assumed: Vec<(Literal, Vec<Literal>)>,
    core: Option<&[Literal]>,
) -> Vec<Literal> {
    let is_needed = |own: &Literal| core.is_none_or(|core| core.contains(own));
    let needed = assumed.into_iter().filter(|(own, _)| is_needed(own));
    needed.flat_map(|(_, facts)| facts).unique().collect()
}
