//! How long building a model may take, and how large it may become.

use std::cell::{Cell, OnceCell};
use std::fmt;

/// How long building a model may take, and how large it may become. The default is without bounds.
///
/// Everything that a model is told is charged here. What works for long before it tells a model anything
/// calls [`poll`](Self::poll) now and then, and ends early where that says so.
///
/// ```
/// use rules::{Bound, Fault, Model, all_different};
///
/// let mut model = Model::within(Bound::new(Bound::BYTES, || false));
/// let digits: Vec<_> = (0..2000).map(|_| model.int(1..=2000)).collect();
/// model.require(all_different(&digits));
/// assert_eq!(model.finish().err(), Some(Fault::Memory));
/// ```
#[derive(Default)]
pub struct Bound {
    /// Charged so far.
    bytes: Cell<usize>,
    most_bytes: Option<usize>,
    /// Charged since the last look at the clock.
    unseen: Cell<usize>,
    is_over: Option<Box<dyn Fn() -> bool>>,
    fault: OnceCell<Fault>,
}

impl Bound {
    /// A good bound of memory. A solver takes up to twice as much again.
    pub const BYTES: usize = 150 << 20;

    /// After this much work the clock is looked at. It takes much less than a millisecond.
    const BYTES_PER_LOOK: usize = 1 << 15;

    /// What a step counts for that allocates nothing.
    const STEP: usize = 32;

    /// At most about this many bytes, and only until `is_over` returns true, which may look at a clock or
    /// an interrupt. It is asked many times a millisecond.
    pub fn new(bytes: usize, is_over: impl Fn() -> bool + 'static) -> Self {
        Bound { most_bytes: Some(bytes), is_over: Some(Box::new(is_over)), ..Bound::default() }
    }

    /// Whether to stop: call it at each step of a loop that lists something.
    pub fn poll(&self) -> bool {
        self.charge(0)
    }

    /// Whether to stop, with this many more bytes allocated.
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

    /// Charged so far.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// Of what was charged since there were `before` bytes, all but so much was freed.
    pub(crate) fn keep(&self, before: usize, kept: usize) {
        self.bytes.set(before.saturating_add(kept));
    }

    /// Whether a model built within it has come to its end early.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.fault.get().is_some()
    }

    /// The first fault is kept.
    pub(crate) fn stop(&self, fault: Fault) {
        self.fault.get_or_init(|| fault);
    }

    pub(crate) fn into_fault(self) -> Option<Fault> {
        self.fault.into_inner()
    }
}

impl fmt::Debug for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bound { bytes, most_bytes, fault, .. } = self;
        let mut debug = formatter.debug_struct("Bound");
        debug.field("bytes", bytes).field("most_bytes", most_bytes).field("fault", fault);
        debug.finish_non_exhaustive()
    }
}

/// Why rules cannot be stated as constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The numbers of a rule are too large. Says which rule, and why.
    Numbers(String),
    /// The constraints need more memory than the [`Bound`] allows.
    Memory,
    /// The [`Bound`] said that it is time to stop.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Fault::Numbers(why) => why,
            Fault::Memory => "the rules are too large to be stated as constraints",
            Fault::Stopped => "stating the rules was stopped",
        })
    }
}

impl std::error::Error for Fault {}
