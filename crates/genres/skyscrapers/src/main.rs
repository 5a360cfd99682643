//! # Skyscrapers
//!
//! Each cell of a square is a building. Each row and each column has every height from 1 to the number of rows
//! once. A clue at the border counts the buildings that are visible from there along its line; a building hides
//! the lower ones behind it.
//!
//! ```text
//!   . 3 .      solution
//! 2 . . .      2 1 3      two buildings are visible from the left
//! 1 . . .      3 2 1
//! 2 . . .      1 3 2      three are visible from the top of the second column
//! ```

use grid_puzzles::{LineClues, Side, check_givens_fit};
use latin_squares::{check, state_latin_square};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A square of buildings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Skyscrapers {
    /// The clues above the columns.
    #[serde(deserialize_with = "LineClues::of_columns")]
    top: LineClues<Clue>,
    /// The clues below the columns.
    #[serde(deserialize_with = "LineClues::of_columns")]
    bottom: LineClues<Clue>,
    /// The clues at the left of the rows.
    #[serde(deserialize_with = "LineClues::of_rows")]
    left: LineClues<Clue>,
    /// The clues at the right of the rows.
    #[serde(deserialize_with = "LineClues::of_rows")]
    right: LineClues<Clue>,
    /// The given heights, if there are any.
    givens: Option<Grid<Option<u8>>>,
}

/// A number of buildings; one that exceeds the size cannot be kept.
type Clue = Within<1, 25>;

const LARGEST_SIZE: usize = 25;

puzzle::program!(Skyscrapers, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Border(
    &["top", "bottom", "left", "right"],
    "givens",
    &pzpr::MARKED_NUMBERS,
)]);

impl Skyscrapers {
    fn size(&self) -> usize {
        self.top.len()
    }

    /// Returns the clues of a side.
    fn side(&self, side: Side) -> &LineClues<Clue> {
        match side {
            Side::Top => &self.top,
            Side::Bottom => &self.bottom,
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

impl Puzzle for Skyscrapers {
    fn form(&self) -> Form {
        let form = latin_squares::form(self.size());
        self.givens.iter().fold(form, Form::with_givens)
    }

    fn validate(&self) -> Result<()> {
        self.top.check_at_most("top", LARGEST_SIZE)?;
        for side in Side::ALL {
            self.side(side).check_as_many(side.key(), "top", &self.top)?;
        }
        let Some(givens) = &self.givens else { return Ok(()) };
        let size = self.size();
        check_givens_fit(givens, (size, size), "height", 1..=size.try_into()?)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let height = board.cells(model);
        if let Some(given) = &self.givens {
            model.given_rule("Given heights stay.");
            model.require(givens(&height, given));
        }
        state_latin_square(model, &height, |_| true.into());
        model.rule(
            "A clue counts the buildings that are visible from there; a building hides the lower ones \
             behind it.",
        );
        for (side, line) in iproduct!(Side::ALL, 0..self.size()) {
            let Some(clue) = self.side(side)[line] else { continue };
            let model = &mut model.at(format!("the clue {clue} {}", side.beside(line)));
            let visible = model.visible(side.cells(self.size(), line).map(|cell| &height[cell]));
            for (cell, &visible) in side.cells(self.size(), line).zip(&visible) {
                model.name(format!("{cell} | is visible from the {}", side.key()), visible);
            }
            model.require(exactly(clue.get(), visible));
        }
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let of_side = |side: Side| {
            let says = "has a number of visible buildings that is";
            let visible = move |board: &Board, line| {
                let mut highest = None;
                let is_visible = |cell: &Cell| {
                    let before = highest;
                    highest = highest.max(board[*cell]);
                    highest > before
                };
                let visible = side.cells(self.size(), line).filter(is_visible);
                Clue::new(visible.count().try_into().ok()?)
            };
            self.side(side).of_board(side.key(), move |line| side.site(line), says, visible)
        };
        Side::ALL.map(of_side).into()
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::latin_square(board)
    }
}

impl Setter for Skyscrapers {
    fn sizes(&self) -> Vec<usize> {
        (1..=12).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        let draft = grid_puzzles::without_clues(size, &Side::ALL.map(Side::key));
        Some(draft.text("givens", Grid::filled(size, size, None::<u8>)))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut draft = Draft::new().text("givens", board.grid());
        for clues in self.clues() {
            clues.put(board, &mut draft);
        }
        Some(draft)
    }
}
