//! The rules as constraints.

use grid_utils::Shape;
use puzzle::prelude::*;

use crate::{ChessDance, label};

/// States the rules of a dance.
pub(crate) fn state(puzzle: &ChessDance, model: &mut Model, unknown: &mut Unknown) {
    let (rows, columns) = (puzzle.start.rows(), puzzle.start.columns());
    let board = Shape::<1>::new(rows, columns).expect("a board has at most 64 cells");
    let pieces = puzzle.pieces().collect_vec();
    let jumps = pieces.iter().map(|(piece, _)| piece.moves().jumps(&board)).collect_vec();
    let cells = || board.all().into_iter().map(|cell| value(&board, cell));
    let steps = puzzle.steps.size();
    // The cell of each piece after each step.
    let places: Vec<Vec<Int>> = pieces
        .iter()
        .map(|&(_, start)| {
            let start = value(&board, board.index(start));
            let later = (1..=steps).map(|_| model.int(cells())).collect_vec();
            [vec![Int::constant(start)], later].concat()
        })
        .collect();

    model.rule(
        "In each step all pieces move at the same time, each as in chess: nothing stands in their \
         way.",
    );
    for ((places, jumps), (piece, _)) in places.iter().zip(&jumps).zip(&pieces) {
        for (step, (before, after)) in places.iter().tuple_windows().enumerate() {
            let moved = label(*piece, step + 1);
            let model = &mut model.at(&moved);
            model.name(format!("row and column of {moved}"), after);
            for cell in board.all() {
                let reached = jumps.of(cell).into_iter();
                let reached = reached.map(|cell| is_at(&board, after, cell));
                model.require(implies(is_at(&board, before, cell), any(reached)));
                let left = jumps.of(cell).into_iter().map(|cell| is_at(&board, before, cell));
                // Implied: jumps lead back, too.
                model.require(implies(is_at(&board, after, cell), any(left)));
            }
        }
    }
    model.rule("No cell is entered twice, nor one where a piece stood at first.");
    for cell in board.all() {
        model
            .at(board.cell(cell))
            .require(at_most(1, places.iter().flatten().map(|place| is_at(&board, place, cell))));
    }
    model.rule("After each step no piece attacks another one.");
    for step in 1..=steps {
        let pairs = iproduct!(places.iter().zip(&jumps).enumerate(), places.iter().enumerate());
        for ((first, (one, jumps)), (second, other)) in pairs {
            let pair = [first, second].map(|piece| label(pieces[piece].0, step));
            let model = &mut model.at(pair.into_iter().sorted().join(" and "));
            for cell in board.all().into_iter().filter(|_| first != second) {
                let attacked =
                    jumps.of(cell).into_iter().map(|cell| is_at(&board, &other[step], cell));
                model.require(at_most(1, attacked.chain([is_at(&board, &one[step], cell)])));
            }
        }
    }
    model.rule(
        "A cell that is entered gets the number of the step. Beside each row and column stands the \
         product of the numbers in it before the last step. After that the sum of all products is \
         as large as possible.",
    );
    let total = state_products(model, puzzle, &board, &places);
    model.maximise(total);
    unknown.read(places.into_iter().flatten(), move |places| {
        let mut dance = Grid::filled(rows, columns, None);
        for (label, place) in (0..).zip(places) {
            let cell =
                |place: &i64| board.all().into_iter().find(|&cell| value(&board, cell) == *place);
            if let Some(cell) = place.as_ref().and_then(cell) {
                dance[board.cell(cell)] = Some(label);
            }
        }
        Board::Grid(dance)
    });
}

/// States the products before the last step, and returns the sum of those after it: a line with the
/// product `p` gets `s * p` with one piece in step `s`, `s * s * p` with two, and so on.
fn state_products(
    model: &mut Model,
    puzzle: &ChessDance,
    board: &Shape<1>,
    places: &[Vec<Int>],
) -> Sum {
    let steps = puzzle.steps.size();
    let of_rows = puzzle.rows.iter().enumerate();
    let of_rows =
        of_rows.map(|(row, product)| (format!("row {}", row + 1), board.row(row), product));
    let of_columns = puzzle.columns.iter().enumerate();
    let of_columns = of_columns
        .map(|(column, product)| (format!("column {}", column + 1), board.column(column), product));
    let mut total = Sum::default();
    for (name, line, product) in of_rows.chain(of_columns) {
        let model = &mut model.at(format!("the {product} of {name}"));
        let after = |step: usize| -> Sum {
            let flags =
                places.iter().flat_map(|places| line.iter().map(move |cell| (places, cell)));
            sum(flags.map(|(places, cell)| is_at(board, &places[step], cell)))
        };
        let mut product = product.get();
        let mut rest = product;
        for prime in [2, 3, 5, 7] {
            let numbers = (1..steps).zip(1..);
            let exponents = numbers.map(|(step, number)| after(step) * divide_out(number, prime).0);
            let (exponent, left) = divide_out(rest, prime);
            model.require(exponents.sum::<Sum>().equals(exponent));
            rest = left;
        }
        model.require(Flag::from(rest == 1));
        total += product.into();
        for count in (1..).take(places.len()) {
            let factor = puzzle.steps.get();
            let are_here = model.whether(after(steps).at_least(count));
            model.name(format!("that {count} pieces or more end in {name}"), are_here);
            total += Sum::from(are_here) * (product * (factor - 1));
            product *= factor;
        }
    }
    total
}

/// Encodes a cell as the digits of its row and its column, both from 1.
fn value(board: &Shape<1>, cell: usize) -> i64 {
    let Cell { row, column } = board.cell(cell);
    i64::try_from(10 * (row + 1) + column + 1).expect("there are at most 64 cells")
}

/// Returns whether a piece is in a cell.
fn is_at(board: &Shape<1>, place: &Int, cell: usize) -> Flag {
    place.is(value(board, cell))
}

/// Returns how often a prime divides a number, and the remaining factor.
fn divide_out(mut number: i64, prime: i64) -> (i64, i64) {
    let mut exponent = 0;
    while number % prime == 0 {
        number /= prime;
        exponent += 1;
    }
    (exponent, number)
}
