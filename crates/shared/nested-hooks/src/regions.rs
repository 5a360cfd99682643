//! Regions whose digits add up to the same sum, as in Hooks #7 and Hooks 8: instance and search.
//!
//! A region's sum cares *how many* cells the region fills in each hook, not *which*. So the search
//! first makes plans: the hooks with their digits, and how many cells of each hook each region
//! fills. Only then are the cells of each plan chosen.
//!
//! ## Plans
//! Hooks are cut from the outermost inwards. There are sets of sums, a bit for each: those that a
//! region's cells inside a hook can make of the digits that are left, and those that the region may
//! still need. What cells can make depends on how many they are and on the digits, not on where they
//! are, so one table per set of digits serves every square.
//!
//! *Counts at once.* Where each hook carries the digit of its size, its cells are shared out among
//! the regions in its turn. A region can fill as many as leave it a sum that it can make inside. A
//! corner is impossible if some region can fill no number of cells, or if the fewest of all regions
//! together are more than the digit, or the most are less.
//!
//! *Hooks first.* Where the digits are free, or where the plans are not complete after 500 nodes, all
//! hooks with their digits come before any count, and for each region the *set* of sums that it may
//! still need is carried along. So a hook that some region cannot do with is ruled out once, and not
//! once for each way of sharing out the hooks outside.
//!
//! ## Cells
//! A plan says of many a part (the cells that a hook and a region have in common) that it is full or
//! empty. From there four rules are propagated: the counts of the parts; the last cell of a 2 x 2
//! block stays empty; a filled cell with a single exit takes it; what cannot be reached from the
//! filled cells stays empty. Where cells are still open, the first of them is tried both ways.
//!
//! Who watches the search sees, while plans are made, the given digits and the parts that are
//! certainly full, and then the digits that are known.
//!
//! ## Sources
//! To keep reachable sums as the bits of a number is the usual way of solving subset sums; propagation
//! and trial are those of constraint programming.

mod cells;
mod layout;
mod plan;
mod plans;
mod search;
mod sums;

use std::ops::ControlFlow;

use ::rules::{Model, sum};
use anyhow::{Result, ensure};
use grid_puzzles::{Label, empty_groups, equal_regions, random_regions};
use grid_utils::{Grid, Regions};
use picture::{Picture, Tint, region_colours};
use puzzle::{Rng, Search, Stop};
use serde::{Deserialize, Serialize};

use crate::{Board, Digits, Variant, check, check_givens_fit, rules};

/// Regions whose digits have the same sum, and digits that are given. `FREE` says whether the digits of
/// the hooks are [free](Digits::Free).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EqualSums<const FREE: bool>(pub Instance);

/// The instance of [`EqualSums`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The digits that are given, of the same shape.
    pub givens: Board,
    /// What the digits of each region add up to; without it, all digits are shared equally.
    pub region_sum: Option<u64>,
}

impl Instance {
    /// The number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.regions.rows()
    }

    /// What all digits add up to: there are d cells with the digit d.
    fn total(&self) -> u64 {
        (1..=self.size() as u64).map(|digit| digit * digit).sum()
    }

    /// Regions whose digits have the same sum on a board: always the same ones for the same board.
    fn cut(&self, board: &Board) -> Option<Grid<Label>> {
        let weights = board.map(|_, digit| digit.map_or(0, u64::from));
        let seed = board.values().fold(0, |seed: u64, digit| {
            seed.wrapping_mul(31).wrapping_add(digit.map_or(0, u64::from))
        });
        let mut random = Rng::with_seed(seed);
        // More would leave less than the largest digit for each.
        let most = self.total() / self.size() as u64;
        let mut counts: Vec<usize> = (2..=usize::try_from(most).ok()?)
            .filter(|&count| self.total().is_multiple_of(count as u64))
            .collect();
        random.shuffle(&mut counts);
        counts.into_iter().find_map(|count| equal_regions(&weights, count, &mut random))
    }

    /// What the digits of each region add up to, where there are so many regions.
    fn sum_of_region(&self, regions: usize) -> u64 {
        self.region_sum.unwrap_or(self.total() / regions as u64)
    }
}

impl<const FREE: bool> EqualSums<FREE> {
    /// Sets of more cells are not provided for; nor are tables for more sets of free digits.
    const LARGEST_SIZE: usize = if FREE { 12 } else { 20 };
}

impl<const FREE: bool> Variant for EqualSums<FREE> {
    const DIGITS: Digits = if FREE { Digits::Free } else { Digits::OfSize };

    /// Regions have borders, too.
    const SHOWS_HOOKS: bool = false;

    fn size(&self) -> usize {
        self.0.size()
    }

    fn validate(&self) -> Result<()> {
        let Instance { regions, givens, region_sum } = &self.0;
        let (rows, columns) = (regions.rows(), regions.columns());
        ensure!(
            rows == columns,
            "`regions` has {rows} rows and {columns} columns; expected a square"
        );
        ensure!(
            rows <= Self::LARGEST_SIZE,
            "`regions` has {rows} rows and columns; expected at most {} of each",
            Self::LARGEST_SIZE
        );
        ensure!(
            (givens.rows(), givens.columns()) == (rows, columns),
            "`givens` has {} rows and {} columns; expected {rows} of each, as `regions` has",
            givens.rows(),
            givens.columns()
        );
        check_givens_fit(givens, rows)?;
        let (regions, total) = (Regions::from_labels(regions).len() as u64, self.0.total());
        ensure!(
            region_sum.is_some() || total.is_multiple_of(regions),
            "`region_sum` is missing, and {regions} regions cannot share the sum of all digits, \
             {total}, equally"
        );
        Ok(())
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(&self.0, Self::DIGITS, search)
    }

    fn state_clues(&self, model: &mut Model, cells: &rules::Cells) -> Option<()> {
        model.rule("The digits of each region add up to the same sum.");
        let regions = Regions::from_labels(&self.0.regions);
        // A sum beyond all numbers of the solver is beyond all digits, too.
        let sum_of_region = i64::try_from(self.0.sum_of_region(regions.len())).unwrap_or(i64::MAX);
        for (_, region) in regions.iter() {
            let digits = region.iter().map(|&cell| &cells.digit[cell]);
            model.require(sum(digits).equals(sum_of_region));
        }
        Some(())
    }

    fn check_clues(&self, board: &Board) -> Result<()> {
        let regions = Regions::from_labels(&self.0.regions);
        let expected = self.0.sum_of_region(regions.len());
        for (_, cells) in regions.iter() {
            let sum: u64 = cells.iter().filter_map(|&cell| board[cell]).map(u64::from).sum();
            ensure!(
                sum == expected,
                "region {} adds up to {sum} instead of {expected}",
                self.0.regions[cells[0]]
            );
        }
        check::givens(board, &self.0.givens)
    }

    fn givens(&self) -> Option<&Board> {
        Some(&self.0.givens)
    }

    /// The empty groups, and the regions' sum.
    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let regions = Regions::from_labels(&self.0.regions).len();
        let mut remarks = empty_groups::remarks(board);
        remarks.push(("region sum", self.0.sum_of_region(regions).to_string()));
        remarks
    }

    /// The whole grid is one region.
    fn random(size: usize, random: &mut Rng) -> Self {
        let size = size.min(Self::LARGEST_SIZE);
        let (regions, givens) =
            (random_regions(size, size, 1, random), Grid::filled(size, size, None));
        EqualSums(Instance { regions, givens, region_sum: None })
    }

    /// Several regions are a clue; a single one is cut, where that is possible.
    fn clued(&self, board: &Board) -> Self {
        let Instance { regions, .. } = &self.0;
        let regions = match Regions::from_labels(regions).len() {
            1 => self.0.cut(board).unwrap_or_else(|| regions.clone()),
            _ => regions.clone(),
        };
        EqualSums(Instance { regions, givens: board.clone(), region_sum: None })
    }

    /// The regions in colours.
    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        let regions = Regions::from_labels(&self.0.regions);
        for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
            picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
        }
        picture.borders(|one, other| self.0.regions[one] != self.0.regions[other]);
    }
}
