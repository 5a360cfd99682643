//! `book`: new instances of several puzzles, graded, with rules and solutions, to print.
//!
//! The puzzles' programs make and grade the instances; the viewer sets the pages. Each instance is made
//! by `make` from a seed of its own, so that its code, such as `hooks-5:6:7003`, says how it is made again.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;
use protocol::{Book, Chapter, Effort, Grade, Problem, Report, count, parse_seconds};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::programs::{self, BuildError, Program};
use crate::temporary::TemporaryFolder;
use crate::workspace::{PuzzleCrate, Workspace};
use crate::{FALLS_SHORT, INTERRUPT, process, results, viewer};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Puzzles whose like to make, each with a size if you like: hooks-5 or hooks-5:9 [default: some that
    /// are made in an instant]
    #[arg(value_name = "PUZZLE[:SIZE]")]
    puzzles: Vec<String>,
    /// How many instances, of all puzzles together
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u16).range(1..=500))]
    count: u16,
    /// The easiest grade: trivial, easy, moderate, hard, very-hard, fiendish or beyond-reach
    #[arg(long, value_name = "GRADE", default_value = "easy")]
    from: Grade,
    /// The hardest grade
    #[arg(long, value_name = "GRADE", default_value = "hard")]
    to: Grade,
    /// Which book: the same number makes the same one [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// The file to write: it ends in .pdf or .html
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The title on its first page
    #[arg(long, value_name = "TEXT", default_value = "Logic Puzzles")]
    title: String,
    /// Puzzles on a page: 1 or 4
    #[arg(long, value_name = "N", default_value = "1", value_parser = ["1", "4"])]
    per_page: String,
    /// The paper of a .pdf: a4 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4", value_parser = ["a4", "letter"])]
    paper: String,
    /// Time to look for each instance
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

/// What a book is made of where nothing is asked for: different kinds, whose instances are made and
/// graded in a second.
const USUAL: [&str; 8] = [
    "hooks-5",
    "number-cross-2",
    "block-party-4",
    "kenken-concatenated",
    "hall-of-mirrors-3",
    "choco-banana",
    "tile-and-trouble",
    "knight-moves-2",
];

/// Seeds of instances per seed of a book, so that books of different seeds have different ones.
const SEEDS: u64 = 1000;
/// An instance whose explanation takes more conflicts has no grade here: unlike a time, that does not
/// depend on the machine.
const MOST_CONFLICTS: u64 = 10_000;
/// For each thing that a program does. Where it is not enough, the choice of instances depends on the
/// machine, and this is said.
const PATIENCE: Duration = Duration::from_secs(30);

/// The instances to make of a puzzle.
struct Family<'w> {
    puzzle: &'w PuzzleCrate,
    size: Option<u16>,
    share: u64,
}

impl fmt::Display for Family<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.puzzle.slug)?;
        self.size.map_or(Ok(()), |size| write!(formatter, ":{size}"))
    }
}

/// What `make` prints, as far as it is needed.
#[derive(Deserialize)]
struct Made {
    size: u16,
    instance: String,
}

/// What `show` prints, as far as it is needed.
#[derive(Deserialize)]
struct Shown {
    rules: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let Arguments { from, to, out, .. } = arguments;
    ensure!(from <= to, "--from {from} --to {to}: no grade is as hard and as easy as that");
    ensure!(
        out.extension().is_some_and(|ending| ending == "pdf" || ending == "html"),
        "--out {}: expected a name that ends in .pdf or .html",
        out.display()
    );
    let seed = arguments.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(0, |now| now.subsec_micros())
    });
    let workspace = Workspace::load()?;
    let families = families(&workspace, arguments)?;
    let puzzles: Vec<_> = families.iter().map(|family| family.puzzle).collect();
    let programs = programs::build(&workspace, &puzzles)?;
    let folder = TemporaryFolder::new(&env::temp_dir(), "book-")
        .context("cannot make a temporary folder")?;

    let tasks: Vec<_> = families
        .iter()
        .flat_map(|family| (0..family.share).map(move |task| (family, task)))
        .collect();
    let found = results::for_each_task(
        &tasks,
        None,
        |(family, _)| family.to_string(),
        |&(family, task)| {
            let setter = Setter {
                family,
                program: built(&programs[&family.puzzle.slug])?,
                file: folder.path().join(format!("{}-{task}.toml", family.puzzle.slug)),
                from: *from,
                to: *to,
            };
            let first = u64::from(seed) * SEEDS + task;
            setter.problem(first, arguments.timeout)
        },
    );
    ensure!(!INTERRUPT.load(Ordering::Relaxed), "interrupted; {} was not written", out.display());
    let mut found = found.into_iter();
    let mut chapters = Vec::new();
    let mut falls_short = false;
    for family in &families {
        let of_family = found.by_ref().take(usize::try_from(family.share)?);
        let (problems, misses): (Vec<_>, Vec<_>) = of_family
            .collect::<Result<Vec<_>>>()
            .with_context(|| format!("{family}"))?
            .into_iter()
            .partition_result();
        for miss in &misses {
            eprintln!("{family}: {miss}");
        }
        let chapter = chapter(family.puzzle, problems);
        falls_short |= (chapter.problems.len() as u64) < family.share;
        chapters.push(chapter);
    }
    chapters.retain(|chapter| !chapter.problems.is_empty());
    ensure!(!chapters.is_empty(), "no instance was found; {} was not written", out.display());
    let problems = chapters.iter_mut().flat_map(|chapter| &mut chapter.problems);
    for (number, problem) in (1..).zip(problems) {
        problem.number = number;
    }
    let grades = if from == to { from.to_string() } else { format!("{from} to {to}") };
    let book = Book {
        title: arguments.title.clone(),
        grades,
        command: format!(
            "cargo xtask book {} --count {} --from {} --to {} --seed {seed}",
            families.iter().join(" "),
            arguments.count,
            from.word(),
            to.word()
        ),
        chapters,
    };
    let options = ["--per-page", &arguments.per_page, "--paper", &arguments.paper, "--out"];
    let options = ["book"].into_iter().chain(options).map(OsString::from).chain([out.into()]);
    let code = viewer::tell(&workspace, options, &book)?;
    Ok(if code == 0 && falls_short { FALLS_SHORT } else { code })
}

/// The puzzles with their sizes, and how many instances of each.
fn families<'w>(workspace: &'w Workspace, arguments: &Arguments) -> Result<Vec<Family<'w>>> {
    let usual = || USUAL.map(str::to_owned).into_iter().filter(|slug| workspace.find(slug).is_ok());
    let mut names = arguments.puzzles.clone();
    if names.is_empty() {
        names.extend(usual());
    }
    let all = u64::from(arguments.count);
    let mut families: Vec<Family> = Vec::new();
    for (place, name) in (0..).zip(&names) {
        let (slug, size) = match name.rsplit_once(':') {
            None => (name.as_str(), None),
            Some((slug, size)) => {
                let size = size.parse().with_context(|| format!("{name}: expected PUZZLE:SIZE"))?;
                (slug, Some(size))
            }
        };
        let puzzle = workspace.find(slug)?;
        let is_new = families.iter().all(|family| family.puzzle.slug != puzzle.slug);
        ensure!(is_new, "{} is named twice", puzzle.slug);
        let names = names.len() as u64;
        // The first ones have one more where the number cannot be divided.
        let share = all / names + u64::from(place < all % names);
        families.push(Family { puzzle, size, share });
    }
    families.retain(|family| family.share > 0);
    Ok(families)
}

fn built(program: &Program) -> Result<&Path> {
    match program {
        Ok(program) => Ok(program),
        Err(BuildError(messages)) => bail!("{}", messages.trim_end()),
    }
}

/// The problems of a family, each with a rule of its own only where others do not have it.
fn chapter(puzzle: &PuzzleCrate, mut problems: Vec<Problem>) -> Chapter {
    problems.sort_by(|one, other| (one.grade, &one.code).cmp(&(other.grade, &other.code)));
    let same = problems.len();
    let mut problems: Vec<_> =
        problems.into_iter().unique_by(|problem| problem.unsolved.clone()).collect();
    if problems.len() < same {
        eprintln!("{}: {} left out that came twice", puzzle.slug, same - problems.len());
    }
    let mut rules = problems.first().map_or(Vec::new(), |first| first.rules.clone());
    rules.retain(|rule| problems.iter().all(|problem| problem.rules.contains(rule)));
    for problem in &mut problems {
        problem.rules.retain(|rule| !rules.contains(rule));
    }
    let metadata = &puzzle.metadata;
    let month = metadata.published.map(|month| month.to_string());
    let origin = metadata.source.clone().into_iter().chain(month).join(", ");
    let (title, question) = (metadata.title.clone(), metadata.question.clone());
    Chapter { title, origin, rules, question, problems }
}

/// Whoever looks for an instance of a family.
struct Setter<'a> {
    family: &'a Family<'a>,
    program: &'a Path,
    /// Where the instance stands for the program.
    file: PathBuf,
    from: Grade,
    to: Grade,
}

/// What became of the instances that were tried.
#[derive(Default)]
struct Tally {
    too_easy: usize,
    too_hard: usize,
    ungraded: usize,
    /// Not made or graded in time.
    late: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { too_easy, too_hard, ungraded, late } = self;
        let tried = count((too_easy + too_hard + ungraded + late) as u128, "seed");
        write!(
            formatter,
            "{tried} tried: {too_easy} too easy, {too_hard} too hard, {ungraded} beyond a grade, {late} \
             not made or graded in {} s",
            PATIENCE.as_secs()
        )
    }
}

impl Setter<'_> {
    /// The first problem from this seed on whose grade is wanted; why there is none, in the time.
    fn problem(&self, first: u64, timeout: Duration) -> Result<Result<Problem, String>> {
        let start = Instant::now();
        let mut tally = Tally::default();
        for seed in (first..).step_by(usize::try_from(self.family.share)?) {
            if INTERRUPT.load(Ordering::Relaxed) {
                break;
            }
            if start.elapsed() > timeout {
                let Self { from, to, .. } = self;
                return Ok(Err(format!(
                    "no instance from {from} to {to} within {} s; {tally}; try another size, other \
                     grades or a longer --timeout",
                    timeout.as_secs_f64()
                )));
            }
            let Some(made) = self.made(seed)? else {
                tally.late += 1;
                continue;
            };
            fs::write(&self.file, &made.instance)
                .with_context(|| format!("cannot write {}", self.file.display()))?;
            let Some(effort) = self.effort()? else {
                tally.late += 1;
                continue;
            };
            match effort.difficulty.grade.filter(|_| effort.conflicts <= MOST_CONFLICTS) {
                None => tally.ungraded += 1,
                Some(grade) if grade < self.from => tally.too_easy += 1,
                Some(grade) if grade > self.to => tally.too_hard += 1,
                Some(grade) => {
                    let code = format!("{}:{}:{seed}", self.family.puzzle.slug, made.size);
                    if tally.late > 0 {
                        eprintln!("{code}: another machine may choose another one: {tally}");
                    }
                    return self.drawn(code, grade).map(Ok);
                }
            }
        }
        Ok(Err("interrupted".to_owned()))
    }

    fn made(&self, seed: u64) -> Result<Option<Made>> {
        let seed = seed.to_string();
        let size = self.family.size.map(|size| size.to_string());
        let size = size.iter().flat_map(|size| ["--size", size]);
        let arguments: Vec<&str> =
            ["make", "--format", "json", "--seed", &seed].into_iter().chain(size).collect();
        self.json(&arguments)
    }

    /// How hard the instance is to explain; `None` if that is not known in time.
    fn effort(&self) -> Result<Option<Effort>> {
        let most = MOST_CONFLICTS.to_string();
        let effort: Option<Effort> =
            self.of_instance(&["explain", "--figures", "--conflicts", &most])?;
        Ok(effort.filter(|effort| effort.stopped.is_none()))
    }

    /// The instance with all that its page shows.
    fn drawn(&self, code: String, grade: Grade) -> Result<Problem> {
        let shown: Option<Shown> = self.of_instance(&["show", "--format", "json"])?;
        let report: Option<Report> = self.of_instance(&["solve", "--format", "json"])?;
        let (shown, report) =
            shown.zip(report).with_context(|| format!("{code} came to nothing"))?;
        let picture = |what: &[&str]| {
            self.printed(&self.with_instance(what))?
                .with_context(|| format!("{code} could not be drawn"))
        };
        Ok(Problem {
            number: 0,
            grade,
            rules: shown.rules,
            unsolved: picture(&["draw", "--empty", "--without-rules"])?,
            solved: picture(&["draw"])?,
            answer: report.answer,
            code,
        })
    }

    fn with_instance<'s>(&'s self, arguments: &[&'s str]) -> Vec<&'s str> {
        let file = self.file.to_str().expect("the names of temporary files are text");
        arguments.iter().copied().chain(["--instance", file]).collect()
    }

    fn of_instance<T: DeserializeOwned>(&self, arguments: &[&str]) -> Result<Option<T>> {
        self.json(&self.with_instance(arguments))
    }

    fn json<T: DeserializeOwned>(&self, arguments: &[&str]) -> Result<Option<T>> {
        // Nothing is printed where the time was up.
        let text = self.printed(arguments)?.filter(|text| !text.is_empty());
        let read = text.map(|text| serde_json::from_str(&text));
        read.transpose().with_context(|| format!("`{}` printed something else", arguments[0]))
    }

    /// What the program prints; `None` if it did not end in time.
    fn printed(&self, arguments: &[&str]) -> Result<Option<String>> {
        let seconds = PATIENCE.as_secs().to_string();
        let arguments: Vec<_> =
            arguments.iter().chain(&["--timeout", &seconds]).map(ToString::to_string).collect();
        let ended = process::run(self.program, &arguments, Some(PATIENCE))?;
        let Some(status) = ended.status else { return Ok(None) };
        let stderr = ended.stderr.text();
        let said = stderr.trim().trim_start_matches("error: ");
        ensure!(matches!(status.code(), Some(0 | 1)), "{said}");
        Ok(Some(ended.stdout.text()))
    }
}
