//! `draw`: a puzzle's picture, on standard output or in a file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::process;
use crate::programs;
use crate::workspace::Workspace;

pub(crate) fn run(slug: &str, out: Option<&Path>, arguments: &[String]) -> Result<u8> {
    let mut arguments = arguments.to_vec();
    arguments.insert(0, "draw".to_owned());
    let Some(out) = out else { return super::solve::run(slug, &arguments) };

    let workspace = Workspace::load()?;
    let program = programs::build_one(&workspace, workspace.find(slug)?)?;
    let ended = process::run(&program, &arguments, None)?;
    eprint!("{}", ended.stderr.text());
    let status = ended.status.context("the program was stopped")?;
    if !status.success() {
        return Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(3));
    }
    fs::write(out, ended.stdout.text())
        .with_context(|| format!("cannot write {}", out.display()))?;
    Ok(0)
}
