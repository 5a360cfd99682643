//! The rules as constraints.

use grid_puzzles::Label;
use puzzle::prelude::*;

use crate::prices::{Prices, fillings};

/// States the rules of a grid with these regions.
///
/// The sum of the minimum payments of all regions, less the prices of all numbers in all rows, is a
/// sum of constraints: in this way the solver gets the bound of [`Prices`].
pub(crate) fn state(grid: &Grid<Label>, model: &mut Model, board: &mut Unknown) {
    let regions = Regions::from_labels(grid);
    let prices = Prices::new(regions.areas(), grid.rows().min(grid.columns()));
    // Larger numbers have no price, and a region with one pays more than another.
    let largest = prices.least.iter().max().copied().unwrap_or(0);
    // A 0 stands for a number of a region beyond the largest of the model.
    let number = model.grid(grid.rows(), grid.columns(), 0..=largest);
    let is_product = model.flags(grid.rows(), grid.columns());
    let mut products = Sum::default();
    let mut beyond = Vec::new();
    model.rule(
        "Each cell holds a whole number above 0. In each region they are all different, and one, in the \
         product cell, is the product of the others.",
    );
    for (_, cells) in regions.iter() {
        let is_beyond = model.flag();
        beyond.push(is_beyond);
        products += Sum::from(is_beyond) * (i64::from(largest) + 1);
        let fillings = fillings(cells.len(), largest).into_iter();
        let orders = fillings.flat_map(|filling| filling.into_iter().permutations(cells.len()));
        let ways: Vec<(Vec<u32>, Flag)> = orders.map(|order| (order, model.flag())).collect();
        let all = ways.iter().map(|&(_, is_this)| is_this).chain([is_beyond]).collect_vec();
        model.require_priced(prices.least[cells.len()], at_least(1, &all));
        model.require(at_most(1, &all));
        let product = |way: &[u32]| way.iter().copied().max().unwrap_or(0);
        for (place, &cell) in cells.iter().enumerate() {
            let sum_of = |is_wanted: &dyn Fn(&[u32]) -> bool| -> Sum {
                sum(ways.iter().filter(|(way, _)| is_wanted(way)).map(|(_, is_this)| is_this))
            };
            for value in 1..=largest {
                let here = sum_of(&|way| way[place] == value);
                let held = number[cell].is(value);
                model.require_priced(prices.of(value), here.clone().at_most(held));
                model.require(here.at_least(held));
            }
            model.require(Sum::from(is_beyond).equals(number[cell].is(0)));
            model.require(sum_of(&|way| way[place] == product(way)).equals(is_product[cell]));
        }
        for (way, is_this) in &ways {
            products += Sum::from(is_this) * product(way);
        }
    }
    for (name, is_row) in [("row", true), ("column", false)] {
        model.rule(&format!("No number occurs twice in a {name}."));
        let line_of = |cell: Cell| if is_row { cell.row } else { cell.column };
        let has_price = is_row == (grid.rows() <= grid.columns());
        let lines = number.cells().map(line_of).unique();
        for (line, value) in iproduct!(lines, 1..=largest) {
            let cells = number.cells().filter(|&cell| line_of(cell) == line);
            let mut held: Sum = sum(cells.map(|cell| number[cell].is(value)));
            let price = if has_price { prices.of(value) } else { 0 };
            if price > 0 {
                // If it is missing, the sum of the products exceeds the bound by its price.
                held += model.flag().into();
                model.require(held.clone().at_least(1));
            }
            model.require_priced(price, held.at_most(1));
        }
    }
    model.rule(
        "Product cells of different regions share no side. The sum of their numbers is as small as \
         possible.",
    );
    for (one, other) in regions.borders() {
        model.require(at_most(1, [is_product[one], is_product[other]]));
    }
    model.minimise(products);
    let is_beyond = model.any_of(beyond);
    model.limited(is_beyond, &format!("fillings with numbers of at most {largest}"));
    // Without the 0 for larger numbers.
    board.read_cells(&number, |number| number != 0);
}
