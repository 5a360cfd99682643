//! Cells, grids and bounded numbers in data files: with the feature `serde`.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::within::bounds;
use crate::{Cell, Grid, Token, Within};

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a cell such as r1c1")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Cell, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Name)
    }
}

impl<T: Token> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, T: Token> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<T>(PhantomData<T>);

        impl<T: Token> Visitor<'_> for Text<T> {
            type Value = Grid<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a grid as text, a line of space-separated tokens per row")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Grid<T>, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text(PhantomData))
    }
}

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Within<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Signed(number), &&*bounds(LEAST, MOST))
        })
    }
}

/// Reads a value from its text, for a type that is a text or a key in an instance.
///
/// ```
/// use std::net::Ipv4Addr;
///
/// #[derive(serde::Deserialize)]
/// struct Instance {
///     #[serde(deserialize_with = "grid_utils::from_text")]
///     address: Ipv4Addr,
/// }
///
/// let read: Instance = serde_json::from_str(r#"{ "address": "127.0.0.1" }"#).unwrap();
/// assert!(read.address.is_loopback());
/// ```
///
/// # Errors
/// The error of the type for the text.
pub fn from_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
