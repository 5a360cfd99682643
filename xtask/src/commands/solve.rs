//! `solve`: one puzzle's program, with its own arguments.

use std::process::Command;

use anyhow::{Context, Result};

use crate::programs;
use crate::workspace::Workspace;

/// Builds the program of `slug` and becomes it: arguments, output and exit code are its own.
pub(crate) fn run(slug: &str, arguments: &[String]) -> Result<u8> {
    let workspace = Workspace::load()?;
    let program = programs::build_one(&workspace, workspace.find(slug)?)?;
    let mut command = Command::new(&program);
    command.args(arguments);
    become_it(command).with_context(|| format!("cannot run {}", program.display()))
}

#[cfg(unix)]
fn become_it(mut command: Command) -> Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_it(mut command: Command) -> Result<u8> {
    let status = command.status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::FALLS_SHORT))
}
