//! Random dances.

use grid_utils::{CellSet, Grid, Shape};
use itertools::Itertools;
use puzzle::Rng;

use crate::{Board, ChessDance, Label, Piece};

/// So often a dance is begun anew that comes to no end.
const ATTEMPTS: usize = 20;

/// A dance of these pieces on a board of so many rows and columns, as far as it keeps the rules. The
/// products are those of its numbers, so if it ends early, most likely no dance has them.
pub(crate) fn dance(
    (rows, columns): (usize, usize),
    steps: u8,
    pieces: &[Piece],
    random: &mut Rng,
) -> ChessDance {
    let board = (0..ATTEMPTS).map(|_| attempt((rows, columns), steps, pieces, random));
    let is_whole = |board: &Board| board.values().flatten().any(|label| label.step == steps);
    let boards = board.take_while_inclusive(|board| !is_whole(board));
    let board = boards.last().expect("there are attempts");
    let [rows, columns] = ChessDance::products(&board, steps - 1);
    let narrow = |product: u128| u64::try_from(product).expect("few numbers make no large product");
    ChessDance {
        start: board.map(|_, label| label.filter(|label| label.step == 0).map(|label| label.piece)),
        steps,
        rows: rows.into_iter().map(narrow).collect(),
        columns: columns.into_iter().map(narrow).collect(),
    }
}

fn attempt(
    (rows, columns): (usize, usize),
    steps: u8,
    pieces: &[Piece],
    random: &mut Rng,
) -> Board {
    let shape = Shape::<1>::new(rows, columns).expect("a board has at most 64 cells");
    let jumps = pieces.iter().map(|piece| piece.moves().jumps(&shape)).collect_vec();
    let mut board = Grid::filled(rows, columns, None);
    let mut taken = CellSet::EMPTY;
    let mut places: Vec<usize> = Vec::new();
    for step in 0..=steps {
        let mut attacked = CellSet::EMPTY;
        let before = places.clone();
        places.clear();
        for (index, (&piece, jumps)) in pieces.iter().zip(&jumps).enumerate() {
            let reached = before.get(index).map_or(shape.all(), |&place| jumps.of(place));
            let is_free = |cell: &usize| {
                let attacks = places.iter().any(|&other| jumps.of(*cell).contains(other));
                step == 0 || (!attacks && !attacked.contains(*cell))
            };
            let free = (reached - taken).into_iter().filter(is_free).collect_vec();
            let Some(cell) = random.choice(free) else { return board };
            taken.insert(cell);
            attacked |= jumps.of(cell);
            places.push(cell);
            board[shape.cell(cell)] = Some(Label { piece, step });
        }
    }
    board
}
