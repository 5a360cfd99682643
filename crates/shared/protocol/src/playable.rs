//! Puzzles whose instances are edited or filled in, from the runner to the viewer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Goal, Month};

/// A puzzle with its instances.
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
    /// Names and texts of its instances, the published one first.
    pub instances: Vec<(String, String)>,
}

impl Playable {
    /// Returns the instances among the files of a crate, by their paths in it.
    #[must_use]
    pub fn instances_of(files: &BTreeMap<String, String>) -> Vec<(String, String)> {
        let named = files.iter().filter_map(|(path, text)| {
            let name = path.strip_prefix("instances/")?.strip_suffix(".toml")?;
            // Those in folders are cases of tests.
            (!name.contains('/')).then(|| (name.to_owned(), text.clone()))
        });
        let mut instances: Vec<_> = named.collect();
        instances.sort_by_key(|(name, _)| name != "published");
        instances
    }
}

/// An instance to fill in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// By its code in a book: `hooks-5:7:7003`.
    Code(String),
    /// By its address at a public editor.
    Address(String),
    /// By its text, of the puzzle with this slug.
    Instance(String, String),
}
