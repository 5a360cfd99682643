//! Runs the independent checker, a process that ends with this one.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail, ensure};

use crate::output::{Clock, SIGNAL};

/// The checker's program.
const CHECKER: &str = "veripb";
const INSTALL: &str = "cargo install veripb --locked";

/// Time between two clock checks while the checker runs.
const INTERVAL: Duration = Duration::from_millis(2);

/// Time in which the checker must say its version.
const LONGEST_GREETING: Duration = Duration::from_secs(10);

/// Time limit of the checker for one proof.
const LONGEST: Duration = Duration::from_secs(600);

/// The running checker.
static RUNNING: Mutex<Option<Child>> = Mutex::new(None);

/// The error that nothing was verified: the checker is missing, fails, hangs, or refuses a proof.
#[derive(Debug)]
pub(crate) struct Unverified(String);

impl fmt::Display for Unverified {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Unverified {}

/// What the checker printed.
struct Said {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl fmt::Display for Said {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (out, err) = (self.stdout.trim(), self.stderr.trim());
        write!(formatter, "{}: {out}{}{err}", self.status, if out.is_empty() { "" } else { "\n" })
    }
}

/// Returns name and version of the checker.
///
/// # Errors
/// If it is not installed or fails.
pub(crate) fn version() -> Result<String> {
    let mut command = Command::new(CHECKER);
    let said = match run(command.arg("--version"), LONGEST_GREETING, || SIGNAL.stop().is_some()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!(Unverified(format!(
                "the checker {CHECKER} is not installed: `{INSTALL}` installs it"
            )))
        }
        said => said.map_err(failed)?,
    };
    let said = said.ok_or_else(|| failed("interrupted"))?;
    ensure!(said.status.success(), failed(said));
    Ok(said.stdout.lines().last().unwrap_or(CHECKER).to_owned())
}

/// Has a proof checked: the checker must print the line `verdict`. Returns false if the time is up.
///
/// # Errors
/// If it does not.
pub(crate) fn verify(clock: &Clock, [opb, proof]: [&Path; 2], verdict: &str) -> Result<bool> {
    let mut command = Command::new(CHECKER);
    let is_stopped = || clock.stopped().is_some();
    let said = run(command.args([opb, proof]), LONGEST, is_stopped).map_err(failed)?;
    let Some(said) = said else { return Ok(false) };
    let is_verified = said.stdout.lines().any(|line| line == verdict);
    ensure!(is_verified, Unverified(format!("expected `{verdict}`, and {CHECKER} said: {said}")));
    Ok(true)
}

fn failed(why: impl fmt::Display) -> anyhow::Error {
    anyhow!(Unverified(format!("the checker {CHECKER} failed: {why}")))
}

/// Kills the checker if it is running: this process ends.
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
fn run(
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
