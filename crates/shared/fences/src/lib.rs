//! Posts with fences around a symmetric loop, on a lattice of squares or of hexagons.
//!
//! From a post, fences go in some directions; their lengths add up to its number. Where no fence
//! and no post stands, a closed loop runs, and a turn or a reflection maps it onto itself. On
//! hexagons, it makes no sharp bend.
//!
//! Cells have a row and a place in it; the place to the lower left of a hexagon has the same
//! number. So squares and hexagons only differ in the number of directions.

mod check;
mod rules;

use std::array;
use std::collections::{BTreeSet, HashMap};

use grid_utils::Cell;
use itertools::iproduct;

pub use check::{check_loop, fences_fit, is_symmetric};
pub use rules::Stated;

/// A place: row and place in the row.
pub type Place = (i32, i32);

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
pub struct Lattice<const DIRECTIONS: usize> {
    /// The positions of the cells, in reading order.
    pub places: Vec<Place>,
    /// The neighbours of each cell.
    pub next: Vec<[Option<usize>; DIRECTIONS]>,
}

impl Lattice<4> {
    /// Returns a grid of squares.
    #[must_use]
    pub fn squares(rows: usize, columns: usize) -> Self {
        Self::new(iproduct!((0..).take(rows), (0..).take(columns)).collect())
    }
}

impl Lattice<6> {
    /// Returns the hexagons at these places of a grid, given in reading order: each row begins half
    /// a cell further left than the one above.
    ///
    /// # Panics
    /// Beyond two thousand million rows or columns.
    #[must_use]
    pub fn hexagons(cells: &[Cell]) -> Self {
        let number = |index: usize| i32::try_from(index).expect("grids are smaller");
        Self::new(cells.iter().map(|cell| (number(cell.row), number(cell.column))).collect())
    }
}

impl<const DIRECTIONS: usize> Lattice<DIRECTIONS> {
    /// Returns the lattice of these cells, given in reading order.
    fn new(places: Vec<Place>) -> Self {
        let index: HashMap<Place, usize> = places.iter().copied().zip(0..).collect();
        let neighbours = |&(row, place): &Place| {
            array::from_fn(|direction| {
                let (_, (down, right)) = steps(DIRECTIONS)[direction];
                index.get(&(row + down, place + right)).copied()
            })
        };
        let next = places.iter().map(neighbours).collect();
        Self { places, next }
    }

    /// Returns the direction back.
    #[must_use]
    pub fn opposite(direction: usize) -> usize {
        (direction + DIRECTIONS / 2) % DIRECTIONS
    }

    /// Returns the cells in a direction, from the nearest on.
    pub fn ray(&self, cell: usize, direction: usize) -> impl Iterator<Item = usize> {
        let next = move |&cell: &usize| self.next[cell][direction];
        std::iter::successors(next(&cell), next)
    }

    /// Returns the edges: a cell, a direction of the first half of them, and the neighbour there.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let all = iproduct!(0..self.places.len(), 0..DIRECTIONS / 2);
        all.filter_map(|(cell, direction)| Some((cell, direction, self.next[cell][direction]?)))
    }

    /// Returns whether a loop may leave a cell in these two directions.
    #[must_use]
    pub fn may_bend(one: usize, other: usize) -> bool {
        let between = one.abs_diff(other);
        DIRECTIONS == 4 || between.min(DIRECTIONS - between) > 1
    }

    /// Turns by the smallest angles, and reflections, about all centres and axes that take a cell
    /// to a cell. Other turns, done twice or three times, are one of these.
    #[must_use]
    pub fn motions(&self) -> Vec<Motion<DIRECTIONS>> {
        let turns: &[usize] = if DIRECTIONS == 4 { &[2] } else { &[2, 3] };
        let turns = turns.iter().map(|&turn| Linear { turn, is_reflection: false });
        let reflections = (0..DIRECTIONS).map(|turn| Linear { turn, is_reflection: true });
        turns.chain(reflections).flat_map(|linear| self.placed(linear)).collect()
    }

    /// Returns a turn or reflection about all its centres or axes.
    fn placed(&self, linear: Linear<DIRECTIONS>) -> Vec<Motion<DIRECTIONS>> {
        let index: HashMap<Place, usize> = self.places.iter().copied().zip(0..).collect();
        let shift = |(&from, &to)| {
            let image: Place = linear.apply(from);
            let to: Place = to;
            (to.0 - image.0, to.1 - image.1)
        };
        let shifts: BTreeSet<Place> = iproduct!(&self.places, &self.places).map(shift).collect();
        // A reflection with a shift along its axis has no bounded invariant set.
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
            Motion { images, directions: array::from_fn(|direction| linear.turned(direction)) }
        });
        placed.collect()
    }
}

/// Returns the directions from a cell to its neighbours.
fn steps(directions: usize) -> &'static [(&'static str, Place)] {
    if directions == 4 { &SQUARES } else { &HEXAGONS }
}

/// A turn or reflection that leaves a place where it is.
#[derive(Clone, Copy)]
struct Linear<const DIRECTIONS: usize> {
    turn: usize,
    is_reflection: bool,
}

impl<const DIRECTIONS: usize> Linear<DIRECTIONS> {
    fn turned(self, direction: usize) -> usize {
        let direction = if self.is_reflection { DIRECTIONS - direction } else { direction };
        (direction + self.turn) % DIRECTIONS
    }

    fn apply(self, (row, place): Place) -> Place {
        let steps = steps(DIRECTIONS);
        let (_, down) = steps[self.turned(DIRECTIONS / 2 - 1)];
        let (_, right) = steps[self.turned(0)];
        (row * down.0 + place * right.0, row * down.1 + place * right.1)
    }
}

/// A turn or reflection of a lattice.
pub struct Motion<const DIRECTIONS: usize> {
    /// The image of each cell, if it is a cell of the lattice.
    pub images: Vec<Option<usize>>,
    /// The image of each direction.
    pub directions: [usize; DIRECTIONS],
}

/// A post.
#[derive(Clone, Copy)]
pub struct Post {
    /// Its cell.
    pub cell: usize,
    /// The sum of the lengths of its fences.
    pub number: usize,
}

/// A lattice with posts.
pub struct Field<const DIRECTIONS: usize> {
    /// The cells.
    pub lattice: Lattice<DIRECTIONS>,
    /// The posts, in reading order.
    pub posts: Vec<Post>,
}

impl<const DIRECTIONS: usize> Field<DIRECTIONS> {
    /// Returns the greatest lengths of a post's fences: up to the border, or to the next post.
    #[must_use]
    pub fn room(&self, post: Post) -> [usize; DIRECTIONS] {
        let is_post = |cell: &usize| self.posts.iter().any(|other| other.cell == *cell);
        array::from_fn(|direction| {
            let ray = self.lattice.ray(post.cell, direction);
            ray.take_while(|cell| !is_post(cell)).count().min(post.number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motions_keep_neighbours_of<const DIRECTIONS: usize>(lattice: &Lattice<DIRECTIONS>) {
        for motion in lattice.motions() {
            for (cell, direction, other) in lattice.edges() {
                let images = (motion.images[cell], motion.images[other]);
                let (Some(cell), Some(other)) = images else { continue };
                assert_eq!(lattice.next[cell][motion.directions[direction]], Some(other));
            }
        }
    }

    #[test]
    fn motions_keep_neighbours() {
        motions_keep_neighbours_of(&Lattice::squares(4, 5));
        let cells = iproduct!(0..5, 0..5).map(|(row, column)| Cell::new(row, column));
        let hexagon = cells.filter(|cell| cell.row.abs_diff(cell.column) < 3);
        motions_keep_neighbours_of(&Lattice::hexagons(&hexagon.collect::<Vec<_>>()));
    }
}
