//! # Andy's Afternoon Amble
//!
//! *Jane Street, August 2026.* An ant lives on a white hexagon of a truncated tetrahedron: 4 white
//! hexagons, each adjacent to the three others, and 4 black triangles. It walks from white hexagon
//! to white hexagon, each of the three neighbours equally likely, until it comes home. It
//! recognises its home and remembers its turns: back, left or right. Now it is put on a floor of
//! hexagons, where it walks on white ones until it comes home: the neighbours of a white one
//! alternate between white and black, and a black one has six white neighbours. What is the
//! probability that it finds out that this is not its ball?
//!
//! ```text
//! o---o---o---o---o
//! |       |       |     The white hexagons of the floor: each has three neighbours, as on a wall
//! o---o---h---o---o     of bricks. Three steps with two left turns lead home on the ball, around a
//!     |       |         triangle. On the floor they do not: an ant that makes them knows that it
//! o---o---o---o---o     is elsewhere.
//! ```
//!
//! ## Boards
//! The probabilities that the ant finds out, and that it comes home without having found out, as
//! fractions in lowest terms.
//!
//! ## Idea
//! Both walks are followed at once: the one on the floor, and the one with the same turns on the
//! ball. A state consists of both positions and the step that led there, on which the next turn
//! depends. A step from a state ends the amble if it leads home on the floor, or on the ball, or on
//! both; only in the last case has the ant not found out. Few states can be reached before: an ant
//! on the truncated tetrahedron that stays away from home goes around a triangle of three hexagons,
//! to and fro, and on the floor it goes around a ring of six meanwhile. First-step analysis gives a
//! linear equation for each state, and elimination solves them in fractions.
//!
//! This can be done by hand. From each hexagon of the ring, one step in three leaves it, which
//! always leads home on the ball, but on the floor only from the hexagon where the ant entered the
//! ring. Let g(k) be the probability that after k steps it is still on the ring, at this very
//! hexagon. By the eigenvalues of a ring of six,
//!
//! ```text
//! g(0) + g(1) + ... = mean of 1 / (1 - 2/3 cos(60 j)) over j = 0, ..., 5 (degrees)
//!                   = (3 + 3/2 + 3/4 + 3/5 + 3/4 + 3/2) / 6 = 27/20
//! ```
//!
//! and the ant comes home unsuspecting with a third of that as its probability.
//!
//! ## The second way
//! The checker follows places and headings on the plane, and counts walks of each length with
//! integers, without equations. The unfinished walks leave an arbitrarily short interval for the
//! probability. That determines the fraction, since its denominator is bounded: with n states it
//! divides the determinant of an integer matrix whose rows have length sqrt(12) at most, so by
//! Hadamard's inequality it is at most 12^(n/2). Two such fractions differ by more than an interval
//! that is shorter than 1 / 12^n.
//!
//! With `steps`, only endings within this number of steps count. The search then counts the walks
//! of each length in the same states, and both counts must match exactly.
//!
//! ## What does not scale
//! On most other balls, an ant that stays away from home can go anywhere on the floor, and there
//! are infinitely many states; then an answer exists only with `steps`.

use std::collections::{HashMap, HashSet};

use markov_chains::honeycombs::Ball;
use markov_chains::{Chain, Step};
use numbers::{Fraction, Integer, decimal, fraction, fraction_form, parse_fraction};
use puzzle::prelude::*;

/// The maximum number of states.
const MOST_STATES: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Amble {
    /// The ball, where the ant lives on the first hexagon.
    ball: Ball,
    /// The maximum number of steps that count, if there is one.
    steps: Option<Within<1, 40>>,
}

/// The position of an ant that has not come home, neither on the ball nor on the floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    /// On the ball: the hexagon before this one, and this one.
    ball: [usize; 2],
    /// On the floor.
    floor: markov_chains::honeycombs::Place,
    /// The neighbour of this hexagon on the floor from which the ant came.
    side: usize,
}

/// How an amble ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    /// The ant has found out.
    FoundOut,
    /// It is at home, and might be on its ball.
    AtHome,
}

/// The state of both walks in the checker: the hexagon of the ball and the side over which it was
/// reached, the place on the plane in steps to the right and up to the right, and the heading in
/// sixths of a turn to the left.
type Headed = (usize, usize, (i32, i32), usize);

impl Amble {
    /// Returns the side of a hexagon at which a neighbour lies, counted clockwise.
    fn side(&self, hexagon: usize, neighbour: usize) -> Option<usize> {
        self.ball.neighbours(hexagon).iter().position(|&other| other == neighbour)
    }

    /// The place where the ant begins.
    const HOME: Place = Place { ball: [0, 0], floor: (0, 0), side: 0 };

    /// Returns the results of the three equally likely steps: a new place or the end of the amble.
    fn steps(&self, place: &Place) -> [Result<Place, End>; 3] {
        let Place { ball: [before, hexagon], floor, side } = *place;
        let back_on_ball = self.side(hexagon, before).unwrap_or(0);
        [0, 1, 2].map(|turn| {
            let next = self.ball.neighbours(hexagon)[(back_on_ball + turn) % 3];
            // All first steps are equivalent on the floor, but not on every ball.
            let side = if floor == (0, 0) { 0 } else { (side + turn) % 3 };
            let floor = markov_chains::honeycombs::neighbours(floor)[side];
            match (next == 0, floor == (0, 0)) {
                (true, true) => Err(End::AtHome),
                (false, false) => Ok(Place { ball: [hexagon, next], floor, side }),
                _ => Err(End::FoundOut),
            }
        })
    }

    /// Returns the probability of an end. `None` if there are too many states.
    fn probability(&self, of: End) -> Option<Fraction> {
        let chain = Chain::explore(Self::HOME, MOST_STATES, |place| {
            self.steps(place).map(|end| Step {
                probability: fraction(1, 3),
                gain: i32::from(end.as_ref().is_err_and(|&end| end == of)).into(),
                next: end.ok(),
            })
        });
        chain?.average()
    }

    /// Counts the walks of 1, 2, ... `steps` steps that have not ended before, by where they lead,
    /// and passes each step's counts to `reached`.
    fn walk(
        &self,
        steps: usize,
        mut reached: impl FnMut(&HashMap<Result<Place, End>, u128>) -> Flow,
    ) -> Flow {
        let mut walks = HashMap::from([(Ok(Self::HOME), 1)]);
        for _ in 0..steps {
            let mut next = HashMap::new();
            for (place, count) in walks {
                for place in place.iter().flat_map(|place| self.steps(place)) {
                    *next.entry(place).or_default() += count;
                }
            }
            reached(&next)?;
            walks = next;
        }
        Flow::Continue(())
    }

    /// Extends each of `count` walks by one step: `ends` counts those that find out and those that
    /// come home, `next` all others.
    fn follow(
        &self,
        (hexagon, side, (x, y), heading): Headed,
        count: &Integer,
        ends: &mut [Integer; 2],
        next: &mut HashMap<Headed, Integer>,
    ) -> Result<()> {
        /// The steps ahead for each heading, in sixths of a turn to the left.
        const AHEAD: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        // Back, left and right: on the ball, left is the next side clockwise after back.
        for (turn, sixths) in [3, 1, 5].into_iter().enumerate() {
            let other = self.ball.neighbours(hexagon)[(side + turn) % 3];
            let heading = (heading + sixths) % 6;
            let (right, up) = AHEAD[heading];
            let place = (x + right, y + up);
            match [other == 0, place == (0, 0)] {
                [true, true] => ends[1] += count,
                [false, false] => {
                    let side = self.side(other, hexagon).context("neighbours are mutual")?;
                    *next.entry((other, side, place, heading)).or_default() += count;
                }
                _ => ends[0] += count,
            }
        }
        Ok(())
    }
}

fn probabilities(board: &Board) -> Result<[Fraction; 2]> {
    let [found_out, at_home] = board.parts() else { unreachable!("the form has two parts") };
    Ok([parse_fraction(found_out.line())?, parse_fraction(at_home.line())?])
}

puzzle::program!(Amble, searched without rules);

impl Puzzle for Amble {
    fn form(&self) -> Form {
        let probability = || fraction_form();
        Form::parts(Layout::Lines, ["found out", "at home"].map(|name| (name, probability())))
    }

    fn validate(&self) -> Result<()> {
        self.ball.validate()?;
        for hexagon in 0..self.ball.hexagons() {
            let neighbours = self.ball.neighbours(hexagon);
            ensure!(
                neighbours.iter().all_unique(),
                "`ball`: hexagon {hexagon} has a neighbour twice"
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.poll()?;
        let ends = [End::FoundOut, End::AtHome];
        let probabilities = if let Some(steps) = self.steps {
            let (mut counts, mut all) = ([0, 0], 1_u128);
            self.walk(steps.size(), |reached| {
                let ended = ends.map(|end| reached.get(&Err(end)).copied().unwrap_or(0));
                counts = [3 * counts[0] + ended[0], 3 * counts[1] + ended[1]];
                all *= 3;
                search.poll()
            })?;
            counts.map(|count| Some(fraction(count, all)))
        } else {
            ends.map(|end| self.probability(end))
        };
        let [Some(found_out), Some(at_home)] = probabilities else { return search.give_up() };
        let parts = [found_out, at_home].map(|probability| probability.to_string().into());
        search.value(Board::Parts(parts.to_vec()))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed = probabilities(board)?;
        let mut walks: HashMap<Headed, Integer> = HashMap::new();
        for first in self.ball.neighbours(0) {
            let side = self.side(first, 0).context("neighbours are mutual")?;
            walks.insert((first, side, (1, 0), 0), Integer::ONE);
        }
        let mut seen: HashSet<_> = walks.keys().copied().collect();
        let mut ends = [Integer::ZERO, Integer::ZERO];
        let mut all = Integer::from(3);
        for steps in 1.. {
            let shares = ends.clone().map(|end| fraction(end, all.clone()));
            if self.steps.is_some_and(|most| most.get() == steps) {
                ensure!(shares == claimed, "within {steps} steps: {} and {}", shares[0], shares[1]);
                break;
            }
            // The home is a state, too.
            let bound = Integer::from(12).pow(seen.len() + 1);
            let under_way = fraction(walks.values().sum::<Integer>(), all.clone());
            if self.steps.is_none() && &under_way * Fraction::from(bound.clone()) < Fraction::ONE {
                let [found_out, at_home] = &claimed;
                ensure!(
                    shares[0] <= *found_out && *found_out <= &shares[0] + under_way,
                    "within {steps} steps, the ant finds out with the probability {}",
                    decimal(&shares[0], 20)
                );
                ensure!(
                    Integer::from(found_out.denominator().clone()).pow(2) <= bound
                        && found_out + at_home == Fraction::ONE,
                    "no such fractions solve the equations"
                );
                break;
            }
            ensure!(seen.len() < 10_000, "there are too many states to tell");
            let mut next = HashMap::new();
            all *= 3;
            ends = ends.map(|end| end * 3);
            for (state, count) in walks {
                self.follow(state, &count, &mut ends, &mut next)?;
            }
            // Without a limit of steps, the number of states bounds the denominator.
            if self.steps.is_none() {
                seen.extend(next.keys());
            }
            walks = next;
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let [found_out, _] = probabilities(board).unwrap_or_default();
        Answer::new(&found_out).remark("decimal", decimal(&found_out, 12))
    }

    /// Draws the floor around the home, and where ants find out.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// Longer walks are rare.
        const STEPS: usize = 50;
        let steps = board.map_or(0, |_| self.steps.map_or(STEPS, Within::size));
        let mut visits: HashMap<markov_chains::honeycombs::Place, f64> = HashMap::new();
        let mut share = 1.0;
        let _ = self.walk(steps, |reached| {
            share /= 3.0;
            for (place, &count) in reached {
                if let Ok(place) = place {
                    *visits.entry(place.floor).or_default() += share * count as f64;
                }
            }
            Flow::Continue(())
        });
        let visits = |place| visits.get(&place).copied().unwrap_or(0.0);
        let mut picture = markov_chains::honeycombs::picture(3, 6, visits);
        if board.is_some() {
            picture.caption([
                "Where ants are that do not know yet where, if the first step leads up: the \
                              areas of the circles are in proportion to the numbers of visits.",
            ]);
        }
        picture
    }
}

impl Setter for Amble {
    fn sizes(&self) -> Vec<usize> {
        (1..=12).collect()
    }

    /// Generates the published ball with a limit of steps.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let ball = "1 2 3\n0 3 2\n0 1 3\n0 2 1";
        Some(Draft::new().text("ball", ball).number("steps", random.usize(1..=size)))
    }
}
