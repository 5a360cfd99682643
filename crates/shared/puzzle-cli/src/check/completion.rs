//! Whether a partial board can be completed.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use ::explain::{Explainer, Subject};
use anyhow::{Context, Result, ensure};
use protocol::Ground;
use pseudo_boolean::{Constraint, Literal, Problem, Solver, Under};
use puzzle::{Board, Effort, Form, Goal, Limits, Poll, Puzzle, Rules, Stop, solve_judged};
use rules::Fault;

use crate::explain::english::statement_of_rule;
use crate::explain::words::Words;

/// Whether and how a partial board can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    /// A rule is already broken, as propagation shows.
    Broken(Broken),
    /// There is no completion, though propagation shows no broken rule.
    Impossible,
    /// A completion.
    Possible(Board),
    /// The time was too short to decide.
    Stopped(Stop),
}

/// What is wrong with a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Broken {
    /// A clause: the rule with its place, or the place of an impossible value.
    pub(crate) text: String,
    /// The rule, if there is one.
    pub(crate) rule: Option<String>,
    /// Where it is broken, such as `row 7`; `None` for the whole board.
    pub(crate) place: Option<String>,
    /// The cells of the rule there, or the cell of the value.
    pub(crate) cells: Vec<String>,
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
    let rules = puzzle::state(puzzle, effort.model());
    let form = puzzle.form();
    let problem = match rules.problem() {
        Ok(problem) => problem,
        Err(Fault::Unstated | Fault::Unwritten) => {
            return complete_by_search(puzzle, goal, board, limits);
        }
        Err(fault) => return Ok(Completion::Stopped(effort.stop_for(&fault))),
    };
    let facts = form.facts_of(&rules, board)?;
    if let Some(place) = facts.impossible.first() {
        let text = format!("no board has this value at {place}");
        let (place, cells) = (Some(place.clone()), vec![place.clone()]);
        return Ok(Completion::Broken(Broken { text, rule: None, place, cells }));
    }
    if let Some(broken) = broken_group(&rules, &form, &facts.literals, &mut effort)? {
        return Ok(Completion::Broken(broken));
    }
    if let Some(rule) = broken_rule(problem, &facts.literals, &mut effort) {
        let broken = Broken { text: rule.clone(), rule: Some(rule), ..Broken::default() };
        return Ok(Completion::Broken(broken));
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

/// Returns the first rule that these literals contradict at one place by propagation alone.
fn broken_group(
    rules: &Rules,
    form: &Form,
    literals: &[Literal],
    effort: &mut Effort,
) -> Result<Option<Broken>> {
    let subject = Subject::unsolved(rules)?;
    let effort = RefCell::new(effort);
    let is_late = |_| effort.borrow_mut().poll().is_break();
    let explainer = Explainer::new(&subject, &is_late);
    let Some(group) = explainer.broken(literals) else { return Ok(None) };
    let Ground { rule, place, cells, .. } = Words::new(&explainer, form).ground(group);
    let place = (!place.is_empty()).then_some(place);
    let text = statement_of_rule(&rule, place.as_slice());
    Ok(Some(Broken { text, rule: Some(rule), place, cells }))
}

/// Returns the first rule that these literals contradict by propagation alone.
fn broken_rule(problem: &Problem, literals: &[Literal], effort: &mut Effort) -> Option<String> {
    let is_broken = |heading: &&str| {
        let mut rule = problem.under(heading);
        for &literal in literals {
            rule.require(Constraint::clause([literal]));
        }
        let mut solver = Solver::watched(&rule, &mut Poll::new(effort));
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
