//! What adding puzzles does to a workspace, tried in a temporary copy of this one.
//!
//! There is one copy, with a target folder of its own (cargo would mix the two up in a shared one),
//! and one test that goes through it step by step, since each step changes it. The copy is built
//! without optimisation: the runner is tried here, not the searches.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use workspace_tests::{Ran, cargo, root, run};

/// The copy of the workspace.
struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Copies sources, not what was built from them. The copy's own target folder is kept from one
    /// run of the tests to the next.
    fn copy() -> Self {
        let copy = Self { root: Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace-copy") };
        fs::create_dir_all(&copy.root).unwrap();
        for entry in fs::read_dir(&copy.root).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name() == "target" {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                fs::remove_dir_all(entry.path()).unwrap();
            } else {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        for name in ["Cargo.toml", "Cargo.lock", "README.md", "rustfmt.toml"] {
            fs::copy(root().join(name), copy.root.join(name)).unwrap();
        }
        for name in [".cargo", "crates", "tests", "xtask"] {
            copy_folder(&root().join(name), &copy.root.join(name)).unwrap();
        }
        copy
    }

    fn cargo(&self, arguments: &[&str]) -> Ran {
        let mut command = cargo(&self.root, arguments);
        command.env("CARGO_TARGET_DIR", self.root.join("target"));
        command.env("CARGO_NET_OFFLINE", "true");
        command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
        command.env_remove("INSTA_UPDATE");
        run(command)
    }

    fn xtask(&self, arguments: &[&str]) -> Ran {
        self.cargo(&[&["xtask"], arguments].concat())
    }

    /// The row of one puzzle in a solve-all run over it.
    fn row(&self, slug: &str, code: i32) -> Value {
        let ran = self.xtask(&["solve-all", slug, "--format", "json"]).ends_with(code);
        ran.json()[0].clone()
    }

    /// Adds a puzzle that is one line of `main`, with nothing of what a puzzle should be.
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

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
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
    snapshots_are_taken_over_by_accept_alone(&workspace);
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
        ("b-prints-rubbish", "garbled", "is no report"),
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
    let clippy = ["clippy", "--package", "try-me", "--all-targets", "--", "--deny", "warnings"];
    let _ = workspace.cargo(&clippy).ends_with(0);
    let _ = workspace.cargo(&["fmt", "--package", "try-me", "--check"]).ends_with(0);
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
    let arguments = ["new", "hooks-99", "--title", "Hooks 99", "--like", "hooks-1"];
    let said = workspace.xtask(&arguments).ends_with(0).stdout;
    assert!(said.contains("a copy of hooks-1") && said.contains("`copied_from`"), "{said}");

    let row = workspace.row("hooks-99", 1);
    assert_eq!((&row["status"], &row["title"]), (&"unwritten".into(), &"Hooks 99".into()));
    let _ = workspace.cargo(&["test", "--release", "--package", "hooks-99"]).ends_with(0);
    let clippy = ["clippy", "--package", "hooks-99", "--all-targets", "--", "--deny", "warnings"];
    let _ = workspace.cargo(&clippy).ends_with(0);
    let ran = workspace.xtask(&["solve", "hooks-99"]).ends_with(1);
    assert!(ran.stdout.contains("still a copy of hooks-1"), "{ran:#?}");
    let ran = workspace.xtask(&["accept", "hooks-99"]).ends_with(1);
    assert!(ran.stderr.contains("not accepted, it is unwritten"), "{ran:#?}");

    let manifest = workspace.root.join("crates/puzzles/hooks-99/Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("copied_from = \"hooks-1\"\n", "")).unwrap();
    assert_eq!(workspace.row("hooks-99", 0)["status"], "solved");
    workspace.remove_puzzle("hooks-99");

    let ran = workspace.xtask(&["new", "a-b", "--title", "A", "--like", "sudoku"]).ends_with(2);
    assert!(ran.stderr.contains("no puzzle is called `sudoku`"), "{ran:#?}");
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
}
