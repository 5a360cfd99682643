//! # Heyawake
//!
//! Shade some cells of a grid that is cut into rooms. Shaded cells do not share a side, and the unshaded cells
//! are connected. A clue counts the shaded cells of its room. No straight line of unshaded cells crosses two
//! borders of rooms.
//!
//! ```text
//! rooms        clues        solution
//! A A A        . . .        - - -
//! A B B        . 2 .        - # -      two shaded cells in the lower room
//! A B B        . . .        - - #
//! ```

use std::iter;

use anyhow::{Result, ensure};
use grid_puzzles::{Label, check, check_same_shape, check_size, draw, random_regions, state};
use grid_utils::{Cell, Direction, Grid, Within};
use itertools::{Itertools, iproduct};
use picture::Picture;
use puzzle::{Board, Clues, Draft, Form, Puzzle, Rng, Rules, Setter};
use rules::{Int, Model, any, exactly};
use serde::Deserialize;

/// A grid of rooms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heyawake {
    /// The room of each cell.
    rooms: Grid<Label>,
    /// How many cells of its room are shaded, in some cells.
    clues: Grid<Option<Clue>>,
}

type Clue = Within<0, 999>;

const LARGEST_SIZE: usize = 40;
const UNSHADED: Option<i64> = Some(0);
const SHADED: Option<i64> = Some(1);

puzzle::program!(Heyawake, addresses pzpr::HEYAWAKE);

impl Heyawake {
    /// The cells of the room of a cell.
    fn room(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.rooms.cells().filter(move |&other| self.rooms[other] == self.rooms[cell])
    }
}

impl Puzzle for Heyawake {
    fn form(&self) -> Form {
        Form::shading(self.rooms.rows(), self.rooms.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("rooms", &self.rooms, (LARGEST_SIZE, LARGEST_SIZE))?;
        check_same_shape("clues", &self.clues, "rooms", &self.rooms)
    }

    fn constraints(&self, mut model: Model) -> Option<Rules> {
        let shaded = model.flags(self.rooms.rows(), self.rooms.columns());
        model.rule("A clue counts the shaded cells of its room.");
        for (cell, clue) in &self.clues {
            let Some(clue) = *clue else { continue };
            model.at(format!("the clue {clue} at {cell}"));
            model.require(exactly(clue.get(), self.room(cell).map(|cell| shaded[cell])));
        }
        model.rule("Shaded cells do not share a side.");
        state::apart(&mut model, &shaded);
        model.rule("No straight line of unshaded cells crosses two borders of rooms.");
        for (cell, side) in iproduct!(shaded.cells(), [Direction::East, Direction::South]) {
            let line: Vec<Cell> = iter::once(cell).chain(shaded.ray(cell, side)).collect();
            let rooms = line.iter().map(|&cell| self.rooms[cell]);
            let mut crossed = rooms.tuple_windows().positions(|(one, other)| one != other);
            // A line that begins before the first border and ends behind the second one.
            if let (Some(0), Some(second)) = (crossed.next(), crossed.next()) {
                model.require(any(line[..second + 2].iter().map(|&cell| shaded[cell])));
            }
        }
        model.rule("The unshaded cells are connected.");
        model.connected_cells(&shaded.map(|_, &shaded| !shaded));
        Some(self.form().solved(model, &shaded.map(|_, &shaded| Int::from(shaded))))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let says = "is in a room with a number of shaded cells that is";
        vec![Clues::in_cells("clues", &self.clues, says, |board, cell| {
            let shaded = self.room(cell).filter(|&cell| board[cell] == SHADED).count();
            let has_clue = self.clues[cell].is_some() || self.room(cell).next() == Some(cell);
            Clue::new(shaded.try_into().ok()?).filter(|_| has_clue)
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::apart(board.grid(), "shaded", |&value| value == SHADED)?;
        check::connected(board.grid(), "unshaded", |&value| value == UNSHADED)?;
        for (cell, step) in iproduct!(board.grid().cells(), [(0, 1), (1, 0)]) {
            let (mut last, mut crossed) = (cell, 0);
            let line = iter::once(cell).chain(self.rooms.ray(cell, step));
            for next in line.take_while(|&next| board[next] == UNSHADED) {
                crossed += usize::from(self.rooms[next] != self.rooms[last]);
                ensure!(crossed < 2, "the unshaded line from {cell} to {next} crosses two borders");
                last = next;
            }
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.rooms);
    }
}

impl Setter for Heyawake {
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rooms = random_regions(size, size, (size * size).div_ceil(4), random);
        Some(Draft::new().text("rooms", rooms).text("clues", Grid::filled(size, size, None::<u8>)))
    }
}
