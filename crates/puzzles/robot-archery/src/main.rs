//! # Robot Archery
//!
//! *Jane Street, December 2021.* Four robots queue in the order of their seeds. The one in front
//! shoots: if its arrow is closer to the centre of the target than every arrow before, it goes to
//! the back of the queue, otherwise it is eliminated. All shots are independent and have the same
//! continuous distribution of distances. The last robot in the queue wins. What is the probability
//! that it is the fourth seed?
//!
//! ```text
//! seed      1      2      3      4    1      2      3      2      4, 1 and 2 miss the best distance
//! distance  1e-8   8e-9   7e-9   1e3  9e-9   2e-9   1e-9   1e24   before them, and 3 wins
//! ```
//!
//! ## Boards
//! The probability to ten decimals.
//!
//! ## Derivation
//! Only the order of the distances matters, and in a random order, the n-th arrow is the closest so
//! far with probability 1/n, whatever happened before (Renyi's theorem on records): the position of
//! the closest of the n arrows is independent of the order of the others. So the state of a
//! tournament is the number of arrows shot, the number of robots left, and the place of the seed in
//! the queue. With arrow n, the queue rotates by one place with probability 1/n, and loses its
//! front with probability (n - 1)/n.
//!
//! In units of 1/n!, all probabilities are integers: rotating multiplies by 1, losing by n - 1.
//! They are followed until the open tournaments are so unlikely (r robots survive n arrows with a
//! probability of about n^(r-1) / n!) that they cannot change a digit. The probability won by then,
//! without and with all that is open, encloses the answer.
//!
//! ## The second way
//! The checker does not use Renyi's theorem. Take the distances uniform between 0 and 1, and let
//! v(r, k, x) be the probability that the robot at place k of r wins if the best distance is x. The
//! arrow of the front robot lands at y < x, or misses:
//!
//! ```text
//! v(r, k, x) = integral of v(r, k-1, y) over y from 0 to x  +  (1 - x) v(r-1, k-1, x)
//! v(r, 1, x) = integral of v(r, r, y) over y from 0 to x          v(1, 1, x) = 1
//! ```
//!
//! The right-hand sides increase with each v. So repeated substitution (Picard's iteration) stays
//! below the solution if it starts with 0 for all v, and above it if it starts with 1; after m
//! iterations the two are less than 1/m! apart for each r. They are polynomials with rational
//! coefficients. At x = 1, they enclose the probabilities of the seeds.
//!
//! ## What does not scale
//! The polynomials become long: at most six robots.
//!
//! ## Sources
//! Renyi's theorem: A. Renyi, Theorie des elements saillants d'une suite d'observations, Annales
//! scientifiques de l'Universite de Clermont 8 (1962).

use numbers::{
    Fraction, Integer, Interval, Polynomial, decimal, fraction, rounding_bounds, share_form,
};
use puzzle::prelude::*;

/// The decimals of the answer.
const DIGITS: usize = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Archery {
    /// The number of robots.
    robots: Within<2, 6>,
    /// The seed whose probability of winning is asked for, counted from 1.
    seed: Within<1, 6>,
}

/// Returns an enclosure of the probability that the robot at `place`, counted from 0, wins.
fn wins(robots: usize, place: usize) -> Interval {
    // By robots left, then place: the probability in units of 1 / (number of arrows)!.
    let mut open = vec![vec![Integer::ZERO; robots]; robots + 1];
    open[robots][place] = Integer::ONE;
    let (mut won, mut unit) = (Fraction::ZERO, Fraction::ONE);
    for arrow in 1_u64.. {
        unit /= Fraction::from(arrow);
        let mut next = vec![vec![Integer::ZERO; robots]; robots + 1];
        for left in 2..=robots {
            for place in 0..left {
                let chance = &open[left][place];
                // The front robot is closest and goes to the back.
                next[left][(place + left - 1) % left] += chance;
                if place > 0 {
                    next[left - 1][place - 1] += chance * (arrow - 1);
                }
            }
        }
        open = next;
        won += Fraction::from(std::mem::take(&mut open[1][0])) * &unit;
        let rest = Fraction::from(open.iter().flatten().sum::<Integer>()) * &unit;
        if rest < fraction(1, 10_i64.pow(18)) {
            return Interval::from(&won).hull(won + rest);
        }
    }
    unreachable!("the rest becomes smaller and smaller")
}

/// Returns the same for each place by Picard's iteration from a constant, before the first arrow.
fn iterated(robots: usize, first: u8) -> Vec<Fraction> {
    /// The number of iterations, which leaves a gap below 10^-18.
    const TIMES: usize = 20;
    let misses = Polynomial::new([1, -1]);
    let mut fewer = vec![Polynomial::new([1])];
    for robots in 2..=robots {
        let mut places = vec![Polynomial::new([first]); robots];
        for _ in 0..TIMES {
            places = (0..robots)
                .map(|place| match place.checked_sub(1) {
                    None => places[robots - 1].integral(),
                    Some(before) => &places[before].integral() + &(&misses * &fewer[before]),
                })
                .collect();
        }
        fewer = places;
    }
    fewer.iter().map(|wins| wins.value(&Fraction::ONE)).collect()
}

/// A turn of a tournament.
struct Turn {
    seed: usize,
    /// The queue after the turn.
    queue: Vec<usize>,
}

/// Returns the turns of a tournament with these distances, until one robot is left.
fn turns(robots: usize, distances: &[f64]) -> Vec<Turn> {
    let mut queue: Vec<usize> = (1..=robots).collect();
    let mut best = f64::INFINITY;
    let mut turns = Vec::new();
    for &distance in distances {
        if queue.len() == 1 {
            break;
        }
        let seed = queue.remove(0);
        if distance < best {
            best = distance;
            queue.push(seed);
        }
        turns.push(Turn { seed, queue: queue.clone() });
    }
    turns
}

/// The distances of the statement, in metres.
const STATEMENT: [f64; 8] = [1e-8, 8e-9, 7e-9, 1e3, 9e-9, 2e-9, 1e-9, 1e24];

/// Returns a distance as the statement writes it: `8 × 10⁻⁹ m`.
fn in_metres(distance: f64) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let text = format!("{distance:e}");
    let (factor, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised =
        |letter: char| letter.to_digit(10).map_or('⁻', |digit| SUPERSCRIPTS[digit as usize]);
    let power: String = exponent.chars().map(raised).collect();
    if factor == "1" { format!("10{power} m") } else { format!("{factor} × 10{power} m") }
}

puzzle::program!(Archery, searched without rules);

impl Puzzle for Archery {
    fn form(&self) -> Form {
        share_form::<DIGITS>("a probability with ten decimals")
    }

    fn validate(&self) -> Result<()> {
        ensure!(
            self.seed.get() <= self.robots.get(),
            "`seed` is {}, and there are {} robots",
            self.seed,
            self.robots
        );
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.poll()?;
        search.known_value(wins(self.robots.size(), self.seed.size() - 1).decimal(DIGITS))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let [least, most] = rounding_bounds(board.line())?;
        let [below, above] = [0, 1].map(|first| iterated(self.robots.size(), first));
        let place = self.seed.size() - 1;
        ensure!(
            least <= below[place] && above[place] <= most,
            "the integral equations have a solution from {} to {}",
            decimal(&below[place], 16),
            decimal(&above[place], 16)
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::enclosed(board.line())
    }

    /// Draws a tournament, or the probabilities of all seeds.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::canvas(9.0, if board.is_none() { 6.5 } else { 8.0 });
        if board.is_none() {
            let columns = [("turn", 1.0), ("seed", 2.5), ("distance", 4.5), ("queue", 7.5)];
            for (name, x) in columns {
                picture.text_at(x, 0.5, 0.4, name, Ink::Label);
            }
            let turns = turns(self.robots.size(), &STATEMENT);
            for ((number, turn), distance) in (1_u8..).zip(&turns).zip(STATEMENT) {
                let y = 0.5 + 0.7 * f64::from(number);
                let queue: Vec<String> = turn.queue.iter().map(usize::to_string).collect();
                let is_out = !turn.queue.contains(&turn.seed);
                let ink = if is_out { Ink::Warning } else { Ink::Given };
                picture.text_at(1.0, y, 0.4, &number.to_string(), Ink::Label);
                picture.text_at(2.5, y, 0.4, &turn.seed.to_string(), ink);
                picture.text_at(4.5, y, 0.4, &in_metres(distance), ink);
                picture.text_at(7.5, y, 0.4, &queue.join(" "), Ink::Given);
            }
            return picture;
        }
        let robots = self.robots.get();
        let width = 9.0 / robots as f64;
        let wins = (0..self.robots.size()).map(|place| wins(self.robots.size(), place));
        for (place, wins) in wins.enumerate() {
            let height = 11.0 * wins.to_f64();
            let x = width * place as f64;
            let tint = if place + 1 == self.seed.size() { Tint::Colour(0) } else { Tint::Shade };
            picture.rectangle(
                (x + 0.1 * width, 7.0 - height),
                (0.8 * width, height),
                Ink::Muted,
                Some(tint),
            );
            let middle = x + width / 2.0;
            picture.text_at(
                middle,
                6.7 - height,
                0.35,
                &wins.decimal(4).unwrap_or_default(),
                Ink::Found,
            );
            picture.text_at(middle, 7.5, 0.4, &format!("seed {}", place + 1), Ink::Label);
        }
        picture.caption(["The probability of each seed to win."]);
        picture
    }
}

impl Setter for Archery {
    fn sizes(&self) -> Vec<usize> {
        (2..=6).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let robots = size.max(2);
        Some(Draft::new().number("robots", robots).number("seed", random.usize(1..=robots)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_seed_wins_the_tournament_of_the_statement() {
        let turns = turns(4, &STATEMENT);
        let seeds: Vec<usize> = turns.iter().map(|turn| turn.seed).collect();
        assert_eq!(seeds, [1, 2, 3, 4, 1, 2, 3, 2]);
        let stays = turns.iter().map(|turn| turn.queue.contains(&turn.seed));
        assert!(stays.eq([true, true, true, false, false, true, true, false]));
        assert_eq!(turns.last().map(|turn| &turn.queue[..]), Some(&[3][..]));
    }

    #[test]
    fn the_probabilities_of_all_seeds_add_up_to_1() {
        for robots in 2..=6 {
            let sum = (0..robots).fold(Interval::ZERO, |sum, place| sum + wins(robots, place));
            assert_eq!(sum.decimal(12).as_deref(), Some("1.000000000000"));
        }
    }
}
