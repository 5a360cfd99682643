//! Chess by distances between squares, and mates by trying everything.

use puzzle::prelude::*;

use crate::position::{Man, Move, Position, SIZE};

/// Returns whether the man on one square reaches another, ignoring checks.
fn reaches(position: &Position, from: Cell, to: Cell) -> bool {
    let men = &position.men;
    let Some(Man { is_white, kind }) = men[from] else { return false };
    if men[to].is_some_and(|man| man.is_white == is_white) {
        return false;
    }
    let distance = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let longest = distance.0.max(distance.1);
    let between = |part: usize| {
        let at = |from: usize, to: usize| (from * (longest - part) + to * part) / longest;
        men[Cell::new(at(from.row, to.row), at(from.column, to.column))]
    };
    let is_clear = || (1..longest).all(|part| between(part).is_none());
    let is_straight = distance.0 == 0 || distance.1 == 0;
    let is_diagonal = distance.0 == distance.1;
    match kind {
        'k' => longest == 1,
        'n' => distance == (1, 2) || distance == (2, 1),
        'r' => longest > 0 && is_straight && is_clear(),
        'b' => longest > 0 && is_diagonal && is_clear(),
        'q' => longest > 0 && (is_straight || is_diagonal) && is_clear(),
        _ => {
            let is_ahead = if is_white { to.row < from.row } else { to.row > from.row };
            let home = if is_white { SIZE - 2 } else { 1 };
            is_ahead
                && match distance {
                    (1, 0) => men[to].is_none(),
                    (2, 0) => from.row == home && men[to].is_none() && is_clear(),
                    (1, 1) => men[to].is_some() || position.passed == Some(to),
                    _ => false,
                }
        }
    }
}

/// Returns whether a man of one player reaches the king of the other.
fn attacks_king(position: &Position, is_white: bool) -> bool {
    let king = Some(Man { is_white: !is_white, kind: 'k' });
    let Some(king) = position.men.cells().find(|&cell| position.men[cell] == king) else {
        return false;
    };
    position.men.iter().any(|(from, man)| {
        man.is_some_and(|man| man.is_white == is_white) && reaches(position, from, king)
    })
}

/// Returns the position after a move, square by square.
pub(crate) fn after(position: &Position, step: &Move) -> Position {
    let Move { from, to, becomes } = *step;
    let man = position.men[from];
    let is_pawn = man.is_some_and(|man| man.kind == 'p');
    // The square of a pawn that is captured en passant.
    let captured = Cell::new(from.row, to.column);
    let men = position.men.map(|square, &before| match square {
        _ if square == to => man.map(|man| Man { kind: becomes.unwrap_or(man.kind), ..man }),
        _ if square == from => None,
        _ if square == captured && is_pawn && position.passed == Some(to) => None,
        _ => before,
    });
    let passed = position.men.cells().find(|square| {
        is_pawn
            && square.column == from.column
            && from.row.abs_diff(square.row) == 1
            && to.row.abs_diff(square.row) == 1
    });
    Position { men, is_white: !position.is_white, passed }
}

/// Returns all legal moves.
pub(crate) fn legal(position: &Position) -> Vec<Move> {
    let squares = || position.men.cells();
    let own = squares()
        .filter(|&cell| position.men[cell].is_some_and(|man| man.is_white == position.is_white));
    let mut legal = Vec::new();
    for from in own {
        let is_pawn = position.men[from].is_some_and(|man| man.kind == 'p');
        for to in squares().filter(|&to| reaches(position, from, to)) {
            let becomes_more = is_pawn && [0, SIZE - 1].contains(&to.row);
            for becomes in ['q', 'r', 'b', 'n'].into_iter().take(if becomes_more { 4 } else { 1 }) {
                let step = Move { from, to, becomes: becomes_more.then_some(becomes) };
                if !attacks_king(&after(position, &step), !position.is_white) {
                    legal.push(step);
                }
            }
        }
    }
    legal
}

/// Returns whether a move forces mate in at most `most` moves, this one included.
fn forces(position: &Position, step: &Move, most: i64) -> bool {
    let moved = after(position, step);
    let attacks = attacks_king(&moved, position.is_white);
    if most == 1 && !attacks {
        return false;
    }
    let replies = legal(&moved);
    if replies.is_empty() {
        return attacks;
    }
    most > 1
        && replies.iter().all(|reply| {
            let next = after(&moved, reply);
            legal(&next).iter().any(|step| forces(&next, step, most - 1))
        })
}

/// Checks that White mates in `most` moves with exactly these first moves, and not in fewer.
pub(crate) fn check(position: &Position, most: i64, claimed: &[Move]) -> Result<()> {
    let legal = legal(position);
    for step in claimed {
        ensure!(legal.contains(step), "{step} is not legal");
        ensure!(forces(position, step, most), "{step} does not force mate in {most}");
    }
    for moves in 1..=most {
        let others = legal.iter().filter(|step| moves < most || !claimed.contains(step));
        for step in others {
            ensure!(!forces(position, step, moves), "{step} forces mate in {moves}");
        }
    }
    Ok(())
}
