//! Walks of chess pieces, or of anything that leaps and slides, over a board: where a piece can go, in
//! how many jumps, and where it can be after each of them. All of it as sets of cells, a bit each.
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
//! A table of jumps is a [`Neighbourhood`](grid_utils::Neighbourhood): jumps lead back, too, as those of
//! all pieces but the pawn do, and where they can be made depends on the board alone, not on other
//! pieces.
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
//! // After an even number of jumps a knight stands on the colour where it began. After six jumps it
//! // can be anywhere there.
//! let after: Vec<CellSet<1>> = after_jumps(&knight, CellSet::of(corner)).take(8).collect();
//! assert!(!after[5].contains(opposite) && after[6].contains(opposite));
//! assert_eq!(after[6].len(), 32);
//! assert_eq!(after[6] | after[7], board.all());
//! ```

mod distances;
mod piece;
mod stations;

pub use distances::{Distances, after_jumps};
pub use piece::Piece;
pub use stations::Stations;
