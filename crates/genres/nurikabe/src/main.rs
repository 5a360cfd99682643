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

use grid_puzzles::check::{self, SHADED, UNSHADED};
use grid_puzzles::{ClueOr, LARGEST_GRID, check_size, draw, scattered};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nurikabe {
    /// The number of cells of the island; `?` if it is not given.
    clues: Grid<Option<ClueOr<Within<1, 3600>, '?'>>>,
}

puzzle::program!(Nurikabe, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("clues", &pzpr::ISLANDS)]);

impl Nurikabe {
    /// Returns the number of cells of the island of a clue, if it is given.
    fn area(&self, cell: Cell) -> Option<usize> {
        Some(self.clues[cell]?.0?.size())
    }
}

impl Puzzle for Nurikabe {
    fn form(&self) -> Form {
        let white = self.clues.map(|_, clue| clue.and(UNSHADED));
        Form::shading(white.rows(), white.columns()).with_givens(&white)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let black = cells.map(|_, cell| cell.is(1));
        let white = black.map(|_, &black| !black);
        model.rule("A clue counts the cells of its island: white ones that are connected.");
        let mut islands = Vec::new();
        for clue in self.clues.find_all(Option::is_some) {
            let model = &mut model.at(format!("the island of {clue}"));
            model.require(white[clue]);
            let island = model.component_cells(&white, clue, self.area(clue));
            for (cell, &is_on) in &island {
                model.name(format!("{cell} | is on the island of {clue}"), is_on);
            }
            islands.push(island);
        }
        model.rule("Each white cell is on the island of one clue.");
        for (cell, &black) in &black {
            model
                .at(cell)
                .require(exactly(1, islands.iter().map(|island| island[cell]).chain([black])));
        }
        model.rule("The black cells are connected.");
        model.connected_cells(&black);
        model.rule("No 2 x 2 block is black.");
        model.no_full_block(&black);
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let given = self.clues.map(|cell, _| self.area(cell));
        vec![Clues::in_cells("clues", &given, "is on an island of the size", |board, cell| {
            let islands = Regions::components(board.grid(), |&value| value == UNSHADED);
            self.clues[cell].map(|_| islands.around(cell).len())
        })]
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::unknown_clues(picture, &self.clues);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let islands = Regions::components(board.grid(), |&value| value == UNSHADED);
        for (_, cells) in islands.iter() {
            let clues = cells.iter().filter(|&&cell| self.clues[cell].is_some()).count();
            let found = puzzle::counted(clues, "clue");
            ensure!(clues == 1, "the island of {} has {found}; expected 1", cells[0]);
        }
        check::connected(board.grid(), "black", |&value| value == SHADED)?;
        check::blocks(board.grid(), "black", |&value| value == SHADED)
    }
}

impl Setter for Nurikabe {
    /// Generates clues without numbers.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", scattered('?', (rows, columns), 5, random)))
    }

    fn no_clue(&self) -> &'static str {
        "?"
    }

    /// Puts the clue of each island into the cell that is black on the most other boards.
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let islands = Regions::components(board.grid(), |&value| value == UNSHADED);
        let mut left: Vec<&Board> = others.iter().collect();
        let mut open: Vec<&[Cell]> = islands.iter().map(|(_, cells)| cells).collect();
        let mut clues = self.clues.map(|_, _| None::<usize>);
        while !open.is_empty() {
            let excluded = |cell: Cell| left.iter().filter(|other| other[cell] == SHADED).count();
            let cells = open
                .iter()
                .enumerate()
                .flat_map(|(at, cells)| cells.iter().map(move |&cell| (at, cell)));
            let (at, cell) =
                cells.max_by_key(|&(_, cell)| (excluded(cell), self.clues[cell].is_some()))?;
            clues[cell] = Some(open.swap_remove(at).len());
            left.retain(|other| other[cell] != SHADED);
        }
        Some(Draft::new().text("clues", clues))
    }

    /// Changes the colour of the cell.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let mut cells = board.grid().clone();
        cells[at] = if cells[at] == SHADED { UNSHADED } else { SHADED };
        vec![cells.into()]
    }
}
