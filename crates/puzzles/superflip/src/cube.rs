//! The cube as 54 points in space, and the search for turns that produce the superflip.

use std::array;
use std::iter::successors;
use std::ops::ControlFlow;

use puzzle::prelude::*;

use crate::FACES;

/// A point or direction: right, up, front.
type Vector = [i8; 3];

/// The new place of each sticker.
pub(crate) type Moved = [u8; 54];

/// A turn of a face, with its name.
type Turn = (String, Moved);

/// A face: the direction out of it, and the directions that are right and down when it is read.
type Face = [Vector; 3];

/// The faces in reading order.
const SIDES: [Face; 6] = [
    [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
    [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
    [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
    [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
    [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
    [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
];

/// The most turns of a phrase.
const LONGEST: usize = 6;
/// The most repetitions of a phrase: after these, most symmetries have returned the cube to its
/// original orientation.
const MOST_TIMES: usize = 6;

fn dot(one: Vector, other: Vector) -> i8 {
    (0..3).map(|axis| one[axis] * other[axis]).sum()
}

/// Returns the stickers in reading order: the centre of a face is 2 from that of the cube, and its
/// stickers are 1 apart, so no two are at the same point.
fn stickers() -> Vec<Vector> {
    let at = |[out, right, down]: Face, Cell { row, column }| {
        let [row, column] = [row, column].map(|line| i8::try_from(line).unwrap_or(0) - 1);
        array::from_fn(|axis| 2 * out[axis] + column * right[axis] + row * down[axis])
    };
    iproduct!(SIDES, 0..3, 0..3)
        .map(|(side, row, column)| at(side, Cell::new(row, column)))
        .collect()
}

/// Returns the table of a map between points of stickers.
fn table(moved: impl Fn(Vector) -> Vector) -> Moved {
    let stickers = stickers();
    let place = |point| stickers.iter().position(|&other| other == point);
    array::from_fn(|sticker| {
        let place = place(moved(stickers[sticker])).and_then(|place| u8::try_from(place).ok());
        place.expect("stickers come to places of stickers")
    })
}

/// Returns one movement followed by another.
fn then(one: &Moved, other: &Moved) -> Moved {
    one.map(|place| other[usize::from(place)])
}

/// Returns the superflip: the two stickers of each edge swap places.
pub(crate) fn superflip() -> Moved {
    table(|point| {
        let is_edge = point.contains(&0) && point.iter().any(|length| length.abs() == 1);
        let flipped = |length: i8| length.signum() * (3 - length.abs());
        point.map(|length| if is_edge && length != 0 { flipped(length) } else { length })
    })
}

/// Returns a clockwise turn of a face by some quarters.
fn turned(face: usize, quarters: usize) -> Moved {
    let [out, ..] = SIDES[face];
    table(|point| {
        let quarter = |v: Vector| {
            // The component along the axis stays; the rest moves to its cross product with the
            // axis.
            array::from_fn(|axis| {
                let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                out[axis] * dot(v, out) + v[next] * out[last] - v[last] * out[next]
            })
        };
        let is_turned = dot(point, out) >= 1;
        (0..if is_turned { quarters } else { 0 }).fold(point, |point, _| quarter(point))
    })
}

/// Returns the symmetries of the cube: its axes in any order, each in either direction.
fn symmetries() -> Vec<Moved> {
    iproduct!((0..3).permutations(3), (0..3).map(|_| [1, -1]).multi_cartesian_product())
        .map(|(axes, signs)| table(|point| array::from_fn(|axis| signs[axis] * point[axes[axis]])))
        .collect()
}

/// Finds turns that produce the superflip: a phrase of alternating turns of two neighbouring faces,
/// repeated while a symmetry moves the cube each time.
pub(crate) fn turns(search: &mut Search) -> ControlFlow<Stop, Option<String>> {
    let (still, goal, symmetries) = (table(|point| point), superflip(), symmetries());
    let all = iproduct!(0..FACES.len(), 1..=3).map(|(face, quarters)| {
        let name = format!("{}{}", FACES[face], ["", "2", "'"][quarters - 1]);
        (name, turned(face, quarters))
    });
    let all = all.collect_vec();
    for length in 1..=LONGEST {
        let phrases = (0..length).map(|place| all[3 * (place % 2)..][..3].iter());
        for (phrase, symmetry) in iproduct!(phrases.multi_cartesian_product(), &symmetries) {
            search.node()?;
            let turned = phrase.iter().fold(still, |moved, (_, turn)| then(&moved, turn));
            let once = then(&turned, symmetry);
            let repeated = successors(Some(once), |moved| Some(then(moved, &once)));
            let times = (1..=MOST_TIMES).zip(repeated).find(|(_, moved)| *moved == goal);
            if let Some((times, _)) = times {
                return ControlFlow::Continue(Some(names(&all, &phrase, symmetry, times)));
            }
        }
    }
    ControlFlow::Continue(None)
}

/// Returns the names of the turns for a fixed cube, instead of one moved after each phrase.
fn names(all: &[Turn], phrase: &[&Turn], symmetry: &Moved, times: usize) -> String {
    let mut moved = table(|point| point);
    let mut names = Vec::new();
    for _ in 0..times {
        for (_, turn) in phrase {
            // As seen from outside: the cube is moved, turned, and moved back.
            let seen = then(&moved, turn);
            let same = all.iter().find(|(_, turn)| then(turn, &moved) == seen);
            names.push(same.expect("a symmetry makes turns of turns").0.as_str());
        }
        moved = then(&moved, symmetry);
    }
    names.join(" ")
}
