//! The rules as constraints.

use puzzle::prelude::*;

/// The sizes of regions, where they are given.
type Numbers = Grid<Option<usize>>;

pub(crate) fn state(numbers: &Numbers, model: &mut Model, shaded: &Grid<Flag>) {
    let blocks = shaded.windows(2, 2).flat_map(|block| {
        let cells = shaded.window_cells(block, 2, 2).collect_vec();
        let part =
            |cell| (cell, cells.iter().copied().filter(|&other| other != cell).collect_vec());
        cells.iter().copied().map(part).collect_vec()
    });
    let blocks = blocks.collect_vec();
    state_rectangles(model, shaded, &blocks);
    state_unshaded_shapes(model, shaded, &blocks);
    state_shaded_sizes(model, shaded, numbers);
    state_unshaded_sizes(model, shaded, numbers);
}

/// A cell of a 2 x 2 block and the other three.
type Block = (Cell, Vec<Cell>);

fn state_rectangles(model: &mut Model, shaded: &Grid<Flag>, blocks: &[Block]) {
    model.rule(
        "Shade some cells: each group of shaded cells that are connected by their sides is a \
         rectangle.",
    );
    for parts in blocks.chunks(4) {
        let part =
            |(cell, others): &Block| when(others.iter().map(|&other| shaded[other]), shaded[*cell]);
        model.require(parts.iter().map(part).collect::<Rule>());
    }
}

fn state_unshaded_shapes(model: &mut Model, shaded: &Grid<Flag>, blocks: &[Block]) {
    model.rule("No group of connected unshaded cells is a rectangle, nor a square.");
    let mut is_corner = shaded.map(|_, _| Vec::new());
    for (cell, others) in blocks {
        let unshaded = others.iter().map(|&other| !shaded[other]);
        let is_alone = model.all_of(unshaded.chain([shaded[*cell]]));
        for &other in others {
            is_corner[other].push(is_alone);
        }
    }
    let is_corner = is_corner.map(|_, blocks| vec![model.any_of(blocks)]);
    let mut way = |ends: &Grid<Vec<Flag>>, direction| way(model, shaded, ends, direction);
    let [left, right] = [Direction::West, Direction::East].map(|side| way(&is_corner, side));
    let ends = shaded.map(|cell, _| vec![left[cell], right[cell]]);
    let [up, down] = [Direction::North, Direction::South].map(|side| way(&ends, side));
    for (cell, &is_shaded) in shaded {
        model.require(any([is_shaded, up[cell], down[cell]]));
    }
}

/// Returns whether a straight way in this direction over unshaded cells leads to a cell where one
/// of the `ends` is true.
fn way(
    model: &mut Model,
    shaded: &Grid<Flag>,
    ends: &Grid<Vec<Flag>>,
    direction: Direction,
) -> Grid<Flag> {
    let leads = model.flags(shaded.rows(), shaded.columns());
    for (cell, &leads_on) in &leads {
        let next = leads.neighbour(cell, direction).map(|next| leads[next]);
        model.require(implies(leads_on, !shaded[cell]));
        model.require(implies(leads_on, any(ends[cell].iter().copied().chain(next))));
    }
    leads
}

fn state_shaded_sizes(model: &mut Model, shaded: &Grid<Flag>, numbers: &Numbers) {
    model.rule("A number in a shaded cell is the size of its group.");
    for (cell, size) in given(numbers) {
        let model = &mut model.at(format!("the number {size} at {cell}"));
        let mut around = Vec::new();
        for rectangle in Rectangle::all_around(cell, size, numbers) {
            let lies = model.flag();
            for cell in rectangle.cells() {
                model.require(implies(lies, shaded[cell]));
                let outside = shaded.neighbours(cell).filter(|&next| !rectangle.contains(next));
                outside.for_each(|next| model.require(implies(lies, !shaded[next])));
            }
            around.push(lies);
        }
        model.require(implies(shaded[cell], any(around)));
        if model.poll() {
            return;
        }
    }
}

fn state_unshaded_sizes(model: &mut Model, shaded: &Grid<Flag>, numbers: &Numbers) {
    model.rule("A number in an unshaded cell is the size of its group.");
    let place = |cell: Cell| cell.row * shaded.columns() + cell.column;
    let neighbours: Vec<Vec<usize>> =
        shaded.cells().map(|cell| shaded.neighbours(cell).map(place).collect()).collect();
    for (cell, size) in given(numbers) {
        let model = &mut model.at(format!("the number {size} at {cell}"));
        // Cells with other numbers are in other regions.
        let is_other = |cell| numbers[cell].is_some_and(|other| other != size);
        let flag = |(cell, &flag): (_, &Flag)| if is_other(cell) { Flag::FALSE } else { !flag };
        let flags = shaded.iter().map(flag).collect_vec();
        let group =
            model.component(&flags, place(cell), size, |cell| neighbours[cell].iter().copied());
        for (other, _) in given(numbers).filter(|&(cell, _)| is_other(cell)) {
            let beside = shaded.neighbours(other).map(|next| group[place(next)]);
            let beside = beside.filter(|&is_in| is_in != Flag::FALSE);
            beside.for_each(|is_in| model.require(implies(is_in, shaded[other])));
        }
        if model.poll() {
            return;
        }
    }
}

fn given(numbers: &Numbers) -> impl Iterator<Item = (Cell, usize)> {
    numbers.iter().filter_map(|(cell, number)| Some((cell, (*number)?)))
}

/// A rectangle of cells, by two opposite corners.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Rectangle {
    first: Cell,
    last: Cell,
}

impl Rectangle {
    /// Returns all rectangles of this size around a cell with this number: other numbers are in
    /// other regions.
    fn all_around(cell: Cell, size: usize, numbers: &Numbers) -> Vec<Self> {
        let mut found = Vec::new();
        for height in (1..=numbers.rows()).filter(|&height| size.is_multiple_of(height)) {
            let width = size / height;
            for first in numbers.windows(height, width) {
                let last = Cell::new(first.row + height - 1, first.column + width - 1);
                let rectangle = Rectangle { first, last };
                let fits = |cell: Cell| numbers[cell].is_none_or(|other| other == size);
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
