//! # Hooks #7
//!
//! *Jane Street, February 2021.* Cut a square into nested hooks: the largest is an outer row
//! together with an outer column; what it leaves is a smaller square, from which the next hook is
//! cut, down to a single cell. The hook of size m carries the digit m in exactly m of its 2m - 1
//! cells. The filled cells hang together, no 2 x 2 block is full, the digits of each region have
//! the same sum, and some digits are given. The answer is the product of the sizes of the groups
//! of empty cells.
//!
//! ```text
//! 5 3 3 3 4      5 . . 3 .
//! 5 1 2 3 4      5 1 2 3 .     hooks of the sizes 5 to 1, and the cells that are filled:
//! 5 2 2 3 4      . 2 . 3 4     the empty groups have the sizes 2, 2, 2, 2, 1 and 1,
//! 5 4 4 4 4      5 4 4 . 4     the answer is 16
//! 5 5 5 5 5      . . 5 . 5
//! ```
//!
//! ## Idea
//! A region's sum cares *how many* cells the region fills in each hook, not *which*. So the search
//! first makes plans: the corner of each hook, and how many cells of it each region fills. Only
//! then are the cells of each plan chosen.
//!
//! *How many.* Hooks are cut from the outermost inwards. Once a corner is chosen, each region has
//! bounds: it cannot fill more cells than it has in the hook, nor more than its sum allows, and it
//! must fill so many that its cells inside the hook, with the largest digits that are left, can
//! make the rest. If the bounds of all regions together leave no room for the m digits of the
//! hook, the corner is impossible; otherwise the m cells are shared out in every way.
//!
//! *Which.* A plan says of many a part (the cells that a hook and a region have in common) that it
//! is full or empty. From there four rules are applied until none says more: the counts of the
//! parts; the last cell of a 2 x 2 block stays empty; a filled cell with a single way on to others
//! takes it; what no way leads to from the filled cells stays empty. Where cells are still open,
//! the first of them is tried both ways.
//!
//! *Corners first.* If the plans are not complete after 500 nodes, they are made in another order:
//! all corners before any count. For each square the search finds out which sums each region can
//! make inside, whatever the hooks there. Then it cuts the hooks again, and carries along for each
//! region the set of sums that it may still need. A corner that some region cannot do with is
//! ruled out once, and not once for each way of sharing out the hooks outside.
//!
//! ## Why each board is found once
//! Different plans for the same hooks differ in their digits. Different hooks do, too: take the
//! largest square from which two partitions with the same digits cut different hooks, of size m.
//! All digits m lie in both hooks, and all smaller ones in what both leave.
//!
//! - The corners are opposite. Then the hooks have two cells in common, so that m is 2, and they
//!   leave two different cells for the 1.
//! - The corners are neighbours, say in the same row. What both leave has m - 1 rows and m - 2
//!   columns: too few cells for the m (m - 1) / 2 smaller digits, unless m is 4 or more. The
//!   column of either hook of size m - 1 must lie in there, for otherwise its digits would have
//!   m - 2 cells of its row only; so it is the last column there in the one partition and the
//!   first in the other. What such hooks have in common is a row's m - 2 cells, or two cells:
//!   either way fewer than the m - 1 that are filled.
//!
//! ## Why it is fast
//! The published instance is found and proved unique with 76 nodes in 11 microseconds, tables
//! included. Nodes:
//!
//! | | plans | cells |
//! | --- | --- | --- |
//! | no plans: all cells of a hook at once, by the same bounds (calculated) | | 1,145,685 |
//! | first how many, then which: 3 plans | 57 | 27 |
//! | a filled cell with a single way on takes it | 57 | 19 |
//! | corners first, from the start: 101 partitions, the same 3 plans | 330 | 19 |
//!
//! The numbers of all regions are side by side, so that one instruction finds the bounds of eight
//! regions; sets of cells are bitboards.
//!
//! Corners first is for larger grids, where it decides everything. Of a 12 x 12 grid with 26
//! random regions and without givens, two boards are found with 669 nodes in 0.8 ms. Hook by hook,
//! 60 million nodes and 20 seconds do not lead to a first plan, even if what each region can make
//! inside a square is known there, too.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. That a region's reachable sums are
//! kept as the bits of a number is the usual way of solving subset sums; propagation and trial are
//! those of constraint programming.

mod check;
mod hooks;
mod search;

use std::fmt;
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid, Regions, Token};
use picture::{Ink, Picture, Tint, region_colours};
use puzzle::{Puzzle, Search, Stop};
use serde::Deserialize;

/// The longest side: sets of the cells of larger grids are not provided for.
const LARGEST_SIZE: usize = 20;

/// A square to cut into nested hooks, and to fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The digits that are given, of the same shape.
    pub givens: Grid<Option<u8>>,
    /// What the digits of each region add up to; without it, all digits are shared equally.
    pub region_sum: Option<u64>,
}

/// The digits, `.` for an empty cell.
///
/// The hooks are no part of it, for the digits leave only one way to cut them.
pub type Board = Grid<Option<u8>>;

/// The name of a region: a word of at most eight bytes other than `.`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// In the word's order, followed by zeros.
    bytes: [u8; 8],
}

impl Token for Label {
    fn parse_token(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 8];
        match bytes.get_mut(..text.len()) {
            Some(start) if text != "." => start.copy_from_slice(text.as_bytes()),
            _ => return Err("the label of a region (at most 8 bytes, not \".\")".to_owned()),
        }
        Ok(Label { bytes })
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.bytes).trim_end_matches('\0'))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_token(f)
    }
}

impl Hooks {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.regions.rows()
    }

    /// What all digits add up to: the hook of size m carries m times the digit m.
    fn total(&self) -> u64 {
        (1..=self.size() as u64).map(|size| size * size).sum()
    }

    /// What the digits of each region add up to, where there are so many regions.
    fn sum_of_region(&self, regions: usize) -> u64 {
        self.region_sum.unwrap_or(self.total() / regions as u64)
    }
}

impl Puzzle for Hooks {
    const PUBLISHED: &'static str = include_str!("../instances/published.toml");

    /// See the crate's documentation; each plan is made once, and each cell of it tried both ways.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        ensure!(
            rows == columns,
            "`regions` has {rows} rows and {columns} columns; expected a square"
        );
        ensure!(
            rows <= LARGEST_SIZE,
            "`regions` has {rows} rows and columns; expected at most {LARGEST_SIZE} of each"
        );
        ensure!(
            (self.givens.rows(), self.givens.columns()) == (rows, columns),
            "`givens` has {} rows and {} columns; expected {rows} of each, as `regions` has",
            self.givens.rows(),
            self.givens.columns()
        );
        for (Cell { row, column }, given) in &self.givens {
            let Some(given) = *given else { continue };
            ensure!(
                (1..=rows).contains(&usize::from(given)),
                "`givens`, row {row}, column {column}: expected a digit from 1 to {rows} and found {given}"
            );
        }
        let regions = Regions::from_labels(&self.regions).len() as u64;
        ensure!(
            self.region_sum.is_some() || self.total().is_multiple_of(regions),
            "`region_sum` is missing, and {regions} regions cannot share the sum of all digits, {}, equally",
            self.total()
        );
        Ok(())
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(self, board)
    }

    /// The product of the sizes of the groups of connected empty cells.
    fn answer(&self, board: &Board) -> String {
        let groups = Regions::components(board, Option::is_none);
        let product = groups.product_of_areas();
        product.expect("190 empty cells or fewer make a product of at most 3^64").to_string()
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let mut sizes: Vec<usize> = Regions::components(board, Option::is_none).areas().collect();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        let regions = Regions::from_labels(&self.regions).len();
        vec![
            ("empty groups", if sizes.is_empty() { "none".to_owned() } else { sizes.join(" ") }),
            ("region sum", self.sum_of_region(regions).to_string()),
        ]
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let regions = Regions::from_labels(&self.regions);
        let colours = region_colours(&regions);
        let mut picture = Picture::grid(self.size(), self.size());
        picture.title(&format!("Hooks of the sizes 1 to {}", self.size()));
        for ((_, cells), colour) in regions.iter().zip(colours) {
            picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
        }
        picture.borders(|one, other| self.regions[one] != self.regions[other]);
        for (cell, &given) in &self.givens {
            let found = board.and_then(|board| board.get(cell).copied().flatten());
            let (digit, ink) = match (given, found) {
                (Some(given), Some(found)) if given != found => (Some(found), Ink::Warning),
                (Some(given), _) => (Some(given), Ink::Given),
                (None, found) => (found, Ink::Found),
            };
            if let Some(digit) = digit {
                picture.text(cell, &digit.to_string(), ink);
            }
        }
        picture
    }
}
