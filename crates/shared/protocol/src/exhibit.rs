//! The data of a puzzle's page in the gallery, from the runner to the viewer.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Certified, Fill, Grade, Metadata, Row};

/// All that the gallery shows of one puzzle. Missing parts are `None`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exhibit {
    /// The metadata of the puzzle's manifest.
    pub metadata: Metadata,
    /// The family that shares its code, from the manifest of that crate: `Hooks`.
    pub family: Option<String>,
    /// The result of `solve-all`.
    pub row: Row,
    /// The rules in words, as on the printed unsolved picture.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Whether the rules are stated as constraints, from which its program gives hints.
    #[serde(default)]
    pub has_rules: bool,
    /// The text of `src/main.rs`, whose header has the rules and the idea.
    pub library: Option<String>,
    /// The texts of the shared modules that the header links to, by their paths:
    /// `nested_hooks::regions`.
    #[serde(default)]
    pub shared: BTreeMap<String, String>,
    /// Its sources and instances: their texts by their paths in the crate, with `/` between
    /// folders.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The unsolved instance, as SVG.
    pub unsolved: Option<String>,
    /// The solved instance, as SVG.
    pub solved: Option<String>,
    /// A small instance, unsolved and solved, as SVG.
    #[serde(default)]
    pub example: Option<[String; 2]>,
    /// How its board is filled in.
    #[serde(default)]
    pub fill: Option<Fill>,
    /// The file with the search, as `trace` prints it.
    pub trace: Option<PathBuf>,
    /// The file with the solution in steps, as `trace --explain` prints it.
    #[serde(default)]
    pub explanation: Option<PathBuf>,
    /// The search's figures in the table of all puzzles.
    #[serde(default)]
    pub kept: Option<Kept>,
    /// The result of proving it by its rules and verifying the proof; `None` if this was not tried.
    pub certificate: Option<Certified>,
    /// How hard its explanation is; `None` if unknown.
    pub grade: Option<Grade>,
}

/// A row of the table of all puzzles, as far as a page needs it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Partial boards visited.
    pub nodes: u64,
    /// The median time of a search.
    pub seconds: f64,
}
