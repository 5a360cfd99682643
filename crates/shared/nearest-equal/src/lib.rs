//! What the Block Party puzzles share whose numbers tell how far away their equals are.
//!
//! A grid is divided into regions, and a region of N cells holds each of the numbers 1 to N once. The
//! cell nearest to a K, among the other cells that hold a K, is exactly K steps away, whatever regions
//! lie between. Some numbers are given. The [`Variant`] says which cells are looked at, and what the
//! answer is.
//!
//! ```text
//! a b b b c      4 3 2 1 4
//! a a d d c      2 1 3 1 1      seven regions, filled with equal numbers in the same row or column:
//! a e d c c      3 1 2 3 2      each 1 is beside a 1, each 2 two steps from a 2, each 3 three steps
//! e e f g g      2 3 1 1 3      from a 3, each 4 four steps from a 4, and none is nearer
//! e f f g g      4 2 3 2 4
//! ```
//!
//! The rules are all that there is: a general solver needs few nodes for them, since a K says
//! something of all cells within K steps.

mod variants;

use std::marker::PhantomData;

use ::rules::{Flag, Model, Rules, any, at_most, exactly, givens, implies};
use anyhow::{Result, ensure};
use grid_puzzles::{Label, check, check_givens_fit, check_size, draw, random_regions};
use grid_utils::{Cell, Grid, Regions};
use itertools::Itertools;
use picture::{Picture, Tint, region_colours};
use pseudo_boolean::{Solver, Verdict};
use puzzle::{Puzzle, Rng};
use serde::{Deserialize, Serialize};

pub use variants::{Lines, Taxicab, Variant};

/// Rows of numbers, `.` for a cell whose number is not known.
pub type Board = Grid<Option<u8>>;

/// A grid to fill: its regions, and its numbers where they are given.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct BlockParty<V> {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The numbers that are given, of the same shape.
    pub givens: Board,
    #[serde(skip)]
    variant: PhantomData<V>,
}

/// The most rows and columns. Beyond them the rules take gigabytes, and a number 256 might be needed.
const LARGEST_SIZE: usize = 12;

impl<V: Variant> BlockParty<V> {
    /// Random regions, none of the numbers given.
    fn cut(size: usize, random: &mut Rng) -> Self {
        let count = (size * size * random.usize(60..=90) / 100).max(1);
        let regions = random_regions(size, size, count, random);
        BlockParty { regions, givens: Grid::filled(size, size, None), variant: PhantomData }
    }

    fn is_solvable(&self) -> bool {
        let rules = self.rules().expect("there are rules");
        let problem = rules.problem().expect("numbers of cells are small");
        matches!(Solver::new(problem).solve(&mut ()), Verdict::Solution(_))
    }
}

impl<V: Variant> Puzzle for BlockParty<V> {
    type Board = Board;

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        let largest = Regions::from_labels(&self.regions).areas().max().unwrap_or(0);
        check_givens_fit(&self.givens, (rows, columns), "number", 1..=u8::try_from(largest)?)
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let regions = Regions::from_labels(&self.regions);
        let area = |cell| regions.region_of(cell).map_or(0, |region| regions.area(region));
        let number = self.regions.map(|cell, _| model.int((1..).take(area(cell))));
        model.rule("Given numbers stay.");
        model.require(givens(&number, &self.givens));
        model.rule("A region of N cells holds each of the numbers 1 to N once.");
        for (_, cells) in regions.iter() {
            for value in (1..).take(cells.len()) {
                model.require(exactly(1, cells.iter().map(|&cell| number[cell].is(value))));
            }
        }
        model.rule(V::DISTANCES);
        for (steps, value) in (1..=regions.areas().max().unwrap_or(0)).zip(1..) {
            let may_hold = number.cells().filter(|&cell| area(cell) >= steps);
            let holders: Vec<(Cell, Flag)> =
                may_hold.map(|cell| (cell, number[cell].is(value))).collect();
            for &(cell, is_here) in &holders {
                let seen = holders.iter().filter(|&&(other, _)| V::sees(cell, other));
                let there = seen.clone().filter(|&&(other, _)| cell.distance(other) == steps);
                model.require(implies(is_here, any(there.map(|(_, is_there)| is_there))));
                // Said of two cells once.
                let nearer =
                    seen.filter(|&&(other, _)| cell < other && cell.distance(other) < steps);
                let nearer = nearer.map(|(_, is_nearer)| is_nearer);
                model.require(implies(is_here, at_most(0, nearer)));
            }
        }
        Some(model.solved_by_grid(&number))
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.regions.rows(), self.regions.columns())?;
        check::givens(board, &self.givens)?;
        for (_, cells) in Regions::from_labels(&self.regions).iter() {
            for number in 1..=cells.len() {
                let held = |cell: &&Cell| board[**cell].map(usize::from) == Some(number);
                let found = cells.iter().filter(held).count();
                ensure!(
                    found == 1,
                    "region {} of {} cells holds {number} {found} times; expected it once",
                    self.regions[cells[0]],
                    cells.len()
                );
            }
        }
        for (cell, &number) in board {
            let Some(number) = number else { continue };
            let nearest = V::nearest(board, cell);
            let found =
                nearest.map_or("nowhere".to_owned(), |steps| format!("at distance {steps}"));
            ensure!(
                nearest == Some(number.into()),
                "the cell nearest to {cell} that holds {number}, too, is {found}; expected distance \
                 {number}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        V::parts(&self.regions, board).into_iter().map(|(_, part)| part).sum::<u128>().to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let parts = V::parts(&self.regions, board).into_iter();
        vec![(V::PARTS, parts.map(|(name, part)| format!("{name} {part}")).join(", "))]
    }

    /// With regions that are mostly small: of others, few have a solution.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        const ATTEMPTS: usize = 500;
        let size = size.min(LARGEST_SIZE);
        let mut drafts = (0..ATTEMPTS).map(|_| Self::cut(size, random));
        drafts.find(Self::is_solvable).or_else(|| Some(Self::cut(size, random)))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(BlockParty { givens: board.clone(), ..self.clone() })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        let mut picture = draw::numbers(rows, columns, Some(&self.givens), board);
        let regions = Regions::from_labels(&self.regions);
        for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
            picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
        }
        picture.borders(|one, other| self.regions[one] != self.regions[other]);
        picture
    }
}
