//! The command lines as a user meets them, and the puzzles' pictures.

mod docs;
mod explanations;
mod pictures;
mod programs;
mod runner;
