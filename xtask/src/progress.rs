//! Progress: a bar on a terminal, elsewhere an occasional line on standard error.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use protocol::terminal::is_unicode;

/// Time between two lines without a terminal.
const INTERVAL: Duration = Duration::from_secs(5);
/// Time between two redraws of a bar.
const TICK: Duration = Duration::from_millis(100);

/// Shows progress until it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Dropped, it ends the lines.
    _lines: Option<Sender<()>>,
}

impl Progress {
    /// Progress of a number of tasks.
    pub(crate) fn of(length: usize) -> Self {
        Self::new(ProgressBar::new(length as u64), "{bar:30} {pos}/{len} {elapsed} {wide_msg}")
    }

    /// Progress of work of unknown length.
    pub(crate) fn open(what: impl Into<String>) -> Self {
        let progress = Self::new(ProgressBar::no_length(), "{spinner} {elapsed} {wide_msg}");
        progress.at(what);
        progress
    }

    fn new(bar: ProgressBar, template: &str) -> Self {
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let ascii = |style: ProgressStyle| style.progress_chars("=> ").tick_chars("-\\|/ ");
        bar.set_style(if is_unicode() { style } else { ascii(style) });
        bar.enable_steady_tick(TICK);
        let lines = (!io::stderr().is_terminal()).then(|| lines_of(bar.clone()));
        Self { bar, _lines: lines }
    }

    /// Shows the task that is being done.
    pub(crate) fn at(&self, what: impl Into<String>) {
        self.bar.set_message(what.into());
    }

    /// Prints a line above the bar, or on standard error.
    pub(crate) fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Counts one more task as done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Prints an occasional line until the returned sender is dropped.
fn lines_of(bar: ProgressBar) -> Sender<()> {
    let (sender, end) = mpsc::channel();
    thread::spawn(move || {
        while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            eprintln!("{}", line(bar.position(), bar.length(), bar.elapsed(), &bar.message()));
        }
    });
    sender
}

fn line(done: u64, length: Option<u64>, elapsed: Duration, what: &str) -> String {
    let seconds = elapsed.as_secs();
    match length {
        Some(length) => format!("{done} of {length} done after {seconds} s, now {what}"),
        None => format!("{what} ({seconds} s)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_much_is_done_where_that_is_known() {
        let elapsed = Duration::from_millis(15_200);
        let known = line(12, Some(91), elapsed, "hooks-7");
        assert_eq!(known, "12 of 91 done after 15 s, now hooks-7");
        assert_eq!(line(0, None, elapsed, "drawing search.gif"), "drawing search.gif (15 s)");
    }
}
