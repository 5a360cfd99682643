//! The rules as constraints.

use std::collections::HashMap;

use grid_utils::{Cell, Grid};
use puzzle::Rules;
use rules::{Flag, Model, exactly, sum};

use crate::{Direction, HallOfMirrors, light, semaphore};

/// States the rules. The flags say in which directions the ray leaves each cell.
pub(crate) fn state(hall: &HallOfMirrors, mut model: Model) -> Rules {
    let leaves = hall.mirrors.map(|_, _| [(); 8].map(|()| model.flag()));
    let flags: Vec<Flag> = leaves.values().flatten().copied().collect();
    let place = |cell: Cell, direction| 8 * (cell.row * leaves.columns() + cell.column) + direction;

    model.rule("Light goes straight on, and from a mirror it goes on at the same angle.");
    let mut beside = vec![Vec::new(); flags.len()];
    // The direction of the light before it leaves a cell in a direction.
    let mut before: Grid<[Option<Direction>; 8]> = leaves.map(|_, _| [None; 8]);
    let mut last = Vec::new();
    for (from, leaves) in &leaves {
        for (ahead, &flag) in leaves.iter().enumerate() {
            match light::next(hall, from, ahead) {
                Some((cell, Some(on))) => {
                    let (here, there) = (place(from, ahead), place(cell, on));
                    model.implied(sum([flag]).equals(sum([flags[there]])));
                    beside[here].push(there);
                    beside[there].push(here);
                    before[cell][on] = Some(ahead);
                }
                Some((end, None)) if end == hall.ends[1] => last.push(flag),
                _ => {}
            }
        }
    }
    model.connected(&flags, |flag| beside[flag].iter().copied());

    model.rule("A ray leaves one end at a right angle and hits the other one at a right angle.");
    let start = hall.ends[0];
    model.require(exactly(1, light::starts(hall).map(|direction| leaves[start][direction])));
    model.require(exactly(1, last));

    model
        .rule("It passes once through the centre of each square, and its arms there are a letter.");
    for centre in hall.centres() {
        model.at(format!("the square at {centre}"));
        let visits = before[centre].iter().zip(leaves[centre]).enumerate();
        let visits = visits.filter_map(|(next, (before, flag))| Some((next, (*before)?, flag)));
        let visits: Vec<_> = visits.collect();
        model.require(exactly(1, visits.iter().map(|&(_, _, flag)| flag)));
        for (next, before, flag) in visits {
            if semaphore::letter([(before + 4) % 8, next]).is_none() {
                model.require(!flag);
            }
        }
    }
    let at_mirrors = leaves.iter().filter(|&(cell, _)| hall.mirrors[cell].is_some());
    let at_mirrors =
        at_mirrors.flat_map(|(cell, flags)| (0..8).map(move |to| (cell, to, flags[to])));
    let (states, shown): (Vec<_>, Vec<_>) =
        at_mirrors.map(|(cell, to, flag)| ((cell, to), flag)).unzip();
    for (&(cell, to), &flag) in states.iter().zip(&shown) {
        model.name(format!("the way from {cell} to the {} | is lit", semaphore::NAMES[to]), flag);
    }
    let hall = hall.clone();
    model.solved_by(shown, move |shown| {
        let known: HashMap<_, _> = states.iter().copied().zip(shown).collect();
        let shines = |cell, to| known.get(&(cell, to)).is_none_or(|flag| **flag == Some(1));
        let start = light::starts(&hall).into_iter().find(|&start| shines(hall.ends[0], start));
        start.map_or_else(Vec::new, |start| light::follow(&hall, start, shines)).into()
    })
}
