//! The second way: the longest-lived quadruples, as polygonal cones cut out by signs.

use num_integer::gcd;
use puzzle::prelude::*;

use crate::Quadruple;

/// A triple (b, c, d), the quadruple (0, b, c, d), or a linear form over such triples.
type Triple = [i128; 3];

/// A part of the set of all quadruples in which each number after some steps is a linear form.
#[derive(Clone)]
struct Part {
    /// Triples on its edges, in cyclic order.
    corners: Vec<Triple>,
    numbers: Vec<Triple>,
}

fn combined<const N: usize>(factors: [i128; N], triples: [Triple; N]) -> Triple {
    [0, 1, 2].map(|place| {
        factors.iter().zip(&triples).map(|(factor, triple)| factor * triple[place]).sum()
    })
}

fn product(one: Triple, other: Triple) -> i128 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Returns a vector perpendicular to two triples (their cross product).
fn normal(one: Triple, other: Triple) -> Triple {
    [(1, 2), (2, 0), (0, 1)].map(|(this, that)| one[this] * other[that] - one[that] * other[this])
}

/// Returns the greatest common divisor, or 1 if all numbers are 0.
fn common_divisor(numbers: impl IntoIterator<Item = i128>) -> i128 {
    numbers.into_iter().fold(0, gcd).max(1)
}

/// Returns the part of a polygon in which a form is not negative.
fn cut(corners: &[Triple], form: Triple) -> Vec<Triple> {
    let mut kept = Vec::new();
    for (&one, &other) in corners.iter().circular_tuple_windows() {
        let (at_one, at_other) = (product(form, one), product(form, other));
        if at_one >= 0 {
            kept.push(one);
        }
        if at_one.signum() * at_other.signum() < 0 {
            let crossing = combined([at_other.abs(), at_one.abs()], [one, other]);
            let divisor = common_divisor(crossing);
            kept.push(crossing.map(|number| number / divisor));
        }
    }
    kept
}

impl Part {
    /// Returns the quadruples that begin with their least number, 0, and whose second number is at
    /// most the fourth.
    fn all() -> Self {
        let corners = vec![[0, 0, 1], [1, 0, 1], [0, 1, 0]];
        Self { corners, numbers: vec![[0; 3], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }
    }

    /// Returns the parts in which the numbers after the next step are linear forms.
    fn step(&self) -> Vec<Self> {
        let mut parts = vec![Self { corners: self.corners.clone(), numbers: Vec::new() }];
        for (&one, &other) in self.numbers.iter().circular_tuple_windows() {
            let difference = combined([1, -1], [one, other]);
            let mut forms = vec![difference, difference.map(|number| -number)];
            forms.dedup();
            parts = iproduct!(parts, forms)
                .map(|(mut part, form)| {
                    part.corners = cut(&part.corners, form);
                    part.numbers.push(form);
                    part
                })
                .filter(|part| part.corners.len() > 2)
                .collect();
        }
        for part in &mut parts {
            // Only the signs matter, and whether all four numbers are 0.
            let divisor = common_divisor(part.numbers.iter().flatten().copied());
            part.numbers.iter_mut().flatten().for_each(|number| *number /= divisor);
        }
        parts
    }

    /// Returns the sum of its corners: a point inside.
    fn inside(&self) -> Quadruple {
        let sum = |place: usize| self.corners.iter().map(|corner| corner[place]).sum();
        quadruple([0, 1, 2].map(sum))
    }

    /// Returns the first integer point found whose numbers are within the limit and for which
    /// `is_wanted` holds.
    fn find(&self, limit: i128, is_wanted: impl Fn(Quadruple) -> bool) -> Option<Quadruple> {
        let (first, others) = self.corners.split_first()?;
        others.iter().tuple_windows().find_map(|(second, third)| {
            let corners = [*first, *second, *third];
            let volume = product(*first, normal(*second, *third)).abs();
            let fits = |point: Triple| point.iter().all(|&number| number <= limit * volume);
            // The point for these fractions of the corners, divided by the volume, if it qualifies.
            let point = |fractions: [i128; 3]| {
                let point = combined(fractions, corners);
                let is_whole = point.iter().all(|number| number % volume == 0);
                let quadruple = quadruple(point.map(|number| number / volume));
                (is_whole && is_wanted(quadruple)).then_some(quadruple)
            };
            let multiples = move |sofar: [i128; 3], place: usize| {
                let multiple = move |count| {
                    let mut fractions = sofar;
                    fractions[place] = count;
                    fractions
                };
                (0..).map(multiple).take_while(move |&fractions| fits(combined(fractions, corners)))
            };
            let pairs = multiples([0; 3], 0).flat_map(|sofar| multiples(sofar, 1));
            { pairs }.flat_map(|sofar| multiples(sofar, 2)).find_map(point)
        })
    }
}

/// Returns the quadruple that a triple stands for.
fn quadruple(triple: Triple) -> Quadruple {
    let [b, c, d] = triple.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    [0, b, c, d]
}

/// Returns the number of quadruples from one down to 0 0 0 0.
fn lives(quadruple: Quadruple) -> usize {
    let [a, b, c, d] = quadruple;
    if quadruple == [0; 4] {
        return 1;
    }
    1 + lives([a.abs_diff(b), b.abs_diff(c), c.abs_diff(d), d.abs_diff(a)].map(u64::cast_signed))
}

/// Returns the first of the arrangements of a quadruple around the square.
fn first_arrangement(mut quadruple: Quadruple) -> Quadruple {
    let mut first = quadruple;
    for _ in 0..4 {
        quadruple.rotate_left(1);
        let [a, b, c, d] = quadruple;
        first = first.min(quadruple).min([d, c, b, a]);
    }
    first
}

/// Returns the parts that remain after some steps: those in which some number is not 0.
fn left(steps: usize) -> Vec<Part> {
    let is_left = |part: &Part| part.numbers.iter().any(|&form| form != [0; 3]);
    (0..steps).fold(vec![Part::all()], |parts, _| {
        parts.iter().flat_map(Part::step).filter(is_left).collect()
    })
}

/// Checks that no quadruple within the limit lives longer than the claimed one, and that none lives
/// as long with a smaller sum.
pub(crate) fn check(claimed: Quadruple, limit: i64) -> Result<()> {
    ensure!(claimed.iter().all(|&number| number <= limit), "a number is above the limit, {limit}");
    let first = first_arrangement(claimed);
    ensure!(first == claimed, "it should be turned: {} comes first", first.iter().join(";"));
    let count = lives(claimed);
    if limit == 0 {
        return Ok(());
    }
    // Four equal numbers live for at most two quadruples and lie in none of the parts.
    let quadruples = puzzle::counted(count, "quadruple");
    ensure!(count >= 5, "these are {quadruples}, and from 0 0 0 1 there are 5");
    let sum = |quadruple: Quadruple| quadruple.iter().sum::<i64>();
    let is_better = |other: Quadruple| {
        let longer = lives(other);
        longer > count || longer == count && sum(other) < sum(claimed)
    };
    // A claim that is far off is refused at once.
    let is_small = |other: &Quadruple| other.iter().all(|&number| number <= limit);
    let longer = left(count - 1).iter().map(Part::inside).find(is_small);
    let parts = || left(count - 2);
    let better =
        longer.or_else(|| parts().iter().find_map(|part| part.find(i128::from(limit), is_better)));
    if let Some(better) = better {
        let (sum, lives) = (sum(claimed), lives(better));
        let better = better.iter().join(";");
        bail!("these are {quadruples} with the sum {sum}; from {better} there are {lives}");
    }
    Ok(())
}
