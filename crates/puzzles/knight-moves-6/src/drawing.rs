//! The picture: letters, and the trips over them with their scores.

use grid_puzzles::draw;
use puzzle::prelude::*;

use crate::KnightMoves;

/// The corners of the cells where the scores of each trip are drawn.
pub(crate) const CORNERS: [Corner; 4] =
    [Corner::TopLeft, Corner::BottomRight, Corner::TopRight, Corner::BottomLeft];

/// The inks of trips, legible on every letter's colour.
const INKS: [Ink; 4] = [Ink::Found, Ink::Accent, Ink::Warning, Ink::Label];

pub(crate) fn picture(puzzle: &KnightMoves, board: Option<&Board>) -> Picture {
    let (rows, columns) = (puzzle.letters.rows(), puzzle.letters.columns());
    let mut picture = Picture::grid(rows, columns);
    picture.description("Trips of a knight over a board of letters");
    let alphabet = puzzle.alphabet();
    for (cell, letter) in &puzzle.letters {
        let colour = (0..).zip(&alphabet).find(|&(_, other)| other == letter);
        let colour = colour.map_or(0, |(colour, _)| colour);
        picture.fill(cell, Tint::Colour(colour)).text(cell, &letter.to_string(), Ink::Given);
    }
    draw::chess_labels(&mut picture, rows, columns);
    let wanted = puzzle.trips.iter().map(|[first, last]| format!("{first} to {last}")).join(", ");
    let mut caption = vec![format!("Trips that score {} each: {wanted}.", puzzle.target)];
    if let Some(board) = board {
        let numbers = alphabet.iter().zip(board.list());
        let numbers = numbers.map(|(letter, number)| format!("{letter} = {number}"));
        caption.push(numbers.format(", ").to_string());
        let numbers = puzzle.numbers(board);
        let trips = puzzle.cut(board).0.into_iter().zip(puzzle.ends());
        let looks = CORNERS.into_iter().zip(INKS);
        for ((trip, [first, _]), (corner, ink)) in trips.zip(looks) {
            picture.path(&trip, ink);
            let scores = if trip.first() == Some(&first) {
                puzzle.scores(&numbers, &trip)
            } else {
                scores_at_end(puzzle, &numbers, &trip).unwrap_or_default()
            };
            for (&cell, score) in trip.iter().zip(scores) {
                picture.small_text(cell, corner, &score.to_string(), ink);
            }
        }
    }
    picture.caption(caption);
    picture
}

/// Returns the scores of the end of a trip whose start is not known yet, if it scores the target.
fn scores_at_end(puzzle: &KnightMoves, numbers: &Grid<i64>, trip: &[Cell]) -> Option<Vec<i128>> {
    let mut score = i128::from(puzzle.target.get());
    let mut scores = vec![score];
    for (&before, &here) in trip.iter().tuple_windows().collect_vec().into_iter().rev() {
        let number = i128::from(numbers[here]);
        let is_same = puzzle.letters[before] == puzzle.letters[here];
        score = if is_same { score - number } else { score.checked_div(number)? };
        scores.push(score);
    }
    scores.reverse();
    Some(scores)
}
