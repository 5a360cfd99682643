//! The rules as constraints.

use ::rules::{Int, Model, Rules, at_most, sum};
use itertools::Itertools;

use crate::{Numbers, OlympicRings, Space};

/// The rings, from left to right, each with the names of its spaces.
const RINGS: [&str; 5] = ["r rg", "rg g gk", "gk k ky", "ky y yb", "yb b"];

/// States the rules of an instance.
pub(crate) fn rules(instance: &OlympicRings) -> Rules<Numbers> {
    let mut model = Model::default();
    model.rule("Each empty space of the rings, also where two overlap, gets a number of the list.");
    let held: Vec<(Space, Int)> = Space::all()
        .map(|space| match instance.given.get(space) {
            Some(given) => (space, Int::constant(given)),
            None => (space, model.int(instance.numbers.iter().copied())),
        })
        .collect();
    let empty = || held.iter().filter(|(space, _)| instance.given.get(*space).is_none()).cloned();
    model.rule("No number is used more often than the list has it.");
    for (number, count) in instance.numbers.iter().copied().counts() {
        let count = i64::try_from(count).expect("a list in memory has fewer than 2^63 numbers");
        model.require(at_most(count, empty().map(|(_, held)| held.is(number))));
    }
    model.rule("The numbers of every ring add up to the same sum.");
    for ring in RINGS {
        let is_in = |space: &Space| ring.split(' ').contains(&space.to_string().as_str());
        let numbers = held.iter().filter(|(space, _)| is_in(space)).map(|(_, held)| held);
        model.require(sum(numbers).equals(instance.sum));
    }
    let spaces: Vec<Space> = empty().map(|(space, _)| space).collect();
    model.solved_by(empty().map(|(_, held)| held), move |numbers| {
        let mut board = Numbers::default();
        for (&space, number) in spaces.iter().zip(numbers) {
            if let Some(number) = *number {
                board.set(space, number);
            }
        }
        board
    })
}
