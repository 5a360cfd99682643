//! The crate of a new puzzle as a copy of another one's, with the names changed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::{Table, Value};

use super::{Puzzle, doc_text, toml_string, type_name};

/// Returns the files of the crate of `model` in `folder`, renamed to `puzzle`.
pub(super) fn copy(folder: &Path, model: &str, puzzle: &Puzzle) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = Vec::new();
    collect(folder, Path::new(""), &mut files)?;
    for (path, contents) in &mut files {
        let Ok(text) = std::str::from_utf8(contents) else { continue };
        let text = if path.as_path() == Path::new("Cargo.toml") {
            manifest(text, model, puzzle)
                .with_context(|| format!("{}", folder.join("Cargo.toml").display()))?
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = renamed(text, model, &puzzle.slug);
            if path.as_path() == Path::new("src/main.rs") { headed(&text, puzzle) } else { text }
        } else if path.extension().is_some_and(|ending| ending == "steps") {
            // Another instance has other steps.
            String::new()
        } else {
            continue;
        };
        *contents = text.into_bytes();
    }
    Ok(files)
}

/// Adds the files below `folder/inner`, in the order of their names. Files whose names begin with a
/// dot, such as those of editors, are skipped.
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

/// The heading of a manifest's section about its puzzle.
const SECTION: &str = "[package.metadata.puzzle]\n";

/// Returns the model's manifest with the puzzle's names, and the key that marks it as a copy.
fn manifest(text: &str, model: &str, puzzle: &Puzzle) -> Result<String> {
    let text = text.replace(&toml_string(model), &toml_string(&puzzle.slug));
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
        ("terms", of_model("terms")),
        ("rules", of_model("rules")),
        ("goal", of_model("goal")),
        ("copied_from", Some(model.to_owned())),
    ];
    let lines = about
        .into_iter()
        .filter_map(|(key, text)| Some(format!("{key} = {}\n", toml_string(&text?))));
    Ok([head, SECTION, &lines.collect::<String>(), tail].concat())
}

/// Renames the model's type in code, and in comments between backticks. The slug of a single word,
/// such as subtiles, may be a word of the text or a variable as well.
fn renamed(text: &str, model: &str, slug: &str) -> String {
    let (old, new) = (type_name(model), type_name(slug));
    let replace = |code: &str| replace_word(code, &old, &new, |_, _| true);
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.char_indices().find_map(|(at, _)| Some((at, aside(&rest[at..])?)));
        let (start, length) = start.unwrap_or((rest.len(), 0));
        let (code, after) = rest.split_at(start);
        let (aside, after) = after.split_at(length);
        renamed += &replace(code);
        if aside.starts_with("//") {
            // Every other piece stands between backticks.
            let pieces = aside.split('`').enumerate();
            let pieces =
                pieces.map(
                    |(number, piece)| {
                        if number % 2 == 1 { replace(piece) } else { piece.to_owned() }
                    },
                );
            renamed += &pieces.collect::<Vec<_>>().join("`");
        } else {
            renamed += aside;
        }
        rest = after;
    }
    renamed
}

/// Returns the length of the comment, string or quotation mark in quotes that the source begins
/// with.
fn aside(source: &str) -> Option<usize> {
    let through = |end: &str, from: usize| {
        source[from..].find(end).map_or(source.len(), |at| from + at + end.len())
    };
    if source.starts_with("//") {
        return Some(source.find('\n').unwrap_or(source.len()));
    }
    if source.starts_with("/*") {
        return Some(through("*/", 2));
    }
    if source.starts_with("'\"'") || source.starts_with("'\\\"'") {
        return Some(through("'", 1));
    }
    if let Some(raw) = source.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let is_string = raw[hashes..].starts_with('"');
        return is_string.then(|| through(&format!("\"{}", &raw[..hashes]), hashes + 2));
    }
    let string = source.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = string.find(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    Some(end.map_or(source.len(), |at| at + 2))
}

/// Replaces `word` as a whole word, if it `fits` between the text before it and the text after it.
fn replace_word(
    text: &str,
    word: &str,
    replacement: &str,
    fits: impl Fn(&str, &str) -> bool,
) -> String {
    let continues = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut replaced = String::with_capacity(text.len());
    let mut kept = 0;
    for (start, _) in text.match_indices(word) {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        let is_part = before.ends_with(continues) || after.starts_with(continues);
        if !is_part && fits(before, after) {
            replaced += &text[kept..start];
            replaced += replacement;
            kept = start + word.len();
        }
    }
    replaced + &text[kept..]
}

/// Returns the program's documentation under the puzzle's title and publisher: its first heading,
/// and the emphasised words that begin its first paragraph.
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
        let renamed = |text: &str| renamed(text, "die-agony", "tri-tri");
        assert_eq!(renamed("struct DieAgony;"), "struct TriTri;");
        assert_eq!(renamed("struct DieAgonyTwo(MyDieAgony);"), "struct DieAgonyTwo(MyDieAgony);");
    }

    #[test]
    fn a_name_of_a_single_word_is_replaced_in_code_alone() {
        let renamed = |text: &str| renamed(text, "subtiles", "my-tiles");
        for (text, expected) in [
            ("struct Subtiles { subtiles: u8 }", "struct MyTiles { subtiles: u8 }"),
            (
                "// Subtiles are small; `Subtiles` is a puzzle.\nSubtiles",
                "// Subtiles are small; `MyTiles` is a puzzle.\nMyTiles",
            ),
            ("/* Subtiles */ Subtiles", "/* Subtiles */ MyTiles"),
            (
                r##"("Subtiles\\", "\"Subtiles", '"', r#"Subtiles" //"#, Subtiles)"##,
                r##"("Subtiles\\", "\"Subtiles", '"', r#"Subtiles" //"#, MyTiles)"##,
            ),
            ("fn of<'a>(for_subtiles: &'a Subtiles)", "fn of<'a>(for_subtiles: &'a MyTiles)"),
        ] {
            assert_eq!(renamed(text), expected);
        }
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
    fn a_copy_keeps_no_steps_of_an_explanation() {
        let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/puzzles/hooks-1");
        let files = copy(&hooks, "hooks-1", &puzzle()).unwrap();
        let steps = Path::new("instances").join("published.steps");
        let kept = files.into_iter().find(|(path, _)| *path == steps);
        assert_eq!(kept, Some((steps, Vec::new())));
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
