//! Single-Cross: a segment that is thrown onto a lattice, and how many of its walls it crosses.
//!
//! In n dimensions, the lattice has the walls `x_i = m` for each coordinate and each whole number
//! m. One end of a segment of length D is uniform in a cell, and the direction is uniform on the
//! sphere. Which D makes the probability p(D) that it crosses exactly one wall as large as
//! possible?
//!
//! ## Up to D = 1
//! Given the direction, let a, b, .. be the lengths of the segment's projections on the axes. The
//! segment crosses a wall of the first coordinate with probability a, one of the second with
//! probability b, and so on, independently, so it crosses exactly one with probability a (1-b)
//! (1-c) .. + b (1-a) (1-c) .. + .. Multiplied out, this needs only the average of a product of k
//! projections. For a unit vector it is
//!
//! m(k) = G(n/2) / (pi^(k/2) G((n+k)/2)),
//!
//! where G is the gamma function: the projections of a normally distributed vector are independent
//! with averages sqrt(2/pi), and its length is independent of its direction. So p is a polynomial
//! P(D), the sum of (-1)^(k-1) k C(n, k) m(k) D^k; and the probability of crossing nothing is Q(D),
//! the sum of (-1)^k C(n, k) m(k) D^k.
//!
//! ## Beyond D = 1
//! A longer segment crosses whatever the shorter one crosses, so the probability S(D) of crossing
//! at most one wall falls. For D >= E, where E is a little more than 1, p(D) <= S(D) <= S(E).
//!
//! Between 1 and E a projection a can exceed 1 in some directions, the others then being small. It
//! crosses one wall with probability 2 - a, and two otherwise. Let q and r be the probabilities
//! that the others cross no wall and one wall. So a single crossing has the probability (2-a) q,
//! which is less than what P is made of, a q + (1-a) r, by (a-1)(2q - r); and at most one crossing
//! has the same probability (2-a) q, which is less than what P + Q is made of, q + (1-a) r, by
//! (a-1)(q - r). Hence p <= P and S <= P + Q as long as r <= q, which means b/(1-b) + c/(1-c) + ..
//! <= 1. As b^2 + c^2 + .. <= D^2 - 1, each of the n-1 others is at most sqrt(D^2 - 1), and their
//! sum at most sqrt((n-1)(D^2 - 1)); so sqrt(D^2 - 1) <= 1 / (1 + sqrt(n-1)) is enough: this is E.
//!
//! It is left to verify that P has one top between 0 and E, that it is not beyond 1, and that the
//! sum of P(E) and Q(E) is less than its height.
//!
//! ## The second way
//! The checker finds the polynomials by turning the segment away from one axis after the other: in
//! n dimensions, its angle with the last axis has a density proportional to sin^(n-2), and what is
//! left is a segment of length D sin in n - 1 dimensions. The integrals over the angle are enclosed
//! numerically, without gamma function and pi. With these polynomials it shows that p rises up to
//! the claimed digits and falls after them, up to 1.15. That nothing beyond is as good, it shows
//! without any formula for short segments: sums over ranges of angles bound the probability of at
//! most one crossing. Only between 1 and 1.15 it relies on p <= P, too; this needs no more than r
//! <= 2q, so that 2 / (2 + sqrt(n-1)) bounds the square root, and even holds up to 1.159 in space.

mod check;

use std::ops::ControlFlow::{self, Continue};

use numbers::{Interval, Plot, Polynomial, binomial, number_form, significant, turning_point};
use puzzle::Kind;
use puzzle::prelude::*;

/// The puzzles of this family; an instance says how many dimensions the lattice has.
pub static SINGLE_CROSS: Kind = Kind::of::<SingleCross>().searched_without_rules();

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SingleCross {
    /// The dimension of the lattice.
    dimension: Within<2, 3>,
    /// Number of significant digits asked for.
    digits: Within<3, 18>,
}

/// Returns the gamma function at half of a positive number.
fn gamma_of_half(number: usize) -> Interval {
    let first = if number.is_multiple_of(2) { Interval::ONE } else { Interval::PI.sqrt() };
    let factors = (1..number - 1).filter(|factor| (number - factor).is_multiple_of(2));
    factors.fold(first, |product, factor| product * factor / 2)
}

/// Returns the probability that a segment of a length up to 1 crosses `count` walls, which is 0 or
/// 1.
fn crossing(dimension: usize, count: usize) -> Polynomial<Interval> {
    let coefficients = (0..=dimension).map(|k| {
        let power_of_pi = (0..k).fold(Interval::ONE, |power, _| power * Interval::PI.sqrt());
        let average = gamma_of_half(dimension) / (power_of_pi * gamma_of_half(dimension + k));
        let ways = binomial(dimension as u64, k as u64) * k.pow(u32::from(count == 1));
        let size = average * ways;
        if (k + count).is_multiple_of(2) { size } else { -size }
    });
    coefficients.collect()
}

impl SingleCross {
    /// Returns the best length and its probability; `None` if it cannot be proved that they are the
    /// best.
    fn best(&self, search: &mut Search) -> ControlFlow<Stop, Option<[Interval; 2]>> {
        let [none, one] = [0, 1].map(|count| crossing(self.dimension.size(), count));
        let others = Interval::from(self.dimension.get() - 1);
        let end = ((1 / (others.sqrt() + 1)).squared() + 1).sqrt().lower();
        let slope = one.derivative();
        let bend = slope.derivative();
        let slopes = |x| [slope.value(&x), bend.value(&x)];
        let Some(top) = turning_point(slopes, Interval::ZERO.hull(end), || search.node())? else {
            return Continue(None);
        };
        let height = one.value(&top);
        let at_most_one_at_end = none.value(&end) + one.value(&end);
        let is_best =
            !Interval::ONE.certainly_less(top) && at_most_one_at_end.certainly_less(height);
        Continue(is_best.then_some([top, height]))
    }

    /// Approximates the probability of a single crossing by an average over some directions, for
    /// the picture.
    fn average(&self, length: f64) -> f64 {
        const STEPS: u32 = 32;
        let middles = || (0..STEPS).map(|step| (f64::from(step) + 0.5) / f64::from(STEPS));
        let heights = if self.dimension.get() == 2 { vec![0.0] } else { middles().collect_vec() };
        let directions = iproduct!(&heights, middles()).map(|(z, turn)| {
            let (sin, cos) = (turn * std::f64::consts::FRAC_PI_2).sin_cos();
            let across = (1.0 - z * z).sqrt();
            let single = [*z, across * sin, across * cos].map(|share| {
                let [none, one] = [0.0, 1.0].map(|walls| 1.0 - (share * length - walls).abs());
                [none.max(0.0), one.max(0.0)]
            });
            let [[a, a1], [b, b1], [c, c1]] = single;
            a1 * b * c + a * b1 * c + a * b * c1
        });
        directions.sum::<f64>() / (heights.len() * STEPS as usize) as f64
    }
}

impl Puzzle for SingleCross {
    fn form(&self) -> Form {
        let digits = self.digits.size();
        let number = || number_form(move |number| significant(number, digits));
        Form::parts(Layout::Lines, ["length", "probability"].map(|name| (name, number())))
    }

    fn search(&self, search: &mut Search) -> Flow {
        let line = |number: Interval| number.significant(self.digits.size()).map(Board::Line);
        let lines: Option<Vec<Board>> =
            self.best(search)?.and_then(|best| best.into_iter().map(line).collect());
        search.known_value(lines)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.parts().iter().map(Board::line).join(", "))
    }

    /// Draws how the probability depends on the length; without a board, a segment that crosses a
    /// single wall.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let Some(board) = board else { return two_cells(self.dimension.get() > 2) };
        let marks = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5];
        let mut plot = Plot::new((0.0, 2.7), (0.0, 0.8));
        plot.axes(("length", &marks), ("probability of a single crossing", &[0.0, 0.2, 0.4, 0.6]));
        plot.curve(0.0..=2.7, Ink::Accent, |length| self.average(length));
        if let Some(top) = numbers(board) {
            plot.point(top.into(), &self.answer(board).text);
        }
        plot.picture()
    }
}

impl Setter for SingleCross {
    fn random(&self, _: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new().number("dimension", random.usize(2..=3));
        Some(draft.number("digits", random.usize(3..=6)))
    }
}

/// Returns the two numbers of a board, for guesses and pictures.
fn numbers(board: &Board) -> Option<[f64; 2]> {
    let numbers = board.parts().iter().map(|part| part.line().parse::<f64>().ok());
    numbers.collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// Returns two neighbouring cells, in the plane or in space, and a segment from one to the other.
fn two_cells(is_space: bool) -> Picture {
    const SIDE: f64 = 4.0;
    let depth = if is_space { 1.6 } else { 0.0 };
    let at = |x: f64, y: f64, z: f64| (SIDE * x + depth * z, SIDE * (1.0 - y) + depth * (1.0 - z));
    let mut picture = Picture::canvas(2.0 * SIDE + depth, SIDE + depth);
    let ends = [0.0, 1.0];
    let far = if is_space { &ends[..] } else { &ends[..1] };
    for (&z, x) in iproduct!(far, 0..3) {
        let x = f64::from(x);
        picture.line(&[at(x, 0.0, z), at(x, 1.0, z)], Ink::Text, 0.05);
    }
    for (&z, y) in iproduct!(far, ends) {
        picture.line(&[at(0.0, y, z), at(2.0, y, z)], Ink::Text, 0.05);
    }
    for (x, y) in iproduct!(0..3, ends) {
        let x = f64::from(x);
        picture.line(&[at(x, y, 0.0), at(x, y, 1.0)], Ink::Muted, 0.05);
    }
    picture.line(&[at(0.55, 0.25, 0.3), at(1.3, 0.7, 0.6)], Ink::Accent, 0.12);
    picture
}

#[cfg(test)]
mod tests {
    use puzzle::Limits;

    use super::*;

    /// Throws segments: the other end's coordinates give the number of walls between.
    #[test]
    fn thrown_segments_cross_as_often_as_the_formulas_say() {
        const THROWS: usize = 200_000;
        let mut random = puzzle::Rng::with_seed(1);
        for (dimension, length) in iproduct!(2..=3_usize, [0.3, 0.7, 1.0]) {
            let mut counts = [0_usize; 2];
            for _ in 0..THROWS {
                let vector = loop {
                    let vector: Vec<f64> =
                        (0..dimension).map(|_| random.f64() * 2.0 - 1.0).collect();
                    let size = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
                    if size <= 1.0 && size > 0.0 {
                        break vector.into_iter().map(move |x| x / size);
                    }
                };
                let walls = vector.map(|x| (random.f64() + x * length).floor().abs());
                let walls: f64 = walls.sum();
                for (count, limit) in counts.iter_mut().zip([0.5, 1.5]) {
                    *count += usize::from(limit - 1.0 < walls && walls < limit);
                }
            }
            for (count, found) in counts.into_iter().enumerate() {
                let formula = crossing(dimension, count).value(&length.into()).to_f64();
                assert!((found as f64 / THROWS as f64 - formula).abs() < 0.006, "{formula}");
            }
        }
    }

    /// Scans all lengths, also those for which the formulas do not hold.
    #[test]
    fn no_other_length_is_better() {
        for dimension in 2..=3 {
            let dimension = Within::new(dimension).unwrap();
            let puzzle = SingleCross { dimension, digits: Within::new(10).unwrap() };
            let (boards, _) = puzzle::solve(&puzzle, &Limits::default());
            let [length, height] = numbers(&boards[0]).unwrap();
            assert!((puzzle.average(length) - height).abs() < 1e-3);
            let others = (1..500).map(|step| f64::from(step) / 100.0);
            assert!(others.map(|length| puzzle.average(length)).all(|p| p < height + 1e-3));
        }
    }
}
