//! # Andy's Morning Stroll
//!
//! *Jane Street, July 2022.* An ant lives on a white hexagon of a football and strolls: each step
//! leads to one of the three white neighbours, each equally likely, until it comes home. E is the
//! expected number of steps. Now the ant strolls on an infinite floor of hexagons instead: the
//! neighbours of a white one alternate between white and black, and a black one has six white
//! neighbours. What is the probability that a stroll there has more than E steps?
//!
//! ```text
//! o---o---o---o---o
//! |       |       |
//! o---o---h---o---o     The white hexagons of the floor: each has three neighbours, as on a wall
//!     |       |         of bricks. The second step leads home (h) with probability 1/3, so a stroll
//! o---o---o---o---o     has more than two steps with probability 2/3.
//! ```
//!
//! ## Boards
//! E and the probability p, as a fraction in lowest terms.
//!
//! ## Idea
//! *The football.* First-step analysis gives one linear equation for each hexagon: the expected
//! number of steps from there to the home is 1 plus the mean of those of its three neighbours,
//! where the home itself counts 0.
//!
//! *The floor.* The white hexagons are the corners of a honeycomb, or of a wall of bricks, which is
//! the same graph: each has a neighbour on the left, one on the right, and one alternately above or
//! below. A table counts the walks of k steps from the home to each hexagon that do not return
//! earlier. With each step, every hexagon passes its number on to its three neighbours, and that of
//! the home is set to 0. After E steps, the sum of the numbers is divided by 3^E.
//!
//! ## The second way
//! E again: each step and its reverse are equally likely, so in the long run the ant is on each
//! hexagon equally often. An ant that is at home in one of n steps takes n steps on average to come
//! home: E is the number of hexagons (Kac's lemma).
//!
//! p again: there are a(n) = sum over k of binomial(n, k)^2 * binomial(2k, k) closed walks of 2n
//! steps on the honeycomb. (A pair of steps moves by the difference of two of three unit vectors
//! that add up to 0. So the walk is closed if its odd steps use each vector as often as its even
//! steps do, which is a sum of squared trinomials.) A closed walk is a stroll, then another closed
//! walk: with f(m) strolls of 2m steps, a(n) = f(1) a(n-1) + ... + f(n) a(0). So 1 - p is the sum
//! of f(m) / 9^m with 2m <= E. The checker counts with integers of any size and never sees a floor.
//!
//! ## What does not scale
//! Balls have at most 80 hexagons: beyond that, the numbers of walks exceed 128 bits.
//!
//! ## Sources
//! The closed walks of the honeycomb are the sequence [A002893](https://oeis.org/A002893) of the
//! On-Line Encyclopedia of Integer Sequences.

use std::collections::HashMap;
use std::ops::ControlFlow;

use markov_chains::honeycombs::{Ball, Place, neighbours};
use markov_chains::{Chain, Step};
use numbers::{Fraction, Integer, binomial, fraction, fraction_form, parse_fraction, significant};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stroll {
    /// The ball, where the ant lives on the first hexagon.
    ball: Ball,
    /// The significant digits of the answer.
    digits: Within<1, 30>,
}

impl Stroll {
    /// Returns the stroll on the ball as a chain that gains 1 with each step.
    fn stroll(&self) -> Option<Chain> {
        Chain::explore(0, self.ball.hexagons(), |&hexagon| {
            self.ball.neighbours(hexagon).map(|neighbour| Step {
                probability: fraction(1, 3),
                gain: Fraction::ONE,
                next: (neighbour != 0).then_some(neighbour),
            })
        })
    }
}

/// Returns, for each white hexagon, the number of walks of `steps` steps on the floor that lead
/// there without coming home.
fn walks(steps: usize, poll: &mut dyn FnMut() -> Flow) -> ControlFlow<Stop, HashMap<Place, u128>> {
    let home = (0, 0);
    let mut walks = HashMap::from([(home, 1)]);
    for _ in 0..steps {
        poll()?;
        let mut next = HashMap::new();
        for (&place, count) in &walks {
            for neighbour in neighbours(place) {
                *next.entry(neighbour).or_default() += count;
            }
        }
        next.remove(&home);
        walks = next;
    }
    ControlFlow::Continue(walks)
}

/// Returns the probability that a stroll on the floor has at most `2 * pairs` steps, from the
/// numbers of closed walks.
fn comes_home(pairs: u64) -> Fraction {
    let closed = |pairs: u64| -> Integer {
        (0..=pairs).map(|k| binomial(pairs, k).pow(2) * binomial(2 * k, k)).sum()
    };
    let closed: Vec<Integer> = (0..=pairs).map(closed).collect();
    let mut strolls = vec![Integer::ZERO];
    for pairs in 1..closed.len() {
        let with_more = (1..pairs).map(|first| &strolls[first] * &closed[pairs - first]);
        strolls.push(&closed[pairs] - with_more.sum::<Integer>());
    }
    let shares = strolls.into_iter().enumerate();
    shares.fold(Fraction::ZERO, |sum, (pairs, strolls)| {
        sum + fraction(strolls, Integer::from(9).pow(pairs))
    })
}

puzzle::program!(Stroll, searched without rules);

impl Puzzle for Stroll {
    fn form(&self) -> Form {
        let probability = fraction_form();
        Form::parts(Layout::Lines, [("E", Form::value(1..=i64::MAX)), ("p", probability)])
    }

    fn validate(&self) -> Result<()> {
        self.ball.validate()
    }

    fn search(&self, search: &mut Search) -> Flow {
        let length = self.stroll().and_then(Chain::average).map(|length| length.floor());
        let Some(length) = length.and_then(|length| usize::try_from(length).ok()) else {
            return search.give_up();
        };
        let walks = walks(length, &mut || search.poll())?;
        let away: u128 = walks.values().sum();
        let probability = fraction(away, Integer::from(3).pow(length)).to_string();
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        search.value(Board::Parts(vec![Board::of_value(length), probability.into()]))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let [length, probability] = board.parts() else { unreachable!("the form has two parts") };
        let hexagons = i64::try_from(self.ball.hexagons())?;
        ensure!(
            length.value() == Some(hexagons),
            "E is the number of hexagons, {hexagons}, as the ant is on each of them equally often"
        );
        let others = comes_home(u64::try_from(hexagons)? / 2);
        let probability = parse_fraction(probability.line())?;
        ensure!(
            &probability + &others == Fraction::ONE,
            "strolls of at most {hexagons} steps have the probability {others}, which is not 1 - p"
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let [length, probability] = board.parts() else { unreachable!("the form has two parts") };
        let exact = parse_fraction(probability.line()).unwrap_or_default();
        Answer::new(significant(&exact, self.digits.size()))
            .remark("exactly", exact)
            .remark("expected on the ball", length.value().unwrap_or(0))
    }

    /// Draws the floor around the home, and where the ants are that have not come home after E
    /// steps.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let steps = board.map_or(0, |_| self.ball.hexagons());
        let walks = walks(steps, &mut || Flow::Continue(())).continue_value();
        let walks = walks.unwrap_or_default();
        let share = |place| walks.get(&place).map_or(0.0, |&walks| walks as f64);
        let mut picture = markov_chains::honeycombs::picture(4, 8, share);
        if board.is_some() {
            picture.caption([format!(
                "Where ants are after {steps} steps that have not come home: the areas of the \
                 circles are in proportion to the probabilities."
            )]);
        }
        picture
    }
}

impl Setter for Stroll {
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    /// Generates a ring of hexagons, each of them adjacent to one on the other side.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let hexagons = 2 * size.max(2);
        let mut across: Vec<usize> = (0..hexagons).collect();
        random.shuffle(&mut across);
        let ball = Grid::from_fn(hexagons, 3, |Cell { row, column }| match column {
            0 => (row + hexagons - 1) % hexagons,
            1 => (row + 1) % hexagons,
            _ => across[across.iter().position(|&other| other == row).unwrap_or(0) ^ 1],
        });
        Some(Draft::new().text("ball", ball).number("digits", 7_usize))
    }
}
