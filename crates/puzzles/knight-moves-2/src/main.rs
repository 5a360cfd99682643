//! # Knight Moves 2
//!
//! *Jane Street, April 2017.* A knight walks over a board that is divided into regions. It begins
//! in the top-left cell, and numbers the cells that it visits 1, 2, 3, and so on, up to any number.
//! It does not visit cells twice, and every jump leads into another region. All rows have equally
//! many visited cells, and so do all columns and all regions. Some numbers are given. The answer is
//! the product of the sizes of the groups of cells that it never visits, which are connected by
//! their sides, whatever their regions.
//!
//! ```text
//! A A B B      1 . . 6      eight cells: two in each row, in each column and in each region;
//! A A B B      . 5 2 .      the groups of unvisited cells have the sizes 3, 2, 2 and 1:
//! C C D D      . . 7 4      the answer is 12
//! C C D D      8 3 . .
//! ```
//!
//! The board may be any rectangle with up to 15 rows and columns.
//!
//! ## Idea
//! Each cell has a number, 0 if it is not visited, and each number needs a cell a jump away from
//! that of the number before. The number of visited cells is an unknown. It is a common multiple of
//! the numbers of rows, columns and regions, limited by the smallest region: for the published
//! instance it must be 60. The share of a row is linear: its visited cells, times the number of
//! rows, equal the last number.

use grid_puzzles::{Side, empty_groups, random_regions};
use grid_utils::KNIGHT_STEPS;
use knight_moves::constraints::{Walk, jump, walk};
use knight_moves::{Divided, LARGEST_SIZE};
use num_integer::lcm;
use puzzle::Limits;
use puzzle::prelude::*;

/// A board on which a knight walks from region to region.
#[derive(Deserialize)]
#[serde(transparent)]
struct KnightMoves2 {
    board: Divided,
}

/// Where the knight begins.
const START: Cell = Cell::new(0, 0);

puzzle::program!(KnightMoves2, explained);

impl KnightMoves2 {
    /// Returns the rows, the columns and the regions: their cells and their names.
    fn kinds(&self) -> [Vec<(Vec<Cell>, String)>; 3] {
        let labels = &self.board.regions;
        let (rows, columns) = (labels.rows(), labels.columns());
        let line =
            |side: Side, length, line| (side.cells(length, line).collect(), side.line_name(line));
        let region = |cells: &[Cell]| (cells.to_vec(), format!("region {}", labels[cells[0]]));
        [
            (0..rows).map(|row| line(Side::Left, columns, row)).collect(),
            (0..columns).map(|column| line(Side::Top, rows, column)).collect(),
            self.board.regions().iter().map(|(_, cells)| region(cells)).collect(),
        ]
    }

    /// Returns the possible numbers of visited cells: rows, columns and regions share them equally,
    /// and each has enough cells for its share.
    fn lengths(&self) -> impl Iterator<Item = i64> {
        let kinds = self.kinds();
        let step = kinds.iter().map(Vec::len).fold(1, lcm);
        let has_room = move |length: &usize| {
            let fits = |parts: &Vec<(Vec<_>, _)>| {
                parts.iter().all(|(cells, _)| cells.len() * parts.len() >= *length)
            };
            kinds.iter().all(fits)
        };
        let lengths = (step..).step_by(step).take_while(has_room);
        lengths.map(|length| i64::try_from(length).expect("a board has at most 225 cells"))
    }
}

impl Puzzle for KnightMoves2 {
    fn form(&self) -> Form {
        self.board.form()
    }

    fn validate(&self) -> Result<()> {
        self.board.validate()
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let labels = &self.board.regions;
        let Walk { number, last } = walk(model, &self.board.givens, self.lengths());
        model.rule("The knight begins in the top-left cell.");
        model.require(number[START].is(1));
        model.rule("Every jump leads into another region.");
        for (cell, here) in &number {
            let inside = number.at_steps(cell, &KNIGHT_STEPS);
            let inside = inside.filter(|&other| labels[cell] == labels[other]);
            for (step, is_here) in here.values().filter(|&(step, _)| step > 0) {
                let next = inside.clone().map(|other| number[other].is(step + 1));
                model.at(jump(step)).require(implies(is_here, none(next)));
            }
        }
        for (kind, parts) in ["rows", "columns", "regions"].into_iter().zip(self.kinds()) {
            model.rule(&format!("All {kind} have equally many visited cells."));
            let count = i64::try_from(parts.len()).expect("at most 225");
            for (cells, _) in parts {
                let visited = sum(cells.into_iter().map(|cell| number[cell].is_not(0)));
                model.require((visited * count).equals(&last));
            }
        }
        // Implied: the number of visited cells is the last number.
        let visited = number.values().map(|number| number.is_not(0));
        model.at("all cells").implied(sum(visited).equals(&last));
        board.set_cells(&number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let walk = knight_moves::check::walk(board)?;
        ensure!(walk[0] == START, "the knight begins in {} instead of {START}", walk[0]);
        let labels = &self.board.regions;
        for jump in walk.windows(2) {
            let (from, to) = (jump[0], jump[1]);
            ensure!(
                labels[from] != labels[to],
                "from {from} to {to} the knight stays in region {}",
                labels[to]
            );
        }
        for parts in self.kinds() {
            let visited =
                |cells: &[Cell]| cells.iter().filter(|&&cell| board[cell].is_some()).count();
            let (first, expected) = (&parts[0].1, visited(&parts[0].0));
            for (cells, name) in &parts {
                let found = visited(cells);
                ensure!(
                    found == expected,
                    "{name} has {found} visited cells, and {first} has {expected}"
                );
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let board = board.grid();
        let remarks = empty_groups::remarks(board);
        Answer { remarks, ..Answer::new(empty_groups::answer(board)) }
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        self.board.draw(picture, board);
    }
}

impl Setter for KnightMoves2 {
    /// Returns sizes of boards with a few regions, most of which have a walk.
    fn sizes(&self) -> Vec<usize> {
        (3..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const ATTEMPTS: usize = 100;
        let limits = Limits { nodes: Some(200), ..Limits::solutions(1) };
        let has_walk = |puzzle: &Self| puzzle::solve(puzzle, &limits).1.solutions > 0;
        let found = (0..ATTEMPTS).map(|_| Self::cut(size, random)).find(has_walk);
        Some(found.unwrap_or_else(|| Self::cut(size, random)).board.draft())
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.grid()))
    }
}

impl KnightMoves2 {
    /// Generates a few random regions of a board on which a knight can jump.
    fn cut(size: usize, random: &mut Rng) -> Self {
        let rows = size.max(3);
        // A board of 3 x 3 cells does not have such a walk.
        let columns = (rows + random.usize(..2)).clamp(4, LARGEST_SIZE);
        let has_lengths = |&count: &usize| lcm(lcm(rows, columns), count) <= rows * columns;
        let counts: Vec<usize> = (2..=2 * rows).filter(has_lengths).collect();
        let count = random.choice(counts).expect("as many regions as rows are possible");
        let regions = random_regions(rows, columns, count, random);
        KnightMoves2 { board: Divided::new(regions) }
    }
}
