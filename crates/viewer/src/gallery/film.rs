//! A search, or an explanation, as a film: frames for the player, in few bytes.
//!
//! Each frame is a picture's SVG, drawn by the same code as every other picture. Frames that follow
//! each other have nearly all of their lines in common: the film holds every line once, and of each
//! frame only the splices that make its list of lines from the list before.

use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context, Result};
use protocol::Event;
use serde::{Deserialize, Serialize, Serializer};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::card::{self, LEAST_TEXT};
use crate::assets;
use crate::places::Places;
use crate::search::{Search, Step};

/// What the film of a search may take in the memory of a page, in bytes of JSON; its file is much
/// smaller.
const MOST_BYTES: usize = 300_000;
/// What the film of an explanation may take: it is loaded when somebody asks for it.
const MOST_BYTES_ON_REQUEST: usize = 1_500_000;

/// Where a single text would need more, most of the board would be out of sight.
const LARGEST_SCALE: f64 = 1.25;

/// The content of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Search,
    Explanation,
}

/// A search in the form in which the page's player takes it.
#[derive(Debug, Serialize)]
pub(super) struct Film {
    pub(super) kind: Kind,
    /// The `viewBox` of every frame.
    view_box: String,
    /// The least scale at which all texts can be read, and at most [`LARGEST_SCALE`].
    scale: f64,
    /// Number of columns of cells.
    columns: usize,
    /// The lines of SVG that the frames are made of.
    lines: Vec<String>,
    /// The sentences that say why dead ends are dead ends, or how steps of an explanation follow.
    reasons: Vec<String>,
    /// The entries of legends: swatches as SVG, and texts.
    keys: Vec<(String, String)>,
    /// The unsolved board, then the steps.
    pub(super) frames: Vec<Frame>,
    /// Number of steps of the search, shown or not.
    pub(super) steps: u64,
    /// Whether these are only the first steps of a longer search.
    #[serde(skip)]
    pub(super) is_beginning: bool,
    /// Of an explanation: how many numbers of the board are known in the end, and how many the
    /// rules fix.
    #[serde(skip)]
    pub(super) known: Option<(usize, usize)>,
}

/// The event of a frame; the player refers to them by their indices here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// Nothing: the unsolved board.
    Start,
    Try,
    DeadEnd,
    Solution,
    /// A step of an explanation that is easy for people.
    Easy,
    /// One that is not.
    Hard,
}

impl Happening {
    fn of(step: &Step) -> Self {
        match (&step.told, step.event) {
            (Some(told), _) if told.is_hard() => Self::Hard,
            (Some(_), _) => Self::Easy,
            (None, Event::Try) => Self::Try,
            (None, Event::DeadEnd) => Self::DeadEnd,
            (None, Event::Solution) => Self::Solution,
        }
    }
}

/// One step of the search, or what is there before the first.
#[derive(Debug)]
pub(super) struct Frame {
    /// Its number, from 1; 0 before the first.
    pub(super) step: u64,
    /// Number of nodes visited so far.
    nodes: u64,
    /// The number of decisions that led to it.
    pub(super) depth: usize,
    pub(super) event: Happening,
    /// The places of the sentences that say why it is a dead end, or follows.
    why: Vec<usize>,
    /// The changes in the list of lines.
    splices: Vec<Splice>,
    /// The cells that are marked, by their places in reading order.
    changed: Vec<usize>,
    /// The places of its legend's entries.
    legend: Vec<usize>,
    /// The places of the lines that list all that it uses.
    uses: Vec<usize>,
}

/// As an array: the names of the fields would be a good part of the film.
impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { step, nodes, depth, event, why, splices, changed, legend, uses } = self;
        (step, nodes, depth, *event as u8, why, splices, changed, legend, uses)
            .serialize(serializer)
    }
}

/// A change to a list: where, how many entries go, and which come. In JSON it is an array.
#[derive(Debug, PartialEq, Serialize)]
struct Splice(usize, usize, Vec<usize>);

impl Film {
    /// Returns the film of the steps, without some where it would be too large: a search is thinned
    /// evenly and keeps solutions and the last step longest; an explanation loses its last steps.
    /// `None` if no step was kept.
    pub(super) fn of(mut search: Search, kind: Kind) -> Option<Self> {
        let most = match kind {
            Kind::Search => MOST_BYTES,
            Kind::Explanation => MOST_BYTES_ON_REQUEST,
        };
        while !search.steps.is_empty() {
            let film = Self::whole(&search, kind);
            let (steps, bytes) = (search.steps.len(), film.bytes());
            if bytes <= most || steps <= 2 {
                return Some(film);
            }
            match kind {
                // Half of the steps take half of the room, or more.
                Kind::Search => {
                    for _ in 0..(bytes.div_ceil(most) - 1).ilog2().max(1) {
                        thin(&mut search.steps);
                    }
                }
                Kind::Explanation => search.steps.truncate(steps * most / bytes),
            }
        }
        None
    }

    fn whole(search: &Search, kind: Kind) -> Self {
        let is_search = kind == Kind::Search;
        let mut lines = Places::<String>::default();
        let mut earlier = search.base.clone();
        let base = &search.base;
        let mut extent = base.extent();
        let body = base.svg_body();
        let mut smallest = card::smallest_text(&body);
        let mut before: Vec<_> = body.lines().map(|line| lines.of(line)).collect();
        let splices = vec![Splice(0, 0, before.clone())];
        let mut reasons = Places::<String>::default();
        let beginning = search.beginning();
        let why = beginning.iter().map(|text| reasons.of(text)).collect();
        let (event, changed, legend) = (Happening::Start, Vec::new(), Vec::new());
        let uses = Vec::new();
        let first =
            Frame { step: 0, nodes: 0, depth: 0, event, why, splices, changed, legend, uses };
        let mut frames = vec![first];
        let columns = search.base.columns();
        let mut keys = Places::default();
        for (place, step) in search.steps.iter().enumerate() {
            let picture = search.picture(place);
            // An explanation marks what it finds.
            let changed = if is_search { picture.changed_cells(&earlier) } else { Vec::new() };
            let changed = changed.iter().map(|cell| cell.row * columns + cell.column).collect();
            earlier.clone_from(&picture);
            extent = extent.union(picture.extent());
            let body = picture.svg_body();
            smallest = smallest.min(card::smallest_text(&body));
            let now: Vec<_> = body.lines().map(|line| lines.of(line)).collect();
            let splices = self::splices(&before, &now);
            let (&Step { number, nodes, depth, .. }, event) = (step, Happening::of(step));
            let sentences = step.why.iter().flat_map(|why| why.split_inclusive(". "));
            let why = sentences.map(|sentence| reasons.of(sentence)).collect();
            let legend = picture.legend().iter();
            let legend = legend.map(|key| keys.of(&(key.swatch(), key.text.clone()))).collect();
            let uses = step.told.iter().flat_map(|told| &told.uses);
            let uses = uses.map(|line| reasons.of(line)).collect();
            let step = number + 1;
            frames.push(Frame { step, nodes, depth, event, why, splices, changed, legend, uses });
            before = now;
        }
        Self {
            kind,
            view_box: extent.to_string(),
            scale: (LEAST_TEXT / smallest).min(LARGEST_SCALE),
            columns,
            lines: lines.all,
            reasons: reasons.all,
            keys: keys.all,
            frames,
            steps: search.total,
            // A search that has found enough ends with a solution, complete or not.
            is_beginning: !search.complete
                && search.steps.last().is_none_or(|last| last.event != Event::Solution),
            known: search.known,
        }
    }

    /// Returns the script that the page loads: a call of the player with the film.
    pub(super) fn script(&self) -> Result<String> {
        let json = serde_json::to_vec(self).context("cannot write a film as JSON")?;
        Ok(format!("playFilm(\"{}\");\n", assets::zipped(&json)?))
    }

    fn bytes(&self) -> usize {
        serde_json::to_vec(self).map_or(0, |json| json.len())
    }
}

/// A film that is ready for its page.
#[derive(Deserialize, Serialize)]
pub(super) struct Reel {
    pub(super) steps: u64,
    pub(super) summary: String,
    pub(super) script: String,
}

/// Returns the film of a file with a trace, if it has one. Drawing takes long, so the film is kept
/// beside the file, and made again when the file or this program is newer.
pub(super) fn kept(
    trace: &Path,
    make: impl FnOnce() -> Result<Option<Reel>>,
) -> Result<Option<Reel>> {
    let path = trace.with_extension("film");
    let current = || -> io::Result<Option<Reel>> {
        let modified = |path: &Path| fs::metadata(path)?.modified();
        let made = modified(&path)?;
        if made <= modified(trace)? || made <= modified(&env::current_exe()?)? {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(serde_json::from_slice(&fs::read(&path)?)?)
    };
    current().or_else(|_| {
        let reel = make()?;
        // If this fails, it is made again.
        let _ = fs::write(&path, serde_json::to_vec(&reel)?);
        Ok(reel)
    })
}

/// Drops every second step, where it is neither a solution nor the last.
fn thin(steps: &mut Vec<Step>) {
    let before = steps.len();
    let mut place = 0;
    steps.retain(|step| {
        place += 1;
        place % 2 == 1 || place == before || step.event == Event::Solution
    });
    if steps.len() == before {
        // Solutions alone, and still too many.
        steps.truncate(before / 2);
    }
}

/// Returns the changes that turn the list `before` into `now`, the last one first, so that none
/// moves the places of those that follow.
fn splices(before: &[usize], now: &[usize]) -> Vec<Splice> {
    let changes = capture_diff_slices(Algorithm::Myers, before, now);
    let splice = |change: &DiffOp| {
        let (_, old, new) = change.as_tag_tuple();
        Splice(old.start, old.len(), now[new].to_vec())
    };
    let is_change = |change: &&DiffOp| !matches!(change, DiffOp::Equal { .. });
    changes.iter().rev().filter(is_change).map(splice).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use grid_utils::Cell;
    use picture::{Ink, Picture};
    use serde_json::json;

    fn number(number: usize) -> Picture {
        let mut picture = Picture::grid(4, 4);
        for place in 0..16 {
            let digit = (number >> place) % 2;
            picture.text(Cell::new(place / 4, place % 4), &digit.to_string(), Ink::Found);
        }
        picture
    }

    fn search(steps: usize, event: &str) -> Search {
        let base = Picture::grid(4, 4);
        let mut trace = vec![json!({"puzzle": "p", "instance": "", "base": base})];
        trace.extend((0..steps).map(|place| {
            let picture = number(place).difference(&base);
            let (depth, nodes) = (place % 7, place + 1);
            json!({"step": place, "depth": depth, "event": event, "nodes": nodes, "board": "", "picture": picture})
        }));
        trace.push(json!({"steps": steps, "kept": steps, "complete": true}));
        let lines: Vec<_> = trace.iter().map(ToString::to_string).collect();
        Search::read(lines.join("\n").as_bytes()).unwrap()
    }

    /// Returns the frames as the player puts them together.
    fn played(film: &Film) -> Vec<String> {
        let mut list = Vec::new();
        let play = |frame: &Frame| {
            for Splice(at, gone, come) in &frame.splices {
                list.splice(*at..at + gone, come.iter().copied());
            }
            let lines: Vec<_> =
                list.iter().map(|&line: &usize| film.lines[line].as_str()).collect();
            lines.join("\n") + "\n"
        };
        film.frames.iter().map(play).collect()
    }

    #[test]
    fn the_smallest_text_of_all_frames_can_be_read() {
        let film = Film::of(search(300, "try"), Kind::Search).unwrap();
        let smallest = card::smallest_text(&number(0).svg_body());
        assert!((film.scale * smallest - LEAST_TEXT).abs() < 1e-9, "{}", film.scale);
    }

    #[test]
    fn every_frame_is_the_picture_of_its_step() {
        let film = Film::of(search(300, "try"), Kind::Search).unwrap();
        let steps = (0..300).map(|place| number(place).svg_body());
        let bodies: Vec<_> = [Picture::grid(4, 4).svg_body()].into_iter().chain(steps).collect();
        assert_eq!(played(&film), bodies);
        assert_eq!((film.frames[6].step, film.frames[6].depth), (6, 5));
        assert!(film.bytes() < 300 * 120, "{} bytes for 300 frames", film.bytes());
    }

    #[test]
    fn the_frame_before_the_first_step_says_what_is_known() {
        let given = [("r1c1 = 5", "Row 1: r1c1 is 5.")].map(|(fact, text)| {
            json!({"cells": [], "facts": [fact], "groups": [], "because": [], "chain": [], "text": text})
        });
        let given = given.into_iter().map(|told| serde_json::from_value(told).unwrap()).collect();
        let film = Film::of(Search { given, ..search(2, "try") }, Kind::Explanation).unwrap();
        let [reason] = film.frames[0].why[..] else { panic!("{:?}", film.frames[0]) };
        assert_eq!(film.reasons[reason], "Known at the beginning:\nRow 1: r1c1 is 5.");
        assert!(Film::of(search(2, "try"), Kind::Search).unwrap().frames[0].why.is_empty());
    }

    #[test]
    fn a_film_that_is_too_long_is_thinned_and_keeps_its_end() {
        for event in ["try", "solution"] {
            let film = Film::of(search(4_000, event), Kind::Search).unwrap();
            assert!(film.bytes() <= MOST_BYTES && film.bytes() > MOST_BYTES / 4);
            assert_eq!(film.steps, 4_000);
        }
        let film = Film::of(search(4_000, "try"), Kind::Search).unwrap();
        assert_eq!(film.frames.last().unwrap().step, 4_000);
    }

    #[test]
    fn a_search_that_goes_on_is_told_from_one_that_has_found_enough() {
        let is_beginning = |event, complete| {
            let search = Search { complete, ..search(9, event) };
            Film::of(search, Kind::Search).unwrap().is_beginning
        };
        assert!(is_beginning("try", false));
        assert!(!is_beginning("try", true) && !is_beginning("solution", false));
    }

    #[test]
    fn a_film_is_kept_until_its_trace_is_newer() {
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace --nodes 5");
        fs::write(&trace, "").unwrap();
        let program = fs::metadata(env::current_exe().unwrap()).unwrap().modified().unwrap();
        let touch = |path: &Path, seconds| {
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(program + Duration::from_secs(seconds)).unwrap();
        };
        let shown = |steps| {
            let reel = Reel { steps, summary: String::new(), script: String::new() };
            kept(&trace, || Ok(Some(reel))).unwrap().unwrap().steps
        };
        assert_eq!(shown(1), 1);
        touch(&trace, 1);
        touch(&trace.with_extension("film"), 2);
        assert_eq!(shown(2), 1);
        touch(&trace, 3);
        assert_eq!(shown(3), 3);
        assert!(!folder.path().join("trace").exists());
    }

    #[test]
    fn a_search_without_a_step_has_no_film() {
        assert!(Film::of(search(0, "try"), Kind::Search).is_none());
    }
}
