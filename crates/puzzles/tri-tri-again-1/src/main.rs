//! # Tri, Tri Again
//!
//! *Jane Street, October 2016.* A board of triangles has a number on each. Write 1, 17, 71 and 711
//! on the four faces of a regular tetrahedron of the same size, in any way, set it on one of the
//! triangles that have a side on the upper border, and roll it over its edges from triangle to
//! triangle. Wherever it stands, the face at the bottom must show the number of the triangle. The
//! trip ends on a triangle with a side on the lower border. The cost is the sum of the numbers on
//! which it stood, first and last included: how small can it be?
//!
//! ```text
//!     ____________      Set it on the 71 in the upper row, with 17 at the left, 1 at the right
//!    /\ 1/\71/\17/      and 711 behind. Over the left edge: it stands on the 17, with 711 at
//!   /1_\/17\/1_\/       the left, 71 at the right and 1 in front. Over the front edge: on the
//!  /\17/\ 1/\71/        1 below, with 711 still at the left and 71 at the right. Over the right
//! /71\/71\/71\/         edge: on a 71 that ends the trip. The cost is 71 + 17 + 1 + 71 = 160.
//! ```
//!
//! A row begins half a side further left than the one above. Other boards may have up to 16 rows
//! and 32 columns, and any four different faces.
//!
//! ## Boards
//! `r1c4 r1c3 r2c4 ...`: the triangles on which the tetrahedron stands. Those in odd columns point
//! up. The numbers determine the labels of the faces.
//!
//! ## Idea
//! *The path does not matter*: on every path to a triangle, the same face ends up at the bottom
//! there. Along a row the faces repeat, A B C D A B C D; in the next row they run backwards, and so
//! on:
//!
//! ```text
//!     ________________
//!    /\ B/\ D/\ B/\ D/     around each point three faces repeat, A B C A B C, and each
//!   /A_\/C_\/A_\/C_\/      triangle has the three other faces beside it: those over whose
//!  /\ C/\ A/\ C/\ A/       edges the tetrahedron rolls there
//! /D_\/B_\/D_\/B_\/
//! ```
//!
//! A single roll preserves the pattern. To the right, the right face becomes the bottom and the old
//! bottom the left face; the left face moves to the horizontal edge, and the face there to the
//! right: from A with D, B and C at the left, the right and the horizontal edge to B with A, C and
//! D, as drawn. To the left it is the mirror image. Over a horizontal edge, from A to C, the faces
//! at the left and the right stay. A test rolls at random and compares.
//!
//! So the rules need no tetrahedron: a labelling, one of 24, determines the number that each
//! triangle of the trip must have. With the borders as one more point the trip is a single loop,
//! and a cheapest trip visits no triangle twice.
//!
//! ## Sources
//! The tiling of the plane by the net of a regular tetrahedron is treated in Akiyama, "Tile-makers
//! and semi-tile-makers", 2007.

mod check;
mod constraints;
mod drawing;

use grid_puzzles::check_size;
use grid_utils::{Tiling, Triangles};
use puzzle::prelude::*;

/// The triangles of the board: even columns point up, and each row begins further left.
const TRIANGLES: Triangles = Triangles { lean: -1, first_points_up: true };
/// The most rows and columns.
const LARGEST_SIZE: (usize, usize) = (16, 32);

/// The number of a face.
type Number = Within<1, 1_000_000>;

/// An instance: the numbers on the faces and on the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriTriAgain {
    /// The numbers of the four faces, all different.
    faces: [Number; 4],
    /// The numbers on the triangles, row by row.
    numbers: Grid<Number>,
}

impl TriTriAgain {
    /// Returns whether a trip ends here: the triangle has a side on the lower border.
    fn is_finish(&self, cell: Cell) -> bool {
        cell.row + 1 == self.numbers.rows() && TRIANGLES.points_up(cell)
    }
}

/// Returns whether a trip may begin here: the triangle has a side on the upper border.
fn is_start(cell: Cell) -> bool {
    cell.row == 0 && !TRIANGLES.points_up(cell)
}

/// What sentences and pictures call the faces.
const FACES: [&str; 4] = ["A", "B", "C", "D"];

/// Returns the index of the face that lies on a triangle, on any path to it: see the crate's
/// header.
fn face_on(cell: Cell) -> usize {
    let place = cell.column % 4;
    if cell.row.is_multiple_of(2) { place } else { 3 - place }
}

puzzle::program!(TriTriAgain, explained);

impl Puzzle for TriTriAgain {
    /// Describes boards: the triangles on which the tetrahedron stands, in order.
    fn form(&self) -> Form {
        let form = Form::walk(self.numbers.rows(), self.numbers.columns());
        form.drawn_as(self.numbers.cells().map(|cell| TRIANGLES.corners(cell).collect()))
    }

    fn validate(&self) -> Result<()> {
        ensure!(self.faces.iter().all_unique(), "`faces`: expected different numbers");
        check_size("numbers", &self.numbers, LARGEST_SIZE)?;
        for (cell, number) in &self.numbers {
            ensure!(
                self.faces.contains(number),
                "`numbers`, {}: expected a number of `faces` and found \
                 {number}",
                cell.in_words()
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(self, model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::roll(self, board.walk()).map(drop)
    }

    fn answer(&self, board: &Board) -> Answer {
        let trip = board.walk();
        let numbers = || trip.iter().map(|&cell| self.numbers[cell].get());
        let cost: i64 = numbers().sum();
        let answer = Answer::new(cost)
            .score(-cost)
            .remark("triangles", trip.len())
            .remark("numbers", numbers().join(" "));
        match check::roll(self, trip) {
            Ok(first) => answer.remark("tetrahedron at the start", first),
            Err(_) => answer,
        }
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        drawing::picture(self, board)
    }
}

impl Setter for TriTriAgain {
    /// Makes random numbers, some of them those of a labelled tetrahedron.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE.0).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let rows = random.usize(1..=size);
        let columns = random.usize(1..=2 * size);
        let mut faces: Vec<i64> = (1..=20).collect();
        random.shuffle(&mut faces);
        faces.truncate(4);
        let share = random.f64();
        let numbers = Grid::from_fn(rows, columns, |cell| {
            faces[if random.f64() < share { face_on(cell) } else { random.usize(..4) }]
        });
        Some(Draft::new().value("faces", faces).text("numbers", numbers))
    }
}
