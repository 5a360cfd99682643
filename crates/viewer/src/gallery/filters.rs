//! The filters of the front page: by each of them, cards of one kind are shown alone.

use protocol::Grade;
use serde::Serialize;

use super::card::Card;

/// One thing by which cards differ.
#[derive(Serialize)]
pub(super) struct Filter<'a> {
    /// Its name in the page and in links to it.
    name: &'static str,
    /// What the reader sees.
    label: &'static str,
    /// What cards have, in alphabetical order; the easiest first.
    values: Vec<&'a str>,
}

/// Returns the filters, with the values that these cards have.
pub(super) fn of<'a>(cards: &'a [Card<'a>]) -> Vec<Filter<'a>> {
    let filter = |name, label, value: fn(&'a Card<'a>) -> Option<&'a str>| {
        let mut values: Vec<_> = cards.iter().filter_map(value).collect();
        values.sort_unstable_by_key(|value| (value.parse::<Grade>().ok(), *value));
        values.dedup();
        Filter { name, label, values }
    };
    let filters = [
        filter("source", "Source", |card| card.source),
        filter("kind", "Kind", |card| Some(card.kind)),
        filter("difficulty", "Difficulty", |card| card.difficulty.as_deref()),
        filter("verdict", "Verdict", |card| Some(&card.verdict)),
        filter("certificate", "Certificate", |card| card.certificate),
    ];
    filters.into_iter().filter(|filter| !filter.values.is_empty()).collect()
}
