//! # Knight Moves 4
//!
//! *Jane Street, September 2021.* A knight walks over a board that is divided into regions, and
//! numbers the cells that it visits 1, 2, 3, and so on, up to any number; it does not visit cells
//! twice. The numbers in each region have the same sum, which is not given. Some numbers are given.
//! The answer is the sum of the squares of the largest number in each row.
//!
//! ```text
//! A A A A A      1 . 3 . .
//! A A A A A      . . . . 4
//! A B A A A      . 2 7 . .      1 + 3 + 4 + 7 = 2 + 8 + 5 = 6 + 9 = 15;
//! B B B B A      8 . . 5 .      the answer is 9 + 16 + 49 + 64 + 81 = 219
//! B C C A A      . 6 9 . .
//! ```
//!
//! The board may be any rectangle with up to 15 rows and columns.
//!
//! ## Idea
//! If the knight visits n cells, all numbers add up to n (n + 1) / 2, which the number of regions
//! must divide, and the smallest region must have enough cells for its share. So few n are
//! possible. One unknown with these values gives the end of the walk and the sum of each region.

use grid_puzzles::{Label, equal_regions};
use knight_moves::constraints::{Walk, walk};
use knight_moves::{Divided, LARGEST_SIZE, random_walk};
use puzzle::prelude::*;

/// A board on which a knight walks.
#[derive(Deserialize)]
#[serde(transparent)]
struct KnightMoves4 {
    board: Divided,
}

puzzle::program!(KnightMoves4, explained);

impl KnightMoves4 {
    /// Returns the sum of the numbers in each region.
    fn sums(&self, board: &Board) -> Vec<(Label, i64)> {
        let sum = |cells: &[Cell]| cells.iter().filter_map(|&cell| board[cell]).sum();
        let regions = self.board.regions();
        regions.iter().map(|(_, cells)| (self.board.regions[cells[0]], sum(cells))).collect()
    }
}

impl Puzzle for KnightMoves4 {
    fn form(&self) -> Form {
        self.board.form()
    }

    fn validate(&self) -> Result<()> {
        self.board.validate()
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let regions = self.board.regions();
        let smallest = regions.areas().min().unwrap_or(0);
        let [cells, count] = [self.board.regions.len(), regions.len()]
            .map(|number| i64::try_from(number).expect("a board has at most 225 cells"));
        // The regions share 1 + 2 + ... + last, and the smallest one has enough cells for its
        // share.
        let total = |last| last * (last + 1) / 2;
        let is_shared = |&last: &i64| {
            let most: i64 = (1..=last).rev().take(smallest).sum();
            total(last) % count == 0 && total(last) / count <= most
        };
        let lengths = (1..=cells).filter(is_shared);
        let Walk { number, last } = walk(model, &self.board.givens, lengths);
        model.rule("The numbers in each region have the same sum.");
        for (_, cells) in regions.iter() {
            let share = sum(cells.iter().map(|&cell| &number[cell]));
            model.require((share * count).equals(last.map(total)));
        }
        // Implied: the number of visited cells is the last number.
        let visited = number.values().map(|number| number.is_not(0));
        model.at("all cells").implied(sum(visited).equals(&last));
        board.set_cells(&number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        knight_moves::check::walk(board)?;
        let mut sums = self.sums(board);
        let (first, expected) = sums.remove(0);
        for (region, sum) in sums {
            ensure!(
                sum == expected,
                "region {region} adds up to {sum}, and region {first} to {expected}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let largest = board.grid().row_slices().filter_map(|row| *row.iter().max()?);
        Answer::new(largest.map(|number| number * number).sum::<i64>())
            .remark("sum of each region", self.sums(board)[0].1)
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        self.board.draw(picture, board);
    }
}

impl Setter for KnightMoves4 {
    /// Returns the sizes of boards whose regions with equal sums are made for a random walk.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rows = size;
        let columns = (rows + random.usize(..2)).min(LARGEST_SIZE);
        loop {
            let mut weights = Grid::filled(rows, columns, 0);
            let walk = random_walk(rows, columns, random);
            let walk = &walk[..random.usize(1..=walk.len())];
            for (number, &cell) in (1..).zip(walk) {
                weights[cell] = number;
            }
            // A single cell cannot be shared.
            let regions = if walk.len() == 1 { 1 } else { random.usize(2..=rows.max(2)) };
            if let Some(regions) = equal_regions(&weights, regions, random) {
                return Some(Divided::new(regions).draft());
            }
        }
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.grid()))
    }
}
