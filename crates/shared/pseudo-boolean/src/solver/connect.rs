//! What connections imply, and constraints that are added only when a solution violates them.

use std::cmp::Reverse;

use super::{Assignment, Reason, Solver};
use crate::connection::{Connection, Look};
use crate::problem::{Constraint, Literal, Problem, Term};

/// The connections, with those that have changed since they were last looked at.
#[derive(Clone)]
pub(super) struct Connections {
    pub(super) all: Vec<Connection>,
    /// Number of variables that state them in a file.
    hidden: usize,
    /// For each variable where its connections begin in `numbers`, and where the last ones end.
    starts: Vec<u32>,
    numbers: Vec<u32>,
    /// Number of literals of the trail whose connections are known to have changed.
    seen: usize,
    changed: Vec<u32>,
    has_changed: Vec<bool>,
    /// Number of turns to look.
    turn: u64,
    pauses: Vec<Pause>,
    look: Look,
    /// The looks that implied literals of the trail: connections, and lengths of the trail before.
    looks: Vec<(u32, u32)>,
}

/// The turns in which a connection is not looked at.
#[derive(Clone)]
struct Pause {
    /// The turn after them.
    until: u64,
    /// Number of turns.
    length: u64,
}

/// Most turns in which a connection is not looked at.
const LONGEST_PAUSE: u64 = 8;

impl Connections {
    pub(super) fn new(problem: &Problem) -> Self {
        let all = problem.connections().to_vec();
        let mut pairs: Vec<(usize, u32)> = (0..)
            .zip(&all)
            .flat_map(|(number, one)| {
                one.literals().map(move |literal| (literal.variable().index(), number))
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; problem.variables() + 1];
        for &(variable, _) in &pairs {
            starts[variable + 1] += 1;
        }
        for variable in 0..problem.variables() {
            starts[variable + 1] += starts[variable];
        }
        Connections {
            changed: (0..small(all.len())).collect(),
            has_changed: vec![true; all.len()],
            hidden: all.iter().map(|connection| connection.hidden().len()).sum(),
            turn: 0,
            pauses: vec![Pause { until: 0, length: 0 }; all.len()],
            all,
            starts,
            numbers: pairs.into_iter().map(|(_, number)| number).collect(),
            seen: 0,
            look: Look::default(),
            looks: Vec::new(),
        }
    }

    /// Takes a connection that has changed, of those that are due or of all.
    fn next(&mut self, takes_all: bool) -> Option<u32> {
        let is_due = |&number: &u32| self.pauses[number as usize].until <= self.turn;
        let place = self.changed.iter().position(|number| takes_all || is_due(number))?;
        let number = self.changed.swap_remove(place);
        self.has_changed[number as usize] = false;
        Some(number)
    }

    /// Records whether a look at a connection was of use: the less it is, the rarer are looks.
    fn looked(&mut self, number: u32, is_useful: bool) {
        let Pause { until, length } = &mut self.pauses[number as usize];
        *length = if is_useful { 0 } else { (2 * *length).clamp(1, LONGEST_PAUSE) };
        *until = self.turn + *length;
    }

    /// Records that the literals of the trail have values.
    fn see(&mut self, trail: &[Literal]) {
        for literal in &trail[self.seen..] {
            let variable = literal.variable().index();
            let [start, end] = [variable, variable + 1].map(|place| self.starts[place] as usize);
            for &number in &self.numbers[start..end] {
                if !std::mem::replace(&mut self.has_changed[number as usize], true) {
                    self.changed.push(number);
                }
            }
        }
        self.seen = trail.len();
    }

    /// Returns whether the graphs are so large that a cut takes thousands of tokens in a proof.
    fn are_large(&self) -> bool {
        /// Literals of all graphs.
        const LARGE: usize = 1_000;
        self.numbers.len() > LARGE
    }

    /// Forgets all literals of the trail but the first ones.
    pub(super) fn go_back(&mut self, len: usize) {
        self.seen = self.seen.min(len);
        while self.looks.pop_if(|&mut (_, before)| before as usize >= len).is_some() {}
    }
}

impl Solver {
    /// Adds the blocks of deferred constraints that a solution violates; returns whether there were
    /// any. If so, all decisions are undone.
    pub(super) fn take_up(&mut self) -> bool {
        let is_broken = |constraint: Constraint| {
            let is_true = |literal: Literal| self.values[literal.code()] > 0;
            let terms = constraint.terms().iter().filter(|term| is_true(term.literal));
            terms.map(|term| term.coefficient).sum::<i64>() < constraint.bound()
        };
        let broken: Vec<usize> = (0..self.deferred.len())
            .filter(|&block| self.deferred[block].1.constraints().any(is_broken))
            .collect();
        if broken.is_empty() {
            return false;
        }
        self.go_back(0);
        for block in broken.into_iter().rev() {
            let (first, block) = self.deferred.swap_remove(block);
            for (id, constraint) in (first..).zip(block.constraints()) {
                self.add(&constraint, id);
            }
        }
        true
    }

    /// Looks at connections that have changed, once all else is propagated, until one implies
    /// literals. Returns whether one did. If one cannot hold, the error is a clause that is false;
    /// only the decisions that make it false remain.
    pub(super) fn look(&mut self) -> Result<bool, Reason> {
        if self.decisions.is_empty() {
            // The proof of a cut uses facts.
            self.log_units();
        }
        self.connections.see(&self.trail);
        self.connections.turn += 1;
        let is_full = self.trail.len() + self.connections.hidden == self.assignments.len();
        let is_assumed = self.decisions.len() <= self.assumptions.len();
        while let Some(number) = self.connections.next(is_full || is_assumed) {
            let Connections { all, look, .. } = &mut self.connections;
            if !all[number as usize].look(&self.values, look) {
                self.connections.looked(number, true);
                let (clause, level) = self.cut(number, None, u32::MAX);
                self.go_back(level);
                return Err(Reason::Clause(clause));
            }
            let before = self.trail.len();
            let reason = Reason::Cut(small(self.connections.looks.len()));
            let implied = std::mem::take(&mut self.connections.look.implied);
            // In a proof each literal takes a cut. Other facts may follow from the first one without,
            // and in large graphs only contradictions are worth a cut.
            let most = match (&self.log, self.decisions.is_empty()) {
                (Some(_), true) => 1,
                (Some(_), false) if self.connections.are_large() => 0,
                _ => implied.len(),
            };
            for &literal in &implied {
                // The same literal may follow in two places.
                if self.values[literal.code()] == 0 && self.trail.len() < before + most {
                    self.assign(literal, reason);
                }
            }
            self.connections.look.implied = implied;
            let is_useful = self.trail.len() > before;
            self.connections.looked(number, is_useful);
            if is_useful {
                self.connections.looks.push((number, small(before)));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the reason of a variable, as a constraint. A cut is added only now that it is needed.
    pub(super) fn reason(&mut self, variable: usize) -> Reason {
        let reason = self.assignments[variable].reason;
        let Reason::Cut(look) = reason else { return reason };
        let (number, before) = self.connections.looks[look as usize];
        let literal = self.trail[self.assignments[variable].place as usize];
        let reason = Reason::Clause(self.cut(number, Some(literal), before).0);
        self.assignments[variable].reason = reason;
        reason
    }

    /// Adds the clause by which a connection implies a literal, or that it violates, under the
    /// literals before a place of the trail. Returns it with the level of the last of its other
    /// literals.
    fn cut(&mut self, number: u32, implied: Option<Literal>, before: u32) -> (u32, usize) {
        let Solver { values, assignments, connections, .. } = &*self;
        let assignment = |literal: Literal| &assignments[literal.variable().index()];
        // The values at that place, and the opposite value for the literal.
        let value = |literal: Literal| match values[literal.code()] {
            _ if Some(literal) == implied => -1,
            _ if Some(!literal) == implied => 1,
            value if value != 0 && assignment(literal).place < before => value,
            _ => 0,
        };
        let fixed = |literal: Literal| {
            let Assignment { level, place, .. } = *assignment(literal);
            let value = values[literal.code()];
            (value != 0 && level == 0 && place < before).then_some(value > 0)
        };
        let level_of = |literal: Literal| match implied {
            Some(implied) if implied == literal => u32::MAX,
            _ if value(literal) >= 0 => u32::MAX - 1,
            _ => assignment(literal).level,
        };
        let connection = &connections.all[number as usize];
        let broken =
            connection.cuts(&|literal| value(literal) >= 0, &|literal| value(literal) > 0, &fixed);
        let clauses = broken.into_iter().map(|broken| {
            let constraint = connection.constraint(&broken);
            let mut terms = constraint.terms().to_vec();
            terms.sort_by_key(|term| Reverse(level_of(term.literal)));
            // If two of the border are needed, one of all but any one is. One may be open.
            let is_free = |term: &Term| term.coefficient < 2 && Some(term.literal) != implied;
            if constraint.bound() > 1
                && let Some(place) = terms.iter().position(is_free)
            {
                terms.remove(place);
            }
            let literals: Vec<Literal> = terms.into_iter().map(|term| term.literal).collect();
            let levels = literals.iter().map(|&literal| level_of(literal));
            let mut levels: Vec<u32> = levels.filter(|&level| level > 0).collect();
            levels.dedup();
            (levels.len(), literals, broken)
        });
        let (glue, literals, broken) = clauses
            .min_by_key(|(glue, literals, _)| (*glue, literals.len()))
            .expect("the connection is violated");
        let others = literals.iter().filter(|&&literal| Some(literal) != implied);
        debug_assert!(
            implied.is_none_or(|implied| literals.contains(&implied))
                && others.clone().all(|&literal| value(literal) < 0),
            "{implied:?} by {literals:?}"
        );
        let level = others.map(|&literal| level_of(literal)).max().unwrap_or(0) as usize;
        let id = self.log_broken(number as usize, broken);
        let glue = u32::try_from(glue.max(1)).expect("there are fewer than 2^32 levels");
        (self.clauses.add(&literals, id, glue), level)
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).expect("graphs and trails fit memory")
}
