//! Moves along rays, and the search for mates.

use std::ops::ControlFlow;

use grid_utils::Step;
use puzzle::prelude::*;
use walks::Piece;

use crate::position::{Man, Move, Position, SIZE};

/// Asks whether to continue; called for each position.
type Poll<'a> = &'a mut dyn FnMut() -> Flow;

/// Returns whether the king of a player is in check, by looking along rays and at a knight's steps
/// from it.
pub(crate) fn is_check(position: &Position, is_white: bool) -> bool {
    let men = &position.men;
    let Some(king) = men.find(|&man| man == Some(Man { is_white, kind: 'k' })) else {
        return false;
    };
    let is_other = |cell: Cell, kinds: &[char]| {
        men[cell].is_some_and(|man| man.is_white != is_white && kinds.contains(&man.kind))
    };
    let sees = |steps: &[Step], kinds: &[char]| {
        let seen = |&step: &Step| men.ray(king, step).find(|&cell| men[cell].is_some());
        steps.iter().filter_map(seen).any(|cell| is_other(cell, kinds))
    };
    let ahead = forward(is_white);
    sees(Piece::ROOK.slides, &['q', 'r'])
        || sees(Piece::BISHOP.slides, &['q', 'b'])
        || men.at_steps(king, Piece::KNIGHT.leaps).any(|cell| is_other(cell, &['n']))
        || men.at_steps(king, &[(ahead, -1), (ahead, 1)]).any(|cell| is_other(cell, &['p']))
        || men.all_neighbours(king).any(|cell| is_other(cell, &['k']))
}

/// Returns the direction in which a player's pawns advance.
fn forward(is_white: bool) -> isize {
    if is_white { -1 } else { 1 }
}

/// Returns the squares that a player's man of some kind could reach from a square, ignoring checks.
fn reached(position: &Position, is_white: bool, from: Cell, kind: char) -> Vec<Cell> {
    let Position { men, passed, .. } = position;
    let is_free = |cell: &Cell| men[*cell].is_none();
    let is_open = |cell: &Cell| men[*cell].is_none_or(|other| other.is_white != is_white);
    let piece = match kind {
        'k' => Piece::KING,
        'q' => Piece::QUEEN,
        'r' => Piece::ROOK,
        'b' => Piece::BISHOP,
        'n' => Piece::KNIGHT,
        _ => {
            let (ahead, home) = (forward(is_white), if is_white { SIZE - 2 } else { 1 });
            let most = if from.row == home { 2 } else { 1 };
            let advances = men.ray(from, (ahead, 0)).take(most).take_while(is_free);
            let takes = |cell: &Cell| (!is_free(cell) && is_open(cell)) || Some(*cell) == *passed;
            let sides = [(ahead, -1), (ahead, 1)];
            return advances.chain(men.at_steps(from, &sides).filter(takes)).collect();
        }
    };
    let slides =
        piece.slides.iter().flat_map(|&step| men.ray(from, step).take_while_inclusive(is_free));
    men.at_steps(from, piece.leaps).chain(slides).filter(is_open).collect()
}

/// Returns the position after a move of a man.
fn after(position: &Position, &Move { from, to, becomes }: &Move) -> Position {
    let mut men = position.men.clone();
    let is_pawn = men[from].is_some_and(|man| man.kind == 'p');
    if is_pawn && Some(to) == position.passed {
        men[Cell::new(from.row, to.column)] = None;
    }
    men[to] = men[from].take().map(|man| Man { kind: becomes.unwrap_or(man.kind), ..man });
    let is_long = is_pawn && from.row.abs_diff(to.row) == 2;
    let passed = is_long.then(|| Cell::new(usize::midpoint(from.row, to.row), from.column));
    Position { men, is_white: !position.is_white, passed }
}

/// Returns all legal moves and the positions after them.
pub(crate) fn moves(position: &Position) -> Vec<(Move, Position)> {
    let mut moves = Vec::new();
    for (from, man) in &position.men {
        let Some(man) = man.filter(|man| man.is_white == position.is_white) else { continue };
        for to in reached(position, position.is_white, from, man.kind) {
            let is_last = man.kind == 'p' && (to.row == 0 || to.row == SIZE - 1);
            let kinds =
                if is_last { vec![Some('q'), Some('r'), Some('b'), Some('n')] } else { vec![None] };
            for becomes in kinds {
                let step = Move { from, to, becomes };
                let after = after(position, &step);
                if !is_check(&after, position.is_white) {
                    moves.push((step, after));
                }
            }
        }
    }
    moves
}

/// Returns a move that forces mate in at most `most` moves, this one included.
fn winning(position: &Position, most: i64, poll: Poll<'_>) -> ControlFlow<Stop, Option<Move>> {
    let moves = moves(position)
        .into_iter()
        .sorted_by_cached_key(|(_, after)| !is_check(after, after.is_white));
    for (step, after) in moves {
        if most == 1 && !is_check(&after, after.is_white) {
            break;
        }
        if is_lost(&after, most, poll)? {
            return ControlFlow::Continue(Some(step));
        }
    }
    ControlFlow::Continue(None)
}

/// Returns whether the player to move is mated, or will be after at most `most - 1` moves of the
/// other player.
fn is_lost(position: &Position, most: i64, poll: Poll<'_>) -> ControlFlow<Stop, bool> {
    poll()?;
    let replies = moves(position);
    if replies.is_empty() {
        return ControlFlow::Continue(is_check(position, position.is_white));
    }
    if most == 1 {
        return ControlFlow::Continue(false);
    }
    for (_, after) in replies {
        if winning(&after, most - 1, poll)?.is_none() {
            return ControlFlow::Continue(false);
        }
    }
    ControlFlow::Continue(true)
}

/// Returns all moves that force mate in at most `most` moves.
pub(crate) fn first_moves(
    position: &Position,
    most: i64,
    poll: Poll<'_>,
) -> ControlFlow<Stop, Vec<Move>> {
    let mut first = Vec::new();
    for (step, after) in moves(position) {
        if is_lost(&after, most, poll)? {
            first.push(step);
        }
    }
    ControlFlow::Continue(first)
}

/// Returns each reply to a first move with the next move of a mate, `e8d8 e5b8`; `None` if the
/// first move is illegal.
pub(crate) fn answers(position: &Position, first: &Move, most: i64) -> Option<Vec<String>> {
    let (_, after) = moves(position).into_iter().find(|(step, _)| step == first)?;
    let answer = |(reply, after): &(Move, Position)| {
        let next = winning(after, most - 1, &mut || ControlFlow::Continue(()));
        Some(format!("{reply} {}", next.continue_value()??))
    };
    Some(moves(&after).iter().filter_map(answer).collect())
}
