//! What the cells around a point of the grid tell of a region's border there.

/// What a cell holds at one of its corners, as a digit of a [`Key`]: no end of an arc, one along
/// the side that is next clockwise around the point, or one along the other side. Or the cell is
/// not in the grid, or not known yet.
pub(super) const OUTSIDE: u16 = 3;
pub(super) const OPEN: u16 = 4;

/// A point: the lowest four bits are its sides in the region, clockwise from the upper one; above
/// are the digits of the quadrants clockwise of them, in base 5.
pub(super) type Key = u16;

/// The places of the digits.
pub(super) const PLACES: [Key; 4] = [16, 16 * 5, 16 * 25, 16 * 125];
const KEYS: Key = 16 * 625;

/// The value of a point that no board has.
pub(super) const NO_BOARD: u8 = u8::MAX;

/// The digit of a cell in a state, 0 without an arc or the number of the arc's centre, at a corner.
/// Corners count from 0, clockwise from the upper left one.
pub(super) fn digit(state: usize, corner: usize) -> u16 {
    match (state + 3 - corner) % 4 {
        1 if state > 0 => 1,
        3 if state > 0 => 2,
        _ => 0,
    }
}

/// For each key, how many smooth pieces of the region's border end at the point, at least;
/// [`NO_BOARD`] if no board has such a point.
pub(super) fn table() -> Vec<u8> {
    let mut table: Vec<u8> = Vec::new();
    for key in 0..KEYS {
        let digits = PLACES.map(|place| key / place % 5);
        table.push(match digits.iter().position(|&digit| digit == OPEN) {
            Some(quadrant) => {
                let smaller = |digit| table[usize::from(key - (OPEN - digit) * PLACES[quadrant])];
                smaller(0).min(smaller(1)).min(smaller(2))
            }
            None => breaks(digits, |side| key >> (side % 4) & 1 != 0).unwrap_or(NO_BOARD),
        });
    }
    table
}

/// The smooth pieces that end at a point where all is known; `None` if no board has such a point.
fn breaks(digits: [u16; 4], is_inside: impl Fn(usize) -> bool) -> Option<u8> {
    let is_arc = |quadrant: usize| matches!(digits[quadrant], 1 | 2);
    let lines = digits.iter().filter(|&&digit| digit != 0).count();
    let has_both = |quadrant| is_inside(quadrant) && is_inside(quadrant + 1);
    if (0..4).any(|quadrant| is_arc(quadrant) && (lines == 1 || has_both(quadrant))) {
        return None;
    }
    let Some(first) = digits.iter().position(|&digit| digit != 0) else { return Some(0) };
    // From line to line, in right angles.
    let (mut angle, mut is_region, mut breaks) = (u8::from(digits[first] == 2), false, 0);
    for quadrant in first + 1..=first + 4 {
        is_region |= is_inside(quadrant);
        let digit = digits[quadrant % 4];
        angle += u8::from(digit < 2);
        if digit != 0 {
            breaks += u8::from(is_region && angle != 2);
            (angle, is_region) = (u8::from(digit == 2), false);
        }
    }
    Some(breaks)
}
