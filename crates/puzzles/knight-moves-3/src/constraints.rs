//! The rules as constraints.

use knight_moves::constraints::walk;
use puzzle::prelude::*;
use rules::first_seen;

use crate::KnightMoves;

/// Larger products are not distinguished.
const LARGEST_PRODUCT: i64 = 1_000;

/// States the rules of a board with these clues.
pub(crate) fn state(puzzle: &KnightMoves, model: &mut Model, board: &mut Unknown) {
    let size = puzzle.first.size();
    let last = puzzle.least_last();
    let cells = i64::try_from(size * size).expect("a board has at most 64 cells");
    let number = walk(model, &Grid::filled(size, size, None), last..=cells).number;
    model.rule(
        "A number outside the board is the first number in its row or column that is seen from \
         there. The product of the sizes of all groups of connected empty cells is as small as \
         possible.",
    );
    for (side, line, &clue) in puzzle.first.given() {
        let cells = side.cells(size, line).map(|cell| &number[cell]);
        model
            .at(format!("the {clue} {}", side.beside(line)))
            .require(first_seen(cells.map(|cell| (cell.is_not(0), cell.is(clue)))));
    }
    let model = &mut model.at("the groups of empty cells");
    let empty = number.map(|_, number| number.is(0));
    let sizes = sizes_of_groups(model, &empty, cells - last);
    let product = product(model, &sizes, cells - last);
    let is_beyond = product.is(LARGEST_PRODUCT + 1);
    model.minimise(&product);
    model.limited(is_beyond, &format!("boards with a product of at most {LARGEST_PRODUCT}"));
    board.set_cells(&number);
}

/// Returns the size of each group of connected cells whose flags are true, up to `most` cells in
/// all: for each cell that may be the first of its group, flags that say whether the group has at
/// least one cell, two, and so on.
///
/// Exactly the cells of a group have the label of its first cell: each cell has a distance from the
/// cell that its label names, and a nearer neighbour.
fn sizes_of_groups(model: &mut Model, flags: &Grid<Flag>, most: i64) -> Vec<Vec<Flag>> {
    let names = || (0..).take(flags.len());
    let mut name = names();
    let label = flags.map(|_, _| model.int(-1..=name.next().expect("there is one for each cell")));
    let distance = flags.map(|_, _| model.int(-1..most.max(1)));
    for ((cell, &flag), own) in flags.iter().zip(0..) {
        model.require(Sum::from(label[cell].is(-1)).equals(!flag));
        model.require(Sum::from(distance[cell].is(-1)).equals(!flag));
        model.require(Sum::from(label[cell].is(own)).equals(distance[cell].is(0)));
        for other in flags.neighbours(cell) {
            for (name, is_here) in label[cell].values().filter(|&(name, _)| name >= 0) {
                model.require(implies(is_here, any([!flags[other], label[other].is(name)])));
            }
        }
        for (steps, is_so_far) in distance[cell].values().filter(|&(steps, _)| steps > 0) {
            let nearer = flags.neighbours(cell).map(|other| distance[other].is(steps - 1));
            model.require(implies(is_so_far, any(nearer)));
        }
    }
    let of_label = |name: i64| sum(label.values().map(|label| label.is(name)));
    names()
        .map(|name| (1..=most).map(|size| model.whether(of_label(name).at_least(size))).collect())
        .collect()
}

/// Returns the product of the sizes of the groups, computed size by size from the number of groups
/// of each size.
fn product(model: &mut Model, sizes: &[Vec<Flag>], most: i64) -> Int {
    let mut product = Int::constant(1);
    for size in 2..=most {
        let place = usize::try_from(size).expect("sizes are small") - 1;
        let has_size = sizes.iter().map(|at_least| {
            let less = at_least.get(place + 1).copied();
            sum([at_least[place]]) - less.map_or(Sum::default(), Sum::from)
        });
        let count = model.int(0..=most / size);
        model.require(Sum::from(&count).equals(has_size.sum::<Sum>()));
        let times = |product: i64, count: i64| {
            (0..count).fold(product, |product, _| (product * size).min(LARGEST_PRODUCT + 1))
        };
        product = model.function(&product, &count, times);
    }
    product
}
