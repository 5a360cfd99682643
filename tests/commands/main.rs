//! The command lines as a user meets them, and the puzzles' pictures.

mod pictures;
mod programs;
mod runner;
