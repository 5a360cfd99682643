//! The values of an instance in the texts of a manifest: question, terms and rules.
//!
//! | in a line | stands for |
//! | --- | --- |
//! | `{key}` | the value of a key, `{given.r}` of one in a table, `{teams.name}` of one in each of several tables |
//! | `{robots\|robot\|robots}` | a number with its noun: 1 robot, 2 robots |
//! | `{!key}` | nothing |
//!
//! A line is left out if it names a key that the instance lacks or, after `!`, one that it has.

use itertools::Itertools;
use protocol::Metadata;
use puzzle::Puzzle;
use rules::{Budget, Model};
use toml::{Table, Value};

use crate::Session;

/// The rules and the question of an instance, in words.
#[derive(PartialEq)]
pub(crate) struct Texts {
    /// Terms and rules: of rules the manifest's text, or else the headings of constraints.
    pub(crate) rules: Vec<String>,
    pub(crate) question: Option<String>,
}

impl Texts {
    /// Returns the texts of the session's instance.
    pub(crate) fn of(session: &Session) -> Self {
        Self::new(&session.metadata, &*session.puzzle, session.source.draft().table())
    }

    /// Returns the texts of a puzzle, whose instance is also given as a table.
    pub(crate) fn new(metadata: &Metadata, puzzle: &dyn Puzzle, instance: &Table) -> Self {
        let lines = |text: &str| {
            let lines = text.lines().filter_map(|line| line_with(line, instance));
            lines.collect_vec()
        };
        let rules = [&metadata.terms, &metadata.rules].into_iter().flatten();
        let mut rules = rules.flat_map(|text| lines(text)).collect_vec();
        if metadata.rules.is_none() {
            // With an empty model the headings are available at once, however large the constraints
            // are. A puzzle with several boards may state a rule for each of them.
            let stated = puzzle::state(puzzle, Model::within(Budget::nothing()));
            rules.extend(stated.headings().iter().unique().cloned());
        }
        let question = metadata.question.as_ref().map(|question| lines(question).join("\n"));
        Self { rules, question: question.filter(|question| !question.is_empty()) }
    }
}

/// Returns the keys that the texts name.
pub(crate) fn keys(metadata: &Metadata) -> impl Iterator<Item = &str> {
    let texts = [&metadata.question, &metadata.terms, &metadata.rules].into_iter().flatten();
    let places = texts.flat_map(|text| text.split('{').skip(1));
    places.filter_map(|place| {
        let (named, _) = place.split_once('}')?;
        named.trim_start_matches('!').split(['|', '.']).next()
    })
}

/// Returns a line with the values that it names; `None` if it is left out.
fn line_with(line: &str, instance: &Table) -> Option<String> {
    let mut parts = line.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (named, rest) = part.split_once('}')?;
        if let Some(key) = named.strip_prefix('!') {
            if instance.contains_key(key) {
                return None;
            }
        } else {
            let mut named = named.split('|');
            let value = value(instance, named.next()?)?;
            filled.push_str(&value);
            if let Some((one, many)) = named.next_tuple() {
                filled.push(' ');
                filled.push_str(if value == "1" { one } else { many });
            }
        }
        filled.push_str(rest);
    }
    Some(filled)
}

/// Returns the text of the value at a path.
fn value(table: &Table, path: &str) -> Option<String> {
    let (key, rest) = path.split_once('.').map_or((path, None), |(key, rest)| (key, Some(rest)));
    match (table.get(key)?, rest) {
        (value, None) => Some(text(value)),
        (Value::Table(inner), Some(rest)) => value(inner, rest),
        (Value::Array(tables), Some(rest)) => {
            let inner = tables.iter().filter_map(Value::as_table);
            Some(listed(inner.filter_map(|inner| value(inner, rest))))
        }
        _ => None,
    }
}

/// Returns a value in words.
fn text(value: &Value) -> String {
    match value {
        Value::Integer(number) => grouped(*number),
        Value::String(text) => text.split_whitespace().join(" "),
        Value::Array(values) => listed(values.iter().map(text)),
        Value::Table(table) => {
            let entries = table.iter().map(|(key, value)| match value {
                Value::Integer(_) => format!("{key} {}", text(value)),
                _ => format!("{key}: {}", text(value)),
            });
            let is_long = table.values().any(Value::is_str);
            entries.collect_vec().join(if is_long { "; " } else { ", " })
        }
        value => value.to_string(),
    }
}

/// Joins texts by commas, the last two by "and".
fn listed(texts: impl Iterator<Item = String>) -> String {
    let mut texts = texts.collect_vec();
    match texts.pop() {
        Some(last) if !texts.is_empty() => format!("{} and {last}", texts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns a number with its digits in groups of three, from five digits on.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    if digits.len() < 5 {
        return format!("{sign}{digits}");
    }
    let first = (digits.len() + 2) % 3 + 1;
    let groups = (first..digits.len()).step_by(3).map(|start| &digits[start..start + 3]);
    format!("{sign}{},{}", &digits[..first], groups.format(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_the_texts() {
        let instance = "decimals = 10\nrobots = 1\nm = -1234567\nwords = '''\nA B\nC'''\n\
                        range = [0, 2, '1/2']\nteams = [{ name = 'X' }, { name = 'Y' }]\n\
                        [states]\n\"New York\" = 20201249\nOhio = 4\n[known]\nr = 9\ntext = 'a b'";
        let instance: Table = instance.parse().unwrap();
        for (line, expected) in [
            ("To {decimals|decimal|decimals}?", Some("To 10 decimals?")),
            ("{robots|robot wins|robots win}.", Some("1 robot wins.")),
            ("{m}, {known.r}", Some("-1,234,567, 9")),
            ("Of {words}:", Some("Of A B C:")),
            ("{range}", Some("0, 2 and 1/2")),
            ("{teams.name}", Some("X and Y")),
            ("{states}", Some("New York 20,201,249, Ohio 4")),
            ("{known}", Some("r 9; text: a b")),
            ("{!p}for the best p", Some("for the best p")),
            ("{!m}without m", None),
            ("for {p}", None),
            ("plain", Some("plain")),
        ] {
            assert_eq!(line_with(line, &instance).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn long_numbers_have_groups_of_digits() {
        let numbers = [0, -9999, 10_000, 123_456, 9_999_999].map(grouped);
        assert_eq!(numbers, ["0", "-9999", "10,000", "123,456", "9,999,999"]);
    }
}
