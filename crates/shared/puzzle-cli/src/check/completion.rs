//! Whether a partial board can be completed.

use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use pseudo_boolean::{Constraint, Literal, Problem, Solver, Under};
use puzzle::{Board, Effort, Goal, Limits, Poll, Puzzle, Stop, solve_judged};

/// Whether and how a partial board can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    /// A rule is already broken, as propagation shows: its heading, or the place of an impossible
    /// value.
    Broken(String),
    /// There is no completion, though propagation shows no broken rule.
    Impossible,
    /// A completion.
    Possible(Board),
    /// The time was too short to decide.
    Stopped(Stop),
}

/// Looks for a way to complete a partial board: by the rules with its facts as assumptions, or
/// without rules as constraints, among all boards of the search. For the goal `best`, any board
/// that keeps the rules is enough.
///
/// # Errors
/// If boards of this puzzle cannot be partial, if neither rules nor search can decide, or if a
/// board found breaks the rules, a bug in the puzzle's crate.
pub(crate) fn complete(
    puzzle: &dyn Puzzle,
    goal: Goal,
    board: &Board,
    limits: &Limits,
) -> Result<Completion> {
    let mut effort = Effort::new(limits);
    let Some(rules) = puzzle.constraints(effort.model()) else {
        return complete_by_search(puzzle, goal, board, limits);
    };
    let form = puzzle.form();
    let problem = match rules.problem() {
        Ok(problem) => problem,
        Err(fault) => return Ok(Completion::Stopped(effort.stop_for(&fault))),
    };
    let facts = form.facts_of(&rules, board)?;
    if let Some(place) = facts.impossible.first() {
        return Ok(Completion::Broken(format!("no board has this value at {place}")));
    }
    if let Some(heading) = broken_rule(problem, &facts.literals, &mut effort) {
        return Ok(Completion::Broken(heading));
    }
    let mut solver = Solver::watched(problem, &mut Poll::new(&mut effort));
    loop {
        match solver.solve_under(&facts.literals, &mut Poll::new(&mut effort)) {
            Under::Solution(solution) => {
                let found = rules.board(|variable| Some(solution[variable.index()]));
                if form.extends(&found, board)? {
                    puzzle::check(puzzle, &found)
                        .context("the rules have a board that the checker refuses")?;
                    return Ok(Completion::Possible(found));
                }
                solver.require(&rules.other_than(&solution));
            }
            Under::Core(_) => return Ok(Completion::Impossible),
            Under::Stopped => return Ok(Completion::Stopped(Poll::new(&mut effort).stopped())),
        }
    }
}

/// Returns the first rule that these literals contradict by propagation alone.
fn broken_rule(problem: &Problem, literals: &[Literal], effort: &mut Effort) -> Option<String> {
    let is_broken = |heading: &&str| {
        let mut rule = problem.under(heading);
        for &literal in literals {
            rule.require(Constraint::clause([literal]));
        }
        let mut solver = Solver::watched(&rule, &mut Poll::new(effort));
        solver.look_ahead();
        effort.poll().is_continue() && !solver.settle()
    };
    problem.headings().find(is_broken).map(str::to_owned)
}

/// Lists solutions until one completes the board.
fn complete_by_search(
    puzzle: &dyn Puzzle,
    goal: Goal,
    board: &Board,
    limits: &Limits,
) -> Result<Completion> {
    ensure!(
        matches!(goal, Goal::Unique | Goal::First),
        "this puzzle does not state its rules as constraints, and its search does not list all boards"
    );
    let form = puzzle.form();
    form.extends(board, board)?;
    let mut found = None;
    let limits = Limits { solutions: None, ..limits.clone() };
    let outcome = solve_judged(puzzle, goal, &limits, &mut |solution| {
        if form.extends(solution, board).is_ok_and(|extends| extends) {
            found = Some(solution.clone());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(Duration::ZERO)
    })?;
    Ok(match (found, outcome.stopped) {
        (Some(found), _) => Completion::Possible(found),
        (None, None) => Completion::Impossible,
        (None, Some(stop)) => Completion::Stopped(stop),
    })
}
