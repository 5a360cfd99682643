//! Areas by Green's theorem.

use anyhow::{Context, Result, ensure};
use enclosures::{Interval, fraction};
use itertools::Itertools;
use puzzle::Board;

use crate::{Area, Bagel, Quarter};

/// A point or a direction: to the right, down.
type Vector = [i64; 2];

/// The directions, each a right turn from the one before.
const DIRECTIONS: [Vector; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

fn plus(point: Vector, times: i64, direction: Vector) -> Vector {
    [0, 1].map(|axis| point[axis] + times * direction[axis])
}

fn cross(one: Vector, other: Vector) -> i64 {
    one[0] * other[1] - one[1] * other[0]
}

/// The area inside a loop; lengths are halves.
fn area(quarters: &[Quarter], diameters: &[i64]) -> Result<Area> {
    let (mut heading, mut point, mut sectors, mut moments) = (0, [0, 0], 0, 0);
    for &Quarter { ring, is_outward } in quarters {
        let radius = diameters[if is_outward { ring + 1 } else { ring }];
        let (side, turned) = if is_outward { (1, 1) } else { (3, -1) };
        let centre = plus(point, radius, DIRECTIONS[(heading + side) % 4]);
        let end = plus(centre, radius, DIRECTIONS[heading]);
        sectors += turned * radius * radius;
        moments += cross(centre, plus(end, -1, point));
        (heading, point) = ((heading + side) % 4, end);
    }
    ensure!((heading, point) == (0, [0, 0]), "a loop is not closed");
    Ok(Area { rational: fraction(moments, 8), pi: fraction(sectors, 16) })
}

/// Checks the diameters, that there are no others, both areas and the difference.
pub(crate) fn check(bagel: &Bagel, board: &Board) -> Result<()> {
    let [diameters, claims @ ..] = board.parts() else { return Ok(()) };
    let (diameters, rings) = (diameters.list(), bagel.rings());
    ensure!(diameters.len() == rings + 1, "{rings} rings have {} circles", rings + 1);
    let mut widths = diameters.iter().tuple_windows().map(|(outer, inner)| outer - inner);
    let width = widths.next().unwrap_or(0);
    ensure!(
        width > 0 && widths.all(|other| other == width),
        "the diameters do not decrease by equal steps"
    );
    let squares = |diameters: &[i64]| diameters[0].pow(2) - diameters[rings].pow(2);
    ensure!(squares(diameters) == 4 * bagel.area.get(), "the rings have another area");
    for other in (1..).take_while(|other| other * other <= 4 * bagel.area.get()) {
        let all = i64::try_from(rings).map_or(other, |rings| rings * other);
        // The outermost diameter d, as d^2 - (d - all)^2 = 2 d all - all^2 is known.
        let twice = 4 * bagel.area.get() + all * all;
        let is_possible = twice % (2 * all) == 0 && twice / (2 * all) > all;
        ensure!(!is_possible || other == width, "the diameters may decrease by {other} as well");
    }
    let areas = bagel.loops.each_ref().map(|text| area(&bagel.quarters(text)?, diameters));
    let [one, other] = areas;
    let areas = [one?, other?];
    for (number, (claim, area)) in (1..).zip(claims.iter().zip(&areas)) {
        ensure!(claim.line() == area.sum(), "the area {number} is {}", area.sum());
    }
    let arctangent = |inverse: i64| Interval::from(fraction(1, inverse)).atan();
    let pi = arctangent(5) * 16 - arctangent(239) * 4;
    let difference = Area::difference(&areas, pi).context("the digits cannot be told")?;
    ensure!(
        claims.last().is_some_and(|claim| claim.line() == difference),
        "they differ by {difference}"
    );
    Ok(())
}
