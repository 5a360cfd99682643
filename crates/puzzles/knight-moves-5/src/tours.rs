//! All tours of a lattice with four points, by exact replays.

use dashu_ratio::RBig;
use puzzle::{Flow, Search};

use crate::check::{check, difference, replay, wait_until};
use crate::{FEWEST_POINTS, KnightMoves, MOST_VISITS, Move, board, score};

/// Reports all tours that reach the record and continue this one. The points of a jump never have
/// the same altitude here, so the jump determines the wait before it.
pub(crate) fn search(puzzle: &KnightMoves, moves: &mut Vec<Move>, search: &mut Search) -> Flow {
    let before = moves.len();
    search.visit(before, || board(moves))?;
    let at = moves.last().map_or(puzzle.start(), |played| played.to);
    if at == puzzle.goal() {
        if check(puzzle, moves).is_ok() {
            search.scored(score(moves), || board(moves))?;
        }
        return Flow::Continue(());
    }
    for to in 0..FEWEST_POINTS {
        let Some(needed) = puzzle.difference(at, to).map(RBig::from) else { continue };
        moves.push(Move { wait: 0, to });
        let altitudes = replay(puzzle, moves, Some(before)).altitudes;
        let apart = difference(&altitudes[at], &altitudes[to]);
        let waits = [wait_until(&apart, &needed), wait_until(&apart, &-needed)];
        let visits = puzzle.places(moves).filter(|&place| place == to).count();
        for wait in waits.into_iter().flatten().filter(|_| visits <= MOST_VISITS.into()) {
            moves[before].wait = wait;
            self::search(puzzle, moves, search)?;
        }
        moves.pop();
    }
    Flow::Continue(())
}
