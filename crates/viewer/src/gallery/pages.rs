//! The pages, from templates.

use std::iter::zip;
use std::path::Path;

use anyhow::Result;
use minijinja::Environment;
use protocol::{Exhibit, Given, Goal, Linked, Playable};
use serde::Serialize;

use super::card::{self, Card};
use super::certificate::{self, Offer};
use super::docs::{self, Docs};
use super::figures;
use super::film::{self, Film, Kind, Reel};
use super::filters::{self, Filter};
use super::try_it;
use super::wording::{count, duration, number};
use crate::assets::{self, CARDS_STYLE, PLAYER_STYLE, STYLE, squeezed};
use crate::link;
use crate::own::{self, Programs};
use crate::parallel::on_all_cores;
use crate::search::Search;
use crate::site::{self, File};

/// The page about explanations and grades: its text, from the first section to the table.
const EXPLANATIONS: &str = include_str!("../../../../docs/explanations.md");

/// The data of the front page.
#[derive(Serialize)]
struct FrontPage<'a> {
    summary: String,
    filters: Vec<Filter<'a>>,
    /// The newest first.
    cards: Vec<&'a Card<'a>>,
}

/// The data of a puzzle's page.
#[derive(Serialize)]
struct PuzzlePage<'a> {
    puzzle: &'a Card<'a>,
    before: Option<&'a Card<'a>>,
    after: Option<&'a Card<'a>>,
    /// The rules, a sentence each, and the question.
    rules: &'a [String],
    question: Option<&'a str>,
    /// The files with a small instance, unsolved and solved.
    example: Option<[String; 2]>,
    docs: Docs,
    /// The data of the script that lets the reader fill in the board.
    try_it: Option<String>,
    /// The address at which it is filled in on a page of its own.
    link: Option<String>,
    /// The page on which its instance is edited.
    editor: Option<String>,
    /// The width in CSS pixels at which all that the board shows, and is filled with, can be read.
    least: f64,
    /// What else there is to see, as names and addresses.
    links: Vec<(String, String)>,
    /// The players of the explanation and of the search.
    players: Vec<Player>,
    /// Why the search cannot be shown.
    trouble: Option<String>,
    figures: Vec<(&'static str, String)>,
    certificate: Option<Offer>,
}

/// A page of text.
#[derive(Serialize)]
struct TextPage<'a> {
    title: &'a str,
    text: String,
}

/// The player of a search, or of an explanation.
#[derive(Serialize)]
struct Player {
    kind: Kind,
    /// The script with the film.
    film: String,
    summary: String,
}

/// Returns all files of the site.
pub(super) fn render(
    exhibits: &[Exhibit],
    certificates: Option<&Path>,
    programs: Option<Programs>,
) -> Result<Vec<File>> {
    let templates = assets::templates(programs.is_some())?;
    let cards: Vec<_> = exhibits.iter().map(Card::of).collect();
    // The player shows pictures within the page.
    let player_style = picture::style_sheet() + PLAYER_STYLE;
    let styles = [("style.css", STYLE), ("cards.css", CARDS_STYLE), ("player.css", &player_style)];
    let mut files = Vec::from(styles.map(|(name, text)| File::new(name, squeezed(text))));
    let mut core = vec![site::FRONT_PAGE, link::PAGE];
    core.extend(styles.map(|(name, _)| name));
    core.extend(["fill.css", "editor.css"]);
    files.extend(own::styles());
    let (dated, undated): (Vec<_>, Vec<_>) =
        cards.iter().partition(|card| card.published.is_some());
    let newest_first = dated.into_iter().rev().chain(undated).collect();
    let front_page =
        FrontPage { summary: summary(exhibits), filters: filters::of(&cards), cards: newest_first };
    files.push(File::new(site::FRONT_PAGE, assets::filled(&templates, "index.html", &front_page)?));
    let text = explanations();
    let page = TextPage { title: "Explanations and grades", text };
    files.push(File::new(EXPLANATIONS_PAGE, assets::filled(&templates, "text.html", &page)?));
    let with_example = exhibits.iter().filter(|exhibit| exhibit.example.is_some());
    let examples: Vec<_> = with_example.map(|exhibit| exhibit.row.puzzle.as_str()).collect();
    files.push(own::fill_page(&templates, &examples.join(" "))?);
    let places: Vec<_> = (0..exhibits.len()).collect();
    let pages = on_all_cores(&places, |&place| {
        let neighbours = (place.checked_sub(1).map(|before| &cards[before]), cards.get(place + 1));
        let is_own = programs.is_some();
        let (exhibit, card) = (&exhibits[place], &cards[place]);
        puzzle_files(&templates, exhibit, card, neighbours, certificates, is_own)
    });
    for page in pages {
        files.extend(page?);
    }
    Ok(assets::with_common(files, programs, &core))
}

/// Where the reader learns what a grade means.
const EXPLANATIONS_PAGE: &str = "explanations.html";

/// Returns the text about explanations, without the table of all puzzles.
fn explanations() -> String {
    let (_, text) = EXPLANATIONS.split_once("\n## ").unwrap_or(("", EXPLANATIONS));
    let (text, _) = text.split_once("`cargo xtask grade").unwrap_or((text, ""));
    docs::page(&format!("## {text}")).replace("<h2>Grades", "<h2 id=\"grades\">Grades")
}

/// Returns the page of a puzzle, its pictures and its film.
fn puzzle_files(
    templates: &Environment<'_>,
    exhibit: &Exhibit,
    card: &Card<'_>,
    (before, after): (Option<&Card<'_>>, Option<&Card<'_>>),
    certificates: Option<&Path>,
    has_program: bool,
) -> Result<Vec<File>> {
    let slug = card.slug;
    let pictures = card.unsolved.iter().chain(&card.solved);
    let mut files: Vec<_> =
        pictures.map(|picture| File::new(picture.path.as_str(), picture.svg)).collect();
    let example = exhibit.example.as_ref().map(|pictures| {
        let paths = ["", "-solved"].map(|end| format!("pictures/{slug}-example{end}.svg"));
        files.extend(zip(&paths, pictures).map(|(path, svg)| File::new(path, svg)));
        paths
    });
    let board = exhibit.row.report().and_then(|report| report.boards.first()).map(String::as_str);
    files.extend(board.map(|board| File::new(board_path(slug), board)));
    let copies = exhibit.files.iter();
    files.extend(
        copies.map(|(path, text)| File::new(format!("files/{slug}/{path}"), text.as_str())),
    );
    // Incomplete explanations are not shown.
    let explained = exhibit.explanation.as_ref().and_then(|path| Search::in_file(path).ok());
    let steps: Vec<_> = explained.iter().flat_map(Search::told).collect();
    let image = card.unsolved.as_ref().map(|picture| picture.path.clone());
    let linked = linked(exhibit, !steps.is_empty());
    let try_it = linked.map(|linked| {
        let is_explained = linked.is_explained || has_program && exhibit.has_rules;
        try_it::data(exhibit, &Linked { is_explained, ..linked }, image)
    });
    let link = linked.map(|linked| shortest(exhibit, &linked, has_program)).transpose()?;
    // A program gives hints from any position.
    files.extend(try_it::help(exhibit, if has_program { &[] } else { &steps }));
    let own = Playable {
        slug: slug.to_owned(),
        title: exhibit.metadata.title.clone(),
        published: exhibit.metadata.published,
        goal: exhibit.metadata.goal,
        instances: Playable::instances_of(&exhibit.files),
    };
    let has_editor = has_program && !own.instances.is_empty();
    if has_editor {
        files.push(own::editor(templates, &own)?);
    }
    files.extend(try_it::picture(exhibit));
    let reel = |search, kind| Film::of(search, kind).map(|film| reel(&film)).transpose();
    let searched = exhibit
        .trace
        .as_ref()
        .map(|path| film::kept(path, || reel(Search::in_file(path)?, Kind::Search)));
    let (searched, trouble) = match searched.transpose() {
        Ok(found) => (found.flatten(), None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    // A number that is computed at once has nothing to watch.
    let searched = searched.filter(|reel| exhibit.metadata.goal != Goal::Value || reel.steps > 1);
    let explained = exhibit
        .explanation
        .as_ref()
        .zip(explained)
        .map(|(path, search)| film::kept(path, || reel(search, Kind::Explanation)));
    let mut players = Vec::new();
    for (reel, kind, folder) in [
        (explained.transpose()?.flatten(), Kind::Explanation, "explanations"),
        (searched, Kind::Search, "searches"),
    ] {
        let Some(Reel { summary, script, .. }) = reel else { continue };
        let film = format!("{folder}/{slug}.js");
        files.push(File::new(film.as_str(), script));
        players.push(Player { kind, film, summary });
    }
    let certificate = certificate::of(exhibit, certificates);
    let certificate = certificate.map(|(offer, copies)| {
        files.extend(copies);
        offer
    });
    let least = card.unsolved.as_ref().map_or(0.0, |picture| picture.least);
    let page = PuzzlePage {
        puzzle: card,
        editor: has_editor.then(|| own::editor_page(slug)),
        before,
        after,
        rules: &exhibit.rules,
        question: exhibit.metadata.question.as_deref(),
        example,
        docs: exhibit
            .library
            .as_deref()
            .map(|library| docs::render(library, &exhibit.shared))
            .unwrap_or_default(),
        try_it,
        link: link.map(|fragment| link::address(".", &fragment)),
        least: least.max(try_it::readable_width(exhibit)),
        links: links(exhibit, card),
        players,
        trouble,
        figures: figures::of(exhibit),
        certificate,
    };
    files.push(File::new(format!("{slug}.html"), assets::filled(templates, "puzzle.html", &page)?));
    Ok(files)
}

/// Returns the fragment of the puzzle's link. A program finds the solution of what has only a name,
/// if that does not take long.
fn shortest(exhibit: &Exhibit, linked: &Linked<'_>, has_program: bool) -> Result<String> {
    const MOST_SECONDS: f64 = 2.0;
    if has_program && card::seconds(exhibit).is_some_and(|seconds| seconds < MOST_SECONDS) {
        return link::of_given(&Given::Instance(exhibit.row.puzzle.clone(), String::new()));
    }
    link::letters(linked)
}

/// Returns the puzzle as others open it; `None` if there is nothing to fill in.
fn linked(exhibit: &Exhibit, is_explained: bool) -> Option<Linked<'_>> {
    let Exhibit { metadata, rules, row, .. } = exhibit;
    let (fill, question) = (exhibit.fill.as_ref()?, metadata.question.as_deref());
    let linked = Linked::of(&metadata.title, rules, question, metadata.goal, fill);
    Some(Linked { is_explained, ..linked.solved_by(row.report()) })
}

/// Returns the gallery in one sentence.
fn summary(exhibits: &[Exhibit]) -> String {
    let solved = exhibits.iter().filter(|exhibit| exhibit.row.reaches_goal()).count();
    let seconds: f64 = exhibits.iter().filter_map(card::seconds).sum();
    let puzzles = count(exhibits.len() as u64, "puzzle");
    let solved =
        if solved == exhibits.len() { "all".to_owned() } else { format!("{solved} of them") };
    format!("{puzzles}, {solved} solved, in {} of search.", duration(seconds))
}

/// Returns the path of a puzzle's board as text, in the format of its program's `check`.
fn board_path(slug: &str) -> String {
    format!("files/{slug}/board.txt")
}

/// Returns the names and addresses of everything about a puzzle outside its page.
fn links(exhibit: &Exhibit, card: &Card<'_>) -> Vec<(String, String)> {
    let slug = card.slug;
    let of_kind = |ending: &'static str| {
        let is_of_kind = move |path: &&String| path.rsplit('.').next() == Some(ending);
        exhibit.files.keys().filter(is_of_kind)
    };
    let mut links = Vec::new();
    let mut add = |name: &str, address: String| links.push((name.to_owned(), address));
    for path in of_kind("toml") {
        let name = path.trim_start_matches("instances/").trim_end_matches(".toml");
        add(&format!("{name} instance"), format!("files/{slug}/{path}"));
    }
    for (name, picture) in [("picture", &card.unsolved), ("solved picture", &card.solved)] {
        if let Some(picture) = picture {
            add(name, picture.path.clone());
        }
    }
    if exhibit.row.report().is_some_and(|report| !report.boards.is_empty()) {
        add("solved board", board_path(slug));
    }
    for path in of_kind("rs") {
        add(path, format!("files/{slug}/{path}"));
    }
    links
}

/// Returns a film with the words about it.
fn reel(film: &Film) -> Result<Reel> {
    let (steps, frames) = (film.steps, film.frames.len() - 1);
    let counted = match (count(steps, "step"), film.kind) {
        (counted, Kind::Search) if film.is_beginning => format!("The first {counted}"),
        (counted, _) => counted,
    };
    let shown = match (frames as u64 == steps, film.kind) {
        (true, Kind::Search) => ", all shown".to_owned(),
        (true, Kind::Explanation) => String::new(),
        (false, _) => format!(", {} of them shown", number(frames as u128)),
    };
    let more = match film.kind {
        Kind::Search => {
            "In each, a partial board is tried, given up as a dead end, or completed.".to_owned()
        }
        Kind::Explanation => how_far(film),
    };
    Ok(Reel { steps, summary: format!("{counted}{shown}. {more}"), script: film.script()? })
}

/// Returns in words how much of the board an explanation reaches.
fn how_far(film: &Film) -> String {
    match film.known {
        Some((known, fixed)) if known < fixed => format!(
            "The explanation ends there, with {known} of {fixed} numbers of the board known: the next \
             step takes more than the gallery looks for."
        ),
        _ => "Each follows from what is known before it and a few rules.".to_owned(),
    }
}
