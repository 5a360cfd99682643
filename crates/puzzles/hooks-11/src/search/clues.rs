//! What the clues say before anything is decided.

use grid_puzzles::Shading;
use grid_utils::Shape;

use super::placements::{Placement, Places};
use super::{Cells, LARGEST_SIZE, Numbers, WORDS};
use crate::{Hooks, Pentomino, Sight};

/// A line of cells.
pub(super) struct Line {
    /// In the order in which they are met from the border.
    cells: Vec<u8>,
    pub(super) set: Cells,
}

impl Line {
    fn new(cells: impl Iterator<Item = usize> + Clone) -> Self {
        Line { set: cells.clone().collect(), cells: cells.map(|cell| cell as u8).collect() }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().map(|&cell| usize::from(cell))
    }
}

/// The first filled cell of a line holds a digit.
pub(super) struct SeenDigit {
    pub(super) digit: usize,
    pub(super) line: Line,
}

/// All clues of an instance.
pub(super) struct Clues {
    /// The cells where each digit is given.
    pub(super) given_of: [Cells; LARGEST_SIZE + 1],
    /// The cells where any digit is given.
    pub(super) given: Cells,
    pub(super) seen_digits: Vec<SeenDigit>,
    /// The pentominoes that a clue names.
    pub(super) named: Numbers,
    /// The lines of each pentomino whose first filled cells are part of it.
    lines_of: [Vec<Line>; Pentomino::ALL.len()],
}

impl Clues {
    pub(super) fn new(hooks: &Hooks, shape: &Shape<WORDS>) -> Self {
        let mut given_of = [Cells::EMPTY; LARGEST_SIZE + 1];
        for (cell, &given) in &hooks.givens {
            if let Some(digit) = given {
                given_of[usize::from(digit)].insert(shape.index(cell));
            }
        }
        let mut clues = Clues {
            given_of,
            given: given_of.into_iter().fold(Cells::EMPTY, |all, cells| all | cells),
            seen_digits: Vec::new(),
            named: Numbers::EMPTY,
            lines_of: Default::default(),
        };
        for (side, line, &sight) in hooks.sight.given() {
            let line = Line::new(side.cells(hooks.size(), line).map(|cell| shape.index(cell)));
            match sight {
                Sight::Digit(digit) => {
                    clues.seen_digits.push(SeenDigit { digit: digit.into(), line });
                }
                Sight::Part(pentomino) => {
                    clues.named.insert(pentomino as usize);
                    clues.lines_of[pentomino as usize].push(line);
                }
            }
        }
        clues
    }

    /// The placements of the named pentominoes that show what their clues say.
    pub(super) fn named_placements(&self, shape: &Shape<WORDS>) -> Vec<Placement> {
        let known = Shading { filled: self.given, empty: Cells::EMPTY };
        let places = Places::new(shape, &known, Cells::EMPTY);
        let named = self.named.iter().map(|pentomino| Pentomino::ALL[pentomino]);
        named
            .flat_map(|pentomino| {
                places.of(pentomino).filter_map(move |placement| self.shown(placement))
            })
            .collect()
    }

    /// The placement with what it clears to be seen; none if a clue does not see it.
    fn shown(&self, mut placement: Placement) -> Option<Placement> {
        for line in &self.lines_of[placement.pentomino as usize] {
            if !line.set.intersects(placement.cells) {
                return None;
            }
            let in_front = line.iter().take_while(|&cell| !placement.cells.contains(cell));
            placement.clears |= in_front.collect();
        }
        placement.fits(Cells::EMPTY, self.given).then_some(placement)
    }
}
