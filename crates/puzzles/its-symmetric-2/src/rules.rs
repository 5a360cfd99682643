//! The rules as constraints.

use std::num::NonZeroU32;

use grid_puzzles::Colour;
use grid_utils::{Direction, Grid, Motion};
use itertools::Itertools;
use rules::{Flag, Int, Model, Rules, all, any, implies, none};

use crate::{Board, SYMMETRIES};

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
    // Cells with numbers are shaded, so they have images.
    let [half_turns, rows_turned, columns_turned, falling, rising] =
        SYMMETRIES.map(|symmetry| Motion::all(symmetry, rows, columns));
    let reflections = rows_turned.chain(columns_turned).chain(falling.interleave(rising));
    let is_inside = |cell| numbers.contains(cell);
    let is_possible =
        |motion: &Motion| given.clone().all(|(cell, _)| motion.image(cell).is_some_and(is_inside));
    let possible = half_turns.chain(reflections).filter(is_possible);
    let symmetric = possible.map(|motion| is_symmetric(&mut model, &shaded, motion)).collect_vec();
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

/// A flag: where it is true, the symmetry maps the shaded cells onto themselves.
fn is_symmetric(model: &mut Model, shaded: &Grid<Flag>, motion: Motion) -> Flag {
    let holds = model.flag();
    for (cell, &flag) in shaded {
        let image = motion.image(cell).and_then(|image| shaded.get(image).copied());
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
