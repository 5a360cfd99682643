//! What the puzzles' programs print, read back: pictures, and searches step by step.

use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};
use picture::Picture;
use protocol::trace::{self, End, Start};
use serde::Deserialize;
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
    /// The steps that were kept, in their order.
    pub steps: Vec<Step>,
    /// How many steps there were.
    pub total: u64,
    /// Whether the search went through to the end.
    pub complete: bool,
}

/// A step of a search.
pub type Step = trace::Step<Picture>;

/// Every line but the first.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Step(Box<Step>),
    End(End),
}

impl Search {
    /// The search of a puzzle's program, whose `trace` gets `arguments`.
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

    /// Reads the lines that `trace` prints.
    ///
    /// # Errors
    /// If a line is none of them, or the last one is missing.
    pub fn read(source: impl BufRead) -> Result<Self> {
        let mut lines = (1..).zip(source.lines());
        let (_, first) = lines.next().context("the puzzle's program printed nothing")?;
        let Start { base, .. } = parse(first, 1)?;
        let mut steps = Vec::new();
        for (number, line) in lines {
            match parse(line, number)? {
                Line::Step(step) => steps.push(*step),
                Line::End(End { steps: total, complete, .. }) => {
                    return Ok(Self { base, steps, total, complete });
                }
            }
        }
        bail!("the trace breaks off after {} steps", steps.len())
    }

    /// The picture of a step.
    #[must_use]
    pub fn frame(&self, step: &Step) -> Picture {
        step.picture.over(&self.base)
    }
}

fn parse<T: DeserializeOwned>(line: io::Result<String>, number: usize) -> Result<T> {
    let line = line.context("cannot read what the puzzle's program prints")?;
    serde_json::from_str(&line).with_context(|| format!("line {number} of the trace is none"))
}

/// The picture that a puzzle's program draws, as SVG; its `draw` gets `arguments`.
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

/// A search that does not reach its goal has steps all the same.
fn check_ending(status: ExitStatus) -> Result<()> {
    match status.code() {
        Some(0 | 1) => Ok(()),
        _ => Err(Failed(code(status)).into()),
    }
}

/// The exit code; that of a bug of ours where a signal ended the program.
fn code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(3)
}

#[cfg(test)]
mod tests {
    use protocol::Event;

    use super::*;

    const START: &str = r#"{"puzzle":"p","instance":"","base":{"rows":1,"columns":1,"lines":true,"width":1,"height":1,"marks":[]}}"#;
    const STEP: &str = r#"{"step":4,"depth":2,"event":"dead-end","nodes":3,"board":"5","picture":{"rows":1,"columns":1,"lines":true,"width":1,"height":1,"marks":[{"write":[[[[0,0],"5"]],"found"]}]}}"#;

    #[test]
    fn a_trace_is_read_back() {
        let lines = [START, STEP, r#"{"steps":5,"kept":1,"complete":true}"#].join("\n");
        let search = Search::read(lines.as_bytes()).unwrap();
        assert_eq!((search.total, search.complete, search.steps.len()), (5, true, 1));
        let step = &search.steps[0];
        assert_eq!((step.number, step.depth, step.event), (4, 2, Event::DeadEnd));
        assert!(search.frame(step).to_svg().contains(">5</text>"));
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
