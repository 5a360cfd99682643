//! # Poetry in Motion
//!
//! *Jane Street, December 2019.* A poem of eight lines with eight words each is a chess board: a
//! word that begins with k, q, r, b, n or p is that piece on its square, white in the lines that
//! begin with a capital letter. White moves. In how many moves can White force mate, and with which
//! first move?
//!
//! ```text
//! 8   . . . . k . . .
//! 7   . R . . . . . .      Here White mates at once: c1c8.
//!
//! 1   . . R . K . . .
//!     a b c d e f g h
//! ```
//!
//! The setters hint that Black has moved king or rook before, so that Black may not castle; here,
//! nobody may. A pawn that has advanced by two squares can be captured en passant, but not on the
//! first move.
//!
//! ## Boards
//! The number of White's moves, mate included, and all first moves that force mate in that number.
//!
//! ## Derivation
//! White can force mate in m moves if some move mates Black at once, or lets White force mate in
//! m - 1 after each of Black's replies. In the published position there is no mate in 1. In 2, the
//! rook captures on d7, where the knight protects it. Now the king can reach neither d8 nor e7, and
//! the queen threatens mate on b8; if Black clears the diagonal by moving the pawn on g7, she
//! captures the rook on h8 instead. Every reply with its mate is listed with the answer. Castling
//! would be a defence: it brings the king away from the mate and the rook out of the corner.
//!
//! ## The second way
//! The search generates moves: it walks along rays until something blocks the way, and looks for
//! checks from the king outwards. The checker tests squares: for each two of them whether the piece
//! on one reaches the other, by their distances and the squares between. In this way it tries all
//! first moves and all replies: each claimed move has to force mate, no other move may, and none in
//! fewer moves.
//!
//! ## What does not scale
//! Mates in up to three moves are found; positions in which they take longer have no solution here.

mod check;
mod position;
mod search;

use std::ops::ControlFlow;

use grid_puzzles::check_size;
use puzzle::prelude::*;

use position::{KINDS, Man, Men, Move, Position, SIZE};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Poetry {
    /// The position, rank 8 first; capital letters are white.
    men: Men,
    /// The most moves in which White is to mate.
    most: Within<1, 3>,
}

impl Poetry {
    fn start(&self) -> Position {
        Position { men: self.men.clone(), is_white: true, passed: None }
    }
}

/// Returns the number of moves and the first moves of a board.
fn claim(board: &Board) -> (i64, Vec<Move>) {
    let [moves, first] = board.parts() else { return (0, Vec::new()) };
    (moves.value().unwrap_or(0), Move::all(first.line()).unwrap_or_default())
}

puzzle::program!(Poetry, searched without rules);

impl Puzzle for Poetry {
    fn form(&self) -> Form {
        let first = Form::line("moves such as e2e4 or e7e8q", |text| Move::all(text).is_some());
        let moves = Form::value(1..=self.most.get());
        Form::parts(Layout::Lines, [("mate in", moves), ("first moves", first)])
    }

    fn validate(&self) -> Result<()> {
        check_size("men", &self.men, (SIZE, SIZE))?;
        ensure!(self.men.values().len() == SIZE * SIZE, "`men`: expected 8 rows of 8 squares");
        for (is_white, name) in [(true, "white"), (false, "black")] {
            let king = Some(Man { is_white, kind: 'k' });
            let kings = self.men.values().filter(|&&man| man == king).count();
            ensure!(kings == 1, "`men` has {kings} {name} kings; expected one");
        }
        let is_end = |cell: Cell| cell.row == 0 || cell.row == SIZE - 1;
        let is_pawn = |man: &Option<Man>| man.is_some_and(|man| man.kind == 'p');
        let pawn = self.men.iter().find(|&(cell, man)| is_end(cell) && is_pawn(man));
        ensure!(pawn.is_none(), "`men`: no pawn stands on the first or last rank");
        ensure!(
            !search::is_check(&self.start(), false),
            "`men`: Black is in check, and White to move"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        for most in 1..=self.most.get() {
            let first = search::first_moves(&self.start(), most, &mut || search.node())?;
            if !first.is_empty() {
                let first = first.iter().map(Move::to_string).sorted().join(" ");
                return search.value(vec![Board::of_value(most), first.into()]);
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (most, claimed) = claim(board);
        let names = claimed.iter().map(Move::to_string).collect_vec();
        ensure!(names.is_sorted_by(|one, other| one < other), "the first moves are not in order");
        check::check(&self.start(), most, &claimed)
    }

    fn answer(&self, board: &Board) -> Answer {
        let (most, first) = claim(board);
        let replies = first.first().and_then(|first| search::answers(&self.start(), first, most));
        let answer = Answer::new(format!("{most} {}", first.iter().join(" ")));
        answer.remark("replies and answers", replies.unwrap_or_default().join(", "))
    }

    /// Draws the board, with an arrow for the first move that mates.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(SIZE, SIZE);
        for (cell, man) in &self.men {
            if (cell.row + cell.column) % 2 == 1 {
                picture.fill(cell, Tint::Shade);
            }
            if let Some(man) = man {
                // On white discs signs are black in all surroundings, and on black ones white.
                let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
                let tint = if man.is_white { Tint::White } else { Tint::Black };
                picture.circle(x, y, 0.42, Ink::Muted, Some(tint));
                picture.text_at(x, y, 0.66, &man.sign().to_string(), Ink::Text);
            }
        }
        for (line, file) in ('a'..='h').enumerate() {
            picture.label_left(line, &(SIZE - line).to_string());
            picture.label_bottom(line, &file.to_string());
        }
        for Move { from, to, .. } in board.map(claim).unwrap_or_default().1 {
            picture.fill_cells([from, to], Tint::Highlight).path(&[from, to], Ink::Accent);
        }
        picture.caption(["Outlined men are white."]);
        picture
    }
}

impl Setter for Poetry {
    /// Places the kings, the black one at the upper edge, and some other men, most of them white.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let most = random.i64(1..=2);
        loop {
            let mut men = Grid::filled(SIZE, SIZE, None);
            for _ in 0..=size.min(8) {
                let man = Man { is_white: random.u8(0..4) > 0, kind: *random.choice(&KINDS[1..])? };
                men[Cell::new(random.usize(0..SIZE), random.usize(0..SIZE))] = Some(man);
            }
            for (is_white, rows) in [(true, SIZE), (false, 1)] {
                let king = Cell::new(random.usize(0..rows), random.usize(0..SIZE));
                men[king] = Some(Man { is_white, kind: 'k' });
            }
            let poetry = Self { men, most: Within::new(most)? };
            if poetry.validate().is_ok() {
                return Some(Draft::new().text("men", poetry.men).number("most", most));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of continuations of one, two, ... moves, by the moves of the search,
    /// which must lead to the same positions as those of the checker.
    fn ways(men: &str, most: usize) -> Vec<usize> {
        let mut positions =
            vec![Position { men: men.parse().unwrap(), is_white: true, passed: None }];
        let count = |_| {
            let mut next = Vec::new();
            for position in &positions {
                let mut checked = check::legal(position);
                for (step, after) in search::moves(position) {
                    let place = checked.iter().position(|other| *other == step);
                    checked.swap_remove(place.expect("it is legal"));
                    assert_eq!(after, check::after(position, &step), "{step}");
                    next.push(after);
                }
                assert_eq!(checked, []);
            }
            positions = next;
            positions.len()
        };
        (0..most).map(count).collect()
    }

    #[test]
    fn games_go_on_in_as_many_ways_as_is_known() {
        let start = "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n\
                     . . . . . . . .\n. . . . . . . .\nP P P P P P P P\nR N B Q K B N R";
        assert_eq!(ways(start, 3), [20, 400, 8902]);
        // Captures en passant, and an endgame with many checks.
        let pawns = ". . . . . . . .\n. . p . . . . .\n. . . p . . . .\nK P . . . . . r\n\
                     . R . . . p . k\n. . . . . . . .\n. . . . P . P .\n. . . . . . . .";
        assert_eq!(ways(pawns, 3), [14, 191, 2812]);
    }
}
