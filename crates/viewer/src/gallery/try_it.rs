//! What the page's script is told of the board that the reader fills in.

use protocol::{Exhibit, Fill, FillKind, FillPart, Goal, Limit, Told};
use serde::{Deserialize, Serialize};

use super::site::File;

/// What is said to be expected of an answer.
const ANSWER: &str = "the answer to the question";

/// What the script is told.
#[derive(Serialize)]
struct Data {
    fill: Fill,
    /// The file with the picture, where it is as it is filled in.
    image: Option<String>,
    /// The solution, so written that nobody reads it by accident; empty if there is none.
    code: String,
    /// Whether there is no other one.
    is_only: bool,
    /// Where the [`help`] is, and what is in it.
    help: String,
    conflicts: bool,
    hints: bool,
}

/// What is loaded when the reader asks for it.
#[derive(Serialize)]
struct Help<'a> {
    limits: &'a [Limit],
    rules: &'a [String],
    /// The solution in steps, from which hints are taken.
    steps: Vec<Told>,
}

/// What a line of an explanation's trace has of the step.
#[derive(Deserialize)]
struct Line {
    told: Option<Told>,
}

/// What the script is told, as JSON for a page; `None` if there is nothing to fill in. Where a number is
/// asked for, it is the number.
/// `image` is the file with the unsolved picture.
pub(super) fn data(exhibit: &Exhibit, image: Option<String>) -> Option<String> {
    let row = &exhibit.row;
    let mut fill = exhibit.fill.clone()?;
    let board = row.boards.iter().flatten().next();
    let solution = if is_answer(exhibit) { row.answer.as_ref() } else { board };
    if is_answer(exhibit) {
        let expected = ANSWER.to_owned();
        fill.parts = vec![FillPart { kind: FillKind::Line, expected, ..FillPart::default() }];
    }
    let image = if fill.parts.iter().all(|part| part.clues.is_empty()) { image } else { None };
    if image.is_some() {
        fill.picture.clear();
    }
    let Help { limits, steps, .. } = help_of(exhibit)?;
    let (conflicts, hints) = (!limits.is_empty(), !steps.is_empty());
    (fill.limits, fill.rules) = (Vec::new(), Vec::new());
    let solution = solution.filter(|_| row.reaches_goal());
    let data = Data {
        code: solution.map_or_else(String::new, |solution| code(solution)),
        is_only: is_answer(exhibit) || exhibit.metadata.goal == Goal::Unique,
        help: help_path(exhibit),
        conflicts,
        hints,
        image,
        fill,
    };
    // Nothing in a script of a page ends it.
    Some(serde_json::to_string(&data).ok()?.replace('<', "\\u003c"))
}

/// Whether a number is asked for, and no board.
fn is_answer(exhibit: &Exhibit) -> bool {
    matches!(exhibit.metadata.goal, Goal::Value | Goal::Count)
}

/// The script with what is seen to break a rule, and with the steps of the solution.
pub(super) fn help(exhibit: &Exhibit) -> Option<File> {
    let help = help_of(exhibit).filter(|help| help.limits.len() + help.steps.len() > 0)?;
    let script = format!("giveHelp({});\n", serde_json::to_string(&help).ok()?);
    Some(File::new(help_path(exhibit), script))
}

fn help_path(exhibit: &Exhibit) -> String {
    format!("help/{}.js", exhibit.row.puzzle)
}

fn help_of(exhibit: &Exhibit) -> Option<Help<'_>> {
    let fill = exhibit.fill.as_ref()?;
    if is_answer(exhibit) {
        return Some(Help { limits: &[], rules: &[], steps: Vec::new() });
    }
    let lines = exhibit.explanation.iter().flat_map(|trace| trace.lines());
    let step = |line| serde_json::from_str::<Line>(line).ok()?.told;
    let steps = lines.filter_map(step).collect();
    Some(Help { limits: &fill.limits, rules: &fill.rules, steps })
}

/// Two hexadecimal digits for each byte, shifted by its place: who looks at the page's source is not
/// told, and who wants to know can ask.
fn code(text: &str) -> String {
    use std::fmt::Write;
    let mut code = String::new();
    for (place, byte) in text.bytes().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(code, "{:02x}", (usize::from(byte) + 73 * place + 41) % 256);
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_letter_differs_from_place_to_place() {
        assert_eq!(code("1 1"), "5a92ec");
    }
}
