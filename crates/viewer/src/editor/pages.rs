//! The pages of the editor, and their resources.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use hyper::StatusCode;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, context};
use protocol::{Grade, Playable};
use serde::Serialize;

use super::server::Answer;
use crate::link;

const TEMPLATES: [(&str, &str); 5] = [
    ("frame.html", include_str!("../../templates/frame.html")),
    ("choose.html", include_str!("../../templates/choose.html")),
    ("editor.html", include_str!("../../templates/editor.html")),
    ("steps.html", include_str!("../../templates/steps.html")),
    ("fill.html", include_str!("../../templates/fill.html")),
];

const STYLE: [&str; 2] =
    [include_str!("../../assets/style.css"), include_str!("../../assets/editor.css")];
const FILL_STYLE: &str = include_str!("../../assets/fill.css");

const SCRIPTS: [(&str, &str); 7] = [
    ("settings.js", include_str!("../../assets/settings.js")),
    ("board.js", include_str!("../../assets/board.js")),
    ("editor.js", include_str!("../../assets/editor.js")),
    ("served.js", include_str!("../../assets/served.js")),
    ("help.js", include_str!("../../assets/help.js")),
    ("try.js", include_str!("../../assets/try.js")),
    ("fill.js", include_str!("../../assets/fill.js")),
];

/// The data of a puzzle's page.
#[derive(Serialize)]
struct EditorPage<'a> {
    puzzle: &'a Playable,
    instance: String,
    grades: Vec<&'static str>,
    is_alone: bool,
}

/// All pages.
pub(super) struct Pages {
    templates: Environment<'static>,
    style: String,
    front_page: String,
    fill_page: String,
}

impl Pages {
    /// Builds all pages; the front page lists the newest puzzles first.
    pub(super) fn of(puzzles: &[Playable]) -> Result<Self> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        for (name, text) in TEMPLATES {
            templates.add_template(name, text).with_context(|| format!("template {name}"))?;
        }
        let newest_first: Vec<_> = puzzles.iter().rev().collect();
        let front_page = templates.get_template("choose.html")?;
        let front_page = front_page.render(context! { puzzles => Serde(newest_first) })?;
        let fill_page = templates.get_template(link::PAGE)?;
        let style = picture::style_sheet();
        let fill_page = fill_page.render(context! { style => &style, is_served => true })?;
        Ok(Self { templates, style: style + &STYLE.concat(), front_page, fill_page })
    }

    /// Returns a page or a resource of pages.
    pub(super) fn answer(&self, name: &str, puzzles: &BTreeMap<String, Playable>) -> Answer {
        const HTML: &str = "text/html; charset=utf-8";
        if let Some(puzzle) = puzzles.get(name) {
            return match self.editor(puzzle, puzzles.len() == 1) {
                Ok(page) => Answer::of(HTML, page),
                Err(error) => {
                    Answer::error(StatusCode::INTERNAL_SERVER_ERROR, &format!("{error:#}"), None)
                }
            };
        }
        match name {
            "" => Answer::of(HTML, self.front_page.clone()),
            link::PAGE => Answer::of(HTML, self.fill_page.clone()),
            "fill.css" => Answer::of("text/css; charset=utf-8", FILL_STYLE),
            "style.css" => Answer::of("text/css; charset=utf-8", self.style.clone()),
            _ => match SCRIPTS.iter().find(|(script, _)| *script == name) {
                Some((_, text)) => Answer::of("text/javascript; charset=utf-8", *text),
                None => Answer::error(StatusCode::NOT_FOUND, "there is no such page", None),
            },
        }
    }

    fn editor(&self, puzzle: &Playable, is_alone: bool) -> Result<String> {
        let path = &puzzle.instance;
        let instance =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let [grades @ .., _] = Grade::ALL.map(Grade::word);
        let page = EditorPage { puzzle, instance, grades: grades.to_vec(), is_alone };
        Ok(self.templates.get_template("editor.html")?.render(Serde(page))?)
    }
}
