//! `clash`: finds a minimal set of contradictory clues.

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Duration;

use ::explain::Subject;
use anyhow::Result;
use grid_utils::Cell;
use protocol::{Clash, GivenClue};
use puzzle::{Draft, Instance, Limits, Stop, Strategy, solve_judged};
use rules::Group;

use crate::explain::Watch;
use crate::make::sites::{self, NO_CLUE, Site};
use crate::output::json_line;
use crate::watch::on_giving_up;
use crate::{Format, SHORT_OF_THE_GOAL, Session};

/// Most nodes of one search. Without some clues a search may become large; these clues stay.
const MOST_NODES: u64 = 50_000;

/// The result of a search of an instance.
enum Verdict {
    Solvable,
    Unsolvable,
    Unknown(Stop),
}

/// Removes clues, first many at once and then one by one, as long as no board keeps the others.
pub(crate) fn run(session: &Session) -> Result<u8> {
    let draft = session.source.draft();
    let mut clash = Clash {
        puzzle: session.slug.clone(),
        unsolvable: None,
        clues: Vec::new(),
        minimal: false,
        by_places: false,
        stopped: None,
    };
    if session.format == Some(Format::Json) {
        let clash = clash.clone();
        on_giving_up(move |stop| json_line(&Clash { stopped: Some(stop), ..clash }));
    }
    match verdict(session, &draft, None)? {
        Verdict::Unsolvable => clash.unsolvable = Some(true),
        Verdict::Solvable => clash.unsolvable = Some(false),
        Verdict::Unknown(stop) => clash.stopped = Some(stop),
    }
    if clash.unsolvable == Some(true) {
        let mut clues = sites::clues(&draft, session.puzzle.no_clue());
        clues.retain(|clue| {
            is_instance(session, &sites::without(&draft, clue, session.puzzle.no_clue()))
        });
        let all = clues.clone();
        let (mut many, mut is_over) = (clues.len().max(1), false);
        while !is_over {
            let (mut start, mut is_sure) = (0, true);
            while start < clues.len() {
                let end = clues.len().min(start + many);
                let others = [&clues[..start], &clues[end..]].concat();
                match verdict(
                    session,
                    &with_alone(session, &draft, &all, &others),
                    Some(MOST_NODES),
                )? {
                    Verdict::Unsolvable => clues = others,
                    Verdict::Solvable => start = end,
                    Verdict::Unknown(_) => (start, is_sure) = (end, false),
                }
            }
            clash.minimal = many == 1 && is_sure;
            clash.stopped = session.clock.stopped();
            is_over = many == 1 || clash.stopped.is_some();
            many = many.div_ceil(2);
        }
        if clues.is_empty() && clash.stopped.is_none() {
            let silent = with_alone(session, &draft, &all, &[]);
            (clues, clash.minimal) = clash_of_places(session, &silent)?;
            clash.by_places = !clues.is_empty();
        }
        clash.clues = clues.iter().map(|clue| clue.given(&draft)).collect();
    }
    if session.format == Some(Format::Json) {
        session.clock.print_json(&clash)?;
    } else {
        session.clock.print(&format!("{}\n", said(&clash)))?;
    }
    Ok(if clash.unsolvable == Some(true) { 0 } else { SHORT_OF_THE_GOAL })
}

/// Returns clues of a contradictory instance that say nothing, which clash where they are, and
/// whether they are as few as can be. Other clues often contradict the rules once one of them is
/// gone, so none is taken away from the instance: the rules of its place are.
fn clash_of_places(session: &Session, draft: &Draft) -> Result<(Vec<Site>, bool)> {
    if session.puzzle.no_clue() == NO_CLUE {
        // These clues are left out altogether.
        return Ok((Vec::new(), true));
    }
    let instance = Instance::new("", &draft.to_string(), &[])?;
    let Ok(puzzle) = session.kind.read(&instance) else { return Ok((Vec::new(), true)) };
    let rules = puzzle::state(&*puzzle, session.model());
    let Ok(subject) = Subject::unsolved(&rules) else { return Ok((Vec::new(), true)) };
    let mut clues = Vec::new();
    for clue in sites::sites(draft).into_iter().filter(|clue| clue.is_given(draft)) {
        let other = Instance::new("", &sites::without(draft, &clue, NO_CLUE).to_string(), &[])?;
        if session.clock.stopped().is_some() {
            return Ok((Vec::new(), false));
        }
        let Ok(other) = session.kind.read(&other) else { continue };
        let Ok(others) = puzzle::state(&*other, session.model()).groups() else { continue };
        let kept: HashSet<_> = others.groups.iter().map(place_of).collect();
        let groups = subject.groups().groups.iter().enumerate();
        let gone = groups.filter(|(_, group)| !kept.contains(&place_of(group)));
        let gone: Vec<usize> = gone.map(|(group, _)| group).collect();
        if !gone.is_empty() {
            clues.push((clue, gone));
        }
    }
    let parts: Vec<Vec<usize>> = clues.iter().map(|(_, gone)| gone.clone()).collect();
    let clash = subject.clash(&parts, &mut Watch(&session.clock));
    let clash = clash.unwrap_or(::explain::Clash { parts: Vec::new(), is_minimal: false });
    let blamed = clash.parts.iter().map(|&part| clues[part].0.clone()).collect();
    Ok((blamed, clash.is_minimal))
}

/// Returns the rule of a group and where it applies.
fn place_of(group: &Group) -> (Option<usize>, Option<&str>) {
    (group.heading, group.place.as_deref())
}

/// Returns the instance with only some of its clues.
fn with_alone(session: &Session, draft: &Draft, all: &[Site], some: &[Site]) -> Draft {
    let left_out = all.iter().filter(|clue| !some.contains(clue));
    left_out
        .fold(draft.clone(), |draft, clue| sites::without(&draft, clue, session.puzzle.no_clue()))
}

fn is_instance(session: &Session, draft: &Draft) -> bool {
    let instance = Instance::new("", &draft.to_string(), &[]);
    instance.is_ok_and(|instance| session.kind.read(&instance).is_ok())
}

/// Returns whether an instance has a solution; by the rules if they are stated, since these need no
/// initial clue. Clues without which the instance is invalid count as necessary.
fn verdict(session: &Session, draft: &Draft, nodes: Option<u64>) -> Result<Verdict> {
    let instance = Instance::new("", &draft.to_string(), &[])?;
    let Ok(puzzle) = session.kind.read(&instance) else { return Ok(Verdict::Solvable) };
    let usual = if session.kind.has_rules() { Strategy::Rules } else { Strategy::Fastest };
    let limits = Limits {
        strategy: session.strategy.unwrap_or(usual),
        nodes,
        ..session.limits(None, Some(NonZeroU64::MIN))
    };
    let outcome = solve_judged(&*puzzle, session.goal(), &limits, &mut |_| {
        ControlFlow::Continue(Duration::ZERO)
    })?;
    Ok(match outcome.stopped {
        _ if outcome.solutions > 0 => Verdict::Solvable,
        Some(stop) => Verdict::Unknown(stop),
        None => Verdict::Unsolvable,
    })
}

fn said(clash: &Clash) -> String {
    let stopped = clash.stopped.map_or("", Stop::reason);
    match (clash.unsolvable, &clash.clues[..]) {
        (None, _) => format!("stopped: {stopped}; whether it has a solution is open"),
        (Some(false), _) => "no clash: the instance has a solution".to_owned(),
        (Some(true), []) if !clash.minimal => {
            "the instance has no solution; which of its clues clash is open".to_owned()
        }
        (Some(true), []) => {
            "no clue is to blame: the rest of the instance allows no board".to_owned()
        }
        (Some(true), clues) => {
            let places: Vec<String> = clues.iter().map(place).collect();
            let begin = match clues.len() {
                1 => "1 clue clashes with the rules; without it there is a solution".to_owned(),
                many if clash.by_places && clash.minimal => format!(
                    "{many} clues clash where they are, whatever they say; without any one of \
                     them the others allow a board"
                ),
                many if clash.minimal => {
                    format!("{many} clues clash; without any one of them there is a solution")
                }
                many => format!("{many} clues clash, perhaps fewer do"),
            };
            format!("{begin}:\n{}", places.join("\n"))
        }
    }
}

/// Formats a clue with its place: "r2c8 of `givens`: 1", "`rows[2]`: 11".
fn place(given: &GivenClue) -> String {
    let GivenClue { key, line, place, clue } = given;
    match (line, place) {
        (Some(line), Some(place)) => format!("{} of `{key}`: {clue}", Cell::new(*line, *place)),
        (_, Some(place)) => format!("`{key}[{place}]`: {clue}"),
        _ => format!("`{key}`: {clue}"),
    }
}
