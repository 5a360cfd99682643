//! Steps: from what the search found to what a person would look for, one conclusion at a time.

use pseudo_boolean::{Literal, Proof, Solver, Verdict};

use crate::cases::Case;
use crate::chain::Link;
use crate::explainer::Explainer;
use crate::finding::Finding;
use crate::known::Known;
use crate::part::Part;
use crate::reason::{Detail, Reason, links, links_by_rules, turns};
use crate::technique::Technique;

/// The share of the time until which the reasons of all steps are sought.
const REASONS: f64 = 0.75;

/// The share of the time until which, if that was too short, those of the first steps are.
const FIRST_REASONS: f64 = 0.82;

/// The share of the time until which steps are put in order.
const ORDER: f64 = 0.9;

/// The share of the time until which ways are counted; the rest is for telling the steps.
const DETAILS: f64 = 0.98;

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
    /// What else is known of numbers that the reason adds up: it is not needed, but a reader sees it
    /// on the board.
    pub seen: Vec<Literal>,
    /// The chain from the negation of the conclusion to the contradiction, each link using one
    /// group; empty if one group is enough, or if no chain was found.
    pub chain: Vec<Link>,
    /// Why it holds.
    pub reason: Reason,
    /// Whether propagation of at most one group is enough.
    pub is_trivial: bool,
    /// Whether a person sees it unaided: another view of the same, or a value that a single placed
    /// one excludes.
    pub is_obvious: bool,
    /// Whether it states what is known at the [beginning](Explainer::beginning).
    pub is_given: bool,
}

impl Step {
    /// Returns its cost for a person.
    #[must_use]
    pub fn cost(&self) -> u32 {
        let technique = self.reason.technique.cost();
        let [links_told, turns_taken] = [links(&self.chain), turns(&self.chain)]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX / 8));
        match (&self.reason.detail, self.reason.technique) {
            _ if self.is_obvious => 0,
            (Detail::Ways { count: None, .. }, _) => technique + 14,
            (Detail::Ways { count: Some(ways), .. }, _) => technique + 2 * ways.max(&1).ilog2(),
            (Detail::Cases(cases), _) => {
                technique / 2 + u32::try_from(cases.len()).unwrap_or(u32::MAX / 8)
            }
            (Detail::Forked { cases, .. }, _) => {
                let cost = |case: &Case| turns(&case.chain) + links_by_rules(&case.chain) / 4;
                let cost = cases.iter().map(cost).sum::<usize>();
                technique + u32::try_from(cost).unwrap_or(u32::MAX / 8)
            }
            (Detail::NoSum(makings), _) => {
                technique + u32::try_from(makings.open.len()).unwrap_or(u32::MAX / 8) - 1
            }
            (Detail::Sets(sets), _) => {
                technique + u32::try_from(sets.values.len()).unwrap_or(u32::MAX / 8)
            }
            (Detail::Balance { need, allow }, _) => {
                technique + u32::try_from(need.len() + allow.len()).unwrap_or(u32::MAX / 8)
            }
            (Detail::Crowded { taken, .. }, _) => {
                technique + 2 * u32::try_from(taken.len()).unwrap_or(u32::MAX / 8)
            }
            (Detail::Split { count, .. }, _) => {
                let rules = self.groups.len().saturating_sub(2);
                technique + u32::try_from(count + 2 * rules).unwrap_or(u32::MAX / 8)
            }
            (_, Technique::Trial | Technique::BestScore) => {
                technique + 2 * turns_taken.saturating_sub(1) + links_told / 4
            }
            (_, Technique::EvenCrossings) => {
                technique + u32::try_from(self.because.len() / 8).unwrap_or(u32::MAX / 8)
            }
            // The next link is where the loop goes on.
            (_, Technique::LoopWouldClose | Technique::DeadEnd) => {
                technique + turns_taken.saturating_sub(1) + links_told / 4
            }
            (_, Technique::SeveralRules | Technique::LeavesNoPlace) => technique + links_told / 8,
            _ => technique,
        }
    }
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
    /// needs, in an order that a person can follow. If the time is up meanwhile, the last ones are
    /// missing: each still follows from those before it.
    #[must_use]
    pub fn steps(&mut self, findings: &[Finding], targets: &[Literal]) -> Vec<Step> {
        // The limit is one of the search.
        self.effort.most = u64::MAX;
        self.forget_solvers();
        self.effort.share = REASONS;
        let mut derived = self.derived(findings, targets, false);
        self.is_cut = self.effort.is_over();
        if self.is_cut {
            self.effort.share = FIRST_REASONS;
            derived = self.derived(findings, targets, true);
        }
        self.effort.share = ORDER;
        let steps = self.merged(derived);
        let given = self.given(findings);
        let steps = self.ordered(steps, given.clone());
        self.is_cut |= self.effort.is_over();
        self.effort.share = DETAILS;
        let steps = self.needed(steps, targets, &given);
        self.is_cut |= self.effort.is_over();
        let steps = self.with_ways_joined(steps, &given);
        self.with_twins_joined(steps, &given)
    }

    /// Returns whether a step reads values of the board off other names of the same, such as the word
    /// of a cell off the lines that leave it.
    #[must_use]
    pub fn is_read_off(&self, step: &Step) -> bool {
        step.facts.iter().all(|fact| self.theory.is_read_off[fact.variable().index()])
    }

    /// Returns the facts that were known before these findings.
    #[must_use]
    pub fn given(&self, findings: &[Finding]) -> Known {
        let found = Known::of(self, findings.iter().flat_map(Finding::all_facts));
        Known::of(self, self.facts.iter().copied().filter(|&fact| !found.states(fact)))
    }

    pub(crate) fn step(
        &self,
        groups: Vec<usize>,
        facts: Vec<Literal>,
        because: Vec<Literal>,
        chain: Vec<Link>,
    ) -> Step {
        let fact = facts[0];
        let is_trivial =
            groups.is_empty() || groups.len() == 1 && self.follows(groups[0], fact, &because);
        let mut reason = self.reason(&groups, fact, &because, &chain, is_trivial);
        if matches!(reason.detail, Detail::Sum(_)) {
            for &other in &facts[1..] {
                let Reason { detail, .. } =
                    self.reason(&groups, other, &because, &chain, is_trivial);
                reason.detail = reason.detail.nearer(&detail).clone();
            }
        }
        let is_obvious = match reason.technique {
            Technique::ReadOff => !self.fills(fact),
            Technique::Placed => true,
            // Nodes say what their edges say.
            Technique::LoopGoesOn => {
                let is_node = |literal| self.is_node(&groups, literal);
                is_node(fact) || because.len() == 1 && is_node(because[0])
            }
            Technique::Consequence => {
                because.len() == 1 && !self.is_exclusion(because[0]) && self.is_exclusion(fact)
            }
            _ => false,
        };
        let is_given = false;
        let seen = Vec::new();
        Step { groups, facts, because, seen, chain, reason, is_trivial, is_obvious, is_given }
    }

    /// Returns whether a literal says whether a loop visits the node that groups are about.
    fn is_node(&self, groups: &[usize], literal: Literal) -> bool {
        let node = |&group: &usize| self.theory.groups[group].node;
        groups.first().and_then(node) == Some(literal.variable().index())
    }

    /// Returns facts that follow from groups without those that others of them show: whether a loop
    /// visits a node, beside its edges.
    #[must_use]
    pub fn headlines(&self, groups: &[usize], facts: &[Literal]) -> Vec<Literal> {
        let (nodes, others): (Vec<Literal>, Vec<Literal>) =
            facts.iter().partition(|&&fact| self.is_node(groups, fact));
        if others.is_empty() { nodes } else { others }
    }

    /// Returns whether a fact follows from a group and known facts by propagation.
    pub(crate) fn follows(&self, group: usize, fact: Literal, known: &[Literal]) -> bool {
        let mut part = self.fresh(&[group]);
        part.know(&self.theory, known);
        let denial = part.own_of(&[!fact]);
        !denial.is_empty() && part.probe(&denial, &[]).is_err()
    }

    /// Returns the numbers that a step is about.
    pub(crate) fn numbers_near(&self, step: &Step) -> impl Iterator<Item = usize> {
        let facts = step.facts.iter().chain(&step.because);
        facts.filter_map(|&fact| Some(self.reading(fact)?.number))
    }

    /// Returns the facts that a step may use without naming them: values that rules exclude outright,
    /// except where a step says so.
    #[must_use]
    pub fn assumed(&self, step: &Step) -> &[Literal] {
        let says_so = step.is_given && !step.groups.is_empty();
        if says_so { &[] } else { &self.theory.excluded }
    }

    /// Returns the problem that a step is wrong: its groups, the domains and channels of their
    /// variables, its premises, the facts that it [assumes](Self::assumed), and the negation of its
    /// conclusions, with a proof that there is no solution. `None` if the step does not follow.
    #[must_use]
    pub fn certificate(&self, step: &Step) -> Option<(String, Proof)> {
        let denial: Vec<Literal> = step.facts.iter().map(|&literal| !literal).collect();
        let premises = [&step.because, self.assumed(step)].concat();
        let proved = |steps: usize| {
            let groups = &step.groups;
            let problem = Part::problem_of(&self.theory, groups, &premises, denial.clone(), steps);
            let mut solver = Solver::proving(&problem);
            (solver.solve(&mut ()) == Verdict::Unsatisfiable).then_some((problem, solver))
        };
        // The views nearby are mostly enough, and much fewer.
        let (problem, solver) = proved(1).or_else(|| proved(usize::MAX))?;
        Some((problem.to_string(), solver.into_proof()?))
    }
}
