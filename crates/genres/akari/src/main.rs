//! # Akari
//!
//! Put lamps into some of the white cells. A lamp lights its own cell and the cells visible along
//! its row and column, up to a black cell. Every white cell is lit, and lamps do not light each
//! other. A clue in a black cell counts the lamps that share a side with it.
//!
//! ```text
//! clues        solution
//! # # 1        # # #
//! . 1 .        - # o      one lamp beside each clue
//! . . .        o - -
//! ```

use grid_puzzles::{ClueOr, LARGEST_GRID, check_size, draw, scattered, state};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A room to light.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Akari {
    /// White cells, `.`, and black cells with a clue from 0 to 4, or `#` without one.
    clues: Grid<Option<ClueOr<Within<0, 4>, '#'>>>,
}

const LAMP: Option<i64> = Some(1);
const BLACK: i64 = 2;

puzzle::program!(Akari, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Cells("clues", &pzpr::BLACK_CELLS)]);

impl Puzzle for Akari {
    fn form(&self) -> Form {
        let black = self.clues.map(|_, clue| clue.map(|_| BLACK));
        Form::words(black.rows(), black.columns(), ["-", "o", "#"])
            .said_as(&["empty", "a lamp", "black"])
            .with_givens(&black)
            .with_word_for_givens(BLACK)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, LARGEST_GRID)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let lamp = self.clues.map(|_, clue| clue.map_or_else(|| model.flag(), |_| Flag::FALSE));
        let lit_from = |cell| self.clues.seen_from(cell, Option::is_none);
        model.rule("Every white cell is lit by a lamp in its row or column.");
        for cell in self.clues.find_all(Option::is_none) {
            model.require(any(lit_from(cell).chain([cell]).map(|from| lamp[from])));
        }
        model.rule("No lamp lights another.");
        for cell in self.clues.find_all(Option::is_none) {
            model.require(implies(lamp[cell], none(lit_from(cell).map(|lit| lamp[lit]))));
        }
        model.rule("A clue counts the lamps that share a side with it.");
        state::clues(model, &ClueOr::said(&self.clues), |cell, clue| {
            exactly(clue.get(), lamp.neighbours(cell).map(|beside| lamp[beside]))
        });
        let word = |at, clue: &Option<_>| clue.map_or(lamp[at].into(), |_| Int::constant(BLACK));
        board.set_cells(&self.clues.map(word));
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let (given, says) = (ClueOr::said(&self.clues), "has a number of lamps beside it that is");
        vec![Clues::in_cells("clues", &given, says, |board, cell| {
            let lamps = self.clues.neighbours(cell).filter(|&beside| board[beside] == LAMP);
            Within::new(lamps.count().try_into().ok()?).filter(|_| self.clues[cell].is_some())
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for cell in self.clues.find_all(Option::is_none) {
            ensure!(board[cell] != Some(BLACK), "{cell} is white");
            let other = self.clues.seen_from(cell, Option::is_none).any(|one| board[one] == LAMP);
            ensure!(other || board[cell] == LAMP, "no lamp lights {cell}");
            ensure!(!other || board[cell] != LAMP, "another lamp lights the one at {cell}");
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        // The signs of white and black cells are for texts.
        picture.erase(self.clues.cells());
        picture.fill_cells(self.clues.find_all(Option::is_some), Tint::Black);
        draw::givens(picture, &ClueOr::said(&self.clues));
        let Some(board) = board else { return };
        for lamp in board.grid().find_all(|&value| value == LAMP) {
            let lit = self.clues.seen_from(lamp, Option::is_none).chain([lamp]);
            picture.fill_cells(lit, Tint::Highlight);
            draw::discs(picture, [lamp], Some(Tint::Colour(3)));
        }
    }
}

impl Setter for Akari {
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("clues", scattered('#', (rows, columns), 5, random)))
    }

    fn no_clue(&self) -> &'static str {
        "#"
    }
}
