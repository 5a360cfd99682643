//! # Arch Madness
//!
//! *Jane Street, May 2026.* In some white cells draw a quarter circle from corner to corner, around
//! one of the two other corners. The arc cuts the cell into an inner piece, at its centre, and an
//! outer piece. Cells and pieces that share a side belong to the same region, but the two pieces of
//! a cell never do. The area of each region is an integer. Its score is this area times the number
//! of smooth pieces that its border consists of. A number is the score of the region that contains
//! at least half of its cell. The answer writes such a score into every cell, adds up each row and
//! each column, and adds the squares of these sums.
//!
//! ```text
//! 3 # 9 #     4 0 4 0      3  9  9  6     A board says around which corner the arc of a cell runs,
//! . . . 6     3 4 1 2      8  8  9  6     clockwise from 1, the upper left one. The region of the
//! 8 # . #     2 0 2 0      8  8 24 24     8 has the area 2 and four smooth pieces. The answer
//! . 6 . 24    0 4 3 0      6  6 24 24     is 27^2 + 31^2 + ... + 60^2 = 18928.
//! ```
//!
//! Grids may have up to 11 rows and columns.
//!
//! ## Idea
//! An area is an integer exactly if the region has as many inner as outer pieces; it is the number
//! of its whole cells and inner pieces. It divides the score, and the quotient is at least two
//! smooth pieces.
//!
//! Depth-first search closes the regions of the numbers cell by cell. It decides the cell beside
//! the region with the fewest states left. For each point of the grid, a table gives the minimum
//! number of smooth pieces that end there, from the known states of the four cells around it and
//! from the sides in the region. Cells, pieces, and the minimum that the open cells beside the
//! region add bound its area from below. The search backtracks when the score allows none of the
//! areas left: 27 with four smooth pieces, for example, needs the area 3 or 1.
//!
//! All ways to close a region are listed if that takes at most 32 steps, then 128, and so on for
//! the remaining regions. Whatever all ways of a list have in common is fixed, and the other
//! regions are reconsidered (constructive disjunction). Only if this makes no progress does the
//! search branch over the ways of the shortest list. Regions without a number come last. The small
//! grid above needs no branch at all; the published one branches at seven levels, and every dead end
//! is a region that cannot be closed.
//!
//! ## Why it is fast
//! The lists of the small regions are short, and their common parts shorten the lists of the large
//! ones before these are made.
//!
//! ## Why there are no rules as constraints
//! They can be stated: for each number the sides of cells in its region, four colours that keep the
//! two pieces of a cell apart, and a flow through each other region from inner to outer pieces. But
//! the published instance then has some 100,000 variables, and the solver does not solve it within
//! minutes.

mod check;
mod draw;
mod search;

use grid_puzzles::{check_numbers_fit, check_signs, check_size};
use puzzle::prelude::*;

use check::Regions;

/// A grid: its green cells and its numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchMadness {
    /// The green cells (rows x columns), which no arc cuts.
    green: Grid<Option<char>>,
    /// The numbers (rows x columns): scores of the regions that hold at least half of their cells.
    scores: Grid<Option<u32>>,
}

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 11;

puzzle::program!(ArchMadness, searched without rules);

impl Puzzle for ArchMadness {
    fn form(&self) -> Form {
        let givens = self.green.map(|_, green| green.map(|_| 0));
        Form::numbers(givens.rows(), givens.columns(), 0..=4).with_givens(&givens)
    }

    fn validate(&self) -> Result<()> {
        check_size("green", &self.green, (LARGEST_SIZE, LARGEST_SIZE))?;
        check_signs("green", &self.green, &['#'])?;
        let shape = (self.green.rows(), self.green.columns());
        check_numbers_fit("scores", &self.scores, shape, "score", 0..=u32::MAX)
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        Regions::of(board).check(board)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let score = |board: &Board, cell| Some(Regions::of(board).score(board, cell));
        vec![Clues::in_cells("scores", &self.scores, "is in a region whose score is", score)]
    }

    /// Returns the sum of the squares of the row sums and column sums of the scores.
    fn answer(&self, board: &Board) -> Answer {
        let regions = Regions::of(board);
        let scores = self.green.map(|cell, _| u64::from(regions.score(board, cell)));
        let rows = (0..scores.rows()).map(|row| scores.row(row).sum::<u64>());
        let columns = (0..scores.columns()).map(|column| scores.column(column).sum::<u64>());
        Answer::new(rows.chain(columns).map(|sum| sum.pow(2)).sum::<u64>())
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.green.rows(), self.green.columns());
        if let Some(board) = board {
            draw::regions(&mut picture, board);
        }
        for Cell { row, column } in self.green.find_all(Option::is_some) {
            let corner = (column as f64 + 0.1, row as f64 + 0.1);
            picture.rectangle(corner, (0.8, 0.8), Ink::Muted, Some(Tint::Colour(draw::GREEN)));
        }
        for clues in self.clues() {
            clues.draw(&mut picture);
        }
        if board.is_some() {
            // Numbers are drawn above the arcs, which pass near the middles of cells.
            let numbers: Vec<Cell> = picture.cell_texts().into_keys().collect();
            for cell in numbers {
                let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
                picture.circle(x, y, 0.38, Ink::Muted, Some(Tint::Shade));
            }
        }
        picture
    }
}

impl Setter for ArchMadness {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    /// Generates green cells and a few scores for which boards are likely: without scores, the
    /// first board found has no arcs.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.max(1);
        let percent = random.u8(..40);
        let green = Grid::from_fn(size, size, |_| (random.u8(..100) < percent).then_some('#'));
        let mut scores = Grid::filled(size, size, None);
        for _ in 0..=random.usize(..=size / 3) {
            let cell = Cell::new(random.usize(..size), random.usize(..size));
            scores[cell] = Some(random.u32(1..=6) * random.u32(3..=6));
        }
        Some(Draft::new().text("green", green).text("scores", scores))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use puzzle::Limits;

    use super::*;

    /// Returns all boards of a grid, as judged by the checker alone.
    fn boards(rows: usize, columns: usize) -> impl Iterator<Item = Board> {
        let cells = u32::try_from(rows * columns).unwrap();
        let board = move |number: i64| {
            let place = |cell: Cell| u32::try_from(cell.row * columns + cell.column).unwrap();
            let state = |cell| Some(number / 5_i64.pow(place(cell)) % 5);
            Board::from(Grid::from_fn(rows, columns, state))
        };
        let is_right = |board: &Board| Regions::of(board).check(board).is_ok();
        (0..5_i64.pow(cells)).map(board).filter(is_right)
    }

    #[test]
    fn the_search_finds_every_board_of_small_grids() {
        for (rows, columns) in [(1, 4), (2, 3), (3, 2)] {
            let mut expected: HashMap<String, HashSet<Board>> = HashMap::new();
            for board in boards(rows, columns) {
                let regions = Regions::of(&board);
                let is_given = |cell: Cell| (cell.row + cell.column).is_multiple_of(2);
                let score = |cell| is_given(cell).then(|| regions.score(&board, cell));
                let scores = Grid::from_fn(rows, columns, score).to_string();
                expected.entry(scores).or_default().insert(board);
            }
            for (scores, expected) in expected {
                let scores = scores.parse().unwrap();
                let puzzle = ArchMadness { green: Grid::filled(rows, columns, None), scores };
                let (found, outcome) = puzzle::solve(&puzzle, &Limits::default());
                assert!(outcome.complete() && found.len() == expected.len(), "{}", puzzle.scores);
                assert_eq!(HashSet::from_iter(found), expected, "{}", puzzle.scores);
            }
        }
    }
}
