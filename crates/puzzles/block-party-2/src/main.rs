//! # Block Party 2
//!
//! *Jane Street, December 2018.* A grid is divided into regions. Each cell holds a whole number
//! above 0; no number occurs twice in a row, a column or a region. In every region one cell, its
//! product cell, holds the product of all others, and product cells of two regions never share a
//! side. The answer is the smallest possible sum of the numbers in the product cells.
//!
//! ```text
//! a a b b       3 6 4 2
//! a c c b       2 1 3 8      6 = 3 x 2, 8 = 4 x 2, 6 = 1 x 3 x 2, 12 = 4 x 3 and 6 = 3 x 2:
//! d c c e      12 2 6 3      the sum is 38, and none is smaller
//! d d e e       4 3 2 6
//! ```
//!
//! ## Idea
//! A number occurs at most once in each of the seven rows, so at most seven times. Give it a price:
//! a region pays for its numbers, on top of its product. The sum of the cheapest payments, less
//! seven times all prices, is a lower bound of the sum of products. With the prices 15, 10, 5, 3
//! and 1 for 2, 3, 4, 5 and 12 no region of three or four cells pays less than 28, so the sum is 16
//! x 28 - 7 x 34 = 210 at least. Prices are computed for each instance; any prices give a valid
//! bound.
//!
//! In a filling that reaches the bound no region pays more than it must: each pays 28, and the
//! numbers that have a price occur in every row and every column. The rest is an exact cover
//! (`exact_cover.rs`): the region, row or column with the fewest ways is tried first. If no filling
//! reaches the bound, a budget of one more is tried, and so on: what a region pays above the minimum
//! is taken from it. If the budget allows it, a number may be missing in a row, for its price: this
//! is one more way to cover the item.
//!
//! ## Why it is fast
//! The bound is the proof, and leaves few fillings to try. The rules alone, with the same prices,
//! take ten times as long to find a filling. Their proof is the board and two lines that add up
//! constraints.
//!
//! ## Why it has a search
//! The rules have numbers up to a largest one, which depends on the prices. If the best filling has
//! larger numbers, only the search finds it: two regions like a chessboard are an example.
//!
//! ## Sources
//! Prices are Lagrange multipliers, found by subgradients; the method for exact covers is Knuth's.

mod constraints;
mod exact_cover;
mod prices;
mod search;

use std::ops::RangeInclusive;

use grid_puzzles::{Label, check_size, draw, random_regions};
use puzzle::prelude::*;

/// A grid to fill: its regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockParty {
    /// The label of each cell's region: equal labels form one region, connected or not.
    regions: Grid<Label>,
}

/// The maximum number of rows and columns.
const LARGEST_SIZE: usize = 12;

/// The number of cells of a region: with fewer, a product would equal its factor; with more, there
/// are too many fillings.
const AREAS: RangeInclusive<usize> = 3..=5;

puzzle::program!(BlockParty, searched);

impl Puzzle for BlockParty {
    /// Returns the form: numbers without a limit below 2^31.
    fn form(&self) -> Form {
        Form::numbers(self.regions.rows(), self.regions.columns(), 1..=u32::MAX.into())
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let (least, most) = AREAS.into_inner();
        for (_, cells) in Regions::from_labels(&self.regions).iter() {
            ensure!(
                AREAS.contains(&cells.len()),
                "`regions`: {} has {}; expected {least} to {most}",
                self.regions[cells[0]],
                puzzle::counted(cells.len(), "cell")
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(&self.regions, model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(&self.regions, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        for [one, other] in board.grid().cells().array_combinations() {
            let line = match () {
                () if one.row == other.row => "row",
                () if one.column == other.column => "column",
                () if self.regions[one] == self.regions[other] => "region",
                () => continue,
            };
            ensure!(board[one] != board[other], "{one} and {other}, of one {line}, hold the same");
        }
        let regions = Regions::from_labels(&self.regions);
        if let Some((_, cells)) = regions.iter().find(|(_, one)| product(board, one).is_none()) {
            let region = self.regions[cells[0]];
            bail!("no cell of region {region} holds the product of the others");
        }
        for [(one, _), (other, _)] in self.products(board).into_iter().array_combinations() {
            ensure!(one.distance(other) > 1, "the product cells {one} and {other} share a side");
        }
        Ok(())
    }

    /// Returns the sum of the numbers in the product cells, which is minimised.
    fn answer(&self, board: &Board) -> Answer {
        let products = self.products(board);
        let sum: i64 = products.iter().map(|(_, number)| number).sum();
        let mut products = products.iter().map(|(cell, number)| format!("{cell} {number}"));
        Answer::new(sum).score(-sum).remark("product cells", products.join(", "))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        draw::coloured_regions(picture, &self.regions);
        for (Cell { row, column }, _) in board.map_or(Vec::new(), |board| self.products(board)) {
            picture.circle(column as f64 + 0.5, row as f64 + 0.5, 0.4, Ink::Found, None);
        }
    }
}

impl Setter for BlockParty {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    /// Generates random regions, or rows of three cells if these are not found.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const ATTEMPTS: usize = 100;
        let mut cut = || random_regions(size, size, (size * size / 4).max(1), random);
        let fits = |regions: &Grid<Label>| {
            Regions::from_labels(regions).areas().all(|area| AREAS.contains(&area))
        };
        let regions = (0..ATTEMPTS).map(|_| cut()).find(fits);
        let rows = || Grid::from_fn(size, 3, |cell| Label::numbered(cell.row));
        Some(Draft::new().text("regions", regions.unwrap_or_else(rows)))
    }
}

impl BlockParty {
    /// Returns the product cells of a board, complete or not, and their numbers.
    fn products(&self, board: &Board) -> Vec<(Cell, i64)> {
        let regions = Regions::from_labels(&self.regions);
        regions.iter().filter_map(|(_, cells)| product(board, cells)).collect()
    }
}

/// Returns the cell that holds the product of the others, and its number.
fn product(board: &Board, cells: &[Cell]) -> Option<(Cell, i64)> {
    cells.iter().find_map(|&cell| {
        let others = cells.iter().filter(|&&other| other != cell);
        // Four factors of 32 bits at most.
        let product: Option<i128> = others.map(|&other| board[other].map(i128::from)).product();
        board[cell].filter(|&number| product == Some(number.into())).map(|number| (cell, number))
    })
}
