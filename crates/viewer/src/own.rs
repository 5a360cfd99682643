//! The pages on which puzzles' programs run, and the programs: WebAssembly modules, of which a page
//! loads the one that has its puzzle.
//!
//! The gallery has them beside its other pages; `cargo xtask play` writes them alone.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Crc;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use protocol::{Given, Grade, Playable};
use serde::Serialize;

use crate::assets::{self, EDITOR_STYLE, FILL_STYLE, STYLE, squeezed};
use crate::link;
use crate::site::{self, File};

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to write; one that is there is replaced if it has such pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The folder with the puzzles' programs, as `cargo xtask bundle --wasm` makes it
    #[arg(long, value_name = "DIR")]
    programs: PathBuf,
    /// The instance to fill in, as JSON
    #[arg(long, value_name = "JSON", value_parser = |text: &str| serde_json::from_str::<Given>(text))]
    given: Option<Given>,
    /// The address of a gallery, to which copied links lead
    #[arg(long, value_name = "URL")]
    gallery: Option<String>,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
}

/// Writes the pages of the puzzles on standard input, prints the address of the first one to look
/// at, and opens it.
///
/// # Errors
/// If the puzzles cannot be read, or the pages cannot be written.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let input = io::read_to_string(io::stdin()).context("cannot read standard input")?;
    let puzzles: Vec<Playable> = serde_json::from_str(&input)
        .context("standard input: expected a JSON array of puzzles, as xtask sends it")?;
    let programs = Programs::read(&arguments.programs)?;
    let mut templates = assets::templates(true)?;
    templates.add_global("gallery", arguments.gallery.as_deref().unwrap_or_default());
    let newest_first: Vec<_> = puzzles.iter().rev().collect();
    let front_page = context! { puzzles => Serde(newest_first) };
    let mut files = vec![
        File::new(site::FRONT_PAGE, assets::filled(&templates, "choose.html", &front_page)?),
        File::new("style.css", squeezed(STYLE)),
        fill_page(&templates, "")?,
    ];
    files.extend(styles());
    for puzzle in &puzzles {
        files.push(editor(&templates, puzzle)?);
    }
    let files = assets::with_common(files, Some(programs), &[]);
    let front_page = site::replace(&arguments.out, &files)?;
    let page = match (&arguments.given, &puzzles[..]) {
        (Some(given), _) => format!("{}#{}", link::PAGE, link::of_given(given)?),
        (None, [only]) => editor_page(&only.slug),
        (None, _) => site::FRONT_PAGE.to_owned(),
    };
    let folder = front_page.parent().context("a page is in a folder")?;
    let address = format!("file://{}/{page}", folder.display());
    writeln!(io::stdout(), "{address}")?;
    if !arguments.no_open
        && let Err(error) = opener::open_browser(&address)
    {
        eprintln!("cannot open it in a browser: {error}");
    }
    Ok(0)
}

/// The programs of all puzzles.
pub(crate) struct Programs {
    parts: Vec<Part>,
}

/// Some of the programs, as a script.
struct Part {
    /// Its file in the site. The name changes with the content, so that browsers may keep it.
    path: String,
    script: String,
    /// The slugs of its puzzles, and their names in addresses.
    names: Vec<String>,
}

impl Programs {
    /// Reads a folder of WebAssembly modules.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let bytes = |name: &str| {
            let path = folder.join(name);
            fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let names: Vec<Vec<String>> = serde_json::from_slice(&bytes("names.json")?)?;
        let parts = (1..).zip(names).map(|(number, names)| {
            let bytes = bytes(&format!("{number}.wasm"))?;
            let mut crc = Crc::new();
            crc.update(&bytes);
            let code = assets::zipped(&bytes)?;
            let path = format!("programs-{:08x}.js", crc.sum());
            Ok(Part { path, script: format!("givePrograms(\"{code}\");\n"), names })
        });
        Ok(Self { parts: parts.collect::<Result<_>>()? })
    }

    /// Returns the names that each script knows, by its path.
    pub(crate) fn names(&self) -> BTreeMap<&str, &[String]> {
        self.parts.iter().map(|part| (&*part.path, &*part.names)).collect()
    }

    pub(crate) fn files(self) -> impl Iterator<Item = File> {
        self.parts.into_iter().map(|part| File::new(part.path, part.script))
    }
}

/// Returns the style sheets of these pages, which show pictures within them.
pub(crate) fn styles() -> [File; 2] {
    [("fill.css", FILL_STYLE), ("editor.css", EDITOR_STYLE)]
        .map(|(name, style)| File::new(name, squeezed(&(picture::style_sheet() + style))))
}

/// The data of the page on which a puzzle's instance is edited.
#[derive(Serialize)]
struct EditorPage<'a> {
    puzzle: &'a Playable,
    grades: Vec<&'static str>,
}

/// Returns the path of the page on which a puzzle's instance is edited.
pub(crate) fn editor_page(slug: &str) -> String {
    format!("{slug}-edit.html")
}

/// Returns that page.
pub(crate) fn editor(templates: &Environment<'_>, puzzle: &Playable) -> Result<File> {
    let [grades @ .., _] = Grade::ALL.map(Grade::word);
    let page = EditorPage { puzzle, grades: grades.to_vec() };
    Ok(File::new(editor_page(&puzzle.slug), assets::filled(templates, "editor.html", &page)?))
}

/// Returns the page that reads links. The gallery has pictures of these puzzles' `examples`.
pub(crate) fn fill_page(templates: &Environment<'_>, examples: &str) -> Result<File> {
    let page = context! { style => squeezed(&picture::style_sheet()), examples => examples };
    Ok(File::new(link::PAGE, assets::filled(templates, link::PAGE, &page)?))
}
