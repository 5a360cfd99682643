//! `spoil`: how much the tests of puzzles notice. In a copy of the workspace, one line of each puzzle's
//! code is changed by a mutation operator, and the tests of the puzzle are run.
//!
//! The same seed changes the same lines, whatever the tests are, so two versions of the tests can be
//! compared. With `--checker` only the checker is changed: rules and search still find all right boards,
//! so a case has to show a wrong board that the changed checker accepts. cargo-mutants has other operators
//! (it mainly replaces whole functions), takes no seed, and runs the same tests for every crate.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::scale::copy_folder;
use crate::cargo::cargo;
use crate::output::print_text;
use crate::workspace::{PuzzleCrate, Workspace};

/// Texts and what stands for them in a spoiled line, one at a time.
const OPERATORS: [(&str, &str); 28] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" == ", " != "),
    (" != ", " == "),
    (" && ", " || "),
    (" || ", " && "),
    (" + ", " - "),
    (" - ", " + "),
    (" += ", " -= "),
    (" -= ", " += "),
    (" * ", " + "),
    (".all(", ".any("),
    (".any(", ".all("),
    (".min(", ".max("),
    (".max(", ".min("),
    (".min()", ".max()"),
    (".max()", ".min()"),
    (".is_some", ".is_none"),
    (".is_none", ".is_some"),
    ("true", "false"),
    ("false", "true"),
    ("if !", "if "),
    ("..=", ".."),
    (".at_least(", ".at_most("),
    (".at_most(", ".at_least("),
    (".equals(", ".at_least("),
];

/// Functions and files of pictures and of what makes new instances, where tests need not notice a
/// change.
const LEFT_OUT: [&str; 7] = ["picture", "draw", "random", "sizes", "clues", "drawing", "pictures"];

/// Functions of checkers outside `check.rs`.
const CHECKERS: [&str; 1] = ["check"];

/// Lines that do not compile are replaced by others, this often at most.
const ATTEMPTS: usize = 8;

/// A line of a puzzle's code, changed.
struct Spoiling {
    /// The file, from the root of the workspace.
    file: PathBuf,
    line: usize,
    before: String,
    after: String,
}

pub(crate) fn run(patterns: &[String], seed: u64, only_checkers: bool) -> Result<u8> {
    let workspace = Workspace::load()?;
    let copy = workspace.target.join("spoil");
    copy_folder(&workspace.root, &copy, &workspace)?;
    let (mut noticed, mut tried) = (0, 0);
    for puzzle in workspace.select(patterns)? {
        let Some((spoiling, by)) = spoil(&workspace, &copy, puzzle, seed, only_checkers)? else {
            print_text(&format!("{}: nothing that can be changed compiles\n", puzzle.slug))?;
            continue;
        };
        tried += 1;
        noticed += u32::from(by.is_some());
        let verdict = by.map_or("not noticed".to_owned(), |by| format!("noticed by {by}"));
        let Spoiling { file, line, before, after } = &spoiling;
        let (file, before, after) = (file.display(), before.trim(), after.trim());
        let slug = &puzzle.slug;
        print_text(&format!("{slug}: {verdict}: {file}:{line}\n  - {before}\n  + {after}\n"))?;
    }
    print_text(&format!("{noticed} of {tried} noticed\n"))?;
    Ok(0)
}

/// Spoils a puzzle in the copy, and returns the change and the first test that fails. `None` if no
/// changed line compiles.
fn spoil(
    workspace: &Workspace,
    copy: &Path,
    puzzle: &PuzzleCrate,
    seed: u64,
    only_checkers: bool,
) -> Result<Option<(Spoiling, Option<&'static str>)>> {
    let folder = puzzle.folder.strip_prefix(&workspace.root).context("it stands elsewhere")?;
    let mut spoilings = Vec::new();
    collect(copy, &folder.join("src"), only_checkers, &mut spoilings)?;
    // By a hash of the line itself, so changes elsewhere do not change the choice.
    spoilings.sort_by_cached_key(|spoiling| {
        let mut hasher = DefaultHasher::new();
        (seed, &puzzle.slug, &spoiling.before, &spoiling.after).hash(&mut hasher);
        (hasher.finish(), spoiling.line)
    });
    // The checkers of some puzzles are in a shared crate.
    ensure!(only_checkers || !spoilings.is_empty(), "{}: nothing to change", puzzle.slug);
    for spoiling in spoilings.into_iter().take(ATTEMPTS) {
        let path = copy.join(&spoiling.file);
        let text = fs::read_to_string(&path).context("cannot read the copy")?;
        let lines = text.split_inclusive('\n').enumerate();
        let change = |(at, line): (usize, &str)| {
            if at + 1 == spoiling.line { spoiling.after.clone() } else { line.to_owned() }
        };
        fs::write(&path, lines.map(change).collect::<String>()).context("cannot write the copy")?;
        let verdict = verdict(copy, &puzzle.slug);
        fs::write(&path, text).context("cannot write the copy")?;
        match verdict? {
            Verdict::NotCompiled => {}
            Verdict::Noticed(by) => return Ok(Some((spoiling, Some(by)))),
            Verdict::NotNoticed => return Ok(Some((spoiling, None))),
        }
    }
    Ok(None)
}

/// What becomes of a puzzle in the copy.
enum Verdict {
    NotCompiled,
    /// By the first test that fails.
    Noticed(&'static str),
    NotNoticed,
}

/// Builds a puzzle in the copy and runs its tests.
fn verdict(copy: &Path, slug: &str) -> Result<Verdict> {
    if !succeeds(copy, &["build", "--release", "--package", slug])? {
        return Ok(Verdict::NotCompiled);
    }
    for kind in ["cases", "answer", "selfcheck"] {
        let name = match kind {
            "answer" => slug.to_owned(),
            kind => format!("{kind}::{slug}"),
        };
        let test = ["test", "--release", "--package", "workspace-tests", "--test", "puzzles"];
        if !succeeds(copy, &[&test[..], &["--", "--exact", &name]].concat())? {
            return Ok(Verdict::Noticed(kind));
        }
    }
    Ok(Verdict::NotNoticed)
}

/// Returns whether cargo succeeds in the copy, offline and in a target folder of the copy's own.
fn succeeds(copy: &Path, arguments: &[&str]) -> Result<bool> {
    let mut command: Command = cargo();
    command.current_dir(copy).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.env("CARGO_TARGET_DIR", copy.join("target")).env("CARGO_NET_OFFLINE", "true");
    command.env("INSTA_UPDATE", "no").env_remove("CARGO_MANIFEST_DIR");
    Ok(command.status().context("cannot run cargo")?.success())
}

/// Adds all changes of single lines of the Rust files in a folder, up to a file's unit tests: of rules,
/// checkers and searches, or of checkers alone.
fn collect(
    copy: &Path,
    folder: &Path,
    only_checkers: bool,
    spoilings: &mut Vec<Spoiling>,
) -> Result<()> {
    for entry in fs::read_dir(copy.join(folder)).context("cannot read the copy")? {
        let entry = entry.context("cannot read the copy")?;
        let file = folder.join(entry.file_name());
        if file.file_stem().is_some_and(|stem| LEFT_OUT.iter().any(|name| stem == *name)) {
            continue;
        }
        if entry.path().is_dir() {
            collect(copy, &file, only_checkers, spoilings)?;
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(entry.path()).context("cannot read the copy")?;
            let code = text.split_inclusive('\n').zip(1..);
            let is_checked =
                !only_checkers || file.file_name().is_some_and(|name| name == "check.rs");
            // The last lines of the functions around a line that are left out, or that check.
            let (mut left_out, mut checker): (Option<String>, Option<String>) = (None, None);
            for (before, line) in code.take_while(|(line, _)| !line.contains("#[cfg(test)]")) {
                let is_inside = |end: &String| before.trim_end() != end;
                if left_out.is_some() {
                    left_out = left_out.filter(is_inside);
                    continue;
                }
                left_out = end_of_function(before, &LEFT_OUT);
                checker = checker.filter(is_inside).or(end_of_function(before, &CHECKERS));
                if left_out.is_some() || !is_checked && checker.is_none() {
                    continue;
                }
                let start = before.trim_start();
                if !["//", "#", "use ", "pub use ", "mod "]
                    .iter()
                    .any(|word| start.starts_with(word))
                {
                    let after = changes(before).into_iter();
                    let (file, before) = (&file, &before.to_owned());
                    spoilings.extend(after.map(|after| Spoiling {
                        file: file.clone(),
                        line,
                        before: before.clone(),
                        after,
                    }));
                }
            }
        }
    }
    Ok(())
}

/// Returns the last line of the function that begins in a line, if it has one of these names.
fn end_of_function(line: &str, names: &[&str]) -> Option<String> {
    let is_begun = names.iter().any(|name| line.contains(&format!("fn {name}(")));
    let indent = line.len() - line.trim_start().len();
    is_begun.then(|| format!("{}}}", &line[..indent]))
}

/// Returns the changes that a line can get.
fn changes(line: &str) -> Vec<String> {
    let mut changes: Vec<_> = OPERATORS
        .iter()
        .filter(|(from, _)| line.contains(from))
        .map(|(from, to)| line.replacen(from, to, 1))
        .collect();
    // Numbers, one more and one less; not those within names.
    for (at, number) in line.match_indices(|letter: char| letter.is_ascii_digit()) {
        let is_alone =
            |letter: Option<char>| letter.is_none_or(|letter| " ([.,;)]".contains(letter));
        let (head, tail) = (&line[..at], &line[at + 1..]);
        if is_alone(head.chars().next_back()) && is_alone(tail.chars().next()) {
            let number: u8 = number.parse().unwrap_or_default();
            changes.push(format!("{head}{}{tail}", number + 1));
            changes.extend(number.checked_sub(1).map(|less| format!("{head}{less}{tail}")));
        }
    }
    // A statement that is a call is left out.
    let statement = line.trim();
    if statement.ends_with(");")
        && !statement.starts_with("let ")
        && !statement.starts_with("return")
    {
        changes.push("\n".to_owned());
    }
    changes
}
