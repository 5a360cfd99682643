//! A book of puzzles to print: a page with contents, the puzzles with their rules once, solutions.

pub(crate) mod layout;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use minijinja::Environment;
use minijinja::value::Serde;
use protocol::Book;
use serde::Serialize;

use crate::pdf::{self, Paper};

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write; its name ends in .pdf or .html
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Puzzles on a page: 1 or 4
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub per_page: u8,
    /// The paper
    #[arg(long, value_enum, ignore_case = true, default_value = "a4")]
    pub paper: Paper,
}

const TEMPLATE: &str = include_str!("../templates/book.html");

/// Writes the book on standard input, as a whole or not at all.
///
/// # Errors
/// If the book cannot be read, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let Arguments { out, per_page, paper } = arguments;
    let book: Book = serde_json::from_reader(io::stdin().lock())
        .context("standard input: expected a book in JSON, as xtask sends it")?;
    let bytes = match out.extension().and_then(|ending| ending.to_str()) {
        Some("pdf") => pdf(&book, *paper, *per_page)?,
        Some("html") => html(&book, *paper, *per_page)?.into_bytes(),
        _ => bail!("--out {}: expected a name that ends in .pdf or .html", out.display()),
    };
    write(out, &bytes)?;
    let puzzles: usize = book.chapters.iter().map(|chapter| chapter.problems.len()).sum();
    eprintln!("wrote {}: {}", out.display(), protocol::count(puzzles as u128, "puzzle"));
    Ok(0)
}

/// Returns the book as a PDF file.
///
/// # Errors
/// If one of its pictures is not an SVG.
pub fn pdf(book: &Book, paper: Paper, per_page: u8) -> Result<Vec<u8>> {
    pdf::document(&book.title, paper, &layout::pages(book, paper, per_page)?)
}

/// Returns the book as one HTML page, which a browser prints on sheets of this paper.
///
/// # Errors
/// If the template does not match the data.
pub fn html(book: &Book, paper: Paper, per_page: u8) -> Result<String> {
    let (style, paper) = (picture::style_sheet(), paper.name());
    filled(TEMPLATE, &Filled { book, style, paper, per_page })
}

/// Fills in a template of pictures.
pub(crate) fn filled(template: &str, page: &impl Serialize) -> Result<String> {
    let mut templates = Environment::new();
    templates.add_filter("body", |svg: String| without_style(&svg));
    templates.add_template("page.html", template).context("the template")?;
    let filled =
        templates.get_template("page.html").and_then(|template| template.render(Serde(page)));
    filled.context("the template")
}

/// The data of the template.
#[derive(Serialize)]
struct Filled<'b> {
    book: &'b Book,
    style: String,
    paper: &'static str,
    per_page: u8,
}

/// Returns a picture without its own style, which would be that of the whole page.
fn without_style(svg: &str) -> String {
    let parts = svg.split_once("<style>");
    let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once("</style>")?.1)));
    parts.map_or_else(|| svg.to_owned(), |(before, after)| before.to_owned() + after)
}

/// Writes a file aside and puts it into place.
pub(crate) fn write(out: &Path, bytes: &[u8]) -> Result<()> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| Path::new("."));
    let put = || -> io::Result<()> {
        let aside = tempfile::Builder::new().prefix(".new-").tempdir_in(folder)?;
        let new = aside.path().join("new");
        fs::write(&new, bytes)?;
        fs::rename(new, out)
    };
    put().with_context(|| format!("cannot write {}", out.display()))
}
