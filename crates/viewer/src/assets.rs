//! What pages are made of: templates, scripts and style sheets.

use std::io::Write;

use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use minifier::js::minify;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use serde_json::json;

use crate::own::Programs;
use crate::site::{self, File};

/// The templates; their names end in `.html`, so what is put into them is escaped.
const TEMPLATES: [(&str, &str); 13] = [
    ("frame.html", include_str!("../templates/frame.html")),
    ("index.html", include_str!("../templates/index.html")),
    ("puzzle.html", include_str!("../templates/puzzle.html")),
    ("board.html", include_str!("../templates/board.html")),
    ("player.html", include_str!("../templates/player.html")),
    ("text.html", include_str!("../templates/text.html")),
    ("fill.html", include_str!("../templates/fill.html")),
    ("running.html", include_str!("../templates/running.html")),
    ("steps.html", include_str!("../templates/steps.html")),
    ("choose.html", include_str!("../templates/choose.html")),
    ("editor.html", include_str!("../templates/editor.html")),
    ("book.html", include_str!("../templates/book.html")),
    ("sheet.html", include_str!("../templates/sheet.html")),
];

/// The scripts of all pages.
const SCRIPTS: [(&str, &str); 10] = [
    ("settings.js", include_str!("../assets/settings.js")),
    ("cards.js", include_str!("../assets/cards.js")),
    ("player.js", include_str!("../assets/player.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("try.js", include_str!("../assets/try.js")),
    ("help.js", include_str!("../assets/help.js")),
    ("fill.js", include_str!("../assets/fill.js")),
    ("system.js", include_str!("../assets/system.js")),
    ("programs.js", include_str!("../assets/programs.js")),
    ("editor.js", include_str!("../assets/editor.js")),
];

/// The script that keeps pages for the time without a connection.
const OFFLINE: &str = "offline.js";
/// Lines of scripts that are written with the site: what any page may need, the site's version, and
/// the names that the scripts with programs know.
const CORE: &str = "const CORE = [];";
const VERSION: &str = "const VERSION = \"\";";
const PARTS: &str = "const PARTS = {};";

/// Adds the files that all sites have to those of a site: scripts, icon and manifest; and the programs.
/// `core` are the files that any page may need besides.
pub(crate) fn with_common(
    mut files: Vec<File>,
    programs: Option<Programs>,
    core: &[&str],
) -> Vec<File> {
    let parts = programs.as_ref().map(|programs| json!(programs.names()));
    let parts = format!("const PARTS = {};", parts.unwrap_or_else(|| json!({})));
    files.extend(programs.into_iter().flat_map(Programs::files));
    let others = [
        ("icon.svg", include_str!("../assets/icon.svg")),
        ("site.webmanifest", include_str!("../assets/site.webmanifest")),
    ];
    files.extend(others.map(|(name, text)| File::new(name, text)));
    let names: Vec<_> = SCRIPTS.iter().map(|(name, _)| *name).collect();
    let core = format!("const CORE = {};", json!([&names, core].concat()));
    for (name, text) in SCRIPTS {
        files.push(File::new(name, squeezed_script(&text.replace(PARTS, &parts))));
    }
    let version = format!("const VERSION = \"{:08x}\";", site::checksum(&files));
    let offline = include_str!("../assets/offline.js").replace(CORE, &core);
    let offline = offline.replace(VERSION, &version).replace(PARTS, &parts);
    files.push(File::new(OFFLINE, squeezed_script(&offline)));
    files
}

/// The style of all pages, of the front page, of the page for links, of the player, and of the
/// editor.
pub(crate) const STYLE: &str = include_str!("../assets/style.css");
pub(crate) const CARDS_STYLE: &str = include_str!("../assets/cards.css");
pub(crate) const FILL_STYLE: &str = include_str!("../assets/fill.css");
pub(crate) const PLAYER_STYLE: &str = include_str!("../assets/player.css");
pub(crate) const EDITOR_STYLE: &str = include_str!("../assets/editor.css");

/// Reads all templates: of pages in which the puzzles' programs run, or of others.
///
/// # Errors
/// If one of them cannot be read.
pub(crate) fn templates(has_programs: bool) -> Result<Environment<'static>> {
    let mut templates = Environment::new();
    templates.add_global("programs", has_programs);
    templates.add_global("gallery", "");
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.add_filter("body", |svg: String| without_style(&svg));
    for (name, text) in TEMPLATES {
        templates.add_template(name, text).with_context(|| format!("template {name}"))?;
    }
    Ok(templates)
}

/// Fills in a template.
///
/// # Errors
/// If the template does not match the data.
pub(crate) fn filled(
    templates: &Environment<'_>,
    name: &str,
    page: &impl Serialize,
) -> Result<String> {
    let filled = templates.get_template(name).and_then(|template| template.render(Serde(page)));
    // Addresses are full of slashes, which mean nothing between quotation marks.
    let plain = |page: String| page.replace("&#x2f;", "/");
    filled.map(plain).with_context(|| format!("template {name}"))
}

/// Returns a picture without its own style, which would be that of the whole page.
fn without_style(svg: &str) -> String {
    let parts = svg.split_once("<style>");
    let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once("</style>")?.1)));
    parts.map_or_else(|| svg.to_owned(), |(before, after)| before.to_owned() + after)
}

/// Returns bytes for a string in a script: compressed by gzip, in base64. A page may load nothing but
/// scripts from plain files.
pub(crate) fn zipped(bytes: &[u8]) -> Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(encoder.finish()?))
}

/// Returns a script without comments and white space, which mean nothing to a browser.
fn squeezed_script(script: &str) -> String {
    minify(script).to_string()
}

/// Returns a style sheet without comments, which have lines of their own, and without redundant
/// white space and zeros.
pub(crate) fn squeezed(style: &str) -> String {
    let lines = style.lines().map(str::trim).filter(|line| !line.starts_with("/*"));
    let tight = |style: String, sign: &str| style.replace(&format!("{sign} "), sign);
    let style = [":", ";", ",", "{"].into_iter().fold(lines.collect(), tight);
    let style = style.replace(" {", "{").replace(" }", "}").replace(";}", "}");
    let style = style.replace(" > ", ">").replace(" / ", "/").replace(" !", "!");
    [" ", ":", ",", "("]
        .into_iter()
        .fold(style, |style, sign| style.replace(&format!("{sign}0."), &format!("{sign}.")))
}
