//! Complete search: boards row by row, while they can reach a score.

use std::collections::HashMap;

use grid_puzzles::mirrors;
use puzzle::prelude::*;

use crate::beams::{End, Ends, Hall, Mirror, Mirrors, State, goes_on};
use crate::bound::{Ahead, COLUMN, POINT};
use crate::score::{REWARD, points, score};
use crate::{HallOfMirrors, LARGEST_SIZE, Place};

/// The first number of links that are made within a row.
const LINK_OF_ROW: u8 = 16;

/// The maximum number of remembered states.
const MOST_SEEN: usize = 1 << 18;

/// The partial boards.
struct Rows {
    hall: Hall,
    /// The maximum loss of the boards sought.
    most_loss: i64,
    /// The mirrors, below an empty row.
    cells: [Mirrors; LARGEST_SIZE + 1],
    /// States before a row, with the smallest loss with which they were tried in vain.
    seen: HashMap<(usize, Ends, Mirrors, [i64; 2]), i64>,
}

impl Rows {
    /// Tries all ways to fill a row from a column on. The rows below cost at least `cost`, given
    /// its mirrors; its cells have `paid` for the needs of their columns.
    fn fill(
        &mut self,
        (row, from): (usize, usize),
        state: State,
        ahead: &Ahead,
        (cost, paid): (u8, i64),
        search: &mut Search,
    ) -> Flow {
        search.visit(row * self.hall.size + from, || self.board())?;
        // Either the row has no more mirrors,
        if ahead.bound(&state, cost) <= self.most_loss * POINT + paid {
            self.close(row, state, search)?;
        }
        // or the next one stands in one of the columns that are left. A column that has got what it
        // needs has paid its share, which the bound would otherwise count twice.
        for (column, link) in (0..self.hall.size).zip(LINK_OF_ROW..).skip(from) {
            let pays = self.hall.needs_mirror(&state, column);
            let paid = paid + if pays { i64::from(COLUMN) } else { 0 };
            for mirror in Mirror::ALL {
                // The first cell of a mirror costs 3, each further one 1.
                let mut next = state;
                next.put(column, mirror, link);
                next.loss += if goes_on(&self.cells[row], column, mirror) { 1 } else { 3 };
                let cost = ahead.with(cost, column, mirror);
                if ahead.bound(&next, ahead.with_more(cost, column))
                    <= self.most_loss * POINT + paid
                {
                    self.cells[row + 1][column + 1] = Some(mirror);
                    self.fill((row, column + 1), next, ahead, (cost, paid), search)?;
                    self.cells[row + 1][column + 1] = None;
                }
            }
        }
        Flow::Continue(())
    }

    /// Continues with the next row, if the board can still reach the score.
    fn close(&mut self, row: usize, mut state: State, search: &mut Search) -> Flow {
        // What goes to the right ends at the border, and what goes down enters the next row.
        let next = row + 1;
        state.join(state.right, self.hall.right[row]);
        state.number_links();
        if next < self.hall.size {
            return self.begin(next, state, search);
        }
        for column in 0..self.hall.size {
            state.join(state.down[column], self.hall.bottom[column]);
        }
        if state.loss <= self.most_loss {
            search.solution(self.board())?;
            // This board is optimal, so the search is over.
            self.most_loss = -1;
        }
        Flow::Continue(())
    }

    /// Fills a row and those below, if the board can still reach the score.
    fn begin(&mut self, row: usize, mut state: State, search: &mut Search) -> Flow {
        let above = self.cells[row];
        let (ahead, bound) = Ahead::new(&self.hall, &state, row, &above);
        if bound > self.most_loss * POINT {
            search.dead_end();
            return Flow::Continue(());
        }
        // What is below depends on the beams, on the mirrors just above and on what may be left
        // out; the same with no less loss has been tried in vain. Forgetting states costs only
        // time.
        if self.seen.len() == MOST_SEEN {
            self.seen.clear();
        }
        let loss = self.seen.entry((row, state.down, above, state.spare)).or_insert(i64::MAX);
        if *loss <= state.loss {
            return Flow::Continue(());
        }
        *loss = state.loss;
        state.right = self.hall.left[row];
        self.fill((row, 0), state, &ahead, (ahead.anew(), 0), search)
    }

    /// Returns the board, turned back.
    fn board(&self) -> mirrors::Mirrors {
        let size = self.hall.size;
        Grid::from_fn(size, size, |Cell { row, column }| {
            self.cells[size - row][size - column].map(Mirror::value)
        })
    }
}

/// Reports a board without mirrors and, if it is better, one with the best score.
pub(crate) fn search(puzzle: &HallOfMirrors, search: &mut Search) -> Flow {
    let count =
        |kind| points(puzzle.places.given().filter(|&(_, _, &place)| place == kind).count());
    let (lasers, goals) = (count(Place::Laser), count(Place::Goal));
    let more = if lasers < goals { Place::Goal } else { Place::Laser };
    let mut rows = Rows {
        hall: Hall::new(puzzle, more),
        most_loss: 0,
        cells: [[None; LARGEST_SIZE + 2]; LARGEST_SIZE + 1],
        seen: HashMap::new(),
    };
    let spare = [(lasers - goals).abs(), 0];
    let state = State { down: rows.hall.top, right: End::Nothing, loss: 0, spare };
    let empty = rows.board();
    let loss = REWARD * lasers.min(goals) - score(puzzle, &empty);
    search.solution(empty)?;
    // Each round takes several times as long as the one before, so starting over is cheap.
    for most_loss in 0..loss {
        rows.most_loss = most_loss;
        rows.seen.clear();
        rows.begin(0, state, search)?;
        if rows.most_loss < 0 {
            break;
        }
    }
    Flow::Continue(())
}
