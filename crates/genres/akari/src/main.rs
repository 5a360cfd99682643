//! # Akari
//!
//! Put lamps into some of the white cells. A lamp lights its own cell and those that it sees along its row and
//! column, up to a black cell. Every white cell is lit, and no lamp lights another. A clue in a black cell
//! counts the lamps that share a side with it.
//!
//! ```text
//! clues        solution
//! # # 1        # # #
//! . 1 .        - # o      one lamp beside each clue
//! . . .        o - -
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::{ClueOr, check_size, draw, scattered};
use grid_utils::{Cell, Direction, Grid, Within};
use picture::{Picture, Tint};
use puzzle::{Board, Clues, Draft, Form, Puzzle, Rng, Rules, Setter};
use rules::{Flag, Int, Model, any, at_most, exactly};
use serde::Deserialize;

/// A room to light.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Akari {
    /// White cells, `.`, and black ones, with a clue from 0 to 4 or without, `#`.
    clues: Grid<Option<ClueOr<Within<0, 4>, '#'>>>,
}

const LARGEST_SIZE: usize = 40;
const LAMP: i64 = 1;
const BLACK: i64 = 2;

puzzle::program!(Akari, addresses pzpr::AKARI);

impl Akari {
    fn is_white(&self, cell: Cell) -> bool {
        self.clues[cell].is_none()
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
        check_size("clues", &self.clues, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn constraints(&self, mut model: Model) -> Option<Rules> {
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
        for (cell, clue) in &ClueOr::said(&self.clues) {
            let Some(clue) = *clue else { continue };
            model.at(format!("the clue {clue} at {cell}"));
            model.require(exactly(clue.get(), lamp.neighbours(cell).map(|beside| lamp[beside])));
        }
        let value = |cell, &lamp| if white(cell) { Int::from(lamp) } else { Int::constant(BLACK) };
        Some(self.form().solved(model, &lamp.map(value)))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let given = ClueOr::said(&self.clues);
        let says = "has a number of lamps beside it that is";
        vec![Clues::in_cells("clues", &given, says, |board, cell| {
            let lamps = self.clues.neighbours(cell).filter(|&beside| board[beside] == Some(LAMP));
            Within::new(lamps.count().try_into().ok()?).filter(|_| !self.is_white(cell))
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        let is_white = |cell: &Cell| self.clues[*cell].is_none();
        for cell in self.clues.cells().filter(is_white) {
            ensure!(board[cell] != Some(BLACK), "{cell} is white");
            let seen = |step| self.clues.ray(cell, step).take_while(is_white);
            let mut seen = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().flat_map(seen);
            let other = seen.any(|seen| board[seen] == Some(LAMP));
            ensure!(other || board[cell] == Some(LAMP), "no lamp lights {cell}");
            ensure!(!other || board[cell] != Some(LAMP), "another lamp lights the one at {cell}");
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        draw::clue_cells(picture, &self.clues.map(|_, clue| clue.map(|clue| clue.0)));
        let is_lamp = |&cell: &Cell| board.is_some_and(|board| board[cell] == Some(LAMP));
        let lamps: Vec<Cell> = self.clues.cells().filter(is_lamp).collect();
        let lit = lamps.iter().flat_map(|&lamp| self.lit_from(lamp).chain([lamp]));
        picture.fill_cells(lit, Tint::Highlight);
        draw::discs(picture, lamps, Some(Tint::Colour(3)));
    }
}

impl Setter for Akari {
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", scattered('#', size, 5, random)))
    }

    fn no_clue(&self) -> &'static str {
        "#"
    }
}
