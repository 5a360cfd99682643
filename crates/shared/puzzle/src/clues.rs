//! Clues that are functions of a finished board, for checking, making and drawing.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Result, bail, ensure};
use grid_utils::{Cell, Grid};
use picture::{Corner, Ink, Picture};

use crate::{Board, Draft};

/// The place that a clue refers to. As text, rows and columns are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A cell.
    Cell(Cell),
    /// A row, by its number from 0; its clue is at the left.
    Row(usize),
    /// A column, by its number from 0; its clue is at the top.
    Column(usize),
    /// A row, seen from its left end.
    Left(usize),
    /// A row, seen from its right end.
    Right(usize),
    /// A column, seen from its top.
    Top(usize),
    /// A column, seen from its bottom.
    Bottom(usize),
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => write!(f, "{cell}"),
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(column) => write!(f, "column {}", column + 1),
            Self::Left(row) => write!(f, "row {} from the left", row + 1),
            Self::Right(row) => write!(f, "row {} from the right", row + 1),
            Self::Top(column) => write!(f, "column {} from the top", column + 1),
            Self::Bottom(column) => write!(f, "column {} from the bottom", column + 1),
        }
    }
}

/// Clues of one kind: each is a function of the finished board. Checker, `make`, and the clues in
/// the picture follow from it. `docs/annotations.md` says when to take clues, given values or
/// labels.
///
/// ```
/// use grid_utils::{Cell, Grid};
/// use puzzle::{Board, Clues, Form};
///
/// // The number of neighbours that are shaded.
/// let numbers: Grid<Option<u8>> = "1 .\n. 2".parse()?;
/// let shaded = |board: &Board, cell| board[cell] == Some(1);
/// let clues = Clues::in_cells("numbers", &numbers, "has a number of shaded neighbours that is", |board, cell| {
///     u8::try_from(numbers.neighbours(cell).filter(|&next| shaded(board, next)).count()).ok()
/// });
/// let form = Form::shading(2, 2);
/// assert_eq!(
///     clues.check(&form.read("- #\n- -")?).unwrap_err().to_string(),
///     "r2c2 has a number of shaded neighbours that is 1; expected 2"
/// );
/// # anyhow::Ok(())
/// ```
pub struct Clues<'a> {
    key: String,
    given: Given,
    says: &'static str,
    of: OfBoard<'a>,
}

/// Returns the clue that a board shows at a site.
type OfBoard<'a> = Box<dyn Fn(&Board, Site) -> Option<String> + 'a>;

/// The clues of an instance, as they are written there.
enum Given {
    Grid(Grid<Option<String>>),
    Line(Vec<(Site, Option<String>)>),
}

impl<'a> Clues<'a> {
    /// Creates clues in cells: the grid at `key` of the instance, whose words have the format of
    /// the clues. `of` returns the clue that a board shows; `says` links a cell and its clue in
    /// error messages.
    pub fn in_cells<T: fmt::Display>(
        key: impl Into<String>,
        given: &Grid<Option<T>>,
        says: &'static str,
        of: impl Fn(&Board, Cell) -> Option<T> + 'a,
    ) -> Self {
        let given = given.map(|_, clue| clue.as_ref().map(T::to_string));
        let of = move |board: &Board, site| match site {
            Site::Cell(cell) => of(board, cell).map(|clue| clue.to_string()),
            _ => None,
        };
        Self { key: key.into(), given: Given::Grid(given), says, of: Box::new(of) }
    }

    /// Creates clues of lines: one line of text at `key` of the instance, a word for each, `.` for
    /// no clue. A dot leads into a table: `clues.top`.
    pub fn of_lines<T: fmt::Display>(
        key: impl Into<String>,
        site: impl Fn(usize) -> Site,
        given: impl IntoIterator<Item = Option<T>>,
        says: &'static str,
        of: impl Fn(&Board, usize) -> Option<T> + 'a,
    ) -> Self {
        let text =
            |(line, clue): (usize, Option<T>)| (site(line), clue.map(|clue| clue.to_string()));
        let given = given.into_iter().enumerate().map(text).collect();
        let of = move |board: &Board, site| match site {
            Site::Cell(_) => None,
            Site::Row(line)
            | Site::Column(line)
            | Site::Left(line)
            | Site::Right(line)
            | Site::Top(line)
            | Site::Bottom(line) => of(board, line).map(|clue| clue.to_string()),
        };
        Self { key: key.into(), given: Given::Line(given), says, of: Box::new(of) }
    }

    fn sites(&self) -> Vec<(Site, Option<&str>)> {
        match &self.given {
            Given::Grid(grid) => {
                grid.iter().map(|(cell, clue)| (Site::Cell(cell), clue.as_deref())).collect()
            }
            Given::Line(line) => line.iter().map(|(site, clue)| (*site, clue.as_deref())).collect(),
        }
    }

    /// Refuses a board that contradicts a given clue.
    ///
    /// # Errors
    /// Names the site, and both clues.
    pub fn check(&self, board: &Board) -> Result<()> {
        for (site, clue) in self.sites() {
            let Some(clue) = clue else { continue };
            let says = self.says;
            let Some(found) = (self.of)(board, site) else {
                bail!("{site} {says} nothing; expected {clue}")
            };
            ensure!(found == clue, "{site} {says} {found}; expected {clue}");
        }
        Ok(())
    }

    /// Returns the sites whose given clue a board shows, which may be incomplete.
    #[must_use]
    pub fn kept(&self, board: &Board) -> Vec<Site> {
        let is_kept = |&(site, clue): &(Site, Option<&str>)| {
            clue.is_some() && (self.of)(board, site).as_deref() == clue
        };
        self.sites().into_iter().filter(is_kept).map(|(site, _)| site).collect()
    }

    /// Puts every clue that a board shows into an instance.
    pub fn put(&self, board: &Board, draft: &mut Draft) {
        const NO_CLUE: &str = ".";
        let clue = |site| (self.of)(board, site).unwrap_or_else(|| NO_CLUE.to_owned());
        let text = match &self.given {
            Given::Grid(grid) => grid.map(|cell, _| clue(Site::Cell(cell))).to_string(),
            Given::Line(line) => {
                line.iter().map(|&(site, _)| clue(site)).collect::<Vec<_>>().join(" ")
            }
        };
        draft.put(&self.key, text);
    }

    /// Draws the given clues: in their cells, in a corner where the board has a value, or at the
    /// ends of their lines.
    pub fn draw(&self, picture: &mut Picture) {
        let texts = picture.cell_texts().into_iter();
        let filled: BTreeSet<Cell> =
            texts.filter(|(_, (_, ink))| *ink != Ink::Given).map(|(cell, _)| cell).collect();
        for (site, clue) in self.sites() {
            let Some(clue) = clue else { continue };
            match site {
                Site::Cell(cell) if filled.contains(&cell) => {
                    picture.small_text(cell, Corner::TopLeft, clue, Ink::Given)
                }
                Site::Cell(cell) => picture.text(cell, clue, Ink::Given),
                Site::Row(row) | Site::Left(row) => picture.label_left(row, clue),
                Site::Right(row) => picture.label_right(row, clue),
                Site::Column(column) | Site::Top(column) => picture.label_top(column, clue),
                Site::Bottom(column) => picture.label_bottom(column, clue),
            };
        }
    }
}
