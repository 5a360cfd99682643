//! Boards as they are drawn on a terminal, with regions, clues and given cells told apart. Output
//! that goes elsewhere is plain, and always the same.

use std::io::{self, IsTerminal};

use picture::characters::{Palette, draw};
use puzzle::Board;
use terminal_size::{Height, Width, terminal_size_of};

use super::{Format, Session};

/// The terminal that standard output goes to.
pub(crate) struct Terminal {
    columns: usize,
    rows: usize,
    palette: Palette,
}

/// Narrower lines hold too few words, and longer ones are hard to read.
const FEWEST_COLUMNS: usize = 30;
const MOST_COLUMNS: usize = 120;

/// Columns of text that goes to no terminal.
const COLUMNS: usize = 100;

/// What stands below a board: remarks and the verdict.
const BELOW: usize = 6;

impl Terminal {
    /// `None` if the output goes elsewhere, or if plain text was asked for.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        if session.format == Some(Format::Text) || !io::stdout().is_terminal() {
            return None;
        }
        let (Width(columns), Height(rows)) = terminal_size_of(io::stdout())?;
        Some(Self { columns: columns.into(), rows: rows.into(), palette: Palette::of_terminal() })
    }

    /// The terminal for a text that may as well go elsewhere, then without colours.
    pub(crate) fn for_text(session: &Session) -> Self {
        let elsewhere = Self { columns: COLUMNS, rows: 0, palette: Palette::None };
        match session.format {
            Some(Format::Json) => elsewhere,
            _ => Self::of(session).unwrap_or(elsewhere),
        }
    }

    /// The picture of `board`, or of the unsolved one, as large as there is room for.
    pub(crate) fn drawn(&self, session: &Session, board: Option<&Board>) -> String {
        let picture = session.picture(board);
        // A board whose lines would not fit scrolls: without them, regions could not be told apart.
        let rows = self.rows.saturating_sub(BELOW).max(2 * picture.rows() + BELOW);
        draw(&picture, self.columns, rows).for_terminal(self.palette)
    }

    /// A paragraph in lines that fit and are not too long to read, after what it begins with; all but the
    /// first are indented as far.
    pub(crate) fn wrapped(&self, begin: &str, text: &str) -> String {
        let columns = self.columns.clamp(FEWEST_COLUMNS, MOST_COLUMNS);
        let indent = " ".repeat(begin.len());
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if line.chars().count() + word.chars().count() < columns => {
                    line.push(' ');
                    line.push_str(word);
                }
                Some(_) => lines.push(format!("{indent}{word}")),
                None => lines.push(format!("{begin}{word}")),
            }
        }
        lines.join("\n")
    }

    /// The line that says it all, with what matters most in bold.
    pub(crate) fn last_line(&self, answer: Option<&str>, verdict: &str) -> String {
        let answer = answer.map_or(String::new(), |answer| match self.palette {
            Palette::None => format!("answer {answer} - "),
            _ => format!("answer \x1b[1m{answer}\x1b[0m - "),
        });
        format!("{answer}{verdict}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_hangs_below_its_number() {
        let terminal = Terminal { columns: 0, rows: 0, palette: Palette::None };
        let wrapped = terminal.wrapped("7. ", "as narrow as lines can be, with no word broken");
        assert_eq!(wrapped, "7. as narrow as lines can be,\n   with no word broken");
        let long = "unbreakable".repeat(3);
        assert_eq!(terminal.wrapped("", &long), long);
    }
}
