//! Which crates are puzzles: cargo knows, and there is no other list.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use protocol::Metadata;
use serde::Deserialize;
use serde_json::Value;

use crate::programs::cargo;

/// A crate of the workspace with `[package.metadata.puzzle]`.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleCrate {
    pub(crate) slug: String,
    /// The folder of its manifest.
    pub(crate) folder: PathBuf,
    /// Its library's `src/lib.rs`, or what the manifest names instead.
    pub(crate) library: Option<PathBuf>,
    pub(crate) metadata: Metadata,
}

/// The workspace around the current folder.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Where cargo puts what it builds.
    pub(crate) target: PathBuf,
    /// In order of publication, then by slug; those without a month are last.
    pub(crate) puzzles: Vec<PuzzleCrate>,
    /// The names of all crates of the workspace.
    pub(crate) members: Vec<String>,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) fn load() -> Result<Self> {
        let metadata = CargoMetadata::ask()?;
        let members = metadata.packages.iter().map(|package| package.name.clone()).collect();
        let mut puzzles = Vec::new();
        for package in &metadata.packages {
            puzzles.extend(puzzle_of(package)?);
        }
        puzzles.sort_by_key(|puzzle| {
            let month = puzzle.metadata.published;
            (month.is_none(), month, puzzle.slug.clone())
        });
        let CargoMetadata { workspace_root: root, target_directory: target, .. } = metadata;
        Ok(Self { root, target, puzzles, members })
    }

    /// A workspace in `root` without a single crate.
    #[cfg(test)]
    pub(crate) fn empty(root: PathBuf) -> Self {
        Self { root, target: PathBuf::new(), puzzles: Vec::new(), members: Vec::new() }
    }

    /// The puzzle that `name` means: its exact slug, or a part of one slug alone.
    pub(crate) fn find(&self, name: &str) -> Result<&PuzzleCrate> {
        match self.select(&[name.to_owned()])?.as_slice() {
            [puzzle] => Ok(puzzle),
            several => {
                let slugs: Vec<_> = several.iter().map(|puzzle| puzzle.slug.as_str()).collect();
                bail!("`{name}` fits several puzzles: {}; name one of them", slugs.join(", "))
            }
        }
    }

    /// The puzzles that the patterns mean, each an exact slug or else a part of slugs; all puzzles
    /// where there is no pattern.
    pub(crate) fn select(&self, patterns: &[String]) -> Result<Vec<&PuzzleCrate>> {
        let mut chosen = vec![patterns.is_empty(); self.puzzles.len()];
        for pattern in patterns {
            let exact = self.puzzles.iter().position(|puzzle| puzzle.slug == *pattern);
            let fits = |index: usize| match exact {
                Some(exact) => index == exact,
                None => self.puzzles[index].slug.contains(pattern.as_str()),
            };
            let found: Vec<_> = (0..self.puzzles.len()).filter(|&index| fits(index)).collect();
            ensure!(
                !found.is_empty(),
                "no puzzle is called `{pattern}` or has that in its name; `cargo xtask list` shows them all"
            );
            for index in found {
                chosen[index] = true;
            }
        }
        let chosen = self.puzzles.iter().zip(chosen).filter(|(_, chosen)| *chosen);
        Ok(chosen.map(|(puzzle, _)| puzzle).collect())
    }

    /// Where a puzzle's snapshot stands.
    pub(crate) fn snapshot_path(&self, slug: &str) -> PathBuf {
        self.root.join("tests").join("snapshots").join(format!("{slug}.snap"))
    }

    /// Where the snapshot of what a puzzle's program says of its cases stands.
    pub(crate) fn cases_snapshot_path(&self, slug: &str) -> PathBuf {
        self.root.join("tests").join("snapshots").join("cases").join(format!("{slug}.snap"))
    }

    /// Where the crates of new puzzles go.
    pub(crate) fn puzzles_folder(&self) -> PathBuf {
        self.root.join("crates").join("puzzles")
    }

    /// A path as it is shown to people: from the workspace's root.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}

/// What `cargo metadata` prints, as far as it is needed.
#[derive(Deserialize)]
struct CargoMetadata {
    packages: Vec<Package>,
    workspace_root: PathBuf,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    metadata: Value,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

impl CargoMetadata {
    fn ask() -> Result<Self> {
        let mut command = cargo();
        command.args(["metadata", "--no-deps", "--format-version", "1"]);
        let output = command.output().context("cannot run cargo")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}", said.trim_end().trim_start_matches("error: "));
        serde_json::from_slice(&output.stdout).context("cannot read what `cargo metadata` prints")
    }
}

fn puzzle_of(package: &Package) -> Result<Option<PuzzleCrate>> {
    let Some(metadata) = package.metadata.get("puzzle") else { return Ok(None) };
    let metadata = Metadata::deserialize(metadata).with_context(|| {
        format!("{}: [package.metadata.puzzle]", package.manifest_path.display())
    })?;
    let is_library = |target: &&Target| target.kind.iter().any(|kind| kind == "lib");
    let library = package.targets.iter().find(is_library).map(|target| target.src_path.clone());
    let folder = package.manifest_path.parent().map_or_else(PathBuf::new, Path::to_owned);
    Ok(Some(PuzzleCrate { slug: package.name.clone(), folder, library, metadata }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace(slugs: &[&str]) -> Workspace {
        let puzzle = |slug: &&str| PuzzleCrate {
            slug: (*slug).to_owned(),
            folder: PathBuf::new(),
            library: None,
            metadata: serde_json::from_str("{\"title\": \"T\"}").unwrap(),
        };
        let puzzles = slugs.iter().map(puzzle).collect();
        Workspace { puzzles, ..Workspace::empty(PathBuf::new()) }
    }

    fn selected(slugs: &[&str], patterns: &[&str]) -> Option<Vec<String>> {
        let patterns: Vec<_> = patterns.iter().map(ToString::to_string).collect();
        let workspace = workspace(slugs);
        let chosen = workspace.select(&patterns).ok()?;
        Some(chosen.into_iter().map(|puzzle| puzzle.slug.clone()).collect())
    }

    #[test]
    fn an_exact_slug_beats_substrings() {
        let slugs = ["hooks-1", "hooks-10", "hooks-2"];
        assert_eq!(selected(&slugs, &["hooks-1"]).unwrap(), ["hooks-1"]);
        assert_eq!(selected(&slugs, &["oks-1"]).unwrap(), ["hooks-1", "hooks-10"]);
        assert_eq!(selected(&slugs, &["2", "hooks-10"]).unwrap(), ["hooks-10", "hooks-2"]);
        assert_eq!(selected(&slugs, &[]).unwrap().len(), 3);
    }

    #[test]
    fn a_pattern_that_fits_nothing_is_refused() {
        assert_eq!(selected(&["hooks-1"], &["hooks-1", "sudoku"]), None);
    }

    #[test]
    fn a_single_puzzle_may_be_named_by_a_part() {
        let workspace = workspace(&["hooks-1", "die-agony"]);
        assert_eq!(workspace.find("agony").unwrap().slug, "die-agony");
        assert!(workspace.find("o").is_err());
    }
}
