//! # Number Cross 4
//!
//! *Jane Street, May 2024.* A grid is divided into regions. Some cells are to be black, no two of
//! which share an edge; each of the others holds a digit. Neighbours hold the same digit if they
//! are in the same region, and different digits if they are not. Where black cells cut a region
//! into pieces, each piece has a digit of its own. Black cells cut each row into numbers of two
//! digits or more, none of which begins with 0, and all numbers of a row have the property that the
//! row's clue names. The answer is the sum of all numbers.
//!
//! ```text
//! a b c d e      # 3 4 3 #     power 7         343 = 7 x 7 x 7
//! a b c e e      1 3 # 5 5     fibonacci       13, 55
//! a b c c e      1 3 7 7 5     multiple 5      13775 = 5 x 2755
//! a b b c e      # 3 3 7 5     cube            3375 = 15 x 15 x 15
//! a b b c c      7 3 3 7 #     palindrome      7337; the answer is 24898
//! ```
//!
//! ## Idea
//! The puzzle has no search: the rules alone solve it. An automaton that knows the clue and the
//! regions of a row reads it. Multiples are recognised by their remainders; squares, palindromes
//! and powers are listed, as most of them do not have equal digits where a region requires them. So
//! a row has few fillings, and its neighbours leave even fewer.

use grid_puzzles::{Label, check_size, draw, random_regions};
use number_cross::property::{Place, Property};
use number_cross::rows::{self, BLACK};
use puzzle::prelude::*;

/// A grid to fill: its regions, and a clue for each row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberCross {
    /// The region of each cell: equal labels are one region, connected or not.
    regions: Grid<Label>,
    /// The property of every number of a row, from top to bottom.
    clues: Vec<Property>,
}

/// The most columns: there are millions of longer squares and palindromes.
const MOST_COLUMNS: usize = 12;

/// The most rows.
const MOST_ROWS: usize = 20;

impl NumberCross {
    /// Returns the requirements of a place in a row.
    fn place(&self, cell: Cell) -> Place {
        let before = cell.column.checked_sub(1).map(|column| Cell::new(cell.row, column));
        match before {
            None => Place::any(),
            Some(before) if self.regions[before] == self.regions[cell] => Place::any().equal(),
            Some(_) => Place::any().other(),
        }
    }

    /// Returns the pairs of cells that share an edge.
    fn neighbours(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let beside = |cell| self.regions.neighbours(cell).filter(move |&other| cell < other);
        self.regions.cells().flat_map(move |cell| beside(cell).map(move |other| (cell, other)))
    }
}

puzzle::program!(NumberCross, explained);

impl Puzzle for NumberCross {
    fn form(&self) -> Form {
        rows::form(self.regions.rows(), self.regions.columns(), 0)
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (MOST_ROWS, MOST_COLUMNS))?;
        let (rows, clues) = (self.regions.rows(), self.clues.len());
        let found = puzzle::counted(clues, "clue");
        ensure!(clues == rows, "`clues` has {found}; expected {rows}, one for each row");
        for (row, clue) in (1..).zip(&self.clues) {
            ensure!(
                !matches!(clue, Property::Prime | Property::TwicePrime),
                "`clues`, row {row}: {clue} is no clue here, since too many numbers would fit it"
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let content = board.cells(model);
        model.rule(
            "Some cells are black, no two of which share an edge; each of the others holds a \
             digit.",
        );
        for (one, other) in self.neighbours() {
            model.require(at_most(1, [content[one].is(BLACK), content[other].is(BLACK)]));
        }
        model.rule(
            "Neighbours hold the same digit in the same region, different digits in different ones.",
        );
        for (one, other) in self.neighbours() {
            let is_same = self.regions[one] == self.regions[other];
            let (one, other) = (&content[one], &content[other]);
            let black_or = |int: &Int, digit| any([int.is(digit), int.is(BLACK)]);
            let of_digits = (0..BLACK).map(|digit| {
                if is_same {
                    let follows = implies(one.is(digit), black_or(other, digit));
                    follows.and(implies(other.is(digit), black_or(one, digit)))
                } else {
                    at_most(1, [one.is(digit), other.is(digit)])
                }
            });
            model.require(of_digits.collect::<Rule>());
        }
        model.rule(
            "Black cells cut a row into numbers of two digits or more, no 0 in front. All of them \
             have the property that its clue names.",
        );
        for (row, (contents, &clue)) in content.row_slices().zip(&self.clues).enumerate() {
            let model = &mut model.at(format!("row {}: {}", row + 1, clue.description()));
            let columns = 0..self.regions.columns();
            let places = columns.map(|column| self.place(Cell::new(row, column))).collect_vec();
            let right = rows::automaton(model.budget(), clue, &places);
            model.regular(contents, &right);
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        rows::check(board, &self.clues)?;
        for (one, other) in self.neighbours() {
            let are_digits = board[one] != Some(BLACK) && board[other] != Some(BLACK);
            let is_same = self.regions[one] == self.regions[other];
            ensure!(
                !are_digits || is_same == (board[one] == board[other]),
                "{one} and {other} are in {} and hold {} digits",
                if is_same { "the same region" } else { "different regions" },
                if is_same { "different" } else { "the same" }
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(rows::sum(board))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        draw::coloured_regions(picture, &self.regions);
        rows::draw(picture, &self.clues, board);
    }
}

impl Setter for NumberCross {
    /// Makes whole instances with easy clues, so that many have solutions.
    fn sizes(&self) -> Vec<usize> {
        (2..=6).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const CLUES: [&str; 10] = [
            "square",
            "fibonacci",
            "palindrome",
            "multiple 3",
            "digitsum 9",
            "digitproduct-ends 6",
            "palindrome-plus 1",
            "palindrome-multiple 2",
            "prime-to-prime",
            "by-own-digits",
        ];
        let size = size.max(2);
        let count = random.usize(2..=size * 2);
        let regions = random_regions(size, size, count, random);
        let clues = (0..size).filter_map(|_| random.choice(CLUES)).collect_vec();
        Some(Draft::new().text("regions", regions).value("clues", clues))
    }
}
