//! The search that every puzzle has whose rules are constraints: a solver that knows nothing else.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::str::FromStr;

use pseudo_boolean::{Observer, Solver, Verdict};
use rules::Rules;

use crate::{Puzzle, Search, Stop};

/// Reports every board that keeps the puzzle's rules; where the rules have an objective, ever better
/// ones instead, the best last. Gives up where boards may go on beyond the limit of the rules.
pub(crate) fn by_rules<P: Puzzle>(puzzle: &P, search: &mut Search<P::Board>) -> ControlFlow<Stop> {
    match puzzle.rules() {
        Some(rules) => solve(&rules, search),
        None => search.unwritten(),
    }
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
    let mut solver = Solver::new(problem);
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
                if problem.objective().is_some() {
                    solver.improve(&solution);
                } else {
                    let other = rules.other_than(&solution);
                    excluded += other.terms().len();
                    if excluded > MOST_EXCLUDED {
                        return search.give_up();
                    }
                    solver.require(&other);
                }
            }
            Verdict::Unsatisfiable if is_limited => return search.give_up(),
            Verdict::Unsatisfiable => return ControlFlow::Continue(()),
            Verdict::Stopped => return watcher.flow,
        }
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
        self.flow = self.search.poll();
        self.flow.map_break(|_| ())
    }
}
