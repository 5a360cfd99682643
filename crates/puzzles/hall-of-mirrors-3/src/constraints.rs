//! The rules as constraints.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use grid_puzzles::Side;
use grid_puzzles::mirrors::{FALLING, RISING};
use grid_utils::{Cell, Direction, Grid};
use rules::{Budget, Int, Model, Sum, all, at_most, implies};

use crate::HallOfMirrors;

/// States the rules of an instance that passed `validate`.
pub(crate) fn state(hall: &HallOfMirrors, model: &mut Model, field: &Grid<Int>) {
    let size = hall.lasers.size();
    model.rule("A cell is empty or holds a mirror, / or \\; no two mirrors share a side.");
    for cell in field.cells() {
        for other in field.neighbours(cell).filter(|&other| other > cell) {
            model.require(at_most(1, [field[cell].is_not(0), field[other].is_not(0)]));
        }
    }
    model.rule(
        "The ray of a laser turns at each mirror and leaves the field: its segments, measured \
         between the centres of cells and up to half a cell outside the field, have the product \
         that stands at the laser.",
    );
    let mut ways = Ways { field, is_open: HashMap::new() };
    for (side, line, value) in hall.lasers.given() {
        let model = &mut model.at(format!("the {value} {}", side.beside(line)));
        let ahead: Vec<Cell> = side.cells(size, line).collect();
        let direction = match side {
            Side::Top => Direction::South,
            Side::Bottom => Direction::North,
            Side::Left => Direction::East,
            Side::Right => Direction::West,
        };
        state_ray(model, &mut ways, &ahead, direction, value.get());
    }
}

/// The start of a segment: the remaining factor of the value for this segment and those that
/// follow, the cell, and the direction. Those with larger factors come first.
type Start = (Reverse<u128>, Cell, Direction);

/// A segment of a ray, from a laser or a mirror to the next mirror or out of the field.
struct Segment {
    /// The cells between its ends.
    passed: Vec<Cell>,
    /// The cell of the mirror at which it ends, the mirror, and the start of the next segment.
    to: Option<(Cell, i64, Start)>,
}

/// All possible paths of rays.
struct Ways<'a> {
    field: &'a Grid<Int>,
    /// Whether the remaining factor can be used up from there on.
    is_open: HashMap<Start, bool>,
}

impl Ways<'_> {
    /// Returns the segments along these cells up to the border whose lengths divide the remaining
    /// factor, and from whose ends the rest can be used up.
    fn segments(
        &mut self,
        budget: &Budget,
        ahead: &[Cell],
        direction: Direction,
        left: u128,
        shortest: usize,
    ) -> Vec<Segment> {
        let mut segments = Vec::new();
        for length in shortest..=ahead.len() {
            let cell = ahead[length - 1];
            if !left.is_multiple_of(length as u128) {
                continue;
            }
            for mirror in [RISING, FALLING] {
                let to = (Reverse(left / length as u128), cell, turned(direction, mirror));
                if self.is_open(budget, to) {
                    let passed = ahead[..length - 1].to_vec();
                    segments.push(Segment { passed, to: Some((cell, mirror, to)) });
                }
            }
        }
        if ahead.len() as u128 + 1 == left {
            segments.push(Segment { passed: ahead.to_vec(), to: None });
        }
        segments
    }

    /// Returns the segments that start at a mirror. Mirrors do not touch, so a segment to the next
    /// mirror is at least two cells long, and the remaining factor decreases.
    fn after_mirror(
        &mut self,
        budget: &Budget,
        (Reverse(left), cell, direction): Start,
    ) -> Vec<Segment> {
        let ahead: Vec<Cell> = self.field.ray(cell, direction).collect();
        self.segments(budget, &ahead, direction, left, 2)
    }

    fn is_open(&mut self, budget: &Budget, start: Start) -> bool {
        if let Some(&is_open) = self.is_open.get(&start) {
            return is_open;
        }
        if budget.charge(2 * size_of::<(Start, bool)>()) {
            return false;
        }
        let is_open = !self.after_mirror(budget, start).is_empty();
        self.is_open.insert(start, is_open);
        is_open
    }
}

/// Returns the direction of a ray after a mirror.
fn turned(direction: Direction, mirror: i64) -> Direction {
    let is_upright = matches!(direction, Direction::North | Direction::South);
    if is_upright == (mirror == RISING) {
        direction.clockwise()
    } else {
        direction.clockwise().opposite()
    }
}

/// States that the ray of a laser with this value is a chain of segments, each of which begins
/// where the one before ends.
fn state_ray(
    model: &mut Model,
    ways: &mut Ways,
    ahead: &[Cell],
    direction: Direction,
    value: u128,
) {
    let field = ways.field;
    let mut arriving: BTreeMap<Start, Sum> = BTreeMap::new();
    let mut segments = ways.segments(model.budget(), ahead, direction, value, 1);
    let mut arrived = Sum::from(1);
    loop {
        let mut leaving = Sum::default();
        for Segment { passed, to } in segments {
            let is_taken = model.flag();
            leaving += is_taken.into();
            model.require(implies(is_taken, all(passed.iter().map(|&cell| field[cell].is(0)))));
            if let Some((cell, mirror, next)) = to {
                model.require(implies(is_taken, field[cell].is(mirror)));
                *arriving.entry(next).or_default() += is_taken.into();
            }
        }
        model.require(leaving.equals(arrived));
        let Some((next, sum)) = arriving.pop_first() else { return };
        if model.poll() {
            return;
        }
        (segments, arrived) = (ways.after_mirror(model.budget(), next), sum);
    }
}
