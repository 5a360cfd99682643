//! The checker: folds the net between cells of different walls, cell by cell.

use std::collections::BTreeMap;

use puzzle::prelude::*;

use crate::clue::Mark;
use crate::{CUT, FIRST_WALL, NET, ShutTheBox, is_at_border};

pub(crate) fn check(puzzle: &ShutTheBox, board: &Board) -> Result<()> {
    let grid = board.grid();
    if let Some(cell) = grid.find(|&part| part == Some(NET)) {
        bail!("the wall of {cell} is missing");
    }
    let net = Regions::components(grid, |&part| part != Some(CUT));
    ensure!(net.len() == 1, "the net has {} parts; expected 1", net.len());
    let cuts = Regions::components(grid, |&part| part == Some(CUT));
    for (_, cells) in cuts.iter() {
        let is_open = cells.iter().any(|&cell| is_at_border(grid, cell));
        ensure!(is_open, "the hole at {} is not at the border", cells[0]);
    }
    let walls = grid.iter().filter_map(|(cell, &part)| Some((cell, part?)));
    let walls: BTreeMap<Cell, i64> = walls.filter(|&(_, part)| part != CUT).collect();
    let named = walls.values().unique().copied();
    ensure!(
        named.eq(FIRST_WALL..FIRST_WALL + 6),
        "the walls are not called A to F in the order of their first cells"
    );
    check_box(puzzle, &walls)
}

type Point = [i64; 3];

/// A cell on a box: its centre, in half units, and the directions that are right and down in the
/// net.
#[derive(Clone, Copy, PartialEq)]
struct Placed {
    middle: Point,
    right: Point,
    down: Point,
}

impl Placed {
    /// Returns the direction into the box.
    fn inwards(&self) -> Point {
        let (one, other) = (self.right, self.down);
        [(1, 2), (2, 0), (0, 1)].map(|(y, z)| one[y] * other[z] - one[z] * other[y])
    }

    /// Returns the cell to the right, on the same wall or folded inwards.
    fn to_the_right(self, is_same_wall: bool) -> Self {
        let right = if is_same_wall { self.right } else { self.inwards() };
        let middle = [0, 1, 2].map(|axis| self.middle[axis] + self.right[axis] + right[axis]);
        Placed { middle, right, ..self }
    }

    /// Returns the cell after a counter-clockwise quarter turn of the net.
    fn turned(self) -> Self {
        Placed { right: self.down, down: self.right.map(|length| -length), ..self }
    }
}

/// Checks that the cells fold into a box with these walls, on which circles and squares have their
/// partners.
fn check_box(puzzle: &ShutTheBox, walls: &BTreeMap<Cell, i64>) -> Result<()> {
    const WHY: &str = "the net does not fold into a box with these walls";
    let placed = fold(walls).context(WHY)?;
    let squares: BTreeMap<Point, (Point, Option<Mark>)> = placed
        .iter()
        .map(|(&cell, place)| (place.middle, (place.inwards(), puzzle.mark(cell))))
        .collect();
    let ends = [0, 1, 2].map(|axis| {
        let ends = squares.keys().map(|middle| middle[axis]).minmax();
        ends.into_option().unwrap_or_default()
    });
    let sides @ [a, b, c] = ends.map(|(least, most)| most - least);
    // The squares differ, are as many as those of the box, and lie on its surface, in half units.
    ensure!(
        squares.len() == walls.len() && a * b + b * c + c * a == 2 * i64::try_from(walls.len())?,
        WHY
    );
    let is_outside = |(middle, (inwards, _)): (&Point, &(Point, _))| {
        (0..3).all(|axis| match inwards[axis] {
            0 => true,
            1 => middle[axis] == ends[axis].0,
            _ => middle[axis] == ends[axis].1,
        })
    };
    ensure!(squares.iter().all(is_outside), WHY);
    let inwards = || placed.values().map(Placed::inwards);
    let sides_and_names =
        (inwards().unique().count(), walls.values().zip(inwards()).unique().count());
    ensure!(sides_and_names == (6, 6), WHY);
    for (cell, Placed { middle, .. }) in &placed {
        let own @ (inwards, mark) = squares[middle];
        let has_partner = match mark {
            None => true,
            Some(Mark::Circle) => {
                let across = [0, 1, 2].map(|axis| middle[axis] + sides[axis] * inwards[axis]);
                squares.get(&across).is_some_and(|other| other.1 == mark)
            }
            Some(Mark::Square) => squares.iter().any(|(other, &found)| {
                let distance: i64 = (0..3).map(|axis| (other[axis] - middle[axis]).abs()).sum();
                found == own && distance == 2
            }),
        };
        ensure!(has_partner, "the circle or square at {cell} has no partner on the box");
    }
    Ok(())
}

/// Returns the places of the cells when the net is folded between those of different walls; `None`
/// if a cell would have two places.
fn fold(walls: &BTreeMap<Cell, i64>) -> Option<BTreeMap<Cell, Placed>> {
    let mut placed: BTreeMap<Cell, Placed> = BTreeMap::new();
    let first = Placed { middle: [0; 3], right: [1, 0, 0], down: [0, 1, 0] };
    let mut open = vec![(*walls.keys().next()?, first)];
    while let Some((cell, place)) = open.pop() {
        if let Some(before) = placed.insert(cell, place) {
            if before != place {
                return None;
            }
            continue;
        }
        let mut turned = place;
        let directions = [Direction::East, Direction::South, Direction::West, Direction::North];
        for (turns, direction) in directions.into_iter().enumerate() {
            let beside = cell.step(direction);
            if let Some((beside, wall)) = beside.and_then(|cell| Some((cell, walls.get(&cell)?))) {
                let next = turned.to_the_right(*wall == walls[&cell]);
                open.push((beside, (turns..4).fold(next, |next, _| next.turned())));
            }
            turned = turned.turned();
        }
    }
    Some(placed)
}
