//! The picture: the clues, the net in the colours of its walls, and the box from two sides.

use std::f64::consts::TAU;

use grid_utils::Step;
use itertools::izip;
use puzzle::prelude::*;

use crate::clue::{Clue, Mark};
use crate::fold::{Fold, Net, Surface};
use crate::{CUT, FIRST_WALL, NET, ShutTheBox, is_net};

/// The offset to the right and up of a unit away from the viewer.
const DEPTH: (f64, f64) = (0.6, 0.45);
/// The corners of a square, relative to its centre.
const CORNERS: [(f64, f64); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

pub(crate) fn picture(puzzle: &ShutTheBox, board: Option<&Board>) -> Picture {
    let clues = &puzzle.clues;
    let mut picture = Picture::grid(clues.rows(), clues.columns());
    picture.description("A net, to be cut out and folded into a box");
    let part = |cell| board.and_then(|board| board[cell]);
    for cell in clues.cells() {
        match part(cell) {
            Some(CUT) | None => &mut picture,
            Some(NET) => picture.fill(cell, Tint::Highlight),
            Some(wall) => picture.fill(cell, colour(wall)),
        };
    }
    let is_net = |cell| part(cell).is_some_and(|part| part != CUT);
    picture.borders(|one, other| is_net(one) != is_net(other));
    for (cell, clue) in clues {
        let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
        match *clue {
            Some(Clue::Number(number, mark)) => {
                draw_mark(&mut picture, mark, |(right, down)| (x + right / 2.0, y + down / 2.0));
                picture.text(cell, &number.to_string(), Ink::Given);
            }
            Some(Clue::Arrows(arrows)) => draw_arrows(&mut picture, (x, y), arrows),
            None => {}
        }
    }
    if let Some(board) = board {
        draw_box(&mut picture, puzzle, board);
    }
    picture
}

fn colour(wall: i64) -> Tint {
    Tint::Colour(u8::try_from(wall - FIRST_WALL).expect("a box has six walls"))
}

fn draw_arrows(picture: &mut Picture, (x, y): (f64, f64), arrows: [bool; 4]) {
    let directions = Direction::ALL.into_iter().zip(arrows).filter(|&(_, has_arrow)| has_arrow);
    for (down, right) in directions.map(|(direction, _)| Step::from(direction)) {
        let tip = (x + 0.44 * right as f64, y + 0.44 * down as f64);
        picture.arrow(&[(x, y), tip], Ink::Text);
    }
}

/// Draws the mark of a number on a square that may be seen from the side: `point` maps coordinates
/// from -1 to 1, right and down of its centre, to the picture.
fn draw_mark(picture: &mut Picture, mark: Option<Mark>, point: impl Fn((f64, f64)) -> (f64, f64)) {
    let outline: Vec<(f64, f64)> = match mark {
        None => return,
        Some(Mark::Square) => CORNERS.map(|(x, y)| (0.72 * x, 0.72 * y)).to_vec(),
        Some(Mark::Circle) => {
            let angles = (0..24).map(|part| f64::from(part) * TAU / 24.0);
            angles.map(|angle| (0.76 * angle.cos(), 0.76 * angle.sin())).collect()
        }
    };
    let outline: Vec<(f64, f64)> = outline.into_iter().map(point).collect();
    picture.polygon(&outline, Some(Ink::Muted), Some(Tint::Shade));
}

/// Draws the box of a whole board below the net, seen from two opposite corners.
fn draw_box(picture: &mut Picture, puzzle: &ShutTheBox, board: &Board) {
    let cells = puzzle.clues.cells().filter(|&cell| is_net(board, cell));
    let net = Net::new(cells.collect());
    let boxes = Surface::all(net.cells.len());
    let is_of_board = |fold: &Fold| {
        net.cells.iter().zip(fold.walls()).all(|(&cell, wall)| board[cell] == Some(wall))
    };
    let Some(fold) = net.folds(&boxes, puzzle).find(is_of_board) else { return };
    // The longest side goes from left to right, the shortest away from the viewer.
    let [depth, height, width] = fold.sides.map(f64::from);
    let (whole_width, columns) = (width + DEPTH.0 * depth, puzzle.clues.columns() as f64);
    let scale = ((columns - 1.0) / (2.0 * whole_width)).min(1.0);
    let left = (columns - 2.0 * scale * whole_width - 1.0) / 2.0;
    let top = puzzle.clues.rows() as f64 + 0.7;
    for (is_behind, left) in [(false, left), (true, left + scale * whole_width + 1.0)] {
        let at = |[z, y, x]: [f64; 3]| {
            let right = x + DEPTH.0 * z;
            let right = if is_behind { whole_width - right } else { right };
            (left + scale * right, top + scale * (height - y + DEPTH.1 * (depth - z)))
        };
        let visible = if is_behind { [1, -1, -1] } else { [-1, 1, 1] };
        for (&cell, pose, wall) in izip!(&net.cells, &fold.poses, fold.walls()) {
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
            let square = CORNERS.map(point);
            picture.polygon(&square, Some(Ink::Muted), Some(colour(wall)));
            let Some(Clue::Number(number, mark)) = puzzle.clues[cell] else { continue };
            draw_mark(picture, mark, point);
            picture.polygon_text(&square, &number.to_string(), Ink::Given);
        }
    }
}
