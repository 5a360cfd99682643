//! A contact sheet: many puzzles, unsolved and solved, to look them over when the drawing has changed.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use protocol::Pictured;
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use serde::Serialize;

use crate::book::layout::contact_sheets;
use crate::book::{filled, write};
use crate::image::pixels::Painter;
use crate::pdf::{self, Page, Paper};

/// What the command line says.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write; its name ends in .png, .pdf or .html
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

const TITLE: &str = "All puzzles, unsolved and solved";
const TEMPLATE: &str = include_str!("../templates/sheet.html");

/// Pixels of a .png per point.
const SCALE: f32 = 2.5;

/// What the template is filled with.
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
            filled(TEMPLATE, &Filled { title: TITLE, style, puzzles: &puzzles })?.into_bytes()
        }
        _ => bail!("--out {}: expected a name that ends in .png, .pdf or .html", out.display()),
    };
    write(out, &bytes)?;
    eprintln!("wrote {}: {}", out.display(), protocol::count(puzzles.len() as u128, "puzzle"));
    Ok(0)
}

/// The pages below each other, in pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "places on paper are small numbers above 0"
)]
fn png(pages: &[Page], paper: Paper) -> Result<Vec<u8>> {
    let [width, height] = <[f32; 2]>::from(paper.size()).map(|length| (length * SCALE) as u32);
    let all = u32::try_from(pages.len())?.max(1) * height;
    let mut image = Pixmap::new(width, all).context("too many puzzles for one picture")?;
    image.fill(Color::WHITE);
    let painter = Painter::new();
    for (number, page) in (0..).zip(pages) {
        // The texts come last and have white paper behind them: they go first.
        for (svg, place) in page.pictures.iter().rev() {
            let painted = painter.paint(svg, |size| {
                SCALE * (place.width / size.width()).min(place.height / size.height())
            })?;
            let left =
                (SCALE * (place.left + place.width / 2.0)) as i32 - painted.width() as i32 / 2;
            let top = (SCALE * place.top) as i32 + (number * height) as i32;
            let paint = PixmapPaint::default();
            image.draw_pixmap(left, top, painted.as_ref(), &paint, Transform::identity(), None);
        }
    }
    image.encode_png().context("cannot encode the sheet as PNG")
}
