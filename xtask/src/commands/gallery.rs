//! `gallery`: a static site of all puzzles. The puzzles' programs are run here; the viewer makes the
//! pages from what they print.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use protocol::{Exhibit, Row};
use serde::{Deserialize, Serialize};

use crate::INTERRUPT;
use crate::commands::{bench, certify, grade};
use crate::process;
use crate::programs;
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
/// Steps of a search that its player shows at most.
const MOST_STEPS: &str = "500";
/// What the search for the steps of an explanation may take: an explanation that needs more ends early, on
/// each machine at the same step.
const MOST_CONFLICTS: &str = "35000";

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let workspace = Workspace::load()?;
    let out = arguments.out.clone().unwrap_or_else(|| workspace.target.join("gallery"));
    let certificates = TemporaryFolder::new(&env::temp_dir(), "gallery-")
        .context("cannot make a temporary folder")?;
    let certificates = (!arguments.no_certificates).then_some(certificates.path());
    let exhibits = exhibits(&workspace, certificates)?;
    write(&workspace, &exhibits, certificates, &out, arguments.open)
}

/// Writes the gallery of what there is to show, with the certificates in a folder, into the folder `out`.
pub(crate) fn write(
    workspace: &Workspace,
    exhibits: &[Exhibit],
    certificates: Option<&Path>,
    out: &Path,
    open: bool,
) -> Result<u8> {
    viewer::build(workspace)?;
    let interrupted = INTERRUPT.load(Ordering::Relaxed);
    ensure!(!interrupted, "interrupted; {} was left as it was", out.display());
    let mut arguments = vec!["gallery".as_ref(), "--out".as_ref(), out.as_os_str()];
    arguments.extend(open.then_some(OsStr::new("--open")));
    if let Some(certificates) = certificates {
        arguments.extend(["--certificates".as_ref(), certificates.as_os_str()]);
    }
    viewer::tell(workspace, arguments, &exhibits)
}

/// What there is to show of every puzzle, those that fail included, with certificates where there is a
/// folder for them.
pub(crate) fn exhibits(workspace: &Workspace, certificates: Option<&Path>) -> Result<Vec<Exhibit>> {
    let puzzles = workspace.select(&[])?;
    let programs = programs::build(workspace, &puzzles)?;
    let (grades, figures) = (grade::kept(workspace)?, bench::kept(workspace)?);
    let mut exhibits = results::for_each(&puzzles, None, |puzzle| {
        let program = &programs[&puzzle.slug];
        let row = results::solve_one(workspace, puzzle, program, TIMEOUT);
        let grade = grades.get(&puzzle.slug);
        let has_steps = grade.is_none_or(|kept| kept.is_explained);
        Exhibit {
            grade: grade.and_then(|kept| kept.grade),
            kept: figures.get(&puzzle.slug).copied(),
            ..exhibit(workspace, puzzle, program.as_ref().ok(), has_steps, row)
        }
    });
    if let Some(folder) = certificates {
        let checker = certify::version();
        // Without the checker the proofs are written all the same: then the rules have proved what they
        // claim, and nobody else has looked.
        let certified = results::for_each(&puzzles, None, |puzzle| {
            let program = &programs[&puzzle.slug];
            certify::certify(puzzle, program, folder, checker.as_deref(), TIMEOUT)
        });
        for (exhibit, certificate) in exhibits.iter_mut().zip(certified) {
            exhibit.certificate = Some(certificate);
        }
    }
    Ok(exhibits)
}

/// What there is to show of a puzzle; its steps only where they are known to lead somewhere, for to find
/// that they do not takes longer than all else.
fn exhibit(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    program: Option<&PathBuf>,
    has_steps: bool,
    row: Row,
) -> Exhibit {
    let mut outputs = program.map(|program| Outputs::read(workspace, &puzzle.slug, program));
    let mut print = |arguments: &[&str]| outputs.as_mut()?.get(arguments);
    // Without a report the search crashed or never ended: it is not asked to run again.
    let has_report = row.nodes.is_some();
    let library = puzzle.library.as_ref().and_then(|path| fs::read_to_string(path).ok());
    let library = library.unwrap_or_default();
    let explanation = ["trace", "--explain", "--conflicts", MOST_CONFLICTS];
    let exhibit = Exhibit {
        metadata: puzzle.metadata.clone(),
        family: puzzle.family.clone(),
        rules: print(&["show", "--format", "json"]).map(|shown| rules(&shown)).unwrap_or_default(),
        shared: shared(workspace, &library),
        files: files(&puzzle.folder),
        unsolved: print(&["draw", "--empty", "--without-rules"]),
        solved: has_report.then(|| print(&["draw"])).flatten(),
        fill: print(&["fill"]).and_then(|text| serde_json::from_str(&text).ok()),
        trace: has_report.then(|| print(&["trace", "--max-steps", MOST_STEPS])).flatten(),
        explanation: (has_report && has_steps).then(|| print(&explanation)).flatten(),
        library: Some(library),
        kept: None,
        certificate: None,
        grade: None,
        row,
    };
    if let Some(outputs) = outputs {
        outputs.keep();
    }
    exhibit
}

/// The rules in what `show` prints as JSON.
fn rules(shown: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Shown {
        rules: Vec<String>,
    }
    serde_json::from_str(shown).map(|Shown { rules }| rules).unwrap_or_default()
}

/// The texts of the modules of shared crates that the header of a library leads to, by their paths.
fn shared(workspace: &Workspace, library: &str) -> BTreeMap<String, String> {
    let header = library.lines().map_while(|line| line.strip_prefix("//!"));
    let header = header.collect::<Vec<_>>().join("\n");
    let links = ["[`", "]("].into_iter().flat_map(|start| header.split(start).skip(1));
    let path = |link: &str| {
        let end = link.find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter));
        link[..end.unwrap_or(link.len())].to_owned()
    };
    let folder = workspace.root.join("crates").join("shared");
    let text = |path: String| {
        let mut names = path.split("::");
        let sources = folder.join(names.next()?.replace('_', "-")).join("src");
        let module = names.next().map_or("lib".to_owned(), str::to_lowercase);
        let text = fs::read_to_string(sources.join(module).with_extension("rs")).ok()?;
        Some((path, text))
    };
    links.map(path).filter_map(text).collect()
}

/// What a program has printed, by its arguments. It prints the same each time, so this is kept beside what
/// cargo builds until the program, with the instance in it, is another one.
#[derive(Default, Serialize, Deserialize)]
struct Outputs {
    /// A hash of the program.
    of: u64,
    printed: BTreeMap<String, String>,
    #[serde(skip)]
    program: PathBuf,
    /// Where it is kept.
    #[serde(skip)]
    path: PathBuf,
}

impl Outputs {
    fn read(workspace: &Workspace, slug: &str, program: &Path) -> Self {
        let path = workspace.target.join("gallery-outputs").join(slug).with_extension("json");
        let mut hasher = DefaultHasher::new();
        fs::read(program).unwrap_or_default().hash(&mut hasher);
        let of = hasher.finish();
        let kept = fs::read_to_string(&path).ok();
        let kept: Option<Self> = kept.and_then(|text| serde_json::from_str(&text).ok());
        let printed = kept.filter(|kept| kept.of == of).unwrap_or_default().printed;
        Self { of, printed, program: program.to_owned(), path }
    }

    /// What the program prints with `arguments`; runs it where that is not known.
    fn get(&mut self, arguments: &[&str]) -> Option<String> {
        let key = arguments.join(" ");
        if !self.printed.contains_key(&key) {
            let text = printed(&self.program, arguments)?;
            self.printed.insert(key.clone(), text);
        }
        self.printed.get(&key).cloned()
    }

    /// Keeps it for the next time; where that fails, programs will run again.
    fn keep(&self) {
        let folder = self.path.parent().map_or(Ok(()), fs::create_dir_all);
        if let (Ok(()), Ok(text)) = (folder, serde_json::to_string(self)) {
            let _ = fs::write(&self.path, text);
        }
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
