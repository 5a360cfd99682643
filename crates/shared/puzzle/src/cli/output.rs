//! What all commands share of printing: the clock that only a slow reader stops, reports, remarks.

use std::cell::Cell;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::Map;

use super::Session;
use crate::search::Outcome;
use crate::{Goal, Report, Status, Stop};

/// Set by Ctrl-C.
pub(super) static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// When the whole command has to end: `--timeout` bounds all that it does, except the time that a
/// reader takes to accept the output.
pub(super) struct Clock {
    deadline: Cell<Option<Instant>>,
}

/// A write that takes so long waits for its reader; shorter ones are our own.
const PATIENCE: Duration = Duration::from_millis(10);

impl Clock {
    /// Starts now.
    pub(super) fn start(timeout: Option<Duration>) -> Self {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { deadline: Cell::new(deadline) }
    }

    /// How much time is left, where it is limited.
    pub(super) fn remaining(&self) -> Option<Duration> {
        self.deadline.get().map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Why it is time to stop, if it is.
    pub(super) fn stopped(&self) -> Option<Stop> {
        if INTERRUPT.load(Ordering::Relaxed) {
            Some(Stop::Interrupt)
        } else if self.remaining() == Some(Duration::ZERO) {
            Some(Stop::Timeout)
        } else {
            None
        }
    }

    /// Writes `text` to standard output at once, so that a closed pipe is noticed here. Tells how
    /// long a slow reader took to accept it; this time is no longer counted.
    pub(super) fn print(&self, text: &str) -> Result<Duration> {
        let start = Instant::now();
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        let waited = Some(start.elapsed()).filter(|&time| time > PATIENCE).unwrap_or_default();
        self.deadline.set(self.deadline.get().and_then(|deadline| deadline.checked_add(waited)));
        Ok(waited)
    }

    /// Writes one JSON document on a line of its own.
    pub(super) fn print_json(&self, document: &impl serde::Serialize) -> Result<Duration> {
        let text = serde_json::to_string(document).context("cannot write the report as JSON")?;
        self.print(&(text + "\n"))
    }
}

/// The report on an outcome, without answer, remarks and boards.
pub(super) fn report(session: &Session, goal: Goal, outcome: &Outcome<()>) -> Report {
    Report {
        puzzle: session.slug.clone(),
        status: Status::of(goal, outcome.solutions, outcome.stopped),
        answer: None,
        remarks: Map::new(),
        boards: Vec::new(),
        solutions: outcome.solutions,
        complete: outcome.complete(),
        stopped: outcome.stopped,
        nodes: outcome.nodes,
        dead_ends: outcome.dead_ends,
        seconds: outcome.seconds,
        strategy: session.strategies.get(session.strategy.unwrap_or(0)).map(ToString::to_string),
    }
}

/// Remarks as they stand in a report.
pub(super) fn remarks(remarks: &[(&'static str, String)]) -> Map<String, serde_json::Value> {
    remarks.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into())).collect()
}

/// Remarks as they are printed for people.
pub(super) fn lines(remarks: &[(&'static str, String)]) -> String {
    let lines: Vec<_> = remarks.iter().map(|(name, text)| line(name, text)).collect();
    lines.concat()
}

/// One remark as it is printed for people.
pub(super) fn line(name: &str, text: &str) -> String {
    format!("{name}: {text}\n")
}
