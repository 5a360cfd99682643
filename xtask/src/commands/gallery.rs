//! `gallery`: a static site of all puzzles. The puzzles' programs are run here; the viewer makes
//! the pages from their output.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use protocol::{Certified, CertifiedStatus, Exhibit, Metadata, Row, count};
use serde::Deserialize;

use crate::commands::{bench, bundle, certify, grade};
use crate::outputs::Outputs;
use crate::process;
use crate::programs::{self, Program};
use crate::results;
use crate::viewer;
use crate::workspace::{PuzzleCrate, Workspace};
use crate::{INTERRUPT, UNUSABLE};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Arguments {
    /// The folder to write, which replaces an older gallery [default: gallery in cargo's target
    /// folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Open it in the browser
    #[arg(long)]
    open: bool,
    /// Prove the puzzles by their rules, too, and keep the proofs: minutes more, and much larger
    #[arg(long)]
    certificates: bool,
    /// Leave out the puzzles' programs, which run in the pages
    #[arg(long)]
    no_programs: bool,
    /// Show only explanations that are kept from an earlier gallery
    #[arg(long)]
    no_explanations: bool,
}

/// Time limit for each call of a program.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Arguments for the trace of a search in a player: few enough steps and nodes for a page.
const TRACE: [&str; 5] = ["trace", "--max-steps", "500", "--nodes", "250000"];
/// Arguments for an explanation. Steps kept with a puzzle are followed. The search for others is
/// limited by conflicts, so that a longer explanation ends at the same step on every machine, and
/// by time, in which a few puzzles get nowhere.
const EXPLANATION: [&str; 5] = ["trace", "--explain", "--kept", "--conflicts", "5000"];
const EXPLAINING: Duration = Duration::from_secs(5);
/// The command that shows the unsolved puzzle.
const SHOW: [&str; 3] = ["show", "--format", "json"];
/// Instances that serve as an example: the first of these that a puzzle has.
const EXAMPLES: [&str; 2] = ["example.toml", "small.toml"];

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let workspace = Workspace::load()?;
    let out = arguments.out.clone().unwrap_or_else(|| workspace.target.join("gallery"));
    let viewer = viewer::build(&workspace)?;
    let mut check = Command::new(viewer);
    let refused = check.args(["gallery", "--check", "--out"]).arg(&out).status();
    if let Some(code) = refused.context("cannot run the viewer")?.code().filter(|&code| code != 0) {
        return Ok(u8::try_from(code).unwrap_or(UNUSABLE));
    }
    // Proofs are kept here as long as their programs do not change.
    let certificates = workspace.target.join("certificates");
    let certificates = arguments.certificates.then_some(&*certificates);
    let (mut exhibits, mut unfinished) = exhibits(&workspace, certificates)?;
    let explains = !arguments.no_explanations;
    unfinished.retain(|(_, shown)| shown.lacks_films(explains));
    let programs = if arguments.no_programs { None } else { programs_in_pages(&workspace)? };
    let site = Site { certificates, programs: programs.as_deref(), out: &out };
    let code = write(&workspace, &exhibits, &site, arguments.open)?;
    if code != 0 || unfinished.is_empty() {
        return Ok(code);
    }
    // Searches and explanations take the longest, so the pages are there without them before.
    let what = if explains { "filming and explaining" } else { "filming" };
    eprintln!("{what} {}", count(unfinished.len() as u128, "puzzle"));
    let name = |(place, _): &(usize, Shown)| exhibits[*place].row.puzzle.clone();
    let films = results::for_each_task(&unfinished, None, name, |(_, shown)| shown.films(explains));
    for ((place, _), [trace, explanation]) in unfinished.iter().zip(films) {
        (exhibits[*place].trace, exhibits[*place].explanation) = (trace, explanation);
    }
    write(&workspace, &exhibits, &site, false)
}

/// Returns the programs that run in the pages. Says so if there is no compiler for them.
fn programs_in_pages(workspace: &Workspace) -> Result<Option<PathBuf>> {
    if let Err(error) = bundle::wasm_target() {
        eprintln!("the pages cannot run the puzzles' programs: {error:#}");
        return Ok(None);
    }
    eprintln!("building the programs for the pages");
    bundle::modules(workspace, &workspace.select(&[])?).map(Some)
}

/// What a gallery has besides exhibits.
pub(crate) struct Site<'s> {
    /// The folder with the certificates.
    pub(crate) certificates: Option<&'s Path>,
    /// The folder with the programs that run in the pages.
    pub(crate) programs: Option<&'s Path>,
    /// The folder to write.
    pub(crate) out: &'s Path,
}

impl<'s> Site<'s> {
    /// Returns a gallery with neither, in the folder `out`.
    pub(crate) fn of(out: &'s Path) -> Self {
        Self { certificates: None, programs: None, out }
    }
}

/// Writes the gallery of the exhibits.
pub(crate) fn write(
    workspace: &Workspace,
    exhibits: &[Exhibit],
    &Site { certificates, programs, out }: &Site<'_>,
    open: bool,
) -> Result<u8> {
    let interrupted = INTERRUPT.load(Ordering::Relaxed);
    ensure!(!interrupted, "interrupted; {} was left as it was", out.display());
    let mut arguments = vec!["gallery".as_ref(), "--out".as_ref(), out.as_os_str()];
    arguments.extend(open.then_some(OsStr::new("--open")));
    if let Some(certificates) = certificates {
        arguments.extend(["--certificates".as_ref(), certificates.as_os_str()]);
    }
    if let Some(programs) = programs {
        arguments.extend(["--programs".as_ref(), programs.as_os_str()]);
    }
    viewer::run_with_input(workspace, arguments, &exhibits)
}

/// The places of exhibits that lack films, with their programs.
type Unfinished = Vec<(usize, Shown)>;

/// Returns the exhibits of all puzzles, including failed ones; with certificates if there is a
/// folder for them. Only kept searches and explanations are among them: the places of exhibits that
/// lack one are returned, too, with their programs.
pub(crate) fn exhibits(
    workspace: &Workspace,
    certificates: Option<&Path>,
) -> Result<(Vec<Exhibit>, Unfinished)> {
    let puzzles = workspace.select(&[])?;
    let programs = programs::build(workspace, &puzzles)?;
    let (grades, figures) = (grade::kept(workspace)?, bench::kept(workspace)?);
    eprintln!("solving and drawing {}", count(puzzles.len() as u128, "puzzle"));
    let shown = results::for_each(&puzzles, None, |puzzle| {
        let program = &programs[&puzzle.slug];
        let row = results::solved(workspace, puzzle, program, TIMEOUT);
        let grade = grades.get(&puzzle.slug);
        let shown = program.as_ref().ok().map(|program| {
            let shown = Shown {
                program: program.clone(),
                outputs: Outputs::of(workspace, &puzzle.slug, program),
                is_explained: grade.is_none_or(|kept| kept.is_explained),
                has_steps: puzzle.folder.join("instances/published.steps").is_file(),
            };
            let is_explained = shown.is_explained && shown.states_rules();
            Shown { is_explained, ..shown }
        });
        let exhibit = Exhibit {
            grade: grade.and_then(|kept| kept.grade),
            kept: figures.get(&puzzle.slug).copied(),
            ..exhibit(workspace, puzzle, shown.as_ref(), row)
        };
        // Without a report the search crashed or never ended: it is not run again.
        let unfinished =
            shown.filter(|shown| exhibit.row.report().is_some() && shown.lacks_films(true));
        (exhibit, unfinished)
    });
    let (mut exhibits, shown): (Vec<Exhibit>, Vec<Option<Shown>>) = shown.into_iter().unzip();
    let unfinished = shown.into_iter().enumerate();
    let unfinished = unfinished.filter_map(|(place, shown)| Some((place, shown?))).collect();
    if let Some(folder) = certificates {
        eprintln!("proving the same puzzles by their rules");
        let checker = certify::version().unwrap_or_else(|error| {
            eprintln!("{error:#}");
            None
        });
        let certified = results::for_each(&puzzles, None, |puzzle| {
            certified(workspace, puzzle, &programs[&puzzle.slug], folder, checker.as_deref())
        });
        for (exhibit, certificate) in exhibits.iter_mut().zip(certified) {
            exhibit.certificate = Some(certificate);
        }
    }
    Ok((exhibits, unfinished))
}

/// Returns the result of proving a puzzle, whose certificate is in the folder. Both are kept.
/// Without the checker the proof is still written, but not verified.
fn certified(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    program: &Program,
    folder: &Path,
    checker: Option<&str>,
) -> Certified {
    let outputs = program.as_ref().ok();
    let outputs = outputs.map(|program| Outputs::of(workspace, &puzzle.slug, program));
    let arguments = ["certify", checker.unwrap_or("unchecked")];
    let kept = || -> Option<Certified> {
        let row: Certified = serde_json::from_str(&outputs.as_ref()?.kept(&arguments)?).ok()?;
        let file = |kind| folder.join(&puzzle.slug).with_extension(kind).is_file();
        let has_files = file("opb") && file("pbp");
        (has_files || row.status == CertifiedStatus::NoRules).then_some(row)
    };
    kept().unwrap_or_else(|| {
        let row = certify::certify(puzzle, program, folder, checker, TIMEOUT);
        let falls_short = [CertifiedStatus::Refuted, CertifiedStatus::TimedOut];
        if let Some(outputs) = outputs.filter(|_| !falls_short.contains(&row.status)) {
            outputs.keep(&arguments, &serde_json::to_string(&row).unwrap_or_default());
        }
        row
    })
}

/// Returns the exhibit of a puzzle.
fn exhibit(
    workspace: &Workspace,
    puzzle: &PuzzleCrate,
    shown: Option<&Shown>,
    row: Row,
) -> Exhibit {
    let print = |arguments: &[&str]| shown?.printed(arguments, arguments, TIMEOUT);
    // Without a report the search crashed or never ended: it is not run again.
    let reported = shown.filter(|_| row.report().is_some());
    let library = puzzle.source.as_ref().and_then(|path| fs::read_to_string(path).ok());
    let library = library.unwrap_or_default();
    let About { rules, question, constraints } =
        print(&SHOW).and_then(|shown| about(&shown)).unwrap_or_default();
    Exhibit {
        metadata: Metadata { question, ..puzzle.metadata.clone() },
        family: puzzle.family.clone(),
        rules,
        has_rules: constraints,
        shared: shared(workspace, &library),
        files: files(&puzzle.folder),
        unsolved: print(&["draw", "--empty", "--without-rules"]),
        solved: shown.filter(|_| row.reaches_goal()).and_then(|shown| shown.solved(&row)),
        example: shown.and_then(|shown| {
            example(puzzle, |arguments, version| {
                let name = [&arguments[..1], &arguments[3..], &[version]].concat();
                shown.printed(&name, arguments, TIMEOUT)
            })
        }),
        fill: print(&["fill"]).and_then(|text| serde_json::from_str(&text).ok()),
        trace: reported.and_then(|shown| shown.kept(&TRACE)),
        explanation: reported
            .and_then(|shown| shown.kept(&EXPLANATION).filter(|_| shown.is_explained)),
        library: Some(library),
        kept: None,
        certificate: None,
        grade: None,
        row,
    }
}

/// The output of a puzzle's program.
pub(crate) struct Shown {
    program: PathBuf,
    outputs: Outputs,
    /// Whether its steps explain part of the board, since failing takes the longest.
    is_explained: bool,
    /// Whether its steps are kept with the puzzle.
    has_steps: bool,
}

impl Shown {
    /// Returns the output of the program, which runs for `timeout` at most unless the output is
    /// kept under `name`. Empty output is kept, too; a failure is reported.
    fn printed(&self, name: &[&str], arguments: &[&str], timeout: Duration) -> Option<String> {
        let kept = self.outputs.kept(name).or_else(|| {
            let ran = process::output_within(&self.program, arguments, timeout);
            // An interrupted run does not mean that the program failed.
            let text = match ran {
                _ if INTERRUPT.load(Ordering::Relaxed) => return None,
                Err(error) => {
                    let program = self.program.file_stem().unwrap_or_default().display();
                    eprintln!("{program} {}: {error:#}", arguments.join(" "));
                    return None;
                }
                Ok(text) => text.unwrap_or_default(),
            };
            self.outputs.keep(name, &text);
            Some(text)
        });
        kept.filter(|text| !text.is_empty())
    }

    /// Returns whether the program can explain its solution.
    fn states_rules(&self) -> bool {
        let shown = self.printed(&SHOW, &SHOW, TIMEOUT);
        shown.and_then(|shown| about(&shown)).is_some_and(|about| about.constraints)
    }

    /// Returns the picture of the board in the report, if one is kept, which avoids a search.
    fn solved(&self, row: &Row) -> Option<String> {
        let report = self.outputs.path(&results::SOLVE);
        let has_board =
            report.is_file() && row.report().is_some_and(|report| !report.boards.is_empty());
        let arguments = ["draw", "--board", report.to_str()?];
        self.printed(&["draw"], &arguments[..if has_board { 3 } else { 1 }], TIMEOUT)
    }

    /// Returns the file with the program's output.
    fn file(&self, arguments: &[&str], timeout: Duration) -> Option<PathBuf> {
        self.printed(arguments, arguments, timeout).map(|_| self.outputs.path(arguments))
    }

    /// Returns the file with the program's output, if it is kept.
    fn kept(&self, arguments: &[&str]) -> Option<PathBuf> {
        let path = self.outputs.path(arguments);
        fs::metadata(&path).is_ok_and(|file| file.len() > 0).then_some(path)
    }

    /// Returns whether its search, or a wanted explanation, is still missing.
    fn lacks_films(&self, explains: bool) -> bool {
        let is_missing = |arguments: &[&str]| !self.outputs.path(arguments).is_file();
        is_missing(&TRACE) || explains && self.is_explained && is_missing(&EXPLANATION)
    }

    /// Returns the files with its search and its explanation.
    fn films(&self, explains: bool) -> [Option<PathBuf>; 2] {
        let timeout = if self.has_steps { TIMEOUT } else { EXPLAINING };
        let explanation = || {
            if explains { self.file(&EXPLANATION, timeout) } else { self.kept(&EXPLANATION) }
        };
        [self.file(&TRACE, TIMEOUT), if self.is_explained { explanation() } else { None }]
    }
}

/// Returns the pictures of a puzzle's small instance, unsolved and solved. `print` runs its program
/// with arguments; it is also passed the version of the instance, which is not in the program.
pub(super) fn example(
    puzzle: &PuzzleCrate,
    print: impl Fn(&[&str], &str) -> Option<String>,
) -> Option<[String; 2]> {
    let instances = EXAMPLES.map(|name| puzzle.folder.join("instances").join(name));
    let instance = instances.iter().find(|path| path.is_file())?;
    let modified = fs::metadata(instance).ok()?.modified().ok()?;
    let version = modified.duration_since(UNIX_EPOCH).ok()?.as_nanos().to_string();
    let draw = ["draw", "--instance", instance.to_str()?];
    let unsolved = print(&[&draw[..], &["--empty", "--without-rules"]].concat(), &version)?;
    Some([unsolved, print(&draw, &version)?])
}

/// What `show` says of a puzzle, as JSON.
#[derive(Default, Deserialize)]
pub(super) struct About {
    pub(super) rules: Vec<String>,
    pub(super) question: Option<String>,
    /// Whether the rules are stated as constraints.
    constraints: bool,
}

fn about(shown: &str) -> Option<About> {
    serde_json::from_str(shown).ok()
}

/// Returns the texts of the modules of shared crates that the header of a library links to, by
/// their paths.
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

/// Returns the sources and instances in the folder of a puzzle's crate; unreadable ones are
/// omitted.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, String> {
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

/// Returns the output of a program with `arguments`; `None` if it fails or prints nothing.
pub(super) fn printed(program: &Path, arguments: &[&str]) -> Option<String> {
    process::output_within(program, arguments, TIMEOUT).ok().flatten()
}
