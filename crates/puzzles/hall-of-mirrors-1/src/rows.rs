//! Complete search: boards row by row, as long as they can reach a score.

use std::array;
use std::mem;

use grid_puzzles::Side;
use grid_utils::{Cell, Grid};
use puzzle::{Flow, Search};

use crate::light::{Mirrors, REWARD, points};
use crate::{FALLING, HallOfMirrors, LARGEST_SIZE, Place, RISING};

/// What is at the other end of a beam: nothing, a laser, a goal, or from [`LINK`] on a number that only
/// the beam has that leads there.
type End = u8;

const NOTHING: End = 0;
const LASER: End = 1;
const GOAL: End = 2;
const LINK: End = 3;

type Ends = [End; LARGEST_SIZE];

/// The beams that leave the cells before some column of a row, and what was lost so far.
#[derive(Clone, Copy)]
struct State {
    /// The beams that go down, by their columns.
    down: Ends,
    /// The beam that goes to the right.
    right: End,
    cost: i64,
    /// How many lasers may not score, and how many goals not be reached, until that costs points.
    spare: [i64; 2],
}

impl State {
    /// How many lasers less than possible score.
    fn lost(&self) -> i64 {
        -self.spare[0].min(self.spare[1]).min(0)
    }

    /// The points below those of a board without cost on which as many lasers as possible score.
    fn loss(&self) -> i64 {
        self.cost + REWARD * self.lost()
    }

    /// How many rows and columns may do without the mirror that they need, for no more loss.
    fn free(&self) -> i64 {
        self.spare[0] + self.spare[1] + 2 * self.lost()
    }

    /// Joins two beams, which do not go on.
    fn join(&mut self, one: End, other: End) {
        let (link, end) = match (one >= LINK, other >= LINK) {
            (false, false) => return self.pass(one, other),
            (true, _) => (one, other),
            (false, true) => (other, one),
        };
        let ends = self.down.iter_mut().chain([&mut self.right]);
        ends.filter(|other| **other == link).for_each(|other| *other = end);
    }

    /// Counts what is left out by a beam with these ends.
    fn pass(&mut self, one: End, other: End) {
        if needs_mirror(one, other) {
            for (spare, kind) in self.spare.iter_mut().zip([LASER, GOAL]) {
                *spare -= i64::from(one == kind) + i64::from(other == kind);
            }
        }
    }
}

/// Whether a beam with these ends leaves out a laser or a goal.
fn needs_mirror(one: End, other: End) -> bool {
    !matches!((one, other), (LINK.., _) | (_, LINK..) | (NOTHING, NOTHING))
        && !matches!((one, other), (LASER, GOAL) | (GOAL, LASER))
}

/// What is known of a row beside its beams.
#[derive(Clone, Copy)]
struct Row {
    number: usize,
    /// Whether it needs a mirror and has none yet: 1 or 0.
    needs: i64,
    /// How many columns need a mirror, at least.
    columns: i64,
    /// The most cells of the mirrors that come to each column from above, from this row on.
    coming: [i64; LARGEST_SIZE],
    /// The most cells below this row of the mirrors in it.
    going: i64,
}

/// The boards so far.
struct Rows {
    size: usize,
    most_loss: i64,
    bottom: Ends,
    left: Ends,
    right: Ends,
    /// How many rows from each one on need a mirror.
    needy: [i64; LARGEST_SIZE + 1],
    /// The mirrors, 0 for none, below an empty row and between empty columns.
    cells: [[i64; LARGEST_SIZE + 2]; LARGEST_SIZE + 1],
}

/// The least cost of `cells` cells of which `running` may belong to mirrors that were begun before,
/// where mirrors may run through `rows` rows. A laser less may save two cells: it must cost no less.
fn price(cells: i64, running: i64, rows: usize) -> i64 {
    let rows = points(rows.max(2));
    cells.max(0) + 2 * ((cells - running).max(0) + rows - 1).div_euclid(rows)
}

impl Rows {
    /// Tries all ways to fill a row from a column on.
    fn fill(&mut self, row: Row, from: usize, state: State, search: &mut Search) -> Flow {
        search.node()?;
        self.close(row, state, search)?;
        let r = row.number;
        let below = self.size - r - 1;
        let mut running = row.going + row.coming[from..].iter().sum::<i64>();
        let link =
            (LINK..=End::MAX).find(|link| state.right != *link && !state.down.contains(link));
        for column in from..self.size {
            let cells = (self.needy[r + 1] + row.needs).max(row.columns) - state.free();
            if state.loss() + price(cells, running, below + 1) > self.most_loss {
                break;
            }
            running -= row.coming[column];
            let above = &self.cells[r];
            for (mirror, is_begun, room) in [
                (RISING, above[column + 2] == RISING, column),
                (FALLING, above[column] == FALLING, self.size - 1 - column),
            ] {
                let mut next = state;
                next.cost += if is_begun { 1 } else { 3 };
                if mirror == FALLING {
                    mem::swap(&mut next.down[column], &mut next.right);
                } else {
                    let joined = (next.down[column], next.right);
                    let link = link.expect("there are more numbers than beams");
                    (next.down[column], next.right) = (link, link);
                    next.join(joined.0, joined.1);
                }
                let more = points(room.min(below));
                let cells = self.needy[r + 1].max(row.columns - 1) - next.free();
                if next.loss() + price(cells, running + more, below + 1) <= self.most_loss {
                    let going = row.going + more;
                    let row = Row { needs: 0, columns: row.columns - 1, going, ..row };
                    self.cells[r + 1][column + 1] = mirror;
                    self.fill(row, column + 1, next, search)?;
                    self.cells[r + 1][column + 1] = 0;
                }
            }
        }
        Flow::Continue(())
    }

    /// Goes on with the next row, if the board still can reach the score.
    fn close(&mut self, row: Row, mut state: State, search: &mut Search) -> Flow {
        let next = row.number + 1;
        let right = mem::replace(&mut state.right, NOTHING);
        state.join(right, self.right[row.number]);
        if next == self.size {
            for column in 0..self.size {
                let end = mem::replace(&mut state.down[column], NOTHING);
                state.join(end, self.bottom[column]);
            }
            if state.loss() <= self.most_loss {
                search.solution(self.mirrors())?;
            }
            return Flow::Continue(());
        }
        let pairs = state.down.iter().zip(self.bottom);
        let columns = points(pairs.filter(|&(&one, other)| needs_mirror(one, other)).count());
        let below = self.size - next;
        let mut coming = [0; LARGEST_SIZE];
        let mut begun = Vec::with_capacity(self.size);
        for column in 0..self.size {
            match self.cells[next][column + 1] {
                RISING if column > 0 => {
                    coming[column - 1] += points(column.min(below));
                    begun.push((column, RISING));
                }
                FALLING if column + 1 < self.size => {
                    coming[column + 1] += points((self.size - 1 - column).min(below));
                    begun.push((column, FALLING));
                }
                _ => {}
            }
        }
        let all = coming.iter().sum();
        let running = match begun[..] {
            [(column, mirror)] => self.run(next, column, mirror, state),
            _ => all,
        };
        let cells = self.needy[next].max(columns) - state.free();
        // A mirror may also go on with a loss, which saves two cells.
        let rest = price(cells, running, below).min(REWARD + price(cells - 2, all, below));
        if state.loss() + rest > self.most_loss {
            return Flow::Continue(());
        }
        state.right = self.left[next];
        let needs = self.needy[next] - self.needy[next + 1];
        let row = Row { number: next, needs, columns, coming, going: 0 };
        self.fill(row, 0, state, search)
    }

    /// By how many cells a mirror goes on, from a row on, until there is a loss or another mirror.
    fn run(&self, row: usize, mut column: usize, mirror: i64, mut state: State) -> i64 {
        let lost = state.lost();
        for next in row..self.size {
            column = match mirror {
                RISING if column > 0 => column - 1,
                FALLING if column + 1 < self.size => column + 1,
                _ => return points(next - row),
            };
            let side = if mirror == RISING { &self.left } else { &self.right };
            state.pass(state.down[column], side[next]);
            if state.lost() > lost {
                return points(next - row);
            }
        }
        points(self.size - row)
    }

    /// The board, which was turned upside down.
    fn mirrors(&self) -> Mirrors {
        Grid::from_fn(self.size, self.size, |Cell { row, column }| {
            match self.cells[self.size - row][column + 1] {
                0 => None,
                RISING => Some(FALLING),
                _ => Some(RISING),
            }
        })
    }
}

/// Reports all boards that reach a score. Rows are filled from the last one to the first, which takes
/// half as long in the published instance.
pub(crate) fn search(hall: &HallOfMirrors, record: i64, search: &mut Search) -> Flow {
    let size = hall.places.size();
    let end = |side: Side, line: usize| match hall.places.side(side)[line] {
        None => NOTHING,
        Some(Place::Laser) => LASER,
        Some(Place::Goal) => GOAL,
    };
    let row =
        |side: Side| array::from_fn(|line| if line < size { end(side, line) } else { NOTHING });
    let turned = |side: Side| {
        array::from_fn(|line| if line < size { end(side, size - 1 - line) } else { NOTHING })
    };
    let (left, right): (Ends, Ends) = (turned(Side::Left), turned(Side::Right));
    let mut needy = [0; LARGEST_SIZE + 1];
    for line in (0..size).rev() {
        needy[line] = needy[line + 1] + i64::from(needs_mirror(left[line], right[line]));
    }
    let count = |wanted| hall.places.given().filter(|&(_, _, &place)| place == wanted).count();
    let counts = [Place::Laser, Place::Goal].map(|wanted| points(count(wanted)));
    let most = counts[0].min(counts[1]);
    let mut rows = Rows {
        size,
        most_loss: REWARD * most - record,
        bottom: row(Side::Top),
        left,
        right,
        needy,
        cells: [[0; LARGEST_SIZE + 2]; LARGEST_SIZE + 1],
    };
    let down: Ends = row(Side::Bottom);
    let state = State { down, right: left[0], cost: 0, spare: counts.map(|count| count - most) };
    let needs = needy[0] - needy[1];
    rows.fill(
        Row { number: 0, needs, columns: 0, coming: [0; LARGEST_SIZE], going: 0 },
        0,
        state,
        search,
    )
}
