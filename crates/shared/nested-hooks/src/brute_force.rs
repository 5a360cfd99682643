//! Every filling of a small square, read off the rules literally: what a puzzle's tests compare its
//! search with. No search uses it, and it uses nothing of what a search may use.

use grid_utils::Grid;

use crate::{Board, Digits, small};

/// Hooks with their digits, and the cells that are filled.
#[derive(Clone, Debug)]
pub struct Filling {
    size: usize,
    /// The digit of each cell's hook, in reading order.
    digit_of: Vec<u8>,
    /// The filled cells, as bits in reading order.
    filled: u32,
}

impl Filling {
    /// The digit in each cell, in reading order, 0 where it is empty.
    pub fn digits(&self) -> impl Iterator<Item = u8> {
        let digit = |(cell, &digit)| if self.filled >> cell & 1 == 1 { digit } else { 0 };
        self.digit_of.iter().enumerate().map(digit)
    }

    /// The digit of each cell's hook, in reading order, filled or not.
    #[must_use]
    pub fn hooks(&self) -> &[u8] {
        &self.digit_of
    }

    /// The board that shows it.
    #[must_use]
    pub fn board(&self) -> Board {
        let digits: Vec<u8> = self.digits().collect();
        Grid::from_fn(self.size, self.size, |cell| {
            Some(digits[cell.row * self.size + cell.column]).filter(|&digit| digit > 0)
        })
    }

    /// Are the filled cells connected?
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let size = self.size;
        let first_column = (0..size).fold(0, |column, row| column | 1_u32 << (row * size));
        let last_column = first_column << (size - 1);
        let mut reached = self.filled & self.filled.wrapping_neg();
        loop {
            let sideways = (reached & !last_column) << 1 | (reached & !first_column) >> 1;
            let next = (reached | sideways | reached << size | reached >> size) & self.filled;
            if next == reached {
                return reached == self.filled;
            }
            reached = next;
        }
    }

    /// Is a 2 x 2 block full?
    #[must_use]
    pub fn has_full_block(&self) -> bool {
        let size = self.size;
        let block = 0b11 | 0b11 << size;
        (0..size - 1).any(|row| {
            (0..size - 1).any(|column| {
                let block = block << (row * size + column);
                self.filled & block == block
            })
        })
    }
}

/// Calls `found` with every way to cut a square of `size` rows and columns into hooks, to hand out
/// the digits, and to fill as many cells of each hook as its digit says.
///
/// With [`Digits::OfSize`] there are 12 for size 2 (four corners, two of three cells), 480 for size
/// 3, 67,200 for size 4 and 33,868,800 for size 5.
///
/// ```
/// use nested_hooks::{Digits, brute_force::for_each_filling};
///
/// let count = |size, digits| {
///     let mut fillings = 0;
///     for_each_filling(size, digits, |_| fillings += 1);
///     fillings
/// };
/// assert_eq!((count(2, Digits::OfSize), count(3, Digits::OfSize)), (12, 480));
/// // The hooks of the sizes 2 and 3 may change digits: 3 of 3 cells, and 2 of 5.
/// assert_eq!(count(3, Digits::Free), 480 + 16 * 10);
/// ```
///
/// # Panics
/// If the size is 0 or more than 5: larger ones have far too many.
pub fn for_each_filling(size: usize, digits: Digits, mut found: impl FnMut(&Filling)) {
    assert!((1..=5).contains(&size), "expected a size from 1 to 5 and found {size}");
    for corners in 0..4_usize.pow(small(size - 1)) {
        let hook_of = partition(size, corners);
        hand_out(size, digits, &mut Vec::new(), &mut |digit_of_hook| {
            let digit_of: Vec<u8> =
                hook_of.iter().map(|&hook| digit_of_hook[usize::from(hook) - 1]).collect();
            let of_each: Vec<Vec<u32>> =
                (1..=small(size)).map(|digit| choices(&digit_of, digit)).collect();
            choose(&mut Filling { size, digit_of, filled: 0 }, &of_each, &mut found);
        });
    }
}

/// The size of each cell's hook; two bits of `corners` are the corner of each hook from size 2 on.
fn partition(size: usize, corners: usize) -> Vec<u8> {
    let mut sizes = vec![1; size * size];
    let (mut top, mut left) = (0, 0);
    for hook in (2..=size).rev() {
        let corner = corners >> (2 * (hook - 2));
        let (is_bottom, is_right) = (corner & 1, corner >> 1 & 1);
        for step in 0..hook {
            sizes[(top + is_bottom * (hook - 1)) * size + left + step] = small(hook);
            sizes[(top + step) * size + left + is_right * (hook - 1)] = small(hook);
        }
        (top, left) = (top + 1 - is_bottom, left + 1 - is_right);
    }
    sizes
}

/// Gives each hook, from the smallest, a digit that it has the cells for.
fn hand_out(size: usize, digits: Digits, given: &mut Vec<u8>, found: &mut impl FnMut(&[u8])) {
    let hook = given.len() + 1;
    if hook > size {
        return found(given);
    }
    for digit in 1..=small(size) {
        let is_allowed = match digits {
            Digits::OfSize => usize::from(digit) == hook,
            Digits::Free => usize::from(digit) < 2 * hook && !given.contains(&digit),
        };
        if is_allowed {
            given.push(digit);
            hand_out(size, digits, given, found);
            given.pop();
        }
    }
}

/// The ways to fill as many cells of the hook with this digit as it says, as bits.
fn choices(digit_of: &[u8], digit: u8) -> Vec<u32> {
    let cells: Vec<usize> = (0..digit_of.len()).filter(|&cell| digit_of[cell] == digit).collect();
    let chosen = (0_u32..1 << cells.len()).filter(|chosen| chosen.count_ones() == u32::from(digit));
    let spread = |chosen: u32| {
        let bits = cells.iter().enumerate().map(|(bit, cell)| (chosen >> bit & 1) << cell);
        bits.fold(0, |all, bit| all | bit)
    };
    chosen.map(spread).collect()
}

/// Takes one choice for each hook, in every way.
fn choose(filling: &mut Filling, choices: &[Vec<u32>], found: &mut impl FnMut(&Filling)) {
    let Some((first, rest)) = choices.split_first() else { return found(filling) };
    let before = filling.filled;
    for chosen in first {
        filling.filled = before | chosen;
        choose(filling, rest, found);
    }
    filling.filled = before;
}
