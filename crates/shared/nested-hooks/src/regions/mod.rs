//! Regions whose digits add up to the same sum, as in Hooks #7 and Hooks 8: the instance, with all
//! that a puzzle asks of it.
//!
//! ```
//! use nested_hooks::regions::EqualSums;
//!
//! // The digits of three hooks add up to 1 + 4 + 9.
//! let sums = EqualSums {
//!     regions: "A A B\nC A B\nC D B".parse().unwrap(),
//!     givens: ". . .\n. . .\n. . .".parse().unwrap(),
//!     region_sum: None,
//! };
//! let error = sums.validate(20).unwrap_err().to_string();
//! assert!(error.ends_with("4 regions cannot share the sum of all digits, 14, equally"));
//! ```
//!
//! ## The search
//! A region's sum cares *how many* cells the region fills in each hook, not *which*. So the search
//! first makes plans: the hooks with their digits, and how many cells of each hook each region
//! fills. Only then are the cells of each plan chosen.
//!
//! *Plans, hook by hook* (`counts`). Where the hooks carry the digits of their sizes, a corner and
//! the numbers of cells are decided together, from the outermost hook inwards. Once a corner is
//! chosen, each region has bounds: it cannot fill more cells than it has in the hook, nor more than
//! its sum allows, and it must fill so many that its cells inside the hook, with the largest digits
//! that are left, can make the rest. If the bounds of all regions together leave no room for the
//! digits of the hook, the corner is impossible; otherwise they are shared out in every way.
//!
//! *Plans, hooks first* (`partitions`, then `shares`). Where the digits of the hooks are free, or
//! where plans hook by hook are not complete after 500 nodes, all hooks with their digits come
//! before any count. For each region the *set* of sums that it may still need is carried along, and
//! compared with the set of sums that so many cells can make with the digits that are left. So a
//! hook that some region cannot do with is ruled out once, and not once for each way of sharing out
//! the hooks outside.
//!
//! *Cells* (`cells`). A plan says of many a part (the cells that a hook and a region have in
//! common) that it is full or empty. From there four rules are applied until none says more: the
//! counts of the parts; the last cell of a 2 x 2 block stays empty; a filled cell with a single way
//! on to others takes it; what no way leads to from the filled cells stays empty. Where cells are
//! still open, the first of them is tried both ways.
//!
//! Who watches the search sees, while plans are made, the given digits and the parts that are
//! certainly full, and then the digits that are known.

mod cells;
mod digit_set;
mod layout;
mod plan;
mod plans;
mod search;
mod sums;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use grid_puzzles::Label;
use grid_utils::{Grid, Regions};
use picture::{Picture, Tint, region_colours};
use puzzle::{Search, Stop};
use serde::Deserialize;

use crate::{Board, Digits, check_givens_fit, draw};

/// A square to cut into nested hooks and to fill, so that the digits of each region have the same
/// sum.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualSums {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The digits that are given, of the same shape.
    pub givens: Board,
    /// What the digits of each region add up to; without it, all digits are shared equally.
    pub region_sum: Option<u64>,
}

impl EqualSums {
    /// The number of rows, of columns and of hooks.
    #[must_use]
    pub fn size(&self) -> usize {
        self.regions.rows()
    }

    /// What all digits add up to: there are d cells with the digit d.
    fn total(&self) -> u64 {
        (1..=self.size() as u64).map(|digit| digit * digit).sum()
    }

    /// What the digits of each region add up to, where there are so many regions.
    fn sum_of_region(&self, regions: usize) -> u64 {
        self.region_sum.unwrap_or(self.total() / regions as u64)
    }

    /// Refuses shapes other than squares of at most `largest_size` rows, given digits that no hook
    /// carries, and regions that cannot share all digits equally where no sum is told.
    ///
    /// # Errors
    /// Names the key and, for a given digit, row and column.
    pub fn validate(&self, largest_size: usize) -> Result<()> {
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        ensure!(
            rows == columns,
            "`regions` has {rows} rows and {columns} columns; expected a square"
        );
        ensure!(
            rows <= largest_size,
            "`regions` has {rows} rows and columns; expected at most {largest_size} of each"
        );
        ensure!(
            (self.givens.rows(), self.givens.columns()) == (rows, columns),
            "`givens` has {} rows and {} columns; expected {rows} of each, as `regions` has",
            self.givens.rows(),
            self.givens.columns()
        );
        check_givens_fit(&self.givens, rows)?;
        let regions = Regions::from_labels(&self.regions).len() as u64;
        ensure!(
            self.region_sum.is_some() || self.total().is_multiple_of(regions),
            "`region_sum` is missing, and {regions} regions cannot share the sum of all digits, \
             {}, equally",
            self.total()
        );
        Ok(())
    }

    /// Reports every board, exhaustively, unless `search` says stop. With [`Digits::OfSize`] none
    /// is reported twice; with [`Digits::Free`] one is where different hooks fit it.
    ///
    /// Only for instances that passed [`validate`](Self::validate) for a size of at most 20.
    pub fn search(&self, digits: Digits, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, digits, search)
    }

    /// Checks that the digits of each region have the right sum, on a board of the right shape.
    /// Shares nothing with the search.
    ///
    /// # Errors
    /// Names the region, and tells its sum and the right one.
    pub fn check(&self, board: &Board) -> Result<()> {
        let regions = Regions::from_labels(&self.regions);
        let expected = self.sum_of_region(regions.len());
        for (_, cells) in regions.iter() {
            let sum: u64 = cells.iter().filter_map(|&cell| board[cell]).map(u64::from).sum();
            ensure!(
                sum == expected,
                "region {} adds up to {sum} instead of {expected}",
                self.regions[cells[0]]
            );
        }
        Ok(())
    }

    /// What a reader wants to see of a solution: the empty groups, and the regions' sum.
    #[must_use]
    pub fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let regions = Regions::from_labels(&self.regions).len();
        let mut remarks = crate::remarks(board);
        remarks.push(("region sum", self.sum_of_region(regions).to_string()));
        remarks
    }

    /// The regions in colours and the digits, given or found.
    #[must_use]
    pub fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::digits(self.size(), Some(&self.givens), board);
        let regions = Regions::from_labels(&self.regions);
        for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
            picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
        }
        picture.borders(|one, other| self.regions[one] != self.regions[other]);
        picture
    }
}
