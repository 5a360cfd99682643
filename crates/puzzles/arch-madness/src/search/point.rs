//! The constraints on a region's border at a point of the grid, from the cells around it.

/// The content of a cell at one of its corners, as a digit of a [`Key`]: no end of an arc, an end
/// along the side that is next clockwise around the point, or one along the other side; or the cell
/// is outside the grid, or not known yet.
pub(super) const OUTSIDE: u16 = 3;
pub(super) const OPEN: u16 = 4;

/// A point: the lowest four bits are its sides in the region, clockwise from the upper one; the
/// higher ones are the digits of the quadrants that follow them clockwise, in base 5.
pub(super) type Key = u16;

/// The places of the digits.
pub(super) const PLACES: [Key; 4] = [16, 16 * 5, 16 * 25, 16 * 125];
const KEYS: Key = 16 * 625;

/// The value of a point that cannot occur on a board.
pub(super) const NO_BOARD: u8 = u8::MAX;

/// Returns the digit at a corner of a cell in a state: 0 without an arc, or the number of the arc's
/// centre. Corners count from 0, clockwise from the upper left one.
pub(super) fn digit(state: usize, corner: usize) -> u16 {
    match (state + 3 - corner) % 4 {
        1 if state > 0 => 1,
        3 if state > 0 => 2,
        _ => 0,
    }
}

/// Returns, for each key, the minimum number of smooth pieces of the region's border that end at
/// the point; [`NO_BOARD`] if such a point cannot occur.
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

/// Returns the number of smooth pieces that end at a point where everything is known; `None` if
/// such a point cannot occur.
fn breaks(digits: [u16; 4], is_inside: impl Fn(usize) -> bool) -> Option<u8> {
    let is_arc = |quadrant: usize| matches!(digits[quadrant], 1 | 2);
    let lines = digits.iter().filter(|&&digit| digit != 0).count();
    let has_both = |quadrant| is_inside(quadrant) && is_inside(quadrant + 1);
    if (0..4).any(|quadrant| is_arc(quadrant) && (lines == 1 || has_both(quadrant))) {
        return None;
    }
    let Some(first) = digits.iter().position(|&digit| digit != 0) else { return Some(0) };
    // Turn from line to line, in right angles.
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
