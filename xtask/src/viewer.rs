//! The viewer, a separate program, since drawing pixels, terminals and pages is too heavy to build
//! with the runner.

use std::ffi::OsStr;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::programs;
use crate::workspace::Workspace;
use crate::{FALLS_SHORT, background, process};

const NAME: &str = "viewer";

/// Builds the viewer, with a notice if this takes a while.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    if !workspace.program_path(NAME).exists() {
        eprintln!("building the viewer for its first use: this takes a few minutes");
    }
    programs::build_package(workspace, NAME)
}

/// Builds the viewer and becomes it.
pub(crate) fn run(workspace: &Workspace, give_arguments: impl FnOnce(&mut Command)) -> Result<u8> {
    let mut command = Command::new(build(workspace)?);
    give_arguments(&mut command);
    background::pass_on(&mut command);
    process::exec(command).context("cannot run the viewer")
}

/// Runs the viewer with JSON on its standard input.
pub(crate) fn run_with_input<A: AsRef<OsStr>>(
    workspace: &Workspace,
    arguments: impl IntoIterator<Item = A>,
    what: &impl Serialize,
) -> Result<u8> {
    let mut command = Command::new(build(workspace)?);
    let mut child =
        command.args(arguments).stdin(Stdio::piped()).spawn().context("cannot run the viewer")?;
    let mut input = BufWriter::new(child.stdin.take().expect("the input is piped"));
    let written = serde_json::to_writer(&mut input, what).map_err(anyhow::Error::from);
    let written = written.and_then(|()| Ok(input.flush()?));
    drop(input);
    let status = child.wait().context("cannot wait for the viewer")?;
    ensure!(status.code().is_some(), "the viewer did not end by itself: {status}");
    if status.success() {
        written.context("cannot write to the viewer")?;
    }
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(FALLS_SHORT))
}
