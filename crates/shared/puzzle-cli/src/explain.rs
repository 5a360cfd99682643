//! `explain`: the solution in steps.

mod drawing;
pub(crate) mod english;
mod grade;
pub(crate) mod hint;
mod paragraphs;
mod verified;
pub(crate) mod words;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::explain::{Explainer, Finding, Kept, Search, Step, Subject, Technique};
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use picture::Picture;
use protocol::trace::{self, End, Event, Start};
use protocol::{Difficulty, Effort, Explanation, Grade, Lemma, Stop, Told, count, whole_number};
use pseudo_boolean::{Literal, Observer, Solver};
use puzzle::{Board, Puzzle, Rules};
use rules::{Fault, Groups};

use crate::look::draw::solution;
use crate::look::terminal::Terminal;
use crate::output::{Clock, json_line};
use crate::watch::on_giving_up;
use crate::{Format, NO_RULES, SHORT_OF_THE_GOAL, Session};
use grade::Tally;
use verified::Verifier;
use words::Words;

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Arguments {
    /// End after N steps
    #[arg(long, value_name = "N", value_parser = whole_number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    steps: Option<NonZeroUsize>,
    /// Also show what is seen at a glance, and what nothing needs; each step in a line of its own
    #[arg(long)]
    all: bool,
    /// Below each step, list all that it uses: its rules with their cells, the facts that it needs, and
    /// the links of its chain
    #[arg(long)]
    full: bool,
    /// Have every step verified by the checker `veripb`, over constraints printed by `rules`
    #[arg(long)]
    certify: bool,
    /// Keep the verified files in this folder: step-N.opb and step-N.pbp, given-N.opb and
    /// given-N.pbp of what is known at the beginning, and lemma-N.opb and lemma-N.pbp [default: they
    /// are removed]
    #[arg(long, value_name = "DIR", requires = "certify")]
    out: Option<PathBuf>,
    /// Stop after N conflicts of the search for steps: at the same point on each machine
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
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
    /// List the techniques that steps can have, with what each costs a person, and end
    #[arg(long)]
    techniques: bool,
}

/// Stops a search when the session's time is over.
pub(crate) struct Watch<'c>(pub(crate) &'c Clock);

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
    let rules = session.rules()?;
    let (board, outcome) = solution(session)?;
    let Some(board) = board else {
        let is_proved = outcome.stopped.is_none();
        return Ok((rules, if is_proved { Search::Unsolvable } else { Search::Stopped }));
    };
    // Boards that cannot be partial have no facts: the rules alone find a solution.
    let facts = session.form.facts_of(&rules, &board).map(|facts| facts.literals);
    let facts = facts.unwrap_or_default();
    let search = match Subject::of(&rules, &facts, &mut Watch(&session.clock)) {
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

/// A step to print, after the obvious ones that it needs.
pub(super) struct Printed {
    obvious: Vec<Step>,
    pub(super) step: Step,
    /// Values that are read off then.
    read_off: Vec<Step>,
}

impl Printed {
    fn new(obvious: Vec<Step>, step: Step) -> Self {
        Printed { obvious, step, read_off: Vec::new() }
    }

    fn all(&self) -> impl Iterator<Item = &Step> {
        self.obvious.iter().chain([&self.step]).chain(&self.read_off)
    }

    /// Returns the step as data, with the values that are read off.
    fn told(&self, words: &Words) -> Told {
        let mut told = words.told(&self.step);
        for step in &self.read_off {
            let Told { cells, facts, .. } = words.told(step);
            told.cells.extend(cells);
            told.facts.extend(facts);
        }
        told
    }
}

/// The share of the time until which steps are found, if they are to be verified.
const UNVERIFIED: f64 = 0.5;

/// The share of the time until which they are verified; the rest is for telling them.
const VERIFIED: f64 = 0.95;

/// Returns whether a share of this part of the time that is left now is up.
fn lateness(clock: &Clock, part: f64) -> impl Fn(f64) -> bool {
    let (start, time) = (Instant::now(), clock.remaining().map(|time| time.mul_f64(part)));
    move |share| {
        let is_late = time.is_some_and(|time| start.elapsed() > time.mul_f64(share));
        is_late || clock.stopped().is_some()
    }
}

/// Returns the steps to what was found, each with the obvious ones before it.
fn printed(explainer: &mut Explainer, findings: &[Finding]) -> Vec<Printed> {
    let targets = explainer.targets();
    let (mut told, mut obvious) = (Vec::new(), Vec::new());
    for step in explainer.steps(findings, &targets) {
        if step.is_obvious {
            obvious.push(step);
        } else if let Some(Printed { read_off, .. }) = told.last_mut()
            && explainer.is_read_off(&step)
        {
            read_off.push(step);
        } else {
            told.push(Printed::new(std::mem::take(&mut obvious), step));
        }
    }
    // What is seen at once at the end fills cells, too.
    let rest =
        obvious.into_iter().filter(|step| step.facts.iter().any(|&fact| explainer.is_value(fact)));
    told.extend(rest.map(|step| Printed::new(Vec::new(), step)));
    told
}

/// Returns the steps to what was found, too, though nothing needs it, without the obvious ones.
fn unneeded(explainer: &mut Explainer, findings: &[Finding], told: &[Printed]) -> Vec<Printed> {
    let needed = told.iter().flat_map(Printed::all).flat_map(|step| step.facts.iter().copied());
    let needed: HashSet<Literal> = needed.collect();
    let others = findings.iter().flat_map(Finding::all_facts);
    let others =
        others.filter(|&fact| explainer.reading(fact).is_some() && !needed.contains(&fact));
    let others: Vec<Literal> = others.collect();
    let steps = explainer.steps(findings, &others).into_iter();
    let is_new =
        |step: &Step| !step.is_obvious && step.facts.iter().all(|fact| !needed.contains(fact));
    steps.filter(is_new).map(|step| Printed::new(Vec::new(), step)).collect()
}

pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<u8> {
    if arguments.techniques {
        return list_techniques(session);
    }
    let verifier = arguments.certify.then(|| Verifier::new(arguments.out.as_deref()));
    let mut verifier = verifier.transpose()?;
    if session.format == Some(Format::Json) && !arguments.figures {
        let none = explanation(session, &Progress::default(), (Vec::new(), Vec::new()), Vec::new());
        on_giving_up(move |stop| json_line(&Explanation { stopped: Some(stop), ..none }));
    }
    let (_, search) = subject(session)?;
    let Search::Found(subject) = search else {
        let code = nothing(session, &search);
        if arguments.figures || session.format == Some(Format::Json) {
            let is_stopped = matches!(search, Search::Stopped);
            let stopped = session.clock.stopped();
            let progress = Progress { is_stopped, stopped, ..Progress::default() };
            let none = (Vec::new(), Vec::new());
            print_figures(session, arguments, &progress, none, Vec::new())?;
        }
        return Ok(code);
    };
    if arguments.groups {
        session.clock.print(&groups_by_rule(&subject))?;
        return Ok(0);
    }
    let is_over = lateness(&session.clock, VERIFIED);
    let is_late = lateness(&session.clock, if arguments.certify { UNVERIFIED } else { 1.0 });
    let most_conflicts = arguments.conflicts.unwrap_or(u64::MAX);
    let mut explainer = Explainer::new(&subject, &is_late).within(most_conflicts);
    if !arguments.anew {
        explainer = explainer.along(kept(session)?, false);
    }
    let findings: Vec<Finding> = std::iter::from_fn(|| explainer.finding()).collect();
    if let Some(path) = &arguments.keep {
        let kept = findings.iter().filter_map(Finding::kept);
        let text = kept.map(|kept| kept.to_string() + "\n").collect::<String>();
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let stopped = [explainer.is_stopped(), explainer.is_late()];
    let mut told = printed(&mut explainer, &findings);
    let mut progress = Progress::of(session, &explainer, &findings, &told, stopped);
    let given = explainer.beginning();
    progress.tally = Tally::new(&given, &told, &findings);
    let most_steps = arguments.steps.map_or(usize::MAX, NonZeroUsize::get);
    progress.is_limited = told.len() > most_steps;
    let others =
        if arguments.all { unneeded(&mut explainer, &findings, &told) } else { Vec::new() };
    told.truncate(most_steps);
    if let Some(verifier) = &mut verifier {
        let steps = told.iter().chain(&others).flat_map(Printed::all);
        let names = (1..).map(|number| format!("step-{number}"));
        let given = given.iter().zip((1..).map(|number| format!("given-{number}")));
        let proofs = explainer.lemmas().iter().flat_map(|lemma| &lemma.proof);
        let proofs = proofs.zip((1..).map(|number| format!("lemma-{number}")));
        for (step, name) in given.chain(proofs).chain(steps.zip(names)) {
            if is_over(1.0) || !verifier.verify(session, &explainer, step, &name)? {
                progress.stopped = session.clock.stopped().or(Some(Stop::Timeout));
                break;
            }
        }
    }
    if session.format == Some(Format::Json) || arguments.figures {
        let words = Words::new(&explainer, &session.form).over(&session.picture(None));
        let listed = told.iter().flat_map(|told| {
            let obvious = told.obvious.iter().filter(|_| arguments.all);
            obvious.map(|step| words.told(step)).chain([told.told(&words)])
        });
        let (known, listed) = if arguments.figures {
            ((Vec::new(), Vec::new()), Vec::new())
        } else {
            let others = others.iter().map(|other| {
                let told = words.told(&other.step);
                Told { is_needed: false, ..told }
            });
            let lemmas = words.lemmas(told.iter().flat_map(Printed::all));
            ((words.beginning(), lemmas), listed.chain(others).collect())
        };
        print_figures(session, arguments, &progress, known, listed)?;
    } else {
        tell(session, &explainer, (&told, &others), &progress, arguments)?;
    }
    if let Some(verifier) = &verifier {
        eprintln!("{}", verifier.result(session));
    }
    Ok(if progress.is_complete() { 0 } else { SHORT_OF_THE_GOAL })
}

/// Returns the steps kept for the session's instance.
pub(crate) fn kept(session: &Session) -> Result<Vec<Kept>> {
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
    /// Only some of the steps are printed.
    is_limited: bool,
    /// The search for steps was stopped: by the time, by its conflicts or by the user.
    is_stopped: bool,
    /// Why, unless its conflicts were used up.
    stopped: Option<Stop>,
}

impl Progress {
    /// Returns the progress of these steps. The last argument says whether the search for what was
    /// found was stopped, and whether by the time; this may also have been up before all of it was
    /// put into steps.
    fn of(
        session: &Session,
        explainer: &Explainer,
        findings: &[Finding],
        told: &[Printed],
        [is_stopped, is_late]: [bool; 2],
    ) -> Self {
        let (cells, fixed) = explainer.subject().numbers();
        let mut seen = explainer.given(findings);
        let steps = told.iter().flat_map(Printed::all);
        seen.add(explainer, steps.flat_map(|step| step.facts.iter().copied()));
        let is_missing = |value: &Literal| {
            explainer.is_cut()
                && explainer.is_value(*value)
                && seen.value(value.variable()).is_none()
        };
        let missing = explainer.targets().into_iter().filter(is_missing).count();
        let known = explainer.known_numbers().saturating_sub(missing);
        let is_late = is_late || explainer.is_cut();
        let stopped = is_late.then(|| session.clock.stopped().unwrap_or(Stop::Timeout));
        let is_stopped = is_stopped || is_late;
        Progress { known, fixed, cells, is_stopped, stopped, ..Progress::default() }
    }

    fn is_complete(&self) -> bool {
        self.cells > 0 && self.known >= self.fixed
    }

    fn difficulty(&self) -> Difficulty {
        self.tally.difficulty(self.is_complete(), self.is_stopped)
    }

    /// Describes how it ended.
    fn end(&self, session: &Session) -> String {
        let Progress { known, fixed, cells, .. } = self;
        let things = if session.form.size().is_some() { "cell" } else { "number" };
        let what = count(*cells as u128, things);
        match self.stopped {
            _ if self.is_limited => format!("{} in all.", count(self.tally.steps as u128, "step")),
            _ if self.is_complete() && fixed < cells => format!(
                "The rules have several solutions: {fixed} of {what} are the same in all of them, \
                 and these are explained."
            ),
            _ if self.is_complete() => format!("All {what} are known."),
            Some(stop) => format!("Stopped, {}: {known} of {what} are known.", stop.reason()),
            None if self.is_stopped => format!("{known} of {what} are known."),
            None => format!("No short step found: {known} of {what} are known."),
        }
    }
}

fn explanation(
    session: &Session,
    progress: &Progress,
    (given, lemmas): (Vec<Told>, Vec<Lemma>),
    steps: Vec<Told>,
) -> Explanation {
    Explanation {
        puzzle: session.slug.clone(),
        complete: progress.is_complete(),
        difficulty: progress.difficulty(),
        stopped: progress.stopped,
        given,
        lemmas,
        steps,
    }
}

fn print_figures(
    session: &Session,
    arguments: &Arguments,
    progress: &Progress,
    known: (Vec<Told>, Vec<Lemma>),
    steps: Vec<Told>,
) -> Result<()> {
    let whole = explanation(session, progress, known, steps);
    if !arguments.figures {
        session.clock.print_json(&whole)?;
        return Ok(());
    }
    let Explanation { puzzle, complete, difficulty, stopped, .. } = whole;
    let Progress { tally, known, fixed, .. } = progress;
    session.clock.print_json(&Effort {
        puzzle,
        complete,
        difficulty,
        techniques: tally.techniques(),
        cost: tally.cost,
        hardest: tally.hardest.map(|(_, technique)| technique.name().to_owned()),
        hardest_cost: tally.hardest.map_or(0, |(cost, _)| cost),
        known: *known,
        fixed: *fixed,
        conflicts: tally.conflicts,
        stopped,
    })?;
    Ok(())
}

/// Message for an instance with several solutions.
const SEVERAL: &str =
    "The rules have several solutions: only what is the same in all of them is explained.";

/// Time limit for grading a new instance.
const PATIENCE: Duration = Duration::from_secs(5);

/// Number of easy steps after a break-in.
const FOLLOWING: usize = 3;

/// Prints an explanation as text: a summary, the rules by number, the steps, and how it ended.
fn tell(
    session: &Session,
    explainer: &Explainer,
    (told, others): (&[Printed], &[Printed]),
    progress: &Progress,
    &Arguments { all: shows_all, full, .. }: &Arguments,
) -> Result<()> {
    let terminal = Terminal::for_text(session);
    let print = |begin: &str, text: &str| -> Result<()> {
        session.clock.print(&format!("{}\n", terminal.wrapped(begin, text)))?;
        Ok(())
    };
    let words = Words::new(explainer, &session.form).by_number().over(&session.picture(None));
    if !explainer.subject().is_unique() {
        print("", SEVERAL)?;
    }
    let steps: Vec<Step> = told.iter().map(|told| told.step.clone()).collect();
    if !steps.is_empty() {
        print("", &progress.tally.summary(&progress.difficulty()))?;
        print("", "\nThe rules, by their numbers:")?;
        for rule in words.legend() {
            print("  ", &rule)?;
        }
        session.clock.print("\n")?;
    }
    let beginning = words.beginning();
    if !beginning.is_empty() {
        print("", "Known at the beginning:")?;
        for Told { text, .. } in beginning {
            print("   ", &text)?;
        }
        session.clock.print("\n")?;
    }
    let lemmas = words.lemmas(told.iter().flat_map(Printed::all));
    for lemma in &lemmas {
        print("   ", &lemma.text)?;
    }
    if !lemmas.is_empty() {
        session.clock.print("\n")?;
    }
    let is_easy = |step: &Step| step.cost() < Told::HARD;
    let paragraphs = words.paragraphs(&steps, shows_all || full);
    let ends = paragraphs.iter().skip(1).map(|(next, _)| *next).chain([steps.len()]);
    for ((place, text), end) in paragraphs.iter().zip(ends) {
        if shows_all {
            for step in &told[*place].obvious {
                print("   ", &words.sentence(step))?;
            }
        }
        let following = steps.iter().skip(end).take(FOLLOWING);
        let is_break_in = !is_easy(&steps[end - 1])
            && following.clone().count() == FOLLOWING
            && following.clone().all(is_easy);
        let mark = if is_break_in { "Break-in. " } else { "" };
        print(&format!("{}. ", place + 1), &format!("{mark}{text}"))?;
        if full {
            for line in told[*place].told(&words).uses {
                print("      ", &line)?;
            }
        }
    }
    if !others.is_empty() {
        print("", "\nThese also follow:")?;
        for Printed { step, .. } in others {
            print("   ", &words.sentence(step))?;
        }
    }
    session.clock.print("\n")?;
    print("", &progress.end(session))?;
    if !shows_all && told.iter().any(|told| !told.obvious.is_empty()) {
        print(
            "",
            "`--all` also shows what is seen at a glance, such as what a placed value excludes.",
        )?;
    }
    Ok(())
}

/// Lists the techniques.
fn list_techniques(session: &Session) -> Result<u8> {
    let all = Technique::ALL.map(|technique| protocol::Technique {
        name: technique.name().to_owned(),
        cost: technique.cost(),
        about: technique.about().to_owned(),
    });
    if session.format == Some(Format::Json) {
        session.clock.print_json(&all[..])?;
        return Ok(0);
    }
    let terminal = Terminal::for_text(session);
    for protocol::Technique { name, cost, about } in all {
        let text = terminal.wrapped("", &format!("{name} ({cost}): {about}"));
        session.clock.print(&format!("{text}\n"))?;
    }
    Ok(0)
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
    let start = |given, lemmas| {
        let (puzzle, instance) = (session.slug.clone(), session.instance.clone());
        session.clock.print_json(&Start { puzzle, instance, base: &base, given, lemmas })
    };
    let (rules, search) = subject(session)?;
    let (mut steps, mut complete, mut known) = (0, false, None);
    let code = if let Search::Found(subject) = &search {
        let is_late = lateness(&session.clock, 1.0);
        let kept = kept(session)?;
        let ends = ends_with_kept && !kept.is_empty();
        // Kept steps are cheap and finite.
        let most_conflicts = most_conflicts.filter(|_| !ends).unwrap_or(u64::MAX);
        let mut explainer =
            Explainer::new(subject, &is_late).within(most_conflicts).along(kept, ends);
        let words = Words::new(&explainer, &session.form).over(&base);
        start(words.beginning(), words.lemmas_in_short())?;
        let findings: Vec<Finding> = std::iter::from_fn(|| explainer.finding()).collect();
        let stopped = [explainer.is_stopped(), explainer.is_late()];
        let told = printed(&mut explainer, &findings);
        let mut seen = explainer.given(&findings);
        let progress = Progress::of(session, &explainer, &findings, &told, stopped);
        complete = progress.is_complete();
        for one in told.iter().take(most_steps) {
            steps += 1;
            one.all().for_each(|step| seen.add(&explainer, step.facts.iter().copied()));
            let board = rules.board(|variable| seen.value(variable));
            let is_last = complete && steps == told.len();
            let known: Vec<Literal> = seen.facts().iter().copied().sorted().collect();
            let drawn = (&board, &known[..], &base);
            let line = traced(session, &explainer, one, drawn, (steps, is_last));
            session.clock.print(&json_line(&line))?;
        }
        known = Some((progress.known, progress.fixed));
        if complete { 0 } else { SHORT_OF_THE_GOAL }
    } else {
        start(Vec::new(), Vec::new())?;
        nothing(session, &search)
    };
    let steps = steps as u64;
    session.clock.print_json(&End { steps, kept: steps, complete, known })?;
    Ok(code)
}

/// Returns a step as a line of a trace: the board after it, with what is known then, and the
/// picture that it differs from.
fn traced(
    session: &Session,
    explainer: &Explainer,
    printed: &Printed,
    (board, known, base): (&Board, &[Literal], &Picture),
    (number, is_last): (usize, bool),
) -> trace::Step<Picture> {
    let words = Words::new(explainer, &session.form);
    let (step, told) = (&printed.step, printed.told(&words));
    let picture = drawing::drawn(session, &words, (step, &told), board, known);
    trace::Step {
        number: number as u64 - 1,
        depth: step.groups.len(),
        event: if is_last { Event::Solution } else { Event::Try },
        why: Some(words.sentence(step)),
        told: Some(told),
        nodes: number as u64,
        board: session.form.write(board),
        picture: picture.difference(base),
    }
}

/// Returns the grade of another instance, and whether it has each of these techniques; `None` if
/// this takes too long.
pub(super) fn grade(
    session: &Session,
    puzzle: &dyn Puzzle,
    techniques: &[Technique],
) -> Result<Option<(Grade, Vec<bool>)>> {
    let start = Instant::now();
    ensure!(session.kind.has_rules(), NO_RULES);
    let rules = puzzle::state(puzzle, session.model());
    let Ok(Search::Found(subject)) = Subject::find(&rules, &mut Watch(&session.clock)) else {
        return Ok(None);
    };
    let is_late = |_| session.clock.stopped().is_some() || start.elapsed() > PATIENCE;
    let mut explainer = Explainer::new(&subject, &is_late);
    let findings: Vec<Finding> = std::iter::from_fn(|| explainer.finding()).collect();
    let told = printed(&mut explainer, &findings);
    let tally = Tally::new(&explainer.beginning(), &told, &findings);
    let is_cut = explainer.is_cut();
    let is_complete = explainer.is_complete() && !is_cut;
    let grade = tally.difficulty(is_complete, is_cut || explainer.is_late()).grade;
    let has = techniques.iter().map(|&technique| tally.has(technique)).collect();
    Ok(grade.map(|grade| (grade, has)))
}

/// Draws the board after a step of the explanation, with the premises of the step. Prints a message
/// and returns `None` if there is no such step.
pub(super) fn picture_of_step(session: &Session, number: NonZeroUsize) -> Result<Option<Picture>> {
    let (rules, search) = subject(session)?;
    let Search::Found(subject) = search else {
        nothing(session, &search);
        return Ok(None);
    };
    let is_late = lateness(&session.clock, 1.0);
    let mut explainer = Explainer::new(&subject, &is_late).along(kept(session)?, false);
    let findings: Vec<Finding> = std::iter::from_fn(|| explainer.finding()).collect();
    let is_late = explainer.is_late();
    let told = printed(&mut explainer, &findings);
    let Some(one) = told.get(number.get() - 1) else {
        let end = if is_late || explainer.is_cut() { ": the time was up" } else { "" };
        eprintln!("there is no step {number}, only {}{end}", count(told.len() as u128, "step"));
        return Ok(None);
    };
    let mut seen = explainer.given(&findings);
    for step in told[..number.get()].iter().flat_map(Printed::all) {
        seen.add(&explainer, step.facts.iter().copied());
    }
    let board = rules.board(|variable| seen.value(variable));
    let words = Words::new(&explainer, &session.form);
    let (told, known) =
        (words.told(&one.step), seen.facts().iter().copied().sorted().collect_vec());
    let mut picture = drawing::drawn(session, &words, (&one.step, &told), &board, &known);
    picture.draw_legend().caption([format!("{number}. {}", words.sentence(&one.step))]);
    Ok(Some(picture))
}
