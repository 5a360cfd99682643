//! The rules as constraints.

use ::rules::{Flag, Int, Model, Rules, Sum, sum};
use grid_utils::{Cell, Grid, Regions, Shape};
use itertools::Itertools;

use crate::{Board, SomeFSquares, WORDS, pieces};

/// States the rules of an instance that passed `validate`.
pub(crate) fn state(puzzle: &SomeFSquares) -> Rules<Board> {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    let shape = Shape::<WORDS>::new(rows, columns).expect("`validate` has seen to the size");
    let mut model = Model::default();
    model.rule(
        "Place F pentominoes, as many as you like, without overlaps. They may be turned, mirrored \
         and enlarged: each of the five cells becomes a block of N x N cells, and each of these \
         holds N. The other cells are empty and count 0.",
    );
    let pieces = pieces(&shape).into_iter().map(|(width, cells)| (width, cells, model.flag()));
    let pieces = pieces.collect_vec();
    let largest = pieces.iter().map(|&(width, ..)| width).max().unwrap_or(0);
    let number = model.grid(rows, columns, 0..=largest.into());
    let mut covering: Vec<Vec<(u8, Flag)>> = vec![Vec::new(); shape.len()];
    for (width, cells, lies) in pieces {
        for cell in cells {
            covering[cell].push((width, lies));
        }
    }
    // Not more than one piece lies on a cell, for it has one number.
    for (covering, number) in covering.iter().zip(number.values()) {
        for width in 1..=largest {
            let covering = covering.iter().filter(|&&(other, _)| other == width);
            let is_covered = sum(covering.map(|&(_, lies)| lies));
            model.require(is_covered.equals(number.is(width)));
        }
    }
    for (name, clues) in [("row", &puzzle.rows), ("column", &puzzle.columns)] {
        model.rule(&format!("The numbers of a {name} add up to its total at the border."));
        for (line, &total) in clues.given() {
            model.require(line_sum(&number, name == "row", line).equals(i64::from(total)));
        }
    }
    model.rule("The sums of the numbers in all regions are the same.");
    let regions = Regions::from_labels(&puzzle.regions);
    let smallest = regions.areas().min().unwrap_or(0);
    let area = i64::try_from(smallest).expect("a region has few cells");
    let same: Int = model.int(0..=area * i64::from(largest));
    for (_, cells) in regions.iter() {
        model.require(sum(cells.iter().map(|&cell| &number[cell])).equals(&same));
    }
    // So all numbers add up to the same as well by lines as by regions.
    let count = i64::try_from(regions.len()).expect("there are few regions");
    for (is_row, clues) in [(true, &puzzle.rows), (false, &puzzle.columns)] {
        let all = clues.iter().enumerate().map(|(line, total)| match total {
            Some(&total) => Sum::from(i64::from(total)),
            None => line_sum(&number, is_row, line),
        });
        model.require(sum(all).equals(Sum::from(&same) * count));
    }
    model.solved_by_grid(&number)
}

/// The sum of the numbers in a row or in a column.
fn line_sum(number: &Grid<Int>, is_row: bool, line: usize) -> Sum {
    let is_in = |cell: &Cell| if is_row { cell.row == line } else { cell.column == line };
    sum(number.cells().filter(is_in).map(|cell| &number[cell]))
}
