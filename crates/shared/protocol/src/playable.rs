//! A puzzle whose instances are edited, from the runner to the viewer.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{Goal, Month};

/// A puzzle with its program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playable {
    /// The puzzle's slug.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Month of publication.
    pub published: Option<Month>,
    /// When it counts as solved.
    pub goal: Goal,
    /// Its program.
    pub program: PathBuf,
    /// The file of the published instance.
    pub instance: PathBuf,
    /// The arguments by which the program finds the instance to fill in, such as `--code`; none if
    /// the instance is edited.
    #[serde(default)]
    pub given: Vec<String>,
}
