//! Cells, grids, bitboards, regions and symmetries for grid puzzles, with [`petgraph`] underneath.
//!
//! | to | use |
//! | --- | --- |
//! | name a cell, step to the next | [`Cell`], [`Direction`] |
//! | hold a value for each cell, read and print the values | [`Grid`]; [`Token`] for your own types |
//! | search fast with sets of cells that move, grow and flood | [`CellSet`], [`Shape`]; [`with_words!`] picks their size |
//! | hold sets of digits, values or sums | [`BitSet`], [`SubsetSums`] |
//! | divide a grid, ask for areas and borders | [`Regions`] |
//! | do the same with a knight's steps, triangles, hexagons, ... | [`Neighbourhood`], through the trait [`Adjacency`] |
//! | have cells that are triangles or hexagons | [`Triangles`], [`Hexagons`], or a [`Tiling`] of your own |
//! | look along a line | [`Grid::ray`] |
//! | find paths, bridges, matchings, colourings | any algorithm of petgraph, on a [`CellGraph`] |
//! | turn and reflect | [`Symmetry`]; [`Motion`] about any centre or axis |
//!
//! Rows and columns are counted from the top left: from 0 in arguments, from 1 in texts and error
//! messages, where `r1c1` is the top left cell. Sizes are given as rows, then columns; neighbours
//! come clockwise from the north; everything else in reading order.
//!
//! # A guide
//! A grid is read from text; `.` is an empty cell:
//!
//! ```
//! use grid_utils::{Adjacency, Cell, CellSet, Grid, Regions, Shape, Symmetry, words_for};
//!
//! let islands: Grid<Option<u8>> = "
//!     . . 3 .
//!     1 . 3 3
//!     1 . . .
//! ".parse()?;
//! assert_eq!((islands.rows(), islands.columns()), (3, 4));
//! assert_eq!(islands[Cell::new(0, 2)], Some(3));
//! assert_eq!(islands.row(1).flatten().collect::<Vec<_>>(), [&1, &3, &3]);
//!
//! // Regions: the sea is in two pieces.
//! let sea = Regions::components(&islands, Option::is_none);
//! assert_eq!(sea.areas().collect::<Vec<_>>(), [6, 1]);
//!
//! // The same with bits, fast enough for thousands of calls a millisecond.
//! let shape = Shape::<{ words_for(3 * 4) }>::new(3, 4).expect("12 cells fit into a word");
//! let water = shape.set_of(&islands, Option::is_none);
//! let corner = CellSet::of(shape.index(Cell::new(0, 0)));
//! assert_eq!(shape.flood(corner, water).len(), 6);
//! assert_eq!(shape.components(water).count(), 2);
//!
//! // And with petgraph: how long is the longest way by sea?
//! let steps = petgraph::algo::dijkstra(shape.graph(water), 0, None, |_| 1);
//! assert_eq!(steps.values().max(), Some(&5));
//!
//! // The map with east at the top.
//! let turned = islands.transformed(Symmetry::ThreeQuarterTurn);
//! assert_eq!(turned.to_string(), ". 3 .\n3 3 .\n. . .\n. 1 1");
//! # Ok::<(), grid_utils::GridError>(())
//! ```

mod adjacency;
mod bit_set;
mod cell;
#[cfg(feature = "serde")]
mod data;
mod graph;
mod grid;
mod regions;
mod shape;
mod subset_sums;
mod symmetry;
mod tiling;
mod token;
mod within;

pub use adjacency::{Adjacency, Components, KNIGHT_STEPS, Neighbourhood, Step};
pub use bit_set::{BitSet, CellSet, Members, words_for};
pub use cell::{Cell, Direction, ParseCellError};
#[cfg(feature = "serde")]
pub use data::from_text;
pub use graph::CellGraph;
pub use grid::{Cells, Grid, GridError};
pub use regions::Regions;
pub use shape::Shape;
pub use subset_sums::{SubsetSums, add_to_subset_sums};
pub use symmetry::{Motion, Symmetry};
pub use tiling::{Hexagons, Tiling, Triangles};
pub use token::{Quoted, Token};
pub use within::Within;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
