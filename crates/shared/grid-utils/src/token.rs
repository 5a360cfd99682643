//! Values in the text of a grid.

use std::fmt;
use std::num::NonZero;

/// A value whose text in a grid is one non-empty word without spaces.
///
/// This is a trait because `Option<u8>`, the most frequent content of a puzzle's grid, can
/// implement neither [`FromStr`](std::str::FromStr) nor [`Display`](fmt::Display).
/// [`parse_token`](Token::parse_token) must read back what [`write_token`](Token::write_token)
/// writes.
///
/// ```
/// use std::fmt;
/// use grid_utils::{Grid, Token};
///
/// #[derive(Debug, PartialEq)]
/// enum Mirror {
///     Rising,
///     Falling,
/// }
///
/// impl Token for Mirror {
///     fn parse_token(text: &str) -> Result<Self, String> {
///         match text {
///             "/" => Ok(Mirror::Rising),
///             "\\" => Ok(Mirror::Falling),
///             _ => Err("a mirror, / or \\".to_owned()),
///         }
///     }
///
///     fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
///         f.write_str(match self {
///             Mirror::Rising => "/",
///             Mirror::Falling => "\\",
///         })
///     }
/// }
///
/// let mirrors: Grid<Option<Mirror>> = "/ .\n. \\".parse().unwrap();
/// assert_eq!(mirrors.to_string(), "/ .\n. \\");
///
/// let error = "/ .\n. |".parse::<Grid<Option<Mirror>>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"row 2, column 2: expected a mirror, / or \ or "." and found "|""#
/// );
/// ```
pub trait Token: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// What was expected, to continue the sentence "expected ...": `a number from 0 to 255`.
    fn parse_token(text: &str) -> Result<Self, String>;

    /// Whether a row that is a single word has a value for each of its characters, rather than one
    /// value, as with names of one letter, where any word is a name. If its only word is not a
    /// value, a row is split in any case, unless it is a number.
    const IS_SPLIT: bool = false;

    /// Writes the value in the format of [`parse_token`](Token::parse_token).
    ///
    /// # Errors
    /// Only those of the formatter.
    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result;
}

/// A text quoted for errors, truncated if it is long.
///
/// ```
/// use grid_utils::Quoted;
///
/// assert_eq!(Quoted("12").to_string(), r#""12""#);
/// assert_eq!(Quoted(&"a".repeat(5000)).to_string(), format!("\"{}...\"", "a".repeat(40)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'t>(pub &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{:?}", format!("{}...", &self.0[..end])),
            None => write!(f, "{:?}", self.0),
        }
    }
}

macro_rules! number_tokens {
    ($($number:ty)*) => {$(
        /// A number in decimal.
        impl Token for $number {
            fn parse_token(text: &str) -> Result<Self, String> {
                text.parse()
                    .map_err(|_| format!("a number from {} to {}", <$number>::MIN, <$number>::MAX))
            }

            fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )*};
}

macro_rules! positive_number_tokens {
    ($($number:ty)*) => {$(
        /// A number in decimal, other than 0.
        impl Token for NonZero<$number> {
            fn parse_token(text: &str) -> Result<Self, String> {
                text.parse().map_err(|_| format!("a number from 1 to {}", <$number>::MAX))
            }

            fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )*};
}

positive_number_tokens! { u8 u16 u32 u64 u128 usize }

number_tokens! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// A single character. White space separates tokens and cannot be one.
impl Token for char {
    fn parse_token(text: &str) -> Result<Self, String> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(character),
            _ => Err("a single character".to_owned()),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Any non-empty word without white space.
impl Token for String {
    fn parse_token(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self)
    }
}

/// `.` is `None`, anything else the value. (A value whose own text is `.` would be read as `None`.)
impl<T: Token> Token for Option<T> {
    const IS_SPLIT: bool = T::IS_SPLIT;

    fn parse_token(text: &str) -> Result<Self, String> {
        match text {
            "." => Ok(None),
            _ => T::parse_token(text).map(Some).map_err(|expected| format!("{expected} or \".\"")),
        }
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            None => f.write_str("."),
            Some(value) => value.write_token(f),
        }
    }
}

/// Shows a value by its token.
pub(crate) struct Shown<'a, T>(pub(crate) &'a T);

impl<T: Token> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_token(f)
    }
}
