//! # Chess Dance
//!
//! *Jane Street, September 2016.* Queen, king, rook, bishop and knight stand on a chess board. In each of
//! eight steps all of them move at the same time, each to another cell as in chess, and nothing
//! stands in their way. A cell that is entered in step `t` gets the number `t`, and no cell is
//! entered twice or again where a piece stood at first. After each step no piece attacks another
//! one. Given are, for each row and column, the product of the numbers in it after seven steps. How
//! large can the sum of all these products be after the eighth step?
//!
//! ```text
//! 2   . . . .     .  N1 K2 K1     before the last step the first row has 1 x 2 x 1 = 2;
//! 1   . . . K     N3 .  K3 K0     after it the second has 3 x 3
//! 2   N . . .     N0 .  N2 .
//!     1 1 4 1                     the sum of all products is 30, and no other dance has more
//! ```
//!
//! Boards may have up to 8 x 8 cells, with any of the five pieces and up to nine steps.
//!
//! ## Boards
//! Rows of labels such as `Q3`, the queen's cell after step 3; `.` for a cell where no piece comes.
//!
//! ## Idea
//! For each piece the search keeps the cells in which it can stand after each step (its
//! [stations](walks::Stations)): those that it can have come from and can go on from, that no other
//! piece has, where it neither attacks nor is attacked, and where the number of the step divides what is
//! left of the products of row and column. Few lines have a factor 7 or 5, and queen and rook have
//! their lines for themselves: so these steps are known soon.
//!
//! It tries the cells of the piece and step that have the fewest, of equally few the latest. When all
//! is known but the last step, which multiplies products, all ways to make it are tried that can beat
//! the best sum: at most, the pieces that are left all end in the row and the column that are largest
//! already.
//!
//! ## Why it is fast
//! There is only one dance of seven steps with the published products. It takes 399 nodes to find and
//! prove that, and the best eighth step, in 1.1 milliseconds. Of equally few cells to try those of the
//! earliest step would make it 3,786: sevens are rare, and ones say nothing. Eight random dances of
//! all five pieces took 618 to 42,441 nodes, at most 0.2 seconds.
//!
//! The rules alone take 346 nodes and 30 milliseconds. For them a product is the exponents of 2, 3, 5
//! and 7, which add up; and the sum of the products at the end is a sum, too, of what it gains when a
//! line has one piece in the last step, two, and so on.
//!
//! ## Why so many lines
//! Rules and search are 350. The others are for the tokens of pieces and labels, a checker that knows by
//! itself how pieces move, the picture with its walks, and random dances.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. It does not say whether pieces stand in
//! each other's way: here they do not. For attacks that makes no difference, for whoever stands in the
//! way is attacked.

mod check;
mod label;
mod random;
mod rules;
mod search;

use std::ops::ControlFlow;

use ::rules::Rules;
use anyhow::{Result, ensure};
use grid_puzzles::{Side, check_size, draw};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use picture::{Ink, Picture, Tint};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

pub use self::label::{Label, Piece};

/// The most rows or columns,
const LARGEST_SIZE: usize = 8;
/// steps,
const MOST_STEPS: u8 = 9;
/// and the largest product.
const LARGEST_PRODUCT: u64 = 1_000_000_000_000;

/// The colours of the pieces in the picture.
const COLOURS: [u8; 5] = [0, 1, 2, 3, 5];

/// An instance: where the dance begins, and the products before its last step.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChessDance {
    /// The pieces before the first step, at most one of each kind (rows x columns).
    pub start: Grid<Option<Piece>>,
    /// The number of steps.
    pub steps: u8,
    /// The product of each row before the last step, from top to bottom,
    pub rows: Vec<u64>,
    /// and of each column, from left to right.
    pub columns: Vec<u64>,
}

/// The labels of the cells, `.` where no piece comes.
pub type Board = Grid<Option<Label>>;

impl ChessDance {
    /// The pieces of the dance and where each begins.
    fn pieces(&self) -> impl Iterator<Item = (Piece, Cell)> + Clone {
        self.start.iter().filter_map(|(cell, piece)| Some(((*piece)?, cell)))
    }

    /// The products of the rows and of the columns of a board, of the numbers from 1 to `last`.
    fn products(board: &Board, last: u8) -> [Vec<u128>; 2] {
        let product = |labels: &mut dyn Iterator<Item = &Option<Label>>| {
            let steps = labels.flatten().map(|label| label.step);
            steps.filter(|step| (1..=last).contains(step)).map(u128::from).product()
        };
        let rows = (0..board.rows()).map(|row| product(&mut board.row(row))).collect();
        let columns = (0..board.columns()).map(|column| product(&mut board.column(column)));
        [rows, columns.collect()]
    }
}

puzzle::program!(ChessDance);

impl Puzzle for ChessDance {
    // The search reports ever better boards.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        check_size("start", &self.start, (LARGEST_SIZE, LARGEST_SIZE))?;
        let pieces = self.pieces().map(|(piece, _)| piece).collect_vec();
        ensure!(!pieces.is_empty(), "`start` has no piece");
        if let Some(&piece) = pieces.iter().duplicates().next() {
            let letter = Piece::LETTERS[piece as usize];
            anyhow::bail!("`start` has two pieces {letter}; expected one at most of each kind");
        }
        ensure!(
            (1..=MOST_STEPS).contains(&self.steps),
            "`steps` is {}: expected a number from 1 to {MOST_STEPS}",
            self.steps
        );
        let lines = [
            ("rows", &self.rows, self.start.rows()),
            ("columns", &self.columns, self.start.columns()),
        ];
        for (key, products, expected) in lines {
            let count = products.len();
            ensure!(
                count == expected,
                "`{key}` has {count} products; expected {expected}, as `start` has so many {key}"
            );
            for (line, product) in products.iter().enumerate() {
                ensure!(
                    (1..=LARGEST_PRODUCT).contains(product),
                    "`{key}`, {line}: expected a product from 1 to {LARGEST_PRODUCT} and found \
                     {product}"
                );
            }
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::state(self))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> String {
        self.score(board).to_string()
    }

    fn score(&self, board: &Board) -> i128 {
        let sum: u128 = Self::products(board, self.steps).concat().into_iter().sum();
        i128::try_from(sum).unwrap_or(i128::MAX)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let [rows, columns] = Self::products(board, self.steps);
        vec![
            ("products of the rows", rows.iter().join(" ")),
            ("products of the columns", columns.iter().join(" ")),
        ]
    }

    /// A dance at random, as far as one goes on that keeps the rules; the products are those of its
    /// numbers, and if it ends early, most likely no dance has them.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(2, 5);
        let (rows, columns) = (random.usize(2..=size + 1), random.usize(2..=size + 1));
        let steps = random.u8(1..=4);
        let mut pieces = Piece::ALL.to_vec();
        random.shuffle(&mut pieces);
        pieces.truncate(random.usize(1..=3));
        Some(random::dance((rows, columns), steps, &pieces, random))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.start.rows(), self.start.columns());
        picture.title("Chess Dance").description("The walks of chess pieces over a board");
        draw::side(&mut picture, Side::Left, self.rows.iter().enumerate());
        draw::side(&mut picture, Side::Top, self.columns.iter().enumerate());
        for (piece, cell) in self.pieces() {
            picture.fill(cell, Tint::Shade);
            picture.text(cell, Piece::LETTERS[piece as usize], Ink::Given);
        }
        let on_grid = |cell: &Cell| self.start.contains(*cell);
        let labels = board.into_iter().flatten();
        let labels = labels.filter_map(|(cell, label)| Some(((*label)?, cell)));
        let labels = labels.filter(|(_, cell)| on_grid(cell)).collect_vec();
        for (piece, colour) in Piece::ALL.into_iter().zip(COLOURS) {
            let ink = Ink::Colour(colour);
            let walk = labels.iter().filter(|(label, _)| label.piece == piece);
            let walk = walk.sorted_by_key(|(label, _)| label.step).collect_vec();
            // On the way to a dance, only what is known between two steps is drawn.
            for known in walk.chunk_by(|one, other| one.0.step.checked_add(1) == Some(other.0.step))
            {
                picture.path(&known.iter().map(|(_, cell)| *cell).collect_vec(), ink);
            }
            for (label, cell) in walk {
                picture.text(*cell, &label.to_string(), ink);
            }
        }
        match board {
            Some(board) => {
                let [rows, columns] = Self::products(board, self.steps);
                let rows = rows.into_iter().enumerate().take(self.start.rows());
                let columns = columns.into_iter().enumerate().take(self.start.columns());
                draw::side(&mut picture, Side::Right, rows);
                draw::side(&mut picture, Side::Bottom, columns);
            }
            None => {
                picture.caption([format!("There are {} steps.", self.steps)]);
            }
        }
        picture
    }
}
