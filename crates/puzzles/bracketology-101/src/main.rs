//! # Bracketology 101
//!
//! *Jane Street, April 2021.* Sixteen seeds play a knock-out tournament, in which X beats Y with
//! probability Y/(X + Y). Before the start, seed 2 may swap any two teams in the bracket. Which
//! swap raises its probability of winning most, and by how much?
//!
//! ```text
//! 1 --+          Four teams. Seed 2 beats 3 with 3/5, and in the final 1 with 1/3 or 4
//!     +--+       with 2/3. Seed 1 gets there with 4/5. So seed 2 wins with
//! 4 --+  |       3/5 (4/5 * 1/3 + 1/5 * 2/3) = 6/25.
//!        +--
//! 3 --+  |       If 1 and 2 are swapped, seed 2 meets 4 first, and then 1, which beats 3
//!     +--+       with 3/4, or 3: 2/3 (3/4 * 1/3 + 1/4 * 3/5) = 4/15. That is 2/75 more,
//! 2 --+          and no swap is better.
//! ```
//!
//! ## Boards
//! The swap, the smaller seed first, and the increase as a fraction. Of several best swaps, the one
//! with the smallest seed counts, then the one with the smaller partner.
//!
//! ## Idea
//! Part of a bracket is won by one of its teams. The two halves of a part are independent of each
//! other, so a team wins the part with the probability that it wins its half, times the sum over
//! the teams of the other half: the probability that this one wins there, and is beaten. From the
//! single teams to the whole bracket, this gives the probability of every team, as fractions. Most
//! of the 120 swaps leave most parts unchanged; a part is computed once for each order of its
//! teams.
//!
//! ## The second way
//! The checker does not use the independence of halves. It plays the rounds: a state is the list of
//! the remaining teams, and has a probability; each game of the next round leads to two states.
//! There are 2^8 states after the first round of sixteen teams, and 4^4 after the second. The
//! claimed increase is recomputed in fractions. For each other swap, the rounds are played with
//! intervals, and with fractions if the intervals do not show that it is worse.
//!
//! ## What does not scale
//! The number of the checker's states: with 32 teams there would be 2^16 of them after one round,
//! for 496 swaps. So at most 16 teams are allowed.

mod check;

use std::collections::HashMap;
use std::ops::Add;

use numbers::{Fraction, decimal, fraction, fraction_form, parse_fraction, significant};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bracketology {
    /// The seeds from top to bottom.
    bracket: Vec<Within<1, 99>>,
    /// The seed that swaps.
    seed: Within<1, 99>,
}

/// The number of digits that the setters ask for.
const DIGITS: usize = 6;

/// The parts of brackets that were computed: for each team, the probability that it wins the part.
#[derive(Default)]
struct Parts(HashMap<Vec<i64>, Vec<Fraction>>);

impl Parts {
    fn winners(&mut self, teams: &[i64]) -> Vec<Fraction> {
        if teams.len() == 1 {
            return vec![Fraction::ONE];
        }
        if let Some(known) = self.0.get(teams) {
            return known.clone();
        }
        let (upper, lower) = teams.split_at(teams.len() / 2);
        let [upper, lower] = [upper, lower].map(|half| (half, self.winners(half)));
        let mut winners = Vec::new();
        for [(half, wins_half), (others, wins_others)] in [[&upper, &lower], [&lower, &upper]] {
            for (&team, wins_half) in half.iter().zip(wins_half) {
                let beaten = others.iter().zip(wins_others);
                let beaten = beaten.map(|(&other, wins)| wins * fraction(other, team + other));
                winners.push(wins_half * beaten.fold(Fraction::ZERO, Add::add));
            }
        }
        self.0.insert(teams.to_vec(), winners.clone());
        winners
    }

    /// Returns the probability that a team wins the whole bracket.
    fn chance(&mut self, seed: i64, bracket: &[i64]) -> Fraction {
        let place = bracket.iter().position(|&team| team == seed);
        place.map_or(Fraction::ZERO, |place| self.winners(bracket).swap_remove(place))
    }
}

/// Returns the bracket with two teams swapped.
fn swapped(bracket: &[i64], [one, other]: [i64; 2]) -> Vec<i64> {
    let partner = |team| if team == one { other } else { one };
    let after = |&team| if [one, other].contains(&team) { partner(team) } else { team };
    bracket.iter().map(after).collect()
}

impl Bracketology {
    fn teams(&self) -> Vec<i64> {
        self.bracket.iter().map(|team| team.get()).collect()
    }
}

puzzle::program!(Bracketology, searched without rules);

impl Puzzle for Bracketology {
    fn form(&self) -> Form {
        let increase = fraction_form();
        Form::parts(Layout::Lines, [("swap", Form::list(1..=99)), ("increase", increase)])
    }

    fn validate(&self) -> Result<()> {
        let teams = self.bracket.len();
        ensure!(
            [2, 4, 8, 16].contains(&teams),
            "`bracket` has {teams} teams: expected 2, 4, 8 or 16"
        );
        ensure!(self.bracket.iter().all_unique(), "`bracket`: expected each seed once");
        ensure!(self.bracket.contains(&self.seed), "`seed` is not in the bracket");
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let (bracket, seed) = (self.teams(), self.seed.get());
        let mut parts = Parts::default();
        let before = parts.chance(seed, &bracket);
        let mut best: Option<([i64; 2], Fraction)> = None;
        for swap in self.teams().into_iter().sorted().array_combinations() {
            search.poll()?;
            let increase = parts.chance(seed, &swapped(&bracket, swap)) - &before;
            if best.as_ref().is_none_or(|(_, most)| increase > *most) {
                best = Some((swap, increase));
            }
        }
        let (swap, increase) = best.expect("there are two teams");
        search.value(vec![Board::from(swap.to_vec()), increase.to_string().into()])
    }

    fn check(&self, board: &Board) -> Result<()> {
        let (swap, increase) = (board.parts()[0].list(), board.parts()[1].line());
        check::check(&self.teams(), self.seed.get(), swap, &parse_fraction(increase)?)
    }

    fn answer(&self, board: &Board) -> Answer {
        let increase = parse_fraction(board.parts()[1].line()).unwrap_or_default();
        let swap = board.parts()[0].list().iter().join(" ");
        let before = Parts::default().chance(self.seed.get(), &self.teams());
        Answer::new(format!("{swap} {}", significant(&increase, DIGITS)))
            .remark("probability without a swap", decimal(&before, 8))
            .remark("probability with the swap", decimal(&(before + increase), 8))
    }

    /// Draws the bracket, solved with the teams swapped. A later place names the seed that is most
    /// likely to reach it.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const WIDTH: f64 = 2.6;
        let mut bracket = self.teams();
        let swap = board.and_then(|board| <[i64; 2]>::try_from(board.parts()[0].list()).ok());
        if let Some(swap) = swap {
            bracket = swapped(&bracket, swap);
        }
        let mut parts = Parts::default();
        let rounds = bracket.len().ilog2();
        let mut picture = Picture::canvas(f64::from(rounds + 1) * WIDTH, bracket.len() as f64);
        for round in 0..=rounds {
            let size = 1 << round;
            let left = f64::from(round) * WIDTH;
            for (number, teams) in bracket.chunks(size).enumerate() {
                let y = (number as f64 + 0.5) * size as f64;
                picture.line(&[(left, y + 0.4), (left + WIDTH, y + 0.4)], Ink::Muted, 0.04);
                if round < rounds && number % 2 == 0 {
                    let ends = [y + 0.4, y + 0.4 + size as f64].map(|y| (left + WIDTH, y));
                    picture.line(&ends, Ink::Muted, 0.04);
                }
                if round > 0 && board.is_none() {
                    continue;
                }
                let winners = teams.iter().zip(parts.winners(teams));
                let Some((&team, wins)) = winners.max_by_key(|(_, wins)| wins.clone()) else {
                    continue;
                };
                let ink = match team {
                    team if swap.is_some_and(|swap| swap.contains(&team)) => Ink::Accent,
                    team if team == self.seed.get() => Ink::Found,
                    _ => Ink::Given,
                };
                picture.text_from(left + 0.1, y, 0.56, &team.to_string(), ink);
                if round > 0 {
                    let percent = format!("{} %", decimal(&(wins * Fraction::from(100)), 1));
                    picture.text_from(left + 1.0, y, 0.36, &percent, Ink::Label);
                }
            }
        }
        if let Some([one, other]) = swap {
            let text =
                format!("Seeds {one} and {other} swapped, and who gets furthest most likely.");
            picture.caption([text]);
        }
        picture
    }
}

impl Setter for Bracketology {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let mut bracket: Vec<i64> = (1..=[2, 4, 8][size % 3]).collect();
        random.shuffle(&mut bracket);
        let seed = random.choice(bracket.clone())?;
        Some(Draft::new().value("bracket", bracket).number("seed", seed))
    }
}
