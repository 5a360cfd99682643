//! The lines between cells, of box-drawing characters.

use super::number;

/// Thickness of the lines between cells: 0 for none, 1 for thin, 2 for thick.
pub(super) struct Lattice {
    rows: usize,
    columns: usize,
    /// Above each cell, row by row, and below the last ones.
    across: Vec<u8>,
    /// At the left of each cell, row by row, and at the right of the last ones.
    down: Vec<u8>,
}

impl Lattice {
    /// Creates thin lines inside, and a frame of some thickness.
    pub(super) fn new(rows: usize, columns: usize, frame: u8) -> Self {
        let weight = |is_outside| if is_outside { frame } else { 1 };
        let across = (0..=rows).flat_map(|row| vec![weight(row % rows.max(1) == 0); columns]);
        let down = (0..rows)
            .flat_map(|_| (0..=columns).map(|column| weight(column % columns.max(1) == 0)));
        Self { rows, columns, across: across.collect(), down: down.collect() }
    }

    /// Draws a thick line along the cells.
    pub(super) fn thicken(&mut self, from: (f64, f64), to: (f64, f64)) {
        let corner = |(x, y): (f64, f64)| (number(x.round()) as usize, number(y.round()) as usize);
        let ((left, top), (right, bottom)) = (corner(from), corner(to));
        for column in left..right.min(self.columns) {
            if let Some(line) = self.across.get_mut(top * self.columns + column) {
                *line = 2;
            }
        }
        for row in top..bottom.min(self.rows) {
            if let Some(line) = self.down.get_mut(row * (self.columns + 1) + left) {
                *line = 2;
            }
        }
    }

    /// Returns the lines that leave a corner of cells: upwards, to the right, downwards, to the
    /// left.
    pub(super) fn arms(&self, row: usize, column: usize) -> [u8; 4] {
        let across = |column: usize| self.across[row * self.columns + column];
        let down = |row: usize| self.down[row * (self.columns + 1) + column];
        [
            if row > 0 { down(row - 1) } else { 0 },
            if column < self.columns { across(column) } else { 0 },
            if row < self.rows { down(row) } else { 0 },
            if column > 0 { across(column - 1) } else { 0 },
        ]
    }
}

/// Returns the box-drawing character whose arms have this thickness: upwards, to the right,
/// downwards, to the left.
pub(super) fn box_character(arms: [u8; 4]) -> char {
    // Numbers of four digits to the base of three.
    let place = arms.iter().fold(0, |place, &arm| 3 * place + usize::from(arm.min(2)));
    BOX_CHARACTERS.chars().nth(place).unwrap_or(' ')
}

const BOX_CHARACTERS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳\
                              ╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈\
                              ╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Returns the double line for a thick line that another line runs along; its corners stay.
pub(super) fn doubled(symbol: char) -> Option<char> {
    match symbol {
        '\u{2501}' | '\u{2550}' => Some('\u{2550}'),
        '\u{2503}' | '\u{2551}' => Some('\u{2551}'),
        _ => arms_of(symbol)?.contains(&2).then_some(symbol),
    }
}

/// Returns the arms of a box-drawing character, as [`box_character`] takes them.
pub(super) fn arms_of(symbol: char) -> Option<[usize; 4]> {
    let place = BOX_CHARACTERS.chars().position(|character| character == symbol)?;
    Some([27, 9, 3, 1].map(|power| place / power % 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_character_has_its_arms() {
        assert_eq!(box_character([0, 0, 0, 0]), ' ');
        assert_eq!(box_character([1, 1, 1, 1]), '┼');
        assert_eq!(box_character([2, 2, 2, 2]), '╋');
        assert_eq!(box_character([0, 2, 1, 0]), '┍');
        assert_eq!(box_character([1, 2, 1, 2]), '┿');
    }
}
