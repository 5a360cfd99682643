//! The checker: the rules once more, without any idea of how to find a solution.

use std::ops::Range;

use anyhow::{Result, bail, ensure};
use itertools::Itertools;

use crate::{Numbers, OlympicRings, Space};

/// Each ring with its spaces, by their numbers.
const RINGS: [(&str, Range<usize>); 5] =
    [("red", 0..2), ("green", 1..4), ("black", 3..6), ("yellow", 5..8), ("blue", 7..9)];

/// Refuses a board that is no solution, with the first rule that it breaks.
pub(crate) fn check(instance: &OlympicRings, board: &Numbers) -> Result<()> {
    for space in Space::all() {
        match (instance.given.get(space), board.get(space)) {
            (None, None) => bail!("space {space} is empty"),
            (Some(given), Some(_)) => bail!(
                "space {space} holds the given {given} and cannot be filled; \
                 a board tells only the spaces that were empty"
            ),
            _ => {}
        }
    }
    for (space, number) in board.iter() {
        let listed = instance.numbers.iter().filter(|&&listed| listed == number).count();
        ensure!(listed > 0, "space {space} holds {number}, which is not in the list of numbers");
        let holders = board.iter().filter(|&(_, used)| used == number).map(|(space, _)| space);
        let used = holders.clone().count();
        ensure!(
            used <= listed,
            "the number {number} is used {used} times, in {}, and listed {}",
            holders.format(", "),
            if listed == 1 { "once".to_owned() } else { format!("{listed} times") }
        );
    }
    for (ring, spaces) in RINGS {
        let spaces = spaces.map(Space);
        let number = |space| instance.given.get(space).or(board.get(space)).map(i128::from);
        let numbers: Vec<i128> = spaces.clone().filter_map(number).collect();
        let sum: i128 = numbers.iter().sum();
        ensure!(
            sum == i128::from(instance.sum),
            "the {ring} ring, {} = {}, adds up to {sum} instead of {}",
            spaces.clone().format(" + "),
            numbers.iter().format(" + "),
            instance.sum
        );
    }
    Ok(())
}
