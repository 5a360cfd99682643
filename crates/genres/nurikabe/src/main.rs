//! # Nurikabe
//!
//! Shade some cells black. The white cells are islands: each has one clue, which counts its cells, and islands
//! do not share a side. The black cells are connected, and no 2 x 2 block of them is full.
//!
//! ```text
//! clues        solution
//! . . .        # # -
//! . . .        - # -      an island of two cells and one of three
//! 2 . 3        - # -
//! ```

use anyhow::{Result, ensure};
use grid_puzzles::{ClueOr, check, check_size, scattered};
use grid_utils::{Cell, Grid, Regions, Within};
use puzzle::{Board, Clues, Draft, Form, Puzzle, Rng, Rules, Setter};
use rules::{Flag, Int, Model, any, exactly};
use serde::Deserialize;

/// A grid of clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nurikabe {
    /// How many cells the island has; `?` where that is not said.
    clues: Grid<Option<ClueOr<Within<1, 1600>, '?'>>>,
}

const LARGEST_SIZE: usize = 40;
const WHITE: i64 = 0;
const BLACK: i64 = 1;

puzzle::program!(Nurikabe, addresses pzpr::NURIKABE);

impl Nurikabe {
    /// The number of cells of the island of a clue, if the clue says it.
    fn area(&self, cell: Cell) -> Option<usize> {
        Some(self.clues[cell]?.0?.size())
    }

    /// Whether a cell can be on the island of a clue: it is near enough, and not beside another clue.
    fn can_be_on(&self, clue: Cell, cell: Cell) -> bool {
        let is_other = |cell: Cell| cell != clue && self.clues[cell].is_some();
        let is_near = self.area(clue).is_none_or(|area| cell.distance(clue) < area);
        is_near && !is_other(cell) && !self.clues.neighbours(cell).any(is_other)
    }
}

impl Puzzle for Nurikabe {
    fn form(&self) -> Form {
        let white = self.clues.map(|_, clue| clue.map(|_| WHITE));
        Form::shading(white.rows(), white.columns()).with_givens(&white)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn constraints(&self, mut model: Model) -> Option<Rules> {
        let black = model.flags(self.clues.rows(), self.clues.columns());
        model.rule("A clue counts the cells of its island, which are connected.");
        let mut islands = Vec::new();
        for (clue, _) in self.clues.iter().filter(|(_, clue)| clue.is_some()) {
            let can_be_on = |cell| self.can_be_on(clue, cell);
            let island = black.map(|at, _| if can_be_on(at) { model.flag() } else { Flag::FALSE });
            model.at(format!("the island of {clue}"));
            model.require(island[clue]);
            model.connected_cells(&island);
            if let Some(area) = self.area(clue) {
                model.require(exactly(area, island.values()));
            }
            islands.push(island);
        }
        model.rule("Each white cell is on the island of one clue.");
        for (cell, &black) in &black {
            model.require(exactly(1, islands.iter().map(|island| island[cell]).chain([black])));
        }
        model.rule("Islands do not share a side.");
        for island in &islands {
            for cell in black.cells().filter(|&cell| island[cell] != Flag::FALSE) {
                for beside in black.neighbours(cell) {
                    model.require(any([!island[cell], island[beside], black[beside]]));
                }
            }
        }
        model.rule("The black cells are connected.");
        model.connected_cells(&black);
        model.rule("No 2 x 2 block is black.");
        model.no_full_block(&black);
        Some(self.form().solved(model, &black.map(|_, &black| Int::from(black))))
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let given = self.clues.map(|cell, _| self.area(cell));
        vec![Clues::in_cells("clues", &given, "is on an island of the size", |board, cell| {
            let islands = Regions::components(board.grid(), |&value| value == Some(WHITE));
            let island = islands.region_of(cell).filter(|_| self.clues[cell].is_some());
            island.map(|island| islands.area(island))
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        let islands = Regions::components(board.grid(), |&value| value == Some(WHITE));
        for (_, cells) in islands.iter() {
            let clues = cells.iter().filter(|&&cell| self.clues[cell].is_some()).count();
            ensure!(clues == 1, "the island of {} has {clues} clues; expected 1", cells[0]);
        }
        check::connected(board.grid(), "black", |&value| value == Some(BLACK))?;
        check::blocks(board.grid(), "black", |&value| value == Some(BLACK))
    }
}

impl Setter for Nurikabe {
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    /// Clues that say nothing.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", scattered('?', size, 8, random)))
    }

    fn no_clue(&self) -> &'static str {
        "?"
    }
}
