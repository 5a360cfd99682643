//! # Kakuro
//!
//! Write a digit from 1 to 9 into each white cell. White cells side by side, across or down, are a
//! run, in which no digit occurs twice. A black cell may have a sum for the run below it, and one for
//! the run on its right.
//!
//! ```text
//! clues               solution
//! #    4\   6\        # # #
//! \3   .    .         # 1 2      the sums 3 and 7 across, 4 and 6 down
//! \7   .    .         # 3 4
//! ```

use std::fmt;

use grid_puzzles::{LARGEST_GRID, check_size};
use grid_utils::Token;
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kakuro {
    /// White cells, `.`, and black ones: `#`, or with sums down and across, `4\3`, `4\` or `\3`.
    clues: Grid<Option<Black>>,
}

/// A black cell: the sum of the run below it, and of the run on its right.
#[derive(Clone, Copy, PartialEq)]
struct Black {
    down: Option<Total>,
    across: Option<Total>,
}

/// The sum of different digits.
type Total = Within<1, 45>;

const BLACK: i64 = 0;

puzzle::program!(Kakuro, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Sums("clues")]);

impl Black {
    /// Returns the sums, each with the direction of its run.
    fn sums(self) -> impl Iterator<Item = (Direction, Total)> {
        let sums = [(Direction::South, self.down), (Direction::East, self.across)];
        sums.into_iter().filter_map(|(side, sum)| Some((side, sum?)))
    }
}

impl fmt::Display for Black {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |sum: Option<Total>| sum.map_or_else(String::new, |sum| sum.to_string());
        match (text(self.down), text(self.across)) {
            (down, across) if down.is_empty() && across.is_empty() => write!(f, "#"),
            (down, across) => write!(f, "{down}\\{across}"),
        }
    }
}

impl Token for Black {
    fn parse_token(text: &str) -> Result<Self, String> {
        let sum = |text: &str| match text {
            "" => Some(None),
            _ => Total::new(text.parse().ok()?).map(Some),
        };
        let (down, across) =
            if text == "#" { ("", "") } else { text.split_once('\\').unwrap_or(("x", "")) };
        let black = sum(down).zip(sum(across)).map(|(down, across)| Self { down, across });
        let black = black.filter(|black| text == "#" || black.sums().next().is_some());
        black.ok_or_else(|| r"# or sums from 1 to 45, such as 16\24, 16\ or \24".to_owned())
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Names the direction of a run.
fn name(side: Direction) -> &'static str {
    if side == Direction::South { "down" } else { "across" }
}

impl Kakuro {
    fn is_white(&self, cell: Cell) -> bool {
        self.clues[cell].is_none()
    }

    /// Returns the black cells with sums.
    fn given(&self) -> Grid<Option<Black>> {
        self.clues.map(|_, black| black.filter(|black| black.sums().next().is_some()))
    }

    /// Returns the white cells on one side of a cell, up to a black one.
    fn run(&self, cell: Cell, side: Direction) -> impl Iterator<Item = Cell> {
        self.clues.ray(cell, side).take_while(|&cell| self.is_white(cell))
    }
}

impl Puzzle for Kakuro {
    fn form(&self) -> Form {
        let black = self.clues.map(|_, clue| clue.map(|_| BLACK));
        let words = ["#", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        Form::words(black.rows(), black.columns(), words)
            .said_as(&["black"])
            .with_givens(&black)
            .with_word_for_givens(BLACK)
    }

    fn validate(&self) -> Result<()> {
        check_size("clues", &self.clues, LARGEST_GRID)?;
        for (cell, black) in &self.clues {
            for (side, sum) in black.iter().flat_map(|black| black.sums()) {
                let has_run = self.run(cell, side).next().is_some();
                let (place, side) = (cell.in_words(), name(side));
                ensure!(has_run, "`clues`, {place}: expected a run {side} for the sum {sum}");
            }
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let digit = self.clues.map(|_, black| match black {
            None => model.int(1..=9),
            Some(_) => Int::constant(BLACK),
        });
        board.set_cells(&digit);
        model.rule("A sum is that of the digits of its run.");
        for (cell, black) in &self.clues {
            for (side, total) in black.iter().flat_map(|black| black.sums()) {
                model.at(format!("the sum {total} at {cell} {}", name(side))).require(
                    sum(self.run(cell, side).map(|cell| &digit[cell])).equals(total.get()),
                );
            }
        }
        model.rule("No digit occurs twice in a run.");
        for (side, first) in iproduct!([Direction::South, Direction::East], digit.cells()) {
            let before = self.clues.neighbour(first, side.opposite());
            if self.is_white(first) && !before.is_some_and(|before| self.is_white(before)) {
                let run = self.run(first, side).chain([first]).collect_vec();
                let differ = all_different(run.iter().map(|&cell| &digit[cell]));
                let has_room: Flag = (run.len() <= 9).into();
                model
                    .at(format!("the run {} from {first}", name(side)))
                    .require(differ.and(has_room));
            }
        }
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("clues", &self.given(), "has the sums", |board, cell| {
            let black = self.clues[cell]?;
            let total =
                |side| Total::new(self.run(cell, side).filter_map(|cell| board[cell]).sum());
            let (down, across) = (total(Direction::South), total(Direction::East));
            // A sum that is not given says nothing.
            let is_whole = black.sums().count() == 0;
            Some(Black {
                down: down.filter(|_| is_whole || black.down.is_some()),
                across: across.filter(|_| is_whole || black.across.is_some()),
            })
        })]
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (cell, black) in &self.clues {
            ensure!(black.is_some() || board[cell] != Some(BLACK), "{cell} is white");
        }
        for (one, step) in iproduct!(self.clues.cells(), [(0, 1), (1, 0)]) {
            let run = self.clues.ray(one, step).take_while(|&other| board[other] != Some(BLACK));
            let is_equal = |&other: &Cell| board[one] == board[other];
            let again = run.filter(|_| board[one] != Some(BLACK)).find(is_equal);
            if let Some(other) = again {
                bail!("{one} and {other} hold the same digit, in one run");
            }
        }
        Ok(())
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        // The sign of black cells is for texts.
        picture.erase(self.clues.find_all(Option::is_some));
        picture.fill_cells(self.clues.find_all(Option::is_some), Tint::Black);
        for (cell, black) in &self.given() {
            let Some(black) = black else { continue };
            let (x, y) = (cell.column as f64, cell.row as f64);
            picture.fill(cell, Tint::Shade);
            picture.faint_line(&[(x, y), (x + 1.0, y + 1.0)], Ink::Muted, 0.03);
            for (side, sum) in black.sums() {
                let (right, down) = if side == Direction::South { (0.3, 0.7) } else { (0.7, 0.3) };
                picture.text_at(x + right, y + down, 0.36, &sum.to_string(), Ink::Given);
            }
        }
    }
}

impl Setter for Kakuro {
    /// Generates runs of at most three cells where black cells leave no run of a single cell.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let border = |cell: Cell| cell.row == 0 || cell.column == 0;
        let mut white = Grid::from_fn(rows, columns, |cell| !border(cell));
        let lengths = |white: &Grid<bool>, cell, sides: [Direction; 2]| {
            let along = |side| white.ray(cell, side).take_while(|&cell| white[cell]).count();
            along(sides[0]) + along(sides[1])
        };
        let lines = [[Direction::North, Direction::South], [Direction::West, Direction::East]];
        let mut cells = white.find_all(|&white| white).collect_vec();
        random.shuffle(&mut cells);
        for cell in cells {
            let is_long = lines.iter().any(|&sides| lengths(&white, cell, sides) >= LONGEST_RUN);
            if !is_long && random.u8(..6) > 0 {
                continue;
            }
            white[cell] = false;
            let leaves_one = white
                .neighbours(cell)
                .filter(|&beside| white[beside])
                .any(|beside| lines.iter().any(|&sides| lengths(&white, beside, sides) == 0));
            white[cell] = leaves_one;
        }
        Some(Draft::new().text("clues", white.map(|_, &white| if white { '.' } else { '#' })))
    }

    fn no_clue(&self) -> &'static str {
        "#"
    }

    /// Changes a digit to another one that its runs do not hold.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let seen = self.clues.seen_from(at, Option::is_none).map(|cell| board[cell]).collect_vec();
        let digits = (1..=9).map(Some).filter(|digit| self.is_white(at) && !seen.contains(digit));
        let changed = digits.filter(|&digit| digit != board[at]).map(|digit| {
            let mut changed = board.grid().clone();
            changed[at] = digit;
            changed.into()
        });
        changed.collect()
    }
}

/// Cells of the longest run of a random instance, but where black cells would leave single cells.
const LONGEST_RUN: usize = 3;
