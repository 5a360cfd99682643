//! The clauses, one after another in memory, and their watches.

use std::cmp::Reverse;

use crate::problem::{Literal, Problem};
use crate::proof::Id;

/// A clause that must be looked at when a literal becomes false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// Where the clause begins; the highest bit says that it has two literals.
    tagged: u32,
    /// Another literal of it: while it is true, the clause need not be visited.
    pub(super) blocker: Literal,
}

const OF_TWO: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub(super) fn clause(self) -> u32 {
        self.tagged & !OF_TWO
    }

    #[inline]
    pub(super) fn is_of_two(self) -> bool {
        self.tagged & OF_TWO != 0
    }

    /// Returns the watch with another blocker.
    #[inline]
    pub(super) fn blocked_by(self, blocker: Literal) -> Self {
        Watch { blocker, ..self }
    }
}

/// Layout of the words before a clause's literals.
const LEN: usize = 0;
const ID: usize = 1;
/// Number of levels of its literals at the last visit (LBD): the fewer, the more useful. 0 for a
/// clause of the problem.
const GLUE: usize = 2;
/// Number of clean-ups that it survives since it took part in a recent conflict.
const STAYS: usize = 3;
/// The place of the literal that was last found not to be false, from which the next search starts.
const FROM: usize = 4;
const HEAD: usize = 5;

/// The first place of a literal that is not watched.
pub(super) const UNWATCHED: u32 = 2;

/// Clauses with at most this many levels are never removed.
const ALWAYS: u32 = 2;
/// Clauses with at most this many levels stay for one clean-up after a conflict.
const LONGER: u32 = 8;

/// Removable clauses with at most this many levels are good reasons.
const GOOD: u32 = 6;

/// Returns the number of clean-ups that a clause survives after a conflict.
fn stays(glue: u32) -> u32 {
    u32::from(glue <= LONGER)
}

/// All clauses. The first two literals of each are watched.
#[derive(Clone)]
pub(super) struct Clauses {
    words: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    /// Number of words of learned clauses.
    learned: usize,
}

impl Clauses {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut words = 0;
        let mut watched = vec![0_usize; 2 * problem.variables()];
        for constraint in problem.constraints().filter(|one| one.bound() == 1) {
            words += HEAD + constraint.terms().len();
            for term in constraint.terms().iter().take(2) {
                watched[term.literal.code()] += 1;
            }
        }
        // Leave room for learned clauses.
        let room = |count| if count == 0 { 0 } else { count + 4 };
        let watches = watched.into_iter().map(|count| Vec::with_capacity(room(count))).collect();
        Clauses { words: Vec::with_capacity(words), watches, learned: 0 }
    }

    /// Adds a clause; a learned one with its number of levels.
    pub(super) fn add(&mut self, literals: &[Literal], id: Id, glue: u32) -> u32 {
        let clause = u32::try_from(self.words.len()).ok().filter(|&start| start < OF_TWO);
        let clause = clause.expect("clauses take less than 8 GB");
        let len = u32::try_from(literals.len()).expect("there are fewer than 2^32 literals");
        self.words.extend([len, id, glue, stays(glue), UNWATCHED]);
        self.words.extend(literals.iter().map(|literal| literal.word()));
        self.watch_both(clause);
        if glue > 0 {
            self.learned += HEAD + literals.len();
        }
        clause
    }

    fn watch_both(&mut self, clause: u32) {
        let literals = self.literals(clause);
        if literals.len() < 2 {
            // The clause needs no watches.
            return;
        }
        let tagged = clause | if literals.len() == 2 { OF_TWO } else { 0 };
        let [first, second] = [0, 1].map(|place| Literal::of_word(literals[place]));
        for (watched, blocker) in [(first, second), (second, first)] {
            self.watches[watched.code()].push(Watch { tagged, blocker });
        }
    }

    pub(super) fn id(&self, clause: u32) -> Id {
        self.words[clause as usize + ID]
    }

    /// Returns whether it may be removed.
    #[inline]
    pub(super) fn may_go(&self, clause: u32) -> bool {
        self.words[clause as usize + GLUE] > ALWAYS
    }

    /// Returns whether it is a removable clause with few levels.
    #[inline]
    pub(super) fn is_good(&self, clause: u32) -> bool {
        (ALWAYS + 1..=GOOD).contains(&self.words[clause as usize + GLUE])
    }

    /// Records that a clause took part in a conflict; `glue` is the number of levels of its
    /// literals.
    #[inline]
    pub(super) fn touch(&mut self, clause: u32, glue: u32) {
        let known = &mut self.words[clause as usize + GLUE];
        *known = glue.min(*known);
        self.words[clause as usize + STAYS] = stays(glue);
    }

    /// Returns the literals, as words.
    #[inline]
    pub(super) fn literals(&self, clause: u32) -> &[u32] {
        let start = clause as usize;
        let len = self.words[start + LEN] as usize;
        &self.words[start + HEAD..start + HEAD + len]
    }

    /// Returns the literals, as words, and the place from which to look for one to watch.
    #[inline]
    pub(super) fn literals_from(&mut self, clause: u32) -> (&mut [u32], &mut u32) {
        let words = self.words[clause as usize..].split_first_chunk_mut::<HEAD>();
        let (head, rest) = words.expect("a clause begins here");
        (&mut rest[..head[LEN] as usize], &mut head[FROM])
    }

    #[inline]
    pub(super) fn watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.code()].push(watch);
    }

    #[inline]
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.code()])
    }

    #[inline]
    pub(super) fn give_back(&mut self, literal: Literal, watches: Vec<Watch>) {
        // A false literal gets no new watches.
        self.watches[literal.code()] = watches;
    }

    /// Returns the bytes of the learned clauses.
    pub(super) fn learned_bytes(&self) -> usize {
        self.learned * size_of::<u32>()
    }

    /// Removes the nine tenths less useful of the learned clauses without recent conflicts, or of
    /// all removable ones, and all satisfied clauses. There must be no decisions, and all facts must be
    /// propagated; no clause is then needed as a reason.
    pub(super) fn forget(&mut self, values: &[i8], may_all_go: bool) {
        let mut starts = Vec::new();
        let mut by_use = Vec::new();
        let mut next = 0;
        while next < self.words.len() {
            let [len, glue, stays] = [LEN, GLUE, STAYS].map(|part| self.words[next + part]);
            if glue > ALWAYS && (stays == 0 || may_all_go) {
                by_use.push((Reverse((glue, len)), starts.len()));
            }
            self.words[next + STAYS] = stays.saturating_sub(1);
            starts.push(next);
            next += HEAD + len as usize;
        }
        // Ties keep the younger clause.
        by_use.sort_unstable();
        by_use.truncate(by_use.len() - by_use.len() / 10);
        let mut goes = vec![false; starts.len()];
        for (_, place) in by_use {
            goes[place] = true;
        }
        self.keep(starts.into_iter().zip(goes).filter(|one| !one.1).map(|one| one.0), values);
    }

    /// Keeps the clauses that start at these positions, except satisfied ones.
    fn keep(&mut self, starts: impl Iterator<Item = usize>, values: &[i8]) {
        let value = |word: u32| values[Literal::of_word(word).code()];
        self.watches.iter_mut().for_each(Vec::clear);
        self.learned = 0;
        let mut end = 0;
        for start in starts {
            let literals = start + HEAD..start + HEAD + self.words[start + LEN] as usize;
            if self.words[literals.clone()].iter().any(|&word| value(word) > 0) {
                continue;
            }
            // At least two literals are open, and must come first to be watched.
            self.words[literals.clone()].sort_by_key(|&word| value(word) < 0);
            self.words[start + FROM] = UNWATCHED;
            self.words.copy_within(start..literals.end, end);
            self.watch_both(u32::try_from(end).expect("clauses only move down"));
            let size = literals.end - start;
            if self.words[end + GLUE] > 0 {
                self.learned += size;
            }
            end += size;
        }
        self.words.truncate(end);
    }
}
