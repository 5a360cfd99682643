//! Finds the puzzle crates by cargo's metadata, the only list of them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use cargo_metadata::{Dependency, DependencyKind, MetadataCommand, Package, PackageId};
use protocol::{Encoded, Metadata};
use serde::Deserialize;

/// A crate of the workspace with `[package.metadata.puzzle]`.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleCrate {
    pub(crate) slug: String,
    /// The folder of its manifest.
    pub(crate) folder: PathBuf,
    /// The root of its program: `src/main.rs`.
    pub(crate) source: Option<PathBuf>,
    pub(crate) metadata: Metadata,
    /// The title of the family whose crate it depends on: `[package.metadata.family]` there.
    pub(crate) family: Option<String>,
}

impl PuzzleCrate {
    /// Returns all its names: slug, title, those that people use, and those in addresses.
    fn names(&self) -> impl Iterator<Item = &str> {
        let Metadata { title, names, addresses, .. } = &self.metadata;
        [&self.slug, title].into_iter().chain(names).chain(addresses).map(String::as_str)
    }
}

/// A puzzle as a user names it: perhaps by one of its instances.
pub(crate) struct Subject<'a> {
    pub(crate) puzzle: &'a PuzzleCrate,
    /// The argument by which its program finds the instance, if one is named.
    pub(crate) instance: Option<String>,
}

/// The workspace around the current folder.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    /// In order of publication, then by slug; those without a month are last.
    pub(crate) puzzles: Vec<PuzzleCrate>,
    /// The names of all crates of the workspace.
    pub(crate) members: Vec<String>,
    /// The same by the ids that cargo's messages have for them.
    pub(crate) names: HashMap<PackageId, String>,
}

impl Workspace {
    /// Loads it from cargo's metadata.
    pub(crate) fn load() -> Result<Self> {
        let mut command = MetadataCommand::new();
        let metadata = command.no_deps().exec().map_err(|error| match error {
            cargo_metadata::Error::CargoMetadata { stderr } => {
                anyhow!("{}", stderr.trim_end().trim_start_matches("error: ").to_owned())
            }
            other => anyhow::Error::new(other).context("cannot ask cargo for the crates"),
        })?;
        let packages = metadata.packages.iter();
        let names: HashMap<_, _> =
            packages.map(|package| (package.id.clone(), package.name.to_string())).collect();
        let members = names.values().cloned().collect();
        let mut puzzles = Vec::new();
        let families = families(&metadata.packages);
        for package in &metadata.packages {
            puzzles.extend(puzzle_of(package, &families)?);
        }
        puzzles.sort_by_key(|puzzle| {
            let month = puzzle.metadata.published;
            (month.is_none(), month, puzzle.slug.clone())
        });
        let root = metadata.workspace_root.into();
        let target = metadata.target_directory.into();
        Ok(Self { root, target, puzzles, members, names })
    }

    /// Returns a workspace in `root` without a single crate.
    #[cfg(test)]
    pub(crate) fn empty(root: PathBuf) -> Self {
        let (target, puzzles, members) = (PathBuf::new(), Vec::new(), Vec::new());
        Self { root, target, puzzles, members, names: HashMap::new() }
    }

    /// Returns the only puzzle that fits `name`, as [`select`](Self::select) reads it.
    pub(crate) fn find(&self, name: &str) -> Result<&PuzzleCrate> {
        match self.select(&[name.to_owned()])?.as_slice() {
            [puzzle] => Ok(puzzle),
            several => {
                let slugs: Vec<_> = several.iter().map(|puzzle| puzzle.slug.as_str()).collect();
                bail!("`{name}` fits several puzzles: {}; name one of them", slugs.join(", "))
            }
        }
    }

    /// Returns the puzzle that `name` means, as [`find`](Self::find) reads it; or an instance of it,
    /// by an address of a public editor or by a code such as `hooks-5:7:7003`.
    pub(crate) fn subject(&self, name: &str) -> Result<Subject<'_>> {
        let is_code = |code: &str| {
            let is_number = |word: &str| word.parse::<u64>().is_ok();
            code.split_once(':')
                .is_some_and(|(size, seed)| size.split('x').chain([seed]).all(is_number))
        };
        if let Some((slug, code)) = name.split_once(':').filter(|(_, code)| is_code(code)) {
            let puzzle = self.find(slug)?;
            let instance = Some(format!("--code={}:{code}", puzzle.slug));
            return Ok(Subject { puzzle, instance });
        }
        let genres = Encoded::readings(name).into_iter().map(|reading| reading.genre);
        let Some(genre) = { genres }.find(|genre| !genre.is_empty()) else {
            ensure!(
                !name.contains("://"),
                "no puzzle reads this address; expected one of puzz.link or its mirrors, such as \
                 https://puzz.link/p?nurikabe/7/7/h3r2i5k4v2h3h3"
            );
            return Ok(Subject { puzzle: self.find(name)?, instance: None });
        };
        let reads = |puzzle: &&PuzzleCrate| puzzle.metadata.addresses.contains(&genre);
        let puzzle = self.puzzles.iter().find(reads).with_context(|| {
            let known = self.puzzles.iter().filter_map(|puzzle| puzzle.metadata.addresses.first());
            let known = known.map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("no puzzle reads addresses of `{genre}`; these are read: {known}")
        })?;
        Ok(Subject { puzzle, instance: Some(format!("--url={name}")) })
    }

    /// Returns the puzzle with this name, without regard to case and punctuation.
    pub(crate) fn named(&self, name: &str) -> Result<&PuzzleCrate> {
        let plain = letters_and_digits(name);
        let has_name =
            |puzzle: &&PuzzleCrate| puzzle.names().any(|own| letters_and_digits(own) == plain);
        self.find(name).ok().filter(has_name).with_context(|| self.unknown(name))
    }

    /// Returns the puzzles that fit the patterns; without patterns, all of them. A pattern is a
    /// puzzle's slug or title, another name of it, or else a part of slugs or titles; it may be
    /// written without regard to case, spaces and punctuation.
    pub(crate) fn select(&self, patterns: &[String]) -> Result<Vec<&PuzzleCrate>> {
        let mut chosen = vec![patterns.is_empty(); self.puzzles.len()];
        for pattern in patterns {
            let found = self.places(pattern);
            ensure!(!found.is_empty(), "{}", self.unknown(pattern));
            for index in found {
                chosen[index] = true;
            }
        }
        let chosen = self.puzzles.iter().zip(chosen).filter(|(_, chosen)| *chosen);
        Ok(chosen.map(|(puzzle, _)| puzzle).collect())
    }

    /// Returns the places of the puzzles that fit `pattern`: those that it names most exactly.
    fn places(&self, pattern: &str) -> Vec<usize> {
        let plain = letters_and_digits(pattern);
        if plain.is_empty() {
            return Vec::new();
        }
        let fits = |how: &dyn Fn(&PuzzleCrate) -> bool| -> Vec<usize> {
            (0..self.puzzles.len()).filter(|&index| how(&self.puzzles[index])).collect()
        };
        let ways: [&dyn Fn(&PuzzleCrate) -> bool; 6] = [
            &|puzzle| puzzle.slug == pattern,
            &|puzzle| puzzle.metadata.title == pattern,
            &|puzzle| letters_and_digits(&puzzle.slug) == plain,
            &|puzzle| puzzle.names().skip(2).any(|own| letters_and_digits(own) == plain),
            &|puzzle| letters_and_digits(&puzzle.slug).contains(&plain),
            &|puzzle| letters_and_digits(&puzzle.metadata.title).contains(&plain),
        ];
        ways.iter().map(|way| fits(way)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Returns the error for a `pattern` that fits no puzzle, with similar names.
    fn unknown(&self, pattern: &str) -> String {
        let plain = letters_and_digits(pattern);
        let likeness = |puzzle: &PuzzleCrate| {
            let to = |name: &str| strsim::jaro_winkler(&plain, &letters_and_digits(name));
            puzzle.names().map(to).fold(0.0, f64::max)
        };
        let mut near: Vec<_> =
            self.puzzles.iter().map(|puzzle| (likeness(puzzle), puzzle)).collect();
        near.retain(|&(likeness, _)| likeness >= ALIKE);
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        let near: Vec<_> =
            near.iter().take(3).map(|(_, puzzle)| format!("`{}`", puzzle.slug)).collect();
        let advice = if near.is_empty() {
            "`cargo xtask list` shows them all".to_owned()
        } else {
            format!("did you mean {}? `cargo xtask list` shows them all", near.join(" or "))
        };
        format!("no puzzle is called `{pattern}`; {advice}")
    }

    /// Returns the path of a puzzle's snapshot.
    pub(crate) fn snapshot_path(&self, slug: &str) -> PathBuf {
        self.root.join("tests").join("snapshots").join(format!("{slug}.snap"))
    }

    /// Returns the path of the snapshot of a puzzle's cases.
    pub(crate) fn cases_snapshot_path(&self, slug: &str) -> PathBuf {
        self.root.join("tests").join("snapshots").join("cases").join(format!("{slug}.snap"))
    }

    /// Returns the path of a package's program.
    pub(crate) fn program_path(&self, name: &str) -> PathBuf {
        let folder = self.target.join("release");
        folder.join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// Returns the folder for crates of new puzzles.
    pub(crate) fn puzzles_folder(&self) -> PathBuf {
        self.root.join("crates").join("puzzles")
    }

    /// Returns a path relative to the workspace's root, for messages.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}

/// The least similarity, from 0 to 1, at which a name is suggested.
const ALIKE: f64 = 0.8;

/// Reduces a name typed by a user to the characters that are compared.
fn letters_and_digits(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the titles of the crates that puzzles of one family share, by the names of the crates.
fn families(packages: &[Package]) -> BTreeMap<&str, &str> {
    let mut families = BTreeMap::new();
    for Package { name, metadata, .. } in packages {
        if let Some(title) = metadata["family"]["title"].as_str() {
            families.insert(name.as_str(), title);
        }
    }
    families
}

fn puzzle_of(package: &Package, families: &BTreeMap<&str, &str>) -> Result<Option<PuzzleCrate>> {
    let Some(metadata) = package.metadata.get("puzzle") else { return Ok(None) };
    let metadata = Metadata::deserialize(metadata)
        .with_context(|| format!("{}: [package.metadata.puzzle]", package.manifest_path))?;
    let program = package.targets.iter().find(|target| target.is_bin());
    let source = program.map(|target| target.src_path.clone().into());
    let folder = package.manifest_path.parent().map_or_else(PathBuf::new, std::convert::Into::into);
    let is_needed = |needed: &&Dependency| needed.kind == DependencyKind::Normal;
    let needed = package.dependencies.iter().filter(is_needed);
    let mut titles = needed.filter_map(|needed| families.get(needed.name.as_str()));
    // A genre is one, even if it shares code with the puzzles of a family: `pzpr` comes last.
    let family = titles.next_back().map(ToString::to_string);
    Ok(Some(PuzzleCrate { slug: package.name.to_string(), folder, source, metadata, family }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a workspace of puzzles with these slugs and titles.
    fn workspace(puzzles: &[(&str, &str)]) -> Workspace {
        let puzzle = |&(slug, title): &(&str, &str)| PuzzleCrate {
            slug: slug.to_owned(),
            folder: PathBuf::new(),
            source: None,
            metadata: serde_json::from_value(serde_json::json!({ "title": title })).unwrap(),
            family: None,
        };
        let puzzles = puzzles.iter().map(puzzle).collect();
        Workspace { puzzles, ..Workspace::empty(PathBuf::new()) }
    }

    const PUZZLES: [(&str, &str); 5] = [
        ("hooks-1", "Hooks"),
        ("hooks-10", "Hooks 10"),
        ("hooks-2", "Hooks #2"),
        ("die-agony", "Die Agony"),
        ("kenken-concatenated", "KenKen (Concatenated)"),
    ];

    fn selected(patterns: &[&str]) -> Vec<String> {
        let patterns: Vec<_> = patterns.iter().map(ToString::to_string).collect();
        let workspace = workspace(&PUZZLES);
        let chosen = workspace.select(&patterns).unwrap_or_default();
        chosen.into_iter().map(|puzzle| puzzle.slug.clone()).collect()
    }

    #[test]
    fn an_exact_slug_beats_substrings() {
        assert_eq!(selected(&["hooks-1"]), ["hooks-1"]);
        assert_eq!(selected(&["oks-1"]), ["hooks-1", "hooks-10"]);
        assert_eq!(selected(&["2", "hooks-10"]), ["hooks-10", "hooks-2"]);
        assert_eq!(selected(&[]).len(), 5);
    }

    #[test]
    fn names_are_found_without_regard_to_case_spaces_and_punctuation() {
        for name in ["hooks2", "Hooks-2", "Hooks #2", "hooks 2", "HOOKS_2"] {
            assert_eq!(selected(&[name]), ["hooks-2"], "{name}");
        }
        assert_eq!(selected(&["Die Agony"]), ["die-agony"]);
        assert_eq!(selected(&["KenKen"]), ["kenken-concatenated"]);
        assert_eq!(selected(&["Hooks"]), ["hooks-1"], "it is the title of one");
        assert_eq!(selected(&["hooks"]), ["hooks-1", "hooks-10", "hooks-2"]);
    }

    #[test]
    fn a_puzzle_is_found_by_what_people_call_it_and_by_addresses() {
        let mut workspace = workspace(&[("akari", "Akari"), ("light-up-the-night", "Night")]);
        let akari = &mut workspace.puzzles[0].metadata;
        akari.names = vec!["Light Up".to_owned()];
        akari.addresses = vec!["akari".to_owned(), "lightup".to_owned()];
        for name in ["lightup", "Light Up", "light-up", "AKARI"] {
            assert_eq!(workspace.find(name).unwrap().slug, "akari", "{name}");
            assert_eq!(workspace.named(name).unwrap().slug, "akari", "{name}");
        }
        for address in ["https://puzz.link/p?lightup_edit/2/2/g", "see akari/2/2/g"] {
            let subject = workspace.subject(address).unwrap();
            assert_eq!(subject.puzzle.slug, "akari");
            assert_eq!(subject.instance, Some(format!("--url={address}")));
        }
        let code = workspace.subject("light up:7:12").unwrap();
        assert_eq!(code.instance.unwrap(), "--code=akari:7:12");
        let unknown = workspace.subject("https://puzz.link/p?dbchoco/2/2/").err().unwrap();
        assert_eq!(
            unknown.to_string(),
            "no puzzle reads addresses of `dbchoco`; these are read: akari"
        );
        let elsewhere = workspace.subject("https://example.org/penpa-edit/#m=edit&p=7VRN").err();
        assert!(elsewhere.unwrap().to_string().starts_with("no puzzle reads this address"));
    }

    #[test]
    fn a_name_that_fits_nothing_is_refused_and_the_nearest_ones_named() {
        let refused = |name: &str| {
            let workspace = workspace(&PUZZLES);
            let error = workspace.select(&["hooks-1".to_owned(), name.to_owned()]).unwrap_err();
            error.to_string()
        };
        assert!(refused("die-agnoy").contains("did you mean `die-agony`?"));
        assert!(refused("zzz").ends_with("`zzz`; `cargo xtask list` shows them all"));
        for empty in ["", "-", "#"] {
            assert!(refused(empty).starts_with(&format!("no puzzle is called `{empty}`")));
        }
    }

    #[test]
    fn a_single_puzzle_may_be_named_by_a_part() {
        let workspace = workspace(&PUZZLES);
        assert_eq!(workspace.find("agony").unwrap().slug, "die-agony");
        assert!(workspace.find("o").is_err());
        assert!(workspace.named("agony").is_err(), "a part is not enough here");
        assert_eq!(workspace.named("Die agony").unwrap().slug, "die-agony");
    }
}
