//! The names of regions.

use std::fmt;

use grid_utils::Token;

/// The name of a region: a word of at most eight bytes other than `.`.
/// [`Regions::from_labels`](grid_utils::Regions::from_labels) returns its cells;
/// `docs/annotations.md` says when to take labels, given values or clues.
///
/// ```
/// use grid_utils::{Cell, Grid};
/// use grid_puzzles::Label;
///
/// let regions: Grid<Label> = "north north\nsouth 7".parse().unwrap();
/// assert_eq!(regions[Cell::new(1, 0)].to_string(), "south");
/// let error = "north .".parse::<Grid<Label>>().unwrap_err().to_string();
/// assert!(error.starts_with("row 1, column 2: expected the label of a region"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The bytes of the word, padded with zeros.
    bytes: [u8; 8],
}

impl Label {
    /// Returns the label of the region with this number, from 0: `A` to `Z`, `a` to `z`, then `52`,
    /// `53`, ...
    ///
    /// # Panics
    /// If the number is above 99,999,999.
    #[must_use]
    pub fn numbered(number: usize) -> Self {
        let mut letters = ('A'..='Z').chain('a'..='z');
        let text = letters.nth(number).map_or_else(|| number.to_string(), String::from);
        Self::parse_token(&text).expect("a label of at most eight bytes")
    }
}

impl Token for Label {
    const IS_SPLIT: bool = true;

    fn parse_token(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 8];
        match bytes.get_mut(..text.len()) {
            Some(start) if text != "." => start.copy_from_slice(text.as_bytes()),
            _ => return Err("the label of a region (at most 8 bytes, not \".\")".to_owned()),
        }
        Ok(Label { bytes })
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.bytes).trim_end_matches('\0'))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_token(f)
    }
}
