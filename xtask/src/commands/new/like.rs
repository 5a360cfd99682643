//! The crate of a new puzzle as a copy of another one's, with the names changed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::{Table, Value};

use super::{Puzzle, doc_text, toml_string, type_name};

/// The files of the crate in `folder`, the puzzle `model`, as those of `puzzle`.
pub(super) fn copy(folder: &Path, model: &str, puzzle: &Puzzle) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = Vec::new();
    collect(folder, Path::new(""), &mut files)?;
    for (path, contents) in &mut files {
        let Ok(text) = std::str::from_utf8(contents) else { continue };
        let text = if path.as_path() == Path::new("Cargo.toml") {
            manifest(text, model, puzzle)
                .with_context(|| format!("{}", folder.join("Cargo.toml").display()))?
        } else {
            let text = renamed(text, model, &puzzle.slug);
            if path.as_path() == Path::new("src/lib.rs") { headed(&text, puzzle) } else { text }
        };
        *contents = text.into_bytes();
    }
    Ok(files)
}

/// Adds the files below `folder/inner`, in the order of their names. What editors and tools leave
/// behind has a name that begins with a dot.
fn collect(folder: &Path, inner: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<()> {
    let place = folder.join(inner);
    let context = || format!("cannot read {}", place.display());
    let mut entries = fs::read_dir(&place)
        .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
        .with_context(context)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let path = inner.join(&name);
        if name.to_string_lossy().starts_with('.') || path == Path::new("target") {
            continue;
        }
        if entry.file_type().with_context(context)?.is_dir() {
            collect(folder, &path, files)?;
        } else {
            let contents = fs::read(entry.path());
            files.push((
                path,
                contents.with_context(|| format!("cannot read {}", entry.path().display()))?,
            ));
        }
    }
    Ok(())
}

/// The line that begins what a manifest says of its puzzle.
const SECTION: &str = "[package.metadata.puzzle]\n";

/// The model's manifest with the puzzle's names, and the key that says that it is a copy.
fn manifest(text: &str, model: &str, puzzle: &Puzzle) -> Result<String> {
    let text = renamed(text, model, &puzzle.slug);
    let table: Table = text.parse()?;
    let before = &table["package"]["metadata"]["puzzle"];
    let of_model = |key: &str| before.get(key).and_then(Value::as_str).map(str::to_owned);
    let (head, rest) =
        text.split_once(SECTION).with_context(|| format!("no line {}", SECTION.trim_end()))?;
    let tail = rest.find("\n[").map_or("", |end| &rest[end..]);
    let about = [
        ("title", Some(puzzle.title.clone())),
        ("published", puzzle.published.map(|month| month.to_string())),
        // Most copies are made within a family, which has one publisher.
        ("source", puzzle.source.clone().or_else(|| of_model("source"))),
        ("url", puzzle.url.clone()),
        ("question", of_model("question")),
        ("rules", of_model("rules")),
        ("goal", of_model("goal")),
        ("copied_from", Some(model.to_owned())),
    ];
    let lines = about
        .into_iter()
        .filter_map(|(key, text)| Some(format!("{key} = {}\n", toml_string(&text?))));
    Ok([head, SECTION, &lines.collect::<String>(), tail].concat())
}

/// The text with the model's slug, library and type under their new names.
fn renamed(text: &str, model: &str, slug: &str) -> String {
    let library = |slug: &str| slug.replace('-', "_");
    let text = replace_word(text, model, slug);
    let text = replace_word(&text, &library(model), &library(slug));
    replace_word(&text, &type_name(model), &type_name(slug))
}

/// Replaces `word` where it stands for itself and not within a longer name.
fn replace_word(text: &str, word: &str, replacement: &str) -> String {
    let continues = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(word) {
        let (before, found) = rest.split_at(start);
        let after = &found[word.len()..];
        let is_part = before.chars().next_back().or(replaced.chars().next_back());
        let is_part = is_part.is_some_and(continues) || after.chars().next().is_some_and(continues);
        replaced += before;
        replaced += if is_part { word } else { replacement };
        rest = after;
    }
    replaced + rest
}

/// The library's documentation under the puzzle's title and publisher: its first heading, and the
/// emphasised words that begin its first paragraph.
fn headed(text: &str, puzzle: &Puzzle) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if let Some(title) = lines.iter_mut().find(|line| line.starts_with("//! # ")) {
        *title = format!("//! # {}", doc_text(&puzzle.title));
    }
    let is_publisher =
        |line: &&mut String| line.starts_with("//! *") && !line.starts_with("//! **");
    if let Some(line) = lines.iter_mut().find(is_publisher)
        && let Some((_, rest)) = line["//! *".len()..].split_once('*')
    {
        let publisher = puzzle.publisher().map(|text| format!("*{}.*", doc_text(&text)));
        *line = format!("//! {}{rest}", publisher.unwrap_or_default());
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        Puzzle {
            slug: "hooks-12".to_owned(),
            title: "Hooks 12".to_owned(),
            published: Some("2026-11".parse().unwrap()),
            source: None,
            url: None,
        }
    }

    #[test]
    fn names_are_replaced_as_whole_words() {
        let text = "hooks-1 hooks-11 my-hooks-1 `hooks_1::Hooks` hooks_11 xhooks_1 hooks-1";
        assert_eq!(
            renamed(text, "hooks-1", "hooks-12"),
            "hooks-12 hooks-11 my-hooks-1 `hooks_12::Hooks` hooks_11 xhooks_1 hooks-12"
        );
        assert_eq!(renamed("pub struct DieAgony;", "die-agony", "tri-tri"), "pub struct TriTri;");
    }

    #[test]
    fn a_copied_manifest_tells_of_the_new_puzzle() {
        let text = "[package]\nname = \"hooks-9\"\n\n[package.metadata.puzzle]\ntitle = \"Hooks 9\"\n\
            published = \"2023-06\"\nsource = \"Jane Street\"\nurl = \"https://example.org\"\n\
            goal = \"unique\"\n\n[[bin]]\nname = \"hooks-9\"\n";
        assert_eq!(
            manifest(text, "hooks-9", &puzzle()).unwrap(),
            "[package]\nname = \"hooks-12\"\n\n[package.metadata.puzzle]\ntitle = \"Hooks 12\"\n\
            published = \"2026-11\"\nsource = \"Jane Street\"\ngoal = \"unique\"\n\
            copied_from = \"hooks-9\"\n\n[[bin]]\nname = \"hooks-12\"\n"
        );
    }

    #[test]
    fn a_copied_header_has_the_new_title_and_publisher() {
        let text = "//! # Hooks 9\n//!\n//! *Jane Street, June 2023.* Cut a square.\n//! More.\n";
        assert_eq!(
            headed(text, &puzzle()),
            "//! # Hooks 12\n//!\n//! *2026-11.* Cut a square.\n//! More.\n"
        );
    }
}
