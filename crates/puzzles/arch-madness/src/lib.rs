//! # Arch Madness

mod check;
mod draw;
mod search;

use anyhow::Result;
use grid_puzzles::{check_numbers_fit, check_size};
use grid_utils::{Cell, Grid, Token};
use picture::{Ink, Picture, Tint};
use puzzle::{Answer, Board, Clues, Draft, Flow, Form, Puzzle, Rng, Search};
use serde::Deserialize;

use check::Regions;

/// A grid: its green cells and its numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchMadness {
    /// The green cells (rows x columns), which no arc cuts.
    green: Grid<Option<Green>>,
    /// The numbers (rows x columns): scores of the regions that hold at least half of their cells.
    scores: Grid<Option<u32>>,
}

/// A green cell.
#[derive(Clone, Copy)]
struct Green;

impl Token for Green {
    fn parse_token(text: &str) -> Result<Self, String> {
        if text == "#" { Ok(Green) } else { Err("\"#\"".to_owned()) }
    }

    fn write_token(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("#")
    }
}

/// The most rows or columns: the search keeps sets of cells in 128 bits.
const LARGEST_SIZE: usize = 11;

puzzle::program!(ArchMadness);

impl Puzzle for ArchMadness {
    fn form(&self) -> Form {
        let givens = self.green.map(|_, green| green.map(|_| 0));
        Form::numbers(givens.rows(), givens.columns(), 0..=4).with_givens(&givens)
    }

    fn validate(&self) -> Result<()> {
        check_size("green", &self.green, (LARGEST_SIZE, LARGEST_SIZE))?;
        let shape = (self.green.rows(), self.green.columns());
        check_numbers_fit("scores", &self.scores, shape, "score", 0..=u32::MAX)
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        Regions::of(board).check(board)
    }

    /// Green cells, and a few scores for which boards are likely: without any, the first board that is
    /// found has no arc.
    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.clamp(1, LARGEST_SIZE);
        let percent = random.u8(..40);
        let green = Grid::from_fn(size, size, |_| (random.u8(..100) < percent).then_some(Green));
        let mut scores = Grid::filled(size, size, None);
        for _ in 0..=random.usize(..=size / 3) {
            let cell = Cell::new(random.usize(..size), random.usize(..size));
            scores[cell] = Some(random.u32(1..=6) * random.u32(3..=6));
        }
        Some(Draft::new().text("green", green).text("scores", scores))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let score = |board: &Board, cell| Some(Regions::of(board).score(board, cell));
        vec![Clues::in_cells("scores", &self.scores, "is in a region whose score is", score)]
    }

    /// The squares of what the scores add up to in each row and each column.
    fn answer(&self, board: &Board) -> Answer {
        let regions = Regions::of(board);
        let mut rows = vec![0; self.green.rows()];
        let mut columns = vec![0; self.green.columns()];
        for cell in self.green.cells() {
            let score = u64::from(regions.score(board, cell));
            rows[cell.row] += score;
            columns[cell.column] += score;
        }
        Answer::new(rows.iter().chain(&columns).map(|sum: &u64| sum.pow(2)).sum::<u64>())
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.green.rows(), self.green.columns());
        if let Some(board) = board {
            draw::regions(&mut picture, board);
        }
        for (Cell { row, column }, _) in self.green.iter().filter(|(_, green)| green.is_some()) {
            let corner = (column as f64 + 0.1, row as f64 + 0.1);
            picture.rectangle(corner, (0.8, 0.8), Ink::Muted, Some(Tint::Colour(draw::GREEN)));
        }
        for clues in self.clues() {
            clues.draw(&mut picture);
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use puzzle::Limits;

    use super::*;

    /// All boards of a grid, told by the checker alone.
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
