//! # Pent-up Frustration 2
//!
//! *Jane Street, November 2022.* Seventeen regular pentagons with sides of length 1 lie on a plane.
//! Each one laid after the first shares a whole side with one that lies there already; they may
//! touch, but not overlap. How near to each other can two of them be without touching?
//!
//! ```text
//! pentagons    a chain of them    distance of its ends
//!         3    0 2                1.0000000
//!         4    0 1 3              0.5877853, the sine of 36 degrees
//! ```
//!
//! ## Boards
//! The distance and a chain that shows it: the sides, 0 to 4, through which one goes from a pentagon to
//! the next, which lies as its mirror image. A pentagon's sides are numbered counter-clockwise, and
//! its image is numbered as the pentagon is after half a turn about the middle of their common side.
//! The distance is that of the chain's first and last pentagons. Of all such chains the board has one
//! with the fewest pentagons, and of these the first in the order of its sides.
//!
//! ## Why the number is what it is
//! Two pentagons of an arrangement are the ends of a chain in it, so chains are all that matters. A step
//! through side k moves the centre by the same vector from every pentagon that lies as the first one
//! does, and by the opposite vector from every turned one, which take turns. So the place where a chain
//! ends depends on how often it goes through each side in one sense and in the other, and on no order:
//! up to 17 pentagons lead to 27,501 places, of 2,805 kinds that are no rotations or mirror images of
//! each other.
//!
//! A turned pentagon touches the first one if its centre is on the outline of a pentagon with sides of
//! length 2; any other pentagon if its centre is on the outline of a regular decagon whose sides have
//! length 1. How far outside the centre is, is the distance. Squares of distances are a + b sqrt(5)
//! with fractions a and b, and compared exactly. No chain does better than the least distance in
//! the table of places. It remains to find an order of steps in which no pentagons overlap. Where
//! there is none, a depth-first search proves it, and the next distance has its turn.
//!
//! Seventeen pentagons attain the least one of the table. From 3 up to 30 pentagons, the least
//! distances are 1 and then sin(36 degrees) divided by powers of the golden ratio: 0.588 with 4
//! pentagons, 0.363 with 7, 0.225 with 12, 0.139 with 17 and 0.086 with 28. The table alone would
//! promise some of them earlier: with 15 and 16 pentagons the distance of 17 has a place, but no
//! chain.
//!
//! ## The second way
//! The checker knows neither centres nor counts. It lays the corners of mirror images, which are whole
//! combinations of fifth roots of unity, tells pentagons apart by a side that separates them, and
//! measures from each corner to each side. A breadth-first search finds all pentagons that can be
//! reached, overlaps or not, and in how many steps at least. Then the checker tries all chains to those
//! that are nearer than claimed, and all that should come before the board's, turning back where too
//! few steps are left.
//!
//! It calculates in floating point, and yet decides exactly. Replace the fifth roots of unity by their
//! squares: sqrt(5) becomes -sqrt(5), pentagons become pentagrams, and each of these is moved by 2
//! at most from the one before. The square of what is compared with 0, times 8, is a + b (1 + sqrt(5)) / 2
//! with whole a and b; so is the difference of two squared distances, times 8. Multiplied by the
//! number that it becomes, it is whole. That number is below 30,000 for 30 pentagons, so what is
//! not 0 is above 1 / 240,000, and rounding errors are far below the limit of 1e-9.
//!
//! ## What does not scale
//! The table grows as the fourth power of the number of pentagons. Distances without a chain cost more
//! and more: 1,200 nodes for 16 pentagons, 88,000 for 27.
//!
//! ## Sources
//! Distances by the sum of a polygon and the mirror image of another are Minkowski's.

mod check;
mod places;
mod search;

use anyhow::Result;
use grid_utils::Within;
use itertools::Itertools;
use numbers::fraction;
use picture::{Ink, Picture, Tint};
use puzzle::{Answer, Board, Draft, Flow, Form, Layout, Puzzle, Rng, Search, Setter};
use serde::Deserialize;

use check::{Pentagon, Point};
use places::Surd;

/// The larger of width and height of a picture.
const SIZE: f64 = 10.0;

/// An instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PentUp {
    /// How many pentagons an arrangement has; two of them always touch.
    pentagons: Within<3, 30>,
}

/// Returns the distance to seven decimals, from 80 times its square.
fn decimals(distance: Surd) -> Option<String> {
    (distance.interval() / 80).sqrt().decimal(7)
}

/// Returns the square of a distance in closed form, from 80 times the square.
fn closed_form(distance: Surd) -> String {
    let [whole, roots] = [distance.whole, distance.roots].map(|part| fraction(part, 80));
    match distance.roots {
        0 => whole.to_string(),
        ..0 => format!("{whole} - {} sqrt(5)", -roots),
        _ => format!("{whole} + {roots} sqrt(5)"),
    }
}

/// Returns the sides of a board's chain.
fn sides(board: &Board) -> Vec<usize> {
    board.parts()[1].list().iter().filter_map(|&side| usize::try_from(side).ok()).collect()
}

/// Returns the mean of some points.
fn centre<const COUNT: usize>(points: [Point; COUNT]) -> Point {
    let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / COUNT as f64;
    (mean(|point| point.0), mean(|point| point.1))
}

puzzle::program!(PentUp);

impl Puzzle for PentUp {
    fn form(&self) -> Form {
        let is_decimal = |text: &str| {
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let parts = text.split_once('.');
            parts.is_some_and(|(whole, rest)| digits(whole) && digits(rest) && rest.len() == 7)
        };
        let distance = Form::line("a number with seven decimals such as 0.5877853", is_decimal);
        Form::parts(Layout::Lines, [("distance", distance), ("sides", Form::list(0..=4))])
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self.pentagons.size(), &sides(board), board.parts()[0].line())
    }

    fn answer(&self, board: &Board) -> Answer {
        let sides = sides(board);
        let end = sides.iter().fold([0; 5], |place, &side| places::step(place, side));
        let answer = Answer::enclosed(board.parts()[0].line());
        match places::distance(end) {
            Some(distance) => answer.remark("squared", closed_form(distance)),
            None => answer,
        }
    }

    /// Draws the chain, its ends in colour; unsolved, a pentagon and a mirror image with the
    /// numbers of their sides.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let sides = board.map(sides);
        let mut chain = vec![Pentagon::FIRST];
        for &side in sides.as_deref().unwrap_or(&[1]) {
            chain.extend(chain.last().map(|last| last.mirrored(side)));
        }
        let chain = chain.into_iter().map(Pentagon::points).collect_vec();
        let bounds = |of: fn(&Point) -> f64| {
            let (least, most) = chain.iter().flatten().map(of).minmax().into_option()?;
            Some((least, most - least))
        };
        let Some(((left, width), (low, height))) = bounds(|at| at.0).zip(bounds(|at| at.1)) else {
            return Picture::canvas(SIZE, SIZE);
        };
        let scale = SIZE / width.max(height);
        let place = |(x, y): Point| (scale * (x - left), scale * (low + height - y));
        let mut picture = Picture::canvas(scale * width, scale * height);
        let is_end = |number: usize| number == 0 || number + 1 == chain.len();
        for (number, pentagon) in chain.iter().enumerate() {
            let corners = pentagon.map(place);
            let tint = if is_end(number) { Tint::Colour(0) } else { Tint::Shade };
            picture.polygon(&corners, Some(Ink::Text), Some(tint));
            if sides.is_some() {
                picture.polygon_text(&corners, &(number + 1).to_string(), Ink::Label);
                continue;
            }
            let (x, y) = centre(corners);
            for (side, (begin, end)) in corners.into_iter().circular_tuple_windows().enumerate() {
                let (across, up) = centre([begin, end]);
                let (across, up) = (x + 0.8 * (across - x), y + 0.8 * (up - y));
                picture.text_at(across, up, 0.5, &side.to_string(), Ink::Label);
            }
        }
        if let (Some(board), [first, .., last]) = (board, chain.as_slice()) {
            let (one, other) = check::nearest(first, last);
            let (one, other) = (place(one), place(other));
            let (x, y) = centre([one, other]);
            picture.line(&[one, other], Ink::Accent, 0.06);
            picture.circle(x, y, check::length((one, other)), Ink::Accent, None);
            let distance = board.parts()[0].line();
            picture.caption([format!("The first and the last pentagon are {distance} apart.")]);
        }
        picture
    }
}

impl Setter for PentUp {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(Draft::new().number("pentagons", random.usize(3..=3 + size.min(15))))
    }
}
