//! `[package.metadata.puzzle]`: the key that makes a crate a puzzle.

use std::fmt;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use crate::Status;

/// A puzzle's metadata in its manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The title in its setters' spelling: `Hooks #7`.
    pub title: String,
    /// Month of publication; without it a puzzle is listed last.
    pub published: Option<Month>,
    /// The publisher: `Jane Street`; `Genre` for a genre.
    pub source: Option<String>,
    /// Where it was published.
    pub url: Option<String>,
    /// The question in a sentence or two, for readers of the unsolved picture with the rules below
    /// it: what the board is filled with, unless the rules say so, and what the answer is. In this
    /// text and the next two, `{key}` stands for a value of the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Definitions of terms that the rules use, one per line; shown before the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// The rules in words, one per line; by default they are the headings of the constraints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// When it counts as solved.
    #[serde(default)]
    pub goal: Goal,
    /// For the goal `first`: whether there may be no solution; a search that proves this has
    /// reached its goal and prints nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_have_none: bool,
    /// Other names that people call it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Its names in addresses of public editors, which its program reads; the first one is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<String>,
    /// The puzzle that this one is still a copy of: until the key is deleted, it counts as
    /// unwritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied_from: Option<String>,
}

impl Metadata {
    /// Returns the publisher. A genre has none.
    #[must_use]
    pub fn publisher(&self) -> Option<&str> {
        self.source.as_deref().filter(|source| *source != "Genre")
    }

    /// Returns the exit code of a verdict: 0 if the goal is reached, else 1.
    #[must_use]
    pub fn exit_code(&self, status: Status) -> u8 {
        let is_proved_to_have_none = self.may_have_none && status == Status::Unsolvable;
        u8::from(status != Status::Solved && !is_proved_to_have_none)
    }
}

/// When a puzzle counts as solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Exactly one solution and a complete search.
    #[default]
    Unique,
    /// One solution; or none and a complete search.
    First,
    /// Each board reported beats the previous one; the last, with a complete search, is the answer.
    Best,
    /// The count is exact.
    Count,
    /// A checked board reaches the record that the instance states.
    Record,
    /// The number asked for, exact or enclosed, confirmed in a second way.
    Value,
}

impl Goal {
    /// Returns the default number of solutions to search for.
    #[must_use]
    pub fn default_limit(self) -> Option<NonZeroU64> {
        match self {
            Self::Unique => NonZeroU64::new(2),
            Self::First | Self::Record | Self::Value => NonZeroU64::new(1),
            Self::Best | Self::Count => None,
        }
    }
}

/// A month such as `2021-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month {
    year: u16,
    month: u8,
}

impl std::str::FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let parts = text.split_once('-').filter(|(year, month)| {
            (year.len(), month.len()) == (4, 2) && digits(year) && digits(month)
        });
        let read = parts.and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)));
        match read {
            Some((year, month @ 1..=12)) => Ok(Self { year, month }),
            _ => Err(format!("expected a month as YYYY-MM, such as 2021-02, and found `{text}`")),
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}", self.year, self.month)
    }
}

impl TryFrom<String> for Month {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Month> for String {
    fn from(month: Month) -> Self {
        month.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_four_digits_a_dash_and_two_digits() {
        assert_eq!("2021-02".parse::<Month>().unwrap().to_string(), "2021-02");
        for wrong in ["2021", "2021-2", "21-02", "2021-13", "2021-00", "+021-02", "2021-02-01", ""]
        {
            assert!(wrong.parse::<Month>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn months_are_in_order_of_time() {
        let month = |text: &str| text.parse::<Month>().unwrap();
        assert!(month("2014-05") < month("2014-11") && month("2014-11") < month("2015-01"));
    }

    #[test]
    fn the_goal_is_unique_unless_said_otherwise() {
        let read = serde_json::from_str::<Metadata>;
        assert_eq!(read(r#"{"title": "T"}"#).unwrap().goal, Goal::Unique);
        assert!(read(r#"{"title": "T", "goal": "fastest"}"#).is_err());
    }
}
