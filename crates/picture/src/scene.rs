//! What a picture is made of.

use std::collections::BTreeSet;

use grid_utils::Cell;
use serde::{Deserialize, Serialize};

/// What a line or a text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ink {
    /// Plain text.
    Text,
    /// What the setters give.
    Given,
    /// What the solver found.
    Found,
    /// A label at the border.
    Label,
    /// What is there but does not matter now.
    Muted,
    /// What matters now, such as a path.
    Accent,
    /// A mistake.
    Warning,
    /// A colour of its own, from a palette that starts again at its end.
    Colour(u8),
}

/// What a cell's background means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tint {
    /// A quiet grey.
    Shade,
    /// What matters now.
    Highlight,
    /// A mistake.
    Warning,
    /// A colour of its own, such as a region's, from a palette that starts again at its end.
    Colour(u8),
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// One thing in a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mark {
    Rectangle {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        ink: Option<Ink>,
        tint: Option<Tint>,
    },
    /// Parallel to an axis.
    Border {
        from: (f64, f64),
        to: (f64, f64),
    },
    Circle {
        x: f64,
        y: f64,
        radius: f64,
        ink: Ink,
        tint: Option<Tint>,
    },
    Line {
        points: Vec<(f64, f64)>,
        ink: Ink,
        width: f64,
        arrow: bool,
    },
    Text {
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        ink: Ink,
        text: String,
    },
    /// Lines of text in a font whose letters are all as wide; (0, 0) is the top-left corner.
    Block {
        text: String,
    },
}

/// Width of an average letter, in sizes of its text. Wide enough for digits in common fonts.
pub(crate) const LETTER: f64 = 0.6;
/// Size of the text in a block, in cells.
pub(crate) const BLOCK_SIZE: f64 = 0.45;
/// From one line of a block to the next.
pub(crate) const BLOCK_LINE: f64 = 0.6;
/// Distance of labels from the grid.
const LABEL_GAP: f64 = 0.25;
/// Size of labels at the border.
const LABEL_SIZE: f64 = 0.42;

/// A picture of a board, in cell units. See the [crate's documentation](crate).
///
/// The methods that add something return the picture, so that calls can be chained. The order of the
/// calls does not matter: fills are drawn first, then grid lines, borders, lines and circles, and texts
/// last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Whether the lines of the grid are drawn.
    pub(crate) lines: bool,
    pub(crate) width: f64,
    pub(crate) height: f64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    pub(crate) marks: Vec<Mark>,
}

impl Picture {
    /// A grid of `rows` x `columns` empty cells: thin lines between them, a thick one around them.
    #[must_use]
    pub fn grid(rows: usize, columns: usize) -> Self {
        let canvas = Self::canvas(columns as f64, rows as f64);
        Self { rows, columns, lines: true, ..canvas }
    }

    /// An empty canvas, `width` x `height` cells large; what stands out of it enlarges it.
    #[must_use]
    pub fn canvas(width: f64, height: f64) -> Self {
        let (title, description) = (String::new(), String::new());
        let marks = Vec::new();
        Self { rows: 0, columns: 0, lines: false, width, height, title, description, marks }
    }

    /// Plain text, line by line, in a font whose letters are all as wide.
    #[must_use]
    pub fn text_block(text: &str) -> Self {
        let text = text.trim_end().to_owned();
        let letters = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let width = letters as f64 * LETTER * BLOCK_SIZE;
        let mut picture = Self::canvas(width, text.lines().count() as f64 * BLOCK_LINE);
        picture.marks.push(Mark::Block { text });
        picture
    }

    /// Says in a few words what the picture shows, for those who cannot see it.
    pub fn title(&mut self, text: &str) -> &mut Self {
        text.clone_into(&mut self.title);
        self
    }

    /// Says at more length what the picture shows, for those who cannot see it.
    pub fn description(&mut self, text: &str) -> &mut Self {
        text.clone_into(&mut self.description);
        self
    }

    /// Draws a thick line between each two orthogonal neighbours for which `divided` says true.
    ///
    /// It is asked for each pair once, the upper or left cell first. Lines that continue each other
    /// are drawn as one.
    pub fn borders(&mut self, divided: impl Fn(Cell, Cell) -> bool) -> &mut Self {
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

    /// Fills a cell.
    pub fn fill(&mut self, cell: Cell, tint: Tint) -> &mut Self {
        let (x, y) = (cell.column as f64, cell.row as f64);
        let (width, height) = (1.0, 1.0);
        self.marks.push(Mark::Rectangle { x, y, width, height, ink: None, tint: Some(tint) });
        self
    }

    /// Fills several cells.
    pub fn fill_cells(&mut self, cells: impl IntoIterator<Item = Cell>, tint: Tint) -> &mut Self {
        for cell in cells {
            self.fill(cell, tint);
        }
        self
    }

    /// Writes into a cell, smaller where the text is long.
    pub fn text(&mut self, cell: Cell, text: &str, ink: Ink) -> &mut Self {
        let size = fitting(text, 0.56, 0.86);
        let (x, y) = centre(cell);
        self.text_at(x, y, size, text, ink)
    }

    /// Writes small into a corner of a cell.
    pub fn small_text(&mut self, cell: Cell, corner: Corner, text: &str, ink: Ink) -> &mut Self {
        let (anchor, x) = match corner {
            Corner::TopLeft | Corner::BottomLeft => (Anchor::Start, 0.08),
            Corner::TopRight | Corner::BottomRight => (Anchor::End, 0.92),
        };
        let y = match corner {
            Corner::TopLeft | Corner::TopRight => 0.2,
            Corner::BottomLeft | Corner::BottomRight => 0.8,
        };
        let size = fitting(text, 0.26, 0.84);
        let (x, y) = (cell.column as f64 + x, cell.row as f64 + y);
        self.anchored(x, y, size, anchor, text, ink)
    }

    /// Writes at the left of a row.
    pub fn label_left(&mut self, row: usize, text: &str) -> &mut Self {
        let y = row as f64 + 0.5;
        self.anchored(-LABEL_GAP, y, LABEL_SIZE, Anchor::End, text, Ink::Label)
    }

    /// Writes at the right of a row.
    pub fn label_right(&mut self, row: usize, text: &str) -> &mut Self {
        let (x, y) = (self.width + LABEL_GAP, row as f64 + 0.5);
        self.anchored(x, y, LABEL_SIZE, Anchor::Start, text, Ink::Label)
    }

    /// Writes above a column.
    pub fn label_top(&mut self, column: usize, text: &str) -> &mut Self {
        let size = fitting(text, LABEL_SIZE, 0.95);
        let (x, y) = (column as f64 + 0.5, -LABEL_GAP - LABEL_SIZE / 2.0);
        self.text_at(x, y, size, text, Ink::Label)
    }

    /// Writes below a column.
    pub fn label_bottom(&mut self, column: usize, text: &str) -> &mut Self {
        let size = fitting(text, LABEL_SIZE, 0.95);
        let (x, y) = (column as f64 + 0.5, self.height + LABEL_GAP + LABEL_SIZE / 2.0);
        self.text_at(x, y, size, text, Ink::Label)
    }

    /// Draws lines from point to point, `width` cells thick.
    pub fn line(&mut self, points: &[(f64, f64)], ink: Ink, width: f64) -> &mut Self {
        self.marks.push(Mark::Line { points: points.to_vec(), ink, width, arrow: false });
        self
    }

    /// Draws lines from point to point, with an arrow's head at the last one.
    pub fn arrow(&mut self, points: &[(f64, f64)], ink: Ink) -> &mut Self {
        let (points, width) = (points.to_vec(), 0.08);
        self.marks.push(Mark::Line { points, ink, width, arrow: true });
        self
    }

    /// Draws an arrow through the centres of cells, with a dot where it starts.
    pub fn path(&mut self, cells: &[Cell], ink: Ink) -> &mut Self {
        if let Some(&first) = cells.first() {
            let (x, y) = centre(first);
            let dot = match ink {
                Ink::Colour(colour) => Tint::Colour(colour),
                _ => Tint::Highlight,
            };
            self.circle(x, y, 0.14, ink, Some(dot));
        }
        let points: Vec<_> = cells.iter().map(|&cell| centre(cell)).collect();
        self.arrow(&points, ink)
    }

    /// Draws a circle.
    pub fn circle(
        &mut self,
        x: f64,
        y: f64,
        radius: f64,
        ink: Ink,
        tint: Option<Tint>,
    ) -> &mut Self {
        self.marks.push(Mark::Circle { x, y, radius, ink, tint });
        self
    }

    /// Draws a rectangle; (x, y) is its top-left corner.
    pub fn rectangle(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        ink: Ink,
        tint: Option<Tint>,
    ) -> &mut Self {
        self.marks.push(Mark::Rectangle { x, y, width, height, ink: Some(ink), tint });
        self
    }

    /// Writes with the text's middle at (x, y), in letters `size` cells high.
    pub fn text_at(&mut self, x: f64, y: f64, size: f64, text: &str, ink: Ink) -> &mut Self {
        self.anchored(x, y, size, Anchor::Middle, text, ink)
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
        self.marks.push(Mark::Text { x, y, size, anchor, ink, text: text.to_owned() });
        self
    }
}

fn centre(cell: Cell) -> (f64, f64) {
    (cell.column as f64 + 0.5, cell.row as f64 + 0.5)
}

/// The size at which `text` is at most `width` wide, and `most` at most.
fn fitting(text: &str, most: f64, width: f64) -> f64 {
    let letters = text.chars().count().max(1) as f64;
    most.min(width / (letters * LETTER))
}

/// The maximal runs of consecutive numbers, as start and end.
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
        assert!(fitting("12345", 0.56, 0.86) * 5.0 * LETTER <= 0.86 + 1e-9);
        assert!((fitting("1", 0.56, 0.86) - 0.56).abs() < 1e-9);
        assert!(fitting("", 0.56, 0.86) > 0.0);
    }

    #[test]
    fn empty_grids_and_paths_are_no_trouble() {
        let mut picture = Picture::grid(0, 0);
        picture.borders(|_, _| true).path(&[], Ink::Accent).line(&[], Ink::Accent, 0.1);
        assert!(picture.to_svg().starts_with("<svg "));
    }
}
