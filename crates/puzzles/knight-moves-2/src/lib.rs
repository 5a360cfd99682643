//! # Knight Moves 2
//!
//! *Jane Street, April 2017.* A knight walks over a board that is divided into regions. It begins
//! in the top-left cell, and numbers the cells that it visits 1, 2, 3, and so on, as far as it
//! likes. It visits none twice, and every jump leads into another region. All rows have equally
//! many visited cells, all columns have equally many, and so have all regions. Some numbers are
//! given. The answer is the product of the sizes of the groups of cells that it never visits, which
//! are connected by their sides, whatever their regions.
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
//! The number of visited cells is a multiple of the numbers of rows, of columns and of regions, and
//! no region can hold more than it has cells: for the published instance it must be 60. Each such
//! number has a search of its own, that of [`knight_moves`](knight_moves#how-the-search-goes):
//! where each number can stand, and what rows, columns and regions lack.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 7 nodes in 60 microseconds, tables
//! included. Every third number is given, so those between have few cells from the start; the last
//! eleven follow from what rows, columns and regions lack: if these are not asked, it takes 29
//! nodes.
//!
//! The rules know nothing of how many numbers there can be. They take 549 nodes and 75
//! milliseconds.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest.

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::{
    Label, Side, check, check_givens_fit, check_size, empty_groups, random_regions,
};
use grid_utils::{Cell, Grid, KNIGHT_STEPS, Regions};
use knight_moves::rules::{Walk, walk};
use knight_moves::search::{Conditions, Holds, search};
use knight_moves::{Board, LARGEST_SIZE, draw};
use num_integer::lcm;
use picture::Picture;
use puzzle::{Limits, Puzzle, Rng, Search, Stop};
use rules::{Model, Rules, implies, none, sum};
use serde::{Deserialize, Serialize};

/// A board on which a knight walks from region to region.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnightMoves2 {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The numbers that are given, of the same shape.
    pub givens: Board,
}

/// Where the knight begins.
const START: Cell = Cell::new(0, 0);

puzzle::program!(KnightMoves2);

impl KnightMoves2 {
    fn regions(&self) -> Regions {
        Regions::from_labels(&self.regions)
    }

    /// The rows, the columns and the regions: their cells and what they are called.
    fn kinds(&self) -> [Vec<(Vec<Cell>, String)>; 3] {
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        let line = |side: Side, length, line| {
            (side.cells(length, line).collect(), format!("{} {line}", side.line_name()))
        };
        let region =
            |cells: &[Cell]| (cells.to_vec(), format!("region {}", self.regions[cells[0]]));
        [
            (0..rows).map(|row| line(Side::Left, columns, row)).collect(),
            (0..columns).map(|column| line(Side::Top, rows, column)).collect(),
            self.regions().iter().map(|(_, cells)| region(cells)).collect(),
        ]
    }

    /// How many cells the knight may visit, by the numbers of rows, columns and regions and by
    /// their cells.
    fn lengths(&self) -> impl Iterator<Item = usize> {
        let kinds = self.kinds();
        let step = kinds.iter().map(Vec::len).fold(1, lcm);
        let has_room = move |length: &usize| {
            kinds
                .iter()
                .all(|parts| parts.iter().all(|(cells, _)| cells.len() * parts.len() >= *length))
        };
        (step..).step_by(step).take_while(has_room)
    }
}

impl Puzzle for KnightMoves2 {
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
        let cells = i64::try_from(self.givens.len()).expect("there are at most 225");
        let Walk { number, last } = walk(&mut model, &self.givens, 1..=cells);
        model.rule("The knight begins in the top-left cell.");
        model.require(number[START].is(1));
        model.rule("Every jump leads into another region.");
        for (cell, here) in &number {
            let beside = number
                .at_steps(cell, &KNIGHT_STEPS)
                .filter(|&other| self.regions[cell] == self.regions[other]);
            for (step, is_here) in here.values().filter(|&(step, _)| step > 0) {
                model.require(implies(
                    is_here,
                    none(beside.clone().map(|other| number[other].is(step + 1))),
                ));
            }
        }
        let kinds = ["rows", "columns", "regions"];
        for (kind, parts) in kinds.into_iter().zip(self.kinds()) {
            model.rule(&format!("All {kind} have equally many visited cells."));
            let count = i64::try_from(parts.len()).expect("at most 225");
            for (cells, _) in parts {
                let visited = sum(cells.into_iter().map(|cell| number[cell].is_not(0)));
                model.require((visited * count).equals(&last));
            }
        }
        Some(model.solved_by_grid(&number))
    }

    fn search(&self, reported: &mut Search<Board>) -> ControlFlow<Stop> {
        let mut givens = self.givens.clone();
        if givens[START].replace(1).is_some_and(|number| number != 1) {
            return ControlFlow::Continue(());
        }
        let kinds = self.kinds();
        let largest = givens.values().copied().flatten().map(usize::from).max().unwrap_or(1);
        let lengths = self.lengths().filter(|&length| length >= largest).map(|length| {
            let holds = kinds
                .iter()
                .flat_map(|parts| vec![Holds::Numbers(length / parts.len()); parts.len()]);
            (length, holds.collect())
        });
        let conditions = Conditions {
            givens: &givens,
            narrowed: Vec::new(),
            may_jump: &|one, other| self.regions[one] != self.regions[other],
            turned: None,
            lengths: lengths.collect(),
            parts: kinds.into_iter().flatten().map(|(cells, _)| cells).collect(),
        };
        search(&conditions, reported)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.regions.rows(), self.regions.columns())?;
        let walk = knight_moves::check::walk(board)?;
        check::givens(board, &self.givens)?;
        ensure!(walk[0] == START, "the knight begins in {} instead of {START}", walk[0]);
        for jump in walk.windows(2) {
            let (from, to) = (jump[0], jump[1]);
            ensure!(
                self.regions[from] != self.regions[to],
                "from {from} to {to} the knight stays in region {}",
                self.regions[to]
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

    fn answer(&self, board: &Board) -> String {
        empty_groups::answer(board)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        empty_groups::remarks(board)
    }

    /// With a few regions, most often such that there is a walk.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        const ATTEMPTS: usize = 100;
        let limits = Limits { nodes: Some(200), ..Limits::solutions(1) };
        let mut drafts = (0..ATTEMPTS).map(|_| Self::cut(size, random));
        drafts
            .find(|draft| puzzle::solve(draft, &limits).solutions > 0)
            .or_else(|| Some(Self::cut(size, random)))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(KnightMoves2 { givens: board.clone(), ..self.clone() })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::walk(&self.givens, board);
        draw::regions(&mut picture, &self.regions);
        picture
    }
}

impl KnightMoves2 {
    /// Random regions of a board on which a knight can jump; few of them.
    fn cut(size: usize, random: &mut Rng) -> Self {
        let rows = size.clamp(3, LARGEST_SIZE);
        // On a board of 3 x 3 cells there is no such walk.
        let columns = (rows + random.usize(..2)).clamp(4, LARGEST_SIZE);
        let has_lengths = |&count: &usize| lcm(lcm(rows, columns), count) <= rows * columns;
        let counts: Vec<usize> = (2..=2 * rows).filter(has_lengths).collect();
        let count = random.choice(counts).expect("as many regions as rows have");
        let regions = random_regions(rows, columns, count, random);
        KnightMoves2 { givens: Board::filled(rows, columns, None), regions }
    }
}
