//! Proving a result by the rules alone, for a checker that knows nothing of the puzzle.

use anyhow::Result;
use pseudo_boolean::{Claim, Literal, Optimum, Problem, Proof, Solver, Verdict};
use puzzle::{Board, Effort, Goal, Limits, Poll, Puzzle, Stop};
use rules::{Fault, Limit};

/// The result of proving by the rules alone.
pub(crate) enum Proving {
    /// A claim and its proof.
    Proved(Box<Proved>),
    /// Two boards keep the rules, where one is expected.
    Several,
    /// There was no time for more.
    Stopped(Stop),
}

/// A proof and its claim.
pub(crate) struct Proved {
    /// The rules; for a claim of uniqueness, with the objective to agree with the board in as few
    /// cells as possible.
    pub(crate) problem: Problem,
    /// The proof of the claim.
    pub(crate) proof: Proof,
    /// The solution in the claim.
    pub(crate) solution: Option<Vec<bool>>,
    /// The claim in words.
    pub(crate) claim: String,
}

/// Proves by the rules what the goal asks for, and returns the checked board of the proof's
/// solution. `None` if the rules cannot be stated as constraints.
///
/// # Errors
/// If the rules are too large to be stated, or if the proof's solution is not a board.
pub(crate) fn certify(
    puzzle: &dyn Puzzle,
    goal: Goal,
    limits: &Limits,
) -> Option<Result<(Proving, Option<Board>)>> {
    let mut effort = Effort::new(limits);
    let rules = puzzle::state(puzzle, effort.model());
    let agreement = |solution: &[bool]| rules.told_by(solution);
    let limit = rules.limit();
    let proving = match rules.stated() {
        Ok(problem) => prove(problem, limit, goal, &agreement, &mut effort),
        Err(Fault::Unstated | Fault::Unwritten) => return None,
        Err(fault @ Fault::Numbers(_)) => Err(fault.into()),
        Err(fault) => Ok(Proving::Stopped(effort.stop_for(&fault))),
    };
    Some(proving.and_then(|proving| {
        let Proving::Proved(proved) = &proving else { return Ok((proving, None)) };
        let Some(solution) = &proved.solution else { return Ok((proving, None)) };
        let board = rules.board(|variable| Some(solution[variable.index()]));
        puzzle::judge(puzzle, goal, &board)?;
        Ok((proving, Some(board)))
    }))
}

/// Proves what the goal asks for: that the board is unique, optimal or exists, or that there is no
/// solution. If boards may lie beyond the limit of the rules, the claim is restricted to those
/// within.
///
/// `agreement` returns the literals true in a solution; any other board falsifies one.
fn prove(
    problem: &Problem,
    limit: Option<&Limit>,
    goal: Goal,
    agreement: &dyn Fn(&[bool]) -> Vec<Literal>,
    effort: &mut Effort,
) -> Result<Proving> {
    let proving = prove_of_all(problem, goal, agreement, effort)?;
    let Some(limit) = limit else { return Ok(proving) };
    let may_go_beyond = match &proving {
        Proving::Proved(proved) => {
            proved.solution.as_ref().is_some_and(|solution| limit.is_exceeded(solution))
        }
        Proving::Several => true,
        Proving::Stopped(_) => false,
    };
    if !may_go_beyond {
        return Ok(proving);
    }
    let mut proving = prove_of_all(&limit.within(problem), goal, agreement, effort)?;
    if let Proving::Proved(proved) = &mut proving {
        proved.claim = format!("among {}, {}", limit.solutions(), proved.claim);
    }
    Ok(proving)
}

/// Like [`prove`], for all solutions, even those that are not boards.
fn prove_of_all(
    problem: &Problem,
    goal: Goal,
    agreement: &dyn Fn(&[bool]) -> Vec<Literal>,
    effort: &mut Effort,
) -> Result<Proving> {
    let mut poll = Poll::new(effort);
    if goal == Goal::Best {
        return Ok(improve(problem.clone(), &mut poll));
    }
    // The proof is logged from the start: clauses learned on the way to the solution help to prove
    // uniqueness.
    let mut solver = Solver::proving_watched(problem, &mut poll);
    let mut problem = problem.clone();
    match (solver.solve(&mut poll), goal) {
        (Verdict::Solution(solution), Goal::Unique) => {
            let told_by = agreement(&solution);
            problem.minimise(told_by.iter().map(|&literal| (1, literal)))?;
            solver.minimise(problem.objective().unwrap_or_default());
            solver.improve(&solution);
            let cells = told_by.len();
            let claim =
                format!("the only solution: any other differs in one of {cells} values at least");
            Ok(match solver.solve(&mut poll) {
                Verdict::Solution(_) => Proving::Several,
                Verdict::Unsatisfiable => {
                    let (proof, solution) = (finished(solver), Some(solution));
                    Proving::Proved(Proved { problem, proof, solution, claim }.into())
                }
                Verdict::Stopped => Proving::Stopped(poll.stopped()),
            })
        }
        (Verdict::Solution(solution), _) => {
            let proof = Proof::of_solution(&problem, &solution);
            let claim = "a solution".to_owned();
            Ok(Proving::Proved(Proved { problem, proof, solution: Some(solution), claim }.into()))
        }
        (Verdict::Unsatisfiable, _) => {
            let (proof, claim) = (finished(solver), "no solution".to_owned());
            Ok(Proving::Proved(Proved { problem, proof, solution: None, claim }.into()))
        }
        (Verdict::Stopped, _) => Ok(Proving::Stopped(poll.stopped())),
    }
}

/// Minimizes the objective, with a proof.
fn improve(problem: Problem, poll: &mut Poll) -> Proving {
    let mut solver = Solver::proving_watched(&problem, poll);
    if let Some(best) = Solver::best_from_below(&problem, poll) {
        solver.improve(&best);
    }
    let solution = match solver.optimum(poll) {
        Optimum::Proved(best) => Some(best),
        Optimum::Unsatisfiable => None,
        Optimum::Stopped(_) => return Proving::Stopped(poll.stopped()),
    };
    let proof = finished(solver);
    let claim = match proof.claim() {
        Claim::Smallest(smallest) => format!("the best solution: objective {smallest}"),
        _ => "no solution".to_owned(),
    };
    Proving::Proved(Proved { problem, proof, solution, claim }.into())
}

fn finished(solver: Solver) -> Proof {
    solver.into_proof().expect("a complete search has a proof")
}

#[cfg(test)]
mod tests {
    use rules::{Flag, Model, implies};

    use super::*;

    /// Returns the claim about a coin that shows heads until the first tails, in a model of three
    /// throws.
    fn claim(known: impl FnOnce([Flag; 3]) -> Flag) -> Option<String> {
        let mut model = Model::default();
        let heads = [(); 3].map(|()| model.flag());
        model.require(implies(heads[1], heads[0]));
        model.require(implies(heads[2], heads[1]));
        model.require(known(heads));
        model.limited(heads[2], "at most 2 heads");
        let rules = model.solved_by(heads, |_| ());
        let agreement = |solution: &[bool]| rules.told_by(solution);
        let problem = rules.problem().unwrap();
        let mut effort = Effort::new(&Limits::default());
        let proving = prove(problem, rules.limit(), Goal::Unique, &agreement, &mut effort);
        match proving.unwrap() {
            Proving::Proved(proved) => Some(proved.claim),
            Proving::Several => None,
            Proving::Stopped(stop) => panic!("{stop:?}"),
        }
    }

    #[test]
    fn a_limit_is_part_of_the_claim_only_where_solutions_go_beyond_it() {
        let only = "the only solution: any other differs in one of 3 values at least";
        assert_eq!(claim(|heads| !heads[1]).as_deref(), None, "none or one");
        assert_eq!(claim(|heads| !heads[0]).as_deref(), Some(only), "none");
        let limited = format!("among at most 2 heads, {only}");
        assert_eq!(claim(|heads| heads[1]), Some(limited), "two or three");
        let none = "among at most 2 heads, no solution";
        assert_eq!(claim(|heads| heads[2]).as_deref(), Some(none), "three");
        assert_eq!(claim(|heads| heads[0]), None, "one, two or three");
        assert_eq!(claim(|_| false.into()).as_deref(), Some("no solution"));
    }
}
