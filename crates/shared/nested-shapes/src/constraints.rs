//! The rules as constraints.

use grid_utils::{Cell, Grid, Symmetry};
use itertools::{Itertools, izip};
use rules::{Flag, Int, Model, any, exactly, implies, none, when};

/// States that the numbers from 1 to the largest stand in as many connected cells as they say, and
/// that their shapes fit into each other. `grid` has the number of each cell, 0 for an empty one.
pub fn state(model: &mut Model, grid: &Grid<Int>, largest: &Int) {
    model.rule("Each number N stands in N cells.");
    let numbers: Vec<i64> = (1..=largest.largest()).collect();
    let is_used = numbers.iter().map(|&number| {
        model.any_of(numbers.iter().filter(|&&one| one >= number).map(|&one| largest.is(one)))
    });
    let is_used: Vec<Flag> = is_used.collect();
    let cells = numbers.iter().map(|&number| grid.map(|_, cell| cell.is(number)));
    let cells: Vec<Grid<Flag>> = cells.collect();
    for (&number, cells, &is_used) in izip!(&numbers, &cells, &is_used) {
        model.require(implies(is_used, exactly(number, cells.values())));
        model.require(implies(!is_used, none(cells.values())));
    }
    // Cells can be put in an order, so that the first of them make the shape of each number:
    // `first` are those of the numbers, one of them where a number stands that is surely used.
    model.rule(
        "The shapes of the numbers, turned and mirrored as need be, fit into each other; each is \
         connected through shared edges.",
    );
    let is_used_surely = |number| number == largest.smallest();
    let first = numbers.iter().zip(&cells).map(|(&number, cells)| {
        if is_used_surely(number) {
            cells.clone()
        } else {
            model.flags(grid.rows(), grid.columns())
        }
    });
    let first: Vec<Grid<Flag>> = first.collect();
    for (&number, first) in numbers.iter().zip(&first) {
        model.require(exactly(number, first.values()));
    }
    for pair in first.windows(2) {
        for (cell, &is_in) in &pair[1] {
            let is_before = pair[0][cell];
            model.require(implies(is_before, is_in));
            let beside = pair[1].neighbours(cell).map(|beside| pair[0][beside]);
            model.require(when([is_in, !is_before], any(beside)));
        }
    }
    for (&number, first, cells, &is_used) in izip!(&numbers, &first, &cells, &is_used).rev() {
        if !is_used_surely(number) {
            let whole = cells.map(|_, &cell| model.any_of([cell, !is_used]));
            state_fit(model, first, &whole);
        }
    }
}

/// States that the part's cells, turned or mirrored, then moved down, then moved to the right, are
/// cells of the whole. It does not matter what the cells on the way hold.
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

/// Requires that where a cell is true, so is the one that it is moved to.
fn state_move(
    model: &mut Model,
    from: &Grid<Flag>,
    to: &Grid<Flag>,
    target: impl Fn(Cell, i64) -> Option<Cell>,
    distance: &Int,
) {
    for ((by, is_distance), (cell, &flag)) in distance.values().cartesian_product(from) {
        let target = target(cell, by).and_then(|cell| to.get(cell).copied());
        model.require(when([is_distance, flag], target.unwrap_or(Flag::FALSE)));
    }
}
