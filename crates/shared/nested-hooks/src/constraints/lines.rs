//! The rows and columns that nested hooks allow, whatever the clues: digits, 0 for an empty cell.
//!
//! A line lies in its own hook with as many cells as the hook is large, and to the left and to the
//! right of them in the larger hooks, the larger the nearer to the border.

use grid_utils::BitSet;
use rules::{Automaton, Budget, State};

use crate::{have_room, small};

/// Returns the lines of a square with `size` rows where each hook carries its size.
#[must_use]
pub fn of_size(budget: &Budget, size: usize) -> Automaton {
    let hooks = hooks(budget, size);
    let start: Vec<State> = hooks.start().into_iter().collect();
    // In all the states in which the hooks can be: an empty cell carries no information.
    let step = |states: &Vec<State>, digit| {
        let next = states.iter().flat_map(|&state| hooks.steps(state));
        let next = next.filter(|&(hook, _)| digit == 0 || digit == hook).map(|(_, next)| next);
        let mut next: Vec<State> = next.collect();
        next.sort_unstable();
        next.dedup();
        (!next.is_empty()).then_some(next)
    };
    Automaton::new(budget, vec![(0..=small(size)).collect(); size], start, step, |_| true)
}

/// Returns the sizes of the hooks in which the cells of a line may lie.
fn hooks(budget: &Budget, size: usize) -> Automaton {
    let mut lines: Vec<Vec<i64>> = Vec::new();
    for hook in 1..=size {
        // Either at one end of a line in smaller hooks, or the line's own.
        let longer = |line: &Vec<i64>| {
            [[&[small(hook)], &line[..]].concat(), [line, &[small(hook)][..]].concat()]
        };
        lines = lines.iter().flat_map(longer).collect();
        lines.push(vec![small(hook); hook]);
    }
    Automaton::of_rows(budget, lines)
}

/// Returns whether hooks allow this line where each carries any digit, and each 2 x 2 block has an
/// empty cell.
///
/// ```
/// use nested_hooks::constraints::lines::is_possible;
///
/// assert!(is_possible(&[5, 0, 3, 3, 4]));
/// assert!(!is_possible(&[3, 5, 3, 0, 0]), "its own hook is the only one to occur in two runs");
/// assert!(!is_possible(&[2, 4, 5, 3, 1]), "the three smallest hooks have eight digits at most");
/// ```
///
/// # Panics
/// If there is a digit above 63, or a line of more than 63 cells.
#[must_use]
pub fn is_possible(line: &[usize]) -> bool {
    let (mut digits, mut repeated) = (BitSet::<1>::EMPTY, BitSet::<1>::EMPTY);
    // The digits before each place.
    let mut before = [BitSet::<1>::EMPTY; BitSet::<1>::CAPACITY + 1];
    for (place, &digit) in line.iter().enumerate() {
        if digit > 0 && !digits.insert(digit) {
            repeated.insert(digit);
        }
        before[place + 1] = digits;
    }
    // Only the line's own hook has several cells in it, all of which carry its digit.
    let repeats = |digit| line.iter().filter(|&&other| other == digit).count();
    if repeated.len() > 1 || repeated.iter().any(|digit| repeats(digit) > digit) {
        return false;
    }
    // The smallest of the missing digits, by their number.
    let mut smallest = [BitSet::<1>::EMPTY; BitSet::<1>::CAPACITY + 1];
    for (place, digit) in (BitSet::range(1..line.len() + 1) - digits).iter().enumerate() {
        smallest[place + 1] = smallest[place].with(digit);
    }
    // Where the cells in the hooks of the sizes up to `length` may start: of each larger hook, the
    // line has the first cell or the last.
    let mut starts = BitSet::<1>::from_indices([0]);
    for length in (1..=line.len()).rev() {
        let mut shorter = BitSet::EMPTY;
        for start in starts {
            let end = start + length;
            let inside = (before[end] - before[start]) | repeated;
            // Which of the missing digits they carry is open: the smallest need the least room.
            let lacking = length.saturating_sub(inside.len());
            if !have_room(inside | smallest[lacking]) {
                continue;
            }
            if inside.len() <= 1 {
                return true;
            }
            for (cell, start) in [(start, start + 1), (end - 1, start)] {
                if !repeated.contains(line[cell]) {
                    shorter.insert(start);
                }
            }
        }
        starts = shorter;
    }
    line.is_empty()
}
