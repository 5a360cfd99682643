//! # Spiral Region
//!
//! *Jane Street, September 2018.* A grid is divided into regions. Shade some cells, such that the
//! shaded cells are connected, that all regions have the same number of them, and that a quarter
//! turn maps them onto themselves. It may turn about any point, the centre of a cell or the corner
//! of four; the regions do not turn. The answer is the smallest possible product of the sizes of
//! the groups of connected unshaded cells.
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
//! The search tries every centre. The cells whose images are in the grid fill a square around the
//! centre, which must reach every region. All cells but the centre come in fours, so the number of
//! shaded cells is a multiple of 4, or one more if the centre is a shaded cell: few numbers of
//! shaded cells per region remain.
//!
//! Then it decides cells, each with its images, and propagates the counts: a region is closed if it
//! has all its shaded cells, or only as many open ones as it needs; a cell is decided if it would
//! bring too many of its images into one region. Cells that no path connects to the shaded ones
//! stay unshaded. The search branches on a cell that could connect the group of shaded cells with
//! the fewest such cells to others.
//!
//! The search is exhaustive: the published grid has three shadings, and one has the smallest
//! product.
//!
//! Counting the images within one region prunes most of the tree. Finding cells that alone can
//! connect others would cost more time than it saves.
//!
//! ## Why it has a search
//! The rules alone take hundreds of times as long, as the sizes in the product are open until all
//! cells are decided.
//!
//! ## The product as a constraint
//! The rules name the first cell of each unshaded group, count the cells that have the same first
//! cell, and multiply these sizes by the binary digits of their product. The number of groups, from
//! Euler's formula, ensures that every group has a first cell of its own. The model is limited to
//! products up to 2^30. The rules alone find and prove the same.
//!
//! ## Sources
//! The formula "cells, less pairs, plus blocks" for groups less holes is Euler's polyhedron
//! formula, long used on images (Gray, "Local properties of binary images in two dimensions",
//! 1971).

mod constraints;
mod search;

use grid_puzzles::{Label, check, check_size, draw, random_regions};
use grid_utils::Symmetry;
use puzzle::prelude::*;

/// A grid divided into regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpiralRegion {
    /// The name of each cell's region: equal labels are one region, connected or not.
    regions: Grid<Label>,
}

/// The most rows or columns: products of sizes stay below 3^75, since threes give the largest
/// product.
const LARGEST_SIZE: usize = 15;

/// The values of shaded and unshaded cells on a board.
const SHADED: Option<i64> = Some(1);
const UNSHADED: Option<i64> = Some(0);

puzzle::program!(SpiralRegion, searched, explained);

impl Puzzle for SpiralRegion {
    fn form(&self) -> Form {
        Form::shading(self.regions.rows(), self.regions.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        constraints::state(&self.regions, model, &cells.map(|_, cell| cell.is(1)));
    }

    fn search(&self, search: &mut Search) -> Flow {
        search::search(&self.regions, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::connected(board.grid(), "shaded", |&colour| colour == SHADED)?;
        let Some((_, square)) = around(board) else { bail!("no cell is shaded") };
        ensure!(
            square.transformed(Symmetry::QuarterTurn) == square,
            "no quarter turn maps the shaded cells onto themselves"
        );
        for [(one, count), (other, next)] in self.counts(board).into_iter().array_windows() {
            ensure!(
                count == next,
                "region {one} has {count} shaded cells, and region {other} has {next}"
            );
        }
        Ok(())
    }

    /// Returns the product of the sizes of the unshaded groups, which is minimised.
    fn answer(&self, board: &Board) -> Answer {
        let groups = unshaded(board);
        let product: i128 = groups.areas().map(|area| area as i128).product();
        let count = self.counts(board).first().map_or(0, |&(_, count)| count);
        Answer::new(product)
            .score(-product)
            .remark("shaded cells of each region", count)
            .remark("unshaded groups", groups.areas_text())
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(board) = board else {
            return draw::coloured_regions(picture, &self.regions);
        };
        draw::regions(picture, &self.regions);
        if board.grid().find(Option::is_none).is_some() {
            return;
        }
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
}

impl Setter for SpiralRegion {
    /// Makes regions that may be disconnected.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let columns = (size + random.usize(..=1)).min(LARGEST_SIZE);
        let count = random.usize(1..=size);
        let mut regions = random_regions(size, columns, count, random);
        if random.bool() {
            let mut labels = regions.values().copied().collect_vec();
            random.shuffle(&mut labels);
            regions.values_mut().zip(labels).for_each(|(region, label)| *region = label);
        }
        Some(Draft::new().text("regions", regions))
    }
}

impl SpiralRegion {
    /// Returns each region's name and its number of shaded cells.
    fn counts(&self, board: &Board) -> Vec<(Label, usize)> {
        let regions = Regions::from_labels(&self.regions);
        let count = |cells: &[Cell]| cells.iter().filter(|&&cell| board[cell] == SHADED).count();
        regions.iter().map(|(_, cells)| (self.regions[cells[0]], count(cells))).collect()
    }
}

fn unshaded(board: &Board) -> Regions {
    Regions::components(board.grid(), |&colour| colour == UNSHADED)
}

/// Returns the bounding rectangle of the shaded cells; a turn that preserves these preserves it,
/// too.
fn around(board: &Board) -> Option<(Cell, Grid<bool>)> {
    board.grid().cut_out(|&colour| colour == SHADED)
}
