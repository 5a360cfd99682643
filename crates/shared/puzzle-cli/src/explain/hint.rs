//! `hint`: the next step from a partial board.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::explain::{Explainer, Search, Step, Subject};
use anyhow::Result;
use clap::ValueEnum;
use grid_utils::Cell;
use protocol::{Hint, HintStatus};
use pseudo_boolean::Literal;
use puzzle::{Board, Rules};
use rules::Flag;

use crate::explain::english::distinct;
use crate::explain::words::Words;
use crate::explain::{kept, nothing, subject};
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

/// Time limit for a hint.
const PATIENCE: Duration = Duration::from_secs(5);

/// Prints a hint; `text` holds the board that the user named.
pub(crate) fn run(session: &Session, arguments: &Arguments, text: &str) -> Result<u8> {
    let start = Instant::now();
    let board = match &arguments.board {
        Some(path) => Some(with_board_name(path, board_in(session, text))?),
        None => None,
    };
    if session.format == Some(Format::Json) {
        let stopped = none(session, HintStatus::Stopped);
        on_giving_up(move |_| json_line(&stopped));
    }
    let (rules, search) = subject(session)?;
    let Search::Found(subject) = search else {
        let is_stopped = matches!(search, Search::Stopped) || session.clock.stopped().is_some();
        let status = if is_stopped { HintStatus::Stopped } else { HintStatus::Unsolvable };
        let code = nothing(session, &search);
        print_json(session, &none(session, status))?;
        return Ok(code);
    };
    let known = match board {
        None => Vec::new(),
        Some(board) => match known(session, &rules, &subject, &board)? {
            Ok(known) => {
                // A full board may break rules that leave several solutions.
                if is_full(&subject, &session.form.facts_of(&rules, &board)?.literals)
                    && let Err(broken) = session.puzzle.check(&board)
                {
                    let text = format!("There is a mistake on the board: {broken:#}.");
                    tell(session, &none(session, HintStatus::Mistake), &text)?;
                    return Ok(SHORT_OF_THE_GOAL);
                }
                known
            }
            Err(mistakes) => return tell_mistake(session, arguments, &mistakes),
        },
    };
    let is_late = |_| session.clock.stopped().is_some() || start.elapsed() > PATIENCE;
    let mut explainer = Explainer::new(&subject, &is_late).along(kept(session)?, false);
    explainer.know(&known);
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
    let (status, text) = match session.clock.stopped() {
        Some(stop) => (HintStatus::Stopped, format!("stopped: {}", stop.reason())),
        None if explainer.is_late() => {
            (HintStatus::NoStep, "no short step found in time".to_owned())
        }
        None => (HintStatus::NoStep, "no short step found".to_owned()),
    };
    eprintln!("{text}");
    print_json(session, &none(session, status))?;
    Ok(SHORT_OF_THE_GOAL)
}

/// Returns whether facts give each number of the board a value.
fn is_full(subject: &Subject, facts: &[Literal]) -> bool {
    let on_board = subject.groups().named.iter().filter(|named| named.is_on_board);
    { on_board }.all(|named| {
        let mut values = named.number.values();
        values.any(|(_, flag)| match flag {
            Flag::Open(literal) => facts.contains(&literal),
            Flag::Known(is_it) => is_it,
        })
    })
}

/// Returns the steps to the cell that costs a person least, without the obvious ones.
fn cheapest(explainer: &mut Explainer) -> Option<Vec<Step>> {
    let (mut findings, mut filled) = (Vec::new(), Vec::new());
    while filled.len() < MOST_TRIED
        && let Some(finding) = explainer.finding()
    {
        if !filled.is_empty() && !finding.is_trivial {
            break;
        }
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

/// Returns the facts of a board that the rules fix; facts that the rules leave open are ignored. An
/// error names the places that contradict the rules, in board order.
fn known(
    session: &Session,
    rules: &Rules,
    subject: &Subject,
    board: &Board,
) -> Result<Result<Vec<Literal>, Vec<String>>> {
    let facts = session.form.facts_of(rules, board)?;
    let (mut known, mut wrong) = (Vec::new(), Vec::new());
    for literal in facts.literals {
        match subject.fixes(literal) {
            Some(true) => known.push(literal),
            Some(false) => wrong.push(literal),
            None => {}
        }
    }
    if wrong.is_empty() && facts.impossible.is_empty() {
        return Ok(Ok(known));
    }
    let explainer = Explainer::new(subject, &|_| true);
    let mut places = facts.impossible;
    places.extend(Words::new(&explainer, &session.form).names(&wrong));
    // Cells in reading order; others in their order.
    places.sort_by_key(|place| place.parse::<Cell>().ok());
    Ok(Err(places))
}

fn tell_mistake(session: &Session, arguments: &Arguments, mistakes: &[String]) -> Result<u8> {
    let first: Vec<String> = mistakes.iter().take(1).cloned().collect();
    let places = if arguments.mistake { first } else { Vec::new() };
    let text = match &places[..] {
        [place] => format!("There is a mistake on the board: {place} is wrong."),
        _ => "There is a mistake on the board; `--mistake` tells where.".to_owned(),
    };
    tell(session, &Hint { places, ..none(session, HintStatus::Mistake) }, &text)?;
    Ok(SHORT_OF_THE_GOAL)
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
            let text = format!("{}. Technique: {technique}.", hint.rules.join(". "));
            terminal.wrapped("", &text)
        }
        Level::Fact => {
            hint.rules = distinct(steps.iter().flat_map(|step| words.rules(step)));
            hint.steps = steps.iter().map(|step| words.told(step)).collect();
            let lines = steps.iter().zip(1..).map(|(step, number)| {
                let begin = if steps.len() == 1 { String::new() } else { format!("{number}. ") };
                terminal.wrapped(&begin, &words.sentence(step))
            });
            lines.collect::<Vec<_>>().join("\n")
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
