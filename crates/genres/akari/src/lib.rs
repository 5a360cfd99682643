//! # Akari
//!
//! Put lamps into some of the white cells. A lamp lights its own cell and those that it sees along its row and
//! column, up to a black cell. Every white cell is lit, and no lamp lights another. A clue in a black cell
//! counts the lamps that share a side with it.
//!
//! ```text
//! clues        solution
//! . . .        - - o
//! . 2 .        o # -      two lamps beside the clue
//! . . #        - o #
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::check_size;
use grid_utils::{Cell, Direction, Grid};
use picture::{Ink, Picture, Tint};
use puzzle::{Board, Clues, Draft, Form, Puzzle, Rng, Rules};
use rules::{Flag, Int, Model, any, at_most, exactly};
use serde::Deserialize;

/// A room to light.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Akari {
    /// White cells, `.`, and black ones, with a clue from 0 to 4 or without, `#`.
    clues: Grid<char>,
}

const LARGEST_SIZE: usize = 40;
const LAMP: i64 = 1;
const BLACK: i64 = 2;

puzzle::program!(Akari, addresses pzpr::AKARI);

impl Akari {
    fn is_white(&self, cell: Cell) -> bool {
        self.clues[cell] == '.'
    }

    fn clue(&self, cell: Cell) -> Option<u32> {
        self.clues[cell].to_digit(10)
    }

    /// The cells that a lamp in a white cell lights, without its own.
    fn lit_from(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let ray = move |side| self.clues.ray(cell, side).take_while(|&seen| self.is_white(seen));
        Direction::ALL.into_iter().flat_map(ray)
    }
}

impl Puzzle for Akari {
    fn form(&self) -> Form {
        let black = self.clues.map(|cell, _| (!self.is_white(cell)).then_some(BLACK));
        Form::words(black.rows(), black.columns(), ["-", "o", "#"]).with_givens(&black)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, (LARGEST_SIZE, LARGEST_SIZE))?;
        for (Cell { row, column }, clue) in &self.clues {
            let expected = "expected `.`, `#` or a number from 0 to 4";
            ensure!(".#01234".contains(*clue), "`clues`, row {row}, column {column}: {expected}");
        }
        Ok(())
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let white = |cell| self.is_white(cell);
        let lamp = self.clues.map(|cell, _| if white(cell) { model.flag() } else { Flag::FALSE });
        model.rule("Every white cell is lit by a lamp in its row or column.");
        for cell in lamp.cells().filter(|&cell| white(cell)) {
            model.require(any(self.lit_from(cell).chain([cell]).map(|from| lamp[from])));
        }
        model.rule("No lamp lights another.");
        for cell in lamp.cells().filter(|&cell| white(cell)) {
            for lit in self.lit_from(cell).filter(|&lit| lit > cell) {
                model.require(at_most(1, [lamp[cell], lamp[lit]]));
            }
        }
        model.rule("A clue counts the lamps that share a side with it.");
        for cell in lamp.cells() {
            let Some(clue) = self.clue(cell) else { continue };
            model.at(format!("the clue {clue} at {cell}"));
            model.require(exactly(clue, lamp.neighbours(cell).map(|beside| lamp[beside])));
        }
        let value = |cell, &lamp| if white(cell) { Int::from(lamp) } else { Int::constant(BLACK) };
        Some(self.form().solved(model, &lamp.map(value)))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let given = self.clues.map(|cell, _| self.clue(cell));
        let says = "has a number of lamps beside it that is";
        vec![Clues::in_cells("clues", &given, says, |board, cell| {
            let lamps = self.clues.neighbours(cell).filter(|&beside| board[beside] == Some(LAMP));
            u32::try_from(lamps.count()).ok().filter(|_| !self.is_white(cell))
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (cell, value) in board.grid() {
            ensure!(self.is_white(cell) || *value == Some(BLACK), "{cell} is black");
            ensure!(!self.is_white(cell) || *value != Some(BLACK), "{cell} is white");
            let mut lamps = Vec::new();
            for step in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let seen = self.clues.ray(cell, step).take_while(|&seen| self.clues[seen] == '.');
                lamps.extend(seen.filter(|&seen| board[seen] == Some(LAMP)));
            }
            match (*value, lamps.first()) {
                (Some(LAMP), Some(lamp)) => {
                    anyhow::bail!("the lamp at {lamp} lights the one at {cell}")
                }
                (Some(0), None) => anyhow::bail!("no lamp lights {cell}"),
                _ => {}
            }
        }
        Ok(())
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let cell = |_| if random.u8(..5) == 0 { '#' } else { '.' };
        Some(Draft::new().text("clues", Grid::from_fn(size, size, cell)))
    }

    fn no_clue() -> &'static str {
        "#"
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        for (cell, clue) in &self.clues {
            if !self.is_white(cell) {
                picture.fill(cell, Tint::Shade);
            }
            let clue = if *clue == '#' || *clue == '.' { String::new() } else { clue.to_string() };
            picture.text(cell, &clue, Ink::Given);
            if board.is_some_and(|board| board[cell] == Some(LAMP)) {
                picture.fill_cells(self.lit_from(cell).chain([cell]), Tint::Highlight);
                let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
                picture.circle(x, y, 0.3, Ink::Found, Some(Tint::Colour(3)));
            }
        }
    }
}
