//! Questions about the rules of an instance, for those who test them.

use std::cell::OnceCell;
use std::iter;

use pseudo_boolean::{Literal, Problem, Solver, Under, Verdict};

use crate::by_rules::Poll;
use crate::{Board, Effort, Form, Limits, Puzzle, Rules, state};

/// The rules of an instance, to be asked about boards one by one.
pub struct Audit {
    form: Form,
    rules: Rules,
    /// The rules, with their limit if they have one.
    problem: Problem,
    /// All boards, if they are few and cannot be partial; listed on first use.
    every: OnceCell<Option<Vec<Board>>>,
}

impl Audit {
    /// States the rules of a puzzle. Returns `None` if they cannot be stated within the limits.
    #[must_use]
    pub fn new(puzzle: &dyn Puzzle, limits: &Limits) -> Option<Self> {
        let rules = state(puzzle, Effort::new(limits).model());
        let problem = rules.problem().ok()?;
        let within = rules.limit().map(|limit| limit.within(problem));
        let problem = within.unwrap_or_else(|| problem.clone());
        Some(Audit { form: puzzle.form(), rules, problem, every: OnceCell::new() })
    }

    /// Returns the headings of the rules.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.rules.headings().iter().map(String::as_str)
    }

    /// Boards that keep all rules, or all but those under a heading, drawn at random from the seed of the
    /// limits. Without a rule, a walk may leave its grid: what the form does not read is passed over.
    pub fn boards(&self, without: Option<&str>, limits: &Limits) -> impl Iterator<Item = Board> {
        let problem = without.map_or(self.problem.clone(), |heading| self.problem.without(heading));
        let mut effort = Effort::new(limits);
        let mut solver = Solver::watched(&problem, &mut Poll(&mut effort));
        let mut seed = limits.seed.unwrap_or_default();
        iter::from_fn(move || {
            // Otherwise consecutive solutions are nearly the same.
            solver.seed(seed);
            seed = seed.wrapping_add(1);
            let Verdict::Solution(solution) = solver.solve(&mut Poll(&mut effort)) else {
                return None;
            };
            solver.require(&self.rules.other_than(&solution));
            Some(self.rules.board(|variable| Some(solution[variable.index()])))
        })
        .filter(|board| self.form.read(&self.form.write(board)).is_ok_and(|read| read == *board))
    }

    /// Returns whether the rules allow a complete board. `None` if this is unknown: the board is
    /// one of many that cannot be partial, it is beyond the limit of the rules, or the search was
    /// stopped.
    #[must_use]
    pub fn allows(&self, board: &Board, limits: &Limits) -> Option<bool> {
        let is_limited = self.rules.limit().is_some();
        let Ok(facts) = self.form.facts_of(&self.rules, board) else {
            let every = self.every.get_or_init(|| self.every(limits)).as_ref()?;
            // With an objective, one board may represent others with the same score.
            let are_all = !is_limited && self.problem.objective().is_none();
            return Some(every.contains(board)).filter(|&is_allowed| is_allowed || are_all);
        };
        if !facts.impossible.is_empty() {
            // Boards beyond the limit may still be valid.
            return (!is_limited).then_some(false);
        }
        let is_allowed = self.allows_facts(&self.problem, &facts.literals, board, limits);
        if is_allowed == Some(false) && is_limited {
            // Without the limit it is forbidden as well.
            let problem = self.rules.problem().ok()?;
            let found = self.allows_facts(problem, &facts.literals, board, limits);
            return found.filter(|is_allowed| !is_allowed);
        }
        is_allowed
    }

    /// Returns whether a problem has a solution in which these literals hold and which shows the
    /// board.
    fn allows_facts(
        &self,
        problem: &Problem,
        facts: &[Literal],
        board: &Board,
        limits: &Limits,
    ) -> Option<bool> {
        /// Most solutions tried that show all values of the board and more in its empty cells.
        const MOST_OTHERS: usize = 200;
        let mut effort = Effort::new(limits);
        let mut solver = Solver::watched(problem, &mut Poll(&mut effort));
        for _ in 0..MOST_OTHERS {
            match solver.solve_under(facts, &mut Poll(&mut effort)) {
                Under::Solution(solution) => {
                    if self.rules.board(|variable| Some(solution[variable.index()])) == *board {
                        return Some(true);
                    }
                    solver.require(&self.rules.other_than(&solution));
                }
                Under::Core(_) => return Some(false),
                Under::Stopped => return None,
            }
        }
        None
    }

    /// Returns all boards that the rules allow; `None` if they are many, or if the search is
    /// stopped.
    fn every(&self, limits: &Limits) -> Option<Vec<Board>> {
        const MANY: usize = 1000;
        let mut effort = Effort::new(limits);
        let mut solver = Solver::watched(&self.problem, &mut Poll(&mut effort));
        let mut boards = Vec::new();
        while boards.len() < MANY {
            match solver.solve(&mut Poll(&mut effort)) {
                Verdict::Solution(solution) => {
                    solver.require(&self.rules.other_than(&solution));
                    boards.push(self.rules.board(|variable| Some(solution[variable.index()])));
                }
                Verdict::Unsatisfiable => return Some(boards),
                Verdict::Stopped => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use anyhow::{Result, ensure};
    use grid_utils::Cell;
    use rules::{Model, exactly};

    use super::*;
    use crate::{Answer, Unknown};

    const COUNT: &str = "Two cells hold a 1.";
    const MIDDLE: &str = "So does the middle one.";

    /// A row of three cells.
    struct Pair;

    impl Puzzle for Pair {
        fn form(&self) -> Form {
            Form::numbers(1, 3, 0..=1)
        }

        fn rules(&self, model: &mut Model, board: &mut Unknown) {
            let number = board.cells(model);
            model.rule(COUNT);
            model.require(exactly(2, number.values().map(|number| number.is(1))));
            model.rule(MIDDLE);
            model.require(number[Cell::new(0, 1)].is(1));
        }

        fn check(&self, board: &Board) -> Result<()> {
            let held: Vec<_> = board.grid().values().map(|number| *number == Some(1)).collect();
            ensure!(held[1] && held[0] != held[2]);
            Ok(())
        }

        fn answer(&self, _: &Board) -> Answer {
            Answer::new("")
        }
    }

    fn texts(boards: impl Iterator<Item = Board>) -> BTreeSet<String> {
        boards.map(|board| Pair.form().write(&board)).collect()
    }

    #[test]
    fn boards_keep_all_rules_but_the_one_that_is_left_out() {
        let limits = Limits::default();
        let audit = Audit::new(&Pair, &limits).unwrap();
        let boards =
            |without| texts(audit.boards(without, &limits)).into_iter().collect::<Vec<_>>();
        assert_eq!(audit.headings().collect::<Vec<_>>(), [COUNT, MIDDLE]);
        assert_eq!(boards(None), ["0 1 1", "1 1 0"]);
        assert_eq!(boards(Some(MIDDLE)), ["0 1 1", "1 0 1", "1 1 0"]);
        assert_eq!(boards(Some(COUNT)), ["0 1 0", "0 1 1", "1 1 0", "1 1 1"]);
    }

    #[test]
    fn the_rules_allow_what_the_checker_accepts() {
        let limits = Limits::default();
        let audit = Audit::new(&Pair, &limits).unwrap();
        let every = || Pair.form().every(8).unwrap().into_iter();
        let allowed = every().filter(|board| audit.allows(board, &limits).unwrap());
        assert_eq!(texts(allowed), texts(every().filter(|board| Pair.check(board).is_ok())));
    }
}
