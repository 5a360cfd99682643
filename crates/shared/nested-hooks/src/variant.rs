//! A puzzle of the family: what it has of its own, and all that it shares with the others.

use std::ops::ControlFlow;

use anyhow::Result;
use grid_puzzles::empty_groups;
use picture::Picture;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use ::rules::{Model, Rules};

use crate::{Board, Digits, check, draw, rules};

/// What one puzzle of the family has of its own: its clues. [`Hooks`] makes it a puzzle.
pub trait Variant: Serialize + DeserializeOwned + 'static {
    /// Which digit a hook carries.
    const DIGITS: Digits;

    /// Whether each 2 x 2 block must have an empty cell.
    const BLOCKS_HAVE_EMPTY_CELLS: bool = true;

    /// Whether pictures show the hooks of a complete board: not where other borders are drawn.
    const SHOWS_HOOKS: bool = true;

    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize;

    /// Refuses what has no meaning; see [`Puzzle::validate`].
    ///
    /// # Errors
    /// Names the key and, for a grid, row and column, and says what was expected.
    fn validate(&self) -> Result<()>;

    /// Reports every solution, exhaustively, unless told to stop. With [`Digits::OfSize`] none is
    /// reported twice; see [digits tell the hooks](crate#digits-tell-the-hooks).
    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop>;

    /// Adds the clues to the rules that the family shares, as constraints; none where they are no
    /// such thing.
    fn state_clues(&self, model: &mut Model, cells: &rules::Cells) -> Option<()> {
        let _ = (model, cells);
        None
    }

    /// Checks the clues of a board that keeps all rules of the family; shares nothing with the
    /// search.
    ///
    /// # Errors
    /// The first clue that the board breaks, and where.
    fn check_clues(&self, board: &Board) -> Result<()>;

    /// The digits that are given, where some may be.
    fn givens(&self) -> Option<&Board> {
        None
    }

    /// See [`Puzzle::random`].
    fn random(size: usize, random: &mut Rng) -> Self;

    /// See [`Puzzle::clued`].
    #[must_use]
    fn clued(&self, board: &Board) -> Self;

    /// What else a reader wants to see of a solution.
    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        empty_groups::remarks(board)
    }

    /// Adds the clues to a picture with the digits, given or found.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>);
}

/// A square to cut into nested hooks and to fill: the filled cells are connected, and the answer is the
/// product of the sizes of the groups of empty cells. The clues are those of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hooks<V>(pub V);

impl<V: Variant> Puzzle for Hooks<V> {
    const DISTINCT: bool = matches!(V::DIGITS, Digits::OfSize);

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn rules(&self) -> Option<Rules<Board>> {
        let mut model = Model::default();
        let cells = rules::Cells::new(&mut model, self.0.size(), V::DIGITS);
        self.0.state_clues(&mut model, &cells)?;
        if let Some(givens) = self.0.givens() {
            cells.keep(&mut model, givens);
        }
        cells.are_connected(&mut model);
        if V::BLOCKS_HAVE_EMPTY_CELLS {
            cells.have_no_full_block(&mut model);
        }
        Some(cells.solved(model))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        self.0.search(search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.0.size())?;
        check::digits(board)?;
        check::hooks(board, V::DIGITS)?;
        check::connected(board)?;
        if V::BLOCKS_HAVE_EMPTY_CELLS {
            check::blocks(board)?;
        }
        self.0.check_clues(board)
    }

    fn answer(&self, board: &Board) -> String {
        empty_groups::answer(board)
    }

    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        Some(Hooks(V::random(size, random)))
    }

    fn clued(&self, board: &Board) -> Option<Self> {
        Some(Hooks(self.0.clued(board)))
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        self.0.remarks(board)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.0.size(), self.0.givens(), board);
        self.0.draw(&mut picture, board);
        if let Some(board) = board.filter(|_| V::SHOWS_HOOKS) {
            draw::hooks(&mut picture, board, V::DIGITS);
        }
        picture
    }
}
