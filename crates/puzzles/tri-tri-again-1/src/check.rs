//! The checker: rolls a tetrahedron step by step, from each of its 24 initial positions.

use std::fmt;

use grid_utils::Tiling;
use puzzle::prelude::*;

use crate::{Number, TRIANGLES, TriTriAgain};

/// A tetrahedron on a triangle: the numbers of its faces, by their positions.
#[derive(Clone, Copy)]
pub(crate) struct Tetrahedron {
    /// On the triangle.
    pub(crate) bottom: Number,
    /// At the left edge.
    pub(crate) left: Number,
    /// At the right edge.
    pub(crate) right: Number,
    /// At the horizontal edge, in front of it or behind it.
    pub(crate) level: Number,
}

/// An edge over which a tetrahedron rolls.
#[derive(Clone, Copy)]
enum Edge {
    Left,
    Right,
    Level,
}

impl Tetrahedron {
    /// Returns the tetrahedron after a roll. The old bottom is then at the edge over which it
    /// rolled.
    ///
    /// To the right: the left face, at the slanted edge away from the roll, moves to the horizontal
    /// edge, and the face from the horizontal edge to the right. Forwards and backwards: the left
    /// and the right face stay there.
    fn rolled(self, edge: Edge) -> Self {
        let Tetrahedron { bottom, left, right, level } = self;
        match edge {
            Edge::Right => Tetrahedron { bottom: right, left: bottom, level: left, right: level },
            Edge::Left => Tetrahedron { bottom: left, right: bottom, level: right, left: level },
            Edge::Level => Tetrahedron { bottom: level, level: bottom, left, right },
        }
    }
}

impl fmt::Display for Tetrahedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tetrahedron { bottom, left, right, level } = self;
        write!(f, "bottom {bottom}, left {left}, right {right}, behind {level}")
    }
}

/// Returns the initial tetrahedron of a trip, or the first rule that the board breaks.
pub(crate) fn roll(puzzle: &TriTriAgain, cells: &[Cell]) -> Result<Tetrahedron> {
    ensure!(!cells.is_empty(), "the trip is empty: it must begin at the upper border");
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let has_upper_side = first.row == 0 && !TRIANGLES.points_up(first);
    ensure!(has_upper_side, "the trip begins on {first}, without a side on the upper border");
    let has_lower_side =
        |cell: &Cell| cell.row + 1 == puzzle.numbers.rows() && TRIANGLES.points_up(*cell);
    ensure!(has_lower_side(&last), "the trip ends on {last}, without a side on the lower border");
    if let Some((place, cell)) = cells.iter().find_position(|cell| has_lower_side(cell)) {
        ensure!(place + 1 == cells.len(), "the trip ends where it arrives on {cell}, and goes on");
    }
    let edges: Vec<Edge> =
        cells.iter().tuple_windows().map(|(&from, &to)| edge(from, to)).collect::<Result<_>>()?;
    // The longest possible part of the trip over all initial positions.
    let mut furthest = 0;
    for faces in puzzle.faces.iter().copied().permutations(4) {
        let first =
            Tetrahedron { bottom: faces[0], left: faces[1], right: faces[2], level: faces[3] };
        let mut tetrahedron = first;
        let mut rolls = edges.iter();
        let wrong = cells.iter().position(|&cell| {
            let is_wrong = tetrahedron.bottom != puzzle.numbers[cell];
            if let Some(&edge) = rolls.next() {
                tetrahedron = tetrahedron.rolled(edge);
            }
            is_wrong
        });
        let Some(place) = wrong else { return Ok(first) };
        furthest = furthest.max(place);
    }
    // On the first triangle some face always fits.
    let (from, to) = (cells[furthest - 1], cells[furthest]);
    bail!(
        "however the faces are written, a tetrahedron that came to {from} in this way does not \
         roll to {to} with {} at the bottom",
        puzzle.numbers[to]
    )
}

/// Returns the edge between two triangles.
fn edge(from: Cell, to: Cell) -> Result<Edge> {
    ensure!(
        TRIANGLES.neighbours(from).contains(&to),
        "the trip goes from {from} to {to}, which share no side"
    );
    Ok(match to {
        _ if from.row != to.row => Edge::Level,
        _ if from.column < to.column => Edge::Right,
        _ => Edge::Left,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face_on;

    #[test]
    fn the_way_does_not_matter() {
        let mut random = puzzle::Rng::with_seed(1);
        let label = |cell: Option<Cell>| {
            Number::new(1 + i64::try_from(face_on(cell.unwrap())).unwrap()).unwrap()
        };
        let mut cell = Cell::new(50, 51);
        let mut tetrahedron = Tetrahedron {
            bottom: label(Some(cell)),
            left: label(cell.offset((0, -1))),
            right: label(cell.offset((0, 1))),
            level: label(TRIANGLES.across(cell)),
        };
        for _ in 0..1000 {
            let to = random.choice(TRIANGLES.neighbours(cell).collect_vec()).unwrap();
            tetrahedron = tetrahedron.rolled(edge(cell, to).unwrap());
            cell = to;
            assert_eq!(tetrahedron.bottom, label(Some(cell)), "{cell}");
            if cell.row == 0 || cell.column == 0 {
                break;
            }
        }
    }
}
