//! # Disassembled Rainbow Bagel
//!
//! *Jane Street, May 2019.* Seven concentric circles, whose diameters are different whole numbers,
//! bound six coloured rings. Together these have the area 2019 pi. Each ring is cut into four
//! quarters, and the 24 quarters are joined at their straight ends, which all have the same width,
//! to two closed loops. A quarter bulges outwards, so that the loop turns right there (`+`), or
//! inwards, so that it turns left (`-`). By how much do the areas inside the loops differ?
//!
//! ```text
//! four rings with the area 14 pi: circles with the diameters 9, 8, 7, 6 and 5
//! a+ b+ c+ d- a+ b+ c+ d-      113/8 pi + 167/4
//! a+ b- c+ d+ a+ b- c+ d+       61/8 pi + 159/4      the difference is 13/2 pi + 2
//! ```
//!
//! ## Boards
//! The difference as a closed form, and as a decimal number.
//!
//! ## Why the number is what it is
//! All ends have the same width, so the diameters grow by the same step k from ring to ring. Let d
//! be the smallest of the seven: (d + 6k)^2 - d^2 = 4 * 2019, hence 6k (2d + 6k) = 8076. Both
//! factors are even and the second one is larger, so they are 2 * 4038 or 6 * 1346, and only 6 is a
//! multiple of 6: the diameters are 670 to 676.
//!
//! The inside of a loop ends at the inner circle of a quarter that bulges outwards, and at the
//! outer circle of one that bulges inwards. Follow this edge. A quarter with radius r leads r ahead
//! and r to the side, so the joints have rational coordinates. The area of the polygon of all
//! joints is rational, and a quarter adds or takes away the segment between arc and chord: (pi/4 -
//! 1/2) r^2. So each area is a + b pi with fractions a and b.
//!
//! The loops have the same quarters with other signs. What they enclose, some two million, is
//! almost the same.
//!
//! ## The second way
//! The checker follows the other edge. It uses the centres of the arcs instead of chords: by
//! Green's theorem, an arc from p to q around c adds c x (q - p) / 2 + r^2 pi/4 to the area. From
//! what the outer edge encloses it takes the quarters away. It finds the diameters by trying all.
//! All numbers are fractions.
//!
//! ## Readings
//! "Enclosed" means inside the inner edge. With the quarters, both areas grow by 2019 pi / 2, and
//! the difference is the same.
//!
//! ## What does not scale
//! Nothing. Loops have to close; whether they cross themselves is not looked at, and then what they
//! go round twice counts twice.

use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use enclosures::{Fraction, Interval, fraction, parse_fraction};
use grid_utils::{Quoted, Within, from_text};
use itertools::Itertools;
use picture::{Ink, Picture};
use puzzle::{Answer, Board, Draft, Flow, Form, Layout, Puzzle, Rng, Search};
use serde::{Deserialize, Deserializer};

/// An instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bagel {
    /// The area of all rings, in units of pi.
    area: Within<1, 1_000_000>,
    /// The colours of the rings, from the outside in.
    colours: String,
    loop_1: Loop,
    loop_2: Loop,
    /// The digits after the point that are asked for.
    decimals: Within<1, 18>,
}

/// Quarters in clockwise order.
struct Loop(Vec<Quarter>);

/// A quarter of a ring.
#[derive(Clone)]
struct Quarter {
    colour: String,
    bulges_outwards: bool,
}

impl FromStr for Loop {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let quarter = |word: &str| {
            let (colour, bulges_outwards) = match word.split_at_checked(word.len() - 1) {
                Some((colour, "+")) => (colour, true),
                Some((colour, "-")) => (colour, false),
                _ => bail!("expected a colour with + or - and found {}", Quoted(word)),
            };
            Ok(Quarter { colour: colour.to_owned(), bulges_outwards })
        };
        text.split_whitespace().map(quarter).collect::<Result<_>>().map(Loop)
    }
}

impl<'de> Deserialize<'de> for Loop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer)
    }
}

/// A point or a vector, in units of half a diameter of 1.
type Vector = [i64; 2];

const UP: Vector = [0, 1];

fn plus(first: Vector, second: Vector, times: i64) -> Vector {
    [first[0] + times * second[0], first[1] + times * second[1]]
}

fn cross(first: Vector, second: Vector) -> i64 {
    first[0] * second[1] - first[1] * second[0]
}

/// The direction after a quarter.
fn turned([x, y]: Vector, quarter: &Quarter) -> Vector {
    if quarter.bulges_outwards { [y, -x] } else { [-y, x] }
}

/// The area `rational + of_pi pi`.
#[derive(Clone, PartialEq)]
struct Area {
    rational: Fraction,
    of_pi: Fraction,
}

impl Area {
    fn value(&self) -> Interval {
        Interval::PI * &self.of_pi + &self.rational
    }

    /// How far apart two areas are.
    fn distance(&self, other: &Area) -> Area {
        let [more, less] =
            if self.value().certainly_less(other.value()) { [other, self] } else { [self, other] };
        Area { rational: &more.rational - &less.rational, of_pi: &more.of_pi - &less.of_pi }
    }

    /// A text such as `3/2 pi - 1`.
    fn closed_form(&self) -> String {
        let zero = Fraction::ZERO;
        let of_pi = match self.of_pi.to_string().as_str() {
            "0" => return self.rational.to_string(),
            "1" => "pi".to_owned(),
            "-1" => "-pi".to_owned(),
            factor => format!("{factor} pi"),
        };
        match &self.rational {
            none if *none == zero => of_pi,
            less if *less < zero => format!("{of_pi} - {}", -less),
            more => format!("{of_pi} + {more}"),
        }
    }
}

/// The smallest diameter and the step to the next one, for all circles around rings of this area.
fn circles(area: i64, rings: i64) -> Vec<(i64, i64)> {
    let product = 4 * area;
    let widths = (1..).map(|step| (step, step * rings));
    let widths = widths.take_while(|(_, width)| width * width < product);
    // width (2 d + width) is the product.
    let fitting =
        widths.filter(|(_, width)| product % width == 0 && (product / width - width) % 2 == 0);
    fitting.map(|(step, width)| ((product / width - width) / 2, step)).collect()
}

impl Bagel {
    fn rings(&self) -> i64 {
        i64::try_from(self.colours.split_whitespace().count()).expect("colours are few")
    }

    /// The smallest diameter and the step to the next one, for all circles that have the area.
    fn circles(&self) -> Vec<(i64, i64)> {
        circles(self.area.get(), self.rings())
    }

    /// The inner and the outer diameter of a quarter's ring.
    fn ring(&self, quarter: &Quarter, (smallest, step): (i64, i64)) -> [i64; 2] {
        let from_inside = self.colours.split_whitespace().rev();
        let index = from_inside.zip(0..).find(|(colour, _)| *colour == quarter.colour);
        let inner = smallest + step * index.map_or(0, |(_, index)| index);
        [inner, inner + step]
    }

    /// The area inside a loop; `None` if it does not close.
    fn enclosed(&self, path: &Loop) -> Option<Area> {
        let circles = *self.circles().first()?;
        let (mut place, mut direction, mut turns) = ([0, 0], UP, 0);
        let (mut polygon, mut squares) = (0, 0);
        for quarter in &path.0 {
            let [inner, outer] = self.ring(quarter, circles);
            let (radius, sign) = if quarter.bulges_outwards { (inner, 1) } else { (outer, -1) };
            let aside = turned(direction, quarter);
            let next = plus(plus(place, direction, radius), aside, radius);
            polygon += cross(next, place);
            squares += sign * radius * radius;
            turns += sign;
            (place, direction) = (next, aside);
        }
        (place == [0, 0] && turns == 4).then(|| Area {
            rational: fraction(polygon - squares, 8),
            of_pi: fraction(squares, 16),
        })
    }

    fn loops(&self) -> [(&'static str, &Loop); 2] {
        [("loop_1", &self.loop_1), ("loop_2", &self.loop_2)]
    }

    /// The area inside a loop, by its other edge and the centres of the arcs.
    fn enclosed_by_outer_edge(&self, path: &Loop) -> Option<Area> {
        // Trying all smallest diameters; the largest one follows from the area.
        let circles = (1..=2 * self.area.get()).find_map(|smallest| {
            let largest = (smallest * smallest + 4 * self.area.get()).isqrt();
            let width = largest - smallest;
            let fits = largest * largest - smallest * smallest == 4 * self.area.get();
            (fits && width > 0 && width % self.rings() == 0)
                .then(|| (smallest, width / self.rings()))
        })?;
        let (mut place, mut direction) = ([0, 0], UP);
        let (mut with_centres, mut squares, mut quarters) = (0, 0, 0);
        for quarter in &path.0 {
            let [inner, outer] = self.ring(quarter, circles);
            let (radius, sign) = if quarter.bulges_outwards { (outer, 1) } else { (inner, -1) };
            let to_centre = turned(direction, quarter);
            let centre = plus(place, to_centre, radius);
            let next = plus(centre, direction, radius);
            with_centres += cross(centre, plus(place, next, -1));
            squares += sign * radius * radius;
            quarters += outer * outer - inner * inner;
            (place, direction) = (next, to_centre);
        }
        Some(Area { rational: fraction(with_centres, 8), of_pi: fraction(squares - quarters, 16) })
    }

    /// The points of each quarter's middle line.
    fn arcs(&self, path: &Loop) -> Vec<Vec<(f64, f64)>> {
        const STEPS: u32 = 16;
        let circles = self.circles()[0];
        let (mut place, mut direction) = ((0.0, 0.0), UP);
        let mut arcs = vec![];
        for quarter in &path.0 {
            let radius = self.ring(quarter, circles).iter().sum::<i64>() as f64 / 2.0;
            let aside = turned(direction, quarter);
            let point = |step| {
                let angle = std::f64::consts::FRAC_PI_2 * f64::from(step) / f64::from(STEPS);
                let (ahead, side) = (radius * angle.sin(), radius * (1.0 - angle.cos()));
                let [x, y] = [0, 1].map(|k| ahead * direction[k] as f64 + side * aside[k] as f64);
                (place.0 + x, place.1 + y)
            };
            let arc = (0..=STEPS).map(point).collect_vec();
            (place, direction) = (arc[arc.len() - 1], aside);
            arcs.push(arc);
        }
        arcs
    }

    fn board(&self, difference: &Area) -> Option<Board> {
        let value = difference.value().decimal(self.decimals.size())?;
        Some(Board::Parts([difference.closed_form(), value].map(Board::Line).into()))
    }
}

puzzle::program!(Bagel);

impl Puzzle for Bagel {
    fn form(&self) -> Form {
        let is_closed = |text: &str| {
            let letters = |char: char| char.is_ascii_digit() || "/pi +-".contains(char);
            !text.is_empty() && text.chars().all(letters)
        };
        let closed = Form::line("a number such as 3/2 pi - 1", is_closed);
        let value = Form::line("a number such as 3.71", |text| parse_fraction(text).is_ok());
        Form::parts(Layout::Lines, [("difference", closed), ("value", value)])
    }

    fn validate(&self) -> Result<()> {
        let colours = self.colours.split_whitespace().collect_vec();
        ensure!(
            colours.iter().all_unique() && (1..=9).contains(&colours.len()),
            "`colours`: expected 1 to 9 different colours, found {}",
            Quoted(&self.colours)
        );
        let found = self.circles().len();
        ensure!(found == 1, "`area`: expected that one set of circles has it, found {found}");
        for (key, path) in self.loops() {
            for quarter in &path.0 {
                let colour = &quarter.colour;
                ensure!(colours.contains(&colour.as_str()), "`{key}`: no ring has colour {colour}");
            }
        }
        for colour in colours {
            let all = self.loop_1.0.iter().chain(&self.loop_2.0);
            let found = all.filter(|quarter| quarter.colour == colour).count();
            ensure!(
                found == 4,
                "`loop_1`, `loop_2`: expected 4 quarters of {colour}, found {found}"
            );
        }
        for (key, path) in self.loops() {
            self.enclosed(path).with_context(|| format!("`{key}` does not close, clockwise"))?;
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let [one, other] = [&self.loop_1, &self.loop_2].map(|path| self.enclosed(path));
        let difference = one.zip(other).map(|(one, other)| one.distance(&other));
        match difference.and_then(|difference| self.board(&difference)) {
            Some(board) => search.value(board),
            None => search.give_up(),
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let areas = [&self.loop_1, &self.loop_2].map(|path| self.enclosed_by_outer_edge(path));
        let [Some(one), Some(other)] = areas else { bail!("no circles have this area") };
        let expected = self.board(&one.distance(&other)).context("some digit is not known")?;
        for (found, expected) in board.parts().iter().zip(expected.parts()) {
            let (found, expected) = (found.line(), expected.line());
            ensure!(found == expected, "the difference is {expected}, not {found}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let mut answer = Answer::new(board.parts().iter().map(Board::line).join(" = "));
        for (name, path) in ["inside loop 1", "inside loop 2"].into_iter().zip(self.loops()) {
            let area = self.enclosed(path.1).map(|area| area.closed_form());
            answer = answer.remark(name, area.unwrap_or_default());
        }
        let diameters = self.circles().into_iter().flat_map(|(smallest, step)| {
            (0..=self.rings()).rev().map(move |ring| smallest + step * ring)
        });
        let diameters = diameters.map(|diameter| diameter.to_string()).collect_vec();
        answer.remark("diameters", diameters.join(", "))
    }

    /// Both loops, side by side; their quarters are so thin that they are lines.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const SIZE: f64 = 10.0;
        let mut picture = Picture::canvas(2.0 * SIZE + 2.0, SIZE);
        for ((_, path), left) in self.loops().into_iter().zip([0.0, SIZE + 2.0]) {
            let arcs = self.arcs(path);
            let points = || arcs.iter().flatten().copied();
            let range = |coordinate: fn((f64, f64)) -> f64| {
                let values = points().map(coordinate);
                values.fold((0.0_f64, 0.0_f64), |(low, high), x| (low.min(x), high.max(x)))
            };
            let [(west, east), (south, north)] = [range(|point| point.0), range(|point| point.1)];
            let unit = SIZE / (east - west).max(north - south);
            let at = |(x, y): (f64, f64)| (left + (x - west) * unit, (north - y) * unit);
            for (arc, quarter) in arcs.iter().zip(&path.0) {
                let mut colours = self.colours.split_whitespace().zip(0..);
                let colour = colours.find(|(colour, _)| *colour == quarter.colour);
                let arc = arc.iter().copied().map(at).collect_vec();
                picture.line(&arc, colour.map_or(Ink::Text, |(_, index)| Ink::Colour(index)), 0.2);
                // The colour's name, outside the loop.
                let [first, middle, last] = [0, arc.len() / 2, arc.len() - 1].map(|k| arc[k]);
                let chord = (f64::midpoint(first.0, last.0), f64::midpoint(first.1, last.1));
                let (x, y) = (middle.0 - chord.0, middle.1 - chord.1);
                let away = if quarter.bulges_outwards { 0.5 } else { -0.5 } / x.hypot(y);
                let (x, y) = (middle.0 + away * x, middle.1 + away * y);
                picture.text_at(x, y, 0.5, &quarter.colour, Ink::Label);
            }
            if let (Some(_), Some(area)) = (board, self.enclosed(path)) {
                let (x, y) = at((f64::midpoint(west, east), f64::midpoint(south, north)));
                picture.text_at(x, y, 0.5, &area.closed_form(), Ink::Found);
            }
        }
        picture
    }

    fn random(size: usize, random: &mut Rng) -> Option<Draft> {
        let rings = 2 * random.usize(1..=size.clamp(1, 4));
        let colours = &["a", "b", "c", "d", "e", "f", "g", "h"][..rings];
        let mut path = || {
            // The second half of the loop is the first one after half a turn.
            let mut colours = colours.to_vec();
            random.shuffle(&mut colours);
            let mut signs = ["+", "-"].repeat(rings / 2 - 1);
            signs.extend(["+", "+"]);
            random.shuffle(&mut signs);
            let half = colours.iter().zip(signs).map(|(colour, sign)| format!("{colour}{sign}"));
            let half = half.collect_vec().join(" ");
            format!("{half} {half}")
        };
        let draft = Draft::new().text("loop_1", path()).text("loop_2", path());
        let draft = draft.text("colours", colours.join(" ")).number("decimals", 10);
        // A step of 1 always fits such an area.
        let rings = i64::try_from(rings).ok()?;
        let mut areas = (1..1000).map(|_| rings * (rings + 2 * random.i64(1..=99)) / 4);
        let area = areas.find(|&area| circles(area, rings).len() == 1)?;
        Some(draft.number("area", area))
    }
}
