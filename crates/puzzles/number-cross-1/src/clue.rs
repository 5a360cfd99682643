//! Clues: properties of an entry's number, or relations to other entries.

use std::fmt;

use number_cross::Name;
use number_cross::property::Property;
use puzzle::prelude::*;

/// A clue about the number N of its entry.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Clue {
    /// A property of N alone, such as `square` or `multiple 11`.
    Property(Property),
    /// A relation of N to the numbers of other entries.
    Relation(Wording, Vec<Name>),
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

/// The word of a relation, the relation, the number of entries that it names, and its sign in
/// pictures.
pub(crate) type Wording = (&'static str, Relation, usize, &'static str);

pub(crate) const RELATIONS: [Wording; 11] = [
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

impl Clue {
    /// Returns the clue in words, for readers who do not know the format of instances.
    pub(crate) fn description(&self) -> String {
        match self {
            Clue::Property(property) => property.description(),
            Clue::Relation((.., sign), names) => {
                let letters = names.iter().map(Name::to_string).zip(["X", "Y"]);
                letters.fold((*sign).to_owned(), |text, (name, letter)| text.replace(letter, &name))
            }
        }
    }
}

impl TryFrom<String> for Clue {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let word = words.next().ok_or("expected a clue and found none")?;
        let wording = RELATIONS.into_iter().find(|&(one, ..)| one == word);
        let Some(wording @ (_, _, count, _)) = wording else {
            let words = |&(word, _, count, _): &Wording| [word, "X", "Y"][..=count].join(" ");
            let known = RELATIONS.iter().map(words).join(", ");
            let clue = text.parse().map(Clue::Property);
            return clue
                .map_err(|fault| format!("expected a relation, one of {known}; or {fault}"));
        };
        let names = words.map(str::parse).collect_vec();
        if names.len() != count {
            let (expected, found) = (puzzle::counted(count, "name of entries"), names.len());
            return Err(format!("expected {expected} after {word:?} and found {found}"));
        }
        Ok(Clue::Relation(wording, names.into_iter().collect::<Result<_, _>>()?))
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clue::Property(property) => write!(f, "{property}"),
            Clue::Relation((word, ..), names) => {
                write!(f, "{word}")?;
                names.iter().try_for_each(|name| write!(f, " {name}"))
            }
        }
    }
}
