//! One swing, for the checker, the picture and the second way to search. Shares nothing with the
//! search but numbers.

use std::cmp::Ordering;

use numbers::Interval;

use crate::length::Length;
use crate::{Field, Point, minus, norm};

/// A part of a swing, round one post.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) pivot: Point,
    /// The directions of the rope at both ends of the part.
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// The rope from the pivot on.
    pub(crate) rope: Length,
}

/// A way to rest: the cell, and the parts of the swing until then.
pub(crate) struct Rest {
    pub(crate) cell: Point,
    pub(crate) parts: Vec<Part>,
    /// The sense of rotation: 1 or -1.
    pub(crate) sense: i64,
}

/// Returns the post that hides another one from the particle, if one does.
pub(crate) fn hiding(posts: &[Point], particle: Point, post: Point) -> Option<Point> {
    let way = minus(post, particle);
    posts.iter().copied().find(|&other| {
        let part = minus(other, particle);
        let steps = way.0 * part.0 + way.1 * part.1;
        way.0 * part.1 == way.1 * part.0 && 0 < steps && steps < norm(way)
    })
}

/// Returns where a particle can come to rest that swings round a post, clockwise and
/// anticlockwise, while these posts stand.
pub(crate) fn rests(field: &Field, posts: &[Point], particle: Point, post: Point) -> Vec<Rest> {
    let mut rests = Vec::new();
    for sense in [1, -1] {
        let (mut pivot, mut from) = (post, minus(particle, post));
        let mut rope = Length::root(norm(from));
        let mut parts: Vec<Part> = Vec::new();
        loop {
            let turn = Turn { from, sense };
            // The post that the rope, or the particle, meets first.
            let reached = posts.iter().map(|&post| minus(post, pivot)).filter(|&offset| {
                offset != (0, 0) && Length::root(norm(offset)).compare(&rope).is_le()
            });
            let met = reached.min_by(|&one, &other| {
                turn.compare(exact(one), exact(other)).then(norm(other).cmp(&norm(one)))
            });
            let exit = exits(field, pivot, &rope, sense)
                .into_iter()
                .min_by(|&one, &other| turn.compare(one, other));
            let is_before = |offset, end| turn.compare(exact(offset), end).is_lt();
            let stays = |offset| exit.is_none_or(|exit| is_before(offset, exit));
            let square = rope.square();
            for cell in field.points() {
                let to = minus(cell, pivot);
                if square == Some(norm(to))
                    && !posts.contains(&cell)
                    && stays(to)
                    && met.is_none_or(|met| turn.compare(exact(to), exact(met)).is_le())
                {
                    let last = Part { pivot, from, to, rope: rope.clone() };
                    let parts = parts.iter().cloned().chain([last]).collect();
                    rests.push(Rest { cell, parts, sense });
                }
            }
            let Some(met) = met.filter(|&met| stays(met)) else { break };
            let rest = rope.plus(-1, &Length::root(norm(met)));
            if rest.sign().is_eq() {
                break;
            }
            parts.push(Part { pivot, from, to: met, rope });
            (pivot, from, rope) = ((pivot.0 + met.0, pivot.1 + met.1), met, rest);
        }
    }
    rests
}

/// A direction.
type Direction = [Interval; 2];

fn exact((x, y): Point) -> Direction {
    [x.into(), y.into()]
}

/// Returns the directions in which the particle leaves the board. They are square roots of sums of
/// square roots; none of them is that of a post or a cell, so that an enclosure is enough.
fn exits(field: &Field, pivot: Point, rope: &Length, sense: i64) -> Vec<Direction> {
    let (radius, half) = (rope.enclosure(), Interval::ONE / 2);
    let sides = [
        ((1, 0), field.columns - 1 - pivot.0),
        ((-1, 0), pivot.0),
        ((0, 1), field.rows - 1 - pivot.1),
        ((0, -1), pivot.1),
    ];
    let exit = |((x, y), cells)| {
        let distance: Interval = Interval::from(cells) + half;
        let along = (radius * radius - distance * distance).sqrt() * sense;
        // Before the farthest point, seen in the sense of rotation.
        let exit = [distance * x + along * y, distance * y - along * x];
        distance.certainly_less(radius).then_some(exit)
    };
    sides.into_iter().filter_map(exit).collect()
}

/// The turn of a rope.
struct Turn {
    /// The first direction.
    from: Point,
    sense: i64,
}

impl Turn {
    /// Compares the angles to two directions, which are above 0 and up to 360 degrees.
    fn compare(&self, one: Direction, other: Direction) -> Ordering {
        let [(first, one), (second, other)] = [one, other].map(|direction| self.place(direction));
        let left = one[0] * other[1] - one[1] * other[0];
        first.cmp(&second).then_with(|| Interval::ZERO.compare(left).unwrap_or(Ordering::Equal))
    }

    /// Returns the quadrant of a direction as seen from the first one, and the direction there.
    fn place(&self, [x, y]: Direction) -> (u8, Direction) {
        let (a, b) = self.from;
        let (ahead, aside) = (x * a + y * b, (y * a - x * b) * self.sense);
        let quadrant = match [ahead, aside].map(|part| part.sign().unwrap_or(Ordering::Equal)) {
            [Ordering::Greater, Ordering::Greater] => 0,
            [_, Ordering::Greater] => 1,
            [Ordering::Less, _] => 2,
            _ => 3,
        };
        (quadrant, [ahead, aside])
    }
}
