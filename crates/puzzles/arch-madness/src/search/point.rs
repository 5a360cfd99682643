//! What the cells around a point of the grid tell of a region's border there.

/// What a cell holds at one of its corners, as a digit of a [`Key`]: no end of an arc, one along the
/// side that is next clockwise around the point, or one along the other side. Or the cell is not in
/// the grid, or not known yet.
pub(super) const OUTSIDE: u16 = 3;
pub(super) const OPEN: u16 = 4;

/// A point: the lowest four bits are its sides in the region, clockwise from the upper one; above are
/// the digits of the quadrants clockwise of them, in base 5.
pub(super) type Key = u16;

/// The places of the digits.
pub(super) const PLACES: [Key; 4] = [16, 16 * 5, 16 * 25, 16 * 125];
const KEYS: Key = 16 * 625;

/// Counts of a region's corners, ten bits each.
///
/// Breaks are where a smooth piece of its border ends and the next one begins. The others are lost:
/// straight ones count 1, and a point inside the region counts 2.
pub(super) type Corners = u32;
pub(super) const NO_BOARD: Corners = u32::MAX;

const SHIFTS: [u32; 3] = [0, 10, 20];
const INSIDE: Corners = 2 << 20;
/// By their angles, from 0 to 4 right angles.
const CORNERS: [Corners; 5] = [1, 1 | 1 << 10, 1 << 20, 1 | 3 << 10, 1 | 4 << 10];

/// The breaks, the right angles at them, and the lost corners.
pub(super) fn counts(corners: Corners) -> [u32; 3] {
    SHIFTS.map(|shift| corners >> shift & 1023)
}

/// The digit of a cell in a state, 0 without an arc or the number of the arc's centre, at a corner.
/// Corners count from 0, clockwise from the upper left one.
pub(super) fn digit(state: usize, corner: usize) -> u16 {
    match (state + 3 - corner) % 4 {
        1 if state > 0 => 1,
        3 if state > 0 => 2,
        _ => 0,
    }
}

/// For each key the least counts; [`NO_BOARD`] if no board has such a point.
pub(super) fn table() -> Vec<Corners> {
    let mut table: Vec<Corners> = Vec::new();
    for key in 0..KEYS {
        let digits = PLACES.map(|place| key / place % 5);
        table.push(
            match digits.iter().position(|&digit| digit == OPEN) {
                Some(quadrant) => {
                    let smaller =
                        |digit| table[usize::from(key - (OPEN - digit) * PLACES[quadrant])];
                    let possible =
                        || (0..OUTSIDE).map(smaller).filter(|&corners| corners != NO_BOARD);
                    let least = |shift| possible().map(|corners| corners >> shift & 1023).min();
                    SHIFTS.iter().try_fold(0, |sum, &shift| Some(sum | least(shift)? << shift))
                }
                None => corners(digits, |side| key >> (side % 4) & 1 != 0),
            }
            .unwrap_or(NO_BOARD),
        );
    }
    table
}

/// The corners at a point where all is known; `None` if no board has such a point.
fn corners(digits: [u16; 4], is_inside: impl Fn(usize) -> bool) -> Option<Corners> {
    let is_arc = |quadrant: usize| matches!(digits[quadrant], 1 | 2);
    let lines = digits.iter().filter(|&&digit| digit != 0).count();
    let has_both = |quadrant| is_inside(quadrant) && is_inside(quadrant + 1);
    if (0..4).any(|quadrant| is_arc(quadrant) && (lines == 1 || has_both(quadrant))) {
        return None;
    }
    let Some(first) = digits.iter().position(|&digit| digit != 0) else {
        return Some(if (0..4).any(is_inside) { INSIDE } else { 0 });
    };
    let (mut angle, mut is_region, mut sum) = (usize::from(digits[first] == 2), false, 0);
    for quadrant in first + 1..=first + 4 {
        is_region |= is_inside(quadrant);
        let digit = digits[quadrant % 4];
        angle += usize::from(digit < 2);
        if digit != 0 {
            sum += if is_region { CORNERS[angle] } else { 0 };
            (angle, is_region) = (usize::from(digit == 2), false);
        }
    }
    Some(sum)
}
