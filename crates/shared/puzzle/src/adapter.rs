//! A puzzle without its types: the command line is compiled once, against this, and not once per
//! puzzle.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use fastrand::Rng;
use itertools::Itertools;
use picture::Picture;
use toml::Table;

use crate::by_rules::note_rules;
use crate::certificate::{Proving, prove};
use crate::draft::Draft;
use crate::instance::Instance;
use crate::search::{Effort, Limits, Outcome, count, search_by, trace_by};
use crate::{Goal, Puzzle, Step, Stop, Tasks};

/// A board that must not be reported as a solution, but was: a bug of the puzzle's crate.
#[derive(Debug)]
pub(crate) struct InvalidSolution {
    board: String,
    fault: String,
}

impl fmt::Display for InvalidSolution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, fault } = self;
        write!(
            formatter,
            "the search reported a board that {fault} (a bug in this puzzle's crate)\n\n{board}"
        )
    }
}

impl std::error::Error for InvalidSolution {}

/// What `selfcheck` wants to know of a board.
pub(crate) struct Variant {
    /// The board as text.
    pub(crate) text: String,
    /// What the text reads back as, where that is not the same board.
    pub(crate) misread: Option<String>,
    /// Whether the checker refuses it.
    pub(crate) is_refused: bool,
}

/// What the command line does with an instance, whatever the puzzle.
pub(crate) trait AnyPuzzle {
    /// Searches, and hands every solution to `receiver`, as text: it keeps the rules, reads back as it
    /// was written, and is what the goal asks for. The receiver says how long a reader was slow to
    /// take it.
    fn solve(
        &self,
        goal: Goal,
        limits: &Limits,
        receiver: &mut dyn FnMut(String) -> ControlFlow<(), Duration>,
    ) -> Result<Outcome<()>, InvalidSolution>;

    /// Searches and throws the solutions away: what `bench` measures.
    fn search(&self, limits: &Limits) -> Outcome<()>;

    /// Searches while somebody watches, then hands each step that was kept, at most `max_steps`, to
    /// `receiver`: with its board as text, and with its picture. The receiver may have seen enough.
    /// Tells how many steps there were, too.
    fn trace(
        &self,
        goal: Goal,
        limits: &Limits,
        max_steps: usize,
        receiver: &mut dyn FnMut(Step<String>, Picture) -> Result<ControlFlow<()>>,
    ) -> Result<(Outcome<()>, u64)>;

    /// Counts the solutions.
    fn count(&self, limits: &Limits) -> Outcome<()>;

    /// The rules as constraints, in the OPB format; none where they are no such thing.
    fn opb(&self) -> Option<Result<String>>;

    /// The rules in words: what the constraints are stated under; none where they are no constraints.
    fn headings(&self) -> Option<Result<Vec<String>>>;

    /// Proves by the rules what the goal asks for, and reads the solution off the proof's, checked;
    /// none where the rules are no constraints.
    fn certify(&self, goal: Goal, limits: &Limits) -> Option<Result<(Proving, Option<String>)>>;

    /// The count as tasks, if it is split.
    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>>;

    /// What there is to say about an exact count.
    fn count_remarks(&self, solutions: u128) -> Vec<(&'static str, String)>;

    /// Whether `text` is a board; the error is that of reading it.
    fn reads(&self, text: &str) -> Result<()>;

    /// Checks the board in `text`. The outer error is a text that is no board, the inner one a
    /// board that breaks a rule.
    fn check(&self, text: &str) -> Result<Result<()>>;

    /// The answer that the solution in `text` gives.
    fn answer(&self, text: &str) -> Result<String>;

    /// What else there is to see of the solution in `text`.
    fn remarks(&self, text: &str) -> Result<Vec<(&'static str, String)>>;

    /// Draws the instance, with the board in `text` if there is one.
    fn picture(&self, text: Option<&str>) -> Result<Picture>;

    /// The instance as data.
    fn draft(&self) -> Result<Draft>;

    /// A random instance of the same puzzle, of about this size; none where the puzzle makes none.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Box<dyn AnyPuzzle>>;

    /// The puzzle with every clue that the board in `text` gives; none where clues are not read off
    /// a board.
    fn clued(&self, text: &str) -> Result<Option<Box<dyn AnyPuzzle>>>;

    /// Adds the headings of the rules, where they are constraints, and notes which rules matter: a
    /// board that the checker refuses keeps all of them but that one. Each is tried within the
    /// limits, unless it is known to matter.
    fn note_rules(&self, matter: &mut BTreeMap<String, bool>, limits: &Limits);

    /// What the board in `text` is worth, for the goals `best` and `record`.
    fn score(&self, text: &str) -> Result<i128>;

    /// Checks, reads back and, where `draws` says so, draws the board in `text`; nothing where it is
    /// no board.
    fn variant(&self, text: &str, draws: bool) -> Option<Variant>;
}

/// [`read_any`] of one puzzle.
pub(crate) type Reader = fn(&Instance) -> Result<Box<dyn AnyPuzzle>>;

/// Reads an instance and forgets its type.
pub(crate) fn read_any<P: Puzzle>(instance: &Instance) -> Result<Box<dyn AnyPuzzle>> {
    Ok(Box::new(instance.read::<P>()?))
}

/// Judges the boards that a search reports, one after the other.
struct Judge<'a, P> {
    puzzle: &'a P,
    goal: Goal,
    /// The score of the board before, for the goal `best`.
    best: Option<i128>,
    /// What is wrong with a board; nothing is judged after it.
    invalid: Option<InvalidSolution>,
}

impl<'a, P: Puzzle> Judge<'a, P> {
    fn new(puzzle: &'a P, goal: Goal) -> Self {
        Self { puzzle, goal, best: None, invalid: None }
    }

    /// The text of a board that is a solution; the search ends with one that is not.
    fn judge(&mut self, board: &P::Board) -> ControlFlow<(), String> {
        let text = board.to_string();
        let fault = self.fault(board, &text);
        self.verdict(text, fault)
    }

    /// Not generic in what it does with the texts; see [`judge`](Self::judge).
    fn verdict(&mut self, board: String, fault: Option<String>) -> ControlFlow<(), String> {
        match fault {
            None => ControlFlow::Continue(board),
            Some(fault) => {
                self.invalid = Some(InvalidSolution { board, fault });
                ControlFlow::Break(())
            }
        }
    }

    fn fault(&mut self, board: &P::Board, text: &str) -> Option<String> {
        if let Err(error) = self.puzzle.check(board) {
            return Some(breaks_a_rule(&error));
        }
        if let Some(other) = misread::<P>(board, text) {
            return Some(format!("reads back as {other}"));
        }
        match self.goal {
            Goal::Best => does_not_beat(&mut self.best, self.puzzle.score(board)),
            Goal::Record => falls_short(self.puzzle.record(), self.puzzle.score(board)),
            Goal::Unique | Goal::First | Goal::Count => None,
        }
    }
}

fn bug(invalid: InvalidSolution) -> anyhow::Error {
    invalid.into()
}

fn breaks_a_rule(error: &anyhow::Error) -> String {
    format!("breaks the rules: {error:#}")
}

/// The fault of a board that does not beat the best score so far, which is kept up to date.
fn does_not_beat(best: &mut Option<i128>, score: i128) -> Option<String> {
    match best.replace(score) {
        Some(before) if score <= before => Some(format!(
            "scores {score} after one that scores {before}, though each has to beat the one before"
        )),
        _ => None,
    }
}

/// The fault of a board that does not reach the record.
fn falls_short(record: Option<i128>, score: i128) -> Option<String> {
    match record {
        None => Some(format!("scores {score}, but the instance states no record to reach")),
        Some(record) if score < record => {
            Some(format!("scores {score}, less than the record of {record}"))
        }
        Some(_) => None,
    }
}

/// What the text of a board reads back as, if not as this board.
fn misread<P: Puzzle>(board: &P::Board, text: &str) -> Option<String> {
    match parse::<P>(text) {
        Ok(read) if read == *board => None,
        Ok(read) => Some(format!("another board:\n\n{read}")),
        Err(error) => Some(format!("no board: {error}")),
    }
}

fn parse<P: Puzzle>(text: &str) -> Result<P::Board> {
    text.parse().map_err(|error: <P::Board as std::str::FromStr>::Err| anyhow!("{error}"))
}

fn untyped<Board>(outcome: Outcome<Board>) -> Outcome<()> {
    let Outcome { boards, solutions, nodes, dead_ends, stopped, seconds } = outcome;
    drop(boards);
    Outcome { boards: Vec::new(), solutions, nodes, dead_ends, stopped, seconds }
}

impl<P: Puzzle> AnyPuzzle for P {
    fn solve(
        &self,
        goal: Goal,
        limits: &Limits,
        receiver: &mut dyn FnMut(String) -> ControlFlow<(), Duration>,
    ) -> Result<Outcome<()>, InvalidSolution> {
        let mut judge = Judge::new(self, goal);
        let outcome = search_by(self, limits, &mut |board| {
            let text = judge.judge(board)?;
            receiver(text)
        });
        judge.invalid.map_or(Ok(untyped(outcome)), Err)
    }

    fn trace(
        &self,
        goal: Goal,
        limits: &Limits,
        max_steps: usize,
        receiver: &mut dyn FnMut(Step<String>, Picture) -> Result<ControlFlow<()>>,
    ) -> Result<(Outcome<()>, u64)> {
        let mut judge = Judge::new(self, goal);
        let (outcome, trace) = trace_by(self, limits, max_steps, &mut |board| {
            judge.judge(board).map_continue(|_| Duration::ZERO)
        });
        if let Some(invalid) = judge.invalid {
            return Err(bug(invalid));
        }
        for step in &trace.kept {
            let mut picture = Puzzle::picture(self, Some(&step.board));
            step.beyond.draw(&mut picture);
            if receiver(step.as_text(), picture)?.is_break() {
                break;
            }
        }
        Ok((untyped(outcome), trace.steps))
    }

    fn search(&self, limits: &Limits) -> Outcome<()> {
        untyped(search_by(self, limits, &mut |_| ControlFlow::Continue(Duration::ZERO)))
    }

    fn count(&self, limits: &Limits) -> Outcome<()> {
        untyped(count(self, limits))
    }

    fn opb(&self) -> Option<Result<String>> {
        let rules = self.rules()?;
        Some(rules.problem().map(|problem| match rules.limit() {
            Some(limit) => limit.within(problem).to_string(),
            None => problem.to_string(),
        }))
    }

    fn headings(&self) -> Option<Result<Vec<String>>> {
        let rules = self.rules()?;
        Some(rules.problem().map(|problem| {
            // Where a puzzle has several boards, a rule may be stated of one after the other.
            problem.headings().unique().map(str::to_owned).collect()
        }))
    }

    fn certify(&self, goal: Goal, limits: &Limits) -> Option<Result<(Proving, Option<String>)>> {
        let rules = self.rules()?;
        let agreement = |solution: &[bool]| rules.told_by(solution);
        let mut effort = Effort::new(limits);
        let limit = rules.limit();
        let proving = rules
            .problem()
            .and_then(|problem| prove(problem, limit, goal, &agreement, &mut effort));
        Some(proving.and_then(|proving| {
            let Proving::Proved(proved) = &proving else { return Ok((proving, None)) };
            let Some(solution) = &proved.solution else { return Ok((proving, None)) };
            let board = rules.board(|variable| Some(solution[variable.index()]));
            let mut judge = Judge::new(self, goal);
            match judge.judge(&board) {
                ControlFlow::Continue(text) => Ok((proving, Some(text))),
                ControlFlow::Break(()) => Err(judge.invalid.expect("a fault was found").into()),
            }
        }))
    }

    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        Puzzle::tasks(self, effort)
    }

    fn count_remarks(&self, solutions: u128) -> Vec<(&'static str, String)> {
        Puzzle::count_remarks(self, solutions)
    }

    fn reads(&self, text: &str) -> Result<()> {
        parse::<P>(text).map(drop)
    }

    fn check(&self, text: &str) -> Result<Result<()>> {
        Ok(Puzzle::check(self, &parse::<P>(text)?))
    }

    fn answer(&self, text: &str) -> Result<String> {
        Ok(Puzzle::answer(self, &parse::<P>(text)?))
    }

    fn remarks(&self, text: &str) -> Result<Vec<(&'static str, String)>> {
        Ok(Puzzle::remarks(self, &parse::<P>(text)?))
    }

    fn picture(&self, text: Option<&str>) -> Result<Picture> {
        let board = text.map(parse::<P>).transpose()?;
        Ok(Puzzle::picture(self, board.as_ref()))
    }

    fn draft(&self) -> Result<Draft> {
        Ok(Draft::new(Table::try_from(self).context("cannot write the instance")?))
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Box<dyn AnyPuzzle>> {
        Some(Box::new(P::random(size, random)?))
    }

    fn clued(&self, text: &str) -> Result<Option<Box<dyn AnyPuzzle>>> {
        let clued = Puzzle::clued(self, &parse::<P>(text)?);
        Ok(clued.map(|clued| -> Box<dyn AnyPuzzle> { Box::new(clued) }))
    }

    fn note_rules(&self, matter: &mut BTreeMap<String, bool>, limits: &Limits) {
        let Some(rules) = self.rules() else { return };
        let Ok(problem) = rules.problem() else { return };
        let refuses = |solution: &[bool]| {
            let board = rules.board(|variable| Some(solution[variable.index()]));
            Puzzle::check(self, &board).is_err()
        };
        let other_than = |solution: &[bool]| rules.other_than(solution);
        note_rules(problem, rules.limit(), &refuses, &other_than, matter, limits);
    }

    fn score(&self, text: &str) -> Result<i128> {
        Ok(Puzzle::score(self, &parse::<P>(text)?))
    }

    fn variant(&self, text: &str, draws: bool) -> Option<Variant> {
        let board = parse::<P>(text).ok()?;
        let text = board.to_string();
        let misread = misread::<P>(&board, &text);
        let is_refused = Puzzle::check(self, &board).is_err();
        if draws {
            let _ = Puzzle::picture(self, Some(&board));
        }
        Some(Variant { text, misread, is_refused })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;

    /// Reports the scores that it is told to, whatever they are worth.
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Scores {
        reported: Vec<i64>,
        record: Option<i64>,
    }

    /// A number whose text is wrong where it is 13, and which the rules do not allow to be negative.
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Score(i64);

    impl fmt::Display for Score {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "{}", if self.0 == 13 { 12 } else { self.0 })
        }
    }

    impl std::str::FromStr for Score {
        type Err = std::num::ParseIntError;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            text.trim().parse().map(Self)
        }
    }

    impl Puzzle for Scores {
        type Board = Score;

        fn validate(&self) -> Result<()> {
            Ok(())
        }

        fn search(&self, search: &mut Search<Score>) -> ControlFlow<Stop> {
            self.reported.iter().try_for_each(|&score| search.solution(Score(score)))
        }

        fn check(&self, &Score(score): &Score) -> Result<()> {
            anyhow::ensure!(score >= 0, "{score} is negative");
            Ok(())
        }

        fn answer(&self, score: &Score) -> String {
            score.to_string()
        }

        fn score(&self, &Score(score): &Score) -> i128 {
            score.into()
        }

        fn record(&self) -> Option<i128> {
            self.record.map(i128::from)
        }
    }

    /// The boards that are let through, and what is said of the first that is not.
    fn judged(goal: Goal, reported: &[i64], record: Option<i64>) -> (Vec<String>, Option<String>) {
        let puzzle = Scores { reported: reported.to_vec(), record };
        let any: &dyn AnyPuzzle = &puzzle;
        let mut boards = Vec::new();
        let result = any.solve(goal, &Limits::default(), &mut |board| {
            boards.push(board);
            ControlFlow::Continue(Duration::ZERO)
        });
        let traced =
            any.trace(goal, &Limits::default(), 9, &mut |_, _| Ok(ControlFlow::Continue(())));
        let invalid = result.err().map(|invalid| invalid.to_string());
        assert_eq!(traced.err().map(|error| error.to_string()), invalid, "a trace says the same");
        (boards, invalid)
    }

    #[test]
    fn a_board_that_is_worse_than_the_one_before_is_a_bug() {
        let (boards, invalid) = judged(Goal::Best, &[1, 5, 3, 7], None);
        assert_eq!(boards, ["1", "5"]);
        let expected = "the search reported a board that scores 3 after one that scores 5, though \
                        each has to beat the one before (a bug in this puzzle's crate)\n\n3";
        assert_eq!(invalid.as_deref(), Some(expected));
        assert!(judged(Goal::Best, &[5, 7], None).1.is_none());
        assert!(
            judged(Goal::First, &[5, 3], None).1.is_none(),
            "scores are nothing to other goals"
        );
    }

    #[test]
    fn a_board_below_the_record_is_a_bug() {
        let (boards, invalid) = judged(Goal::Record, &[6, 4], Some(5));
        assert_eq!(boards, ["6"]);
        assert!(invalid.unwrap().contains("scores 4, less than the record of 5"));
        assert!(judged(Goal::Record, &[5], Some(5)).1.is_none());
        assert!(judged(Goal::Record, &[5], None).1.unwrap().contains("states no record"));
    }

    #[test]
    fn a_board_that_breaks_the_rules_or_reads_back_as_another_is_a_bug() {
        let (boards, invalid) = judged(Goal::Unique, &[2, -1, 4], None);
        assert_eq!(boards, ["2"]);
        assert!(invalid.unwrap().contains("a board that breaks the rules: -1 is negative ("));
        let (boards, invalid) = judged(Goal::Unique, &[13], None);
        assert!(boards.is_empty());
        assert!(invalid.unwrap().contains("reads back as another board:\n\n12"));
    }
}
