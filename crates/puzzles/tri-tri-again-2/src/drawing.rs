//! The picture: numbers in their cells, triangles as triangles.

use itertools::Itertools;
use picture::{Ink, Picture, Tint, few_colours};

use crate::{TriTriAgain, Triangle};

/// Draws the grid with its numbers, and triangles.
pub(crate) fn picture(puzzle: &TriTriAgain, triangles: &[Triangle]) -> Picture {
    let mut picture = Picture::grid(puzzle.numbers.rows(), puzzle.numbers.columns());
    picture.description("Right triangles that hold their areas");
    let pairs = (0..triangles.len()).array_combinations();
    let touching = pairs.filter(|&[one, other]| may_touch(&triangles[one], &triangles[other]));
    let colours = few_colours(triangles.len(), touching.map(|[one, other]| (one, other)));
    for (triangle, colour) in triangles.iter().zip(colours) {
        let corners = triangle.corners().map(|(row, column)| (column as f64, row as f64));
        picture.polygon(&corners, Some(Ink::Text), Some(Tint::Colour(colour)));
    }
    for (cell, number) in puzzle.numbered() {
        picture.text(cell, &number.to_string(), Ink::Given);
    }
    picture
}

/// Returns whether the bounding boxes of two triangles touch or overlap.
fn may_touch(one: &Triangle, other: &Triangle) -> bool {
    let bounds = |triangle: &Triangle| {
        let (rows, columns): (Vec<_>, Vec<_>) = triangle.corners().into_iter().unzip();
        [rows, columns].map(|lines| (lines.iter().min().copied(), lines.iter().max().copied()))
    };
    let lines = bounds(one).into_iter().zip(bounds(other));
    lines.into_iter().all(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
}
