//! When the search begins anew, and when it forgets.
//!
//! It begins anew when the clauses that it learned of late are worse than usual, from more levels
//! (Biere and Fröhlich, "Evaluating CDCL restart schemes", 2015).

/// The average of a sequence, in which the last so many numbers count most.
struct Average {
    value: f64,
    weight: f64,
    least: f64,
}

impl Average {
    fn over(numbers: f64) -> Self {
        Average { value: 0.0, weight: 1.0, least: 1.0 / numbers }
    }

    /// The first numbers are all of the same weight.
    fn add(&mut self, number: f64) {
        self.value += (number - self.value) * self.weight;
        self.weight = (self.weight / (1.0 + self.weight)).max(self.least);
    }
}

/// How much worse than usual the last clauses must be.
const WORSE: f64 = 1.1;
/// Conflicts between restarts at least.
const APART: u64 = 5;
/// Conflicts before the first clean-up.
const FIRST: u64 = 2_000;
/// Conflicts more from each clean-up to the next one.
const LATER: u64 = 300;

/// Counts conflicts and remembers what was learned from them.
pub(super) struct Schedule {
    pub(super) conflicts: u64,
    of_late: Average,
    usual: Average,
    restart_at: u64,
    forget_after: u64,
    forget_at: u64,
}

impl Schedule {
    pub(super) fn new() -> Self {
        Schedule {
            conflicts: 0,
            of_late: Average::over(32.0),
            usual: Average::over(4096.0),
            restart_at: APART,
            forget_after: FIRST,
            forget_at: FIRST,
        }
    }

    /// Notes that a clause with literals of so many levels was learned.
    pub(super) fn learned(&mut self, glue: u32) {
        self.of_late.add(glue.into());
        self.usual.add(glue.into());
    }

    /// Whether to begin anew.
    pub(super) fn restarts(&mut self) -> bool {
        let is_due =
            self.conflicts >= self.restart_at && self.of_late.value > WORSE * self.usual.value;
        if is_due {
            self.restart_at = self.conflicts + APART;
        }
        is_due
    }

    /// Whether to forget the less useful clauses.
    pub(super) fn forgets(&mut self) -> bool {
        let is_due = self.conflicts >= self.forget_at;
        if is_due {
            self.forget_after += LATER;
            self.forget_at = self.conflicts + self.forget_after;
        }
        is_due
    }
}
