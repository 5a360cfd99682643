//! The data of the page's script about the board that the reader fills in.

use protocol::linked::{is_answer, leave_out_defaults, prepared, shortened};
use protocol::{Exhibit, FillKind, FillPart, Limit, Linked, Told};
use serde::Serialize;
use serde_json::json;

use super::card::LEAST_TEXT;
use crate::places::Places;
use crate::site::File;

/// How large the text of a cell is in the style sheet, in cells, and with how many letters at most.
const CELL_TEXT: f64 = 0.54;
const CELL_LETTERS: f64 = 2.7;
/// Numbers whose bound means nothing are no longer than this.
const MOST_DIGITS: usize = 4;

/// What is loaded when the reader asks for it.
#[derive(Default, Serialize)]
struct Help<'a> {
    limits: &'a [Limit],
    rules: &'a [String],
    /// The solution in steps, from which hints are taken.
    steps: Vec<Hint<'a>>,
    /// Facts, techniques and rules, which steps refer to by places, since many have them in common.
    texts: Places<String>,
    /// Rules with places and cells.
    grounds: Places<(usize, &'a str, &'a [String])>,
}

/// A step of the solution, without what only its picture shows.
#[derive(Serialize)]
struct Hint<'a> {
    technique: usize,
    text: &'a str,
    facts: Vec<usize>,
    because: Vec<usize>,
    groups: Vec<usize>,
}

impl<'a> Help<'a> {
    fn add(&mut self, step: &'a Told) {
        let texts = &mut self.texts;
        let [facts, because] = [&step.facts, &step.because]
            .map(|facts| facts.iter().map(|fact| texts.of(fact)).collect());
        let grounds = step.groups.iter();
        let groups = grounds
            .map(|one| self.grounds.of(&(texts.of(&one.rule), &*one.place, &*one.cells)))
            .collect();
        let (technique, text) = (texts.of(&step.technique), &*step.text);
        self.steps.push(Hint { technique, text, facts, because, groups });
    }
}

/// Returns the data of the script, as JSON for a page. `image` is the file with the unsolved
/// picture.
pub(super) fn data(exhibit: &Exhibit, puzzle: &Linked<'_>, image: Option<String>) -> String {
    let mut fill = prepared(puzzle.fill, puzzle.goal);
    // Clues beside cells to be filled in can be struck out, unlike those of a file.
    let is_over = |part: &FillPart| part.at.is_some() || !part.middles.is_empty();
    let has_clues = fill.parts.iter().any(is_over) && fill.picture.contains("mp-label-text");
    let image = if is_clued(exhibit) { Some(open_path(exhibit)) } else { image };
    let image = image.filter(|_| !has_clues);
    if image.is_some() {
        (fill.picture, fill.view_box) = (String::new(), String::new());
    }
    // Without the code of a solution, which nobody reads by accident, there is nothing to compare
    // with.
    let solution = puzzle.solution(&fill).map(|values| code(&json!(values).to_string()));
    let conflicts = !fill.limits.is_empty();
    (fill.limits, fill.rules, fill.instance) = (Vec::new(), Vec::new(), String::new());
    let mut data = json!({
        "fill": shortened(&fill),
        "solution": solution,
        "answer": puzzle.answer_beyond().map(code),
        "is_only": puzzle.is_only(),
        "conflicts": conflicts,
        "hints": puzzle.is_explained,
    });
    data["fill"]["image"] = json!(image);
    leave_out_defaults(&mut data);
    // Nothing in a script of a page ends it.
    data.to_string().replace('<', "\\u003c")
}

/// Returns the width in CSS pixels at which everything written into cells of the picture can be
/// read.
pub(super) fn readable_width(exhibit: &Exhibit) -> f64 {
    let Some(fill) = exhibit.fill.as_ref().filter(|_| !is_answer(exhibit.metadata.goal)) else {
        return 0.0;
    };
    let parts = fill.parts.iter().filter(|part| part.rows > 0 && part.at.is_some());
    parts.map(letters).max().map_or(0.0, |letters| {
        let size = CELL_TEXT * (CELL_LETTERS / letters as f64).min(1.0);
        (fill.extent[2] * LEAST_TEXT / size).ceil()
    })
}

/// Returns the largest number of letters that a cell of the part takes.
fn letters(part: &FillPart) -> usize {
    let is_text = |place: usize| part.lines.get(place).is_none_or(|&line| line == 0);
    let words = part.words.iter().enumerate().filter(|&(place, _)| is_text(place));
    match part.kind {
        FillKind::Numbers => {
            let digits = |number: i64| number.to_string().len();
            digits(part.least).max(digits(part.most)).min(MOST_DIGITS)
        }
        _ => words.map(|(_, word)| word.chars().count()).max().unwrap_or(1),
    }
}

/// Returns whether clues stand in cells to be filled in; if so, they are left out of the picture.
fn is_clued(exhibit: &Exhibit) -> bool {
    let parts = exhibit.fill.iter().flat_map(|fill| &fill.parts);
    !is_answer(exhibit.metadata.goal) && parts.into_iter().any(|part| !part.clues.is_empty())
}

/// Returns the picture without the clues in cells to be filled in, if there are any.
pub(super) fn picture(exhibit: &Exhibit) -> Option<File> {
    let fill = exhibit.fill.as_ref().filter(|_| is_clued(exhibit))?;
    let (view_box, style, body) = (&fill.view_box, picture::style_sheet(), &fill.picture);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view_box}\"><style>:root {{ color-scheme: light dark }} {style}</style>{body}</svg>"
    );
    Some(File::new(open_path(exhibit), svg))
}

fn open_path(exhibit: &Exhibit) -> String {
    format!("pictures/{}-open.svg", exhibit.row.puzzle)
}

/// Returns the script with the rules that it can check, and with the steps of the solution.
pub(super) fn help(exhibit: &Exhibit, steps: &[&Told]) -> Option<File> {
    let fill = exhibit.fill.as_ref()?;
    let mut help = Help::default();
    if !is_answer(exhibit.metadata.goal) {
        (help.limits, help.rules) = (&fill.limits, &fill.rules);
        for step in steps {
            help.add(step);
        }
    }
    let script = format!("giveHelp({});\n", serde_json::to_string(&help).ok()?);
    Some(File::new(format!("help/{}.js", exhibit.row.puzzle), script))
}

/// Returns a text in which each ASCII character is shifted by its place, so that nobody reads it in
/// the page's source by accident.
fn code(text: &str) -> String {
    let signs: Vec<char> = (' '..='~').collect();
    let turned = |(place, sign)| match signs.iter().position(|&other| other == sign) {
        Some(number) => signs[(number + 73 * place + 41) % signs.len()],
        None => sign,
    };
    text.chars().enumerate().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_letter_differs_from_place_to_place() {
        assert_eq!(code("1 1"), "Z3.");
    }
}
