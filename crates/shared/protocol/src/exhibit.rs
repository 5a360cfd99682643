//! What the runner tells the viewer of a puzzle, for its page in the gallery.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Certified, Explanation, Figures, Fill, Grade, Metadata, Row};

/// All that the gallery shows of one puzzle; what could not be had is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exhibit {
    /// What the puzzle's manifest says.
    pub metadata: Metadata,
    /// What it shares its code with, as the manifest of that crate says: `Hooks`.
    pub family: Option<String>,
    /// What became of the puzzle.
    pub row: Row,
    /// The text of `src/lib.rs`, whose header tells the rules and the idea.
    pub library: Option<String>,
    /// Its sources and instances: their texts by their paths in the crate, with `/` between folders.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The unsolved instance, as SVG.
    pub unsolved: Option<String>,
    /// The solved instance, as SVG.
    pub solved: Option<String>,
    /// How its board is filled in.
    #[serde(default)]
    pub fill: Option<Fill>,
    /// Its solution in steps.
    #[serde(default)]
    pub explanation: Option<Explanation>,
    /// The search, as `trace` prints it.
    pub trace: Option<String>,
    /// The search's time over many runs.
    pub figures: Option<Figures>,
    /// The result of proving it by its rules and verifying the proof; `None` if this was not tried.
    pub certificate: Option<Certified>,
    /// How hard its explanation is; `None` if that is not known.
    pub grade: Option<Grade>,
}
