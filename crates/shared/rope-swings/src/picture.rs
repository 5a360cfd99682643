//! The picture: posts, and the way of the particle with its ropes.

use grid_puzzles::draw;
use puzzle::prelude::*;

use crate::ride::{self, Rest};
use crate::{Field, Point, cell, index, point};

/// The lines that stand for a full turn.
const LINES: f64 = 90.0;

/// Draws the instance, and the swings of a route: where each starts, its post, and where it ends.
pub(crate) fn picture(field: &Field, swings: &[[Cell; 3]], posts_go: bool) -> Picture {
    let mut picture = Picture::grid(index(field.rows), index(field.columns));
    draw::chess_labels(&mut picture, index(field.rows), index(field.columns));
    picture.fill_cells([field.start(), field.goal()].map(cell), Tint::Highlight);
    let mut posts = field.posts.clone();
    for (number, &[from, post, to]) in swings.iter().enumerate() {
        let ink = Ink::Colour(u8::try_from(number % 9).unwrap_or(0));
        let [from, post, to] = [from, post, to].map(point);
        let rests = if from == post { Vec::new() } else { ride::rests(field, &posts, from, post) };
        match rests.iter().filter(|rest| rest.cell == to).min_by_key(|rest| rest.parts.len()) {
            Some(rest) => {
                let pivots = rest.parts.iter().map(|part| part.pivot);
                let rope = pivots.chain([to]).map(place).collect_vec();
                picture.faint_line(&[place(from), place(post)], ink, 0.05);
                picture.faint_line(&rope, ink, 0.05).arrow(&way(rest), ink);
            }
            None => drop(picture.line(&[from, post, to].map(place), Ink::Warning, 0.05)),
        }
        if posts_go {
            posts.retain(|&other| other != post);
        }
    }
    for &post in &field.posts {
        let (x, y) = place(post);
        let tint = if posts.contains(&post) { Tint::Black } else { Tint::Shade };
        picture.circle(x, y, 0.2, Ink::Text, Some(tint));
    }
    picture
}

/// Returns the centre of a cell.
fn place((column, row): Point) -> (f64, f64) {
    (column as f64 + 0.5, row as f64 + 0.5)
}

/// Returns points on the way of the particle.
fn way(rest: &Rest) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    for part in &rest.parts {
        let [from, to] = [part.from, part.to].map(|(x, y)| (y as f64).atan2(x as f64));
        let turn = (to - from) * if rest.sense < 0 { -1.0 } else { 1.0 };
        let turn = if turn <= 1e-9 { turn + std::f64::consts::TAU } else { turn };
        let lines =
            (1..).take_while(|&line| f64::from(line) < turn / std::f64::consts::TAU * LINES);
        let lines = lines.count() + 1;
        let (x, y) = place(part.pivot);
        let radius = part.rope.enclosure().to_f64();
        for line in 0..=lines {
            let angle = turn * line as f64 / lines as f64;
            let angle = from + if rest.sense < 0 { -angle } else { angle };
            points.push((x + radius * angle.cos(), y + radius * angle.sin()));
        }
    }
    points
}
