//! What the rows that are left cost at least: the header tells why.

use std::iter::zip;
use std::{array, mem};

use itertools::Itertools;

use crate::LARGEST_SIZE;
use crate::beams::{End, Hall, Mirror, Mirrors, State, goes_on};
use crate::score::points;

/// Costs are counted in tenths of a point.
pub(crate) const POINT: i64 = 10;
/// The shares of its row and of its column in the cost of a cell.
const ROW: u8 = 4;
pub(crate) const COLUMN: u8 = 6;
/// What a side in vain costs: at most the share of a row, and half of that of a column.
const SIDE: u8 = 3;
/// What another mirror costs, beside its cells.
const BEGIN: u8 = 20;
/// Half of a beam that does not score.
const OMISSION: u8 = 25;
/// More than any cost.
const NEVER: u8 = u8::MAX;

/// A cost for each column.
type Lane = [u8; LARGEST_SIZE];
/// A cost for each column, and one at each side of the grid.
type Padded = [u8; LARGEST_SIZE + 2];

fn lane(cost: impl FnMut(usize) -> u8) -> Lane {
    array::from_fn(cost)
}

fn padded(outside: u8, lane: Lane) -> Padded {
    let mut padded = [outside; LARGEST_SIZE + 2];
    padded[1..=LARGEST_SIZE].copy_from_slice(&lane);
    padded
}

/// What it costs to leave out one of `Many` and of `Few` from a state on. All of them together cost
/// at least these prices, less those of what may be left out for nothing: the two prices are at most
/// the reward of a beam. They are no less than the share of a column, as a column that leaves
/// something out would need a mirror otherwise.
fn prices(state: &State) -> [u8; 2] {
    state.spare.map(|spare| if spare > 0 { COLUMN } else { OMISSION })
}

/// The costs of sides in vain, for ends of rows with the ends of each column, above and below.
struct Sides {
    top: [Lane; 3],
    bottom: [Lane; 3],
    /// What a cell costs its column at least: one that needs no mirror has not paid for it.
    least: Lane,
}

impl Sides {
    fn new(hall: &Hall, state: &State) -> Self {
        let sides = |ends: &[End; LARGEST_SIZE]| {
            [End::Nothing, End::Many, End::Few]
                .map(|end| lane(|column| if end.is_vain(ends[column]) { SIDE } else { 0 }))
        };
        let least = |column| match hall.needs_mirror(state, column) {
            _ if column >= hall.size => NEVER,
            true => 0,
            false => COLUMN,
        };
        Self { top: sides(&state.down), bottom: sides(&hall.bottom), least: lane(least) }
    }

    /// What the only cell of a row costs in each column, if its mirror joins these ends of the row with
    /// beams from above and below.
    fn costs(&self, upper: End, lower: End) -> Lane {
        let (top, bottom) = (&self.top[number(upper)], &self.bottom[number(lower)]);
        lane(|column| (top[column] + bottom[column]).max(self.least[column]).saturating_add(ROW))
    }
}

fn number(end: End) -> usize {
    match end {
        End::Nothing | End::Link(_) => 0,
        End::Many => 1,
        End::Few => 2,
    }
}

/// What the rows from one on cost at least, by what comes from above.
struct Below {
    /// If all mirrors begin there.
    anew: u8,
    /// If a mirror comes to a column of the first of them, and either takes the row or ends.
    coming: [Padded; 2],
    /// Or goes on beside others at first.
    beside: [Padded; 2],
}

impl Below {
    fn last() -> Self {
        let free = [[0; LARGEST_SIZE + 2]; 2];
        Self { anew: 0, coming: free, beside: free }
    }

    /// With one more row above, whose ends are at its left and right, and which costs `skipped` without
    /// a mirror.
    fn with_row(&self, [left, right]: [End; 2], sides: &Sides, skipped: u8) -> Self {
        let costs = [sides.costs(left, right), sides.costs(right, left)];
        let taken: [Lane; 2] = array::from_fn(|mirror| {
            let rest = &self.coming[mirror][2 * mirror..];
            lane(|column| costs[mirror][column].saturating_add(rest[column]))
        });
        let least = taken.as_flattened().iter().fold(NEVER, |least, &cost| least.min(cost));
        let anew = least.saturating_add(BEGIN).min(self.anew.saturating_add(skipped));
        let coming = taken.map(|taken| taken.map(|cost| cost.min(anew)));
        let beside = array::from_fn(|mirror| {
            let rest = &self.beside[mirror][2 * mirror..];
            let second =
                |column: usize| rest[column].saturating_add(2 * ROW).min(coming[mirror][column]);
            padded(NEVER, lane(second))
        });
        Self { anew, coming: coming.map(|lane| padded(anew, lane)), beside }
    }
}

/// What the rows below a row cost at least, while it is filled.
pub(crate) struct Ahead {
    below: Below,
    /// If another cell of the row is filled, in a column or after it, with what that costs.
    later: [u8; LARGEST_SIZE + 1],
    /// What columns need, less what may be left out for nothing.
    columns: i64,
    prices: [u8; 2],
}

impl Ahead {
    /// The bounds for a row, and what it and those below cost at least; `above` are the mirrors of the
    /// row before.
    pub(crate) fn new(hall: &Hall, state: &State, row: usize, above: &Mirrors) -> (Self, i64) {
        let (sides, prices) = (Sides::new(hall, state), prices(state));
        let mut from_row = Below::last();
        let mut below = Below::last();
        for row in (row..hall.size).rev() {
            let [many, few] = hall.left[row].left_out(hall.right[row]);
            let skipped = many * prices[0] + few * prices[1];
            let next = from_row.with_row([hall.left[row], hall.right[row]], &sides, skipped);
            below = mem::replace(&mut from_row, next);
        }
        let needy = (0..hall.size).filter(|&column| hall.needs_mirror(state, column)).count();
        let columns = i64::from(COLUMN) * points(needy);
        let mut ahead = Self { below, later: [NEVER; LARGEST_SIZE + 1], columns, prices };
        let mut cost = from_row.anew;
        for (column, mirror) in (0..hall.size).rev().cartesian_product(Mirror::ALL) {
            let mut cell = ahead.with(NEVER, column, mirror).saturating_add(ROW);
            if goes_on(above, column, mirror) {
                cost = cost.min(from_row.beside[mirror as usize][column + 1]);
            } else {
                cell = cell.saturating_add(BEGIN);
            }
            ahead.later[column] = ahead.later[column].min(ahead.later[column + 1]).min(cell);
        }
        let bound = ahead.bound(state, cost);
        (ahead, bound)
    }

    /// What the rows below cost at least without a mirror in this row.
    pub(crate) fn anew(&self) -> u8 {
        self.below.anew
    }

    /// With another mirror in this row.
    pub(crate) fn with(&self, cost: u8, column: usize, mirror: Mirror) -> u8 {
        cost.min(self.below.beside[mirror as usize][mirror.below(column)])
    }

    /// With any mirrors after a column of this row.
    pub(crate) fn with_more(&self, cost: u8, column: usize) -> u8 {
        cost.min(self.later[column + 1])
    }

    /// The least loss, with this cost of what is left.
    pub(crate) fn bound(&self, state: &State, cost: u8) -> i64 {
        let spare = zip(self.prices, state.spare).map(|(price, spare)| i64::from(price) * spare);
        state.loss * POINT + self.columns + i64::from(cost) - spare.sum::<i64>()
    }
}
