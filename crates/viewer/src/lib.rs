//! Looks at puzzles: a terminal player for their searches, pictures as files, the gallery,
//! and pages on which puzzles' programs run.
//!
//! The heavy dependencies live in this crate alone: it runs the puzzles' programs and reads what
//! they print, so no solver is built with it.

mod assets;
pub mod book;
pub mod gallery;
pub mod image;
pub mod link;
pub mod own;
mod parallel;
pub mod pdf;
mod places;
pub mod play;
pub mod search;
pub mod sheet;
mod site;
