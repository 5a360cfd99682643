//! Tests of the command lines from a user's perspective, and of the puzzles' pictures.

mod docs;
mod explanations;
mod pages;
mod pictures;
mod programs;
mod runner;
