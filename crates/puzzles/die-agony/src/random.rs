//! Random instances: a random die rolls at random, and the cells get the resulting scores.

use std::collections::BTreeMap;

use num_rational::Ratio;
use puzzle::prelude::*;

use crate::die::Die;

/// The largest grid.
pub(crate) const LARGEST_SIZE: usize = 50;

/// Generates a grid of `size` rows, at most 50, or of fewer and longer ones, with a journey. The
/// die continues as long as it can, to cells that are new or where the score happens to be right;
/// the last new cell is the finish. The other cells hold random numbers of about the same size.
pub(crate) fn roll(size: usize, random: &mut Rng) -> Draft {
    let size = size.max(2);
    let rows = random.usize(size / 2..=size);
    let columns = size * size / rows;
    let grid = Grid::filled(rows, columns, ());
    let start = Cell::new(random.usize(..rows), random.usize(..columns));
    // A face is an integer or, one time in four, a multiple of 1/2 or 1/3.
    let faces = [(); 6].map(|()| {
        let denominator = if random.u8(..4) == 0 { random.i64(2..=3) } else { 1 };
        Ratio::new(random.i64(-9..=12), denominator)
    });
    let mut scores = BTreeMap::from([(start, 0)]);
    let (mut cell, mut die) = (start, Die([0, 1, 2, 3, 4, 5]));
    let (mut finish, mut length) = (start, 0);
    for number in (1..).take(2 * size * size) {
        let moves = Direction::ALL.into_iter().filter_map(|direction| {
            let to = grid.neighbour(cell, direction)?;
            let mut tipped = die.tipped(direction);
            let points = faces[*tipped.top()] * number;
            let score = scores[&cell] + points.to_integer();
            let fits = scores.get(&to).is_none_or(|&there| there == score);
            (points.is_integer() && fits).then_some((to, tipped, score))
        });
        let Some((to, tipped, score)) = random.choice(moves.collect::<Vec<_>>()) else { break };
        if scores.insert(to, score).is_none() {
            (finish, length) = (to, number);
        }
        (cell, die) = (to, tipped);
    }
    if finish == start {
        // Only a face with an integer value works for the first move: try another die.
        return roll(size, random);
    }
    let most = scores.values().map(|score| score.abs()).max().unwrap_or(0);
    let grid =
        grid.map(|cell, ()| scores.get(&cell).copied().unwrap_or_else(|| random.i64(-most..=most)));
    draft(&grid, [start, finish], length + 2)
}

/// Returns an instance.
pub(crate) fn draft(grid: &Grid<i64>, [start, finish]: [Cell; 2], max_moves: i64) -> Draft {
    let draft = Draft::new().text("grid", grid).number("max_moves", max_moves);
    draft.text("start", start).text("finish", finish)
}
