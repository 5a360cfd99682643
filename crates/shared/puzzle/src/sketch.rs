//! An annotated partial board, for viewers of a search.

use std::collections::BTreeMap;

use grid_utils::Cell;
use picture::drawing::Mark;
use picture::{Corner, Ink, Picture};

use crate::Board;

/// Width of the lines between groups where thick lines mean something else, in cells.
const GROUP_LINE: f64 = 0.06;

/// A partial board, and what its search knows beyond it.
///
/// A board holds the values of cells. Searches know more: which cells stay empty, which are filled
/// with an unknown value, and which belong together. The sketch is drawn over the board's picture.
///
/// ```
/// use grid_utils::{Cell, Grid};
/// use puzzle::Sketch;
///
/// let board: Grid<Option<u8>> = Grid::filled(2, 2, None);
/// let hook = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0)];
/// let _ = Sketch::from(board).empty([Cell::new(0, 0)]).filled([Cell::new(0, 1)]).group(hook, "2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    pub(crate) board: Board,
    pub(crate) beyond: Beyond,
}

/// What a search knows beyond the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beyond {
    empty: Vec<Cell>,
    filled: Vec<Cell>,
    /// Cells that belong together, each group with its label.
    groups: Vec<(Vec<Cell>, String)>,
}

impl<B: Into<Board>> From<B> for Sketch {
    fn from(board: B) -> Self {
        Self { board: board.into(), beyond: Beyond::default() }
    }
}

impl Sketch {
    /// Adds cells that stay empty.
    #[must_use]
    pub fn empty(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.beyond.empty.extend(cells);
        self
    }

    /// Adds cells that are filled; a value on the board is drawn.
    #[must_use]
    pub fn filled(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.beyond.filled.extend(cells);
        self
    }

    /// Adds cells that belong together, such as a hook that is cut, with a label such as its digit.
    /// Without a text they only get a border.
    #[must_use]
    pub fn group(mut self, cells: impl IntoIterator<Item = Cell>, text: &str) -> Self {
        self.beyond.groups.push((cells.into_iter().collect(), text.to_owned()));
        self
    }
}

impl Beyond {
    /// Draws it over the picture of the board, whose values stay visible.
    pub fn draw(&self, picture: &mut Picture) {
        let taken: Vec<Cell> = picture.cell_texts().into_keys().collect();
        let is_free = |cell: &&Cell| taken.binary_search(cell).is_err();
        for &cell in self.empty.iter().filter(is_free) {
            picture.text(cell, "\u{b7}", Ink::Muted);
        }
        for &cell in self.filled.iter().filter(is_free) {
            picture.text(cell, "\u{25cb}", Ink::Muted);
        }
        let mut group_of = BTreeMap::new();
        for (number, (cells, text)) in self.groups.iter().enumerate() {
            group_of.extend(cells.iter().map(|&cell| (cell, number)));
            if let Some(&last) = cells.iter().max() {
                picture.small_text(last, Corner::BottomRight, text, Ink::Muted);
            }
        }
        let divided = |one: Cell, other: Cell| group_of.get(&one) != group_of.get(&other);
        let has_borders = picture.marks().iter().any(|mark| matches!(mark, Mark::Border { .. }));
        if !has_borders {
            picture.borders(divided);
            return;
        }
        // Thick lines already have a meaning, such as regions.
        let mut groups = Picture::grid(picture.rows(), picture.columns());
        for border in groups.borders(divided).marks() {
            if let Mark::Border { from, to } = border {
                picture.line(&[*from, *to], Ink::Accent, GROUP_LINE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_drawn_and_what_stands_there_stays() {
        let cells = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)];
        let sketch = Sketch::from(vec![0]).empty(cells[..2].to_vec()).filled(cells[1..].to_vec());
        let mut picture = Picture::grid(2, 2);
        picture.text(cells[1], "5", Ink::Found);
        sketch.group([cells[3]], "1").beyond.draw(&mut picture);
        let texts = picture.cell_texts();
        let texts: Vec<_> = cells.iter().map(|cell| texts[cell].0).collect();
        assert_eq!(texts, ["\u{b7}", "5", "\u{25cb}", "\u{25cb}"]);
        assert!(picture.to_svg().contains("mp-border"));
    }

    #[test]
    fn groups_and_regions_are_told_apart() {
        let cells = [Cell::new(0, 0), Cell::new(0, 1)];
        let sketch = Sketch::from(vec![0]).group(cells, "");
        let mut picture = Picture::grid(2, 2);
        picture.borders(|one, other| one.column != other.column);
        let regions = picture.marks().len();
        sketch.beyond.draw(&mut picture);
        let [Mark::Text { .. }, line] = &picture.marks()[regions..] else {
            panic!("{:?}", picture.marks())
        };
        assert!(matches!(line, Mark::Line { points, .. } if *points == [(0.0, 1.0), (2.0, 1.0)]));
    }
}
