//! The lines that `trace` prints: a [`Start`], [`Step`]s, an [`End`].
//!
//! A puzzle's program writes them with its own pictures and reads none back, so the type of a picture
//! is left open here.

use serde::{Deserialize, Serialize};

use crate::Told;

/// What happens in a step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A partial board is visited.
    Try,
    /// The board visited last cannot be completed.
    DeadEnd,
    /// A solution is reported.
    Solution,
}

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start<Picture> {
    /// The puzzle's slug.
    pub puzzle: String,
    /// The instance, as canonical TOML.
    pub instance: String,
    /// The unsolved instance.
    pub base: Picture,
}

/// A line for each step that was kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step<Picture> {
    /// How many steps came before it, kept or not.
    #[serde(rename = "step")]
    pub number: u64,
    /// How many decisions led to its board.
    pub depth: usize,
    /// What happens.
    pub event: Event,
    /// Why a dead end is one, in a few words, or a step of an explanation in full; `None` if the
    /// search does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A step of an explanation as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Told>,
    /// How many nodes were visited so far, this one included.
    pub nodes: u64,
    /// The board as text.
    pub board: String,
    /// What its picture adds to the base.
    pub picture: Picture,
}

/// The last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// How many steps there were.
    pub steps: u64,
    /// How many of them were kept.
    pub kept: u64,
    /// Whether the search went through to the end.
    pub complete: bool,
    /// Of an explanation: how many numbers of the board are known in the end, and how many the rules
    /// fix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<(usize, usize)>,
}
