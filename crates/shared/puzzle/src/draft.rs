//! An instance as data, on its way to TOML.

use std::fmt;

use toml::{Table, Value};

/// An instance of any puzzle as it is written in TOML.
///
/// ```
/// use puzzle::Draft;
///
/// let draft = Draft::new().text("rows", "5 . 3").number("size", 3_u8);
/// assert_eq!(draft.to_string(), "rows = \"5 . 3\"\nsize = 3\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    table: Table,
}

impl Draft {
    /// Creates an instance without keys.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text: a grid, a line of clues, a word.
    #[must_use]
    pub fn text(mut self, key: &str, text: impl fmt::Display) -> Self {
        self.put(key, text.to_string());
        self
    }

    /// Adds a number, capped at TOML's 64 bits.
    #[must_use]
    pub fn number(mut self, key: &str, number: impl TryInto<i64>) -> Self {
        self.put(key, number.try_into().unwrap_or(i64::MAX));
        self
    }

    /// Adds any other value.
    #[must_use]
    pub fn value(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.put(key, value);
        self
    }

    /// Sets the value of a key; a dot leads into a table.
    pub fn put(&mut self, key: &str, value: impl Into<Value>) {
        put(&mut self.table, key, value.into());
    }

    /// Overrides keys by those of another draft; tables are merged key by key.
    pub fn lay_over(&mut self, other: Self) {
        lay_over(&mut self.table, other.table);
    }

    /// Returns the keys and their values.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the keys and their values for modification.
    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

impl From<Table> for Draft {
    fn from(table: Table) -> Self {
        Self { table }
    }
}

fn put(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        None => drop(table.insert(key.to_owned(), value)),
        Some((key, rest)) => {
            let inner = table.entry(key).or_insert_with(|| Table::new().into());
            if !inner.is_table() {
                *inner = Table::new().into();
            }
            put(inner.as_table_mut().expect("it is one now"), rest, value);
        }
    }
}

fn lay_over(table: &mut Table, other: Table) {
    for (key, value) in other {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => lay_over(inner, value),
            (_, value) => drop(table.insert(key, value)),
        }
    }
}

/// TOML, with grids as texts of several lines.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_table(f, "", &self.table)
    }
}

fn write_table(f: &mut fmt::Formatter<'_>, path: &str, table: &Table) -> fmt::Result {
    for (key, value) in table {
        match value {
            Value::Table(_) => {}
            Value::String(text) if text.contains('\n') && !text.contains("'''") => {
                writeln!(f, "{} = '''\n{}\n'''", written(key), text.trim_matches('\n'))?;
            }
            value => writeln!(f, "{} = {value}", written(key))?,
        }
    }
    for (key, value) in table {
        if let Value::Table(table) = value {
            let path = format!("{path}{}{}", if path.is_empty() { "" } else { "." }, written(key));
            writeln!(f, "\n[{path}]")?;
            write_table(f, &path, table)?;
        }
    }
    Ok(())
}

/// Returns a key in TOML syntax.
fn written(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if !key.is_empty() && key.chars().all(is_bare) {
        key.to_owned()
    } else {
        Value::from(key).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_is_written_as_it_is_read() {
        let text =
            "size = 3\nsums = [4, 5]\ngrid = '''\n. 2\nA .\n'''\n\n[given]\nr = 9\n\"a b\" = 1\n";
        assert_eq!(Draft::from(text.parse::<Table>().unwrap()).to_string(), text);
        let nested: Draft = "[a.b]\nc = 1".parse::<Table>().unwrap().into();
        assert_eq!(nested.to_string().parse::<Table>().unwrap(), *nested.table());
    }

    #[test]
    fn a_key_with_a_dot_leads_into_a_table() {
        let mut draft = Draft::new().text("clues.top", "1 2").number("clues.size", 2_usize);
        draft.lay_over(Draft::new().text("clues.top", ". 2"));
        assert_eq!(draft.to_string(), "\n[clues]\ntop = \". 2\"\nsize = 2\n");
    }
}
