//! All almost magic squares with numbers up to a limit.

use std::ops::ControlFlow;

use puzzle::prelude::*;

/// A set of numbers, one bit each.
pub(crate) type Numbers = u64;

/// The largest number that a set can hold.
pub(crate) const LARGEST: i32 = 63;

/// An almost magic square.
#[derive(Clone, Copy)]
pub(crate) struct MagicSquare {
    /// The numbers in reading order.
    pub(crate) numbers: [u8; 9],
    /// Their sum.
    pub(crate) sum: i32,
    /// The same numbers as a set.
    pub(crate) set: Numbers,
}

impl MagicSquare {
    /// Returns the number in a cell.
    pub(crate) fn at(&self, place: usize) -> i32 {
        self.numbers[place].into()
    }
}

/// Returns the set of one number.
pub(crate) fn bit(number: i32) -> Numbers {
    1 << number
}

/// Returns the sum of the `count` smallest numbers that are not in a set.
pub(crate) fn least_others(set: Numbers, count: i32) -> i32 {
    let (mut largest, mut sum) = (count, count * (count + 1) / 2);
    let mut members = set;
    while members != 0 {
        let least = members.trailing_zeros().cast_signed();
        if least > largest {
            break;
        }
        // A larger number replaces it.
        largest += 1;
        sum += largest - least;
        members &= members - 1;
    }
    sum
}

/// Returns all squares that leave enough of the budget for `others` more different numbers. Gives
/// up if one of them would need a number beyond [`LARGEST`].
///
/// Let `least` be the minimum of all sums. The centre is in four lines that cover all cells: their
/// sum less two rows is three times the centre, so the centre is a third of `least`, within 1. With
/// the bottom row, whose sum is `least` or 1 more, it determines each number of the top row within
/// 1, and these determine the last two.
pub(crate) fn squares(
    budget: i32,
    others: i32,
    search: &mut Search,
) -> ControlFlow<Stop, Vec<MagicSquare>> {
    let most = budget - least_others(0, others);
    let mut squares = Vec::new();
    // The sum of nine numbers is at least three times that of the row, less 2.
    for row in 6..=(most + 2) / 3 {
        search.poll()?;
        for (left, middle) in iproduct!(1..row - 2, 1..row - 1) {
            let right = row - left - middle;
            if right < 1 || left == middle || middle == right || left == right {
                continue;
            }
            for least in [row - 1, row] {
                for centre in least / 3..=(least + 3) / 3 {
                    let below = [left, middle, right];
                    if !complete(least, below, centre, most, &mut squares) {
                        return search.give_up().map_continue(|()| Vec::new());
                    }
                }
            }
        }
    }
    squares.retain(|square| square.sum + least_others(square.set, others) <= budget);
    ControlFlow::Continue(squares)
}

/// Adds all squares with this bottom row and this centre and a sum of at most `most`. Returns false
/// if one of them has a number that is too large.
fn complete(
    least: i32,
    below: [i32; 3],
    centre: i32,
    most: i32,
    squares: &mut Vec<MagicSquare>,
) -> bool {
    let is_sum = |sum: i32| sum == least || sum == least + 1;
    let [left, middle, right] = below;
    // The diagonals and the middle column, each of which may exceed the least sum, give the top
    // row.
    for (one, two, three) in iproduct!(0..2, 0..2, 0..2) {
        let above = [(one, right), (two, middle), (three, left)]
            .map(|(extra, below)| least + extra - centre - below);
        let highest: i32 = above.iter().sum();
        if !is_sum(highest) || above.iter().any(|&number| number < 1) {
            continue;
        }
        // The outer columns give the numbers beside the centre.
        for (first, last) in iproduct!(0..2, 0..2) {
            let beside = [least + first - above[0] - left, least + last - above[2] - right];
            let across = beside[0] + centre + beside[1];
            let sum = left + middle + right + across + highest;
            // Not all eight sums may exceed the least one.
            let is_least = one + two + three + first + last < 5 || sum < 3 * (least + 1);
            if !is_sum(across) || beside[0].min(beside[1]) < 1 || sum > most || !is_least {
                continue;
            }
            let rows = [above, [beside[0], centre, beside[1]], below];
            let numbers = rows.as_flattened();
            if numbers.iter().any(|&number| number > LARGEST) {
                if numbers.iter().all_unique() {
                    return false;
                }
                continue;
            }
            // Equal numbers are one member of the set.
            let set = numbers.iter().fold(0, |set, &number| set | bit(number));
            if set.count_ones() == 9 {
                let numbers = std::array::from_fn(|place| numbers[place].to_le_bytes()[0]);
                squares.push(MagicSquare { numbers, sum, set });
            }
        }
    }
    true
}
