//! # Andy's Morning Stroll
//!
//! *Jane Street, July 2022.* An ant lives on a white hexagon of a football and strolls: each step leads to
//! one of the three white neighbours, each equally likely, until it comes home. E is the expected number
//! of steps. Now the ant strolls on an infinite floor of hexagons instead: every white one has white
//! and black neighbours in turn, every black one has six white neighbours. How likely does a stroll
//! there have more than E steps?
//!
//! ```text
//! o---o---o---o---o
//! |       |       |
//! o---o---h---o---o     The white hexagons of the floor: each has three neighbours, as on a wall of
//!     |       |         bricks. The second step leads home (h) with probability 1/3, so a stroll
//! o---o---o---o---o     has more than two steps with probability 2/3.
//! ```
//!
//! ## Boards
//! E and the probability p, as a fraction in lowest terms.
//!
//! ## Why the number is what it is
//! *The football.* First-step analysis gives one linear equation for each hexagon: the expected
//! number of steps from there to the home is 1 plus the mean of those of its three neighbours, where the
//! home itself counts 0.
//!
//! *The floor.* The white hexagons are the corners of a honeycomb, or of a wall of bricks, which is the
//! same graph: each has a neighbour on the left, one on the right, and one above or below, in turn. A
//! table of the wall tells how many walks of k steps lead from the home to each hexagon without coming
//! back before; with each step, the numbers of three neighbours are added up, and that of the home is
//! set to 0. After E steps, their sum is divided by 3^E. An ant is never more than E bricks away, so the
//! wall has 2E + 1 rows and columns and cuts off nothing.
//!
//! ## The second way
//! E again: each step and its reverse are equally likely, so in the long run the ant is on each hexagon
//! equally often. An ant that is at home in one of n steps comes home after n steps on average: E is the
//! number of hexagons (Kac's lemma).
//!
//! p again: there are a(n) = sum over k of binomial(n, k)^2 * binomial(2k, k) closed walks of 2n steps on
//! the honeycomb. (A pair of steps moves by the difference of two of three unit vectors that add up to 0.
//! So the walk is closed if its odd steps use each vector as often as its even steps do, which is a
//! sum of squared trinomials.) A closed walk is a stroll, then another closed walk: with f(m) strolls of
//! 2m steps, a(n) = f(1) a(n-1) + ... + f(n) a(0). So 1 - p is the sum of f(m) / 9^m with 2m <= E. The
//! checker counts with integers of any size and never sees a floor.
//!
//! ## What does not scale
//! Balls have 80 hexagons at most: beyond that, the numbers of walks do not fit into 128 bits.
//!
//! ## Sources
//! The closed walks of the honeycomb are the sequence
//! [A002893](https://oeis.org/A002893) of the On-Line Encyclopedia of Integer Sequences.

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use enclosures::{Fraction, Integer, binomial, fraction, parse_fraction, significant};
use grid_utils::{Cell, Grid, Within};
use markov_chains::{Chain, Step};
use picture::{Ink, Picture, Tint};
use puzzle::{Answer, Board, Draft, Flow, Form, Layout, Puzzle, Rng, Search, Stop};
use serde::Deserialize;

/// The most hexagons of a ball.
const MOST: usize = 80;

/// An instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stroll {
    /// The three white neighbours of each white hexagon of the ball. The ant lives on hexagon 0.
    ball: Grid<Within<0, 79>>,
    /// The significant digits of the answer.
    digits: Within<1, 30>,
}

impl Stroll {
    fn neighbours(&self, hexagon: usize) -> impl Iterator<Item = usize> {
        self.ball.row(hexagon).map(|neighbour| neighbour.size())
    }

    /// A stroll on the ball, which gains 1 with each step.
    fn stroll(&self) -> Option<Chain> {
        Chain::explore(0, MOST, |&hexagon| {
            self.neighbours(hexagon).map(|neighbour| Step {
                probability: fraction(1, 3),
                gain: Fraction::ONE,
                next: (neighbour != 0).then_some(neighbour),
            })
        })
    }
}

/// Whether a hexagon of the wall has its third neighbour above, not below.
fn looks_up(cell: Cell) -> bool {
    (cell.row + cell.column).is_multiple_of(2)
}

/// The floor within `steps` steps of the home in its middle, as a wall of bricks: in each row, a hexagon
/// is beside the one on its left and the one on its right. Says how many walks of so many steps that
/// do not come home lead to each hexagon.
fn walks(steps: usize, poll: &mut dyn FnMut() -> Flow) -> ControlFlow<Stop, Grid<u128>> {
    let home = Cell::new(steps, steps);
    let mut walks = Grid::filled(2 * steps + 1, 2 * steps + 1, 0);
    walks[home] = 1;
    for _ in 0..steps {
        poll()?;
        walks = walks.map(|cell, _| {
            let third = if looks_up(cell) { (-1, 0) } else { (1, 0) };
            let beside = [(0, -1), (0, 1), third];
            let came_from = walks.at_steps(cell, &beside);
            if cell == home { 0 } else { came_from.map(|other| walks[other]).sum() }
        });
    }
    ControlFlow::Continue(walks)
}

/// The probability that a stroll on the floor has at most `2 * pairs` steps, from the numbers of closed
/// walks.
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

fn is_fraction(text: &str) -> bool {
    parse_fraction(text).is_ok_and(|fraction| fraction.to_string() == text)
}

puzzle::program!(Stroll);

impl Puzzle for Stroll {
    fn form(&self) -> Form {
        let probability = Form::line("a fraction in lowest terms such as 3/4", is_fraction);
        Form::parts(Layout::Lines, [("E", Form::value(1..=i64::MAX)), ("p", probability)])
    }

    fn validate(&self) -> Result<()> {
        let (hexagons, columns) = (self.ball.rows(), self.ball.columns());
        ensure!(
            hexagons <= MOST && columns == 3,
            "`ball` has {hexagons} rows of {columns} neighbours; expected at most {MOST} rows of 3"
        );
        for hexagon in 0..hexagons {
            for neighbour in self.neighbours(hexagon) {
                ensure!(
                    neighbour < hexagons && neighbour != hexagon,
                    "`ball`: row {hexagon}: expected other hexagons from 0 to {}",
                    hexagons - 1
                );
                let sides = |from, to| self.neighbours(from).filter(|&other| other == to).count();
                ensure!(
                    sides(hexagon, neighbour) == sides(neighbour, hexagon),
                    "`ball`: rows {hexagon} and {neighbour} differ in how often they are neighbours"
                );
            }
        }
        ensure!(
            self.stroll().is_some_and(|stroll| stroll.states() == hexagons),
            "`ball`: some hexagon cannot be reached from hexagon 0"
        );
        Ok(())
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
        let hexagons = i64::try_from(self.ball.rows())?;
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

    /// The floor around the home, and where the ants are that have not come home after E steps.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// How far away hexagons are shown, in rows and columns of the wall.
        const ROWS: usize = 4;
        const COLUMNS: usize = 8;
        let steps = board.map_or(0, |_| self.ball.rows());
        let walks = walks(steps, &mut || Flow::Continue(())).continue_value();
        let walks = walks.unwrap_or_else(|| Grid::filled(0, 0, 0));
        let most = walks.values().max().copied().unwrap_or(1) as f64;
        let side = 0.5;
        let mut picture = Picture::canvas(
            side * (3 * COLUMNS + 2) as f64,
            side * 0.75_f64.sqrt() * (6 * ROWS + 6) as f64,
        );
        for row in 0..=2 * ROWS {
            for column in 0..=2 * COLUMNS {
                let place = Cell::new(row, column);
                let on_wall =
                    (row + steps).checked_sub(ROWS).zip((column + steps).checked_sub(COLUMNS));
                let on_wall = on_wall.and_then(|(row, column)| walks.get(Cell::new(row, column)));
                let x = side * (1.5 * column as f64 + 1.0);
                let lower = if looks_up(place) { 0.0 } else { 1.0 };
                let y = side * 0.75_f64.sqrt() * (3.0 * row as f64 + 1.0 + lower);
                let hexagon = |y: f64| {
                    [0, 1, 2, 3, 4, 5].map(|corner| {
                        let angle = f64::from(corner * 60).to_radians();
                        (x + side * angle.cos(), y + side * angle.sin())
                    })
                };
                picture.polygon(&hexagon(y), Some(Ink::Muted), None);
                if looks_up(place) {
                    let below = y + 2.0 * side * 0.75_f64.sqrt();
                    picture.polygon(&hexagon(below), Some(Ink::Muted), Some(Tint::Shade));
                }
                let radius = side * 0.75 * (on_wall.copied().unwrap_or(0) as f64 / most).sqrt();
                if place == Cell::new(ROWS, COLUMNS) {
                    picture.polygon(&hexagon(y), None, Some(Tint::Highlight));
                    picture.text_at(x, y, 0.5 * side, "home", Ink::Label);
                } else if radius > 0.0 {
                    picture.circle(x, y, radius, Ink::Found, Some(Tint::Colour(0)));
                }
            }
        }
        if board.is_some() {
            picture.caption([format!(
                "Where ants are after {steps} steps that have not come home: the areas of the circles are \
                 in proportion to the probabilities."
            )]);
        }
        picture
    }

    fn sizes() -> Vec<usize> {
        (1..=MOST / 4).collect()
    }

    /// A ring of hexagons, and each of them beside one on the other side.
    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
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
