//! `pictures`: draws the README's pictures, or a contact sheet of puzzles.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use protocol::Pictured;

use crate::commands::{draw, gallery};
use crate::output::ensure_writable;
use crate::programs;
use crate::results;
use crate::temporary::TemporaryFolder;
use crate::viewer;
use crate::workspace::Workspace;
use crate::{FALLS_SHORT, INTERRUPT, process};

/// Their folder, from the workspace's root.
const FOLDER: [&str; 2] = ["docs", "pictures"];
/// The puzzle whose solved board is shown.
const BOARD: &str = "hooks-7";
/// The puzzle whose search is shown, and the width in pixels.
const SEARCH: (&str, &str) = ("tile-and-trouble", "--width=420");
/// The part of the gallery's front page that is shown, in pixels.
const WINDOW: &str = "--window-size=1200,820";
/// Limit of their total size, in bytes.
const MOST_BYTES: u64 = 500_000;

/// The names under which the browser is installed.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

pub(crate) fn run() -> Result<u8> {
    let workspace = Workspace::load()?;
    let folder = workspace.root.join(FOLDER.iter().collect::<PathBuf>());
    let shown = workspace.shown(&folder);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {shown}"))?;
    let code = draw::run(BOARD, Some(&folder.join("board.svg")), None, &draw::Subject::default())?;
    ensure!(code == 0, "the board of {BOARD} could not be drawn");
    animate(&workspace, &folder.join("search.gif"))?;
    let is_complete = photograph(&workspace, &folder.join("gallery.png"))?;
    let bytes = size(&folder)?;
    eprintln!("{shown}: {} KB", bytes.div_ceil(1000));
    ensure!(bytes <= MOST_BYTES, "{shown} takes {bytes} bytes, more than {MOST_BYTES}");
    Ok(if is_complete { 0 } else { FALLS_SHORT })
}

/// Returns a contact sheet: each puzzle unsolved and solved.
pub(crate) fn sheet(out: &Path, patterns: &[String]) -> Result<u8> {
    let ending = out.extension().and_then(|ending| ending.to_str());
    ensure!(
        matches!(ending, Some("png" | "pdf" | "html")),
        "--sheet {}: expected a name that ends in .png, .pdf or .html",
        out.display()
    );
    ensure_writable(out)?;
    let workspace = Workspace::load()?;
    let puzzles = workspace.select(patterns)?;
    let programs = programs::build(&workspace, &puzzles)?;
    let pictured = results::for_each(&puzzles, None, |puzzle| {
        let program = programs[&puzzle.slug].as_ref().ok();
        let draw = |arguments: &[&str]| gallery::printed(program?, arguments);
        Pictured {
            title: format!("{} ({})", puzzle.metadata.title, puzzle.slug),
            unsolved: draw(&["draw", "--empty", "--without-rules"]),
            solved: draw(&["draw"]),
        }
    });
    ensure!(!INTERRUPT.load(Ordering::Relaxed), "interrupted; {} was not written", out.display());
    for Pictured { title, unsolved, solved } in &pictured {
        if unsolved.is_none() || solved.is_none() {
            eprintln!("{title}: could not be drawn");
        }
    }
    viewer::run_with_input(
        &workspace,
        ["sheet".as_ref(), "--out".as_ref(), out.as_os_str()],
        &pictured,
    )
}

/// Returns a search as an animation.
fn animate(workspace: &Workspace, out: &Path) -> Result<()> {
    let (slug, width) = SEARCH;
    let program = programs::build_one(workspace, workspace.find(slug)?)?;
    let mut command = Command::new(viewer::build(workspace)?);
    command.arg("image").arg("--out").arg(out).arg(width).arg(program);
    let status = command.status().context("cannot run the viewer")?;
    ensure!(status.success(), "the search of {slug} could not be drawn");
    Ok(())
}

/// Returns the front page of the gallery, as a browser shows it. Without a browser the old picture
/// stays.
fn photograph(workspace: &Workspace, out: &Path) -> Result<bool> {
    let Some(browser) = browser() else {
        let shown = workspace.shown(out);
        eprintln!(
            "{shown} was left as it is, without a browser: none of {} is installed",
            BROWSERS.join(", ")
        );
        return Ok(false);
    };
    let folder = TemporaryFolder::new(&env::temp_dir(), "pictures-")
        .context("cannot make a temporary folder")?;
    let site = folder.path().join("gallery");
    let (exhibits, _) = gallery::exhibits(workspace, None)?;
    let code = gallery::write(workspace, &exhibits, &gallery::Site::of(&site), false)?;
    ensure!(code == 0, "the gallery could not be written");
    let mut screenshot = std::ffi::OsString::from("--screenshot=");
    screenshot.push(out);
    let mut profile = std::ffi::OsString::from("--user-data-dir=");
    profile.push(folder.path().join("profile"));
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
    command.args(["--disable-background-networking", "--disable-component-update"]);
    command.args(["--disable-sync", "--disable-quic", "--hide-scrollbars", WINDOW]);
    command.arg(screenshot).arg(profile).arg(site.join("index.html"));
    let output = command.stdin(Stdio::null()).output().context("cannot run the browser")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() && out.is_file(), "no picture of the gallery: {}", said.trim());
    Ok(true)
}

/// Returns the first browser that can be run.
fn browser() -> Option<&'static str> {
    let version = ["--version".to_owned()];
    let runs = |name: &&str| process::run(Path::new(name), &version, None).is_ok();
    BROWSERS.into_iter().find(|name| runs(name))
}

/// Returns the total size of the files in a folder, in bytes.
fn size(folder: &Path) -> Result<u64> {
    let size = |entry: std::io::Result<fs::DirEntry>| Ok(entry?.metadata()?.len());
    let sizes: std::io::Result<Vec<u64>> = fs::read_dir(folder)?.map(size).collect();
    Ok(sizes.with_context(|| format!("cannot read {}", folder.display()))?.iter().sum())
}
