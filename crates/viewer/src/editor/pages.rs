//! The pages of the editor, and their resources.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use hyper::StatusCode;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use protocol::{Grade, Playable};
use serde::Serialize;

use super::server::Answer;
use crate::assets::{self, EDITOR_SCRIPTS, EDITOR_STYLE, FILL_STYLE, SCRIPTS, STYLE};
use crate::link;

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
        let templates = assets::templates()?;
        let newest_first: Vec<_> = puzzles.iter().rev().collect();
        let page = context! { puzzles => Serde(newest_first) };
        let front_page = assets::filled(&templates, "choose.html", &page)?;
        let style = picture::style_sheet();
        let page = context! { style => &style, is_served => true };
        let fill_page = assets::filled(&templates, link::PAGE, &page)?;
        let style = style + STYLE + EDITOR_STYLE;
        Ok(Self { templates, style, front_page, fill_page })
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
            _ => match SCRIPTS.iter().chain(&EDITOR_SCRIPTS).find(|(script, _)| *script == name) {
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
        assets::filled(&self.templates, "editor.html", &page)
    }
}
