//! Clues: a property of an entry's number, or what it has to do with other entries.

use std::fmt;
use std::str::FromStr;

use number_cross::Name;
use number_cross::property::Property;
use serde::{Deserialize, Deserializer};

/// What a clue says of the number N of its entry.
#[derive(Clone, Copy)]
pub(crate) enum Clue {
    /// A property of N alone, such as `square` or `multiple 11`.
    Property(Property),
    /// N has to do with the number X of another entry.
    Pair(Pair, Name),
    /// N has to do with the numbers X and Y of two others.
    Triple(Triple, Name, Name),
    /// N has to do with all others.
    Extreme(Extreme),
}

/// What N may have to do with X.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pair {
    /// `less X`: N < X.
    Less,
    /// `greater X`: N > X.
    Greater,
    /// `half X`: 2 N = X.
    Half,
    /// `multipleof X`: X divides N.
    MultipleOf,
    /// `samedigits X`: the digits of X in any order.
    SameDigits,
}

/// What N may have to do with X and Y.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Triple {
    /// `sum X Y`: N = X + Y.
    Sum,
    /// `difference X Y`: N = X - Y.
    Difference,
    /// `product X Y`: N = X Y.
    Product,
}

/// What N may have to do with all others.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Extreme {
    /// `smallest`: less than all others.
    Smallest,
    /// `largest`: greater than all others.
    Largest,
    /// `largest-both-ways`: N and N read backwards are greater than all others of as many digits.
    LargestBothWays,
}

const PAIRS: [(&str, Pair); 5] = [
    ("less", Pair::Less),
    ("greater", Pair::Greater),
    ("half", Pair::Half),
    ("multipleof", Pair::MultipleOf),
    ("samedigits", Pair::SameDigits),
];

const TRIPLES: [(&str, Triple); 3] =
    [("sum", Triple::Sum), ("difference", Triple::Difference), ("product", Triple::Product)];

const EXTREMES: [(&str, Extreme); 3] = [
    ("smallest", Extreme::Smallest),
    ("largest", Extreme::Largest),
    ("largest-both-ways", Extreme::LargestBothWays),
];

impl Clue {
    /// The other entries that it names.
    pub(crate) fn names(self) -> Vec<Name> {
        match self {
            Clue::Pair(_, other) => vec![other],
            Clue::Triple(_, one, other) => vec![one, other],
            Clue::Property(_) | Clue::Extreme(_) => Vec::new(),
        }
    }

    /// What it says, for those who do not know the words of instances.
    pub(crate) fn description(self) -> String {
        match self {
            Clue::Property(property) => property.description(),
            Clue::Pair(Pair::Less, other) => format!("less than {other}"),
            Clue::Pair(Pair::Greater, other) => format!("greater than {other}"),
            Clue::Pair(Pair::Half, other) => format!("half of {other}"),
            Clue::Pair(Pair::MultipleOf, other) => format!("a multiple of {other}"),
            Clue::Pair(Pair::SameDigits, other) => format!("the digits of {other}"),
            Clue::Triple(Triple::Sum, one, other) => format!("{one} + {other}"),
            Clue::Triple(Triple::Difference, one, other) => format!("{one} \u{2212} {other}"),
            Clue::Triple(Triple::Product, one, other) => format!("{one} \u{d7} {other}"),
            Clue::Extreme(Extreme::Smallest) => "the smallest".to_owned(),
            Clue::Extreme(Extreme::Largest) => "the largest".to_owned(),
            Clue::Extreme(Extreme::LargestBothWays) => "largest, backwards too".to_owned(),
        }
    }
}

impl FromStr for Clue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        fn find<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
            words.iter().find(|(one, _)| *one == word).map(|&(_, meaning)| meaning)
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((word, names)) = words.split_first() else {
            return Err("expected a clue and found none".to_owned());
        };
        let fault = |count: usize| {
            format!("expected {count} names of entries after {word:?} and found {}", names.len())
        };
        if let Some(pair) = find(&PAIRS, word) {
            let [other] = names else { return Err(fault(1)) };
            return Ok(Clue::Pair(pair, other.parse()?));
        }
        if let Some(triple) = find(&TRIPLES, word) {
            let [one, other] = names else { return Err(fault(2)) };
            return Ok(Clue::Triple(triple, one.parse()?, other.parse()?));
        }
        if let (Some(extreme), []) = (find(&EXTREMES, word), names) {
            return Ok(Clue::Extreme(extreme));
        }
        let relations = PAIRS.iter().map(|(word, _)| format!("{word} X"));
        let relations = relations.chain(TRIPLES.iter().map(|(word, _)| format!("{word} X Y")));
        let relations = relations.chain(EXTREMES.iter().map(|(word, _)| (*word).to_owned()));
        let relations = relations.collect::<Vec<_>>().join(", ");
        text.parse()
            .map(Clue::Property)
            .map_err(|fault| format!("expected a relation, one of {relations}; or {fault}"))
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn word<T: PartialEq>(words: &[(&'static str, T)], meaning: &T) -> &'static str {
            words.iter().find(|(_, one)| one == meaning).map_or("", |(word, _)| word)
        }
        match self {
            Clue::Property(property) => write!(f, "{property}"),
            Clue::Pair(pair, other) => write!(f, "{} {other}", word(&PAIRS, pair)),
            Clue::Triple(triple, one, other) => {
                write!(f, "{} {one} {other}", word(&TRIPLES, triple))
            }
            Clue::Extreme(extreme) => f.write_str(word(&EXTREMES, extreme)),
        }
    }
}

impl<'de> Deserialize<'de> for Clue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grid_utils::from_text(deserializer)
    }
}
