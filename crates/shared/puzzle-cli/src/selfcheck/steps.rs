//! Checks explanations of random instances: each step must follow, and the end must agree with
//! every solution.
//!
//! Neither the engine that found the steps nor its solver is used. The claim of a step is read as
//! text, in the OPB format, and checked value by value.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ::explain::{Explainer, Kept, Known, Search, Step, Subject};
use anyhow::Result;
use picture::Picture;
use pseudo_boolean::{Literal, Observer};
use puzzle::{Form, Goal, Puzzle};
use rules::{Budget, Flag, Model, Name, Named};

use super::SelfCheck;
use crate::Session;
use crate::explain::kept;
use crate::explain::words::{VERB, Words};

/// Most instances that are explained.
const MOST_INSTANCES: u64 = 20;

/// Most bytes of rules that are explained.
const MOST_BYTES: usize = 1 << 20;

/// Most steps of an instance that are checked.
const MOST_STEPS: usize = 40;

/// Time limit of the search for an instance's steps.
const PATIENCE: Duration = Duration::from_millis(100);

/// Time limit of the search for the steps of the session's own instance.
const OWN_PATIENCE: Duration = Duration::from_secs(3);

/// Most terms of constraints visited to check a step.
const MOST_TERMS: usize = 300_000;

/// What is explained, and how thoroughly.
struct Subjected<'a> {
    puzzle: &'a dyn Puzzle,
    /// Its solutions, as text.
    boards: &'a BTreeSet<String>,
    /// The instance as text, if it is not the session's own.
    text: Option<&'a str>,
    kept: Vec<Kept>,
    /// Time for rules and steps.
    patience: Duration,
    most_bytes: usize,
    most_findings: usize,
}

/// Explains an instance with these solutions, as text, and checks the steps.
pub(super) fn check(
    session: &Session,
    puzzle: &dyn Puzzle,
    boards: &BTreeSet<String>,
    text: &str,
    report: &mut SelfCheck,
) -> Result<()> {
    if report.explained >= MOST_INSTANCES || boards.is_empty() {
        return Ok(());
    }
    let (patience, most_bytes, most_findings) = (PATIENCE, MOST_BYTES, MOST_STEPS);
    let (text, kept) = (Some(text), Vec::new());
    let one = Subjected { puzzle, boards, text, kept, patience, most_bytes, most_findings };
    check_one(session, one, report)
}

/// Explains the session's own instance, as far as steps are found soon, and checks them.
pub(super) fn check_own(session: &Session, report: &mut SelfCheck) -> Result<()> {
    let one = Subjected {
        puzzle: session.puzzle.as_ref(),
        boards: &BTreeSet::new(),
        text: None,
        kept: kept(session)?,
        patience: OWN_PATIENCE,
        most_bytes: Budget::BYTES,
        most_findings: usize::MAX,
    };
    check_one(session, one, report)
}

fn check_one(session: &Session, one: Subjected, report: &mut SelfCheck) -> Result<()> {
    let Subjected { puzzle, boards, text, patience, .. } = one;
    let start = Instant::now();
    let model = Model::within(Budget::new(one.most_bytes, move || start.elapsed() > patience));
    let rules = puzzle::state(puzzle, model);
    if rules.problem().is_err() {
        return Ok(());
    }
    report.explained += 1;
    let found = Subject::find(&rules, &mut Impatient(start, patience));
    let Ok(Search::Found(subject)) = found else { return Ok(()) };
    let is_late =
        |share: f64| start.elapsed() > patience.mul_f64(share) || session.clock.stopped().is_some();
    let (mut explainer, form) = (Explainer::new(&subject, &is_late), puzzle.form());
    explainer = explainer.along(one.kept, false);
    let findings: Vec<_> =
        std::iter::from_fn(|| explainer.finding()).take(one.most_findings).collect();
    let targets = explainer.targets();
    let steps = explainer.steps(&findings, &targets);
    let told = check_steps(&explainer, &form, &steps, text, report);
    let is_told = |target: &Literal| told.value(target.variable()).is_some();
    if !explainer.is_cut() && !targets.iter().all(is_told) {
        report.fail("the explanation leaves out a conclusion", text, "");
    }
    if !explainer.is_cut() {
        let unsolved = puzzle.picture(None);
        check_cells(&explainer, (&form, &unsolved), &steps, text, report);
    }
    if session.goal() == Goal::Best {
        return Ok(());
    }
    // Explained facts hold in all solutions.
    for board in boards {
        let Ok(facts) = form.facts_of(&rules, &form.read(board)?) else { return Ok(()) };
        let is_other = |fact: &Literal| {
            explainer.known(fact.variable()).is_some_and(|value| value == fact.is_negated())
        };
        if facts.literals.iter().any(is_other) {
            report.fail("the explanation contradicts a solution", text, board);
        }
    }
    Ok(())
}

/// Checks that each known value of the board is concluded by a step, told at the beginning or
/// printed on the `unsolved` board.
fn check_cells(
    explainer: &Explainer,
    (form, unsolved): (&Form, &Picture),
    steps: &[Step],
    text: Option<&str>,
    report: &mut SelfCheck,
) {
    let words = Words::new(explainer, form).over(unsolved);
    let told = steps.iter().map(|step| words.told(step)).chain(words.beginning());
    let told: BTreeSet<String> = told.flat_map(|told| told.cells).collect();
    let is_missing = |named: &&Named| {
        let has_value = named.number.values().any(|(_, flag)| match flag {
            // Numbers without a cell are constant where they are printed.
            Flag::Known(holds) => holds && matches!(named.name, Name::Cell(_)),
            Flag::Open(literal) => {
                explainer.known(literal.variable()) == Some(!literal.is_negated())
            }
        });
        let is_told = match &named.name {
            Name::Cell(cell) => words.is_printed(*cell) || told.contains(&cell.to_string()),
            Name::Text(name) => told.contains(&name.replace(VERB, " ")),
        };
        named.is_on_board && has_value && !is_told
    };
    let named = &explainer.subject().groups().named;
    if let Some(Named { name, .. }) = named.iter().find(is_missing) {
        report.fail(&format!("the explanation does not say why {name} has its value"), text, "");
    }
}

/// Checks what is known at the beginning, the lemmas, and the first steps: each follows from its groups and
/// premises, each of which was told before. Returns all that is told.
fn check_steps(
    explainer: &Explainer,
    form: &Form,
    steps: &[Step],
    text: Option<&str>,
    report: &mut SelfCheck,
) -> Known {
    let proofs = explainer.lemmas().iter().flat_map(|lemma| lemma.proof.iter().cloned());
    let beginning: Vec<Step> = explainer.beginning().into_iter().chain(proofs).collect();
    let mut told = Known::of(explainer, []);
    for (place, step) in beginning.iter().chain(steps).enumerate() {
        let said = || Words::new(explainer, form).sentence(step);
        let assumed = explainer.assumed(step);
        let is_told = |fact: &Literal| told.value(fact.variable()) == Some(!fact.is_negated());
        if !step.because.iter().chain(assumed).all(is_told) {
            report.fail("a step uses what was not told before", text, &said());
        }
        // What has no words is left out of every list, unseen.
        let is_said = |fact: &Literal| explainer.reading(*fact).is_some();
        if !step.facts.iter().chain(&step.because).all(is_said) {
            report.fail("a step uses or finds what has no words", text, &said());
        }
        told.add(explainer, step.facts.iter().copied());
        if place >= beginning.len() + MOST_STEPS {
            continue;
        }
        match explainer.certificate(step).map(|(opb, _)| has_solution(&opb)) {
            None => report.fail("a step of the explanation has no proof", text, &said()),
            Some(Some(true)) => {
                report.fail("a step of the explanation does not follow", text, &said());
            }
            Some(Some(false)) => report.steps += 1,
            Some(None) => report.large_steps += 1,
        }
    }
    told
}

/// Stops a search when its time is up.
struct Impatient(Instant, Duration);

impl Observer for Impatient {
    fn dead_end(&mut self) -> ControlFlow<()> {
        self.working()
    }

    fn working(&mut self) -> ControlFlow<()> {
        if self.0.elapsed() > self.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A linear constraint: the weighted sum of the literals is at least the bound.
struct Line {
    terms: Vec<(i64, usize, bool)>,
    bound: i64,
}

impl Line {
    /// Parses a constraint such as `2 x1 1 ~x3 >= 2 ;`.
    fn read(text: &str) -> Option<Self> {
        let (sum, bound) = text.strip_suffix(" ;")?.split_once(">=")?;
        let words: Vec<&str> = sum.split_whitespace().collect();
        let terms = words.chunks(2).map(|term| {
            let (is_true, name) = match term.get(1)?.strip_prefix('~') {
                Some(name) => (false, name),
                None => (true, *term.get(1)?),
            };
            Some((term[0].parse().ok()?, name.strip_prefix('x')?.parse().ok()?, is_true))
        });
        Some(Line { terms: terms.collect::<Option<_>>()?, bound: bound.trim().parse().ok()? })
    }

    /// Returns the slack: by how much the sum can still exceed the bound.
    fn room(&self, values: &[Option<bool>]) -> i64 {
        let possible = self.terms.iter().filter(|term| values[term.1] != Some(!term.2));
        possible.map(|term| term.0).sum::<i64>() - self.bound
    }
}

/// Returns whether an OPB file has a solution, by exhaustive search; `None` if this takes too long.
fn has_solution(opb: &str) -> Option<bool> {
    let lines: Vec<&str> = opb.lines().filter(|line| !line.starts_with('*')).collect();
    let lines: Vec<Line> = lines.into_iter().map(Line::read).collect::<Option<_>>()?;
    let names = lines.iter().flat_map(|line| line.terms.iter().map(|term| term.1));
    let values = vec![None; names.max().map_or(0, |most| most + 1)];
    try_values(&lines, values, &mut 0)
}

fn try_values(lines: &[Line], mut values: Vec<Option<bool>>, terms: &mut usize) -> Option<bool> {
    // Values forced by a constraint.
    loop {
        *terms += lines.iter().map(|line| line.terms.len()).sum::<usize>();
        if *terms > MOST_TERMS {
            return None;
        }
        let mut has_changed = false;
        for line in lines {
            let room = line.room(&values);
            if room < 0 {
                return Some(false);
            }
            for &(coefficient, name, is_true) in &line.terms {
                if values[name].is_none() && coefficient > room {
                    values[name] = Some(is_true);
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    let open = lines.iter().filter(|line| {
        let kept = line.terms.iter().filter(|term| values[term.1] == Some(term.2));
        kept.map(|term| term.0).sum::<i64>() < line.bound
    });
    let choices = open.flat_map(|line| line.terms.iter().map(|term| term.1));
    let Some(name) = { choices }.find(|&name| values[name].is_none()) else { return Some(true) };
    for value in [true, false] {
        let mut copy = values.clone();
        copy[name] = Some(value);
        if try_values(lines, copy, terms)? {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::has_solution;

    #[test]
    fn values_are_tried_out() {
        let exactly_one = "* two cells\n1 x1 1 x2 >= 1 ;\n1 ~x1 1 ~x2 >= 1 ;\n";
        assert_eq!(has_solution(exactly_one), Some(true));
        assert_eq!(has_solution(&format!("{exactly_one}1 x1 >= 1 ;\n1 x2 >= 1 ;\n")), Some(false));
        let pigeons = "1 x1 1 x2 >= 1 ;\n1 x3 1 x4 >= 1 ;\n1 x5 1 x6 >= 1 ;\n\
                       1 ~x1 1 ~x3 1 ~x5 >= 2 ;\n1 ~x2 1 ~x4 1 ~x6 >= 2 ;\n";
        assert_eq!(has_solution(pigeons), Some(false));
        assert_eq!(has_solution("3 x1 2 ~x2 >= 4 ;\n1 x2 >= 1 ;\n"), Some(false));
    }
}
