//! # 'Pent-Up' Frustration 3 / Knight Moves 7
//!
//! *Jane Street, July 2026.* In each region of a board one cell carries a tower, and is one unit
//! higher than the others; which one is not given. A knight starts in the lower left cell, does not
//! visit cells twice, and stops as soon as it has visited all towers. A move goes 0, 1 and 2 units
//! in the three dimensions: a knight's jump between cells of the same height, and two cells
//! straight between cells of different heights. The score is 0 at first. Move n adds n to it at the
//! same height, multiplies it by n on the way up, and divides it by n, without remainder, on the
//! way down. The knight wrote its score at the start, after moves 3, 6, ..., 18, and from then on
//! after every K-th move, where K > 3. All these numbers are given. Find the walk.
//!
//! ```text
//! G G G H H     . . .  . .     . 6 . 5 .     after moves 0, 2, 4 and then 7: K = 3
//! A G C H H     . . 0  . .     1 . 2 . .     0 / 1 = 0, 0 x 2 = 0, 0 / 3 = 0, 0 + 4 = 4,
//! A H H H H     . . 61 . 4     . . 7 . 4     4 + 5 = 9, 9 x 6 = 54, 54 + 7 = 61
//! A A H H H     0 . .  . .     0 . 3 . .
//! ```
//!
//! Boards may have up to 8 x 8 cells. The numbers are written `times` times after `interval` moves
//! (here twice after 2), and then every K moves, K > `interval`.
//!
//! ## Boards
//! The number of moves after which the knight visits each cell, `.` for unvisited cells. Everything
//! else follows: a walk ends on a tower, and backwards from there the straight moves determine
//! every height; the first late number determines K.
//!
//! ## Idea
//! The rules as constraints solve it. The score is not a number in them but the state of an
//! automaton: after each move it reads whether the knight is on a tower, and which number is in its
//! cell. Few sequences of moves lead from one given number to another, so minimizing the automaton
//! leaves few states, and often one K.
//!
//! Scores do not overflow: the knight goes up and down by turns. At a height of 0 the score is at most
//! 1 + 2 + ... + n after n moves, as a division is by a larger number than the multiplication before
//! it; on a tower it is at most 63 times that.

mod check;
mod constraints;

use std::ops::RangeInclusive;

use grid_puzzles::draw::coloured_regions;
use grid_puzzles::{Label, check_numbers_fit, check_size, grow_regions};
use grid_utils::{KNIGHT_STEPS, Step};
use knight_moves::random_walk_from;
use puzzle::prelude::*;

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 8;
/// The moves that change the height: two cells along a row or a column.
const LEAPS: [Step; 4] = [(-2, 0), (0, 2), (2, 0), (0, -2)];
/// The largest number that can be written: scores are at most 64 x (1 + 2 + ... + 63).
const LARGEST_NUMBER: usize = 999_999;

/// An instance: a board, and the moves after which the knight writes its score.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnightMoves {
    /// The label of each cell's region.
    regions: Grid<Label>,
    /// The scores that the knight wrote, of the same shape.
    numbers: Grid<Option<usize>>,
    /// The number of moves between two numbers at first, ...
    interval: Within<1, 9>,
    /// ... and how many numbers are written so. After these, the number of moves is K.
    times: Within<0, 20>,
}

impl KnightMoves {
    /// Returns the cell on which the knight starts.
    fn start(&self) -> Cell {
        Cell::new(self.regions.rows() - 1, 0)
    }

    /// Returns the move from which on there are K moves between two numbers.
    fn early(&self) -> usize {
        self.interval.size() * self.times.size()
    }

    /// Returns the number of numbers written after that move.
    fn late(&self) -> usize {
        self.numbers.values().flatten().count().saturating_sub(1 + self.times.size())
    }

    /// Returns the values of K for which the board has enough cells.
    fn late_intervals(&self) -> RangeInclusive<usize> {
        let most = (self.regions.len() - 1).saturating_sub(self.early()) / self.late();
        self.interval.size() + 1..=most
    }
}

puzzle::program!(KnightMoves, explained);

impl Puzzle for KnightMoves {
    fn form(&self) -> Form {
        let most = i64::try_from(self.regions.len() - 1).expect("a board has at most 64 cells");
        Form::numbers(self.regions.rows(), self.regions.columns(), 0..=most).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let shape = (self.regions.rows(), self.regions.columns());
        check_numbers_fit("numbers", &self.numbers, shape, "number", 0..=LARGEST_NUMBER)?;
        let start = self.start();
        ensure!(
            self.numbers[start] == Some(0),
            "`numbers`, {}: expected a 0, as the knight starts there",
            start.in_words()
        );
        ensure!(
            self.late() > 0,
            "`numbers` has too few numbers to tell K: expected {} at least",
            self.times.size() + 2
        );
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        let walk = check::walk(board).unwrap_or_default();
        let score = |cell| walk.iter().find(|visit| visit.cell == cell).map(|visit| visit.score);
        let unvisited = self.regions.cells().filter(|&cell| score(cell).is_none());
        let beside = unvisited.flat_map(|cell| self.regions.neighbours(cell)).filter_map(score);
        let towers = walk.iter().filter(|visit| visit.is_tower).map(|visit| visit.cell);
        Answer::new(beside.sum::<usize>())
            .remark("K", check::written(self, &walk)[self.times.size() + 1] - self.early())
            .remark("towers", towers.format(" "))
    }

    /// Draws the regions, the jumps and the numbers, and the scores and towers of a correct board.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        coloured_regions(picture, &self.regions);
        knight_moves::draw::jumps(picture, board);
        let is_right = |board: &&Board| self.check(board).is_ok();
        let walk = board.filter(is_right).and_then(|board| check::walk(board).ok());
        for (moves, visit) in walk.iter().flatten().enumerate() {
            let (x, y) = (visit.cell.column as f64, visit.cell.row as f64);
            if visit.is_tower {
                picture.rectangle((x + 0.05, y + 0.38), (0.9, 0.56), Ink::Text, None);
            }
            picture.text(visit.cell, &visit.score.to_string(), Ink::Found);
            picture.small_text(visit.cell, Corner::TopLeft, &moves.to_string(), Ink::Label);
        }
        for (cell, number) in &self.numbers {
            if let Some(number) = number {
                picture.text(cell, &number.to_string(), Ink::Given);
            }
        }
    }
}

impl Setter for KnightMoves {
    fn sizes(&self) -> Vec<usize> {
        (3..=LARGEST_SIZE).collect()
    }

    /// Generates a random walk that ends on a tower, in regions that grow around its towers.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rows = size.max(3);
        let columns = (rows + random.usize(..2)).min(LARGEST_SIZE);
        let steps = [&KNIGHT_STEPS[..], &LEAPS].concat();
        loop {
            let (interval, times) = (random.usize(1..=3), random.usize(..=2));
            let (early, late) = (interval * times, interval + random.usize(1..=3));
            let start = Cell::new(rows - 1, 0);
            let mut walk = random_walk_from(start, (rows, columns), &steps, random);
            walk.truncate(random.usize(1..=walk.len()));
            let Ok(walk) = check::follow(&walk) else { continue };
            if walk.len() <= early + late {
                continue;
            }
            let mut numbers = Grid::filled(rows, columns, None);
            let mut seeds = numbers.map(|_, _| None);
            for (moves, visit) in walk.iter().enumerate() {
                let late = moves.checked_sub(early).map(|since| since.is_multiple_of(late));
                let is_written = late.unwrap_or(moves.is_multiple_of(interval));
                numbers[visit.cell] = is_written.then_some(visit.score);
                seeds[visit.cell] = visit.is_tower.then(|| Label::numbered(moves));
            }
            let draft = Draft::new().number("interval", interval).number("times", times);
            let regions = grow_regions(seeds, random);
            return Some(draft.text("regions", regions).text("numbers", numbers));
        }
    }
}
