//! `book`: new instances of several puzzles, graded, with rules and solutions, to print.
//!
//! The puzzles' programs make and grade the instances; the viewer sets the pages. Each instance is
//! made by `make` from a seed of its own, so that its code, such as `hooks-5:6:7003`, reproduces
//! it.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use protocol::{
    Book, Chapter, Effort, Explanation, Fill, FillPart, Grade, Problem, Report, Told, count,
    parse_seconds, whole_number,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::commands::gallery::{self, About};
use crate::output::ensure_writable;
use crate::programs;
use crate::temporary::TemporaryFolder;
use crate::workspace::{PuzzleCrate, Workspace};
use crate::{FALLS_SHORT, INTERRUPT, process, results, viewer};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Puzzles to make instances of, with an optional size: hooks-5 or hooks-5:9 [default: some
    /// that are fast to make]
    #[arg(value_name = "PUZZLE[:SIZE]")]
    puzzles: Vec<String>,
    /// Number of instances, of all puzzles together
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole_number(1..=500_u16))]
    count: u16,
    /// The easiest grade: trivial, easy, moderate, hard, very-hard, fiendish or beyond-reach
    #[arg(long, value_name = "GRADE", default_value = "easy")]
    from: Grade,
    /// The hardest grade
    #[arg(long, value_name = "GRADE", default_value = "hard")]
    to: Grade,
    /// Seed: the same number makes the same book [default: random]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    seed: Option<u32>,
    /// The file to write: it ends in .pdf or .html
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The title on its first page
    #[arg(long, value_name = "TEXT", default_value = TITLE)]
    title: String,
    /// The author, named on its first page
    #[arg(long, value_name = "NAME", default_value = "")]
    author: String,
    /// Puzzles on a page: 1, 2, 4 or 6
    #[arg(long, value_name = "N", default_value = "1", value_parser = ["1", "2", "4", "6"])]
    per_page: String,
    /// The paper: a4, a5 or letter
    #[arg(long, value_name = "SIZE", default_value = "a4", value_parser = ["a4", "a5", "letter"],
        ignore_case = true)]
    paper: String,
    /// Print a QR code beside each puzzle, which opens it in the gallery at this address
    #[arg(long, value_name = "URL")]
    gallery: Option<String>,
    /// Time to look for each instance
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    timeout: Duration,
}

impl Arguments {
    /// Returns the options whose values are the user's own, each after a space.
    fn own_words(&self) -> String {
        let options = [("--title", &self.title, TITLE), ("--author", &self.author, "")];
        let options = options.into_iter().filter(|(_, value, usual)| value != usual);
        let options = options.map(|(option, value, _)| (option, value));
        let options = options.chain(self.gallery.iter().map(|address| ("--gallery", address)));
        options.map(|(option, value)| format!(" {option} {value:?}")).join("")
    }
}

/// Default title.
const TITLE: &str = "Logic Puzzles";
/// Default puzzles of a book: different kinds, many of whose instances are easy to hard, and are made
/// and graded in a second.
const USUAL: [&str; 8] = [
    "hooks-1",
    "number-cross-2",
    "block-party-4",
    "kenken-concatenated",
    "hall-of-mirrors-3:5",
    "choco-banana",
    "tile-and-trouble",
    "knight-moves-2",
];

/// Seeds of instances per seed of a book, so that books of different seeds have different ones.
const SEEDS: u64 = 1000;
/// Most conflicts of an explanation; beyond this an instance has no grade. Unlike a time limit,
/// this does not depend on the machine.
const MOST_CONFLICTS: u64 = 10_000;
/// Time limit for each call of a program. If it is exceeded, the choice of instances depends on the
/// machine, which is reported.
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

/// The required parts of the output of `make`.
#[derive(Deserialize)]
struct Made {
    size: u16,
    instance: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8> {
    let Arguments { from, to, out, .. } = arguments;
    ensure!(
        from <= to,
        "--from {from} --to {to}: expected a hardest grade that is not easier than the easiest one"
    );
    ensure!(
        out.extension().is_some_and(|ending| ending == "pdf" || ending == "html"),
        "--out {}: expected a name that ends in .pdf or .html",
        out.display()
    );
    ensure_writable(out)?;
    let seed = arguments.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(0, |now| now.subsec_micros())
    });
    let workspace = Workspace::load()?;
    let families = families(&workspace, arguments)?;
    let puzzles: Vec<_> = families.iter().map(|family| family.puzzle).collect();
    let programs: HashMap<_, _> = programs::build(&workspace, &puzzles)?
        .into_iter()
        .map(|(slug, program)| Ok((slug.clone(), program.context(slug)?)))
        .collect::<Result<_>>()?;
    let folder = TemporaryFolder::new(&env::temp_dir(), "book-")
        .context("cannot make a temporary folder")?;

    let tasks: Vec<_> = families
        .iter()
        .flat_map(|family| (0..family.share).map(move |task| (family, task)))
        .collect();
    // If one puzzle fails, there is no book, so the others need not be made.
    let has_failed = AtomicBool::new(false);
    let found = results::for_each_task(
        &tasks,
        None,
        |(family, _)| family.to_string(),
        |&(family, task)| {
            let setter = Setter {
                family,
                program: &programs[&family.puzzle.slug],
                file: folder.path().join(format!("{}-{task}.toml", family.puzzle.slug)),
                from: *from,
                to: *to,
                has_failed: &has_failed,
                has_codes: arguments.gallery.is_some(),
            };
            let first = u64::from(seed) * SEEDS + task;
            let found = setter.problem(first, arguments.timeout);
            has_failed.fetch_or(found.is_err(), Ordering::Relaxed);
            found.with_context(|| family.to_string())
        },
    );
    ensure!(!INTERRUPT.load(Ordering::Relaxed), "interrupted; {} was not written", out.display());
    let mut found = found.into_iter().collect::<Result<Vec<_>>>()?.into_iter();
    let mut chapters = Vec::new();
    let mut falls_short = false;
    for family in &families {
        let of_family = found.by_ref().take(usize::try_from(family.share)?);
        let (problems, misses): (Vec<_>, Vec<_>) = of_family.partition_result();
        for miss in &misses {
            eprintln!("{family}: {miss}");
        }
        let chapter = chapter(family.puzzle, &programs[&family.puzzle.slug], problems);
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
        author: arguments.author.clone(),
        gallery: arguments.gallery.clone().unwrap_or_default(),
        grades,
        command: format!(
            "cargo xtask book {} --count {} --from {} --to {} --seed {seed} --per-page {} --paper {}{} \
             --out book.{}",
            families.iter().join(" "),
            arguments.count,
            from.word(),
            to.word(),
            arguments.per_page,
            arguments.paper,
            arguments.own_words(),
            out.extension().unwrap_or_default().display()
        ),
        chapters,
    };
    let options = ["--per-page", &arguments.per_page, "--paper", &arguments.paper, "--out"];
    let options = ["book"].into_iter().chain(options).map(OsString::from).chain([out.into()]);
    let code = viewer::run_with_input(&workspace, options, &book)?;
    Ok(if code == 0 && falls_short { FALLS_SHORT } else { code })
}

/// Returns the puzzles with their sizes and numbers of instances.
fn families<'w>(workspace: &'w Workspace, arguments: &Arguments) -> Result<Vec<Family<'w>>> {
    let mut names = arguments.puzzles.clone();
    if names.is_empty() {
        // Those that the workspace has.
        names = USUAL.map(str::to_owned).into();
        names.retain(|name| workspace.find(split(name).0).is_ok());
    }
    let all = u64::from(arguments.count);
    let mut families: Vec<Family> = Vec::new();
    for (place, name) in (0..).zip(&names) {
        let (slug, size) = split(name);
        let expected = || format!("{name}: expected PUZZLE:SIZE, such as {slug}:9");
        let size = size.map(|size| size.parse().ok().with_context(expected)).transpose()?;
        let puzzle = workspace.find(slug)?;
        let is_new = families.iter().all(|family| family.puzzle.slug != puzzle.slug);
        ensure!(is_new, "{} is named twice", puzzle.slug);
        let names = names.len() as u64;
        // The first ones get the remainder.
        let share = all / names + u64::from(place < all % names);
        families.push(Family { puzzle, size, share });
    }
    families.retain(|family| family.share > 0);
    Ok(families)
}

/// Splits a name into puzzle and size.
fn split(name: &str) -> (&str, Option<&str>) {
    name.rsplit_once(':').map_or((name, None), |(slug, size)| (slug, Some(size)))
}

/// Returns the problems of a family, each listing only the rules, and the question, that the
/// others do not have.
fn chapter(puzzle: &PuzzleCrate, program: &Path, mut problems: Vec<Problem>) -> Chapter {
    problems.sort_by(|one, other| (one.grade, &one.code).cmp(&(other.grade, &other.code)));
    let same = problems.len();
    let mut problems: Vec<_> =
        problems.into_iter().unique_by(|problem| problem.unsolved.clone()).collect();
    if problems.len() < same {
        eprintln!("{}: {} left out that came twice", puzzle.slug, same - problems.len());
    }
    let mut rules = problems.first().map_or(Vec::new(), |first| first.rules.clone());
    rules.retain(|rule| problems.iter().all(|problem| problem.rules.contains(rule)));
    let is_same = problems.iter().map(|problem| &problem.question).all_equal();
    let mut question = None;
    for problem in &mut problems {
        problem.rules.retain(|rule| !rules.contains(rule));
        let own = problem.question.take();
        if is_same {
            question = own;
        } else {
            problem.rules.extend(own);
        }
    }
    let metadata = &puzzle.metadata;
    let month = metadata.published.map(|month| month.to_string());
    let origin = metadata.publisher().map(str::to_owned).into_iter().chain(month).join(", ");
    let title = metadata.title.clone();
    let example = gallery::example(puzzle, |arguments, _| {
        process::output_within(program, arguments, PATIENCE).ok().flatten()
    });
    Chapter { title, origin, rules, question, example, problems }
}

/// Returns three hints: a first value that is not printed, where the hardest step is made, and that
/// step. What clues and rules state outright is no step.
fn hints(explanation: &Explanation, fill: &Fill) -> Vec<String> {
    let given = |part: &FillPart| {
        let name = |place| format!("r{}c{}", place / part.columns + 1, place % part.columns + 1);
        part.given.iter().map(|(place, _)| name(place)).collect::<Vec<_>>()
    };
    let printed: Vec<String> = fill.parts.iter().flat_map(given).collect();
    let steps: Vec<&Told> = explanation.steps.iter().filter(|step| step.is_needed).collect();
    let is_value = |step: &&&Told| {
        step.facts.first().is_some_and(|fact| !fact.contains("!="))
            && !step.cells.iter().all(|cell| printed.contains(cell))
    };
    let Some(first) = steps.iter().find(is_value).or(steps.first()) else { return Vec::new() };
    let others = steps.iter().filter(|step| step != &first);
    // The first of those that cost the most.
    let Some(hardest) = others.rev().max_by_key(|step| step.cost) else { return Vec::new() };
    let places = hardest.groups.iter().map(|group| &*group.place).filter(|place| !place.is_empty());
    let places = match places.unique().join(", ") {
        places if places.is_empty() => hardest.cells.join(", "),
        places => places,
    };
    vec![
        format!("Begin here: {}.", first.text.trim_end_matches('.')),
        format!("The hardest step ({}) is made at {places}.", hardest.technique),
        format!("There, {}.", hardest.text.trim_end_matches('.')),
    ]
}

/// Searches for an instance of a family.
struct Setter<'a> {
    family: &'a Family<'a>,
    program: &'a Path,
    /// The file with the instance for the program.
    file: PathBuf,
    from: Grade,
    to: Grade,
    /// Whether one of the tasks has failed.
    has_failed: &'a AtomicBool,
    has_codes: bool,
}

/// The reason for a rejection that may depend on the machine.
const LATE: &str = "not made or graded in time";

/// Summarizes the reasons for rejected instances.
fn tally(misses: &[&str]) -> String {
    let counts = misses.iter().counts().into_iter().sorted();
    let counts = counts.map(|(miss, times)| format!("{times} {miss}"));
    format!("{} tried: {}", count(misses.len() as u128, "seed"), counts.format(", "))
}

impl Setter<'_> {
    /// Returns the first problem from this seed with a requested grade; or why there is none within
    /// the time.
    fn problem(&self, first: u64, timeout: Duration) -> Result<Result<Problem, String>> {
        let start = Instant::now();
        let mut misses = Vec::new();
        for seed in (first..).step_by(usize::try_from(self.family.share)?) {
            if INTERRUPT.load(Ordering::Relaxed) || self.has_failed.load(Ordering::Relaxed) {
                break;
            }
            if start.elapsed() > timeout {
                let Self { from, to, .. } = self;
                return Ok(Err(format!(
                    "no instance from {from} to {to} within {} s; {}; try another size, other grades \
                     or a longer --timeout",
                    timeout.as_secs_f64(),
                    tally(&misses)
                )));
            }
            let Some((code, effort)) = self.made(seed)? else {
                misses.push(LATE);
                continue;
            };
            match effort.difficulty.grade.filter(|_| effort.conflicts <= MOST_CONFLICTS) {
                None => misses.push("beyond a grade"),
                Some(grade) if grade < self.from => misses.push("too easy"),
                Some(grade) if grade > self.to => misses.push("too hard"),
                Some(grade) => {
                    if misses.contains(&LATE) {
                        let tally = tally(&misses);
                        eprintln!("{code}: another machine may choose another one: {tally}");
                    }
                    return self.drawn(code, grade).map(Ok);
                }
            }
        }
        Ok(Err("interrupted".to_owned()))
    }

    /// Makes an instance, as a file; returns its code and difficulty, or `None` if this takes too
    /// long.
    fn made(&self, seed: u64) -> Result<Option<(String, Effort)>> {
        let size = self.family.size.map(|size| format!("--size={size}"));
        let seed_is = format!("--seed={seed}");
        let arguments = ["make", "--format", "json", &seed_is].into_iter().chain(size.as_deref());
        let made = process::output_within(self.program, &arguments.collect::<Vec<_>>(), PATIENCE)?;
        let Some(made) = made else { return Ok(None) };
        let Made { size, instance } = serde_json::from_str(&made).context("what `make` prints")?;
        fs::write(&self.file, instance)
            .with_context(|| format!("cannot write {}", self.file.display()))?;
        let most = MOST_CONFLICTS.to_string();
        let effort: Option<Effort> = self.json(&["explain", "--figures", "--conflicts", &most])?;
        let code = format!("{}:{size}:{seed}", self.family.puzzle.slug);
        Ok(effort.filter(|effort| effort.stopped.is_none()).map(|effort| (code, effort)))
    }

    /// Returns the instance with everything on its page.
    fn drawn(&self, code: String, grade: Grade) -> Result<Problem> {
        let late = || format!("{code} was not shown in {} s", PATIENCE.as_secs());
        let about: Option<About> = self.json(&["show", "--format", "json"])?;
        let About { rules, question, .. } = about.with_context(late)?;
        let report: Report = self.json(&["solve", "--format", "json"])?.with_context(late)?;
        let unsolved = ["draw", "--empty", "--without-rules"];
        let unsolved = self.printed(&unsolved)?.with_context(late)?;
        let solved = self.printed(&["draw"])?.with_context(late)?;
        let fill: Fill = self.json(&["fill"])?.with_context(late)?;
        let most = MOST_CONFLICTS.to_string();
        let explanation = self.json(&["explain", "--format", "json", "--conflicts", &most])?;
        let hints = explanation.map(|explanation| hints(&explanation, &fill)).unwrap_or_default();
        let board = report.boards.into_iter().next().unwrap_or_default();
        let (number, answer) = (0, report.answer);
        Ok(Problem {
            number,
            grade,
            rules,
            question,
            unsolved,
            solved,
            answer,
            code,
            board,
            fill: self.has_codes.then_some(fill),
            hints,
        })
    }

    /// Returns the output of the program for the instance; `None` if it does not end in time.
    fn printed(&self, arguments: &[&str]) -> Result<Option<String>> {
        let file = self.file.to_str().expect("the names of temporary files are text");
        process::output_within(self.program, &[arguments, &["--instance", file]].concat(), PATIENCE)
    }

    fn json<T: DeserializeOwned>(&self, arguments: &[&str]) -> Result<Option<T>> {
        let read = self.printed(arguments)?.map(|text| serde_json::from_str(&text));
        read.transpose().with_context(|| format!("`{}` printed something else", arguments[0]))
    }
}
