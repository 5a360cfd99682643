//! # Travel Agent
//!
//! *Jane Street, February 2016.* Write a digit from 1 to 9 on each face of a cube, and roll it over
//! its edges from the top left cell of a grid to the bottom right one, never twice to the same
//! cell. Where a digit is printed, the face at the bottom must show it. The score is the product of
//! all digits that come to the bottom. How large can it be?
//!
//! ```text
//! 3 . 1      bottom 3, top 1, the other faces 9: to the right, back through the second row and to
//! . . .      the right again, the bottoms are 3 9 1, 9 9 9, 3 9 1, and the score is 531441
//! . . 1
//! ```
//!
//! Grids have up to 12 x 12 cells.
//!
//! ## Boards
//! `die: bottom=1 top=6 north=6 south=3 east=7 west=8`, the die as it is set on the first cell, and
//! on the next line `trip: r1c1 r2c1 ...`, the cells.
//!
//! ## Idea
//! Depth-first search over all trips. The faces of the die are open at first; an open face at the
//! bottom in a cell with a printed digit takes that digit. A face that is open at the end has never
//! met one, and becomes a 9. So dice need not be tried: those whose digits no trip has required yet
//! are searched as one.
//!
//! A cube has 24 orientations. Whenever a face takes its digit, a table gives for each cell the
//! orientations, as 24 bits, from which the end can be reached at all, by a walk that may revisit
//! cells; the search never goes elsewhere. Each table is made by a backward search from the end,
//! once for each die, open faces included.
//!
//! Rolls are reversible, and the search goes from the last cell to the first: there the printed
//! digits restrict the die more.
//!
//! Other prunings save nodes but cost more time than they gain: checks which unvisited cells can
//! still be reached; dominance between beginnings with the same reachable cells; and a bound on the
//! product, which is weak. Storing each run of forced rolls as one step halves the nodes, but not
//! the time, and takes much memory: the runs differ from die to die.
//!
//! ## Exact scores
//! Scores are far beyond 64 bits. A rounded product only excludes trips that cannot be better; the
//! others are compared as integers.
//!
//! The rules are not stated as constraints: the product is not a sum, and its logarithms are not
//! integers. The strategy `all-dice` tries all dice from the first cell on; random instances
//! compare the two.

mod all_dice;
mod check;
mod die;
mod search;

use grid_puzzles::check_size;
use numbers::Integer;
use puzzle::prelude::*;

use die::{Die, SIDES};

/// The most rows or columns.
const LARGEST_SIZE: usize = 12;

/// A digit on a face or in a cell.
type Digit = Within<1, 9>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TravelAgent {
    /// The printed digits, `.` for a cell without one.
    grid: Grid<Option<Digit>>,
}

impl TravelAgent {
    /// Returns the last cell of a trip.
    fn finish(&self) -> Cell {
        Cell::new(self.grid.rows() - 1, self.grid.columns() - 1)
    }
}

/// Returns a board: the die as it stands on the first cell, and the cells of the trip.
fn board(die: Die, trip: Vec<Cell>) -> Board {
    let digits = die.iter().copied().map(Some).collect_vec();
    let die = Grid::from_fn(1, SIDES.len(), |cell| digits[cell.column]);
    vec![Board::from(die), Board::from(trip)].into()
}

/// Returns the die of a board, if all its digits are known, and the trip.
fn die_and_trip(board: &Board) -> (Option<Die>, &[Cell]) {
    let [die, trip] = board.parts() else { unreachable!("the form has two parts") };
    let digits = die.grid().values().copied().collect::<Option<Vec<_>>>();
    (digits.and_then(|digits| digits.try_into().ok()), trip.walk())
}

/// Returns the first digits of a score and its number of digits, as one number: of two scores that
/// differ in their first 35 digits, the larger one has the larger number.
fn rank(score: &Integer) -> i128 {
    const DIGITS: usize = 35;
    let text = score.to_string();
    let first = format!("{text:0<DIGITS$}")[..DIGITS].parse().unwrap_or(0);
    text.len() as i128 * 10_i128.pow(35) + first
}

puzzle::program!(TravelAgent, searched without rules);

impl Puzzle for TravelAgent {
    fn form(&self) -> Form {
        let trip = Form::walk(self.grid.rows(), self.grid.columns()).drawn_at((0.0, 0.0));
        Form::parts(Layout::Lines, [("die", Form::named(SIDES, 1..=9)), ("trip", trip)])
    }

    fn validate(&self) -> Result<()> {
        check_size("grid", &self.grid, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["backwards", "all-dice"]
    }

    fn search(&self, search: &mut Search) -> Flow {
        match search.strategy() {
            0 => search::search(self, search),
            _ => all_dice::search(self, search),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (die, trip) = die_and_trip(board);
        check::check(self, die.expect("the form has no open faces"), trip)
    }

    fn answer(&self, board: &Board) -> Answer {
        let (die, trip) = die_and_trip(board);
        let bottoms = check::bottoms(die.unwrap_or_default(), trip);
        let score = bottoms.iter().copied().map(Integer::from).product();
        Answer::new(&score)
            .score(rank(&score))
            .remark("cells", trip.len())
            .remark("bottoms", bottoms.iter().join(""))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.grid.rows(), self.grid.columns());
        let (die, trip) = board.map_or((None, &[][..]), die_and_trip);
        picture.fill_cells(trip.iter().copied(), Tint::Highlight).path(trip, Ink::Accent);
        for (cell, digit) in &self.grid {
            if let Some(digit) = digit {
                picture.text(cell, &digit.to_string(), Ink::Given);
            }
        }
        if let Some(die) = die {
            for (&cell, bottom) in trip.iter().zip(check::bottoms(die, trip)) {
                if self.grid[cell].is_none() {
                    picture.text(cell, &bottom.to_string(), Ink::Found);
                }
            }
            let faces = SIDES.iter().zip(die).map(|(side, digit)| format!("{side} {digit}"));
            picture.caption([format!("The die at first: {}.", faces.format(", "))]);
        }
        picture
    }
}

impl Setter for TravelAgent {
    /// Makes grids with few digits, so that many dice have trips, and small, so that all dice can
    /// be tried.
    fn sizes(&self) -> Vec<usize> {
        (1..=3).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let grid = Grid::from_fn(size.min(3), size.min(3), |_| {
            random.bool().then(|| Digit::new(random.i64(1..=2))).flatten()
        });
        Some(Draft::new().text("grid", grid))
    }
}
