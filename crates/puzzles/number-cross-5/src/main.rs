//! # Number Cross 5
//!
//! *Jane Street, May 2025.* A grid is divided into regions, and some cells are highlighted. First,
//! each region has a digit from 1 to 9, in all of its cells; regions that share an edge have
//! different digits. Then tiles are put on cells that are not highlighted, no two of which share an
//! edge. The digit under a tile is split into parts, which may be 0, and each part is added to a
//! cell beside the tile; no cell exceeds 9, and highlighted cells receive nothing. Tiles cut each
//! row into numbers of two digits or more, all different in the whole grid, and all numbers of a
//! row have the property that the row's clue names. The answer is the sum of all numbers.
//!
//! ```text
//! A A a a a      5 5 5 5 5      5 5 # 8 8     multiple 11
//! B a a a a      2 5 5 5 5      2 5 7 6 #     multiple 14      capital letters are highlighted;
//! b b a a a      2 2 5 5 5      8 4 # 5 6     multiple 28      5 = 3 + 1 + 1 under the tile at
//! c b b a A      9 2 2 5 5      # 5 5 5 5     multiple 101     the right end of the second row;
//! c c b B A      9 9 2 2 5      9 9 2 2 5     multiple 2025    the answer is 107639
//! ```
//!
//! ## Idea
//! The puzzle has no search: the rules alone solve it. A solution is the final grid; it need not
//! say how digits were split. Automata read the numbers of a row; their states are remainders,
//! products or prefixes. Squares and primes of eleven digits are too many for that. But they stand
//! in the first and the last row, to which tiles of only one other row can add something, and only
//! where the clue of that row has a place for a tile. So most of their cells keep the digit of the
//! region, and few rows remain to be listed.
//!
//! The checker searches for digits of the regions that lead to the grid, and for a way to split the
//! digits under tiles: a maximum flow from the tiles to the cells beside them.
//!
//! ## Sources
//! The published instance has the highlighted cell that a correction of the puzzle added.

mod check;
mod constraints;
mod outer_row;

use grid_puzzles::{check_size, draw, random_regions};
use number_cross::property::Property;
use number_cross::rows;
use puzzle::prelude::*;

/// A grid to fill: its regions, its highlighted cells, and a clue for each row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberCross {
    /// A letter for each cell: the same letter, lower or upper case, marks one region, connected or
    /// not, and a capital marks a highlighted cell.
    regions: Grid<char>,
    /// The property of every number of a row, from top to bottom.
    clues: Vec<Property>,
}

/// The most rows and columns.
const LARGEST_SIZE: usize = 11;

/// The most columns if a middle row has prime numbers: longer ones are too many.
const MOST_PRIME_COLUMNS: usize = 6;

impl NumberCross {
    /// Returns the regions, with highlighted cells treated like all others.
    fn labels(&self) -> Grid<char> {
        self.regions.map(|_, letter| letter.to_ascii_lowercase())
    }

    /// Returns whether a cell is in the grid and not highlighted.
    fn is_open(&self, cell: Cell) -> bool {
        self.regions.get(cell).is_some_and(char::is_ascii_lowercase)
    }
}

puzzle::program!(NumberCross, explained);

impl Puzzle for NumberCross {
    /// Describes boards: the final digits, and `#` for a tile.
    fn form(&self) -> Form {
        rows::form(self.regions.rows(), self.regions.columns(), 1)
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        for (cell, letter) in &self.regions {
            ensure!(
                letter.is_ascii_alphabetic(),
                "`regions`, {}: expected a letter from a to z, small or \
                 capital, and found {letter:?}",
                cell.in_words()
            );
        }
        let found = puzzle::counted(self.clues.len(), "clue");
        ensure!(self.clues.len() == rows, "`clues` has {found}; expected {rows}, one for each row");
        for (row, clue) in self.clues.iter().enumerate() {
            let (number, is_listed) = (row + 1, outer_row::is_listed(self, row));
            let is_prime = matches!(clue, Property::Prime | Property::TwicePrime);
            ensure!(
                is_listed || !is_prime || columns <= MOST_PRIME_COLUMNS,
                "`clues`, row {number}: {clue} is a clue of the first and the last row only, where there \
                 are more than {MOST_PRIME_COLUMNS} columns"
            );
            ensure!(
                !is_listed || outer_row::list(self, row).is_some(),
                "`clues`, row {number}: {clue} is a clue of rows with few regions, and few places for \
                 tiles beside them; this row can hold too many numbers"
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(rows::sum(board))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        for cell in self.regions.find_all(char::is_ascii_uppercase) {
            picture.fill(cell, Tint::Highlight);
            // Seen without colours, too.
            picture.small_text(cell, Corner::TopLeft, "*", Ink::Label);
        }
        draw::regions(picture, &self.labels());
        rows::draw(picture, &self.clues, board);
    }
}

impl Setter for NumberCross {
    /// Makes whole instances with easy clues, so that some have solutions.
    fn sizes(&self) -> Vec<usize> {
        (2..=3).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const CLUES: [&str; 8] = [
            "multiple 2",
            "multiple 3",
            "multiple 11",
            "odd-palindrome",
            "by-own-digits",
            "digitproduct 20",
            "fibonacci",
            "square",
        ];
        let size = size.max(2);
        let labels = random_regions(size, size, random.usize(1..=2), random);
        let regions = labels.map(|_, label| {
            let letter = label.to_string();
            let is_highlighted = random.u8(..4) == 0;
            if is_highlighted { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        });
        let clues = (0..size).filter_map(|_| random.choice(CLUES)).collect_vec();
        Some(Draft::new().text("regions", regions).value("clues", clues))
    }
}
