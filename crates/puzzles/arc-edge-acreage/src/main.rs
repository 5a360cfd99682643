//! # Arc-edge Acreage
//!
//! *Jane Street, April 2023.* In each cell of a grid there are four arcs, quarters of a circle
//! around a corner. Arcs joined end to end form a closed curve that does not touch itself. How many
//! such curves in a 7 x 7 grid enclose the area 32? There are 36 for the area 4 - pi, one around
//! each inner point:
//!
//! ```text
//!  + - . - +       four arcs, each around a corner of this square of four cells,
//!  |  ) (  |       leave the area 4 - pi between them
//!  .       .
//!  |  ) (  |       each bent outwards instead would add as much as it takes away now
//!  + - . - +
//! ```
//!
//! ## Boards
//! The number of curves.
//!
//! ## Idea
//! An arc joins two opposite corners of a cell, as its diagonal does, and encloses pi/4 - 1/2 more
//! or less than that. So a curve is a polygon of diagonals, each of which is bent outwards or
//! inwards. As pi is irrational, the area of the curve has no multiple of pi exactly if as many
//! arcs are bent outwards as inwards, and then it is the polygon's area. A polygon with L sides has
//! L! / (L/2)!^2 such curves.
//!
//! Diagonals join points whose row and column have an even sum, or points whose sum is odd, never
//! both. Of either kind, the diagonals divide the grid into tilted squares of the area 2, around
//! the inner points of the other kind. There are 18 of these in a 7 x 7 grid, so that the polygon
//! of area 32 leaves out two of them. The search takes all sets of squares with the right area. The
//! sides of a polygon are those that belong to one square of the set only. They must form one
//! closed line that does not touch itself, which excludes holes, several pieces, and squares that
//! touch at a corner.
//!
//! Two arcs of one cell that bend away from each other make a curve, too, whose polygon contains no
//! square; its area is pi/2 - 1.
//!
//! ## The second way
//! The checker does not use squares. It walks along diagonals from each point back to it, through
//! points that come later in reading order, adds up the area under its path, and counts the paths
//! around the right area by length. It adds up the numbers of ways to bend the arcs arc by arc.
//!
//! ## Readings
//! The statement does not say explicitly that the arcs' centres and ends are points of the grid.
//! Its 36 curves of the area 4 - pi, the second instance, imply it.

use std::cell::OnceCell;

use puzzle::prelude::*;

/// An instance. The curves enclose `area` + `quarters` x pi/4.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArcEdgeAcreage {
    /// The number of cells in a row and in a column.
    size: Within<1, 7>,
    /// The area without its multiple of pi/4.
    area: Within<-100, 200>,
    /// That multiple. Optional: 0.
    quarters: Option<Within<-100, 100>>,
    /// The number of curves counted by the checker.
    #[serde(skip)]
    walked: OnceCell<i64>,
}

/// A point of the grid, by row and column.
type Point = (i64, i64);

/// Returns the sides of the tilted square around a point, which are also the diagonals that do not
/// end there, as a set of cells.
fn around((row, column): Point, size: i64) -> u64 {
    let cells = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
    let inside = cells
        .into_iter()
        .filter(|&(row, column)| (0..size).contains(&row.min(column)) && row.max(column) < size);
    inside.fold(0, |cells, (row, column)| cells | 1 << (row * size + column))
}

impl ArcEdgeAcreage {
    fn quarters(&self) -> i64 {
        self.quarters.map_or(0, Within::get)
    }

    /// Returns the points whose row and column have a sum of this parity, with or without those at
    /// the border.
    fn points(&self, parity: i64, border: i64) -> Vec<Point> {
        let range = 1 - border..self.size.get() + border;
        let all = range.clone().cartesian_product(range);
        all.filter(|(row, column)| (row + column) % 2 == parity).collect()
    }

    /// Returns the number of tilted squares in the polygon, half of its area; `None` if it is not an
    /// integer.
    fn squares(&self) -> Option<usize> {
        let twice_area = usize::try_from(2 * self.area.get() + self.quarters()).ok()?;
        (twice_area % 4 == 0).then_some(twice_area / 4)
    }

    /// Returns the sets of this many squares around points of one parity, each as the sides that
    /// belong to exactly one square.
    fn sets(&self, parity: i64) -> impl Iterator<Item = u64> {
        let points = self.points(parity, 0);
        let squares = self.squares().filter(|&squares| (1..=points.len()).contains(&squares));
        let sides = |sides, &point: &Point| sides ^ around(point, self.size.get());
        let sets = squares.map(|squares| points.into_iter().combinations(squares));
        sets.into_iter().flatten().map(move |set| set.iter().fold(0, sides))
    }

    /// Returns whether diagonals, given by their cells, form one closed line that does not touch
    /// itself. They end at `points`.
    fn is_polygon(&self, sides: u64, points: &[Point]) -> bool {
        let ends = points.iter().map(|&point| sides & around(point, self.size.get()));
        let ends = ends.filter(|&ends| ends != 0).collect_vec();
        let mut line = sides & sides.wrapping_neg();
        // Each round extends the line from all its ends to their other sides.
        loop {
            let longer =
                ends.iter().filter(|&&two| two & line != 0).fold(line, |line, two| line | two);
            if longer == line {
                break;
            }
            line = longer;
        }
        line == sides && ends.iter().all(|two| two.count_ones() == 2)
    }
}

/// The walks of the checker.
struct Walks<'a> {
    puzzle: &'a ArcEdgeAcreage,
    start: Point,
    /// The points of the path, as bits.
    way: u64,
    /// The number of paths around the right area, by length.
    counts: Vec<i64>,
}

impl Walks<'_> {
    /// Continues from a point after `length` steps; `twice_area` is twice the area on the left so
    /// far.
    fn walk(&mut self, at: Point, length: usize, twice_area: i64) {
        let size = self.puzzle.size.get();
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let next = (at.0 + down, at.1 + right);
            if !(0..=size).contains(&next.0) || !(0..=size).contains(&next.1) || next < self.start {
                continue;
            }
            let twice_area = twice_area + at.0 * next.1 - next.0 * at.1;
            let bit = 1 << (next.0 * (size + 1) + next.1);
            if next == self.start {
                // If it is negative, the path has its area on the right.
                let wanted = 2 * self.puzzle.area.get() + self.puzzle.quarters();
                let is_right = twice_area >= 0 && twice_area == wanted;
                self.counts[length + 1] += i64::from(is_right);
            } else if self.way & bit == 0 {
                self.way |= bit;
                self.walk(next, length + 1, twice_area);
                self.way &= !bit;
            }
        }
    }
}

/// Returns the number of curves along a way with this many sides, where `more` more arcs are bent
/// outwards than inwards, arc by arc.
fn bent(sides: usize, more: i64) -> i64 {
    // Two arcs of the same diagonal are not a curve unless they bend away from each other.
    if sides == 2 {
        return i64::from(more == 2);
    }
    let mut ways = vec![0; 2 * sides + 3];
    ways[sides + 1] = 1;
    for _ in 0..sides {
        let next = ways.iter().tuple_windows().map(|(fewer, _, more)| fewer + more);
        ways = [0].into_iter().chain(next).chain([0]).collect();
    }
    let place = usize::try_from(i64::try_from(sides).unwrap_or(0) + 1 + more);
    place.ok().and_then(|place| ways.get(place)).copied().unwrap_or(0)
}

/// Returns how many of the arcs are bent outwards if these are `more` more than the others.
fn outwards(arcs: i64, more: i64) -> Option<i64> {
    usize::try_from(arcs + more).is_ok_and(|twice| twice % 2 == 0).then(|| arcs.midpoint(more))
}

/// Returns the number of ways to choose this many of the arcs.
fn choices(arcs: i64, outwards: i64) -> i64 {
    (0..outwards).fold(1, |choices, chosen| choices * (arcs - chosen) / (chosen + 1))
}

/// Returns the points along an arc between the ends of a diagonal, as x and y: around the corner on
/// the left or the right of the way.
fn arc(from: Point, to: Point, is_left: bool) -> impl Iterator<Item = (f64, f64)> {
    let is_falling = (to.0 > from.0) == (to.1 > from.1);
    let centre = if is_falling == is_left { (from.0, to.1) } else { (to.0, from.1) };
    let at = move |part: f64, one: i64, other: i64, centre: i64| {
        let (sine, cosine) = (part * std::f64::consts::FRAC_PI_2).sin_cos();
        centre as f64 + (one - centre) as f64 * cosine + (other - centre) as f64 * sine
    };
    let parts = (0..=8).map(|part| f64::from(part) / 8.0);
    parts.map(move |part| (at(part, from.1, to.1, centre.1), at(part, from.0, to.0, centre.0)))
}

puzzle::program!(ArcEdgeAcreage, searched without rules);

impl Puzzle for ArcEdgeAcreage {
    fn form(&self) -> Form {
        Form::value(0..=i64::MAX)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let (size, quarters) = (self.size.get(), self.quarters());
        // Two arcs of the same diagonal.
        let mut curves =
            if (self.squares(), quarters) == (Some(0), 2) { 2 * size * size } else { 0 };
        for parity in [0, 1] {
            let corners = self.points(1 - parity, 1);
            for sides in self.sets(parity) {
                search.node()?;
                let arcs = i64::from(sides.count_ones());
                if self.is_polygon(sides, &corners) {
                    curves += outwards(arcs, quarters).map_or(0, |some| choices(arcs, some));
                } else {
                    search.dead_end();
                }
            }
        }
        search.value(Board::of_value(curves))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let curves = *self.walked.get_or_init(|| {
            let lines = 0..=self.size.get();
            let starts = lines.clone().cartesian_product(lines);
            let counts = starts.map(|start| {
                let mut walks = Walks { puzzle: self, start, way: 0, counts: vec![0; 66] };
                walks.walk(start, 0, 0);
                let counts = walks.counts.into_iter().enumerate();
                counts.map(|(sides, count)| count * bent(sides, self.quarters())).sum::<i64>()
            });
            counts.sum()
        });
        ensure!(board.value() == Some(curves), "there are {curves} curves");
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(board.value().unwrap_or(0))
    }

    /// Draws all arcs; with a board, one of the curves.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.size.size(), self.size.size());
        let range = 0..self.size.get();
        for (row, column) in range.clone().cartesian_product(range) {
            for (from, to) in
                [((row, column), (row + 1, column + 1)), ((row, column + 1), (row + 1, column))]
            {
                for is_left in [true, false] {
                    picture.line(&arc(from, to, is_left).collect_vec(), Ink::Label, 0.02);
                }
            }
        }
        let of = |parity| self.sets(parity).map(move |sides| (sides, self.points(1 - parity, 1)));
        let mut sets = of(0).chain(of(1)).filter(|_| board.is_some());
        let first = sets.find(|(sides, corners)| self.is_polygon(*sides, corners));
        if let Some((mut left, corners)) = first {
            let is_end = |point: Point, sides| around(point, self.size.get()) & sides != 0;
            let arcs = i64::from(left.count_ones());
            let outwards = outwards(arcs, self.quarters()).unwrap_or(0);
            let mut way =
                corners.iter().copied().filter(|&point| is_end(point, left)).take(1).collect_vec();
            // The way begins at the top and goes down on the left side, so that the inside is on
            // its left.
            while let Some(&from) = way.last().filter(|_| left != 0) {
                let side = around(from, self.size.get()) & left;
                let side = side & side.wrapping_neg();
                left ^= side;
                way.extend(corners.iter().find(|&&to| to != from && is_end(to, side)));
            }
            let bends =
                (0..arcs).map(|place| (place + 1) * outwards / arcs > place * outwards / arcs);
            let points = way
                .iter()
                .tuple_windows()
                .zip(bends)
                .flat_map(|((&from, &to), is_out)| arc(from, to, is_out));
            picture.polygon(&points.collect_vec(), Some(Ink::Accent), Some(Tint::Colour(0)));
            // On a terminal without colours these are all that is seen of it.
            for &(row, column) in &way {
                picture.circle(column as f64, row as f64, 0.1, Ink::Accent, Some(Tint::Colour(0)));
            }
        }
        picture
    }
}

impl Setter for ArcEdgeAcreage {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let size = random.usize(1..=size.min(5));
        let draft = Draft::new().number("size", size);
        let (squares, more) = (random.i64(0..=6), random.i64(-4..=4));
        let area = 2 * squares - if random.bool() { more.div_euclid(2) } else { 0 };
        Some(draft.number("area", area).number("quarters", more))
    }
}
