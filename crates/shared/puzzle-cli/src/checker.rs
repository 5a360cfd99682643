//! Runs the independent checker of proofs.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};

use crate::child::run;
use crate::output::{Clock, SIGNAL};

/// The checker's program.
const CHECKER: &str = "veripb";
const INSTALL: &str = "cargo install veripb --locked";

/// Time in which the checker must say its version.
const LONGEST_GREETING: Duration = Duration::from_secs(10);

/// Time limit of the checker for one proof.
const LONGEST: Duration = Duration::from_secs(600);

/// The error that nothing was verified: the checker is missing, fails, hangs, or refuses a proof.
#[derive(Debug)]
pub(crate) struct Unverified(String);

impl fmt::Display for Unverified {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Unverified {}

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
