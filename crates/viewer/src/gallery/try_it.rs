//! What the page's script is told of the board that the reader fills in.

use protocol::{Exhibit, Fill, FillKind, FillPart, Goal};
use serde::Serialize;

/// What is said to be expected of an answer.
const ANSWER: &str = "the answer to the question";

/// What the script is told.
#[derive(Serialize)]
struct Data {
    fill: Fill,
    /// The solution, so written that nobody reads it by accident; empty if there is none.
    code: String,
    /// Whether there is no other one.
    is_only: bool,
    /// The script with the steps that hints are taken from.
    hints: Option<String>,
}

/// What the script is told, as JSON for a page; `None` if there is nothing to fill in. Where a number is
/// asked for, it is the number.
pub(super) fn data(exhibit: &Exhibit) -> Option<String> {
    let row = &exhibit.row;
    let mut fill = exhibit.fill.clone()?;
    let board = row.boards.iter().flatten().next();
    let is_answer = matches!(exhibit.metadata.goal, Goal::Value | Goal::Count);
    let solution = if is_answer { row.answer.as_ref() } else { board };
    if is_answer {
        let expected = ANSWER.to_owned();
        fill.parts = vec![FillPart { kind: FillKind::Line, expected, ..FillPart::default() }];
        fill.limits.clear();
    }
    let solution = solution.filter(|_| row.reaches_goal());
    let data = Data {
        code: solution.map(|solution| code(solution)).unwrap_or_default(),
        is_only: is_answer || exhibit.metadata.goal == Goal::Unique,
        hints: solution.and_then(|_| hints(exhibit)).map(|(path, _)| path),
        fill,
    };
    // Nothing in a script of a page ends it.
    Some(serde_json::to_string(&data).ok()?.replace('<', "\\u003c"))
}

/// The script with the steps that hints are taken from: its path, and its text.
pub(super) fn hints(exhibit: &Exhibit) -> Option<(String, String)> {
    let steps = &exhibit.explanation.as_ref()?.steps;
    if steps.is_empty() || exhibit.metadata.goal == Goal::Value {
        return None;
    }
    let script = format!("giveHint({});\n", serde_json::to_string(steps).ok()?);
    Some((format!("hints/{}.js", exhibit.row.puzzle), script))
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
