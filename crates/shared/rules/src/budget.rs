//! The time and memory that building a model may take.

use std::cell::{Cell, OnceCell};
use std::fmt;

/// The time and memory that building a model may take. The default is unlimited.
///
/// Everything added to a model is charged here. Long work before adding anything must call
/// [`poll`](Self::poll) periodically and stop if it returns true.
///
/// ```
/// use rules::{Budget, Fault, Model, all_different};
///
/// let mut model = Model::within(Budget::new(Budget::BYTES, || false));
/// let digits: Vec<_> = (0..2000).map(|_| model.int(1..=2000)).collect();
/// model.require(all_different(&digits));
/// assert_eq!(model.finish().err(), Some(Fault::Memory));
/// ```
#[derive(Default)]
pub struct Budget {
    /// Bytes charged so far.
    bytes: Cell<usize>,
    most_bytes: Option<usize>,
    /// Bytes charged since the last clock check.
    unseen: Cell<usize>,
    is_over: Option<Box<dyn Fn() -> bool>>,
    fault: OnceCell<Fault>,
}

impl Budget {
    /// Default memory limit in bytes. A solver needs up to twice as much in addition.
    pub const BYTES: usize = 150 << 20;

    /// Charged bytes between two clock checks: much less than a millisecond of work.
    const BYTES_PER_LOOK: usize = 1 << 15;

    /// Bytes charged for a step without allocation.
    const STEP: usize = 32;

    /// Returns a budget without memory: a model within it only keeps its
    /// [headings](crate::Rules::headings).
    #[must_use]
    pub fn nothing() -> Self {
        Budget { most_bytes: Some(0), ..Budget::default() }
    }

    /// Limits a model to about this many bytes, and to the time until `is_over` returns true, which
    /// may check a clock or an interrupt. It is called many times per millisecond.
    pub fn new(bytes: usize, is_over: impl Fn() -> bool + 'static) -> Self {
        Budget { most_bytes: Some(bytes), is_over: Some(Box::new(is_over)), ..Budget::default() }
    }

    /// Returns whether to stop: call it at each step of an enumeration.
    pub fn poll(&self) -> bool {
        self.charge(0)
    }

    /// Charges this many bytes and returns whether to stop.
    pub fn charge(&self, bytes: usize) -> bool {
        if self.is_stopped() {
            return true;
        }
        let total = self.bytes.get().saturating_add(bytes);
        self.bytes.set(total);
        if self.most_bytes.is_some_and(|most| total > most) {
            self.stop(Fault::Memory);
            return true;
        }
        let unseen = self.unseen.get().saturating_add(bytes.max(Self::STEP));
        self.unseen.set(unseen);
        if unseen < Self::BYTES_PER_LOOK {
            return false;
        }
        self.unseen.set(0);
        if self.is_over.as_ref().is_some_and(|is_over| is_over()) {
            self.stop(Fault::Stopped);
        }
        self.is_stopped()
    }

    /// Returns the bytes charged so far.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// Releases what was charged since `before`, except for `kept` bytes.
    pub(crate) fn keep(&self, before: usize, kept: usize) {
        self.bytes.set(before.saturating_add(kept));
    }

    /// Returns whether a model within it was stopped early.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.fault.get().is_some()
    }

    /// Records a fault, unless there is one already.
    pub(crate) fn stop(&self, fault: Fault) {
        self.fault.get_or_init(|| fault);
    }

    pub(crate) fn into_fault(self) -> Option<Fault> {
        self.fault.into_inner()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Budget { bytes, most_bytes, fault, .. } = self;
        let mut debug = formatter.debug_struct("Budget");
        debug.field("bytes", bytes).field("most_bytes", most_bytes).field("fault", fault);
        debug.finish_non_exhaustive()
    }
}

/// Why rules cannot be stated as constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The numbers of a rule are too large. Names the rule and the reason.
    Numbers(String),
    /// The constraints need more memory than the [`Budget`] allows.
    Memory,
    /// The [`Budget`] requested a stop.
    Stopped,
    /// The rules of this instance cannot be stated: see [`Model::unstated`](crate::Model::unstated).
    Unstated,
    /// Rules are missing: see [`Model::unwritten`](crate::Model::unwritten).
    Unwritten,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Fault::Numbers(why) => why,
            Fault::Memory => "the rules are too large to be stated as constraints",
            Fault::Stopped => "stating the rules was stopped",
            Fault::Unstated => "the rules of this instance cannot be stated as constraints",
            Fault::Unwritten => "the rules are not written yet",
        })
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Automaton, Model, exactly, sum};

    /// Returns the fault that stops a model which grows without end.
    fn fault(budget: Budget) -> (Fault, usize) {
        let mut model = Model::within(budget);
        let mut flags = Vec::new();
        while !model.poll() {
            flags.push(model.flag());
            model.require(exactly(1, flags.iter().rev().take(100)));
        }
        let bytes = model.budget().bytes();
        let (one, other) = (model.int(5..=9), model.int(5..=9));
        assert_eq!(one.values().collect::<Vec<_>>(), [(5, crate::Flag::TRUE)]);
        model.product([&one, &other], 30);
        model.table(&[&one, &other], [[5, 6], [6, 5]]);
        model.connected(&flags[..3], |cell| [cell.abs_diff(1)]);
        let counter = |&so_far: &u64, _| Some(so_far + 1);
        let endless = Automaton::new(model.budget(), vec![[0, 1].into(); 9], 0, counter, |_| true);
        assert!(endless.start().is_none());
        assert_eq!(model.budget().bytes(), bytes, "a stopped model takes nothing");
        (model.finish().unwrap_err(), bytes)
    }

    #[test]
    fn a_model_stops_growing_when_its_memory_is_spent() {
        let (fault, bytes) = fault(Budget::new(100_000, || false));
        assert_eq!(fault, Fault::Memory);
        assert!((100_000..110_000).contains(&bytes), "{bytes}");
    }

    #[test]
    fn a_model_stops_when_its_time_is_over() {
        let looks = Cell::new(0);
        let budget = Budget::new(usize::MAX, move || looks.replace(looks.get() + 1) == 20);
        let (fault, bytes) = fault(budget);
        assert_eq!(fault, Fault::Stopped);
        assert!(bytes < 22 * (Budget::BYTES_PER_LOOK + 10_000), "{bytes}");
    }

    #[test]
    fn an_automaton_that_explodes_stops_when_the_budget_is_spent() {
        let model = Model::within(Budget::new(1 << 20, || false));
        let step = |&number: &u64, digit: i64| Some(10 * number + digit.unsigned_abs());
        let digits = vec![(0..=9).collect(); 12];
        let multiples = Automaton::new(model.budget(), digits, 0, step, |&n| n % 9973 == 0);
        assert!(multiples.start().is_none());
        assert_eq!(model.finish().unwrap_err(), Fault::Memory);
    }

    #[test]
    fn numbers_that_are_too_large_are_told_with_their_rule() {
        let mut model = Model::default();
        model.rule("The sum is astronomical.");
        let flag = model.flag();
        model.require(sum([flag]).at_least(u64::MAX));
        let fault = model.finish().unwrap_err();
        assert!(matches!(&fault, Fault::Numbers(why) if why.contains("astronomical")), "{fault}");
    }
}
