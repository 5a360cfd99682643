//! The bagel and the loops, with rings that are wider than they are, as nothing could be seen else.

use std::f64::consts::FRAC_PI_2;
use std::iter;

use picture::{Ink, Picture, Tint};

use crate::{Bagel, Quarter};

type Point = (f64, f64);

/// The width of a ring and the radius of the hole.
const WIDTH: f64 = 0.4;
const HOLE: f64 = 1.2;
/// How many pieces of line an arc has.
const PIECES: u8 = 48;

/// The colour of a ring, as near to its name as the palette has it.
fn tint(bagel: &Bagel, ring: usize) -> Option<Tint> {
    /// The palette by its initials: there is no purple, for which a pale blue stands.
    const PALETTE: &str = "boygr p";
    let named = bagel.colours.chars().nth(ring).and_then(|colour| PALETTE.find(colour));
    u8::try_from(named.unwrap_or(ring)).ok().map(Tint::Colour)
}

/// Points of an arc, from the angle 0, clockwise on the screen.
fn arc(
    (x, y): Point,
    radius: f64,
    start: f64,
    turn: f64,
) -> impl DoubleEndedIterator<Item = Point> {
    (0..=PIECES).map(move |piece| {
        let angle = start + turn * f64::from(piece) / f64::from(PIECES);
        (x + radius * angle.cos(), y + radius * angle.sin())
    })
}

/// The quarters of a loop as polygons, with their rings.
fn bands(quarters: &[Quarter], rings: usize) -> Vec<(usize, Vec<Point>)> {
    let mut bands = Vec::new();
    let (mut place, mut heading) = ((0.0, 0.0), 0.0);
    for &Quarter { ring, is_outward } in quarters {
        let inner = HOLE + WIDTH * (rings - 1 - ring) as f64;
        let turn = if is_outward { FRAC_PI_2 } else { -FRAC_PI_2 };
        // The middle of the ring's end is here, and its centre at the right or at the left.
        let (radius, side): (f64, f64) = (inner + WIDTH / 2.0, heading + turn);
        let centre = (place.0 + radius * side.cos(), place.1 + radius * side.sin());
        let start = side + 2.0 * FRAC_PI_2;
        let back = arc(centre, inner + WIDTH, start, turn).rev();
        bands.push((ring, arc(centre, inner, start, turn).chain(back).collect()));
        place = arc(centre, radius, start, turn).next_back().unwrap_or(place);
        heading += turn;
    }
    bands
}

/// The rings as discs, the outer ones first.
fn discs(rings: usize) -> Vec<(usize, Vec<Point>)> {
    let disc = |ring: usize| {
        let radius = HOLE + WIDTH * (rings - ring) as f64;
        (ring, arc((0.0, 0.0), radius, 0.0, 4.0 * FRAC_PI_2).collect())
    };
    (0..rings).map(disc).collect()
}

/// The bagel and the loops, side by side, with texts in the loops.
pub(crate) fn picture(bagel: &Bagel, areas: [&str; 2]) -> Picture {
    let rings = bagel.rings();
    let loops = bagel.loops.iter().filter_map(|text| bagel.quarters(text).ok());
    let loops = loops.map(|quarters| bands(&quarters, rings)).zip(areas);
    let mut picture = Picture::canvas(0.0, 0.0);
    let mut left = 0.0;
    for (shape, text) in iter::once((discs(rings), "")).chain(loops) {
        let points = || shape.iter().flat_map(|(_, points)| points);
        let ends = |of: fn(&Point) -> f64| {
            let least = points().map(of).fold(f64::INFINITY, f64::min);
            (least, points().map(of).fold(f64::NEG_INFINITY, f64::max))
        };
        let (x, y) = (ends(|point| point.0), ends(|point| point.1));
        for (ring, points) in &shape {
            let moved: Vec<Point> =
                points.iter().map(|point| (point.0 - x.0 + left, point.1 - y.0)).collect();
            picture.polygon(&moved, Some(Ink::Muted), tint(bagel, *ring));
        }
        if text.is_empty() {
            let middle = (x.1 - x.0) / 2.0;
            picture.circle(left + middle, middle, HOLE, Ink::Muted, Some(Tint::Shade));
        }
        picture.text_at(left + (x.1 - x.0) / 2.0, (y.1 - y.0) / 2.0, 0.6, text, Ink::Found);
        left += x.1 - x.0 + 1.0;
    }
    picture
}
