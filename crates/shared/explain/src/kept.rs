//! Steps found by an earlier search, to avoid repeating it.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result};

/// The premises and conclusions of a step. They are not trusted: the facts are proved again, so
/// every reported step is valid.
///
/// Its text is a line such as `20: 17 45: 1534 301: 12`: conflicts allowed per query, the groups,
/// the variables concluded, the headline first, and the variables in the premises, if there are
/// any, each by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub(crate) conflicts: u64,
    pub(crate) groups: Vec<usize>,
    pub(crate) facts: Vec<usize>,
    pub(crate) because: Vec<usize>,
}

impl fmt::Display for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.conflicts)?;
        for numbers in [&self.groups, &self.facts, &self.because] {
            write!(formatter, ":")?;
            numbers.iter().try_for_each(|number| write!(formatter, " {number}"))?;
        }
        Ok(())
    }
}

impl FromStr for Kept {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let numbers = |text: &str| -> Option<Vec<usize>> {
            text.split_whitespace().map(|number| number.parse().ok()).collect()
        };
        let read = || {
            let parts: Vec<&str> = line.split(':').collect();
            let [conflicts, groups, facts, because] = parts[..] else { return None };
            let conflicts = conflicts.trim().parse().ok()?;
            let [groups, facts, because] = [numbers(groups)?, numbers(facts)?, numbers(because)?];
            let is_step = !groups.is_empty() && !facts.is_empty();
            is_step.then_some(Kept { conflicts, groups, facts, because })
        };
        read().with_context(|| {
            format!(
                "\"{line}\": expected conflicts, groups, what is found and what is needed, with colons between \
                 them, as in `20: 17 45: 1534 301: 12`"
            )
        })
    }
}
