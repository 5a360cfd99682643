//! The elements of a picture.

use std::collections::BTreeSet;

use crate::legend::Key;
use grid_utils::Cell;

/// The meaning of a line or a text.
///
/// ```
/// use grid_utils::Cell;
/// use picture::{Ink, Picture};
///
/// let mut picture = Picture::grid(1, 2);
/// picture.text(Cell::new(0, 0), "4", Ink::Given).text(Cell::new(0, 1), "2", Ink::Found);
/// // Given and found differ in weight, too, not in colour alone.
/// assert!(picture.to_svg().contains(".mp-given-text { font-weight: 700 }"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ink {
    /// Plain text.
    Text,
    /// Given by the setters.
    Given,
    /// Found by the solver.
    Found,
    /// A label at the border.
    Label,
    /// Present, but not relevant now.
    Muted,
    /// Relevant now, such as a path.
    Accent,
    /// A mistake.
    Warning,
    /// A colour of a cyclic palette.
    Colour(u8),
}

/// The meaning of a cell's background.
///
/// ```
/// use grid_utils::Cell;
/// use picture::{Picture, Tint};
///
/// let [mut one, mut other] = [Picture::grid(1, 1), Picture::grid(1, 1)];
/// one.fill(Cell::new(0, 0), Tint::Colour(1));
/// other.fill(Cell::new(0, 0), Tint::Colour(10));
/// assert_eq!(one.to_svg(), other.to_svg(), "the palette has nine colours");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Tint {
    /// A quiet grey.
    Shade,
    /// Relevant now.
    Highlight,
    /// A mistake.
    Warning,
    /// Black, in dark surroundings, too, where the grid around it is paler than the paper. Texts
    /// of cells are white on it.
    Black,
    /// White, likewise.
    White,
    /// A cell that the reader shades.
    Shaded,
    /// A cell that stays unshaded.
    Unshaded,
    /// A colour of a cyclic palette, such as a region's.
    Colour(u8),
}

/// A corner of a cell.
///
/// ```
/// use grid_utils::Cell;
/// use picture::{Corner, Ink, Picture};
///
/// let mut cage = Picture::grid(1, 1);
/// cage.small_text(Cell::new(0, 0), Corner::TopLeft, "12+", Ink::Label);
/// assert!(cage.to_svg().contains(">12+</text>"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Corner {
    /// Above, at the left.
    TopLeft,
    /// Above, at the right.
    TopRight,
    /// Below, at the left.
    BottomLeft,
    /// Below, at the right.
    BottomRight,
}

/// The point of a text that its position refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Anchor {
    /// Where it begins.
    Start,
    /// Half-way.
    Middle,
    /// Where it ends.
    End,
}

/// The decoration of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LineStyle {
    /// Nothing.
    Plain,
    /// With a head at its end.
    Arrow,
    /// So faint that texts on it stay readable.
    Faint,
    /// Faint, with a head at its end and a dot at its start.
    Path,
    /// Faint, with a dot at its start and, in circles, 1, 2, 3, ... at its other points.
    Numbered,
}

impl LineStyle {
    /// Returns whether it ends in an arrow's head.
    #[must_use]
    pub fn has_head(self) -> bool {
        matches!(self, Self::Arrow | Self::Path)
    }
}

/// An element of a picture.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Mark {
    /// Cells with a background. The last one of a cell wins.
    Fill(Vec<Cell>, Tint),
    /// Cells whose background is removed.
    Clear(Vec<Cell>),
    /// Texts in cells. The last one of a cell wins; an empty one removes it.
    Write(Vec<(Cell, String)>, Ink),
    /// A rectangle.
    Rectangle {
        /// The x of its left edge, centre or given point.
        x: f64,
        /// The y of its top edge, centre or given point.
        y: f64,
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
        /// Its colour.
        ink: Ink,
        /// Its filling.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        tint: Option<Tint>,
    },
    /// A thick line between cells, parallel to an axis.
    Border {
        /// One end.
        from: (f64, f64),
        /// The other end.
        to: (f64, f64),
    },
    /// A circle.
    Circle {
        /// The x of its left edge, centre or given point.
        x: f64,
        /// The y of its top edge, centre or given point.
        y: f64,
        /// Its radius.
        radius: f64,
        /// Its colour.
        ink: Ink,
        /// Its filling.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        tint: Option<Tint>,
    },
    /// A polygon. Its filling is behind the lines of the grid, as for cells.
    Polygon {
        /// Its corners, in order.
        points: Vec<(f64, f64)>,
        /// The colour of its outline.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        ink: Option<Ink>,
        /// Its filling.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        tint: Option<Tint>,
    },
    /// Straight lines from point to point.
    Line {
        /// Its corners, in order.
        points: Vec<(f64, f64)>,
        /// Its colour.
        ink: Ink,
        /// Its width.
        width: f64,
        /// Its decoration.
        style: LineStyle,
    },
    /// A text anywhere.
    Text {
        /// The x of its left edge, centre or given point.
        x: f64,
        /// The y of its top edge, centre or given point.
        y: f64,
        /// Height of its letters.
        size: f64,
        /// Which of its points is at (x, y).
        anchor: Anchor,
        /// Its colour.
        ink: Ink,
        /// Its text; several lines are centred on the point.
        text: String,
    },
    /// Lines of text in a monospaced font; (0, 0) is the top-left corner.
    Block {
        /// Its text.
        text: String,
    },
    /// Empty room from a top-left to a bottom-right corner, which enlarges the picture.
    Room {
        /// One end.
        from: (f64, f64),
        /// The other end.
        to: (f64, f64),
    },
}

impl Mark {
    /// Returns the mark, which is not one of cells, moved to the right and down.
    pub(crate) fn moved(mut self, right: f64, down: f64) -> Self {
        let shift = |point: &mut (f64, f64)| *point = (point.0 + right, point.1 + down);
        match &mut self {
            Self::Rectangle { x, y, .. } | Self::Circle { x, y, .. } | Self::Text { x, y, .. } => {
                (*x, *y) = (*x + right, *y + down);
            }
            Self::Border { from, to } | Self::Room { from, to } => {
                [from, to].into_iter().for_each(shift);
            }
            Self::Polygon { points, .. } | Self::Line { points, .. } => {
                points.iter_mut().for_each(shift);
            }
            Self::Fill(..) | Self::Clear(_) | Self::Write(..) | Self::Block { .. } => {}
        }
        self
    }
}

/// Width of a letter of a block, in sizes of its text.
const BLOCK_LETTER: f64 = 0.61;
/// Size of the text in a cell, if it is short.
const CELL_SIZE: f64 = 0.56;
/// Likewise in a polygon.
const POLYGON_SIZE: f64 = 0.66;
/// Size of the texts in the corners of cells, if they are short.
pub(crate) const CORNER_SIZE: f64 = 0.28;
/// The part of the width of a cell that its text may take.
const CELL_ROOM: f64 = 0.86;
/// The part of the room in a polygon that its text may take.
const POLYGON_ROOM: f64 = 0.86;
/// How many parts a polygon is cut into, from top to bottom, to find the place for its text.
const PLACES: u32 = 24;
/// Height of a digit, in sizes of its text.
const DIGIT_HEIGHT: f64 = 0.72;
/// The part of a column's width that a label above or below it may take; a longer one beside a row
/// is broken into two lines.
const LABEL_ROOM: f64 = 0.99;
/// Limit of coordinates, in cells; elements beyond it are not drawn.
const TOO_FAR: f64 = 1e6;
/// Size of the text in a block, in cells.
pub(crate) const BLOCK_SIZE: f64 = 0.45;
/// Line height of a block, in cells.
pub(crate) const BLOCK_LINE: f64 = 0.6;
/// Distance of labels from the grid.
const LABEL_GAP: f64 = 0.25;
/// Size of labels at the border.
const LABEL_SIZE: f64 = 0.42;
/// Size of labels in at most two lines, such that those of neighbouring rows do not touch.
const TWO_LINES_SIZE: f64 = 0.4;
/// Size of row and column numbers.
const LINE_NUMBER: f64 = 0.3;
/// Size of labels per column on wide boards, whose cells are small on every screen, and its limit.
const LABEL_SHARE: f64 = 0.035;
const LARGEST_LABEL: f64 = 0.68;
/// Width of a caption, in sizes of its letters: all pictures of one width have captions of one
/// size.
const CAPTION_LETTERS: f64 = 33.0;
/// Line height of a caption, in sizes of its letters.
const CAPTION_LINE: f64 = 1.4;
/// Least width of a caption, in cells.
const LEAST_CAPTION: f64 = 7.0;

/// A picture of a board, in cell units. See the [crate's documentation](crate).
///
/// The methods that add something return the picture, so calls can be chained. The order of the
/// calls does not matter: fills are drawn first, then grid lines, borders, lines and circles, and
/// texts last. Nothing here panics: elements with lengths that are not finite or too large are not
/// drawn.
///
/// ```
/// use grid_utils::Cell;
/// use picture::{Ink, Picture, Tint};
///
/// let cell = Cell::new(0, 0);
/// let mut picture = Picture::grid(1, 1);
/// picture.text(cell, "5", Ink::Found).fill(cell, Tint::Shade);
/// let svg = picture.to_svg();
/// assert!(svg.find("class=\"mp-shade\"") < svg.find(">5</text>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Picture {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Whether the lines of the grid are drawn.
    pub(crate) lines: bool,
    /// Whether these are dots at the corners of cells.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub(crate) dotted: bool,
    pub(crate) width: f64,
    pub(crate) height: f64,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub(crate) title: String,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub(crate) description: String,
    /// In a difference, the marks of the base that are not drawn, by their indices, in order.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub(crate) hidden: Vec<usize>,
    pub(crate) marks: Vec<Mark>,
    /// What its colours mean.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub(crate) legend: Vec<Key>,
}

impl Picture {
    /// Returns the number of rows of its grid; 0 for a picture without one.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns of its grid; 0 for a picture without one.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the width of the grid or the canvas, without anything beside it.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Returns the height of the grid or the canvas, without anything above and below it.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Returns all its elements except the lines of the grid.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Creates a grid of `rows` x `columns` empty cells: thin lines between them, a thick one
    /// around them.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::grid(2, 3).to_svg().contains("viewBox=\"-10 -10 140 100\""));
    /// ```
    #[must_use]
    pub fn grid(rows: usize, columns: usize) -> Self {
        let (width, height) = (columns as f64, rows as f64);
        Self { rows, columns, lines: true, width, height, ..Self::canvas(0.0, 0.0) }
    }

    /// Creates an empty canvas of `width` x `height` cells; elements outside enlarge it.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::canvas(2.0, 2.0);
    /// picture.circle(3.0, 1.0, 1.0, Ink::Colour(0), None);
    /// assert!(picture.to_svg().contains("<circle "));
    /// ```
    #[must_use]
    pub fn canvas(width: f64, height: f64) -> Self {
        let (title, description) = (String::new(), String::new());
        let (width, height) = (length(width).unwrap_or(0.0), length(height).unwrap_or(0.0));
        let (hidden, marks) = (Vec::new(), Vec::new());
        let legend = Vec::new();
        let (rows, columns, lines, dotted) = (0, 0, false, false);
        Self {
            rows,
            columns,
            lines,
            dotted,
            width,
            height,
            title,
            description,
            hidden,
            marks,
            legend,
        }
    }

    /// Creates a picture of plain text in a monospaced font.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::text_block("1 2\n. 3").to_svg().contains(">. 3</text>"));
    /// ```
    #[must_use]
    pub fn text_block(text: &str) -> Self {
        let text = text.trim_end().to_owned();
        let width = text.lines().map(block_width).fold(0.0, f64::max);
        let mut picture = Self::canvas(width, text.lines().count() as f64 * BLOCK_LINE);
        picture.marks.push(Mark::Block { text });
        picture
    }

    /// Draws dots at the corners of cells, and neither lines nor a frame, which would look like a line
    /// along the cells. In a terminal, the lines stay, all of them thin.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let svg = Picture::grid(2, 3).dotted().to_svg();
    /// assert!(svg.contains("M0 0h0M40 0h0") && !svg.contains("mp-board"));
    /// assert!(!svg.contains("class=\"mp-grid\""));
    /// ```
    pub fn dotted(&mut self) -> &mut Self {
        self.dotted = true;
        self
    }

    /// Sets a short description of the picture for screen readers.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::grid(1, 1).title("One cell").to_svg().contains("<title>One cell</title>"));
    /// ```
    pub fn title(&mut self, text: &str) -> &mut Self {
        text.clone_into(&mut self.title);
        self
    }

    /// Sets a longer description of the picture for screen readers.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let svg = Picture::grid(1, 1).description("It is empty.").to_svg();
    /// assert!(svg.contains("<desc>It is empty.</desc>"));
    /// ```
    pub fn description(&mut self, text: &str) -> &mut Self {
        text.clone_into(&mut self.description);
        self
    }

    /// Draws a thick line between each two orthogonal neighbours for which `divided` returns true.
    ///
    /// It is called once per pair, with the upper or left cell first. Collinear adjacent lines are
    /// drawn as one.
    ///
    /// ```
    /// use grid_utils::{Grid, Regions};
    /// use picture::Picture;
    ///
    /// let labels: Grid<char> = "A A B\nC C B".parse()?;
    /// let regions = Regions::from_labels(&labels);
    /// let mut picture = Picture::grid(2, 3);
    /// picture.borders(|one, other| regions.region_of(one) != regions.region_of(other));
    /// assert!(picture.to_svg().contains("d=\"M80 0L80 80\""));
    /// # Ok::<(), grid_utils::GridError>(())
    /// ```
    pub fn borders(&mut self, divided: impl Fn(Cell, Cell) -> bool) -> &mut Self {
        self.borders_where(&divided)
    }

    /// Implements [`borders`](Self::borders), compiled once.
    fn borders_where(&mut self, divided: &dyn Fn(Cell, Cell) -> bool) -> &mut Self {
        let point = |x: usize, y: usize| (x as f64, y as f64);
        for column in 1..self.columns {
            let is_divided = |row| divided(Cell::new(row, column - 1), Cell::new(row, column));
            for (from, to) in runs((0..self.rows).filter(|&row| is_divided(row)).collect()) {
                self.marks.push(Mark::Border { from: point(column, from), to: point(column, to) });
            }
        }
        for row in 1..self.rows {
            let is_divided = |column| divided(Cell::new(row - 1, column), Cell::new(row, column));
            for (from, to) in runs((0..self.columns).filter(|&column| is_divided(column)).collect())
            {
                self.marks.push(Mark::Border { from: point(from, row), to: point(to, row) });
            }
        }
        self
    }

    /// Fills a cell. The last filling of a cell wins.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Picture, Tint};
    ///
    /// let mut picture = Picture::grid(1, 2);
    /// picture.fill(Cell::new(0, 1), Tint::Highlight);
    /// assert!(picture.to_svg().contains("class=\"mp-highlight\" d=\"M40 0h40v40h-40z\""));
    /// ```
    pub fn fill(&mut self, cell: Cell, tint: Tint) -> &mut Self {
        self.fill_cells([cell], tint)
    }

    /// Fills several cells.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Picture, Tint};
    ///
    /// let mut picture = Picture::grid(1, 2);
    /// picture.fill_cells([Cell::new(0, 0), Cell::new(0, 1)], Tint::Shade);
    /// assert!(picture.to_svg().contains("class=\"mp-shade\" d=\"M0 0h80v40h-80z\""));
    /// ```
    pub fn fill_cells(&mut self, cells: impl IntoIterator<Item = Cell>, tint: Tint) -> &mut Self {
        self.fill_all(&mut cells.into_iter(), tint)
    }

    /// Implements [`fill_cells`](Self::fill_cells), compiled once.
    fn fill_all(&mut self, cells: &mut dyn Iterator<Item = Cell>, tint: Tint) -> &mut Self {
        match self.marks.last_mut() {
            Some(Mark::Fill(filled, same)) if *same == tint => filled.extend(cells),
            _ => self.marks.push(Mark::Fill(cells.collect(), tint)),
        }
        self
    }

    /// Removes the background that cells have so far.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Picture, Tint};
    ///
    /// let mut picture = Picture::grid(1, 1);
    /// picture.fill(Cell::new(0, 0), Tint::Shade).clear([Cell::new(0, 0)]);
    /// assert!(picture.tints().is_empty());
    /// ```
    pub fn clear(&mut self, cells: impl IntoIterator<Item = Cell>) -> &mut Self {
        self.marks.push(Mark::Clear(cells.into_iter().collect()));
        self
    }

    /// Writes into a cell, smaller if the text is long. The last text of a cell wins; an empty one
    /// is none.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 1);
    /// picture.text(Cell::new(0, 0), "1", Ink::Found).text(Cell::new(0, 0), "2", Ink::Found);
    /// let svg = picture.to_svg();
    /// assert!(svg.contains(">2</text>") && !svg.contains(">1</text>"));
    /// ```
    pub fn text(&mut self, cell: Cell, text: &str, ink: Ink) -> &mut Self {
        if !text.is_empty() {
            self.write([(cell, text.to_owned())], ink);
        }
        self
    }

    /// Removes the texts that cells have so far.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 1);
    /// picture.text(Cell::new(0, 0), "1", Ink::Found).erase([Cell::new(0, 0)]);
    /// assert!(picture.cell_texts().is_empty());
    /// ```
    pub fn erase(&mut self, cells: impl IntoIterator<Item = Cell>) -> &mut Self {
        self.write(cells.into_iter().map(|cell| (cell, String::new())), Ink::Text);
        self
    }

    /// Adds texts of cells; empty ones remove what was written before.
    pub(crate) fn write(&mut self, texts: impl IntoIterator<Item = (Cell, String)>, ink: Ink) {
        match self.marks.last_mut() {
            Some(Mark::Write(written, same)) if *same == ink => written.extend(texts),
            _ => self.marks.push(Mark::Write(texts.into_iter().collect(), ink)),
        }
    }

    /// Writes a small text into a corner of a cell.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Corner, Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 1);
    /// picture.small_text(Cell::new(0, 0), Corner::BottomRight, "7", Ink::Muted);
    /// assert!(picture.to_svg().contains("text-anchor=\"end\">7</text>"));
    /// ```
    pub fn small_text(&mut self, cell: Cell, corner: Corner, text: &str, ink: Ink) -> &mut Self {
        let (anchor, x) = match corner {
            Corner::TopLeft | Corner::BottomLeft => (Anchor::Start, 0.08),
            Corner::TopRight | Corner::BottomRight => (Anchor::End, 0.92),
        };
        let y = match corner {
            Corner::TopLeft | Corner::TopRight => 0.2,
            Corner::BottomLeft | Corner::BottomRight => 0.8,
        };
        let size = fitting(text, ink, CORNER_SIZE, 0.84);
        let (x, y) = (cell.column as f64 + x, cell.row as f64 + y);
        self.anchored(x, y, size, anchor, text, ink)
    }

    /// Writes at the left of a row, in two lines if the text is long.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::grid(2, 2).label_left(1, "12").to_svg().contains(">12</text>"));
    /// ```
    pub fn label_left(&mut self, row: usize, text: &str) -> &mut Self {
        self.label_side(-LABEL_GAP, row, Anchor::End, text)
    }

    /// Writes at the right of a row, in two lines if the text is long.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::grid(2, 2).label_right(1, "12").to_svg().contains(">12</text>"));
    /// ```
    pub fn label_right(&mut self, row: usize, text: &str) -> &mut Self {
        self.label_side(self.width + LABEL_GAP, row, Anchor::Start, text)
    }

    fn label_side(&mut self, x: f64, row: usize, anchor: Anchor, text: &str) -> &mut Self {
        let (y, size) = (row as f64 + 0.5, self.label_size());
        if text_width(text, Ink::Label) * size <= LABEL_ROOM {
            return self.anchored(x, y, size, anchor, text, Ink::Label);
        }
        let text = in_two_lines(text);
        self.anchored(x, y, size.min(TWO_LINES_SIZE), anchor, &text, Ink::Label)
    }

    /// Returns the size of labels at the border.
    fn label_size(&self) -> f64 {
        (LABEL_SHARE * self.columns as f64).clamp(LABEL_SIZE, LARGEST_LABEL)
    }

    /// Writes above a column. If the words of a label do not fit in one line, they are stacked; all
    /// labels above the columns have the size of the smallest one.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::grid(2, 2).label_top(1, "12").to_svg().contains(">12</text>"));
    /// ```
    pub fn label_top(&mut self, column: usize, text: &str) -> &mut Self {
        let size = self.label_size();
        self.label_column(column, -LABEL_GAP - size / 2.0, -size, text)
    }

    /// Writes below a column; like [`label_top`](Self::label_top).
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert!(Picture::grid(2, 2).label_bottom(1, "12").to_svg().contains(">12</text>"));
    /// ```
    pub fn label_bottom(&mut self, column: usize, text: &str) -> &mut Self {
        let size = self.label_size();
        self.label_column(column, self.height + LABEL_GAP + size / 2.0, size, text)
    }

    /// Writes the words of a label starting at `y`, at intervals of `line`.
    fn label_column(&mut self, column: usize, y: f64, line: f64, text: &str) -> &mut Self {
        let y = length(y).unwrap_or(y);
        let most = line.abs();
        let fits = text_width(text, Ink::Label) * most <= LABEL_ROOM;
        let mut words: Vec<&str> = if fits { vec![text] } else { text.split(' ').collect() };
        if line < 0.0 {
            words.reverse();
        }
        let size_of = |word: &&str| fitting(word, Ink::Label, most, LABEL_ROOM);
        let mut smallest = words.iter().map(size_of).fold(most, f64::min);
        let is_on_this_side = move |mark: &Mark| {
            matches!(mark, Mark::Text { y: other, anchor: Anchor::Middle, ink: Ink::Label, .. }
                if if line < 0.0 { *other <= y } else { *other >= y })
        };
        for mark in self.marks.iter().filter(|mark| is_on_this_side(mark)) {
            if let Mark::Text { size, .. } = mark {
                smallest = smallest.min(*size);
            }
        }
        for (place, word) in words.into_iter().enumerate() {
            let y = y + place as f64 * line;
            self.text_at(column as f64 + 0.5, y, smallest, word, Ink::Label);
        }
        let smallest = length(smallest).unwrap_or(most);
        for mark in self.marks.iter_mut().filter(|mark| is_on_this_side(mark)) {
            if let Mark::Text { size, .. } = mark {
                *size = smallest;
            }
        }
        self
    }

    /// Writes the numbers of rows and columns outside everything else, counted from 1, as in the
    /// names of cells.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let mut picture = Picture::grid(2, 12);
    /// assert!(picture.number_lines().to_svg().contains(">12</text>"));
    /// ```
    pub fn number_lines(&mut self) -> &mut Self {
        let bounds = self.bounds();
        for row in 0..self.rows {
            let (x, y) = (bounds.left - LINE_NUMBER, row as f64 + 0.5);
            self.text_at(x, y, LINE_NUMBER, &(row + 1).to_string(), Ink::Muted);
        }
        for column in 0..self.columns {
            let (x, y) = (column as f64 + 0.5, bounds.top - LINE_NUMBER);
            self.text_at(x, y, LINE_NUMBER, &(column + 1).to_string(), Ink::Muted);
        }
        self
    }

    /// Writes paragraphs below everything else, in lines as wide as the picture, with a minimum
    /// width. Pictures scaled to one width have captions of one size, regardless of the number of
    /// cells.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let mut picture = Picture::grid(9, 9);
    /// picture.caption(["The digits of each row and each column add up to the sum at the border."]);
    /// let svg = picture.to_svg();
    /// assert!(svg.contains(">The digits of each row and each column add"), "{svg}");
    /// ```
    pub fn caption<T: AsRef<str>>(&mut self, paragraphs: impl IntoIterator<Item = T>) -> &mut Self {
        let bounds = self.bounds();
        let (width, size) = self.caption_size();
        let mut y = bounds.bottom + CAPTION_LINE * size;
        for paragraph in paragraphs {
            for line in wrapped(paragraph.as_ref(), Ink::Label, width / size) {
                self.anchored(bounds.left, y, size, Anchor::Start, &line, Ink::Label);
                y += CAPTION_LINE * size;
            }
            y += CAPTION_LINE * size / 4.0;
        }
        self
    }

    /// Returns the width of a caption and the size of its letters, in cells.
    pub(crate) fn caption_size(&self) -> (f64, f64) {
        let bounds = self.bounds();
        let width = (bounds.right - bounds.left).max(LEAST_CAPTION);
        (width, width / CAPTION_LETTERS)
    }

    /// Returns whether something in it is black.
    #[must_use]
    pub fn has_black(&self) -> bool {
        self.marks.iter().any(|mark| match mark {
            Mark::Fill(_, tint) => *tint == Tint::Black,
            Mark::Rectangle { tint, .. }
            | Mark::Circle { tint, .. }
            | Mark::Polygon { tint, .. } => *tint == Some(Tint::Black),
            _ => false,
        })
    }

    /// Returns whether it has thick lines between cells.
    #[must_use]
    pub fn has_borders(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark, Mark::Border { .. }))
    }

    /// Draws lines from point to point, `width` cells thick.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(2, 2);
    /// picture.line(&[(0.5, 0.5), (1.5, 0.5), (1.5, 1.5)], Ink::Accent, 0.1);
    /// assert!(picture.to_svg().contains("points=\"20,20 60,20 60,60\""));
    /// ```
    pub fn line(&mut self, points: &[(f64, f64)], ink: Ink, width: f64) -> &mut Self {
        self.styled_line(points, ink, width, LineStyle::Plain)
    }

    /// Draws lines from point to point, faint enough to read texts on them.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 2);
    /// picture.faint_line(&[(0.5, 0.5), (1.5, 0.5)], Ink::Accent, 0.1);
    /// assert!(picture.to_svg().contains("opacity"));
    /// ```
    pub fn faint_line(&mut self, points: &[(f64, f64)], ink: Ink, width: f64) -> &mut Self {
        self.styled_line(points, ink, width, LineStyle::Faint)
    }

    /// Draws lines from point to point, with an arrow's head at the last one.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 2);
    /// picture.arrow(&[(0.5, 0.5), (1.5, 0.5)], Ink::Accent);
    /// assert!(picture.to_svg().contains("<polygon "));
    /// ```
    pub fn arrow(&mut self, points: &[(f64, f64)], ink: Ink) -> &mut Self {
        self.styled_line(points, ink, 0.08, LineStyle::Arrow)
    }

    /// Draws an arrow through the centres of cells, with a dot where it starts. It is faint enough
    /// to read the cells' texts on it.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 2);
    /// picture.path(&[Cell::new(0, 0), Cell::new(0, 1)], Ink::Accent);
    /// assert!(picture.to_svg().contains("cx=\"20\" cy=\"20\""));
    /// ```
    pub fn path(&mut self, cells: &[Cell], ink: Ink) -> &mut Self {
        let points: Vec<_> = cells.iter().map(|&cell| centre(cell)).collect();
        self.styled_line(&points, ink, 0.12, LineStyle::Path)
    }

    /// Draws lines from point to point, with a dot at the first one, and circles at the others in
    /// which they are numbered from 1.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 2);
    /// picture.numbered_path(&[(0.8, 0.5), (1.8, 0.5), (0.7, 0.8)], Ink::Accent);
    /// assert!(picture.to_svg().contains(">2</text>"));
    /// ```
    pub fn numbered_path(&mut self, points: &[(f64, f64)], ink: Ink) -> &mut Self {
        self.styled_line(points, ink, 0.07, LineStyle::Numbered)
    }

    fn styled_line(
        &mut self,
        points: &[(f64, f64)],
        ink: Ink,
        width: f64,
        style: LineStyle,
    ) -> &mut Self {
        if let (Some(points), Some(width)) = (self::points(points), length(width)) {
            self.marks.push(Mark::Line { points, ink, width, style });
        }
        self
    }

    /// Draws a circle.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::canvas(2.0, 2.0);
    /// picture.circle(1.0, 1.0, 0.75, Ink::Colour(2), None);
    /// assert!(picture.to_svg().contains("cx=\"40\" cy=\"40\" r=\"30\""));
    /// ```
    pub fn circle(
        &mut self,
        x: f64,
        y: f64,
        radius: f64,
        ink: Ink,
        tint: Option<Tint>,
    ) -> &mut Self {
        if let [Some(x), Some(y), Some(radius)] = [x, y, radius].map(length) {
            self.marks.push(Mark::Circle { x, y, radius, ink, tint });
        }
        self
    }

    /// Draws a rectangle; (x, y) is its top-left corner.
    ///
    /// ```
    /// use picture::{Ink, Picture, Tint};
    ///
    /// let mut picture = Picture::canvas(2.0, 2.0);
    /// picture.rectangle((0.5, 0.0), (1.0, 2.0), Ink::Text, Some(Tint::Shade));
    /// assert!(picture.to_svg().contains("x=\"20\" y=\"0\" width=\"40\" height=\"80\""));
    /// ```
    pub fn rectangle(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        ink: Ink,
        tint: Option<Tint>,
    ) -> &mut Self {
        if let [Some(x), Some(y), Some(width), Some(height)] = [x, y, width, height].map(length) {
            self.marks.push(Mark::Rectangle { x, y, width, height, ink, tint });
        }
        self
    }

    /// Draws a polygon with these corners, with an outline, a filling, or both. It may be a
    /// triangle or a hexagon of another tiling, or lie anywhere on a grid, whose lines stay
    /// visible.
    ///
    /// ```
    /// use picture::{Ink, Picture, Tint};
    ///
    /// let triangle = [(0.0, 1.0), (2.0, 1.0), (1.0, 0.0)];
    /// let mut picture = Picture::grid(1, 2);
    /// picture.polygon(&triangle, Some(Ink::Text), Some(Tint::Colour(0)));
    /// let svg = picture.to_svg();
    /// assert!(svg.contains("<polygon class=\"mp-tint0\" points=\"0,40 80,40 40,0\"/>"));
    /// assert!(svg.find("mp-tint0\"") < svg.find("mp-grid\""), "the filling is behind the grid");
    /// ```
    pub fn polygon(
        &mut self,
        corners: &[(f64, f64)],
        ink: Option<Ink>,
        tint: Option<Tint>,
    ) -> &mut Self {
        if let Some(points) = points(corners) {
            self.marks.push(Mark::Polygon { points, ink, tint });
        }
        self
    }

    /// Writes into a polygon, as large as fits: around its centroid, or above or below it if a long
    /// text has more room there.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let triangle = [(0.0, 3.0), (3.0, 3.0), (0.0, 0.0)];
    /// let mut picture = Picture::canvas(3.0, 3.0);
    /// picture.polygon(&triangle, Some(Ink::Text), None).polygon_text(&triangle, "7", Ink::Given);
    /// assert!(picture.to_svg().contains("x=\"40\""));
    /// ```
    pub fn polygon_text(&mut self, corners: &[(f64, f64)], text: &str, ink: Ink) -> &mut Self {
        let Some((x, middle)) = centroid(corners) else { return self };
        let half = (text_width(text, ink) / 2.0, DIGIT_HEIGHT / 2.0);
        let size = |y| POLYGON_ROOM * room_around((x, y), half, corners);
        let [top, bottom] =
            [f64::min, f64::max].map(|of| corners.iter().map(|&(_, y)| y).fold(middle, of));
        let step = (bottom - top) / f64::from(PLACES);
        let places = (1..PLACES).map(|place| top + step * f64::from(place));
        let inside = places.filter(|&y| is_inside((x, y), corners));
        // Prefer the middle if the size is about the same.
        let is_better = |y, best| size(y).min(POLYGON_SIZE) > 1.05 * size(best);
        let y = inside.fold(middle, |best, y| if is_better(y, best) { y } else { best });
        self.text_at(x, y, size(y).min(POLYGON_SIZE), text, ink)
    }

    /// Writes with the text's middle at (x, y), in letters `size` cells high.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::canvas(2.0, 2.0);
    /// picture.text_at(1.0, 1.0, 0.5, "8", Ink::Found);
    /// assert!(picture.to_svg().contains("text-anchor=\"middle\">8</text>"));
    /// ```
    pub fn text_at(&mut self, x: f64, y: f64, size: f64, text: &str, ink: Ink) -> &mut Self {
        self.anchored(x, y, size, Anchor::Middle, text, ink)
    }

    /// Writes with the middle of the text's left edge at (x, y), in letters `size` cells high.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::canvas(2.0, 2.0);
    /// picture.text_from(1.0, 1.0, 0.5, "8", Ink::Found);
    /// assert!(picture.to_svg().contains("text-anchor=\"start\">8</text>"));
    /// ```
    pub fn text_from(&mut self, x: f64, y: f64, size: f64, text: &str, ink: Ink) -> &mut Self {
        self.anchored(x, y, size, Anchor::Start, text, ink)
    }

    /// Removes the texts in the middle of a polygon, and returns the last one.
    ///
    /// ```
    /// use picture::{Ink, Picture};
    ///
    /// let triangle = [(0.0, 3.0), (3.0, 3.0), (0.0, 0.0)];
    /// let mut picture = Picture::canvas(3.0, 3.0);
    /// picture.polygon_text(&triangle, "7", Ink::Given).text_at(2.0, 1.0, 0.5, "8", Ink::Given);
    /// assert_eq!(picture.take_text(&triangle).as_deref(), Some("7"));
    /// assert_eq!(picture.take_text(&triangle), None, "the 8 stands outside");
    /// ```
    pub fn take_text(&mut self, corners: &[(f64, f64)]) -> Option<String> {
        let is_there = |mark: &mut Mark| {
            matches!(mark, Mark::Text { x, y, anchor: Anchor::Middle, .. }
                if is_inside((*x, *y), corners))
        };
        match self.marks.extract_if(.., is_there).last() {
            Some(Mark::Text { text, .. }) => Some(text),
            _ => None,
        }
    }

    fn anchored(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        text: &str,
        ink: Ink,
    ) -> &mut Self {
        if let [Some(x), Some(y), Some(size)] = [x, y, size].map(length) {
            self.marks.push(Mark::Text { x, y, size, anchor, ink, text: text.to_owned() });
        }
        self
    }
}

pub(crate) fn centre(cell: Cell) -> (f64, f64) {
    (cell.column as f64 + 0.5, cell.row as f64 + 0.5)
}

/// Rounds a length to thousandths, so that it is short in JSON; `None` if it cannot be drawn.
fn length(cells: f64) -> Option<f64> {
    (cells.abs() < TOO_FAR).then(|| (cells * 1000.0).round() / 1000.0)
}

/// Points that can be drawn, without repetitions; `None` if one of them cannot.
fn points(points: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    let points = points.iter().map(|&(x, y)| Some((length(x)?, length(y)?)));
    let mut points: Vec<_> = points.collect::<Option<_>>()?;
    points.dedup();
    Some(points)
}

/// Returns the sides of a polygon, from corner to corner.
fn sides(corners: &[(f64, f64)]) -> impl Iterator<Item = [(f64, f64); 2]> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&from, &to)| [from, to])
}

/// Returns the centre of a polygon's area; `None` if it has none.
///
/// ```
/// assert_eq!(picture::centroid(&[(0.0, 3.0), (3.0, 3.0), (0.0, 0.0)]), Some((1.0, 2.0)));
/// ```
#[must_use]
pub fn centroid(corners: &[(f64, f64)]) -> Option<(f64, f64)> {
    let &(left, top) = corners.first()?;
    // Of the triangles between the sides and the first corner: twice their areas, and those times
    // three times their centres.
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for [from, to] in sides(corners) {
        let [from, to] = [from, to].map(|(x, y)| (x - left, y - top));
        let twice = from.0 * to.1 - to.0 * from.1;
        (area, x, y) = (area + twice, x + twice * (from.0 + to.0), y + twice * (from.1 + to.1));
    }
    (area.abs() > 1e-9).then(|| (left + x / (3.0 * area), top + y / (3.0 * area)))
}

/// Returns whether a point is inside a polygon: a line from it to the right crosses an odd number
/// of sides.
fn is_inside((x, y): (f64, f64), corners: &[(f64, f64)]) -> bool {
    let is_crossed = |[from, to]: &[(f64, f64); 2]| {
        let along = (y - from.1) / (to.1 - from.1);
        (from.1 > y) != (to.1 > y) && from.0 + along * (to.0 - from.0) > x
    };
    sides(corners).filter(is_crossed).count() % 2 == 1
}

/// Returns the factor by which a box around a point, given by its half width and height, can be
/// enlarged until it touches a side of the polygon.
fn room_around((x, y): (f64, f64), half: (f64, f64), corners: &[(f64, f64)]) -> f64 {
    // A distance for which the box is a circle: it is largest in one of two directions. On a side
    // it is smallest at an end, on an axis or on a diagonal of the box.
    let scaled = |(left, top): (f64, f64)| ((left - x) / half.0.max(0.05), (top - y) / half.1);
    let mut room = f64::INFINITY;
    for [from, to] in sides(corners) {
        let (from, to) = (scaled(from), scaled(to));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let crossings =
            [(from.0, x), (from.1, y), (from.0 - from.1, x - y), (from.0 + from.1, x + y)];
        let crossings = crossings.map(|(start, change)| -start / change);
        let inside = crossings.into_iter().filter(|part| (0.0..=1.0).contains(part));
        for part in inside.chain([0.0, 1.0]) {
            room = room.min((from.0 + part * x).abs().max((from.1 + part * y).abs()));
        }
    }
    room
}

/// Returns the size of a text in a cell.
pub(crate) fn cell_size(text: &str, ink: Ink) -> f64 {
    fitting(text, ink, CELL_SIZE, CELL_ROOM)
}

/// Returns the size at which `text` is at most `width` wide, but not larger than `most`.
pub(crate) fn fitting(text: &str, ink: Ink, most: f64, width: f64) -> f64 {
    most.min(width / text_width(text, ink).max(0.1))
}

/// Returns an upper estimate of a text's width in a common font, in units of its size.
///
/// ```
/// use picture::{Ink, text_width};
///
/// assert!(text_width("12", Ink::Found) > 1.0 && text_width("12", Ink::Found) < 1.5);
/// ```
#[must_use]
pub fn text_width(text: &str, ink: Ink) -> f64 {
    let width: f64 = text.chars().map(letter_width).sum();
    if ink == Ink::Given { 1.1 * width } else { width }
}

/// Returns the words of a text in two lines, such that the longer is as short as possible.
fn in_two_lines(text: &str) -> String {
    let width = |line: &str| text_width(line, Ink::Label);
    let breaks = text.match_indices(' ').map(|(place, _)| text.split_at(place));
    let longer = |(one, other): &(&str, &str)| width(one).max(width(other.trim_start()));
    let shortest = breaks.min_by(|one, other| longer(one).total_cmp(&longer(other)));
    shortest.map_or(text.to_owned(), |(one, other)| format!("{one}\n{}", other.trim_start()))
}

/// Returns the words of a text in lines of at most this width, in sizes of their letters. No-break
/// spaces are part of a word.
///
/// ```
/// use picture::{Ink, wrapped};
///
/// assert_eq!(wrapped("Each row holds each digit once.", Ink::Text, 10.0), ["Each row holds", "each digit once."]);
/// ```
#[must_use]
pub fn wrapped(text: &str, ink: Ink, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), ink) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn letter_width(letter: char) -> f64 {
    match letter {
        ' ' | '\u{a0}' | 'i' | 'j' | 'l' | 'f' | 't' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|'
        | '!' => 0.4,
        '-' | '/' | '(' | ')' | '[' | ']' => 0.42,
        '+' | '<' | '=' | '>' | '\u{d7}' | '\u{f7}' | '\u{2212}' => 0.84,
        // The suits of cards.
        '\u{2660}'..='\u{2667}' => 0.9,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        'A'..='Z' => 0.75,
        ' '..='~' => 0.64,
        _ => 1.0,
    }
}

/// Returns the width of a line of a block, in cells. Letters beyond Latin may take two columns.
fn block_width(line: &str) -> f64 {
    let places: usize = line.chars().map(|letter| if letter < '\u{1100}' { 1 } else { 2 }).sum();
    places as f64 * BLOCK_LETTER * BLOCK_SIZE
}

/// Returns the maximal runs of consecutive numbers, as start and end.
fn runs(numbers: BTreeSet<usize>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, end)) if *end == number => *end += 1,
            _ => runs.push((number, number + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_above_the_columns_have_one_size_and_words_one_above_the_other() {
        let mut picture = Picture::grid(2, 3);
        picture.label_top(0, "8").label_top(1, "74088").label_top(2, "gcd 12").label_bottom(0, "5");
        let texts = |below: bool| {
            let text = move |mark: &Mark| match mark {
                Mark::Text { y, size, text, .. } if (*y > 0.0) == below => {
                    Some((text.clone(), *y, *size))
                }
                _ => None,
            };
            picture.marks.iter().filter_map(text).collect::<Vec<_>>()
        };
        let above = texts(false);
        assert_eq!(above.len(), 4);
        let is_same = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(above.iter().all(|(_, _, size)| *size < LABEL_SIZE && is_same(*size, above[0].2)));
        let height = |word: &str| above.iter().find(|(text, ..)| text == word).unwrap().1;
        assert!(height("gcd") < height("12") && is_same(height("12"), height("8")));
        assert!(is_same(texts(true)[0].2, LABEL_SIZE));
    }

    #[test]
    fn borders_that_continue_each_other_are_one_line() {
        let mut picture = Picture::grid(3, 3);
        picture.borders(|one, other| one.column == 0 && other.column == 1);
        assert_eq!(picture.marks, [Mark::Border { from: (1.0, 0.0), to: (1.0, 3.0) }]);
    }

    #[test]
    fn separate_borders_stay_separate() {
        assert_eq!(runs(BTreeSet::from([0, 1, 3, 5, 6, 7])), [(0, 2), (3, 4), (5, 8)]);
    }

    #[test]
    fn long_texts_shrink_to_fit_their_cell() {
        for text in ["123", "12345", "WWWWWW", "\u{6f22}\u{5b57}"] {
            for ink in [Ink::Given, Ink::Found] {
                assert!(cell_size(text, ink) * text_width(text, ink) <= CELL_ROOM + 1e-9);
            }
        }
        assert!((cell_size("1", Ink::Given) - CELL_SIZE).abs() < 1e-9);
        assert!(cell_size("", Ink::Found) > 0.0);
    }

    #[test]
    fn the_text_of_a_polygon_stands_inside_it() {
        let triangle = [(1.0, 5.0), (5.0, 5.0), (1.0, 1.0)];
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
        let (x, y) = centroid(&triangle).unwrap();
        close(x, 7.0 / 3.0);
        close(y, 11.0 / 3.0);
        // The upper right corner of a square box is the first to touch a side, the long one.
        close(room_around((x, y), (1.0, 1.0), &triangle), 2.0 / 3.0);
        close(room_around((x, y), (8.0, 1.0), &triangle), 4.0 / 27.0);
        let reversed = triangle.map(|(x, y)| (y, x));
        close(centroid(&reversed).unwrap().0, y);
        assert_eq!(centroid(&[(1.0, 1.0), (2.0, 2.0)]), None);
    }

    #[test]
    fn what_nobody_could_draw_is_left_out() {
        let mut picture = Picture::canvas(f64::NAN, 1.0);
        picture
            .circle(f64::NAN, 0.0, 1.0, Ink::Text, None)
            .line(&[(0.0, 0.0), (f64::INFINITY, 1.0)], Ink::Text, 0.1)
            .rectangle((0.0, 1e300), (1.0, 1.0), Ink::Text, None)
            .polygon(&[(0.0, 0.0), (f64::NAN, 1.0), (2.0, 2.0)], Some(Ink::Text), None)
            .polygon_text(&[(0.0, 0.0), (f64::NAN, 1.0), (2.0, 2.0)], "x", Ink::Text)
            .text_at(0.0, 0.0, f64::NEG_INFINITY, "x", Ink::Text);
        assert_eq!(picture.marks, []);
        let svg = picture.to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn json_is_short() {
        let mut picture = Picture::grid(1, 2);
        picture
            .fill_cells([Cell::new(0, 0), Cell::new(0, 1)], Tint::Colour(3))
            .text(Cell::new(0, 0), "5", Ink::Found)
            .text(Cell::new(0, 1), "6", Ink::Found)
            .circle(0.1 + 0.2, 0.5, 1.0 / 3.0, Ink::Text, None);
        assert_eq!(
            serde_json::to_string(&picture.marks).unwrap(),
            r#"[{"fill":[["r1c1","r1c2"],{"colour":3}]},"#.to_owned()
                + r#"{"write":[[["r1c1","5"],["r1c2","6"]],"found"]},"#
                + r#"{"circle":{"x":0.3,"y":0.5,"radius":0.333,"ink":"text"}}]"#
        );
    }

    #[test]
    fn empty_grids_and_paths_are_no_trouble() {
        let mut picture = Picture::grid(0, 0);
        picture.borders(|_, _| true).path(&[], Ink::Accent).line(&[], Ink::Accent, 0.1);
        assert!(picture.to_svg().starts_with("<svg "));
    }
}
