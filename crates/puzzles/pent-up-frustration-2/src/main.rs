//! # Pent-up Frustration 2
//!
//! *Jane Street, November 2022.* Seventeen regular pentagons with sides of length 1 lie on a plane.
//! Each one after the first shares a whole side with an earlier one; they may touch, but not
//! overlap. How near to each other can two of them be without touching?
//!
//! ```text
//! pentagons    a chain of them    distance of its ends
//!         3    0 2                1.0000000
//!         4    0 1 3              0.5877853, the sine of 36 degrees
//! ```
//!
//! ## Boards
//! The distance and a chain that attains it: the sides, 0 to 4, that are crossed from a pentagon to
//! the next, which lies as its mirror image. A pentagon's sides are numbered counter-clockwise, and
//! its image is numbered as the pentagon after half a turn about the middle of their common side.
//! The distance is that between the chain's first and last pentagons. The board has the first, in
//! the order of its sides, of the chains with the fewest pentagons.
//!
//! ## Derivation
//! Two pentagons of an arrangement are the ends of a chain in it, so only chains matter. A step
//! through side k moves the centre by the same vector from every unturned pentagon, and by the
//! opposite vector from every turned one; the two kinds alternate. So the end of a chain depends
//! only on how often it crosses each side in either sense, not on their order. The places that a
//! chain can reach are listed up to rotation and reflection.
//!
//! A turned pentagon touches the first one if its centre is on the outline of a pentagon with sides
//! of length 2; any other pentagon does if its centre is on the outline of a regular decagon with
//! sides of length 1. The distance is how far outside the centre lies. Squares of distances are a +
//! b sqrt(5) with fractions a and b, and are compared exactly. No chain beats the least distance in
//! the table of places. It remains to find an order of steps in which no pentagons overlap. If
//! there is none, a depth-first search proves it, and the search continues with the next distance.
//!
//! Seventeen pentagons attain the least distance of the table. From 3 up to 30 pentagons, the least
//! distances are 1 and then sin(36 degrees) divided by powers of the golden ratio: 0.588 with 4
//! pentagons, 0.363 with 7, 0.225 with 12, 0.139 with 17 and 0.086 with 28. The table alone would
//! give some of them earlier: with 15 and 16 pentagons it has a place at the distance of 17, but no
//! chain leads there.
//!
//! ## The second way
//! The checker uses neither centres nor counts. It places the corners of mirror images, which are
//! integer combinations of fifth roots of unity, recognises disjoint pentagons by a side that
//! separates them, and measures from each corner to each side. A breadth-first search finds all
//! pentagons that can be reached, overlaps or not, with their least numbers of steps. Then the
//! checker tries all chains to those nearer than claimed, and all that precede the board's,
//! backtracking where too few steps remain.
//!
//! It calculates in floating point, yet decides exactly. Replace the fifth roots of unity by their
//! squares: sqrt(5) becomes -sqrt(5), pentagons become pentagrams, each at most 2 from the one
//! before. The square of a number compared with 0, times 8, is a + b (1 + sqrt(5)) / 2 with
//! integers a and b; so is the difference of two squared distances, times 8. Its product with its
//! conjugate is an integer. The conjugate is below 30,000 for 30 pentagons, so a number other than
//! 0 is above 1 / 240,000, and rounding errors are far below the limit of 1e-9.
//!
//! ## What does not scale
//! The table grows as the fourth power of the number of pentagons. Distances without a chain become
//! ever more expensive.
//!
//! ## Sources
//! The distance by the sum of a polygon and the mirror image of another is due to Minkowski.

mod check;
mod places;
mod search;

use numbers::{decimal, fraction, written_as};
use puzzle::prelude::*;

use check::{Pentagon, Point};
use places::Surd;

/// The larger of the width and the height of a picture.
const SIZE: f64 = 10.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PentUp {
    /// The number of pentagons of an arrangement; two of them always touch.
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

puzzle::program!(PentUp, searched without rules);

impl Puzzle for PentUp {
    fn form(&self) -> Form {
        let distance =
            Form::line_in_ways("a number with seven decimals such as 0.5877853", |text| {
                written_as(text, |distance| decimal(distance, 7))
                    .filter(|text| !text.starts_with('-'))
            });
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
