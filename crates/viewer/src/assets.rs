//! What pages are made of: templates, scripts and style sheets.

use anyhow::{Context, Result};
use minifier::js::minify;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

use crate::own::Programs;
use crate::site::File;

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
const SCRIPTS: [(&str, &str); 11] = [
    ("settings.js", include_str!("../assets/settings.js")),
    ("cards.js", include_str!("../assets/cards.js")),
    ("player.js", include_str!("../assets/player.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("try.js", include_str!("../assets/try.js")),
    ("help.js", include_str!("../assets/help.js")),
    ("fill.js", include_str!("../assets/fill.js")),
    ("system.js", include_str!("../assets/system.js")),
    (OFFLINE, include_str!("../assets/offline.js")),
    ("programs.js", include_str!("../assets/programs.js")),
    ("editor.js", include_str!("../assets/editor.js")),
];

/// The script that keeps pages for the time without a connection, and its line with what all need.
const OFFLINE: &str = "offline.js";
const CORE: &str = "const CORE = [];";

/// Returns the files that are the same in all sites: scripts, icon and manifest. `core` are the files
/// that any page may need besides.
pub(crate) fn common(core: &[&str]) -> Vec<File> {
    let scripts = SCRIPTS.map(|(name, text)| {
        let names: Vec<_> =
            SCRIPTS.iter().map(|(name, _)| *name).filter(|name| *name != OFFLINE).collect();
        let all = serde_json::json!([&names[..], core].concat());
        File::new(name, squeezed_script(&text.replace(CORE, &format!("const CORE = {all};"))))
    });
    let others = [
        ("icon.svg", include_str!("../assets/icon.svg")),
        ("site.webmanifest", include_str!("../assets/site.webmanifest")),
    ];
    scripts.into_iter().chain(others.map(|(name, text)| File::new(name, text))).collect()
}

/// The style of all pages, of the front page, of the page for links, of the player, and of the
/// editor.
pub(crate) const STYLE: &str = include_str!("../assets/style.css");
pub(crate) const CARDS_STYLE: &str = include_str!("../assets/cards.css");
pub(crate) const FILL_STYLE: &str = include_str!("../assets/fill.css");
pub(crate) const PLAYER_STYLE: &str = include_str!("../assets/player.css");
pub(crate) const EDITOR_STYLE: &str = include_str!("../assets/editor.css");

/// Reads all templates. Pages whose puzzles' programs run in them know where these are.
///
/// # Errors
/// If one of them cannot be read.
pub(crate) fn templates(programs: Option<&Programs>) -> Result<Environment<'static>> {
    let mut templates = Environment::new();
    let path = programs.map(|programs| programs.path.clone());
    templates.add_global("programs", path.unwrap_or_default());
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
