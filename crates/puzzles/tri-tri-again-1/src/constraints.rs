//! The rules as constraints.

use grid_utils::Tiling;
use puzzle::prelude::*;

use crate::{FACES, TRIANGLES, TriTriAgain, face_on, is_start};

/// States the rules of an instance that passed `validate`.
///
/// A cheapest trip visits no triangle twice: leaving out the part between would make it cheaper,
/// for the same face lies there again.
pub(crate) fn state(puzzle: &TriTriAgain, model: &mut Model, board: &mut Unknown) {
    let numbers = &puzzle.numbers;
    let cells: Vec<Cell> = numbers.cells().collect();
    let place = |cell: Cell| cell.row * numbers.columns() + cell.column;
    model.rule(
        "Set the tetrahedron on a triangle that has a side on the upper border, and roll it over \
         its edges until it stands on a triangle that has a side on the lower border.",
    );
    // The borders close the trip to a loop.
    let border = cells.len();
    let mut edges: Vec<(usize, usize, Flag)> = Vec::new();
    for &cell in &cells {
        let beside = TRIANGLES.neighbours(cell).filter(|&next| numbers.contains(next));
        let after = beside.filter(|&next| next > cell).map(place).collect_vec();
        edges.extend(after.into_iter().map(|next| (place(cell), next, model.flag())));
    }
    let starts = cells.iter().filter(|&&cell| is_start(cell)).collect_vec();
    let finishes = cells.iter().filter(|&&cell| puzzle.is_finish(cell)).collect_vec();
    let first_end = edges.len() + starts.len();
    for ends in [&starts, &finishes] {
        let ends = ends.iter().map(|&&cell| (place(cell), border, model.flag())).collect_vec();
        model.require(exactly(1, ends.iter().map(|&(_, _, flag)| flag)));
        edges.extend(ends);
    }
    for (edge, &(one, other, is_rolled)) in edges.iter().enumerate() {
        let one = cells[one];
        let name = match cells.get(other) {
            Some(other) => format!("{one}-{other} | is rolled"),
            None if edge < first_end => format!("{one} | is the start"),
            None => format!("{one} | is the end"),
        };
        model.name(name, is_rolled);
    }
    let nodes = cells.iter().map(|cell| format!("the triangle {cell}"));
    let nodes = nodes.chain(["the border".to_owned()]).collect_vec();
    let stands = model.single_loop_at(&nodes, &edges);
    for (triangle, stands) in cells.iter().zip(&stands) {
        model.name(format!("{triangle} | is on the trip"), stands);
    }
    model.require(at_most(1, finishes.iter().map(|&&cell| stands[place(cell)])));
    model.rule("Each of its four faces has one of the given numbers, in any order.");
    let labels = [(); 4].map(|()| model.int(puzzle.faces.iter().map(|face| face.get())));
    for (face, label) in FACES.iter().zip(&labels) {
        model.name(format!("face {face}"), label);
    }
    model.require(all_different(&labels));
    model.rule(
        "Wherever the tetrahedron stands, its face at the bottom shows the number of the triangle: \
         on any way, faces A, B, C, D, A, ... along the odd rows and D, C, B, A, D, ... along the \
         others. The sum of these numbers, with the first and the last, is the cost of the trip.",
    );
    // The face does not depend on the path: see the crate's header.
    for (cell, number) in numbers {
        let fits = labels[face_on(cell)].is(number.get());
        model.at(format!("the {number} on {cell}")).require(implies(stands[place(cell)], fits));
    }
    let costs =
        numbers.values().zip(&stands).map(|(&number, &stands)| sum([stands]) * number.get());
    model.minimise(sum(costs));
    let flags = edges.iter().map(|&(_, _, flag)| flag).collect_vec();
    board.read(flags, move |flags| {
        let used = edges.iter().zip(flags).filter(|(_, flag)| **flag == Some(1));
        trip(&cells, used.map(|(&(one, other, _), _)| (one, other)).collect()).into()
    });
}

/// Returns the trip over these edges, as far as they are known, starting from the border, whose
/// index follows the last triangle.
fn trip(cells: &[Cell], mut edges: Vec<(usize, usize)>) -> Vec<Cell> {
    let mut here = cells.len();
    let mut trip = Vec::new();
    while let Some(edge) = edges.iter().position(|&(one, other)| one == here || other == here) {
        let (one, other) = edges.swap_remove(edge);
        here = if one == here { other } else { one };
        trip.extend(cells.get(here));
    }
    if trip.first().is_some_and(|cell| TRIANGLES.points_up(*cell)) {
        // It entered by the lower border.
        trip.reverse();
    }
    trip
}
