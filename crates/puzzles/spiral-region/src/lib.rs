//! # Spiral Region
//!
//! *Jane Street, September 2018.* A grid is divided into regions. Shade some cells, such that the
//! shaded cells are connected, that all regions have the same number of them, and that a quarter
//! turn maps them onto themselves. It may turn about any point, the centre of a cell or the corner
//! of four; the regions do not turn. The answer is the smallest product that the sizes of the
//! groups of connected unshaded cells can have.
//!
//! ```text
//! D D D D D      - - - - -
//! D C C C D      - - # - -      two cells of each region, about the corner point below the third
//! D C A D D      - - # # #      row and right of the third column; groups of 15 and 2 unshaded
//! D C A B D      - # # # -      cells: the answer is 30
//! C C C B B      - - - # -
//! ```
//!
//! ## Idea
//! Every centre is tried, 365 of them in the published grid. The cells whose images are in the grid
//! fill a square around it, which must reach every region. All cells but the centre's own come in
//! fours, so the number of shaded cells is a multiple of 4, or one more if the centre is a shaded
//! cell: of the numbers of cells that a region may have, few are left.
//!
//! Then cells are shaded or not, each with its images. A region that has as many shaded cells as it
//! may have, or no more open ones than it needs, is closed; so is the choice for a cell that would
//! bring too many of its images into one region. What no way leads to from the shaded cells stays
//! unshaded. Where nothing more follows, a cell is tried that could connect the group of shaded
//! cells with the fewest such cells to others.
//!
//! The search goes on to the end: the published grid has three shadings, and one has the smallest
//! product.
//!
//! ## Why it is fast
//! It takes 62 nodes and less than 200 microseconds, all centres included. Without a look at the
//! images in one region it takes 600 nodes, with cells of the region with the fewest open cells
//! first, 218. A cell that alone can connect others is not looked for: that would save 6 nodes, and
//! cost more time than they do.
//!
//! ## The product as a constraint
//! The rules name the first cell of each unshaded group, count the cells that have the same, and
//! multiply these sizes by the binary digits of their product. That every group has a first cell of
//! its own follows from their number, which Euler's formula tells. Products are told up to 2^30.
//! The rules alone find and prove the same in 2 seconds.
//!
//! ## Why so many lines
//! Groups that are counted and multiplied by constraints take a hundred of them.
//!
//! ## Sources
//! The rules are those of the puzzle's page, see the manifest. That cells, less pairs, plus blocks
//! count groups less holes is Euler's polyhedron formula, long used on pictures (Gray, "Local
//! properties of binary images in two dimensions", 1971).

mod rules;
mod search;

use std::ops::ControlFlow;

use ::rules::Rules;
use anyhow::{Result, bail, ensure};
use grid_puzzles::{Colour, Label, check, check_size, draw, random_regions};
use grid_utils::{Cell, Grid, Regions, Symmetry};
use itertools::Itertools;
use picture::{Corner, Ink, Picture, Tint, region_colours};
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

/// A grid that is divided into regions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpiralRegion {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
}

/// The colour of each cell, `.` where it is not known yet.
pub type Board = Grid<Option<Colour>>;

/// The most rows or columns: products of sizes stay below 3^75, as three cells have the largest.
const LARGEST_SIZE: usize = 15;

puzzle::program!(SpiralRegion);

impl Puzzle for SpiralRegion {
    // The search reports ever smaller products.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self) -> Option<Rules<Board>> {
        Some(rules::state(&self.regions))
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(&self.regions, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::shape(board, self.regions.rows(), self.regions.columns())?;
        if let Some(cell) = board.find(Option::is_none) {
            bail!("{cell} has no colour");
        }
        check::connected(board, "shaded", |&colour| colour == Some(Colour::Shaded))?;
        let Some((_, square)) = around(board) else { bail!("no cell is shaded") };
        ensure!(
            square.transformed(Symmetry::QuarterTurn) == square,
            "no quarter turn maps the shaded cells onto themselves"
        );
        let counts = self.counts(board);
        for [(one, count), (other, next)] in counts.into_iter().array_windows() {
            ensure!(
                count == next,
                "region {one} has {count} shaded cells, and region {other} has {next}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> String {
        unshaded(board).product_text()
    }

    /// Minus the product of the sizes.
    fn score(&self, board: &Board) -> i128 {
        let product = unshaded(board).product_of_areas();
        product
            .and_then(|product| i128::try_from(product).ok())
            .map_or(i128::MIN, |product| -product)
    }

    fn remarks(&self, board: &Board) -> Vec<(&'static str, String)> {
        let count = self.counts(board).first().map_or(0, |&(_, count)| count);
        vec![
            ("shaded cells of each region", count.to_string()),
            ("unshaded groups", unshaded(board).areas_text()),
        ]
    }

    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.clamp(1, LARGEST_SIZE);
        let columns = (size + random.usize(..=1)).min(LARGEST_SIZE);
        let count = random.usize(1..=size);
        let regions = random_regions(size, columns, count, random);
        if random.bool() {
            return Some(SpiralRegion { regions });
        }
        // Regions need not be connected.
        let mut labels = regions.values().copied().collect_vec();
        random.shuffle(&mut labels);
        let label = |Cell { row, column }| labels[row * columns + column];
        Some(SpiralRegion { regions: Grid::from_fn(size, columns, label) })
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.regions.rows(), self.regions.columns());
        picture.title("Spiral Region");
        picture.borders(|one, other| self.regions[one] != self.regions[other]);
        let Some(board) = board else {
            let regions = Regions::from_labels(&self.regions);
            for ((_, cells), colour) in regions.iter().zip(region_colours(&regions)) {
                picture.fill_cells(cells.iter().copied(), Tint::Colour(colour));
            }
            return picture;
        };
        let is_known = board.find(Option::is_none).is_none();
        draw::colours(&mut picture, board);
        if is_known {
            for (_, cells) in unshaded(board).iter() {
                let size = cells.len().to_string();
                picture.small_text(cells[0], Corner::TopLeft, &size, Ink::Found);
            }
            if let Some((first, shaded)) = around(board) {
                let middle = |first: usize, length: usize| first as f64 + length as f64 / 2.0;
                let x = middle(first.column, shaded.columns());
                let y = middle(first.row, shaded.rows());
                picture.circle(x, y, 0.2, Ink::Accent, Some(Tint::Highlight));
            }
        }
        picture
    }
}

impl SpiralRegion {
    /// Each region's name, and how many of its cells are shaded.
    fn counts(&self, board: &Board) -> Vec<(Label, usize)> {
        let regions = Regions::from_labels(&self.regions);
        let is_shaded = |cell: &&Cell| board[**cell] == Some(Colour::Shaded);
        let count = |cells: &[Cell]| cells.iter().filter(is_shaded).count();
        regions.iter().map(|(_, cells)| (self.regions[cells[0]], count(cells))).collect()
    }
}

fn unshaded(board: &Board) -> Regions {
    Regions::components(board, |&colour| colour == Some(Colour::Unshaded))
}

/// The rectangle around the shaded cells, which a turn that keeps these keeps, too.
fn around(board: &Board) -> Option<(Cell, Grid<bool>)> {
    board.cut_out(|&colour| colour == Some(Colour::Shaded))
}

#[cfg(test)]
mod tests {
    use puzzle::Limits;

    use super::*;

    /// Every board of a grid.
    fn boards(rows: usize, columns: usize) -> impl Iterator<Item = Board> {
        (0..1_u32 << (rows * columns)).map(move |bits| {
            Grid::from_fn(rows, columns, |Cell { row, column }| {
                Some(Colour::of(bits >> (row * columns + column) & 1 == 1))
            })
        })
    }

    #[test]
    fn no_shading_of_a_small_grid_has_a_smaller_product() {
        let sizes = [(1, 1, 1), (2, 3, 1), (3, 3, 1), (3, 3, 2), (3, 3, 3), (4, 3, 2), (4, 4, 2)];
        let mut random = Rng::with_seed(1);
        let mut solvable = 0;
        for (rows, columns, count) in sizes {
            let puzzle =
                SpiralRegion { regions: random_regions(rows, columns, count, &mut random) };
            let permitted = boards(rows, columns).filter(|board| puzzle.check(board).is_ok());
            let best = permitted.map(|board| puzzle.score(&board)).max();
            let outcome = puzzle::solve(&puzzle, &Limits::default());
            assert!(outcome.complete());
            assert_eq!(outcome.boards.last().map(|board| puzzle.score(board)), best);
            solvable += usize::from(best.is_some());
        }
        assert!(solvable >= 5, "{solvable}");
    }
}
