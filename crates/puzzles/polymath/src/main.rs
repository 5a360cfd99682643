//! # Polymath
//!
//! *Jane Street, June 2015.* Choose a polyomino and lay copies of it on a board of numbers, rotated
//! and reflected as you like, without overlaps. Each copy must cover different numbers, and scores
//! their product. How much can all copies score together?
//!
//! ```text
//! 1 1 2 3      . . A A      With the bent polyomino of three cells it is
//! 2 1 4 1      . . A .      2 x 3 x 4 + 1 x 2 x 3 + 1 x 2 x 4 = 38.
//! 1 2 1 2      B . C C
//! 2 3 2 4      B B . C
//! ```
//!
//! Boards may have other sizes, up to 12 x 12, and numbers from 1 to 9; `polyomino = "##/#."` asks
//! for copies of this one.
//!
//! ## Boards
//! Rows of letters, one for each copy in reading order from `A`, and `.` for an uncovered cell.
//!
//! ## Idea
//! A copy has at most as many cells as there are different numbers, so few polyominoes have copies.
//! There is a flag for each polyomino and for each of its copies, and at most one copy covers a
//! cell.
//!
//! Bounds come from duality. Give each cell a price, such that the cells of every copy of a
//! polyomino cost at least its score. Then copies that do not overlap never score more than all
//! cells cost together. Prices are found greedily: the copy with the largest deficit pays for one
//! of its cells, the one that helps the other copies most; at last each price is lowered as far as
//! possible. Where this is not enough, prices are reduced one by one, and settled again.
//!
//! The solver is given these prices, and its proof adds up the constraints, each multiplied by its
//! price: four steps show that no polyomino scores more than copies chosen greedily by the largest
//! products.
//!
//! ## Sources
//! Prices are the dual values of the linear programme that packs copies.

mod constraints;
mod prices;

use grid_puzzles::{Label, check, check_size};
use picture::region_colours;
use polyominoes::{Kind, ParsePolyominoError, Polyomino, polyominoes};
use puzzle::prelude::*;

/// The most rows or columns.
const LARGEST_SIZE: usize = 12;
/// The largest number, and so the most cells of a polyomino.
const LARGEST_NUMBER: i64 = 9;

/// An instance: the numbers on the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Polymath {
    /// The numbers, from 1 to 9.
    numbers: Grid<Within<1, LARGEST_NUMBER>>,
    /// The polyomino to copy, if it is given.
    polyomino: Option<Given>,
}

/// A polyomino as it is written in an instance: `##/#.`, rows from the top, `#` for a cell.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Given(Polyomino);

impl TryFrom<String> for Given {
    type Error = ParsePolyominoError;

    fn try_from(text: String) -> Result<Self, ParsePolyominoError> {
        text.parse().map(Given)
    }
}

/// Returns the rows of a polyomino in the format of an instance.
fn in_a_line(polyomino: &Polyomino) -> String {
    polyomino.to_string().replace('\n', "/")
}

impl Polymath {
    /// Returns the score of a copy.
    fn product(&self, cells: &[Cell]) -> i64 {
        cells.iter().map(|&cell| self.numbers[cell].get()).fold(1, i64::saturating_mul)
    }

    /// Returns the polyominoes that may be chosen, each in one of its orientations: a copy has at
    /// most as many cells as there are different numbers.
    fn polyominoes(&self) -> Vec<Polyomino> {
        if let Some(Given(polyomino)) = &self.polyomino {
            return vec![polyomino.clone()];
        }
        let most = self.numbers.values().unique().count();
        (1..=most).flat_map(|cells| polyominoes(cells, Kind::Free)).collect()
    }
}

/// Returns a board whose copies are these sets of cells, named in reading order.
fn board(rows: usize, columns: usize, copies: impl IntoIterator<Item = Vec<Cell>>) -> Board {
    let mut board = Grid::filled(rows, columns, None);
    let copies = copies.into_iter().sorted_by_key(|cells| cells.iter().min().copied());
    for (name, cells) in (0..).zip(copies) {
        for cell in cells {
            board[cell] = Some(name);
        }
    }
    Board::Grid(board)
}

/// Returns the cells of each copy.
fn copies(board: &Board) -> Vec<Vec<Cell>> {
    let copies = board.grid().iter().filter_map(|(cell, name)| Some(((*name)?, cell)));
    copies.into_group_map().into_values().sorted().collect()
}

puzzle::program!(Polymath);

impl Puzzle for Polymath {
    fn form(&self) -> Form {
        // The names of copies, and all letters.
        let names = (0..self.numbers.len().max(52)).map(|name| Label::numbered(name).to_string());
        Form::words(self.numbers.rows(), self.numbers.columns(), names)
            .with_empty_cells()
            .with_free_names()
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let copies = copies(board);
        for cells in &copies {
            let name = format!("the copy that begins at {}", cells[0]);
            let twice = cells.iter().map(|&cell| self.numbers[cell]).duplicates().next();
            if let Some(number) = twice {
                bail!("{name} covers the number {number} more than once");
            }
            let parts = Regions::components(board.grid(), |&name| name == board[cells[0]]);
            ensure!(parts.len() == 1, "{name} is not connected");
            ensure!(
                check::same_shape(cells, &copies[0]),
                "{name} has another shape than that at {}",
                copies[0][0]
            );
        }
        if let (Some(Given(given)), Some(first)) = (&self.polyomino, copies.first()) {
            ensure!(
                check::same_shape(first, given.cells()),
                "the copy that begins at {} has another shape than the given polyomino",
                first[0]
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let copies = copies(board);
        let scores = copies.iter().map(|cells| self.product(cells)).sorted().rev().collect_vec();
        let answer = Answer::of_score(scores.iter().copied().map(i128::from).sum::<i128>());
        let Some(first) = copies.into_iter().next() else { return answer };
        let shape = Polyomino::new(first).canonical(Kind::Free);
        answer.remark("T", in_a_line(&shape)).remark("scores", scores.iter().join(" + "))
    }

    /// Draws the numbers, the copies in colours, and their scores.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.numbers.rows(), self.numbers.columns());
        picture.description("Copies of one polyomino, each over different numbers");
        for (cell, number) in &self.numbers {
            picture.text(cell, &number.to_string(), Ink::Given);
        }
        if let Some(Given(polyomino)) = &self.polyomino {
            picture.caption([format!("The polyomino is {}.", in_a_line(polyomino))]);
        }
        let Some(board) = board else { return picture };
        picture.borders(|one, other| board[one] != board[other]);
        let regions = Regions::from_labels(board.grid());
        for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
            if board[cells[0]].is_some() {
                let score = self.product(cells).to_string();
                picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
                picture.small_text(cells[0], Corner::TopLeft, &score, Ink::Found);
            }
        }
        picture
    }
}

impl Setter for Polymath {
    /// Makes random numbers.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let cells = random.usize(1..=4);
        let polyomino = random.choice(polyominoes(cells, Kind::Fixed));
        let polyomino = polyomino.filter(|_| random.u8(..4) == 0);
        let (rows, columns) = (random.usize(1..=size), random.usize(1..=size));
        let largest = random.i64(1..=LARGEST_NUMBER);
        let numbers = Grid::from_fn(rows, columns, |_| random.i64(1..=largest));
        let draft = Draft::new().text("numbers", numbers);
        Some(match polyomino {
            Some(polyomino) => draft.text("polyomino", in_a_line(&polyomino)),
            None => draft,
        })
    }
}
