//! `dev scale`: measures a copy of the workspace that has many more puzzles.
//!
//! `new --like` adds copies of the existing puzzles, and their snapshots are copied. In this
//! workspace `solve-all` runs from nothing, then the tests, then `solve-all` again with everything
//! built.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::FALLS_SHORT;
use crate::cargo::cargo;
use crate::output::{Column, TableFormat, print_table};
use crate::temporary::TemporaryFolder;
use crate::workspace::{PuzzleCrate, Workspace};

/// A command that is timed in the copy, and its time limit with a hundred puzzles on two cores.
struct Step {
    what: &'static str,
    arguments: &'static [&'static str],
    at_most: Duration,
}

const STEPS: [Step; 3] = [
    Step {
        what: "solve-all from nothing",
        arguments: &["xtask", "solve-all"],
        at_most: Duration::from_secs(210),
    },
    Step {
        what: "the tests after it",
        arguments: &["test", "--release"],
        at_most: Duration::from_secs(360),
    },
    Step {
        what: "solve-all with everything built",
        arguments: &["xtask", "solve-all"],
        at_most: Duration::from_secs(1),
    },
];

/// Folders that are not copied: build output and git's data.
const LEFT_OUT: [&str; 2] = ["target", ".git"];

pub(super) fn run(puzzles: usize) -> Result<u8> {
    let workspace = Workspace::load()?;
    ensure!(!workspace.puzzles.is_empty(), "this workspace has no puzzle to copy");
    let parent = workspace.target.join("tmp");
    fs::create_dir_all(&parent).context("cannot write in cargo's target folder")?;
    let copy = TemporaryFolder::new(&parent, "scale-").context("cannot make a folder")?;
    copy_folder(&workspace.root, copy.path(), &workspace)?;
    for number in 0..puzzles {
        let model = &workspace.puzzles[number % workspace.puzzles.len()];
        add_copy(&workspace, copy.path(), model, number)?;
    }
    let total = workspace.puzzles.len() + puzzles;
    eprintln!("{}: {total} puzzles", workspace.shown(copy.path()));

    let mut all_good = true;
    let mut rows = Vec::new();
    for Step { what, arguments, at_most } in STEPS {
        eprintln!("\n==> cargo {}", arguments.join(" "));
        let (start, cpu) = (Instant::now(), cpu_of_children());
        let mut command = cargo();
        command.current_dir(copy.path()).args(arguments).stdin(Stdio::null());
        command.env("CARGO_TARGET_DIR", copy.path().join("target"));
        let status = command.status().context("cannot run cargo")?;
        let wall = start.elapsed();
        all_good &= status.success() && wall <= at_most;
        rows.push([
            what.to_owned(),
            if status.success() { "good".to_owned() } else { status.to_string() },
            seconds(wall),
            cpu_of_children()
                .zip(cpu)
                .map_or(String::new(), |(after, before)| seconds(after.saturating_sub(before))),
            seconds(at_most),
        ]);
    }
    let columns = [
        Column::text("Step", Column::ALWAYS),
        Column::text("Ended", 2),
        Column::figure("Wall", 4),
        Column::figure("CPU", 1),
        Column::figure("At most", 3),
    ];
    print_table(TableFormat::Table, &columns, rows)?;
    Ok(if all_good { 0 } else { FALLS_SHORT })
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Returns the CPU time of the child processes that have ended, and of theirs, if the system
/// provides it.
fn cpu_of_children() -> Option<Duration> {
    /// The unit of the figures, the same on all Linux systems.
    const PER_SECOND: u32 = 100;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything; the state follows.
    let (_, fields) = text.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(13).map(str::parse::<u32>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    Some(Duration::from_secs((user + system).into()) / PER_SECOND)
}

/// Copies the sources of the workspace. Files that are there already, as they should be, are left alone,
/// so cargo does not build them again.
pub(crate) fn copy_folder(from: &Path, to: &Path, workspace: &Workspace) -> Result<()> {
    let context = || format!("cannot copy {}", from.display());
    fs::create_dir_all(to).with_context(context)?;
    for entry in fs::read_dir(from).with_context(context)? {
        let entry = entry.with_context(context)?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path == workspace.target || LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.file_type().with_context(context)?.is_dir() {
            copy_folder(&path, &target, workspace)?;
        } else if fs::read(&path).ok() != fs::read(&target).ok() {
            fs::copy(&path, &target).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

/// Adds a copy of the puzzle `model`, finished, with its snapshots, to the workspace in `root`.
fn add_copy(workspace: &Workspace, root: &Path, model: &PuzzleCrate, number: usize) -> Result<()> {
    let slug = format!("{}-again-{number}", model.slug);
    let title = format!("{} again ({number})", model.metadata.title);
    let mut command = Command::new(env::current_exe().context("cannot find the runner")?);
    command.current_dir(root).stdout(Stdio::null());
    command.args(["new", &slug, "--title", &title, "--like", &model.slug]);
    let status = command.status().context("cannot run the runner")?;
    ensure!(status.success(), "{slug} could not be made");
    let manifest = root.join("crates/puzzles").join(&slug).join("Cargo.toml");
    let text = fs::read_to_string(&manifest).context("cannot read the new manifest")?;
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("copied_from"));
    fs::write(&manifest, lines.collect::<String>()).context("cannot write the new manifest")?;
    for place in [Workspace::snapshot_path, Workspace::cases_snapshot_path] {
        let from = place(workspace, &model.slug);
        if from.exists() {
            let shown =
                from.strip_prefix(&workspace.root).context("a snapshot stands elsewhere")?;
            let to = root.join(shown).with_file_name(format!("{slug}.snap"));
            fs::copy(&from, to).context("cannot copy a snapshot")?;
        }
    }
    Ok(())
}
