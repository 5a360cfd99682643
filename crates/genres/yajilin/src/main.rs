//! # Yajilin
//!
//! Shade some of the cells without clues, no two of them adjacent, and draw one closed loop through
//! the middles of all others. A clue counts the shaded cells in the direction of its arrow, up to
//! the border.
//!
//! ```text
//! clues         solution
//! . .  .        ES EW SW
//! . 0> .        NS -  NS      no shaded cell on the right of the clue
//! . .  .        NE EW NW
//! ```
//!
//! ## Boards
//! A word for each cell: the two directions in which the loop leaves it, `#` for a shaded one, `-` for a clue.

use grid_puzzles::state::{self, Loop};
use grid_puzzles::{Arrow, ClueOr, LARGEST_GRID, check, check_size, draw, rerouted, scattered};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Yajilin {
    /// Numbers of shaded cells with an arrow, `2^`, `0v`, `1<`, `3>`; `?` is a clue without
    /// information.
    clues: Grid<Option<ClueOr<Arrow, '?'>>>,
}

const CLUE: i64 = 0;
/// The value of a shaded cell: its word follows those of the loop.
const SHADED: i64 = 7;
puzzle::program!(Yajilin, addresses ADDRESSES);

static ADDRESSES: Genre =
    Genre::of(&[Part::Cells("clues", &pzpr::ARROWS)]).with_drawing_flags(&["b"]);

impl Yajilin {
    /// Returns the number of shaded cells on one side of a cell.
    fn seen(&self, board: &Board, cell: Cell, side: Direction) -> usize {
        self.clues.ray(cell, side).filter(|&cell| board[cell] == Some(SHADED)).count()
    }
}

impl Puzzle for Yajilin {
    fn form(&self) -> Form {
        let clues = self.clues.map(|_, clue| clue.map(|_| CLUE));
        Form::loop_through(clues.rows(), clues.columns(), ["#"])
            .with_givens(&clues)
            .with_word_for_givens(CLUE)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let word = board.cells(model);
        model.rule("One closed loop goes from cell to cell and visits none of them twice.");
        Loop::through(model, &word);
        model.rule("The loop visits all cells but shaded ones and given clues.");
        for (cell, clue) in &self.clues {
            let is_left_out = word[cell].is(CLUE);
            let (name, rule) =
                if clue.is_some() { ("the clue at ", is_left_out) } else { ("", !is_left_out) };
            model.at(format!("{name}{cell}")).require(rule);
        }
        model.rule("Shaded cells do not share a side.");
        let shaded = word.map(|_, word| word.is(SHADED));
        state::apart(model, &shaded);
        model.rule("A clue counts the shaded cells in the direction of its arrow.");
        for (cell, arrow) in &ClueOr::said(&self.clues) {
            let Some(arrow) = *arrow else { continue };
            let seen = self.clues.ray(cell, arrow.side).map(|cell| shaded[cell]);
            model
                .at(format!("the clue {} at {cell}", arrow.drawn()))
                .require(exactly(arrow.count, seen));
        }
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let given = ClueOr::said(&self.clues);
        vec![Clues::in_cells("clues", &given, "sees", |board, cell| {
            let seen = |side| Arrow { count: self.seen(board, cell, side), side };
            let given = self.clues[cell]?.0.map(|arrow| seen(arrow.side));
            given.or_else(|| Direction::ALL.map(seen).into_iter().max_by_key(|arrow| arrow.count))
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (cell, clue) in &self.clues {
            ensure!(clue.is_some() || board[cell] != Some(CLUE), "the loop does not visit {cell}");
        }
        check::apart(board.grid(), "shaded", |&value| value == Some(SHADED))?;
        check::single_loop(board.grid())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        let arrows = ClueOr::said(&self.clues).map(|_, clue| clue.map(Arrow::drawn));
        picture.fill_cells(self.clues.find_all(Option::is_some), Tint::Shade);
        draw::givens(picture, &arrows);
        draw::unknown_clues(picture, &self.clues);
    }
}

impl Setter for Yajilin {
    /// Generates clues without information.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", scattered('?', (rows, columns), 6, random)))
    }

    fn no_clue(&self) -> &'static str {
        "?"
    }

    /// Points each arrow in a direction that excludes the most other boards.
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let mut left: Vec<&Board> = others.iter().collect();
        let mut clues = self.clues.map(|_, _| None);
        for cell in board.grid().find_all(|&value| value == Some(CLUE)) {
            let arrow = |board: &Board, side| Arrow { count: self.seen(board, cell, side), side };
            let excludes = |one: &Arrow, other: &Board| arrow(other, one.side) != *one;
            let arrow =
                Direction::ALL.map(|side| arrow(board, side)).into_iter().max_by_key(|arrow| {
                    (left.iter().filter(|other| excludes(arrow, other)).count(), arrow.count)
                })?;
            left.retain(|other| !excludes(&arrow, other));
            clues[cell] = Some(arrow);
        }
        Some(Draft::new().text("clues", clues))
    }

    /// Makes a shaded cell a clue, or cuts a bend off the loop: one of its two cells becomes a clue,
    /// the other one is shaded.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let cells = board.grid();
        if cells[at] == Some(SHADED) {
            let mut changed = cells.clone();
            changed[at] = Some(CLUE);
            return vec![changed.into()];
        }
        let blocks = cells
            .windows(2, 2)
            .filter(|&block| cells.window_cells(block, 2, 2).any(|cell| cell == at));
        let mut boards = Vec::new();
        for block in blocks {
            let Some(cut) = rerouted(cells, block) else { continue };
            for cell in cut.window_cells(block, 2, 2).filter(|&cell| cut[cell] == Some(CLUE)) {
                let mut changed = cut.clone();
                changed[cell] = Some(SHADED);
                boards.push(changed.into());
            }
        }
        boards
    }
}
