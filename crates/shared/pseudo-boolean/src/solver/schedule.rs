//! The schedule of restarts and clause deletion.
//!
//! Two modes alternate, since each suits some problems better. The nimble mode restarts as soon as
//! recently learned clauses are worse than usual, with more levels (Biere and Fröhlich, "Evaluating
//! CDCL restart schemes", 2015). The steady mode follows a fixed sequence (Luby, Sinclair and
//! Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993).

/// A moving average of a sequence.
#[derive(Clone)]
struct Average {
    value: f64,
    weight: f64,
    least: f64,
}

impl Average {
    fn over(numbers: f64) -> Self {
        Average { value: 0.0, weight: 1.0, least: 1.0 / numbers }
    }

    /// Adds a number; the first ones have equal weights.
    fn add(&mut self, number: f64) {
        self.value += (number - self.value) * self.weight;
        self.weight = (self.weight / (1.0 + self.weight)).max(self.least);
    }
}

/// Factor by which recent clauses must be worse than usual.
const WORSE: f64 = 1.1;
/// Least number of conflicts between nimble restarts.
const APART: u64 = 5;
/// The conflicts between steady restarts are this number times Luby's sequence.
const UNIT: u64 = 64;
/// Conflicts of each of the first two turns; each later pair of turns takes this number more.
const TURN: u64 = 1_000;
/// Number of initial turns without phase saving.
const KEEPS: u64 = 4;
/// Conflicts before the first clean-up.
const FIRST: u64 = 2_000;
/// Additional conflicts before each further clean-up.
const LATER: u64 = 100;

/// Counts conflicts and averages the quality of learned clauses.
#[derive(Clone)]
pub(super) struct Schedule {
    pub(super) conflicts: u64,
    of_late: Average,
    usual: Average,
    restart_at: u64,
    /// Number of completed turns: every second one is steady.
    turns: u64,
    turn_ends: u64,
    /// Number of steady restarts.
    steady: u64,
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
            turns: 0,
            turn_ends: TURN,
            steady: 0,
            forget_after: FIRST,
            forget_at: FIRST,
        }
    }

    /// Records that a clause was learned; `glue` is the number of levels of its literals.
    pub(super) fn learned(&mut self, glue: u32) {
        self.of_late.add(glue.into());
        self.usual.add(glue.into());
    }

    /// Returns whether phases are saved, so that much of the work survives a restart. Nimble turns
    /// restart so often that large problems need this; smaller ones are faster without.
    pub(super) fn keeps_values(&self) -> bool {
        self.turns >= KEEPS && !self.is_steady()
    }

    fn is_steady(&self) -> bool {
        self.turns % 2 == 1
    }

    /// Returns the decay factor of activities per conflict. It starts low, as in Audemard and
    /// Simon's Glucose.
    pub(super) fn memory(&self) -> f64 {
        match self.turns {
            0 => 0.8,
            _ if self.is_steady() => 0.95,
            _ => 0.85,
        }
    }

    /// Returns whether to restart.
    pub(super) fn restarts(&mut self) -> bool {
        let is_due = self.conflicts >= self.restart_at
            && (self.is_steady() || self.of_late.value > WORSE * self.usual.value);
        if is_due {
            if self.conflicts >= self.turn_ends {
                self.turns += 1;
                self.turn_ends = self.conflicts + TURN * (self.turns / 2 + 1);
            }
            self.restart_at = self.conflicts + self.pause();
        }
        is_due
    }

    /// Returns the least number of conflicts before the next restart.
    fn pause(&mut self) -> u64 {
        if self.is_steady() {
            self.steady += 1;
            UNIT * luby(self.steady)
        } else {
            APART
        }
    }

    /// Returns whether to remove less useful clauses.
    pub(super) fn forgets(&mut self) -> bool {
        let is_due = self.conflicts >= self.forget_at;
        if is_due {
            self.forget_after += LATER;
            self.forget_at = self.conflicts + self.forget_after;
        }
        is_due
    }
}

/// Returns an element of Luby's sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from number 1 on.
fn luby(number: u64) -> u64 {
    let mut rest = number;
    loop {
        let ones = u64::MAX >> rest.leading_zeros();
        if rest == ones {
            return rest.div_ceil(2);
        }
        rest -= ones >> 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steady_restarts_follow_lubys_sequence() {
        let begin: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(begin, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn nimble_restarts_come_when_clauses_get_worse() {
        let mut schedule = Schedule::new();
        let mut learn = |glue: u32| {
            schedule.conflicts += 1;
            schedule.learned(glue);
            schedule.restarts()
        };
        assert!((0..100).all(|_| !learn(5)), "all clauses are alike");
        assert!((0..100).any(|_| learn(9)), "clauses from more levels");
    }
}
