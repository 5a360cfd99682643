//! The search: what a sum says of how its line begins. The rest is [`sight`]'s.

use std::ops::ControlFlow;

use nested_hooks::Board;
use nested_hooks::sight::{self, Clue, Line, Opening, Sight};
use puzzle::{Search, Stop};

use crate::Hooks;

/// Searches an instance that passed `validate`.
pub(crate) fn search(hooks: &Hooks, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let sights: Vec<_> = hooks
        .sums
        .given()
        .map(|(side, line, &sum)| Sight { side, line, clue: FirstRun { sum: sum.get() } })
        .collect();
    sight::search(hooks.sums.size(), &sights, search)
}

/// The first run of filled cells in a line.
struct FirstRun {
    /// What its digits add up to.
    sum: u64,
}

impl Clue for FirstRun {
    /// One opening for each run that may be the first one: all up to the empty cell after it.
    fn openings(
        &self,
        line: &Line,
        found: &mut impl FnMut(Opening) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in line.next_filled(0) {
            let (mut least, mut most) = (0, 0);
            for last in first..line.len() {
                let digits = line.digits(last);
                least += u64::from(digits.trailing_zeros());
                most += u64::from(digits.ilog2());
                if line.is_empty(last) || least > self.sum {
                    break;
                }
                if most >= self.sum {
                    let run = (2 << last) - (1 << first);
                    found(Opening { len: line.len().min(last + 2), filled: run })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
