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

use crate::search::Filling;
use crate::squares::{LARGEST, MagicSquare, Numbers, bit, least_others};
use crate::{SIZE, cells};

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
    // A turn moves the cell in row r and column c to row c and column 2 - r.
    let turned = |place: usize| SIZE * (place % SIZE) + SIZE - 1 - place / SIZE;
    (0..turns).fold(cells(corner), |cells, _| std::array::from_fn(|place| cells[turned(place)]))
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

/// A list for each pair of numbers that squares share with another square.
type ByPair<T> = Vec<Vec<T>>;

/// Groups a list by pairs, each group in ascending order of another key.
fn grouped<T, K: Ord>(list: impl Iterator<Item = (usize, T)>, key: impl Fn(&T) -> K) -> ByPair<T> {
    let mut groups: ByPair<T> = (0..PAIRS).map(|_| Vec::new()).collect();
    list.for_each(|(pair, one)| groups[pair].push(one));
    groups.into_iter().update(|group| group.sort_unstable_by_key(&key)).collect()
}

/// A square that is added to another one.
#[derive(Clone, Copy)]
struct Added<'s> {
    square: &'s MagicSquare,
    /// The numbers that it adds.
    new: Numbers,
    /// Their sum.
    sum: i32,
    /// Their sum, plus its share in the price of the last square.
    price: i32,
    /// The sum that it adds to the square before it.
    own: i32,
}

/// Lists squares by the two numbers at these places, which they share with another one, in
/// ascending order of price.
fn neighbours(
    squares: &ByPair<MagicSquare>,
    places: [usize; 2],
    share: impl Fn(&MagicSquare) -> i32,
) -> ByPair<Added<'_>> {
    let added = squares.iter().flatten().map(|square| {
        let [one, other] = places.map(|place| square.at(place));
        let (new, sum) = (square.set & !bit(one) & !bit(other), square.sum - one - other);
        let price = sum + share(square);
        (pair(square, places), Added { square, new, sum, price, own: own(square) })
    });
    grouped(added, |added| added.price)
}

/// Returns the sum of the numbers that a square adds to the square before it.
fn own(square: &MagicSquare) -> i32 {
    square.sum - square.at(BEFORE[0]) - square.at(BEFORE[1])
}

/// Searches the squares for four that make a ring within the budget of the filling.
///
/// Let the last square share x and y with the one before it, u and v with the one after it. Its
/// nine numbers add up to at least 3 (x + y + v) - 2, so it adds at least 2 (x + y) + 2 v - u - 2
/// to the others. The first part is in the price of the square before it, the second in that of the
/// one after.
pub(crate) fn search(
    corners: &Corners,
    squares: &[MagicSquare],
    filling: &mut Filling,
    search: &mut Search,
) -> Flow {
    let squares = squares.iter().map(|square| (pair(square, BEFORE), *square));
    let squares = grouped(squares, |square| pair(square, AFTER));
    let share = |square: &MagicSquare| 2 * (square.at(AFTER[0]) + square.at(AFTER[1]));
    let following = neighbours(&squares, BEFORE, share);
    let share = |square: &MagicSquare| 2 * square.at(BEFORE[1]) - square.at(BEFORE[0]);
    let preceding = neighbours(&squares, AFTER, share);
    search.poll()?;
    let (mut after, mut before) = (Vec::new(), Vec::new());
    for first in squares.iter().flatten() {
        // The first square adds the least, or ties for it.
        if 4 * own(first) > filling.budget {
            continue;
        }
        // With it, both neighbours are chosen from lists, cheapest first: only those that leave
        // room for the cheapest one at the other side.
        search.visit(1, || filling.with([(&corners[0], first)]))?;
        let next = &following[pair(first, AFTER)];
        let last = &preceding[pair(first, BEFORE)];
        let within = filling.budget - first.sum + 2;
        let Some(cheapest) = next.first() else { continue };
        select(first, last, within - cheapest.price, &mut before);
        let Some(cheapest) = before.first() else { continue };
        select(first, next, within - cheapest.price, &mut after);
        for next in &after {
            for last in before.iter().take_while(|last| next.price + last.price <= within) {
                if next.new & last.new == 0 {
                    filling.close(corners, &squares, first, [next, last], search)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Selects the neighbours of the first square that are cheap enough, share none of its other
/// numbers and add at least as much.
fn select<'s>(first: &MagicSquare, from: &[Added<'s>], most: i32, into: &mut Vec<Added<'s>>) {
    into.clear();
    let own = own(first);
    let cheap = from.iter().take_while(|added| added.price <= most);
    into.extend(cheap.filter(|added| added.new & first.set == 0 && added.own >= own));
}

impl Filling {
    /// Looks for squares between the one after the first and the one before it.
    fn close(
        &mut self,
        [one, two, three, four]: &Corners,
        squares: &ByPair<MagicSquare>,
        first: &MagicSquare,
        [next, last]: [&Added; 2],
        search: &mut Search,
    ) -> Flow {
        let (set, sum) = (first.set | next.new | last.new, first.sum + next.sum + last.sum);
        if sum + least_others(set, 5) > self.budget {
            return Flow::Continue(());
        }
        let known = [(one, first), (two, next.square), (four, last.square)];
        search.visit(3, || self.with(known))?;
        // Four of its numbers are known: they are looked up.
        let candidates = &squares[pair(next.square, AFTER)];
        let after = pair(last.square, BEFORE);
        let start = candidates.partition_point(|square| pair(square, AFTER) < after);
        let mut is_dead_end = true;
        for square in candidates[start..].iter().take_while(|one| pair(one, AFTER) == after) {
            let numbers = [BEFORE, AFTER].as_flattened().iter().map(|&place| square.at(place));
            let shared = numbers.clone().fold(0, |shared, number| shared | bit(number));
            let sum = sum + square.sum - numbers.sum::<i32>();
            if set & square.set == shared && sum <= self.budget {
                let board = self.with(known.into_iter().chain([(three, square)]));
                self.budget = sum - 1;
                search.solution(board)?;
                is_dead_end = false;
            }
        }
        if is_dead_end {
            search.dead_end_because(|| "no last square has the numbers that it shares with these");
        }
        Flow::Continue(())
    }
}
