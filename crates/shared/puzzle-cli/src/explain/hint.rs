//! `hint`: the next step from a partial board.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use ::explain::{Explainer, Search, Step, Subject};
use anyhow::Result;
use clap::ValueEnum;
use grid_utils::Cell;
use itertools::Itertools;
use protocol::{Hint, HintStatus};
use pseudo_boolean::Literal;
use puzzle::{Facts, Goal, Stop};

use crate::explain::english::distinct;
use crate::explain::words::Words;
use crate::explain::{Watch, kept, lateness, nothing, subject};
use crate::input::{board_in, with_board_name};
use crate::look::terminal::Terminal;
use crate::output::json_line;
use crate::watch::on_giving_up;
use crate::{Format, SHORT_OF_THE_GOAL, Session};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The partial board, as text, `.` for open cells (`-`: standard input) [default: the empty
    /// board]
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,
    /// How much to reveal
    #[arg(long, value_enum, default_value_t = Level::Fact)]
    level: Level,
    /// Show where the first mistake is, if there is one
    #[arg(long)]
    mistake: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Where to look
    Place,
    /// The rule to think of, and where it applies
    Rule,
    /// The conclusion and its reason
    Fact,
}

/// Most cells filled while looking for the hint with the fewest steps.
const MOST_TRIED: usize = 12;

/// Time limit for a hint, unless another is given; messages name it, too.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// Prints a hint; `text` holds the board that the user named.
pub(crate) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let board = match &arguments.board {
        Some(path) => Some(with_board_name(path, board_in(session, text))?),
        None => None,
    };
    let keeps_rules =
        board.as_ref().is_some_and(|board| puzzle::check(session.puzzle.as_ref(), board).is_ok());
    if keeps_rules && session.goal() != Goal::Best {
        return tell_solved(session);
    }
    let is_json = session.format == Some(Format::Json);
    let late = none(session, HintStatus::Stopped);
    on_giving_up(move |stop| {
        tell_stop("no hint found", stop);
        if is_json { json_line(&late) } else { String::new() }
    });
    let (rules, search) = subject(session)?;
    let Search::Found(mut subject) = search else {
        if let Some(stop) = session.clock.stopped() {
            return stopped(session, "no solution found", stop);
        }
        let is_stopped = matches!(search, Search::Stopped);
        let status = if is_stopped { HintStatus::Stopped } else { HintStatus::Unsolvable };
        let code = nothing(session, &search);
        print_json(session, &none(session, status))?;
        return Ok(code);
    };
    let mut facts = match &board {
        Some(board) => session.form.facts_of(&rules, board)?,
        None => Facts::default(),
    };
    // Printed values are not hints.
    let given = session.form.given_board();
    if let Some(Ok(given)) = given.map(|given| session.form.facts_of(&rules, &given)) {
        facts.literals.extend(given.literals);
    }
    let is_possible = match &facts.impossible[..] {
        [] => subject.narrow(&facts.literals, &mut Watch(&session.clock)),
        _ => Some(false),
    };
    match is_possible {
        None => {
            let stop = session.clock.stopped().unwrap_or(Stop::Timeout);
            return stopped(session, "it is not known whether the board can be completed", stop);
        }
        Some(false) => return tell_mistake(session, arguments, &subject, &facts),
        // It is the best one, too.
        Some(true) if keeps_rules => return tell_solved(session),
        Some(true) => {}
    }
    let is_late = lateness(&session.clock, 1.0);
    let mut explainer = Explainer::new(&subject, &is_late).along(kept(session)?, false);
    explainer.know(&facts.literals);
    if explainer.is_complete() {
        let text = if subject.is_unique() {
            "All that follows is there."
        } else {
            "All that follows is there: the rest has several solutions."
        };
        return tell(session, &none(session, HintStatus::Complete), text);
    }
    if let Some(steps) = cheapest(&mut explainer) {
        return tell_steps(session, arguments.level, &explainer, &steps);
    }
    if explainer.is_late() {
        let stop = session.clock.stopped().unwrap_or(Stop::Timeout);
        return stopped(session, "no short step found", stop);
    }
    eprintln!("no short step found");
    print_json(session, &none(session, HintStatus::NoStep))?;
    Ok(SHORT_OF_THE_GOAL)
}

/// Reports that there is no hint yet, for lack of time or by the user's wish.
fn stopped(session: &Session, what: &str, stop: Stop) -> Result<u8> {
    tell_stop(what, stop);
    print_json(session, &none(session, HintStatus::Stopped))?;
    Ok(SHORT_OF_THE_GOAL)
}

fn tell_stop(what: &str, stop: Stop) {
    let advice = match stop {
        Stop::Timeout => "; `--timeout SECONDS` changes the limit, by default 5 seconds",
        _ => "",
    };
    eprintln!("{what}: {}{advice}", stop.reason());
}

fn tell_solved(session: &Session) -> Result<u8> {
    tell(session, &none(session, HintStatus::Solved), "The board is solved.")
}

/// Returns the steps to the cell that costs a person least, without the obvious ones.
fn cheapest(explainer: &mut Explainer) -> Option<Vec<Step>> {
    let (mut findings, mut filled) = (Vec::new(), Vec::new());
    // What is harder than the first ones is not looked for.
    while filled.len() < MOST_TRIED
        && let Some(finding) =
            if filled.is_empty() { explainer.finding() } else { explainer.trivial_finding() }
    {
        filled.extend(explainer.filled(&finding));
        findings.push(finding);
    }
    let steps = explainer.steps(&findings, &filled);
    // Some have no steps if the time was up meanwhile.
    let needed =
        filled.iter().map(|&fact| needed(&steps, fact)).filter(|needed| !needed.is_empty());
    let cost =
        |places: &BTreeSet<usize>| -> u32 { places.iter().map(|&place| steps[place].cost()).sum() };
    let best = needed.min_by_key(|places| (cost(places), places.len()))?;
    let told = |place: &usize| !steps[*place].is_obvious || Some(place) == best.last();
    Some(best.iter().filter(|place| told(place)).map(|&place| steps[place].clone()).collect())
}

/// Returns the places of the steps that a fact depends on.
fn needed(steps: &[Step], fact: Literal) -> BTreeSet<usize> {
    let (mut needed, mut stack) = (BTreeSet::new(), vec![fact]);
    while let Some(fact) = stack.pop() {
        let place = steps.iter().position(|step| step.facts.contains(&fact));
        if let Some(place) = place.filter(|&place| needed.insert(place)) {
            stack.extend(&steps[place].because);
        }
    }
    needed
}

/// Reports a mistake, with its first place if that is wanted.
fn tell_mistake(
    session: &Session,
    arguments: &Arguments,
    subject: &Subject,
    facts: &Facts,
) -> Result<u8> {
    let first = if arguments.mistake { first_mistake(session, subject, facts) } else { None };
    let text = match &first {
        Some(place) => format!("There is a mistake on the board: {place} is wrong."),
        None if arguments.mistake => "There is a mistake on the board.".to_owned(),
        None => "There is a mistake on the board; `--mistake` shows where.".to_owned(),
    };
    let places = first.into_iter().collect();
    tell(session, &Hint { places, ..none(session, HintStatus::Mistake) }, &text)?;
    Ok(SHORT_OF_THE_GOAL)
}

/// Returns the first place, in reading order, at which no solution agrees with the board that agrees
/// with all before; `None` if the time is up.
fn first_mistake(session: &Session, subject: &Subject, facts: &Facts) -> Option<String> {
    let explainer = Explainer::new(subject, &|_| true);
    let words = Words::new(&explainer, &session.form);
    // Cells in reading order; others in their order.
    let order = |place: &String| place.parse::<Cell>().ok();
    let named = facts.literals.iter().filter_map(|&literal| {
        let name = words.names(&[literal]).pop()?;
        Some((order(&name), name, literal))
    });
    let named = named.sorted_by_key(|(order, ..)| *order).collect_vec();
    let literals = named.iter().map(|&(.., literal)| literal).collect_vec();
    let wrong = subject.first_wrong(&literals, &mut Watch(&session.clock));
    let wrong = wrong.map(|index| named[index].1.clone());
    wrong.into_iter().chain(facts.impossible.iter().cloned()).min_by_key(order)
}

/// Prints the steps as far as the level allows; the last of them fills a cell.
fn tell_steps(
    session: &Session,
    level: Level,
    explainer: &Explainer,
    steps: &[Step],
) -> Result<u8> {
    let words = Words::new(explainer, &session.form);
    let mut hint = none(session, HintStatus::Hint);
    // The place of the cell that is filled comes first.
    hint.places = distinct(steps.iter().rev().flat_map(|step| words.places(step)));
    let terminal = Terminal::for_text(session);
    let text = match level {
        Level::Place => {
            hint.places.truncate(1);
            terminal.wrapped("", &format!("Look at {}.", hint.places.join("")))
        }
        Level::Rule => {
            hint.rules = distinct(steps.iter().flat_map(|step| words.rules(step)));
            let technique = steps.last().map_or("", |step| step.reason.technique.name());
            let technique = format!("Technique: {technique}");
            let sentences = hint.rules.iter().chain([&technique]);
            terminal.wrapped("", &format!("{}.", sentences.format(". ")))
        }
        Level::Fact => {
            hint.rules = distinct(steps.iter().flat_map(|step| words.rules(step)));
            hint.steps = steps.iter().map(|step| words.told(step)).collect();
            let lemmas = words.lemmas(steps.iter());
            // A step says what the lemma is that it is the first to use.
            for lemma in &lemmas {
                let first = hint.steps.iter_mut().find(|step| step.lemmas.contains(&lemma.name));
                if let Some(first) = first {
                    first.text = format!("{} {}", first.text, lemma.text);
                }
            }
            let lines = steps.iter().zip(1..).map(|(step, number)| {
                let begin = if steps.len() == 1 { String::new() } else { format!("{number}. ") };
                terminal.wrapped(&begin, &words.sentence(step))
            });
            let lemmas = lemmas.iter().map(|lemma| terminal.wrapped("", &lemma.text));
            lemmas.chain(lines).join("\n")
        }
    };
    tell(session, &hint, &text)
}

fn none(session: &Session, status: HintStatus) -> Hint {
    let puzzle = session.slug.clone();
    Hint { puzzle, status, places: Vec::new(), rules: Vec::new(), steps: Vec::new() }
}

fn print_json(session: &Session, hint: &Hint) -> Result<()> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(hint)?;
    }
    Ok(())
}

fn tell(session: &Session, hint: &Hint, text: &str) -> Result<u8> {
    if session.format == Some(Format::Json) {
        session.clock.print_json(hint)?;
    } else {
        session.clock.print(&format!("{text}\n"))?;
    }
    Ok(0)
}
