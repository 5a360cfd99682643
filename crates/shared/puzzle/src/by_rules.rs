//! The search that every puzzle has whose rules are constraints: a solver that knows nothing else.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::str::FromStr;

use pseudo_boolean::{Constraint, Observer, Problem, Solver, Verdict};
use rules::{Limit, Rules};

use crate::{Effort, Limits, Puzzle, Search, Stop};

/// Reports every board that keeps the puzzle's rules; where the rules have an objective, ever better
/// ones instead, the best last: for a [`search`](Puzzle::search) that leaves some instances to them.
/// Gives up where boards, with an objective the best ones, may go on beyond the limit of the rules.
pub fn by_rules<P: Puzzle>(puzzle: &P, search: &mut Search<P::Board>) -> ControlFlow<Stop> {
    search.uses_rules(true);
    if let Some(rules) = puzzle.rules() {
        solve(&rules, search)
    } else {
        search.uses_rules(false);
        search.unwritten()
    }
}

/// Notes which rules matter, by their headings: a solution that the checker refuses keeps all of them
/// but that one. Each is tried within the limits, unless it is known to matter.
///
/// Nothing here depends on the puzzle's types, so it is compiled once.
pub(crate) fn note_rules(
    problem: &Problem,
    limit: Option<&Limit>,
    refuses: &dyn Fn(&[bool]) -> bool,
    other_than: &dyn Fn(&[bool]) -> Constraint,
    matter: &mut BTreeMap<String, bool>,
    limits: &Limits,
) {
    let within = limit.map(|limit| limit.within(problem));
    for heading in problem.headings() {
        if matter.get(heading) == Some(&true) {
            continue;
        }
        let without = within.as_ref().unwrap_or(problem).without(heading);
        let mut effort = Effort::new(limits);
        let matters = has_refused(&without, refuses, other_than, &mut effort);
        matter.insert(heading.to_owned(), matters);
    }
}

/// Whether the checker refuses one of a few solutions.
fn has_refused(
    problem: &Problem,
    refuses: &dyn Fn(&[bool]) -> bool,
    other_than: &dyn Fn(&[bool]) -> Constraint,
    effort: &mut Effort,
) -> bool {
    const SOLUTIONS: u64 = 50;
    let mut solver = Solver::new(problem);
    for seed in 0..SOLUTIONS {
        // Solutions that follow one another are much the same otherwise.
        solver.seed(seed);
        match solver.solve(&mut Poll(effort)) {
            Verdict::Solution(solution) if refuses(&solution) => return true,
            Verdict::Solution(solution) => solver.require(&other_than(&solution)),
            Verdict::Unsatisfiable | Verdict::Stopped => return false,
        }
    }
    false
}

/// Each solution is excluded from then on by a clause; these have so many literals at most, which
/// take about 100 MB.
const MOST_EXCLUDED: usize = 1 << 24;

fn solve<Board: Clone + Eq + Display + FromStr>(
    rules: &Rules<Board>,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    // Numbers that are too large for the solver.
    let Ok(problem) = rules.problem() else { return search.give_up() };
    if problem.objective().is_some() {
        return improve(rules, problem, search);
    }
    let mut solver = Solver::new(problem);
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

/// Reports ever better boards. A solution beyond the limit is no board, but if there is a better one
/// within, it does no harm.
fn improve<Board: Clone + Eq + Display + FromStr>(
    rules: &Rules<Board>,
    problem: &Problem,
    search: &mut Search<Board>,
) -> ControlFlow<Stop> {
    let mut solver = Solver::new(problem);
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

/// Counts what the solver does as nodes and dead ends of the search, and stops it.
struct Watcher<'w, 's, Board> {
    rules: &'w Rules<Board>,
    search: &'w mut Search<'s, Board>,
    flow: ControlFlow<Stop>,
}

impl<Board: Clone + Eq + Display + FromStr> Observer for Watcher<'_, '_, Board> {
    fn node(&mut self, solver: &Solver) -> ControlFlow<()> {
        let board = || self.rules.board(|variable| solver.value(variable));
        self.flow = self.search.visit(solver.depth(), board);
        if self.flow.is_continue() {
            // A node of the solver takes long enough for a look at the clock each time.
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

/// Stops a solver when it is time to.
pub(crate) struct Poll<'e>(pub(crate) &'e mut Effort);

impl Poll<'_> {
    /// Why it was stopped.
    pub(crate) fn stopped(&self) -> Stop {
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
