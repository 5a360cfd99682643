//! Folding nets into boxes.
//!
//! If a square of a box lies on the table, the pose of the box fixes the next square in each of the
//! four directions of the table, on the same wall or around an edge. So a net is rolled up from one
//! cell to those beside it, and fits if it never meets itself.

use std::collections::HashMap;
use std::mem;

use puzzle::prelude::*;

use crate::clue::Mark;
use crate::{FIRST_WALL, Set, ShutTheBox};

type Vector = [i32; 3];

/// The pose of a square: its centre, in half units, the direction out of the box, and the direction
/// that is right in the net.
#[derive(Clone, Copy)]
pub(crate) struct Pose {
    pub(crate) middle: Vector,
    pub(crate) out: Vector,
    pub(crate) right: Vector,
}

fn plus(one: Vector, factor: i32, other: Vector) -> Vector {
    [0, 1, 2].map(|axis| one[axis] + factor * other[axis])
}

fn negated(vector: Vector) -> Vector {
    vector.map(|length| -length)
}

impl Pose {
    /// Returns the direction that is down in the net.
    pub(crate) fn down(self) -> Vector {
        let (a, b) = (self.out, self.right);
        [(1, 2), (2, 0), (0, 1)].map(|(next, last)| a[next] * b[last] - a[last] * b[next])
    }

    /// Returns the four poses of the same square, each turned clockwise from the one before.
    fn turned(self) -> [Pose; 4] {
        let (right, down) = (self.right, self.down());
        [right, down, negated(right), negated(down)].map(|right| Pose { right, ..self })
    }

    /// Returns the next square in a direction of the net, on the same wall or around an edge.
    fn next(self, direction: Direction, sides: [i32; 3]) -> Pose {
        let ahead = match direction {
            Direction::North => negated(self.down()),
            Direction::East => self.right,
            Direction::South => self.down(),
            Direction::West => negated(self.right),
        };
        let middle = plus(self.middle, 2, ahead);
        if (0..3).all(|axis| (0..=2 * sides[axis]).contains(&middle[axis])) {
            return Pose { middle, ..self };
        }
        let middle = plus(plus(self.middle, 1, ahead), -1, self.out);
        let right = match direction {
            Direction::North | Direction::South => self.right,
            Direction::East => negated(self.out),
            Direction::West => self.out,
        };
        Pose { middle, out: ahead, right }
    }
}

/// A box with its adjacent squares.
pub(crate) struct Surface {
    /// The sides, shortest first.
    sides: [i32; 3],
    /// The four poses of each square, one square after the other.
    pub(crate) poses: Vec<Pose>,
    /// By pose, the poses to the north, east, south and west.
    pub(crate) next: Vec<[usize; 4]>,
}

impl Surface {
    /// Finds all squares from one of them.
    fn new(sides: [i32; 3]) -> Self {
        let first = Pose { middle: [1, 1, 2 * sides[2]], out: [0, 0, 1], right: [1, 0, 0] };
        let mut poses = first.turned().to_vec();
        let mut places = HashMap::from([(first.middle, 0)]);
        let mut next = Vec::new();
        while let Some(&pose) = poses.get(next.len()) {
            let beside = Direction::ALL.map(|direction| {
                let beside = pose.next(direction, sides);
                let place = *places.entry(beside.middle).or_insert_with(|| {
                    poses.extend(beside.turned());
                    poses.len() - 4
                });
                let turns = (0..4).find(|turns| poses[place + turns].right == beside.right);
                (place, turns.expect("a square lies in one of four ways"))
            });
            next.extend([0, 1, 2, 3].map(|turned| {
                [0, 1, 2, 3].map(|direction| {
                    let (place, turns) = beside[(direction + turned) % 4];
                    place + (turns + turned) % 4
                })
            }));
        }
        Surface { sides, poses, next }
    }

    /// Returns the boxes with this number of squares.
    pub(crate) fn all(squares: usize) -> Vec<Surface> {
        let half = i32::try_from(squares / 2).expect("a grid has few cells");
        let sides = (1..=half).cartesian_product(1..=half).filter_map(|(a, b)| {
            let c = (half - a * b) / (a + b);
            let is_box =
                a <= b && b <= c && a * b + b * c + c * a == half && squares.is_multiple_of(2);
            is_box.then_some([a, b, c])
        });
        sides.map(Surface::new).collect()
    }
}

/// The cells of a net, and an order in which to lay them.
pub(crate) struct Net {
    /// The cells in reading order.
    pub(crate) cells: Vec<Cell>,
    /// The indices of the cells but the first, in the order of laying, each with the neighbours
    /// laid before: their indices, and the number of the direction that leads from there.
    steps: Vec<(usize, Vec<(usize, usize)>)>,
}

impl Net {
    /// Returns the net of these cells, which are in reading order.
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        let mut steps = Vec::new();
        let mut is_laid = vec![false; cells.len()];
        let mut open: Vec<usize> = (0..cells.len()).take(1).collect();
        while let Some(to) = open.pop() {
            if mem::replace(&mut is_laid[to], true) {
                continue;
            }
            let beside = Direction::ALL.into_iter().enumerate().filter_map(|(way, direction)| {
                let place = cells.binary_search(&cells[to].step(direction)?).ok()?;
                Some((place, (way + 2) % 4))
            });
            let (before, after): (Vec<_>, Vec<_>) = beside.partition(|&(place, _)| is_laid[place]);
            open.extend(after.into_iter().map(|(place, _)| place));
            steps.push((to, before));
        }
        Net { cells, steps: steps.split_off(steps.len().min(1)) }
    }

    /// Returns all ways to fold the net into boxes on which circles and squares have their
    /// partners, each at least once up to turns and mirror images.
    ///
    /// Half turns of the box carry the first cell from any pose to one that points out and right
    /// along axes, not against them.
    pub(crate) fn folds<'a>(
        &'a self,
        boxes: &'a [Surface],
        puzzle: &'a ShutTheBox,
    ) -> impl Iterator<Item = Fold> + 'a {
        let along = |vector: Vector| vector.iter().sum::<i32>() > 0;
        boxes.iter().flat_map(move |surface| {
            let starts = surface.poses.iter();
            let starts = starts.positions(move |pose| along(pose.out) && along(pose.right));
            let mut poses = vec![0; self.cells.len()];
            let folds = starts.filter_map(move |start| {
                let covers = self.lay(start, surface, &mut poses);
                let poses = || poses.iter().map(|&pose| surface.poses[pose]).collect();
                covers.then(|| Fold { sides: surface.sides, poses: poses() })
            });
            folds.filter(|fold| fold.fits(&self.cells, puzzle))
        })
    }

    /// Lays the cells on a box, the first one in a given pose, and returns whether they cover it:
    /// they do if no two lie on the same square, as the box has as many squares.
    fn lay(&self, start: usize, surface: &Surface, poses: &mut [usize]) -> bool {
        poses[0] = start;
        let mut covered = Set::of(start / 4);
        self.steps.iter().all(|(to, before)| {
            let mut reached =
                before.iter().map(|&(from, direction)| surface.next[poses[from]][direction]);
            let pose = reached.next().filter(|&pose| reached.all(|other| other == pose));
            pose.is_some_and(|pose| {
                poses[*to] = pose;
                covered.insert(pose / 4)
            })
        })
    }
}

/// A net on a box.
pub(crate) struct Fold {
    pub(crate) sides: [i32; 3],
    /// The poses of its cells, in reading order.
    pub(crate) poses: Vec<Pose>,
}

impl Fold {
    /// Returns the walls of the cells, numbered in order of appearance.
    pub(crate) fn walls(&self) -> impl Iterator<Item = i64> {
        let walls: HashMap<Vector, i64> =
            self.poses.iter().map(|pose| pose.out).unique().zip(FIRST_WALL..).collect();
        self.poses.iter().map(move |pose| walls[&pose.out])
    }

    fn fits(&self, cells: &[Cell], puzzle: &ShutTheBox) -> bool {
        let all_have_partners = |mark, is_partner: fn(&Self, &Pose, &Pose) -> bool| {
            let marked = cells.iter().zip(&self.poses);
            let mut marked = marked.filter(|&(&cell, _)| puzzle.mark(cell) == Some(mark));
            let others = marked.clone();
            marked.all(|(_, one)| others.clone().any(|(_, other)| is_partner(self, one, other)))
        };
        all_have_partners(Mark::Circle, |fold, one, other| {
            (0..3).all(|axis| {
                one.middle[axis] - other.middle[axis] == 2 * fold.sides[axis] * one.out[axis]
            })
        }) && all_have_partners(Mark::Square, |_, one, other| {
            let apart = |axis: usize| (one.middle[axis] - other.middle[axis]).abs();
            one.out == other.out && (0..3).map(apart).sum::<i32>() == 2
        })
    }
}
