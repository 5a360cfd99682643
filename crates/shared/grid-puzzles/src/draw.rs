//! Pictures of ways, of symmetries, and of clues at the border.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use grid_utils::{Cell, Grid, Regions, Symmetry};
use picture::{Corner, Ink, Picture, Tint, region_colours};

use crate::{Border, ClueOr, Side};

/// Writes given values into the cells of a picture, over their content.
pub fn givens<T: Display>(picture: &mut Picture, givens: &Grid<Option<T>>) {
    for (cell, given) in givens {
        if let Some(given) = given {
            picture.text(cell, &given.to_string(), Ink::Given);
        }
    }
}

/// Draws the sign of clues without content.
pub fn unknown_clues<T: Copy, const SIGN: char>(
    picture: &mut Picture,
    clues: &Grid<Option<ClueOr<T, SIGN>>>,
) {
    for cell in clues.find_all(|clue| matches!(clue, Some(ClueOr(None)))) {
        picture.text(cell, &SIGN.to_string(), Ink::Given);
    }
}

/// Draws a disc in the middle of each of these cells, instead of their texts.
pub fn discs(picture: &mut Picture, cells: impl IntoIterator<Item = Cell>, tint: Option<Tint>) {
    for cell in cells {
        let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
        picture.erase([cell]).circle(x, y, 0.33, Ink::Given, tint);
    }
}

/// Draws the borders of regions. Equal labels are one region: if it is not connected, the first cell
/// of each part shows its label.
///
/// ```
/// use grid_puzzles::draw;
/// use picture::Picture;
///
/// let mut picture = Picture::grid(2, 3);
/// draw::regions(&mut picture, &"A B A\nA B A".parse::<grid_utils::Grid<char>>()?);
/// let svg = picture.to_svg();
/// assert_eq!((svg.matches(">A</text>").count(), svg.matches(">B</text>").count()), (2, 0));
/// # anyhow::Ok(())
/// ```
pub fn regions<L: Eq + Hash + Display>(picture: &mut Picture, labels: &Grid<L>) {
    picture.borders(|one, other| labels[one] != labels[other]);
    let (regions, parts) = (Regions::from_labels(labels), Regions::connected(labels));
    for (part, cells) in parts.iter() {
        let first = cells[0];
        if regions.around(first).len() > parts.area(part) {
            picture.small_text(first, Corner::BottomRight, &labels[first].to_string(), Ink::Label);
        }
    }
}

/// Gives each region a colour, and draws it like [`regions`].
pub fn coloured_regions<L: Eq + Hash + Display>(picture: &mut Picture, labels: &Grid<L>) {
    let parts = Regions::from_labels(labels);
    for ((_, cells), colour) in parts.iter().zip(region_colours(&parts)) {
        picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
    }
    regions(picture, labels);
}

/// Draws the regions that a board names, as far as they are known: borders and colours.
pub fn found_regions<T: Eq + Hash>(picture: &mut Picture, names: &Grid<Option<T>>) {
    picture.borders(|one, other| names[one] != names[other]);
    let regions = Regions::from_labels(names);
    let found = regions.iter().zip(region_colours(&regions));
    for ((_, cells), colour) in found.filter(|((_, cells), _)| names[cells[0]].is_some()) {
        picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
    }
}

/// Adds the axes of a figure in a rectangle of `size` (rows, columns) with this top left cell, and
/// its centre if it can be turned.
pub fn symmetries(
    picture: &mut Picture,
    first: Cell,
    size: (usize, usize),
    symmetries: impl IntoIterator<Item = Symmetry>,
) {
    let (left, top) = (first.column as f64, first.row as f64);
    let (right, bottom) = (left + size.1 as f64, top + size.0 as f64);
    let (x, y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
    for symmetry in symmetries {
        let axis = match symmetry {
            Symmetry::FlipRows => [(left, y), (right, y)],
            Symmetry::FlipColumns => [(x, top), (x, bottom)],
            Symmetry::Transpose => [(left, top), (right, bottom)],
            Symmetry::AntiTranspose => [(right, top), (left, bottom)],
            _ => {
                picture.circle(x, y, 0.1, Ink::Accent, Some(Tint::Highlight));
                continue;
            }
        };
        picture.faint_line(&axis, Ink::Accent, 0.06);
    }
}

/// Adds the clues of one side to a picture.
pub fn side<T: Display>(
    picture: &mut Picture,
    side: Side,
    clues: impl IntoIterator<Item = (usize, T)>,
) {
    for (line, clue) in clues {
        let clue = clue.to_string();
        match side {
            Side::Top => picture.label_top(line, &clue),
            Side::Bottom => picture.label_bottom(line, &clue),
            Side::Left => picture.label_left(line, &clue),
            Side::Right => picture.label_right(line, &clue),
        };
    }
}

/// Adds the clues of all four sides to a picture.
pub fn border<T: Display>(picture: &mut Picture, border: &Border<T>) {
    for one in Side::ALL {
        side(picture, one, border.side(one).given());
    }
}

/// Labels the rows and columns of a board as in chess: ranks at the left, at most 26 files below.
pub fn chess_labels(picture: &mut Picture, rows: usize, columns: usize) {
    for (row, rank) in (1..=rows).rev().enumerate() {
        picture.label_left(row, &rank.to_string());
    }
    for (column, file) in (0..columns).zip('a'..='z') {
        picture.label_bottom(column, &file.to_string());
    }
}

/// Position of the cells' numbers, in a cell, with the way at their right and below.
const NUMBER: (f64, f64) = (0.07, 0.26);
/// Part of a cell's width that a number may take.
const NUMBER_WIDTH: f64 = 0.63;
/// The width of a bold digit, in sizes.
const DIGIT_WIDTH: f64 = 0.68;
/// The largest size of the numbers.
const LARGEST: f64 = 0.3;
/// Points of a cell that a way passes at its first visit, its second, and so on.
const VISITS: [(f64, f64); 4] = [(0.82, 0.53), (0.74, 0.84), (0.42, 0.55), (0.42, 0.86)];

/// Draws the numbers of a board and a way over it, which may revisit cells: the numbers are at the
/// top left of their cells, the way beside them with its steps numbered from 0, unless it visits a
/// cell too often.
pub fn way_over_numbers(picture: &mut Picture, numbers: &Grid<i64>, way: &[Cell]) {
    picture.fill_cells(way.iter().copied(), Tint::Highlight);
    match visits(way) {
        Some(points) => picture.numbered_path(&points, Ink::Accent),
        None => picture.path(&without_waits(way), Ink::Accent),
    };
    let numbers = numbers.map(|_, number| number.to_string());
    let longest = numbers.values().map(String::len).max().unwrap_or(1);
    let size = (NUMBER_WIDTH / (DIGIT_WIDTH * longest as f64)).min(LARGEST);
    for (cell, number) in &numbers {
        let (x, y) = place(cell, NUMBER);
        picture.text_from(x, y, size, number, Ink::Given);
    }
}

/// Returns the position of a point of a cell in the picture.
fn place(Cell { row, column }: Cell, (x, y): (f64, f64)) -> (f64, f64) {
    (column as f64 + x, row as f64 + y)
}

/// Returns the points of a way such that the visits of a cell are distinct; `None` if a cell is
/// visited too often.
fn visits(way: &[Cell]) -> Option<Vec<(f64, f64)>> {
    let mut seen: HashMap<Cell, usize> = HashMap::new();
    let visits = way.iter().map(|&cell| {
        let visit = seen.entry(cell).or_default();
        *visit += 1;
        Some(place(cell, *VISITS.get(*visit - 1)?))
    });
    visits.collect()
}

/// Returns the cells of a way without repeated moves to and fro, of which there may be a million.
fn without_waits(way: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for &cell in way {
        if let [.., first, second, third] = cells[..]
            && second == cell
            && first == third
        {
            cells.pop();
        } else {
            cells.push(cell);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_along_a_line_are_not_drawn() {
        let draw = |way: &[usize]| {
            let mut picture = Picture::grid(1, 4);
            let way: Vec<Cell> = way.iter().map(|&column| Cell::new(0, column)).collect();
            way_over_numbers(&mut picture, &Grid::filled(1, 4, 0), &way);
            picture.to_svg()
        };
        // All visits of a cell are drawn while they can be distinguished.
        let waiting = |times| draw(&[&[0][..], &[1, 2].repeat(times), &[3]].concat());
        assert_ne!(waiting(1), waiting(2));
        assert_eq!(waiting(5), waiting(9));
        assert_ne!(draw(&[0, 1, 2]), waiting(1));
    }
}
