//! All maps of a small grid, the reference for the fast search.

use grid_utils::Shape;
use puzzle::prelude::*;
use symmetric_regions::{Region, list_maps};

use crate::{Numbers, most_small};

/// Reports the maps with the given numbers and at most `large` large states.
pub(crate) fn search(numbers: &Numbers, large: Option<usize>, search: &mut Search) -> Flow {
    list_maps(numbers.rows(), numbers.columns(), search, &|shape, states| {
        let is_large = |state: &&Region| state.cells.len() > most_small(numbers);
        if large.is_some_and(|most| states.iter().filter(is_large).count() > most) {
            return false;
        }
        if states.iter().map(|state| state.cells.len()).sum::<usize>() < shape.len() {
            return true;
        }
        let costs = costs(shape, states);
        numbers
            .values()
            .zip(costs)
            .all(|(number, cost)| number.is_none_or(|number| cost == Some(number.size())))
    })
}

/// Returns the cell that each symmetry of a state leaves in place, if it is the only one.
fn capitol(shape: &Shape<1>, state: &Region) -> Option<usize> {
    let mut fixed = state.symmetries.iter().map(|motion| {
        let stays = |&cell: &usize| motion.image(shape.cell(cell)) == Some(shape.cell(cell));
        state.cells.iter().filter(stays).collect::<CellSet<1>>()
    });
    let all_equal = fixed.all_equal_value().ok()?;
    all_equal.first().filter(|_| all_equal.len() == 1)
}

/// Returns the costs of the cheapest journeys, which are lowered step by step.
fn costs(shape: &Shape<1>, states: &[Region]) -> Vec<Option<usize>> {
    let (mut sizes, mut costs) = (vec![0; shape.len()], vec![None; shape.len()]);
    for state in states {
        state.cells.iter().for_each(|cell| sizes[cell] = state.cells.len());
        if let Some(capitol) = capitol(shape, state) {
            costs[capitol] = Some(0);
        }
    }
    let steps = (0..shape.len()).flat_map(|from| {
        shape.neighbours(CellSet::of(from)).iter().map(move |to| (from, to)).collect_vec()
    });
    let steps = steps.collect_vec();
    loop {
        let before = costs.clone();
        for &(from, to) in &steps {
            let cost = costs[from].map(|cost| cost + sizes[from].min(sizes[to]));
            costs[to] = [costs[to], cost].into_iter().flatten().min();
        }
        if costs == before {
            return costs;
        }
    }
}
