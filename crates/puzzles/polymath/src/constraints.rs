//! The rules as constraints.

use std::cmp::Reverse;

use polyominoes::{Kind, Polyomino};
use puzzle::prelude::*;

use crate::Polymath;
use crate::prices::{Copy, Prices, proof_of_best};

/// States the rules of an instance.
///
/// If prices of cells bound the score, they are passed to the solver.
pub(crate) fn state(puzzle: &Polymath, model: &mut Model, board: &mut Unknown) {
    let (rows, columns) = (puzzle.numbers.rows(), puzzle.numbers.columns());
    let polyominoes = puzzle.polyominoes();
    let copies = polyominoes.iter().map(|polyomino| copies(puzzle, polyomino)).collect_vec();
    let place = |cell: &Cell| cell.row * columns + cell.column;
    let scored = |copies: &Vec<Vec<Cell>>| {
        let copy = |cells: &Vec<Cell>| Copy {
            cells: cells.iter().map(place).collect(),
            score: puzzle.product(cells),
        };
        copies.iter().map(copy).collect_vec()
    };
    let prices = proof_of_best(&copies.iter().map(scored).collect_vec());

    model.rule(
        "One polyomino is chosen, and copies of it lie on the board, rotated and reflected as one \
         likes. Each covers different numbers.",
    );
    let chosen = copies.iter().map(|_| model.flag()).collect_vec();
    for (polyomino, &is_chosen) in polyominoes.iter().zip(&chosen) {
        model.name(format!("the polyomino {polyomino} is chosen"), is_chosen);
    }
    model.require(at_least(1, &chosen));
    let most =
        prices.as_ref().map_or(0, |prices| prices.iter().map(Prices::bound).max().unwrap_or(0));
    model.require_priced(most, at_most(1, &chosen));
    model.rule("No two copies overlap.");
    let mut all = Vec::new();
    for (number, copies) in copies.into_iter().enumerate() {
        let copies = copies.into_iter().map(|cells| (cells, model.flag())).collect_vec();
        for (cells, lies) in &copies {
            model.name(format!("a copy on {}", cells.iter().join(" ")), lies);
        }
        for cell in puzzle.numbers.cells() {
            let over = copies.iter().filter(|(cells, _)| cells.contains(&cell));
            let over = sum(over.map(|(_, lies)| lies));
            let price = prices.as_ref().map_or(0, |prices| prices[number].of_cell[place(&cell)]);
            // A polyomino that is not chosen has no copies.
            model.at(cell).require_priced(price, over.at_most(chosen[number]));
        }
        all.extend(copies);
    }
    let score = |(cells, lies): &(Vec<Cell>, _)| Sum::from(lies) * puzzle.product(cells);
    model.maximise(sum(all.iter().map(score)));
    let (copies, lies): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    board.read(lies, move |lies| {
        let lying = copies.iter().zip(lies).filter(|(_, lies)| **lies == Some(1));
        crate::board(rows, columns, lying.map(|(cells, _)| cells.clone()))
    });
}

/// Returns the copies of a polyomino that cover different numbers, those with the largest products
/// first.
fn copies(puzzle: &Polymath, polyomino: &Polyomino) -> Vec<Vec<Cell>> {
    let mut copies = Vec::new();
    for orientation in polyomino.orientations(Kind::Free) {
        for corner in puzzle.numbers.windows(orientation.rows(), orientation.columns()) {
            let cells = orientation.cells().iter();
            let cells =
                cells.map(|cell| Cell::new(corner.row + cell.row, corner.column + cell.column));
            copies.push(cells.collect_vec());
        }
    }
    copies.retain(|cells| cells.iter().map(|&cell| puzzle.numbers[cell]).all_unique());
    copies.sort_by_key(|cells| Reverse(puzzle.product(cells)));
    copies
}
