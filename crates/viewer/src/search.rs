//! Reads the output of the puzzles' programs: pictures, and searches step by step.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};
use grid_utils::Cell;
use picture::{Ink, Picture, Tint};
use protocol::trace::{self, End, Start};
use protocol::{Event, Lemma, Told};
use serde::de::DeserializeOwned;

/// A program has failed and said why: all that is left is to end with its exit code.
#[derive(Debug)]
pub struct Failed(pub u8);

impl fmt::Display for Failed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the puzzle's program ended with exit code {}", self.0)
    }
}

impl std::error::Error for Failed {}

/// A search, as far as its steps were kept.
#[derive(Debug)]
pub struct Search {
    /// The unsolved instance.
    pub base: Picture,
    /// Of an explanation: what is known before the first step.
    pub given: Vec<Told>,
    /// Of an explanation: what is true of the whole puzzle, and steps use by name.
    pub lemmas: Vec<Lemma>,
    /// The steps that were kept, in their order.
    pub steps: Vec<Step>,
    /// Number of steps.
    pub total: u64,
    /// Whether the search was exhaustive.
    pub complete: bool,
    /// Of an explanation: how many numbers of the board are known in the end, and how many the
    /// rules fix.
    pub known: Option<(usize, usize)>,
}

/// How a picture says which cells changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    /// By a line around each, so that what is behind them stays in sight.
    Outline,
    /// By a colour behind each: where cells are few characters there is no room for lines.
    Tint,
}

/// How far the line around a cell that changed is from the cell's edge.
const OUTLINE_INSET: f64 = 0.09;

/// A step of a search.
pub type Step = trace::Step<Picture>;

impl Search {
    /// Returns the search of a puzzle's program, whose `trace` gets `arguments`.
    ///
    /// # Errors
    /// If the program cannot be run, fails, or prints something else.
    ///
    /// # Panics
    /// Never: the program's output is piped.
    pub fn of(program: &Path, arguments: &[String]) -> Result<Self> {
        let mut command = Command::new(program);
        command.arg("trace").args(arguments).stdout(Stdio::piped());
        let mut child =
            command.spawn().with_context(|| format!("cannot run {}", program.display()))?;
        let stdout = child.stdout.take().expect("the output is piped");
        let search = Self::read(BufReader::new(stdout));
        let status = child.wait().context("cannot wait for the puzzle's program")?;
        check_ending(status)?;
        search
    }

    /// Reads a file with the lines that `trace` prints.
    ///
    /// # Errors
    /// If it cannot be read, a line is not a step, or the last line is missing.
    pub fn in_file(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::read(BufReader::new(file))
    }

    /// Reads the lines that `trace` prints.
    ///
    /// # Errors
    /// If a line is not a step, or the last line is missing.
    pub fn read(source: impl BufRead) -> Result<Self> {
        let mut lines = (1..).zip(source.lines());
        let (_, first) = lines.next().context("the puzzle's program printed nothing")?;
        let Start { base, given, lemmas, .. } = parse(first, 1)?;
        let mut steps = Vec::new();
        for (number, line) in lines {
            let line = line.context("cannot read what the puzzle's program prints")?;
            // Every line but the first and the last is a step.
            if let Ok(step) = serde_json::from_str(&line) {
                steps.push(step);
                continue;
            }
            let End { steps: total, complete, known, .. } = parse(Ok(line), number)?;
            return Ok(Self { base, given, lemmas, steps, total, complete, known });
        }
        bail!("the trace breaks off after {} steps", steps.len())
    }

    /// Returns the text of the steps of an explanation.
    pub fn told(&self) -> impl Iterator<Item = &Told> {
        self.steps.iter().filter_map(|step| step.told.as_ref())
    }

    /// Returns the text of what is known before the first step, a line for each rule and lemma;
    /// `None` if there is nothing to say.
    #[must_use]
    pub fn beginning(&self) -> Option<String> {
        trace::beginning(&self.given, &self.lemmas)
    }

    /// Returns the picture of a step, by its place among those that were kept.
    ///
    /// # Panics
    /// If there is no such step.
    #[must_use]
    pub fn picture(&self, place: usize) -> Picture {
        self.steps[place].picture.over(&self.base)
    }

    /// Returns the cells that changed since the step before, or since the unsolved board.
    ///
    /// # Panics
    /// If there is no such step.
    #[must_use]
    pub fn changed(&self, place: usize) -> Vec<Cell> {
        let before = place.checked_sub(1).map(|before| self.picture(before));
        self.picture(place).changed_cells(before.as_ref().unwrap_or(&self.base))
    }

    /// Returns the picture of a step, with what changed since the step before it marked. A dead end
    /// whose board is that of the try before it marks what was tried.
    ///
    /// # Panics
    /// If there is no such step.
    #[must_use]
    pub fn frame(&self, place: usize, marking: Marking) -> Picture {
        let mut picture = self.picture(place);
        // Steps of an explanation mark what they conclude themselves.
        if self.steps[place].told.is_some() {
            return picture;
        }
        let is_dead_end = self.steps[place].event == Event::DeadEnd;
        let mut changed = self.changed(place);
        if is_dead_end && changed.is_empty() && place > 0 {
            changed = self.changed(place - 1);
        }
        let (ink, tint) = if is_dead_end {
            (Ink::Warning, Tint::Warning)
        } else {
            (Ink::Accent, Tint::Highlight)
        };
        match marking {
            Marking::Outline => {
                for cell in changed {
                    let (x, y) = (cell.column as f64, cell.row as f64);
                    let (inset, side) = (OUTLINE_INSET, 1.0 - 2.0 * OUTLINE_INSET);
                    picture.rectangle((x + inset, y + inset), (side, side), ink, None);
                }
            }
            Marking::Tint => {
                picture.fill_cells(changed, tint);
            }
        }
        picture
    }
}

fn parse<T: DeserializeOwned>(line: io::Result<String>, number: usize) -> Result<T> {
    let line = line.context("cannot read what the puzzle's program prints")?;
    serde_json::from_str(&line).with_context(|| format!("line {number} of the trace is not valid"))
}

/// Returns the picture that a puzzle's program draws, as SVG; its `draw` gets `arguments`.
///
/// # Errors
/// If the program cannot be run or fails.
pub fn svg_of(program: &Path, arguments: &[String]) -> Result<String> {
    let mut command = Command::new(program);
    command.arg("draw").args(arguments).stderr(Stdio::inherit()).stdin(Stdio::inherit());
    let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
    if !output.status.success() {
        return Err(Failed(code(output.status)).into());
    }
    String::from_utf8(output.stdout).context("the picture is no text")
}

/// Checks the exit code; a search that does not reach its goal has steps, too.
fn check_ending(status: ExitStatus) -> Result<()> {
    match status.code() {
        Some(0 | 1) => Ok(()),
        _ => Err(Failed(code(status)).into()),
    }
}

/// Returns the exit code; that of a bug of ours where a signal ended the program.
fn code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(3)
}

#[cfg(test)]
mod tests {
    use protocol::Event;

    use super::*;

    const START: &str = r#"{"puzzle":"p","instance":"","base":{"rows":1,"columns":1,"lines":true,"width":1,"height":1,"marks":[]}}"#;
    const STEP: &str = r#"{"step":4,"depth":2,"event":"dead-end","nodes":3,"board":"5","picture":{"rows":1,"columns":1,"lines":true,"width":1,"height":1,"marks":[{"write":[[["r1c1","5"]],"found"]}]}}"#;

    #[test]
    fn a_trace_is_read_back() {
        let lines = [START, STEP, r#"{"steps":5,"kept":1,"complete":true}"#].join("\n");
        let search = Search::read(lines.as_bytes()).unwrap();
        assert_eq!((search.total, search.complete, search.steps.len()), (5, true, 1));
        let step = &search.steps[0];
        assert_eq!((step.number, step.depth, step.event), (4, 2, Event::DeadEnd));
        assert!(search.picture(0).to_svg().contains(">5</text>"));
    }

    #[test]
    fn what_changed_is_marked_and_a_dead_end_marks_what_was_tried() {
        let tried = STEP.replace("dead-end", "try");
        let lines = [START, &tried, STEP, r#"{"steps":2,"kept":2,"complete":true}"#].join("\n");
        let search = Search::read(lines.as_bytes()).unwrap();
        let svg = |place, marking| search.frame(place, marking).svg_body();
        assert!(svg(0, Marking::Outline).contains("mp-accent-line"));
        assert!(svg(1, Marking::Outline).contains("mp-warning-line"));
        assert!(svg(0, Marking::Tint).contains("mp-highlight"));
        assert!(svg(1, Marking::Tint).contains("mp-mistake"));
        assert!(!search.picture(0).svg_body().contains("mp-accent"));
    }

    #[test]
    fn a_reason_is_read_back() {
        let step = STEP.replace(r#""nodes""#, r#""why":"it is full","nodes""#);
        let lines = [START, &step, r#"{"steps":5,"kept":1,"complete":true}"#].join("\n");
        let search = Search::read(lines.as_bytes()).unwrap();
        assert_eq!(search.steps[0].why.as_deref(), Some("it is full"));
    }

    #[test]
    fn what_is_known_at_the_beginning_is_told_a_line_each() {
        let told = r#"{"cells":["r1c1"],"facts":["r1c1 = 5"],"groups":[],"because":[],"chain":[],"text":"Row 1: r1c1 is 5."}"#;
        let start =
            START.replace(r#"{"puzzle""#, &format!(r#"{{"given":[{told},{told}],"puzzle""#));
        let read = |start: &str| {
            Search::read([start, r#"{"steps":0,"kept":0,"complete":true}"#].join("\n").as_bytes())
        };
        let text = "Known at the beginning:\nRow 1: r1c1 is 5.\nRow 1: r1c1 is 5.";
        assert_eq!(read(&start).unwrap().beginning().as_deref(), Some(text));
        let lemma = r#"{"name":"lemma 1","text":"Lemma 1: all is even.","facts":[]}"#;
        let start = START.replace(r#"{"puzzle""#, &format!(r#"{{"lemmas":[{lemma}],"puzzle""#));
        assert_eq!(read(&start).unwrap().beginning().as_deref(), Some("Lemma 1: all is even."));
        assert_eq!(read(START).unwrap().beginning(), None);
    }

    #[test]
    fn a_line_that_is_no_step_is_named() {
        let error = |lines: &[&str]| {
            format!("{:#}", Search::read(lines.join("\n").as_bytes()).unwrap_err())
        };
        assert!(error(&[START, STEP, "{}"]).starts_with("line 3 of the trace"));
        assert!(error(&["<svg>"]).starts_with("line 1 of the trace"));
        assert_eq!(error(&[START, STEP]), "the trace breaks off after 1 steps");
        assert_eq!(error(&[]), "the puzzle's program printed nothing");
    }
}
