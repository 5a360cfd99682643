//! # Lesses More
//!
//! *Jane Street, January 2023.* Four numbers around a square are replaced by the differences of
//! neighbours until all four are 0. Which four numbers up to 10,000,000 take longest, and which of
//! those have the smallest sum?
//!
//! ```text
//! 10 6 3 1  ->  4 3 2 9  ->  1 1 7 5  ->  0 6 2 4  ->  6 4 2 4  ->  2 2 2 2  ->  0 0 0 0
//! ```
//!
//! These are seven quadruples.
//!
//! ## Boards
//! The four numbers, separated by semicolons, in the lexicographically first of their rotations and
//! reflections. A remark gives the number of quadruples.
//!
//! ## Derivation
//! A step does not change when the least number is subtracted from all four, so at the optimum that
//! number is 0, and it can stand first; by reflection the second number is at most the fourth. The
//! triples that remain form a cone, and every integer triple in it is a sum of its rays 0 0 0 1, 0
//! 1 0 1, 0 0 1 0.
//!
//! While the four differences have the same signs at the three rays of a cone, a step is linear in
//! it: the quadruple of a sum is the sum of the quadruples. If that holds to the end, a sum lives
//! as long as its longest-lived ray, and that ray alone has a smaller sum. So only rays have to be
//! examined. Where two rays disagree about a sign, their sum divides the cone into two, and every
//! integer point is again a sum of rays of one of them. If the sum exceeds the limit, so does every
//! point that uses both rays, and only the two faces that lack one of them remain.
//!
//! Two rays, each obtained by subtracting the other from its largest number, never end; all others
//! end, the sooner the farther they are from these two. The quadruples closest to them have numbers
//! that grow like powers of the tribonacci constant 1.839, so the number of cones grows with the
//! number of digits of the limit.
//!
//! ## The second way
//! The checker uses neither sums of rays nor, at first, the limit. It cuts the cone of all
//! quadruples by the planes on which a difference changes its sign, step by step, and discards the
//! parts in which all four numbers have become 0 as linear forms. After as many steps as the
//! claimed quadruple lives, no remaining part may hold an integer point within the limit; one step
//! earlier, no remaining part may hold one with a smaller sum. The points of a part are the integer
//! multiples of fractions of its corners; there are few, as the corners are large. A claim that is
//! far off is refused at the sum of three corners.
//!
//! ## Sources
//! The game is due to Ducci, about 1937. The tribonacci numbers are in William Webb, *The length of
//! the four-number game* (1982).

mod check;

use std::array;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use puzzle::Effort;
use puzzle::prelude::*;

/// The largest limit.
const MOST: i64 = 1_000_000_000_000;

/// Four numbers around a square.
type Quadruple = [i64; 4];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessesMore {
    /// The largest number that a quadruple may hold.
    limit: Within<0, MOST>,
}

/// Returns the quadruples from `start` to 0 0 0 0.
fn run(start: Quadruple) -> Vec<Quadruple> {
    let mut run = vec![start];
    while let Some(&last) = run.last()
        && last != [0; 4]
    {
        run.push(array::from_fn(|place| (last[place] - last[(place + 1) % 4]).abs()));
    }
    run
}

/// Returns the lexicographically first of the rotations and reflections.
fn first_arrangement(quadruple: Quadruple) -> Quadruple {
    let turned = |turn: usize| array::from_fn(|place| quadruple[(place + turn) % 4]);
    let reflected = |turn: usize| array::from_fn(|place| quadruple[(turn + 4 - place) % 4]);
    let arrangements = (0..4).flat_map(|turn| [turned(turn), reflected(turn)]);
    arrangements.min().unwrap_or(quadruple)
}

/// Returns two of the rays at which a difference of neighbours has different signs at some step.
fn disagreement(rays: &[&[Quadruple]]) -> Option<(usize, usize)> {
    let longest = rays.iter().map(|run| run.len()).max()?;
    for step in 0..longest {
        for place in 0..4 {
            let sign = |run: &&[Quadruple]| {
                run.get(step).map_or(0, |now| (now[place] - now[(place + 1) % 4]).signum())
            };
            let signs = rays.iter().map(sign).collect_vec();
            let at = |wanted: i64| signs.iter().position(|&sign| sign == wanted);
            if let (Some(one), Some(other)) = (at(1), at(-1)) {
                return Some((one, other));
            }
        }
    }
    None
}

/// The rays that divide all quadruples up to a limit into cones in which every step is linear.
#[derive(Default)]
struct Cones {
    /// The quadruples of each ray down to 0 0 0 0.
    runs: Vec<Vec<Quadruple>>,
    places: HashMap<Quadruple, usize>,
    /// The rays of each cone: three, or fewer for a face.
    rays: Vec<Vec<usize>>,
}

impl Cones {
    fn ray(&mut self, start: Quadruple) -> usize {
        *self.places.entry(start).or_insert_with(|| {
            self.runs.push(run(start));
            self.runs.len() - 1
        })
    }

    fn new(limit: i64, effort: &mut Effort) -> ControlFlow<Stop, Self> {
        let mut all = Self::default();
        let corners = [[0, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0]];
        let mut open = vec![corners.map(|corner| all.ray(corner)).to_vec()];
        let mut seen: HashSet<_> = open.iter().cloned().collect();
        while let Some(cone) = open.pop() {
            effort.node()?;
            let rays = cone.iter().map(|&ray| all.runs[ray].as_slice()).collect_vec();
            let Some((one, other)) = disagreement(&rays) else {
                all.rays.push(cone);
                continue;
            };
            let sum: Quadruple =
                array::from_fn(|place| rays[one][0][place] + rays[other][0][place]);
            let middle = (sum.into_iter().max() <= Some(limit)).then(|| all.ray(sum));
            for replaced in [one, other] {
                let mut part = cone.clone();
                match middle {
                    Some(middle) => part[replaced] = middle,
                    None => drop(part.remove(replaced)),
                }
                part.sort_unstable();
                if seen.insert(part.clone()) {
                    open.push(part);
                }
            }
        }
        ControlFlow::Continue(all)
    }
}

/// The width of the pictures.
const WIDTH: f64 = 10.0;
/// The size of the smallest circles around numbers.
const LEAST_SIZE: f64 = 0.5;
/// The least height of a triangle above its longest side that leaves room for a number.
const LEAST_HEIGHT: f64 = 0.5;

/// Draws the quadruples from 10 6 3 1 at the corners of squares, each square at the midpoints of
/// the previous one.
fn squares() -> Picture {
    let mut picture = Picture::canvas(WIDTH, WIDTH);
    let middle = |one: (f64, f64), other: (f64, f64)| {
        (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1))
    };
    let mut corners = [(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)];
    for numbers in run([10, 6, 3, 1]).into_iter().take(4) {
        picture.polygon(&corners, Some(Ink::Label), None);
        let size = 0.08 * (corners[0].0 - corners[2].0).hypot(corners[0].1 - corners[2].1);
        let size = size.max(LEAST_SIZE);
        for ((x, y), number) in corners.into_iter().zip(numbers) {
            picture.circle(x, y, 0.5 * size, Ink::Label, Some(Tint::Highlight));
            picture.text_at(x, y, 0.6 * size, &number.to_string(), Ink::Given);
        }
        corners = array::from_fn(|place| middle(corners[place], corners[(place + 1) % 4]));
    }
    picture.caption(["From 10 6 3 1 around the largest square, the differences go inwards."]);
    picture
}

/// Returns the height of a triangle above its longest side.
fn height(corners: &[(f64, f64)]) -> f64 {
    let sides = corners.iter().circular_tuple_windows();
    let (twice_area, longest) =
        sides.fold((0.0, 0.0), |(area, longest): (f64, f64), (one, other)| {
            let length = (other.0 - one.0).hypot(other.1 - one.1);
            (area + one.0 * other.1 - other.0 * one.1, longest.max(length))
        });
    twice_area.abs() / longest
}

/// Returns the numbers of a board.
fn numbers(board: &Board) -> Quadruple {
    board.list().try_into().unwrap_or_default()
}

impl LessesMore {
    /// Draws a cross-section of the cones of the search, coloured by the number of quadruples.
    fn map(&self, board: &Board) -> Picture {
        const HEIGHT: f64 = 0.87 * WIDTH;
        let mut picture = Picture::canvas(WIDTH, HEIGHT);
        let point = |[_, b, c, d]: Quadruple| {
            let (b, c, d) = (b as f64, c as f64, d as f64);
            let whole = c + d;
            (WIDTH * (b + c / 2.0) / whole, HEIGHT * (1.0 - c / whole))
        };
        let mut effort = Effort::until(None, None);
        let ControlFlow::Continue(all) = Cones::new(self.limit.get(), &mut effort) else {
            return picture;
        };
        for cone in all.rays.iter().filter(|cone| cone.len() == 3) {
            let runs = cone.iter().map(|&ray| &all.runs[ray]).collect_vec();
            let lives = runs.iter().map(|run| run.len()).max().unwrap_or(0);
            let corners = runs.iter().map(|run| point(run[0])).collect_vec();
            picture.polygon(
                &corners,
                Some(Ink::Label),
                Some(Tint::Colour(u8::try_from(lives).unwrap_or(0))),
            );
            if height(&corners) >= LEAST_HEIGHT {
                picture.polygon_text(&corners, &lives.to_string(), Ink::Text);
            }
        }
        let numbers = numbers(board);
        if numbers[3] > 0 {
            let (x, y) = point(numbers);
            picture.circle(x, y, 0.3, Ink::Accent, None);
        }
        picture.caption([
            "All quadruples: 0\u{a0}0\u{a0}0\u{a0}1 at the left, 0\u{a0}1\u{a0}0\u{a0}1 at the right, \
             0\u{a0}0\u{a0}1\u{a0}0 above.",
            "In each triangle the number of quadruples; the ring marks the answer.",
        ]);
        picture
    }
}

puzzle::program!(LessesMore, searched without rules);

impl Puzzle for LessesMore {
    fn form(&self) -> Form {
        Form::list(0..=MOST).separated_by(";")
    }

    fn search(&self, search: &mut Search) -> Flow {
        let limit = self.limit.get();
        if limit == 0 {
            return search.value(vec![0; 4]);
        }
        let cones = Cones::new(limit, search.effort())?;
        let keys = cones.runs.iter().map(|run| {
            let sum: i64 = run[0].iter().sum();
            (Reverse(run.len()), sum, first_arrangement(run[0]))
        });
        let best = keys.min().map_or([0; 4], |(_, _, best)| best);
        search.value(best.to_vec())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let count = board.list().len();
        ensure!(count == 4, "there are {count} numbers; expected 4");
        check::check(numbers(board), self.limit.get())
    }

    fn answer(&self, board: &Board) -> Answer {
        let numbers = numbers(board);
        Answer::new(numbers.iter().join(";")).remark("quadruples", run(numbers).len())
    }

    /// Draws all quadruples, seen from 0 0 0 0, by how long they live; unsolved, an example of the
    /// steps.
    fn picture(&self, board: Option<&Board>) -> Picture {
        match board {
            Some(board) => self.map(board),
            None => squares(),
        }
    }
}

impl Setter for LessesMore {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let limit = random.usize(0..=10 * size);
        Some(Draft::new().number("limit", limit))
    }
}
