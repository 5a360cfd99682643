//! # Disassembled Rainbow Bagel
//!
//! *Jane Street, May 2019.* Seven concentric circles with whole diameters bound six rings of equal width and
//! different colours, 2019 pi in area. Each ring is cut into four quarters, and the quarters are joined end
//! to end to two closed loops. By how much do the areas that they enclose differ?
//!
//! ```text
//! r+ b- o+ p+ g- y+      half of a loop: a quarter marked + turns right and bulges outwards,
//!                        one marked - turns left and bulges inwards
//! ```
//!
//! Instances may have other colours, from the outside to the inside, areas and loops.
//!
//! ## Boards
//! The diameters, both areas and their difference with its value, the numbers as multiples of pi and
//! fractions: `pi - 1 = 2.1415926536`.
//!
//! ## Why the number is what it is
//! The squares of the outermost and the innermost diameter differ by 4 x 2019 = 8076. That is the product
//! of their difference and their sum. The difference is a multiple of 6, since the rings are equally
//! wide, and both are even, since their sum is; so 8076 = 6 x 1346, and the diameters are 676, 675, ..., 670.
//!
//! The inner side of a loop is a chain of quarters of circles. A quarter that bulges outwards has the inner
//! circle of its ring there, one that bulges inwards the outer circle. The chords of the quarters form
//! a polygon. Between a quarter of radius r and its chord lies r^2 (pi/4 - 1/2), which is added
//! to the polygon's area where the loop bulges outwards and taken off where it bulges inwards. Nothing is
//! rounded: the difference is a millionth of the areas.
//!
//! ## The second way
//! The checker needs neither chords nor a polygon. By Green's theorem the area is half of the integral of
//! y dx - x dy once around clockwise. Along a quarter with the centre c from p to q, it is
//! r^2 pi/2 + c x (p - q), with the first sign changed where the quarter turns left. For the diameters it
//! tries all widths of rings, and for the digits pi is 16 atan(1/5) - 4 atan(1/239).
//!
//! ## What does not scale
//! Nothing that matters here. Whether a loop crosses itself is not examined.
//!
//! ## Why the code is long
//! A quarter of it draws the bagel and the loops.

mod check;
mod drawing;

use anyhow::{Context, Result, ensure};
use enclosures::{Fraction, Interval, fraction};
use grid_utils::Within;
use itertools::Itertools;
use picture::Picture;
use puzzle::{Answer, Board, Draft, Flow, Form, Layout, Puzzle, Rng, Search};
use serde::Deserialize;

/// The largest area, in multiples of pi.
const LARGEST: i64 = 1_000_000;
/// The decimals of the answer.
const DECIMALS: usize = 10;

/// An instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bagel {
    /// The area of all rings, in multiples of pi.
    area: Within<1, LARGEST>,
    /// A letter for the colour of each ring, from the outside to the inside.
    colours: String,
    /// The quarters of the two loops in clockwise order.
    loops: [String; 2],
}

/// A quarter of a ring.
#[derive(Clone, Copy)]
struct Quarter {
    /// The ring, counted from 0 from the outside.
    ring: usize,
    /// Whether it bulges outwards: then the way around the loop turns right, else left.
    is_outward: bool,
}

/// A number with a rational part and a rational multiple of pi.
#[derive(Clone, PartialEq)]
struct Area {
    rational: Fraction,
    pi: Fraction,
}

impl Area {
    /// The number if pi is in an interval.
    fn value(&self, pi: Interval) -> Interval {
        Interval::from(&self.rational) + pi * Interval::from(&self.pi)
    }

    /// The number as a sum, such as `pi - 1` or `9/2 pi + 3/4`.
    fn sum(&self) -> String {
        let (zero, one) = (fraction(0, 1), fraction(1, 1));
        let (negative, sign) =
            if self.rational < zero { (fraction(-1, 1), "-") } else { (one.clone(), "+") };
        let size = &self.rational * negative;
        match (self.pi == zero, self.rational == zero) {
            (true, _) => self.rational.to_string(),
            (_, true) if self.pi == one => "pi".to_owned(),
            (_, true) => format!("{} pi", self.pi),
            _ if self.pi == one => format!("pi {sign} {size}"),
            _ => format!("{} pi {sign} {size}", self.pi),
        }
    }

    /// How much two numbers differ, as a sum and its value; `None` if the digits cannot be told.
    fn difference(areas: &[Self; 2], pi: Interval) -> Option<String> {
        let [one, other] = areas;
        let minus = |one: &Self, other: &Self| Self {
            rational: &one.rational - &other.rational,
            pi: &one.pi - &other.pi,
        };
        let is_less = one.value(pi).certainly_less(other.value(pi));
        let difference = if is_less { minus(other, one) } else { minus(one, other) };
        let digits = difference.value(pi).decimal(DECIMALS)?;
        Some(format!("{} = {digits}", difference.sum()))
    }
}

impl Bagel {
    fn rings(&self) -> usize {
        self.colours.chars().count()
    }

    /// The quarters of a loop.
    fn quarters(&self, text: &str) -> Result<Vec<Quarter>> {
        let quarter = |word: &str| {
            let mut letters = word.chars();
            let ring = letters
                .next()
                .and_then(|colour| self.colours.chars().position(|one| one == colour));
            let is_outward = ["+", "-"].iter().position(|&sign| sign == letters.as_str());
            Some(Quarter { ring: ring?, is_outward: is_outward? == 0 })
        };
        let read = |word| {
            let expected = || {
                format!(
                    "`loops`: expected a colour of `colours` with + or -, such as r+, and found {word:?}"
                )
            };
            quarter(word).with_context(expected)
        };
        text.split_whitespace().map(read).collect()
    }

    /// The diameters, from the outside to the inside; `None` if there is not exactly one choice.
    fn diameters(&self) -> Option<Vec<i64>> {
        let rings = i64::try_from(self.rings()).ok()?;
        let product = 4 * self.area.get();
        let choices = (1..).take_while(|difference| difference * difference < product).filter(
            |&difference| {
                let sum = product / difference;
                product % difference == 0 && difference % rings == 0 && (sum - difference) % 2 == 0
            },
        );
        let difference = choices.exactly_one().ok()?;
        let innermost = (product / difference - difference) / 2;
        Some((0..=rings).rev().map(|ring| innermost + ring * difference / rings).collect())
    }
}

/// The area inside a loop by its chords and what lies beyond them; `None` if it does not close.
fn area(quarters: &[Quarter], diameters: &[i64]) -> Option<Area> {
    let (mut x, mut y) = (0, 0);
    let (mut ahead_x, mut ahead_y) = (1, 0);
    // In eighths of a square and sixteenths of pi, as coordinates are whole numbers of halves.
    let (mut rational, mut pi) = (0, 0);
    for &Quarter { ring, is_outward } in quarters {
        let (turn, side) = if is_outward { (1, ring + 1) } else { (-1, ring) };
        let diameter = diameters[side];
        // To the right or to the left; y points down.
        let (aside_x, aside_y) = (-turn * ahead_y, turn * ahead_x);
        let (next_x, next_y) =
            (x + diameter * (ahead_x + aside_x), y + diameter * (ahead_y + aside_y));
        rational += x * next_y - y * next_x - turn * diameter * diameter;
        pi += turn * diameter * diameter;
        (x, y, ahead_x, ahead_y) = (next_x, next_y, aside_x, aside_y);
    }
    let is_closed = (x, y, ahead_x, ahead_y) == (0, 0, 1, 0);
    is_closed.then(|| Area { rational: fraction(rational, 8), pi: fraction(pi, 16) })
}

puzzle::program!(Bagel);

impl Puzzle for Bagel {
    fn form(&self) -> Form {
        let line = || Form::line("a sum such as 9/2 pi + 3/4", str::is_ascii);
        let parts = [
            ("diameters", Form::list(1..=4 * LARGEST)),
            ("area 1", line()),
            ("area 2", line()),
            ("difference", line()),
        ];
        Form::parts(Layout::Lines, parts)
    }

    fn validate(&self) -> Result<()> {
        ensure!(
            (1..=12).contains(&self.rings())
                && self.colours.chars().all(|one| one.is_ascii_lowercase()),
            "`colours`: expected 1 to 12 lower-case letters and found {:?}",
            self.colours
        );
        ensure!(self.colours.chars().all_unique(), "`colours` has a letter twice");
        let loops: Vec<_> = self.loops.iter().map(|text| self.quarters(text)).try_collect()?;
        let counts = loops.iter().flatten().counts_by(|quarter| quarter.ring);
        for (ring, colour) in self.colours.chars().enumerate() {
            let count = counts.get(&ring).copied().unwrap_or(0);
            ensure!(
                count == 4,
                "`loops` have {count} quarters of the colour {colour}; expected four"
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.node()?;
        let Some(diameters) = self.diameters() else {
            search.dead_end_because(|| "the area does not tell the diameters");
            return Flow::Continue(());
        };
        let area = |text: &String| area(&self.quarters(text).ok()?, &diameters);
        let [Some(one), Some(other)] = self.loops.each_ref().map(area) else {
            search.dead_end_because(|| "a loop is not closed");
            return Flow::Continue(());
        };
        let sums = [&one, &other].map(Area::sum);
        let Some(difference) = Area::difference(&[one, other], Interval::PI) else {
            return search.give_up();
        };
        let lines = sums.into_iter().chain([difference]).map(Board::from);
        search.value([Board::from(diameters)].into_iter().chain(lines).collect_vec())
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    fn answer(&self, board: &Board) -> Answer {
        match board.parts() {
            [diameters, one, other, difference] => Answer::new(difference.line())
                .remark("diameters", diameters.list().iter().join(" "))
                .remark("areas", format!("{}; {}", one.line(), other.line())),
            _ => Answer::default(),
        }
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        match board.map(Board::parts) {
            Some([_, one, other, _]) => drawing::picture(self, [one.line(), other.line()]),
            _ => drawing::picture(self, ["1", "2"]),
        }
    }

    /// Loops whose halves are the same, as far as half a turn, and an area of rings.
    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let colours = &"abcdef"[..2 * size.clamp(1, 3)];
        let mut half = || {
            let mut words = colours
                .chars()
                .enumerate()
                .map(|(ring, colour)| {
                    // Two more quarters turn right than left.
                    let sign = if ring < colours.len() / 2 + 1 { '+' } else { '-' };
                    (colour, sign)
                })
                .collect_vec();
            for place in 0..words.len() {
                let other = random.usize(0..words.len());
                (words[place].0, words[other].0) = (words[other].0, words[place].0);
            }
            random.shuffle(&mut words);
            words.into_iter().map(|(colour, sign)| format!("{colour}{sign}")).join(" ")
        };
        let loops = [half(), half()].map(|half| format!("{half} {half}"));
        loop {
            let innermost = random.i64(1..=50);
            let outermost = innermost + i64::try_from(colours.len()).ok()?;
            let area = Within::new((outermost.pow(2) - innermost.pow(2)) / 4)?;
            let bagel = Self { area, colours: colours.to_owned(), loops: loops.clone() };
            if bagel.diameters().is_some() {
                let draft = Draft::new().number("area", area).text("colours", colours);
                return Some(draft.value("loops", loops.to_vec()));
            }
        }
    }
}
