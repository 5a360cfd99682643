//! Checks that every value of the session's instance is seen in the unsolved puzzle: if it is
//! changed, the picture, the rules or the question change.
//!
//! The table `search` of an instance is excepted: it has what the search needs, such as seeds, and
//! is no part of the puzzle.

use std::collections::BTreeMap;

use anyhow::Result;
use fastrand::Rng;
use itertools::Itertools;
use puzzle::Draft;
use toml::Table;

use super::SelfCheck;
use super::mutants::keys;
use super::spoil::with_another_number;
use crate::Session;
use crate::make::{read, sites};
use crate::texts::{self, Texts};
use sites::Site;

/// The table of an instance that is no part of the puzzle.
const SEARCH: &str = "search";

/// Most places that are changed of a key.
const MOST_SITES: usize = 8;

/// Most valid changes of a place: one that makes the same puzzle, such as another name of a region,
/// cannot be seen.
const MOST_CHANGES: usize = 4;

/// Random changes tried in addition to those of a single number.
const ATTEMPTS: usize = 30;

/// Values for keys that the instance lacks.
const VALUES: [&str; 12] = [
    "1",
    "2",
    "3",
    "7",
    "'1/3'",
    "'1/2'",
    "'r1c1'",
    "'r2c2'",
    "[1, 2]",
    "[2, 3]",
    "['1/3', '1/2']",
    "['1/4', '1/3']",
];

/// Changes each key of the session's instance.
pub(super) fn check(session: &Session, seed: u64, report: &mut SelfCheck) -> Result<()> {
    let (draft, random) = (session.source.draft(), &mut Rng::with_seed(seed));
    let unchanged = look(session, &draft)?;
    let is_setting = |site: &Site| site.key().split('.').next() == Some(SEARCH);
    let sites = sites::sites(&draft).into_iter().filter(|site| !is_setting(site));
    let by_key: BTreeMap<String, Vec<Site>> =
        sites.into_group_map_by(Site::key).into_iter().collect();
    for (key, mut peers) in by_key {
        random.shuffle(&mut peers);
        let mut is_changed = false;
        for site in peers.iter().take(MOST_SITES) {
            let compared = |(changed, is_swap): (Draft, bool)| {
                let look = look(session, &changed).ok().filter(|_| changed != draft)?;
                Some((look == unchanged, changed, is_swap))
            };
            let changed = changed(&draft, site, &peers, random).into_iter().filter_map(compared);
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
                is_changed = true;
                break;
            }
        }
        if !is_changed {
            report.unchanged.push(key);
        }
    }
    let all = keys(session)?;
    for key in texts::keys(&session.metadata).filter(|key| !all.iter().any(|other| other == key)) {
        report.fail(
            &format!("the manifest names `{key}`, which is no key of an instance"),
            None,
            "",
        );
    }
    let lacking = all.into_iter().filter(|key| !draft.table().contains_key(key));
    for key in lacking.filter(|key| key != SEARCH) {
        let with = |value: &str| {
            let mut draft = draft.clone();
            let value: Table = format!("value = {value}").parse().ok()?;
            draft.table_mut().insert(key.clone(), value["value"].clone());
            look(session, &draft).ok()
        };
        let looks = VALUES.iter().filter_map(|value| with(value)).collect_vec();
        match &looks[..] {
            [] | [_] => report.unchanged.push(key),
            [first, .., last] => {
                report.values += 1;
                if first == last {
                    report.fail(&format!("the optional key `{key}` is not seen"), None, "");
                }
            }
        }
    }
    Ok(())
}

/// What a reader sees of an unsolved puzzle: its picture as SVG, and its texts.
#[derive(PartialEq)]
struct Look {
    picture: String,
    texts: Texts,
}

/// Returns what is seen of an instance.
fn look(session: &Session, draft: &Draft) -> Result<Look> {
    let puzzle = read(session, draft)?;
    let texts = Texts::new(&session.metadata, &*puzzle, draft.table());
    Ok(Look { picture: puzzle.picture(None).to_svg(), texts })
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
