//! All tours of a lattice with four points, where it is quick to try them all.

use puzzle::{Flow, Search};

use crate::{FEWEST_POINTS, KnightMoves, MOST_VISITS, Move, board, score};

type Altitudes = [i64; FEWEST_POINTS];

/// Reports all tours that reach the record.
pub(crate) fn search(puzzle: &KnightMoves, search: &mut Search) -> Flow {
    let mut altitudes = puzzle.altitudes.values().map(|altitude| altitude.get());
    let altitudes = [(); FEWEST_POINTS].map(|()| altitudes.next().unwrap_or(0));
    follow(puzzle, &mut Vec::new(), altitudes, search)
}

/// Continues with all moves from the given altitudes on. A jump along a side of the lattice needs a
/// difference in altitude of 2, which fixes the wait before it.
fn follow(
    puzzle: &KnightMoves,
    moves: &mut Vec<Move>,
    altitudes: Altitudes,
    search: &mut Search,
) -> Flow {
    search.visit(moves.len(), || board(moves))?;
    let at = moves.last().map_or(puzzle.start(), |played| played.to);
    if at == puzzle.goal() {
        if score(moves) >= puzzle.qualifying.get() {
            search.scored(score(moves), || board(moves))?;
        }
        return Flow::Continue(());
    }
    let opposite = FEWEST_POINTS - 1 - at;
    for to in (0..FEWEST_POINTS).filter(|&to| to != at && to != opposite) {
        if puzzle.places(moves).filter(|&place| place == to).count() == usize::from(MOST_VISITS) {
            continue;
        }
        for above in [2, -2] {
            let drop = altitudes[at] - altitudes[to] - above;
            let sinks = |place: usize| place != opposite && altitudes[place] == altitudes[at];
            if drop < 0 || drop > 0 && sinks(to) {
                continue;
            }
            let mut after = altitudes;
            let mut wait = 0;
            for place in (0..FEWEST_POINTS).filter(|&place| sinks(place)) {
                after[place] -= drop;
                wait += drop;
            }
            if altitudes[opposite] != altitudes[at] {
                after[opposite] += drop;
            }
            moves.push(Move { wait, to });
            follow(puzzle, moves, after, search)?;
            moves.pop();
        }
    }
    Flow::Continue(())
}
