//! The searches to measure against: the empty spaces from left to right, in each every number that is
//! left, in the order of the list.

use std::collections::HashMap;
use std::ops::ControlFlow;

use puzzle::{Search, Stop};

use super::Filling;
use crate::{Numbers, OlympicRings, Ring, Space};

/// When the sums are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pruning {
    /// When every space is filled.
    CompleteFillings,
    /// As soon as a ring is filled.
    FilledRings,
}

impl Pruning {
    /// Whether there is no use in going on with `filling`.
    fn rejects(self, filling: &Filling) -> bool {
        let is_wrong = |ring: Ring| filling.empty_in(ring) == 0 && filling.missing(ring) != 0;
        match self {
            Pruning::CompleteFillings => filling.empty == 0 && Ring::ALL.into_iter().any(is_wrong),
            Pruning::FilledRings => Ring::ALL.into_iter().any(is_wrong),
        }
    }
}

/// Reports every filling of the empty spaces.
pub(super) fn search(
    instance: &OlympicRings,
    search: &mut Search<Numbers>,
    pruning: Pruning,
) -> ControlFlow<Stop> {
    let spaces = instance.empty_spaces().collect();
    let mut walk = Walk { spaces, stock: stock(&instance.numbers), pruning, search };
    walk.fill(&Filling::new(instance), 0)
}

/// Each number of the list once, where it stands first, and how many there are of it.
fn stock(numbers: &[i64]) -> Vec<(i64, usize)> {
    let mut places = HashMap::new();
    let mut stock: Vec<(i64, usize)> = Vec::new();
    for &number in numbers {
        let place = *places.entry(number).or_insert(stock.len());
        match stock.get_mut(place) {
            Some((_, left)) => *left += 1,
            None => stock.push((number, 1)),
        }
    }
    stock
}

struct Walk<'s, 'r> {
    /// The spaces to fill, from left to right.
    spaces: Vec<Space>,
    /// The numbers, each with how many of it are left.
    stock: Vec<(i64, usize)>,
    pruning: Pruning,
    search: &'s mut Search<'r, Numbers>,
}

impl Walk<'_, '_> {
    /// Reports every way to complete `filling`, whose first `depth` spaces are filled.
    fn fill(&mut self, filling: &Filling, depth: usize) -> ControlFlow<Stop> {
        self.search.visit(depth, || filling.found)?;
        if self.pruning.rejects(filling) {
            self.search.dead_end();
            return ControlFlow::Continue(());
        }
        let Some(&space) = self.spaces.get(depth) else {
            return self.search.solution(filling.found);
        };
        if self.stock.iter().all(|&(_, left)| left == 0) {
            self.search.dead_end();
        }
        for place in 0..self.stock.len() {
            let (number, left) = self.stock[place];
            if left > 0 {
                self.stock[place].1 -= 1;
                let mut filled = *filling;
                filled.put(space, number);
                self.fill(&filled, depth + 1)?;
                self.stock[place].1 += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_tried_once() {
        assert_eq!(stock(&[3, 1, 3, 2, 1, 3]), [(3, 3), (1, 2), (2, 1)]);
    }
}
