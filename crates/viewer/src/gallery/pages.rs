//! The pages, from templates.

use anyhow::{Context, Result};
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use protocol::{Comparison, Event, Exhibit, Row};
use serde::Serialize;

use super::docs::{self, Docs};
use super::film::Film;
use super::site::File;
use super::wording::{count, duration, month, number};
use crate::search::Search;

/// The templates; their names end in `.html`, so what is put into them is escaped.
const TEMPLATES: [(&str, &str); 4] = [
    ("frame.html", include_str!("../../templates/frame.html")),
    ("index.html", include_str!("../../templates/index.html")),
    ("puzzle.html", include_str!("../../templates/puzzle.html")),
    ("player.html", include_str!("../../templates/player.html")),
];

/// What the pages load, as it is.
const ASSETS: [(&str, &str); 3] = [
    ("theme.js", include_str!("../../assets/theme.js")),
    ("cards.js", include_str!("../../assets/cards.js")),
    ("player.js", include_str!("../../assets/player.js")),
];

const STYLE: &str = include_str!("../../assets/style.css");

/// What the front page shows.
#[derive(Serialize)]
struct FrontPage<'a> {
    summary: String,
    cards: &'a [Card<'a>],
}

/// What the page of a puzzle shows.
#[derive(Serialize)]
struct PuzzlePage<'a> {
    puzzle: &'a Card<'a>,
    before: Option<&'a Card<'a>>,
    after: Option<&'a Card<'a>>,
    docs: Docs,
    unsolved: Option<Picture>,
    solved: Option<Picture>,
    /// The first solution, as text.
    board: Option<&'a str>,
    player: Option<Player>,
    /// Why the search cannot be shown.
    trouble: Option<String>,
    figures: Vec<(&'static str, String)>,
}

/// What a card, and the head of a page, says of a puzzle.
#[derive(Serialize)]
struct Card<'a> {
    slug: &'a str,
    title: &'a str,
    /// Month of publication, for sorting: `2021-02`.
    published: Option<String>,
    /// The same in words.
    month: Option<String>,
    source: Option<&'a str>,
    url: Option<&'a str>,
    verdict: String,
    /// Whether the puzzle's goal is reached.
    reached: bool,
    answer: Option<&'a str>,
    remarks: Vec<(String, String)>,
    nodes: Option<u64>,
    nodes_text: Option<String>,
    seconds: Option<f64>,
    time_text: Option<String>,
    /// The board to show: solved where there is one, else unsolved.
    picture: Option<Picture>,
    error: Option<&'a str>,
}

/// A picture in a file, and what it shows.
#[derive(Serialize)]
struct Picture {
    path: String,
    description: String,
}

/// The player of a search.
#[derive(Serialize)]
struct Player {
    /// The script with the film.
    film: String,
    summary: String,
    steps: u64,
    frames: usize,
    profile: Profile,
}

/// How deep the search is at each frame, as paths of an SVG that is one unit wide for each frame and
/// one unit high for each decision.
#[derive(Serialize)]
struct Profile {
    width: usize,
    height: usize,
    depth: String,
    dead_ends: String,
    solutions: String,
}

/// All files of the site.
pub(super) fn render(exhibits: &[Exhibit]) -> Result<Vec<File>> {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    for (name, text) in TEMPLATES {
        templates.add_template(name, text).with_context(|| format!("template {name}"))?;
    }
    let cards: Vec<_> = exhibits.iter().map(card).collect();
    let mut files = vec![File::new("style.css", picture::style_sheet() + STYLE)];
    files.extend(ASSETS.map(|(name, text)| File::new(name, text)));
    let front_page = FrontPage { summary: summary(exhibits), cards: &cards };
    files.push(File::new("index.html", fill(&templates, "index.html", &front_page)?));
    for (place, exhibit) in exhibits.iter().enumerate() {
        let neighbours = (place.checked_sub(1).map(|before| &cards[before]), cards.get(place + 1));
        files.extend(puzzle_files(&templates, exhibit, &cards[place], neighbours)?);
    }
    Ok(files)
}

fn fill(templates: &Environment<'_>, name: &str, page: &impl Serialize) -> Result<String> {
    let filled = templates.get_template(name).and_then(|template| template.render(Serde(page)));
    filled.with_context(|| format!("template {name}"))
}

/// The page of a puzzle, its pictures and its film.
fn puzzle_files(
    templates: &Environment<'_>,
    exhibit: &Exhibit,
    card: &Card<'_>,
    (before, after): (Option<&Card<'_>>, Option<&Card<'_>>),
) -> Result<Vec<File>> {
    let slug = card.slug;
    let mut files = Vec::new();
    for (path, svg) in
        [(unsolved_path(slug), &exhibit.unsolved), (solved_path(slug), &exhibit.solved)]
    {
        files.extend(svg.as_ref().map(|svg| File::new(path, svg.as_str())));
    }
    let searched = exhibit.trace.as_ref().map(|trace| Search::read(trace.as_bytes())).transpose();
    let (film, trouble) = match searched {
        Ok(search) => (search.and_then(Film::of), None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    let player = film.as_ref().map(|film| player(slug, film));
    if let (Some(film), Some(player)) = (&film, &player) {
        files.push(File::new(player.film.as_str(), film.script()?));
    }
    let page = PuzzlePage {
        puzzle: card,
        before,
        after,
        docs: exhibit.library.as_deref().map(docs::render).unwrap_or_default(),
        unsolved: unsolved(exhibit),
        solved: solved(exhibit),
        board: exhibit.row.boards.iter().flatten().next().map(String::as_str),
        player,
        trouble,
        figures: figures(exhibit),
    };
    files.push(File::new(format!("{slug}.html"), fill(templates, "puzzle.html", &page)?));
    Ok(files)
}

/// The gallery in one sentence.
fn summary(exhibits: &[Exhibit]) -> String {
    let solved = exhibits.iter().filter(|exhibit| exhibit.row.reaches_goal()).count();
    let seconds: f64 = exhibits.iter().filter_map(seconds).sum();
    let puzzles = count(exhibits.len() as u64, "puzzle");
    if solved == exhibits.len() {
        format!("{puzzles}, all solved, in {} of search.", duration(seconds))
    } else {
        format!("{puzzles}, {solved} of them solved, in {} of search.", duration(seconds))
    }
}

fn card(exhibit: &Exhibit) -> Card<'_> {
    let Exhibit { metadata, row, .. } = exhibit;
    let published = metadata.published;
    let remarks = row.remarks.iter().flatten();
    let remarks = remarks.map(|(name, value)| (name.clone(), plain(value)));
    let seconds = seconds(exhibit);
    Card {
        slug: &row.puzzle,
        title: title(exhibit),
        published: published.map(|published| published.to_string()),
        month: published.map(month),
        source: metadata.source.as_deref(),
        url: metadata.url.as_deref().filter(|url| is_web(url)),
        verdict: row.verdict(),
        reached: row.reaches_goal(),
        answer: row.answer.as_deref(),
        remarks: remarks.collect(),
        nodes: row.nodes,
        nodes_text: row.nodes.map(|nodes| count(nodes, "node")),
        seconds,
        time_text: seconds.map(duration),
        picture: solved(exhibit).or_else(|| unsolved(exhibit)),
        error: row.error.as_deref(),
    }
}

fn title(exhibit: &Exhibit) -> &str {
    &exhibit.metadata.title
}

/// Whether a link may lead there.
fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// A remark without the quotation marks of JSON.
fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// The time of the search: of many runs where they were measured, else of the one that solved it.
fn seconds(exhibit: &Exhibit) -> Option<f64> {
    exhibit.figures.as_ref().map(|figures| figures.median).or(exhibit.row.seconds)
}

fn unsolved_path(slug: &str) -> String {
    format!("pictures/{slug}-unsolved.svg")
}

fn solved_path(slug: &str) -> String {
    format!("pictures/{slug}.svg")
}

fn unsolved(exhibit: &Exhibit) -> Option<Picture> {
    exhibit.unsolved.as_ref()?;
    let description = format!("{}: the unsolved puzzle", title(exhibit));
    Some(Picture { path: unsolved_path(&exhibit.row.puzzle), description })
}

fn solved(exhibit: &Exhibit) -> Option<Picture> {
    exhibit.solved.as_ref()?;
    let description = format!("{}: the solved board", title(exhibit));
    Some(Picture { path: solved_path(&exhibit.row.puzzle), description })
}

fn player(slug: &str, film: &Film) -> Player {
    let frames = film.frames.len();
    let steps = count(film.steps, "step");
    let shown = if frames as u64 == film.steps {
        "all shown".to_owned()
    } else {
        format!("{} of them shown", number(frames as u128))
    };
    let events = "In each, a partial board is tried, given up as a dead end, or completed.";
    let summary = format!("{steps}, {shown}. {events}");
    let path = format!("searches/{slug}.js");
    Player { film: path, summary, steps: film.steps, frames, profile: profile(film) }
}

fn profile(film: &Film) -> Profile {
    use std::fmt::Write;
    let deepest = film.frames.iter().map(|frame| frame.depth).max().unwrap_or(0);
    let height = deepest + 1;
    let mut depth = format!("M0 {height}");
    let (mut dead_ends, mut solutions) = (String::new(), String::new());
    for (place, frame) in film.frames.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(depth, "V{}h1", deepest - frame.depth);
        let ticks = match frame.event {
            Event::Try => continue,
            Event::DeadEnd => &mut dead_ends,
            Event::Solution => &mut solutions,
        };
        let _ = write!(ticks, "M{place}.5 0v1");
    }
    let _ = write!(depth, "V{height}z");
    Profile { width: film.frames.len(), height, depth, dead_ends, solutions }
}

/// The figures of a puzzle, as names and values.
fn figures(exhibit: &Exhibit) -> Vec<(&'static str, String)> {
    let Row { nodes, dead_ends, solutions, complete, seconds, snapshot, .. } = &exhibit.row;
    let mut figures = vec![("Verdict", exhibit.row.verdict())];
    let mut add = |name, value: Option<String>| figures.extend(value.map(|value| (name, value)));
    add("Nodes", nodes.map(|nodes| format!("{} partial boards visited", number(nodes.into()))));
    add("Dead ends", dead_ends.map(|dead_ends| number(dead_ends.into())));
    add("Solutions found", solutions.map(number));
    let went =
        |complete| if complete { "through to the end" } else { "stopped when it had enough" };
    add("Search", complete.map(|complete| went(complete).to_owned()));
    let measured = exhibit.figures.as_ref();
    let runs = |runs: usize| format!("median of {} in one process", count(runs as u64, "search"));
    add(
        "Time",
        measured.map(|figures| format!("{}, {}", duration(figures.median), runs(figures.runs))),
    );
    let fresh = if measured.is_some() { "First search" } else { "Time" };
    add(fresh, seconds.map(|seconds| format!("{} in a fresh process", duration(seconds))));
    let stands = |comparison: &Comparison| match comparison {
        Comparison::Known => "the same as the one kept in the tests",
        Comparison::New => "not kept in the tests yet",
        Comparison::Changed => "not the one kept in the tests",
    };
    add("Result", snapshot.as_ref().map(|snapshot| stands(snapshot).to_owned()));
    figures
}
