//! Propagation of decisions, and backtracking.

use std::cell::Cell;

use super::store::UNWATCHED;
use super::{Assignment, Reason, Solver};
use crate::problem::{Literal, Term};

/// Most literals to propagate at a time, a few milliseconds of work.
const AT_ONCE: usize = 2_000;

/// Makes a literal true.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 variables")]
fn assign(
    values: &mut [i8],
    assignments: &mut [Assignment],
    trail: &mut Vec<Literal>,
    level: u32,
    literal: Literal,
    reason: Reason,
) {
    values[literal.code()] = 1;
    values[(!literal).code()] = -1;
    let place = trail.len() as u32;
    assignments[literal.variable().index()] = Assignment { level, place, reason };
    trail.push(literal);
}

impl Solver {
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let level = self.level();
        let Solver { values, assignments, trail, .. } = self;
        assign(values, assignments, trail, level, literal, reason);
    }

    /// Returns the number of decisions, in 32 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 variables")]
    fn level(&self) -> u32 {
        self.decisions.len() as u32
    }

    /// Propagates; returns the conflict, if there is one. Long propagations leave some literals of
    /// the trail uncounted.
    ///
    /// Clauses first: their reasons are shorter, and fewer counters have to be kept.
    pub(super) fn propagate(&mut self) -> Option<Reason> {
        let enough = self.propagated + self.counted + AT_ONCE;
        while self.propagated + self.counted < enough {
            if let Some(&literal) = self.trail.get(self.propagated) {
                self.propagated += 1;
                let conflict =
                    self.propagate_clauses(!literal).or_else(|| self.propagate_groups(!literal));
                if conflict.is_some() {
                    return conflict;
                }
                continue;
            }
            let &literal = self.trail.get(self.counted)?;
            self.counted += 1;
            self.sums.lower(!literal, &self.values);
            for place in 0..self.sums.close.len() {
                let sum = self.sums.close[place];
                if self.propagate_sum(sum).is_err() {
                    return Some(Reason::Sum(sum));
                }
            }
        }
        None
    }

    /// Propagates all groups of a literal that has become false.
    fn propagate_groups(&mut self, falsified: Literal) -> Option<Reason> {
        let mut next = 0;
        while let Some(group) = self.groups.group_of(falsified, next) {
            let conflict = self.propagate_group(group, falsified);
            if conflict.is_some() {
                return conflict;
            }
            next += 1;
        }
        None
    }

    /// Makes all literals of a group true but for one that is false.
    pub(super) fn propagate_group(&mut self, group: u32, falsified: Literal) -> Option<Reason> {
        self.groups.fails(group, falsified);
        let level = self.level();
        // Borrow field by field, since the literals of the group stay borrowed.
        let Solver { groups, values, assignments, trail, .. } = self;
        for &literal in groups.literals(group) {
            let value = values[literal.code()];
            if value == 0 {
                assign(values, assignments, trail, level, literal, Reason::Group(group));
            } else if value < 0 && literal != falsified {
                return Some(Reason::Group(group));
            }
        }
        None
    }

    /// Assigns the literals that a sum needs; an error if it can no longer reach its bound.
    pub(super) fn propagate_sum(&mut self, sum: u32) -> Result<(), ()> {
        let slack = self.sums.slack(sum);
        if slack < 0 {
            return Err(());
        }
        let level = self.level();
        let Solver { sums, values, assignments, trail, .. } = self;
        for Term { literal, .. } in sums.terms(sum).take_while(|term| term.coefficient > slack) {
            if values[literal.code()] == 0 {
                assign(values, assignments, trail, level, literal, Reason::Sum(sum));
            }
        }
        Ok(())
    }

    /// Looks for new watches in the clauses that watch a literal which has become false.
    #[expect(clippy::cast_possible_truncation, reason = "clauses have fewer than 2^32 literals")]
    fn propagate_clauses(&mut self, falsified: Literal) -> Option<Reason> {
        let mut watches = self.clauses.take_watches(falsified);
        // Watches that stay move to the front while the others are read. Two iterators over cells
        // do that with fewer checks than two places.
        let all = Cell::from_mut(&mut watches[..]).as_slice_of_cells();
        let (mut unread, mut room) = (all.iter(), all.iter());
        let mut stays = |watch| room.next().expect("no more stay than were read").set(watch);
        let mut conflict = None;
        while let Some(watch) = unread.next().map(Cell::get) {
            let mut implied = watch.blocker;
            let mut value = self.values[implied.code()];
            if value <= 0 && !watch.is_of_two() {
                let (literals, from) = self.clauses.literals_from(watch.clause());
                // One of the two that are watched is the one that has become false.
                let other = literals[0] ^ literals[1] ^ falsified.word();
                implied = Literal::of_word(other);
                value = self.values[implied.code()];
                if value <= 0 {
                    let start = *from as usize;
                    let values = &self.values;
                    let may_be = |&word: &u32| values[Literal::of_word(word).code()] >= 0;
                    let later = literals[start..].iter().position(may_be).map(|at| start + at);
                    let place = later.or_else(|| {
                        let unwatched = UNWATCHED as usize;
                        literals[unwatched..start].iter().position(may_be).map(|at| unwatched + at)
                    });
                    if let Some(place) = place {
                        *from = place as u32;
                        let literal = Literal::of_word(literals[place]);
                        if values[literal.code()] > 0 {
                            // The clause implies nothing while this literal is true.
                            stays(watch.blocked_by(literal));
                        } else {
                            literals[place] = falsified.word();
                            [literals[0], literals[1]] = [other, literal.word()];
                            self.clauses.watch(literal, watch.blocked_by(implied));
                        }
                        continue;
                    }
                }
            }
            stays(watch.blocked_by(implied));
            if value == 0 {
                self.assign(implied, Reason::Clause(watch.clause()));
            } else if value < 0 {
                conflict = Some(Reason::Clause(watch.clause()));
                break;
            }
        }
        unread.map(Cell::get).for_each(&mut stays);
        let gone = room.len();
        watches.truncate(watches.len() - gone);
        self.clauses.give_back(falsified, watches);
        conflict
    }

    /// Forgets all decisions but the first `level` ones.
    pub(super) fn go_back(&mut self, level: usize) {
        let Some(&len) = self.decisions.get(level) else { return };
        for place in (len..self.trail.len()).rev() {
            let literal = self.trail[place];
            self.values[literal.code()] = 0;
            self.values[(!literal).code()] = 0;
            if place < self.counted {
                self.sums.raise(!literal);
            }
            self.kept[literal.variable().index()] = !literal.is_negated();
            self.order.insert(literal.variable().index());
        }
        self.trail.truncate(len);
        self.decisions.truncate(level);
        self.propagated = self.propagated.min(len);
        self.counted = self.counted.min(len);
        self.connections.go_back(len);
    }
}
