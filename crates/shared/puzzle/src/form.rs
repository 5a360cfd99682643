//! The form of a puzzle's boards: their shape, and the words for their values.

mod every;
mod fill;

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::rc::Rc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use grid_utils::{Cell, Grid, Quoted};
use itertools::Itertools;
use picture::{Ink, Picture, Tint, centroid};
use rules::{Int, Model};

use crate::Board;

/// The shape of an instance's boards and the words for their values. Boards are read against it,
/// with the place of every error, so that checkers and pictures only see boards of this form.
///
/// ```
/// use puzzle::Form;
///
/// let form = Form::numbers(2, 2, 1..=4);
/// let board = form.read("1 2\n. 4")?;
/// assert_eq!(form.write(&board), "1 2\n. 4");
/// let fault = |text| form.read(text).unwrap_err().to_string();
/// assert_eq!(fault("1 2"), "the board has 1 row and 2 columns; expected 2 of each");
/// assert_eq!(
///     fault("1 2\n. 5"),
///     "row 2, column 2: expected a number from 1 to 4 or \".\" and found \"5\""
/// );
/// # anyhow::Ok(())
/// ```
#[derive(Clone)]
pub struct Form {
    pub(crate) shape: Shape,
    words: Words,
    /// The cells whose values are given, in a grid of the same size.
    givens: Option<Grid<Option<i64>>>,
    /// The value whose word is for givens alone.
    for_givens: Option<i64>,
    /// Whether the words of a grid only distinguish its pieces.
    has_free_names: bool,
    /// Corner of a part's first cell in the puzzle's picture.
    corner: Option<(f64, f64)>,
    /// Corners of its cells there, unless they are squares.
    outlines: Vec<Vec<(f64, f64)>>,
    lines: Option<Lines>,
    /// What sentences say instead of the words, by value.
    said: &'static [&'static str],
}

/// Lines to neighbouring cells that words represent.
#[derive(Clone)]
struct Lines {
    /// Their names, rows down and columns to the right.
    directions: &'static [(&'static str, (i32, i32))],
    /// For each word, the directions, a bit for each.
    of_words: Vec<u8>,
}

/// Returns the usual way to write a text; `None` if it is no board.
type Usual = dyn Fn(&str) -> Option<String>;

#[derive(Clone)]
pub(crate) enum Shape {
    Grid {
        rows: usize,
        columns: usize,
        /// Whether cells of a complete board may be empty.
        may_be_empty: bool,
    },
    Walk,
    List {
        /// Text between two values.
        separator: &'static str,
        /// Number of values per line.
        per_line: usize,
        /// Whether the values are a set, kept in ascending order.
        is_set: bool,
    },
    Line {
        /// Completes "expected ..." in errors.
        expected: &'static str,
        usual: Rc<Usual>,
    },
    Parts {
        parts: Vec<(String, Form)>,
        layout: Layout,
    },
}

/// How parts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Each part below its name, `A:`; a blank line follows it.
    Blocks,
    /// Each part below its name, without blank lines.
    Dense,
    /// Each part after its name on one line.
    Lines,
    /// The first part without its name, each other one after its name on one line, without a colon.
    Tail,
    /// Each part on a line of its own, without its name: rows of different lengths.
    Rows,
}

impl Layout {
    /// Returns the text between the part before and the part with this number.
    fn heading(self, number: usize, name: &str) -> String {
        let gap = match (self, number) {
            (_, 0) => "",
            (Self::Blocks, _) => "\n\n",
            _ => "\n",
        };
        match (self, number) {
            (Self::Tail, 0) => String::new(),
            (Self::Rows, _) => gap.to_owned(),
            (Self::Tail, _) => format!("{gap}{name} "),
            (Self::Lines, _) => format!("{gap}{name}: "),
            (Self::Blocks | Self::Dense, _) => format!("{gap}{name}:\n"),
        }
    }
}

/// The words for the values of a board.
#[derive(Clone)]
enum Words {
    Numbers(RangeInclusive<i64>),
    /// Numbers, each after its name.
    Named(Rc<[String]>, RangeInclusive<i64>),
    /// The words for 0, 1, ...; no word stands for an empty cell.
    Names(Rc<[String]>),
    Cells {
        rows: usize,
        columns: usize,
        chess: bool,
    },
    Own(Rc<dyn Vocabulary>),
}

/// A vocabulary specific to a puzzle. Words contain no white space and are never `.`.
pub trait Vocabulary {
    /// Returns the word for a value at a place of the board, counted from 0 in reading order.
    fn word(&self, place: usize, value: i64) -> String;

    /// Returns the value of a word at a place; `None` for unknown words.
    fn value(&self, place: usize, word: &str) -> Option<i64>;

    /// Completes "expected ..." in errors: "a piece and the number of a step, such as Q3".
    fn expected(&self, place: usize) -> String;

    /// Returns the characters of the words, for on-screen keys; empty if they are too many.
    fn signs(&self) -> String {
        String::new()
    }

    /// Returns the hues of cells whose words begin with a character, in degrees: red is 0, green
    /// 120, blue 240.
    fn hues(&self) -> Vec<(char, u16)> {
        Vec::new()
    }
}

impl Form {
    /// Creates a grid of numbers.
    #[must_use]
    pub fn numbers(rows: usize, columns: usize, range: RangeInclusive<i64>) -> Self {
        Self::grid(rows, columns, Words::Numbers(range))
    }

    /// Creates a grid of words; values number them from 0.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use puzzle::Form;
    ///
    /// let form = Form::words(1, 3, ["/", "\\"]);
    /// let board = form.read("\\ / .")?;
    /// assert_eq!(board[Cell::new(0, 0)], Some(1));
    /// # anyhow::Ok(())
    /// ```
    pub fn words<W: Into<String>>(
        rows: usize,
        columns: usize,
        words: impl IntoIterator<Item = W>,
    ) -> Self {
        Self::grid(rows, columns, Words::Names(words.into_iter().map(W::into).collect()))
    }

    /// Creates a grid of cells that are shaded, `#` with the value 1, or not, `-` with the value 0.
    #[must_use]
    pub fn shading(rows: usize, columns: usize) -> Self {
        Self::words(rows, columns, SHADING)
    }

    /// Creates a grid of cells with a loop through their centres. A word is the two directions in
    /// which the loop leaves its cell, `NE`, or `-`, or one of `others`, of which a direction alone,
    /// `N`, is the end of a line.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let form = Form::loop_through(2, 3, ["#"]);
    /// assert!(form.read("ES SW #\nNE NW -").is_ok());
    /// ```
    #[must_use]
    pub fn loop_through<const N: usize>(
        rows: usize,
        columns: usize,
        others: [&'static str; N],
    ) -> Self {
        let directions = |word: &&str| {
            let leaves = |(name, _): &(&str, _)| word.contains(name);
            (0..).zip(&SIDES).map(|(bit, side)| u8::from(leaves(side)) << bit).sum()
        };
        let lines = LOOP_WORDS.iter().chain(&others).map(directions).collect();
        Self::words(rows, columns, LOOP_WORDS.into_iter().chain(others))
            .with_lines(&SIDES, lines)
            .said_as(&SAID_OF_LOOP)
    }

    /// Creates a grid of cells (rows x columns) with a loop along their sides: a grid of their
    /// corners, with the words of [`loop_through`](Self::loop_through), drawn over the grid of
    /// cells.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// // Around the left one of two cells.
    /// let form = Form::loop_along(1, 2);
    /// let board = form.read("ES SW -\nNE NW -")?;
    /// assert_eq!(form.picture(Some(&board)).columns(), 2);
    /// # anyhow::Ok(())
    /// ```
    #[must_use]
    pub fn loop_along(rows: usize, columns: usize) -> Self {
        Self::loop_through(rows + 1, columns + 1, []).drawn_at(ON_CORNERS)
    }

    /// Creates a grid of words that the puzzle reads and writes itself.
    pub fn own(rows: usize, columns: usize, words: impl Vocabulary + 'static) -> Self {
        Self::grid(rows, columns, Words::Own(Rc::new(words)))
    }

    /// Creates a walk over the cells of a grid, written as `r1c4 r2c4`.
    #[must_use]
    pub fn walk(rows: usize, columns: usize) -> Self {
        Self::of(Shape::Walk, Words::Cells { rows, columns, chess: false })
    }

    /// Creates a walk over a chess board, written in chess notation: `a1 c2`, the last row being
    /// rank 1.
    #[must_use]
    pub fn chess_walk(rows: usize, columns: usize) -> Self {
        Self::of(Shape::Walk, Words::Cells { rows, columns, chess: true })
    }

    /// Creates a list of numbers of any length.
    #[must_use]
    pub fn list(range: RangeInclusive<i64>) -> Self {
        Self::list_of(Words::Numbers(range))
    }

    /// Creates a list of words that the puzzle reads and writes itself.
    pub fn own_list(words: impl Vocabulary + 'static) -> Self {
        Self::list_of(Words::Own(Rc::new(words)))
    }

    /// Creates the form of a single number.
    #[must_use]
    pub fn value(range: RangeInclusive<i64>) -> Self {
        Self::numbers(1, 1, range)
    }

    /// Creates a number for each name, as one row of a grid: written as `rg=2 g=5`, without open
    /// and given ones, and read in any order.
    pub fn named<N: Into<String>>(
        names: impl IntoIterator<Item = N>,
        range: RangeInclusive<i64>,
    ) -> Self {
        let names: Rc<[String]> = names.into_iter().map(N::into).collect();
        Self::grid(1, names.len(), Words::Named(names, range))
    }

    /// Creates a line of text, such as a number of any size or a formula. `is_one` accepts valid
    /// texts; `expected` completes "expected ..." in errors: "a fraction such as 3/4".
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let form = Form::line("digits", |text| text.bytes().all(|byte| byte.is_ascii_digit()));
    /// assert_eq!(form.read("12\n")?.line(), "12");
    /// assert_eq!(form.read("1.5").unwrap_err().to_string(), "expected digits and found \"1.5\"");
    /// # anyhow::Ok(())
    /// ```
    #[must_use]
    pub fn line(expected: &'static str, is_one: fn(&str) -> bool) -> Self {
        Self::line_in_ways(expected, move |text| is_one(text).then(|| text.to_owned()))
    }

    /// Creates a line of text that can be written in several ways, such as a number. `usual` returns
    /// the way in which boards write it, and `None` for invalid texts; `expected` completes
    /// "expected ..." in errors.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let form = Form::line_in_ways("a number", |text| Some(text.parse::<u32>().ok()?.to_string()));
    /// assert_eq!(form.read("007")?.line(), "7");
    /// # anyhow::Ok(())
    /// ```
    pub fn line_in_ways(
        expected: &'static str,
        usual: impl Fn(&str) -> Option<String> + 'static,
    ) -> Self {
        Self::of(Shape::Line { expected, usual: Rc::new(usual) }, Words::Numbers(0..=0))
    }

    /// Creates a form of several named parts.
    pub fn parts<N: Into<String>>(
        layout: Layout,
        parts: impl IntoIterator<Item = (N, Form)>,
    ) -> Self {
        let parts = parts.into_iter().map(|(name, form)| (name.into(), form)).collect();
        Self::of(Shape::Parts { parts, layout }, Words::Numbers(0..=0))
    }

    fn grid(rows: usize, columns: usize, words: Words) -> Self {
        Self::of(Shape::Grid { rows, columns, may_be_empty: false }, words)
    }

    fn list_of(words: Words) -> Self {
        Self::of(Shape::List { separator: " ", per_line: usize::MAX, is_set: false }, words)
    }

    fn of(shape: Shape, words: Words) -> Self {
        Form {
            shape,
            words,
            givens: None,
            for_givens: None,
            has_free_names: false,
            corner: None,
            outlines: Vec::new(),
            lines: None,
            said: &[],
        }
    }

    /// Adds given values to a grid: a valid board keeps them, and they are drawn as givens. Givens
    /// outside the grid are ignored. `docs/annotations.md` says when to take given values, clues or
    /// labels.
    #[must_use]
    pub fn with_givens<T: Copy + Into<i64>>(mut self, givens: &Grid<Option<T>>) -> Self {
        self.givens = Some(givens.map(|_, given| given.map(T::into)));
        self
    }

    /// Declares that the word of a value is for givens alone, such as that of a black cell: readers
    /// who fill in the board are not offered it.
    #[must_use]
    pub fn with_word_for_givens(mut self, value: i64) -> Self {
        self.for_givens = Some(value);
        self
    }

    /// Allows empty cells, `.`, in complete boards of a grid.
    ///
    /// # Panics
    /// If the form is not a grid.
    #[must_use]
    pub fn with_empty_cells(mut self) -> Self {
        match &mut self.shape {
            Shape::Grid { may_be_empty, .. } => *may_be_empty = true,
            _ => panic!("only a grid has empty cells"),
        }
        self
    }

    /// Declares that the words of a grid only distinguish its pieces, so that a piece of a partial
    /// board may have another name in the complete one.
    #[must_use]
    pub fn with_free_names(mut self) -> Self {
        self.has_free_names = true;
        self
    }

    /// Places a grid that is a part in the puzzle's picture, the corner of its first cell at (x,
    /// y), so that it can be filled in there.
    #[must_use]
    pub fn drawn_at(mut self, corner: (f64, f64)) -> Self {
        self.corner = Some(corner);
        self
    }

    /// Places a grid that is a part in the puzzle's picture, its cells as polygons, so that it can
    /// be filled in there: the corners of each cell in reading order, empty where there is no cell.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let roof = vec![(0.0, 1.0), (1.0, 0.0), (2.0, 1.0)];
    /// let form = Form::numbers(1, 1, 1..=9).drawn_as([roof]);
    /// assert_eq!(form.to_fill(false)[0].middles, [Some((1.0, 0.67, 0))]);
    /// ```
    #[must_use]
    pub fn drawn_as(mut self, outlines: impl IntoIterator<Item = Vec<(f64, f64)>>) -> Self {
        self.outlines = outlines.into_iter().collect();
        self
    }

    /// Declares that some words of a grid stand for lines to neighbouring cells, drawn while a
    /// reader fills it in: for each word the directions in which they leave its cell, one bit each.
    /// Directions are names with steps down and to the right. Of two directions with the same step,
    /// the second one stands for two lines.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let form = Form::words(1, 2, ["-", "E", "W"]);
    /// let form = form.with_lines(&[("E", (0, 1)), ("W", (0, -1))], vec![0b00, 0b01, 0b10]);
    /// assert_eq!(form.to_fill(true)[0].lines, [0, 1, 2]);
    /// ```
    #[must_use]
    pub fn with_lines(
        mut self,
        directions: &'static [(&'static str, (i32, i32))],
        of_words: Vec<u8>,
    ) -> Self {
        self.lines = Some(Lines { directions, of_words });
        self
    }

    /// Says in sentences what signs stand for, the one for 0 first: "r1c1 is a lamp" for `o`.
    #[must_use]
    pub fn said_as(mut self, said: &'static [&'static str]) -> Self {
        self.said = said;
        self
    }

    pub(crate) fn has_free_names(&self) -> bool {
        self.has_free_names
    }

    /// Sets the separator of a list's values, such as `,` or a line break, instead of a space.
    ///
    /// # Panics
    /// If the form is not a list.
    #[must_use]
    pub fn separated_by(mut self, text: &'static str) -> Self {
        match &mut self.shape {
            Shape::List { separator, .. } => *separator = text,
            _ => panic!("only the values of a list are separated"),
        }
        self
    }

    /// Sets a fixed number of values per line of a list. The lines are a set: they are read in any
    /// order and kept sorted, and a search must report them sorted.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let points = Form::list(0..=9).in_lines_of(2);
    /// assert_eq!(points.read("3 4\n1 2").unwrap(), vec![1, 2, 3, 4].into());
    /// assert_eq!(points.write(&vec![1, 2, 3, 4].into()), "1 2\n3 4");
    /// let error = points.read("1 2\n3").unwrap_err().to_string();
    /// assert_eq!(error, "line 2: expected 2 values and found 1");
    /// ```
    ///
    /// # Panics
    /// If the form is not a list.
    #[must_use]
    pub fn in_lines_of(mut self, values: usize) -> Self {
        match &mut self.shape {
            Shape::List { per_line, .. } => *per_line = values.max(1),
            _ => panic!("only the values of a list stand in lines"),
        }
        self
    }

    /// Accepts the values of a list in any order: boards hold them in ascending order. `.` stands
    /// for an empty list.
    ///
    /// ```
    /// use puzzle::Form;
    ///
    /// let form = Form::list(0..=9).in_any_order();
    /// assert_eq!(form.read("3 1 . 2")?, vec![1, 2, 3].into());
    /// assert_eq!(form.write(&form.read("")?), ".");
    /// # anyhow::Ok(())
    /// ```
    ///
    /// # Panics
    /// If the form is not a list.
    #[must_use]
    pub fn in_any_order(mut self) -> Self {
        match &mut self.shape {
            Shape::List { is_set, .. } => *is_set = true,
            _ => panic!("only the values of a list have an order"),
        }
        self
    }

    /// Returns the rows and columns of a grid, or of a walk's grid; `None` for lists and parts.
    #[must_use]
    pub fn size(&self) -> Option<(usize, usize)> {
        match (&self.shape, &self.words) {
            (&Shape::Grid { rows, columns, .. }, _) | (_, &Words::Cells { rows, columns, .. }) => {
                Some((rows, columns))
            }
            _ => None,
        }
    }

    /// Returns whether texts name the cells of a picture by row and column: a grid of squares, not
    /// named as on a chess board.
    #[must_use]
    pub fn names_cells_of(&self, picture: &Picture) -> bool {
        self.size() == Some((picture.rows(), picture.columns()))
            && self.outlines.is_empty()
            && !matches!(self.words, Words::Cells { chess: true, .. })
    }

    /// Returns where the corner of its first cell is in the puzzle's picture.
    #[must_use]
    pub fn corner(&self) -> (f64, f64) {
        self.corner.unwrap_or_default()
    }

    /// Returns the corners of a cell in the puzzle's picture, if its cells are [polygons](Self::drawn_as).
    #[must_use]
    pub fn outline(&self, cell: Cell) -> Option<&[(f64, f64)]> {
        let (rows, columns) = self.size()?;
        let is_inside = cell.row < rows && cell.column < columns;
        let outline = self.outlines.get(cell.row * columns + cell.column)?;
        (is_inside && !outline.is_empty()).then_some(outline)
    }

    /// Returns the middle of a cell in the puzzle's picture.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use puzzle::Form;
    ///
    /// let squares = Form::numbers(1, 2, 1..=9);
    /// assert_eq!(squares.middle(Cell::new(0, 1)), (1.5, 0.5));
    /// let roofs = [vec![(0.0, 3.0), (1.0, 0.0), (2.0, 3.0)], Vec::new()];
    /// assert_eq!(squares.drawn_as(roofs).middle(Cell::new(0, 0)), (1.0, 2.0));
    /// ```
    #[must_use]
    pub fn middle(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner();
        let in_square = (x + cell.column as f64 + 0.5, y + cell.row as f64 + 0.5);
        self.outline(cell).and_then(centroid).unwrap_or(in_square)
    }

    /// Returns whether its words represent lines to neighbouring cells.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        self.lines.is_some()
    }

    /// Writes the board as text.
    ///
    /// # Panics
    /// If the board has another form.
    #[must_use]
    pub fn write(&self, board: &Board) -> String {
        if let Words::Named(..) = self.words {
            let open = self.open_names();
            let known = open.filter_map(|(name, cell)| Some(format!("{name}={}", board[cell]?)));
            return known.format(" ").to_string();
        }
        match &self.shape {
            Shape::Grid { columns, .. } => {
                let word = |Cell { row, column }: Cell, value: &Option<i64>| match value {
                    Some(value) => self.words.word(row * columns + column, *value),
                    None => OPEN.to_owned(),
                };
                board.grid().map(word).to_string()
            }
            Shape::Walk => board.walk().iter().map(|&step| self.words.step(step)).join(" "),
            Shape::List { is_set: true, .. } if board.list().is_empty() => OPEN.to_owned(),
            Shape::List { separator, per_line, .. } => {
                let values = board.list().iter().enumerate();
                let words = values.map(|(place, &value)| self.words.word(place, value));
                words.collect_vec().chunks(*per_line).map(|line| line.join(separator)).join("\n")
            }
            Shape::Line { .. } => board.line().to_owned(),
            Shape::Parts { parts, layout } => {
                let mut text = String::new();
                for (number, ((name, form), board)) in parts.iter().zip(board.parts()).enumerate() {
                    let _ = write!(text, "{}{}", layout.heading(number, name), form.write(board));
                }
                text
            }
        }
    }

    /// Reads a board, complete or not.
    ///
    /// # Errors
    /// Names the place, its contents, and what was expected.
    pub fn read(&self, text: &str) -> Result<Board> {
        match &self.shape {
            &Shape::Grid { columns, .. } if matches!(self.words, Words::Named(..)) => {
                self.read_named(text, columns)
            }
            &Shape::Grid { rows, columns, .. } => self.read_grid(text, rows, columns),
            Shape::Walk => {
                let steps = (1..).zip(text.split_whitespace()).map(|(number, word)| {
                    self.words.cell(word).ok_or_else(|| {
                        let (expected, found) = (self.words.expected(0), Quoted(word));
                        anyhow!("step {number}: expected {expected} and found {found}")
                    })
                });
                Ok(Board::Walk(steps.collect::<Result<_>>()?))
            }
            &Shape::List { separator, per_line, is_set } => {
                if per_line < usize::MAX {
                    let lines = text.lines().filter(|line| !line.trim().is_empty());
                    for (number, line) in (1..).zip(lines) {
                        let found = line.split_whitespace().count();
                        ensure!(
                            found == per_line,
                            "line {number}: expected {} and found {found}",
                            crate::counted(per_line, "value")
                        );
                    }
                }
                let words =
                    text.split(|letter: char| letter.is_whitespace() || separator.contains(letter));
                let is_nothing = |word: &str| word.is_empty() || is_set && word == OPEN;
                let words = words.filter(|word| !is_nothing(word)).enumerate();
                let values = words.map(|(place, word)| self.words.read(place, word));
                let mut values: Vec<i64> = values.collect::<Result<_>>()?;
                if is_set {
                    values.sort_unstable();
                } else if per_line < usize::MAX {
                    values = values.chunks(per_line).sorted().flatten().copied().collect();
                }
                Ok(Board::List(values))
            }
            Shape::Line { expected, usual } => {
                let line = text.trim().replace('\t', " ");
                let is_line = !line.is_empty() && !line.contains(char::is_control);
                let Some(usual) = is_line.then(|| usual(&line)).flatten() else {
                    let is_one = |text: &str| usual(text).is_some();
                    let (place, found) = wrong_word(&line, is_one).unwrap_or_default();
                    let found = Quoted(if place.is_empty() { &line } else { found });
                    bail!("{place}expected {expected} and found {found}");
                };
                Ok(Board::Line(usual))
            }
            Shape::Parts { parts, layout } => read_parts(parts, *layout, text),
        }
    }

    /// Returns the names of the values that are not given, with their cells.
    fn open_names(&self) -> impl Iterator<Item = (&str, Cell)> {
        let names = match &self.words {
            Words::Named(names, _) => &names[..],
            _ => &[],
        };
        let names = names.iter().enumerate().map(|(place, name)| (&**name, Cell::new(0, place)));
        names.filter(|&(_, cell)| self.given(cell).is_none())
    }

    fn read_named(&self, text: &str, names: usize) -> Result<Board> {
        let mut board = Board::Grid(Grid::from_fn(1, names, |cell| self.given(cell)));
        for word in text.split_whitespace() {
            let known = word.split_once('=').and_then(|(name, value)| {
                Some((self.open_names().find(|&(open, _)| open == name)?, value))
            });
            let ((name, cell), value) = known.with_context(|| {
                let names = self.open_names().map(|(name, _)| name).join(", ");
                format!("expected NAME=VALUE for {names} and found {}", Quoted(word))
            })?;
            ensure!(board[cell].is_none(), "`{name}` occurs twice");
            let number = self.words.value(cell.column, value).with_context(|| {
                let expected = self.words.expected(cell.column);
                format!("`{name}`: expected {expected} and found {}", Quoted(value))
            })?;
            board[cell] = Some(number);
        }
        Ok(board)
    }

    /// Returns the text of a grid in lines of words, if it is in one line with `/` between rows, as
    /// answers are, or has words of one character without spaces.
    fn in_lines(&self, text: &str, rows: usize, columns: usize) -> String {
        let text = text.trim();
        let is_answer = rows > 1 && !text.contains('\n') && self.words.value(0, "/").is_none();
        let lines = text.split(if is_answer { " / " } else { "\n" });
        let is_dense =
            |line: &str| !line.contains(char::is_whitespace) && line.chars().count() == columns;
        if columns > 1 && lines.clone().map(str::trim).all(is_dense) {
            lines.map(|line| line.trim().chars().join(" ")).join("\n")
        } else {
            lines.map(str::trim_end).join("\n")
        }
    }

    fn read_grid(&self, text: &str, rows: usize, columns: usize) -> Result<Board> {
        let text = &self.in_lines(text, rows, columns);
        // Larger texts are not boards and need not be split.
        let lines = text.lines();
        let found = lines.clone().count();
        ensure!(found <= 4 * rows + 64, "the board has {found} rows; expected {rows}");
        let found = lines.map(|line| line.split_whitespace().count()).max().unwrap_or(0);
        ensure!(found <= 4 * columns + 64, "the board has {found} columns; expected {columns}");
        let words: Grid<String> = text.parse()?;
        ensure!(
            (words.rows(), words.columns()) == (rows, columns),
            "the board has {}; expected {}",
            words.shape_in_words(),
            if rows == columns {
                format!("{rows} of each")
            } else {
                format!("{rows} and {columns}")
            }
        );
        let mut grid = Grid::filled(rows, columns, None);
        for (cell, word) in &words {
            if word != OPEN {
                let place = cell.row * columns + cell.column;
                let value = self.words.value(place, word).with_context(|| {
                    let expected = self.words.expected(place);
                    format!(
                        "{}: expected {expected} or \"{OPEN}\" and found {}",
                        cell.in_words(),
                        Quoted(word)
                    )
                })?;
                grid[cell] = Some(value);
            }
        }
        Ok(Board::Grid(grid))
    }

    /// Refuses a board of another form, one with open cells, and one that does not keep the given
    /// values.
    ///
    /// # Errors
    /// Names the cell.
    pub fn check(&self, board: &Board) -> Result<()> {
        ensure!(self.fits(board), "the board has another form");
        match &self.shape {
            &Shape::Grid { columns, may_be_empty, .. } => {
                let word =
                    |cell: Cell, value| self.words.word(cell.row * columns + cell.column, value);
                for (cell, &value) in board.grid() {
                    match (value, self.given(cell)) {
                        (Some(found), Some(given)) if found != given => bail!(
                            "{cell} holds {} instead of the given {}",
                            word(cell, found),
                            word(cell, given)
                        ),
                        (None, Some(given)) => {
                            bail!(
                                "{cell} is empty instead of holding the given {}",
                                word(cell, given)
                            )
                        }
                        (None, None) if !may_be_empty => match &self.words {
                            Words::Named(names, _) => bail!("`{}` is empty", names[cell.column]),
                            _ => bail!("{cell} is empty"),
                        },
                        _ => {}
                    }
                }
            }
            Shape::Parts { parts, .. } => {
                for ((name, form), board) in parts.iter().zip(board.parts()) {
                    form.check(board).with_context(|| name.clone())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether a board has this shape.
    fn fits(&self, board: &Board) -> bool {
        match (&self.shape, board) {
            (&Shape::Grid { rows, columns, .. }, Board::Grid(grid)) => {
                (grid.rows(), grid.columns()) == (rows, columns)
            }
            (Shape::Walk, Board::Walk(_)) | (Shape::List { .. }, Board::List(_)) => true,
            (Shape::Line { usual, .. }, Board::Line(line)) => usual(line).is_some(),
            (Shape::Parts { parts, .. }, Board::Parts(boards)) => {
                parts.len() == boards.len()
                    && parts.iter().zip(boards).all(|((_, form), board)| form.fits(board))
            }
            _ => false,
        }
    }

    /// Adds the variables for the cells of a grid (rows x columns): one number each, with its
    /// values, and 0 if the cell may be empty. Returns `None` if the form is not a grid of numbers
    /// or of listed words.
    pub fn variables(&self, model: &mut Model) -> Option<Grid<Int>> {
        let &Shape::Grid { rows, columns, may_be_empty } = &self.shape else { return None };
        let (least, most) = match &self.words {
            Words::Numbers(range) | Words::Named(_, range) => (*range.start(), *range.end()),
            Words::Names(names) => (0, i64::try_from(names.len()).unwrap_or(i64::MAX) - 1),
            Words::Cells { .. } | Words::Own(_) => return None,
        };
        let least = if may_be_empty { least.min(0) } else { least };
        if (least, most) == (0, 1) {
            return Some(model.flags(rows, columns).map(|_, &flag| flag.into()));
        }
        Some(model.grid(rows, columns, least..=most))
    }

    /// Draws a grid with the values of a board, or the board's text for other forms.
    #[must_use]
    pub fn picture(&self, board: Option<&Board>) -> Picture {
        let &Shape::Grid { rows, columns, .. } = &self.shape else {
            return Picture::text_block(&board.map_or_else(String::new, |board| self.write(board)));
        };
        let mut picture = match self.corner {
            Some(ON_CORNERS) => Picture::grid(rows - 1, columns - 1).dotted().clone(),
            _ => Picture::grid(rows, columns),
        };
        for cell in Grid::filled(rows, columns, ()).cells() {
            let (value, ink) = match (self.given(cell), board.and_then(|board| board[cell])) {
                (Some(given), Some(found)) if given != found => (found, Ink::Warning),
                (Some(given), _) => (given, Ink::Given),
                (None, Some(found)) => (found, Ink::Found),
                (None, None) => continue,
            };
            let word = self.words.word(cell.row * columns + cell.column, value);
            match word.as_str() {
                SHADED if self.is_shading() || self.lines.is_some() => {
                    picture.fill(cell, Tint::Shaded);
                }
                UNSHADED if self.is_shading() => {
                    picture.fill(cell, Tint::Unshaded);
                }
                UNSHADED if self.lines.is_some() => {}
                _ if self.draws_lines(&mut picture, cell, value) => {}
                _ => {
                    picture.text(cell, &word, ink);
                }
            }
        }
        picture
    }

    /// Draws the lines that a value represents, from the centre of its cell halfway to its
    /// neighbours. Returns false if it represents none.
    fn draws_lines(&self, picture: &mut Picture, cell: Cell, value: i64) -> bool {
        let bits = self
            .lines
            .as_ref()
            .and_then(|Lines { of_words, .. }| of_words.get(usize::try_from(value).ok()?).copied());
        let (Some(Lines { directions, .. }), Some(1..)) = (&self.lines, bits) else { return false };
        let (left, top) = self.corner.unwrap_or_default();
        let middle = (left + cell.column as f64 + 0.5, top + cell.row as f64 + 0.5);
        let leaves = |bit: &usize| bits.is_some_and(|bits| bits >> bit & 1 == 1);
        let end = |bit: usize| {
            let (_, (down, right)) = directions[bit];
            (middle.0 + f64::from(right) / 2.0, middle.1 + f64::from(down) / 2.0)
        };
        let ends = (0..directions.len()).filter(leaves).collect_vec();
        let is_double = |bit: usize| directions[..bit].iter().any(|one| one.1 == directions[bit].1);
        match ends[..] {
            [one, other] if !is_double(one) && !is_double(other) => {
                picture.line(&[end(one), middle, end(other)], Ink::Accent, 0.12);
            }
            _ => {
                for bit in ends {
                    let (_, (down, right)) = directions[bit];
                    // Two lines run side by side.
                    let asides: &[f64] = if is_double(bit) { &[-0.1, 0.1] } else { &[0.0] };
                    for aside in asides {
                        let (x, y) = (aside * f64::from(down), aside * f64::from(right));
                        let points = [middle, end(bit)].map(|point| (point.0 + x, point.1 + y));
                        picture.line(&points, Ink::Accent, 0.12);
                    }
                }
            }
        }
        true
    }

    /// Describes a cell with a value, for a sentence: "7", "empty", "shaded", "unshaded".
    #[must_use]
    pub fn said(&self, cell: Cell, value: i64) -> String {
        if let Some(said) = usize::try_from(value).ok().and_then(|value| self.said.get(value)) {
            return (*said).to_owned();
        }
        let columns = self.size().map_or(0, |(_, columns)| columns);
        let word = self.words.word(cell.row * columns + cell.column, value);
        match word.as_str() {
            "-" if self.is_shading() => "unshaded".to_owned(),
            "#" => "shaded".to_owned(),
            "" => "empty".to_owned(),
            _ if value == 0 && self.may_be_empty() => "empty".to_owned(),
            _ => word,
        }
    }

    pub(crate) fn may_be_empty(&self) -> bool {
        matches!(self.shape, Shape::Grid { may_be_empty: true, .. })
    }

    /// Returns the board with nothing but the [given values](Self::with_givens), if there are any.
    #[must_use]
    pub fn given_board(&self) -> Option<Board> {
        let &Shape::Grid { rows, columns, .. } = &self.shape else { return None };
        self.givens.as_ref()?;
        Some(Board::Grid(Grid::from_fn(rows, columns, |cell| self.given(cell))))
    }

    /// Returns the value that a cell of a grid is given.
    #[must_use]
    pub fn given(&self, cell: Cell) -> Option<i64> {
        self.givens.as_ref()?.get(cell).copied().flatten()
    }

    /// Returns whether the cells of a grid are shaded or not.
    #[must_use]
    pub fn is_shading(&self) -> bool {
        matches!(&self.words, Words::Names(names) if **names == SHADING)
    }
}

/// Returns the first word of a line that does not go on with what the words before are, with its
/// place for messages.
fn wrong_word(line: &str, is_one: impl Fn(&str) -> bool) -> Option<(String, &str)> {
    /// More words are not worth looking at.
    const MOST_WORDS: usize = 2000;
    let words = line.split_whitespace().take(MOST_WORDS);
    let end = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize + word.len();
    let wrong = (1..).zip(words).find(|(_, word)| !is_one(&line[..end(word)]));
    let (number, word) = wrong.filter(|&(number, word)| number > 1 && !is_one(word))?;
    Some((format!("word {number}: "), word))
}

/// Word for an open or empty cell.
const OPEN: &str = ".";

/// The words of a shading.
const SHADING: [&str; 2] = [UNSHADED, SHADED];
const UNSHADED: &str = "-";
const SHADED: &str = "#";

/// The words of a loop: the directions in which it leaves a cell.
pub const LOOP_WORDS: [&str; 7] = [UNSHADED, "EW", "ES", "SW", "NE", "NS", "NW"];

/// What sentences say for them.
const SAID_OF_LOOP: [&str; 7] = [
    "off the loop",
    "a line left and right",
    "a line right and down",
    "a line left and down",
    "a line up and right",
    "a line up and down",
    "a line up and left",
];

/// The directions in which a loop leaves a square, with the steps down and to the right.
const SIDES: [(&str, (i32, i32)); 4] =
    [("N", (-1, 0)), ("E", (0, 1)), ("S", (1, 0)), ("W", (0, -1))];

/// Offset of the grid of corners in the picture of the cells.
const ON_CORNERS: (f64, f64) = (-0.5, -0.5);

impl Words {
    fn word(&self, place: usize, value: i64) -> String {
        match self {
            Self::Names(names) => {
                let name = usize::try_from(value).ok().and_then(|value| names.get(value));
                name.cloned().unwrap_or_else(|| value.to_string())
            }
            Self::Own(words) => words.word(place, value),
            Self::Numbers(_) | Self::Named(..) | Self::Cells { .. } => value.to_string(),
        }
    }

    fn value(&self, place: usize, word: &str) -> Option<i64> {
        match self {
            Self::Numbers(range) | Self::Named(_, range) => {
                word.parse().ok().filter(|value| range.contains(value))
            }
            Self::Names(names) => {
                let value = names.iter().position(|name| !name.is_empty() && name == word)?;
                i64::try_from(value).ok()
            }
            Self::Own(words) => words.value(place, word),
            Self::Cells { .. } => None,
        }
    }

    fn read(&self, place: usize, word: &str) -> Result<i64> {
        self.value(place, word).with_context(|| {
            let expected = self.expected(place);
            format!("value {}: expected {expected} and found {}", place + 1, Quoted(word))
        })
    }

    fn expected(&self, place: usize) -> String {
        match self {
            Self::Numbers(range) | Self::Named(_, range) if *range == (i64::MIN..=i64::MAX) => {
                "a whole number".to_owned()
            }
            Self::Numbers(range) | Self::Named(_, range) => {
                format!("a number from {} to {}", range.start(), range.end())
            }
            Self::Names(names) => {
                let names = names.iter().filter(|name| !name.is_empty()).collect_vec();
                match names[..] {
                    [one] => format!("\"{one}\""),
                    [ref others @ .., last] if others.len() < 30 => {
                        format!("{} or {last}", others.iter().join(", "))
                    }
                    _ => format!("one of {} words", names.len()),
                }
            }
            Self::Own(words) => words.expected(place),
            &Self::Cells { rows, columns, chess: false } => {
                format!("a cell from r1c1 to r{rows}c{columns}")
            }
            &Self::Cells { rows, columns, chess: true } => {
                format!("a square from a1 to {}{rows}", file(columns - 1))
            }
        }
    }

    fn step(&self, Cell { row, column }: Cell) -> String {
        match self {
            &Self::Cells { rows, chess: true, .. } => format!("{}{}", file(column), rows - row),
            _ => Cell::new(row, column).to_string(),
        }
    }

    fn cell(&self, word: &str) -> Option<Cell> {
        let &Self::Cells { rows, columns, chess } = self else { return None };
        let cell = if chess {
            let (column, rank) = word.split_at_checked(1)?;
            let column = usize::from(column.bytes().next()?.checked_sub(b'a')?);
            let rank: usize = rank.parse().ok()?;
            Cell::new(rows.checked_sub(rank)?, column)
        } else {
            word.parse().ok()?
        };
        let is_inside = cell.row < rows && cell.column < columns;
        // `a01` and `r+0c0` are not names of cells.
        Some(cell).filter(|&cell| is_inside && self.step(cell) == word)
    }
}

/// Returns the letter of a column of a chess board.
fn file(column: usize) -> char {
    u8::try_from(column).map_or('?', |column| char::from(b'a'.saturating_add(column)))
}

/// Returns the headings of all parts, for a text that has none of them: an answer alone, say.
fn named(headings: &[String]) -> String {
    /// More parts are not all named.
    const MOST_NAMED: usize = 4;
    let names = headings.iter().map(|heading| format!("`{}`", heading.trim())).collect_vec();
    match &names[..] {
        [] => String::new(),
        [only] => format!("the part {only}"),
        [first, .., last] if names.len() > MOST_NAMED => {
            format!("{} parts, {first} to {last}", names.len())
        }
        [before @ .., last] => format!("the parts {} and {last}", before.join(", ")),
    }
}

fn read_parts(parts: &[(String, Form)], layout: Layout, text: &str) -> Result<Board> {
    let headings: Vec<String> =
        parts.iter().enumerate().map(|(number, (name, _))| layout.heading(number, name)).collect();
    let mut rest = text.trim();
    let mut boards = Vec::new();
    for (number, (name, form)) in parts.iter().enumerate() {
        let heading = headings[number].trim();
        let body = rest.strip_prefix(heading).with_context(|| {
            let found = Quoted(rest.lines().next().unwrap_or_default());
            if headings.iter().any(|heading| text.contains(heading.trim())) {
                return format!("expected the part `{heading}` and found {found}");
            }
            format!("expected {} and found {found}", named(&headings))
        })?;
        let next = headings.get(number + 1);
        let end = next.and_then(|next| body.find(&format!("\n{}", next.trim())));
        let (body, others) = body.split_at(end.unwrap_or(body.len()));
        boards.push(form.read(body.trim()).with_context(|| format!("`{name}`"))?);
        rest = others.trim_start();
    }
    Ok(Board::Parts(boards))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back(form: &Form, text: &str) -> Board {
        let board = form.read(text).unwrap();
        assert_eq!(form.write(&board), text);
        board
    }

    fn refused(form: &Form, text: &str) -> String {
        format!("{:#}", form.read(text).unwrap_err())
    }

    #[test]
    fn walks_are_read_in_both_notations() {
        let walk = reads_back(&Form::walk(2, 3), "r2c3 r1c1");
        assert_eq!(walk.walk(), [Cell::new(1, 2), Cell::new(0, 0)]);
        assert_eq!(reads_back(&Form::chess_walk(2, 3), "c1 a2"), walk);
        let expected = "step 1: expected a square from a1 to c2 and found";
        for word in ["a3", "d1", "a0", "a01", "r1c1", "1", "aa"] {
            let fault = refused(&Form::chess_walk(2, 3), word);
            assert_eq!(fault, format!("{expected} \"{word}\""));
        }
        assert!(
            refused(&Form::walk(2, 3), "r3c1")
                .starts_with("step 1: expected a cell from r1c1 to r2c3")
        );
    }

    #[test]
    fn lists_are_separated_as_they_are_written() {
        assert_eq!(reads_back(&Form::list(-9..=9), "3 -1 2").list(), [3, -1, 2]);
        let form = Form::list(0..=9).separated_by(",");
        assert_eq!(reads_back(&form, "1,2"), form.read("1, 2,\n").unwrap());
        let fault = refused(&form, "1,10");
        assert_eq!(fault, "value 2: expected a number from 0 to 9 and found \"10\"");
    }

    #[test]
    fn a_board_of_another_form_is_refused() {
        let (grid, line) = (Form::numbers(1, 2, 1..=2), Form::line("a", |text| text == "a"));
        let parts = Form::parts(Layout::Lines, [("one", grid.clone()), ("other", line.clone())]);
        let of_parts = Board::from(vec![grid.read("1 2").unwrap(), Board::from("a".to_owned())]);
        assert!(parts.check(&of_parts).is_ok());
        for (form, board) in [
            (&grid, Board::of_value(1)),
            (&grid, of_parts.clone()),
            (&line, Board::from("b".to_owned())),
            (&parts, Board::from(of_parts.parts()[..1].to_vec())),
            (&Form::list(0..=1), Board::Walk(Vec::new())),
        ] {
            let error = form.check(&board).unwrap_err();
            assert_eq!(error.to_string(), "the board has another form");
        }
    }

    #[test]
    fn a_grid_may_be_a_line_and_may_lack_spaces() {
        let shading = Form::shading(2, 3);
        let board = shading.read("- # -\n. - #").unwrap();
        for text in ["- # - / . - #", "-#-\n.-#\n", "-#- / .-#", "-\t#\t-\n.\t-\t#"] {
            assert_eq!(shading.read(text).unwrap(), board, "{text}");
        }
        let error = refused(&shading, "- # - / - x -");
        assert!(error.starts_with("row 2, column 2: expected "), "{error}");
        // Here a slash is a word.
        let mirrors = Form::words(1, 3, ["/", "-"]);
        assert!(mirrors.read("- / -").is_ok());
    }

    #[test]
    fn a_wrong_word_of_a_long_line_is_located() {
        let turns = Form::line("turns", |text| text.split(' ').all(|turn| turn.len() < 3));
        assert_eq!(turns.read("F\tF2 F").unwrap().line(), "F F2 F");
        assert_eq!(refused(&turns, "F F2 FFF U"), "word 3: expected turns and found \"FFF\"");
        assert_eq!(refused(&turns, "FFF"), "expected turns and found \"FFF\"");
        let walk = refused(&Form::walk(1, 2), "r1c1 r1c2 r2c1");
        assert!(walk.starts_with("step 3: expected a cell"), "{walk}");
    }

    #[test]
    fn parts_have_names_in_their_order() {
        let grid = || Form::numbers(1, 2, 0..=9).with_empty_cells();
        for (layout, text) in [
            (Layout::Blocks, "A:\n1 .\n\nB:\n3 4"),
            (Layout::Dense, "A:\n1 .\nB:\n3 4"),
            (Layout::Lines, "A: 1 .\nB: 3 4"),
        ] {
            let form = Form::parts(layout, [("A", grid()), ("B", grid())]);
            assert_eq!(reads_back(&form, text).parts().len(), 2);
            let all = "expected the parts `A:` and `B:` and found \"1 2\"";
            assert_eq!(refused(&form, "1 2"), all);
            let fault = refused(&form, text.split('B').next().unwrap_or_default());
            assert!(fault.starts_with("expected the part `B:"), "{fault}");
            let fault = refused(&form, &text.replace('4', "x"));
            assert!(fault.starts_with("`B`: row 1, column 2: expected a number"), "{fault}");
        }
        let form = Form::parts(Layout::Tail, [("square", grid()), ("factor", Form::value(1..=9))]);
        assert_eq!(reads_back(&form, "1 .\nfactor 3").parts().len(), 2);
        assert_eq!(refused(&form, "1 2"), "expected the part `factor` and found \"\"");
    }

    #[test]
    fn parts_without_names_are_rows_of_different_lengths() {
        let row = |columns| Form::numbers(1, columns, 0..=9).with_empty_cells();
        let form = Form::parts(Layout::Rows, [("upper", row(1)), ("lower", row(2))]);
        let board = reads_back(&form, "1\n. 2");
        assert_eq!(board.cells(), [Some(1), None, Some(2)]);
        assert_eq!(form.read("\n1\n\n. 2\n").unwrap(), board);
        assert!(refused(&form, "1 2\n3 4").starts_with("`upper`: the board has 1 row and 2 "));
        for text in ["1", "1\n2 3\n4"] {
            assert!(refused(&form, text).starts_with("`lower`: "), "{text}");
        }
    }

    #[test]
    fn named_values_are_read_in_any_order_and_given_ones_left_out() {
        let givens = Grid::from_fn(1, 3, |cell| (cell.column == 1).then_some(5_u8));
        let form = Form::named(["A", "B", "C"], 0..=9).with_givens(&givens);
        let board = reads_back(&form, "A=1 C=3");
        assert_eq!(board[Cell::new(0, 1)], Some(5));
        assert_eq!(form.read(" C=3\nA=1").unwrap(), board);
        assert!(form.check(&board).is_ok());
        let open = form.read("C=3").unwrap();
        assert_eq!(form.check(&open).unwrap_err().to_string(), "`A` is empty");
        assert_eq!(refused(&form, "A=1 A=1"), "`A` occurs twice");
        for word in ["B=5", "D=1", "A"] {
            let expected = "expected NAME=VALUE for A, C and found";
            assert_eq!(refused(&form, word), format!("{expected} \"{word}\""));
        }
        assert_eq!(refused(&form, "A=10"), "`A`: expected a number from 0 to 9 and found \"10\"");
    }

    #[test]
    fn an_open_cell_is_named_where_none_may_be_empty() {
        let form = Form::numbers(1, 2, 1..=2);
        let board = form.read("1 .").unwrap();
        assert_eq!(form.check(&board).unwrap_err().to_string(), "r1c2 is empty");
        assert!(form.with_empty_cells().check(&board).is_ok());
    }

    #[test]
    fn values_have_words_for_sentences() {
        let cell = Cell::new(0, 1);
        let numbers = Form::numbers(1, 2, 0..=9);
        assert_eq!([0, 7].map(|value| numbers.said(cell, value)), ["0", "7"]);
        let hooks = Form::numbers(1, 2, 1..=9).with_empty_cells();
        assert_eq!([0, 7].map(|value| hooks.said(cell, value)), ["empty", "7"]);
        let shading = Form::shading(1, 2);
        assert_eq!([0, 1].map(|value| shading.said(cell, value)), ["unshaded", "shaded"]);
        assert_eq!(Form::words(1, 2, ["", "/"]).said(cell, 0), "empty");
    }

    #[test]
    fn a_shading_is_drawn_in_colours() {
        let form = Form::shading(1, 3);
        let board = reads_back(&form, "# - .");
        assert_eq!([0, 1, 2].map(|column| board[Cell::new(0, column)]), [Some(1), Some(0), None]);
        assert!(form.picture(Some(&board)).cell_texts().is_empty());
        assert!(refused(&form, "# - x").contains("expected - or # or \".\""));
    }
}
