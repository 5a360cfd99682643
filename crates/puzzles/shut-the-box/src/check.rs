//! The checker: every clue is looked at, and the net is laid on boxes, corner by corner.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};
use grid_puzzles::check;
use grid_utils::{Cell, Direction, Grid, Regions};
use itertools::Itertools;

use crate::clue::{Clue, Mark, Part};
use crate::{Board, ShutTheBox};

pub(crate) fn check(ShutTheBox { clues }: &ShutTheBox, board: &Board) -> Result<()> {
    check::shape(board, clues.rows(), clues.columns())?;
    let mut walls: BTreeMap<Cell, u8> = BTreeMap::new();
    for (cell, part) in board {
        match part.with_context(|| format!("nothing is said of {cell}"))? {
            Part::Cut => {}
            Part::Net => bail!("the wall of {cell} is missing"),
            Part::Wall(wall) => drop(walls.insert(cell, wall)),
        }
    }
    for (cell, clue) in clues {
        match clue {
            Some(Clue::Arrows(arrows)) => check_arrows(cell, *arrows, board)?,
            Some(Clue::Number(number, _)) => {
                ensure!(walls.contains_key(&cell), "{cell} has a number and is cut away");
                let block = board.all_neighbours(cell).chain([cell]);
                let count = block.filter(|cell| walls.contains_key(cell)).count();
                ensure!(count == usize::from(*number), "{count} net cells are around {cell}");
            }
            None => {}
        }
    }
    let net = Regions::components(board, |&part| part != Some(Part::Cut));
    ensure!(net.len() == 1, "the net has {} parts; expected 1", net.len());
    let cuts = Regions::components(board, |&part| part == Some(Part::Cut));
    let is_at_border =
        |&cell: &Cell| Direction::ALL.iter().any(|&one| board.neighbour(cell, one).is_none());
    for (_, cells) in cuts.iter() {
        ensure!(cells.iter().any(is_at_border), "the hole at {} is not at the border", cells[0]);
    }
    let named = walls.values().unique().copied();
    ensure!(named.eq(0..6), "the walls are not called A to F in the order of their first cells");
    check_box(clues, &walls)
}

fn check_arrows(cell: Cell, arrows: [bool; 4], board: &Board) -> Result<()> {
    ensure!(board[cell] == Some(Part::Cut), "{cell} has arrows and is not cut away");
    let distances = Direction::ALL.map(|direction| {
        board.ray(cell, direction).position(|cell| board[cell] != Some(Part::Cut))
    });
    let nearest = distances.iter().flatten().min();
    let is_nearest = distances.map(|distance| distance.is_some() && distance.as_ref() == nearest);
    ensure!(
        is_nearest == arrows,
        "{cell} has the arrows {}, and its nearest net cells are at {}",
        Clue::Arrows(arrows),
        Clue::Arrows(is_nearest)
    );
    Ok(())
}

type Point = [i64; 3];

/// A cell on a box: its corner at the top left, and the edges that go from there to the right and
/// down.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placed {
    corner: Point,
    right: Point,
    down: Point,
}

fn add(one: Point, other: Point) -> Point {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

fn minus(one: Point) -> Point {
    one.map(|length| -length)
}

impl Placed {
    /// The direction into the box.
    fn inwards(&self) -> Point {
        let (one, other) = (self.right, self.down);
        [(1, 2), (2, 0), (0, 1)].map(|(y, z)| one[y] * other[z] - one[z] * other[y])
    }

    /// The cell to the right on a box with these sides: flat, if there is room, or folded inwards.
    fn to_the_right(self, sides: Point) -> Self {
        let corner = add(self.corner, self.right);
        let end = add(corner, self.right);
        let has_room = (0..3).all(|axis| (0..=sides[axis]).contains(&end[axis]));
        let right = if has_room { self.right } else { self.inwards() };
        Placed { corner, right, ..self }
    }

    /// The same cell as seen when the net is turned counter-clockwise by a quarter.
    fn turned(self) -> Self {
        let Placed { corner, right, down } = self;
        Placed { corner: add(corner, right), right: down, down: minus(right) }
    }

    fn corners(self) -> BTreeSet<Point> {
        let Placed { corner, right, down } = self;
        [corner, add(corner, right), add(corner, down), add(add(corner, right), down)].into()
    }
}

/// Checks that the cells fold into a box with these walls, on which circles and squares have their
/// partners.
fn check_box(clues: &Grid<Option<Clue>>, walls: &BTreeMap<Cell, u8>) -> Result<()> {
    let count = i64::try_from(walls.len())?;
    let mut why = "the net folds into no box";
    for (a, b) in (1..count).cartesian_product(1..count) {
        let c = (count / 2 - a * b) / (a + b);
        if c < 1 || 2 * (a * b + b * c + c * a) != count {
            continue;
        }
        // The first cell lies on the bottom; all orders of sides come up.
        for (x, y) in (0..a).cartesian_product(0..b) {
            let first = Placed { corner: [x, y, 0], right: [1, 0, 0], down: [0, 1, 0] };
            let Some(placed) = lay(walls, first, [a, b, c]) else { continue };
            let wall = |cell: &Cell| placed[cell].inwards();
            let is_same = |[one, other]: [&Cell; 2]| {
                (walls[one] == walls[other]) == (wall(one) == wall(other))
            };
            if !walls.keys().array_combinations().all(is_same) {
                why = "the net folds into a box, but not with these walls";
            } else if marks_fit(clues, &placed, [a, b, c]) {
                return Ok(());
            } else {
                why = "a circle or a square has no partner on the box";
            }
        }
    }
    bail!("{why}")
}

/// Where the cells lie on a box, if they cover it.
fn lay(walls: &BTreeMap<Cell, u8>, first: Placed, sides: Point) -> Option<BTreeMap<Cell, Placed>> {
    let mut placed: BTreeMap<Cell, Placed> = BTreeMap::new();
    let mut open = vec![(*walls.keys().next()?, first)];
    while let Some((cell, place)) = open.pop() {
        if let Some(&before) = placed.get(&cell) {
            if before != place {
                return None;
            }
            continue;
        }
        placed.insert(cell, place);
        let mut turned = place;
        for (turns, direction) in
            [Direction::East, Direction::South, Direction::West, Direction::North]
                .iter()
                .enumerate()
        {
            let beside = cell.step(*direction).filter(|beside| walls.contains_key(beside));
            if let Some(beside) = beside {
                let mut next = turned.to_the_right(sides);
                (turns..4).for_each(|_| next = next.turned());
                open.push((beside, next));
            }
            turned = turned.turned();
        }
    }
    let covered: BTreeSet<_> = placed.values().map(|place| place.corners()).collect();
    (covered.len() == walls.len()).then_some(placed)
}

/// Whether circles are across from circles, and squares beside squares of the same wall.
fn marks_fit(clues: &Grid<Option<Clue>>, placed: &BTreeMap<Cell, Placed>, sides: Point) -> bool {
    let marked = |mark| {
        let is_marked = move |clue| matches!(clue, Some(Clue::Number(_, one)) if one == Some(mark));
        let has_mark = move |cell: &Cell| is_marked(clues[*cell]);
        placed.iter().filter(move |(cell, _)| has_mark(cell)).map(|(_, &place)| place)
    };
    let mut circles = marked(Mark::Circle);
    let mut squares = marked(Mark::Square);
    circles.all(|one| {
        let inwards = one.inwards();
        let across = [0, 1, 2].map(|axis| inwards[axis] * sides[axis]);
        let across: BTreeSet<Point> =
            one.corners().into_iter().map(|corner| add(corner, across)).collect();
        marked(Mark::Circle).any(|other| other.corners() == across)
    }) && squares.all(|one| {
        let corners = one.corners();
        marked(Mark::Square).any(|other| {
            let shared = other.corners().intersection(&corners).count();
            shared == 2 && other.inwards() == one.inwards()
        })
    })
}
