//! Exhaustive search of all trips with each die, from the first cell on: slow, but clearly
//! complete.

use numbers::Integer;
use puzzle::prelude::*;

use crate::die::{Die, rolled};
use crate::{TravelAgent, board};

/// Reports ever better trips until none is left.
pub(crate) fn search(puzzle: &TravelAgent, search: &mut Search) -> Flow {
    // A digit that is not printed may always be 9.
    let digits = puzzle.grid.values().flatten().map(|digit| digit.get()).chain([9]);
    let digits = digits.sorted().dedup().collect_vec();
    let mut best = Integer::ZERO;
    for faces in (0..6).map(|_| digits.iter().copied()).multi_cartesian_product() {
        let die: Die = faces.try_into().expect("a die has six faces");
        let mut trip = vec![Cell::new(0, 0)];
        follow(puzzle, (die, die), &Integer::ONE, &mut trip, &mut best, search)?;
    }
    Flow::Continue(())
}

/// Follows all trips whose die was `start` at first and is `now` in the last cell; `product` is that of
/// the digits at the bottom before.
fn follow(
    puzzle: &TravelAgent,
    (start, now): (Die, Die),
    product: &Integer,
    trip: &mut Vec<Cell>,
    best: &mut Integer,
    search: &mut Search,
) -> Flow {
    search.node()?;
    let cell = trip[trip.len() - 1];
    if puzzle.grid[cell].is_some_and(|digit| digit.get() != now[0]) {
        search.dead_end();
        return Flow::Continue(());
    }
    let product = product * Integer::from(now[0]);
    if cell == puzzle.finish() {
        if product > *best {
            *best = product;
            search.solution(board(start, trip.clone()))?;
        }
        return Flow::Continue(());
    }
    for direction in Direction::ALL {
        let next = cell.step(direction).filter(|&next| puzzle.grid.contains(next));
        if let Some(next) = next.filter(|next| !trip.contains(next)) {
            trip.push(next);
            follow(puzzle, (start, rolled(now, direction)), &product, trip, best, search)?;
            trip.pop();
        }
    }
    Flow::Continue(())
}
