//! # Robot Weightlifting
//!
//! *Jane Street, June 2021.* Three robots announce in turn, publicly, which weight they will try to
//! lift; no weight may be repeated. Each lifts weight w with probability p(w), the same function
//! for all, which decreases continuously from p(0) = 1 towards 0. The robot that lifts the heaviest
//! weight wins; if all fail, all try again. What is p(w) for the weight that the third seed, the
//! first to speak, should announce?
//!
//! ```text
//! heavy  <---- z? ---- x ---- z? ---- y ---------------- z? ---->  light: p(0) = 1
//!
//! The last robot speaks: just heavier than x, just heavier than y, or weight 0.
//! ```
//!
//! ## Boards
//! p(w) to nine decimals.
//!
//! ## Derivation
//! Only probabilities matter: let x, y and z be those that the robots announce, in turn. In each
//! place of the order, the lightest weight that keeps the place is best. So the last robot
//! undercuts x or y by as little as possible, or takes weight 0, which it is sure to lift. If x <
//! y, it wins with the probabilities
//!
//! ```text
//! A = x / (1 - (1-x)^2 (1-y))    B = (1-x) y / (1 - (1-x) (1-y)^2)    C = (1-x) (1-y)
//! ```
//!
//! The denominators are the probabilities that somebody succeeds. The third seed prefers C, as it
//! then wins with probability x, and a larger x is better. The second seed then wins with
//! probability (1-x) y, and so takes the largest y for which C is not less than A and B (in a tie,
//! only C is attained: a robot that is just heavier could always be closer). As x grows, that y is
//! first limited by B, later by A. Beyond A = B = C, it no longer pays for the second seed to keep
//! the last robot at C: y moves on to where A = B, at the cost of the third seed. (Where A = C, the
//! denominator of A is 1 - x, so both seeds win there as often with A as with C: the probabilities
//! are continuous.) So x is where all three are equal:
//!
//! ```text
//! 1 - y = x / (1-x)^2    and with that    (1-x)^5 + x^3 = 2 x (1-x)^3    with y > x
//! ```
//!
//! The checker shows that the second seed does not gain by being heavier than x, and that no other
//! x is better.
//!
//! With two robots, the last one undercuts x and wins with probability 1/(2-x), or takes weight 0
//! and wins with 1-x. It takes the weight as long as this is not less, and the largest such x
//! solves x^2 - 3x + 1 = 0.
//!
//! ## The second way
//! The checker uses none of this. It plays backwards in intervals: for a range of x and a range of
//! y, it encloses the last robot's probability of winning for each reply. Replies that are surely
//! worse than another are dropped. For a range of x, a y at which the second seed surely gets more
//! than in a whole range of y excludes that range. The remaining ranges bound the probability of
//! the third seed. Ranges are halved until this decides:
//!
//! - at some x that is rounded to the claimed number, the third seed wins with probability at least
//!   v;
//! - all x from 0 to 1 that are not rounded to it give less than v.
//!
//! ## Readings
//! Equal weights are forbidden, so "just heavier" is a supremum that no reply attains. A robot that
//! is indifferent between such a supremum and weight 0 takes the weight, which is attained.
//!
//! ## What does not scale
//! With four robots, the third to speak has more corners to consider.

use numbers::{
    Fraction, Interval, Plot, Polynomial, decimal, fraction, parse_fraction, share_form,
};
use puzzle::prelude::*;

/// The decimals of a board.
const DIGITS: usize = 9;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Weightlifting {
    /// The number of robots.
    robots: Within<2, 3>,
    /// The decimals of the answer.
    decimals: Within<1, 8>,
}

/// Returns the probabilities of winning, from the heaviest to the lightest weight, given the
/// probabilities of lifts.
fn chances(lifts: &[Interval]) -> Vec<Interval> {
    let mut all_fail = Interval::ONE;
    let first = lifts.iter().map(|&lift| {
        let before = all_fail;
        all_fail *= 1 - lift;
        before * lift
    });
    let first = first.collect_vec();
    first.into_iter().map(|chance| chance / (1 - all_fail)).collect()
}

/// Returns the probabilities with which the others win, for all replies of the last robot to
/// weights, from the heaviest to the lightest, that are not surely worse than another.
fn replies(lifts: &[Interval]) -> Vec<Vec<Interval>> {
    let replies = (0..=lifts.len()).map(|place| {
        // Just heavier than the one at this place, which wins at least 1 - lift times as often.
        let lift = lifts.get(place).copied().unwrap_or(Interval::ONE);
        let mut all = lifts.to_vec();
        all.insert(place, lift);
        let mut chances = chances(&all);
        let own = chances.remove(place).min(1 / (2 - lift));
        (own, chances)
    });
    let replies = replies.collect_vec();
    let best = replies.iter().map(|(own, _)| own.lower()).reduce(Interval::max);
    let best = best.unwrap_or(Interval::ZERO);
    let is_worse = |own: &Interval| own.certainly_less(best);
    replies.into_iter().filter(|(own, _)| !is_worse(own)).map(|(_, chances)| chances).collect()
}

/// Returns the probabilities that the first and the second robot win with `x` and `y`, by the last
/// one's reply.
fn outcomes(x: Interval, y: Interval) -> Vec<[Interval; 2]> {
    let heavy = replies(&[x, y]).into_iter().map(|chances| [chances[0], chances[1]]);
    let light = replies(&[y, x]).into_iter().map(|chances| [chances[1], chances[0]]);
    let heavy = heavy.filter(|_| !y.certainly_less(x));
    heavy.chain(light.filter(|_| !x.certainly_less(y))).collect()
}

fn halves(range: Interval) -> [Interval; 2] {
    let middle = range.midpoint();
    [range.lower().hull(middle), middle.hull(range.upper())]
}

impl Weightlifting {
    /// Returns the point where the last robot is indifferent.
    fn indifferent(&self) -> Option<Interval> {
        let x = Polynomial::x();
        let fails = &Polynomial::new([1]) - &x;
        let polynomial = if self.robots.get() == 2 {
            Polynomial::new([1, -3, 1])
        } else {
            &(&fails.powi(5) + &x.powi(3)) - &(&x * 2) * &fails.powi(3)
        };
        let mut roots = polynomial.real_roots().into_iter().map(|root| root.enclosure(1e-20));
        roots.find(|&x| {
            let y = 1 - x / (1 - x).squared();
            let fits = self.robots.get() == 2 || x.certainly_less(y);
            fits && Interval::ZERO.certainly_less(x) && x.certainly_less(1)
        })
    }

    /// Returns whether the probability of the first robot surely satisfies `fits`, whatever it
    /// announces in the range `x`. The second one's best replies are in `ranges`, which are
    /// refined, down to `fine`, and lose those that are surely worse than another.
    fn surely(
        &self,
        x: Interval,
        ranges: &mut Vec<Interval>,
        fine: &Interval,
        fits: &dyn Fn(Interval) -> bool,
    ) -> bool {
        if self.robots.get() == 2 {
            return replies(&[x]).iter().all(|chances| fits(chances[0]));
        }
        // The second robot's guaranteed probability.
        let mut least = Interval::ZERO;
        loop {
            for y in &*ranges {
                let sure = outcomes(x, y.midpoint()).into_iter().map(|[_, second]| second.lower());
                least = least.max(sure.reduce(Interval::min).unwrap_or(least));
            }
            let mut all_fit = true;
            ranges.retain(|&y| {
                let mut best = outcomes(x, y);
                best.retain(|[_, second]| !second.certainly_less(least));
                all_fit &= best.iter().all(|&[first, _]| fits(first));
                !best.is_empty()
            });
            let is_fine = ranges.first().is_none_or(|y| y.width().certainly_less(*fine));
            if all_fit || is_fine || ranges.len() > 16 {
                return all_fit;
            }
            *ranges = ranges.iter().copied().flat_map(halves).collect();
        }
    }

    /// Returns whether the first robot surely gets less than `most` in all of a range, if the
    /// second one's best replies are in `ranges`.
    fn is_less(&self, x: Interval, mut ranges: Vec<Interval>, most: Interval) -> bool {
        let fine = x.width() * fraction(1, 2);
        self.surely(x, &mut ranges, &fine, &|first| first.certainly_less(most))
            || Interval::from(fraction(1, 10_i64.pow(12))).certainly_less(x.width())
                && halves(x).into_iter().all(|half| self.is_less(half, ranges.clone(), most))
    }
}

puzzle::program!(Weightlifting, searched without rules);

impl Puzzle for Weightlifting {
    fn form(&self) -> Form {
        share_form::<DIGITS>("a probability with nine decimals")
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.poll()?;
        search.known_value(self.indifferent().and_then(|x| x.decimal(DIGITS)))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed = parse_fraction(board.line())?;
        let all = Interval::ZERO.hull(1);
        let step = fraction(1, 32 * 10_i64.pow(9));
        let near = (-15..=15).rev().map(|steps| &claimed + &step * Fraction::from(steps));
        let mut near = near.filter(|x| Fraction::ZERO < *x && *x < Fraction::ONE);
        let least = near.find_map(|x| {
            let least = Interval::from(&x - &step * fraction(1, 10));
            let fine = Interval::from(&step * fraction(1, 1000));
            let fits = |first: Interval| least.certainly_less(first);
            self.surely(x.into(), &mut vec![all], &fine, &fits).then_some(least)
        });
        let Some(least) = least else { bail!("the first robot wins less often than p(w)") };
        let half = &step * Fraction::from(16);
        let [below, above] = [&claimed - &half, claimed + half].map(Interval::from);
        ensure!(self.is_less(above.hull(1), vec![all], least), "a larger p(w) is better");
        ensure!(self.is_less(below.hull(0), vec![all], least), "a smaller p(w) is better");
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let x = parse_fraction(board.line()).unwrap_or_default();
        Answer::enclosed(decimal(&x, self.decimals.size()))
    }

    /// Draws the probability of lifting a weight; once solved, that of the first robot winning.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const STEPS: i32 = 120;
        let marks = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
        let Some(board) = board else {
            let mut plot = Plot::new((0.0, 1.0), (0.0, 1.0));
            plot.axes(("weight w", &[]), ("p(w)", &marks));
            plot.curve(0.0..=1.0, Ink::Accent, |weight| (-2.0 * weight).exp());
            return plot.picture();
        };
        let steps = || (1..STEPS).map(|step| fraction(step, STEPS));
        let wins = |x: Interval| {
            if self.robots.get() == 2 {
                return replies(&[x])[0][0];
            }
            let outcomes = steps().filter_map(|y| outcomes(x, y.into()).pop());
            let best =
                outcomes.max_by(|[_, one], [_, other]| one.to_f64().total_cmp(&other.to_f64()));
            best.map_or(Interval::ZERO, |[first, _]| first)
        };
        let mut plot = Plot::new((0.0, 1.0), (0.0, 0.5));
        let x_name = "p(w) of the weight that the first robot announces";
        plot.axes((x_name, &marks), ("its probability to win", &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5]));
        // Slightly off the steps of y.
        for x in steps().map(|x| Interval::from(x - fraction(1, 3 * STEPS))) {
            plot.dot((x.to_f64(), wins(x).to_f64()), Ink::Accent);
        }
        let x = Interval::from(parse_fraction(board.line()).unwrap_or_default()).to_f64();
        plot.point((x, x), &self.answer(board).text);
        plot.picture()
    }
}

impl Setter for Weightlifting {}
