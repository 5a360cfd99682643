//! One square as a puzzle.

use std::ops::ControlFlow;

use ::rules::{Model, Rules};
use anyhow::{Result, ensure};
use grid_puzzles::{Border, check_givens_fit, draw, empty_groups};
use grid_utils::{Cell, Grid};
use picture::Picture;
use puzzle::{Limits, Puzzle, Rng, Search, Stop, by_rules, solve};
use serde::{Deserialize, Serialize};

use crate::search::{LARGEST_SEARCHED, Reported};
use crate::{Board, Field, LARGEST_SIZE, check, rules, search};

/// A square to fill: what is given.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Square {
    /// The numbers that are given (rows x columns), as many of each.
    pub givens: Board,
    /// The first number that is seen from each side along each line, where there is a border.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Border<u8>>,
}

/// So often a random board is begun, each time with so many nodes.
const ATTEMPTS: usize = 20;
const MOST_NODES: u64 = 1000;

impl Square {
    /// A square of at least this size, up to the largest, that has solutions, with most numbers of
    /// a random board. Without them it takes the rules long to find one.
    #[must_use]
    pub fn random(size: usize, random: &mut Rng) -> Self {
        let size = [1, 7].into_iter().find(|&solvable| size <= solvable).unwrap_or(11);
        let mut square = Square { givens: Grid::filled(size, size, None), seen: None };
        let limits = Limits { nodes: Some(MOST_NODES), ..Limits::solutions(1) };
        for _ in 0..ATTEMPTS {
            let mut begun = square.clone();
            for value in 1..=LARGEST_SEARCHED {
                let cell = Cell::new(random.usize(..size), random.usize(..size));
                begun.givens[cell] = u8::try_from(value).ok().filter(|_| size >= value);
            }
            if let Some(board) = solve(&begun, &limits).boards.pop() {
                square.givens = board.map(|_, &number| number.filter(|_| random.u8(..5) > 0));
                break;
            }
        }
        square
    }

    /// The number of rows and columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.givens.rows()
    }

    /// The square as the one of its field.
    #[must_use]
    pub fn field(&self) -> Field<'_> {
        let seen = self.seen.iter().flat_map(Border::given);
        Field {
            givens: &self.givens,
            size: self.size(),
            squares: vec![Cell::new(0, 0)],
            seen: seen.map(|(side, line, &clue)| (side, line, clue)).collect(),
            sums: Vec::new(),
        }
    }

    /// The clues at the border that a board gives.
    #[must_use]
    pub fn seen_on(board: &Board) -> Border<u8> {
        Border::of(board.rows(), |side, line| {
            side.cells(board.rows(), line).find_map(|cell| board[cell])
        })
    }
}

impl Puzzle for Square {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.givens.rows(), self.givens.columns());
        ensure!(
            rows == columns && rows <= LARGEST_SIZE,
            "`givens` has {rows} rows and {columns} columns; expected a square of at most \
             {LARGEST_SIZE} of each"
        );
        let largest = u8::try_from(rows)?;
        check_givens_fit(&self.givens, (rows, rows), "number", 1..=largest)?;
        let Some(seen) = &self.seen else { return Ok(()) };
        seen.check_sides("seen")?;
        let clues = seen.size();
        ensure!(clues == rows, "`seen.top` has {clues} clues; expected {rows}, as `givens` has");
        for (side, line, clue) in seen.given() {
            ensure!(
                (1..=largest).contains(clue),
                "`seen.{}`, {} {line}: expected a number from 1 to {largest} and found {clue}",
                side.key(),
                side.line_name()
            );
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let number = rules::state(&mut model, &[self.field()]).pop()?;
        Some(model.solved_by_grid(&number))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        if self.size() > LARGEST_SEARCHED {
            return by_rules(self, search);
        }
        search::search(&self.field(), 0, &mut Reported(search))
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::board(&self.field(), board)
    }

    fn answer(&self, board: &Board) -> String {
        empty_groups::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        empty_groups::remarks(board)
    }

    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        Some(Square::random(size.max(2), random))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(Square {
            givens: board.clone(),
            seen: self.seen.as_ref().map(|_| Self::seen_on(board)),
        })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::numbers(self.size(), self.size(), Some(&self.givens), board);
        if let Some(seen) = &self.seen {
            draw::border(&mut picture, seen);
        }
        picture
    }
}
