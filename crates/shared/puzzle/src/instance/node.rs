//! TOML values with their places, and a small deserializer for them.
//!
//! The deserializer of the crate toml is unsuitable: its errors cite a text that no longer exists
//! once settings override it, and it is instantiated for each type of each puzzle, which slows
//! builds.

use std::fmt;

use grid_utils::Quoted;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor, value::StrDeserializer,
};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::value::Datetime;

/// The place of a value: a line of the file, counted from 1, or a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// Index of the setting, if it is one.
    pub(super) setting: Option<usize>,
    pub(super) line: usize,
    /// The line of the first row of a text.
    pub(super) first_row: usize,
}

/// A value and its place; the whole document has no place.
pub(super) struct Node {
    place: Option<Place>,
    value: Value,
}

enum Value {
    Text(String),
    /// `None` if it is too large for 64 bits.
    Whole(Option<i64>),
    Float(f64),
    Flag(bool),
    Date(Datetime),
    List(Vec<Node>),
    Table(Entries),
}

/// The entries of a table, in the order in which they were written.
pub(super) struct Entries(Vec<(String, Node)>);

impl Entries {
    /// Reads a document: the file, or a setting by its index.
    pub(super) fn parse(text: &str, setting: Option<usize>) -> Result<Self, toml::de::Error> {
        let table = DeTable::parse(text)?.into_inner();
        let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
        let place = |offset: usize| {
            let line = 1 + ends.partition_point(|&end| end < offset);
            let opening = text[offset..].lines().next().map_or("", str::trim_end);
            let first_row = line + usize::from(["\"\"\"", "'''"].contains(&opening));
            Place { setting, line, first_row }
        };
        Ok(Self::from_toml(table, &place))
    }

    fn from_toml(table: DeTable<'_>, place: &dyn Fn(usize) -> Place) -> Self {
        let entry = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, _)| {
            (key.into_inner().into_owned(), Node::from_toml(value, place))
        };
        Self(table.into_iter().map(entry).collect())
    }

    /// Returns the entries as TOML, keys in alphabetical order.
    pub(super) fn to_toml(&self) -> toml::Table {
        let mut entries: Vec<_> = self.0.iter().collect();
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        entries.into_iter().map(|(key, node)| (key.clone(), node.to_toml())).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Overrides these entries by `changes`; tables are merged key by key, other values replaced.
    pub(super) fn lay_over(&mut self, changes: Self) {
        for (key, change) in changes.0 {
            match self.0.iter_mut().find(|(old, _)| *old == key) {
                None => self.0.push((key, change)),
                Some((_, old)) => match (&mut old.value, change) {
                    (Value::Table(old), Node { value: Value::Table(new), .. }) => old.lay_over(new),
                    (_, change) => *old = change,
                },
            }
        }
    }
}

impl Node {
    /// Returns the root table of a document.
    pub(super) fn root(entries: Entries) -> Self {
        Self { place: None, value: Value::Table(entries) }
    }

    fn from_toml(value: Spanned<DeValue<'_>>, place: &dyn Fn(usize) -> Place) -> Self {
        let start = value.span().start;
        let value = match value.into_inner() {
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Integer(number) => {
                Value::Whole(i64::from_str_radix(number.as_str(), number.radix()).ok())
            }
            // Rust cannot parse TOML's words for infinity and NaN.
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Value::Flag(flag),
            DeValue::Datetime(date) => Value::Date(date),
            DeValue::Array(list) => {
                Value::List(list.into_iter().map(|value| Self::from_toml(value, place)).collect())
            }
            DeValue::Table(table) => Value::Table(Entries::from_toml(table, place)),
        };
        Self { place: Some(place(start)), value }
    }

    fn to_toml(&self) -> toml::Value {
        match &self.value {
            Value::Text(text) => toml::Value::String(text.clone()),
            // Reached only if no puzzle has read it.
            Value::Whole(number) => toml::Value::Integer(number.unwrap_or(i64::MAX)),
            Value::Float(number) => toml::Value::Float(*number),
            Value::Flag(flag) => toml::Value::Boolean(*flag),
            Value::Date(date) => toml::Value::Datetime(*date),
            Value::List(list) => toml::Value::Array(list.iter().map(Self::to_toml).collect()),
            Value::Table(entries) => toml::Value::Table(entries.to_toml()),
        }
    }

    /// Returns the error that another type was expected.
    fn unlike(&self, expected: &dyn Expected) -> Fault {
        match self.value {
            Value::Whole(None) => too_large(),
            _ => serde::de::Error::invalid_type(self.unexpected(), expected),
        }
    }

    fn unexpected(&self) -> Unexpected<'_> {
        match &self.value {
            Value::Text(text) => Unexpected::Str(text),
            Value::Whole(Some(number)) => Unexpected::Signed(*number),
            Value::Whole(None) => Unexpected::Other("a large whole number"),
            Value::Float(number) => Unexpected::Float(*number),
            Value::Flag(flag) => Unexpected::Bool(*flag),
            Value::Date(_) => Unexpected::Other("a date"),
            Value::List(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        }
    }
}

fn too_large() -> Fault {
    serde::de::Error::custom("the whole number is too large for any use here")
}

/// The fault of a value, and its place.
#[derive(Debug)]
pub(super) struct Fault {
    /// The innermost known place.
    pub(super) place: Option<Place>,
    /// The path of keys to it, such as `given.r` or `rows[1]`.
    pub(super) path: String,
    pub(super) message: String,
}

impl Fault {
    /// Adds the place, unless an inner one is known.
    fn at(self, place: Option<Place>) -> Self {
        Self { place: self.place.or(place), ..self }
    }

    /// Adds the key of the value to the path.
    fn in_key(self, key: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{key}{dot}{}", self.path), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { place: None, path: String::new(), message: message.to_string() }
    }

    fn missing_field(field: &'static str) -> Self {
        Self::custom(format_args!("the key `{field}` is missing"))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let expected: Vec<_> = expected.iter().map(|key| format!("`{key}`")).collect();
        Self::custom(format_args!("unknown key `{field}`, expected {}", expected.join(", ")))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let expected = match expected {
            [_, _, _, ..] => format!("one of {}", expected.join(", ")),
            few => few.join(" or "),
        };
        Self::custom(format_args!("expected {expected} and found {}", Quoted(variant)))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = in_words(&expected.to_string());
        Self::custom(format_args!("expected {expected} and found {}", found(unexpected)))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let expected = in_words(&expected.to_string());
        Self::custom(format_args!("expected {expected} and found {length}"))
    }
}

/// Returns what serde expects in the words of a TOML file, not of Rust.
fn in_words(expected: &str) -> String {
    let range = |least: i64, most: i64| format!("a whole number from {least} to {most}");
    let list = |length: &str| format!("a list of {length} values");
    match expected {
        "i8" => range(i8::MIN.into(), i8::MAX.into()),
        "i16" => range(i16::MIN.into(), i16::MAX.into()),
        "i32" => range(i32::MIN.into(), i32::MAX.into()),
        "u8" => range(0, u8::MAX.into()),
        "u16" => range(0, u16::MAX.into()),
        "u32" => range(0, u32::MAX.into()),
        "u64" | "u128" | "usize" => "a whole number from 0".to_owned(),
        "i64" | "i128" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" | "a borrowed string" => "a text".to_owned(),
        "a character" => "a text of one letter".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        _ if expected.starts_with("a nonzero ") => {
            in_words(expected.trim_start_matches("a nonzero ")).replace("from 0", "from 1")
        }
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.starts_with("enum ") => "a word".to_owned(),
        _ => {
            let lengths = ["a tuple of size ", "an array of length "];
            let length = lengths.iter().find_map(|before| expected.strip_prefix(before));
            length.map_or_else(|| expected.to_owned(), list)
        }
    }
}

/// Returns a value of a TOML file in words.
fn found(value: Unexpected<'_>) -> String {
    match value {
        Unexpected::Str(text) => Quoted(text).to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        // Large ones with an exponent, not with hundreds of digits.
        Unexpected::Float(number) => format!("{number:?}"),
        Unexpected::Bool(flag) => flag.to_string(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// Defines deserializer methods that delegate to another one.
macro_rules! alike {
    ($($like:ident: $($method:ident)+;)+) => {$($(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.$like(visitor)
        }
    )+)+};
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Whole(Some(number)) => visitor.visit_i64(*number),
            Value::Whole(None) => Err(too_large()),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::Date(_) => Err(self.unlike(&visitor)),
            Value::List(list) => Items::visited(list, visitor),
            Value::Table(entries) => visitor.visit_map(Pairs { entries, next: 0 }),
        }
        .map_err(|fault: Fault| fault.at(self.place))
    }

    // Each method below only visits values of its kind, which reduces the code per type.

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Whole(Some(number)) => visitor.visit_i64(number),
            Value::Whole(None) => Err(too_large()),
            _ => Err(self.unlike(&visitor)),
        }
        .map_err(|fault| fault.at(self.place))
    }

    alike! {
        deserialize_i64: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i128
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128;
        deserialize_str: deserialize_string deserialize_char;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Flag(flag) => visitor.visit_bool(flag),
            _ => Err(self.unlike(&visitor)),
        }
        .map_err(|fault| fault.at(self.place))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.unlike(&visitor)),
        }
        .map_err(|fault| fault.at(self.place))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            Value::List(list) => Items::visited(list, visitor),
            _ => Err(self.unlike(&visitor)),
        }
        .map_err(|fault| fault.at(self.place))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Table(entries) => visitor.visit_map(Pairs { entries, next: 0 }),
            _ => Err(self.unlike(&visitor)),
        }
        .map_err(|fault| fault.at(self.place))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads a variant: a text or, if it has values, a table of one key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let variant = match &self.value {
            Value::Text(name) => Variant { name, content: None },
            Value::Table(Entries(entries)) if entries.len() == 1 => {
                Variant { name: &entries[0].0, content: Some(&entries[0].1) }
            }
            _ => {
                return Err(Fault::at(
                    serde::de::Error::invalid_type(self.unexpected(), &visitor),
                    self.place,
                ));
            }
        };
        visitor.visit_enum(variant).map_err(|fault| fault.at(self.place))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        f32 f64 bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

struct Items<'de> {
    list: &'de [Node],
    next: usize,
}

impl<'de> Items<'de> {
    /// Visits all elements of a list; elements beyond a fixed length are an error.
    fn visited<V: Visitor<'de>>(list: &'de [Node], visitor: V) -> Result<V::Value, Fault> {
        let mut items = Items { list, next: 0 };
        let value = visitor.visit_seq(&mut items)?;
        items.check_end()?;
        Ok(value)
    }

    fn check_end(&self) -> Result<(), Fault> {
        if self.next == self.list.len() {
            return Ok(());
        }
        Err(serde::de::Error::custom(format_args!(
            "expected {} and found {}",
            protocol::count(self.next as u128, "element"),
            self.list.len()
        )))
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some(node) = self.list.get(self.next) else { return Ok(None) };
        let number = self.next;
        self.next += 1;
        seed.deserialize(node).map(Some).map_err(|fault| fault.in_key(&format!("[{number}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len() - self.next)
    }
}

struct Pairs<'de> {
    entries: &'de Entries,
    next: usize,
}

impl<'de> MapAccess<'de> for Pairs<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some((key, node)) = self.entries.0.get(self.next) else { return Ok(None) };
        let key: StrDeserializer<'_, Fault> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|fault| fault.at(node.place))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (key, node) = &self.entries.0[self.next];
        self.next += 1;
        // A type such as `Within` may refuse a value after reading it.
        seed.deserialize(node).map_err(|fault| fault.at(node.place).in_key(key))
    }
}

struct Variant<'de> {
    name: &'de str,
    content: Option<&'de Node>,
}

impl<'de> Variant<'de> {
    fn content(&self) -> Result<&'de Node, Fault> {
        let Self { name, content } = self;
        content.ok_or_else(|| {
            serde::de::Error::custom(format_args!("`{name}` needs values: {name} = ..."))
        })
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name: StrDeserializer<'_, Fault> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.content {
            None => Ok(()),
            Some(node) => Err(Fault::at(
                serde::de::Error::invalid_type(node.unexpected(), &"a word alone"),
                node.place,
            )),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self.content()?).map_err(|fault| fault.in_key(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.content()?.deserialize_any(visitor).map_err(|fault| fault.in_key(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.content()?.deserialize_any(visitor).map_err(|fault| fault.in_key(self.name))
    }
}
