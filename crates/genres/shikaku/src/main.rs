//! # Shikaku
//!
//! Cut the grid into rectangles. Each of them has one clue, which counts its cells; of one with the clue
//! `?`, the number of cells is not given.
//!
//! ```text
//! clues        solution
//! 2 . 3        A A B      a rectangle of two cells, one of three, and a square of four
//! . . .        C C B
//! 4 . .        C C B
//! ```
//!
//! ## Boards
//! A letter for each cell, that of its rectangle: `A` for the rectangle of the first clue in reading order,
//! `B` for that of the second, and so on. After `Z` come `a` to `z`, then `52`, `53`, ...

use std::collections::{BTreeMap, BTreeSet};

use grid_puzzles::{ClueOr, LARGEST_GRID, Label, check_size, draw};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shikaku {
    /// The number of cells of the rectangle; `?` if it is not given.
    clues: Grid<Option<ClueOr<Within<1, 3600>, '?'>>>,
}

puzzle::program!(Shikaku, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("clues", &pzpr::ISLANDS)]);

impl Shikaku {
    /// Returns the letters of the cells with clues.
    fn letters(&self) -> Grid<Option<i64>> {
        let mut letters = 0..;
        self.clues.map(|_, clue| clue.and_then(|_| letters.next()))
    }

    /// Returns the rectangles, as their cells, that have this clue alone and as many cells as it says.
    fn rectangles(&self, clue: Cell) -> impl Iterator<Item = Vec<Cell>> {
        let grid = &self.clues;
        let area = grid[clue].and_then(|clue| clue.0).map(Within::size);
        let sizes = iproduct!(1..=grid.rows(), 1..=grid.columns());
        let sizes =
            sizes.filter(move |(rows, columns)| area.is_none_or(|area| rows * columns == area));
        let places = sizes.flat_map(move |(rows, columns)| {
            let is_around = move |first: &Cell| {
                (first.row..first.row + rows).contains(&clue.row)
                    && (first.column..first.column + columns).contains(&clue.column)
            };
            let firsts = grid.windows(rows, columns).filter(is_around);
            firsts.map(move |first| grid.window_cells(first, rows, columns))
        });
        let is_alone = move |cell: Cell| cell == clue || grid[cell].is_none();
        places.filter(move |cells| cells.clone().all(is_alone)).map(Iterator::collect)
    }
}

impl Puzzle for Shikaku {
    fn form(&self) -> Form {
        let letters = self.letters();
        let names =
            (0..letters.values().flatten().count()).map(|one| Label::numbered(one).to_string());
        Form::words(letters.rows(), letters.columns(), names).with_givens(&letters)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let letters = self.letters();
        let clues = letters.iter().filter_map(|(clue, letter)| Some((clue, (*letter)?)));
        let mut possible = letters.map(|_, _| BTreeSet::new());
        for (clue, letter) in clues.clone() {
            for cell in self.rectangles(clue).flatten() {
                possible[cell].insert(letter);
            }
            if model.poll() {
                return;
            }
        }
        let letter = possible.map(|_, possible| model.int(possible.iter().copied()));
        model.rule("The grid is cut into rectangles, each with one clue, which counts its cells.");
        for (clue, own) in clues {
            let said = self.clues[clue].map(|clue| clue.to_string()).unwrap_or_default();
            let model = &mut model.at(format!("the clue {said} at {clue}"));
            let (mut all, mut covering) = (Vec::new(), BTreeMap::<Cell, Vec<Flag>>::new());
            for rectangle in self.rectangles(clue) {
                let lies = model.flag();
                all.push(lies);
                for cell in rectangle {
                    covering.entry(cell).or_default().push(lies);
                }
                if model.poll() {
                    return;
                }
            }
            model.require(exactly(1, all));
            for (cell, covering) in covering {
                model.require(sum(covering).equals(letter[cell].is(own)));
            }
        }
        board.set_cells(&letter);
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let (given, says) = (ClueOr::said(&self.clues), "is in a rectangle of the size");
        vec![Clues::in_cells("clues", &given, says, |board, cell| {
            let area = board.grid().values().filter(|&&letter| letter == board[cell]).count();
            self.clues[cell].and_then(|_| Within::new(area.try_into().ok()?))
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (_, cells) in Regions::from_labels(board.grid()).iter() {
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let is_between = |cell: &Cell| (first.column..=last.column).contains(&cell.column);
            let rows = last.row + 1 - first.row;
            ensure!(
                cells.iter().all(is_between)
                    && rows * (last.column + 1 - first.column) == cells.len(),
                "the region of {first} is not a rectangle"
            );
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        // The letters are for texts.
        picture.erase(self.clues.cells());
        if let Some(board) = board {
            draw::found_regions(picture, board.grid());
        }
        draw::givens(picture, &ClueOr::said(&self.clues));
        draw::unknown_clues(picture, &self.clues);
    }
}

impl Setter for Shikaku {
    /// Cuts the grid at random, and puts a clue without a number into each rectangle.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let mut clues = Grid::filled(rows, columns, '.');
        let mut parts = vec![(0..rows, 0..columns)];
        while let Some((rows, columns)) = parts.pop() {
            if rows.len() * columns.len() <= random.usize(2..12) {
                clues[Cell::new(random.usize(rows), random.usize(columns))] = '?';
            } else if rows.len() > columns.len() {
                let cut = random.usize(rows.start + 1..rows.end);
                parts.extend([(rows.start..cut, columns.clone()), (cut..rows.end, columns)]);
            } else {
                let cut = random.usize(columns.start + 1..columns.end);
                parts.extend([(rows.clone(), columns.start..cut), (rows, cut..columns.end)]);
            }
        }
        Some(Draft::new().text("clues", clues))
    }

    fn no_clue(&self) -> &'static str {
        "?"
    }
}
