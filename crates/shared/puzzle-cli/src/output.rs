//! Shared output of all commands: the clock, which only pauses for a slow reader, reports, remarks.

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use protocol::Report;
use puzzle::{Goal, Outcome, Signal, Status, Stop};
use serde_json::Map;

use crate::Session;

/// Stops all work of the process.
pub(crate) static SIGNAL: Signal = Signal::new();

/// The deadline of the whole command: `--timeout` bounds all its work, except the time that a
/// reader takes to accept the output.
#[derive(Clone)]
pub(crate) struct Clock {
    state: Arc<Mutex<State>>,
    /// Where output goes instead of standard output.
    caught: Option<Caught>,
}

/// Output that is caught.
#[derive(Clone, Default)]
pub(crate) struct Caught(Arc<Mutex<String>>);

impl Caught {
    /// Returns what has been printed.
    pub(crate) fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[derive(Clone, Copy)]
struct State {
    deadline: Option<Instant>,
    /// Since when output has been written.
    printing: Option<Instant>,
}

/// A write that takes longer counts as waiting for the reader, not as work.
const PATIENCE: Duration = Duration::from_millis(10);

impl Clock {
    /// Starts the clock.
    pub(crate) fn start(timeout: Option<Duration>) -> Self {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { state: Arc::new(Mutex::new(State { deadline, printing: None })), caught: None }
    }

    fn state(&self) -> State {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the time left, if it is limited.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.state().deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Catches all that is printed from now on.
    pub(crate) fn catch(&mut self) -> Caught {
        self.caught.insert(Caught::default()).clone()
    }

    /// Returns the reason to stop, if there is one.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        let is_over = self.remaining() == Some(Duration::ZERO);
        SIGNAL.stop().or(is_over.then_some(Stop::Timeout))
    }

    /// Grants stopped work some time to report its results.
    pub(crate) fn grant(&self, time: Duration) {
        let end = Instant::now() + time;
        self.change(|state| state.deadline = state.deadline.map(|deadline| deadline.max(end)));
    }

    /// Returns whether output is being written.
    pub(crate) fn is_printing(&self) -> bool {
        self.state().printing.is_some()
    }

    /// Formats a value as text; fails with the reason if the time is up first.
    pub(crate) fn text_of(&self, displayed: &impl fmt::Display) -> Result<String, Stop> {
        let mut writer = InTime { clock: self, text: String::new(), seen: 0 };
        match write!(writer, "{displayed}") {
            Ok(()) => Ok(writer.text),
            Err(_) => Err(self.stopped().unwrap_or(Stop::Timeout)),
        }
    }

    /// Writes `text` to standard output at once, so that a closed pipe is noticed here. Returns the
    /// time that a slow reader took to accept it; the clock does not count this time.
    pub(crate) fn print(&self, text: &str) -> Result<Duration> {
        if let Some(Caught(caught)) = &self.caught {
            caught.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
            return Ok(Duration::ZERO);
        }
        let start = Instant::now();
        self.change(|state| state.printing = Some(start));
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        let waited = Some(start.elapsed()).filter(|&time| time > PATIENCE).unwrap_or_default();
        self.change(|state| {
            state.printing = None;
            state.deadline = state.deadline.and_then(|deadline| deadline.checked_add(waited));
        });
        written.context("cannot write to standard output")?;
        Ok(waited)
    }

    /// Writes one JSON document on a line of its own.
    pub(crate) fn print_json(
        &self,
        document: &(impl serde::Serialize + ?Sized),
    ) -> Result<Duration> {
        let text = serde_json::to_string(document).context("cannot write the report as JSON")?;
        self.print(&(text + "\n"))
    }
}

/// Accepts text until the time is up.
struct InTime<'c> {
    clock: &'c Clock,
    text: String,
    /// Length of the text at the last clock check.
    seen: usize,
}

impl fmt::Write for InTime<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        if self.text.len() - self.seen > 1 << 16 {
            self.seen = self.text.len();
            if self.clock.stopped().is_some() {
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}

/// Returns the report on an outcome, without answer, remarks and boards.
pub(crate) fn report(session: &Session, goal: Goal, outcome: &Outcome) -> Report {
    Report {
        puzzle: session.slug.clone(),
        status: Status::of(goal, outcome.solutions, outcome.stopped),
        answer: None,
        precision: None,
        remarks: Map::new(),
        boards: Vec::new(),
        nearest: None,
        solutions: outcome.solutions,
        complete: outcome.complete(),
        stopped: outcome.stopped,
        nodes: outcome.nodes,
        dead_ends: outcome.dead_ends,
        seconds: outcome.seconds,
        strategy: Some(session.strategy_name().to_owned()),
    }
}

/// Returns the report on work that was stopped before any result.
pub(crate) fn stopped_report(session: &Session, goal: Goal) -> impl Fn(Stop) -> Report + use<> {
    let outcome = Outcome {
        solutions: 0,
        nodes: 0,
        dead_ends: 0,
        stopped: None,
        seconds: 0.0,
        nearest: None,
    };
    let (report, start) = (report(session, goal, &outcome), Instant::now());
    move |stop| Report {
        status: Status::of(goal, report.solutions, Some(stop)),
        stopped: Some(stop),
        complete: false,
        seconds: start.elapsed().as_secs_f64(),
        ..report.clone()
    }
}

/// Returns a document on a line of its own.
pub(crate) fn json_line(document: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(document).map_or_else(|error| error.to_string(), |text| text + "\n")
}

/// Returns remarks as entries of a report.
pub(crate) fn remarks(remarks: &[(&'static str, String)]) -> Map<String, serde_json::Value> {
    remarks.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into())).collect()
}

/// Formats remarks for people.
pub(crate) fn lines(remarks: &[(&'static str, String)]) -> String {
    let lines: Vec<_> = remarks.iter().map(|(name, text)| line(name, text)).collect();
    lines.concat()
}

/// Formats one remark for people.
pub(crate) fn line(name: &str, text: &str) -> String {
    format!("{name}: {text}\n")
}
