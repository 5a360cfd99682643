//! The rules as constraints.

use ::rules::{Int, Model, Rules, at_most, first_seen, sum, when};
use grid_utils::{Cell, Grid};
use nested_hooks::Digits;
use nested_hooks::rules::Cells;
use polyominoes::{Kind, Pentomino};

use crate::{Board, Filled, Hooks, Sight};

/// States the rules of an instance.
pub(crate) fn rules(hooks: &Hooks) -> Rules<Board> {
    let (mut model, size) = (Model::default(), hooks.size());
    let cells = Cells::new(&mut model, size, Digits::Free);
    cells.are_connected(&mut model);
    cells.have_no_full_block(&mut model);
    let parts = parts(&mut model, &cells);
    cells.keep(&mut model, &hooks.givens);
    model.rule("What is seen first along a line holds the digit, or is part of the pentomino.");
    for (side, line, &clue) in hooks.sight.given() {
        let shows = |cell: Cell| match clue {
            Sight::Digit(digit) => cells.digit[cell].is(digit.into()),
            Sight::Part(pentomino) => parts[cell].is(number(pentomino)),
        };
        let met = cells.line(side, line).map(|cell| (cells.filled[cell], shows(cell)));
        model.require(first_seen(met));
    }
    let shown: Vec<Int> = cells.digit.values().chain(parts.values()).cloned().collect();
    model.solved_by(shown, move |values| {
        let (digits, parts) = values.split_at(size * size);
        Grid::from_fn(size, size, |cell| {
            let place = cell.row * size + cell.column;
            let digit = digits[place].and_then(|digit| u8::try_from(digit).ok())?;
            let part_of =
                Pentomino::ALL.into_iter().find(|&part| parts[place] == Some(number(part)));
            (digit > 0).then_some(Filled { digit, part_of })
        })
    })
}

/// Which pentomino each cell is part of, 0 where it is empty.
fn parts(model: &mut Model, cells: &Cells) -> Grid<Int> {
    model.rule("The filled cells are cut into pentominoes, all of different types.");
    let size = cells.digit.rows();
    let all_parts = (0..).take(Pentomino::ALL.len() + 1);
    let parts = Grid::from_fn(size, size, |_| model.int(all_parts.clone()));
    let mut fives = Vec::new();
    for pentomino in Pentomino::ALL {
        let mut lying = Vec::new();
        let mut covering = Grid::filled(size, size, Vec::new());
        for orientation in pentomino.shape().orientations(Kind::Free) {
            let (rows, columns) = (orientation.rows(), orientation.columns());
            for corner in Grid::filled(size, size, ()).windows(rows, columns) {
                let place =
                    |cell: &Cell| Cell::new(corner.row + cell.row, corner.column + cell.column);
                let placement: Vec<Cell> = orientation.cells().iter().map(place).collect();
                let lies = model.flag();
                for &cell in &placement {
                    covering[cell].push(lies);
                }
                lying.push(lies);
                fives.push((pentomino, lies, placement));
            }
        }
        model.require(at_most(1, lying));
        for (cell, covering) in &covering {
            model.require(sum(covering).equals(parts[cell].is(number(pentomino))));
        }
    }
    for (cell, part) in &parts {
        model.require(sum([cells.filled[cell]]).equals(part.is_not(0)));
    }
    model.rule("The digits of each pentomino add up to a multiple of 5.");
    let fifths = Pentomino::ALL.map(|_| model.int((1..).take(size)));
    for (pentomino, lies, placement) in fives {
        let digits = sum(placement.iter().map(|&cell| &cells.digit[cell]));
        let fifth = &fifths[pentomino as usize];
        model.require(when([lies], digits.equals(fifth.map(|fifth| 5 * fifth))));
    }
    parts
}

/// Its place in the alphabet of pentominoes, from 1.
fn number(pentomino: Pentomino) -> i64 {
    pentomino as i64 + 1
}
