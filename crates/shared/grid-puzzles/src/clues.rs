//! Clues at the border, and the lines that they refer to.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

use grid_utils::{Quoted, Token};
use puzzle::Site;
use puzzle::prelude::*;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

/// A side of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Above the columns, looking down.
    Top,
    /// Below the columns, looking up.
    Bottom,
    /// At the left of the rows, looking right.
    Left,
    /// At the right of the rows, looking left.
    Right,
}

impl Side {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];

    /// Returns the key of its clues in an instance.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns the position of a line's clue, for a sentence: "left of row 3".
    #[must_use]
    pub fn beside(self, line: usize) -> String {
        match self {
            Self::Top => format!("above column {}", line + 1),
            Self::Bottom => format!("below column {}", line + 1),
            Self::Left => format!("left of row {}", line + 1),
            Self::Right => format!("right of row {}", line + 1),
        }
    }

    /// Returns the cells of a line of `length` cells, in the order seen from this side. `line` is
    /// the number of the column or row, from 0.
    ///
    /// ```
    /// use grid_puzzles::Side;
    ///
    /// let met: Vec<String> = Side::Right.cells(3, 1).map(|cell| cell.to_string()).collect();
    /// assert_eq!(met, ["r2c3", "r2c2", "r2c1"]);
    /// ```
    pub fn cells(self, length: usize, line: usize) -> impl Iterator<Item = Cell> + Clone {
        (0..length).map(move |step| match self {
            Self::Top => Cell::new(step, line),
            Self::Bottom => Cell::new(length - 1 - step, line),
            Self::Left => Cell::new(line, step),
            Self::Right => Cell::new(line, length - 1 - step),
        })
    }

    /// Returns what a clue of this side refers to.
    #[must_use]
    pub fn site(self, line: usize) -> Site {
        match self {
            Self::Top => Site::Top(line),
            Self::Bottom => Site::Bottom(line),
            Self::Left => Site::Left(line),
            Self::Right => Site::Right(line),
        }
    }

    /// Names the line that it refers to, such as `row 3`.
    #[must_use]
    pub fn line_name(self, line: usize) -> String {
        match self {
            Self::Top | Self::Bottom => Site::Column(line).to_string(),
            Self::Left | Self::Right => Site::Row(line).to_string(),
        }
    }

    /// Returns the line in words, such as `row 3 from the left`.
    #[must_use]
    pub fn name(self, line: usize) -> String {
        self.site(line).to_string()
    }
}

/// The clues of one side, one for each row or column: tokens in one line of text, `.` for no clue.
/// A list is also accepted: `[5, ".", 12]`. `docs/annotations.md` compares it with other ways to
/// annotate cells.
///
/// ```
/// use std::num::NonZeroU64;
/// use grid_puzzles::LineClues;
///
/// #[derive(serde::Deserialize)]
/// struct Instance {
///     #[serde(deserialize_with = "LineClues::of_rows")]
///     rows: LineClues<NonZeroU64>,
/// }
///
/// # fn parse(text: &str) -> Result<Instance, serde::de::value::Error> {
/// #     use serde::de::{Deserialize, value::MapDeserializer};
/// #     Instance::deserialize(MapDeserializer::new([("rows", text)].into_iter()))
/// # }
/// let instance = parse("5 . 12").unwrap();
/// assert_eq!(instance.rows.len(), 3);
/// assert_eq!((instance.rows[1], instance.rows[2]), (None, NonZeroU64::new(12)));
///
/// let refused = |text| parse(text).err().unwrap().to_string();
/// assert_eq!(
///     refused("5 . 0"),
///     r#"row 3: expected a number from 1 to 18446744073709551615 or "." and found "0""#
/// );
/// assert_eq!(refused(""), r#"expected a clue or "." for each row and found none"#);
/// assert_eq!(refused("1 2\n3 4"), "expected one line of clues and found 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineClues<T>(Vec<Option<T>>);

impl<T> LineClues<T> {
    /// Returns the number of rows or columns, with or without a clue.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns false: a side has at least one row or column.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the clues, in the order of the rows or columns.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&T>> + Clone {
        self.0.iter().map(Option::as_ref)
    }

    /// Returns the given clues, with the number of their row or column.
    ///
    /// ```
    /// # use grid_puzzles::LineClues;
    /// let clues = LineClues::from_iter([None, Some(7)]);
    /// assert_eq!(clues.given().collect::<Vec<_>>(), [(1, &7)]);
    /// ```
    pub fn given(&self) -> impl Iterator<Item = (usize, &T)> + Clone {
        self.0.iter().enumerate().filter_map(|(line, clue)| Some((line, clue.as_ref()?)))
    }
}

impl<T> LineClues<T> {
    /// Refuses more clues than `largest`. `key` is their name in the instance.
    ///
    /// # Errors
    /// States the number of clues.
    pub fn check_at_most(&self, key: &str, largest: usize) -> Result<()> {
        let len = self.len();
        ensure!(
            len <= largest,
            "`{key}` has {} (`.` is one, too); expected at most {largest}",
            puzzle::counted(len, "clue")
        );
        Ok(())
    }

    /// Refuses a number of clues that differs from that of `others`; the keys are their names in
    /// the instance.
    ///
    /// ```
    /// # use grid_puzzles::LineClues;
    /// let (rows, columns) = (LineClues::from_iter([Some(1)]), LineClues::from_iter([Some(1), None]));
    /// assert_eq!(
    ///     columns.check_as_many("columns", "rows", &rows).unwrap_err().to_string(),
    ///     "`columns` has 2 clues (`.` is one, too); expected 1, as `rows` has"
    /// );
    /// ```
    ///
    /// # Errors
    /// States the number of clues and the expected one.
    pub fn check_as_many<U>(
        &self,
        key: &str,
        other_key: &str,
        others: &LineClues<U>,
    ) -> Result<()> {
        let (len, expected) = (self.len(), others.len());
        ensure!(
            len == expected,
            "`{key}` has {} (`.` is one, too); expected {expected}, as `{other_key}` has",
            puzzle::counted(len, "clue")
        );
        Ok(())
    }
}

/// Refuses clues of rows and columns that are not as many as a grid has. `of` is its key in the
/// instance.
///
/// ```
/// use grid_puzzles::{LineClues, check_lines};
///
/// let grid: grid_utils::Grid<char> = "a b\na b".parse()?;
/// let (two, one) = (LineClues::from_iter([Some(1), None]), LineClues::from_iter([Some(1)]));
/// assert_eq!(
///     check_lines((&two, &one), "regions", &grid).unwrap_err().to_string(),
///     "`columns` has 1 clue (`.` is one, too); expected 2, as `regions` has columns"
/// );
/// # anyhow::Ok(())
/// ```
///
/// # Errors
/// States the number of clues and the expected one.
pub fn check_lines<T, U>(
    (rows, columns): (&LineClues<T>, &LineClues<T>),
    of: &str,
    grid: &Grid<U>,
) -> Result<()> {
    for (key, clues, expected) in
        [("rows", rows, grid.rows()), ("columns", columns, grid.columns())]
    {
        ensure!(
            clues.len() == expected,
            "`{key}` has {} (`.` is one, too); expected {expected}, as `{of}` has {key}",
            puzzle::counted(clues.len(), "clue")
        );
    }
    Ok(())
}

/// Returns clues of rows and columns, at the keys `rows` and `columns`, as functions of the values of
/// their line, for [`Puzzle::clues`](puzzle::Puzzle::clues).
///
/// ```
/// use grid_puzzles::{LineClues, lines_of_board};
/// use puzzle::Form;
///
/// let (rows, columns) = (LineClues::from_iter([Some(3)]), LineClues::from_iter([None, Some(2)]));
/// let clues = lines_of_board((&rows, &columns), "adds up to", |line| line.iter().copied().sum());
/// let board = Form::numbers(1, 2, 1..=9).read("1 3")?;
/// assert_eq!(clues[0].check(&board).unwrap_err().to_string(), "row 1 adds up to 4; expected 3");
/// assert_eq!(clues[1].check(&board).unwrap_err().to_string(), "column 2 adds up to 3; expected 2");
/// # anyhow::Ok(())
/// ```
pub fn lines_of_board<'a, T: Copy + fmt::Display>(
    (rows, columns): (&LineClues<T>, &LineClues<T>),
    says: &'static str,
    of: impl Fn(&[Option<i64>]) -> Option<T> + Copy + 'a,
) -> Vec<Clues<'a>> {
    let row = move |board: &Board, row| of(&board.grid().row(row).copied().collect_vec());
    let column =
        move |board: &Board, column| of(&board.grid().column(column).copied().collect_vec());
    vec![
        rows.of_board("rows", Site::Row, says, row),
        columns.of_board("columns", Site::Column, says, column),
    ]
}

impl<T: Copy + fmt::Display> LineClues<T> {
    /// Returns the clues as functions of a board, for [`Puzzle::clues`](puzzle::Puzzle::clues):
    /// `key` is their key in the instance, `of` returns the clue that a board shows for a row or
    /// column.
    pub fn of_board<'a>(
        &self,
        key: impl Into<String>,
        site: impl Fn(usize) -> Site,
        says: &'static str,
        of: impl Fn(&Board, usize) -> Option<T> + 'a,
    ) -> Clues<'a> {
        Clues::of_lines(key, site, self.0.iter().copied(), says, of)
    }
}

impl<T> FromIterator<Option<T>> for LineClues<T> {
    fn from_iter<I: IntoIterator<Item = Option<T>>>(clues: I) -> Self {
        LineClues(clues.into_iter().collect())
    }
}

impl<T> Index<usize> for LineClues<T> {
    type Output = Option<T>;

    /// # Panics
    /// If there is no such row or column.
    fn index(&self, line: usize) -> &Option<T> {
        &self.0[line]
    }
}

impl<'de, T> LineClues<T>
where
    Option<T>: Token,
{
    /// Reads the clues of rows, named as rows in errors: see [the type](LineClues).
    ///
    /// # Errors
    /// Names the row.
    pub fn of_rows<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::of_lines("row", deserializer)
    }

    /// Reads the clues of columns, named as columns in errors: see [the type](LineClues).
    ///
    /// # Errors
    /// Names the column.
    pub fn of_columns<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::of_lines("column", deserializer)
    }

    fn of_lines<D: Deserializer<'de>>(
        line: &'static str,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Text { line, clues: PhantomData })
    }
}

/// The clues in the format in which they are read: in one line, `.` for no clue.
impl<T> fmt::Display for LineClues<T>
where
    Option<T>: Token,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (line, clue) in self.0.iter().enumerate() {
            f.write_str(if line == 0 { "" } else { " " })?;
            clue.write_token(f)?;
        }
        Ok(())
    }
}

/// An element of a list of clues.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number or \".\"")]
enum Element {
    Number(i64),
    Text(String),
}

/// Reads the clues of rows or of columns.
struct Text<T> {
    /// What each clue refers to.
    line: &'static str,
    clues: PhantomData<T>,
}

impl<T> Text<T>
where
    Option<T>: Token,
{
    fn clue<E: de::Error>(&self, number: usize, token: &str) -> Result<Option<T>, E> {
        let line = self.line;
        <Option<T>>::parse_token(token).map_err(|expected| {
            E::custom(format!(
                "{line} {}: expected {expected} and found {}",
                number + 1,
                Quoted(token)
            ))
        })
    }

    fn some<E: de::Error>(&self, clues: Vec<Option<T>>) -> Result<LineClues<T>, E> {
        let line = self.line;
        let fault =
            || E::custom(format!("expected a clue or \".\" for each {line} and found none"));
        if clues.is_empty() { Err(fault()) } else { Ok(LineClues(clues)) }
    }
}

impl<'de, T> Visitor<'de> for Text<T>
where
    Option<T>: Token,
{
    type Value = LineClues<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a text with a clue for each {}, `.` where there is none", self.line)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<LineClues<T>, E> {
        let lines = text.trim().lines().count();
        if lines > 1 {
            return Err(E::custom(format!("expected one line of clues and found {lines}")));
        }
        let tokens = text.split_whitespace().enumerate();
        let clues = tokens.map(|(number, token)| self.clue(number, token));
        self.some(clues.collect::<Result<_, _>>()?)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<LineClues<T>, A::Error> {
        let mut clues = Vec::new();
        while let Some(element) = list.next_element()? {
            let token = match element {
                Element::Number(number) => number.to_string(),
                Element::Text(text) => text,
            };
            clues.push(self.clue(clues.len(), &token)?);
        }
        self.some(clues)
    }
}

/// The clues of all four sides, a table of an instance: `top` and `bottom` list the columns from
/// left to right, `left` and `right` list the rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "Option<T>: Token"))]
pub struct Border<T> {
    /// Above the columns, looking down.
    #[serde(deserialize_with = "LineClues::of_columns")]
    pub top: LineClues<T>,
    /// Below the columns, looking up.
    #[serde(deserialize_with = "LineClues::of_columns")]
    pub bottom: LineClues<T>,
    /// At the left of the rows, looking right.
    #[serde(deserialize_with = "LineClues::of_rows")]
    pub left: LineClues<T>,
    /// At the right of the rows, looking left.
    #[serde(deserialize_with = "LineClues::of_rows")]
    pub right: LineClues<T>,
}

impl<T> Border<T> {
    /// Returns the clues of a grid with `size` rows and columns: `clue` returns each given one.
    pub fn of(size: usize, mut clue: impl FnMut(Side, usize) -> Option<T>) -> Self {
        let [top, bottom, left, right] =
            Side::ALL.map(|side| (0..size).map(|line| clue(side, line)).collect());
        Border { top, bottom, left, right }
    }

    /// Returns the number of rows and of columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.top.len()
    }

    /// Returns the clues of a side.
    #[must_use]
    pub fn side(&self, side: Side) -> &LineClues<T> {
        match side {
            Side::Top => &self.top,
            Side::Bottom => &self.bottom,
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    /// Returns the given clues, with their side and the number of their row or column.
    pub fn given(&self) -> impl Iterator<Item = (Side, usize, &T)> {
        Side::ALL
            .into_iter()
            .flat_map(|side| self.side(side).given().map(move |(line, clue)| (side, line, clue)))
    }

    /// Returns the clues as functions of a board, for [`Puzzle::clues`](puzzle::Puzzle::clues):
    /// `key` is their table in the instance, and `of` returns the clue that a board shows from a
    /// side.
    pub fn of_board<'a>(
        &self,
        key: &str,
        says: &'static str,
        of: impl Fn(&Board, Side, usize) -> Option<T> + Copy + 'a,
    ) -> Vec<Clues<'a>>
    where
        T: Copy + fmt::Display,
    {
        let clues = Side::ALL.into_iter().map(|side| {
            let key = format!("{key}.{}", side.key());
            let of = move |board: &Board, line| of(board, side, line);
            self.side(side).of_board(key, |line| side.site(line), says, of)
        });
        clues.collect()
    }

    /// Refuses sides of different lengths. `key` is the table's name in the instance.
    ///
    /// # Errors
    /// Names the side, its length, and the one that was expected.
    pub fn check_sides(&self, key: &str) -> Result<()> {
        let top = format!("{key}.top");
        Side::ALL.into_iter().try_for_each(|side| {
            self.side(side).check_as_many(&format!("{key}.{}", side.key()), &top, &self.top)
        })
    }
}

/// Returns an instance whose lines of clues, at these keys, have no clues. `size` is their length.
#[must_use]
pub fn without_clues(size: usize, keys: &[&str]) -> Draft {
    let line = vec!["."; size].join(" ");
    keys.iter().fold(Draft::new(), |draft, key| draft.text(key, &line))
}

/// Returns an instance of this size whose borders, the tables at these keys, have no clues.
#[must_use]
pub fn without_border_clues(size: usize, tables: &[&str]) -> Draft {
    let keys =
        tables.iter().flat_map(|table| Side::ALL.map(|side| format!("{table}.{}", side.key())));
    let keys: Vec<String> = keys.collect();
    without_clues(size, &keys.iter().map(String::as_str).collect::<Vec<_>>())
}
