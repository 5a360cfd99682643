//! The rules, checked on a finished board.

use puzzle::prelude::*;

use crate::{Point, TriTriAgain, Triangle, line};

/// Checks a board: each triangle by itself, then each number, then each pair of triangles.
///
/// # Errors
/// The first rule that the board breaks, and where.
pub(crate) fn check(puzzle: &TriTriAgain, triangles: &[Triangle]) -> Result<()> {
    for triangle in triangles {
        let Triangle { row, column, .. } = triangle;
        let place =
            format!("the triangle with its right angle at row line {row}, column line {column}");
        ensure!(triangle.down != 0 && triangle.right != 0, "{place} has a leg without length");
        let [rows, columns] =
            [puzzle.numbers.rows(), puzzle.numbers.columns()].map(|lines| 0..=line(lines));
        let is_inside = |(row, column): &Point| rows.contains(row) && columns.contains(column);
        ensure!(triangle.corners().iter().all(is_inside), "{place} leaves the grid");
        let held = puzzle.numbered().filter(|&(cell, _)| holds(triangle, cell)).collect_vec();
        let [(cell, number)] = held[..] else {
            ensure!(!held.is_empty(), "{place} holds the whole cell of no number");
            let cells = held.iter().map(|(cell, _)| cell).join(" and ");
            bail!("{place} holds more than one number: {cells}");
        };
        let twice = (triangle.down * triangle.right).abs();
        ensure!(
            twice == 2 * number,
            "{place} has the area {}; expected {number}, as {cell} says",
            twice as f64 / 2.0
        );
    }
    for (cell, number) in puzzle.numbered() {
        let is_held = triangles.iter().any(|triangle| holds(triangle, cell));
        ensure!(is_held, "no triangle holds the whole cell of the {number} at {cell}");
    }
    for [one, other] in triangles.iter().array_combinations() {
        ensure!(
            !overlap(one, other),
            "two triangles overlap: those with right angles at row line {}, column line {} and \
             at row line {}, column line {}",
            one.row,
            one.column,
            other.row,
            other.column
        );
    }
    Ok(())
}

/// Returns the side of a directed line through two points on which a third one lies: 0 on the line.
fn side(from: Point, to: Point, point: Point) -> i64 {
    (to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)
}

/// Returns whether all corners of a cell lie in the triangle, or on its border.
fn holds(triangle: &Triangle, cell: Cell) -> bool {
    let [row, column] = [cell.row, cell.column].map(line);
    let corners = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
    let [a, b, c] = triangle.corners();
    corners.into_iter().all(|corner| {
        let sides = [side(a, b, corner), side(b, c, corner), side(c, a, corner)];
        sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0)
    })
}

/// Returns whether two triangles have common interior points. If a line separates them, all vectors
/// from a corner of one to a corner of the other cross it in the same direction, or run along it:
/// so one of these vectors has none of the others to its right. Otherwise, they point in all
/// directions.
fn overlap(one: &Triangle, other: &Triangle) -> bool {
    let ways = one.corners().into_iter().cartesian_product(other.corners());
    let ways = ways.map(|(from, to)| (to.0 - from.0, to.1 - from.1));
    let ways = ways.filter(|&way| way != (0, 0)).collect_vec();
    let is_border = |&way: &Point| ways.iter().all(|&other| side((0, 0), way, other) >= 0);
    !ways.iter().any(is_border)
}
