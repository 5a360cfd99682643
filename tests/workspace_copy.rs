//! Tests of adding puzzles to a workspace, in a temporary copy of this one.
//!
//! The copy holds the shared crates, one puzzle and the tests, without the viewer. It has a target
//! folder of its own, but reuses the dependencies built for this workspace. Its own crates are
//! built without optimisation, since these tests are about the runner, not the searches. The tests
//! run sequentially, since each changes the copy. Unchanged files are left alone between runs, so
//! that cargo only builds changes.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use workspace_tests::{Ran, cargo, root, run};

/// The puzzle in the copy.
const PUZZLE: &str = "crates/puzzles/olympic-rings";
/// The puzzles created there by `new`.
const NEW: [&str; 2] = ["try-me", "rings-99"];

/// The copy of the workspace.
struct Workspace {
    root: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Workspace {
    /// Creates or resets the copy. Its target folder is kept between runs of the tests.
    fn copy() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace-copy");
        let mut files = BTreeSet::new();
        let pages = ["README.md", "docs/explanations.md", "docs/puzzles.md"];
        for name in pages.into_iter().chain(["Cargo.lock", "rustfmt.toml"]) {
            files.insert(PathBuf::from(name));
        }
        for folder in [".cargo", "crates/shared", "xtask", "tests", PUZZLE] {
            add_files(Path::new(folder), &mut files).unwrap();
        }
        for path in &files {
            let mut contents = fs::read(root().join(path)).unwrap();
            if path.starts_with("crates/shared")
                && path.file_name() == Some(OsStr::new("Cargo.toml"))
            {
                let text = String::from_utf8(contents).unwrap();
                contents = without_section(&text, "[dev-dependencies]").into_bytes();
            }
            write_if_other(&copy.join(path), &contents);
        }
        write_if_other(&copy.join("Cargo.toml"), manifest().as_bytes());
        files.insert(PathBuf::from("Cargo.toml"));
        remove_others(&copy, Path::new(""), &files).unwrap();
        Self { root: copy, _alone: alone }
    }

    fn cargo(&self, arguments: &[&str]) -> Ran {
        let mut command = cargo(&self.root, arguments);
        command.env("CARGO_TARGET_DIR", self.root.join("target"));
        // Where cargo knows of build folders (from 1.91 on), only the copy's own crates are built.
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        command.env("CARGO_BUILD_BUILD_DIR", built);
        command.env("CARGO_NET_OFFLINE", "true");
        command.env_remove("INSTA_UPDATE");
        run(command)
    }

    fn xtask(&self, arguments: &[&str]) -> Ran {
        self.cargo(&[&["xtask"], arguments].concat())
    }

    /// Returns the row of one puzzle in a solve-all run over it.
    fn row(&self, slug: &str, code: i32) -> Value {
        let ran = self.xtask(&["solve-all", slug, "--format", "json"]).ends_with(code);
        ran.json()[0].clone()
    }

    /// Adds a puzzle that is one line of `main`, and nothing else.
    fn add_puzzle(&self, slug: &str, main: &str) {
        let folder = self.root.join("crates/puzzles").join(slug);
        fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{slug}\"\nedition = \"2024\"\n\n[package.metadata.puzzle]\ntitle = \"{slug}\"\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join("src/main.rs"), format!("fn main() {{ {main} }}\n")).unwrap();
    }

    fn remove_puzzle(&self, slug: &str) {
        fs::remove_dir_all(self.root.join("crates/puzzles").join(slug)).unwrap();
    }
}

/// Returns the manifest of the copy: without the members that it lacks, and its crates unoptimised.
fn manifest() -> String {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let text = text.replace("\"crates/genres/*\", ", "").replace("\"crates/viewer\", ", "");
    // Cargo identifies packages by name, version and place in their workspace: another version
    // distinguishes the copy's packages from ours.
    let text = text.replacen("\nversion = \"", "\nversion = \"9", 1);
    let text = text.replace("\", version = \"", "\", version = \"9");
    let section = "[profile.release.package]\n";
    let (before, after) = text.split_once(section).expect("some packages are not optimised");
    let crates = fs::read_dir(root().join("crates/shared")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let puzzle = PUZZLE.rsplit('/').next().into_iter().chain(NEW).map(str::to_owned);
    let unoptimised: Vec<_> =
        crates.chain(puzzle).map(|name| format!("{name}.opt-level = ")).collect();
    let is_other = |line: &&str| !unoptimised.iter().any(|name| line.starts_with(name.as_str()));
    let after: String = after.split_inclusive('\n').filter(is_other).collect();
    let unoptimised = unoptimised.join("0\n");
    [before, section, &unoptimised, "0\n", &after].concat()
}

/// Returns a manifest without a section: the tests of a shared crate may need puzzles that the copy
/// lacks.
fn without_section(manifest: &str, heading: &str) -> String {
    let Some((before, section)) = manifest.split_once(heading) else { return manifest.to_owned() };
    let after = section.find("\n[").map_or("", |end| &section[end..]);
    before.to_owned() + after
}

/// Adds the files below a folder of this workspace, with their paths from its root.
fn add_files(folder: &Path, files: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root().join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            add_files(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

/// Writes a file, unless it is unchanged: cargo rebuilds files with a new modification time.
fn write_if_other(path: &Path, contents: &[u8]) {
    if fs::read(path).is_ok_and(|found| found == contents) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file stands in a folder")).unwrap();
    fs::write(path, contents).unwrap();
}

/// Removes files below `copy/folder` other than `files`, without cargo's target folder.
fn remove_others(copy: &Path, folder: &Path, files: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(copy.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if path == Path::new("target") || files.contains(&path) {
            continue;
        }
        if !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
        } else if files.iter().any(|file| file.starts_with(&path)) {
            remove_others(copy, &path, files)?;
        } else {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

#[test]
fn a_workspace_lives_through_broken_new_and_changed_puzzles() {
    let workspace = Workspace::copy();
    broken_puzzles_spoil_their_own_rows_only(&workspace);
    wrong_metadata_is_an_error_that_names_the_crate(&workspace);
    a_new_puzzle_is_ready_to_be_filled_in(&workspace);
    a_copied_puzzle_is_unwritten_until_it_is_its_own(&workspace);
    a_copy_of_a_puzzle_whose_name_is_a_single_word_builds(&workspace);
    snapshots_are_taken_over_by_accept_alone(&workspace);
    figures_are_written_into_the_pages(&workspace);
}

/// Runs only in `cargo xtask ci`, since clippy and rustfmt may not be installed.
#[test]
#[ignore = "needs clippy and rustfmt; `cargo xtask ci` runs it"]
fn new_puzzles_pass_the_lints_and_are_formatted() {
    let workspace = Workspace::copy();
    let _ = workspace.xtask(&["new", "try-me", "--title", "Try \"me\" <b> [x]"]).ends_with(0);
    let like = ["new", "rings-99", "--title", "Rings 99", "--like", "olympic-rings"];
    let _ = workspace.xtask(&like).ends_with(0);
    for slug in ["try-me", "rings-99"] {
        let clippy = [
            "clippy",
            "--release",
            "--no-deps",
            "--package",
            slug,
            "--all-targets",
            "--",
            "-Dwarnings",
        ];
        let _ = workspace.cargo(&clippy).ends_with(0);
        let _ = workspace.cargo(&["fmt", "--package", slug, "--check"]).ends_with(0);
    }
}

/// Runs only in `cargo xtask ci`, since it builds the shared crates once more, optimised.
#[test]
#[ignore = "takes minutes; `cargo xtask ci` runs it"]
fn a_bundle_solves_each_of_its_puzzles() {
    let workspace = Workspace::copy();
    let program =
        workspace.root.join("target").join(format!("puzzles{}", std::env::consts::EXE_SUFFIX));
    let made = workspace.xtask(&["bundle"]).ends_with(0);
    assert!(made.stderr.contains("1 puzzle in target/puzzles"), "{made:#?}");
    let puzzles = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments);
        run(command)
    };
    assert!(puzzles(&["list"]).ends_with(0).stdout.starts_with("olympic-rings "));
    assert!(puzzles(&["--help"]).ends_with(0).stdout.contains("puzzles [COMMAND] PUZZLE"));
    let solved = puzzles(&["solve", "Olympic Rings", "--format", "json"]).ends_with(0).json();
    assert_eq!(solved["status"], "solved");
    assert_eq!(puzzles(&["olympicrings", "--format", "json"]).json()["answer"], solved["answer"]);
    let counted = puzzles(&["count", "olympic-rings"]).ends_with(0);
    assert_eq!(counted.stdout, puzzles(&["solve", "olympic-rings", "count"]).stdout);
    assert!(puzzles(&["solve", "hooks-7"]).ends_with(2).stderr.contains("no puzzle `hooks-7`"));
    assert!(puzzles(&["solve"]).ends_with(2).stderr.contains("needs a puzzle's name"));
}

fn broken_puzzles_spoil_their_own_rows_only(workspace: &Workspace) {
    workspace.add_puzzle("b-panics", "panic!(\"out of luck\")");
    workspace.add_puzzle("b-hangs", "loop { std::thread::sleep(std::time::Duration::MAX) }");
    workspace.add_puzzle("b-prints-rubbish", "println!(\"{{\\\"status\\\": 7\")");
    workspace.add_puzzle("b-does-not-compile", "let number: u8 = \"seven\";");
    workspace.add_puzzle("b-prints-too-much", "loop { println!(\"{}\", \"x\".repeat(1 << 16)) }");

    let arguments = ["solve-all", "b-", "olympic-rings", "--timeout", "0.5", "--format", "json"];
    let rows = workspace.xtask(&arguments).ends_with(1).json();
    let row = |slug: &str| {
        let mut rows = rows.as_array().unwrap().iter();
        rows.find(|row| row["puzzle"] == slug).unwrap_or_else(|| panic!("no row for {slug}"))
    };
    assert_eq!(row("olympic-rings")["status"], "solved");
    assert_eq!(row("olympic-rings")["snapshot"], "known");
    for (slug, status, error) in [
        ("b-panics", "crashed", "out of luck"),
        ("b-hangs", "timed-out", "was killed"),
        ("b-prints-rubbish", "garbled", "is not a report"),
        ("b-does-not-compile", "unbuilt", "mismatched types"),
    ] {
        let row = row(slug);
        assert_eq!(row["status"], status, "{row:#}");
        assert!(row["error"].as_str().unwrap().contains(error), "{row:#}");
        for key in ["answer", "remarks", "boards", "solutions", "complete", "nodes", "seconds"] {
            assert!(row[key].is_null(), "{key} of {row:#}");
        }
    }
    // It is killed when its time is up; what it printed until then was cut.
    let status = row("b-prints-too-much")["status"].as_str().unwrap();
    assert!(["timed-out", "crashed"].contains(&status), "{status}");

    let table = workspace.xtask(&["solve-all", "b-panics", "olympic-rings"]).ends_with(1);
    assert!(table.stdout.contains("crashed") && table.stdout.contains("1 of 2"), "{table:#?}");
    assert!(table.stderr.contains("out of luck"), "{table:#?}");
    for slug in
        ["b-panics", "b-hangs", "b-prints-rubbish", "b-does-not-compile", "b-prints-too-much"]
    {
        workspace.remove_puzzle(slug);
    }
}

fn wrong_metadata_is_an_error_that_names_the_crate(workspace: &Workspace) {
    workspace.add_puzzle("b-metadata", "");
    let manifest = workspace.root.join("crates/puzzles/b-metadata/Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, format!("{text}goal = \"fastest\"\n")).unwrap();
    let ran = workspace.xtask(&["solve-all"]).ends_with(2);
    assert!(ran.stderr.contains("b-metadata") && ran.stderr.contains("fastest"), "{ran:#?}");
    workspace.remove_puzzle("b-metadata");
}

fn a_new_puzzle_is_ready_to_be_filled_in(workspace: &Workspace) {
    let title = "Try \"me\" <b> [x]";
    let arguments = ["new", "try-me", "--title", title, "--published", "2026-11"];
    let said = workspace.xtask(&arguments).ends_with(0).stdout;
    assert!(said.contains("cargo xtask accept try-me"), "{said}");

    let row = workspace.row("try-me", 1);
    assert_eq!((&row["status"], &row["title"]), (&"unwritten".into(), &title.into()));
    assert_eq!(row["snapshot"], "new");
    let _ = workspace.cargo(&["test", "--release", "--package", "try-me"]).ends_with(0);
    let ran = workspace.xtask(&["solve", "try-me"]).ends_with(1);
    assert!(ran.stdout.contains("unwritten"), "{ran:#?}");
    let ran = workspace.xtask(&["solve", "try-me", "draw", "--empty"]).ends_with(0);
    assert!(ran.stdout.starts_with("<svg "), "{ran:#?}");

    let ran = workspace.xtask(&["accept", "try-me"]).ends_with(1);
    assert!(ran.stderr.contains("not accepted, it is unwritten"), "{ran:#?}");
    assert!(!workspace.root.join("tests/snapshots/try-me.snap").exists());
    let ran = workspace.xtask(&arguments).ends_with(2);
    assert!(ran.stderr.contains("has a crate `try-me` already"), "{ran:#?}");
    workspace.remove_puzzle("try-me");
    let left = fs::read_dir(&workspace.root).unwrap();
    let left = left
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".new-"));
    assert_eq!(left.count(), 0, "nothing half-written is left behind");
}

fn a_copied_puzzle_is_unwritten_until_it_is_its_own(workspace: &Workspace) {
    let arguments = ["new", "rings-99", "--title", "Rings 99", "--like", "olympic-rings"];
    let said = workspace.xtask(&arguments).ends_with(0).stdout;
    assert!(said.contains("a copy of olympic-rings") && said.contains("`copied_from`"), "{said}");

    let row = workspace.row("rings-99", 1);
    assert_eq!((&row["status"], &row["title"]), (&"unwritten".into(), &"Rings 99".into()));
    let ran = workspace.xtask(&["solve", "rings-99"]).ends_with(1);
    assert!(ran.stdout.contains("still a copy of olympic-rings"), "{ran:#?}");
    let ran = workspace.xtask(&["accept", "rings-99"]).ends_with(1);
    assert!(ran.stderr.contains("not accepted, it is unwritten"), "{ran:#?}");

    let manifest = workspace.root.join("crates/puzzles/rings-99/Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("copied_from = \"olympic-rings\"\n", "")).unwrap();
    assert_eq!(workspace.row("rings-99", 0)["status"], "solved");
    workspace.remove_puzzle("rings-99");

    let ran =
        workspace.xtask(&["new", "a-b", "--title", "A", "--like", "latin-squares"]).ends_with(2);
    assert!(ran.stderr.contains("no puzzle is called `latin-squares`"), "{ran:#?}");
}

fn a_copy_of_a_puzzle_whose_name_is_a_single_word_builds(workspace: &Workspace) {
    workspace.add_puzzle(
        "single",
        "print!(\"{:?}\", Single); }\n#[derive(Debug)]\nstruct Single;\nmod more {",
    );
    let like = ["new", "not-single", "--title", "Not single", "--like", "single"];
    let _ = workspace.xtask(&like).ends_with(0);
    assert_eq!(workspace.xtask(&["solve", "not-single"]).ends_with(0).stdout, "NotSingle");
    workspace.remove_puzzle("single");
    workspace.remove_puzzle("not-single");
}

fn snapshots_are_taken_over_by_accept_alone(workspace: &Workspace) {
    let snapshot = workspace.root.join("tests/snapshots/olympic-rings.snap");
    let kept = fs::read_to_string(&snapshot).unwrap();
    fs::remove_file(&snapshot).unwrap();
    assert_eq!(workspace.row("olympic-rings", 0)["snapshot"], "new");

    fs::write(&snapshot, kept.replace("solved", "solved by magic")).unwrap();
    assert_eq!(workspace.row("olympic-rings", 1)["snapshot"], "changed");
    let ran = workspace.xtask(&["solve-all", "olympic-rings"]).ends_with(1);
    assert!(ran.stderr.contains("`cargo xtask accept olympic-rings`"), "{ran:#?}");

    let shown = workspace.xtask(&["accept", "olympic-rings"]).ends_with(0).stdout;
    assert!(shown.contains("-status: solved by magic\n+status: solved\n"), "{shown}");
    assert_eq!(workspace.row("olympic-rings", 0)["snapshot"], "known");
    assert_eq!(fs::read_to_string(&snapshot).unwrap(), kept);

    let cases = workspace.root.join("tests/snapshots/cases/olympic-rings.snap");
    let kept = fs::read_to_string(&cases).unwrap();
    fs::write(&cases, kept.replace("exit code 2", "exit code 0")).unwrap();
    let shown = workspace.xtask(&["accept", "olympic-rings"]).ends_with(0).stdout;
    assert!(shown.starts_with("olympic-rings: nothing has changed\n"), "{shown}");
    assert!(shown.contains("-exit code 0\n+exit code 2\n"), "{shown}");
    assert_eq!(fs::read_to_string(&cases).unwrap(), kept);

    let file = workspace.root.join("crates/puzzles/olympic-rings/cases.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\nvalid.", "\nunreadable.")).unwrap();
    let ran = workspace.xtask(&["accept", "olympic-rings"]).ends_with(1);
    assert!(ran.stderr.contains("expected exit code 2"), "{ran:#?}");
    assert_eq!(fs::read_to_string(&cases).unwrap(), kept, "what is wrong is not kept");
}

fn figures_are_written_into_the_pages(workspace: &Workspace) {
    let page = |name: &str| fs::read_to_string(workspace.root.join(name)).unwrap();
    let table = workspace.root.join("docs/puzzles.md");
    fs::write(&table, "# Puzzles\n<!-- puzzles -->\n<!-- end of puzzles -->\nThe end.\n").unwrap();
    let bench = ["bench", "olympic-rings", "--seconds", "0.01", "--save-readme"];
    let _ = workspace.xtask(&bench).ends_with(0);
    let written = page("docs/puzzles.md");
    assert!(written.contains("| [Olympic Rings](../crates/puzzles/olympic-rings) |"), "{written}");
    assert!(written.starts_with("# Puzzles\n") && written.ends_with("\nThe end.\n"), "{written}");
    let readme = page("README.md");
    assert!(readme.contains("\n**1 puzzle solved in "), "{readme}");
    assert!(readme.contains("| [Olympic Rings](crates/puzzles/olympic-rings) |"), "{readme}");

    workspace.add_puzzle("b-unsolved", "");
    let _ = workspace.xtask(&["bench", "b-unsolved", "--save-readme"]).ends_with(2);
    workspace.remove_puzzle("b-unsolved");
    assert_eq!(page("docs/puzzles.md"), written, "a puzzle that is not solved changes nothing");
}
