//! The exhaustive search of all legal boards, a baseline for the other search.

use puzzle::prelude::*;

use crate::{ASKED, Chance, HIDDEN};

/// The number of bits of a number.
const NUMBER_BITS: usize = 4;

/// Searches the boards of the shape of `grid`. For each set of revealed cells, the layouts without
/// a mine there are sorted by the numbers that these cells show; each legal board is a node.
pub(crate) fn search(grid: &Grid<()>, search: &mut Search) -> Flow {
    let cells = grid.cells().collect_vec();
    let place = |cell: Cell| cell.row * grid.columns() + cell.column;
    let numbers = |mines: u32| {
        let numbers = cells.iter().map(|&cell| {
            let near = grid.all_neighbours(cell).filter(|&one| mines >> place(one) & 1 == 1);
            (near.count() as u128) << (NUMBER_BITS * place(cell))
        });
        numbers.sum::<u128>()
    };
    let number = |numbers: u128, place: usize| {
        i64::from((numbers >> (NUMBER_BITS * place)).to_le_bytes()[0] & 0b1111)
    };
    let layouts = (0..1_u32 << cells.len()).map(|mines| (numbers(mines), mines)).collect_vec();
    let mut best: Option<Chance> = None;
    for revealed in 0..1_u32 << cells.len() {
        search.poll()?;
        let is_revealed = |place: usize| revealed >> place & 1 == 1;
        let shown = (0..cells.len()).filter(|&place| is_revealed(place));
        let shown: u128 = shown.map(|place| 0b1111 << (NUMBER_BITS * place)).sum();
        let fitting = layouts.iter().filter(|(_, mines)| mines & revealed == 0);
        let mut fitting = fitting.map(|(numbers, mines)| (numbers & shown, mines)).collect_vec();
        fitting.sort_unstable();
        for board in fitting.chunk_by(|one, other| one.0 == other.0) {
            search.node()?;
            for asked in (0..cells.len()).filter(|&place| !is_revealed(place)) {
                let with = board.iter().filter(|(_, mines)| **mines >> asked & 1 == 1).count();
                let chance = Chance { with: with as u64, without: (board.len() - with) as u64 };
                let beats = |best: Chance| chance.beats(best);
                if chance.without == 0 || !best.is_none_or(beats) {
                    continue;
                }
                best = Some(chance);
                search.solution(Board::Grid(grid.map(|cell, ()| match place(cell) {
                    place if place == asked => Some(ASKED),
                    place if is_revealed(place) => Some(number(board[0].0, place)),
                    _ => Some(HIDDEN),
                })))?;
            }
        }
    }
    Flow::Continue(())
}
