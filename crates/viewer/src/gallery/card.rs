//! The card of a puzzle on the front page, and the head of its page.

use protocol::{Certified, CertifiedStatus, Exhibit, Goal};
use serde::Serialize;

use super::figures;
use super::wording::{count, duration, month};

/// A puzzle, for the templates.
#[derive(Serialize)]
pub(super) struct Card<'a> {
    pub(super) slug: &'a str,
    pub(super) title: &'a str,
    /// Month of publication, for sorting: `2021-02`.
    pub(super) published: Option<String>,
    /// The same in words.
    month: Option<String>,
    pub(super) source: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    /// The family of puzzles to which it belongs.
    pub(super) kind: &'a str,
    pub(super) verdict: String,
    /// The quality of the result: a class of the style sheet.
    standing: &'static str,
    /// Whether it was proved by its rules, and who verified this; `None` if this was not tried.
    pub(super) certificate: Option<&'static str>,
    /// How hard it is for people.
    pub(super) difficulty: Option<String>,
    /// The same as a number, for sorting.
    grade: Option<usize>,
    answer: Option<&'a str>,
    remarks: Vec<(String, String)>,
    nodes: Option<u64>,
    nodes_text: Option<String>,
    seconds: Option<f64>,
    time_text: Option<String>,
    pub(super) unsolved: Option<Picture<'a>>,
    pub(super) solved: Option<Picture<'a>>,
    error: Option<&'a str>,
}

/// A picture in a file, and what it shows.
#[derive(Serialize)]
pub(super) struct Picture<'a> {
    pub(super) path: String,
    #[serde(skip)]
    pub(super) svg: &'a str,
    description: String,
    /// The width in CSS pixels at which all its texts are legible.
    pub(super) least: f64,
}

/// Least legible size of a text, in CSS pixels.
pub(super) const LEAST_TEXT: f64 = 9.0;

/// The kind of a puzzle that shares its code with no other.
const NO_FAMILY: &str = "One of its kind";
/// The kind of one that asks for a number.
const NUMBERS: &str = "Numbers";

impl<'a> Card<'a> {
    pub(super) fn of(exhibit: &'a Exhibit) -> Self {
        let Exhibit { metadata, row, .. } = exhibit;
        let published = metadata.published;
        let remarks = row.report().into_iter().flat_map(|report| &report.remarks);
        let remarks = remarks.map(|(name, value)| (name.clone(), plain(value)));
        let (nodes, seconds) = (figures::nodes(exhibit), seconds(exhibit));
        let [unsolved, solved] = drawn(exhibit);
        Self {
            slug: &row.puzzle,
            title: &metadata.title,
            published: published.map(|published| published.to_string()),
            month: published.map(month),
            source: metadata.source.as_deref(),
            url: metadata.url.as_deref().filter(|url| is_web(url)),
            kind: exhibit.family.as_deref().unwrap_or(match metadata.goal {
                Goal::Value => NUMBERS,
                _ => NO_FAMILY,
            }),
            verdict: row.verdict(),
            standing: standing(exhibit),
            certificate: exhibit.certificate.as_ref().map(certificate),
            difficulty: exhibit.grade.map(|grade| grade.to_string()),
            grade: exhibit.grade.map(|grade| grade as usize),
            answer: row.answer(),
            remarks: remarks.collect(),
            nodes,
            nodes_text: nodes.filter(|&nodes| nodes > 0).map(|nodes| count(nodes, "node")),
            seconds,
            time_text: seconds.map(duration),
            unsolved,
            solved,
            error: row.error.as_deref(),
        }
    }
}

/// Returns the class of the result: proved, found, or nothing.
fn standing(exhibit: &Exhibit) -> &'static str {
    match exhibit.metadata.goal {
        _ if !exhibit.row.reaches_goal() => "falls-short",
        Goal::Unique | Goal::Best | Goal::Count | Goal::Value => "proved",
        Goal::First | Goal::Record => "found",
    }
}

fn certificate(certified: &Certified) -> &'static str {
    match certified.status {
        CertifiedStatus::Certified => "certified",
        CertifiedStatus::NoChecker => "proved by rules",
        CertifiedStatus::Refuted | CertifiedStatus::TimedOut | CertifiedStatus::NoRules => {
            "not certified"
        }
    }
}

/// Returns whether an address may be linked.
fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// Returns a remark without the quotation marks of JSON.
fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// Returns the kept time of the search.
pub(super) fn seconds(exhibit: &Exhibit) -> Option<f64> {
    exhibit.kept.as_ref().map(|kept| kept.seconds)
}

/// Returns the pictures of a puzzle, unsolved and solved.
fn drawn(exhibit: &Exhibit) -> [Option<Picture<'_>>; 2] {
    let Exhibit { metadata, row, unsolved, solved, .. } = exhibit;
    let described =
        [(unsolved, "-unsolved", "the unsolved puzzle"), (solved, "", "the solved board")];
    described.map(|(svg, end, what)| {
        let svg = svg.as_deref()?;
        let path = format!("pictures/{}{end}.svg", row.puzzle);
        let description = format!("{}: {what}", metadata.title);
        Some(Picture { path, svg, description, least: readable_width(svg) })
    })
}

/// Returns the width in CSS pixels at which all texts of an SVG of ours can be read; 0 without
/// texts.
fn readable_width(svg: &str) -> f64 {
    let number = |text: &str| text.split(['"', ' ']).next()?.parse::<f64>().ok();
    let width = svg.split(" width=\"").nth(1).and_then(number).unwrap_or(0.0);
    (width * LEAST_TEXT / smallest_text(svg)).ceil()
}

/// Returns the size of the smallest text of an SVG of ours; infinite without texts.
pub(super) fn smallest_text(svg: &str) -> f64 {
    let sizes = svg.split("font-size=\"").skip(1);
    let sizes = sizes.filter_map(|text| text.split('"').next()?.parse().ok());
    sizes.fold(f64::INFINITY, f64::min)
}
