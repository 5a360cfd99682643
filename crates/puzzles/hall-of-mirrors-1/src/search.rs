//! Complete search: boards row by row, as long as they can reach a score; and all boards of small
//! grids.

use std::collections::HashMap;
use std::mem;

use grid_puzzles::Side;
use grid_puzzles::mirrors::{FALLING, Mirrors, RISING};
use grid_utils::{Cell, Grid};
use itertools::Itertools;
use puzzle::{Flow, Search};

use crate::bound::{Ahead, Costs, LINE, MOST_FREE, OMISSION, POINT, charges};
use crate::score::{REWARD, points, score};
use crate::{HallOfMirrors, LARGEST_SIZE, MOST_FOR_ALL, Place};

/// What is at the other end of a beam: nothing, a laser, a goal, or from [`LINK`] on a number that only
/// the beam has that leads there. As light may run backwards, [`MANY`] stands for lasers or goals,
/// whichever there are more of.
pub(crate) type End = u8;

pub(crate) const NOTHING: End = 0;
pub(crate) const MANY: End = 1;
pub(crate) const FEW: End = 2;
pub(crate) const LINK: End = 3;
/// The first number that is given within a row.
const LINK_OF_ROW: End = LINK + 16;

/// How many states are remembered.
const MOST_SEEN: usize = 1 << 18;

type Ends = [End; LARGEST_SIZE];
/// The mirrors of a row, 0 for none, between two empty columns.
pub(crate) type Cells = [u8; LARGEST_SIZE + 2];

/// Whether the row below can go on with a mirror in a column: `/` (0) or `\` (1).
pub(crate) fn goes_on(above: &Cells, column: usize, mirror: usize) -> bool {
    if mirror == 0 { above[column + 2] == 1 } else { above[column] == 2 }
}

/// Whether a beam with these ends leaves something out.
pub(crate) fn needs_mirror(one: End, other: End) -> bool {
    one < LINK && other < LINK && one + other != NOTHING && one + other != MANY + FEW
}

/// How many of [`MANY`] and [`FEW`] a beam with these ends leaves out.
pub(crate) fn left_out(one: End, other: End) -> [u8; 2] {
    let needs_mirror = needs_mirror(one, other);
    [MANY, FEW]
        .map(|kind| u8::from(needs_mirror) * (u8::from(one == kind) + u8::from(other == kind)))
}

/// The beams that leave the cells before some column of a row, and what was lost so far.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The beams that go down, by their columns.
    pub(crate) down: Ends,
    /// The beam that goes to the right.
    right: End,
    /// The points below those of a board without cost on which as many beams as possible score.
    loss: i64,
    /// How many of [`MANY`] and [`FEW`] may be left out for no more loss.
    free: [i64; 2],
}

impl State {
    /// How many of [`MANY`] may be left out for nothing and are accounted for.
    pub(crate) fn counted(&self) -> usize {
        usize::try_from(self.free[0]).map_or(0, |free| free.min(MOST_FREE))
    }

    /// The loss, in quarters of points, with these costs of what is left: each one more that may be left
    /// out than `counted` saves an omission at most.
    pub(crate) fn bound(&self, costs: Costs, counted: usize) -> i64 {
        let counted = self.counted().min(counted);
        let uncounted = self.free[0] + self.free[1] - points(counted);
        self.loss * POINT + i64::from(costs[counted]) - i64::from(OMISSION[1]) * uncounted
    }

    /// Joins two beams, which do not go on.
    fn join(&mut self, one: End, other: End) {
        let (link, end) = match (one >= LINK, other >= LINK) {
            (true, _) => (one, other),
            (false, true) => (other, one),
            (false, false) => {
                let [many, few] = left_out(one, other).map(i64::from);
                let free = [self.free[0] - many, self.free[1] - few];
                let lost = -free[0].min(free[1]).min(0);
                self.free = free.map(|free| free + lost);
                self.loss += REWARD * lost;
                return;
            }
        };
        let ends = self.down.iter_mut().chain([&mut self.right]);
        ends.filter(|other| **other == link).for_each(|other| *other = end);
    }

    /// With a mirror in a column, `/` (0) or `\` (1); `link` is a number that no beam has.
    fn with_mirror(mut self, column: usize, mirror: usize, goes_on: bool, link: End) -> Self {
        self.loss += if goes_on { 1 } else { 3 };
        if mirror == 0 {
            let above = mem::replace(&mut self.down[column], link);
            let left = mem::replace(&mut self.right, link);
            self.join(above, left);
        } else {
            mem::swap(&mut self.down[column], &mut self.right);
        }
        self
    }

    /// Numbers the links by their first columns, so that states that are alike are equal.
    fn number_links(&mut self) {
        let before = self.down;
        for end in self.down.iter_mut().filter(|end| **end >= LINK) {
            let first = before.iter().zip(LINK..).find(|(other, _)| *other == end);
            *end = first.map_or(NOTHING, |(_, number)| number);
        }
    }
}

/// The grid, turned to the left: its rows are columns of the instance, from the last to the first. Of
/// the four ways to turn it, the published instance takes the fewest nodes in this one.
pub(crate) struct Hall {
    pub(crate) size: usize,
    top: Ends,
    pub(crate) bottom: Ends,
    pub(crate) left: Ends,
    pub(crate) right: Ends,
    pub(crate) charges: Vec<Costs>,
}

impl Hall {
    fn new(puzzle: &HallOfMirrors, more: Place) -> Self {
        let size = puzzle.places.size();
        let ends = |side: Side| {
            let mut ends = [NOTHING; LARGEST_SIZE];
            for (line, &place) in puzzle.places.side(side).given() {
                ends[line] = if place == more { MANY } else { FEW };
            }
            ends
        };
        let [top, bottom, mut left, mut right] =
            [Side::Right, Side::Left, Side::Top, Side::Bottom].map(ends);
        left[..size].reverse();
        right[..size].reverse();
        Self { size, top, bottom, left, right, charges: charges() }
    }
}

/// The boards so far.
struct Rows {
    hall: Hall,
    /// The most loss of the boards that are looked for.
    most_loss: i64,
    /// The mirrors, below an empty row.
    cells: [Cells; LARGEST_SIZE + 1],
    /// States before a row, and the least loss with which they were tried in vain.
    seen: HashMap<(usize, Ends, Cells, [i64; 2]), i64>,
}

impl Rows {
    /// Tries all ways to fill a row from a column on. `costs` are those of the rows below, by the
    /// mirrors in it; `saved` is what its cells save of them.
    fn fill(
        &mut self,
        (row, from): (usize, usize),
        state: State,
        ahead: &Ahead,
        (costs, saved): (Costs, i64),
        search: &mut Search,
    ) -> Flow {
        search.visit(row * self.hall.size + from, || self.mirrors())?;
        if state.bound(costs, ahead.below.free) <= self.most_loss * POINT + saved {
            self.close(row, state, search)?;
        }
        for (column, link) in (0..self.hall.size).zip(LINK_OF_ROW..).skip(from) {
            let needs_mirror = needs_mirror(state.down[column], self.hall.bottom[column]);
            let saved = saved + if needs_mirror { i64::from(LINE) } else { 0 };
            for mirror in 0..2 {
                let goes_on = goes_on(&self.cells[row], column, mirror);
                let next = state.with_mirror(column, mirror, goes_on, link);
                let costs = ahead.with(costs, column, mirror);
                if next.bound(ahead.with_more(costs, column), ahead.below.free)
                    <= self.most_loss * POINT + saved
                {
                    self.cells[row + 1][column + 1] = [1, 2][mirror];
                    self.fill((row, column + 1), next, ahead, (costs, saved), search)?;
                    self.cells[row + 1][column + 1] = 0;
                }
            }
        }
        Flow::Continue(())
    }

    /// Goes on with the next row, if the board still can reach the score.
    fn close(&mut self, row: usize, mut state: State, search: &mut Search) -> Flow {
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
            search.solution(self.mirrors())?;
            // There is no better one, so the search is over.
            self.most_loss = -1;
        }
        Flow::Continue(())
    }

    /// Fills a row and those below, if the board still can reach the score.
    fn begin(&mut self, row: usize, mut state: State, search: &mut Search) -> Flow {
        let above = self.cells[row];
        let (ahead, bound) = Ahead::new(&self.hall, &state, row, &above);
        if bound > self.most_loss * POINT {
            search.dead_end();
            return Flow::Continue(());
        }
        if self.seen.len() == MOST_SEEN {
            self.seen.clear();
        }
        let loss = self.seen.entry((row, state.down, above, state.free)).or_insert(i64::MAX);
        if *loss <= state.loss {
            return Flow::Continue(());
        }
        *loss = state.loss;
        state.right = self.hall.left[row];
        self.fill((row, 0), state, &ahead, (ahead.below.anew, 0), search)
    }

    /// The board, turned back, which makes `\` of `/`.
    fn mirrors(&self) -> Mirrors {
        let size = self.hall.size;
        Grid::from_fn(size, size, |Cell { row, column }| match self.cells[size - column][row + 1] {
            0 => None,
            1 => Some(FALLING),
            _ => Some(RISING),
        })
    }
}

/// Reports a board without mirrors and one with the best score, if that is better.
pub(crate) fn search(puzzle: &HallOfMirrors, search: &mut Search) -> Flow {
    let count =
        |kind| points(puzzle.places.given().filter(|&(_, _, &place)| place == kind).count());
    let (lasers, goals) = (count(Place::Laser), count(Place::Goal));
    let more = if lasers < goals { Place::Goal } else { Place::Laser };
    let mut rows = Rows {
        hall: Hall::new(puzzle, more),
        most_loss: 0,
        cells: [[0; LARGEST_SIZE + 2]; LARGEST_SIZE + 1],
        seen: HashMap::new(),
    };
    let free = [(lasers - goals).abs(), 0];
    let state = State { down: rows.hall.top, right: NOTHING, loss: 0, free };
    let empty = rows.mirrors();
    let loss = REWARD * lasers.min(goals) - score(puzzle, &empty);
    search.solution(empty)?;
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

/// Tries all boards of a small grid, and reports those that are better than all before.
pub(crate) fn search_all(puzzle: &HallOfMirrors, search: &mut Search) -> Flow {
    let size = puzzle.places.size();
    if size > MOST_FOR_ALL {
        return search.give_up();
    }
    search.node()?;
    let mut best = i64::MIN;
    let cells = (0..size * size).map(|_| [None, Some(RISING), Some(FALLING)]);
    for cells in cells.multi_cartesian_product() {
        search.poll()?;
        let mirrors = Grid::from_fn(size, size, |Cell { row, column }| cells[row * size + column]);
        let score = score(puzzle, &mirrors);
        if score > best {
            best = score;
            search.solution(mirrors)?;
        }
    }
    Flow::Continue(())
}
