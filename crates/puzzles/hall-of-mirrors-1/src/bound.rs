//! What the rows that are left cost at least: the header tells why.

use std::array;

use itertools::Itertools;

use crate::LARGEST_SIZE;
use crate::search::{Cells, End, Hall, LINK, State, goes_on, left_out, needs_mirror};

/// Costs are counted in quarters of a point.
pub(crate) const POINT: i64 = 4;
/// Half a cell: what a row or column costs that needs a mirror, and what a cell costs beyond that.
pub(crate) const LINE: u8 = 2;
/// What the side of a mirror costs whose beam leaves something out.
const SIDE: u8 = 1;
/// What another mirror costs, beside its cells.
const BEGIN: u8 = 8;
/// What it costs to leave out no, one or two lasers or goals: half of a beam that does not score, each.
pub(crate) const OMISSION: [u8; 3] = [0, 10, 20];
/// More than any cost.
const NEVER: u8 = u8::MAX;

/// The most of the kind [`MANY`](crate::search::MANY) that may be left out for nothing and are counted.
pub(crate) const MOST_FREE: usize = 3;

/// A cost for each column.
type Lane = [u8; LARGEST_SIZE];
/// By how many of the kind may be left out for nothing.
type ByFree<T> = [T; MOST_FREE + 1];
/// The least cost of what is left.
pub(crate) type Costs = ByFree<u8>;

/// What cells with a mirror cost beyond what their rows and columns need, by what they leave out: for
/// all ends of the two beams that such a cell makes.
pub(crate) fn charges() -> Vec<Costs> {
    let ends = [0..3, 0..3, 0..LINK + 1, 0..3].into_iter().multi_cartesian_product();
    ends.map(|ends| charge(ends[0], ends[1], ends[2], ends[3])).collect()
}

/// The mirror joins the beam from one end of its row with that from above, and that from the other end
/// with that from below.
fn charge(upper: End, lower: End, top: End, bottom: End) -> Costs {
    let least = if needs_mirror(top, bottom) { 0 } else { LINE };
    let mut charges = [NEVER; MOST_FREE + 1];
    charges[0] = 0;
    for [many, few] in [left_out(upper, top), left_out(lower, bottom)] {
        let before = charges;
        let side = if many + few > 0 { SIDE } else { 0 };
        charges = before.map(|charge| charge.saturating_add(side));
        if few == 0 {
            let many = usize::from(many);
            reduce(&mut charges[many..], &before, &[0; MOST_FREE + 1]);
        }
    }
    charges.map(|charge| charge.max(least))
}

/// The charges of all columns, by what is left out, for mirrors that join two ends of a row, which are
/// numbered together, with beams from above and below.
fn charges_of(hall: &Hall, state: &State, ends: usize) -> ByFree<Lane> {
    let mut lanes = [[NEVER; LARGEST_SIZE]; MOST_FREE + 1];
    for column in 0..hall.size {
        let (top, bottom) = (state.down[column].min(LINK), hall.bottom[column]);
        let charges = hall.charges[(ends * 4 + usize::from(top)) * 3 + usize::from(bottom)];
        for (lane, charge) in lanes.iter_mut().zip(charges).take(state.counted() + 1) {
            lane[column] = charge;
        }
    }
    lanes
}

/// A cost for each column, and one at each side of the grid.
type Padded = [u8; LARGEST_SIZE + 2];

/// For each column, the cost in the column to which a mirror in it comes in the next row: `/` (0) goes to
/// the left, `\` (1) to the right.
fn after(costs: &Padded, mirror: usize) -> &Lane {
    costs[2 * mirror..].first_chunk().expect("there are two more than columns")
}

/// Reduces costs to sums that are smaller. Slices of any length keep the loop from being unrolled, so
/// that it becomes a few instructions for all columns.
#[inline(never)]
fn reduce(costs: &mut [u8], one: &[u8], other: &[u8]) {
    for ((cost, one), &other) in costs.iter_mut().zip(one).zip(other) {
        *cost = (*cost).min(one.saturating_add(other));
    }
}

#[inline(never)]
fn least(costs: &[u8]) -> u8 {
    costs.iter().fold(NEVER, |least, &cost| least.min(cost))
}

/// What the rows from one on cost at least, by what comes from above.
#[derive(Clone, Copy)]
pub(crate) struct Below {
    /// Costs are known for up to this number of those that may be left out.
    pub(crate) free: usize,
    /// If all mirrors begin there.
    pub(crate) anew: Costs,
    /// If a mirror, `/` or `\`, comes to a column of the first of them, and either takes the row or
    /// ends.
    coming: [ByFree<Padded>; 2],
    /// Or goes on beside others at first.
    beside: [ByFree<Padded>; 2],
}

impl Below {
    /// Below the last row: what the columns cost that need a mirror and cannot be left out.
    fn last(hall: &Hall, state: &State) -> Self {
        let (mut needy, mut ones, mut twos) = (0, 0, 0);
        for (&top, &bottom) in state.down.iter().zip(&hall.bottom) {
            needy += if needs_mirror(top, bottom) { LINE } else { 0 };
            ones += usize::from(left_out(top, bottom) == [1, 0]);
            twos += usize::from(left_out(top, bottom) == [2, 0]);
        }
        let anew = array::from_fn(|free| {
            let omitted = ones.min(free);
            let omitted = omitted + twos.min((free - omitted) / 2);
            (0..omitted).fold(needy, |needy, _| needy - LINE)
        });
        let coming = [anew.map(|cost| [cost; LARGEST_SIZE + 2]); 2];
        Self { free: state.counted(), anew, coming, beside: coming }
    }

    /// With one more row above, whose ends are at its left and right.
    fn with_row(&self, [l, r]: [End; 2], charges: &[ByFree<Lane>; 9]) -> Self {
        let mut next = *self;
        let line = if needs_mirror(l, r) { LINE } else { 0 };
        let [many, few] = left_out(l, r).map(usize::from);
        let charges = [3 * l + r, 3 * r + l].map(|ends| &charges[usize::from(ends)]);
        for free in 0..=self.free {
            let mut taken = [[NEVER; LARGEST_SIZE]; 2];
            for (mirror, taken) in taken.iter_mut().enumerate() {
                for (omitted, charges) in charges[mirror].iter().enumerate().take(free + 1) {
                    let rest = after(&self.coming[mirror][free - omitted], mirror);
                    reduce(taken, rest, charges);
                }
            }
            let begun = least(taken.as_flattened()).saturating_add(line + BEGIN);
            // A row without a mirror leaves out its ends.
            let omitted = many.min(free);
            let paid = OMISSION[many + few - omitted];
            let anew = begun.min(self.anew[free - omitted].saturating_add(paid));
            next.anew[free] = anew;
            for (mirror, taken) in taken.iter().enumerate() {
                let rest = after(&self.beside[mirror][free], mirror);
                let mut coming = [anew; LARGEST_SIZE + 2];
                reduce(&mut coming[1..], taken, &[line; LARGEST_SIZE]);
                next.coming[mirror][free] = coming;
                (coming[0], coming[LARGEST_SIZE + 1]) = (NEVER, NEVER);
                reduce(&mut coming[1..], rest, &[line + LINE; LARGEST_SIZE]);
                next.beside[mirror][free] = coming;
            }
        }
        next
    }
}

/// What the rows below a row cost at least, while it is filled. Cells of the row in columns that need a
/// mirror save a [`LINE`] each.
pub(crate) struct Ahead {
    pub(crate) below: Below,
    /// If another cell of the row is filled, in a column or after it, with what that costs.
    later: [Costs; LARGEST_SIZE + 1],
}

impl Ahead {
    /// The bounds for a row, and what it and those below cost at least; `above` are the cells of the
    /// row before.
    pub(crate) fn new(hall: &Hall, state: &State, row: usize, above: &Cells) -> (Self, i64) {
        let charges: [_; 9] = array::from_fn(|ends| charges_of(hall, state, ends));
        let mut below = Below::last(hall, state);
        let mut from_row = below;
        for row in (row..hall.size).rev() {
            below = from_row;
            from_row = below.with_row([hall.left[row], hall.right[row]], &charges);
        }
        let (mut costs, mut later) = (from_row.anew, [[NEVER; MOST_FREE + 1]; LARGEST_SIZE + 1]);
        for (column, mirror) in (0..hall.size).rev().cartesian_product(0..2) {
            let goes_on = goes_on(above, column, mirror);
            let cell = LINE + if goes_on { 0 } else { BEGIN };
            for free in 0..=state.counted() {
                let cost = below.beside[mirror][free][column + 2 * mirror].saturating_add(cell);
                later[column][free] = later[column][free].min(later[column + 1][free]).min(cost);
                if goes_on {
                    costs[free] = costs[free].min(from_row.beside[mirror][free][column + 1]);
                }
            }
        }
        (Self { below, later }, state.bound(costs, below.free))
    }

    /// With another mirror in this row.
    pub(crate) fn with(&self, mut costs: Costs, column: usize, mirror: usize) -> Costs {
        for (cost, beside) in costs.iter_mut().zip(&self.below.beside[mirror]) {
            *cost = (*cost).min(beside[column + 2 * mirror]);
        }
        costs
    }

    /// With any mirrors after a column of this row.
    pub(crate) fn with_more(&self, mut costs: Costs, column: usize) -> Costs {
        reduce(&mut costs, &self.later[column + 1], &[0; MOST_FREE + 1]);
        costs
    }
}
