//! The viewer, a program of its own: what draws pixels, terminals and pages is too heavy to be built
//! with the runner.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::background;
use crate::process;
use crate::programs;
use crate::workspace::Workspace;

const NAME: &str = "viewer";

/// Builds the viewer, with a word of warning where that takes a while.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("release");
    if !folder.join(NAME).with_extension(std::env::consts::EXE_EXTENSION).exists() {
        eprintln!("building the viewer, on first use: this takes a few minutes, once");
    }
    programs::build_package(workspace, NAME)
}

/// Builds the viewer and becomes it.
pub(crate) fn run(workspace: &Workspace, give_arguments: impl FnOnce(&mut Command)) -> Result<u8> {
    let mut command = Command::new(build(workspace)?);
    give_arguments(&mut command);
    background::tell(&mut command);
    process::exec(command).context("cannot run the viewer")
}
