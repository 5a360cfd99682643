//! The gallery: a static site of all puzzles, for a browser and nothing else.
//!
//! `cargo xtask gallery` runs the puzzles' programs and tells on standard input what came of it, as a
//! JSON array of [`Exhibit`]s. From these alone the pages are made: a front page with a card for each
//! puzzle, and a page for each puzzle with rules, boards, figures and a player for its search.

mod docs;
mod film;
mod pages;
mod site;
mod wording;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use puzzle::{Figures, Metadata};
use serde::{Deserialize, Serialize};

/// What the command line says.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to write; one that is there is replaced if it is a gallery
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Open the front page in the browser
    #[arg(long)]
    pub open: bool,
}

/// All that the gallery shows of one puzzle; what could not be had is none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Exhibit {
    /// What the puzzle's manifest says; without it the slug is the title.
    pub metadata: Option<Metadata>,
    /// What became of the puzzle.
    pub result: Outcome,
    /// The text of `src/lib.rs`, whose header tells the rules and the idea.
    pub library: Option<String>,
    /// The unsolved instance, as SVG.
    pub unsolved: Option<String>,
    /// The solved instance, as SVG.
    pub solved: Option<String>,
    /// The search, as `trace` prints it.
    pub trace: Option<String>,
    /// The search's time over many runs, as `bench` prints it.
    pub figures: Option<Figures>,
}

/// A row of `cargo xtask solve-all --format json`, as far as it is shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// The puzzle's slug.
    pub puzzle: String,
    /// One word: `solved`, `crashed` and so on.
    pub status: String,
    /// The status with what was proved, as `solve-all` shows it.
    pub verdict: String,
    /// Whether the puzzle's goal is reached.
    pub reached: bool,
    /// What the setters ask for.
    pub answer: Option<String>,
    /// What else there is to see in the solution, by name.
    pub remarks: Option<serde_json::Map<String, serde_json::Value>>,
    /// The solutions as text.
    pub boards: Option<Vec<String>>,
    /// How many solutions were found.
    pub solutions: Option<u128>,
    /// Whether the search went through to the end.
    pub complete: Option<bool>,
    /// Partial boards visited.
    pub nodes: Option<u64>,
    /// Nodes that could not be completed.
    pub dead_ends: Option<u64>,
    /// Wall time of the search in a fresh process.
    pub seconds: Option<f64>,
    /// How the result stands to the one that was kept: `known`, `new`, `changed`.
    pub snapshot: Option<String>,
    /// What went wrong.
    pub error: Option<String>,
}

/// Writes the gallery of the exhibits on standard input.
///
/// # Errors
/// If the exhibits cannot be read, the folder is there and no gallery, or it cannot be written.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let exhibits: Vec<Exhibit> = serde_json::from_reader(io::stdin().lock())
        .context("standard input: expected a JSON array of exhibits, as xtask sends it")?;
    let front_page = write(&exhibits, &arguments.out)?;
    eprintln!("wrote {}", front_page.display());
    if arguments.open {
        opener::open(&front_page)
            .with_context(|| format!("cannot open {} in a browser", front_page.display()))?;
    }
    Ok(0)
}

/// Writes the gallery of `exhibits` into the folder `out` and returns the path of its front page.
///
/// The site is written aside and then renamed into place, so that there is never half of it.
///
/// # Errors
/// If the folder is there and no gallery, or it cannot be written.
pub fn write(exhibits: &[Exhibit], out: &Path) -> Result<PathBuf> {
    let files = pages::render(exhibits)?;
    site::replace(out, &files)
}
