//! Whether the finish is perhaps in reach of a die that can wait, whenever it rolls on.
//!
//! The journey is followed without saying when it goes on after a wait. What comes up for the first
//! time after a wait then has a known difference and an unknown value, since that is the difference
//! over the number of the move. Still, much is known of such faces:
//!
//! - With the difference `a` at move `m` and next with `b` at move `n`, `b / a = n / m`: the sign is the
//!   same, `b` is further from 0, and where cells are entered with even or odd moves alone, the
//!   powers of two in `a` and `b` must suit them.
//! - Moves follow each other in a *run*, from one wait to the next. If a face comes up twice in a run,
//!   `c` moves apart, then `(m + c) / m = b / a` tells `m`.
//! - Two faces that come up in one run, and again in one later run, give two equations for the numbers
//!   of their moves, which either have one solution or are the same equation.
//!
//! A move whose number is known this way must come after the present one; then its run and all values in
//! it are known. Where numbers grow too large to reckon with, nothing is concluded from them, so that
//! every journey that exists is found. The converse does not hold: relations between more than two
//! runs are left out.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use grid_utils::{Cell, Direction};
use itertools::Itertools;
use puzzle::{Search, Stop};

use crate::Journey;
use crate::faces::{Faces, Value, magnitude};
use crate::history::Stand;
use crate::terrain::{Terrain, Way};

/// An outlook that takes more states than this to tell is said to be good.
const MOST_PROSPECTS: usize = 1 << 18;

/// Numbers of moves beyond this are as good as unknown.
const LATEST: i128 = 1 << 60;

/// The most verdicts that are remembered.
const MOST_VERDICTS: usize = 1 << 16;

/// Tells whether the finish is perhaps in reach.
pub(crate) struct Outlook {
    /// The differences between neighbours that are not 0, each once.
    differences: Vec<i128>,
    /// What was told before, of prospects without their time.
    told: HashMap<Prospects, Verdict>,
}

#[derive(Clone, Copy)]
enum Verdict {
    /// The later, the less is in reach: out of reach from this move on.
    HopelessSince(u64),
    /// To be asked again after this move.
    HopefulUntil(u64),
}

impl Outlook {
    pub(crate) fn new(terrain: &Terrain) -> Self {
        let differences = terrain.differences().filter(|&difference| difference != 0);
        Outlook {
            differences: differences.sorted_unstable().dedup().collect(),
            told: HashMap::new(),
        }
    }

    /// Whether the finish is perhaps in reach of a die that stands, after move `now`, where it can
    /// wait.
    pub(crate) fn is_hopeful(
        &mut self,
        terrain: &Terrain,
        stand: &Stand,
        now: u64,
        search: &mut Search<Journey>,
    ) -> ControlFlow<Stop, bool> {
        let start = self.prospects(stand, now);
        let timeless = Prospects { since: 0, ..start };
        match self.told.get(&timeless) {
            Some(&Verdict::HopelessSince(then)) if now >= then => {
                return ControlFlow::Continue(false);
            }
            Some(&Verdict::HopefulUntil(then)) if now <= then => {
                return ControlFlow::Continue(true);
            }
            _ => {}
        }
        let hopeful = reaches_finish(terrain, &start, now, search)?;
        if self.told.len() >= MOST_VERDICTS {
            self.told.clear();
        }
        let verdict =
            if hopeful { Verdict::HopefulUntil(2 * now) } else { Verdict::HopelessSince(now) };
        self.told.insert(timeless, verdict);
        ControlFlow::Continue(hopeful)
    }

    /// The same for a die that leaves in a given direction, with a move after `now`.
    pub(crate) fn is_hopeful_towards(
        &self,
        terrain: &Terrain,
        stand: &Stand,
        direction: Direction,
        now: u64,
        search: &mut Search<Journey>,
    ) -> ControlFlow<Stop, bool> {
        let way = terrain.way(stand.cell, direction).expect("departures lead into the grid");
        match self.prospects(stand, now).tipped(&way, terrain.is_odd(way.to), now) {
            Some(_) if way.to == terrain.finish => ControlFlow::Continue(true),
            Some(next) => reaches_finish(terrain, &next, now, search),
            None => ControlFlow::Continue(false),
        }
    }

    fn prospects(&self, stand: &Stand, now: u64) -> Prospects {
        let comes_up_again = |value: Value| {
            let number_for = |&difference: &i128| value.number_for(difference);
            self.differences.iter().filter_map(number_for).any(|number| number > now.into())
        };
        let faces = stand.faces.map(|face| match face {
            None => Prospect::Unseen,
            Some(value) if value.is_zero() => Prospect::Zero,
            Some(value) if comes_up_again(value) => Prospect::Known(value),
            Some(_) => Prospect::Spent,
        });
        Prospects { cell: stand.cell, faces, clock: Clock::Waiting, since: now }
    }
}

fn reaches_finish(
    terrain: &Terrain,
    start: &Prospects,
    now: u64,
    search: &mut Search<Journey>,
) -> ControlFlow<Stop, bool> {
    let mut seen = HashSet::from([*start]);
    let mut open = vec![*start];
    for visited in 0..MOST_PROSPECTS {
        let Some(prospects) = open.pop() else { return ControlFlow::Continue(false) };
        if visited % 1024 == 0 {
            search.poll()?;
        }
        for way in terrain.ways(prospects.cell) {
            let Some(next) = prospects.tipped(&way, terrain.is_odd(way.to), now) else { continue };
            if way.to == terrain.finish {
                return ControlFlow::Continue(true);
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    ControlFlow::Continue(true)
}

/// What can be expected of a face.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Prospect {
    /// It never came up: it fits any difference.
    Unseen,
    Zero,
    /// It is known, and not zero.
    Known(Value),
    /// It is known and never comes up again.
    Spent,
    /// It came up, with a move whose number is not known.
    Shown(Showing),
}

/// How a face that is not zero came up last.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Showing {
    point: Point,
    is_negative: bool,
    is_odd: bool,
    /// In the present run: how it came up before that, in an earlier run.
    before: Option<Point>,
}

/// A difference and when it was made: with the move `offset` of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Point {
    magnitude: u64,
    run: u8,
    offset: u8,
}

/// The name of the present run.
const PRESENT: u8 = 0;

/// What is known of the time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Clock {
    /// The die can wait before it makes the next move.
    Waiting,
    /// It made the move `offset` of the present run. Without a face that comes up twice a run is short:
    /// six faces that are not zero, and a zero before and after each.
    Rolling { offset: u8 },
    /// It made this move.
    Known(u64),
}

/// A cell with the die, and what can be expected of its faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Prospects {
    cell: Cell,
    faces: Faces<Prospect>,
    clock: Clock,
    /// The last move whose number is known.
    since: u64,
}

impl Prospects {
    /// The prospects after one move into a cell that is entered with odd moves or with even ones.
    fn tipped(&self, way: &Way, is_odd: bool, now: u64) -> Option<Self> {
        let mut next = *self;
        next.cell = way.to;
        next.clock = match self.clock {
            Clock::Waiting => Clock::Rolling { offset: 0 },
            Clock::Rolling { offset } => Clock::Rolling { offset: offset + 1 },
            Clock::Known(number) => Clock::Known(number + 1),
        };
        let coming_up = self.faces.coming_up(way.direction);
        next.faces = self.faces.tipped(way.direction, coming_up);
        match coming_up {
            Prospect::Unseen | Prospect::Zero if way.difference == 0 => {
                next.faces.set_top(Prospect::Zero);
                if self.faces.top() == Prospect::Zero {
                    next.wait();
                }
                Some(next)
            }
            Prospect::Unseen => {
                next.show(way.difference, is_odd, None);
                Some(next)
            }
            Prospect::Zero | Prospect::Spent => None,
            Prospect::Known(value) => {
                let number = value.number_for(way.difference)?;
                let fits = (number % 2 == 1) == is_odd && number > next.since.into();
                let number = i128::try_from(number).unwrap_or(i128::MAX);
                (fits && next.learn_number(number, now)).then_some(next)
            }
            Prospect::Shown(last) => {
                next.show_again(last, way.difference, is_odd, now).then_some(next)
            }
        }
    }

    /// The die can wait here: the run ends.
    fn wait(&mut self) {
        if let Clock::Known(number) = self.clock {
            self.since = number;
        }
        self.clock = Clock::Waiting;
        self.rename_runs();
    }

    /// Gives the runs that faces came up in new names, in the order of the faces, so that equal
    /// prospects look alike; none is the present one any more.
    fn rename_runs(&mut self) {
        let mut names = [None; 8];
        let mut next = PRESENT;
        self.faces = self.faces.map(|prospect| match prospect {
            Prospect::Shown(Showing { point, is_negative, is_odd, .. }) => {
                let run = *names[point.run as usize].get_or_insert_with(|| {
                    next += 1;
                    next
                });
                let point = Point { run, ..point };
                Prospect::Shown(Showing { point, is_negative, is_odd, before: None })
            }
            other => other,
        });
    }

    /// The face on top comes up with `difference`, at the present time.
    fn show(&mut self, difference: i128, is_odd: bool, before: Option<Point>) {
        self.faces.set_top(match self.clock {
            Clock::Known(number) => Prospect::Known(Value::new(difference, number)),
            Clock::Waiting => unreachable!("after a move, the die rolls"),
            Clock::Rolling { offset } => Prospect::Shown(Showing {
                point: Point { magnitude: magnitude(difference), run: PRESENT, offset },
                is_negative: difference < 0,
                is_odd,
                before,
            }),
        });
    }

    /// The same for a face that came up before, with a move whose number is not known. Returns whether
    /// that is possible.
    fn show_again(&mut self, last: Showing, difference: i128, is_odd: bool, now: u64) -> bool {
        let (was, is) = (last.point.magnitude, magnitude(difference));
        let fits = last.is_negative == (difference < 0)
            && was < is
            && parity_allows((was, last.is_odd), (is, is_odd));
        if !fits {
            return false;
        }
        match self.clock {
            Clock::Waiting => unreachable!("after a move, the die rolls"),
            Clock::Known(number) => {
                // Then its last move is known, and with it that run.
                let scaled = i128::from(number) * i128::from(was);
                self.show(difference, is_odd, None);
                scaled % i128::from(is) == 0
                    && self.learn_run(last.point, scaled / i128::from(is), now)
            }
            Clock::Rolling { offset } if last.point.run == PRESENT => {
                let apart = i128::from(offset - last.point.offset);
                let scaled = apart * i128::from(is);
                let growth = i128::from(is - was);
                scaled % growth == 0 && self.learn_number(scaled / growth, now)
            }
            Clock::Rolling { .. } => {
                self.show(difference, is_odd, Some(last.point));
                self.compare_runs(now)
            }
        }
    }

    /// Compares the face on top with each other face that came up in the same two runs. Returns
    /// whether there are moves at which both fit.
    fn compare_runs(&mut self, now: u64) -> bool {
        let Prospect::Shown(Showing { point: new, before: Some(old), .. }) = self.faces.top()
        else {
            return true;
        };
        let others = self.faces.iter().filter_map(|prospect| match prospect {
            Prospect::Shown(Showing { point, before: Some(before), .. })
                if point.run == PRESENT && point != new && before.run == old.run =>
            {
                Some((before, point))
            }
            _ => None,
        });
        let mut known = None;
        for other in others {
            match common_time((old, new), other) {
                Time::Any => {}
                Time::Never => return false,
                Time::Only(number) => known = Some(number),
            }
        }
        // Numbers that do not agree are left to the later moves, which are compared again.
        known.is_none_or(|number| {
            self.learn_run(old, number.0, now) && self.learn_number(number.1, now)
        })
    }

    /// The present move is `number`: so the present run is known. Returns whether that can be.
    fn learn_number(&mut self, number: i128, now: u64) -> bool {
        match self.clock {
            Clock::Known(known) => i128::from(known) == number,
            Clock::Waiting => unreachable!("after a move, the die rolls"),
            Clock::Rolling { offset } => {
                if number > LATEST {
                    self.wait();
                    return true;
                }
                let point = Point { magnitude: 0, run: PRESENT, offset };
                self.clock = Clock::Known(number as u64);
                number > self.since.into() && self.learn_run(point, number, now)
            }
        }
    }

    /// The move at `point` is `number`: so all faces that came up last in its run are known. Returns
    /// whether that can be.
    fn learn_run(&mut self, point: Point, number: i128, now: u64) -> bool {
        let mut possible = number > now.into();
        self.faces = self.faces.map(|prospect| match prospect {
            Prospect::Shown(showing) if showing.point.run == point.run => {
                let number = number + i128::from(showing.point.offset) - i128::from(point.offset);
                possible &= number > now.into() && (number % 2 == 1) == showing.is_odd;
                if !possible || number > LATEST {
                    return prospect;
                }
                let amount = i128::from(showing.point.magnitude);
                let difference = if showing.is_negative { -amount } else { amount };
                Prospect::Known(Value::new(difference, number as u64))
            }
            other => other,
        });
        possible
    }
}

/// Whether a face that comes up with `before` at a move whose number is odd or not can come up with
/// `after` at a move whose number is odd or not: the numbers are as the differences.
fn parity_allows((before, was_odd): (u64, bool), (after, is_odd): (u64, bool)) -> bool {
    let (twos_before, twos_after) = (before.trailing_zeros(), after.trailing_zeros());
    match (was_odd, is_odd) {
        (true, true) => twos_before == twos_after,
        (true, false) => twos_before < twos_after,
        (false, true) => twos_before > twos_after,
        (false, false) => true,
    }
}

/// At which moves two faces can come up as they do.
#[derive(Debug, PartialEq, Eq)]
enum Time {
    Any,
    Never,
    /// The first of them at these two moves.
    Only((i128, i128)),
}

/// When two faces can come up in one run, with the differences and offsets of their first points, and
/// then again in another, with those of their second points.
fn common_time((old, new): (Point, Point), (other_old, other_new): (Point, Point)) -> Time {
    // The first face comes up at moves m and n, the other one c and d moves later:
    //     n / m = a,  (n + d) / (m + c) = b  for known ratios a and b,  so  m * (b - a) = d - c * b.
    let ratio = |old: Point, new: Point| (i128::from(new.magnitude), i128::from(old.magnitude));
    let ((a, under_a), (b, under_b)) = (ratio(old, new), ratio(other_old, other_new));
    let c = i128::from(other_old.offset) - i128::from(old.offset);
    let d = i128::from(other_new.offset) - i128::from(new.offset);
    let solve = || -> Option<Time> {
        // Both sides times the two denominators.
        let factor = b.checked_mul(under_a)?.checked_sub(a.checked_mul(under_b)?)?;
        let right = d
            .checked_mul(under_a.checked_mul(under_b)?)?
            .checked_sub(c.checked_mul(b.checked_mul(under_a)?)?)?;
        if factor == 0 {
            return Some(if right == 0 { Time::Any } else { Time::Never });
        }
        let first = right.checked_div(factor)?;
        let second = first.checked_mul(a)?;
        let whole = first * factor == right && second % under_a == 0;
        Some(if whole { Time::Only((first, second / under_a)) } else { Time::Never })
    };
    // Too large to reckon with: nothing is concluded.
    solve().unwrap_or(Time::Any)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A point in some run.
    fn point(magnitude: u64, offset: u8) -> Point {
        Point { magnitude, run: PRESENT, offset }
    }

    #[test]
    fn parities_are_those_of_numbers_in_the_same_ratio() {
        for (before, after) in (1..20).cartesian_product(1..20_u64) {
            for (was_odd, is_odd) in [false, true].into_iter().cartesian_product([false, true]) {
                let is_possible = (1..200).any(|number| {
                    number % 2 == u64::from(was_odd)
                        && number * after % before == 0
                        && number * after / before % 2 == u64::from(is_odd)
                });
                assert_eq!(parity_allows((before, was_odd), (after, is_odd)), is_possible);
            }
        }
    }

    #[test]
    fn two_faces_in_the_same_two_runs_have_the_times_that_trying_all_of_them_finds() {
        let magnitudes = || (1..7).cartesian_product(1..7_u64);
        for ((a, under_a), (b, under_b)) in magnitudes().cartesian_product(magnitudes()) {
            for (c, d) in (1..5).cartesian_product(1..5_u8) {
                let fitting = (1..2000_i128).filter(|first| {
                    // The other face comes up c and d moves later.
                    let second = first * i128::from(a);
                    let other = (first + i128::from(c)) * i128::from(b);
                    let (under_a, under_b) = (i128::from(under_a), i128::from(under_b));
                    second * under_b + i128::from(d) * under_a * under_b == other * under_a
                });
                let fitting = fitting.collect_vec();
                let pair = |magnitude, under, c, d| (point(under, c), point(magnitude, d));
                match common_time(pair(a, under_a, 0, 0), pair(b, under_b, c, d)) {
                    Time::Any => assert_eq!(fitting.len(), 1999),
                    Time::Only((first, second)) if first > 0 => {
                        assert_eq!(fitting, [first]);
                        assert_eq!(second * i128::from(under_a), first * i128::from(a));
                    }
                    // The number of a move is whole.
                    Time::Only(_) | Time::Never => {
                        let is_whole =
                            |first: &i128| first * i128::from(a) % i128::from(under_a) == 0;
                        assert!(!fitting.iter().any(is_whole));
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_concluded_from_numbers_too_large_to_reckon_with() {
        let large = (point(u64::MAX, 0), point(u64::MAX - 1, 0));
        let other = (point(u64::MAX - 2, 1), point(u64::MAX - 5, 3));
        assert_eq!(common_time(large, other), Time::Any);
    }
}
