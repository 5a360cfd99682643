//! `explain`: the solution in steps.

mod drawing;
pub(crate) mod english;
mod grade;
pub(crate) mod hint;
mod verified;
pub(crate) mod words;

use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::explain::{Explainer, Kept, Search, Step, Subject};
use anyhow::{Context, Result};
use itertools::Itertools;
use picture::Picture;
use protocol::trace::{self, End, Event, Start};
use protocol::{Difficulty, Effort, Explanation, Grade, count};
use pseudo_boolean::{Observer, Solver};
use puzzle::{Board, Puzzle, Rules};
use rules::{Fault, Groups};

use crate::certify::opb::NO_RULES;
use crate::look::terminal::Terminal;
use crate::output::{Clock, json_line};
use crate::{Format, SHORT_OF_THE_GOAL, Session};
use grade::Tally;
use verified::Verifier;
use words::Words;

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Arguments {
    /// End after N steps
    #[arg(long, value_name = "N")]
    steps: Option<NonZeroUsize>,
    /// Also show trivial steps one by one
    #[arg(long)]
    all: bool,
    /// Have every step verified by the checker `veripb`, over constraints printed by `rules`
    #[arg(long)]
    certify: bool,
    /// Keep the verified files in this folder: step-N.opb and step-N.pbp [default: they are
    /// removed]
    #[arg(long, value_name = "DIR", requires = "certify")]
    out: Option<PathBuf>,
    /// Stop after N conflicts of the search for steps: at the same point on each machine
    #[arg(long, value_name = "N")]
    conflicts: Option<u64>,
    /// Print only statistics, as JSON: difficulty of the steps and progress
    #[arg(long)]
    figures: bool,
    /// Search for all steps, even if some are kept with the puzzle
    #[arg(long)]
    anew: bool,
    /// Write the steps that took a search to FILE, in the format kept with a puzzle
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// List the groups of constraints that steps rest on, by rule, and end
    #[arg(long)]
    groups: bool,
}

/// Stops a search when the session's time is over.
struct Watch<'c>(&'c Clock);

impl Observer for Watch<'_> {
    fn node(&mut self, _: &Solver) -> ControlFlow<()> {
        self.working()
    }

    fn dead_end(&mut self) -> ControlFlow<()> {
        self.working()
    }

    fn working(&mut self) -> ControlFlow<()> {
        if self.0.stopped().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Returns the rules of the session's instance with their solution; without a solution, the outcome
/// that says why.
pub(super) fn subject(session: &Session) -> Result<(Rules, Search)> {
    let rules = session.puzzle.constraints(session.model()).context(NO_RULES)?;
    let search = match Subject::find(&rules, &mut Watch(&session.clock)) {
        Err(Fault::Stopped) => Search::Stopped,
        search => search?,
    };
    Ok((rules, search))
}

/// Reports that there is nothing to explain.
pub(super) fn nothing(session: &Session, search: &Search) -> u8 {
    match session.clock.stopped() {
        Some(stop) => eprintln!("stopped before a solution was found: {}", stop.reason()),
        None if matches!(search, Search::Stopped) => eprintln!("stopped: the rules are too large"),
        None => eprintln!("no solution: there is nothing to explain"),
    }
    SHORT_OF_THE_GOAL
}

pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    let verifier = arguments.certify.then(|| Verifier::new(arguments.out.as_deref()));
    let mut verifier = verifier.transpose()?;
    let (_, search) = subject(session)?;
    let Search::Found(subject) = search else {
        let code = nothing(session, &search);
        if arguments.figures || session.format == Some(Format::Json) {
            print_figures(session, arguments, &Progress::default(), Vec::new())?;
        }
        return Ok(code);
    };
    if arguments.groups {
        session.clock.print(&groups_by_rule(&subject))?;
        return Ok(0);
    }
    let is_over = || session.clock.stopped().is_some();
    let most_conflicts = arguments.conflicts.unwrap_or(u64::MAX);
    let mut explainer = Explainer::new(&subject, &is_over).within(most_conflicts);
    if !arguments.anew {
        explainer = explainer.along(kept(session)?, false);
    }
    let mut searched = String::new();
    let (cells, fixed) = subject.numbers();
    let mut progress = Progress { fixed, cells, ..Progress::default() };
    let is_text = session.format != Some(Format::Json) && !arguments.figures;
    let mut teller = Teller::new(session, arguments.all);
    if is_text && !subject.is_unique() {
        teller.print("", SEVERAL)?;
    }
    let mut told = Vec::new();
    let most_steps = arguments.steps.map_or(usize::MAX, NonZeroUsize::get);
    while progress.tally.steps() < most_steps
        && let Some(step) = explainer.step()
    {
        progress.tally.add(&explainer, &step);
        if let Some(kept) = &step.kept {
            let _ = writeln!(searched, "{kept}");
        }
        if let Some(verifier) = &mut verifier
            && !verifier.verify(session, &explainer, &step, progress.tally.steps())?
        {
            break;
        }
        if arguments.figures {
            continue;
        }
        if session.format == Some(Format::Json) {
            told.push(Words::new(&explainer, &session.form).told(&step));
        } else {
            teller.tell(&explainer, step)?;
        }
    }
    if let Some(path) = &arguments.keep {
        fs::write(path, searched).with_context(|| format!("cannot write {}", path.display()))?;
    }
    progress.known = explainer.known_numbers();
    progress.is_limited = progress.tally.steps() == most_steps;
    progress.is_stopped = explainer.is_stopped();
    if is_text {
        teller.end(&explainer, &progress)?;
    } else {
        print_figures(session, arguments, &progress, told)?;
    }
    if let Some(verifier) = &verifier {
        eprintln!("{}", verifier.result(session));
    }
    Ok(if progress.is_complete() || progress.is_limited { 0 } else { SHORT_OF_THE_GOAL })
}

/// Returns the steps kept for the session's instance.
pub(super) fn kept(session: &Session) -> Result<Vec<Kept>> {
    let lines = (1..).zip(session.explained.lines());
    let read = |(number, line): (usize, &str)| {
        line.parse().with_context(|| format!("instances/published.steps, line {number}"))
    };
    lines.map(read).collect()
}

/// The progress of an explanation.
#[derive(Default)]
struct Progress {
    tally: Tally,
    /// Numbers of the board: known, fixed by the rules, and in total.
    known: usize,
    fixed: usize,
    cells: usize,
    /// The requested number of steps has been printed.
    is_limited: bool,
    is_stopped: bool,
}

impl Progress {
    fn is_complete(&self) -> bool {
        self.cells > 0 && self.known >= self.fixed
    }

    fn difficulty(&self) -> Difficulty {
        self.tally.difficulty(self.is_complete(), self.is_limited || self.is_stopped)
    }

    /// Describes how it ended and how hard the steps are.
    fn text(&self, session: &Session) -> String {
        let Progress { known, fixed, cells, .. } = self;
        let things = if session.form.size().is_some() { "cell" } else { "number" };
        let what = count(*cells as u128, things);
        let mut text = match session.clock.stopped() {
            _ if self.is_complete() && fixed < cells => format!(
                "The rules have several solutions: {fixed} of {what} are the same in all of them, \
                 and these are explained."
            ),
            _ if self.is_complete() => format!("All {what} are known."),
            Some(stop) => format!("Stopped, {}: {known} of {what} are known.", stop.reason()),
            None if self.is_limited || self.is_stopped => format!("{known} of {what} are known."),
            None => format!("No short step found: {known} of {what} are known."),
        };
        let Tally { trivial, by_cases, by_two, by_more, longest_chain, most_cases, .. } =
            self.tally;
        let difficulty = self.difficulty();
        if let Some(grade) = difficulty.grade {
            let _ = write!(text, "\nDifficulty: {grade}.");
        }
        let _ = write!(
            text,
            "\n{}: {trivial} trivial, {by_cases} by cases (at most {most_cases}), {by_two} by two \
             rules at once, {by_more} by more (at most {}); the longest chain has {}.",
            count(difficulty.steps as u128, "step"),
            difficulty.most_groups,
            count(longest_chain as u128, "link")
        );
        text
    }
}

fn print_figures(
    session: &Session,
    arguments: &Arguments,
    progress: &Progress,
    steps: Vec<protocol::Told>,
) -> Result<()> {
    let (puzzle, difficulty) = (session.slug.clone(), progress.difficulty());
    let (complete, clock) = (progress.is_complete(), &session.clock);
    if !arguments.figures {
        clock.print_json(&Explanation { puzzle, complete, difficulty, steps })?;
        return Ok(());
    }
    let Progress { tally, known, fixed, .. } = progress;
    clock.print_json(&Effort {
        puzzle,
        complete,
        difficulty,
        by_cases: tally.by_cases,
        by_two: tally.by_two,
        most_cases: tally.most_cases,
        known: *known,
        fixed: *fixed,
        conflicts: tally.conflicts,
        stopped: clock.stopped(),
    })?;
    Ok(())
}

/// Prints steps as text while they are found.
struct Teller<'s> {
    session: &'s Session,
    shows_all: bool,
    terminal: Terminal,
    /// Trivial steps not printed yet.
    waiting: Vec<Step>,
    /// Number of steps so far.
    number: usize,
}

/// Message for an instance with several solutions.
const SEVERAL: &str =
    "The rules have several solutions: only what is the same in all of them is explained.";

/// Time limit for grading a new instance.
const PATIENCE: Duration = Duration::from_secs(5);

impl<'s> Teller<'s> {
    fn new(session: &'s Session, shows_all: bool) -> Self {
        let terminal = Terminal::for_text(session);
        Teller { session, shows_all, terminal, waiting: Vec::new(), number: 0 }
    }

    fn tell(&mut self, explainer: &Explainer, step: Step) -> Result<()> {
        self.number += 1;
        if step.is_trivial && !self.shows_all {
            self.waiting.push(step);
            return Ok(());
        }
        self.fold(explainer)?;
        let sentence = Words::new(explainer, &self.session.form).sentence(&step);
        self.print(&format!("{}. ", self.number), &sentence)
    }

    /// Prints the trivial steps before the latest one.
    fn fold(&mut self, explainer: &Explainer) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let steps = std::mem::take(&mut self.waiting);
        self.print("   ", &Words::new(explainer, &self.session.form).folded(&steps))
    }

    fn print(&self, begin: &str, text: &str) -> Result<()> {
        self.session.clock.print(&format!("{}\n", self.terminal.wrapped(begin, text)))?;
        Ok(())
    }

    fn end(&mut self, explainer: &Explainer, progress: &Progress) -> Result<()> {
        self.fold(explainer)?;
        self.session.clock.print("\n")?;
        for paragraph in progress.text(self.session).lines() {
            self.print("", paragraph)?;
        }
        if !self.shows_all && progress.tally.trivial > 0 {
            self.print("", "`--all` tells why each trivial step follows.")?;
        }
        Ok(())
    }
}

/// Lists the number of groups and constraints of each rule, for authors of rules.
fn groups_by_rule(subject: &Subject) -> String {
    let Groups { groups, domains, channels, named } = subject.groups();
    let by_rule = (0..groups.len()).into_group_map_by(|&group| groups[group].heading);
    let mut text = String::new();
    for (_, of_rule) in by_rule.into_iter().sorted() {
        let sizes: Vec<usize> =
            of_rule.iter().map(|&group| groups[group].constraints.len()).collect();
        let rule = subject.heading(of_rule[0]).unwrap_or("(before the first rule)");
        let _ = writeln!(
            text,
            "{} groups, {} constraints, the largest has {}: {rule}",
            sizes.len(),
            sizes.iter().sum::<usize>(),
            sizes.iter().max().unwrap_or(&0)
        );
    }
    let hidden = named.iter().filter(|named| !named.is_on_board).count();
    let _ = writeln!(
        text,
        "always in use: {} constraints of domains, {} of channels; {hidden} numbers with names are \
         not on the board",
        domains.len(),
        channels.len()
    );
    text
}

/// Prints the steps with their pictures, in the format of `trace`: the depth is the number of
/// groups. With `ends_with_kept`, kept steps are not followed by a search for more.
pub(super) fn trace(
    session: &Session,
    most_steps: usize,
    most_conflicts: Option<u64>,
    ends_with_kept: bool,
) -> Result<u8> {
    let base = session.picture(None);
    let (puzzle, instance) = (session.slug.clone(), session.instance.clone());
    session.clock.print_json(&Start { puzzle, instance, base: &base })?;
    let (rules, search) = subject(session)?;
    let (mut steps, mut complete, mut known) = (0, false, None);
    let code = if let Search::Found(subject) = &search {
        let is_over = || session.clock.stopped().is_some();
        let kept = kept(session)?;
        let ends = ends_with_kept && !kept.is_empty();
        // Kept steps are cheap and finite.
        let most_conflicts = most_conflicts.filter(|_| !ends).unwrap_or(u64::MAX);
        let mut explainer =
            Explainer::new(subject, &is_over).within(most_conflicts).along(kept, ends);
        while steps < most_steps
            && let Some(step) = explainer.step()
        {
            steps += 1;
            let board = rules.board(|variable| explainer.known(variable));
            let line = traced(session, &explainer, &step, &board, steps, &base);
            session.clock.print(&json_line(&line))?;
        }
        complete = explainer.is_complete();
        known = Some((explainer.known_numbers(), subject.numbers().1));
        if complete { 0 } else { SHORT_OF_THE_GOAL }
    } else {
        nothing(session, &search)
    };
    let steps = steps as u64;
    session.clock.print_json(&End { steps, kept: steps, complete, known })?;
    Ok(code)
}

/// Returns a step as a line of a trace.
fn traced(
    session: &Session,
    explainer: &Explainer,
    step: &Step,
    board: &Board,
    number: usize,
    base: &Picture,
) -> trace::Step<Picture> {
    let words = Words::new(explainer, &session.form);
    let picture = drawing::drawn(session, &words, step, board).difference(base);
    let is_last = explainer.is_complete();
    trace::Step {
        number: number as u64 - 1,
        depth: step.groups.len(),
        event: if is_last { Event::Solution } else { Event::Try },
        why: Some(words.sentence(step)),
        told: Some(words.told(step)),
        nodes: number as u64,
        board: session.form.write(board),
        picture,
    }
}

/// Returns the grade of another instance; `None` if this takes too long.
pub(super) fn grade(session: &Session, puzzle: &dyn Puzzle) -> Result<Option<Grade>> {
    let start = Instant::now();
    let rules = puzzle.constraints(session.model()).context(NO_RULES)?;
    let Ok(Search::Found(subject)) = Subject::find(&rules, &mut Watch(&session.clock)) else {
        return Ok(None);
    };
    let is_over = || session.clock.stopped().is_some() || start.elapsed() > PATIENCE;
    let mut explainer = Explainer::new(&subject, &is_over);
    let mut tally = Tally::default();
    while let Some(step) = explainer.step() {
        tally.add(&explainer, &step);
    }
    Ok(tally.difficulty(explainer.is_complete(), is_over()).grade)
}

/// Draws the board after a step of the explanation, with the premises of the step. Prints a message
/// and returns `None` if there is no such step.
pub(super) fn picture_of_step(session: &Session, number: NonZeroUsize) -> Result<Option<Picture>> {
    let (rules, search) = subject(session)?;
    let Search::Found(subject) = search else {
        nothing(session, &search);
        return Ok(None);
    };
    let is_over = || session.clock.stopped().is_some();
    let mut explainer = Explainer::new(&subject, &is_over).along(kept(session)?, false);
    let mut last = None;
    for place in 0..number.get() {
        last = explainer.step();
        if last.is_none() {
            let end = session.clock.stopped().map_or("", |_| ": the time was up");
            eprintln!("there is no step {number}, only {}{end}", count(place as u128, "step"));
            return Ok(None);
        }
    }
    let Some(step) = last else { return Ok(None) };
    let board = rules.board(|variable| explainer.known(variable));
    let words = Words::new(&explainer, &session.form);
    let mut picture = drawing::drawn(session, &words, &step, &board);
    picture.caption([format!("{number}. {}", words.sentence(&step))]);
    Ok(Some(picture))
}
