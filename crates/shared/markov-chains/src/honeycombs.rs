//! White hexagons on which ants walk: those of a ball, each beside three others, and those of a
//! floor.
//!
//! On the floor, every black hexagon has six white neighbours, and every white one has white and
//! black neighbours in turn.
//!
//! The white hexagons are the corners of a honeycomb, or of a wall of bricks, which is the same
//! graph: in each row, a hexagon is beside the one on its left and the one on its right, and every
//! other one is beside the one above, the others beside the one below.
//!
//! ```text
//! o---o---o---o---o
//! |       |       |
//! o---o---h---o---o     the home h at row 0 and column 0
//!     |       |
//! o---o---o---o---o
//! ```

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid, Within};
use itertools::Itertools;
use picture::{Ink, Picture, Tint};
use serde::Deserialize;

/// The white hexagons of a ball: in the row of each, its three white neighbours, clockwise. They
/// are counted from 0; the ant lives on the first one.
///
/// ```
/// use markov_chains::honeycombs::Ball;
///
/// #[derive(serde::Deserialize)]
/// struct Ant { ball: Ball }
///
/// let Ant { ball } = toml::from_str("ball = '''1 2 3\n0 3 2\n0 1 3\n0 2 1'''")?;
/// ball.validate()?;
/// assert_eq!(ball.neighbours(1), [0, 3, 2]);
/// # anyhow::Ok(())
/// ```
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Ball(Grid<Within<0, 79>>);

impl Ball {
    /// Returns the number of hexagons; 80 at most.
    #[must_use]
    pub fn hexagons(&self) -> usize {
        self.0.rows()
    }

    /// Returns the neighbours of a hexagon, clockwise.
    ///
    /// # Panics
    /// If there is no such hexagon, or the ball is not [valid](Self::validate).
    #[must_use]
    pub fn neighbours(&self, hexagon: usize) -> [usize; 3] {
        [0, 1, 2].map(|column| self.0[Cell::new(hexagon, column)].size())
    }

    /// Refuses a key `ball` in which hexagons are not beside three others, or not mutually, or not
    /// all connected.
    ///
    /// # Errors
    /// Names the row, and says what was expected.
    pub fn validate(&self) -> Result<()> {
        let (hexagons, columns) = (self.hexagons(), self.0.columns());
        ensure!(
            hexagons <= 80 && columns == 3,
            "`ball` has {}; expected at most 80 and 3",
            self.0.shape_in_words()
        );
        let times = |from, to| self.neighbours(from).iter().filter(|&&other| other == to).count();
        for hexagon in 0..hexagons {
            for neighbour in self.neighbours(hexagon) {
                ensure!(
                    neighbour < hexagons && neighbour != hexagon,
                    "`ball`: hexagon {hexagon}: expected other hexagons from 0 to {}",
                    hexagons - 1
                );
                ensure!(
                    times(hexagon, neighbour) == times(neighbour, hexagon),
                    "`ball`: hexagons {hexagon} and {neighbour} differ in how often they are neighbours"
                );
            }
        }
        let mut reached = vec![0];
        for next in 0..hexagons {
            let Some(&hexagon) = reached.get(next) else { break };
            let others = self.neighbours(hexagon).into_iter().unique();
            reached.extend(others.filter(|other| !reached.contains(other)).collect_vec());
        }
        ensure!(reached.len() == hexagons, "`ball`: some hexagon cannot be reached from hexagon 0");
        Ok(())
    }
}

/// A white hexagon: its row and column in the wall, counted from the home.
pub type Place = (isize, isize);

/// Returns whether the third neighbour of a white hexagon is above, not below.
#[must_use]
pub const fn looks_up((row, column): Place) -> bool {
    (row + column) % 2 == 0
}

/// Returns the white neighbours of a white hexagon, clockwise, first the one above or below.
///
/// A hexagon is the same neighbour of its neighbour, first, second or third.
///
/// ```
/// use markov_chains::honeycombs::neighbours;
///
/// assert_eq!(neighbours((0, 0)), [(-1, 0), (0, 1), (0, -1)]);
/// assert_eq!(neighbours((0, 1)), [(1, 1), (0, 0), (0, 2)]);
/// ```
#[must_use]
pub const fn neighbours(place: Place) -> [Place; 3] {
    let (row, column) = place;
    // Those that look down have all upside down.
    let ahead = if looks_up(place) { 1 } else { -1 };
    [(row - ahead, column), (row, column + ahead), (row, column - ahead)]
}

/// Returns the floor within some rows and columns of the home. On each other white hexagon, there
/// is a circle whose area is in proportion to `share`.
///
/// ```
/// let floor = markov_chains::honeycombs::picture(2, 4, |(row, _)| if row == 1 { 0.5 } else { 0.0 });
/// assert!(floor.to_svg().contains("<circle"));
/// ```
#[must_use]
pub fn picture(rows: u8, columns: u8, share: impl Fn(Place) -> f64) -> Picture {
    /// The length of a hexagon's side, and half of its height.
    const SIDE: f64 = 0.5;
    let half = SIDE * 0.75_f64.sqrt();
    let [rows, columns] = [rows, columns].map(isize::from);
    let places =
        (-rows..=rows).flat_map(|row| (-columns..=columns).map(move |column| (row, column)));
    let places = places.filter(|&place| place != (0, 0));
    let most = places.clone().map(&share).fold(0.0, f64::max);
    let mut picture =
        Picture::canvas(SIDE * (3 * columns + 2) as f64, half * (6 * rows + 5) as f64);
    for place in places.chain([(0, 0)]) {
        let (row, column) = place;
        let x = SIDE * (1.5 * (column + columns) as f64 + 1.0);
        let lower = if looks_up(place) { 0.0 } else { 1.0 };
        let y = half * (3.0 * (row + rows) as f64 + 1.0 + lower);
        let hexagon = |y: f64| {
            [0, 1, 2, 3, 4, 5].map(|corner| {
                let angle = f64::from(corner * 60).to_radians();
                (x + SIDE * angle.cos(), y + SIDE * angle.sin())
            })
        };
        if looks_up(place) {
            picture.polygon(&hexagon(y + 2.0 * half), Some(Ink::Muted), Some(Tint::Shade));
        }
        if place == (0, 0) {
            picture.polygon(&hexagon(y), Some(Ink::Text), Some(Tint::Highlight));
            continue;
        }
        picture.polygon(&hexagon(y), Some(Ink::Muted), None);
        let share = share(place);
        if share > 0.0 {
            let radius = 0.75 * SIDE * (share / most).sqrt();
            picture.circle(x, y, radius, Ink::Found, Some(Tint::Colour(0)));
        }
    }
    picture.caption(["Home is the tinted hexagon."]);
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual_and_the_same_for_each_other() {
        for place in (-3..3).flat_map(|row| (-3..3).map(move |column| (row, column))) {
            for (side, neighbour) in neighbours(place).into_iter().enumerate() {
                assert_eq!(neighbours(neighbour)[side], place);
            }
        }
    }

    #[test]
    fn five_left_turns_lead_around_a_hexagon() {
        let mut place = neighbours((0, 0))[0];
        let mut side = 0;
        for _ in 0..5 {
            side = (side + 1) % 3;
            place = neighbours(place)[side];
        }
        assert_eq!(place, (0, 0));
    }
}
