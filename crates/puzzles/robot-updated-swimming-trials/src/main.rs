//! # Robot Updated Swimming Trials
//!
//! *Jane Street, May 2022.* 24 robots split one unit of fuel each over 8 races, as in Robot
//! Swimming Trials: the highest bid wins its race, both are removed, and so on. To put everything
//! into one random race is not an equilibrium here. In the symmetric equilibrium each robot does so
//! with probability p and bids in every race otherwise. What is p?
//!
//! ```text
//!        race 1  race 2  race 3  race 4     Discrete robots, like A, B and C, win the races
//! A, B      1       0       0       0       that they choose against all others. Spread robots,
//! C         0       1       0       0       like D and E, share out what is left: one race each.
//! D        0.4     0.1     0.2     0.3      Which of them gets which does not matter.
//! E        0.1     0.2     0.1     0.6
//! ```
//!
//! ## Boards
//! p, rounded to six significant digits.
//!
//! ## Derivation
//! By symmetry, each robot wins with probability 8/24. In an equilibrium in which both strategies
//! occur, both win with this probability. What is it for a spread robot? If k of its 23 opponents
//! are discrete, there are 24 - k spread ones, and each is as likely as the others to get one of
//! the e races that no discrete robot drew. Nobody gets two, so it wins with probability e/(24 -
//! k), capped at 1.
//!
//! The number e has the distribution of empty boxes after k balls were thrown into 8 boxes, and k
//! is binomial: this makes the probability a polynomial in p, of degree 23. It is 1/3 for p = 0,
//! where everybody is spread (and one discrete robot would win for sure), and at one place between
//! 0 and 1. Roots are isolated by Sturm's theorem, so that none is missed, and bisected until both
//! bounds have the same digits.
//!
//! With fewer races such a place may not exist: if a spread robot wins less often than the others
//! for all p, all robots are discrete, and p is 1.
//!
//! The way in which a spread robot splits its fuel decides whether another split would be better.
//! It is needed for a complete strategy, but not for p.
//!
//! ## The second way
//! The checker examines the discrete robot. It wins its race with probability 1/(1 + b) if b others
//! drew the same. If it loses there, it may still get a race for nothing: when more races are left
//! than spread robots, equal bids of 0 decide. Minus 1/3, that is another polynomial in p. Written
//! as a sum over k of p^k (1 - p)^(23 - k), its coefficients change their sign once, so it has one
//! root between 0 and 1, and changes its own sign there (Descartes' rule of signs). Its signs half
//! a unit of the last digit below and above the claimed p determine whether the root is in between.
//!
//! The checker counts occupied races ball by ball, the search by inclusion and exclusion.
//!
//! ## What does not scale
//! The degree is the number of robots; Sturm's theorem is quick for 40.

mod check;

use std::cmp::Ordering::{Greater, Less};
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

use numbers::occupancy::surjections;
use numbers::{
    Fraction, Integer, Plot, Polynomial, Root, binomial, fraction, parse_fraction, read_number,
    significant, written_as,
};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotTrials {
    /// The number of races, which is the number of places.
    races: Within<2, 12>,
    /// The number of robots, more than races.
    robots: Within<3, 40>,
}

/// The digits required by the setters.
const DIGITS: usize = 6;

/// The width of an interval that certainly determines the digits, including those of the remark.
const WIDTH: f64 = 1e-20;

/// Returns a number from 0 to 1 with the required number of digits; `None` for other texts.
fn rounded(text: &str) -> Option<String> {
    read_number(text).filter(|p| *p > Fraction::ZERO && *p <= Fraction::ONE)?;
    written_as(text, |p| significant(p, DIGITS))
}

impl RobotTrials {
    /// Returns the probability that each robot wins, by symmetry.
    fn fair_share(&self) -> Fraction {
        fraction(self.races.get(), self.robots.get())
    }

    /// Returns the probability that a spread robot wins, given the number of discrete opponents.
    fn spread_wins(&self, discrete: usize) -> Fraction {
        let (races, spread) = (self.races.size(), self.robots.size() - discrete);
        let won = (0..=races).map(|empty| {
            let left_out = binomial(races as u64, empty as u64);
            left_out * surjections(discrete, races - empty) * empty.min(spread)
        });
        fraction(won.sum::<Integer>(), Integer::from(races).pow(discrete) * spread)
    }

    /// Returns the excess of a spread robot's probability of winning over the fair share, as a
    /// polynomial in p: the mean of the values for each number of discrete opponents has their
    /// differences for coefficients.
    fn advantage(&self) -> Polynomial {
        let opponents = self.robots.size() - 1;
        let fair_share = self.fair_share();
        let mut differences: Vec<Fraction> =
            (0..=opponents).map(|discrete| self.spread_wins(discrete) - &fair_share).collect();
        let coefficients = (0..=opponents as u64).map(|exponent| {
            let ways = Fraction::from(binomial(opponents as u64, exponent));
            let coefficient = &differences[0] * ways;
            differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
            coefficient
        });
        Polynomial::new(coefficients)
    }

    /// Returns the values of p for which both strategies are equally good.
    fn equilibria<Stop>(
        &self,
        poll: impl FnMut() -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop, Vec<Root>> {
        let mut roots = self.advantage().real_roots_polled(poll)?;
        roots.retain(|root| {
            root.compare(&Fraction::ZERO) == Greater && root.compare(&Fraction::ONE) == Less
        });
        Continue(roots)
    }
}

puzzle::program!(RobotTrials, searched without rules);

impl Puzzle for RobotTrials {
    fn form(&self) -> Form {
        Form::line_in_ways("a number from 0 to 1 with six significant digits", rounded)
    }

    fn validate(&self) -> Result<()> {
        let (races, robots) = (self.races.get(), self.robots.get());
        ensure!(
            robots > races,
            "`robots` is {robots}: expected more than {races}, one for each race"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        match &self.equilibria(|| search.poll())?[..] {
            // If being spread is always worse, all robots are discrete.
            [] if self.advantage().value(&fraction(1, 2)) < Fraction::ZERO => {
                search.value(significant(&Fraction::ONE, DIGITS))
            }
            [] => Flow::Continue(()),
            [root] => search.known_value(root.enclosure(WIDTH).significant(DIGITS)),
            _ => search.give_up(),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self.races.size(), self.robots.size(), board.line())
    }

    fn answer(&self, board: &Board) -> Answer {
        let Continue(roots) = self.equilibria(|| Continue::<Infallible>(()));
        match roots.last().and_then(|root| root.enclosure(WIDTH).decimal(15)) {
            Some(more) => Answer::enclosed(board.line()).remark("with more digits", more),
            None => Answer::new(board.line()),
        }
    }

    /// Draws bids of both kinds; solved, the probability that a spread robot wins near p.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let Some(board) = board else {
            let races = self.races.size();
            let mut picture = Picture::grid(3, races);
            for (row, name) in ["discrete", "discrete", "spread"].into_iter().enumerate() {
                picture.label_left(row, name);
            }
            for race in 0..races {
                let bids =
                    [(race == 1, 0.42), (race == 0, 0.42), (true, 0.42 / (races as f64).sqrt())];
                for (row, (_, radius)) in bids.into_iter().enumerate().filter(|(_, bid)| bid.0) {
                    picture.circle(race as f64 + 0.5, row as f64 + 0.5, radius, Ink::Accent, None);
                }
            }
            return picture;
        };
        plot(self, board.line())
    }
}

impl Setter for RobotTrials {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let races = 5 + size % 4;
        let robots = races + random.usize(1..=races);
        Some(Draft::new().number("races", races).number("robots", robots))
    }
}

/// Draws the excess of a spread robot's probability of winning over the fair share, for each p from
/// 3p - 2 or 0 to 1.
fn plot(trials: &RobotTrials, digits: &str) -> Picture {
    const POINTS: u32 = 60;
    let p = parse_fraction(digits).unwrap_or(Fraction::ONE);
    let least = (&p * Fraction::from(3) - Fraction::from(2)).max(Fraction::ZERO);
    let advantage = trials.advantage();
    let places =
        (0..=POINTS).map(|point| &least + (Fraction::ONE - &least) * fraction(point, POINTS));
    let number = |value: &Fraction| value.to_f64().value();
    let points: Vec<_> = places.map(|p| (number(&p), number(&advantage.value(&p)))).collect();
    let most = points.iter().fold(1e-12, |most: f64, point| most.max(point.1.abs()));
    let mut plot = Plot::new((number(&least), 1.0), (-most, most));
    let marks = [number(&least), 1.0];
    plot.axes(("p", &marks), ("advantage of a spread robot over the mean", &[0.0]));
    plot.line(&points, Ink::Accent).point((number(&p), 0.0), digits);
    plot.picture()
}
