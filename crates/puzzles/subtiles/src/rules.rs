//! The rules as constraints.

use grid_utils::{Cell, Grid, Symmetry};
use itertools::Itertools;
use rules::{Flag, Int, Model, Rules, any, exactly, givens, implies, when};

use crate::{Board, Subtiles};

pub(crate) fn rules(Subtiles { largest, givens: given }: &Subtiles) -> Rules<Board> {
    let mut model = Model::default();
    let numbers = 1..=i64::from(*largest);
    let grid = model.grid(given.rows(), given.columns(), 0..=i64::from(*largest));
    model.rule("Given numbers stay.");
    model.require(givens(&grid, given));
    model.rule("Each number stands in as many cells as it says.");
    let cells: Vec<Grid<Flag>> =
        numbers.clone().map(|number| grid.map(|_, cell| cell.is(number))).collect();
    for (number, cells) in numbers.clone().zip(&cells) {
        model.require(exactly(number, cells.values().copied()));
    }
    // Cells can be put in an order, so that the first of them make the shape of each number: `first` are
    // those of the numbers, the last where the largest number stands.
    model.rule(
        "The shapes of the numbers, turned and mirrored as need be, fit into each other; each is \
         connected through shared edges.",
    );
    let mut first: Vec<Grid<Flag>> =
        cells.iter().map(|_| model.flags(given.rows(), given.columns())).collect();
    first.pop();
    first.extend(cells.last().cloned());
    for (number, first) in numbers.zip(&first) {
        model.require(exactly(number, first.values().copied()));
    }
    for pair in first.windows(2) {
        for (cell, &is_in) in &pair[1] {
            let is_before = pair[0][cell];
            model.require(implies(is_before, is_in));
            let beside = pair[1].neighbours(cell).map(|beside| pair[0][beside]);
            model.require(when([is_in, !is_before], any(beside)));
        }
    }
    for (first, cells) in first.iter().zip(&cells).rev().skip(1) {
        state_fit(&mut model, first, cells);
    }
    model.solved_by_grid(&grid)
}

/// The part's cells, turned or mirrored, then moved down, then moved to the right, are cells of the
/// whole. What else those on the way hold does not matter.
fn state_fit(model: &mut Model, part: &Grid<Flag>, whole: &Grid<Flag>) {
    let side = part.rows().max(part.columns());
    let ways = Symmetry::ALL.map(|symmetry| (symmetry, model.flag()));
    model.require(exactly(1, ways.map(|(_, is_used)| is_used)));
    let turned = model.flags(side, side);
    for (symmetry, is_used) in ways {
        for (to, &flag) in &part.transformed(symmetry) {
            model.require(when([is_used, flag], turned[to]));
        }
    }
    let [down, right] = [whole.rows(), whole.columns()].map(|most| {
        let [least, most] = [side, most].map(|side| i64::try_from(side).expect("a grid is small"));
        model.int((1 - least)..most)
    });
    let lowered = model.flags(whole.rows(), side);
    state_move(
        model,
        &turned,
        &lowered,
        |cell, by| Some(Cell::new(moved(cell.row, by)?, cell.column)),
        &down,
    );
    state_move(
        model,
        &lowered,
        whole,
        |cell, by| Some(Cell::new(cell.row, moved(cell.column, by)?)),
        &right,
    );
}

fn moved(place: usize, by: i64) -> Option<usize> {
    place.checked_add_signed(isize::try_from(by).ok()?)
}

/// Where a cell is true, so is the one that it is moved to.
fn state_move(
    model: &mut Model,
    from: &Grid<Flag>,
    to: &Grid<Flag>,
    target: impl Fn(Cell, i64) -> Option<Cell>,
    distance: &Int,
) {
    for ((by, is_distance), (cell, &flag)) in distance.values().cartesian_product(from) {
        let target = target(cell, by).and_then(|cell| to.get(cell).copied());
        model.require(when([is_distance, flag], target.unwrap_or(Flag::Known(false))));
    }
}
