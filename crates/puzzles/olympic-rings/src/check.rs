//! The checker: states the rules again, independently of the search.

use std::ops::Range;

use puzzle::prelude::*;

use crate::{NAMES, Numbers, OlympicRings};

/// Each ring with its spaces, by their places.
const RINGS: [(&str, Range<usize>); 5] =
    [("red", 0..2), ("green", 1..4), ("black", 3..6), ("yellow", 5..8), ("blue", 7..9)];

/// Refuses a board that breaks a rule, naming the first one broken.
pub(crate) fn check(instance: &OlympicRings, numbers: &Numbers) -> Result<()> {
    let given = instance.given();
    let is_empty = |&space: &usize| given[space].is_none();
    for space in (0..9).filter(is_empty) {
        let (name, Some(number)) = (NAMES[space], numbers[space]) else { continue };
        let listed = instance.numbers.iter().filter(|&&listed| listed == number).count();
        ensure!(listed > 0, "space {name} holds {number}, which is not in the list of numbers");
        let holders = (0..9).filter(is_empty).filter(|&space| numbers[space] == Some(number));
        let used = holders.clone().count();
        ensure!(
            used <= listed,
            "the number {number} is used {used} times, in {}, and listed {}",
            holders.map(|space| NAMES[space]).join(", "),
            if listed == 1 { "once".to_owned() } else { format!("{listed} times") }
        );
    }
    for (ring, spaces) in RINGS {
        let numbers = spaces.clone().filter_map(|space| numbers[space]);
        let sum: i128 = numbers.clone().map(i128::from).sum();
        ensure!(
            sum == i128::from(instance.sum),
            "the {ring} ring, {} = {}, adds up to {sum} instead of {}",
            NAMES[spaces].iter().format(" + "),
            numbers.format(" + "),
            instance.sum
        );
    }
    Ok(())
}
