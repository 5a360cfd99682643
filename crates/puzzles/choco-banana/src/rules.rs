//! The rules as constraints.

use std::collections::HashMap;

use grid_puzzles::Colour;
use grid_utils::{Cell, Direction, Grid};
use itertools::Itertools;
use rules::{Flag, Model, Rules, any, implies, when};

use crate::Board;

pub(crate) fn rules(numbers: &Grid<Option<u16>>) -> Rules<Board> {
    let (rows, columns) = (numbers.rows(), numbers.columns());
    let mut model = Model::default();
    let shaded = model.flags(rows, columns);
    let unshaded = shaded.map(|_, shaded| !shaded);

    // A cell of a 2 x 2 block and the other three.
    let apart = shaded.windows(2, 2).flat_map(|block| {
        let cells = shaded.window_cells(block, 2, 2);
        let others = move |cell| cells.clone().filter(|&other| other != cell).collect_vec();
        shaded.window_cells(block, 2, 2).map(|cell| (cell, others(cell))).collect_vec()
    });
    let apart = apart.collect_vec();

    model.rule(
        "Shade some cells: each group of shaded cells that are connected by their sides is a \
         rectangle.",
    );
    for (cell, others) in &apart {
        model.require(when(others.iter().map(|&other| shaded[other]), shaded[*cell]));
    }

    model.rule("No group of connected unshaded cells is a rectangle, nor a square.");
    let mut is_corner = Grid::filled(rows, columns, Vec::new());
    for (cell, others) in &apart {
        let unshaded = others.iter().map(|&other| unshaded[other]);
        let is_alone = model.all_of(unshaded.chain([shaded[*cell]]));
        for &other in others {
            is_corner[other].push(is_alone);
        }
    }
    let is_corner = is_corner.map(|_, blocks| vec![model.any_of(blocks)]);
    let mut way = |ends: &Grid<Vec<Flag>>, direction| way(&mut model, &unshaded, ends, direction);
    let [left, right] = [Direction::West, Direction::East].map(|side| way(&is_corner, side));
    let ends = shaded.map(|cell, _| vec![left[cell], right[cell]]);
    let [up, down] = [Direction::North, Direction::South].map(|side| way(&ends, side));
    for cell in shaded.cells() {
        model.require(any([shaded[cell], up[cell], down[cell]]));
    }

    model.rule("A number in a shaded cell is the size of its group.");
    let mut rectangles: HashMap<Rectangle, Flag> = HashMap::new();
    let given = numbers.iter().filter_map(|(cell, number)| Some((cell, (*number)?))).collect_vec();
    for &(cell, number) in &given {
        let around = Rectangle::all_around(cell, number, numbers).into_iter().map(|rectangle| {
            *rectangles.entry(rectangle).or_insert_with_key(|rectangle| {
                let lies = model.flag();
                for cell in rectangle.cells() {
                    model.require(implies(lies, shaded[cell]));
                    let outside = shaded.neighbours(cell).filter(|&next| !rectangle.contains(next));
                    outside.for_each(|next| model.require(implies(lies, unshaded[next])));
                }
                lies
            })
        });
        let around = around.collect_vec();
        model.require(implies(shaded[cell], any(around)));
    }

    model.rule("A number in an unshaded cell is the size of its group.");
    let place = |cell: Cell| cell.row * columns + cell.column;
    let neighbours: Vec<Vec<usize>> =
        shaded.cells().map(|cell| shaded.neighbours(cell).map(place).collect()).collect();
    for &(cell, number) in &given {
        // Cells with other numbers are in other regions.
        let is_other = |cell| numbers[cell].is_some_and(|other| other != number);
        let flags = unshaded.map(|cell, &flag| if is_other(cell) { false.into() } else { flag });
        let flags = flags.values().copied().collect_vec();
        let group = model
            .component(&flags, place(cell), number.into(), |cell| neighbours[cell].iter().copied());
        for &(other, _) in given.iter().filter(|&&(cell, _)| is_other(cell)) {
            let beside = shaded.neighbours(other).map(|next| group[place(next)]);
            let beside = beside.filter(|&is_in| is_in != false.into());
            beside.for_each(|is_in| model.require(implies(is_in, shaded[other])));
        }
    }
    model.solved_by(shaded.values(), move |values| Colour::board(values, rows, columns))
}

/// Whether one can go from a cell straight in this direction, over unshaded cells, to one where one
/// of the `ends` is true.
fn way(
    model: &mut Model,
    unshaded: &Grid<Flag>,
    ends: &Grid<Vec<Flag>>,
    direction: Direction,
) -> Grid<Flag> {
    let leads = model.flags(unshaded.rows(), unshaded.columns());
    for (cell, &leads_on) in &leads {
        let next = leads.neighbour(cell, direction).map(|next| leads[next]);
        model.require(implies(leads_on, unshaded[cell]));
        model.require(implies(leads_on, any(ends[cell].iter().copied().chain(next))));
    }
    leads
}

/// A rectangle of cells, by two opposite corners.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Rectangle {
    first: Cell,
    last: Cell,
}

impl Rectangle {
    /// All of this size that a cell with this number can be in: other numbers are elsewhere.
    fn all_around(cell: Cell, number: u16, numbers: &Grid<Option<u16>>) -> Vec<Self> {
        let size = usize::from(number);
        let mut found = Vec::new();
        for height in (1..=numbers.rows()).filter(|&height| size.is_multiple_of(height)) {
            let width = size / height;
            for first in numbers.windows(height, width) {
                let last = Cell::new(first.row + height - 1, first.column + width - 1);
                let rectangle = Rectangle { first, last };
                let fits = |cell: Cell| numbers[cell].is_none_or(|other| other == number);
                if rectangle.contains(cell) && rectangle.cells().all(fits) {
                    found.push(rectangle);
                }
            }
        }
        found
    }

    fn contains(&self, cell: Cell) -> bool {
        (self.first.row..=self.last.row).contains(&cell.row)
            && (self.first.column..=self.last.column).contains(&cell.column)
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.first.column..=self.last.column;
        let row = move |row| columns.clone().map(move |column| Cell::new(row, column));
        (self.first.row..=self.last.row).flat_map(row)
    }
}
