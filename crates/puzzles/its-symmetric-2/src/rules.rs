//! The rules as constraints.

use std::num::NonZeroU32;

use grid_puzzles::Colour;
use grid_utils::{Cell, Direction, Grid};
use itertools::Itertools;
use rules::{Flag, Int, Model, Rules, all, any, implies, none};

use crate::Board;

/// States the rules of a grid with these numbers.
pub(crate) fn state(numbers: &Grid<Option<NonZeroU32>>) -> Rules<Board> {
    let (rows, columns) = (numbers.rows(), numbers.columns());
    let mut model = Model::default();
    let shaded = model.flags(rows, columns);
    let given = numbers.iter().filter_map(|(cell, number)| Some((cell, (*number)?)));

    model.rule("Shade some cells. All shaded cells are connected by their sides.");
    model.require(any(shaded.values()));
    model.connected_cells(&shaded, shaded.len());

    model.rule(
        "The shaded cells are symmetric: a half turn, a quarter turn or a reflection maps them \
         onto themselves. Its centre or axis may be anywhere.",
    );
    // A quarter turn done twice is a half turn. Cells with numbers are shaded, so they have images.
    let moves = moves(rows, columns);
    let is_possible = |image: &Move| given.clone().all(|(cell, _)| image(cell).is_some());
    let possible = moves.into_iter().filter(|image| is_possible(image));
    let symmetric = possible.map(|image| is_symmetric(&mut model, &shaded, &image)).collect_vec();
    model.require(any(symmetric));

    model.rule(
        "Each number is in a shaded cell. From there, count in each of the four directions the \
         shaded cells up to the first unshaded one or the border: the number is the product of the \
         counts that are not 0.",
    );
    for (cell, number) in given.clone() {
        model.require(shaded[cell]);
        let seen = Direction::ALL.map(|direction| {
            let ray = shaded.ray(cell, direction).map(|cell| shaded[cell]).collect_vec();
            seen(&mut model, &ray)
        });
        model.table(&seen.each_ref(), factorisations(number, &seen));
    }
    model.solved_by(shaded.values(), move |values| Colour::board(values, rows, columns))
}

/// Where a symmetry moves a cell, if that is in the grid.
type Move = Box<dyn Fn(Cell) -> Option<Cell>>;

/// The half turns and the reflections whose centre or axis lies in the grid.
fn moves(rows: usize, columns: usize) -> Vec<Move> {
    let to = move |row: Option<usize>, column: Option<usize>| {
        let image = Cell::new(row?, column?);
        (image.row < rows && image.column < columns).then_some(image)
    };
    let mut moves: Vec<Move> = Vec::new();
    let (row_sums, column_sums) = (0..2 * rows - 1, 0..2 * columns - 1);
    for (row, column) in row_sums.clone().cartesian_product(column_sums.clone()) {
        moves.push(Box::new(move |cell| {
            to(row.checked_sub(cell.row), column.checked_sub(cell.column))
        }));
    }
    for row in row_sums {
        moves.push(Box::new(move |cell| to(row.checked_sub(cell.row), Some(cell.column))));
    }
    for column in column_sums {
        moves.push(Box::new(move |cell| to(Some(cell.row), column.checked_sub(cell.column))));
    }
    // In a falling diagonal rows become columns, after a shift; in a rising one sums are kept.
    for shift in 0..rows + columns - 1 {
        moves.push(Box::new(move |cell| {
            let (row, column) = (cell.column + shift, cell.row + columns - 1);
            to(row.checked_sub(columns - 1), column.checked_sub(shift))
        }));
        moves.push(Box::new(move |cell| {
            to(shift.checked_sub(cell.column), shift.checked_sub(cell.row))
        }));
    }
    moves
}

/// A flag: where it is true, the symmetry maps the shaded cells onto themselves.
fn is_symmetric(model: &mut Model, shaded: &Grid<Flag>, image: &Move) -> Flag {
    let holds = model.flag();
    for (cell, &flag) in shaded {
        let image = image(cell).map(|image| shaded[image]);
        model.require(implies(holds, any([!flag].into_iter().chain(image))));
    }
    holds
}

/// How many of the cells along a ray are shaded, up to the first that is not.
fn seen(model: &mut Model, ray: &[Flag]) -> Int {
    let seen = model.int((0..).take(ray.len() + 1));
    for ((_, is_count), count) in seen.values().zip(0..) {
        model.require(implies(is_count, all(&ray[..count])));
        model.require(implies(is_count, none(ray.get(count))));
    }
    seen
}

/// The rows of four counts with this product, where 0 counts as 1.
fn factorisations(number: NonZeroU32, seen: &[Int; 4]) -> Vec<[i64; 4]> {
    let number = i64::from(number.get());
    let divides = |&(count, _): &(i64, Flag)| number % count.max(1) == 0;
    let counts = |int: &Int| int.values().filter(divides).map(|(count, _)| count).collect_vec();
    let rows = seen.iter().map(counts).multi_cartesian_product();
    let rows = rows.filter(|row| row.iter().map(|&count| count.max(1)).product::<i64>() == number);
    rows.filter_map(|row| row.try_into().ok()).collect()
}
