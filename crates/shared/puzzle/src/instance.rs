//! Reading an instance: TOML text, overriding settings, then the puzzle's own validation.

mod node;

use std::fmt;

use anyhow::{Context, Result, anyhow};
use grid_utils::GridError;
use serde::de::DeserializeOwned;
use toml::Table;

use crate::{Draft, Puzzle, Setter};
use node::{Entries, Fault, Node, Place};

/// Reads and validates the instance in `text`, overridden by `settings`: lines of TOML such as
/// `order=9` or `given.r=9`, tables key by key. `name` is the source of the text in errors.
///
/// # Errors
/// Names the fault of the text, a setting or the instance, and its place: line and key, or the
/// setting.
pub fn read<P: Puzzle + DeserializeOwned>(
    name: &str,
    text: &str,
    settings: &[String],
) -> Result<P> {
    let instance = Instance::new(name, text, settings)?;
    let puzzle = P::deserialize(&instance.root).map_err(|fault| instance.located(fault))?;
    puzzle.validate().map_err(|error| instance.named(error))?;
    Ok(puzzle)
}

/// A kind of puzzle: how its instances are read, and how they can be solved.
///
/// Only this depends on the puzzle's type. A crate for a family of puzzles has a static of this
/// type for each member, so that the member's own crate compiles next to nothing.
pub struct Kind {
    read: fn(&Node) -> Result<Box<dyn Setter>, Fault>,
    is_searched: bool,
    has_rules: bool,
}

impl Kind {
    /// Returns the kind of puzzle `P`, which is solved by its [rules](Puzzle::rules) alone.
    #[must_use]
    pub const fn of<P: Setter + DeserializeOwned + 'static>() -> Self {
        Self {
            read: |node| Ok(Box::new(P::deserialize(node)?)),
            is_searched: false,
            has_rules: true,
        }
    }

    /// Declares that the puzzle has a [search](Puzzle::search) as well.
    #[must_use]
    pub const fn searched(self) -> Self {
        Self { is_searched: true, ..self }
    }

    /// Declares that the puzzle has a [search](Puzzle::search), but no rules as constraints.
    #[must_use]
    pub const fn searched_without_rules(self) -> Self {
        Self { is_searched: true, has_rules: false, ..self }
    }

    /// Returns whether the puzzle has a search of its own.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        self.is_searched
    }

    /// Returns whether the puzzle states its rules as constraints.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.has_rules
    }

    /// Reads and validates an instance.
    ///
    /// # Errors
    /// Names the fault of the instance and its place.
    pub fn read(&self, instance: &Instance) -> Result<Box<dyn Setter>> {
        let puzzle = (self.read)(&instance.root).map_err(|fault| instance.located(fault))?;
        puzzle.validate().map_err(|error| instance.named(error))?;
        Ok(puzzle)
    }
}

/// An instance as TOML data, for any puzzle.
pub struct Instance {
    name: String,
    settings: Vec<String>,
    table: Table,
    root: Node,
}

impl Instance {
    /// Parses `text` and overrides it by `settings`; see [`read`].
    ///
    /// # Errors
    /// Names the fault of the text or a setting, and its place.
    pub fn new(name: &str, text: &str, settings: &[String]) -> Result<Self> {
        let mut root = Entries::parse(text, None).map_err(|error| {
            let line = 1 + text[..error.span().map_or(0, |span| span.start)].matches('\n').count();
            LineError { line, message: format!("{name}: {}", shown(&error)) }
        })?;
        for (number, setting) in settings.iter().enumerate() {
            root.lay_over(parse_setting(number, setting)?);
        }
        Ok(Self {
            name: name.to_owned(),
            settings: settings.to_vec(),
            table: root.to_toml(),
            root: Node::root(root),
        })
    }

    /// Returns the instance as canonical TOML, independent of key order, spaces and comments.
    #[must_use]
    pub fn canonical(&self) -> String {
        self.table.to_string()
    }

    /// Returns the keys and their values.
    #[must_use]
    pub fn draft(&self) -> Draft {
        self.table.clone().into()
    }

    /// Adds its place to a fault.
    fn located(&self, fault: Fault) -> anyhow::Error {
        let Fault { place, path, message } = fault;
        let key = if path.is_empty() { String::new() } else { format!("`{path}`: ") };
        match place {
            Some(Place { setting: Some(setting), .. }) => {
                anyhow!("--set {}: {key}{message}", self.settings[setting])
            }
            Some(Place { line, first_row, .. }) => {
                let row = GridError::row_in(&message);
                let message = format!("{}, line {line}: {key}{message}", self.name);
                LineError { line: row.map_or(line, |row| first_row + row), message }.into()
            }
            None => anyhow!("{}: {key}{message}", self.name),
        }
    }

    /// Adds all sources to an error of the whole instance.
    fn named(&self, error: anyhow::Error) -> anyhow::Error {
        let settings = self.settings.join(" --set ");
        let with = if settings.is_empty() { "" } else { " with --set " };
        error.context(format!("{}{with}{settings}", self.name))
    }
}

/// An error of a line of an instance's file.
#[derive(Debug)]
pub struct LineError {
    line: usize,
    message: String,
}

impl LineError {
    /// Returns the line, counted from 1; of a grid, that of the row.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for LineError {}

/// Shows an error of the TOML, with its line only if that is short.
fn shown(error: &toml::de::Error) -> String {
    const LONGEST: usize = 120;
    let text = error.to_string();
    let place = text.lines().next().unwrap_or_default();
    if text.lines().any(|line| line.chars().count() > LONGEST) {
        return format!("{place}: {}", error.message());
    }
    text.trim_end().to_owned()
}

/// Parses the entries of the setting with this number.
fn parse_setting(number: usize, setting: &str) -> Result<Entries> {
    let expected =
        "expected KEY=VALUE as in a TOML file, such as order=9, given.r=9 or name=\"text\"";
    Entries::parse(setting, Some(number))
        .map_err(|error| anyhow!("{}", error.message()))
        .and_then(
            |entries| if entries.is_empty() { Err(anyhow!("nothing is set")) } else { Ok(entries) },
        )
        .with_context(|| format!("--set {setting}: {expected}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grid_utils::{Grid, Within};

    use super::*;
    use crate::{Answer, Board, Form};

    /// A puzzle with keys of every kind; it has no solution.
    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Keys {
        size: u8,
        name: Option<String>,
        #[serde(default)]
        given: BTreeMap<Letter, i64>,
        #[serde(default)]
        rows: Vec<u32>,
        pair: Option<(usize, bool)>,
        level: Option<Within<1, 3>>,
        share: Option<f64>,
        shape: Option<Shape>,
        cells: Option<Grid<u8>>,
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Letter {
        R,
        G,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Shape {
        Square,
        Box { height: u8 },
    }

    impl Puzzle for Keys {
        fn form(&self) -> Form {
            Form::value(0..=0)
        }

        fn validate(&self) -> Result<()> {
            anyhow::ensure!(self.size > 0, "`size` is 0");
            Ok(())
        }

        fn check(&self, _: &Board) -> Result<()> {
            Ok(())
        }

        fn answer(&self, _: &Board) -> Answer {
            Answer::default()
        }
    }

    fn keys(text: &str, settings: &[&str]) -> Result<Keys> {
        let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
        read("the file", text, &settings)
    }

    fn refused(text: &str, settings: &[&str]) -> String {
        format!("{:#}", keys(text, settings).unwrap_err())
    }

    #[test]
    fn keys_of_every_kind_are_read() {
        let text = "size = 0x10\nname = '''\na\nb'''\nrows = [1, 2,\n 3]\npair = [4, true]\n\
                    share = 1\n[given]\ng = -5\nr = 1_000\n";
        let read = keys(text, &["shape.box.height=2"]).unwrap();
        let expected = Keys {
            size: 16,
            name: Some("a\nb".to_owned()),
            given: BTreeMap::from([(Letter::G, -5), (Letter::R, 1000)]),
            rows: vec![1, 2, 3],
            pair: Some((4, true)),
            level: None,
            share: Some(1.0),
            shape: Some(Shape::Box { height: 2 }),
            cells: None,
        };
        assert_eq!(read, expected);
        assert_eq!(keys("size = 1\nshape = 'square'", &[]).unwrap().shape, Some(Shape::Square));
    }

    #[test]
    fn tables_are_merged_key_by_key_and_values_replaced() {
        let base = "size = 11\n[given]\nr = 9\ng = 5";
        let merged = keys(base, &["given.r=1", "size=12", "rows=[1]"]).unwrap();
        assert_eq!(merged, keys("size = 12\nrows = [1]\n[given]\nr = 1\ng = 5", &[]).unwrap());
    }

    #[test]
    fn errors_have_the_line_and_the_row_of_a_grid() {
        for (text, line) in [
            ("size = 1\n\nlevel = 4", Some(3)),
            ("size = 1\ncells = \"\"\"\n1 2\n3 x\n\"\"\"", Some(4)),
            ("size = 1\ncells = '''1 2\n3'''", Some(3)),
            ("size = 1\nname = [", Some(2)),
            ("size = 0", None),
        ] {
            let error = keys(text, &[]).unwrap_err();
            assert_eq!(error.downcast_ref().map(LineError::line), line, "{text}: {error:#}");
        }
        assert!(keys("size = 1", &["level=4"]).unwrap_err().downcast_ref::<LineError>().is_none());
    }

    #[test]
    fn errors_name_the_line_and_the_key() {
        for (text, expected) in [
            (
                "size = 1\n\n\nrows = [1, -2]",
                "the file, line 4: `rows[1]`: expected a whole number from 0 to 4294967295 and found -2",
            ),
            (
                "size = 1\n[given]\n# remark\nr = 'x'",
                "the file, line 4: `given.r`: expected a whole number and found \"x\"",
            ),
            (
                "size = 1\nrows = [\n  1,\n  'x',\n]",
                "the file, line 4: `rows[1]`: expected a whole number from 0 to 4294967295 and found \"x\"",
            ),
            ("size = 1\nsice = 2", "the file, line 2: unknown key `sice`, expected `size`, "),
            ("size = 1\ngiven.x = 2", "the file, line 2: `given`: expected r or g and found \"x\""),
            (
                "size = 1\nlevel = 4",
                "the file, line 2: `level`: expected a number from 1 to 3 and found 4",
            ),
            (
                "size = 300",
                "the file, line 1: `size`: expected a whole number from 0 to 255 and found 300",
            ),
            (
                "size = 99999999999999999999",
                "the file, line 1: `size`: the whole number is too large",
            ),
            (
                "size = 1\npair = [\n  4, true, 6]",
                "the file, line 2: `pair`: expected 2 elements and found 3",
            ),
            (
                "size = 1\nname = 1979-05-27",
                "the file, line 2: `name`: expected a text and found a date",
            ),
            (
                "size = 1\nshape = { box = {} }",
                "the file, line 2: `shape.box`: the key `height` is missing",
            ),
            ("# remark\n", "the file: the key `size` is missing"),
            ("size = 0", "the file: `size` is 0"),
        ] {
            let error = refused(text, &[]);
            assert!(error.starts_with(expected), "{error}\n{expected}");
        }
        assert!(refused("size = [1\n", &[]).starts_with("the file: TOML parse error at line "));
        let long = refused(&format!("size = 1\nname = '{}", "x".repeat(2000)), &[]);
        assert!(long.starts_with("the file: TOML parse error at line 2, column "), "{long}");
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn errors_of_settings_name_the_setting_and_no_line() {
        let base = "size = 1\n# remark\n";
        for (setting, expected) in [
            (
                "size='x'",
                "--set size='x': `size`: expected a whole number from 0 to 255 and found \"x\"",
            ),
            (
                "size=2.5",
                "--set size=2.5: `size`: expected a whole number from 0 to 255 and found 2.5",
            ),
            (
                "size=1e300",
                "--set size=1e300: `size`: expected a whole number from 0 to 255 and found 1e300",
            ),
            ("pair=4", "--set pair=4: `pair`: expected a list of 2 values and found 4"),
            ("pair=[4]", "--set pair=[4]: `pair`: expected a list of 2 values and found 1"),
            ("given=4", "--set given=4: `given`: expected a table and found 4"),
            ("share=true", "--set share=true: `share`: expected a number and found true"),
            ("shape=4", "--set shape=4: `shape`: expected a word and found 4"),
            (
                "shape='round'",
                "--set shape='round': `shape`: expected square or box and found \"round\"",
            ),
            ("sice=2", "--set sice=2: unknown key `sice`, expected "),
            (
                "given.r='x'",
                "--set given.r='x': `given.r`: expected a whole number and found \"x\"",
            ),
            ("size=0", "the file with --set rows=[] --set size=0: `size` is 0"),
            ("size", "--set size: expected KEY=VALUE"),
        ] {
            let error = refused(base, &["rows=[]", setting]);
            assert!(error.starts_with(expected), "{error}");
            assert!(!error.contains("line"), "{error}");
        }
    }

    #[test]
    fn the_canonical_instance_does_not_depend_on_how_it_is_written() {
        let canonical = |text: &str, settings: &[String]| {
            Instance::new("", text, settings).unwrap().canonical()
        };
        let one = canonical("# remark\nb = 1\na = { y = 2, x = 'z' }", &["c=3".to_owned()]);
        let other = canonical("c = 3\nb = 1\n[a]\nx = \"z\"\ny = 2\n", &[]);
        assert_eq!(one, other);
        assert_eq!(one, "b = 1\nc = 3\n\n[a]\nx = \"z\"\ny = 2\n");
    }

    #[test]
    fn a_setting_without_a_value_says_what_was_expected() {
        for setting in ["order", "", "order=nine", "# remark"] {
            let error = refused("size = 1", &[setting]);
            assert!(error.contains("expected KEY=VALUE"), "{error}");
        }
    }
}
