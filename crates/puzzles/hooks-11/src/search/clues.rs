//! The consequences of the clues before any decision.

use grid_utils::Shape;
use polyominoes::Pentomino;

use super::{Cells, LARGEST_SIZE, Pentominoes, Placement, State, WORDS};
use crate::{Hooks, Sight};

/// A clue: the first filled cell of a line holds a digit, or is part of a pentomino.
pub(super) struct Seen<T> {
    pub(super) what: T,
    /// The cells of the line, in the order in which they are met from the border.
    pub(super) line: Vec<usize>,
    /// The cells of the line, as a set.
    pub(super) cells: Cells,
}

/// All clues of an instance.
pub(super) struct Clues {
    /// The cells where each digit is given.
    pub(super) given_of: [Cells; LARGEST_SIZE + 1],
    /// The cells where any digit is given.
    pub(super) given: Cells,
    pub(super) digits: Vec<Seen<usize>>,
    parts: Vec<Seen<Pentomino>>,
    /// The pentominoes that a clue names.
    pub(super) named: Pentominoes,
}

impl Clues {
    pub(super) fn new(hooks: &Hooks, shape: &Shape<WORDS>) -> Self {
        let mut given_of = [Cells::EMPTY; LARGEST_SIZE + 1];
        for (cell, given) in hooks.givens.iter().filter_map(|(cell, given)| Some((cell, (*given)?)))
        {
            given_of[usize::from(given)].insert(shape.index(cell));
        }
        let given = given_of.into_iter().fold(Cells::EMPTY, |all, cells| all | cells);
        let (mut digits, mut parts) = (Vec::new(), Vec::new());
        for (side, line, &sight) in hooks.sight.given() {
            let line: Vec<usize> =
                side.cells(hooks.sight.size(), line).map(|cell| shape.index(cell)).collect();
            let cells = line.iter().copied().collect();
            match sight {
                Sight::Digit(digit) => digits.push(Seen { what: digit.into(), line, cells }),
                Sight::Part(pentomino) => parts.push(Seen { what: pentomino, line, cells }),
            }
        }
        let named = parts.iter().map(|seen| seen.what as usize).collect();
        Clues { given_of, given, digits, parts, named }
    }

    /// Clears the cells that would hide a placement from its clues; returns false if a clue cannot
    /// see it.
    pub(super) fn show(&self, placement: &mut Placement) -> bool {
        for seen in self.parts.iter().filter(|seen| seen.what == placement.pentomino) {
            if !seen.cells.intersects(placement.cells) {
                return false;
            }
            let in_front = seen.line.iter().take_while(|&&cell| !placement.cells.contains(cell));
            placement.clears |= in_front.copied().collect();
        }
        !placement.clears.intersects(placement.cells | self.given)
    }

    /// Returns whether the givens and the digits seen leave room for a hook with this digit, which
    /// leaves the cells `inside` for the other hooks still to be cut.
    pub(super) fn allow(&self, state: &State, hook: Cells, inside: Cells, digit: usize) -> bool {
        hook & self.given == self.given_of[digit]
            && self.digits.iter().all(|seen| {
                let home = match seen.what {
                    own if own == digit => hook,
                    other if state.digits.contains(other) => inside,
                    _ => return true,
                };
                !(seen.cells & home).is_subset(state.shading.empty)
            })
    }
}
