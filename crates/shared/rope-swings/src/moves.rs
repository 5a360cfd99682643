//! All swings that any posts allow, for the search.

use std::cmp::{Ordering, Reverse};

use std::ops::ControlFlow;

use puzzle::{Effort, Flow, Stop};

use crate::length::Length;
use crate::{Field, Point, minus, norm};

/// The most moves: their memory is small beside that of the search.
const MOST_MOVES: usize = 1_000_000;

/// A swing with all that decides whether it is possible.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// The cells where it starts and ends, by their indices.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The post to which the rope is tied.
    pub(crate) post: usize,
    /// The posts that have to stand: that one, and those at which the rope bends.
    pub(crate) standing: u64,
    /// The posts that have to be gone: they would hide the post, bend the rope or stop the particle.
    pub(crate) gone: u64,
    /// The square of the distance to the post.
    pub(crate) square: i64,
}

/// What the rope or the particle meets. At the same angle, it is met in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The particle is farthest from the pivot in a direction, and beyond the edge of the board.
    Outside,
    /// The particle meets a post.
    Touch(usize),
    /// The particle is at the centre of a cell.
    Rest,
    /// The rope meets a post, the farthest one first.
    Bend(Reverse<i64>, usize),
}

/// Finds the moves from one cell after the other.
pub(crate) struct Mover<'a> {
    field: &'a Field,
    /// Whether posts go, so that moves may need posts to be gone.
    posts_go: bool,
    /// The square root of each number.
    roots: Vec<Length>,
    /// The offsets of each squared length.
    circles: Vec<Vec<Point>>,
    /// The moves without those that need more than another one does.
    pub(crate) moves: Vec<Move>,
    /// The first of the moves from the same cell round the same post.
    first: usize,
}

/// A part of a swing: from the rope along `start`, it turns round one post, the pivot.
struct Arc<'l> {
    pivot: Point,
    start: Point,
    rope: &'l Length,
    /// 1 or -1.
    sense: i64,
}

impl<'a> Mover<'a> {
    pub(crate) fn new(field: &'a Field, posts_go: bool) -> Self {
        let side = field.rows.max(field.columns);
        let roots = (0..=4 * side * side).map(|square| Length::root(square.max(1))).collect();
        let mut circles = vec![Vec::new(); crate::index(2 * side * side)];
        for x in -side..side {
            for y in -side..side {
                if let Some(circle) = circles.get_mut(crate::index(norm((x, y)))) {
                    circle.push((x, y));
                }
            }
        }
        Self { field, posts_go, roots, circles, moves: Vec::new(), first: 0 }
    }

    fn root(&self, square: i64) -> &Length {
        &self.roots[crate::index(square)]
    }

    /// Finds all moves from a cell, unless time or memory are exhausted.
    pub(crate) fn find(&mut self, from: Point, effort: &mut Effort) -> Flow {
        let field = self.field;
        for (post, &pivot) in field.posts.iter().enumerate().filter(|&(_, &post)| post != from) {
            let start = minus(from, pivot);
            let square = norm(start);
            // A post hides another one if it lies between that and the particle; a post on the
            // particle's cell has to be gone, too.
            let hides = |other: Point| {
                let offset = minus(other, pivot);
                cross(start, offset) == 0 && dot(start, offset) > 0 && norm(offset) <= square
            };
            let hiding = field.posts.iter().enumerate().filter(|&(_, &other)| hides(other));
            let gone = hiding.fold(0, |gone, (other, _)| gone | 1 << other);
            if gone != 0 && !self.posts_go {
                continue;
            }
            self.first = self.moves.len();
            let (from, standing) = (field.index(from), 1 << post);
            let found = Move { from, to: from, post, standing, gone, square };
            let rope = self.root(square).clone();
            for sense in [1, -1] {
                self.follow(&Arc { pivot, start, rope: &rope, sense }, found.clone(), effort)?;
            }
        }
        Flow::Continue(())
    }

    /// Follows a swing from the moment at which the rope bends at the pivot, whether the posts that
    /// it meets stand or are gone.
    fn follow(&mut self, arc: &Arc, mut found: Move, effort: &mut Effort) -> Flow {
        effort.poll()?;
        for (offset, event) in self.events(arc, found.gone) {
            let at = (arc.pivot.0 + offset.0, arc.pivot.1 + offset.1);
            let post = match event {
                Event::Outside => return Flow::Continue(()),
                Event::Rest => {
                    self.keep(Move { to: self.field.index(at), ..found.clone() });
                    continue;
                }
                Event::Touch(post) => post,
                Event::Bend(_, post) => {
                    if !self.is_inside(arc, offset) {
                        return Flow::Continue(());
                    }
                    if self.moves.len() >= MOST_MOVES {
                        return ControlFlow::Break(Stop::Capacity);
                    }
                    let rope = arc.rope.plus(-1, self.root(norm(offset)));
                    let standing = found.standing | 1 << post;
                    let rest = Arc { pivot: at, start: offset, rope: &rope, sense: arc.sense };
                    self.follow(&rest, Move { standing, ..found.clone() }, effort)?;
                    post
                }
            };
            // The swing goes on as it is if the post is gone.
            if !self.posts_go || found.standing >> post & 1 == 1 {
                break;
            }
            found.gone |= 1 << post;
        }
        Flow::Continue(())
    }

    /// Returns what the rope or the particle meets within a full turn, in this order; each with its
    /// direction from the pivot.
    fn events(&self, arc: &Arc, gone: u64) -> Vec<(Point, Event)> {
        let Arc { pivot, rope, .. } = arc;
        let mut events = Vec::new();
        for (index, &post) in self.field.posts.iter().enumerate() {
            let offset = minus(post, *pivot);
            if post == *pivot || gone >> index & 1 == 1 {
                continue;
            }
            match rope.compare(self.root(norm(offset))) {
                Ordering::Less => {}
                Ordering::Equal => events.push((offset, Event::Touch(index))),
                Ordering::Greater => {
                    events.push((offset, Event::Bend(Reverse(norm(offset)), index)));
                }
            }
        }
        // Twice the distance from the pivot to the edge is a whole number.
        let twice = rope.times(2);
        for direction in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let edge = self.field.twice_to_edge(*pivot, direction);
            if twice.compare(self.root(edge * edge)).is_gt() {
                events.push((direction, Event::Outside));
            }
        }
        let circle = rope.square().and_then(|square| self.circles.get(crate::index(square)));
        for &offset in circle.into_iter().flatten() {
            if self.field.contains((pivot.0 + offset.0, pivot.1 + offset.1)) {
                events.push((offset, Event::Rest));
            }
        }
        events.sort_by(|(one, first), (other, second)| {
            turn_order(arc, *one, *other).then_with(|| first.cmp(second))
        });
        events
    }

    /// Returns whether the particle is on the board when the rope lies in this direction. Between
    /// two such directions it leaves the board only if one along the grid lies between them.
    fn is_inside(&self, arc: &Arc, offset: Point) -> bool {
        let length = self.root(norm(offset));
        let sides = [(offset.0, (offset.0.signum(), 0)), (offset.1, (0, offset.1.signum()))];
        sides.into_iter().filter(|&(reach, _)| reach != 0).all(|(reach, direction)| {
            let edge = self.field.twice_to_edge(arc.pivot, direction);
            arc.rope.times(2 * reach.abs()).compare(&length.times(edge)).is_le()
        })
    }

    /// Keeps a move unless another one between the same cells round the same post needs less.
    fn keep(&mut self, found: Move) {
        let needs_less = |one: &Move, other: &Move| {
            let needs = (one.standing & !other.standing) | (one.gone & !other.gone);
            one.to == other.to && needs == 0
        };
        let group = &self.moves[self.first..];
        if group.iter().any(|other| needs_less(other, &found)) {
            return;
        }
        let mut place = self.first;
        while place < self.moves.len() {
            if needs_less(&found, &self.moves[place]) {
                self.moves.swap_remove(place);
            } else {
                place += 1;
            }
        }
        self.moves.push(found);
    }
}

fn cross(one: Point, other: Point) -> i64 {
    one.0 * other.1 - one.1 * other.0
}

fn dot(one: Point, other: Point) -> i64 {
    one.0 * other.0 + one.1 * other.1
}

/// Compares two directions by the angles of more than 0 and up to 360 degrees through which the
/// rope turns to them.
fn turn_order(arc: &Arc, one: Point, other: Point) -> Ordering {
    let is_over_half = |direction| {
        let cross = arc.sense * cross(arc.start, direction);
        cross < 0 || (cross == 0 && dot(arc.start, direction) > 0)
    };
    let by_half = is_over_half(one).cmp(&is_over_half(other));
    by_half.then_with(|| (arc.sense * cross(other, one)).cmp(&0))
}
