//! Random instances.

use puzzle::prelude::*;

use crate::constraints::{overlap, triangles_of};
use crate::{TriTriAgain, Triangle};

/// Returns numbers in cells of random triangles that do not overlap.
pub(crate) fn instance(size: usize, random: &mut Rng) -> Draft {
    let empty = TriTriAgain { numbers: Grid::filled(size, size, None) };
    let mut numbers = empty.numbers.clone();
    let mut triangles: Vec<Triangle> = Vec::new();
    for _ in 0..size * size {
        let cell = Cell::new(random.usize(..size), random.usize(..size));
        let number = random.i64(2..=12);
        let fitting = triangles_of(&empty, cell, number)
            .filter(|one| !triangles.iter().any(|other| overlap(one, other)));
        if let Some(triangle) = random.choice(fitting.collect::<Vec<_>>()) {
            triangles.push(triangle);
            numbers[cell] = Within::new(number);
        }
    }
    Draft::new().text("numbers", numbers)
}
