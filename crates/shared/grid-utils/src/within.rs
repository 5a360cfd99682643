//! Numbers with bounds that their type declares.

use std::fmt;

use crate::Token;

/// A whole number from `LEAST` to `MOST`: a key of an instance, or a value of a grid, which is
/// refused with its place if it is out of range.
///
/// ```
/// use grid_utils::{Grid, Within};
///
/// let error = "1 .\n. 7".parse::<Grid<Option<Within<1, 6>>>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"row 2, column 2: expected a number from 1 to 6 or "." and found "7""#
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Within<const LEAST: i64, const MOST: i64>(i64);

impl<const LEAST: i64, const MOST: i64> Within<LEAST, MOST> {
    /// Returns the number, if it is within the bounds.
    #[must_use]
    pub fn new(number: i64) -> Option<Self> {
        (LEAST..=MOST).contains(&number).then_some(Self(number))
    }

    /// Returns the number.
    #[must_use]
    pub fn get(self) -> i64 {
        self.0
    }

    /// Returns the number as a size or an index.
    ///
    /// # Panics
    /// If it is negative.
    #[must_use]
    pub fn size(self) -> usize {
        usize::try_from(self.0).expect("a size is not negative")
    }
}

impl<const LEAST: i64, const MOST: i64> From<Within<LEAST, MOST>> for i64 {
    fn from(number: Within<LEAST, MOST>) -> Self {
        number.0
    }
}

impl<const LEAST: i64, const MOST: i64> fmt::Display for Within<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const LEAST: i64, const MOST: i64> fmt::Debug for Within<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns what is expected, in words.
pub(crate) fn bounds(least: i64, most: i64) -> String {
    format!("a number from {least} to {most}")
}

impl<const LEAST: i64, const MOST: i64> Token for Within<LEAST, MOST> {
    fn parse_token(text: &str) -> Result<Self, String> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| bounds(LEAST, MOST))
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
