//! Looks at puzzles: a terminal player for their searches, pictures as files, the gallery,
//! and an editor in the browser.
//!
//! The heavy dependencies live in this crate alone: it runs the puzzles' programs and reads what
//! they print, so no solver is built with it.

mod assets;
pub mod book;
pub mod editor;
pub mod gallery;
pub mod image;
pub mod link;
mod parallel;
pub mod pdf;
mod places;
pub mod play;
pub mod search;
pub mod sheet;
