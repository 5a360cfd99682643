//! The givens and clues of an instance, as sets of cells.

use grid_puzzles::Shading;
use grid_utils::Shape;
use nested_hooks::Why;
use polyominoes::Pentomino;

use super::{Cells, LARGEST_SIZE, WORDS};
use crate::{Hooks, Sight};

/// A clue: the first filled cell of a line holds a digit, or is part of a pentomino.
pub(super) struct Seen<T> {
    pub(super) what: T,
    /// The cells of the line, in the order in which they are met from the border.
    line: Vec<usize>,
    /// The cells of the line, as a set.
    pub(super) cells: Cells,
}

impl<T> Seen<T> {
    /// Applies the clue, if only some cells can be what is seen: clears the cells that would hide
    /// them, and fills the only one that is possible.
    pub(super) fn propagate(&self, shading: &mut Shading<WORDS>, cells: Cells) -> Result<(), Why> {
        let (mut hiding, mut options) = (Cells::EMPTY, Cells::EMPTY);
        for &cell in self.line.iter().filter(|&&cell| !shading.empty.contains(cell)) {
            if cells.contains(cell) {
                options.insert(cell);
            } else if options.is_empty() {
                hiding.insert(cell);
            }
            if shading.filled.contains(cell) {
                break;
            }
        }
        shading.empty |= hiding;
        if options.len() == 1 {
            shading.filled |= options;
        }
        if options.is_empty() {
            Err(Why::Rule("a clue at the border cannot be kept"))
        } else {
            Ok(())
        }
    }
}

/// All givens and clues.
pub(super) struct Clues {
    /// The cells where each digit is given.
    pub(super) given_of: [Cells; LARGEST_SIZE + 1],
    /// The cells where any digit is given.
    pub(super) given: Cells,
    pub(super) digits: Vec<Seen<usize>>,
    pub(super) parts: Vec<Seen<Pentomino>>,
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
        Clues { given_of, given, digits, parts }
    }
}
