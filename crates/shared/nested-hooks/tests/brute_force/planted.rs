//! Random boards of larger squares, whose cells need several words: each is found from its clues.

use std::collections::BTreeSet;
use std::time::Duration;

use fastrand::Rng;
use puzzle::Limits;

use crate::Digits;
use crate::cases::{KINDS, Kind};

/// A board on its way to keep the rules.
struct Draft {
    size: usize,
    /// The cells of each hook, and its digit.
    hooks: Vec<(Vec<usize>, u8)>,
    digits: Digits,
}

impl Draft {
    /// Hooks at corners drawn by lot, each with as many filled cells as its digit says.
    fn new(size: usize, is_free: bool, random: &mut Rng) -> Self {
        let mut digits: Vec<u8> = (1..=size as u8).collect();
        if is_free {
            // Until each hook has the cells for its digit, and a 2 x 2 block an empty one.
            while digits.iter().zip(1..).any(|(&digit, hook)| digit >= 2 * hook) || digits[1] > 2 {
                random.shuffle(&mut digits);
            }
        }
        let mut draft = Draft { size, hooks: Vec::new(), digits: vec![0; size * size] };
        let (mut top, mut left) = (0, 0);
        for hook in (1..=size).rev() {
            let (is_bottom, is_right) = (random.bool(), random.bool());
            let row = if is_bottom { top + hook - 1 } else { top };
            let column = if is_right { left + hook - 1 } else { left };
            let mut cells: Vec<usize> = (left..left + hook).map(|at| row * size + at).collect();
            cells.extend((top..top + hook).filter(|&at| at != row).map(|at| at * size + column));
            random.shuffle(&mut cells);
            let digit = digits[hook - 1];
            cells[..digit.into()].iter().for_each(|&cell| draft.digits[cell] = digit);
            draft.hooks.push((cells, digit));
            (top, left) = (top + usize::from(!is_bottom), left + usize::from(!is_right));
        }
        draft
    }

    fn is_filled(&self, row: usize, column: usize) -> bool {
        self.digits[row * self.size + column] > 0
    }

    /// How far the board is from keeping the rules.
    fn faults(&self, kind: &Kind) -> usize {
        let inner =
            || (1..self.size).flat_map(|row| (1..self.size).map(move |column| (row, column)));
        let is_full = |&(row, column): &(usize, usize)| {
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .all(|(r, c)| self.is_filled(row - r, column - c))
        };
        let blocks = if kind.has_no_full_block { inner().filter(is_full).count() } else { 0 };
        let hooks = &[];
        blocks
            + 2 * (self.groups() - 1)
            + usize::from(!(kind.is_legal)(self.size, &self.digits, hooks))
    }

    /// The number of groups of connected filled cells.
    fn groups(&self) -> usize {
        let mut left: BTreeSet<usize> =
            (0..self.digits.len()).filter(|&cell| self.digits[cell] > 0).collect();
        let mut groups = 0;
        while let Some(first) = left.pop_first() {
            groups += 1;
            let mut reached = vec![first];
            while let Some(cell) = reached.pop() {
                let column = cell % self.size;
                let neighbours = [
                    (column > 0).then(|| cell - 1),
                    (column + 1 < self.size).then_some(cell + 1),
                    cell.checked_sub(self.size),
                    Some(cell + self.size),
                ];
                reached.extend(neighbours.into_iter().flatten().filter(|cell| left.remove(cell)));
            }
        }
        groups
    }

    /// Fills another cell of a hook instead of one of those that are filled; returns both.
    fn shift(&mut self, random: &mut Rng) -> Option<(usize, usize)> {
        let (cells, _) = &self.hooks[random.usize(..self.hooks.len())];
        let [one, other] = [0, 1].map(|_| cells[random.usize(..cells.len())]);
        ((self.digits[one] > 0) != (self.digits[other] > 0)).then(|| {
            self.digits.swap(one, other);
            (one, other)
        })
    }
}

/// A board that keeps all rules but those of clues: cells are shifted within their hooks, by lot,
/// towards fewer faults.
fn random_board(kind: &Kind, size: usize, random: &mut Rng) -> Digits {
    loop {
        let mut draft = Draft::new(size, kind.is_free, random);
        let mut faults = draft.faults(kind);
        for _ in 0..4000 {
            if faults == 0 {
                return draft.digits;
            }
            let Some((one, other)) = draft.shift(random) else { continue };
            let then = draft.faults(kind);
            if then <= faults || random.usize(..50) == 0 {
                faults = then;
            } else {
                draft.digits.swap(one, other);
            }
        }
    }
}

/// Plants boards and looks for them; where there are too many solutions to find all, that says
/// nothing.
fn assert_boards_are_found(name: &str, sizes: &[usize]) {
    let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
    let mut random = Rng::with_seed(11);
    let mut complete = 0;
    for &size in sizes {
        let board = random_board(kind, size, &mut random);
        // Regions do not always share the digits equally.
        let case = std::iter::repeat_with(|| (kind.case)(size, &board, 100, false, &mut random))
            .find(|case| (case.fits)(&board))
            .expect("there is no end of them");
        let limits =
            Limits { timeout: Some(Duration::from_millis(500)), ..Limits::solutions(10_000) };
        let (found, is_complete) = (kind.search)(&case.text, &limits);
        complete += usize::from(is_complete);
        assert!(
            found.contains(&board) || !is_complete,
            "{name} does not find a board: {}",
            case.text
        );
        assert!(found.iter().all(|board| (case.fits)(board)), "{name} finds others: {}", case.text);
    }
    assert!(
        2 * complete >= sizes.len(),
        "{name}: {complete} of {} searches are complete",
        sizes.len()
    );
}

#[test]
fn boards_of_hooks_3_are_found_from_their_clues() {
    assert_boards_are_found("hooks-3", &[6, 7, 8, 9, 9, 9, 9, 10]);
}

#[test]
fn boards_of_hooks_4_are_found_from_their_clues() {
    assert_boards_are_found("hooks-4", &[6, 7, 8, 9, 9, 10, 10, 11, 11, 12, 12]);
}

#[test]
fn boards_of_hooks_5_are_found_from_their_clues() {
    assert_boards_are_found("hooks-5", &[6, 7, 8, 9, 9, 9, 10, 11, 12]);
}

#[test]
fn boards_of_hooks_6_are_found_from_their_clues() {
    assert_boards_are_found("hooks-6", &[6, 7, 8, 8, 9, 9, 9, 9]);
}

#[test]
fn boards_of_hooks_7_are_found_from_their_clues() {
    assert_boards_are_found("hooks-7", &[6, 6, 7, 7, 8, 8, 9, 9, 9, 9, 10, 10]);
}

#[test]
fn boards_of_hooks_8_are_found_from_their_clues() {
    assert_boards_are_found("hooks-8", &[6, 6, 7, 7, 8, 8, 9, 9, 9, 9]);
}

#[test]
fn boards_of_hooks_9_are_found_from_their_clues() {
    assert_boards_are_found("hooks-9", &[6, 6, 7, 7, 8, 8]);
}

#[test]
fn boards_of_hooks_10_are_found_from_their_clues() {
    assert_boards_are_found("hooks-10", &[6, 7, 8, 9, 9, 10, 10, 11, 12, 13]);
}
