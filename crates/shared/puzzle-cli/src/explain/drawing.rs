//! A step of an explanation as a picture.

use std::collections::BTreeMap;

use ::explain::Step;
use grid_utils::Cell;
use itertools::Itertools;
use picture::{Corner, Ink, Picture, Tint};
use pseudo_boolean::Literal;
use puzzle::Board;

use super::words::Words;
use crate::Session;

/// Number of tints for groups.
const COLOURS: u8 = 9;
/// Width of an outline, in cells.
const THIN: f64 = 0.05;
/// Width of the outline of a cell that gets its value.
const THICK: f64 = 0.12;
/// Distance of outlines from the border of their cell, in cells.
const GAP: f64 = 0.09;

/// Draws the board after a step: the cells of each group have a tint, premises and conclusions are
/// outlined, filled cells boldly; small numbers count the links of the chain.
pub(super) fn drawn(session: &Session, words: &Words, step: &Step, board: &Board) -> Picture {
    let mut picture = session.picture(Some(board));
    if session.form.size().is_none() {
        return picture;
    }
    // Colours already on the board would be ambiguous.
    let taken: Vec<Tint> = picture.tints().into_values().collect();
    let free = (0..COLOURS).filter(|&colour| !taken.contains(&Tint::Colour(colour)));
    let free: Vec<u8> = free.chain(0..COLOURS).collect();
    let mut groups_of: BTreeMap<Cell, Vec<u8>> = BTreeMap::new();
    for (&group, ground) in free.iter().cycle().zip(words.told(step).groups) {
        let cells = ground.cells.iter().filter_map(|name| name.parse::<Cell>().ok());
        cells.for_each(|cell| groups_of.entry(cell).or_default().push(group));
    }
    for (cell, groups) in &groups_of {
        tint(&mut picture, *cell, groups, session.form.is_shading());
    }
    for cell in words.cells_of(&step.because) {
        outline(&mut picture, cell, THIN, Ink::Muted);
    }
    let new: &[Literal] = &step.facts;
    let filled = words.cells_of(&words.values(new));
    for cell in words.cells_of(new) {
        let width = if filled.contains(&cell) { THICK } else { THIN };
        outline(&mut picture, cell, width, Ink::Accent);
    }
    let links = step.chain.iter().filter(|link| link.group.is_some());
    let mut numbers: BTreeMap<Cell, Vec<i32>> = BTreeMap::new();
    for (link, number) in links.zip(1..) {
        for cell in words.cells_of(link.follows.as_slice()) {
            numbers.entry(cell).or_default().push(number);
        }
    }
    for (cell, numbers) in numbers {
        picture.small_text(cell, Corner::BottomRight, &in_runs(&numbers), Ink::Accent);
    }
    picture
}

/// Abbreviates ascending numbers, such as `1,3-6`.
fn in_runs(numbers: &[i32]) -> String {
    let runs = numbers.chunk_by(|one, next| next - one == 1);
    let run = |run: &[i32]| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        _ => run.iter().join(","),
    };
    runs.map(run).join(",")
}

/// Gives a cell the tints of its groups, side by side; only at the bottom if its own tint is its
/// value.
fn tint(picture: &mut Picture, Cell { row, column }: Cell, groups: &[u8], is_shading: bool) {
    let (top, bottom) = (row as f64 + if is_shading { 0.75 } else { 0.0 }, row as f64 + 1.0);
    let width = 1.0 / groups.len() as f64;
    for (place, &group) in groups.iter().enumerate() {
        let left = column as f64 + place as f64 * width;
        let right = left + width;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        picture.polygon(&corners, None, Some(Tint::Colour(group)));
    }
}

fn outline(picture: &mut Picture, Cell { row, column }: Cell, width: f64, ink: Ink) {
    let (top, bottom) = (row as f64 + GAP, row as f64 + 1.0 - GAP);
    let (left, right) = (column as f64 + GAP, column as f64 + 1.0 - GAP);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
    picture.line(&corners, ink, width);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_that_follow_each_other_are_told_by_their_ends() {
        assert_eq!(in_runs(&[1, 2, 4, 5, 6, 9]), "1,2,4-6,9");
        assert_eq!(in_runs(&[7]), "7");
    }
}
