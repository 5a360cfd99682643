//! Clues whose content may be unknown, and clues with arrows.

use std::fmt;

use grid_utils::{Direction, Grid, Token};

/// A clue, or a sign that marks a clue with unknown content.
///
/// ```
/// use grid_puzzles::ClueOr;
/// use grid_utils::{Grid, Within};
///
/// let clues: Grid<Option<ClueOr<Within<1, 9>, '?'>>> = "3 ? .".parse()?;
/// assert_eq!(ClueOr::said(&clues).to_string(), "3 . .");
/// assert_eq!(clues.to_string(), "3 ? .");
/// # anyhow::Ok(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueOr<T, const SIGN: char>(pub Option<T>);

impl<T: Copy, const SIGN: char> ClueOr<T, SIGN> {
    /// Returns the clues with known content.
    #[must_use]
    pub fn said(clues: &Grid<Option<Self>>) -> Grid<Option<T>> {
        clues.map(|_, clue| (*clue)?.0)
    }
}

impl<T: Token, const SIGN: char> Token for ClueOr<T, SIGN> {
    fn parse_token(text: &str) -> Result<Self, String> {
        if text.strip_prefix(SIGN) == Some("") {
            return Ok(ClueOr(None));
        }
        let clue = T::parse_token(text).map_err(|expected| format!("{expected}, \"{SIGN}\""))?;
        Ok(ClueOr(Some(clue)))
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.0 {
            Some(clue) => clue.write_token(f),
            None => write!(f, "{SIGN}"),
        }
    }
}

impl<T: Token, const SIGN: char> fmt::Display for ClueOr<T, SIGN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_token(f)
    }
}

/// A number of things in a direction, `2^`, `0v`, `1<` or `3>`.
///
/// ```
/// use grid_puzzles::Arrow;
/// use grid_utils::{Direction, Grid, Token};
///
/// let arrow = Arrow::parse_token("12<")?;
/// assert_eq!(arrow, Arrow { count: 12, side: Direction::West });
/// assert_eq!((arrow.to_string(), arrow.drawn()), ("12<".to_owned(), "12←".to_owned()));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Number of things.
    pub count: usize,
    /// The direction in which they are.
    pub side: Direction,
}

/// The arrows in the order of [`Direction::ALL`], in text and in pictures.
const ARROWS: [(char, char); 4] = [('^', '↑'), ('>', '→'), ('v', '↓'), ('<', '←')];

impl Arrow {
    /// Its text in a picture.
    #[must_use]
    pub fn drawn(self) -> String {
        format!("{}{}", self.count, ARROWS[self.side as usize].1)
    }
}

impl Token for Arrow {
    fn parse_token(text: &str) -> Result<Self, String> {
        let parsed = Direction::ALL.into_iter().find_map(|side| {
            let count = text.strip_suffix(ARROWS[side as usize].0)?.parse().ok()?;
            Some(Arrow { count, side })
        });
        parsed.ok_or_else(|| "a number with an arrow, such as 2^, 0v, 1< or 3>".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.count, ARROWS[self.side as usize].0)
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_token(f)
    }
}
