//! The boards of a model, one after another, and what all of them share.

use pseudo_boolean::{Constraint, Optimum, Solver, Verdict};

use crate::{Fault, Rules};

/// An iterator over the boards of a model: see [`Rules::solutions`].
pub struct Solutions<'r, Board> {
    rules: &'r Rules<Board>,
    solver: Solver,
}

impl<Board> Rules<Board> {
    /// Returns the boards, one after another; those with the best objective if there is one. They
    /// are searched for as the iterator advances.
    ///
    /// ```
    /// use rules::{Model, exactly};
    ///
    /// let mut model = Model::default();
    /// let coins = model.flags(1, 3);
    /// model.require(exactly(2, coins.values()));
    /// let rules = model.solved_on(&coins);
    /// assert_eq!(rules.solutions()?.count(), 3);
    /// # Ok::<(), rules::Fault>(())
    /// ```
    ///
    /// # Errors
    /// A [`Fault`], if the rules could not be stated.
    pub fn solutions(&self) -> Result<Solutions<'_, Board>, Fault> {
        Ok(Solutions { rules: self, solver: self.solver()? })
    }

    /// Returns what all [solutions](Self::solutions) share, as a board that knows nothing else;
    /// `None` if there is no solution.
    ///
    /// ```
    /// use rules::{Model, any};
    ///
    /// let mut model = Model::default();
    /// let [penny, dime, euro] = [(); 3].map(|()| model.flag());
    /// model.require(any([penny, dime]));
    /// model.require(!euro);
    /// let rules = model.solved_by([penny, dime, euro], |values| values.to_vec());
    /// assert_eq!(rules.facts()?, Some(vec![None, None, Some(0)]));
    /// # Ok::<(), rules::Fault>(())
    /// ```
    ///
    /// # Errors
    /// A [`Fault`], if the rules could not be stated.
    pub fn facts(&self) -> Result<Option<Board>, Fault> {
        let mut solver = self.solver()?;
        let Verdict::Solution(first) = solver.solve(&mut ()) else { return Ok(None) };
        let mut shared = self.told_by(&first);
        loop {
            solver.require(&Constraint::clause(shared.iter().map(|&literal| !literal)));
            let Verdict::Solution(other) = solver.solve(&mut ()) else { break };
            shared.retain(|literal| other[literal.variable().index()] != literal.is_negated());
        }
        let mut known = vec![None; first.len()];
        for literal in shared {
            known[literal.variable().index()] = Some(!literal.is_negated());
        }
        Ok(Some(self.board(|variable| known[variable.index()])))
    }

    /// Returns a solver whose solutions are the boards.
    fn solver(&self) -> Result<Solver, Fault> {
        let problem = self.problem()?;
        let limited = self.limit().map(|limit| limit.within(problem));
        let problem = limited.as_ref().unwrap_or(problem);
        let mut solver = Solver::new(problem);
        if problem.objective().is_some()
            && let Optimum::Proved(best) = solver.clone().optimum(&mut ())
            && let Some(as_good) = problem.as_good_as(&best)
        {
            solver.require(&as_good);
        }
        Ok(solver)
    }
}

impl<Board> Iterator for Solutions<'_, Board> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        let Verdict::Solution(solution) = self.solver.solve(&mut ()) else { return None };
        self.solver.require(&self.rules.other_than(&solution));
        Some(self.rules.board(|variable| Some(solution[variable.index()])))
    }
}
