//! Joins consecutive steps by the same technique, as a person would explain them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ::explain::{Detail, Step, Technique};
use itertools::Itertools;

use super::english::capital;
use super::words::{Clause, Words, numbers, words};

/// Most words of a paragraph of several steps.
const MOST_TOGETHER: usize = 48;

/// Highest cost of the steps of a paragraph.
const EASY: u32 = 4;

/// Steps that share a paragraph.
struct Run {
    clauses: Vec<Clause>,
    /// The step that the last clause is about, unless they are several.
    last: Option<Step>,
}

impl Words<'_> {
    /// Describes consecutive steps by the same technique, in paragraphs that are not too long; each
    /// with the number of its first step, counted from 0. Otherwise each step is one.
    pub(crate) fn paragraphs(&self, steps: &[Step], one_by_one: bool) -> Vec<(usize, String)> {
        let mut paragraphs = Vec::new();
        let mut place = 0;
        while let Some(first) = steps.get(place) {
            let headings = self.headings(first);
            let mut run = Run { clauses: vec![self.clause(first)], last: Some(first.clone()) };
            let mut count = 1;
            let is_alike = |step: &&Step| {
                !one_by_one
                    && step.reason.technique == first.reason.technique
                    && self.headings(step) == headings
            };
            while let Some(longer) = steps
                .get(place + count)
                .filter(is_alike)
                .and_then(|step| self.with_step(&run, step))
            {
                run = longer;
                count += 1;
            }
            if first.reason.technique == Technique::OnlyValue {
                let facts = steps[place..place + count].iter().flat_map(|step| step.facts.clone());
                run.clauses = vec![Clause { facts: facts.collect(), reason: String::new() }];
            }
            let technique = capital(first.reason.technique.name());
            let mut text = format!("{technique}: {}.", self.told_together(&run.clauses));
            if !headings.is_empty() {
                let _ = write!(text, " {}", numbers(&headings));
            }
            paragraphs.push((place, text));
            place += count;
        }
        paragraphs
    }

    /// Adds a step to a run, if there is room for it; a hard one only to a clause that it joins.
    fn with_step(&self, run: &Run, step: &Step) -> Option<Run> {
        let mut clauses = run.clauses.clone();
        let sum = run.last.as_ref().and_then(|last| self.sum_of_both(last, step));
        if sum.is_some() {
            clauses.pop();
        }
        let step = sum.unwrap_or_else(|| step.clone());
        let clause = self.clause(&step);
        let last = match clauses.last().and_then(|before| self.both(before, &clause)) {
            Some(both) => {
                clauses.pop();
                clauses.push(both);
                None
            }
            None if step.cost() > EASY => return None,
            None => {
                clauses.push(clause);
                Some(step)
            }
        };
        (words(&self.told_together(&clauses)) <= MOST_TOGETHER).then_some(Run { clauses, last })
    }

    /// Joins clauses with the same reason, if that fits several facts as well as one, and if there
    /// is room for all of them.
    fn both(&self, one: &Clause, other: &Clause) -> Option<Clause> {
        if one.reason != other.reason || one.reason.contains(" for it") {
            return None;
        }
        let both = Clause { facts: [&one.facts[..], &other.facts].concat(), ..one.clone() };
        (!self.said(&both.facts).contains(" others ")).then_some(both)
    }

    fn told_together(&self, clauses: &[Clause]) -> String {
        clauses.iter().map(|clause| self.text(clause)).join("; ")
    }

    /// Joins two steps that exclude values of the same numbers because a sum would be too small, or
    /// too large: the value that comes nearest is reason enough for all.
    fn sum_of_both(&self, one: &Step, other: &Step) -> Option<Step> {
        let (Detail::Sum(sum), Detail::Sum(other_sum)) = (&one.reason.detail, &other.reason.detail)
        else {
            return None;
        };
        let numbers = |step: &Step| -> BTreeSet<usize> {
            self.readings(&step.facts).iter().map(|reading| reading.number).collect()
        };
        if one.groups != other.groups
            || sum.needed != other_sum.needed
            || numbers(one) != numbers(other)
        {
            return None;
        }
        let mut both = one.clone();
        both.facts.extend(&other.facts);
        both.because.extend(&other.because);
        both.reason.detail = one.reason.detail.nearer(&other.reason.detail).clone();
        Some(both)
    }
}
