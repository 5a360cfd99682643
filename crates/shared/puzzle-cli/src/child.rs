//! Runs another program in a process that ends with this one.

use std::fmt;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time between two clock checks while the program runs.
const INTERVAL: Duration = Duration::from_millis(2);

/// The running program.
static RUNNING: Mutex<Option<Child>> = Mutex::new(None);

/// What a program printed.
pub(crate) struct Said {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl fmt::Display for Said {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (out, err) = (self.stdout.trim(), self.stderr.trim());
        write!(formatter, "{}: {out}{}{err}", self.status, if out.is_empty() { "" } else { "\n" })
    }
}

/// Kills the running program, if there is one: this process ends.
pub(crate) fn kill() {
    if let Some(mut child) = running().take() {
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn running() -> MutexGuard<'static, Option<Child>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a command. Returns `None` if it was stopped first.
///
/// # Errors
/// If it cannot be run, or runs for longer than `longest`.
pub(crate) fn run(
    command: &mut Command,
    longest: Duration,
    is_stopped: impl Fn() -> bool,
) -> io::Result<Option<Said>> {
    let start = Instant::now();
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let readers = (collect(child.stdout.take()), collect(child.stderr.take()));
    *running() = Some(child);
    let status = loop {
        let status = running().as_mut().map(Child::try_wait).transpose()?.flatten();
        if let Some(status) = status {
            break status;
        }
        if is_stopped() {
            kill();
            return Ok(None);
        }
        if start.elapsed() > longest {
            kill();
            return Err(io::Error::other(format!("no answer within {longest:?}")));
        }
        thread::sleep(INTERVAL);
    };
    *running() = None;
    let text = |reader: JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
    };
    Ok(Some(Said { status, stdout: text(readers.0), stderr: text(readers.1) }))
}

/// Reads a pipe to its end, which the writer would otherwise wait for.
fn collect(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What is read until an error is all there is.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}
