//! `new`: the crate of a new puzzle, ready to be filled in.

mod like;

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};
use protocol::Month;
use toml::Table;

use crate::cargo::cargo;
use crate::output::print_text;
use crate::temporary::TemporaryFolder;
use crate::workspace::Workspace;

/// The data of a puzzle before it is written.
pub(crate) struct Puzzle {
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) published: Option<Month>,
    pub(crate) source: Option<String>,
    pub(crate) url: Option<String>,
}

impl Puzzle {
    /// Returns publisher and date, as far as known.
    fn publisher(&self) -> Option<String> {
        match (&self.source, self.published) {
            (Some(source), Some(month)) => Some(format!("{source}, {month}")),
            (Some(source), None) => Some(source.clone()),
            (None, Some(month)) => Some(month.to_string()),
            (None, None) => None,
        }
    }
}

/// The files of a puzzle crate, by their place in it.
const TEMPLATES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("../../templates/Cargo.toml.template")),
    ("cases.toml", include_str!("../../templates/cases.toml.template")),
    ("instances/published.toml", include_str!("../../templates/published.toml.template")),
    ("src/main.rs", include_str!("../../templates/main.rs.template")),
];

pub(crate) fn run(puzzle: &Puzzle, like: Option<&str>) -> Result<u8> {
    let workspace = Workspace::load()?;
    let slug = &puzzle.slug;
    check_name(slug)?;
    check_free(&workspace, slug)?;
    for (option, text) in [
        ("--title", Some(&puzzle.title)),
        ("--source", puzzle.source.as_ref()),
        ("--url", puzzle.url.as_ref()),
    ] {
        let text = text.map_or("-", |text| text.as_str());
        ensure!(!text.trim().is_empty(), "{option} is empty");
        ensure!(!text.contains(char::is_control), "{option} must be one line of plain text");
    }

    let folder = workspace.puzzles_folder().join(slug);
    let folder = workspace.shown(&folder);
    if let Some(model) = like {
        let model = workspace.find(model)?;
        let files = like::copy(&model.folder, &model.slug, puzzle)?;
        let model = &model.slug;
        write_crate(&workspace, slug, &files)?;
        format(&workspace, slug);
        print_text(&format!(
            "\
Wrote {folder}, a copy of {model}. Next, there:

  1. instances                                paste the published instance and the worked example
  2. src                                      adapt the rules, the checker and the search
  3. cases.toml                               right, broken and refused boards and instances
  4. Cargo.toml                               `question`: what is asked; delete `copied_from`: the puzzle is written
  5. cargo xtask accept {slug:<21} saves its answer and the results of its cases as snapshots

Until then, `cargo xtask solve-all` shows it as unwritten.
"
        ))?;
        return Ok(0);
    }
    write_crate(&workspace, slug, &render(puzzle))?;
    print_text(&format!(
        "\
Wrote {folder}. Next, there:

  1. instances/published.toml                 paste the published instance
  2. src/main.rs                              the instance as a type, the rules, the checker
  3. cargo xtask solve {slug:<22} shows what the rules say
  4. cases.toml                               right, broken and refused boards and instances
  5. Cargo.toml                               `question`: what is asked, for the unsolved picture
  6. cargo xtask accept {slug:<21} saves its answer and the results of its cases as snapshots
  7. cargo xtask certify {slug:<20} has the answer verified

Until its rules or a search are written, `cargo xtask solve-all` shows it as unwritten.
"
    ))?;
    Ok(0)
}

/// Returns the files' contents, in the order of the templates.
fn render(puzzle: &Puzzle) -> Vec<(PathBuf, Vec<u8>)> {
    let values = [
        ("slug", Some(puzzle.slug.clone())),
        ("type_name", Some(type_name(&puzzle.slug))),
        ("title", Some(puzzle.title.clone())),
        ("title_toml", Some(toml_string(&puzzle.title))),
        ("title_doc", Some(doc_text(&puzzle.title))),
        ("published", puzzle.published.map(|month| month.to_string())),
        ("source_toml", puzzle.source.as_deref().map(toml_string)),
        ("url_toml", puzzle.url.as_deref().map(toml_string)),
        ("publisher_doc", puzzle.publisher().as_deref().map(doc_text)),
    ];
    let file = |(path, template): (&str, &str)| {
        (PathBuf::from(path), fill(template, &values).into_bytes())
    };
    TEMPLATES.map(file).into()
}

/// Returns the template with a value for each `{{name}}`. Lines with a name without a value are
/// omitted.
///
/// # Panics
/// If there is no such name, which is a mistake in the template.
fn fill(template: &str, values: &[(&str, Option<String>)]) -> String {
    let filled = template.split_inclusive('\n').filter_map(|line| {
        let mut filled = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}").expect("a name ends with its braces");
            let value = values.iter().find(|(known, _)| *known == name);
            let (_, value) = value.unwrap_or_else(|| panic!("the template asks for `{name}`"));
            filled += before;
            filled += value.as_ref()?;
            rest = after;
        }
        Some(filled + rest)
    });
    filled.collect()
}

/// Writes the crate aside and moves it to its place at the end, so that no partial crate is left
/// behind. It is written outside `crates/puzzles/`, where cargo would take it for a member.
fn write_crate(workspace: &Workspace, slug: &str, files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let (root, target) = (&workspace.root, workspace.puzzles_folder().join(slug));
    let aside = TemporaryFolder::new(root, ".new-");
    let aside = aside.with_context(|| format!("cannot write in {}", root.display()))?;
    let written = aside.path().join(slug);
    for (path, contents) in files {
        let path = written.join(path);
        let folder = path.parent().expect("every file of a crate stands in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, contents))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    fs::rename(&written, &target).with_context(|| format!("cannot make {}", target.display()))
}

/// Formats a crate, if rustfmt is installed, since other names have another order and length.
fn format(workspace: &Workspace, slug: &str) {
    let mut command = cargo();
    command.current_dir(&workspace.root).args(["fmt", "--package", slug]);
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Keywords, names of the standard library's crates, and names reserved by cargo or an operating
/// system.
const RESERVED: &str = "\
    abstract alloc as async await become benches box break build-script con const continue core \
    crate deps do dyn else enum examples extern false final fn for gen if impl in incremental \
    let loop macro macro-rules match mod move mut nul override priv proc-macro prn pub raw ref \
    return self static std struct super test tests trait true try type typeof union unsafe \
    unsized use virtual where while xtask yield aux build";

fn check_name(slug: &str) -> Result<()> {
    let expected = "expected lower-case letters, digits and single hyphens, beginning with a letter, such as hooks-12";
    let words_are_good = slug.split('-').all(|word| {
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    });
    let begins_well = slug.starts_with(|letter: char| letter.is_ascii_lowercase());
    ensure!(words_are_good && begins_well, "`{slug}` cannot be a puzzle's name: {expected}");
    ensure!(slug.len() <= 64, "`{slug}` is too long for a puzzle's name: at most 64 letters");
    ensure!(
        !RESERVED.split_whitespace().any(|word| word == slug),
        "`{slug}` cannot be a puzzle's name: it means something to Rust, cargo or an operating system"
    );
    Ok(())
}

/// Refuses the name of an existing crate, folder or dependency.
fn check_free(workspace: &Workspace, slug: &str) -> Result<()> {
    if workspace.members.iter().any(|member| member == slug) {
        bail!("this workspace has a crate `{slug}` already");
    }
    let folder = workspace.puzzles_folder().join(slug);
    ensure!(!folder.exists(), "{} is there already", workspace.shown(&folder));
    let lock = fs::read_to_string(workspace.root.join("Cargo.lock"))
        .context("cannot read Cargo.lock")?
        .parse::<Table>()
        .context("cannot read Cargo.lock")?;
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let is_dependency = packages.into_iter().flatten().any(|package| {
        let name = package.get("name").and_then(toml::Value::as_str);
        name.is_some_and(|name| name.replace('_', "-") == slug)
    });
    ensure!(!is_dependency, "`{slug}` cannot be a puzzle's name: a dependency is called that");
    Ok(())
}

/// Names used by the template or Rust's prelude.
const TAKEN_TYPES: &str = "Box Cell ControlFlow Copy Clone Debug Default Deserialize Drop Eq Err \
    Fn From Grid Hash Ink Into Iterator None Ok Option Ord Picture Puzzle Result Search Self Send \
    Some Stop String Sync ToString Vec";

/// Returns the name of the puzzle's type: `HooksTwelve` for `hooks-twelve`.
fn type_name(slug: &str) -> String {
    let capitalised = slug.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    let name: String = capitalised.collect();
    if TAKEN_TYPES.split_whitespace().any(|taken| taken == name) { name + "Puzzle" } else { name }
}

fn toml_string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Escapes text for a doc comment, so that it is not Markdown.
fn doc_text(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if "\\`*_[]<>#~|&".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names_are_accepted() {
        for slug in ["hooks-12", "a", "tile-and-trouble", "x2-y"] {
            check_name(slug).unwrap();
        }
    }

    #[test]
    fn bad_and_reserved_names_are_refused() {
        for slug in [
            "",
            "7-up",
            "Hooks",
            "two words",
            "a--b",
            "-a",
            "a-",
            "a_b",
            "../x",
            "match",
            "test",
            "core",
            "proc-macro",
            "xtask",
            "\u{e9}t\u{e9}",
            "con",
        ] {
            assert!(check_name(slug).is_err(), "{slug}");
        }
    }

    #[test]
    fn a_line_without_its_value_is_left_out() {
        let values = [("a", Some("{{b}}".to_owned())), ("b", None)];
        assert_eq!(fill("1\n{{a}} {{a}}!\nx {{b}}\n2", &values), "1\n{{b}} {{b}}!\n2");
    }

    #[test]
    fn every_template_can_be_filled_with_and_without_what_is_optional() {
        let mut puzzle = Puzzle {
            slug: "try-me".to_owned(),
            title: "Try me".to_owned(),
            published: None,
            source: None,
            url: None,
        };
        let bare = render(&puzzle);
        puzzle.source = Some("Jane Street".to_owned());
        puzzle.published = Some("2026-11".parse().unwrap());
        puzzle.url = Some("https://example.org".to_owned());
        let full = render(&puzzle);
        let manifest =
            |files: &[(PathBuf, Vec<u8>)]| String::from_utf8(files[0].1.clone()).unwrap();
        assert!(!manifest(&bare).contains("published ="));
        assert!(
            manifest(&full).contains("published = \"2026-11\"\nsource = \"Jane Street\"\nurl =")
        );
    }

    #[test]
    fn a_type_is_named_after_the_slug() {
        assert_eq!(type_name("hooks-12"), "Hooks12");
        assert_eq!(type_name("tile-and-trouble"), "TileAndTrouble");
        assert_eq!(type_name("option"), "OptionPuzzle");
    }

    #[test]
    fn titles_are_quoted_for_toml_and_for_doc_comments() {
        let title = "A \"[tricky]\" <title> \\";
        let quoted: Table = format!("title = {}", toml_string(title)).parse().unwrap();
        assert_eq!(quoted["title"].as_str().unwrap(), title);
        assert_eq!(doc_text("[a] <b>"), "\\[a\\] \\<b\\>");
    }

    #[test]
    fn nothing_is_left_behind_when_writing_fails() {
        let folder = TemporaryFolder::new(&std::env::temp_dir(), "new-").unwrap();
        let workspace = Workspace::empty(folder.path().to_owned());
        let files = [(PathBuf::from("Cargo.toml"), Vec::new())];
        assert!(write_crate(&workspace, "demo", &files).is_err(), "there is no folder for puzzles");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::create_dir_all(workspace.puzzles_folder()).unwrap();
        write_crate(&workspace, "demo", &files).unwrap();
        assert!(workspace.puzzles_folder().join("demo/Cargo.toml").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
