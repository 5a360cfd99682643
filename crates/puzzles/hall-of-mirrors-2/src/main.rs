//! # Hall of Mirrors 2
//!
//! *Jane Street, December 2023.* A picture without instructions: white squares of 3 x 3 cells in
//! rows and columns, with a lane one cell wide around each, and dashes at many angles. The dashes
//! are mirrors with two sides. Two of them are off the centres of their cells: they are the ends of
//! a ray of light, which is at a right angle to both. It passes through the centre of each white
//! square once; a start or an end there does not count. Its incoming and outgoing directions there
//! are the arms of a flag signaller, seen from the front (semaphore). The answer is the message,
//! square by square, with an apostrophe where the picture has one.
//!
//! ```text
//! . . . . .      The ray leaves the left mirror to the east. It turns to the south in the middle
//! . . . . .      of the square, and hits the lower mirror at a right angle: the arms are west and
//! | . \ . .      south, a B.
//! . . . . .
//! . . _ . .
//! ```
//!
//! Light travels in the eight directions of the compass, and angles are multiples of 22.5 degrees:
//! a ray with the angle p that meets a mirror with the angle q continues with 2q - p. A ray passes
//! by an end that it does not hit at a right angle. Fields of other sizes have one to six white
//! squares in a row.
//!
//! ## Boards
//! `r9c13 r7c15 ...`: the cells where the ray starts, turns and ends.
//!
//! ## Idea
//! The rules as constraints solve it: there is a flag for each cell and direction. That the light
//! is connected excludes light that runs in circles elsewhere.
//!
//! Directions are counted in eighths of a turn, mirrors in sixteenths: a ray in the direction d
//! continues in the direction m - d after a mirror m. Light can be followed backwards, so a ray that
//! starts at an end reaches an end or leaves the field, and never runs in circles. `make` follows it
//! through thousands of random fields, and keeps those where it reaches the other end.
//!
//! ## Sources
//! The puzzle was published without rules: those above are taken from a solution. The flag signals
//! are those of the semaphore alphabet.

mod constraints;
mod drawing;
mod light;
mod semaphore;

use std::fmt;
use std::iter;

use grid_utils::Token;
use puzzle::prelude::*;

/// The maximum number of rows of white squares.
const MOST_SQUARES: usize = 6;

/// An instance: the field and its mirrors.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct HallOfMirrors {
    /// The angle of each mirror in degrees, such as 22.5.
    mirrors: Grid<Option<Angle>>,
    /// The mirrors where the ray starts and ends.
    ends: [Cell; 2],
    /// The white square whose letter follows the apostrophe, by its row and column among the white
    /// squares.
    apostrophe: Option<Cell>,
}

/// The angle of a mirror: sixteenths of a turn, counter-clockwise from horizontal, 0 to 7.
#[derive(Clone, Copy)]
struct Angle(u8);

const ANGLES: [&str; 8] = ["0", "22.5", "45", "67.5", "90", "112.5", "135", "157.5"];

impl Token for Angle {
    fn parse_token(text: &str) -> Result<Self, String> {
        let angle = (0..).zip(ANGLES).find(|&(_, angle)| angle == text);
        angle
            .map(|(angle, _)| Angle(angle))
            .ok_or_else(|| format!("an angle, one of {}", ANGLES.join(", ")))
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(ANGLES[usize::from(self.0)])
    }
}

/// A direction of light: eighths of a turn, counter-clockwise from the right, 0 to 7.
type Direction = usize;

/// The steps of the directions: rows down and columns to the right.
const STEPS: [(isize, isize); 8] =
    [(0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1)];

/// Returns the direction from one cell towards another, if they are in line.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    let down = to.row.cast_signed().checked_sub_unsigned(from.row)?;
    let right = to.column.cast_signed().checked_sub_unsigned(from.column)?;
    if down != 0 && right != 0 && down.unsigned_abs() != right.unsigned_abs() {
        return None;
    }
    let towards = (down.signum(), right.signum());
    STEPS.iter().position(|&step| step == towards)
}

/// Returns the angle of a direction in tenths of degrees.
fn degrees(direction: Direction) -> i64 {
    (0..).step_by(450).nth(direction).unwrap_or(0)
}

/// Returns, for each visit of a ray to a cell, the arms that point to its previous and to its next
/// cell.
fn arms(ray: &[Cell], cell: Cell) -> Vec<[Direction; 2]> {
    let mut arms = Vec::new();
    for (place, (&from, &to)) in ray.iter().tuple_windows().enumerate() {
        let Some(ahead) = direction(from, cell) else { continue };
        let back = (ahead + 4) % 8;
        if cell == to {
            let next = ray.get(place + 2).and_then(|&next| direction(to, next));
            arms.extend(next.map(|next| [back, next]));
        } else if direction(cell, to) == Some(ahead) {
            arms.push([back, ahead]);
        }
    }
    arms
}

impl HallOfMirrors {
    /// Returns the number of white squares in a row.
    fn squares(&self) -> usize {
        self.mirrors.rows() / 4
    }

    /// Returns the centres of the white squares, in reading order.
    fn centres(&self) -> impl Iterator<Item = Cell> {
        let places = (0..self.squares()).cartesian_product(0..self.squares());
        places.map(|(row, column)| Cell::new(4 * row + 2, 4 * column + 2))
    }

    /// Returns the letters of a ray, with a `?` where the arms are not a letter.
    fn message(&self, ray: &[Cell]) -> Vec<char> {
        let letter = |centre| match arms(ray, centre)[..] {
            [pair] => semaphore::letter(pair).unwrap_or('?'),
            _ => '?',
        };
        self.centres().map(letter).collect()
    }

    /// Returns whether the arms of a ray are a letter in each white square.
    fn is_message(&self, ray: &[Cell]) -> bool {
        !self.message(ray).contains(&'?')
    }

    /// Returns the angle of the mirror in a cell, in tenths of degrees.
    fn angle(&self, cell: Cell) -> Option<i64> {
        self.mirrors[cell].map(|Angle(sixteenths)| 225 * i64::from(sixteenths))
    }

    /// Checks that light travels from one cell to the next one of a board, and how it continues.
    fn check_turn(&self, from: Cell, to: Cell, next: Option<Cell>) -> Result<()> {
        let ahead =
            direction(from, to).with_context(|| format!("{from} and {to} are not in line"))?;
        let angle = degrees(ahead);
        for cell in self.mirrors.ray(from, STEPS[ahead]).take_while(|&cell| cell != to) {
            if let Some(mirror) = self.angle(cell).filter(|_| !self.ends.contains(&cell)) {
                ensure!(
                    (2 * mirror - 2 * angle) % 3600 == 0,
                    "from {from} to {to} the ray meets the mirror at {cell}"
                );
            }
        }
        let mirror = self.angle(to).with_context(|| format!("there is no mirror at {to}"))?;
        let turned = (2 * mirror - angle).rem_euclid(3600);
        let Some(next) = next else {
            let is_right = turned == (angle + 1800) % 3600;
            ensure!(is_right, "the ray does not hit the mirror at {to} at a right angle");
            return Ok(());
        };
        ensure!(!self.ends.contains(&to), "the ray turns at {to}, an end");
        let on = direction(to, next).with_context(|| format!("{to} and {next} are not in line"))?;
        ensure!(on != ahead, "the ray passes {to} without a turn");
        ensure!(degrees(on) == turned, "the mirror at {to} does not lead the ray to {next}");
        Ok(())
    }
}

puzzle::program!(HallOfMirrors);

impl Puzzle for HallOfMirrors {
    fn form(&self) -> Form {
        Form::walk(self.mirrors.rows(), self.mirrors.columns()).drawn_at((0.0, 0.0))
    }

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.mirrors.rows(), self.mirrors.columns());
        ensure!(
            rows == columns && rows % 4 == 1 && (1..=MOST_SQUARES).contains(&(rows / 4)),
            "`mirrors` has {}; expected 5, 9, 13, 17, 21 or 25 of each",
            self.mirrors.shape_in_words()
        );
        for (index, &end) in (1..).zip(&self.ends) {
            ensure!(
                self.mirrors.contains(end) && self.angle(end).is_some_and(|angle| angle % 450 == 0),
                "`ends`, number {index}, is {end}; expected a cell with a mirror at 0, \
                 45, 90 or 135 degrees"
            );
        }
        ensure!(self.ends[0] != self.ends[1], "`ends` are the same cell twice; expected two");
        if let Some(square) = self.apostrophe {
            let squares = self.squares();
            ensure!(
                square.row.max(square.column) < squares,
                "`apostrophe` is {square}; expected a row and a column from 1 to {squares}"
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let cells = board.walk();
        let first = *cells.first().context("the ray is empty: it must start at an end")?;
        let [start, end] = self.ends;
        ensure!(first == start, "the ray starts at {first}, not at {start}");
        let last = cells[cells.len() - 1];
        ensure!(last == end, "the ray ends at {last}, not at {end}");
        let second = direction(first, cells[1]).context("the first two cells are not in line")?;
        let mirror = self.angle(first).context("there is no mirror at the start")?;
        let is_right = (degrees(second) - mirror).rem_euclid(1800) == 900;
        ensure!(is_right, "the ray does not leave the mirror at {first} at a right angle");
        for (place, (&from, &to)) in cells.iter().tuple_windows().enumerate() {
            self.check_turn(from, to, cells.get(place + 2).copied())?;
        }
        for centre in self.centres() {
            let arms = arms(cells, centre);
            let times = arms.len();
            ensure!(
                times == 1,
                "the ray passes {times} times through the white square at {centre}"
            );
            let is_letter = semaphore::letter(arms[0]).is_some();
            ensure!(is_letter, "the ray makes no letter in the white square at {centre}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let apostrophe = self.apostrophe.map(|Cell { row, column }| row * self.squares() + column);
        let letters = self.message(board.walk()).into_iter().enumerate();
        let marked = letters.map(|(place, letter)| {
            if Some(place) == apostrophe { format!("'{letter}") } else { letter.to_string() }
        });
        let met = board.walk().iter().unique().count();
        let all = self.mirrors.values().flatten().count();
        Answer::new(marked.collect::<String>())
            .remark("mirrors that the ray meets", format!("{met} of {all}"))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board.map(Board::walk))
    }
}

impl Setter for HallOfMirrors {
    /// Returns the sizes of random fields, which have a ray, most of them with a message, if one is
    /// soon found.
    fn sizes(&self) -> Vec<usize> {
        vec![5, 9]
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const MOST_TRIES: usize = 100;
        let size = if size < 9 { 5 } else { 9 };
        let spells = random.u8(..4) > 0;
        let mut halls = iter::repeat_with(|| light::random(size, random)).take(MOST_TRIES);
        let is_met = |hall: &Self| light::rays(hall).any(|ray| !spells || hall.is_message(&ray));
        let hall = halls.find(is_met).unwrap_or_else(|| light::random(size, random));
        let mut draft = Draft::new().text("mirrors", &hall.mirrors);
        draft.put("ends", hall.ends.map(|end| end.to_string()).to_vec());
        if let Some(apostrophe) = &hall.apostrophe {
            draft.put("apostrophe", apostrophe.to_string());
        }
        Some(draft)
    }
}
