//! Clues: properties of an entry's number, or relations to other entries.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use number_cross::Name;
use number_cross::property::Property;
use serde::{Deserialize, Deserializer};

/// A clue about the number N of its entry.
#[derive(Clone)]
pub(crate) enum Clue {
    /// A property of N alone, such as `square` or `multiple 11`.
    Property(Property),
    /// A relation of N to the numbers of other entries.
    Relation(Relation, Vec<Name>),
}

/// A relation of N to the numbers X and Y of other entries.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Relation {
    /// Less than all others.
    Smallest,
    /// Greater than all others.
    Largest,
    /// N and N read backwards are greater than all others of the same length.
    LargestBothWays,
    /// N < X.
    Less,
    /// N > X.
    Greater,
    /// 2 N = X.
    Half,
    /// X divides N.
    MultipleOf,
    /// The digits of X in any order.
    SameDigits,
    /// N = X + Y.
    Sum,
    /// N = X - Y.
    Difference,
    /// N = X Y.
    Product,
}

/// Each relation with its word, the number of entries that it names, and its sign in pictures.
pub(crate) const RELATIONS: [(&str, Relation, usize, &str); 11] = [
    ("smallest", Relation::Smallest, 0, "the smallest"),
    ("largest", Relation::Largest, 0, "the largest"),
    ("largest-both-ways", Relation::LargestBothWays, 0, "largest, both ways"),
    ("less", Relation::Less, 1, "less than X"),
    ("greater", Relation::Greater, 1, "greater than X"),
    ("half", Relation::Half, 1, "half of X"),
    ("multipleof", Relation::MultipleOf, 1, "multiple of X"),
    ("samedigits", Relation::SameDigits, 1, "the digits of X"),
    ("sum", Relation::Sum, 2, "X + Y"),
    ("difference", Relation::Difference, 2, "X \u{2212} Y"),
    ("product", Relation::Product, 2, "X \u{d7} Y"),
];

impl Relation {
    /// Returns its word, and its sign in pictures.
    fn words(self) -> (&'static str, &'static str) {
        let found = RELATIONS.iter().find(|(_, one, ..)| *one == self);
        found.map_or(("", ""), |&(word, _, _, text)| (word, text))
    }
}

impl Clue {
    /// Returns the other entries that it names.
    pub(crate) fn names(&self) -> &[Name] {
        match self {
            Clue::Property(_) => &[],
            Clue::Relation(_, names) => names,
        }
    }

    /// Returns the clue in words, for readers who do not know the format of instances.
    pub(crate) fn description(&self) -> String {
        match self {
            Clue::Property(property) => property.description(),
            Clue::Relation(relation, names) => {
                let (_, text) = relation.words();
                let named = names.iter().zip(["X", "Y"]);
                named.fold(text.to_owned(), |text, (name, letter)| {
                    text.replace(letter, &name.to_string())
                })
            }
        }
    }
}

impl FromStr for Clue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((word, names)) = words.split_first() else {
            return Err("expected a clue and found none".to_owned());
        };
        let relation = RELATIONS.iter().find(|(one, ..)| one == word);
        if let Some(&(_, relation, count, _)) = relation {
            if names.len() != count {
                let (expected, found) = (puzzle::counted(count, "name of entries"), names.len());
                return Err(format!("expected {expected} after {word:?} and found {found}"));
            }
            let names = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
            return Ok(Clue::Relation(relation, names));
        }
        let wanted = |&(word, _, count, _): &(&'static str, _, usize, _)| {
            [word, "X", "Y"].into_iter().take(1 + count).join(" ")
        };
        let relations = RELATIONS.iter().map(wanted).join(", ");
        text.parse()
            .map(Clue::Property)
            .map_err(|fault| format!("expected a relation, one of {relations}; or {fault}"))
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clue::Property(property) => write!(f, "{property}"),
            Clue::Relation(relation, names) => {
                f.write_str(relation.words().0)?;
                names.iter().try_for_each(|name| write!(f, " {name}"))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Clue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grid_utils::from_text(deserializer)
    }
}
