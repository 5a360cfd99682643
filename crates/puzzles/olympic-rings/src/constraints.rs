//! The rules as constraints.

use puzzle::prelude::*;

use crate::{NAMES, OlympicRings};

/// The rings, from left to right, each with the names of its spaces.
const RINGS: [&str; 5] = ["r rg", "rg g gk", "gk k ky", "ky y yb", "yb b"];

/// States the rules of an instance.
pub(crate) fn state(instance: &OlympicRings, model: &mut Model, board: &mut Unknown) {
    model.rule("Each empty space of the rings, also where two overlap, gets a number of the list.");
    let given = instance.given();
    let held = given.map(|given| match given {
        Some(given) => Int::constant(given),
        None => model.int(instance.numbers.iter().copied()),
    });
    for (name, held) in NAMES.iter().zip(&held) {
        model.name(format!("the space {name}"), held);
    }
    let empty = held.iter().zip(given).filter(|(_, given)| given.is_none());
    let empty: Vec<&Int> = empty.map(|(held, _)| held).collect();
    model.rule("No number is used more often than the list has it.");
    for (count, &number) in instance.numbers.iter().sorted().dedup_with_count() {
        model
            .at(format!("the number {number}"))
            .require(at_most(count, empty.iter().map(|held| held.is(number))));
    }
    model.rule("The numbers of every ring add up to the same sum.");
    for ring in RINGS {
        let is_in = |name: &str| ring.split(' ').contains(&name);
        let numbers = NAMES.iter().zip(&held).filter(|(name, _)| is_in(name));
        model.at(ring).require(sum(numbers.map(|(_, held)| held)).equals(instance.sum));
    }
    board.read(empty, move |found| {
        let mut found = found.iter();
        let all = given.map(|given| given.or_else(|| *found.next()?));
        Board::Grid(Grid::from_fn(1, 9, |cell| all[cell.column]))
    });
}
