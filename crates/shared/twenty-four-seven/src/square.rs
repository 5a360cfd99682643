//! One square as a puzzle.

use grid_puzzles::{Border, check_givens_fit, check_square};
use puzzle::prelude::*;
use puzzle::{Limits, solve};

use crate::field::first_seen;
use crate::search::LARGEST_SEARCHED;
use crate::{Field, Givens};

/// The largest square. Beyond it the rules take gigabytes.
const LARGEST_SIZE: usize = 16;

/// The largest random square.
pub(crate) const LARGEST_MADE: usize = 11;

/// A square to fill: its givens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Square {
    /// The numbers that are given, as many rows as columns.
    pub(crate) givens: Givens,
    /// The first number that is seen from each side along each line, where there is a border.
    pub(crate) seen: Option<Border<u8>>,
}

/// Returns most numbers of a random board of at least this size, up to 11, as givens. With few
/// givens, the rules take long to find a board.
pub fn random_givens(size: usize, random: &mut Rng) -> Grid<Option<i64>> {
    const ATTEMPTS: usize = 20;
    const MOST_NODES: u64 = 1000;
    let size = [1, 7].into_iter().find(|&solvable| size <= solvable).unwrap_or(LARGEST_MADE);
    let limits = Limits { nodes: Some(MOST_NODES), ..Limits::solutions(1) };
    for _ in 0..ATTEMPTS {
        let mut givens = Grid::filled(size, size, None);
        for value in 1..=LARGEST_SEARCHED {
            let cell = Cell::new(random.usize(..size), random.usize(..size));
            givens[cell] = u8::try_from(value).ok().filter(|_| size >= value);
        }
        let (boards, _) = solve(&Square { givens, seen: None }, &limits);
        if let [board] = &boards[..] {
            return board.grid().map(|_, number| number.filter(|_| random.u8(..5) > 0));
        }
    }
    Grid::filled(size, size, None)
}

impl Square {
    pub(crate) fn size(&self) -> usize {
        self.givens.rows()
    }

    /// Returns the field whose only square this is.
    pub(crate) fn field(&self) -> Field<'_> {
        let seen = self.seen.iter().flat_map(Border::given);
        Field {
            givens: &self.givens,
            size: self.size(),
            squares: vec![Cell::new(0, 0)],
            seen: seen.map(|(side, line, &clue)| (side, line, clue)).collect(),
            sums: Vec::new(),
        }
    }
}

impl Puzzle for Square {
    fn form(&self) -> Form {
        self.field().form()
    }

    fn validate(&self) -> Result<()> {
        check_square("givens", &self.givens, LARGEST_SIZE)?;
        let rows = self.givens.rows();
        let largest = u8::try_from(rows)?;
        check_givens_fit(&self.givens, (rows, rows), "number", 1..=largest)?;
        let mut seen = self.seen.iter();
        seen.try_for_each(|seen| Field::check_border("seen", seen, rows, largest))
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
        let seen = self.seen.iter();
        seen.flat_map(|seen| seen.of_board("seen", "begins with", first_seen)).collect()
    }

    fn answer(&self, board: &Board) -> Answer {
        Field::answer(board)
    }
}

impl Setter for Square {
    fn sizes(&self) -> Vec<usize> {
        vec![7, LARGEST_MADE]
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("givens", random_givens(size.max(2), random)))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut draft = Draft::new().text("givens", board.grid());
        self.clues().iter().for_each(|clues| clues.put(board, &mut draft));
        Some(draft)
    }
}
