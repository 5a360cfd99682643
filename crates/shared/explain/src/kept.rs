//! Steps found by an earlier search, to avoid repeating it.

use std::fmt;
use std::str::FromStr;

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

/// The error for a text that is not a [kept step](Kept).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseKeptError {
    found: String,
}

impl fmt::Display for ParseKeptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "\"{}\": expected conflicts, groups, what is found and what is needed, with colons between \
             them, as in `20: 17 45: 1534 301: 12`",
            self.found
        )
    }
}

impl std::error::Error for ParseKeptError {}

impl FromStr for Kept {
    type Err = ParseKeptError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
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
        read().ok_or_else(|| ParseKeptError { found: line.to_owned() })
    }
}
