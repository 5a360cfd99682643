//! An indexed binary heap of the variables by activity.

use std::ops::Range;

use fastrand::Rng;

/// The order of decisions: variables in the most recent conflicts come first.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    activity: Vec<f64>,
    /// Activity added by a conflict; it grows, so that older conflicts weigh less.
    increment: f64,
    heap: Vec<u32>,
    /// Position of each variable in the heap.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;
const LARGEST: f64 = 1e100;

impl Order {
    /// Creates the initial order: ties are broken by index. Variables in the ranges are never
    /// decided.
    pub(crate) fn without(variables: usize, ranges: impl Iterator<Item = Range<usize>>) -> Self {
        let mut order = Order {
            activity: vec![0.0; variables],
            increment: 1.0,
            heap: Vec::with_capacity(variables),
            place: vec![0; variables],
        };
        for range in ranges {
            order.place[range].fill(ABSENT);
        }
        for (number, place) in (0_u32..).zip(&mut order.place) {
            if *place != ABSENT {
                *place = u32::try_from(order.heap.len()).expect("fewer than 2^31");
                order.heap.push(number);
            }
        }
        order
    }

    /// Takes variables without any conflict in a random order.
    pub(crate) fn shuffle(&mut self, rng: &mut Rng) {
        // Less than a conflict adds, so that conflicts dominate.
        self.activity.iter_mut().for_each(|activity| *activity += self.increment * rng.f64());
        for place in 0..self.heap.len() {
            self.rise(place);
        }
    }

    /// Records that a variable took part in a conflict.
    pub(crate) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.increment /= LARGEST;
        }
        if self.place[variable] != ABSENT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Reduces the weight of all conflicts so far by this factor.
    pub(crate) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }

    /// Inserts a variable again.
    #[expect(clippy::cast_possible_truncation, reason = "variables are below 2^31")]
    pub(crate) fn insert(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Returns the most active open variable; assigned ones before it are removed.
    pub(crate) fn first(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let first = *self.heap.first()? as usize;
            if is_open(first) {
                return Some(first);
            }
            self.pop();
        }
    }

    /// Removes the most active variable.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        let last = self.heap.pop().expect("the heap has a first variable");
        if !self.heap.is_empty() {
            let leaf = self.sunken_gap();
            self.put(leaf, last);
            self.rise(leaf);
        }
        self.place[first as usize] = ABSENT;
        Some(first as usize)
    }

    /// Returns whether one variable precedes the other.
    pub(crate) fn is_before(&self, one: usize, other: usize) -> bool {
        let (left, right) = (self.activity[one], self.activity[other]);
        // A tie goes to the smaller number: runs are reproducible.
        left > right || (left >= right && one < other)
    }

    #[expect(clippy::cast_possible_truncation, reason = "places are below 2^31")]
    fn put(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.place[variable as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(variable as usize, self.heap[parent] as usize) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, variable);
    }

    /// Moves the gap of the first variable down to a leaf, since the last variable, which fills it,
    /// rarely belongs far up.
    fn sunken_gap(&mut self) -> usize {
        let mut gap = 0;
        loop {
            let mut child = 2 * gap + 1;
            if child >= self.heap.len() {
                return gap;
            }
            if child + 1 < self.heap.len()
                && self.is_before(self.heap[child + 1] as usize, self.heap[child] as usize)
            {
                child += 1;
            }
            self.put(gap, self.heap[child]);
            gap = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_variable_comes_first_and_ties_go_to_the_smaller_number() {
        let mut order = Order::without(6, std::iter::empty());
        for variable in [4, 2, 4, 5] {
            order.bump(variable);
        }
        order.decay(0.9);
        order.bump(2);
        let taken: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(taken, [2, 4, 5, 0, 1, 3]);
        order.insert(3);
        order.insert(5);
        order.insert(3);
        assert_eq!([order.pop(), order.pop(), order.pop()], [Some(5), Some(3), None]);
    }
}
