//! Lower bounds of the cost of the remaining rows; the header explains them.

use std::iter::zip;
use std::{array, mem};

use itertools::Itertools;

use crate::LARGEST_SIZE;
use crate::beams::{End, Hall, Mirror, Mirrors, State, goes_on};
use crate::score::points;

/// Costs are counted in tenths of a point.
pub(crate) const POINT: i64 = 10;
/// The shares of a cell's cost that its row and its column pay.
const ROW: u8 = 4;
pub(crate) const COLUMN: u8 = 6;
/// The cost of a side in vain: at most the share of a row, and half of that of a column.
const SIDE: u8 = 3;
/// The cost of another mirror, besides its cells.
const BEGIN: u8 = 20;
/// Half of a beam that does not score.
const OMISSION: u8 = 25;
/// More than any cost.
const NEVER: u8 = u8::MAX;

/// A cost for each column.
type Lane = [u8; LARGEST_SIZE];
/// A cost for each column, and one at each side of the grid.
type Padded = [u8; LARGEST_SIZE + 2];

fn padded(outside: u8, lane: Lane) -> Padded {
    let mut padded = [outside; LARGEST_SIZE + 2];
    padded[1..=LARGEST_SIZE].copy_from_slice(&lane);
    padded
}

/// Returns the prices of leaving out one of `Many` and of `Few` from a state on. The total cost is
/// at least the sum of these prices, less those of the ends that may be left out for nothing: the
/// sum of the two prices is at most the reward of a beam. They are not less than the share of a
/// column, since a column that leaves something out would otherwise need a mirror.
fn prices(state: &State) -> [u8; 2] {
    state.spare.map(|spare| if spare > 0 { COLUMN } else { OMISSION })
}

/// What may stand at the end of a row.
const ENDS: [End; 3] = [End::Nothing, End::Many, End::Few];

/// The costs of sides in vain, for [`ENDS`] of rows joined with the ends of each column, above and
/// below.
struct Sides {
    top: [Lane; 3],
    bottom: [Lane; 3],
    /// The minimum cost of a cell to its column: a column that needs no mirror has not paid for it.
    least: Lane,
}

impl Sides {
    fn new(hall: &Hall, state: &State) -> Self {
        let sides = |ends: &[End; LARGEST_SIZE]| {
            ENDS.map(|end| ends.map(|other| if end.is_vain(other) { SIDE } else { 0 }))
        };
        let least = |column| match hall.needs_mirror(state, column) {
            _ if column >= hall.size => NEVER,
            true => 0,
            false => COLUMN,
        };
        Self { top: sides(&state.down), bottom: sides(&hall.bottom), least: array::from_fn(least) }
    }

    /// Returns the cost of the only cell of a row in each column, if its mirror joins these ends of
    /// the row with beams from above and below.
    fn costs(&self, upper: End, lower: End) -> Lane {
        let number = |end| ENDS.iter().position(|&one| one == end).expect("no row ends in a link");
        let (top, bottom) = (&self.top[number(upper)], &self.bottom[number(lower)]);
        array::from_fn(|column| {
            (top[column] + bottom[column]).max(self.least[column]).saturating_add(ROW)
        })
    }
}

/// The minimum cost of the rows from one on, depending on the mirror that comes from above; by
/// default, of no rows, which cost nothing.
#[derive(Default)]
struct Below {
    /// The cost if all mirrors begin there.
    anew: u8,
    /// The cost if a mirror enters a column of the first of these rows, and either takes the row or
    /// ends.
    coming: [Padded; 2],
    /// The cost if it continues beside others at first.
    beside: [Padded; 2],
}

impl Below {
    /// Adds a row above, with these ends at its left and right, which costs `skipped` without a
    /// mirror.
    fn with_row(&self, [left, right]: [End; 2], sides: &Sides, skipped: u8) -> Self {
        // The row picks one cell of a mirror, which goes on in the next column of its diagonal.
        let costs = [sides.costs(left, right), sides.costs(right, left)];
        let taken: [Lane; 2] = array::from_fn(|mirror| {
            let rest = &self.coming[mirror][2 * mirror..];
            array::from_fn(|column| costs[mirror][column].saturating_add(rest[column]))
        });
        // If that mirror does not come from above, it begins here; or the row has none.
        let least = taken.as_flattened().iter().fold(NEVER, |least, &cost| least.min(cost));
        let anew = least.saturating_add(BEGIN).min(self.anew.saturating_add(skipped));
        // One from above takes the row, or ends, and then others begin.
        let coming = taken.map(|taken| taken.map(|cost| cost.min(anew)));
        // One that ran beside others so far does so here, too, with a second cell in the row, or
        // takes the row.
        let beside = array::from_fn(|mirror| {
            let rest = &self.beside[mirror][2 * mirror..];
            let second =
                |column: usize| rest[column].saturating_add(2 * ROW).min(coming[mirror][column]);
            padded(NEVER, array::from_fn(second))
        });
        Self { anew, coming: coming.map(|lane| padded(anew, lane)), beside }
    }
}

/// The minimum cost of the rows below a row while it is filled.
pub(crate) struct Ahead {
    below: Below,
    /// The cost if another cell of the row is filled, in a column or after it, including that cell.
    later: [u8; LARGEST_SIZE + 1],
    /// The needs of columns, less those that may be left out for nothing.
    columns: i64,
    prices: [u8; 2],
}

impl Ahead {
    /// Returns the bounds for a row, and the minimum cost of it and those below; `above` are the
    /// mirrors of the row before.
    pub(crate) fn new(hall: &Hall, state: &State, row: usize, above: &Mirrors) -> (Self, i64) {
        let (sides, prices) = (Sides::new(hall, state), prices(state));
        let (mut from_row, mut below) = (Below::default(), Below::default());
        // From the last row up: what the rows from this one on cost, and what those below it cost.
        for row in (row..hall.size).rev() {
            let [many, few] = hall.left[row].left_out(hall.right[row]);
            let skipped = many * prices[0] + few * prices[1];
            let next = from_row.with_row([hall.left[row], hall.right[row]], &sides, skipped);
            below = mem::replace(&mut from_row, next);
        }
        let needy = (0..hall.size).filter(|&column| hall.needs_mirror(state, column)).count();
        let columns = i64::from(COLUMN) * points(needy);
        let mut ahead = Self { below, later: [NEVER; LARGEST_SIZE + 1], columns, prices };
        // From the last column on: what a mirror in this row costs, if one is still to be placed
        // there.
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

    /// Returns the minimum cost of the rows below without a mirror in this row.
    pub(crate) fn anew(&self) -> u8 {
        self.below.anew
    }

    /// Returns the cost with another mirror in this row.
    pub(crate) fn with(&self, cost: u8, column: usize, mirror: Mirror) -> u8 {
        cost.min(self.below.beside[mirror as usize][mirror.below(column)])
    }

    /// Returns the cost with any mirrors after a column of this row.
    pub(crate) fn with_more(&self, cost: u8, column: usize) -> u8 {
        cost.min(self.later[column + 1])
    }

    /// Returns the minimum loss, with this cost of the remaining rows.
    pub(crate) fn bound(&self, state: &State, cost: u8) -> i64 {
        let spare = zip(self.prices, state.spare).map(|(price, spare)| i64::from(price) * spare);
        state.loss * POINT + self.columns + i64::from(cost) - spare.sum::<i64>()
    }
}
