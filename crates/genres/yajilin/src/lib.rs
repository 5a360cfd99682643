//! # Yajilin
//!
//! Shade some of the cells without clues, none beside another, and draw one closed loop through the middles of
//! all others. A clue counts the shaded cells from there in the direction of its arrow, up to the border.
//!
//! ```text
//! clues          solution
//! .  .  .        ES EW SW
//! .  1> .        NS -  #
//! .  .  .        NE EW NW
//! ```
//!
//! ## Boards
//! A word for each cell: the two directions in which the loop leaves it, `#` for a shaded one, `-` for a clue.

use anyhow::{Result, ensure};
use grid_puzzles::state::{self, Loop};
use grid_puzzles::{check, check_size};
use grid_utils::{Cell, Direction, Grid};
use picture::{Ink, Picture, Tint};
use puzzle::{Board, Clues, Draft, Form, LOOP_WORDS, Puzzle, Rng, Rules};
use rules::{Model, exactly};
use serde::Deserialize;

/// A grid of clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Yajilin {
    /// Numbers of shaded cells with an arrow, `2^`, `0v`, `1<`, `3>`; `?` is a clue that says nothing.
    clues: Grid<Option<String>>,
}

const LARGEST_SIZE: usize = 40;
const CLUE: i64 = 0;
/// The value of a shaded cell: its word is the one behind those of the loop.
const SHADED: i64 = LOOP_WORDS.len() as i64;
/// The arrows of clues, as they are written and as they are drawn.
const ARROWS: [(Direction, char, char); 4] = [
    (Direction::North, '^', '↑'),
    (Direction::East, '>', '→'),
    (Direction::South, 'v', '↓'),
    (Direction::West, '<', '←'),
];

puzzle::program!(Yajilin, addresses pzpr::YAJILIN);

/// What a clue says: a number of shaded cells, and the place of its arrow.
fn parsed(clue: &str) -> Option<(usize, usize)> {
    let arrow = ARROWS.iter().position(|(_, arrow, _)| clue.ends_with(*arrow))?;
    Some((clue[..clue.len() - 1].parse().ok()?, arrow))
}

impl Yajilin {
    /// The cells that a clue with this arrow speaks of.
    fn seen(&self, cell: Cell, arrow: usize) -> impl Iterator<Item = Cell> + use<> {
        self.clues.ray(cell, ARROWS[arrow].0)
    }
}

impl Puzzle for Yajilin {
    fn form(&self) -> Form {
        let clues = self.clues.map(|_, clue| clue.as_ref().map(|_| CLUE));
        Form::loop_through(clues.rows(), clues.columns(), ["#"]).with_givens(&clues)
    }

    fn validate(&self) -> Result<()> {
        for (Cell { row, column }, clue) in &self.clues {
            let is_clue = clue.as_ref().is_none_or(|clue| clue == "?" || parsed(clue).is_some());
            let expected = "expected a clue such as `2^`, `0v`, `1<`, `3>`, `?`, or `.`";
            ensure!(is_clue, "`clues`, row {row}, column {column}: {expected}");
        }
        check_size("clues", &self.clues, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let word = self.form().variables(&mut model);
        model.rule("One closed loop goes from cell to cell and visits none of them twice.");
        Loop::state(&mut model, &word);
        model.rule("The loop visits all cells but shaded ones and clues.");
        for (cell, clue) in &self.clues {
            model.require(if clue.is_some() {
                word[cell].is(CLUE)
            } else {
                word[cell].is_not(CLUE)
            });
        }
        model.rule("Shaded cells do not share a side.");
        let shaded = word.map(|_, word| word.is(SHADED));
        state::apart(&mut model, &shaded);
        model.rule("A clue counts the shaded cells in the direction of its arrow.");
        for (cell, clue) in &self.clues {
            let Some((count, arrow)) = clue.as_deref().and_then(parsed) else { continue };
            model.at(format!("the clue {count}{} at {cell}", ARROWS[arrow].2));
            model.require(exactly(count, self.seen(cell, arrow).map(|cell| shaded[cell])));
        }
        Some(self.form().solved(model, &word))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let given = self.clues.map(|_, clue| clue.clone().filter(|clue| clue != "?"));
        vec![Clues::in_cells("clues", &given, "sees", |board, cell| {
            let seen = |arrow: usize| {
                let seen = self.seen(cell, arrow);
                (seen.filter(|&cell| board[cell] == Some(SHADED)).count(), arrow)
            };
            let given = parsed(self.clues[cell].as_ref()?);
            let (count, arrow) =
                given.map_or_else(|| (0..4).map(seen).max(), |(_, arrow)| Some(seen(arrow)))?;
            Some(format!("{count}{}", ARROWS[arrow].1))
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (cell, clue) in &self.clues {
            ensure!(clue.is_some() || board[cell] != Some(CLUE), "the loop does not visit {cell}");
        }
        check::apart(board.grid(), "shaded", |&value| value == Some(SHADED))?;
        check::single_loop(board.grid())
    }

    /// Clues that say nothing.
    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let clue = |_| (random.u8(..8) == 0).then(|| "?".to_owned());
        Some(Draft::new().text("clues", Grid::from_fn(size, size, clue)))
    }

    fn no_clue() -> &'static str {
        "?"
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        for (cell, clue) in &self.clues {
            let Some(clue) = clue else { continue };
            let text = parsed(clue).map(|(count, arrow)| format!("{count}{}", ARROWS[arrow].2));
            picture.fill(cell, Tint::Shade).text(cell, text.as_ref().unwrap_or(clue), Ink::Given);
        }
    }
}
