//! The subject of an explanation: a solution of the rules.

use std::ops::ControlFlow;

use pseudo_boolean::{Constraint, Literal, Observer, Optimum, Problem, Solver, Under, Verdict};
use rules::{Fault, Group, Groups, Rules};

use crate::theory::{is_true, literals};

/// The rule that no solution is better.
pub(crate) const BEST: &str = "No board has a better score.";

/// The rules of an instance, a solution of them, and the part of it that they fix.
pub struct Subject {
    pub(crate) problem: Problem,
    pub(crate) groups: Groups,
    headings: Vec<String>,
    pub(crate) solution: Vec<bool>,
    /// For each variable, whether it belongs to a named number and has the same value in all
    /// solutions.
    pub(crate) is_fixed: Vec<bool>,
    /// Whether that is proved; otherwise some values may differ in other solutions.
    is_proved: bool,
}

/// The result of searching for a subject.
pub enum Search {
    /// A solution, with the part that the rules fix.
    Found(Box<Subject>),
    /// There is no solution.
    Unsolvable,
    /// The observer stopped it.
    Stopped,
}

impl Subject {
    /// Searches for the solution of the rules: the best one, if there is an objective.
    ///
    /// # Errors
    /// If the rules could not be stated.
    pub fn find<Board>(rules: &Rules<Board>, observer: &mut dyn Observer) -> Result<Search, Fault> {
        Self::of(rules, &[], observer)
    }

    /// Completes a solution of which these literals are known: one that is as good as any.
    ///
    /// # Errors
    /// If the rules could not be stated.
    pub fn of<Board>(
        rules: &Rules<Board>,
        known: &[Literal],
        observer: &mut dyn Observer,
    ) -> Result<Search, Fault> {
        let mut groups = rules.groups()?;
        let mut headings = rules.headings().to_vec();
        let mut problem = rules.problem()?.clone();
        let mut add = |problem: &mut Problem, heading: String, constraint| {
            headings.push(heading);
            let (heading, constraints) =
                (Some(headings.len() - 1), vec![problem.constraints().len()]);
            let connections = Vec::new();
            let (place, is_given) = (None, false);
            groups.groups.push(Group { heading, is_given, place, constraints, connections });
            problem.require(constraint);
        };
        if let Some(limit) = rules.limit() {
            let heading = format!("A limit that is no rule: {}.", limit.solutions());
            add(&mut problem, heading, limit.constraint());
        }
        let mut solver = Solver::watched(&problem, observer);
        for &literal in known {
            solver.require(&Constraint::clause([literal]));
        }
        let solution = match solver.optimum(observer) {
            Optimum::Proved(solution) => solution,
            Optimum::Unsatisfiable => return Ok(Search::Unsolvable),
            Optimum::Stopped(_) => return Ok(Search::Stopped),
        };
        if let Some(as_good) = problem.as_good_as(&solution) {
            add(&mut problem, BEST.to_owned(), as_good);
        }
        if !known.is_empty() || problem.objective().is_some() {
            solver = Solver::watched(&problem, observer);
        }
        let (is_fixed, is_proved) = fixed(&mut solver, &groups, &solution, observer);
        let subject = Subject { problem, groups, headings, solution, is_fixed, is_proved };
        Ok(Search::Found(Box::new(subject)))
    }

    /// Restricts it to the solutions in which these literals are true, as for a board that is partly
    /// filled in: they have more in common. Returns whether there is one, `None` if the observer
    /// stops the search.
    pub fn narrow(&mut self, known: &[Literal], observer: &mut dyn Observer) -> Option<bool> {
        let is_wrong = |&literal: &Literal| self.fixes(literal) == Some(false);
        if self.is_proved && (self.is_unique() || known.iter().any(is_wrong)) {
            return Some(!known.iter().any(is_wrong));
        }
        let mut solver = Solver::watched(&self.problem, observer);
        for &literal in known {
            solver.require(&Constraint::clause([literal]));
        }
        if !known.iter().all(|&literal| is_true(literal, &self.solution)) {
            match solver.solve(observer) {
                Verdict::Solution(solution) => self.solution = solution,
                Verdict::Unsatisfiable => return Some(false),
                Verdict::Stopped => return None,
            }
        }
        (self.is_fixed, self.is_proved) =
            fixed(&mut solver, &self.groups, &self.solution, observer);
        Some(true)
    }

    /// Returns the index of the first of these literals that no solution agrees with, given those
    /// before it; `None` if there is none, or if the observer stops the search.
    pub fn first_wrong(&self, literals: &[Literal], observer: &mut dyn Observer) -> Option<usize> {
        if self.is_proved && self.is_unique() {
            return literals.iter().position(|&literal| self.fixes(literal) == Some(false));
        }
        let mut solver = Solver::watched(&self.problem, observer);
        let (mut right, mut end) = (0, literals.len() + 1);
        while end - right > 1 {
            let middle = usize::midpoint(right, end);
            match solver.solve_under(&literals[..middle], observer) {
                Under::Solution(_) => right = middle,
                Under::Core(_) => end = middle,
                Under::Stopped => return None,
            }
        }
        (right < literals.len()).then_some(right)
    }

    /// Returns the rules without a solution, to see which of their groups a board breaks.
    ///
    /// # Errors
    /// If the rules could not be stated.
    pub fn unsolved<Board>(rules: &Rules<Board>) -> Result<Self, Fault> {
        let problem = rules.problem()?.clone();
        let none = vec![false; problem.variables()];
        let headings = rules.headings().to_vec();
        let (solution, is_fixed, is_proved) = (none.clone(), none, false);
        Ok(Subject { groups: rules.groups()?, headings, problem, solution, is_fixed, is_proved })
    }

    /// Returns the value of a literal that the rules fix; `None` if they leave it open.
    #[must_use]
    pub fn fixes(&self, literal: Literal) -> Option<bool> {
        self.is_fixed[literal.variable().index()].then(|| is_true(literal, &self.solution))
    }

    /// Returns the number of the board's numbers, and of those that the rules fix.
    #[must_use]
    pub fn numbers(&self) -> (usize, usize) {
        let on_board = self.groups.named.iter().filter(|named| named.is_on_board);
        let is_fixed = |literal: Literal| self.is_fixed[literal.variable().index()];
        let fixed = on_board.clone().filter(|named| literals(&named.number).all(is_fixed));
        (on_board.count(), fixed.count())
    }

    /// Returns the groups of the rules, which steps refer to by their numbers.
    #[must_use]
    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Returns the rules: the headings of groups.
    #[must_use]
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Returns the rule that a group of constraints belongs to; `None` before the first.
    #[must_use]
    pub fn heading(&self, group: usize) -> Option<&str> {
        self.groups.groups[group].heading.map(|heading| self.headings[heading].as_str())
    }

    /// Returns whether the rules fix every number of the board. If not, only the fixed part is
    /// explained.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        let (all, fixed) = self.numbers();
        all == fixed
    }
}

/// Most conflicts of the search for other solutions.
const MOST_CONFLICTS: u64 = 50_000;

/// Returns for each variable whether it belongs to a named number and has the same value in every
/// solution, and whether that is proved. It is not if the observer or the number of conflicts ends
/// the search for other solutions.
fn fixed(
    solver: &mut Solver,
    groups: &Groups,
    solution: &[bool],
    observer: &mut dyn Observer,
) -> (Vec<bool>, bool) {
    let all = groups.named.iter().flat_map(|named| literals(&named.number));
    let mut fixed: Vec<Literal> = all
        .map(Literal::variable)
        .map(|variable| variable.is(solution[variable.index()]))
        .collect();
    fixed.sort_unstable();
    fixed.dedup();
    let mut limited = Limited { observer, left: MOST_CONFLICTS };
    let is_proved = loop {
        solver.require(&Constraint::clause(fixed.iter().map(|&literal| !literal)));
        match solver.solve(&mut limited) {
            Verdict::Solution(other) => fixed.retain(|&literal| is_true(literal, &other)),
            Verdict::Unsatisfiable => break true,
            Verdict::Stopped => break false,
        }
    };
    let mut is_fixed = vec![false; solution.len()];
    for literal in &fixed {
        is_fixed[literal.variable().index()] = true;
    }
    (is_fixed, is_proved)
}

/// Stops a search when its conflicts are used up.
pub(crate) struct Limited<'o> {
    pub(crate) observer: &'o mut dyn Observer,
    pub(crate) left: u64,
}

impl Observer for Limited<'_> {
    fn node(&mut self, solver: &Solver) -> ControlFlow<()> {
        self.observer.node(solver)
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { self.observer.dead_end() }
    }

    fn working(&mut self) -> ControlFlow<()> {
        self.observer.working()
    }
}
