//! # Twenty Four Seven (Four-in-One)
//!
//! *Jane Street, February 2023.* A grid of 12 rows and 12 columns is covered by four squares of 7
//! rows and 7 columns, one in each corner; neighbours share two rows or columns. Each square holds
//! one 1, two 2s, and so on to seven 7s, four numbers with the sum 20 in each of its rows and
//! columns. The filled cells of the whole grid are connected, and no 2 x 2 block of it is full.
//! Some numbers are given. A clue at the border up to 7 is the first number seen from there; a
//! larger one is the sum of all numbers of the row or the column. The answer is the product of the
//! sizes of the groups of empty cells.
//!
//! ```text
//! A A A A A b b B B B B B
//! A A A A A b b B B B B B     a row through the squares A and B, which share the two cells b: each
//! A A A A A b b B B B B B     of them holds 20, so the whole row holds 40 less what these two hold
//! ```
//!
//! ## Idea
//! The search of [`twenty_four_seven::search`] propagates each line of a square as a whole, by the
//! counts and sums that its cells can make. A sum at the border determines the sum of the two
//! shared cells. No clue can be both a first number and a sum: the two cells that are counted twice
//! hold at most 14, so the sum of a row or column is at least 26. The rules alone solve the puzzle,
//! too, but `make` calls the solver many times, and the search is faster.
//!
//! A grid may also have 7 rows and columns: one square.

use grid_puzzles::{Border, Side, check_givens_fit, without_border_clues};
use puzzle::prelude::*;
use twenty_four_seven::{Field, Givens, random_givens};

/// A grid of overlapping squares: its givens and clues.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FourInOne {
    /// The given numbers (rows x columns).
    givens: Givens,
    /// Up to 7 the first number seen, above that the sum of the line.
    clues: Border<u8>,
}

/// The number of rows and columns of a square, and its largest number.
const SIZE: u8 = 7;
/// The offset from one square to the next.
const STEP: usize = 5;

puzzle::program!(FourInOne, searched, explained);

impl FourInOne {
    fn size(&self) -> usize {
        self.givens.rows()
    }

    fn field(&self) -> Field<'_> {
        let starts = (0..=self.size() - usize::from(SIZE)).step_by(STEP);
        let squares = starts.clone().cartesian_product(starts);
        let clues = self.clues.given().map(|(side, line, &clue)| (side, line, clue));
        let (seen, sums) = clues.partition(|&(_, _, clue)| clue <= SIZE);
        let squares = squares.map(|(row, column)| Cell::new(row, column)).collect();
        Field { givens: &self.givens, size: SIZE.into(), squares, seen, sums }
    }

    /// Returns the clue that a board gives at a side: of the kind of the instance's clue there, the
    /// first number or the sum; without a clue, the first number at the left and the top, and the
    /// sum at the other sides.
    fn clue(&self, board: &Board, side: Side, line: usize) -> Option<i64> {
        let mut numbers = side.cells(self.size(), line).filter_map(|cell| board[cell]);
        let is_first = match self.clues.side(side)[line] {
            Some(clue) => clue <= SIZE,
            None => matches!(side, Side::Left | Side::Top),
        };
        if is_first { numbers.next() } else { Some(numbers.sum()) }
    }
}

impl Puzzle for FourInOne {
    fn form(&self) -> Form {
        self.field().form()
    }

    fn validate(&self) -> Result<()> {
        let size = self.size();
        let sizes = [SIZE.into(), usize::from(SIZE) + STEP];
        ensure!(
            sizes.contains(&size),
            "`givens`: expected {} rows and found {size}",
            sizes.iter().format(" or ")
        );
        check_givens_fit(&self.givens, (size, size), "number", 1..=SIZE)?;
        Field::check_border("clues", &self.clues, size, u8::MAX)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        self.field().state(model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        self.field().search(search)
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        self.field().check(board)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        let clue = |board: &Board, side, line| self.clue(board, side, line)?.try_into().ok();
        self.clues.of_board("clues", "gives the clue", clue)
    }

    fn answer(&self, board: &Board) -> Answer {
        Field::answer(board)
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        // The lines at which a square begins or ends.
        let edges = [STEP, SIZE.into()];
        picture.borders(|one, other| {
            edges.contains(&other.row) && one.row < other.row
                || edges.contains(&other.column) && one.column < other.column
        });
    }
}

impl Setter for FourInOne {
    fn sizes(&self) -> Vec<usize> {
        vec![usize::from(SIZE), usize::from(SIZE) + STEP]
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (one, all) = (usize::from(SIZE), usize::from(SIZE) + STEP);
        let givens =
            if size <= one { random_givens(one, random) } else { Grid::filled(all, all, None) };
        Some(without_border_clues(givens.rows(), &["clues"]).text("givens", &givens))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut draft = Draft::new().text("givens", board.grid());
        self.clues().iter().for_each(|clues| clues.put(board, &mut draft));
        Some(draft)
    }
}
