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
//! r+ p+ b+ g- r+ p+ b+ g-      113/8 pi + 167/4
//! r+ p- b+ g+ r+ p- b+ g+       61/8 pi + 159/4      the difference is 13/2 pi + 2
//! ```
//!
//! ## Boards
//! The difference as a closed form, and as a decimal number.
//!
//! ## Idea
//! All ends have the same width, so the diameters grow by the same step k from ring to ring. Let d
//! be the smallest of the seven: (d + 6k)^2 - d^2 = 4 * 2019, hence 6k (2d + 6k) = 8076. Both
//! factors are even and the second one is larger, so they are 2 * 4038 or 6 * 1346, and only 6 is a
//! multiple of 6: the diameters are 670 to 676.
//!
//! The inside of a loop ends at the inner circle of a quarter that bulges outwards, and at the
//! outer circle of one that bulges inwards. Follow this edge. A quarter with radius r leads r ahead
//! and r to the side, so the joints have rational coordinates. The area of the polygon of all
//! joints is rational, and a quarter adds or removes the segment between arc and chord, which is
//! (pi/4 - 1/2) r^2. So each area is a + b pi with fractions a and b.
//!
//! The loops have the same quarters, but purple, blue, green and yellow bulge the other way. The
//! enclosed areas, over two million, are almost the same: the factors of pi differ by
//!
//! 2 (671^2 - 2 * 673^2 + 675^2) / 16 = 1.
//!
//! ## The second way
//! The checker follows the other edge. It uses the centres of the arcs instead of chords: by
//! Green's theorem, an arc from p to q around c adds c x (q - p) / 2 + r^2 pi/4 to the area. It
//! subtracts the quarters from the area inside the outer edge. It finds the diameters by trying
//! all. All numbers are fractions.
//!
//! ## Readings
//! "Enclosed" means inside the inner edge. With the quarters, both areas grow by 2019 pi / 2, and
//! the difference is the same.
//!
//! ## What does not scale
//! Loops have to close; whether they cross themselves is not checked, and areas that they go round
//! twice count twice.

mod check;

use std::fmt;

use grid_utils::Token;
use itertools::chain;
use numbers::{Fraction, Interval, decimal, fraction, number_form};
use puzzle::prelude::*;

/// The colours of the rings, from the outside in.
const COLOURS: [&str; 6] = ["r", "p", "b", "g", "y", "o"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bagel {
    /// The area of all rings, in units of pi.
    area: Within<1, 1_000_000>,
    loop_1: Loop,
    loop_2: Loop,
    /// The number of digits after the decimal point.
    decimals: Within<1, 18>,
}

/// Quarters in clockwise order.
type Loop = Grid<Quarter>;

/// A quarter of a ring.
struct Quarter {
    /// The number of the ring, from the outside in.
    ring: u8,
    /// 1 if it bulges outwards, -1 if it bulges inwards.
    bulge: i64,
}

impl Token for Quarter {
    fn parse_token(text: &str) -> Result<Self, String> {
        let mut all = (0..).zip(COLOURS).cartesian_product([("+", 1), ("-", -1)]);
        let found = all.find(|((_, colour), (sign, _))| format!("{colour}{sign}") == text);
        let quarter = found.map(|((ring, _), (_, bulge))| Quarter { ring, bulge });
        quarter.ok_or_else(|| format!("one of {} with + or -", COLOURS.join(", ")))
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.bulge > 0 { "+" } else { "-" };
        write!(f, "{}{sign}", COLOURS[usize::from(self.ring)])
    }
}

/// A point or a vector; the unit is half of a unit of diameter.
type Vector = [i64; 2];

const UP: Vector = [0, 1];

fn plus(first: Vector, second: Vector, times: i64) -> Vector {
    [first[0] + times * second[0], first[1] + times * second[1]]
}

fn cross(first: Vector, second: Vector) -> i64 {
    first[0] * second[1] - first[1] * second[0]
}

/// Returns the direction after a quarter.
fn turned([x, y]: Vector, quarter: &Quarter) -> Vector {
    [y * quarter.bulge, -x * quarter.bulge]
}

/// A quarter of a loop's inner edge: its displacement in its first direction, and to the side.
struct Arc<'l> {
    quarter: &'l Quarter,
    from: Vector,
    ahead: Vector,
    aside: Vector,
    to: Vector,
}

/// The area `rational + of_pi pi`.
struct Area {
    rational: Fraction,
    of_pi: Fraction,
}

impl Area {
    fn value(&self) -> Interval {
        Interval::PI * &self.of_pi + &self.rational
    }

    /// Returns the difference of two areas, the larger one first.
    fn distance(self, other: Area) -> Area {
        if self.value().certainly_less(other.value()) {
            return other.distance(self);
        }
        Area { rational: self.rational - other.rational, of_pi: self.of_pi - other.of_pi }
    }

    /// Returns a text such as `3/2 pi - 1`.
    fn closed_form(&self) -> String {
        let text = format!("{} pi + {}", self.of_pi, self.rational).replace("+ -", "- ");
        let short = ["1 ", "0 pi + "].iter().find_map(|&start| text.strip_prefix(start));
        let short = short.unwrap_or(&text);
        short.strip_suffix(" + 0").unwrap_or(short).to_owned()
    }
}

/// Returns the possible smallest diameters and steps to the next one for rings of this area.
fn circles(area: i64, rings: u8) -> Vec<[i64; 2]> {
    let product = 4 * area;
    let widths = (1..).map(|step| [step, step * i64::from(rings)]);
    let widths = widths.take_while(|[_, width]| width * width < product);
    // The product is width (2 d + width).
    let fits = |width| product % width == 0 && (product / width - width) % 2 == 0;
    let fitting = widths.filter(|&[_, width]| fits(width));
    fitting.map(|[step, width]| [(product / width - width) / 2, step]).collect()
}

impl Bagel {
    fn loops(&self) -> [&Loop; 2] {
        [&self.loop_1, &self.loop_2]
    }

    fn quarters(&self) -> impl Iterator<Item = &Quarter> {
        chain(self.loop_1.values(), self.loop_2.values())
    }

    fn rings(&self) -> u8 {
        self.quarters().map(|quarter| quarter.ring + 1).max().unwrap_or(1)
    }

    /// Returns the inner and the outer diameter of a quarter's ring.
    fn ring(&self, quarter: &Quarter, [smallest, step]: [i64; 2]) -> [i64; 2] {
        let outer = smallest + step * i64::from(self.rings() - quarter.ring);
        [outer - step, outer]
    }

    /// Returns the inner edge of a loop.
    fn inner_edge<'l>(&self, path: &'l Loop) -> Vec<Arc<'l>> {
        let circles = circles(self.area.get(), self.rings())[0];
        let (mut from, mut direction) = ([0, 0], UP);
        let arc = |quarter| {
            let [inner, outer] = self.ring(quarter, circles);
            let radius = if quarter.bulge > 0 { inner } else { outer };
            let ahead = plus([0, 0], direction, radius);
            direction = turned(direction, quarter);
            let aside = plus([0, 0], direction, radius);
            let to = plus(plus(from, ahead, 1), aside, 1);
            Arc { quarter, from: std::mem::replace(&mut from, to), ahead, aside, to }
        };
        path.values().map(arc).collect()
    }

    /// Returns the area inside a loop.
    fn enclosed(&self, path: &Loop) -> Area {
        let (mut polygon, mut squares) = (0, 0);
        for arc in self.inner_edge(path) {
            polygon += cross(arc.to, arc.from);
            // The square of the radius.
            squares += arc.quarter.bulge * cross(arc.aside, arc.ahead).abs();
        }
        Area { rational: fraction(polygon - squares, 8), of_pi: fraction(squares, 16) }
    }

    /// Returns the board of a difference.
    fn board(&self, difference: &Area) -> Option<Board> {
        let value = difference.value().decimal(self.decimals.size())?;
        Some(Board::Parts([difference.closed_form(), value].map(Board::Line).into()))
    }
}

puzzle::program!(Bagel, searched without rules);

impl Puzzle for Bagel {
    fn form(&self) -> Form {
        let is_closed = |text: &str| text.chars().all(|char| "0123456789/pi +-".contains(char));
        let closed = Form::line("a number such as 3/2 pi - 1", is_closed);
        let decimals = self.decimals.size();
        let value = number_form(move |value| decimal(value, decimals));
        Form::parts(Layout::Lines, [("difference", closed), ("value", value)])
    }

    fn validate(&self) -> Result<()> {
        for (ring, colour) in (0..self.rings()).zip(COLOURS) {
            let found = self.quarters().filter(|quarter| quarter.ring == ring).count();
            ensure!(
                found == 4,
                "`loop_1`, `loop_2`: expected 4 quarters of {colour}, found {found}"
            );
        }
        let found = circles(self.area.get(), self.rings()).len();
        ensure!(found == 1, "`area`: expected exactly one set of circles with it, found {found}");
        for (key, path) in ["loop_1", "loop_2"].into_iter().zip(self.loops()) {
            let turns: i64 = path.values().map(|quarter| quarter.bulge).sum();
            let end = self.inner_edge(path).last().map(|arc| arc.to);
            ensure!(turns == 4 && end == Some([0, 0]), "`{key}` does not close, clockwise");
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let [one, other] = self.loops().map(|path| self.enclosed(path));
        search.known_value(self.board(&one.distance(other)))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let difference = check::difference(self)?;
        let expected = self.board(&difference).context("some digit is not known")?;
        for (found, expected) in board.parts().iter().zip(expected.parts()) {
            let (found, expected) = (found.line(), expected.line());
            ensure!(found == expected, "the difference is {expected}, not {found}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let [one, other] = self.loops().map(|path| self.enclosed(path).closed_form());
        let [smallest, step] = circles(self.area.get(), self.rings())[0];
        let diameters = (0..=i64::from(self.rings())).rev().map(|ring| smallest + step * ring);
        Answer::new(board.parts().iter().map(Board::line).join(" = "))
            .remark("inside loop 1", one)
            .remark("inside loop 2", other)
            .remark("diameters", diameters.format(", "))
    }

    /// Draws the inner edges of both loops; the quarters are so thin that they look like lines.
    fn picture(&self, board: Option<&Board>) -> Picture {
        const SIZE: f64 = 10.0;
        const STEPS: u32 = 16;
        let mut picture = Picture::canvas(2.0 * SIZE + 2.0, SIZE);
        for (path, left) in self.loops().into_iter().zip([0.0, SIZE + 2.0]) {
            let arcs = self.inner_edge(path);
            let [(west, east), (south, north)] = [0, 1].map(|k| {
                let ends = arcs.iter().map(|arc| arc.to[k] as f64);
                ends.minmax().into_option().unwrap_or_default()
            });
            let unit = SIZE / (east - west).max(north - south);
            let at = |x: f64, y: f64| (left + (x - west) * unit, (north - y) * unit);
            for arc in &arcs {
                // From the centre, in units of the radius.
                let point = |forth: f64, back: f64| {
                    let [x, y] = [0, 1].map(|k| {
                        let [ahead, aside] = [arc.ahead[k], arc.aside[k]].map(|x| x as f64);
                        arc.from[k] as f64 + aside + forth * ahead - back * aside
                    });
                    at(x, y)
                };
                let angles = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
                let angles = angles.map(|turn| (turn * std::f64::consts::FRAC_PI_2).sin_cos());
                let points = angles.map(|(sin, cos)| point(sin, cos)).collect_vec();
                picture.line(&points, Ink::Colour(arc.quarter.ring), 0.2);
                // The colour's name, outside the loop.
                let away = 0.7 + 0.2 * arc.quarter.bulge as f64;
                let (x, y) = point(away, away);
                picture.text_at(x, y, 0.65, COLOURS[usize::from(arc.quarter.ring)], Ink::Label);
            }
            if board.is_some() {
                let (x, y) = at(f64::midpoint(west, east), f64::midpoint(south, north));
                let area = self.enclosed(path).closed_form().replace("pi", "π");
                picture.text_at(x, y, 0.65, &area, Ink::Found);
            }
        }
        picture
    }
}

impl Setter for Bagel {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rings = 2 * random.u8(1..=u8::try_from(size.clamp(1, 3)).unwrap_or(3));
        let mut path = || {
            // The second half of the loop is the first one after half a turn.
            let mut colours = COLOURS[..usize::from(rings)].to_vec();
            random.shuffle(&mut colours);
            let mut signs = ["+", "-"].repeat(colours.len() / 2 - 1);
            signs.extend(["+", "+"]);
            random.shuffle(&mut signs);
            let mut half =
                colours.iter().zip(signs).map(|(colour, sign)| format!("{colour}{sign}"));
            [half.join(" ").as_str(); 2].join(" ")
        };
        let draft = Draft::new().text("loop_1", path()).text("loop_2", path());
        // A step of 1 always fits such an area.
        let width = i64::from(rings);
        let mut areas = (1..1000).map(|_| width * (width + 2 * random.i64(1..=99)) / 4);
        let area = areas.find(|&area| circles(area, rings).len() == 1)?;
        Some(draft.number("area", area).number("decimals", 10))
    }
}
