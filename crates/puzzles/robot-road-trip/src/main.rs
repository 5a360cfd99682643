//! # Robot Road Trip
//!
//! *Jane Street, July 2025.* Cars begin trips of N miles at random places and times on an endless
//! highway, z of them per mile and minute. Each has its own speed, uniform between 1 and 2 miles
//! per minute. Those below a keep to the slow lane, the others to the fast lane. When a car catches
//! up with a slower one in its lane, the slower one makes room: at that moment its speed must be
//! down to a in the fast lane, and to 0 in the slow lane. It brakes before and speeds up afterwards
//! by 1 mile per minute each minute. The distance that it loses is the cost. Which a minimises the
//! expected cost of a trip, in the limit of z to 0 and then of N to infinity?
//!
//! ```text
//! a = 1.2    1.8 passes 1.1    costs 0       they are in different lanes
//!            1.8 passes 1.7    costs 0.25    (1.7 - 1.2)^2
//!            1.1 passes 1.0    costs 1       1.0^2
//! ```
//!
//! ## Boards
//! The best a. With the key `compare` (two values of a), the first one's cost divided by the second
//! one's; with the key `passing` (a, the faster speed, the slower one), the cost of this passing.
//!
//! ## Derivation
//! From u down to w and up again takes 2 (u - w) minutes at a mean speed of (u + w)/2, so (u - w)^2
//! miles are lost. If cars are few, only pairs meet; if trips are long, they hardly ever meet too
//! near an end of the trip to brake in time. So the cost is an average over pairs of speeds u < v,
//! weighted by how often they meet. Let them meet after s miles of the slower car's trip and r
//! miles of the faster one's, both between 0 and N. Then the faster one began s - r miles further
//! on and s/u - r/v minutes later. The determinant of this map is 1/u - 1/v. Beginnings are spread
//! evenly over miles and minutes, so pairs meet in proportion to it. Up to a factor, the cost is
//!
//! ```text
//! C(a) = integral of u^2 (1/u - 1/v) over 1 < u < v < a
//!      + integral of (u - a)^2 (1/u - 1/v) over a < u < v < 2
//! ```
//!
//! Both have closed forms with logarithms. So has the slope, for speeds from m to M:
//!
//! ```text
//! C'(a) = (2aM + a^2) ln(M/a) + 8a^2/3 - 2aM - (M^2 + m^2)/2 + m^3/(3a)
//! ```
//!
//! [`turning_point`] proves that it vanishes once. It is negative before and positive after.
//!
//! ## The second way
//! The checker integrates in the other order, first over the slower speed, which gives other
//! formulas, then over the faster one by quadrature with proved bounds. The slope has to be
//! negative half a unit of the last digit below the claimed a, and positive half a unit above it.
//! No multiple of 1/16 in the range may be cheaper. The cost of a passing is replayed, speed times
//! time.
//!
//! ## Readings
//! Trips are equally long in miles. If they took equally many minutes, pairs would meet in
//! proportion to v - u, and the best a would be 1.2267; if every pair met as often, it would be
//! 1.1652.

mod check;

use std::ops::ControlFlow::{self, Continue};
use std::ops::Neg;

use numbers::{Decimals, Fraction, Interval, Number, Numbers, Plot, Written, turning_point};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RobotRoadTrip {
    /// The lowest and the highest speed, in miles per minute.
    speeds: [Written; 2],
    /// The rate at which cars brake and speed up, in miles per minute per minute.
    acceleration: Written,
    /// The number of decimals of the answer.
    decimals: Decimals,
    /// Two values of a whose costs are compared. Default: the best a is sought.
    compare: Option<[Written; 2]>,
    /// a, a faster and a slower speed, whose passing has the cost asked for.
    passing: Option<[Written; 3]>,
}

impl RobotRoadTrip {
    /// Returns the lowest and the highest speed.
    fn ends(&self) -> [Interval; 2] {
        self.speeds.each_ref().map(|speed| Interval::from(&speed.0))
    }

    /// Returns the expected cost, up to a factor that is the same for each `a`.
    fn cost(&self, a: Interval) -> Interval {
        let [least, most] = self.ends();
        let third = (a.powi(3) - least.powi(3)) / 3;
        let slow = a * (a.squared() - least.squared()) / 2 - third * 4 / 3
            + least.powi(3) / 3 * (a / least).ln();
        let (logarithm, width) = ((most / a).ln(), most - a);
        let (squares, cubes) = (most.squared() - a.squared(), (most.powi(3) - a.powi(3)) / 3);
        // The integrals of 1/u, weighted by the speeds above u, and of the speeds' logarithm.
        let reciprocal = (most / 2 + a) * squares - (most * 2 + a) * a * width
            + a.squared() * most * logarithm
            - cubes;
        let logarithmic =
            cubes / 3 - a * squares / 2 + a.squared() * width - a.powi(3) * logarithm / 3;
        slow + reciprocal - logarithmic
    }

    /// Returns the slope of the cost and its own slope.
    fn slopes(&self, a: Interval) -> [Interval; 2] {
        let [least, most] = self.ends();
        let logarithm = (most / a).ln();
        let slope = a * (most * 2 + a) * logarithm + a * (a * 8 / 3 - most * 2)
            - (most.squared() + least.squared()) / 2
            + least.powi(3) / (a * 3);
        let curvature =
            (most + a) * logarithm * 2 + a * 13 / 3 - most * 4 - least.powi(3) / (a.squared() * 3);
        [slope, curvature]
    }

    /// Returns the number asked for.
    fn number(&self, search: &mut Search) -> ControlFlow<Stop, Option<Number>> {
        if let Some(compared) = &self.compare {
            let [first, second] = compared.each_ref().map(|a| self.cost((&a.0).into()));
            return Continue(Some((first / second).into()));
        }
        if let Some([Written(a), Written(faster), Written(slower)]) = &self.passing {
            let lowest = match (slower < a, faster < a) {
                (true, true) => Fraction::ZERO,
                (false, false) => a.clone(),
                _ => slower.clone(),
            };
            let less = slower - lowest;
            return Continue(Some((&less * &less / &self.acceleration.0).into()));
        }
        let [least, most] = self.ends();
        let slopes = |a| self.slopes(a).map(Neg::neg);
        let best = turning_point(slopes, least.hull(most), || search.node())?;
        Continue(best.map(Number::from))
    }

    fn lines(&self) -> Numbers {
        let name: &[&str] = match (&self.compare, &self.passing) {
            (Some(_), _) => &["ratio"],
            (_, Some(_)) => &["cost"],
            _ => &["a"],
        };
        Numbers::new(name, self.decimals)
    }
}

puzzle::program!(RobotRoadTrip, searched without rules);

impl Puzzle for RobotRoadTrip {
    fn form(&self) -> Form {
        self.lines().form()
    }

    fn validate(&self) -> Result<()> {
        let [Written(least), Written(most)] = &self.speeds;
        let ascend = *least > Fraction::ZERO && least < most;
        ensure!(ascend, "`speeds`: expected two positive speeds, the lower one first");
        let accelerates = self.acceleration.0 > Fraction::ZERO;
        ensure!(accelerates, "`acceleration`: expected a positive number");
        ensure!(
            self.compare.is_none() || self.passing.is_none(),
            "expected one of `compare` and `passing` at most"
        );
        let is_speed = |speed: &Written| *least <= speed.0 && speed.0 <= *most;
        let compared = self.compare.iter().flatten().all(is_speed);
        ensure!(compared, "`compare`: expected speeds from {least} to {most}");
        if let Some(passing @ [_, faster, slower]) = &self.passing {
            let speeds = passing.iter().all(is_speed);
            ensure!(speeds, "`passing`: expected speeds from {least} to {most}");
            let passes = faster.0 > slower.0;
            ensure!(passes, "`passing`: expected a, the faster speed, and the slower one");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let number = self.number(search)?;
        self.lines().report(number.map(|number| [number]), search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.parts()[0].line())
    }

    /// Draws the cost as a function of a.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let [least, most] = self.ends().map(Interval::to_f64);
        let cost = |a: f64| self.cost(a.into()).to_f64();
        let highest = cost(least).max(cost(most));
        let mut plot = Plot::new((least, most), (0.0, 1.0));
        plot.axes(
            ("a, the speed that divides the lanes", &[least, f64::midpoint(least, most), most]),
            ("expected cost, the highest as 1", &[0.0, 0.25, 0.5, 0.75, 1.0]),
        );
        if let Some(board) = board {
            plot.curve(least..=most, Ink::Accent, |a| cost(a) / highest);
            let mut marked = self.compare.iter().flatten().collect::<Vec<_>>();
            marked.extend(self.passing.iter().map(|[a, ..]| a));
            for a in marked.iter().map(|a| Interval::from(&a.0).to_f64()) {
                plot.line(&[(a, 0.0), (a, cost(a) / highest)], Ink::Given);
            }
            if marked.is_empty() {
                let text = board.parts()[0].line();
                let a = text.parse().unwrap_or(least);
                plot.line(&[(a, 0.0), (a, cost(a) / highest)], Ink::Muted);
                plot.point((a, cost(a) / highest), text);
            }
        }
        plot.picture()
    }
}

impl Setter for RobotRoadTrip {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (least, more) = (random.usize(1..=size), random.usize(1..=size));
        let ninths = |number: usize| format!("{number}/9");
        let mut speed = || ninths(random.usize(least..=least + more));
        let compared = vec![speed(), speed()];
        let draft = Draft::new()
            .value("speeds", vec![ninths(least), ninths(least + more)])
            .number("acceleration", random.usize(1..=size))
            .number("decimals", 10);
        Some(match random.usize(0..3) {
            0 => draft,
            1 => draft.value("compare", compared),
            _ => {
                let passing = [least + random.usize(0..=more), least + more, least];
                draft.value("passing", passing.map(ninths).to_vec())
            }
        })
    }
}
