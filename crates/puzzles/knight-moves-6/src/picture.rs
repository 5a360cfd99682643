//! The picture: letters, and the trips over them with their scores.

use grid_puzzles::{Square, draw};
use itertools::Itertools;
use picture::{Corner, Ink, Picture, Tint};

use crate::{Certificate, KnightMoves};

/// Where the scores of each trip stand in their cells.
pub(crate) const CORNERS: [Corner; 4] =
    [Corner::TopLeft, Corner::BottomRight, Corner::TopRight, Corner::BottomLeft];

pub(crate) fn picture(puzzle: &KnightMoves, certificate: Option<&Certificate>) -> Picture {
    let (rows, columns) = (puzzle.letters.rows(), puzzle.letters.columns());
    let mut picture = Picture::grid(rows, columns);
    picture.title("Knight Moves 6").description("Trips of a knight over a board of letters");
    let alphabet = puzzle.alphabet();
    for (cell, letter) in &puzzle.letters {
        let colour = (0..).zip(&alphabet).find(|&(_, other)| other == letter);
        let colour = colour.map_or(0, |(colour, _)| colour);
        picture.fill(cell, Tint::Colour(colour)).text(cell, &letter.to_string(), Ink::Given);
    }
    draw::chess_labels(&mut picture, rows, columns);
    let wanted = puzzle.trips.iter().map(|[first, last]| format!("{first} to {last}")).join(", ");
    let mut caption = vec![format!("Trips that score {} each: {wanted}.", puzzle.target)];
    if let Some(certificate) = certificate {
        let numbers = alphabet.iter().zip(&certificate.numbers);
        let numbers = numbers.map(|(letter, number)| format!("{letter} = {number}"));
        caption.push(numbers.format(", ").to_string());
        let trips = puzzle.cut(certificate).0.into_iter().zip(&puzzle.trips);
        let looks = CORNERS.into_iter().zip((0..).map(Ink::Colour));
        for ((trip, [first, _]), (corner, ink)) in trips.zip(looks) {
            let cells = trip.iter().filter_map(|&square| puzzle.cell(square)).collect_vec();
            picture.path(&cells, ink);
            let numbers = &certificate.numbers;
            let scores = if trip.first() == Some(first) {
                puzzle.scores(numbers, trip).ok()
            } else {
                scores_at_end(puzzle, numbers, trip)
            };
            for (&cell, score) in cells.iter().zip(scores.unwrap_or_default()) {
                picture.small_text(cell, corner, &score.to_string(), ink);
            }
        }
    }
    picture.caption(caption);
    picture
}

/// The scores of the end of a trip whose start is not known yet, where it scores the target.
fn scores_at_end(puzzle: &KnightMoves, numbers: &[u32], trip: &[Square]) -> Option<Vec<u128>> {
    let mut scores = vec![u128::from(puzzle.target)];
    for (&before, &here) in trip.iter().tuple_windows().collect_vec().into_iter().rev() {
        let (letter, number) = puzzle.letter(numbers, here).ok()?;
        let is_same = puzzle.letter(numbers, before).ok()?.0 == letter;
        let score = scores[scores.len() - 1];
        let score = if is_same { score.checked_sub(number) } else { score.checked_div(number) };
        scores.push(score?);
    }
    scores.reverse();
    Some(scores)
}
