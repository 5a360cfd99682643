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

use grid_puzzles::check::{self, SHADED, UNSHADED};
use grid_puzzles::{
    LARGEST_GRID, Label, check_connected, check_same_shape, check_size, draw, state,
};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of rooms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heyawake {
    /// The room of each cell.
    rooms: Grid<Label>,
    /// The number of shaded cells of its room, in some cells.
    clues: Grid<Option<Within<0, 3600>>>,
}

puzzle::program!(Heyawake, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Rooms("rooms", "clues")]);

impl Puzzle for Heyawake {
    fn form(&self) -> Form {
        Form::shading(self.rooms.rows(), self.rooms.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("rooms", &self.rooms, LARGEST_GRID)?;
        check_connected("rooms", &self.rooms, "room")?;
        check_same_shape("clues", &self.clues, "rooms", &self.rooms)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let shaded = cells.map(|_, cell| cell.is(1));
        model.rule("A clue counts the shaded cells of its room.");
        let rooms = Regions::from_labels(&self.rooms);
        state::clues(model, &self.clues, |cell, clue| {
            exactly(clue.get(), rooms.around(cell).iter().map(|&cell| shaded[cell]))
        });
        model.rule("No straight line of unshaded cells crosses two borders of rooms.");
        for (cell, side) in iproduct!(shaded.cells(), [Direction::East, Direction::South]) {
            let line: Vec<Cell> = iter::once(cell).chain(shaded.ray(cell, side)).collect();
            let steps = line.iter().tuple_windows();
            let mut borders = steps.positions(|(&from, &to)| self.rooms[from] != self.rooms[to]);
            // A line that begins before the first border and ends after the second one.
            if let Some((0, second)) = borders.next_tuple() {
                model.require(any(line[..second + 2].iter().map(|&cell| shaded[cell])));
            }
        }
        state::scattered_shading(model, &shaded);
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let says = "is in a room with a number of shaded cells that is";
        let rooms = Regions::from_labels(&self.rooms);
        vec![Clues::in_cells("clues", &self.clues, says, move |board, cell| {
            let room = rooms.around(cell);
            let shaded = room.iter().filter(|&&cell| board[cell] == SHADED).count();
            let has_clue = self.clues[cell].is_some() || room[0] == cell;
            Within::new(shaded.try_into().ok()?).filter(|_| has_clue)
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (cell, step) in iproduct!(board.grid().cells(), [(0, 1), (1, 0)]) {
            let line = iter::once(cell).chain(self.rooms.ray(cell, step));
            let steps = line.take_while(|&next| board[next] == UNSHADED).tuple_windows();
            let mut borders = steps.filter(|&(from, to)| self.rooms[from] != self.rooms[to]);
            if let Some((_, end)) = borders.nth(1) {
                bail!("the unshaded line from {cell} to {end} crosses two borders");
            }
        }
        check::scattered_shading(board.grid())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.rooms);
    }
}

impl Setter for Heyawake {
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let count = (rows * columns).div_ceil(4);
        let rooms = grid_puzzles::random_regions(rows, columns, count, random);
        let clues = Grid::filled(rows, columns, None::<u8>);
        Some(Draft::new().text("rooms", rooms).text("clues", clues))
    }
}
