//! The places of an instance whose clues can be left out or changed, whatever the puzzle.

use std::fmt;

use protocol::GivenClue;
use puzzle::{Draft, Rng};
use toml::{Table, Value};

/// A place in an instance: a key, or a token of a text or an element of a list at that key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    keys: Vec<Key>,
    place: Place,
}

/// A key, or one of several tables under it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    name: String,
    element: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// The whole value of the key.
    Whole,
    /// A token of a text, by its line and its index there.
    Token(usize, usize),
    /// An element of a list.
    Element(usize),
}

impl Site {
    /// Returns whether this draft has its key.
    pub(crate) fn is_in(&self, draft: &Draft) -> bool {
        value(draft, self).is_some()
    }

    /// Returns whether it is a token of a text that says more than that no clue is given.
    pub(crate) fn is_given(&self, draft: &Draft) -> bool {
        matches!(self.place, Place::Token(..)) && !is_missing(draft, self, NO_CLUE)
    }

    /// Returns its key, with dots after tables: the same for all of several tables under a key.
    pub(crate) fn key(&self) -> String {
        let names: Vec<&str> = self.keys.iter().map(|key| key.name.as_str()).collect();
        names.join(".")
    }

    /// Returns the value of a draft there, with its place.
    pub(crate) fn given(&self, draft: &Draft) -> GivenClue {
        let has_lines = value(draft, self)
            .and_then(Value::as_str)
            .is_some_and(|text| text.trim().lines().count() > 1);
        let (line, place) = match self.place {
            Place::Whole => (None, None),
            Place::Token(line, place) => (Some(line).filter(|_| has_lines), Some(place)),
            Place::Element(index) => (None, Some(index)),
        };
        let clue = token(draft, self).unwrap_or_default();
        let keys: Vec<String> = self.keys.iter().map(Key::to_string).collect();
        GivenClue { key: keys.join("."), line, place, clue }
    }
}

impl Key {
    fn value<'t>(&self, table: &'t Table) -> Option<&'t Value> {
        let value = table.get(&self.name)?;
        self.element.map_or(Some(value), |element| value.get(element))
    }

    fn value_mut<'t>(&self, table: &'t mut Table) -> Option<&'t mut Value> {
        let value = table.get_mut(&self.name)?;
        match self.element {
            Some(element) => value.get_mut(element),
            None => Some(value),
        }
    }
}

/// Written as `rows`, `regions[2]`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.element.map_or(Ok(()), |element| write!(f, "[{element}]"))
    }
}

/// Text of a clue that is not given.
pub(crate) const NO_CLUE: &str = ".";

/// Returns every place with a clue that might be removed: tokens of texts, elements of lists, and
/// keys. Without some of them the instance may be invalid. `no_clue` and `.` stand for a clue that
/// is not given.
pub(crate) fn clues(draft: &Draft, no_clue: &str) -> Vec<Site> {
    let mut sites = sites(draft);
    sites.retain(|site| match site.place {
        Place::Token(..) | Place::Element(_) => !is_missing(draft, site, no_clue),
        Place::Whole => true,
    });
    sites
}

/// Returns the instance with `no_clue` in a place.
pub(crate) fn without(draft: &Draft, site: &Site, no_clue: &str) -> Draft {
    let mut draft = draft.clone();
    if site.place == Place::Whole {
        if let (Some(table), Some(key)) = (table_of(&mut draft, site), site.keys.last()) {
            table.remove(&key.name);
        }
    } else {
        put(&mut draft, site, no_clue.to_owned());
    }
    draft
}

/// Returns the instance with another value in one place, possibly invalid.
pub(crate) fn spoilt(draft: &Draft, random: &mut Rng) -> Draft {
    let sites = sites(draft);
    let Some(site) = random.choice(&sites) else { return draft.clone() };
    let others: Vec<String> = sites.iter().filter_map(|site| token(draft, site)).collect();
    let token = token(draft, site).unwrap_or_default();
    let changed = match (random.u8(..3), token.parse::<i64>()) {
        (0, Ok(number)) => number.saturating_add(1).to_string(),
        (1, Ok(number)) => number.saturating_sub(1).to_string(),
        _ => random.choice(others).unwrap_or(token),
    };
    let mut draft = draft.clone();
    put(&mut draft, site, changed);
    draft
}

/// Returns every place, with or without a given clue.
pub(crate) fn sites(draft: &Draft) -> Vec<Site> {
    let mut sites = Vec::new();
    collect(draft.table(), &[], &mut sites);
    sites
}

/// Returns the table that contains a site's last key.
fn table_of<'d>(draft: &'d mut Draft, site: &Site) -> Option<&'d mut Table> {
    let (_, tables) = site.keys.split_last()?;
    tables.iter().try_fold(draft.table_mut(), |table, key| key.value_mut(table)?.as_table_mut())
}

fn value<'d>(draft: &'d Draft, site: &Site) -> Option<&'d Value> {
    let (last, tables) = site.keys.split_last()?;
    last.value(tables.iter().try_fold(draft.table(), |table, key| key.value(table)?.as_table())?)
}

/// Returns whether no clue is given there.
fn is_missing(draft: &Draft, site: &Site, no_clue: &str) -> bool {
    token(draft, site).is_some_and(|token| [NO_CLUE, no_clue].contains(&token.trim_matches('"')))
}

/// Returns the token or the number at a place.
pub(crate) fn token(draft: &Draft, site: &Site) -> Option<String> {
    match (value(draft, site)?, &site.place) {
        (Value::String(text), &Place::Token(line, place)) => {
            text.trim().lines().nth(line)?.split_whitespace().nth(place).map(str::to_owned)
        }
        (Value::Array(elements), &Place::Element(index)) => Some(elements[index].to_string()),
        (value, _) => Some(value.to_string()),
    }
}

/// Writes a token, or its number, into a place.
pub(crate) fn put(draft: &mut Draft, site: &Site, token: String) {
    let (Some(table), Some(key)) = (table_of(draft, site), site.keys.last()) else { return };
    let Some(value) = key.value_mut(table) else { return };
    match (value, &site.place) {
        (Value::String(text), &Place::Token(line, place)) => {
            *text = with_token(text, line, place, token);
        }
        (Value::Array(elements), &Place::Element(index)) => {
            if let Some(element) = elements.get_mut(index) {
                let list = || format!("list = {token}").parse::<Table>().ok()?.remove("list");
                let read = if element.is_array() {
                    list()
                } else {
                    token.parse().ok().map(Value::Integer)
                };
                *element = read.unwrap_or(Value::String(token));
            }
        }
        (value, _) => {
            if let Ok(number) = token.parse() {
                *value = Value::Integer(number);
            }
        }
    }
}

/// Adds all places of the table at the path `tables` to `sites`.
fn collect(table: &Table, tables: &[Key], sites: &mut Vec<Site>) {
    for (name, value) in table {
        let keys = |element| [tables, &[Key { name: name.clone(), element }]].concat();
        let mut add = |place| sites.push(Site { keys: keys(None), place });
        match value {
            Value::Table(table) => collect(table, &keys(None), sites),
            Value::String(text) => {
                for (line, tokens) in text.trim().lines().enumerate() {
                    let places = 0..tokens.split_whitespace().count();
                    places.for_each(|place| add(Place::Token(line, place)));
                }
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    match element {
                        Value::Table(table) => collect(table, &keys(Some(index)), sites),
                        _ => sites.push(Site { keys: keys(None), place: Place::Element(index) }),
                    }
                }
            }
            _ => add(Place::Whole),
        }
    }
}

/// Returns the text with another token in a place; the columns of several lines are realigned.
fn with_token(text: &str, line: usize, place: usize, token: String) -> String {
    let tokens = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let mut lines: Vec<Vec<String>> = text.trim().lines().map(tokens).collect();
    if let Some(old) = lines.get_mut(line).and_then(|line| line.get_mut(place)) {
        *old = token;
    }
    if let [line] = &lines[..] {
        return line.join(" ");
    }
    let width = lines.iter().flatten().map(|token| token.chars().count()).max().unwrap_or(0);
    let aligned = lines.iter().map(|line| {
        line.iter().map(|token| format!("{token:>width$}")).collect::<Vec<_>>().join(" ")
    });
    aligned.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSTANCE: &str = "size = 3\nsums = [4, 5]\nrows = \"1 . 12\"\n\
                            words = [{ length = 6 }, { letters = \"a .\" }]\n\
                            grid = '''\n. 2\nA .\n'''\n\n[given]\nr = 9\n\"a b\" = 1\n";

    fn draft() -> Draft {
        INSTANCE.parse::<Table>().unwrap().into()
    }

    #[test]
    fn each_clue_can_be_left_out() {
        let draft = draft();
        let mut left_out: Vec<String> =
            clues(&draft, ".").iter().map(|clue| without(&draft, clue, ".").to_string()).collect();
        let changes = [
            ("size = 3\n", ""),
            ("1 . 12", ". . 12"),
            ("1 . 12", "1 . ."),
            ("[4, 5]", "[\".\", 5]"),
            ("[4, 5]", "[4, \".\"]"),
            (". 2\n", ". .\n"),
            ("A .\n", ". .\n"),
            ("{ length = 6 }", "{}"),
            ("a .", ". ."),
            ("r = 9\n", ""),
            ("\"a b\" = 1\n", ""),
        ];
        let mut expected = changes.map(|(given, left)| INSTANCE.replace(given, left)).to_vec();
        expected.sort();
        left_out.sort();
        assert_eq!(left_out, expected);
    }

    #[test]
    fn a_spoilt_instance_differs_in_one_place_at_most() {
        let mut random = Rng::with_seed(1);
        let spoilt: Vec<String> =
            (0..2_000).map(|_| spoilt(&draft(), &mut random).to_string()).collect();
        for expected in ["size = 4\n", "sums = [4, 4]", "1 . 13", "A . 12", "r = 8", "A 2\n"] {
            assert!(spoilt.iter().any(|text| text.contains(expected)), "{expected}");
        }
        for text in &spoilt {
            let before: Vec<&str> = INSTANCE.split_whitespace().collect();
            let after: Vec<&str> = text.split_whitespace().collect();
            let differ = before.iter().zip(&after).filter(|(one, other)| one != other).count();
            assert!(before.len() == after.len() && differ <= 1, "{text}");
        }
    }
}
