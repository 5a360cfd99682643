//! `draw`: a puzzle's picture, on standard output or in a file, by its ending.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::FALLS_SHORT;
use crate::output::ensure_writable;
use crate::process;
use crate::programs;
use crate::progress::Progress;
use crate::viewer;
use crate::workspace::Workspace;

/// What to draw: passed on to the puzzle's `draw`, for a .gif to its `trace`.
#[derive(clap::Args, Default)]
pub(crate) struct Subject {
    /// Draw the unsolved puzzle, with its rules below it, ready to print
    #[arg(long)]
    empty: bool,
    /// With --empty: leave the rules out
    #[arg(long)]
    without_rules: bool,
    /// Draw this board, complete or not, instead of the solution
    #[arg(long, value_name = "FILE")]
    board: Option<String>,
    /// Draw the board after step N of `explain`
    #[arg(long, value_name = "N")]
    step: Option<String>,
    /// For a .gif: show at most N steps of the search
    #[arg(long, value_name = "N")]
    max_steps: Option<String>,
    #[command(flatten)]
    search: super::watch::Search,
}

impl Subject {
    fn arguments(&self) -> Vec<String> {
        let flags = [("--empty", self.empty), ("--without-rules", self.without_rules)];
        let flags =
            flags.iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| (*flag).to_owned());
        let options =
            [("--board", &self.board), ("--step", &self.step), ("--max-steps", &self.max_steps)];
        let options =
            options.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
        flags.chain(options).chain(self.search.arguments()).collect()
    }
}

pub(crate) fn run(
    slug: &str,
    out: Option<&Path>,
    width: Option<u32>,
    subject: &Subject,
) -> Result<u8> {
    let arguments = subject.arguments();
    let ending = out.map(ending).transpose()?;
    let has_pixels = matches!(ending.as_deref(), Some("png" | "gif"));
    ensure!(
        width.is_none() || has_pixels,
        "--width applies to .png and .gif only: other pictures scale"
    );
    if let Some(out) = out {
        ensure_writable(out)?;
    }
    if let Some(out) = out
        && (has_pixels || ending.as_deref() == Some("pdf"))
    {
        return draw_by_viewer(slug, out, width, &arguments);
    }
    draw_svg(slug, out, &arguments)
}

/// Returns the ending of a file's name, in lower case.
fn ending(out: &Path) -> Result<String> {
    let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    ensure!(
        ["svg", "png", "pdf", "gif"].contains(&ending.as_str()),
        "--out {}: expected a name that ends in .svg, .png, .pdf or .gif (the search as an animation)",
        out.display()
    );
    Ok(ending)
}

fn draw_svg(slug: &str, out: Option<&Path>, arguments: &[String]) -> Result<u8> {
    let mut arguments = arguments.to_vec();
    arguments.insert(0, "draw".to_owned());
    let Some(out) = out else { return super::solve::run(slug, &arguments) };

    let workspace = Workspace::load()?;
    let subject = workspace.subject(slug)?;
    arguments.extend(subject.instance);
    let program = programs::build_one(&workspace, subject.puzzle)?;
    let picture = match process::printed(&program, &arguments)? {
        Ok(picture) => picture,
        Err(code) => return Ok(code),
    };
    fs::write(out, picture).with_context(|| format!("cannot write {}", out.display()))?;
    Ok(0)
}

/// Draws pixels and pages by the viewer.
fn draw_by_viewer(slug: &str, out: &Path, width: Option<u32>, arguments: &[String]) -> Result<u8> {
    let workspace = Workspace::load()?;
    let subject = workspace.subject(slug)?;
    let program = programs::build_one(&workspace, subject.puzzle)?;
    let viewer = viewer::build(&workspace)?;
    let text = |path: &Path| {
        anyhow::Ok(path.to_str().context("the name of a file is not valid Unicode")?.to_owned())
    };
    let mut all = vec!["image".to_owned(), "--out".to_owned(), text(out)?];
    all.extend(width.map(|width| format!("--width={width}")));
    all.extend([text(&program)?, "--".to_owned()]);
    all.extend(subject.instance);
    all.extend_from_slice(arguments);
    let progress = Progress::open(format!("drawing {}", out.display()));
    let ended = process::run(&viewer, &all, None)?;
    drop(progress);
    eprint!("{}", ended.stderr.text());
    let code = ended.status.and_then(|status| u8::try_from(status.code()?).ok());
    Ok(code.unwrap_or(FALLS_SHORT))
}
