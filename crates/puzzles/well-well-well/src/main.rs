//! # Well Well Well...
//!
//! *Jane Street, June 2017.* A well is dug cell by cell, each cell to its own depth. Water is
//! poured in at the top left, one cubic foot a minute. It runs off to lower cells, evenly along the
//! edges to them, and collects where all neighbours are higher. When does the water on the cell at
//! the bottom right begin to rise?
//!
//! ```text
//! depths      minutes until the water on each cell begins to rise
//! 1 5 9       36 10  0     the first foot of water fills the cell 9 up to 8,
//! 2 4 8       28 15  1     the next two feet fill both up to 7, and so on;
//! 3 6 7       21  6  3     some water goes down by 2, 3, 6 and 7, and reaches the same pool
//! ```
//!
//! ## Boards
//! The number of minutes, as a fraction if it is not an integer.
//!
//! ## Derivation
//! Between two events only the levels of some pools change, at constant rates: those with an inflow
//! and without lower cells beside them. At an event one of them reaches the level of its lowest
//! neighbour. Then the two merge, and the water may run off at an edge of the neighbour. So the
//! search proceeds from event to event: it distributes the cubic foot a minute from the highest
//! region downwards, and the pool that reaches its neighbour first determines the time. Each event
//! merges two regions, so there are fewer events than cells. All numbers are fractions: a rounded
//! one might miss that two pools have the same level.
//!
//! A cell may be wet long before its water rises, as water runs over it to a lower one. The water
//! on the cell at the bottom right begins to rise when its region no longer has a lower neighbour.
//!
//! ## The second way
//! The checker keeps neither regions nor the time. It has the level of every cell. After each event
//! it finds the connected cells of equal level anew, and traces the water of each region without a
//! lower neighbour back to the source. In the end it measures the water in the well, cell by cell:
//! the number of cubic feet equals the number of minutes, so any lost water would show.
//!
//! ## Limits
//! Wells have at most 12 rows and columns.

mod check;
mod search;

use numbers::{Fraction, parse_fraction, read_number};
use puzzle::prelude::*;

use search::Pools;

/// The most rows and columns.
const LARGEST_SIZE: usize = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Well {
    /// The depths of the cells in feet (rows x columns).
    depths: Grid<Within<1, 1000>>,
    /// The cell asked about. Optional: the one at the bottom right.
    target: Option<Cell>,
}

impl Well {
    fn target(&self) -> Cell {
        let last = Cell::new(self.depths.rows() - 1, self.depths.columns() - 1);
        self.target.unwrap_or(last)
    }

    fn depths(&self) -> Grid<Fraction> {
        self.depths.map(|_, depth| Fraction::from(depth.get()))
    }
}

puzzle::program!(Well, searched without rules);

impl Puzzle for Well {
    fn form(&self) -> Form {
        Form::line_in_ways("a number of minutes such as 12 or 25/3", |text| {
            let minutes = read_number(text).filter(|minutes| *minutes >= Fraction::ZERO)?;
            Some(minutes.to_string())
        })
    }

    fn validate(&self) -> Result<()> {
        ensure!(
            self.depths.rows().max(self.depths.columns()) <= LARGEST_SIZE,
            "`depths` has {}; expected at most {LARGEST_SIZE} of each",
            self.depths.shape_in_words()
        );
        let target = self.target();
        ensure!(
            self.depths.get(target).is_some(),
            "`target`: expected a cell of the well and found {target}"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut pools = Pools::new(&self.depths());
        loop {
            search.node()?;
            let rising = pools.rising();
            if rising.iter().any(|&(pool, _)| pools.pool_of[self.target()] == pool) {
                return search.value(pools.minutes.to_string());
            }
            pools.rise(&rising);
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let water = check::water(&self.depths(), self.target()).to_string();
        ensure!(
            board.line() == water,
            "{water} cubic feet are poured in when the water begins to rise"
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(board.line())
    }

    /// Draws the depths; with a board, the minutes after which water has begun to rise.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.depths.rows(), self.depths.columns());
        let middle = |cell: Cell| (cell.column as f64 + 0.5, cell.row as f64 + 0.35);
        for (cell, depth) in &self.depths {
            picture.text_at(middle(cell).0, middle(cell).1, 0.42, &depth.to_string(), Ink::Given);
        }
        picture
            .arrow(&[(0.5, -0.9), (0.5, -0.05)], Ink::Accent)
            .fill(self.target(), Tint::Highlight);
        let Some(until) = board.and_then(|board| parse_fraction(board.line()).ok()) else {
            return picture;
        };
        let mut pools = Pools::new(&self.depths());
        let mut dry: Vec<Cell> = self.depths.cells().collect();
        while pools.minutes <= until {
            let rising = pools.rising();
            let is_rising =
                |cell: &mut Cell| rising.iter().any(|rise| pools.pool_of[*cell] == rise.0);
            for cell in dry.extract_if(.., is_rising) {
                let ((x, y), minutes) = (middle(cell), pools.minutes.to_string());
                let size = if minutes.len() > 4 { 0.2 } else { 0.26 };
                picture.fill(cell, Tint::Colour(0));
                picture.text_at(x, y + 0.43, size, &minutes, Ink::Found);
            }
            if !pools.rise(&rising) {
                break;
            }
        }
        picture
    }
}

impl Setter for Well {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.min(7);
        let mut depths: Vec<usize> = (1..=size * size).collect();
        random.shuffle(&mut depths);
        let depths = Grid::from_fn(size, size, |Cell { row, column }| depths[row * size + column]);
        Some(Draft::new().text("depths", depths))
    }
}
