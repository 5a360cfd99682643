//! Contradictory parts of rules without a solution.

use std::collections::HashMap;

use pseudo_boolean::{Constraint, Literal, Observer, Problem, Solver, Term, Under};

use crate::subject::{Limited, Subject};

/// Most conflicts of one search. Without some parts a search may become large; these parts stay.
const MOST_CONFLICTS: u64 = 50_000;

/// Parts of the rules that contradict each other and the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The parts, by their indices.
    pub parts: Vec<usize>,
    /// Whether the rest and the others have a solution without any one of them.
    pub is_minimal: bool,
}

impl Subject {
    /// Returns few of these parts, each some groups, that contradict each other and all other
    /// groups; `None` if no contradiction is found.
    pub fn clash(&self, parts: &[Vec<usize>], observer: &mut dyn Observer) -> Option<Clash> {
        let mut problem = Problem::default();
        for _ in 0..self.problem.variables() {
            problem.variable();
        }
        let switches: Vec<Literal> = parts.iter().map(|_| problem.variable().is(true)).collect();
        let switch_of: HashMap<usize, Literal> = parts
            .iter()
            .zip(&switches)
            .flat_map(|(groups, &switch)| groups.iter().map(move |&group| (group, switch)))
            .collect();
        let mut state = |number: usize, switch: Option<&Literal>| {
            problem.require(switched(&self.problem.constraint(number), switch));
        };
        for &number in self.groups.domains.iter().chain(&self.groups.channels) {
            state(number, None);
        }
        for (group, one) in self.groups.groups.iter().enumerate() {
            one.constraints.iter().for_each(|&number| state(number, switch_of.get(&group)));
        }
        for (group, one) in self.groups.groups.iter().enumerate() {
            for &number in &one.connections {
                let switch = switch_of.get(&group).copied();
                let connection = &self.problem.connections()[number];
                problem.require_connected(connection.mapped(|literal| literal, switch));
            }
        }
        let mut solver = Solver::watched(&problem, observer);
        let mut core = |switches: &[Literal]| {
            let limited = &mut Limited { observer, left: MOST_CONFLICTS };
            solver.solve_under(switches, limited)
        };
        let Under::Core(mut left) = core(&switches) else { return None };
        let (mut needed, mut is_minimal) = (Vec::new(), true);
        while let Some(one) = left.pop() {
            match core(&[&left[..], &needed].concat()) {
                Under::Core(core) => left.retain(|other| core.contains(other)),
                other => {
                    is_minimal &= other != Under::Stopped;
                    needed.push(one);
                }
            }
        }
        let parts = (0..parts.len()).filter(|&part| needed.contains(&switches[part])).collect();
        Some(Clash { parts, is_minimal })
    }
}

/// Returns a constraint that holds only if a switch is on.
fn switched(constraint: &Constraint, switch: Option<&Literal>) -> Constraint<'static> {
    let terms = constraint.terms().iter();
    let terms = terms.map(|&Term { coefficient, literal }| (coefficient, literal));
    let off = switch.map(|&switch| (constraint.bound(), !switch));
    let switched = Constraint::at_least(terms.chain(off), constraint.bound());
    switched.expect("a switch needs no more than the bound")
}
