//! Draws boards on a terminal, with regions, clues and given cells marked. Other output is plain
//! and reproducible.

use std::io::{self, IsTerminal};

use itertools::Itertools;
use picture::Picture;
use picture::characters::{Charset, Palette, Room, Surroundings, draw};
use protocol::count;
use protocol::terminal::{is_light, is_unicode};
use puzzle::Board;
#[cfg(not(target_family = "wasm"))]
use terminal_size::terminal_size_of;
use terminal_size::{Height, Width};

use crate::{Format, Session};

/// The terminal that standard output goes to.
pub(crate) struct Terminal {
    columns: usize,
    rows: usize,
    palette: Palette,
    surroundings: Surroundings,
    is_unicode: bool,
}

/// Least width of text, in columns; longer lines are hard to read, narrower ones hold too few
/// words.
const FEWEST_COLUMNS: usize = 30;
const MOST_COLUMNS: usize = 120;

/// Width of text without a terminal, in columns.
const COLUMNS: usize = 100;

/// Rows of a picture without cells, at least.
const LEAST_ROWS: usize = 24;

/// Most rows of a drawing, and most columns where there is no terminal, if its texts would not be
/// whole otherwise.
const MOST_WRITTEN: usize = 500;

/// Rows reserved below a board for remarks and the verdict.
const BELOW: usize = 6;

impl Terminal {
    /// Returns the terminal; `None` if the output goes elsewhere, or if plain text was requested.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        if session.format == Some(Format::Text) || !io::stdout().is_terminal() {
            return None;
        }
        let (Width(columns), Height(rows)) = terminal_size_of(io::stdout())?;
        Some(Self {
            columns: columns.into(),
            rows: rows.into(),
            palette: Palette::of_terminal(),
            surroundings: if is_light() { Surroundings::Light } else { Surroundings::Dark },
            is_unicode: is_unicode(),
        })
    }

    /// Returns the terminal for text, without colours if the output goes elsewhere.
    pub(crate) fn for_text(session: &Session) -> Self {
        match session.format {
            Some(Format::Json) => Self::elsewhere(),
            _ => Self::of(session)
                .unwrap_or_else(|| Self { is_unicode: is_unicode(), ..Self::elsewhere() }),
        }
    }

    /// Returns the settings for output that is the same everywhere.
    fn elsewhere() -> Self {
        let (palette, surroundings) = (Palette::None, Surroundings::Dark);
        Self { columns: COLUMNS, rows: 0, palette, surroundings, is_unicode: true }
    }

    /// Returns the picture of `board`, or of the unsolved one, as large as fits.
    pub(crate) fn drawn(&self, session: &Session, board: Option<&Board>) -> String {
        self.fitted(&session.picture(board))
    }

    /// Returns a picture as large as fits. A line says so where not all of it is seen.
    fn fitted(&self, picture: &Picture) -> String {
        // A board too large for its lines scrolls: without lines, regions could not be
        // distinguished.
        let least = if picture.rows() > 0 { 2 * picture.rows() + BELOW } else { LEAST_ROWS };
        let rows = self.rows.saturating_sub(BELOW).max(least);
        // Longer lines are broken on a terminal, and nowhere else.
        let most_columns = if self.rows > 0 { self.columns } else { MOST_WRITTEN };
        let charset = if self.is_unicode { Charset::Unicode } else { Charset::Ascii };
        let within = |most_columns| {
            let room = Room::new(self.columns, rows).or_at_most(most_columns, MOST_WRITTEN);
            draw(picture, room, self.surroundings, charset)
        };
        let mut drawn = within(most_columns);
        if drawn.columns() > most_columns {
            // What is shown of it has whole texts.
            drawn = within(MOST_WRITTEN);
        }
        let (width, broken) = (drawn.columns(), drawn.broken_texts() as u128);
        let shown = drawn.cut_to(most_columns).for_terminal(self.palette);
        let advice = "in a file or in a pager (`| less -S`) it is whole";
        let note = if width > most_columns {
            format!(
                "The picture is {width} columns wide, of which {most_columns} are shown; {advice}."
            )
        } else if broken > 0 && self.rows > 0 {
            let texts = count(broken, "text");
            format!("The picture has no room for {texts} in {most_columns} columns; {advice}.")
        } else {
            return shown;
        };
        format!("{shown}\n{}\n", self.wrapped("", &note))
    }

    /// Wraps a paragraph after its prefix into lines that fit and are easy to read; all but the
    /// first are indented to the prefix.
    pub(crate) fn wrapped(&self, begin: &str, text: &str) -> String {
        wrapped(begin, text, self.columns)
    }

    /// Wraps each line of a text.
    pub(crate) fn wrapped_lines(&self, text: &str) -> String {
        text.lines().map(|line| self.wrapped("", line) + "\n").collect()
    }

    /// Returns the summary line, with its most important part in bold if it is contiguous.
    pub(crate) fn last_line(&self, answer: Option<&str>, verdict: &str) -> String {
        let begin = answer.map(|answer| format!("answer {answer} - ")).unwrap_or_default();
        let text = self.wrapped_lines(&(begin + verdict));
        match answer {
            Some(answer) if self.palette != Palette::None => {
                let bold = format!("answer \x1b[1m{answer}\x1b[0m");
                text.replacen(&format!("answer {answer}"), &bold, 1)
            }
            _ => text,
        }
    }
}

/// WebAssembly has no terminal.
#[cfg(target_family = "wasm")]
fn terminal_size_of<Stream>(_: Stream) -> Option<(Width, Height)> {
    None
}

/// Prints on standard error why a result falls short, wrapped on a terminal.
pub(crate) fn say(text: &str) {
    match terminal_size_of(io::stderr()) {
        Some((Width(columns), _)) => eprintln!("{}", wrapped("", text, columns.into())),
        None => eprintln!("{text}"),
    }
}

fn wrapped(begin: &str, text: &str, columns: usize) -> String {
    let columns = columns.clamp(FEWEST_COLUMNS, MOST_COLUMNS);
    let indent = " ".repeat(begin.len());
    let room = columns.saturating_sub(begin.len()).max(1);
    let mut lines: Vec<String> = Vec::new();
    // A word longer than a line, such as the letters along a tour, is cut.
    let words = text.split_whitespace().flat_map(|word| {
        let letters = word.chars().chunks(room);
        letters.into_iter().map(String::from_iter).collect::<Vec<_>>()
    });
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < columns => {
                line.push(' ');
                line.push_str(&word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(format!("{begin}{word}")),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use grid_utils::Cell;
    use picture::Ink;

    use super::*;

    #[test]
    fn a_paragraph_hangs_below_its_number() {
        let terminal = Terminal { columns: 0, ..Terminal::elsewhere() };
        let wrapped = terminal.wrapped("7. ", "as narrow as lines can be, with no word broken");
        assert_eq!(wrapped, "7. as narrow as lines can be,\n   with no word broken");
        let long = "letters".repeat(9);
        let wrapped = terminal.wrapped("7. ", &long);
        assert!(wrapped.lines().all(|line| line.chars().count() <= FEWEST_COLUMNS), "{wrapped}");
        assert_eq!(wrapped.replace("\n   ", ""), format!("7. {long}"));
    }

    #[test]
    fn a_line_says_where_a_picture_is_not_seen_whole() {
        let columns = |columns, rows| Terminal { columns, rows, ..Terminal::elsewhere() };
        let mut picture = Picture::grid(1, 20);
        for column in 0..20 {
            picture.text(Cell::new(0, column), "1234", Ink::Given);
        }
        let narrow = columns(80, 24).fitted(&picture);
        assert!(narrow.contains("columns wide, of which 80 are shown"), "{narrow}");
        assert!(narrow.matches("1234").count() > 10, "{narrow}");
        assert!(narrow.lines().all(|line| line.chars().count() <= 80), "{narrow}");
        for whole in [columns(200, 24), columns(80, 0)].map(|terminal| terminal.fitted(&picture)) {
            assert_eq!(whole.matches("1234").count(), 20, "{whole}");
            assert!(!whole.contains("columns"), "{whole}");
        }
        // Two texts that a small picture cannot keep apart.
        let mut texts = Picture::canvas(2.0, 1.0);
        for x in [0.9, 1.1] {
            texts.text_at(x, 0.5, 0.5, &"long".repeat(8), Ink::Text);
        }
        let narrow = columns(40, 24).fitted(&texts);
        assert!(narrow.contains("no room for 1 text"), "{narrow}");
    }

    #[test]
    fn the_answer_is_bold_and_the_verdict_wrapped() {
        let terminal = Terminal { columns: 0, palette: Palette::Cube, ..Terminal::elsewhere() };
        let line = terminal.last_line(Some("16"), "proved: the only solution");
        assert_eq!(line, "answer \x1b[1m16\x1b[0m - proved: the only\nsolution\n");
    }
}
