//! A book of puzzles to print: a page with contents, the puzzles with their rules once, solutions.

pub(crate) mod layout;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use protocol::{Book, Chapter, Goal, Grade, Linked, Problem};
use serde::Serialize;

use crate::assets;
use crate::link;
use crate::pdf::{self, Paper};

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write; its name ends in .pdf or .html
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Puzzles on a page: 1, 2, 4 or 6
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = PossibleValuesParser::new(["1", "2", "4", "6"]).try_map(|number| number.parse::<u8>()))]
    pub per_page: u8,
    /// The paper
    #[arg(long, value_enum, ignore_case = true, default_value = "a4")]
    pub paper: Paper,
}

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
    let codes: Result<_> = book
        .chapters
        .iter()
        .flat_map(|chapter| chapter.problems.iter().map(move |problem| (chapter, problem)))
        .map(|(chapter, problem)| {
            let code = scanned(book, chapter, problem)?;
            Ok((problem.code.as_str(), code.map(|(address, svg)| [address, svg])))
        })
        .collect();
    let codes = codes?;
    let page = Filled { book, style, paper, per_page, codes, legend: legend() };
    assets::filled(&assets::templates(false)?, "book.html", &page)
}

/// Returns what grades mean, in a sentence.
fn legend() -> String {
    let [grades @ .., _] = Grade::ALL;
    let grades = grades.map(|grade| grade.to_string()).join(", ");
    format!(
        "Grades, the easiest first: {grades}. They say how hard the hardest step of a solution is \
         for a person, and how much work all steps are together."
    )
}

/// Returns the address at which a problem is filled in, and its QR code; `None` if it has none.
fn scanned(book: &Book, chapter: &Chapter, problem: &Problem) -> Result<Option<(String, String)>> {
    let Some(fill) = &problem.fill else { return Ok(None) };
    let rules = [&chapter.rules[..], &problem.rules].concat();
    let title = format!("{}, number {}", book.title, problem.number);
    let question = chapter.question.as_deref();
    let linked = Linked {
        board: Some(&problem.board),
        answer: problem.answer.as_deref(),
        code: Some(&problem.code),
        ..Linked::of(&title, &rules, question, Goal::Unique, fill)
    };
    let address = link::address(&book.gallery, &link::digits(&linked)?);
    Ok(link::qr_code(&address).map(|svg| (address, svg)))
}

/// The data of the template.
#[derive(Serialize)]
struct Filled<'b> {
    book: &'b Book,
    style: String,
    paper: &'static str,
    per_page: u8,
    /// Addresses and QR codes of the problems, by their codes.
    codes: HashMap<&'b str, Option<[String; 2]>>,
    legend: String,
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
