//! # Robot Swimming Trials
//!
//! *Jane Street, October 2021.* 3N robots split one unit of fuel each over N races. The highest bid
//! wins its race, both are removed, and so on. If all others put their fuel into one race, drawn at
//! random, from which N on is it better to do something else, and how likely is a win then?
//!
//! ```text
//!        race 1  race 2  race 3     The robots A and B draw lots for race 1, and C wins race 2.
//! A, B      1       0       0       Nobody but D has a bid above 0 left in race 3: D wins it.
//! C         0       1       0
//! D        0.3     0.3     0.4
//! ```
//!
//! ## Boards
//! N, and the probability as a fraction.
//!
//! ## Derivation
//! A robot that plays like all the others wins with probability 1/3, by symmetry. Any other robot
//! bids less than 1 in each race, so it loses the races into which some robot put everything, and
//! may as well bid a little everywhere. It wins if and only if the others leave out some race:
//! nobody else has a bid above 0 there. So p is the probability that 3N - 1 robots that draw from N
//! races leave one out. At exactly 1/3 nobody would gain, so p has to be larger.
//!
//! A robot misses j races with probability 1 - j/N, all of them do with the power 3N - 1 of that,
//! and there are C(N, j) sets of j races. Their sum with alternating signs is p (inclusion and
//! exclusion), since draws that leave out several races must not be counted several times. p grows
//! slowly with N, and exceeds 1/3 by little.
//!
//! ## The second way
//! The checker lets one robot after the other draw. If c races are covered, c draws cover no new
//! race and N - c cover one more. So it counts, for each c, the sequences of draws that cover c
//! races. Those that do not cover all, divided by N^(3N - 1), are p, without alternating signs. It
//! does the same for each smaller N.
//!
//! ## What does not scale
//! With r robots for each race, N grows like e^r/r, so r is at most five.

use numbers::occupancy::{by_occupied, surjections};
use numbers::{Fraction, Integer, fraction, fraction_form, parse_fraction, significant};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotSwimmingTrials {
    /// The number of robots per race. With one, every robot always wins.
    robots_per_race: Within<2, 5>,
}

/// The digits required by the setters.
const DIGITS: usize = 6;

/// More races than any instance needs.
const MOST_RACES: i64 = 99;

/// Returns the probability that `robots` robots, which draw one of `races` races each, leave some
/// race out.
fn some_is_empty(races: usize, robots: usize) -> Fraction {
    let all = Integer::from(races).pow(robots);
    fraction(&all - surjections(robots, races), all)
}

/// Returns the same, by the number of races covered after each robot.
fn not_all_covered(races: usize, robots: usize) -> Fraction {
    let sequences = by_occupied(races, robots);
    let all: Integer = sequences.iter().sum();
    fraction(&all - &sequences[races], all)
}

impl RobotSwimmingTrials {
    /// Returns the probability that a robot that bids in every race wins.
    fn chance(&self, races: usize) -> Fraction {
        some_is_empty(races, self.robots_per_race.size() * races - 1)
    }

    /// Returns the probability that a robot that plays like the others wins.
    fn fair_share(&self) -> Fraction {
        fraction(1, self.robots_per_race.get())
    }
}

puzzle::program!(RobotSwimmingTrials, searched without rules);

impl Puzzle for RobotSwimmingTrials {
    fn form(&self) -> Form {
        let probability = fraction_form();
        let races = Form::value(1..=MOST_RACES);
        Form::parts(Layout::Lines, [("races", races), ("probability", probability)])
    }

    fn search(&self, search: &mut Search) -> Flow {
        for races in 1..=MOST_RACES {
            search.poll()?;
            let chance = self.chance(usize::try_from(races).expect("it is positive"));
            if chance > self.fair_share() {
                return search.value(vec![Board::of_value(races), chance.to_string().into()]);
            }
        }
        search.give_up()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed = usize::try_from(board.parts()[0].value().unwrap_or(1))?;
        for races in 1..=claimed {
            let chance = not_all_covered(races, self.robots_per_race.size() * races - 1);
            let is_better = chance > fraction(1, self.robots_per_race.get());
            ensure!(is_better || races < claimed, "with {races} races the probability is {chance}");
            ensure!(!is_better || races == claimed, "{races} races are enough");
            if races == claimed {
                let is_right = parse_fraction(board.parts()[1].line())? == chance;
                ensure!(is_right, "with {races} races the probability is {chance}");
            }
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let probability = parse_fraction(board.parts()[1].line()).unwrap_or_default();
        let races = board.parts()[0].value().unwrap_or(0);
        Answer::new(format!("{races},{}", significant(&probability, DIGITS)))
    }

    /// Draws the probability by the number of races, against that of robots that play like all
    /// others.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const HEIGHT: f64 = 8.0;
        /// The number of races shown beyond the answer.
        const MORE: usize = 3;
        let races = board.and_then(|board| board.parts()[0].value());
        let races = races.and_then(|races| usize::try_from(races).ok());
        let shown = races.map_or(10, |races| races + MORE);
        let scale = HEIGHT / (self.fair_share().to_f64().value() * 1.5);
        let mut picture = Picture::canvas(shown as f64, HEIGHT);
        for number in 1..=shown {
            let x = number as f64 - 0.5;
            picture.text_at(x, HEIGHT + 0.4, 0.4, &number.to_string(), Ink::Label);
            if races.is_some() {
                let height = self.chance(number).to_f64().value() * scale;
                let tint = if Some(number) == races { Tint::Highlight } else { Tint::Colour(0) };
                let corner = (x - 0.35, HEIGHT - height);
                picture.rectangle(corner, (0.7, height), Ink::Muted, Some(tint));
            }
        }
        let fair = HEIGHT - self.fair_share().to_f64().value() * scale;
        picture.line(&[(0.0, fair), (shown as f64, fair)], Ink::Accent, 0.06);
        picture.text_at(-0.6, fair, 0.4, &self.fair_share().to_string(), Ink::Accent);
        picture.line(&[(0.0, HEIGHT), (shown as f64, HEIGHT)], Ink::Text, 0.06);
        picture.caption([
            "How likely a robot wins that bids in every race, by the number of races.",
            "The line is for one that does as all the others.",
        ]);
        picture
    }
}

impl Setter for RobotSwimmingTrials {
    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("robots_per_race", 2 + size % 3))
    }
}
