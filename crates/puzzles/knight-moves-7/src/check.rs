//! The checker, which shares no code with the search.

use puzzle::prelude::*;

use crate::KnightMoves;

/// A cell of a walk.
pub(crate) struct Visit {
    pub(crate) cell: Cell,
    pub(crate) is_tower: bool,
    pub(crate) score: usize,
}

/// Follows the walk on a board.
pub(crate) fn walk(board: &Board) -> Result<Vec<Visit>> {
    let cells = board.grid().iter().filter_map(|(cell, moves)| Some(((*moves)?, cell))).sorted();
    let cells = (0..).zip(cells).map(|(expected, (moves, cell))| {
        ensure!(moves == expected, "expected one cell with {expected} and found {moves} in {cell}");
        Ok(cell)
    });
    follow(&cells.collect::<Result<Vec<_>>>()?)
}

/// Follows a walk that ends on a tower; it starts on one if the height changes an even number of
/// times.
pub(crate) fn follow(cells: &[Cell]) -> Result<Vec<Visit>> {
    let is_straight = |from: Cell, to: Cell| from.row == to.row || from.column == to.column;
    let changes = cells.iter().tuple_windows().filter(|&(&from, &to)| is_straight(from, to));
    let first = *cells.first().context("no cell is visited")?;
    let mut walk = vec![Visit { cell: first, is_tower: changes.count() % 2 == 0, score: 0 }];
    for (moves, (&from, &cell)) in (1..).zip(cells.iter().tuple_windows()) {
        let steps = from.row.abs_diff(cell.row) * from.column.abs_diff(cell.column);
        let is_move = from.distance(cell) == 2 + steps / 2 && matches!(steps, 0 | 2);
        ensure!(is_move, "move {moves}, from {from} to {cell}, is not a knight's move");
        let Visit { is_tower, score, .. } = walk[moves - 1];
        let (is_tower, score) = match (is_straight(from, cell), is_tower) {
            (false, _) => (is_tower, score + moves),
            (true, false) => (true, score * moves),
            (true, true) => {
                ensure!(score % moves == 0, "move {moves} goes down, but the score is {score}");
                (false, score / moves)
            }
        };
        walk.push(Visit { cell, is_tower, score });
    }
    Ok(walk)
}

/// Returns the moves after which the number of a cell was written.
pub(crate) fn written(puzzle: &KnightMoves, walk: &[Visit]) -> Vec<usize> {
    walk.iter().positions(|visit| puzzle.numbers[visit.cell].is_some()).collect()
}

pub(crate) fn check(puzzle: &KnightMoves, board: &Board) -> Result<()> {
    let walk = walk(board)?;
    let (first, start) = (walk[0].cell, Cell::new(board.grid().rows() - 1, 0));
    ensure!(first == start, "the walk starts on {first}, not on {start}");
    for (_, cells) in Regions::from_labels(&puzzle.regions).iter() {
        let towers = walk.iter().filter(|visit| visit.is_tower && cells.contains(&visit.cell));
        let (name, towers) = (puzzle.regions[cells[0]], towers.count());
        ensure!(towers == 1, "the walk visits {towers} towers in region {name}, not 1");
    }
    for (cell, number) in &puzzle.numbers {
        let Some(number) = number else { continue };
        let visit = walk.iter().find(|visit| visit.cell == cell);
        let score = visit.with_context(|| format!("the walk does not visit {cell}"))?.score;
        ensure!(score == *number, "the score on {cell} is {score}, not {number}");
    }
    let (written, interval) = (written(puzzle, &walk), puzzle.interval.size());
    let early = puzzle.times.size() * interval;
    let late = written[puzzle.times.size() + 1].saturating_sub(early);
    ensure!(late > interval, "K is {late}, not above {interval}");
    let mut expected = (0..early).step_by(interval).chain((early..walk.len()).step_by(late));
    ensure!(
        written.iter().copied().eq(expected.clone()),
        "numbers stand after the moves {}; expected after {}",
        written.iter().format(" "),
        expected.join(" ")
    );
    Ok(())
}
