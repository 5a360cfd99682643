//! `page`: what a page shows of an instance that its reader makes, as JSON.
//!
//! The instance, and the board so far, come from standard input: a program in a browser has no files.
//! Most answers are those of another command, whose output is caught, with pictures ready to be shown.

use anyhow::{Context, Result, anyhow};
use clap::{FromArgMatches, Subcommand, ValueEnum};
use grid_utils::Cell;
use picture::{Ink, Picture};
use protocol::trace::{End, Start, Step, beginning};
use protocol::{Certificate, Grade, Linked, Report};
use puzzle::{Program, Site};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::input::board_in;
use crate::look::fill::fill;
use crate::texts::Texts;
use crate::{Command, Format, Session, certify, execute, watch};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What is asked for
    #[arg(value_enum)]
    request: Request,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Request {
    /// The unsolved board, with the rules
    Draw,
    /// The same, to be printed
    Svg,
    /// The puzzle as it is filled in
    Fill,
    /// The same, with what recognises its solution
    Link,
    /// The address at puzz.link
    Address,
    /// The instance as TOML
    Instance,
    /// The verdict, with at most two boards
    Solve,
    /// Contradictory clues
    Clash,
    /// The difficulty
    Grade,
    /// The solution, step by step
    Explain,
    /// The next step from a board
    Hint,
    /// Whether a board breaks a rule, and whether it can be completed
    Check,
    /// The clues that a board shows already
    Kept,
    /// A new instance
    Make,
    /// The rules and a proof
    Certificate,
}

/// What a page sends.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Asked {
    /// The instance, or its address; empty for the published one.
    pub(crate) instance: String,
    /// The code that stands for the instance, if there is one.
    pub(crate) code: String,
    /// For a hint or a check: the board so far, if there is one.
    pub(crate) board: String,
    /// How much a hint reveals.
    level: String,
    /// Of a new instance: requested properties, if any.
    size: String,
    seed: String,
    grade: String,
}

impl Arguments {
    /// Returns whether the page's own instance does not matter, even if it has faults: a new one is
    /// made.
    pub(crate) fn is_for_published(&self) -> bool {
        self.request == Request::Make
    }
}

/// The board, by the name that it has in messages.
const BOARD: &str = "--board=board.txt";
/// Most steps of an explanation that are shown.
const MOST_STEPS: &str = "1000";

/// Answers a page. A result that falls short is an answer, too; without one, only messages are
/// printed, on standard error.
pub(crate) fn run(
    session: &mut Session,
    program: &'static Program,
    &Arguments { request }: &Arguments,
    asked: &Asked,
) -> Result<u8> {
    // What another command prints when it is killed is no answer.
    watch::be_silent();
    let mut page = Page { session, program, board: &asked.board };
    let answer = match request {
        Request::Draw => Some(page.drawn()),
        Request::Svg => page.text(&["draw", "--empty"])?.map(|svg| json!({"svg": svg})),
        Request::Fill => Some(page.filled(None)),
        Request::Link => page.json::<Report>(&["solve"])?.map(|report| page.filled(Some(&report))),
        Request::Address => page.text(&["link"])?.map(|text| json!({"address": text.trim()})),
        Request::Instance => Some(json!({"instance": page.session.source.draft().to_string()})),
        Request::Solve => page.solved()?,
        Request::Clash => page.json(&["clash"])?,
        Request::Grade => page.json(&["explain", "--figures"])?,
        Request::Explain => page.explained()?,
        Request::Hint => {
            let mut words = vec!["hint", "--level", &asked.level];
            words.extend((!asked.board.trim().is_empty()).then_some(BOARD));
            page.text(&[&words[..], &["--mistake"]].concat())?.map(|text| json!({"text": text}))
        }
        Request::Check => page.json(&["check", "--partial", BOARD])?,
        Request::Kept => Some(page.kept()?),
        Request::Make => page.made(asked)?,
        Request::Certificate => page.certificate()?,
    };
    match answer {
        Some(answer) => session.clock.print_json(&answer).map(|_| 0),
        None => Ok(crate::SHORT_OF_THE_GOAL),
    }
}

struct Page<'s> {
    session: &'s mut Session,
    program: &'static Program,
    board: &'s str,
}

impl Page<'_> {
    /// Returns the output of a command; `None` if it has none.
    fn text(&mut self, words: &[&str]) -> Result<Option<String>> {
        let command = Command::augment_subcommands(clap::Command::new("page").no_binary_name(true));
        let matches = command.try_get_matches_from(words);
        let matches = matches.map_err(|error| anyhow!("{}", error.render().to_string().trim()))?;
        let command = Command::from_arg_matches(&matches)?;
        let clock = self.session.clock.clone();
        let caught = self.session.clock.catch();
        let ended = execute(self.session, self.program, command, self.board, &[]);
        self.session.clock = clock;
        ended?;
        Ok(Some(caught.text()).filter(|text| !text.is_empty()))
    }

    /// Returns the output of a command that prints JSON.
    fn json<T: for<'d> Deserialize<'d>>(&mut self, words: &[&str]) -> Result<Option<T>> {
        self.session.format = Some(Format::Json);
        let text = self.text(words)?;
        self.session.format = None;
        let read = text.map(|text| serde_json::from_str(&text));
        read.transpose().context("the output of a command is JSON")
    }

    fn drawn(&self) -> Value {
        let picture = self.session.picture(None);
        let Texts { rules, question } = Texts::of(self.session);
        json!({
            "picture": seen(&picture),
            "rows": picture.rows(),
            "columns": picture.columns(),
            "rules": rules,
            "question": question,
        })
    }

    /// Returns the puzzle as it is filled in; with a report, its solution is recognised.
    fn filled(&self, report: Option<&Report>) -> Value {
        let (session, goal) = (&*self.session, self.session.goal());
        let Texts { rules, question } = Texts::of(session);
        let fill = fill(session);
        let linked = Linked::of(&session.title, &rules, question.as_deref(), goal, &fill);
        linked.solved_by(report).content()
    }

    /// Returns the verdict with at most two boards; cells that differ between two are marked.
    fn solved(&mut self) -> Result<Option<Value>> {
        let Some(report) = self.json::<Report>(&["solve"])? else { return Ok(None) };
        let session = &*self.session;
        let boards: Vec<&String> = report.boards.iter().take(2).collect();
        let pictures =
            boards.iter().map(|text| Ok(session.picture(Some(&board_in(session, text)?))));
        let mut pictures: Vec<Picture> = pictures.collect::<Result<_>>()?;
        let mut differing = 0;
        if let [one, other] = &mut pictures[..] {
            let cells = one.changed_cells(other);
            differing = cells.len();
            for picture in [one, other] {
                for cell in &cells {
                    let corner = (cell.column as f64 + 0.06, cell.row as f64 + 0.06);
                    picture.rectangle(corner, (0.88, 0.88), Ink::Warning, None);
                }
            }
        }
        Ok(Some(json!({
            "status": report.status,
            "verdict": report.verdict(session.goal()),
            "answer": report.answer,
            "stopped": report.stopped,
            "boards": boards,
            "pictures": pictures.iter().map(seen).collect::<Vec<_>>(),
            "differing": differing,
        })))
    }

    /// Returns where kept clues stand in the picture, as columns and rows, and how many at each place.
    fn kept(&self) -> Result<Value> {
        let board = board_in(self.session, self.board)?;
        let picture = self.session.picture(None);
        let place = |(site, count)| match site {
            Site::Cell(Cell { row, column }) => json!([column, row, count]),
            Site::Row(row) | Site::Left(row) => json!([-1, row, count]),
            Site::Right(row) => json!([picture.columns(), row, count]),
            Site::Column(column) | Site::Top(column) => json!([column, -1, count]),
            Site::Bottom(column) => json!([column, picture.rows(), count]),
        };
        let kept: Vec<Value> = self.session.puzzle.kept(&board).into_iter().map(place).collect();
        Ok(json!({"kept": kept}))
    }

    fn explained(&mut self) -> Result<Option<Value>> {
        let words = ["trace", "--explain", "--max-steps", MOST_STEPS];
        let Some(lines) = self.text(&words)? else { return Ok(None) };
        let lines: Vec<&str> = lines.lines().collect();
        let [start, steps @ .., end] = &lines[..] else { return Ok(None) };
        let start: Start<Picture> = serde_json::from_str(start)?;
        let end: End = serde_json::from_str(end)?;
        let known = beginning(&start.given, &start.lemmas);
        let first = known.map(|why| json!({"step": 0, "why": why, "picture": seen(&start.base)}));
        let steps = (1..).zip(steps).map(|(number, line)| {
            let step: Step<Picture> = serde_json::from_str(line)?;
            let picture = seen(&step.picture.over(&start.base));
            let uses = step.told.map_or_else(Vec::new, |told| told.uses);
            Ok(json!({"step": number, "why": step.why, "uses": uses, "picture": picture}))
        });
        let steps: Vec<Value> = first.into_iter().map(Ok).chain(steps).collect::<Result<_>>()?;
        let answer = json!({"steps": steps, "complete": end.complete});
        Ok((!steps.is_empty()).then_some(answer))
    }

    /// Makes a new instance; a grade is requested as harder than the one below and easier than the
    /// one above.
    fn made(&mut self, asked: &Asked) -> Result<Option<Value>> {
        let Asked { size, seed, grade, .. } = asked;
        let grade = if grade.is_empty() { None } else { Some(grade.parse::<Grade>()) };
        let grade = grade.transpose().map_err(|expected| anyhow!(expected))?;
        let next_to = |step: isize| {
            let place = Grade::ALL.iter().position(|one| Some(*one) == grade)?;
            Grade::ALL.get(place.checked_add_signed(step)?).map(|grade| grade.word())
        };
        let wishes = [
            ("--size", Some(size.as_str()).filter(|size| !size.is_empty())),
            ("--seed", Some(seed.as_str()).filter(|seed| !seed.is_empty())),
            ("--harder-than", next_to(-1)),
            ("--easier-than", next_to(1)),
        ];
        let wishes = wishes.iter().filter_map(|(name, wish)| Some(format!("{name}={}", (*wish)?)));
        let wishes: Vec<String> = wishes.collect();
        let words = ["make"].into_iter().chain(wishes.iter().map(String::as_str));
        let instance = self.text(&words.collect::<Vec<_>>())?;
        Ok(instance.map(|instance| json!({"instance": instance})))
    }

    fn certificate(&mut self) -> Result<Option<Value>> {
        let (certificate, why, files) = certify::certified(self.session)?;
        let Some([opb, pbp]) = files else {
            eprintln!("{why}");
            return Ok(None);
        };
        let Certificate { verdict, .. } = certificate;
        Ok(Some(json!({"opb": opb, "pbp": pbp, "verdict": verdict})))
    }
}

/// A picture for a page, with its extent in cells: left, top, width and height.
#[derive(Serialize)]
struct Seen {
    view_box: String,
    extent: [f64; 4],
    body: String,
}

fn seen(picture: &Picture) -> Seen {
    let extent = picture.extent();
    let (width, height) = (extent.right - extent.left, extent.bottom - extent.top);
    Seen {
        view_box: extent.to_string(),
        extent: [extent.left, extent.top, width, height],
        body: picture.svg_body(),
    }
}
