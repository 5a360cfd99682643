//! The second way: the areas inside the loops, by their outer edges and the centres of the arcs.

use anyhow::{Context, Result};
use numbers::{Fraction, fraction};

use crate::{Area, Bagel, Loop};

/// The directions in clockwise order, from the first one of a loop on.
const HEADINGS: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Returns the difference of the areas, the larger one first.
pub(crate) fn difference(puzzle: &Bagel) -> Result<Area> {
    let circles = circles(puzzle).context("no circles have this area")?;
    let [one, other] = [&puzzle.loop_1, &puzzle.loop_2].map(|path| enclosed(path, circles));
    let difference =
        Area { rational: one.rational - other.rational, of_pi: one.of_pi - other.of_pi };
    let sign = Fraction::from(if difference.value().certainly_less(0) { -1 } else { 1 });
    Ok(Area { rational: difference.rational * &sign, of_pi: difference.of_pi * sign })
}

/// Returns the diameter of the largest circle, and by how much the next one is smaller. All
/// diameters of the smallest circle are tried: the largest one follows from the area.
fn circles(puzzle: &Bagel) -> Option<(i64, i64)> {
    let quarters = [&puzzle.loop_1, &puzzle.loop_2].into_iter().flat_map(Loop::values);
    let rings = quarters.map(|quarter| i64::from(quarter.ring) + 1).max()?;
    let product = 4 * puzzle.area.get();
    (1..product).find_map(|smallest| {
        let largest = (smallest * smallest + product).isqrt();
        let fits = largest * largest - smallest * smallest == product;
        let width = largest - smallest;
        (fits && width % rings == 0).then_some((largest, width / rings))
    })
}

/// Returns the area inside a loop: that inside its outer edge, less the quarters.
fn enclosed(path: &Loop, (largest, step): (i64, i64)) -> Area {
    let (mut x, mut y, mut heading) = (0, 0, 0);
    let (mut with_centres, mut squares) = (0, 0);
    for quarter in path.values() {
        let outer = largest - step * i64::from(quarter.ring);
        let inner = outer - step;
        let is_outwards = quarter.bulge > 0;
        let radius = if is_outwards { outer } else { inner };
        // The loop is clockwise, and so are the quarters that bulge outwards.
        let next_heading = (heading + if is_outwards { 1 } else { 3 }) % 4;
        let ((ahead_x, ahead_y), (aside_x, aside_y)) = (HEADINGS[heading], HEADINGS[next_heading]);
        let (centre_x, centre_y) = (x + radius * aside_x, y + radius * aside_y);
        let (next_x, next_y) = (centre_x + radius * ahead_x, centre_y + radius * ahead_y);
        with_centres += centre_x * (y - next_y) - centre_y * (x - next_x);
        squares += if is_outwards { radius * radius } else { -radius * radius };
        squares -= outer * outer - inner * inner;
        (x, y, heading) = (next_x, next_y, next_heading);
    }
    Area { rational: fraction(with_centres, 8), of_pi: fraction(squares, 16) }
}
