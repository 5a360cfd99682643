//! Posts with fences around a symmetric loop, on a lattice of squares or of hexagons.
//!
//! From a post, fences go in some directions; their lengths add up to its number. Where no fence and no
//! post stands, a closed loop runs, and a turn or a reflection maps it onto itself. On hexagons, it makes
//! no sharp bend.
//!
//! Cells have a row and a place in it; the place to the lower left of a hexagon has the same number. So
//! squares and hexagons differ in nothing but the number of directions.

mod check;
mod rules;
mod search;

use std::collections::{BTreeSet, HashMap};

use grid_utils::Cell;
use itertools::iproduct;

pub use check::{check_loop, fences_fit, is_symmetric};
pub use rules::Stated;
pub use search::{Known, Wanted, search};

/// A place: row and place in the row.
pub type Place = (i32, i32);

/// The most directions of a lattice.
pub const MOST_DIRECTIONS: usize = 6;

/// The directions from a square to its neighbours, with the steps down and to the right.
pub const SQUARES: [(&str, Place); 4] =
    [("E", (0, 1)), ("S", (1, 0)), ("W", (0, -1)), ("N", (-1, 0))];
/// The directions from a hexagon to its neighbours, likewise.
pub const HEXAGONS: [(&str, Place); 6] = [
    ("E", (0, 1)),
    ("SE", (1, 1)),
    ("SW", (1, 0)),
    ("W", (0, -1)),
    ("NW", (-1, -1)),
    ("NE", (-1, 0)),
];

/// Cells with neighbours in four directions, or in six: clockwise, from the right on.
pub struct Lattice {
    /// How many directions there are.
    pub directions: usize,
    /// Where the cells are, in reading order.
    pub places: Vec<Place>,
    /// The neighbours of each cell.
    pub next: Vec<[Option<usize>; MOST_DIRECTIONS]>,
}

impl Lattice {
    /// The lattice of these cells, given in reading order.
    #[must_use]
    pub fn new(directions: usize, places: Vec<Place>) -> Self {
        let index: HashMap<Place, usize> = places.iter().copied().zip(0..).collect();
        let neighbours = |&(row, place): &Place| {
            let mut next = [None; MOST_DIRECTIONS];
            for (next, &(_, (down, right))) in next.iter_mut().zip(steps(directions)) {
                *next = index.get(&(row + down, place + right)).copied();
            }
            next
        };
        let next = places.iter().map(neighbours).collect();
        Self { directions, places, next }
    }

    /// A grid of squares.
    #[must_use]
    pub fn squares(rows: usize, columns: usize) -> Self {
        Self::new(4, iproduct!((0..).take(rows), (0..).take(columns)).collect())
    }

    /// The hexagons at these places of a grid, given in reading order: each row begins half a cell
    /// further left than the one above.
    ///
    /// # Panics
    /// Beyond two thousand million rows or columns.
    #[must_use]
    pub fn hexagons(cells: &[Cell]) -> Self {
        let number = |index: usize| i32::try_from(index).expect("grids are smaller");
        let places = cells.iter().map(|cell| (number(cell.row), number(cell.column)));
        Self::new(6, places.collect())
    }

    /// The direction back.
    #[must_use]
    pub fn opposite(&self, direction: usize) -> usize {
        (direction + self.directions / 2) % self.directions
    }

    /// The cells in a direction, from the nearest on.
    pub fn ray(&self, cell: usize, direction: usize) -> impl Iterator<Item = usize> {
        let next = move |&cell: &usize| self.next[cell][direction];
        std::iter::successors(next(&cell), next)
    }

    /// The edges: a cell, a direction of the first half of them, and the neighbour there.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let all = iproduct!(0..self.places.len(), 0..self.directions / 2);
        all.filter_map(|(cell, direction)| Some((cell, direction, self.next[cell][direction]?)))
    }

    /// Whether a loop may leave a cell in these two directions.
    #[must_use]
    pub fn may_bend(&self, one: usize, other: usize) -> bool {
        let between = one.abs_diff(other);
        self.directions == 4 || between.min(self.directions - between) > 1
    }

    /// Turns by the smallest angles, and reflections, about all centres and axes that take a cell to a
    /// cell. Other turns, done twice or three times, are one of these.
    #[must_use]
    pub fn motions(&self) -> Vec<Motion> {
        let half = self.directions / 2;
        let turns = if half == 3 { vec![2, 3] } else { vec![2] };
        let turns = turns.into_iter().map(|turn| (turn, false));
        let all = turns.chain((0..self.directions).map(|turn| (turn, true)));
        all.flat_map(|(turn, is_reflection)| {
            let linear = Linear { directions: self.directions, turn, is_reflection };
            self.placed(linear)
        })
        .collect()
    }

    /// A turn or reflection about all its centres or axes.
    fn placed(&self, linear: Linear) -> Vec<Motion> {
        let index: HashMap<Place, usize> = self.places.iter().copied().zip(0..).collect();
        let shift = |(&from, &to)| {
            let image: Place = linear.apply(from);
            let to: Place = to;
            (to.0 - image.0, to.1 - image.1)
        };
        let shifts: BTreeSet<Place> = iproduct!(&self.places, &self.places).map(shift).collect();
        // A reflection with a shift along its axis maps nothing onto itself.
        let stays = |&(down, right): &Place| {
            let again = linear.apply((down, right));
            !linear.is_reflection || (again.0 + down, again.1 + right) == (0, 0)
        };
        let placed = shifts.into_iter().filter(stays).map(|(down, right)| {
            let image = |&place: &Place| {
                let (row, place) = linear.apply(place);
                index.get(&(row + down, place + right)).copied()
            };
            let images = self.places.iter().map(image).collect();
            Motion { images, directions: std::array::from_fn(|direction| linear.turned(direction)) }
        });
        placed.collect()
    }
}

/// The directions from a cell to its neighbours.
fn steps(directions: usize) -> &'static [(&'static str, Place)] {
    if directions == 4 { &SQUARES } else { &HEXAGONS }
}

/// A turn or reflection that leaves a place where it is.
#[derive(Clone, Copy)]
struct Linear {
    directions: usize,
    turn: usize,
    is_reflection: bool,
}

impl Linear {
    fn turned(self, direction: usize) -> usize {
        let direction = direction % self.directions;
        let direction = if self.is_reflection { self.directions - direction } else { direction };
        (direction + self.turn) % self.directions
    }

    fn apply(self, (row, place): Place) -> Place {
        let steps = steps(self.directions);
        let (_, down) = steps[self.turned(self.directions / 2 - 1)];
        let (_, right) = steps[self.turned(0)];
        (row * down.0 + place * right.0, row * down.1 + place * right.1)
    }
}

/// A turn or reflection of a lattice.
pub struct Motion {
    /// Where each cell goes, if that is a cell of the lattice.
    pub images: Vec<Option<usize>>,
    /// Where each direction goes.
    pub directions: [usize; MOST_DIRECTIONS],
}

impl Motion {
    /// Where directions go, a bit for each.
    pub(crate) fn turned(&self, mask: u8) -> u8 {
        directions(mask).fold(0, |turned, direction| turned | 1 << self.directions[direction])
    }
}

/// A post.
#[derive(Clone, Copy)]
pub struct Post {
    /// Where it stands.
    pub cell: usize,
    /// What the lengths of its fences add up to.
    pub number: usize,
}

/// A lattice with posts.
pub struct Field {
    /// The cells.
    pub lattice: Lattice,
    /// The posts, in reading order.
    pub posts: Vec<Post>,
}

impl Field {
    /// How long the fences of a post can be: up to the border, or to the next post.
    #[must_use]
    pub fn room(&self, post: Post) -> [usize; MOST_DIRECTIONS] {
        let is_post = |cell: &usize| self.posts.iter().any(|other| other.cell == *cell);
        std::array::from_fn(|direction| {
            if direction >= self.lattice.directions {
                return 0;
            }
            let ray = self.lattice.ray(post.cell, direction);
            ray.take_while(|cell| !is_post(cell)).count().min(post.number)
        })
    }
}

/// The directions whose bits are set.
pub(crate) fn directions(mask: u8) -> impl Iterator<Item = usize> + Clone {
    (0..MOST_DIRECTIONS).filter(move |direction| mask >> direction & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_keep_neighbours() {
        let hexagon = iproduct!(0..5, 0..5).filter(|(row, place): &Place| row.abs_diff(*place) < 3);
        for lattice in [Lattice::squares(4, 5), Lattice::new(6, hexagon.collect())] {
            for motion in lattice.motions() {
                for (cell, direction, other) in lattice.edges() {
                    let images = (motion.images[cell], motion.images[other]);
                    let (Some(cell), Some(other)) = images else { continue };
                    assert_eq!(lattice.next[cell][motion.directions[direction]], Some(other));
                }
            }
        }
    }
}
