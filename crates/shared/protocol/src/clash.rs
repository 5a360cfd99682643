//! The output of `clash`: why an instance has no solution.

use serde::{Deserialize, Serialize};

use crate::Stop;

/// Clues that no board keeps together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clash {
    /// The puzzle's slug.
    pub puzzle: String,
    /// Whether there is no solution; `None` if there was no time to find out.
    pub unsolvable: Option<bool>,
    /// The clues; none if there is a solution, or if there is no board without any of them, either.
    pub clues: Vec<GivenClue>,
    /// Whether a board keeps the others when any one of them is left out.
    pub minimal: bool,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
}

/// A clue of an instance, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenClue {
    /// The key, with a dot for each table that leads to it.
    pub key: String,
    /// The line, from 0, where the text there has several.
    pub line: Option<usize>,
    /// The token of the text or line, or the element of the list, from 0; `None` for all that stands
    /// there.
    pub place: Option<usize>,
    /// What stands there.
    pub clue: String,
}
