//! Reading an instance: TOML text, settings merged over it, then the puzzle's own validation.

use anyhow::{Context, Result, anyhow, ensure};
use toml::{Table, Value};

use crate::Puzzle;

/// Reads and validates the instance in `text`, with `settings` merged over it: lines of TOML such as
/// `order=9` or `given.r=9`, tables key by key. `name` says in errors where the text is from.
///
/// # Errors
/// What is wrong with the text, a setting or the instance, and where.
pub fn read<P: Puzzle>(name: &str, text: &str, settings: &[String]) -> Result<P> {
    let (name, text) = if settings.is_empty() {
        (name.to_owned(), text.to_owned())
    } else {
        let instance = with_settings(parse(text).with_context(|| name.to_owned())?, settings)?;
        (format!("{name} with --set {}", settings.join(" --set ")), instance.to_string())
    };
    let puzzle: P = parse(&text).with_context(|| name.clone())?;
    puzzle.validate().with_context(|| name)?;
    Ok(puzzle)
}

/// The instance as TOML that is the same whatever the order of its keys, spaces and remarks.
pub(crate) fn canonical(text: &str, settings: &[String]) -> Result<String> {
    let mut instance = with_settings(parse(text)?, settings)?;
    sort(&mut instance);
    Ok(instance.to_string())
}

fn sort(table: &mut Table) {
    let mut entries: Vec<_> = std::mem::take(table).into_iter().collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (_, value) in &mut entries {
        if let Value::Table(table) = value {
            sort(table);
        }
    }
    table.extend(entries);
}

fn with_settings(mut instance: Table, settings: &[String]) -> Result<Table> {
    for setting in settings {
        merge(&mut instance, parse_setting(setting)?);
    }
    Ok(instance)
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| anyhow!("{}", error.to_string().trim_end()))
}

fn parse_setting(setting: &str) -> Result<Table> {
    let expected =
        "expected KEY=VALUE as in a TOML file, such as order=9, given.r=9 or name=\"text\"";
    let table: Table = parse(setting).with_context(|| format!("--set {setting}: {expected}"))?;
    ensure!(!table.is_empty(), "--set {setting}: {expected}");
    Ok(table)
}

/// Lays `changes` over `base`; tables are merged key by key, everything else is replaced.
fn merge(base: &mut Table, changes: Table) {
    for (key, change) in changes {
        match (base.get_mut(&key), change) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (_, change) => {
                base.insert(key, change);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, changes: &[&str]) -> Table {
        let mut base: Table = parse(base).unwrap();
        for change in changes {
            merge(&mut base, parse_setting(change).unwrap());
        }
        base
    }

    #[test]
    fn tables_are_merged_key_by_key_and_values_replaced() {
        let table = merged("sum = 11\n[given]\nr = 9\ng = 5", &["given.r=1", "sum=12", "new=[1]"]);
        let expected: Table = parse("sum = 12\nnew = [1]\n[given]\nr = 1\ng = 5").unwrap();
        assert_eq!(table, expected);
    }

    #[test]
    fn the_canonical_instance_does_not_depend_on_how_it_is_written() {
        let one = canonical("# remark\nb = 1\na = { y = 2, x = 'z' }", &["c=3".to_owned()]);
        let other = canonical("c = 3\nb = 1\n[a]\nx = \"z\"\ny = 2\n", &[]);
        assert_eq!(one.unwrap(), other.unwrap());
    }

    #[test]
    fn a_setting_without_a_value_says_what_was_expected() {
        for setting in ["order", "", "order=nine", "# remark"] {
            let error = parse_setting(setting).unwrap_err().to_string();
            assert!(error.contains("expected KEY=VALUE"), "{error}");
        }
    }
}
