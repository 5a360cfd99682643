//! # Numberlink
//!
//! Connect equal numbers by paths. A path goes through the middles of cells, from side to side, and
//! neither branches nor crosses itself or another one: each cell is on one path at most, or on exactly
//! one with `all_cells`.
//!
//! ```text
//! numbers       solution
//! 1 . . .       E  EW EW SW
//! . . . .       ES EW SW NS
//! 2 3 2 .       S  N  S  NS      the 1s go around, the 2s over the upper 3
//! 3 . 1 .       E  NW E  NW
//! ```
//!
//! ## Limits
//! The rules alone solve grids of 20 x 20 cells with many numbers. Large grids with few numbers, such as
//! `instances/natural/26-by-26.toml`, stay open after a minute.
//!
//! ## Boards
//! A word for each cell: the directions in which its path leaves it, one for a number and two for
//! other cells, or `-`.

use std::collections::BTreeSet;

use grid_puzzles::state::{self, Steps};
use grid_puzzles::{LARGEST_GRID, check, check_size, draw};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numberlink {
    /// The numbers at the ends of paths.
    numbers: Grid<Option<Within<1, 999>>>,
    /// Whether each cell is on a path.
    #[serde(default)]
    all_cells: bool,
}

puzzle::program!(Numberlink, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("numbers", &pzpr::ISLANDS)]);

/// The words of a board: those of a loop, and those of ends.
const WORDS: [&str; 11] = ["-", "EW", "ES", "SW", "NE", "NS", "NW", "N", "E", "S", "W"];

/// What a cell without a path has instead of a number.
const NO_PATH: i64 = 0;

/// Returns what explanations call the path of a number.
fn name(number: i64) -> String {
    if number == NO_PATH { "no path".to_owned() } else { format!("path {number}") }
}

/// Returns the sides on which a path leaves a cell.
fn sides(board: &Board, cell: Cell) -> impl Iterator<Item = Direction> {
    let word = board[cell].and_then(|value| WORDS.get(usize::try_from(value).ok()?)).unwrap_or(&"");
    Direction::ALL
        .into_iter()
        .zip(["N", "E", "S", "W"])
        .filter(|(_, letter)| word.contains(letter))
        .map(|(side, _)| side)
}

impl Numberlink {
    /// Returns the numbers, each once.
    fn all_numbers(&self) -> BTreeSet<i64> {
        self.numbers.values().flatten().map(|number| number.get()).collect()
    }
}

impl Puzzle for Numberlink {
    fn form(&self) -> Form {
        Form::loop_through(self.numbers.rows(), self.numbers.columns(), ["N", "E", "S", "W"])
    }

    fn validate(&self) -> Result<()> {
        for number in self.all_numbers() {
            let ends = self.numbers.values().flatten().filter(|one| one.get() == number).count();
            ensure!(
                ends == 2,
                "`numbers`: {number} is in {}; expected 2",
                puzzle::counted(ends, "cell")
            );
        }
        check_size("numbers", &self.numbers, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let word = board.cells(model);
        let Steps { leaves, edges } = state::steps(model, &word, &WORDS, |cell, next| {
            format!("{cell}-{next} | is on a path")
        });
        let paths: Vec<i64> = [NO_PATH].into_iter().chain(self.all_numbers()).collect();
        let names: Vec<String> = paths.iter().map(|path| name(*path)).collect();
        let path = self.numbers.map(|cell, number| {
            let possible = number.map_or(paths.clone(), |number| vec![number.get()]);
            let path = model.int(possible);
            model.name_in_words(format!("{cell} | is on"), path.clone(), &names);
            path
        });
        model.rule("A path ends at each number and nowhere else; paths neither branch nor cross.");
        for (cell, number) in &self.numbers {
            let is_on_path = if number.is_some() { Flag::TRUE } else { model.flag() };
            model.name(format!("{cell} | is on a path"), is_on_path);
            model.channel(sum([path[cell].is_not(NO_PATH)]).equals(is_on_path));
            let steps = sum([is_on_path]) * if number.is_some() { 1 } else { 2 };
            model.at(cell).require(sum(leaves[cell]).equals(steps));
            // Follows from the steps, but only once they are known.
            for other in if number.is_some() { 0..7 } else { 7..11 } {
                model.channel(sum([word[cell].is(other)]).equals(0));
            }
        }
        model.rule("Paths connect equal numbers.");
        let cells: Vec<Cell> = path.cells().collect();
        for number in self.all_numbers() {
            let is_on: Vec<Flag> = path.values().map(|path| path.is(number)).collect();
            for &(one, other, is_step) in &edges {
                let model = &mut model.at(format!("the step {}-{}", cells[one], cells[other]));
                let [one, other] = [is_on[one], is_on[other]];
                model.require(when([is_step, one], other).and(when([is_step, other], one)));
            }
            model.at(name(number)).connected_along(&is_on, &edges);
        }
        if self.all_cells {
            model.rule("Each cell is on a path.");
            for (cell, path) in &path {
                model.at(cell).require(path.is_not(NO_PATH));
            }
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let steps = |cell, to| usize::from(sides(board, cell).contains(&to));
        let paths = check::joined(board.grid(), "steps", steps)?;
        for (cell, number) in &self.numbers {
            match (sides(board, cell).count(), number) {
                (0, Some(number)) => bail!("no path leads from the {number} at {cell}"),
                (2, Some(number)) => bail!("the path does not end at the {number} at {cell}"),
                (1, None) => bail!("the path ends at {cell}, where no number is"),
                (0, None) => ensure!(!self.all_cells, "no path goes through {cell}"),
                _ => {}
            }
        }
        for (_, cells) in paths.iter().filter(|(_, cells)| cells.len() > 1) {
            let ends = cells.iter().filter(|&&cell| self.numbers[cell].is_some());
            let Some((one, other)) = ends.collect_tuple() else {
                bail!("the path at {} is a closed loop", cells[0])
            };
            let are_equal = self.numbers[*one] == self.numbers[*other];
            ensure!(are_equal, "a path connects {one} and {other}, whose numbers differ");
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::discs(picture, self.numbers.find_all(Option::is_some), Some(Tint::White));
        draw::givens(picture, &self.numbers);
    }
}

impl Setter for Numberlink {
    /// Returns sizes of grids with room for paths.
    fn sizes(&self) -> Vec<usize> {
        (3..=20).collect()
    }

    /// Joins short paths, which begin as single cells, as long as no path comes beside itself.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let [rows, columns] = [rows, columns].map(|lines| lines.max(3));
        let mut path = Grid::from_fn(rows, columns, |cell| cell.row * columns + cell.column);
        let long_enough = random.usize(3..=6);
        loop {
            let lengths = path.values().counts();
            let beside = |cell: Cell, label| {
                path.neighbours(cell).filter(|&next| path[next] == label).count()
            };
            let can_join = |&(one, other): &(Cell, Cell)| {
                let (own, label) = (path[one], path[other]);
                own != label
                    && beside(one, own) < 2
                    && beside(other, label) < 2
                    && path
                        .find_all(|&one| one == own)
                        .map(|cell| beside(cell, label))
                        .sum::<usize>()
                        == 1
            };
            let short = path.cells().filter(|&cell| lengths[&path[cell]] < long_enough);
            let joins = short.flat_map(|cell| path.neighbours(cell).map(move |next| (cell, next)));
            let mut joins: Vec<(Cell, Cell)> = joins.collect();
            random.shuffle(&mut joins);
            joins.sort_by_key(|&(cell, _)| lengths[&path[cell]]);
            let Some((one, other)) = joins.into_iter().find(can_join) else { break };
            let (own, label) = (path[one], path[other]);
            path = path.map(|_, &one| if one == own { label } else { one });
        }
        let names: Vec<usize> = path.values().copied().unique().collect();
        let numbers = path.map(|cell, label| {
            let beside = path.neighbours(cell).filter(|&next| path[next] == *label).count();
            if beside == 1 {
                names.iter().position(|name| name == label).map(|place| place + 1)
            } else {
                None
            }
        });
        Some(Draft::new().text("numbers", numbers))
    }
}
