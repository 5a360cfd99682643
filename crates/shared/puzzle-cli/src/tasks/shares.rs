//! `--shard I/N` and `--merge FILE...`: work spread over machines that share nothing.
//!
//! A share is one line of JSON with a checksum. Shares combine only if they belong to the same
//! work, are all present once, and undamaged.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use puzzle::Found;

use crate::Session;
use crate::input::{MOST_BYTES, file_name, read_file};
use crate::tasks::improve::checked;
use crate::tasks::{combined, differing_line};

/// A share of the tasks: the `number`th of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Returns whether the task belongs to this share. Neighbouring tasks go to different shares,
    /// since they tend to take similar time.
    pub(crate) fn holds(self, task: u64) -> bool {
        task % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        };
        parse()
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| "expected I/N with I from 1 to N, such as 1/8".to_owned())
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

/// The result of one share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    pub(crate) puzzle: String,
    /// The instance as canonical TOML.
    pub(crate) instance: String,
    pub(crate) tasks: u64,
    /// The seeds of attempts, as `FIRST..END`; none for counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seeds: Option<String>,
    pub(crate) shard: String,
    /// None if the share has no task.
    pub(crate) found: Option<Found>,
    pub(crate) nodes: u64,
    /// Total time of all threads; an integer, which every JSON reader preserves.
    pub(crate) core_microseconds: u64,
    /// Checksum of everything before it.
    #[serde(default)]
    pub(crate) checksum: String,
}

impl Share {
    /// Returns the share with its checksum.
    pub(crate) fn sealed(mut self) -> Result<Self> {
        self.checksum = String::new();
        let text = serde_json::to_string(&self)?;
        self.checksum = format!("{:08x}", crc32fast::hash(text.as_bytes()));
        Ok(self)
    }
}

/// The combined result of shares.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sum {
    pub(crate) found: Option<Found>,
    pub(crate) nodes: u64,
    pub(crate) core_microseconds: u64,
    /// The seeds of attempts, as `FIRST..END`.
    pub(crate) seeds: Option<String>,
}

/// Combines the shares in `files`, one or more lines each, of the session's work, and checks their
/// boards.
pub(crate) fn merge(files: &[PathBuf], session: &Session, seeds: Option<&str>) -> Result<Sum> {
    let mut lines = Vec::new();
    for file in files {
        let text = read_file(file, MOST_BYTES)?;
        let shares = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let before = lines.len();
        lines.extend(shares.map(|(number, line)| (place(file, number), line.to_owned())));
        ensure!(lines.len() > before, "{}: no share in it", file_name(file));
    }
    let check = |found: &Found| match found {
        Found::Count(_) => Ok(()),
        Found::Best(_) => checked(session, found).map(|_| ()),
    };
    let sum = add(&lines, &session.slug, &session.instance, &check)?;
    if let (Some(named), Some(found)) = (seeds, &sum.seeds) {
        ensure!(named == found, "the shares are of the seeds {found}, expected {named}");
    }
    Ok(sum)
}

fn place(file: &Path, number: usize) -> String {
    format!("{}, line {}", file_name(file), number + 1)
}

/// Combines the shares in `lines`, each with its place.
fn add(
    lines: &[(String, String)],
    puzzle: &str,
    instance: &str,
    check: &dyn Fn(&Found) -> Result<()>,
) -> Result<Sum> {
    let (mut sum, mut found) = (Sum::default(), Vec::new());
    let mut places: BTreeMap<u64, &str> = BTreeMap::new();
    let mut all: Option<(u64, u64, Option<String>)> = None;
    for (place, line) in lines {
        let share: Share = serde_json::from_str(line)
            .with_context(|| format!("{place}: expected the one line that --shard prints"))?;
        ensure!(share.clone().sealed()? == share, "{place}: the share is damaged");
        ensure!(share.puzzle == puzzle, "{place}: it is of {}, expected {puzzle}", share.puzzle);
        ensure!(
            share.instance == instance,
            "{place}: it is of another instance: {}",
            differing_line(&share.instance, instance)
        );
        let shard: Shard = share
            .shard
            .parse()
            .map_err(|error| anyhow::anyhow!("{place}: `shard` is {}: {error}", share.shard))?;
        let this = (shard.of, share.tasks, share.seeds);
        let first = all.get_or_insert_with(|| this.clone());
        let named = |(of, tasks, seeds): &(u64, u64, Option<String>)| {
            let seeds = seeds.as_ref().map_or(String::new(), |seeds| format!(", seeds {seeds}"));
            format!("of {of} with {tasks} tasks{seeds}")
        };
        ensure!(
            this == *first,
            "{place}: it is a share {}, others are {}",
            named(&this),
            named(first)
        );
        if let Some(earlier) = places.insert(shard.number, place) {
            bail!("{place}: share {shard} is there already, in {earlier}");
        }
        if let Some(found) = &share.found {
            check(found).with_context(|| place.clone())?;
        }
        found.extend(share.found);
        sum.nodes = sum.nodes.saturating_add(share.nodes);
        sum.core_microseconds = sum.core_microseconds.saturating_add(share.core_microseconds);
    }
    let (of, _, seeds) = all.context("no share to merge")?;
    let missing: Vec<_> = (1..=of)
        .filter(|number| !places.contains_key(number))
        .map(|number| format!("{number}/{of}"))
        .take(20)
        .collect();
    ensure!(missing.is_empty(), "missing shares: {}", missing.join(", "));
    Ok(Sum { found: combined(found)?, seeds, ..sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(shard: &str) -> Share {
        let share = Share {
            puzzle: "demo".to_owned(),
            instance: "order = 5\n".to_owned(),
            tasks: 10,
            seeds: None,
            shard: shard.to_owned(),
            found: Some(Found::Count(1 << 100)),
            nodes: 3,
            core_microseconds: 500_000,
            checksum: String::new(),
        };
        share.sealed().unwrap()
    }

    fn added(shares: &[Share]) -> Result<Sum> {
        let line = |(number, share): (usize, &Share)| {
            (format!("line {number}"), serde_json::to_string(share).unwrap())
        };
        let lines: Vec<_> = shares.iter().enumerate().map(line).collect();
        add(&lines, "demo", "order = 5\n", &|_| Ok(()))
    }

    #[test]
    fn every_task_belongs_to_one_share() {
        for of in 1..=7 {
            for task in 0..30 {
                let shares = (1..=of).filter(|&number| Shard { number, of }.holds(task));
                assert_eq!(shares.count(), 1);
            }
        }
    }

    #[test]
    fn a_shard_is_one_of_several() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn all_shares_add_up() {
        let sum = added(&[share("2/3"), share("3/3"), share("1/3")]).unwrap();
        let found = Some(Found::Count(3 << 100));
        assert_eq!(sum, Sum { found, nodes: 9, core_microseconds: 1_500_000, seeds: None });
    }

    #[test]
    fn missing_double_foreign_and_damaged_shares_are_refused() {
        let refused = |shares: &[Share]| added(shares).unwrap_err().to_string();
        assert_eq!(refused(&[share("2/3")]), "missing shares: 1/3, 3/3");
        let double = [share("1/2"), share("1/2")];
        assert_eq!(refused(&double), "line 1: share 1/2 is there already, in line 0");
        let foreign = Share { puzzle: "other".to_owned(), ..share("1/1") }.sealed().unwrap();
        assert_eq!(refused(&[foreign]), "line 0: it is of other, expected demo");
        let other = Share { instance: "order = 6\n".to_owned(), ..share("1/1") }.sealed().unwrap();
        let expected =
            "line 0: it is of another instance: line 1 is `order = 6`, expected `order = 5`";
        assert_eq!(refused(&[other]), expected);
        let damaged = Share { found: Some(Found::Count(7)), ..share("1/1") };
        assert_eq!(refused(&[damaged]), "line 0: the share is damaged");
        assert!(refused(&[share("1/2"), share("2/3")]).contains("it is a share of 3"));
        let seeds = Some("1..11".to_owned());
        let seeded = Share { seeds, ..share("2/2") }.sealed().unwrap();
        let expected = "line 1: it is a share of 2 with 10 tasks, seeds 1..11, others are of 2 with \
                        10 tasks";
        assert_eq!(refused(&[share("1/2"), seeded]), expected);
        assert_eq!(refused(&[]), "no share to merge");
    }
}
