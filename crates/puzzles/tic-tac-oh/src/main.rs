//! # Tic Tac Oh...
//!
//! *Jane Street, May 2015.* You play noughts and crosses, with X and the first move, against an
//! opponent who picks one of the empty cells at random each time. Only a win counts. How likely are
//! you to win, if you play as well as possible?
//!
//! ```text
//! X O X     It is X's turn. r2c2 and r3c3 make two threats each, so that X wins for sure.
//! O . .     r2c3 makes one, and X still wins with probability 7/8. After r3c1 and r3c2
//! . . .     it is 3/4.
//! ```
//!
//! ## Boards
//! The probability, and the best moves, in reading order, if it is X's turn.
//!
//! ## Derivation
//! A position in which X has a line is worth 1; one in which O has a line, or a full board, is
//! worth 0. Any other is worth the largest value among the positions after X's moves if it is X's
//! turn, and the mean of the values after O's moves if it is O's (expectimax). The empty board
//! leads to 5,478 positions, each of which is evaluated once.
//!
//! The opponent chooses from 8 cells, then 6, 4 and 2, so every probability is a multiple of 1/384.
//! If you begin in the middle, you fail in 4 of 384 cases, and beside it in 5, so the best move is
//! a corner.
//!
//! The best play against a perfect opponent, where a draw is the most that one can get, is
//! different: it guards against threats that a random opponent rarely sees, and so gives chances
//! away.
//!
//! ## The second way
//! The opponent's choices can be drawn beforehand: one of 384 equally likely scripts fixes his
//! moves. A strategy fixes X's move in each position; it wins with some of the scripts.
//!
//! The checker begins with a bad strategy, X in the first empty cell. It plays it against every
//! script from every position, and changes a move where another one wins with more scripts, until
//! nothing changes (policy iteration). In a finite game, a strategy that no single change improves
//! in any position is optimal. So the checker computes no values, and counts in integers.

mod check;

use std::collections::HashMap;
use std::iter;
use std::ops::Add;

use numbers::{Fraction, fraction_form, parse_fraction};
use puzzle::prelude::*;

/// A position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TicTacOh {
    /// The cells that were taken so far, by X and O in turn.
    moves: Vec<Cell>,
}

const SIZE: usize = 3;

/// A set of cells, with the bit 3 row + column for each.
type Cells = u16;

const ALL: Cells = 0o777;

/// Rows, columns and diagonals; each octal digit is a row.
const LINES: [Cells; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(cells: Cells) -> bool {
    LINES.iter().any(|line| line & !cells == 0)
}

/// The cells of the player to move, and those of the other player.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    mine: Cells,
    others: Cells,
}

impl Position {
    fn has_ended(self) -> bool {
        has_line(self.others) || self.mine | self.others == ALL
    }

    fn is_turn_of_x(self) -> bool {
        self.mine.count_ones() == self.others.count_ones()
    }

    /// Returns the positions after each move, by its cell.
    fn next(self) -> impl Iterator<Item = (Cell, Self)> {
        let taken = self.mine | self.others;
        let is_empty = move |place: &usize| taken & (1 << place) == 0;
        (0..SIZE * SIZE).filter(is_empty).map(move |place| {
            let next = Position { mine: self.others, others: self.mine | 1 << place };
            (Cell::new(place / SIZE, place % SIZE), next)
        })
    }

    /// Returns the same where X has a choice; empty elsewhere.
    fn choices(self) -> impl Iterator<Item = (Cell, Self)> {
        let has_choice = self.is_turn_of_x() && !self.has_ended();
        self.next().filter(move |_| has_choice)
    }

    fn after(self, cell: Cell) -> Option<Self> {
        self.next().find(|&(other, _)| other == cell).map(|(_, next)| next)
    }
}

/// The known values of positions.
type Values = HashMap<Position, Fraction>;

/// Returns the probability that X wins.
fn value(at: Position, values: &mut Values) -> Fraction {
    if at.has_ended() {
        let has_won = !at.is_turn_of_x() && has_line(at.others);
        return Fraction::from(u8::from(has_won));
    }
    if let Some(value) = values.get(&at) {
        return value.clone();
    }
    let after = at.next().map(|(_, next)| value(next, values));
    let value = if at.is_turn_of_x() {
        after.max().expect("the board is not full")
    } else {
        after.fold(Fraction::ZERO, Add::add) / Fraction::from(at.next().count())
    };
    values.insert(at, value.clone());
    value
}

impl TicTacOh {
    /// Returns the positions so far, up to the first cell that is not free.
    fn positions(&self) -> impl Iterator<Item = Position> {
        let mut moves = self.moves.iter();
        iter::successors(Some(Position { mine: 0, others: 0 }), move |at| at.after(*moves.next()?))
    }

    fn position(&self) -> Position {
        self.positions().last().expect("the empty board is one")
    }
}

puzzle::program!(TicTacOh, searched without rules);

impl Puzzle for TicTacOh {
    fn form(&self) -> Form {
        let probability = fraction_form();
        let moves = Form::walk(SIZE, SIZE);
        Form::parts(Layout::Lines, [("probability", probability), ("best moves", moves)])
    }

    fn validate(&self) -> Result<()> {
        for (at, cell) in self.positions().zip(&self.moves) {
            ensure!(!at.has_ended(), "`moves`: the game is over before {cell}");
            ensure!(at.after(*cell).is_some(), "`moves`: {cell} is no empty cell");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut values = Values::default();
        let best = value(self.position(), &mut values);
        let moves = self.position().choices();
        let moves = moves.filter(|(_, next)| value(*next, &mut values) == best);
        let moves: Vec<Cell> = moves.map(|(cell, _)| cell).collect();
        search.value(vec![Board::from(best.to_string()), moves.into()])
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (probability, best) = (board.parts()[0].line(), board.parts()[1].walk());
        check::check(&self.moves, &parse_fraction(probability)?, best)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(board.parts()[0].line())
    }

    /// Draws the position, and for each empty cell the probability that X wins after a move there.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(SIZE, SIZE);
        for (turn, &cell) in self.moves.iter().enumerate() {
            picture.text(cell, ["X", "O"][turn % 2], Ink::Given);
        }
        let Some(board) = board else { return picture };
        let probability = board.parts()[0].line();
        let mut values = Values::default();
        for (cell, next) in self.position().choices() {
            let value = value(next, &mut values).to_string();
            picture.text(cell, &value, Ink::Found);
            if value == probability {
                picture.fill(cell, Tint::Highlight);
            }
        }
        picture.caption([format!("X wins with probability {probability}.")]);
        picture
    }
}

impl Setter for TicTacOh {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let mut moves = Vec::new();
        let mut at = Position { mine: 0, others: 0 };
        while moves.len() < size && !at.has_ended() {
            let cell;
            (cell, at) = random.choice(at.next().collect::<Vec<_>>())?;
            moves.push(cell.to_string());
        }
        Some(Draft::new().value("moves", moves))
    }
}
