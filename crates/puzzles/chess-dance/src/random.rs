//! Random dances.

use grid_utils::Shape;
use puzzle::prelude::*;

use crate::piece::Piece;

/// The number of attempts at a complete dance.
const ATTEMPTS: usize = 20;

/// The cells of a dance, each with the piece that stands there after a step.
type Dance = Vec<(Cell, Piece, i64)>;

/// Generates a dance of these pieces on a board of this many rows and columns, as long as the rules
/// allow. The products are those of its numbers; if it ends early, most likely no dance has them.
pub(crate) fn dance(
    (rows, columns): (usize, usize),
    steps: i64,
    pieces: &[Piece],
    random: &mut Rng,
) -> Draft {
    let dances = (0..ATTEMPTS).map(|_| attempt((rows, columns), steps, pieces, random));
    let is_whole = |dance: &Dance| dance.iter().any(|&(.., step)| step == steps);
    let dances = dances.take_while_inclusive(|dance| !is_whole(dance));
    let dance = dances.last().expect("there are attempts");
    let mut start = Grid::filled(rows, columns, None);
    let (mut of_rows, mut of_columns) = (vec![1; rows], vec![1; columns]);
    for (cell, piece, step) in dance {
        match step {
            0 => start[cell] = Some(piece),
            _ if step < steps => {
                of_rows[cell.row] *= step;
                of_columns[cell.column] *= step;
            }
            _ => {}
        }
    }
    let draft = Draft::new().text("start", start).number("steps", steps);
    draft.value("rows", of_rows).value("columns", of_columns)
}

fn attempt(
    (rows, columns): (usize, usize),
    steps: i64,
    pieces: &[Piece],
    random: &mut Rng,
) -> Dance {
    let shape = Shape::<1>::new(rows, columns).expect("a board has at most 64 cells");
    let jumps = pieces.iter().map(|piece| piece.moves().jumps(&shape)).collect_vec();
    let mut dance = Vec::new();
    let mut taken = CellSet::EMPTY;
    let mut places: Vec<usize> = Vec::new();
    for step in 0..=steps {
        let mut attacked = CellSet::EMPTY;
        let before = std::mem::take(&mut places);
        for (index, (&piece, jumps)) in pieces.iter().zip(&jumps).enumerate() {
            let reached = before.get(index).map_or(shape.all(), |&place| jumps.of(place));
            let is_free = |cell: &usize| {
                let attacks = places.iter().any(|&other| jumps.of(*cell).contains(other));
                step == 0 || (!attacks && !attacked.contains(*cell))
            };
            let free = (reached - taken).into_iter().filter(is_free).collect_vec();
            let Some(cell) = random.choice(free) else { return dance };
            taken.insert(cell);
            attacked |= jumps.of(cell);
            places.push(cell);
            dance.push((shape.cell(cell), piece, step));
        }
    }
    dance
}
