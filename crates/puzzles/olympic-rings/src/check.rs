//! The checker: the rules once more, without any idea of how to find a solution.

use anyhow::{Result, bail, ensure};
use itertools::Itertools;

use crate::{Numbers, OlympicRings, Ring, Space};

/// Refuses a board that is no solution, with the first rule that it breaks.
pub(crate) fn check(instance: &OlympicRings, board: &Numbers) -> Result<()> {
    exactly_the_empty_spaces_are_filled(instance, board)?;
    each_number_is_used_as_often_as_it_is_listed(instance, board)?;
    every_ring_has_the_sum(instance, board)
}

fn exactly_the_empty_spaces_are_filled(instance: &OlympicRings, board: &Numbers) -> Result<()> {
    for space in Space::ALL {
        match (instance.given.get(space), board.get(space)) {
            (None, None) => bail!("space {space} is empty"),
            (Some(given), Some(_)) => bail!(
                "space {space} holds the given {given} and cannot be filled; \
                 a board tells only the spaces that were empty"
            ),
            _ => {}
        }
    }
    Ok(())
}

fn each_number_is_used_as_often_as_it_is_listed(
    instance: &OlympicRings,
    board: &Numbers,
) -> Result<()> {
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
    Ok(())
}

fn every_ring_has_the_sum(instance: &OlympicRings, board: &Numbers) -> Result<()> {
    for ring in Ring::ALL {
        let numbers: Vec<i128> = ring
            .spaces()
            .iter()
            .filter_map(|&space| instance.given.get(space).or(board.get(space)))
            .map(i128::from)
            .collect();
        let sum: i128 = numbers.iter().sum();
        ensure!(
            sum == i128::from(instance.sum),
            "the {ring} ring, {} = {}, adds up to {sum} instead of {}",
            ring.spaces().iter().format(" + "),
            numbers.iter().format(" + "),
            instance.sum
        );
    }
    Ok(())
}
