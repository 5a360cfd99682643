//! Proving a result by the rules alone, for a checker that knows nothing of the puzzle.

use std::ops::ControlFlow;

use anyhow::Result;
use pseudo_boolean::{Claim, Literal, Observer, Problem, Proof, Solver, Verdict};

use crate::{Effort, Goal, Stop};

/// What the rules alone show.
pub(crate) enum Proving {
    /// A claim and its proof.
    Proved(Box<Proved>),
    /// Two boards keep the rules, where one is expected.
    Several,
    /// There was no time for more.
    Stopped(Stop),
}

/// A proof, and what it is about.
pub(crate) struct Proved {
    /// The rules; where the claim is that a board is the only one, with the objective to agree with
    /// it in as few cells as possible.
    pub(crate) problem: Problem,
    pub(crate) proof: Proof,
    pub(crate) solution: Option<Vec<bool>>,
    /// The claim in words.
    pub(crate) claim: String,
}

/// Proves what the goal asks for: that the board is the only one, that none is better, that there
/// is one; or that there is none.
///
/// `agreement` gives what is true of a solution and tells its board: another board has one of these
/// false.
pub(crate) fn prove(
    problem: &Problem,
    goal: Goal,
    agreement: &dyn Fn(&[bool]) -> Vec<Literal>,
    effort: &mut Effort,
) -> Result<Proving> {
    let mut poll = Poll { effort, stopped: None };
    if goal == Goal::Best {
        return Ok(improve(problem.clone(), None, &mut poll));
    }
    let mut solver = Solver::new(problem);
    match (solver.solve(&mut poll), goal) {
        (Verdict::Solution(solution), Goal::Unique) => {
            let told_by = agreement(&solution);
            let mut problem = problem.clone();
            problem.minimise(told_by.iter().map(|&literal| (1, literal)))?;
            Ok(improve(problem, Some((&solution, told_by.len())), &mut poll))
        }
        (Verdict::Solution(solution), _) => {
            let proof = Proof::of_solution(problem, &solution);
            let claim = "a solution".to_owned();
            let problem = problem.clone();
            Ok(Proving::Proved(Proved { problem, proof, solution: Some(solution), claim }.into()))
        }
        (Verdict::Unsatisfiable, _) => Ok(improve(problem.clone(), None, &mut poll)),
        (Verdict::Stopped, _) => Ok(poll.stopped()),
    }
}

/// Makes the objective as small as possible, with a proof. Where a solution is given with the
/// number of cells that tell its board, nothing may be better than it.
fn improve(problem: Problem, only: Option<(&[bool], usize)>, poll: &mut Poll) -> Proving {
    let mut solver = Solver::proving(&problem);
    if let Some((solution, _)) = only {
        solver.prefer(solution);
    }
    let mut best = None;
    loop {
        match solver.solve(poll) {
            Verdict::Solution(_) if only.is_some() && best.is_some() => return Proving::Several,
            Verdict::Solution(solution) => {
                solver.improve(&solution);
                best = Some(solution);
            }
            Verdict::Unsatisfiable => break,
            Verdict::Stopped => return poll.stopped(),
        }
    }
    let proof = solver.proof().expect("a complete search has a proof");
    let claim = match (proof.claim(), only) {
        (Claim::Smallest(_), Some((_, cells))) => {
            format!("the only solution: any other differs in one of {cells} values at least")
        }
        (Claim::Smallest(smallest), None) => format!("the best solution: objective {smallest}"),
        _ => "no solution".to_owned(),
    };
    Proving::Proved(Proved { problem, proof, solution: best, claim }.into())
}

/// Stops a solver when it is time to.
struct Poll<'e> {
    effort: &'e mut Effort,
    stopped: Option<Stop>,
}

impl Poll<'_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.effort.poll().map_break(|stop| self.stopped = Some(stop))
    }

    fn stopped(&self) -> Proving {
        Proving::Stopped(self.stopped.unwrap_or(Stop::Interrupt))
    }
}

impl Observer for Poll<'_> {
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        self.poll()
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.poll()
    }
}
