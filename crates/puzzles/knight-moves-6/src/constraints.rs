//! The rules as constraints.

use puzzle::prelude::*;

use crate::KnightMoves;

/// The excess of the largest number of the model over the number of letters.
const SPARE: usize = 5;

/// A letter's number, and the squares of a trip that are on its cells.
struct Letter<'a> {
    number: &'a Int,
    squares: Vec<&'a Int>,
}

/// States the rules of an instance.
///
/// Numbers above a limit are not distinguished, and their effect on scores is not constrained. So a
/// board with such numbers is a solution, too, with a sum that is not larger.
pub(crate) fn state(puzzle: &KnightMoves, model: &mut Model, board: &mut Unknown) {
    let alphabet = puzzle.alphabet();
    let largest = alphabet.len() + SPARE;

    model.rule("Different letters stand for different positive whole numbers.");
    let numbers = alphabet.iter().map(|_| model.int(1..=largest + 1)).collect_vec();
    for number in &numbers {
        model.require_priced(alphabet.len(), at_least(1, number.values().map(|(_, is)| is)));
    }
    for value in 1..=largest {
        // The difference between this number and the largest one.
        let price = alphabet.len().saturating_sub(value);
        model.require_priced(price, at_most(1, numbers.iter().map(|number| number.is(value))));
    }
    let trips = puzzle.ends().map(|ends| trip(&puzzle.letters, ends, model)).collect_vec();
    model.rule(
        "A trip's score is at first the number of the letter in its first square. A jump to another \
         letter multiplies the score by the number jumped to; a jump to the same letter adds that \
         number. All trips reach the score.",
    );
    for (trip, [_, last]) in trips.iter().zip(puzzle.ends()) {
        let letters = alphabet.iter().zip(&numbers).map(|(letter, number)| {
            let squares = trip.iter().filter(|(cell, _)| puzzle.letters[*cell] == *letter);
            Letter { number, squares: squares.map(|(_, square)| square).collect() }
        });
        let (letters, target) = (letters.collect_vec(), puzzle.target.get());
        score(&letters, &trip[last], largest, target, model);
    }
    model.minimise(sum(&numbers));
    let is_beyond = model.any_of(numbers.iter().map(|number| number.is(largest + 1)));
    model.limited(is_beyond, &format!("boards with numbers up to {largest}"));
    let places = trips.iter().flat_map(Grid::values).cloned();
    let shown = numbers.iter().cloned().chain(places).collect_vec();
    let (letters, cells) = (numbers.len(), puzzle.letters.len());
    board.read(shown, move |values| {
        let (numbers, trips) = values.split_at(letters);
        let squares = trips.chunks(cells).flat_map(|trip| {
            let squares = (0..).zip(trip).filter(|(_, place)| place.is_some_and(|place| place > 0));
            squares.sorted_by_key(|(_, place)| **place).map(|(square, _)| square)
        });
        Board::List(numbers.iter().map(|number| number.unwrap_or(0)).chain(squares).collect())
    });
}

/// Returns the squares of a trip, which are counted from 1.
fn trip(letters: &Grid<char>, [first, last]: [Cell; 2], model: &mut Model) -> Grid<Int> {
    model
        .rule("A trip goes from square to square by knight's jumps, and comes to no square twice.");
    let trip = model.grid(letters.rows(), letters.columns(), 0..=letters.len());
    let cells = trip.cells().collect_vec();
    let places = trip.values().cloned().collect_vec();
    model.path(&places, |place| {
        let from = cells[place];
        cells.iter().positions(move |to| {
            let jump = [from.row.abs_diff(to.row), from.column.abs_diff(to.column)];
            jump == [1, 2] || jump == [2, 1]
        })
    });
    model.rule("It starts in one square and ends in another.");
    model.require(trip[first].is(1));
    model.require(trip[last].is_not(0));
    for place in 2..=letters.len() {
        let is_over = (1..place).map(|end| trip[last].is(end));
        model.require(at_most(1, places.iter().map(|other| other.is(place)).chain(is_over)));
    }
    trip
}

/// States the score of a trip, from square to square, as a binary number.
fn score(letters: &[Letter], end: &Int, largest: usize, target: i64, model: &mut Model) {
    let mut before: Option<(Sum, Vec<Flag>)> = None;
    for place in 1..=end.largest() {
        let bits = (0..=target.ilog2()).map(|bit| Sum::from(model.flag()) * (1_i64 << bit));
        let score = sum(bits);
        let is_here = letters.iter().map(|letter| {
            model.any_of(letter.squares.iter().map(|square| square.is(place)).collect_vec())
        });
        let is_here = is_here.collect_vec();
        let is_same = model.flag();
        for (&is_here, &was_here) in is_here.iter().zip(before.iter().flat_map(|(_, was)| was)) {
            model.require(when([is_here, was_here], is_same));
            model.require(when([is_here, !was_here], !is_same));
        }
        for value in 1..=largest {
            let is_worth = model.flag();
            for (letter, &is_here) in letters.iter().zip(&is_here) {
                model.require(when([is_here, letter.number.is(value)], is_worth));
            }
            if let Some((before, _)) = &before {
                let (added, product) = (before.clone() + value, before.clone() * value);
                model.require(when([is_worth, is_same], score.clone().equals(added)));
                model.require(when([is_worth, !is_same], score.clone().equals(product)));
            } else {
                model.require(implies(is_worth, score.clone().equals(value)));
            }
        }
        model.require(implies(end.is(place), score.clone().equals(target)));
        before = Some((score, is_here));
    }
}
