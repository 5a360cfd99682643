//! Pictures as files: a board as PNG or PDF, a search as GIF.

mod animation;
pub(crate) mod pixels;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::pdf::{self, Paper};
use crate::search::{self, Search};
use pixels::Painter;

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to write; its name ends in .png, .pdf or, for the search as an animation, .gif
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Its width in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,
    /// The puzzle's program
    program: PathBuf,
    /// What to pass on to its `draw` or `trace`
    #[arg(last = true, value_name = "ARGUMENTS")]
    passed_on: Vec<String>,
}

/// Writes the file.
///
/// # Errors
/// If the puzzle's program fails, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let Arguments { out, width, program, passed_on } = arguments;
    let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let bytes = match ending.to_ascii_lowercase().as_str() {
        "png" => png(program, passed_on, *width)?,
        "gif" => gif(program, passed_on, *width)?,
        "pdf" => {
            let title = out.file_stem().unwrap_or_default().to_string_lossy();
            pdf::sheet(&search::svg_of(program, passed_on)?, &title, Paper::A4)?
        }
        _ => bail!("--out {}: expected a name that ends in .png, .pdf or .gif", out.display()),
    };
    fs::write(out, bytes).with_context(|| format!("cannot write {}", out.display()))?;
    Ok(0)
}

/// Two pixels for each unit of the SVG, as sharp screens show it; less for large boards.
const PNG_SCALE: f32 = 2.0;
const MOST_PNG_PIXELS: f32 = 2400.0;

fn png(program: &Path, arguments: &[String], width: Option<u32>) -> Result<Vec<u8>> {
    let svg = search::svg_of(program, arguments)?;
    let image = Painter::new().paint(&svg, |size| match width {
        Some(width) => width as f32 / size.width(),
        None => PNG_SCALE.min(MOST_PNG_PIXELS / size.width().max(size.height())),
    })?;
    image.encode_png().context("cannot encode the picture as PNG")
}

/// The most frames of an animation: enough to follow a search, and small files.
const MOST_FRAMES: &str = "--max-steps=60";

fn gif(program: &Path, arguments: &[String], width: Option<u32>) -> Result<Vec<u8>> {
    let mut arguments = arguments.to_vec();
    if !arguments.iter().any(|argument| argument.starts_with("--max-steps")) {
        arguments.push(MOST_FRAMES.to_owned());
    }
    animation::encode(animation::scenes(&Search::of(program, &arguments)?), width)
}
