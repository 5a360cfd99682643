//! Steps that an earlier search found, so that nobody has to look for them again.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result};

/// Which groups give a step. It says nothing of what follows from them: that is found out each time, so
/// whatever stands here, a step that is told does follow.
///
/// As text it is a line such as `2000 3: 31`, one group by cases, or `20 3 1534: 17 45`, the groups that were
/// found with a variable in mind. The first number is that of the conflicts which each question may take, the
/// second that of the facts which were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub(crate) conflicts: u64,
    pub(crate) facts: usize,
    /// The variable in mind when several groups were looked for.
    pub(crate) target: Option<usize>,
    pub(crate) groups: Vec<usize>,
}

impl fmt::Display for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.conflicts, self.facts)?;
        if let Some(target) = self.target {
            write!(formatter, " {target}")?;
        }
        write!(formatter, ":")?;
        self.groups.iter().try_for_each(|group| write!(formatter, " {group}"))
    }
}

impl FromStr for Kept {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let read = || {
            let (effort, groups) = line.split_once(':')?;
            let mut effort = effort.split_whitespace();
            let conflicts = effort.next()?.parse().ok()?;
            let facts = effort.next()?.parse().ok()?;
            let target = effort.next().map(str::parse).transpose().ok()?;
            let groups = groups.split_whitespace().map(str::parse).collect::<Result<Vec<_>, _>>();
            let groups = groups.ok().filter(|groups| !groups.is_empty())?;
            effort.next().is_none().then_some(Kept { conflicts, facts, target, groups })
        };
        read().with_context(|| {
            format!(
                "\"{line}\": expected conflicts, facts, a variable if there is one, a colon and groups, as \
                 in `20 3 1534: 17 45`"
            )
        })
    }
}
