//! # Triangle Math
//!
//! *Jane Street, July 2018.* A lattice triangle has integer coordinates. Let T(n) be the number of
//! acute lattice triangles of area 2^n, up to congruence. What is T(n)?
//!
//! ```text
//! . . . .
//! . C . .      the only acute triangle of the area 3/2: A = (0, 0), B = (2, 1), C = (1, 2);
//! . . B .      twice the area is 2 x 2 - 1 x 1 = 3, and the squared sides are 5, 5 and 2
//! A . . .
//! ```
//!
//! ## Boards
//! The number of triangles for each area. The answer is a x 2^n + b, if all numbers have that form
//! for the same a and b and the areas are 2, 4, 8, and so on. Otherwise it is the numbers
//! themselves.
//!
//! ## The search
//! Put a shortest side from (0, 0) to (p, q), p >= q >= 0. Its squared length s is at most 4 /
//! sqrt(3) times the area, so there are finitely many. The third corner is on the line of lattice
//! points that give the right area, and acute angles at both ends of the side confine it to a strip
//! with at most gcd(p, q) of them. The third angle is acute anyway, opposite to the shortest side.
//! Triangles with the same squared sides are congruent.
//!
//! ## Derivation
//! The sides of a triangle with twice the area A span a sublattice of index A. An acute triangle
//! is, up to point reflection, the only Delaunay triangle of its lattice: the circle around it
//! contains no further points. Conversely a lattice has such a triangle, an acute one or, if it has
//! a basis of two orthogonal vectors, a right one. So lattices are counted instead.
//!
//! For A = 2^m there are 2^(m+1) - 1 lattices, the sum of the divisors of A. Lattices that are
//! images of each other under a symmetry of all lattice points have congruent triangles; no others
//! have, for a rotation of one into the other multiplies by a complex number of norm 1 whose
//! denominator is a power of 2, and these are 1, i, -1 and -i. The numbers of lattices fixed by a
//! symmetry are 1 for the quarter turn, 2m + 1 for the reflection in an axis, and 2m - 1 for that
//! in a diagonal. By Burnside's lemma there are (2^(m+1) - 1 + 1 + 2m + 1 + 2m - 1) / 4 = 2^(m-1) +
//! m classes. Of these, m + 1 have orthogonal vectors, along the axes or along the diagonals. With
//! m = n + 1, the others give the formula, for all n.
//!
//! ## The second way
//! The checker counts lattices. It lists all of them by their Hermite normal forms, (a, b) and (0,
//! A / a) with 0 <= b < A / a, reduces each quadratic form by Lagrange's algorithm, and excludes
//! those with an orthogonal basis. The others are distinguished by their reduced forms.
//!
//! ## Sources
//! Lattices and acute triangles: Conway and Fung, *The Sensual (Quadratic) Form*, 1997, "obtuse
//! superbases".

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use num_integer::Integer;
use puzzle::prelude::*;

/// The most areas.
const MOST_AREAS: usize = 30;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriangleMath {
    /// Twice the areas of the triangles to count.
    twice_areas: Vec<Within<1, 40_000>>,
}

/// A lattice point, or the vector from one to another.
type Vector = (i64, i64);

/// The squared sides of a triangle, in ascending order, which determine its class.
type Sides = [i64; 3];

fn dot(one: Vector, other: Vector) -> i64 {
    one.0 * other.0 + one.1 * other.1
}

fn minus(one: Vector, other: Vector, times: i64) -> Vector {
    (one.0 - times * other.0, one.1 - times * other.1)
}

/// Returns the squared sides of the triangle between two vectors.
fn sides(one: Vector, other: Vector) -> Sides {
    let third = minus(one, other, 1);
    let mut sides = [one, other, third].map(|side| dot(side, side));
    sides.sort_unstable();
    sides
}

/// Returns the acute triangles, one of each class, by their sides from the corner (0, 0), a
/// shortest one first, (p, q) with p >= q >= 0.
fn triangles(
    twice_area: i64,
    search: &mut dyn FnMut() -> Flow,
) -> ControlFlow<Stop, BTreeMap<Sides, [Vector; 2]>> {
    let mut triangles = BTreeMap::new();
    for p in 1_i64.. {
        if 3 * p.pow(4) > 4 * twice_area.pow(2) {
            break;
        }
        for q in 0..=p {
            search()?;
            let (side, squared) = ((p, q), p * p + q * q);
            let gcd = p.extended_gcd(&q);
            if twice_area % gcd.gcd != 0 {
                continue;
            }
            // A third corner (x, y) with p y - q x = A; the others differ by multiples of the
            // primitive vector along the side.
            let corner = (-gcd.y * (twice_area / gcd.gcd), gcd.x * (twice_area / gcd.gcd));
            let step = (p / gcd.gcd, q / gcd.gcd);
            let first = minus(corner, step, dot(corner, side).div_euclid(squared / gcd.gcd));
            for times in 0..gcd.gcd {
                let corner = minus(first, step, -times);
                let is_acute = (1..squared).contains(&dot(corner, side));
                let sides = sides(side, corner);
                if is_acute && sides[0] == squared {
                    triangles.entry(sides).or_insert([side, corner]);
                }
            }
        }
    }
    ControlFlow::Continue(triangles)
}

/// Returns the classes of acute triangles, from the lattices that they span. The vector x u + y v of a
/// lattice has the squared length e x^2 + 2 f x y + g y^2.
fn classes(twice_area: i64) -> BTreeSet<Sides> {
    let mut classes = BTreeSet::new();
    for a in (1..=twice_area).filter(|a| twice_area % a == 0) {
        let height = twice_area / a;
        for b in 0..height {
            let (mut e, mut f, mut g) = (a * a + b * b, b * height, height * height);
            loop {
                if e > g {
                    (e, g) = (g, e);
                }
                // v - times u is as short as possible.
                let times = (2 * f + e).div_euclid(2 * e);
                if times == 0 {
                    break;
                }
                g += times * (times * e - 2 * f);
                f -= times * e;
            }
            // The angle between u and v is acute, or that between u and -v is.
            if f != 0 {
                classes.insert([e, g, e + g - 2 * f.abs()]);
            }
        }
    }
    classes
}

impl TriangleMath {
    fn twice_areas(&self) -> impl ExactSizeIterator<Item = i64> + Clone {
        self.twice_areas.iter().map(|area| area.get())
    }

    /// Returns the numbers as a x 2^n + b, if they have this form for the areas 2^n from n = 1 on.
    fn formula(&self, counts: &[i64]) -> Option<String> {
        let &[first, second, ..] = counts else { return None };
        let (factor, rest) = ((second - first) / 2, 2 * first - second);
        let is_power = self.twice_areas().zip(2..).all(|(area, n)| area == 1 << n);
        let fits = (1..).zip(counts).all(|(n, &count)| count == (factor << n) + rest);
        let factor = if factor == 1 { String::new() } else { format!("{factor} x ") };
        let sign = if rest < 0 { '-' } else { '+' };
        (is_power && fits && counts.len() > 2).then(|| format!("{factor}2^n {sign} {}", rest.abs()))
    }
}

puzzle::program!(TriangleMath, searched without rules);

impl Puzzle for TriangleMath {
    fn form(&self) -> Form {
        Form::list(0..=1_000_000)
    }

    fn validate(&self) -> Result<()> {
        let areas = self.twice_areas.len();
        ensure!(
            (1..=MOST_AREAS).contains(&areas),
            "`twice_areas` has {areas} areas; expected from 1 to {MOST_AREAS}"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut counts = Vec::new();
        for twice_area in self.twice_areas() {
            let triangles = triangles(twice_area, &mut || search.node())?;
            counts.push(i64::try_from(triangles.len()).unwrap_or(i64::MAX));
        }
        search.value(counts)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (numbers, areas) = (board.list().len(), self.twice_areas.len());
        ensure!(
            numbers == areas,
            "expected {} and found {numbers}",
            puzzle::counted(areas, "number")
        );
        for (&count, twice_area) in board.list().iter().zip(self.twice_areas()) {
            let classes = classes(twice_area).len();
            ensure!(
                usize::try_from(count) == Ok(classes),
                "the number for the area {twice_area}/2 is {classes}, not {count}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let counts = board.list();
        Answer::new(self.formula(counts).unwrap_or_else(|| counts.iter().join(" ")))
    }

    /// Draws the triangles of the smallest areas; without a board, those of the first one.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The largest width of the rows of triangles.
        const WIDTH: f64 = 15.0;
        let mut picture = Picture::canvas(0.0, 0.0);
        let mut top = 0.0;
        let shown = if board.is_some() { 3 } else { 1 };
        for (colour, twice_area) in
            (0..).zip(self.twice_areas().take(shown).take_while(|&area| area <= 40))
        {
            let found = triangles(twice_area, &mut || Flow::Continue(()));
            let found = found.continue_value().unwrap_or_default();
            let label = format!("area {}", twice_area as f64 / 2.0);
            picture.text_from(0.0, top, 0.6, &label, Ink::Label);
            top += 1.0;
            let mut left = 0.0;
            let height = found.values().map(|[one, other]| one.1.max(other.1)).max().unwrap_or(0);
            for [one, other] in found.values() {
                let least = other.0.min(0);
                let width = one.0.max(other.0) - least;
                if left + width as f64 > WIDTH {
                    (left, top) = (0.0, top + height as f64 + 1.0);
                }
                let at = |(x, y): Vector| (left + (x - least) as f64, top + (height - y) as f64);
                for point in (least..=least + width).cartesian_product(0..=height).map(at) {
                    picture.circle(point.0, point.1, 0.04, Ink::Label, None);
                }
                picture.polygon(
                    &[(0, 0), *one, *other].map(at),
                    Some(Ink::Text),
                    Some(Tint::Colour(colour)),
                );
                left += width as f64 + 1.0;
            }
            top += height as f64 + 1.0;
        }
        picture
    }
}

impl Setter for TriangleMath {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let areas: Vec<i64> = (0..size.min(MOST_AREAS)).map(|_| random.i64(1..=400)).collect();
        Some(Draft::new().value("twice_areas", areas))
    }
}
