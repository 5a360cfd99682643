//! Nets that are folded into boxes.
//!
//! A square of a box is laid on the table with a corner of the box where it lies; from there the
//! next square in each of the four directions of the table is fixed, on the same wall or around an
//! edge. So a net is rolled up from one cell to those beside it, and fits if it never meets itself.

use std::collections::VecDeque;

use grid_utils::{BitSet, Cell, Direction, Grid, words_for};
use itertools::Itertools;

use crate::LARGEST_SIZE;
use crate::clue::{Clue, Mark};

/// Squares of a box.
type Squares = BitSet<{ words_for(LARGEST_SIZE * LARGEST_SIZE) }>;

type Vector = [i32; 3];

/// How a square lies: its middle, in half units, the direction that points out of the box, and that
/// in which it goes on to the right of the net. Downwards is the third one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pose {
    pub(crate) middle: Vector,
    pub(crate) out: Vector,
    pub(crate) right: Vector,
}

fn plus(one: Vector, factor: i32, other: Vector) -> Vector {
    [0, 1, 2].map(|axis| one[axis] + factor * other[axis])
}

fn negated(vector: Vector) -> Vector {
    plus([0; 3], -1, vector)
}

impl Pose {
    pub(crate) fn down(self) -> Vector {
        let (a, b) = (self.out, self.right);
        [0, 1, 2].map(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            a[next] * b[last] - a[last] * b[next]
        })
    }

    /// Its place among all poses on a box, as [`Surface::new`] lists them.
    fn place(self, sides: [i32; 3]) -> usize {
        let axis = self.out.iter().position(|&way| way != 0).unwrap_or(0);
        let area = |axis: usize| sides[(axis + 1) % 3] * sides[(axis + 2) % 3];
        let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
        let walls = 2 * (0..axis).map(area).sum::<i32>();
        let first = if self.out[axis] > 0 { walls + area(axis) } else { walls };
        let square = self.middle[one] / 2 * sides[other] + self.middle[other] / 2;
        let way = match (self.right[one], self.right[other]) {
            (1, _) => 0,
            (-1, _) => 1,
            (_, 1) => 2,
            _ => 3,
        };
        usize::try_from(4 * (first + square) + way).expect("no coordinate is negative")
    }

    /// The next square in a direction of the net.
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
        let turned = |vector| match vector {
            _ if vector == ahead => negated(self.out),
            _ if vector == negated(ahead) => self.out,
            _ => vector,
        };
        Pose { middle, out: ahead, right: turned(self.right) }
    }
}

/// A box, as what lies beside what on it.
pub(crate) struct Surface {
    /// Shortest first.
    pub(crate) sides: [i32; 3],
    /// Each square in its four ways to lie, one after the other.
    poses: Vec<Pose>,
    /// By pose, the poses to the north, east, south and west.
    next: Vec<[usize; 4]>,
}

impl Surface {
    fn new(sides: [i32; 3]) -> Self {
        let unit = |axis, length| [0, 1, 2].map(|one| if one == axis { length } else { 0 });
        let mut poses = Vec::new();
        for (axis, length) in (0..3).cartesian_product([-1, 1]) {
            let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
            for (x, y) in (0..sides[one]).cartesian_product(0..sides[other]) {
                let mut middle = unit(axis, if length > 0 { 2 * sides[axis] } else { 0 });
                (middle[one], middle[other]) = (2 * x + 1, 2 * y + 1);
                let rights = [(one, 1), (one, -1), (other, 1), (other, -1)];
                let out = unit(axis, length);
                poses.extend(rights.map(|(axis, length)| Pose {
                    middle,
                    out,
                    right: unit(axis, length),
                }));
            }
        }
        let next =
            |pose: &Pose| Direction::ALL.map(|direction| pose.next(direction, sides).place(sides));
        Surface { sides, next: poses.iter().map(next).collect(), poses }
    }

    /// How many squares it has; each has four poses, one after the other.
    pub(crate) fn squares(&self) -> usize {
        self.poses.len() / 4
    }

    /// The poses to the north, east, south and west of one.
    pub(crate) fn next(&self, pose: usize) -> [usize; 4] {
        self.next[pose]
    }

    /// The boxes with so many squares.
    pub(crate) fn all(squares: usize) -> Vec<Surface> {
        let half = i32::try_from(squares / 2).unwrap_or(i32::MAX);
        let mut boxes = Vec::new();
        if squares % 2 == 1 {
            return boxes;
        }
        for a in (1..).take_while(|a| 3 * a * a <= half) {
            for b in (a..).take_while(|b| 2 * a * b + b * b <= half) {
                if (half - a * b) % (a + b) == 0 {
                    boxes.push(Surface::new([a, b, (half - a * b) / (a + b)]));
                }
            }
        }
        boxes
    }
}

/// The cells of a net, and how to lay them one after the other.
pub(crate) struct Net {
    pub(crate) cells: Vec<Cell>,
    steps: Vec<Step>,
}

/// A step from a cell of a net to one beside it, by their places.
struct Step {
    from: usize,
    /// The place of the direction among all.
    direction: usize,
    to: usize,
    /// Whether no step led there before.
    is_first: bool,
}

impl Net {
    /// The net of these cells, which are in reading order.
    ///
    /// Each first step to a cell is followed by those to all cells beside it that were reached
    /// before, so that what does not fit is seen at once.
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        let beside = |from: usize| {
            let steps = Direction::ALL.map(|direction| {
                cells[from].step(direction).and_then(|next| cells.binary_search(&next).ok())
            });
            (0..).zip(steps).filter_map(|(direction, to)| Some((direction, to?)))
        };
        let mut steps = Vec::new();
        let mut is_reached = vec![false; cells.len()];
        is_reached.iter_mut().take(1).for_each(|first| *first = true);
        let mut queue: VecDeque<usize> = (0..cells.len()).take(1).collect();
        while let Some(from) = queue.pop_front() {
            for (direction, to) in beside(from) {
                if !is_reached[to] {
                    is_reached[to] = true;
                    queue.push_back(to);
                    steps.push(Step { from, direction, to, is_first: true });
                    let back = beside(to).filter(|&(_, cell)| cell != from && is_reached[cell]);
                    steps.extend(back.map(|(direction, cell)| Step {
                        from: to,
                        direction,
                        to: cell,
                        is_first: false,
                    }));
                }
            }
        }
        Net { cells, steps }
    }

    /// All ways in which the cells lie on the box and cover it exactly, as poses.
    ///
    /// Half turns of the box carry the first cell from any pose to one that points out and to the
    /// right along axes, not against them.
    fn poses<'a>(&'a self, surface: &'a Surface) -> impl Iterator<Item = Vec<usize>> + 'a {
        let along = |vector: Vector| vector.iter().sum::<i32>() > 0;
        let starts = surface.poses.iter().positions(move |one| along(one.out) && along(one.right));
        let mut poses = vec![0; self.cells.len()];
        starts.filter_map(move |start| {
            poses[0] = start;
            let mut covered = Squares::of(start / 4);
            let fits = self.steps.iter().all(|step| {
                let pose = surface.next(poses[step.from])[step.direction];
                if !step.is_first {
                    return poses[step.to] == pose;
                }
                poses[step.to] = pose;
                covered.insert(pose / 4)
            });
            // What is connected and has as many cells as the box has squares covers it.
            (fits && covered.len() == surface.squares()).then(|| poses.clone())
        })
    }

    /// All ways to fold the net into boxes, where what is given on circles and squares fits; a way
    /// and its turns and mirror images once or more.
    pub(crate) fn folds<'a>(
        &'a self,
        boxes: &'a [Surface],
        clues: &'a Grid<Option<Clue>>,
    ) -> impl Iterator<Item = (&'a Surface, Vec<Pose>)> {
        boxes.iter().flat_map(move |surface| {
            let folds = self.poses(surface).map(move |places| -> Vec<Pose> {
                places.iter().map(|&place| surface.poses[place]).collect()
            });
            let folds = folds.filter(|poses| self.fits(poses, clues, surface.sides));
            folds.map(move |poses| (surface, poses))
        })
    }

    fn fits(&self, poses: &[Pose], clues: &Grid<Option<Clue>>, sides: [i32; 3]) -> bool {
        let mark = |place: usize| match clues[self.cells[place]] {
            Some(Clue::Number(_, mark)) => mark,
            _ => None,
        };
        let is_on = |middle: Vector, out: Vector, wanted: Mark| {
            let place = poses.iter().position(|pose| (pose.middle, pose.out) == (middle, out));
            place.is_some_and(|place| mark(place) == Some(wanted))
        };
        poses.iter().enumerate().all(|(place, &Pose { middle, out, .. })| match mark(place) {
            None => true,
            Some(Mark::Circle) => {
                let across: i32 = (0..3).map(|axis| 2 * sides[axis] * out[axis].abs()).sum();
                is_on(plus(middle, -across, out), negated(out), Mark::Circle)
            }
            Some(Mark::Square) => {
                let steps = [0, 1, 2].into_iter().cartesian_product([-2, 2]);
                steps.filter(|&(axis, _)| out[axis] == 0).any(|(axis, step)| {
                    let mut beside = middle;
                    beside[axis] += step;
                    is_on(beside, out, Mark::Square)
                })
            }
        })
    }
}
