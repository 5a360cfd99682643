//! # Fillomino
//!
//! Write a number into each cell, so that the size of each connected group of equal numbers is its
//! number. Some numbers are given. A group may have any number of givens; its number may be larger
//! than all given ones. Numbers on the two sides of a given wall differ.
//!
//! ```text
//! givens       solution
//! 3 1 .        3 1 2
//! . . 2        3 3 2      two groups of two cells, one of them without a given number
//! . . 1        2 2 1
//! ```

use std::collections::BTreeSet;

use grid_puzzles::{LARGEST_GRID, check_size};
use grid_utils::Quoted;
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// Number of cells of a large room.
const LARGE_ROOM: usize = 60;

/// Most cells of a small group.
const SMALL_GROUP: usize = 9;

/// A grid of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fillomino {
    /// The given numbers.
    givens: Grid<Option<Within<1, 3600>>>,
    /// Given walls, each as the two cells beside it: `r1c1 r1c2`.
    #[serde(default)]
    walls: Vec<Wall>,
}

/// A wall between two cells, the upper or left one first.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Wall(Cell, Cell);

impl TryFrom<String> for Wall {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let cells = text.split_once(' ');
        let cells = cells.and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
        let beside = cells.filter(|(one, other): &(Cell, Cell)| one.distance(*other) == 1);
        let wall = beside.map(|(one, other)| Wall(one.min(other), one.max(other)));
        wall.ok_or_else(|| {
            let found = Quoted(&text);
            format!(
                "expected two cells that share a side, such as \"r1c1 r1c2\", and found {found}"
            )
        })
    }
}

puzzle::program!(Fillomino, searched, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("givens", &pzpr::NUMBERS), Part::Walls("walls")]);

impl Fillomino {
    /// Returns the numbers that a cell can hold: for an open cell, those of given groups that reach
    /// it, and those of groups without a given number, which are within its area of open cells and
    /// have at most `most` cells.
    fn possible(&self, cell: Cell, open: &Regions, most: usize) -> BTreeSet<usize> {
        if let Some(given) = self.givens[cell] {
            return [given.size()].into();
        }
        let given = self.givens.iter().filter_map(|(at, given)| Some((at, (*given)?.size())));
        let reaching = given.filter(|&(at, size)| cell.distance(at) < size);
        reaching.map(|(_, size)| size).chain(1..=open.around(cell).len().min(most)).collect()
    }

    /// Returns the connected open cells.
    fn rooms(&self) -> Regions {
        Regions::components(&self.givens, Option::is_none)
    }

    /// States the rules; groups without a given number have at most `most` cells.
    fn state(&self, model: &mut Model, board: &mut Unknown, most: usize) {
        let open = self.rooms();
        let number = self.givens.map(|cell, _| model.int(self.possible(cell, &open, most)));
        model.rule(
            "Each connected group of equal numbers has as many cells as its number says. Given \
             numbers stay.",
        );
        model.areas(&number);
        if !self.walls.is_empty() {
            model.rule("Numbers on the two sides of a given wall differ.");
        }
        for &Wall(one, other) in &self.walls {
            model
                .at(format!("the wall between {one} and {other}"))
                .require(all_different([&number[one], &number[other]]));
        }
        board.set_cells(&number);
    }

    fn largest(&self) -> usize {
        let rooms = self.rooms();
        let given = self.givens.values().flatten().map(|number| number.size());
        rooms.areas().chain(given).max().unwrap_or(1)
    }
}

impl Puzzle for Fillomino {
    fn form(&self) -> Form {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        let largest = i64::try_from(self.largest()).expect("grids are small");
        Form::numbers(rows, columns, 1..=largest).with_givens(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        check_size("givens", &self.givens, LARGEST_GRID)?;
        for Wall(_, cell) in &self.walls {
            ensure!(self.givens.contains(*cell), "`walls`: {cell} is outside the grid");
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        self.state(model, board, usize::MAX);
    }

    /// A large room of open cells allows as many numbers in each of its cells. Two solutions with
    /// small groups spare them.
    fn search(&self, search: &mut Search) -> Flow {
        if self.rooms().areas().any(|area| area > LARGE_ROOM) {
            let state =
                |model: &mut Model, board: &mut Unknown| self.state(model, board, SMALL_GROUP);
            search.by_other_rules(&self.form(), &state)?;
        }
        search.by_rules()
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("givens", &self.givens, "holds", |board, cell| {
            Within::new(board[cell]?)
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for &Wall(one, other) in &self.walls {
            ensure!(
                board[one] != board[other],
                "the numbers at {one} and {other}, beside a wall, are equal"
            );
        }
        for (_, cells) in Regions::connected(board.grid()).iter() {
            let number = board[cells[0]].unwrap_or(0);
            let (first, area) = (cells[0], cells.len());
            let cells = puzzle::counted(area, "cell");
            ensure!(
                usize::try_from(number) == Ok(area),
                "the group of {first} has {cells} instead of {number}"
            );
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        picture.borders(|one, other| self.walls.contains(&Wall(one, other)));
    }
}

impl Setter for Fillomino {
    fn random_rectangle(&self, rows: usize, columns: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("givens", Grid::filled(rows, columns, None::<u8>)))
    }
}
