//! Checks that every value of the session's instance is seen in the unsolved puzzle: if it is
//! changed, the picture in characters without colours, the rules or the question change.
//!
//! A key that the instance lacks gets values beside or in place of another key, or comes from random
//! instances; one that only the clues of a board have, such as the givens of a diagonal Latin square,
//! is listed as unchanged.
//!
//! The table `search` of an instance is excepted: it has what the search needs, such as seeds, and
//! is not part of the puzzle.

use std::collections::BTreeMap;

use anyhow::Result;
use itertools::Itertools;
use picture::characters::{Charset, Palette, Room, Surroundings, draw};
use puzzle::{Draft, Rng};
use toml::Table;

use super::SelfCheck;
use super::mutants::keys;
use super::spoil::with_another_number;
use crate::Session;
use crate::make::{Size, random_draft, read, sites};
use crate::texts::{self, Texts};
use sites::Site;

/// The table of an instance that is not part of the puzzle.
const SEARCH: &str = "search";

/// Most places that are changed of a key.
const MOST_SITES: usize = 8;

/// Most valid changes of a place: one that makes the same puzzle, such as another name of a region,
/// cannot be seen.
const MOST_CHANGES: usize = 4;

/// Random changes tried in addition to those of a single number.
const ATTEMPTS: usize = 30;

/// Random instances made to find one with a key that the session's instance lacks.
const MOST_MADE: usize = 20;

/// Largest size of them.
const LARGEST: usize = 8;

/// Values for keys that the instance lacks.
const VALUES: [&str; 17] = [
    "1",
    "2",
    "3",
    "7",
    "'1/4'",
    "'1/3'",
    "'1/2'",
    "'r1c1'",
    "'r2c2'",
    "[1, 2]",
    "[2, 3]",
    "['1/3', '1/2']",
    "['1/4', '1/3']",
    "['4/3', '3/2']",
    "['5/4', '3/2']",
    "['3/2', '3/2', '5/4']",
    "['3/2', '5/3', '5/4']",
];

/// Changes each key of the session's instance.
pub(super) fn check(session: &Session, seed: u64, report: &mut SelfCheck) -> Result<()> {
    let (draft, random) = (session.source.draft(), &mut Rng::with_seed(seed));
    let mut unchanged = Vec::new();
    for (key, sites) in by_key(&draft) {
        if !check_key(session, &draft, (&key, sites), random, report)? {
            unchanged.push(key);
        }
    }
    check_pairs(session, &draft, &mut unchanged, random, report)?;
    report.unchanged.extend(unchanged);
    let all = keys(session)?;
    for key in texts::keys(&session.metadata).filter(|key| !all.iter().any(|other| other == key)) {
        report.fail(
            &format!("the manifest names `{key}`, which is not a key of an instance"),
            None,
            "",
        );
    }
    let lacking = all.into_iter().filter(|key| !draft.table().contains_key(key));
    for key in lacking.filter(|key| key != SEARCH) {
        if !check_lacking(session, &draft, &key, random, report)? {
            report.unchanged.push(key);
        }
    }
    Ok(())
}

/// Returns the places of an instance by their keys, without those of the search.
fn by_key(draft: &Draft) -> BTreeMap<String, Vec<Site>> {
    let is_setting = |site: &Site| site.key().split('.').next() == Some(SEARCH);
    let sites = sites::sites(draft).into_iter().filter(|site| !is_setting(site));
    sites.into_group_map_by(Site::key).into_iter().collect()
}

/// Changes the places of a key. Returns whether a change was valid.
fn check_key(
    session: &Session,
    draft: &Draft,
    (key, mut peers): (&str, Vec<Site>),
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<bool> {
    let unchanged = look(session, draft)?;
    random.shuffle(&mut peers);
    let mut is_changed = false;
    for site in peers.iter().take(MOST_SITES) {
        let compared = |(changed, is_swap): (Draft, bool)| {
            let look = look(session, &changed).ok().filter(|_| changed != *draft)?;
            Some((look == unchanged, changed, is_swap))
        };
        let changed = changed(draft, site, &peers, random).into_iter().filter_map(compared);
        let mut unseen = None;
        let is_seen = changed.take(MOST_CHANGES).any(|(is_same, draft, is_swap)| {
            // Swapped values may make the same puzzle.
            if is_same && !is_swap {
                unseen = Some(draft.to_string());
            }
            !is_same
        });
        is_changed |= is_seen;
        report.values += u64::from(is_seen);
        if !is_seen && let Some(example) = unseen {
            let fault =
                format!("`{key}` is not seen: with another value the puzzle looks the same");
            report.fail(&fault, Some(&example), "");
            return Ok(true);
        }
    }
    Ok(is_changed)
}

/// Changes two texts at once, each under a key that cannot be changed alone, by swapping two letters
/// in both: one may follow from the other. Such keys are taken off the list.
fn check_pairs(
    session: &Session,
    draft: &Draft,
    unchanged: &mut Vec<String>,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<()> {
    let before = look(session, draft)?;
    let text = |key: &str| draft.table().get(key)?.as_str().map(str::to_owned);
    let pairs: Vec<[String; 2]> = unchanged.iter().cloned().array_combinations().collect();
    for [one, other] in pairs {
        let (Some(first), Some(second)) = (text(&one), text(&other)) else { continue };
        let letters: Vec<char> =
            first.chars().filter(|letter| !letter.is_whitespace()).unique().collect();
        let swapped = (0..ATTEMPTS).filter_map(|_| {
            let (from, to) = (random.choice(&letters)?, random.choice(&letters)?);
            let swap = |text: &str| -> String {
                let letter = |letter| match letter {
                    letter if letter == *from => *to,
                    letter if letter == *to => *from,
                    letter => letter,
                };
                text.chars().map(letter).collect()
            };
            let mut draft = draft.clone();
            for (key, text) in [(&one, &first), (&other, &second)] {
                draft.table_mut().insert(key.clone(), swap(text).into());
            }
            look(session, &draft).ok().filter(|_| from != to)
        });
        let mut looks = swapped.take(MOST_CHANGES).peekable();
        if looks.peek().is_none() {
            continue;
        }
        unchanged.retain(|key| *key != one && *key != other);
        if looks.any(|look| look != before) {
            report.values += 1;
        } else {
            report.fail(&format!("`{one}` and `{other}` are not seen"), None, "");
        }
    }
    Ok(())
}

/// Tries values of a key that the instance lacks: beside or in place of another key, or as in random
/// instances. Returns whether two of them are valid.
fn check_lacking(
    session: &Session,
    draft: &Draft,
    key: &str,
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Result<bool> {
    let others = draft.table().keys().cloned().map(Some);
    for left_out in [None].into_iter().chain(others) {
        let with = |value: &str| {
            let mut draft = draft.clone();
            if let Some(other) = &left_out {
                draft.table_mut().remove(other);
            }
            let value: Table = format!("value = {value}").parse().ok()?;
            draft.table_mut().insert(key.to_owned(), value["value"].clone());
            look(session, &draft).ok()
        };
        let looks = VALUES.iter().filter_map(|value| with(value)).collect_vec();
        if let [first, _, ..] = &looks[..] {
            report.values += 1;
            if looks.iter().all(|look| look == first) {
                report.fail(&format!("the optional key `{key}` is not seen"), None, "");
            }
            return Ok(true);
        }
    }
    for size in (1..=LARGEST).cycle().take(MOST_MADE) {
        let Ok(made) = random_draft(session, Size::square(size), random) else { continue };
        let sites = by_key(&made).remove(key);
        if let Some(sites) = sites.filter(|_| look(session, &made).is_ok())
            && check_key(session, &made, (key, sites), random, report)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a reader sees of an unsolved puzzle: its picture in characters without colours, and its
/// texts.
#[derive(PartialEq)]
struct Look {
    picture: String,
    texts: Texts,
}

/// Columns and rows of a picture, and the most of one whose texts need more.
const ROOM: (usize, usize) = (100, 100);
const MOST_ROOM: (usize, usize) = (500, 500);

/// Returns what is seen of an instance.
fn look(session: &Session, draft: &Draft) -> Result<Look> {
    let puzzle = read(session, draft)?;
    let texts = Texts::new(&session.metadata, &*puzzle, draft.table());
    let room = Room::new(ROOM.0, ROOM.1).or_at_most(MOST_ROOM.0, MOST_ROOM.1);
    let drawn = draw(&puzzle.picture(None), room, Surroundings::Dark, Charset::Unicode);
    Ok(Look { picture: drawn.for_terminal(Palette::None), texts })
}

/// Returns the instance with other values in a place, possibly invalid, and with those of two places
/// swapped, since some values are valid together only; these are marked.
fn changed(draft: &Draft, site: &Site, peers: &[Site], random: &mut Rng) -> Vec<(Draft, bool)> {
    let tokens: Vec<String> = peers.iter().filter_map(|peer| sites::token(draft, peer)).collect();
    let Some(token) = sites::token(draft, site) else { return Vec::new() };
    let token = token.trim_matches('"');
    let mut others = Vec::new();
    if let Ok(number) = token.parse::<i64>() {
        others.extend([1, -1].map(|step| number.saturating_add(step).to_string()));
        let most = number.saturating_abs().saturating_mul(2);
        others.extend((0..ATTEMPTS).map(|_| random.i64(..=most.max(1)).max(0).to_string()));
    }
    others.extend((0..ATTEMPTS).map(|_| match random.u8(..4) {
        0 => with_another_number(token, random),
        1 => sites::NO_CLUE.to_owned(),
        2 => token.chars().skip(1).collect(),
        _ => random.choice(&tokens).map_or("", |token| token.trim_matches('"')).to_owned(),
    }));
    others.retain(|other| other != token && !other.is_empty());
    let with = |token: &str| {
        let mut draft = draft.clone();
        sites::put(&mut draft, site, token.to_owned());
        draft
    };
    let swapped = peers.iter().zip(&tokens).map(|(peer, other)| (peer, other.trim_matches('"')));
    let swapped =
        swapped.filter(|(_, other)| *other != token).take(ATTEMPTS).map(|(peer, other)| {
            let mut draft = with(other);
            sites::put(&mut draft, peer, token.to_owned());
            draft
        });
    let others = others.iter().map(|other| (with(other), false));
    others.chain(swapped.map(|draft| (draft, true))).collect()
}
