//! The picture: the clues, the net in the colours of its walls, and the box from two sides.

use std::f64::consts::TAU;

use ::picture::{Ink, Picture, Tint};
use grid_utils::{Cell, Direction, Grid};
use itertools::izip;

use crate::clue::{Clue, Mark, Part};
use crate::fold::{Net, Pose, Surface};
use crate::search::walls;
use crate::{Board, ShutTheBox};

/// How far a unit away from the viewer goes to the right and up.
const DEPTH: (f64, f64) = (0.6, 0.45);

pub(crate) fn picture(puzzle: &ShutTheBox, board: Option<&Board>) -> Picture {
    let clues = &puzzle.clues;
    let mut picture = Picture::grid(clues.rows(), clues.columns());
    picture.title("Shut the Box").description("A net, to be cut out and folded into a box");
    let part = |cell| board.and_then(|board| board.get(cell).copied().flatten());
    for cell in clues.cells() {
        match part(cell) {
            Some(Part::Wall(wall)) => picture.fill(cell, Tint::Colour(wall)),
            Some(Part::Net) => picture.fill(cell, Tint::Highlight),
            Some(Part::Cut) | None => &mut picture,
        };
    }
    let is_net = |cell| part(cell).is_some_and(|part| part != Part::Cut);
    picture.borders(|one, other| is_net(one) != is_net(other));
    for (cell, clue) in clues {
        let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
        match *clue {
            Some(Clue::Number(number, mark)) => {
                match mark {
                    Some(Mark::Circle) => picture.circle(x, y, 0.38, Ink::Muted, Some(Tint::Shade)),
                    Some(Mark::Square) => {
                        let corner = (x - 0.36, y - 0.36);
                        picture.rectangle(corner, (0.72, 0.72), Ink::Muted, Some(Tint::Shade))
                    }
                    None => &mut picture,
                };
                picture.text(cell, &number.to_string(), Ink::Given);
            }
            Some(clue) => draw_arrows(&mut picture, (x, y), clue),
            None => {}
        }
    }
    if let Some((sides, placed)) = board.and_then(|board| fold(clues, board)) {
        draw_box(&mut picture, clues, sides, &placed);
    }
    picture
}

fn draw_arrows(picture: &mut Picture, (x, y): (f64, f64), clue: Clue) {
    for direction in clue.directions().into_iter().flat_map(|[arrows, _]| arrows) {
        let (right, down) = match direction {
            Direction::North => (0.0, -1.0),
            Direction::East => (1.0, 0.0),
            Direction::South => (0.0, 1.0),
            Direction::West => (-1.0, 0.0),
        };
        let at = |ahead: f64, aside: f64| {
            (x + ahead * right - aside * down, y + ahead * down + aside * right)
        };
        picture.line(&[(x, y), at(0.25, 0.0)], Ink::Text, 0.06);
        let head = [at(0.44, 0.0), at(0.22, 0.13), at(0.22, -0.13)];
        picture.polygon(&head, Some(Ink::Text), Some(Tint::Shade));
    }
}

/// A cell on the box, with the number of its wall.
type Placed = (Cell, Pose, u8);

/// The sides of a whole board's box, and how its cells lie on it.
fn fold(clues: &Grid<Option<Clue>>, board: &Board) -> Option<([i32; 3], Vec<Placed>)> {
    let cells = board.iter().filter(|&(_, &part)| part != Some(Part::Cut)).map(|(cell, _)| cell);
    let net = Net::new(cells.collect());
    let fits = clues.rows() == board.rows() && clues.columns() == board.columns();
    let boxes = if fits { Surface::all(net.cells.len()) } else { Vec::new() };
    let (surface, poses) = net.folds(&boxes, clues).find(|(_, poses)| {
        let mut placed = net.cells.iter().zip(walls(poses));
        placed.all(|(&cell, wall)| board[cell] == Some(Part::Wall(wall)))
    })?;
    let placed =
        izip!(&net.cells, &poses, walls(&poses)).map(|(&cell, &pose, wall)| (cell, pose, wall));
    Some((surface.sides, placed.collect()))
}

/// Draws the box below the net, as seen from a corner and from the opposite one.
fn draw_box(picture: &mut Picture, clues: &Grid<Option<Clue>>, sides: [i32; 3], placed: &[Placed]) {
    // The longest side goes from left to right, the shortest away from the viewer.
    let [depth, height, width] = sides.map(f64::from);
    let (whole_width, columns) = (width + DEPTH.0 * depth, clues.columns() as f64);
    let scale = ((columns - 1.0) / (2.0 * whole_width)).min(1.0);
    let left = (columns - 2.0 * scale * whole_width - 1.0) / 2.0;
    let top = clues.rows() as f64 + 0.7;
    for (is_behind, left) in [(false, left), (true, left + scale * whole_width + 1.0)] {
        let at = |[z, y, x]: [f64; 3]| {
            let (right, down) = if is_behind {
                let back = depth - z;
                (width - x + DEPTH.0 * back, height - y + DEPTH.1 * back)
            } else {
                (x + DEPTH.0 * z, height - y + DEPTH.1 * (depth - z))
            };
            (left + scale * right, top + scale * down)
        };
        let visible = if is_behind { [1, -1, -1] } else { [-1, 1, 1] };
        for &(cell, pose, wall) in placed {
            if (0..3).any(|axis| pose.out[axis] == -visible[axis]) {
                continue;
            }
            let point = |(right, down): (f64, f64)| {
                let sum = |axis| {
                    let [middle, u, v] =
                        [pose.middle, pose.right, pose.down()].map(|one| f64::from(one[axis]));
                    (middle + right * u + down * v) / 2.0
                };
                at([sum(0), sum(1), sum(2)])
            };
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let square = corners.map(point);
            picture.polygon(&square, Some(Ink::Muted), Some(Tint::Colour(wall)));
            let Some(Clue::Number(number, mark)) = clues[cell] else { continue };
            let outline: Vec<(f64, f64)> = match mark {
                Some(Mark::Square) => corners.map(|(x, y)| (0.72 * x, 0.72 * y)).to_vec(),
                Some(Mark::Circle) => {
                    let angles = (0..24).map(|part| f64::from(part) * TAU / 24.0);
                    angles.map(|angle| (0.76 * angle.cos(), 0.76 * angle.sin())).collect()
                }
                None => Vec::new(),
            };
            let outline: Vec<(f64, f64)> = outline.into_iter().map(point).collect();
            picture.polygon(&outline, Some(Ink::Muted), Some(Tint::Shade));
            picture.polygon_text(&square, &number.to_string(), Ink::Given);
        }
    }
}
