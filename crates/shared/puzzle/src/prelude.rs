//! What nearly every puzzle names: `use puzzle::prelude::*;`.

pub use anyhow::{Context, Result, bail, ensure};
pub use grid_utils::{Cell, CellSet, Direction, Grid, Regions, Within};
pub use itertools::{Itertools, iproduct};
pub use picture::{Corner, Ink, Picture, Tint};
pub use rules::{
    Flag, Int, Model, Rule, Sum, all, all_different, any, at_least, at_most, exactly, givens,
    implies, none, sum, when,
};
pub use serde::Deserialize;

pub use crate::{
    Answer, Board, Clues, Draft, Flow, Form, Layout, Puzzle, Rng, Search, Setter, Stop, Unknown,
};
