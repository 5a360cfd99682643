//! `solve`: one puzzle's program, with its own arguments.

use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::programs;
use crate::workspace::Workspace;

/// Builds the program of `slug` and becomes it: arguments, output and exit code are its own.
pub(crate) fn run(slug: &str, arguments: &[String]) -> Result<u8> {
    let workspace = Workspace::load()?;
    let program = programs::build_one(&workspace, workspace.find(slug)?)?;
    let mut command = Command::new(&program);
    command.args(arguments);
    process::exec(command).with_context(|| format!("cannot run {}", program.display()))
}
