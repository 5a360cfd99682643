//! The search by constraints alone, for every puzzle whose rules are stated.

use std::mem;
use std::ops::ControlFlow;

use pseudo_boolean::{Observer, Optimum, Problem, Solver, Verdict};

use crate::{Effort, Flow, Rules, Search, Stop};

/// States the rules within the limits of a search.
type Statement<'a> = &'a dyn Fn(&Effort) -> Rules;

/// See [`Search::by_rules`].
pub(crate) fn solve(rules: Statement<'_>, search: &mut Search) -> Flow {
    search.takes_rules(true);
    // Solutions that differ in their variables may show the same board.
    search.remember();
    let rules = rules(search.effort());
    search.takes_rules(rules.problem().is_ok());
    let flow = solve_stated(&rules, search);
    if matches!(flow, ControlFlow::Break(Stop::Timeout | Stop::Interrupt)) {
        // Freeing millions of constraints one by one would take long.
        mem::forget(rules);
    }
    flow
}

/// Counts the boards that are best by the objective of the rules, or all boards without an
/// objective.
pub(crate) fn count_best(rules: Statement<'_>, search: &mut Search) -> Flow {
    search.remember();
    let rules = rules(search.effort());
    let problem = match rules.problem() {
        Ok(problem) => problem,
        Err(fault) => return Flow::Break(search.effort().stop_for(&fault)),
    };
    if problem.objective().is_none() {
        return list(&rules, problem, search);
    }
    let mut solver = Solver::watched(problem, &mut Poll(search.effort()));
    let best = match solver.optimum(&mut Poll(search.effort())) {
        Optimum::Proved(best) => best,
        Optimum::Unsatisfiable => return Flow::Continue(()),
        Optimum::Stopped(_) => return Flow::Break(Poll(search.effort()).stopped()),
    };
    if rules.limit().is_some_and(|limit| limit.is_exceeded(&best)) {
        return search.give_up();
    }
    let Some(as_good) = problem.as_good_as(&best) else { return search.give_up() };
    let mut problem = problem.clone();
    problem.require(as_good);
    list(&rules, &problem, search)
}

/// Most literals of the clauses that exclude the solutions found: about 100 MB.
const MOST_EXCLUDED: usize = 1 << 24;

fn solve_stated(rules: &Rules, search: &mut Search) -> Flow {
    let problem = match rules.problem() {
        Ok(problem) => problem,
        Err(fault) => return Flow::Break(search.effort().stop_for(&fault)),
    };
    if problem.objective().is_some() {
        improve(rules, problem, search)
    } else {
        list(rules, problem, search)
    }
}

/// Reports every board.
fn list(rules: &Rules, problem: &Problem, search: &mut Search) -> Flow {
    let mut solver = Solver::watched(problem, &mut Poll(search.effort()));
    if let Some(stop) = search.effort().stopped() {
        return Flow::Break(stop);
    }
    if let Some(seed) = search.seed() {
        solver.seed(seed);
    }
    let (mut excluded, mut is_limited) = (0, false);
    loop {
        let mut watcher = Watcher { rules, search, flow: ControlFlow::Continue(()) };
        match solver.solve(&mut watcher) {
            Verdict::Solution(solution) => {
                if let Some(limit) = rules.limit().filter(|limit| limit.is_exceeded(&solution)) {
                    is_limited = true;
                    solver.require(&limit.constraint());
                    continue;
                }
                search.solution(rules.board(|variable| Some(solution[variable.index()])))?;
                let other = rules.other_than(&solution);
                excluded += other.terms().len();
                if excluded > MOST_EXCLUDED {
                    return search.give_up();
                }
                solver.require(&other);
            }
            Verdict::Unsatisfiable if is_limited => return search.give_up(),
            Verdict::Unsatisfiable => return ControlFlow::Continue(()),
            Verdict::Stopped => return watcher.flow,
        }
    }
}

/// Reports improving boards. A solution beyond the limit is not a board, but does no harm if a
/// better one lies within.
fn improve(rules: &Rules, problem: &Problem, search: &mut Search) -> Flow {
    let mut solver = Solver::watched(problem, &mut Poll(search.effort()));
    if let Some(stop) = search.effort().stopped() {
        return Flow::Break(stop);
    }
    if let Some(seed) = search.seed() {
        solver.seed(seed);
    }
    let mut watcher = Watcher { rules, search, flow: ControlFlow::Continue(()) };
    let mut best = Solver::best_from_below(problem, &mut watcher);
    watcher.flow?;
    let mut is_beyond = false;
    loop {
        let solution = match best.take() {
            Some(best) => best,
            None => match solver.solve(&mut watcher) {
                Verdict::Solution(solution) => solution,
                Verdict::Unsatisfiable if is_beyond => return watcher.search.give_up(),
                Verdict::Unsatisfiable => return ControlFlow::Continue(()),
                Verdict::Stopped => return watcher.flow,
            },
        };
        is_beyond = rules.limit().is_some_and(|limit| limit.is_exceeded(&solution));
        if !is_beyond {
            let board = rules.board(|variable| Some(solution[variable.index()]));
            watcher.search.solution(board)?;
        }
        solver.improve(&solution);
    }
}

/// Counts the solver's nodes and dead ends in the search, and stops the solver.
struct Watcher<'w, 's> {
    rules: &'w Rules,
    search: &'w mut Search<'s>,
    flow: Flow,
}

impl Observer for Watcher<'_, '_> {
    fn node(&mut self, solver: &Solver) -> ControlFlow<()> {
        let board = || self.rules.board(|variable| solver.value(variable));
        self.flow = self.search.visit(solver.depth(), board);
        if self.flow.is_continue() {
            // Nodes of the solver are slow enough to check the clock at each.
            self.flow = self.search.poll();
        }
        self.flow.map_break(|_| ())
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.search.dead_end();
        self.working()
    }

    fn working(&mut self) -> ControlFlow<()> {
        self.flow = self.search.poll();
        self.flow.map_break(|_| ())
    }
}

/// Stops a solver when its budget is spent.
pub struct Poll<'e>(pub(crate) &'e mut Effort);

impl<'e> Poll<'e> {
    /// Creates a poll that stops a solver with this effort and adds the solver's nodes to it.
    pub fn new(effort: &'e mut Effort) -> Self {
        Self(effort)
    }

    /// Returns why the solver was stopped.
    #[must_use]
    pub fn stopped(&self) -> Stop {
        self.0.stopped().unwrap_or(Stop::Interrupt)
    }
}

impl Observer for Poll<'_> {
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        let _ = self.0.node();
        self.0.poll().map_break(|_| ())
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.0.dead_end();
        self.working()
    }

    fn working(&mut self) -> ControlFlow<()> {
        self.0.poll().map_break(|_| ())
    }
}
