//! Polyominoes: connected shapes made of squares, the ways in which they can be turned and
//! mirrored, and their placements on a grid, as sets of cells that a search can work with.
//!
//! ```text
//! # #        # .        . # #      . # .
//! # .        # .        # # .      # # #
//!            # #        . # .      . # .
//! tromino  tetromino  pentomino F  pentomino X
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | write a shape down, turn, mirror and enlarge it | [`Polyomino`] |
//! | say whether mirror images or turns count as the same | [`Kind`] |
//! | list all shapes of a number of cells | [`polyominoes()`] |
//! | call the twelve pentominoes by their letters | [`Pentomino`] |
//! | find where a shape fits | [`Polyomino::placements`] |
//!
//! # A guide
//! In how many ways do three different pentominoes fill a rectangle of 3 x 5 cells? An exact cover:
//! the first cell that is uncovered is covered by each piece that is left, in every way.
//!
//! ```
//! use grid_utils::{CellSet, Shape};
//! use polyominoes::{Kind, Pentomino};
//!
//! let shape = Shape::<1>::new(3, 5).unwrap();
//!
//! // All placements of each pentomino, turned and mirrored, as sets of cells.
//! let placements: Vec<Vec<CellSet<1>>> = Pentomino::ALL
//!     .iter()
//!     .map(|pentomino| {
//!         let orientations = pentomino.shape().orientations(Kind::Free);
//!         orientations.iter().flat_map(|as_it_lies| as_it_lies.placements(&shape, shape.all())).collect()
//!     })
//!     .collect();
//! assert_eq!(placements[Pentomino::I as usize].len(), 3);
//! assert_eq!(placements[Pentomino::X as usize].len(), 3);
//!
//! fn tilings(pieces: &[&[CellSet<1>]], uncovered: CellSet<1>) -> usize {
//!     let Some(cell) = uncovered.first() else { return 1 };
//!     let mut count = 0;
//!     for piece in 0..pieces.len() {
//!         let fits = |cells: &&CellSet<1>| cells.contains(cell) && cells.is_subset(uncovered);
//!         for &cells in pieces[piece].iter().filter(fits) {
//!             let others = [&pieces[..piece], &pieces[piece + 1..]].concat();
//!             count += tilings(&others, uncovered - cells);
//!         }
//!     }
//!     count
//! }
//! let pieces: Vec<&[CellSet<1>]> = placements.iter().map(Vec::as_slice).collect();
//! assert_eq!(tilings(&pieces, shape.all()), 7 * 4, "seven tilings, each turned and mirrored");
//! ```

mod pentomino;
mod placements;
mod polyomino;

pub use pentomino::Pentomino;
pub use polyomino::{Kind, ParsePolyominoError, Polyomino, polyominoes};
