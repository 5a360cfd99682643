//! The checker: steps are counted, integrals are found by quadrature, and deviations are tried.

use numbers::{Interval, Series, Written, integral, root};
use puzzle::prelude::*;

use crate::RobotLongJump;

/// The tolerance of integrals.
const TOLERANCE: f64 = 1e-30;

/// A robot that jumps from a position on.
struct Opponent {
    jumps_from: Interval,
    /// The density of its first position beyond there.
    density: Interval,
    /// The probability that it scores 0.
    zero: Interval,
}

impl Opponent {
    fn new(jumps_from: Interval) -> Self {
        let density = crossing(jumps_from);
        Opponent { jumps_from, density, zero: 1 - (1 - jumps_from) * density }
    }

    /// Returns the probability that it scores less than `s`, in one of four formulas.
    fn scores_less(&self, &s: &Series, piece: usize) -> Series {
        let rest = 1 - self.jumps_from;
        let more = match piece {
            0 => return Series::constant(self.zero),
            1 => (s - self.jumps_from).powi(2) / 2,
            2 => (s - 1) * rest + rest.squared() / 2,
            _ => return 1 - (2 - s).powi(2) * self.density / 2,
        };
        more * self.density + self.zero
    }

    /// Returns the integral of that over a range, times the length of the positions from `x` to 1
    /// from which a jump can lead to `s`; without `x`, times 1.
    fn integral(&self, from: Interval, to: Interval, x: Option<Interval>) -> Option<Interval> {
        let own = [self.jumps_from, Interval::ONE, self.jumps_from + 1];
        let mut cuts = vec![from, to];
        cuts.extend(own);
        cuts.extend(x.map(|x| x + 1));
        let inside = |cut: &Interval| from.to_f64() <= cut.to_f64() && cut.to_f64() <= to.to_f64();
        cuts.retain(inside);
        cuts.sort_by(|first, second| first.to_f64().total_cmp(&second.to_f64()));
        let parts = cuts.windows(2).map(|ends| {
            let middle = ends[0].midpoint().to_f64().midpoint(ends[1].midpoint().to_f64());
            let piece = own.iter().filter(|cut| cut.to_f64() < middle).count();
            let jumps = |s: Series| match x {
                None => Series::constant(1),
                Some(x) if middle < 1.0 => s - x,
                Some(x) if middle < 1.0 + x.to_f64() => Series::constant(1 - x),
                Some(_) => 2 - s,
            };
            integral(|s| self.scores_less(&s, piece) * jumps(s), ends[0], ends[1], TOLERANCE)
        });
        parts.sum()
    }

    /// Returns the probability that a jump from `x` wins.
    fn jump(&self, x: Interval) -> Option<Interval> {
        self.integral(x, x + 1, None)
    }

    /// Returns the probability that going on from `x` wins, jumping from `t` on, which is not below
    /// `x`.
    fn go_on(&self, x: Interval, t: Interval) -> Option<Interval> {
        let density = crossing(t - x);
        let jumps = self.integral(t, Interval::from(2), Some(t))?;
        Some(density * jumps + (1 - (1 - t) * density) * self.zero / 2)
    }
}

/// Returns the density of the first position beyond a distance of at most 1: the sum of `distance^k
/// / k!` over the numbers k of steps before.
fn crossing(distance: Interval) -> Interval {
    const STEPS: i64 = 30;
    let (mut sum, mut term) = (Interval::ZERO, Interval::ONE);
    for step in 1..=STEPS {
        sum += term;
        term = term * distance / step;
    }
    // The sum of all other terms is less than twice the first of them.
    sum + Interval::ZERO.hull(term * 2)
}

/// Returns the threshold that is its own best reply.
fn equilibrium() -> Option<Interval> {
    let jumping_gains = |t| {
        let opponent = Opponent::new(t);
        let gains = opponent.jump(t).zip(opponent.go_on(t, t)).map(|(jump, on)| jump - on);
        gains.unwrap_or(Interval::WHOLE)
    };
    root(jumping_gains, Interval::ZERO.hull(1), 1e-24)
}

pub(crate) fn check(puzzle: &RobotLongJump, board: &Board) -> Result<()> {
    let t = match &puzzle.threshold {
        Some(Written(threshold)) => threshold.into(),
        None => equilibrium().context("no bisection")?,
    };
    let opponent = Opponent::new(t);
    let lines = puzzle.lines();
    lines.confirm(board, 0, t)?;
    lines.confirm(board, 1, opponent.zero)?;
    if puzzle.threshold.is_none() {
        for x in (0..=16).map(|part| Interval::from(part) / 16) {
            let is_below = x.certainly_less(t);
            let jump = opponent.jump(x).context("no integral")?;
            let go_on = opponent.go_on(x, x.max(t)).context("no integral")?;
            let (less, more) = if is_below { (jump, go_on) } else { (go_on, jump) };
            ensure!(less.certainly_less(more), "at {x:.4}, another decision is better");
        }
    }
    Ok(())
}
