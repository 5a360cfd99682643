//! What the rows that are left cost at least: the header tells why.

use std::array;

use itertools::Itertools;

use crate::LARGEST_SIZE;
use crate::score::points;
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
const OMISSION: [u8; 3] = [0, 10, 20];
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

/// What a cell with a mirror costs beyond what its row and column need, by what it leaves out: it
/// joins the beam from one end of its row with that from above, and that from the other end with that
/// from below.
pub(crate) struct Charges(Vec<Costs>);

impl Charges {
    pub(crate) fn new() -> Self {
        let ends = [0..3, 0..3, 0..LINK + 1, 0..3].into_iter().multi_cartesian_product();
        Self(ends.map(|ends| Self::charge(ends[0], ends[1], ends[2], ends[3])).collect())
    }

    fn charge(upper: End, lower: End, top: End, bottom: End) -> Costs {
        let sides = [left_out(upper, top), left_out(lower, bottom)];
        let least = if needs_mirror(top, bottom) { 0 } else { LINE };
        let mut charges = [NEVER; MOST_FREE + 1];
        for leaves_out in [[false, false], [false, true], [true, false], [true, true]] {
            let (mut many, mut few, mut charge) = (0, 0, 0);
            for (side, leaves_out) in sides.into_iter().zip(leaves_out) {
                if leaves_out {
                    many += side[0];
                    few += side[1];
                } else if side != [0, 0] {
                    charge += SIDE;
                }
            }
            if few == 0 && usize::from(many) <= MOST_FREE {
                let known = &mut charges[usize::from(many)];
                *known = (*known).min(charge.max(least));
            }
        }
        charges
    }

    /// The charges of all columns, by what may be left out, for mirrors that join these ends of a row with
    /// beams from above and below.
    fn of(&self, hall: &Hall, state: &State, upper: End, lower: End) -> ByFree<Lane> {
        let mut lanes = [[NEVER; LARGEST_SIZE]; MOST_FREE + 1];
        for column in 0..hall.size {
            let ends = [upper, lower, state.down[column].min(LINK), hall.bottom[column]];
            let [upper, lower, top, bottom] = ends.map(usize::from);
            let charges = self.0[((3 * upper + lower) * 4 + top) * 3 + bottom];
            for (lane, charge) in lanes.iter_mut().zip(charges).take(state.counted() + 1) {
                lane[column] = charge;
            }
        }
        lanes
    }
}

/// A cost for each column, and one at each side of the grid.
type Padded = [u8; LARGEST_SIZE + 2];

/// For each column, the cost in the column to which a mirror in it comes in the next row: `/` (0) goes to
/// the left, `\` (1) to the right.
fn after(costs: &Padded, mirror: usize) -> &Lane {
    costs[2 * mirror..].first_chunk().expect("there are two more than columns")
}

/// Lowers costs to sums that are smaller. Slices of any length keep the loop from being unrolled, so
/// that it becomes a few instructions for all columns.
#[inline(never)]
fn lower(costs: &mut [u8], one: &[u8], other: &[u8]) {
    for ((cost, one), &other) in costs.iter_mut().zip(one).zip(other) {
        *cost = (*cost).min(one.saturating_add(other));
    }
}

#[inline(never)]
fn least(costs: &[u8]) -> u8 {
    costs.iter().fold(NEVER, |least, &cost| least.min(cost))
}

fn padded(costs: Lane, outside: u8) -> Padded {
    let mut padded = [outside; LARGEST_SIZE + 2];
    padded[1..=LARGEST_SIZE].copy_from_slice(&costs);
    padded
}

/// What the rows from one on cost at least, by what comes from above.
#[derive(Clone, Copy)]
struct Below {
    /// If all mirrors begin there.
    anew: Costs,
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
            match left_out(top, bottom) {
                [1, 0] => ones += 1,
                [2, 0] => twos += 1,
                _ => {}
            }
        }
        let anew = array::from_fn(|free| {
            let omitted = ones.min(free);
            let omitted = omitted + twos.min((free - omitted) / 2);
            (0..omitted).fold(needy, |needy, _| needy - LINE)
        });
        let coming = [anew.map(|cost| [cost; LARGEST_SIZE + 2]); 2];
        Self { anew, coming, beside: coming }
    }

    /// With one more row above; `charges` are those of `/` and `\` in it.
    fn with_row(&self, ends: [End; 2], charges: [&ByFree<Lane>; 2], most_free: usize) -> Self {
        let mut next = *self;
        let line = if needs_mirror(ends[0], ends[1]) { LINE } else { 0 };
        let [many, few] = left_out(ends[0], ends[1]).map(usize::from);
        for free in 0..=most_free {
            let mut taken = [[NEVER; LARGEST_SIZE]; 2];
            for (mirror, taken) in taken.iter_mut().enumerate() {
                for (omitted, charges) in charges[mirror].iter().enumerate().take(free + 1) {
                    let rest = after(&self.coming[mirror][free - omitted], mirror);
                    lower(taken, rest, charges);
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
                let mut coming = [anew; LARGEST_SIZE];
                lower(&mut coming, taken, &[line; LARGEST_SIZE]);
                let mut beside = coming;
                lower(&mut beside, rest, &[line + LINE; LARGEST_SIZE]);
                next.coming[mirror][free] = padded(coming, anew);
                next.beside[mirror][free] = padded(beside, NEVER);
            }
        }
        next
    }
}

/// What the rows below a row cost at least, while it is filled.
pub(crate) struct Ahead {
    /// If all mirrors begin there. Cells of the row in columns that need a mirror save a [`LINE`] each.
    pub(crate) anew: Costs,
    /// And if one comes to a column of the next row, `/` or `\`.
    running: [ByFree<Padded>; 2],
    /// That and the cells of the row, if there is another one in a column or after it.
    later: ByFree<[u8; LARGEST_SIZE + 1]>,
    /// Whether each column needs a mirror.
    pub(crate) needs: [bool; LARGEST_SIZE],
    /// How many may be left out that are counted.
    free: usize,
}

impl Ahead {
    /// The bounds for a row below one with these cells; `None` if what is left costs more than `most`.
    pub(crate) fn new(
        hall: &Hall,
        state: &State,
        row: usize,
        above: &Cells,
        most: i64,
    ) -> Option<Self> {
        let free = state.counted();
        let mut charges = [None; 9];
        let mut below = Below::last(hall, state);
        let mut from_row = below;
        for row in (row..hall.size).rev() {
            let (left, right) = (hall.left[row], hall.right[row]);
            let charges = [[left, right], [right, left]].map(|[upper, lower]| {
                *charges[usize::from(3 * upper + lower)]
                    .get_or_insert_with(|| hall.charges.of(hall, state, upper, lower))
            });
            below = from_row;
            from_row = below.with_row([left, right], [&charges[0], &charges[1]], free);
        }
        let mut cost = from_row.anew[free];
        for (column, mirror) in (0..hall.size).cartesian_product(0..2) {
            if goes_on(above, column, mirror) {
                cost = cost.min(from_row.beside[mirror][free][column + 1]);
            }
        }
        if bound(cost, free, state) > most {
            return None;
        }
        let mut ahead = Self {
            anew: below.anew,
            running: below.beside,
            later: [[NEVER; LARGEST_SIZE + 1]; MOST_FREE + 1],
            needs: array::from_fn(|column| needs_mirror(state.down[column], hall.bottom[column])),
            free,
        };
        for (column, mirror) in (0..hall.size).rev().cartesian_product(0..2) {
            let cell = if ahead.needs[column] { LINE } else { 2 * LINE };
            let begin = if goes_on(above, column, mirror) { 0 } else { BEGIN };
            for (later, running) in ahead.later.iter_mut().zip(&ahead.running[mirror]) {
                let cost = running[column + 2 * mirror].saturating_add(cell + begin);
                later[column] = later[column].min(later[column + 1]).min(cost);
            }
        }
        Some(ahead)
    }

    /// The costs of the rows below with another mirror in this row.
    pub(crate) fn costs_with(&self, costs: Costs, column: usize, mirror: usize) -> Costs {
        let mut with = costs;
        for (cost, running) in with.iter_mut().zip(&self.running[mirror]) {
            *cost = (*cost).min(running[column + 2 * mirror]);
        }
        with
    }

    /// The cost with these costs of the rows below, as much as the state may leave out.
    pub(crate) fn cost(&self, costs: Costs, state: &State) -> i64 {
        let free = state.counted().min(self.free);
        bound(costs[free], free, state)
    }

    /// The cost with one more cell, at least, after a column.
    pub(crate) fn cost_of_more(&self, costs: Costs, column: usize, state: &State) -> i64 {
        let free = state.counted().min(self.free);
        let more = self.later[free][column + 1].min(costs[free].saturating_add(LINE));
        bound(more, free, state)
    }
}

/// The cost, where `counted` of those that may be left out were accounted for: each of the others
/// saves an omission at most.
fn bound(cost: u8, counted: usize, state: &State) -> i64 {
    let [many, few] = state.free();
    i64::from(cost) - i64::from(OMISSION[1]) * (many + few - points(counted))
}
