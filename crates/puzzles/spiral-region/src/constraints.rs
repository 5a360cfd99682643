//! The rules as constraints.

use grid_puzzles::Label;
use grid_utils::{Motion, Symmetry};
use puzzle::prelude::*;

/// The product has at most this many binary digits.
const BITS: u32 = 30;

/// States the rules of a grid with these regions.
pub(crate) fn state(labels: &Grid<Label>, model: &mut Model, shaded: &Grid<Flag>) {
    let regions = Regions::from_labels(labels);
    let smallest = regions.areas().min().unwrap_or(0);

    model.rule("Shade some cells, such that all shaded cells are connected by their sides.");
    model.connected_cells(shaded);

    model.rule("All regions have the same number of shaded cells.");
    let count = model.int(1..=smallest);
    model.name("the number of shaded cells in each region", &count);
    for (_, cells) in regions.iter() {
        model
            .at(format!("the region of {}", cells[0]))
            .require(sum(cells.iter().map(|&cell| shaded[cell])).equals(&count));
    }

    model.rule(
        "A quarter turn maps the shaded cells onto themselves. It may turn about the centre of any \
         cell or the corner of any four cells, so shaded cells come in fours, but for one in the \
         centre. The regions do not turn. The product of the sizes of all groups of connected \
         unshaded cells is as small as possible.",
    );
    let turns = Motion::all(Symmetry::QuarterTurn, shaded.rows(), shaded.columns())
        .map(|turn| shaded.map(|cell, _| turn.image(cell).filter(|&image| shaded.contains(image))));
    // Each region has a shaded cell, which has an image.
    let reaches = |images: &Grid<Option<Cell>>| {
        regions.iter().all(|(_, cells)| cells.iter().any(|&cell| images[cell].is_some()))
    };
    let turns = turns.filter(reaches);
    let turns = turns.map(|turn| maps(model, &turn, shaded, (regions.len(), &count)));
    let turns = turns.collect_vec();
    model.at("one of these turns").require(any(turns));
    let model = &mut model.at("the product");
    let sizes = sizes(model, shaded);
    minimise_product(model, &sizes);
}

/// Returns a flag that implies that a turn maps the shaded cells onto themselves, with `count` of
/// them in each region.
fn maps(
    model: &mut Model,
    images: &Grid<Option<Cell>>,
    shaded: &Grid<Flag>,
    (regions, count): (usize, &Int),
) -> Flag {
    let holds = model.flag();
    let turn = format!("the turn about {}", centre_of(images));
    model.name(format!("{turn} | fits"), holds);
    let model = &mut model.at(turn);
    for (cell, image) in images {
        let image = image.map(|image| shaded[image]);
        model.require(implies(holds, any([!shaded[cell]].into_iter().chain(image))));
    }
    // So all shaded cells but the centre come in fours, which saves the solver much counting.
    let mut centre = images.iter().filter(|&(cell, image)| *image == Some(cell));
    let centre = centre.next().map_or(Flag::FALSE, |(cell, _)| shaded[cell]);
    for ((_, is_count), number) in count.values().zip(1..) {
        let follows = match regions * number % 4 {
            0 => !centre,
            1 => centre,
            _ => Flag::FALSE,
        };
        model.require(when([holds, is_count], follows));
    }
    holds
}

/// Names the centre of a turn: a cell, or two cells with a common corner.
fn centre_of(images: &Grid<Option<Cell>>) -> String {
    let twice = |cell| images[cell].and_then(|image| images[image]);
    let far = |cell: Cell, other: Cell| {
        cell.row.abs_diff(other.row).max(cell.column.abs_diff(other.column))
    };
    // Half a turn takes it to itself, or diagonally.
    let middle = images.cells().find(|&cell| twice(cell).is_some_and(|half| far(cell, half) < 2));
    let half = middle.and_then(twice);
    let ends = middle.into_iter().chain(half).unique();
    ends.map(|cell| cell.to_string()).join("/")
}

/// Returns, for the first cell of each group of unshaded cells in reading order, the size of the
/// group; 0 for all other cells.
fn sizes(model: &mut Model, shaded: &Grid<Flag>) -> Vec<Int> {
    let unshaded = shaded.map(|_, &flag| !flag);
    let place = |cell: Cell| cell.row * shaded.columns() + cell.column;
    // For each cell, and each one up to it: whether the latter is the first of its group.
    let first = (0..shaded.len()).map(|last| (0..=last).map(|_| model.flag()).collect_vec());
    let first = first.collect_vec();
    for (first_of, &is_unshaded) in first.iter().zip(unshaded.values()) {
        model.require(sum(first_of).equals(is_unshaded));
        for (other, &is_first) in first_of.iter().enumerate() {
            model.require(implies(is_first, first[other][other]));
        }
    }
    for (cell, next) in pairs(shaded) {
        let (before, after) = (&first[place(cell)], &first[place(next)]);
        for (other, &is_first) in after.iter().enumerate() {
            let same = before.get(other).copied().unwrap_or(Flag::FALSE);
            model.require(when([is_first, unshaded[cell]], same));
            model.require(when([same, unshaded[next]], is_first));
        }
    }
    // So each group has the same first cell everywhere; but it might also be the first of another
    // group, unless the numbers of first cells and of groups are equal.
    let groups = groups(model, &unshaded);
    model.require(sum((0..first.len()).map(|cell| first[cell][cell])).equals(groups));
    let sizes = (0..first.len()).map(|cell| {
        let members = first[cell..].iter().map(|first_of| first_of[cell]);
        let size = model.int(0..=members.len());
        model.require(sum(members).equals(&size));
        size
    });
    sizes.collect()
}

/// Returns the number of groups of unshaded cells, by Euler's formula: cells, less pairs of
/// neighbours, plus blocks of four, plus one for each hole. The shaded cells are connected, so they
/// form the only hole, or none if some are at the border.
fn groups(model: &mut Model, unshaded: &Grid<Flag>) -> Sum {
    let mut groups = sum(unshaded.values());
    for (cell, next) in pairs(unshaded) {
        groups = groups - model.all_of([unshaded[cell], unshaded[next]]);
    }
    for block in unshaded.windows(2, 2) {
        let cells = unshaded.window_cells(block, 2, 2);
        groups = groups + model.all_of(cells.map(|cell| unshaded[cell]));
    }
    let border = unshaded.cells().filter(|&cell| unshaded.neighbours(cell).count() < 4);
    groups + model.all_of(border.map(|cell| unshaded[cell]))
}

/// Returns the pairs of neighbours, the earlier one in reading order first.
fn pairs(grid: &Grid<Flag>) -> impl Iterator<Item = (Cell, Cell)> {
    let later = move |cell| grid.neighbours(cell).filter(move |&next| cell < next);
    grid.cells().flat_map(move |cell| later(cell).map(move |next| (cell, next)))
}

/// Minimises the product of the numbers that are not 0, by its binary digits: each occurrence of a
/// size multiplies the product of the smaller sizes.
fn minimise_product(model: &mut Model, sizes: &[Int]) {
    let is_beyond = model.flag();
    let mut product = Sum::from(1);
    for (size, cells) in (2_i64..).zip(2..=sizes.len()) {
        let of_size = sizes.iter().map(|one| one.is(size));
        let of_size = of_size.filter(|&flag| flag != Flag::FALSE).collect_vec();
        // More of them do not fit.
        let most = sizes.len() / cells;
        let count = model.int(0..=most);
        model.require(sum(of_size).equals(&count));
        let next: Sum = (0..BITS).map(|bit| Sum::from(model.flag()) * (1_i64 << bit)).sum();
        for ((_, is_count), times) in count.values().zip(0..) {
            let factor = size.checked_pow(times).filter(|&factor| factor < 1 << BITS);
            model.require(match factor {
                Some(factor) => {
                    when([is_count, !is_beyond], next.clone().equals(product.clone() * factor))
                }
                None => implies(is_count, is_beyond),
            });
        }
        product = next;
    }
    model.limited(is_beyond, "products below 2^30");
    model.minimise(product + Sum::from(is_beyond) * (1_i64 << BITS));
}
