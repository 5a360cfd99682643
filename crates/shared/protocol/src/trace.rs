//! The lines that `trace` prints: a [`Start`], [`Step`]s, an [`End`].
//!
//! A puzzle's program only writes them, with its own pictures, so the type of a picture is generic.

use serde::{Deserialize, Serialize};

use crate::{Lemma, Told};

/// The event of a step of a search.
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
    /// Of an explanation: what is known before the first step, as in
    /// [`Explanation`](crate::Explanation).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Told>,
    /// Of an explanation: its lemmas, without their facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
}

/// Returns the text of what is known before the first step, a line for each rule and lemma; `None` if
/// there is nothing to say.
#[must_use]
pub fn beginning(given: &[Told], lemmas: &[Lemma]) -> Option<String> {
    let known = (!given.is_empty()).then_some("Known at the beginning:").into_iter();
    let given = given.iter().map(|told| &told.text[..]);
    let lemmas = lemmas.iter().map(|lemma| &lemma.text[..]);
    let all = known.chain(given).chain(lemmas).collect::<Vec<_>>().join("\n");
    (!all.is_empty()).then_some(all)
}

/// A line for each kept step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step<Picture> {
    /// Number of steps before it, kept or not.
    #[serde(rename = "step")]
    pub number: u64,
    /// Number of decisions that led to its board.
    pub depth: usize,
    /// The event.
    pub event: Event,
    /// The reason of a dead end in a few words, or a step of an explanation in full; `None` if the
    /// search gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A step of an explanation as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Told>,
    /// Number of nodes visited so far, including this one.
    pub nodes: u64,
    /// The board as text.
    pub board: String,
    /// What its picture adds to the base.
    pub picture: Picture,
}

/// The last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Number of steps.
    pub steps: u64,
    /// Number of kept steps.
    pub kept: u64,
    /// Whether the search was exhaustive.
    pub complete: bool,
    /// For an explanation: the numbers of the board known at the end, and those that the rules fix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<(usize, usize)>,
}
