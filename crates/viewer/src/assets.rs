//! What pages are made of: templates, scripts and style sheets.

use anyhow::{Context, Result};
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

/// The templates; their names end in `.html`, so what is put into them is escaped.
const TEMPLATES: [(&str, &str); 12] = [
    ("frame.html", include_str!("../templates/frame.html")),
    ("index.html", include_str!("../templates/index.html")),
    ("puzzle.html", include_str!("../templates/puzzle.html")),
    ("board.html", include_str!("../templates/board.html")),
    ("player.html", include_str!("../templates/player.html")),
    ("text.html", include_str!("../templates/text.html")),
    ("fill.html", include_str!("../templates/fill.html")),
    ("steps.html", include_str!("../templates/steps.html")),
    ("choose.html", include_str!("../templates/choose.html")),
    ("editor.html", include_str!("../templates/editor.html")),
    ("book.html", include_str!("../templates/book.html")),
    ("sheet.html", include_str!("../templates/sheet.html")),
];

/// The scripts of the gallery and, some of them, of the editor.
pub(crate) const SCRIPTS: [(&str, &str); 7] = [
    ("settings.js", include_str!("../assets/settings.js")),
    ("cards.js", include_str!("../assets/cards.js")),
    ("player.js", include_str!("../assets/player.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("try.js", include_str!("../assets/try.js")),
    ("help.js", include_str!("../assets/help.js")),
    ("fill.js", include_str!("../assets/fill.js")),
];
/// The scripts of the editor alone.
pub(crate) const EDITOR_SCRIPTS: [(&str, &str); 2] = [
    ("editor.js", include_str!("../assets/editor.js")),
    ("served.js", include_str!("../assets/served.js")),
];

/// The style of all pages, of the front page, of the page for links, of the player, and of the
/// editor.
pub(crate) const STYLE: &str = include_str!("../assets/style.css");
pub(crate) const CARDS_STYLE: &str = include_str!("../assets/cards.css");
pub(crate) const FILL_STYLE: &str = include_str!("../assets/fill.css");
pub(crate) const PLAYER_STYLE: &str = include_str!("../assets/player.css");
pub(crate) const EDITOR_STYLE: &str = include_str!("../assets/editor.css");

/// Reads all templates.
///
/// # Errors
/// If one of them cannot be read.
pub(crate) fn templates() -> Result<Environment<'static>> {
    let mut templates = Environment::new();
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
