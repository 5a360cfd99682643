//! Regions whose digits add up to the same sum, as in Hooks #7 and Hooks 8: the instance, and a
//! search for hooks that carry their sizes. Where the digits are free, the rules are solved.
//!
//! A region's sum depends on *how many* cells the region fills in each hook, not on *which*. So the
//! search decides the hooks and these numbers first, and only then the cells.
//!
//! ## Hooks and sums
//! Hooks are cut from the outermost inwards. A region that still misses a sum fills as few cells of
//! a hook as leave it what its cells inside can make at most, and no more than it has there. A
//! corner is impossible if some region can fill no number of cells, or if the fewest of all regions
//! together are more than the digit, or the most are less. Otherwise the digit's cells are shared
//! out among the regions, in every way, before the next hook is cut.
//!
//! ## Cells
//! Then it is known of many parts (the cells that a hook and a region have in common) that they are
//! full or empty. From there four rules are propagated: the numbers of the parts; the last cell of a
//! 2 x 2 block stays empty; a filled cell with a single exit takes it; what cannot be reached from
//! the filled cells stays empty. Where cells are still open, the first of them is tried both ways.
//!
//! A trace shows the given digits and the parts that are certainly full while hooks are cut; then the
//! digits that are known.

mod search;

use grid_puzzles::{Label, check_square, draw, equal_regions, random_regions};
use puzzle::Kind;
use puzzle::prelude::*;

use crate::constraints::Cells;
use crate::{Digits, Filling, check, check_givens_fit, draw_hooks_thin, form, product_of_groups};

/// Regions with equal sums, in hooks that carry their sizes.
pub static OF_SIZE: Kind = Kind::of::<EqualSums<false>>().searched();

/// Regions with equal sums, in hooks that carry any digits.
pub static FREE: Kind = Kind::of::<EqualSums<true>>();

/// Regions whose digits have the same sum, and digits that are given. `FREE` says whether the
/// digits of the hooks are [free](Digits::Free).
#[derive(Deserialize)]
#[serde(transparent)]
struct EqualSums<const FREE: bool>(Instance);

/// The instance of [`EqualSums`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Instance {
    /// The name of each cell's region: equal labels are one region, connected or not.
    regions: Grid<Label>,
    /// The digits that are given, of the same shape.
    givens: Filling,
    /// The sum of each region's digits; without it, all digits are shared equally.
    region_sum: Option<u64>,
}

impl Instance {
    /// Returns the number of rows, of columns and of hooks.
    fn size(&self) -> usize {
        self.regions.rows()
    }

    /// Returns the sum of all digits: there are d cells with the digit d.
    fn total(&self) -> u64 {
        (1..=self.size() as u64).map(|digit| digit * digit).sum()
    }

    /// Regions whose digits have the same sum on a board: always the same ones for the same board.
    fn cut(&self, board: &Board) -> Option<Grid<Label>> {
        let weights = board.grid().map(|_, digit| digit.map_or(0, i64::unsigned_abs));
        let mix = |seed: u64, digit: &u64| seed.wrapping_mul(31).wrapping_add(*digit);
        let mut random = Rng::with_seed(weights.values().fold(0, mix));
        // More would leave less than the largest digit for each.
        let most = self.total() / self.size() as u64;
        let mut counts: Vec<usize> = (2..=usize::try_from(most).ok()?)
            .filter(|&count| self.total().is_multiple_of(count as u64))
            .collect();
        random.shuffle(&mut counts);
        counts.into_iter().find_map(|count| equal_regions(&weights, count, &mut random))
    }

    /// Returns the sum of each region's digits, given the number of regions.
    fn sum_of_region(&self, regions: usize) -> u64 {
        self.region_sum.unwrap_or(self.total() / regions as u64)
    }
}

impl<const FREE: bool> EqualSums<FREE> {
    const DIGITS: Digits = if FREE { Digits::Free } else { Digits::OfSize };

    /// Sets of more cells are not provided for.
    const LARGEST_SIZE: usize = if FREE { 12 } else { 20 };
}

impl<const FREE: bool> Puzzle for EqualSums<FREE> {
    fn form(&self) -> Form {
        form(self.0.size()).with_givens(&self.0.givens)
    }

    fn validate(&self) -> Result<()> {
        let Instance { regions, givens, region_sum } = &self.0;
        check_square("regions", regions, Self::LARGEST_SIZE)?;
        check_givens_fit(givens, regions.rows())?;
        let (regions, total) = (Regions::from_labels(regions).len() as u64, self.0.total());
        ensure!(
            region_sum.is_some() || total.is_multiple_of(regions),
            "`region_sum` is missing, and {regions} regions cannot share the sum of all digits, \
             {total}, equally"
        );
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = Cells::new(model, self.0.size(), Self::DIGITS);
        model.rule("The digits of each region add up to the same sum.");
        let regions = Regions::from_labels(&self.0.regions);
        // Beyond all digits, one sum is as impossible as the other.
        let sum_of_region = self.0.sum_of_region(regions.len()).min(self.0.total() + 1);
        for (_, region) in regions.iter() {
            let digits = region.iter().map(|&cell| &cells.digit[cell]);
            model
                .at(format!("the region of {}", region[0]))
                .require(sum(digits).equals(sum_of_region));
        }
        cells.keep(model, &self.0.givens);
        cells.are_connected(model);
        cells.have_no_full_block(model);
        board.set_cells(&cells.digit);
    }

    fn search(&self, search: &mut Search) -> Flow {
        if FREE {
            return search.by_rules();
        }
        search::search(&self.0, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::filling(board, Self::DIGITS)?;
        let regions = Regions::from_labels(&self.0.regions);
        let all: i64 = board.grid().values().flatten().sum();
        let share = u64::try_from(all)? / regions.len() as u64;
        let expected = self.0.region_sum.unwrap_or(share);
        for (_, cells) in regions.iter() {
            let sum: i64 = cells.iter().filter_map(|&cell| board[cell]).sum();
            ensure!(
                u64::try_from(sum) == Ok(expected),
                "region {} adds up to {sum}; expected {expected}",
                self.0.regions[cells[0]]
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let regions = Regions::from_labels(&self.0.regions).len();
        product_of_groups(board).remark("region sum", self.0.sum_of_region(regions))
    }

    /// Draws the regions in colours and with borders, and thin lines between the hooks.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        draw::coloured_regions(picture, &self.0.regions);
        if let Some(board) = board {
            draw_hooks_thin(picture, board, Self::DIGITS);
        }
    }
}

impl<const FREE: bool> Setter for EqualSums<FREE> {
    /// Returns all sizes that are provided for; the whole grid is one region at first.
    fn sizes(&self) -> Vec<usize> {
        (1..=Self::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let givens: Filling = Grid::filled(size, size, None);
        let regions = random_regions(size, size, 1, random);
        Some(Draft::new().text("regions", regions).text("givens", givens))
    }

    /// Returns the instance with all digits given. Several regions are a clue; a single one is cut,
    /// where that is possible.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let draft = Draft::new().text("givens", board.grid());
        let regions = Regions::from_labels(&self.0.regions);
        let cut = if regions.len() == 1 { self.0.cut(board) } else { None };
        let Some(cut) = cut else { return Some(draft) };
        let sum = self.0.total() / Regions::from_labels(&cut).len() as u64;
        let draft = draft.text("regions", cut);
        Some(if self.0.region_sum.is_some() { draft.number("region_sum", sum) } else { draft })
    }
}
