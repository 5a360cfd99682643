//! Mutated instances: numbers at their limits, 0, 1, equal, huge and tiny, texts and lists changed.
//!
//! If a puzzle asks for a number, each valid one is solved and drawn as a user would do it, by a
//! process of its own, which may reach no answer but must not fail. On request, all commands run on
//! mutated instances of any puzzle.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::{Context, Result};
use puzzle::{Draft, Goal, Instance, Rng, Status};
use toml::Value;

use super::commands::Runner;
use super::instances::guarded;
use super::spoil::Tokens;
use super::{Arguments, SelfCheck};
use crate::Session;
use crate::make::{Size, random_draft, read, sites};

/// Time limit of a command, unless the session's instance takes long.
const TIME: Duration = Duration::from_millis(500);

/// Time limit of a command in times of what the session's instance takes.
const PATIENCE: f64 = 4.0;

/// A mutated instance takes as long as this many random ones of other puzzles.
const COST: u32 = 5;

/// Upper bound for the changes to try until one makes a valid instance.
const ATTEMPTS: usize = 200;

/// Most digits of a number written as text: a fraction has twice as many.
const MOST_DIGITS: usize = 48;

/// Largest random instance that is mutated, in rows of a grid.
const LARGEST: usize = 12;

/// Solves and draws mutated instances of the session's puzzle if its answer is a number. The
/// session's instance takes `seconds`.
pub(super) fn check(
    session: &Session,
    arguments: &Arguments,
    seconds: f64,
    report: &mut SelfCheck,
) -> Result<()> {
    if session.goal() != Goal::Value {
        return Ok(());
    }
    let runner = Runner::new(session, TIME.max(Duration::from_secs_f64(PATIENCE * seconds)))?;
    let (random, runs) = (&mut Rng::with_seed(arguments.seed), arguments.runs.div_ceil(COST));
    let source = |_: &mut Rng| session.source.draft();
    each(session, random, runs, source, report, |draft, _, report| {
        report.instances += 1;
        report.mutated += 1;
        let solved = runner.solve(draft, report)?;
        match solved.map(|solved| solved.status) {
            Some(Status::Solved) => report.unique += 1,
            Some(Status::Unsolvable) => report.unsolvable += 1,
            _ => report.unfinished += 1,
        }
        runner.run("draw", None, report)?;
        Ok(())
    })
}

/// Runs all commands on `runs` mutated instances of any puzzle and on boards of them.
pub(super) fn check_commands(
    session: &Session,
    arguments: &Arguments,
    runs: u32,
    report: &mut SelfCheck,
) -> Result<()> {
    let runner = Runner::new(session, TIME)?;
    // Half of them are made from a random instance, if the puzzle makes some.
    let source = |random: &mut Rng| {
        let made = random
            .bool()
            .then(|| random_draft(session, Size::square(random.usize(1..=LARGEST)), random));
        made.and_then(Result::ok).unwrap_or_else(|| session.source.draft())
    };
    let random = &mut Rng::with_seed(arguments.seed);
    each(session, random, runs, source, report, |draft, random, report| {
        report.mutated += 1;
        runner.all(draft, random, report)
    })
}

/// Examines mutated instances of `source`.
fn each(
    session: &Session,
    random: &mut Rng,
    runs: u32,
    source: impl Fn(&mut Rng) -> Draft,
    report: &mut SelfCheck,
    mut examine: impl FnMut(&str, &mut Rng, &mut SelfCheck) -> Result<()>,
) -> Result<()> {
    let keys = keys(session)?;
    let mut seen = HashSet::new();
    for _ in 0..runs {
        if session.clock.stopped().is_some() || report.has_seen_enough() {
            break;
        }
        let draft = mutated(session, source(random), &keys, random, report);
        if seen.insert(draft.to_string()) {
            guarded(&draft, report, |report| examine(&draft.to_string(), random, report));
        }
    }
    Ok(())
}

/// Returns the keys that an instance may have, which the error about any other key lists.
pub(super) fn keys(session: &Session) -> Result<Vec<String>> {
    let other = Instance::new("", "", &["'' = 0".to_owned()])?;
    let error = session.kind.read(&other).err().context("a key without a name is accepted")?;
    let error = error.to_string();
    Ok(error.split('`').skip(3).step_by(2).map(str::to_owned).collect())
}

/// Returns an instance after some changes that leave it valid.
fn mutated(
    session: &Session,
    mut draft: Draft,
    keys: &[String],
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Draft {
    for _ in 0..random.usize(1..=3) {
        for _ in 0..ATTEMPTS {
            let changed = changed(session, &draft, keys, random, report);
            if changed != draft && is_valid(session, &changed, report) {
                draft = changed;
                break;
            }
        }
    }
    draft
}

/// Returns whether an instance is valid; a panic is a failure.
fn is_valid(session: &Session, draft: &Draft, report: &mut SelfCheck) -> bool {
    let mut is_valid = false;
    guarded(draft, report, |_| {
        is_valid = read(session, draft).is_ok();
        Ok(())
    });
    is_valid
}

/// Returns the instance with one change, possibly invalid.
fn changed(
    session: &Session,
    draft: &Draft,
    keys: &[String],
    random: &mut Rng,
    report: &mut SelfCheck,
) -> Draft {
    let mut changed = draft.clone();
    match random.u8(..8) {
        0 => return sites::spoilt(draft, random),
        1 | 2 => {
            let sites = sites::sites(draft);
            let Some(site) = random.choice(&sites) else { return changed };
            let is_limit = |number: i64, report: &mut SelfCheck| {
                let mut draft = draft.clone();
                sites::put(&mut draft, site, number.to_string());
                is_valid(session, &draft, report)
            };
            let text = match sites::token(draft, site).and_then(|token| token.parse().ok()) {
                Some(start) => limit(start, random, |number| is_limit(number, report)).to_string(),
                None => number(random),
            };
            sites::put(&mut changed, site, text);
        }
        3 | 4 => {
            let sites = sites::sites(draft);
            let Some(site) = random.choice(&sites) else { return changed };
            sites::put(&mut changed, site, number(random));
        }
        5 => {
            let Some(key) = random.choice(keys) else { return changed };
            let value = if random.u8(..4) == 0 {
                (0..random.usize(1..=4)).map(|_| value(random)).collect::<Vec<_>>().into()
            } else {
                value(random)
            };
            changed.table_mut().insert(key.clone(), value);
        }
        _ => {
            let Some((_, value)) = random.choice(changed.table_mut()) else { return changed };
            change(value, random);
        }
    }
    changed
}

/// Returns the last number, up or down from a valid one, that is still valid.
fn limit(start: i64, random: &mut Rng, mut is_valid: impl FnMut(i64) -> bool) -> i64 {
    let (mut valid, mut invalid) = (start, if random.bool() { i64::MAX } else { i64::MIN });
    if is_valid(invalid) {
        return invalid;
    }
    while valid.abs_diff(invalid) > 1 {
        let middle = valid.midpoint(invalid);
        *(if is_valid(middle) { &mut valid } else { &mut invalid }) = middle;
    }
    valid
}

/// Returns a number at one end of what is usual, as text.
fn number(random: &mut Rng) -> String {
    let power = |random: &mut Rng| 10_i128.pow(random.u32(0..=18));
    match random.u8(..8) {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        2 => random.i8(-2..=20).to_string(),
        3 => (power(random) + i128::from(random.i8(-1..=1))).to_string(),
        4 => format!("{}/{}", random.u8(0..=20), random.u8(1..=20)),
        5 => format!("1/1{}", "0".repeat(random.usize(..=MOST_DIGITS))),
        6 => {
            let digits = random.usize(1..=MOST_DIGITS);
            format!("{}/1{}", "9".repeat(digits), "0".repeat(digits))
        }
        _ => format!("{}/{}", power(random) + 1, power(random)),
    }
}

fn value(random: &mut Rng) -> Value {
    let text = number(random);
    text.parse().map_or(Value::String(text), Value::Integer)
}

/// Changes a text or a list.
fn change(value: &mut Value, random: &mut Rng) {
    match value {
        Value::Table(table) => {
            if let Some((_, value)) = random.choice(table) {
                change(value, random);
            }
        }
        Value::Array(list) => {
            let (Some(index), Some(other)) =
                (random.choice(0..list.len()), random.choice(list.clone()))
            else {
                return;
            };
            match random.u8(..6) {
                0 => drop(list.remove(index)),
                1 => list.insert(index, other),
                2 => list[index] = other,
                3 => list.iter_mut().for_each(|value| value.clone_from(&other)),
                4 => list.extend(list.clone()),
                _ => change(&mut list[index], random),
            }
        }
        Value::String(text) if random.bool() => *text = Tokens::of(text).spoilt(random),
        // Letter by letter.
        Value::String(text) => {
            let letters = |line: &str| line.chars().map(String::from).collect::<Vec<_>>().join(" ");
            let spaced: Vec<_> = text.lines().map(letters).collect();
            *text = Tokens::of(&spaced.join("\n")).spoilt(random).replace(' ', "");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_found_in_both_directions() {
        let mut random = Rng::with_seed(1);
        let mut found = |range: std::ops::RangeInclusive<i64>| {
            let mut limits: Vec<_> =
                (0..20).map(|_| limit(5, &mut random, |number| range.contains(&number))).collect();
            limits.sort_unstable();
            limits.dedup();
            limits
        };
        assert_eq!(found(-7..=1_000_000_007), [-7, 1_000_000_007]);
        assert_eq!(found(i64::MIN..=5), [i64::MIN, 5]);
    }
}
