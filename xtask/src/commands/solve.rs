//! `solve`: one puzzle's program, with its own arguments.

use std::process::Command;

use anyhow::{Context, Result};

use crate::background;
use crate::process;
use crate::programs;
use crate::workspace::Workspace;

/// Builds the program of a puzzle and becomes it: arguments, output and exit code are its own.
///
/// Options may precede the puzzle. Only its program knows which of them take a value, so the first
/// argument that is a puzzle's full name is the puzzle. An address of an instance stands for its
/// puzzle, too.
pub(crate) fn run(slug: &str, arguments: &[String]) -> Result<u8> {
    become_program(slug, None, arguments)
}

/// Runs a command of a puzzle's program with arguments.
pub(crate) fn command(slug: &str, name: &str, arguments: &[String]) -> Result<u8> {
    become_program(slug, Some(name), arguments)
}

fn become_program(slug: &str, name: Option<&str>, arguments: &[String]) -> Result<u8> {
    let workspace = Workspace::load()?;
    let mut arguments = arguments.to_vec();
    let mut slug = slug.to_owned();
    if slug.starts_with('-')
        && let Some(place) = arguments.iter().position(|name| workspace.named(name).is_ok())
    {
        arguments.insert(0, slug);
        slug = arguments.remove(place + 1);
    }
    let subject = workspace.subject(&slug)?;
    let program = programs::build_one(&workspace, subject.puzzle)?;
    let mut command = Command::new(&program);
    command.args(name).args(subject.instance).args(arguments);
    background::pass_on(&mut command);
    process::exec(command).with_context(|| format!("cannot run {}", program.display()))
}
