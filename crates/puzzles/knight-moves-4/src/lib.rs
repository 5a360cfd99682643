//! # Knight Moves 4
//!
//! *Jane Street, September 2021.* A knight walks over a board that is divided into regions, and
//! numbers the cells that it visits 1, 2, 3, and so on, as far as it likes; it visits none twice.
//! The numbers in each region have the same sum, which is not told. Some numbers are given. The
//! answer is the sum of the squares of the largest number in each row.
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
//! If the knight visits n cells, all numbers add up to n (n + 1) / 2, and the number of regions
//! divides that. Each region has room for its share, also the smallest one, and for n somewhere.
//! For the published instance this leaves 33, 34, 50 and 51. Each has a search of its own, that of
//! [`knight_moves`](knight_moves#how-the-search-goes): where each number can stand, and which
//! numbers each region can take for its sum.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 22 nodes in 80 microseconds, tables
//! included. Three of the four lengths need one node each: some region cannot have its sum. If
//! regions only had room for a number or not, and enough numbers for their sum or not, it would
//! take 690 nodes.
//!
//! The rules alone take 1,820 nodes and 0.25 seconds, if they are told the few lengths; with all
//! from 1 to 100, 100 seconds are not enough.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{Label, check, check_givens_fit, check_size, equal_regions};
use grid_utils::{Cell, Grid, Regions};
use knight_moves::random_walk;
use knight_moves::rules::{Walk, walk};
use knight_moves::search::{Conditions, Holds, search};
use knight_moves::{Board, LARGEST_SIZE, draw};
use picture::Picture;
use puzzle::{Puzzle, Rng, Search, Stop};
use rules::{Model, Rules, sum};
use serde::{Deserialize, Serialize};

/// A board on which a knight walks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightMoves4 {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The numbers that are given, of the same shape.
    pub givens: Board,
}

puzzle::program!(KnightMoves4);

impl KnightMoves4 {
    fn regions(&self) -> Regions {
        Regions::from_labels(&self.regions)
    }

    /// How many cells the knight may visit, each time with what every region has to add up to: that
    /// is enough for the last number, and not too much for the cells.
    fn lengths(&self) -> impl Iterator<Item = (usize, usize)> {
        let regions = self.regions();
        let smallest = regions.areas().min().unwrap_or(0);
        let shares = (1..=self.regions.len()).filter_map(move |length| {
            let total = length * (length + 1) / 2;
            let share = total / regions.len();
            let most: usize = (1..=length).rev().take(smallest).sum();
            (total == share * regions.len() && (length..=most).contains(&share))
                .then_some((length, share))
        });
        let largest =
            self.givens.values().flatten().max().map_or(1, |&largest| usize::from(largest));
        shares.filter(move |&(length, _)| length >= largest)
    }
}

impl Puzzle for KnightMoves4 {
    // The search tries different cells for the same number.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        check_givens_fit(&self.givens, (rows, columns), "number", 1..=u8::try_from(rows * columns)?)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let regions = self.regions();
        let [cells, count, smallest] =
            [self.givens.len(), regions.len(), regions.areas().min().unwrap_or(0)]
                .map(|number| i64::try_from(number).expect("a board has at most 225 cells"));
        // The regions share 1 + 2 + ... + last, and the smallest one has cells enough for its
        // share.
        let total = |last| last * (last + 1) / 2;
        let is_shared = |&last: &i64| {
            let most: i64 = (1..=last).rev().zip(0..smallest).map(|(number, _)| number).sum();
            total(last) % count == 0 && total(last) / count <= most
        };
        let lengths = (1..=cells).filter(is_shared);
        let Walk { number, last } = walk(&mut model, &self.givens, lengths);
        model.rule("The numbers in each region have the same sum.");
        for (_, cells) in regions.iter() {
            let share = sum(cells.iter().map(|&cell| &number[cell]));
            model.require((share * count).equals(last.map(total)));
        }
        Some(model.solved_by_grid(&number))
    }

    fn search(&self, reported: &mut Search<Board>) -> ControlFlow<Stop> {
        let regions = self.regions();
        let holds = |(length, share)| (length, vec![Holds::Sum(share); regions.len()]);
        let conditions = Conditions {
            givens: &self.givens,
            narrowed: Vec::new(),
            may_jump: &|_, _| true,
            turned: None,
            parts: regions.iter().map(|(_, cells)| cells.to_vec()).collect(),
            lengths: self.lengths().map(holds).collect(),
        };
        search(&conditions, reported)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.regions.rows(), self.regions.columns())?;
        knight_moves::check::walk(board)?;
        check::givens(board, &self.givens)?;
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

    fn answer(&self, board: &Board) -> String {
        largest(board).map(|number| number * number).sum::<u32>().to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        vec![("sum of each region", self.sums(board)[0].1.to_string())]
    }

    /// Regions with equal sums, made for a random walk.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let rows = size.clamp(1, LARGEST_SIZE);
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
                return Some(KnightMoves4 { regions, givens: Board::filled(rows, columns, None) });
            }
        }
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(KnightMoves4 { givens: board.clone(), ..self.clone() })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::walk(&self.givens, board);
        draw::regions(&mut picture, &self.regions);
        picture
    }
}

impl KnightMoves4 {
    /// The sum of the numbers in each region.
    fn sums(&self, board: &Board) -> Vec<(Label, u32)> {
        let sum =
            |cells: &[Cell]| cells.iter().filter_map(|&cell| board[cell]).map(u32::from).sum();
        self.regions().iter().map(|(_, cells)| (self.regions[cells[0]], sum(cells))).collect()
    }
}

/// The largest number of each row that has one.
fn largest(board: &Board) -> impl Iterator<Item = u32> {
    board.row_slices().filter_map(|row| row.iter().copied().flatten().max()).map(u32::from)
}
