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
/// If there is a digit above 63.
#[must_use]
pub fn is_possible(line: &[usize]) -> bool {
    let with = |set: BitSet<1>, digit: usize| if digit > 0 { set.with(digit) } else { set };
    // The digits up to each place, and those from there on.
    let mut before = vec![BitSet::<1>::EMPTY; line.len() + 1];
    let mut after = before.clone();
    for (place, &digit) in line.iter().enumerate() {
        before[place + 1] = with(before[place], digit);
    }
    for (place, &digit) in line.iter().enumerate().rev() {
        after[place] = with(after[place + 1], digit);
    }
    let missing = BitSet::range(1..line.len() + 1) - after[0];
    // For each end whether the cells before it, from `start` on, can be the line's cells in the
    // hooks of the sizes up to their number.
    let mut is_inside = vec![false; line.len() + 1];
    for start in (0..line.len()).rev() {
        let (mut inside, mut count) = (BitSet::<1>::EMPTY, 0);
        for (end, &digit) in (start + 1..).zip(&line[start..]) {
            if digit > 0 {
                inside.insert(digit);
                count += 1;
            }
            let is_own_hook = inside.len() <= 1 && inside.iter().all(|digit| count <= digit);
            // The largest of these hooks may have the first cell or the last.
            let is_nested = is_own_hook || is_inside[end] || is_inside[end - 1];
            is_inside[end] = is_nested && !inside.intersects(before[start] | after[end]) && {
                // Which of the missing digits they carry is open: the smallest need the least room.
                let lacking = (end - start).saturating_sub(inside.len());
                let smallest: BitSet<1> = missing.iter().take(lacking).collect();
                have_room(inside | smallest)
            };
        }
    }
    is_inside.last().is_none_or(|&is_line| is_line)
}
