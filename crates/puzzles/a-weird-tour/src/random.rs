//! Random tours.

use puzzle::prelude::*;
use toml::{Table, Value};

use crate::letter;

/// Generates a name with the vowels in this order, a consonant before each, and sometimes two
/// words.
fn name(order: &[char], random: &mut Rng) -> String {
    let hyphen = random.usize(1..=2 * order.len());
    let mut name = String::new();
    for (place, vowel) in order.iter().enumerate() {
        if place == hyphen {
            name.push('-');
        }
        name.push(['b', 'd', 'g'][random.usize(0..3)]);
        name.push(*vowel);
    }
    name
}

/// Generates names for an order, and one for any order.
fn names(order: &[char], random: &mut Rng) -> Vec<String> {
    let mut names: Vec<_> = (0..random.usize(1..=2)).map(|_| name(order, random)).collect();
    let mut other = order.to_vec();
    random.shuffle(&mut other);
    names.push(name(&other, random));
    names
}

/// Generates a tour with some names under each clue; two headings may be the clue that is not
/// given.
pub(crate) fn tour(regions: usize, random: &mut Rng) -> Option<Draft> {
    let hidden = random.usize(0..regions);
    let mut order = ['a', 'e', 'i', 'o', 'u'];
    random.shuffle(&mut order);
    let first = String::from_iter(order);
    let (mut tables, mut thesaurus, mut spelled) = (Vec::new(), Table::new(), String::new());
    let mut end = order;
    for region in 0..regions {
        let mut table = Table::new();
        if region > 0 {
            let place = random.usize(0..4);
            table.insert("transport".into(), format!("{}t{}", end[place], end[place + 1]).into());
            end.swap(place, place + 1);
        }
        let names = names(&end, random);
        table.insert("words".into(), i64::try_from(names[0].split('-').count()).ok()?.into());
        if region == hidden {
            order = end;
        } else {
            let number = random.i64(1..=10);
            spelled.push(letter(&names[0], Within::new(number)?)?);
            let clue = format!("clue {}", ('a'..='z').nth(region)?);
            table.insert("clue".into(), clue.clone().into());
            table.insert("letters".into(), vec![number].into());
            thesaurus.insert(clue, names.join(" ").into());
        }
        tables.push(Value::from(table));
    }
    let other: String =
        (1..regions).map(|_| ['a', 'b', 'd', 'e', 'g'][random.usize(0..5)]).collect();
    for heading in [other, spelled] {
        thesaurus.insert(heading, names(&order, random).join(" ").into());
    }
    let draft = Draft::new().text("first", first).text("last", String::from_iter(end));
    Some(draft.value("regions", tables).value("thesaurus", thesaurus))
}
