//! The rules as constraints.

use grid_utils::Shape;
use puzzle::prelude::*;

use crate::{SomeFSquares, WORDS, pieces};

/// States the rules of an instance that passed `validate`.
pub(crate) fn state(puzzle: &SomeFSquares, model: &mut Model, number: &Grid<Int>) {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    let shape = Shape::<WORDS>::new(rows, columns).expect("`validate` has seen to the size");
    model.rule(
        "Place F pentominoes, as many as you like, without overlaps. They may be turned, mirrored \
         and enlarged: each of the five cells becomes a block of N x N cells, and each of these \
         holds N. The other cells are empty and count 0.",
    );
    let pieces = pieces(&shape).into_iter().map(|(width, cells)| (width, cells, model.flag()));
    let pieces = pieces.collect_vec();
    let widest = puzzle.widest();
    let mut covering: Vec<Vec<(usize, Flag)>> = vec![Vec::new(); shape.len()];
    for (width, cells, lies) in pieces {
        model
            .name(name(width, &cells.into_iter().map(|cell| shape.cell(cell)).collect_vec()), lies);
        for cell in cells {
            covering[cell].push((width, lies));
        }
    }
    // At most one piece lies on a cell, as the cell has one number.
    for (covering, (cell, number)) in covering.iter().zip(number) {
        let model = &mut model.at(cell);
        for width in 1..=widest {
            let covering = covering.iter().filter(|&&(other, _)| other == width);
            let is_covered = sum(covering.map(|&(_, lies)| lies));
            model.require(is_covered.equals(number.is(width)));
        }
    }
    model.rule("The numbers of a row add up to its total at the border.");
    // The same by pieces: implied, and one that is too much for a place is excluded at once.
    let of_pieces = |cells: &mut dyn Iterator<Item = Cell>| -> Sum {
        let covering = cells.flat_map(|cell| &covering[shape.index(cell)]);
        covering.map(|&(width, lies)| Sum::from(lies) * width).sum()
    };
    for (row, &total) in puzzle.rows.given() {
        let model = &mut model.at(format!("row {}", row + 1));
        model.require(sum(number.row(row)).equals(total));
        let mut cells = number.cells().filter(|cell| cell.row == row);
        model.require(of_pieces(&mut cells).equals(total));
    }
    model.rule("The numbers of a column add up to its total at the border.");
    for (column, &total) in puzzle.columns.given() {
        let model = &mut model.at(format!("column {}", column + 1));
        model.require(sum(number.column(column)).equals(total));
        let mut cells = number.cells().filter(|cell| cell.column == column);
        model.require(of_pieces(&mut cells).equals(total));
    }
    model.rule("The sums of the numbers in all regions are the same.");
    let regions = Regions::from_labels(&puzzle.regions);
    let smallest = regions.areas().min().unwrap_or(0);
    let most = i64::try_from(smallest * widest).expect("a region has few cells");
    let same: Int = model.int(0..=most);
    model.name("the sum of each region", &same);
    for (_, cells) in regions.iter() {
        let model = &mut model.at(format!("the region of {}", cells[0]));
        model.require(sum(cells.iter().map(|&cell| &number[cell])).equals(&same));
        model.require(of_pieces(&mut cells.iter().copied()).equals(&same));
    }
    // So the lines and the regions give the same total of all numbers.
    let rows = puzzle.rows.iter().enumerate().map(|(row, total)| match total {
        Some(&total) => Sum::from(total),
        None => sum(number.row(row)),
    });
    model.at("all rows").require(sum(rows).equals(Sum::from(&same) * regions.len()));
    let columns = puzzle.columns.iter().enumerate().map(|(column, total)| match total {
        Some(&total) => Sum::from(total),
        None => sum(number.column(column)),
    });
    model.at("all columns").require(sum(columns).equals(Sum::from(&same) * regions.len()));
}

/// Returns the name of a piece in explanations: its five blocks by their first cells.
fn name(width: usize, cells: &[Cell]) -> String {
    let (row, column) = cells.iter().fold((usize::MAX, usize::MAX), |(row, column), cell| {
        (row.min(cell.row), column.min(cell.column))
    });
    let is_first = |cell: &&Cell| {
        (cell.row - row).is_multiple_of(width) && (cell.column - column).is_multiple_of(width)
    };
    format!("a piece of {width}s at {}", cells.iter().filter(is_first).join(" "))
}
