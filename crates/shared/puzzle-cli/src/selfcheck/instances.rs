//! Random instances, solved by every strategy.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::Result;
use puzzle::{Draft, Goal, Limits, Puzzle, Rng, Stop, Strategy, solve_judged};

use super::boards::Boards;
use super::{Arguments, SelfCheck, steps, ways};
use crate::Session;
use crate::make::{Size, random_draft, read, sites, with_random_clues};

/// Most solutions listed; instances with more are not listed completely.
const MOST_SOLUTIONS: u64 = 30;

/// Most nodes of a search.
const MOST_NODES: u64 = 2_000;

/// Number of instances made from one random board, since boards may take long to find.
const VARIANTS: u32 = 10;

/// Rules missing from the first 50 instances are not reported.
const INSTANCES_FOR_RULES: u64 = 50;

/// Fewer runs need not show what each rule is good for.
const RUNS_FOR_RULES: u32 = 200;

/// How many other boards are made from the only solution of an instance.
const BOARDS: usize = 10;

/// Makes random instances, if the puzzle can, and compares all strategies on each.
pub(crate) fn check(
    session: &Session,
    arguments: &Arguments,
    report: &mut SelfCheck,
) -> Result<()> {
    let mut random = Rng::with_seed(arguments.seed);
    if puzzle::random(&*session.puzzle, 1, &mut random.clone()).is_none() {
        return Ok(());
    }
    let (mut instance, mut seen, mut settled) = (None, HashSet::new(), HashSet::new());
    for run in 0..arguments.runs {
        if session.clock.stopped().is_some() || report.has_seen_enough() {
            return Ok(());
        }
        let is_used_up = run.is_multiple_of(VARIANTS);
        let whole = if let Some(whole) = instance.take().filter(|_| !is_used_up) {
            whole
        } else {
            let size = arguments.size.map_or_else(|| random.usize(1..=4), usize::from);
            whole(session, size, &mut random, &mut settled, report)?
        };
        let draft = varied(session, &whole, &mut random);
        instance = Some(whole);
        if seen.insert(draft.to_string()) {
            guarded(&draft, report, |report| compare(session, &draft, &mut random, report));
        }
    }
    if arguments.runs >= RUNS_FOR_RULES && report.failures.is_empty() {
        let idle: Vec<String> = report
            .rules
            .iter()
            .filter(|(_, matters)| !**matters)
            .map(|(rule, _)| rule.clone())
            .collect();
        for rule in idle {
            let fault = format!(
                "a superfluous rule: without it, none of {} instances has a board that the checker \
                 refuses: {rule}",
                report.instances
            );
            report.fail(&fault, None, "");
        }
    }
    Ok(())
}

/// Checks an instance; an error or a panic is a fault of the puzzle's crate.
pub(super) fn guarded(
    draft: &Draft,
    report: &mut SelfCheck,
    check: impl FnOnce(&mut SelfCheck) -> Result<()>,
) {
    let fault = match catch_unwind(AssertUnwindSafe(|| check(&mut *report))) {
        Ok(Ok(())) => return,
        Ok(Err(error)) => format!("{error:#}"),
        Err(_) => "a panic: solving the instance".to_owned(),
    };
    report.fail(&fault, Some(&draft.to_string()), "");
}

/// Makes a random instance with all clues of a random board, or without clues if no board was
/// found. Without its clues it shows best what a rule excludes.
///
/// An instance that takes no clues from its board is solved once only: `settled` keeps those.
fn whole(
    session: &Session,
    size: usize,
    random: &mut Rng,
    settled: &mut HashSet<String>,
    report: &mut SelfCheck,
) -> Result<Draft> {
    let draft = random_draft(session, Size::square(size), random)?;
    let text = draft.to_string();
    if settled.contains(&text) {
        return Ok(draft);
    }
    guarded(&draft, report, |report| ways::probe(session, &draft, random, report));
    // One without a board has no solution, most likely.
    let whole = with_random_clues(session, &draft, random)?.unwrap_or(draft);
    if whole.to_string() == text {
        settled.insert(text);
    }
    Ok(whole)
}

/// Returns the instance with some clues omitted and possibly one spoiled.
fn varied(session: &Session, whole: &Draft, random: &mut Rng) -> Draft {
    let mut draft = whole.clone();
    // Mostly few, sometimes all.
    let percent = if random.u8(..8) == 0 { 100 } else { random.u8(..=100).min(random.u8(..=100)) };
    for clue in sites::clues(&draft, session.puzzle.no_clue()) {
        let without = sites::without(&draft, &clue, session.puzzle.no_clue());
        if random.u8(..100) < percent && read(session, &without).is_ok() {
            draft = without;
        }
    }
    let spoilt = sites::spoilt(&draft, random);
    let is_spoilt = random.u8(..4) == 0 && read(session, &spoilt).is_ok();
    if is_spoilt { spoilt } else { draft }
}

/// The result of one strategy.
#[derive(PartialEq, Debug)]
enum Said {
    /// All boards, or for the goal `best`, the best score.
    Boards(BTreeSet<String>),
    /// There are at least [`MOST_SOLUTIONS`].
    Many,
    Nothing,
}

fn compare(
    session: &Session,
    draft: &Draft,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    let (puzzle, text) = (&*read(session, draft)?, &draft.to_string());
    report.instances += 1;
    // The first instances show the effects of most rules.
    if report.instances <= INSTANCES_FOR_RULES || report.rules.values().any(|matters| !matters) {
        ways::leave_out_rules(session, draft, random, report)?;
    }
    let mut first: Option<(&str, Said)> = None;
    let mut is_finished = true;
    for (name, strategy) in session.strategies() {
        let Some(said) = say(session, puzzle, strategy)? else { continue };
        match &first {
            _ if said == Said::Nothing => is_finished = false,
            None => first = Some((name, said)),
            Some((other, before)) if *before != said => {
                let fault = format!("`{other}` and `{name}` find different boards");
                report.fail(&fault, Some(text), &format!("{before:?}\n{said:?}"));
            }
            Some(_) => {}
        }
    }
    report.unfinished += u64::from(!is_finished);
    if let Some((_, Said::Boards(boards))) = &first {
        ways::compare(session, puzzle, boards, text, report);
    }
    let Some((_, Said::Boards(boards))) = first else { return Ok(()) };
    report.unsolvable += u64::from(boards.is_empty());
    report.unique += u64::from(boards.len() == 1);
    steps::check(session, puzzle, &boards, text, report)?;
    if let Some(solution) = boards.first().filter(|_| session.goal() != Goal::Best) {
        let mut others = Boards {
            session,
            puzzle,
            instance: Some(text),
            form: puzzle.form(),
            solution: solution.clone(),
            is_only_one: boards.len() == 1,
            seen: HashSet::new(),
            report,
        };
        others.try_board(solution);
        others.try_others(random, BOARDS);
    }
    Ok(())
}

pub(super) fn limits(session: &Session, strategy: Strategy) -> Limits {
    let solutions = NonZeroU64::new(MOST_SOLUTIONS);
    let nodes = Some(MOST_NODES);
    Limits { strategy, nodes, ..session.limits(None, solutions) }
}

/// Returns the result of a strategy; `None` for the rules if they are not stated.
fn say(session: &Session, puzzle: &dyn Puzzle, strategy: Strategy) -> Result<Option<Said>> {
    let mut boards = Vec::new();
    let outcome = solve_judged(puzzle, session.goal(), &limits(session, strategy), &mut |board| {
        boards.push(board.clone());
        ControlFlow::Continue(Duration::ZERO)
    })?;
    Ok(match outcome.stopped {
        Some(Stop::Unwritten) => None,
        None if session.goal() == Goal::Best => {
            let best = boards.pop().map(|board| puzzle.answer(&board).score);
            Some(Said::Boards(best.iter().map(ToString::to_string).collect()))
        }
        None => {
            let form = puzzle.form();
            Some(Said::Boards(boards.iter().map(|board| form.write(board)).collect()))
        }
        Some(Stop::Limit) => Some(Said::Many),
        Some(_) => Some(Said::Nothing),
    })
}
