//! A small scene in cell units, and its SVG.
//!
//! A puzzle states the content and meaning of marks: a given digit, a found one, a border between
//! regions, a label at the edge. This crate decides how they look, in light and in dark
//! surroundings.
//!
//! Lengths are in cells: x runs to the right, y down, and the top-left corner of the grid is (0,
//! 0), so that the centre of the cell (row, column) is at (column + 0.5, row + 0.5).
//!
//! ```
//! use grid_utils::Cell;
//! use picture::{Ink, Picture, Tint};
//!
//! let mut board = Picture::grid(2, 2);
//! board
//!     .title("A tiny board")
//!     .fill(Cell::new(0, 0), Tint::Shade)
//!     .text(Cell::new(0, 0), "7", Ink::Given)
//!     .borders(|one, other| one.row != other.row)
//!     .label_right(0, "= 7");
//! let svg = board.to_svg();
//! assert!(svg.starts_with("<svg ") && svg.contains(">7</text>"));
//! ```

pub mod characters;
mod difference;
mod legend;
mod palette;
mod scene;
mod svg;

/// The elements of a picture and their looks, for renderers other than SVG.
pub mod drawing {
    pub use crate::palette::Shades;
    pub use crate::scene::{Anchor, LineStyle, Mark};
    pub use crate::svg::{
        BOARD, LINE_ON_BOARD, Layer, PAPER, THICK_LINE, THIN_LINE, arrow_head, ink_shades,
        layer_of, tint_shades,
    };
}

pub use legend::Key;
pub use palette::{few_colours, region_colours};
pub use scene::{Corner, Ink, Picture, Tint, centroid, text_width, wrapped};
pub use svg::{Extent, style_sheet};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
