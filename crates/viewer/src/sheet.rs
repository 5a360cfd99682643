//! A contact sheet: many puzzles, unsolved and solved, to look them over when the drawing has
//! changed.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use protocol::Pictured;
use resvg::tiny_skia::{IntSize, Pixmap};
use serde::Serialize;

use crate::assets;
use crate::book::layout::contact_sheets;
use crate::book::write;
use crate::image::pixels::Painter;
use crate::pdf::{self, Page, Paper};

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write; its name ends in .png, .pdf or .html
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

const TITLE: &str = "All puzzles, unsolved and solved";

/// Pixels of a .png per point.
const SCALE: f32 = 2.5;

/// The data of the template.
#[derive(Serialize)]
struct Filled<'p> {
    title: &'static str,
    style: String,
    puzzles: &'p [Pictured],
}

/// Writes the contact sheet of the puzzles on standard input.
///
/// # Errors
/// If they cannot be read, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let out = &arguments.out;
    let puzzles: Vec<Pictured> = serde_json::from_reader(io::stdin().lock())
        .context("standard input: expected pictures in JSON, as xtask sends them")?;
    let paper = Paper::A4;
    let bytes = match out.extension().and_then(|ending| ending.to_str()) {
        Some("pdf") => pdf::document(TITLE, paper, &contact_sheets(&puzzles, paper)?)?,
        Some("png") => png(&contact_sheets(&puzzles, paper)?, paper)?,
        Some("html") => {
            let style = picture::style_sheet();
            let page = Filled { title: TITLE, style, puzzles: &puzzles };
            assets::filled(&assets::templates(false)?, "sheet.html", &page)?.into_bytes()
        }
        _ => bail!("--out {}: expected a name that ends in .png, .pdf or .html", out.display()),
    };
    write(out, &bytes)?;
    eprintln!("wrote {}: {}", out.display(), protocol::count(puzzles.len() as u128, "puzzle"));
    Ok(0)
}

/// Returns the pages below each other, in pixels.
fn png(pages: &[Page], paper: Paper) -> Result<Vec<u8>> {
    let painter = Painter::new();
    let (mut bytes, mut width, mut height) = (Vec::new(), 0, 0);
    for page in pages {
        let sheet = painter.paint(&page.svg(paper), |_| SCALE)?;
        (width, height) = (sheet.width(), height + sheet.height());
        bytes.extend(sheet.take());
    }
    let size = IntSize::from_wh(width, height).context("there are no puzzles")?;
    let image = Pixmap::from_vec(bytes, size).context("too many puzzles for one picture")?;
    image.encode_png().context("cannot encode the sheet as PNG")
}
