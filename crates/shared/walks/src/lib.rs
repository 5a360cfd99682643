//! Walks of chess pieces, or of anything that leaps and slides, over a board: where a piece can go,
//! in how many jumps, and where it can be after each of them. All of it as sets of cells, a bit
//! each.
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
//! | know how many jumps it is from cell to cell | [`Distances`] |
//! | know where a piece can be after so many jumps | [`after_jumps`] |
//! | search for a walk: narrow down where each of its steps can stand | [`Stations`] |
//!
//! A table of jumps is a [`Neighbourhood`](grid_utils::Neighbourhood): jumps lead back, too, as
//! those of all pieces but the pawn do, and where they can be made depends on the board alone, not
//! on other pieces.
//!
//! # A guide
//! ```
//! use grid_utils::{Adjacency, Cell, CellSet, Shape};
//! use walks::{Distances, Piece, after_jumps};
//!
//! let board = Shape::<1>::new(8, 8).unwrap();
//! let knight = Piece::KNIGHT.jumps(&board);
//! let [corner, opposite] = [Cell::new(0, 0), Cell::new(7, 7)].map(|cell| board.index(cell));
//! assert_eq!(knight.of(corner), CellSet::from_indices([10, 17]));
//!
//! // From corner to corner it takes six jumps.
//! let distances = Distances::new(&knight);
//! assert_eq!(distances.between(corner, opposite), Some(6));
//!
//! // After an even number of jumps a knight stands on the colour where it began. After six jumps
//! // it can be anywhere there.
//! let after: Vec<CellSet<1>> = after_jumps(&knight, CellSet::of(corner)).take(8).collect();
//! assert!(!after[5].contains(opposite) && after[6].contains(opposite));
//! assert_eq!(after[6].len(), 32);
//! assert_eq!(after[6] | after[7], board.all());
//! ```
//!
//! A search for walks with given cells keeps the [`Stations`] of each step. What follows from one
//! being known, forwards, backwards and for the others, is found at once; and then the step with
//! the fewest stations is tried on each of them:
//!
//! ```
//! use grid_utils::{CellSet, Neighbourhood, Shape};
//! use walks::{Piece, Stations};
//!
//! /// How many walks there are.
//! fn count(mut stations: Stations<1>, jumps: &Neighbourhood<1>) -> usize {
//!     if !stations.propagate(jumps) {
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

mod distances;
mod piece;
mod stations;

pub use distances::{Distances, after_jumps};
pub use piece::Piece;
pub use stations::Stations;
