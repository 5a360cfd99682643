//! A step: its premises, conclusions and reasons.

use pseudo_boolean::{Literal, Proof, Solver, Under, Verdict};

use crate::explainer::{Explainer, Found};
use crate::kept::Kept;
use crate::part::Part;
use crate::theory::variable;

/// A step of an explanation: conclusions from some groups of the rules and some facts.
#[derive(Clone, Debug)]
pub struct Step {
    /// The groups of the rules, by their numbers.
    pub groups: Vec<usize>,
    /// The conclusions, the headline first.
    pub facts: Vec<Literal>,
    /// Immediate conclusions by domains and channels.
    pub at_once: Vec<Literal>,
    /// The premises: facts known before.
    pub because: Vec<Literal>,
    /// The chain from the negation of the headline to the contradiction, each link using one group;
    /// empty if one group is enough, or if no chain was found.
    pub chain: Vec<Link>,
    /// Whether one group is enough, without cases.
    pub is_trivial: bool,
    /// Conflicts that the search for the step took.
    pub effort: u64,
    /// How to find it without a search; `None` if it is trivial.
    pub kept: Option<Kept>,
}

/// A link of a chain.
#[derive(Clone, Debug)]
pub struct Link {
    /// The group that it uses; `None` for conclusions by domains, and for the negation.
    pub group: Option<usize>,
    /// The conclusions of earlier links that it needs.
    pub reasons: Vec<Literal>,
    /// The conclusion; `None` for the contradiction.
    pub follows: Option<Literal>,
}

/// Most facts of a step that are tried as its headline.
const MOST_HEADLINES: usize = 4;

/// Factor of the conflicts allowed for proving a step again, since the solver had learned more
/// about its groups when it was found.
const PERSISTENCE: u64 = 256;

impl Step {
    /// Returns all facts that the step adds.
    pub fn all_facts(&self) -> impl Iterator<Item = Literal> {
        self.facts.iter().chain(&self.at_once).copied()
    }
}

impl Explainer<'_> {
    /// Finds the next step; `None` if everything that the rules fix is known, or if no short step
    /// is found. Its facts are known from then on.
    pub fn step(&mut self) -> Option<Step> {
        if self.is_complete() {
            return None;
        }
        let before = self.effort.spent();
        loop {
            let found = self.find()?;
            if let Some(mut step) = self.tell(found) {
                step.at_once = self.learn(&step.facts);
                step.effort = self.effort.spent() - before;
                return Some(step);
            }
        }
    }

    /// Builds the step with its reasons; `None` if it is a kept step that cannot be proved again.
    fn tell(&mut self, found: Found) -> Option<Step> {
        let because = self.reasons(&found)?;
        let Found { groups, mut facts, is_trivial, conflicts, because: kept } = found;
        let mut headlines = 1;
        if kept.is_none() {
            // Values are better headlines than excluded values.
            facts.sort_by_key(|&literal| !self.is_value(literal));
            headlines = MOST_HEADLINES;
        }
        let mut chain = Vec::new();
        if groups.len() > 1 {
            let headlines = facts.iter().take(headlines);
            let chains =
                headlines.filter_map(|&one| Some((one, self.chain(&groups, one, conflicts)?)));
            let shortest = chains.min_by_key(|(_, chain)| chain.len());
            if let Some((headline, links)) = shortest {
                facts.sort_by_key(|&literal| literal != headline);
                chain = links;
            }
        }
        let kept = (!is_trivial).then(|| {
            let [facts, because] = [&facts, &because].map(|literals| {
                literals.iter().map(|literal| literal.variable().index()).collect()
            });
            Kept { conflicts, groups: groups.clone(), facts, because }
        });
        let (at_once, effort) = (Vec::new(), 0);
        Some(Step { groups, facts, at_once, because, chain, is_trivial, effort, kept })
    }

    /// Returns the premises that the groups need for the conclusions; `None` if given premises are
    /// not proved to be enough.
    fn reasons(&self, found: &Found) -> Option<Vec<Literal>> {
        let Found { groups, facts, conflicts, because, .. } = found;
        let mut part = Part::new(&self.theory, groups, false);
        let all_known = || self.known_among(part.variables());
        let known = because.clone().unwrap_or_else(all_known);
        // Each assumption with what it stands for.
        let assumption = |&fact: &Literal| Some((part.own(fact)?, vec![fact]));
        let mut soft: Vec<(Literal, Vec<Literal>)> = known.iter().filter_map(assumption).collect();
        let holds = |denial: &Literal| match because {
            Some(because) => because.contains(denial),
            None => self.value(*denial) == Some(true),
        };
        for rest in &part.rests {
            let outside = part.outside(&self.theory, rest);
            let denials: Vec<Literal> =
                outside.into_iter().map(|index| variable(index).is(false)).collect();
            if denials.iter().all(holds) {
                soft.push((!rest.literal, denials));
            }
        }
        // The negation of the facts must contradict them.
        if !part.deny(facts) {
            return None;
        }
        let all: Vec<Literal> = soft.iter().map(|&(own, _)| own).collect();
        let conflicts = conflicts.saturating_mul(facts.len() as u64);
        if because.is_some() {
            let under = part.solve(&all, conflicts.saturating_mul(PERSISTENCE), &self.effort);
            return matches!(under, Under::Core(_)).then_some(known);
        }
        let conflicts = conflicts.saturating_mul(4);
        let core = part.minimal_core(&[], &all, usize::MAX, conflicts, &self.effort);
        if let Some(core) = core {
            soft.retain(|(own, _)| core.contains(own));
        }
        Some(soft.into_iter().flat_map(|(_, facts)| facts).collect())
    }

    /// Returns the known facts about the numbers of these variables: known values first, then
    /// excluded values. The last ones are removed first.
    fn known_among(&self, variables: &[usize]) -> Vec<Literal> {
        let is_known = |index: usize| self.value(self.truth(index)).is_some();
        let known: Vec<usize> =
            variables.iter().copied().filter(|&index| is_known(index)).collect();
        let truths = known.iter().map(|&index| self.truth(index));
        let (values, others): (Vec<_>, Vec<_>) = truths.partition(|&truth| self.is_value(truth));
        let others = others.into_iter().filter(|other| {
            let domain = self.theory.domain_of[other.variable().index()];
            let mut all = domain.iter().flat_map(|&domain| &self.theory.domains[domain]);
            !all.any(|&index| values.contains(&variable(index).is(true)))
        });
        values.iter().copied().chain(others).collect()
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
