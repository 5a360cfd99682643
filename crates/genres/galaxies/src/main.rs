//! # Galaxies
//!
//! Cut the grid into galaxies: connected regions, each around a dot. A half turn about the dot takes the
//! galaxy to itself, and there is no other dot in it. Dots may be black: then their galaxies are a hidden
//! picture.
//!
//! ```text
//! dots                   solution
//! r1c1r r2c2 r3c2r       A A B
//!                        B B B      dots on the right side of r1c1, in r2c2, and on the right side of r3c2
//!                        B C C
//! ```
//!
//! ## Boards
//! A letter for each cell, that of its galaxy: `A` for the galaxy of the first dot of the instance, `B` for
//! that of the second, and so on. After `Z` come `a` to `z`, then `52`, `53`, ...

use grid_puzzles::{Dot, Label, draw};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid with dots.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Galaxies {
    /// The number of rows.
    rows: Within<1, 60>,
    /// The number of columns.
    columns: Within<1, 60>,
    /// The dots: `r2c3` in a cell, `r2c3r` on its right side, `r2c3b` on its bottom, `r2c3x` on its
    /// lower right corner.
    dots: Vec<Dot>,
    /// The black ones among them.
    #[serde(default)]
    black: Vec<Dot>,
}

puzzle::program!(Galaxies, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Dots("dots", "black")]);

/// Returns the cells that can be in the galaxy of a dot, which has this letter: no other dot touches them
/// or their images.
fn reach(dot: Dot, letter: i64, letters: &Grid<Option<i64>>) -> Vec<Cell> {
    let is_free = |cell| letters[cell].is_none_or(|other| other == letter);
    let is_possible = |&cell: &Cell| is_free(cell) && dot.image(letters, cell).is_some_and(is_free);
    letters.cells().filter(is_possible).collect()
}

impl Galaxies {
    /// Returns the letters of the cells that dots touch.
    fn letters(&self) -> Grid<Option<i64>> {
        let mut letters = Grid::filled(self.rows.size(), self.columns.size(), None);
        for (letter, dot) in (0..).zip(&self.dots) {
            dot.cells().for_each(|cell| letters[cell] = Some(letter));
        }
        letters
    }
}

impl Puzzle for Galaxies {
    fn form(&self) -> Form {
        let names = (0..self.dots.len()).map(|dot| Label::numbered(dot).to_string());
        Form::words(self.rows.size(), self.columns.size(), names).with_givens(&self.letters())
    }

    fn validate(&self) -> Result<()> {
        let grid = Grid::filled(self.rows.size(), self.columns.size(), ());
        for dot in &self.dots {
            ensure!(grid.contains(dot.last()), "`dots`: {dot} is outside the grid");
        }
        for dot in &self.black {
            ensure!(self.dots.contains(dot), "`black`: {dot} is not one of the `dots`");
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let letters = self.letters();
        let dots = || (0..).zip(&self.dots);
        let mut reached = Vec::new();
        let mut possible = letters.map(|_, _| Vec::new());
        for (own, &dot) in dots().take_while(|_| !model.poll()) {
            let cells = reach(dot, own, &letters);
            for &cell in &cells {
                possible[cell].push(own);
            }
            reached.push(cells);
        }
        let letter = possible.map(|_, possible| model.int(possible.iter().copied()));
        board.set_cells(&letter);
        for (cell, own) in &letter {
            let dots =
                own.values().filter_map(|(letter, _)| self.dots.get(usize::try_from(letter).ok()?));
            model.name_in_words(cell, own, dots.map(|dot| format!("of dot {dot}")));
        }
        model.rule("A galaxy has one dot; a half turn about the dot takes the galaxy to itself.");
        for ((own, dot), cells) in dots().zip(&reached) {
            let model = &mut model.at(format!("the dot {dot}"));
            model.require(all(dot.cells().map(|cell| letter[cell].is(own))));
            let pairs = cells.iter().filter_map(|&cell| Some((cell, dot.image(&letters, cell)?)));
            for (cell, image) in pairs.filter(|(cell, image)| cell < image) {
                model.require(sum([letter[cell].is(own)]).equals(letter[image].is(own)));
            }
        }
        model.rule("Each galaxy is connected.");
        for (own, dot) in dots() {
            let model = &mut model.at(format!("the dot {dot}"));
            model.connected_cells(&letter.map(|_, letter| letter.is(own)));
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let parts = Regions::connected(board.grid());
        for (letter, dot) in (0..).zip(&self.dots) {
            let has_dot = dot.cells().all(|cell| board[cell] == Some(letter));
            ensure!(has_dot, "the dot {dot} is in another galaxy");
            for cell in board.grid().find_all(|&one| one == Some(letter)) {
                let image = dot.image(board.grid(), cell);
                let is_turned = image.is_some_and(|image| board[image] == board[cell]);
                ensure!(is_turned, "a half turn about {dot} takes {cell} out of the galaxy");
                let is_connected = parts.region_of(cell) == parts.region_of(dot.last());
                ensure!(is_connected, "the galaxy of {dot} is not connected with its cell {cell}");
            }
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        // The letters are for texts.
        picture.erase(self.letters().cells());
        if let Some(board) = board {
            draw::found_regions(picture, board.grid());
        }
        if let Some(board) = board.filter(|_| !self.black.is_empty()) {
            // The hidden picture.
            let letters = (0..).zip(&self.dots).filter(|(_, dot)| self.black.contains(dot));
            let black: Vec<i64> = letters.map(|(letter, _)| letter).collect();
            let is_black = |letter: &Option<i64>| letter.is_some_and(|one| black.contains(&one));
            picture.fill_cells(self.letters().cells(), Tint::Unshaded);
            picture.fill_cells(board.grid().find_all(is_black), Tint::Shaded);
        }
        for dot in &self.dots {
            let (x, y) = dot.middle();
            let tint = if self.black.contains(dot) { Tint::Black } else { Tint::White };
            picture.circle(x, y, 0.16, Ink::Given, Some(tint));
        }
    }
}

impl Setter for Galaxies {
    /// Generates small grids as rectangles: there is little room for galaxies in a small square.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let columns = if size > 4 { size } else { random.usize(size..=3 * size) };
        self.random_rectangle(size, columns, random)
    }

    /// Lets galaxies grow around random dots.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let mut is_free = Grid::filled(rows, columns, true);
        let mut dots = Vec::new();
        let mut cells: Vec<Cell> = is_free.cells().collect();
        random.shuffle(&mut cells);
        for first in cells {
            let last = Cell::new(first.row + random.usize(..2), first.column + random.usize(..2));
            let fits = |dot: &Dot| dot.cells().all(|cell| is_free.get(cell) == Some(&true));
            let dot = [last, first].map(|last| Dot::between(first, last)).into_iter().find(fits);
            let Some(dot) = dot else { continue };
            dots.push(dot);
            let mut galaxy: Vec<Cell> = dot.cells().collect();
            for &cell in &galaxy {
                is_free[cell] = false;
            }
            for _ in 0..random.usize(..=rows.max(columns) * 4) {
                let beside = galaxy.iter().flat_map(|&cell| is_free.neighbours(cell));
                let beside = beside.filter(|&cell| is_free[cell]).collect::<Vec<_>>();
                let Some(cell) = random.choice(beside) else { break };
                let image = dot.image(&is_free, cell).filter(|&image| is_free[image]);
                for cell in image.into_iter().flat_map(|image| [cell, image]) {
                    is_free[cell] = false;
                    galaxy.push(cell);
                }
            }
        }
        dots.sort_unstable();
        let dots: Vec<String> = dots.iter().map(Dot::to_string).collect();
        Some(Draft::new().number("rows", rows).number("columns", columns).value("dots", dots))
    }
}
