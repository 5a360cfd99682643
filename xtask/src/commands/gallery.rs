//! `gallery`: a static site of all puzzles. The puzzles' programs are run here; the viewer makes the
//! pages from what they print.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use protocol::{Certified, Exhibit, Row};

use crate::INTERRUPT;
use crate::commands::{certify, grade};
use crate::process;
use crate::programs::{self, Program};
use crate::results;
use crate::temporary::TemporaryFolder;
use crate::viewer;
use crate::workspace::{PuzzleCrate, Workspace};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write (default: gallery in cargo's target folder); a gallery that is there is
    /// replaced
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Open it in the browser
    #[arg(long)]
    open: bool,
    /// Do not prove the puzzles by their rules, which takes longer than everything else
    #[arg(long)]
    no_certificates: bool,
}

/// Time for each thing that a program does.
const TIMEOUT: Duration = Duration::from_secs(60);
/// A search that takes longer is not measured again.
const LONG_SEARCH: f64 = 0.05;
/// How long the other searches are measured, in seconds.
const MEASURED: &str = "0.1";

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let workspace = Workspace::load()?;
    let out = arguments.out.clone().unwrap_or_else(|| workspace.target.join("gallery"));
    let exhibits = exhibits(&workspace, !arguments.no_certificates)?;
    write(&workspace, &exhibits, &out, arguments.open)
}

/// Writes the gallery of what there is to show into the folder `out`.
pub(crate) fn write(
    workspace: &Workspace,
    exhibits: &[Exhibit],
    out: &Path,
    open: bool,
) -> Result<u8> {
    viewer::build(workspace)?;
    let interrupted = INTERRUPT.load(Ordering::Relaxed);
    ensure!(!interrupted, "interrupted; {} was left as it was", out.display());
    let arguments = ["gallery".as_ref(), "--out".as_ref(), out.as_os_str()];
    let open = open.then_some("--open".as_ref());
    viewer::tell(workspace, arguments.into_iter().chain(open), &exhibits)
}

/// What there is to show of every puzzle, those that fail included, with or without certificates.
pub(crate) fn exhibits(workspace: &Workspace, are_certified: bool) -> Result<Vec<Exhibit>> {
    let puzzles = workspace.select(&[])?;
    let programs = programs::build(workspace, &puzzles)?;
    let grades = grade::known(workspace)?;
    let mut exhibits = results::for_each(&puzzles, None, |puzzle| {
        let program = &programs[&puzzle.slug];
        let row = results::solve_one(workspace, puzzle, program, TIMEOUT);
        let grade = grades.get(&puzzle.slug).copied();
        Exhibit { grade, ..exhibit(puzzle, program.as_ref().ok(), row) }
    });
    // After all else: proofs and their checks would disturb what is measured.
    if are_certified {
        let certificates = certificates(&puzzles, &programs)?;
        for (exhibit, certificate) in exhibits.iter_mut().zip(certificates) {
            exhibit.certificate = Some(certificate);
        }
    }
    Ok(exhibits)
}

/// What comes of proving each puzzle by its rules. Without the checker the proofs are written all the
/// same: then the rules have proved what they claim, and nobody else has looked.
fn certificates(
    puzzles: &[&PuzzleCrate],
    programs: &HashMap<String, Program>,
) -> Result<Vec<Certified>> {
    let checker = certify::version();
    let folder = TemporaryFolder::new(&env::temp_dir(), "gallery-")
        .context("cannot make a temporary folder")?;
    Ok(results::for_each(puzzles, None, |puzzle| {
        let program = &programs[&puzzle.slug];
        certify::certify(puzzle, program, folder.path(), checker.as_deref(), TIMEOUT)
    }))
}

fn exhibit(puzzle: &PuzzleCrate, program: Option<&PathBuf>, row: Row) -> Exhibit {
    let print = |arguments: &[&str]| printed(program?, arguments);
    // Without a report the search crashed or never ended: it is not asked to run again.
    let has_report = row.nodes.is_some();
    let again = |arguments: &[&str]| if has_report { print(arguments) } else { None };
    let is_short = row.seconds.is_some_and(|seconds| seconds < LONG_SEARCH);
    let figures = if is_short { again(&["bench", "--seconds", MEASURED]) } else { None };
    Exhibit {
        metadata: puzzle.metadata.clone(),
        family: puzzle.family.clone(),
        library: puzzle.library.as_ref().and_then(|path| fs::read_to_string(path).ok()),
        files: files(&puzzle.folder),
        unsolved: print(&["draw", "--empty", "--without-rules"]),
        solved: again(&["draw"]),
        fill: print(&["fill"]).and_then(|text| serde_json::from_str(&text).ok()),
        explanation: again(&["explain", "--format", "json"])
            .and_then(|text| serde_json::from_str(&text).ok()),
        trace: again(&["trace"]),
        figures: figures.and_then(|text| serde_json::from_str(&text).ok()),
        certificate: None,
        grade: None,
        row,
    }
}

/// The sources and instances in the folder of a puzzle's crate; what cannot be read is left out.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (part, ending) in [("src", "rs"), ("instances", "toml")] {
        let _ = add_files(&folder.join(part), part, ending, &mut files);
    }
    files
}

/// Adds the files with this ending in a folder and below it, under the name of the folder.
fn add_files(
    folder: &Path,
    name: &str,
    ending: &str,
    files: &mut BTreeMap<String, String>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(entry) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{name}/{entry}");
        if path.is_dir() {
            add_files(&path, &name, ending, files)?;
        } else if path.extension().is_some_and(|found| found == ending) {
            files.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// What a program prints with `arguments`, where it ends as it should and prints anything.
pub(super) fn printed(program: &Path, arguments: &[&str]) -> Option<String> {
    let timeout = TIMEOUT.as_secs().to_string();
    let arguments: Vec<_> =
        arguments.iter().chain(&["--timeout", &timeout]).map(ToString::to_string).collect();
    let ended = process::run(program, &arguments, Some(TIMEOUT)).ok()?;
    let is_sound = matches!(ended.status?.code(), Some(0 | 1)) && !ended.stdout.was_cut;
    Some(ended.stdout.text()).filter(|text| is_sound && !text.is_empty())
}
