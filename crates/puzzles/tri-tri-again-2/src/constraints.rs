//! The rules as constraints.

use puzzle::prelude::*;

use crate::{Point, TriTriAgain, Triangle, line};

/// States the rules of an instance.
pub(crate) fn state(puzzle: &TriTriAgain, model: &mut Model, board: &mut Unknown) {
    model.rule(
        "For each number there is a right triangle. Its corners are points where lines of the grid \
         meet, and its legs lie on such lines. It holds the whole cell of this number and of no \
         other, and the number is its area.",
    );
    let mut triangles = Vec::new();
    for (cell, number) in puzzle.numbered() {
        let name = format!("the {number} at {cell}");
        let of_number =
            triangles_of(puzzle, cell, number).map(|one| (one, model.flag())).collect_vec();
        for (Triangle { row, column, down, right }, lies) in &of_number {
            model.name(format!("{name} | has the triangle {row} {column} {down} {right}"), lies);
        }
        model.at(&name).require(exactly(1, of_number.iter().map(|&(_, lies)| lies)));
        triangles.extend(of_number.into_iter().map(|(one, lies)| (name.clone(), one, lies)));
    }
    model.rule("Triangles may touch, but no two of them overlap.");
    for [(name, one, lies), (next, other, also_lies)] in triangles.iter().array_combinations() {
        if overlap(one, other) {
            model.at(format!("{name} and {next}")).require(at_most(1, [*lies, *also_lies]));
        }
    }
    let (triangles, lies): (Vec<_>, Vec<_>) =
        triangles.into_iter().map(|(_, triangle, lies)| (triangle, lies)).unzip();
    board.read(lies, move |lies| {
        let chosen = triangles.iter().zip(lies).filter(|(_, lies)| **lies == Some(1));
        crate::board(chosen.map(|(&triangle, _)| triangle))
    });
}

/// Returns all triangles whose area is this number that hold its cell and no other number's.
pub(crate) fn triangles_of(
    puzzle: &TriTriAgain,
    cell: Cell,
    number: i64,
) -> impl Iterator<Item = Triangle> {
    let [rows, columns] = [puzzle.numbers.rows(), puzzle.numbers.columns()].map(line);
    let legs = (-rows..=rows).cartesian_product(-columns..=columns);
    let legs = legs.filter(move |(down, right)| (down * right).abs() == 2 * number);
    let triangles = legs.flat_map(move |(down, right)| {
        let corners = (0..=rows).cartesian_product(0..=columns);
        let triangles = corners.map(move |(row, column)| Triangle { row, column, down, right });
        triangles.filter(move |one| {
            let [_, (end, _), (_, side)] = one.corners();
            (0..=rows).contains(&end) && (0..=columns).contains(&side)
        })
    });
    triangles.filter(move |one| {
        holds(one, cell) && puzzle.numbered().all(|(other, _)| other == cell || !holds(one, other))
    })
}

/// Returns whether a triangle holds a whole cell: for each corner of the cell, its offsets from the
/// right angle, as fractions of the two legs, are not negative and add up to at most 1.
fn holds(triangle: &Triangle, cell: Cell) -> bool {
    let [row, column] = [cell.row, cell.column].map(line);
    let (height, width) = (triangle.down.abs(), triangle.right.abs());
    (row..=row + 1).cartesian_product(column..=column + 1).all(|(row, column)| {
        let down = (row - triangle.row) * triangle.down.signum();
        let right = (column - triangle.column) * triangle.right.signum();
        down >= 0 && right >= 0 && down * width + right * height <= height * width
    })
}

/// Returns whether two triangles have common interior points.
pub(crate) fn overlap(one: &Triangle, other: &Triangle) -> bool {
    !is_parted(one, other) && !is_parted(other, one)
}

/// Returns whether a side of a triangle separates it from another one. Two convex shapes that do
/// not overlap are separated by a line, and polygons by one of their sides.
fn is_parted(triangle: &Triangle, other: &Triangle) -> bool {
    let [a, b, c] = triangle.corners();
    [(a, b, c), (b, c, a), (c, a, b)].into_iter().any(|(from, to, third)| {
        let inside = turn(from, to, third).signum();
        other.corners().into_iter().all(|corner| turn(from, to, corner) * inside <= 0)
    })
}

/// Returns the orientation of three points: its sign is the direction of the turn; 0 if they are
/// collinear.
fn turn(one: Point, two: Point, three: Point) -> i64 {
    (two.0 - one.0) * (three.1 - two.1) - (two.1 - one.1) * (three.0 - two.0)
}
