//! Four squares in a ring, as in the published figure.
//!
//! Each is rotated so that it shares the first two numbers of its bottom row with the square before
//! it, and the bottom two of its last column with the one after it:
//!
//! ```text
//! . . .
//! . . u      x and y are shared with the square before, u and v with the one after,
//! x y v      of which they are x and y
//! ```

use puzzle::prelude::*;

use crate::SIZE;
use crate::filling::Filling;
use crate::squares::{LARGEST, MagicSquare, Numbers, bit, least_others};

/// The corners of a ring, clockwise.
const RING: [(usize, usize); 4] = [(0, 1), (1, 3), (3, 2), (2, 0)];

/// The cells of the four squares, turned, clockwise.
pub(crate) type Corners = [[Cell; SIZE * SIZE]; 4];

/// Returns the squares of a figure that is a ring, wherever it lies.
pub(crate) fn turn(corners: &[Cell]) -> Option<Corners> {
    let row = corners.iter().map(|corner| corner.row).min()?;
    let column = corners.iter().map(|corner| corner.column).min()?;
    let ring = RING.map(|(down, across)| Cell::new(row + down, column + across));
    let is_ring = corners.iter().sorted().eq(ring.iter().sorted());
    is_ring.then(|| std::array::from_fn(|turns| turned_cells(ring[turns], turns)))
}

/// Returns the cells of a square in reading order before it was turned clockwise, `turns` times.
fn turned_cells(corner: Cell, turns: usize) -> [Cell; SIZE * SIZE] {
    std::array::from_fn(|place| {
        let clockwise = |(row, column)| (column, SIZE - 1 - row);
        let (row, column) =
            (0..turns).fold((place / SIZE, place % SIZE), |place, _| clockwise(place));
        Cell::new(corner.row + row, corner.column + column)
    })
}

/// The positions of the numbers that are shared with the square before.
const BEFORE: [usize; 2] = [6, 7];
/// The positions of the same numbers in the square before.
const AFTER: [usize; 2] = [5, 8];

/// The number of pairs of numbers.
const PAIRS: usize = (LARGEST as usize + 1).pow(2);

/// Encodes two numbers of a square as one.
fn pair(square: &MagicSquare, [one, other]: [usize; 2]) -> usize {
    usize::from(square.numbers[one]) * (LARGEST as usize + 1) + usize::from(square.numbers[other])
}

/// A square that is added to another one.
#[derive(Clone, Copy)]
struct Added {
    /// The numbers that it adds.
    new: Numbers,
    /// The sum of the new numbers, plus its share in the price of the last square.
    price: i32,
    /// The sum that it adds to the square before it.
    own: i32,
    /// Its index in the list of all squares.
    place: usize,
}

/// Squares by the two numbers that they share with another one, in ascending order of price.
struct Neighbours {
    starts: Vec<usize>,
    added: Vec<Added>,
}

impl Neighbours {
    /// Lists the squares by the pair at these positions.
    fn new(
        squares: &[MagicSquare],
        shared: [usize; 2],
        price: impl Fn(&MagicSquare) -> i32,
    ) -> Self {
        let added = squares.iter().enumerate().map(|(place, square)| {
            let [one, other] = shared.map(|place| square.at(place));
            let (new, sum) = (square.set & !bit(one) & !bit(other), square.sum - one - other);
            Added { new, price: sum + price(square), own: own(square), place }
        });
        let keys = squares.iter().map(|square| pair(square, shared));
        let (starts, mut added) = sorted(keys, added);
        for (&start, &end) in starts.iter().tuple_windows() {
            added[start..end].sort_unstable_by_key(|added| added.price);
        }
        Neighbours { starts, added }
    }

    fn of(&self, pair: usize) -> &[Added] {
        &self.added[self.starts[pair]..self.starts[pair + 1]]
    }
}

/// Sorts by small keys, and returns where each key starts (counting sort).
fn sorted<T: Copy>(
    keys: impl Iterator<Item = usize> + Clone,
    values: impl Iterator<Item = T> + Clone,
) -> (Vec<usize>, Vec<T>) {
    let mut starts = vec![0; PAIRS + 1];
    keys.clone().for_each(|key| starts[key + 1] += 1);
    for key in 0..PAIRS {
        starts[key + 1] += starts[key];
    }
    let mut sorted = values.clone().collect_vec();
    let mut next = starts.clone();
    for (key, value) in keys.zip(values) {
        sorted[next[key]] = value;
        next[key] += 1;
    }
    (starts, sorted)
}

/// Returns the sum of the numbers that a square adds to the square before it.
fn own(square: &MagicSquare) -> i32 {
    square.sum - square.at(BEFORE[0]) - square.at(BEFORE[1])
}

/// Searches the squares for four that make a ring within the budget of the filling.
///
/// Let the last square share x and y with the one before it, u and v with the one after it. Its nine
/// numbers add up to at least 3 (x + y + v) - 2, so it adds at least 2 (x + y) + 2 v - u - 2 to the
/// others. The first part is in the price of the square before it, the second in that of the one after.
pub(crate) fn search(
    corners: &Corners,
    squares: &[MagicSquare],
    filling: &mut Filling,
    search: &mut Search,
) -> Flow {
    let (starts, mut squares) =
        sorted(squares.iter().map(|square| pair(square, BEFORE)), squares.iter().copied());
    for (&start, &end) in starts.iter().tuple_windows() {
        squares[start..end].sort_unstable_by_key(|square| pair(square, AFTER));
    }
    let share = |square: &MagicSquare| 2 * (square.at(AFTER[0]) + square.at(AFTER[1]));
    let following = Neighbours::new(&squares, BEFORE, share);
    let share = |square: &MagicSquare| 2 * square.at(BEFORE[1]) - square.at(BEFORE[0]);
    let preceding = Neighbours::new(&squares, AFTER, share);
    search.poll()?;
    let mut ring = Ring { corners, starts, squares: &squares, filling };
    let (mut after, mut before) = (Vec::new(), Vec::new());
    for first in &squares {
        // The first square adds the least, or ties for it.
        if 4 * own(first) > ring.filling.budget {
            continue;
        }
        search.visit(1, || ring.filling.with(&[(&corners[0], first)]))?;
        let (next, last) = (following.of(pair(first, AFTER)), preceding.of(pair(first, BEFORE)));
        let within = ring.filling.budget - first.sum + 2;
        let Some(cheapest) = next.first() else { continue };
        select(first, last, within - cheapest.price, &mut before);
        let Some(cheapest) = before.first() else { continue };
        select(first, next, within - cheapest.price, &mut after);
        for next in &after {
            for last in before.iter().take_while(|last| next.price + last.price <= within) {
                if next.new & last.new == 0 {
                    ring.close(first, next, last, search)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Selects the neighbours of the first square that are cheap enough, share none of its other
/// numbers and add at least as much.
fn select(first: &MagicSquare, from: &[Added], most: i32, into: &mut Vec<Added>) {
    into.clear();
    let own = own(first);
    let cheap = from.iter().take_while(|added| added.price <= most);
    into.extend(cheap.filter(|added| added.new & first.set == 0 && added.own >= own));
}

struct Ring<'r> {
    corners: &'r Corners,
    /// Where the squares with each pair that is shared with the square before start.
    starts: Vec<usize>,
    /// By that pair, then by the one that is shared with the square after.
    squares: &'r [MagicSquare],
    filling: &'r mut Filling,
}

impl Ring<'_> {
    /// Looks for squares between the one after the first and the one before it.
    fn close(
        &mut self,
        first: &MagicSquare,
        next: &Added,
        last: &Added,
        search: &mut Search,
    ) -> Flow {
        let [next_square, last_square] = [next, last].map(|added| &self.squares[added.place]);
        let set = first.set | next.new | last.new;
        let sum = first.sum + own(next_square) + last_square.sum
            - last_square.at(AFTER[0])
            - last_square.at(AFTER[1]);
        if sum + least_others(set, 5) > self.filling.budget {
            return Flow::Continue(());
        }
        let [one, two, three, four] = self.corners;
        search.visit(3, || {
            let known = [(one, first), (two, next_square), (four, last_square)];
            self.filling.with(&known.map(|(cells, square)| (&cells[..], square)))
        })?;
        let (before, after) = (pair(next_square, AFTER), pair(last_square, BEFORE));
        let candidates = &self.squares[self.starts[before]..self.starts[before + 1]];
        let start = candidates.partition_point(|square| pair(square, AFTER) < after);
        let mut is_dead_end = true;
        for square in candidates[start..].iter().take_while(|one| pair(one, AFTER) == after) {
            let shared = [BEFORE, AFTER].concat().into_iter().map(|place| square.at(place));
            let known = shared.clone().fold(0, |known, number| known | bit(number));
            let sum = sum + square.sum - shared.sum::<i32>();
            if set & square.set == known && sum <= self.filling.budget {
                let board = self.filling.with(&[
                    (one, first),
                    (two, next_square),
                    (three, square),
                    (four, last_square),
                ]);
                self.filling.report(board, sum, search)?;
                is_dead_end = false;
            }
        }
        if is_dead_end {
            search.dead_end_because(|| "no last square has the numbers that it shares with these");
        }
        Flow::Continue(())
    }
}
