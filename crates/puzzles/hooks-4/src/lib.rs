//! # Hooks #4
//!
//! *Jane Street, August 2018.* A square is cut into nested hooks: the largest is an outer row together
//! with an outer column, the next is cut likewise from the square that it leaves, down to a single
//! cell. The hook of size m holds the digit m in exactly m of its cells; the others stay empty. The
//! filled cells are connected. Clues stand at rows and columns: the digits of each run of neighbouring
//! filled cells are multiplied, and the products of the runs added up. The answer is the product of the
//! sizes of the groups of empty cells.
//!
//! ```text
//!     16  3  .  8
//! 20   4  .  4  4     4 + 4 x 4 = 20
//!  5   2  .  3  .     2 + 3 = 5
//!  .   2  1  3  4     a line without a clue
//!  3   .  3  .  .     the empty groups have the sizes 2, 2, 1 and 1: the answer is 4
//! ```
//!
//! ## Idea
//! *Constraint propagation over fills*, as for nonograms. A fill of a line is a set of cells that has its
//! clue. The clue leaves few, once it is known which hooks the cells of the line belong to, and that is
//! known when the hook that takes the line is cut: all cells outside the hook's own segment belong to
//! larger hooks. The fills are read off the clue: after the runs at the two ends of the line, only
//! runs of a single digit d are left, worth d for one cell, d * d for two, and so on, and there are
//! fewer than d of them. So the rest of the clue *written in base d* tells how many runs there are of
//! each length. In base 9, for one, 810 is 1100: a run 9 9 9, a run 9 9 and nothing else; 567 is 700,
//! seven runs 9 9, for which no line has room.
//!
//! *Corners before fills.* The search cuts hooks from the outermost inwards and leaves the fills of
//! their lines open, as lists. From these it propagates, until nothing changes:
//!
//! - A cell that is filled in all fills of a line, or in none, is known, and fills of the line
//!   across that have it otherwise are dropped.
//! - A fill of a hook's row is dropped if no fill of its column goes with it, with the same corner and
//!   as many digits together as the hook should have; and the other way round.
//! - What cannot be reached from the filled cells stays empty; a filled cell with a single exit takes
//!   it.
//!
//! When all hooks are cut and some line still has several fills, each of them is tried, in the
//! line that has the fewest.
//!
//! ## Why it is fast
//! The published instance is solved, and its solution proved the only one, in 11 microseconds.
//! Nodes (partial boards that the search visits):
//!
//! | search | nodes |
//! | --- | --- |
//! | each hook in its turn: a corner, and all pairs of fills of its two lines | 29,542 |
//! | fills stay open, corners first; connectivity is checked in the end | 18 |
//! | connectivity is propagated on the way | 17 |
//!
//! Read cell by cell, cut short when the clue is exceeded or out of reach, the fills would double
//! the time. Connectivity counts where clues are missing: without the clues of all rows the published
//! columns have 42 solutions, found with 4,329 nodes; checked in the end it takes
//! 243,361.
//!
//! ## Why the code is long
//! Reading the fills off a clue, a line in base d, is a third of the lines, with its test against all
//! fills; the lists of fills that are propagated and taken back are another. No other puzzle needs
//! them so far.
//!
//! ## Sources
//! Lists of fills that lose what does not agree with the lines across are the usual way of solving
//! nonograms.

mod search;

use anyhow::Result;
use grid_puzzles::Side;
use itertools::Itertools;
use nested_hooks::constraints::{Cells, lines};
use nested_hooks::{Digits, RowsAndColumns, check};
use picture::Picture;
use puzzle::{Answer, Board, Clues, Draft, Flow, Form, Puzzle, Rng, Rules, Search};
use rules::Model;
use serde::Deserialize;

/// The longest side: the fills of a line without a clue double with each cell.
const LARGEST_SIZE: usize = 12;

/// What the products of the runs add up to, for each row and each column.
#[derive(Deserialize)]
#[serde(transparent)]
struct Hooks(RowsAndColumns<u64>);

/// The products of the runs of a line, added up.
fn sum_of_runs(line: &[Option<i64>]) -> u64 {
    let runs = line.split(Option::is_none).filter(|run| !run.is_empty());
    runs.map(|run| run.iter().flatten().map(|digit| digit.unsigned_abs()).product::<u64>()).sum()
}

puzzle::program!(Hooks, explained);

impl Puzzle for Hooks {
    fn form(&self) -> Form {
        nested_hooks::form(self.0.size())
    }

    fn validate(&self) -> Result<()> {
        self.0.validate(LARGEST_SIZE)
    }

    fn rules(&self, mut model: Model) -> Option<Rules> {
        let cells = Cells::new(&mut model, self.0.size(), Digits::OfSize);
        model.rule(
            "The digits of each run of filled cells in a row or column are multiplied: the \
             products add up to its clue.",
        );
        let lines = lines::of_size(model.bound(), self.0.size());
        for (side, line, clue) in self.0.given() {
            let clue = i64::try_from(clue).unwrap_or(i64::MAX);
            // What the runs that have ended add up to, and the product of the one that has not.
            let step = |&(sum, product): &(i64, i64), digit: i64| {
                let next = match digit {
                    0 => (sum + product, 0),
                    _ => (sum, product.max(1) * digit),
                };
                (next.0 + next.1 <= clue).then_some(next)
            };
            let keeping =
                lines.narrowed(model.bound(), (0, 0), step, |(sum, product)| sum + product == clue);
            model.at(format!("the clue {clue}, {}", side.name(line)));
            model.regular(cells.digits(side, line), &keeping);
        }
        cells.are_connected(&mut model);
        Some(self.form().solved(model, &cells.digit))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(&self.0, search)
    }

    /// See [digits tell the hooks](nested_hooks#digits-tell-the-hooks).
    fn is_distinct(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::hooks(board, Digits::OfSize)?;
        check::connected(board)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        self.0.of_board("has runs that add up to", |board, side: Side, line| {
            let cells = side.cells(board.grid().rows(), line);
            sum_of_runs(&cells.map(|cell| board[cell]).collect_vec())
        })
    }

    fn answer(&self, board: &Board) -> Answer {
        nested_hooks::product_of_groups(board)
    }

    fn sizes() -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(size: usize, _: &mut Rng) -> Option<Draft> {
        Some(RowsAndColumns::<u64>::draft(size))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        nested_hooks::draw_hooks(picture, board, Digits::OfSize);
    }
}
