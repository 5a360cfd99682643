//! The search: decisions, propagation, a learned clause from each conflict, restarts.

mod analysis;
mod assume;
mod connect;
mod groups;
mod hints;
mod propagation;
mod schedule;
mod store;
mod sums;

use std::ops::ControlFlow;

use fastrand::Rng;

pub use self::assume::Under;
use self::connect::Connections;
use self::groups::Groups;
use self::schedule::Schedule;
use self::store::Clauses;
use self::sums::Sums;
use crate::connection::{Connection, Cut, Stated};
use crate::order::Order;
use crate::problem::{Constraint, Literal, Problem, Term, Variable, value};
use crate::proof::{Claim, Id, Log, Proof};

/// Most bytes of learned clauses.
const LEARNED_BYTES: usize = 1 << 28;

/// Observes a solver and may stop it.
pub trait Observer {
    /// Called at a node: the decisions so far are propagated without a conflict.
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called at a dead end: the decisions are contradictory.
    fn dead_end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called every few milliseconds between distant nodes or dead ends.
    fn working(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Observes nothing and never stops.
impl Observer for () {}

/// The result of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Values of all variables that keep every constraint, whatever the objective is.
    Solution(Vec<bool>),
    /// There is no solution, or no further one.
    Unsatisfiable,
    /// The observer stopped it.
    Stopped,
}

/// The result of a search for the smallest objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// Values of all variables; no solution has a smaller objective.
    Proved(Vec<bool>),
    /// There is no solution.
    Unsatisfiable,
    /// The observer stopped it; the best solution so far.
    Stopped(Option<Vec<bool>>),
}

/// The sum of a problem's constraints, weighted by their prices.
#[derive(Clone)]
struct Priced {
    /// The constraints, by their numbers in the proof.
    parts: Vec<(i64, Id)>,
    terms: Vec<(i64, Literal)>,
    bound: i64,
    /// The price that counts once.
    unit: i64,
    /// The step of the proof that derives it.
    id: Option<Id>,
}

impl Priced {
    /// Adds up the priced constraints. Returns `None` if no constraint has a price, or if the sum
    /// does not fit 62 bits.
    fn new(problem: &Problem) -> Option<Self> {
        let unit = problem.unit();
        let mut priced = Priced { parts: Vec::new(), terms: Vec::new(), bound: 0, unit, id: None };
        for &(place, price) in problem.prices() {
            let constraint = problem.constraint(place);
            priced.parts.push((price, Id::try_from(place + 1).ok()?));
            priced.bound = priced.bound.checked_add(constraint.bound().checked_mul(price)?)?;
            for term in constraint.terms() {
                priced.terms.push((term.coefficient.checked_mul(price)?, term.literal));
            }
        }
        Some(priced).filter(|priced| !priced.parts.is_empty())
    }

    /// Returns a lower bound of an objective.
    fn bound_of(&self, objective: &[Term]) -> Option<i64> {
        let objective =
            self.in_units(objective.iter().map(|term| (term.coefficient, term.literal)));
        let priced = self.terms.iter().map(|&(coefficient, literal)| (-coefficient, literal));
        // In normal form, the bound is the largest negative difference of the two.
        let difference = Constraint::at_least(objective?.into_iter().chain(priced), 0).ok()?;
        let bound = self.bound.checked_sub(difference.bound())?;
        // Rounded up.
        Some(-(-bound).div_euclid(self.unit))
    }

    /// Returns these terms multiplied by the unit; `None` if they do not fit 63 bits.
    fn in_units(&self, terms: impl Iterator<Item = (i64, Literal)>) -> Option<Vec<(i64, Literal)>> {
        terms
            .map(|(coefficient, literal)| Some((coefficient.checked_mul(self.unit)?, literal)))
            .collect()
    }
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The literal was decided, or is a fact.
    None,
    /// It is the last open literal of a clause.
    Clause(u32),
    /// Another literal of a group is false.
    Group(u32),
    /// A sum cannot reach its bound without it.
    Sum(u32),
    /// A look at a connection implies it, by a clause that is added when it is needed.
    Cut(u32),
}

/// The assignment of a variable.
#[derive(Clone, Copy)]
struct Assignment {
    /// Its decision level.
    level: u32,
    /// Its place in the trail.
    place: u32,
    reason: Reason,
}

/// A solver for 0-1 variables and linear constraints: conflict-driven clause learning.
///
/// Clauses are propagated by two watched literals, and "at most one is true" by the first of its
/// literals that is true, which is also the only reason why the others are false; other constraints
/// by counters of their slack. Each conflict gives a clause (the first unique implication point),
/// which is minimized. The search is sound and complete: a solver that is not stopped finds a
/// solution or shows that there is none. It is deterministic.
///
/// [Connections](Connection) are looked at when all else is propagated, those that have changed and
/// were of use more often. [Deferred](Problem::defer) constraints are checked when all variables have
/// values: violated ones are added, and the search continues.
///
/// Variables are decided true, since numbers have one variable per value, and most follows from the
/// true one. With an objective, and after many unsuccessful restarts, they keep their last values
/// (phase saving). After a solution, the first decision contradicts it, which keeps at once what
/// excludes the solution. A restart keeps the decisions that would be made again.
///
/// The ideas are those of `MiniSat` (Eén and Sörensson, 2003), of Audemard and Simon (which clauses
/// to keep, 2009), of Luby, Sinclair and Zuckerman, and of Biere and Fröhlich (restarts, 1993 and
/// 2015), of van der Tak, Ramos and Heule (what a restart keeps, 2011), and of Oh (two ways in
/// turns, 2015).
#[derive(Clone)]
pub struct Solver {
    /// Assumptions, decided first, one level each. Between two searches, the remaining decisions
    /// are a prefix of them.
    assumptions: Vec<Literal>,
    /// The assumptions that contradict the constraints.
    core: Vec<Literal>,
    /// For each literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// For each variable its assignment.
    assignments: Vec<Assignment>,
    /// The true literals, in the order in which they became true.
    trail: Vec<Literal>,
    /// The length of the trail before each decision.
    decisions: Vec<usize>,
    /// Number of literals of the trail that have been propagated.
    propagated: usize,
    /// Number of literals of the trail that the sums have counted and propagated.
    counted: usize,
    clauses: Clauses,
    groups: Groups,
    sums: Sums,
    connections: Connections,
    /// The connections as linear constraints, if a proof is logged.
    stated: Vec<Stated>,
    /// Blocks of constraints that are added when a solution violates one of them, each with the
    /// number of its first in the proof.
    deferred: Vec<(Id, Problem)>,
    order: Order,
    /// The value that each variable takes if it is decided. Initially true: one of a number's
    /// values is true, and more follows from it than from a false one.
    preferred: Vec<bool>,
    /// The last value of each variable, used for phase saving.
    kept: Vec<bool>,
    /// Whether the problem has an objective: then phases are saved from the start.
    is_optimising: bool,
    objective: Option<Vec<Term>>,
    priced: Option<Priced>,
    /// A conflict without any decision.
    contradiction: Option<(Reason, Option<Id>)>,
    schedule: Schedule,
    log: Option<Log>,
    /// The step of the proof that states the value of a variable of level 0.
    unit_ids: Vec<Id>,
    /// Number of literals of level 0 with such a step.
    logged_units: usize,
    /// The last solution of a problem without objective, which the first decision contradicts: then
    /// nothing has to be searched but what this decision concerns.
    last: Vec<bool>,
    /// The best solution, and its objective.
    best: Option<(i64, Vec<bool>)>,
    /// Buffers for conflict analysis.
    scratch: analysis::Scratch,
    /// Whether it was stopped before it had all constraints.
    is_incomplete: bool,
}

impl Solver {
    /// Creates a solver for a problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::watched(problem, &mut ())
    }

    /// Creates a solver for a large problem, whose loading the observer may stop, too. After that
    /// the solver is unusable.
    #[must_use]
    pub fn watched(problem: &Problem, observer: &mut dyn Observer) -> Self {
        Self::with_log(problem, None, observer)
    }

    /// Creates a solver that logs a proof, for [`into_proof`](Self::into_proof).
    #[must_use]
    pub fn proving(problem: &Problem) -> Self {
        Self::proving_watched(problem, &mut ())
    }

    /// Creates a solver that logs a proof and is [watched](Self::watched) from the start.
    #[must_use]
    pub fn proving_watched(problem: &Problem, observer: &mut dyn Observer) -> Self {
        Self::with_log(problem, Some(Log::new(problem.all_constraints())), observer)
    }

    fn with_log(problem: &Problem, log: Option<Log>, observer: &mut dyn Observer) -> Self {
        /// Terms loaded between two calls of the observer, in well under a millisecond.
        const TERMS: usize = 1 << 12;
        let variables = problem.variables();
        let open = Assignment { level: 0, place: 0, reason: Reason::None };
        let mut solver = Solver {
            assumptions: Vec::new(),
            core: Vec::new(),
            values: vec![0; 2 * variables],
            assignments: vec![open; variables],
            trail: Vec::with_capacity(variables),
            decisions: Vec::new(),
            propagated: 0,
            counted: 0,
            clauses: Clauses::new(problem),
            groups: Groups::new(variables),
            sums: Sums::new(problem),
            connections: Connections::new(problem),
            stated: if log.is_some() { problem.stated().collect() } else { Vec::new() },
            deferred: Vec::new(),
            order: Order::without(variables, problem.connections().iter().map(Connection::hidden)),
            preferred: vec![true; variables],
            kept: vec![false; variables],
            is_optimising: problem.objective().is_some(),
            objective: problem.objective().map(<[Term]>::to_vec),
            priced: Priced::new(problem),
            contradiction: None,
            schedule: Schedule::new(),
            unit_ids: if log.is_some() { vec![0; variables] } else { Vec::new() },
            log,
            logged_units: 0,
            best: None,
            last: Vec::new(),
            scratch: analysis::Scratch::new(variables),
            is_incomplete: false,
        };
        let mut unseen = 0;
        let mut deferred = problem.deferred().iter().peekable();
        for (id, constraint) in (1..).zip(problem.constraints()) {
            let place = id as usize - 1;
            while deferred.next_if(|block| block.end <= place).is_some() {}
            match deferred.peek() {
                Some(block) if block.contains(&place) => {
                    if block.start == place {
                        solver.deferred.push((id, Problem::default()));
                    }
                    let (_, taken) = solver.deferred.last_mut().expect("a block has begun");
                    taken.require(constraint.clone());
                }
                _ => solver.add(&constraint, id),
            }
            unseen += constraint.terms().len();
            if unseen > TERMS {
                unseen = 0;
                if observer.working().is_break() {
                    solver.is_incomplete = true;
                    break;
                }
            }
        }
        solver
    }

    /// Returns the value of a variable, if it has one: a fact if no decision is made, as in an
    /// [observer](Observer) at depth 0 or after [`settle`](Self::settle).
    #[inline]
    #[must_use]
    pub fn value(&self, variable: Variable) -> Option<bool> {
        match self.values[variable.is(true).code()] {
            0 => None,
            value => Some(value > 0),
        }
    }

    /// Returns the number of decisions.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the number of conflicts.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.schedule.conflicts
    }

    /// Decides variables in a random order and tries a random value first, both drawn from a seed,
    /// until conflicts guide the search: solutions differ between seeds.
    pub fn seed(&mut self, seed: u64) {
        let mut rng = Rng::with_seed(seed);
        self.order.shuffle(&mut rng);
        self.preferred.iter_mut().for_each(|value| *value = rng.bool());
    }

    /// Searches for a solution, from where the last call ended; for the best one, see
    /// [`optimum`](Self::optimum).
    pub fn solve(&mut self, observer: &mut dyn Observer) -> Verdict {
        self.forget_assumptions();
        self.search(observer)
    }

    fn search(&mut self, observer: &mut dyn Observer) -> Verdict {
        if self.is_incomplete {
            return Verdict::Stopped;
        }
        loop {
            if let Some((reason, id)) = self.contradiction {
                if id.is_none() {
                    let id = self.log_contradiction(reason);
                    self.contradiction = Some((reason, id));
                }
                return Verdict::Unsatisfiable;
            }
            let mut conflict = self.propagate();
            if conflict.is_none() && self.counted < self.trail.len() {
                if observer.working().is_break() {
                    return Verdict::Stopped;
                }
                continue;
            }
            // Connections wait until all assumptions are made.
            if conflict.is_none() && self.decisions.len() >= self.assumptions.len() {
                match self.look() {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(cut) => conflict = Some(cut),
                }
            }
            if let Some(conflict) = conflict {
                self.schedule.conflicts += 1;
                if self.decisions.is_empty() {
                    self.contradiction = Some((conflict, self.log_contradiction(conflict)));
                    return Verdict::Unsatisfiable;
                }
                self.learn(conflict);
                if observer.dead_end().is_break() {
                    return Verdict::Stopped;
                }
                continue;
            }
            let is_too_much = self.clauses.learned_bytes() > LEARNED_BYTES;
            if self.schedule.restarts() || is_too_much {
                self.restart(is_too_much);
                continue;
            }
            if observer.node(self).is_break() {
                return Verdict::Stopped;
            }
            let next = match self.assumptions.get(self.decisions.len()) {
                None => self.next_decision(),
                Some(&assumed) => match self.values[assumed.code()] {
                    0 => Some(assumed),
                    1 => {
                        // Each assumption has its own level.
                        self.decisions.push(self.trail.len());
                        continue;
                    }
                    _ => {
                        self.core = self.blame(assumed);
                        return Verdict::Unsatisfiable;
                    }
                },
            };
            let Some(literal) = next else {
                if self.take_up() {
                    continue;
                }
                let solution = self.solution();
                if !self.is_optimising {
                    self.last.clone_from(&solution);
                }
                return Verdict::Solution(solution);
            };
            self.decisions.push(self.trail.len());
            self.assign(literal, Reason::None);
        }
    }

    /// Adds a constraint. Later results hold for the problem with it.
    ///
    /// # Panics
    /// If the solver keeps a proof, which cannot contain such a constraint.
    pub fn require(&mut self, constraint: &Constraint) {
        assert!(self.log.is_none(), "a proof is about the problem as it was given");
        self.go_back(0);
        self.add(constraint, 0);
    }

    /// Sets the objective, on which no constraint depends: all learned clauses still hold, and a
    /// proof is about the problem with this objective.
    ///
    /// # Panics
    /// If a solution was given to [`improve`](Self::improve) before.
    pub fn minimise(&mut self, objective: &[Term]) {
        assert!(self.best.is_none(), "what was shown so far is about another objective");
        self.objective = Some(objective.to_vec());
        // Prices bound the original objective.
        self.priced = None;
    }

    /// Requires a smaller objective than that of this solution.
    ///
    /// # Panics
    /// If there are not as many values as variables, or if the sums do not fit 62 bits, which
    /// [`Problem::minimise`] has checked.
    pub fn improve(&mut self, solution: &[bool]) {
        let best = value(self.objective.as_deref().unwrap_or_default(), solution);
        self.best = Some((best, solution.to_vec()));
        let id = self.log.as_mut().map(|log| {
            let literals = (0_u32..).zip(solution);
            log.solution(literals.map(|(number, &value)| Variable::from(number).is(value)))
        });
        self.limit_objective(best - 1, id);
    }

    /// Searches for a solution with the smallest objective, and shows that none is smaller; any
    /// solution if there is no objective. Better and better ones are found on the way, from the one
    /// that was last given to [`improve`](Self::improve) on. Afterwards the solver has no further
    /// solution, and [`into_proof`](Self::into_proof) returns the proof.
    ///
    /// ```
    /// use pseudo_boolean::{Constraint, Optimum, Problem, Solver};
    ///
    /// // What to pack, by worth and weight, if all may weigh 10.
    /// let mut problem = Problem::default();
    /// let things = [(6, 5), (5, 4), (4, 4), (3, 2)].map(|thing| (thing, problem.variable()));
    /// let weights = things.map(|((_, weight), packed)| (-weight, packed));
    /// problem.require(Constraint::at_least(weights, -10)?);
    /// problem.minimise(things.map(|((worth, _), packed)| (-worth, packed)))?;
    /// let best = Solver::new(&problem).optimum(&mut ());
    /// assert_eq!(best, Optimum::Proved(vec![false, true, true, true]));
    /// # Ok::<(), pseudo_boolean::TooLarge>(())
    /// ```
    pub fn optimum(&mut self, observer: &mut dyn Observer) -> Optimum {
        loop {
            match self.solve(observer) {
                Verdict::Solution(any) if self.objective.is_none() => return Optimum::Proved(any),
                Verdict::Solution(better) => self.improve(&better),
                Verdict::Unsatisfiable => {
                    let best = self.best.as_ref();
                    return best
                        .map_or(Optimum::Unsatisfiable, |(_, best)| Optimum::Proved(best.clone()));
                }
                Verdict::Stopped => {
                    return Optimum::Stopped(self.best.as_ref().map(|(_, best)| best.clone()));
                }
            }
        }
    }

    /// Returns an optimal solution, searching upwards from the lower bound of the [priced
    /// constraints](Problem::require_priced): the closer the optimum is to it, the stronger the
    /// propagation. A solver that is [given](Self::improve) this solution then proves optimality.
    ///
    /// Returns `None` if there is no price or no solution, or if the observer stops it.
    pub fn best_from_below(problem: &Problem, observer: &mut dyn Observer) -> Option<Vec<bool>> {
        let objective = problem.objective()?;
        let bound = Priced::new(problem)?.bound_of(objective)?;
        let Verdict::Solution(any) = Self::watched(problem, observer).solve(observer) else {
            return None;
        };
        for most in bound..value(objective, &any) {
            let mut solver = Self::watched(problem, observer);
            solver.limit_objective(most, None);
            match solver.solve(observer) {
                Verdict::Solution(best) => return Some(best),
                Verdict::Unsatisfiable => {}
                Verdict::Stopped => return None,
            }
        }
        Some(any)
    }

    /// Adds an upper bound of the objective, with its number in the proof, and its consequence with
    /// the sum of the priced constraints.
    fn limit_objective(&mut self, most: i64, id: Option<Id>) {
        self.go_back(0);
        let objective = self.objective.as_deref().unwrap_or_default().iter();
        let terms: Vec<_> = objective.map(|term| (-term.coefficient, term.literal)).collect();
        let constraint =
            Constraint::at_least(terms.iter().copied(), -most).expect("the objective was checked");
        self.add(&constraint, id.unwrap_or(0));
        let Some(priced) = &mut self.priced else { return };
        let bound = priced.bound.saturating_sub(most.saturating_mul(priced.unit));
        let Some(mut terms) = priced.in_units(terms.into_iter()) else { return };
        terms.extend(&priced.terms);
        let Ok(sum) = Constraint::at_least(terms, bound) else { return };
        let id = id.zip(self.log.as_mut()).map(|(id, log)| {
            let sum_id = *priced.id.get_or_insert_with(|| log.sum(priced.parts.iter().copied()));
            log.sum([(1, sum_id), (priced.unit, id)])
        });
        self.add(&sum, id.unwrap_or(0));
    }

    /// Returns the proof that there is no solution, or none better than the last one given to
    /// [`improve`](Self::improve); `None` if this is not proved, or if no proof was logged.
    #[must_use]
    pub fn into_proof(self) -> Option<Proof> {
        let (_, last) = self.contradiction?;
        let claim = match (self.best, &self.objective) {
            (Some((best, _)), _) => Claim::Smallest(best),
            (None, Some(_)) => Claim::NoObjective,
            (None, None) => Claim::Unsatisfiable,
        };
        let Solver { log, connections, stated, unit_ids, .. } = self;
        let unit = |literal: Literal| unit_ids[literal.variable().index()];
        let derive =
            |number: usize, cut: &Cut| connections.all[number].derive(cut, &stated[number], &unit);
        Some(log?.trimmed(last?, claim, derive))
    }

    /// Adds a constraint, without any decision made.
    fn add(&mut self, constraint: &Constraint, id: Id) {
        if constraint.bound() == 0 {
            return;
        }
        if constraint.bound() == 1 {
            self.add_clause(constraint, id);
            return;
        }
        if Groups::is_group(constraint) {
            self.add_group(constraint, id);
            return;
        }
        let is_counted = |literal: Literal| {
            self.values[literal.code()] < 0
                && (self.assignments[literal.variable().index()].place as usize) < self.counted
        };
        let sum = self.sums.add(constraint, id, is_counted);
        if self.propagate_sum(sum).is_err() {
            self.contradiction.get_or_insert((Reason::Sum(sum), None));
        }
    }

    /// Adds a clause, without any decision made.
    fn add_clause(&mut self, constraint: &Constraint, id: Id) {
        let mut literals = std::mem::take(&mut self.scratch.clause);
        literals.clear();
        literals.extend(constraint.terms().iter().map(|term| term.literal));
        let value = |literal: Literal| self.values[literal.code()];
        if !literals.iter().any(|&literal| value(literal) > 0) {
            let open = literals.iter().filter(|&&literal| value(literal) == 0).count();
            if open < literals.len() {
                // Open literals come first, to be watched.
                literals.sort_by_key(|&literal| value(literal) < 0);
            }
            let clause = self.clauses.add(&literals, id, 0);
            match open {
                0 => {
                    self.contradiction.get_or_insert((Reason::Clause(clause), None));
                }
                1 => self.assign(literals[0], Reason::Clause(clause)),
                _ => {}
            }
        }
        self.scratch.clause = literals;
    }

    /// Adds that at most one literal is false, without any decision made.
    fn add_group(&mut self, constraint: &Constraint, id: Id) {
        let group = self.groups.add(constraint, id);
        let mut literals = constraint.terms().iter().map(|term| term.literal);
        let Some(failed) = literals.find(|literal| self.values[literal.code()] < 0) else { return };
        if let Some(conflict) = self.propagate_group(group, failed) {
            self.contradiction.get_or_insert((conflict, None));
        }
    }

    /// Returns the values of all variables, once all decision variables have one.
    fn solution(&self) -> Vec<bool> {
        let mut values: Vec<bool> = self.values.iter().step_by(2).map(|&value| value > 0).collect();
        self.connections.all.iter().for_each(|connection| connection.complete(&mut values));
        values
    }

    fn next_decision(&mut self) -> Option<Literal> {
        if self.trail.len() == self.assignments.len() {
            return None;
        }
        let number = self.most_active()?;
        let variable = Variable::from(u32::try_from(number).expect("fewer than 2^31"));
        let keeps = self.is_optimising || self.schedule.keeps_values();
        let value = match self.last.get(number) {
            Some(last) if self.decisions.len() == self.assumptions.len() => !last,
            _ if keeps => self.kept[number],
            _ => self.preferred[number],
        };
        Some(variable.is(value))
    }

    /// Returns the most active open variable.
    fn most_active(&mut self) -> Option<usize> {
        let values = &self.values;
        self.order.first(|variable| values[2 * variable] == 0)
    }

    /// Restarts, and removes less useful clauses if there are too many.
    fn restart(&mut self, is_too_much: bool) {
        if !self.schedule.forgets() && !is_too_much {
            let level = self.level_to_keep();
            self.go_back(level);
        } else {
            self.go_back(0);
            // Facts never need their reasons again, so any clause may be removed.
            for literal in &self.trail {
                self.assignments[literal.variable().index()].reason = Reason::None;
            }
            self.clauses.forget(&self.values, is_too_much);
        }
    }

    /// Returns how many decisions would be made again, since no open variable is more active.
    fn level_to_keep(&mut self) -> usize {
        let assumed = self.assumptions.len().min(self.decisions.len());
        let Some(next) = self.most_active() else { return assumed };
        let made = self.decisions[assumed..]
            .iter()
            .take_while(|&&place| self.order.is_before(self.trail[place].variable().index(), next));
        assumed + made.count()
    }

    /// Learns a clause from a conflict, and backjumps to the level where it propagates.
    fn learn(&mut self, conflict: Reason) {
        let learned = self.analyse(conflict);
        let id = self.log_clause(conflict);
        self.go_back(learned.level);
        let literals = std::mem::take(&mut self.scratch.clause);
        let first = literals[0];
        if literals.len() == 1 {
            self.assign(first, Reason::None);
            if self.log.is_some() {
                self.unit_ids[first.variable().index()] = id;
            }
        } else {
            let clause = self.clauses.add(&literals, id, learned.glue);
            self.assign(first, Reason::Clause(clause));
        }
        self.scratch.clause = literals;
        self.schedule.learned(learned.glue);
        self.order.decay(self.schedule.memory());
    }
}
