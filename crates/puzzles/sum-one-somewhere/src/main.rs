//! # Sum One, Somewhere
//!
//! *Jane Street, April 2025.* In the infinite binary tree, every node, the root included, is
//! labelled 0 with probability p and 1 otherwise, independently. Q(p) is the probability that the
//! labels along some infinite path down from the root add up to at most 1. For which p is Q(p) =
//! 1/2?
//!
//! ```text
//!       0            0, 1, 0, ... is a path that has spent its only 1 in the second row; it goes
//!     /   \          on only if there is a path of zeros below.
//!    1     1
//!   / \   / \
//!  0   1 1   1
//! ```
//!
//! ## Boards
//! p to ten decimals; Q(p) to ten decimals, if p is given.
//!
//! ## Derivation
//! Let u(k) be the probability that no path from a node adds up to at most k. Two subtrees both
//! lack such a path with probability u(k)^2. A node labelled 0 passes on its budget, one labelled 1
//! a smaller one:
//!
//! ```text
//! u(k) = p u(k)^2 + (1 - p) u(k-1)^2      with u(-1) = 1
//! ```
//!
//! This is a quadratic equation for u(k), once u(k-1) is known. Its solution in [0, 1] is the
//! smaller one: for u(0) the solutions are 1 and 1/p - 1, and the probability that no path of zeros
//! leads through N rows increases to the smaller one as N grows (to 1 if p <= 1/2). Q is 1 - u(1).
//! It increases with p, so Q(p) = 1/2 is bisected between 1/2 and 1, in intervals that enclose all
//! rounding errors.
//!
//! Substituting u(0) = 1/p - 1 into the equation for u(1) = 1/2, the answer is a root of 3 p^3 - 10
//! p^2 + 12 p - 4.
//!
//! ## The second way
//! The checker solves no equation. It truncates the tree below row N, for N = 1, 2, 3, ..., where
//! all u(k) are 0 at N = 0: each u(k) increases from row to row, and the true ones are above all of
//! them. With p half a decimal below the claimed one, it iterates until u(1) is above 1/2. With p
//! half a decimal above, it iterates until nothing changes, and then increases each number
//! slightly, a larger k by more: if the right-hand sides of the equations are less than these
//! numbers, all deeper truncations stay below them, and u(1) is below 1/2.
//!
//! ## What does not scale
//! If p is below 0.501, the numbers converge too slowly. Such instances are left open.

use std::cmp::Ordering;

use numbers::{
    Fraction, Interval, Plot, Written, decimal, fraction, parse_fraction, root, rounding_bounds,
    share_form,
};
use puzzle::prelude::*;

/// The decimals of the answer.
const DIGITS: usize = 10;

/// An instance: either p or the probability of a path is given, and the other one is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SumOne {
    /// The largest sum of the labels along a path.
    budget: Within<0, 2>,
    /// The probability that such a path exists.
    probability: Option<Written>,
    /// The probability of the label 0.
    p: Option<Written>,
}

/// The given quantity.
#[derive(Clone, Copy)]
enum Given<'a> {
    Probability(&'a Fraction),
    P(&'a Fraction),
}

/// Returns the probabilities of no path for all budgets up to `budget`: solutions of the equations.
/// The labels are 0 and 1 with probabilities `p` and `rest`.
fn solutions([p, rest]: [Interval; 2], budget: usize) -> Vec<Interval> {
    let mut less = Interval::ONE;
    let solutions = (0..=budget).map(|_| {
        let some = 1 - less.squared();
        let root = ((p - rest).squared() + 4 * p * rest * some).sqrt();
        less = 2 * rest * less.squared() / (1 + root);
        less
    });
    solutions.collect()
}

/// Returns the probabilities for a tree with one more row: right-hand sides of the equations.
fn one_row_more([p, rest]: [Interval; 2], none: &[Interval]) -> Vec<Interval> {
    let less = [Interval::ONE].into_iter().chain(none.iter().copied());
    none.iter().zip(less).map(|(none, less)| p * none.squared() + rest * less.squared()).collect()
}

/// Returns the probabilities of the labels 0 and 1, each as accurate as it can be.
fn labels(p: &Fraction) -> [Interval; 2] {
    [p.into(), (Fraction::ONE - p).into()]
}

impl SumOne {
    fn given(&self) -> Option<Given<'_>> {
        match (&self.probability, &self.p) {
            (Some(Written(probability)), None) => Some(Given::Probability(probability)),
            (None, Some(Written(p))) => Some(Given::P(p)),
            _ => None,
        }
    }

    /// Returns the probability of no path.
    fn none(&self, labels: [Interval; 2]) -> Interval {
        solutions(labels, self.budget.size()).pop().unwrap_or(Interval::ONE)
    }

    fn result(&self) -> Option<Interval> {
        let likely = Interval::from(fraction(501, 1000));
        let (p, result) = match self.given()? {
            Given::P(p) => (p.into(), 1 - self.none(labels(p))),
            Given::Probability(path) => {
                let none = Interval::from(Fraction::ONE - path);
                let p = root(|p| self.none([p, 1 - p]) - none, likely.hull(1), 1e-25)?;
                (p, p)
            }
        };
        (!p.certainly_less(likely)).then_some(result)
    }

    /// Compares the probability of a path with a number; `None` if the truncated trees do not
    /// decide it.
    fn compare(&self, p: &Fraction, path: &Fraction) -> Option<Ordering> {
        if *p >= Fraction::ONE {
            return Some(Fraction::ONE.cmp(path));
        }
        let (labels, none) = (labels(p), Interval::from(Fraction::ONE - path));
        let mut trees = vec![Interval::ZERO; self.budget.size() + 1];
        for _ in 0..100_000 {
            let next = one_row_more(labels, &trees).into_iter().map(Interval::lower).collect_vec();
            if none.certainly_less(*next.last()?) {
                return Some(Ordering::Less);
            }
            let mut pairs = trees.iter().zip(&next);
            let stays = pairs.all(|(&tree, &next)| (next - tree).certainly_less(next * 1e-30));
            trees = next;
            if stays {
                break;
            }
        }
        // The numbers for smaller budgets are increased by less, as they occur squared.
        let slack = [1e-20, 1e-17, 1e-14].map(|slack| 1 + Interval::from(slack));
        let trees = trees.iter().zip(slack).map(|(&tree, slack)| (tree * slack).upper());
        let trees = trees.collect_vec();
        let next = one_row_more(labels, &trees);
        let holds = trees.iter().zip(next).all(|(tree, next)| next.certainly_less(*tree));
        let above = trees.last()?.certainly_less(none);
        (holds && above).then_some(Ordering::Greater)
    }
}

puzzle::program!(SumOne, searched without rules);

impl Puzzle for SumOne {
    fn form(&self) -> Form {
        share_form::<DIGITS>("a number up to 1 with ten decimals")
    }

    fn validate(&self) -> Result<()> {
        let (name, number) = match self.given() {
            Some(Given::Probability(probability)) => ("probability", probability),
            Some(Given::P(p)) => ("p", p),
            None => bail!("expected one of `probability` and `p`"),
        };
        ensure!(
            Fraction::ZERO < *number && *number < Fraction::ONE,
            "`{name}` is {number}; expected a number between 0 and 1"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.poll()?;
        search.known_value(self.result().and_then(|result| result.decimal(DIGITS)))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let [below, above] = rounding_bounds(board.line())?;
        let comparisons = match self.given() {
            Some(Given::Probability(path)) => {
                [(&below, path, Ordering::Less), (&above, path, Ordering::Greater)]
            }
            Some(Given::P(p)) => [(p, &above, Ordering::Less), (p, &below, Ordering::Greater)],
            None => unreachable!("refused when read"),
        };
        for (p, path, expected) in comparisons {
            let [p_text, path_text] = [p, path].map(|number| decimal(number, DIGITS + 1));
            let word = if expected == Ordering::Less { "below" } else { "above" };
            ensure!(
                self.compare(p, path) == Some(expected),
                "Q({p_text}) is not {word} {path_text}, as far as truncated trees show"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.line())
    }

    /// Draws a tree; once solved, the probability of a path for each p and each budget.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let Some(board) = board else { return tree() };
        let result = parse_fraction(board.line()).unwrap_or_default();
        let [p, path] = match self.given() {
            Some(Given::P(p)) => [p, &result],
            Some(Given::Probability(path)) => [&result, path],
            None => [&result, &result],
        };
        let mut plot = Plot::new((0.5, 1.0), (0.0, 1.0));
        let marks = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
        let name = format!("probability of a path with a sum of at most {}", self.budget);
        plot.axes(("p", &[0.5, 0.6, 0.7, 0.8, 0.9, 1.0]), (&name, &marks));
        for budget in 0..=self.budget.size() {
            let ink = if budget == self.budget.size() { Ink::Accent } else { Ink::Muted };
            plot.curve(0.5..=1.0, ink, |p| {
                let p = Interval::from(p);
                1.0 - solutions([p, 1 - p], budget)[budget].to_f64()
            });
        }
        let place = [p, path].map(|number| Interval::from(number).to_f64());
        plot.point(place.into(), &format!("Q({})\n= {}", decimal(p, 4), decimal(path, 4)));
        let mut picture = plot.picture();
        if self.budget.get() > 0 {
            picture.caption(["The curves below are for smaller sums."]);
        }
        picture
    }
}

impl Setter for SumOne {
    fn sizes(&self) -> Vec<usize> {
        (1..=3).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new().number("budget", random.usize(0..size));
        let percent = random.u32(55..100);
        Some(if random.bool() {
            draft.text("p", format!("{percent}/100"))
        } else {
            draft.text("probability", format!("{percent}/100"))
        })
    }
}

/// Draws the upper end of a tree.
fn tree() -> Picture {
    const SIZE: f64 = 9.0;
    let mut picture = Picture::canvas(SIZE, SIZE);
    let mut random = Rng::with_seed(4);
    let place = |row: u8, node: u8| {
        let step = SIZE / f64::from(1_u8 << row);
        ((f64::from(node) + 0.5) * step, 2.0 * f64::from(row) + 0.5)
    };
    for row in (0_u8..5).rev() {
        for node in 0..1 << row {
            let (x, y) = place(row, node);
            if row > 0 {
                picture.line(&[place(row - 1, node / 2), (x, y)], Ink::Muted, 0.03);
            }
            let is_zero = random.f64() < 0.6;
            let tint = if is_zero { Tint::Shade } else { Tint::Colour(0) };
            picture.circle(x, y, 0.22, Ink::Muted, Some(tint));
            picture.text_at(x, y, 0.3, if is_zero { "0" } else { "1" }, Ink::Given);
        }
    }
    picture.caption(["The upper end of a tree."]);
    picture
}
