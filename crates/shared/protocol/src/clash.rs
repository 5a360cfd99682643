//! The output of `clash`: why an instance has no solution.

use serde::{Deserialize, Serialize};

use crate::Stop;

/// Contradictory clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clash {
    /// The puzzle's slug.
    pub puzzle: String,
    /// Whether there is no solution; `None` if the time was too short to decide.
    pub unsolvable: Option<bool>,
    /// The clues; empty if there is a solution, or if there is no board even without any clues.
    pub clues: Vec<GivenClue>,
    /// Whether the set is minimal: without any one of them, a board keeps the others.
    pub minimal: bool,
    /// Whether they clash by their places alone, whatever they say.
    #[serde(default)]
    pub by_places: bool,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
}

/// A clue of an instance, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenClue {
    /// The key, with a dot for each table that leads to it.
    pub key: String,
    /// The line, from 0, if the text has several.
    pub line: Option<usize>,
    /// The token of the text or line, or the element of the list, from 0; `None` for the whole
    /// value.
    pub place: Option<usize>,
    /// The text of the clue.
    pub clue: String,
}
