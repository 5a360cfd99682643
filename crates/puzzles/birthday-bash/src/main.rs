//! # Birthday Bash
//!
//! *Jane Street, March 2017.* What is the smallest size of a group in which, with a probability of
//! more than 1/2, every day of the year is somebody's birthday?
//!
//! ```text
//! 6 days     12 members miss none of them with probability 0.438, 13 with 0.514: the answer is 13.
//! 2 days     2 members have both with probability 1/2, which is not enough: 3.
//! ```
//!
//! ## Boards
//! The number of members.
//!
//! ## Idea
//! Let the members come one after the other. If c of 365 days are somebody's birthday, the next
//! member brings another day with probability (365 - c)/365. So the probabilities of all c follow
//! from those for one member fewer: old(c) c/365 + old(c - 1) (366 - c)/365.
//!
//! The search computes this in whole multiples of 2^-52 and rounds down, so all its probabilities
//! are slightly too small. Their sum should be 1; the missing part is the total rounding error. So
//! the last one, that no day is missed, lies between the computed number and that number plus the
//! missing part, less than 10^-9. The first group that is certainly large enough is the answer, if
//! all smaller ones are certainly too small. If one is undecided, its probability is computed as a
//! fraction.
//!
//! This is the median of the coupon collector's time. The mean, 365 (1 + 1/2 + ... + 1/365), is
//! larger, since some groups wait very long for the last day.
//!
//! ## The second way
//! Inclusion and exclusion: there are C(365, j) sets of j days, and n members miss such a set in
//! (365 - j)^n of 365^n cases. Summed up with alternating signs, this counts the cases in which no
//! day is missed. The terms are numbers of some 20,000 bits that nearly cancel, so the checker
//! computes them exactly, for n members and for n - 1. A larger group never misses more days, so
//! these two are enough.
//!
//! ## What does not scale
//! Members come one by one, each with work for each day: up to 500 days.

use numbers::occupancy::{by_occupied, surjections};
use numbers::{Fraction, Integer, Interval, Plot, Written, decimal, fraction};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BirthdayBash {
    /// The number of days.
    days: Within<1, 500>,
    /// The probability that must be exceeded.
    probability: Written,
}

/// An upper bound: 500 days are covered with probability 999/1000 by 6,555 members.
const MOST_MEMBERS: i64 = 10_000;

/// The probability 1 in the units of [`Group`].
const ONE: u64 = 1 << 52;

/// The distribution of the number of days that are somebody's birthday in a growing group.
struct Group {
    /// The probability of each number of days, rounded down.
    covered: Vec<u64>,
}

impl Group {
    /// Returns the group without members.
    fn new(days: usize) -> Self {
        let mut covered = vec![0; days + 1];
        covered[0] = ONE;
        Group { covered }
    }

    /// Adds a member.
    fn grow(&mut self) {
        let days = self.covered.len() - 1;
        for covered in (1..=days).rev() {
            let [stay, come] = [covered, days - covered + 1].map(|days| days as u64);
            let sum = self.covered[covered] * stay + self.covered[covered - 1] * come;
            self.covered[covered] = sum / days as u64;
        }
        self.covered[0] = 0;
    }

    /// Returns bounds of the probability that no day is missing.
    fn bounds(&self) -> [u64; 2] {
        let last = self.covered[self.covered.len() - 1];
        [last, last + ONE - self.covered.iter().sum::<u64>()]
    }

    fn enclosure(&self) -> Interval {
        let [lower, upper] = self.bounds().map(|bound| Interval::from(&fraction(bound, ONE)));
        lower.hull(upper)
    }
}

puzzle::program!(BirthdayBash, searched without rules);

impl Puzzle for BirthdayBash {
    fn form(&self) -> Form {
        Form::value(1..=MOST_MEMBERS)
    }

    fn validate(&self) -> Result<()> {
        let (least, most) = (fraction(1, 1000), fraction(999, 1000));
        let probability = &self.probability.0;
        ensure!(
            (&least..=&most).contains(&probability),
            "`probability` is {probability}: expected a number from {least} to {most}"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        /// The maximum number of steps for an exact probability, one for each day and member.
        const MOST_STEPS: usize = 10_000;
        let days = self.days.size();
        let units = (&self.probability.0 * Fraction::from(ONE)).floor();
        let enough = u64::try_from(units).expect("a probability is at most 1");
        let mut group = Group::new(days);
        for members in 1..=MOST_MEMBERS {
            search.poll()?;
            group.grow();
            let [lower, upper] = group.bounds();
            let is_enough = lower > enough || {
                // The bounds do not decide.
                let members = usize::try_from(members).expect("it is positive");
                upper > enough && {
                    if days * members > MOST_STEPS {
                        return search.give_up();
                    }
                    let cases = by_occupied(days, members).swap_remove(days);
                    fraction(cases, Integer::from(days).pow(members)) > self.probability.0
                }
            };
            if is_enough {
                return search.value(Board::of_value(members));
            }
        }
        search.give_up()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (days, members) = (self.days.size(), usize::try_from(board.value().unwrap_or(1))?);
        for (members, should_be_enough) in [(members, true), (members - 1, false)] {
            let all = Integer::from(days).pow(members);
            let probability = fraction(surjections(members, days), all);
            let is_enough = probability > self.probability.0;
            ensure!(
                is_enough == should_be_enough,
                "with {members} members the probability is {}{}",
                decimal(&probability, 8),
                if is_enough { ", which is enough" } else { "" }
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let members = board.value().unwrap_or(1);
        let mut group = Group::new(self.days.size());
        (1..members).for_each(|_| group.grow());
        let before = group.enclosure().decimal(8).unwrap_or_default();
        group.grow();
        let after = group.enclosure().decimal(8).unwrap_or_default();
        Answer::new(members)
            .remark("probability", after)
            .remark("probability with one member less", before)
    }

    /// Draws the probability that no day is missing, by the number of members.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let days = self.days.size();
        let members = board.and_then(Board::value).and_then(|value| usize::try_from(value).ok());
        // Nearly the whole curve, unless the group has to be very large.
        let usual = days * (days.ilog2() as usize + 4);
        let shown = usual.max(members.map_or(0, |members| members + members / 8));
        let enough = self.probability.0.to_f64().value();
        let mut plot = Plot::new((0.0, shown as f64), (0.0, 1.0));
        let name = format!("probability that each of {days} days is a birthday");
        plot.axes(("members", &[0.0, shown as f64]), (&name, &[0.0, enough, 1.0]));
        if let Some(found) = members {
            let mut group = Group::new(days);
            let points = (0..=shown).map(|members| {
                let chance = group.enclosure().to_f64();
                group.grow();
                (members as f64, chance)
            });
            let points: Vec<_> = points.collect();
            let shown: Vec<_> = points.iter().copied().step_by((shown / 200).max(1)).collect();
            plot.line(&shown, Ink::Accent).point(points[found], &found.to_string());
        }
        plot.picture()
    }
}

impl Setter for BirthdayBash {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (days, parts) = (random.usize(1..=size), random.usize(2..=9));
        let probability = format!("{}/{parts}", random.usize(1..parts));
        Some(Draft::new().number("days", days).text("probability", probability))
    }
}
