//! The rules, as constraints.

use grid_puzzles::Side;
use puzzle::prelude::*;
use rules::first_seen;

use crate::Field;

/// States the rules of all fields; the numbers of each, 0 for an empty cell.
pub(crate) fn state(model: &mut Model, fields: &[Field]) -> Vec<Grid<Int>> {
    let n = |field: &Field| i64::try_from(field.size).expect("squares are small");
    let numbers: Vec<Grid<Int>> = fields
        .iter()
        .map(|field| field.form().variables(model).expect("a field is a grid"))
        .collect();
    let filled = numbers.iter().map(|number| number.map(|_, number| number.is_not(0)));
    let filled: Vec<Grid<Flag>> = filled.collect();
    let all = || fields.iter().zip(&numbers).zip(&filled);

    model.given_rule("Given numbers stay.");
    for ((field, number), _) in all() {
        model.require(givens(number, field.givens));
    }
    model.rule(
        "A square holds one 1, two 2s and so on, up to its number of rows; all other cells stay \
         empty.",
    );
    for ((field, number), _) in all() {
        for (&square, value) in field.squares.iter().cartesian_product(1..=n(field)) {
            let cells = number.window_cells(square, field.size, field.size);
            model.require(exactly(value, cells.map(|cell| number[cell].is(value))));
        }
    }
    // All lines of a square have the same share, so n times what one has is what the square has.
    model.rule(
        "All rows and all columns of a square hold equally many numbers, and these have the same sum.",
    );
    for (((field, number), filled), square) in all().zip('A'..) {
        for (name, line) in lines(field) {
            let place = (fields.len() > 1).then(|| format!("{square}, {name}"));
            let held = sum(line.clone().map(|cell| filled[cell]));
            let added = sum(line.map(|cell| &number[cell]));
            let whole = (1..=n(field)).map(|value| value * value).sum::<i64>();
            let held = (held * n(field)).equals((1..=n(field)).sum::<i64>());
            model.at_some(place).require(held.and((added * n(field)).equals(whole)));
        }
    }
    model.rule("The filled cells are connected by their sides.");
    for (_, filled) in all() {
        model.connected_cells(filled);
    }
    model.rule("No block of 2 x 2 cells is full.");
    for (_, filled) in all() {
        model.no_full_block(filled);
    }
    state_clues(model, fields, &numbers);
    numbers
}

/// States the clues at the borders, if there are any.
fn state_clues(model: &mut Model, fields: &[Field], numbers: &[Grid<Int>]) {
    if fields.iter().any(|field| !field.seen.is_empty()) {
        model.rule(
            "A clue at the border up to that number is the first number that is seen from there.",
        );
    }
    for ((field, number), square) in fields.iter().zip(numbers).zip('A'..) {
        let square = if fields.len() > 1 { format!("{square}, ") } else { String::new() };
        for &(side, line, clue) in &field.seen {
            let cells = side.cells(number.rows(), line).map(|cell| &number[cell]);
            model
                .at(format!("the clue {clue}, {square}{}", side.name(line)))
                .require(first_seen(cells.map(|cell| (cell.is_not(0), cell.is(clue)))));
        }
    }
    if fields.iter().any(|field| !field.sums.is_empty()) {
        model.rule("A larger clue is the sum of all numbers in its row or column.");
    }
    for (field, number) in fields.iter().zip(numbers) {
        for &(side, line, clue) in &field.sums {
            let cells = side.cells(number.rows(), line).map(|cell| &number[cell]);
            model
                .at(format!("the clue {clue}, {}", side.name(line)))
                .require(sum(cells).equals(i64::from(clue)));
        }
    }
}

/// Returns the cells of each row and of each column of each square, with its name in the square.
fn lines(field: &Field) -> impl Iterator<Item = (String, impl Iterator<Item = Cell> + Clone)> {
    let sides = [Side::Left, Side::Top].into_iter();
    let lines = field.squares.iter().cartesian_product(sides.cartesian_product(0..field.size));
    lines.map(|(square, (side, line))| {
        let cells = side.cells(field.size, line);
        let cells = cells.map(|cell| Cell::new(square.row + cell.row, square.column + cell.column));
        (side.line_name(line), cells)
    })
}
