//! The gallery: a static site of all puzzles, which needs only a browser.
//!
//! `cargo xtask gallery` runs the puzzles' programs and passes the results on standard input, as a
//! JSON array of [`Exhibit`]s. The pages are made only from these: a front page with a card for
//! each puzzle, and a page for each puzzle with rules, boards, figures and a player for its search.

mod card;
mod certificate;
mod docs;
mod figures;
mod film;
mod filters;
mod pages;
pub(crate) mod try_it;
mod wording;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use protocol::Exhibit;

use crate::own::Programs;
use crate::site;

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to write; one that is there is replaced if it is a gallery
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The folder with the certificates that puzzles have: SLUG.opb and SLUG.pbp
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    /// The folder with the puzzles' programs, which run in the pages then
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
    /// Only check that the folder may be written; standard input is not read
    #[arg(long)]
    pub check: bool,
    /// Open the front page in the browser
    #[arg(long)]
    pub open: bool,
}

/// Writes the gallery of the exhibits on standard input.
///
/// # Errors
/// If the exhibits cannot be read, the folder exists and is not a gallery, or it cannot be written.
pub fn run(arguments: &Arguments) -> Result<u8> {
    if arguments.check {
        return site::check(&arguments.out).map(|()| 0);
    }
    let input = io::read_to_string(io::stdin()).context("cannot read standard input")?;
    let exhibits: Vec<Exhibit> = serde_json::from_str(&input)
        .context("standard input: expected a JSON array of exhibits, as xtask sends it")?;
    let Arguments { certificates, programs, out, .. } = arguments;
    let front_page = write(&exhibits, certificates.as_deref(), programs.as_deref(), out)?;
    eprintln!("wrote {}", front_page.display());
    if arguments.open {
        opener::open(&front_page)
            .with_context(|| format!("cannot open {} in a browser", front_page.display()))?;
    }
    Ok(0)
}

/// Writes the gallery of `exhibits`, with their certificates and programs, into the folder `out` and
/// returns the path of its front page.
///
/// The site is written to a temporary place and then renamed, so that there is never a partial
/// site.
///
/// # Errors
/// If the folder exists and is not a gallery, it cannot be written, or the programs cannot be read.
pub fn write(
    exhibits: &[Exhibit],
    certificates: Option<&Path>,
    programs: Option<&Path>,
    out: &Path,
) -> Result<PathBuf> {
    let programs = programs.map(Programs::read).transpose()?;
    let files = pages::render(exhibits, certificates, programs)?;
    site::replace(out, &files)
}
