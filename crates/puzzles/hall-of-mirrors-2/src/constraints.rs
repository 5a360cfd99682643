//! The rules as constraints.

use std::collections::HashMap;

use puzzle::prelude::*;

use crate::{Direction, HallOfMirrors, STEPS, degrees, light, semaphore};

/// States the rules. The flags say in which directions the ray leaves each cell.
pub(crate) fn state(hall: &HallOfMirrors, model: &mut Model, board: &mut Unknown) {
    let leaves = hall.mirrors.map(|_, _| [(); 8].map(|()| model.flag()));
    let flags: Vec<Flag> = leaves.values().flatten().copied().collect();
    let place = |cell: Cell, direction| 8 * (cell.row * leaves.columns() + cell.column) + direction;

    model.rule("Light goes straight on, and from a mirror it goes on at the same angle.");
    let mut beside = vec![Vec::new(); flags.len()];
    let behind = |cell, ahead: Direction| hall.mirrors.ray(cell, STEPS[(ahead + 4) % 8]).next();
    let arrival = |cell, next| {
        let before = before(hall, cell, next)?;
        Some((behind(cell, before)?, before))
    };
    for (cell, next) in leaves.cells().cartesian_product(0..8) {
        if let Some((from, before)) = arrival(cell, next) {
            let goes_on = sum([leaves[from][before]]).equals(sum([leaves[cell][next]]));
            if hall.mirrors[cell].is_some() {
                model.at(format!("the mirror at {cell}")).require(goes_on);
            } else {
                model.channel(goes_on);
            }
            let (there, here) = (place(from, before), place(cell, next));
            beside[here].push(there);
            beside[there].push(here);
        }
    }
    model.at("the whole light").connected(&flags, |flag| beside[flag].iter().copied());

    model.rule("A ray leaves one end at a right angle and hits the other one at a right angle.");
    let [start, end] = hall.ends;
    let perpendicular = |end| (0..8).filter(move |&way| is_perpendicular(hall, end, way));
    model
        .at(format!("the end at {start}"))
        .require(exactly(1, perpendicular(start).map(|first| leaves[start][first])));
    let last = perpendicular(end).filter_map(|last| Some(leaves[behind(end, last)?][last]));
    model.at(format!("the end at {end}")).require(exactly(1, last));

    model
        .rule("It passes once through the centre of each square, and its arms there are a letter.");
    for centre in hall.centres() {
        let model = &mut model.at(format!("the square at {centre}"));
        let visits = (0..8).filter_map(|next| {
            let (_, before) = arrival(centre, next)?;
            Some((next, before, leaves[centre][next]))
        });
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
    board.read(shown, move |shown| {
        let known: HashMap<_, _> = states.iter().copied().zip(shown).collect();
        let shines = |cell, to| known.get(&(cell, to)).is_none_or(|flag| **flag == Some(1));
        let start = light::starts(&hall).into_iter().find(|&start| shines(hall.ends[0], start));
        start.map_or_else(Vec::new, |start| light::follow(&hall, start, shines)).into()
    });
}

/// Returns the direction of light before it leaves a cell in a direction; `None` at an end, at a
/// right angle to its mirror, where light only starts.
fn before(hall: &HallOfMirrors, cell: Cell, next: Direction) -> Option<Direction> {
    match hall.angle(cell) {
        Some(_) if hall.ends.contains(&cell) => {
            (!is_perpendicular(hall, cell, next)).then_some(next)
        }
        Some(mirror) => {
            let is_mirrored = |before| (degrees(before) + degrees(next) - 2 * mirror) % 3600 == 0;
            (0..8).find(|&before| is_mirrored(before))
        }
        None => Some(next),
    }
}

/// Returns whether a direction is at a right angle to the mirror in a cell.
fn is_perpendicular(hall: &HallOfMirrors, cell: Cell, direction: Direction) -> bool {
    hall.angle(cell).is_some_and(|mirror| (degrees(direction) - mirror).rem_euclid(1800) == 900)
}
