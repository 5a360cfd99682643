//! The sums at the border, as far as they are known.

use serde::{Deserialize, Serialize};

/// The sums of the rows or of the columns, some of which may not be known.
///
/// In an instance, a list of numbers with `"."` for those that are not known: `[6, ".", 1]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Element>", into = "Vec<Element>")]
pub struct Sums(Vec<Option<i64>>);

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, or \".\" where the sum is not known")]
enum Element {
    Known(i64),
    Unknown(Dot),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Dot {
    #[serde(rename = ".")]
    Dot,
}

impl Sums {
    /// How many rows or columns there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The sums that are known, each with the number of its line.
    pub(crate) fn known(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.0.iter().enumerate().filter_map(|(line, sum)| Some((line, (*sum)?)))
    }

    /// All sums, if they are known.
    pub(crate) fn all_known(&self) -> Option<Vec<i64>> {
        self.0.iter().copied().collect()
    }
}

impl FromIterator<Option<i64>> for Sums {
    fn from_iter<I: IntoIterator<Item = Option<i64>>>(sums: I) -> Self {
        Sums(sums.into_iter().collect())
    }
}

/// All of them are known.
impl From<Vec<i64>> for Sums {
    fn from(sums: Vec<i64>) -> Self {
        sums.into_iter().map(Some).collect()
    }
}

impl From<Vec<Element>> for Sums {
    fn from(elements: Vec<Element>) -> Self {
        let sum = |element| match element {
            Element::Known(sum) => Some(sum),
            Element::Unknown(Dot::Dot) => None,
        };
        elements.into_iter().map(sum).collect()
    }
}

impl From<Sums> for Vec<Element> {
    fn from(sums: Sums) -> Self {
        let element = |sum: Option<i64>| sum.map_or(Element::Unknown(Dot::Dot), Element::Known);
        sums.0.into_iter().map(element).collect()
    }
}
