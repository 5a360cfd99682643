//! Walks of chess pieces, or of anything that leaps and slides, over a board: where a piece can go,
//! and where it can be after each jump. Sets of cells are bit sets.
//!
//! ```text
//! . 1 . 1 .      . B . . .
//! 1 . . . 1      . . B . R
//! . . N . .      B B B Q B      a knight, and a queen, which goes like a rook and a bishop
//! 1 . . . 1
//! . 1 . 1 .
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | say how a piece moves, and have its table of jumps | [`Piece`] |
//! | search for a walk: narrow down where each of its steps can stand | [`Stations`] |
//!
//! A table of jumps is a [`Neighbourhood`](grid_utils::Neighbourhood): every jump can be made in
//! both directions, as by all pieces but the pawn, and no other piece stands in its way. Like any
//! [`Adjacency`](grid_utils::Adjacency) it determines what a piece can reach.
//!
//! A search for walks with some known cells keeps the [`Stations`] of each step, draws conclusions
//! from them, and then tries the step with the fewest stations on each of these:
//!
//! ```
//! use grid_utils::{CellSet, Neighbourhood, Shape};
//! use walks::{Piece, Stations};
//!
//! /// How many walks there are.
//! fn count(mut stations: Stations<1>, jumps: &Neighbourhood<1>) -> usize {
//!     if stations.propagate(jumps).is_err() {
//!         return 0;
//!     }
//!     let Some(step) = stations.narrowest() else { return 1 };
//!     let tried = stations.at(step).into_iter().map(|cell| {
//!         let mut next = stations.clone();
//!         next.keep(step, CellSet::of(cell));
//!         count(next, jumps)
//!     });
//!     tried.sum()
//! }
//!
//! // A knight's tours over all cells of a board.
//! let board = Shape::<1>::new(3, 4).unwrap();
//! let knight = Piece::KNIGHT.jumps(&board);
//! let tour = Stations::new(12, board.all());
//! assert_eq!(count(tour.clone(), &knight), 16);
//!
//! // Those that begin in the corner.
//! let mut from_corner = tour;
//! from_corner.keep(0, CellSet::of(0));
//! assert_eq!(count(from_corner, &knight), 2);
//! ```

mod piece;
mod stations;

pub use piece::Piece;
pub use stations::Stations;
