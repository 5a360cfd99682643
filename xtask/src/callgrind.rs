//! Counting a search's instructions under valgrind's callgrind: a figure that does not depend on what
//! else the machine is doing.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Searches whose instructions are averaged. The first one and the start of the process, which take
/// part in each measurement, are taken off.
const SEARCHES: u64 = 4;

/// Says what to do where there is no valgrind.
pub(crate) fn check_installed() -> Result<()> {
    match Command::new("valgrind").arg("--version").output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => bail!(
            "--instructions needs valgrind, which is not installed here: `apt install valgrind` or the like brings it"
        ),
    }
}

/// The instructions of one search, all its tables included.
pub(crate) fn instructions_per_search(program: &Path, arguments: &[String]) -> Result<u64> {
    let few = instructions(program, arguments, 1)?;
    let more = instructions(program, arguments, 1 + SEARCHES)?;
    Ok(more.saturating_sub(few) / SEARCHES)
}

/// The instructions of a whole process that searches `runs` times after the first search.
fn instructions(program: &Path, arguments: &[String], runs: u64) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .args(["--runs", &runs.to_string()])
        .output()
        .context("cannot run valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "under valgrind: {}", said.trim_end());
    collected(&said).with_context(|| format!("valgrind told no count: {}", said.trim_end()))
}

/// The figure in callgrind's line `==123== Collected : 4567`.
fn collected(said: &str) -> Option<u64> {
    let (_, rest) = said.split_once("Collected :")?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_what_callgrind_says() {
        let said = "==9== Events    : Ir\n==9== Collected : 123456\n==9== \n";
        assert_eq!(collected(said), Some(123_456));
        assert_eq!(collected("==9== Events : Ir"), None);
    }
}
