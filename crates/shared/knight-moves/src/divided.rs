//! Boards that are divided into regions.

use grid_puzzles::draw::coloured_regions;
use grid_puzzles::{Label, check_givens_fit, check_size};
use puzzle::prelude::*;

use crate::{Givens, LARGEST_SIZE, draw, form};

/// A board that is divided into regions, with some of the numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divided {
    /// The name of each cell's region: equal labels are one region, connected or not.
    pub regions: Grid<Label>,
    /// The numbers that are given, of the same shape.
    pub givens: Givens,
}

impl Divided {
    /// Returns a board without given numbers.
    #[must_use]
    pub fn new(regions: Grid<Label>) -> Self {
        Divided { givens: regions.map(|_, _| None), regions }
    }

    /// Returns the form of the boards.
    #[must_use]
    pub fn form(&self) -> Form {
        form(&self.givens)
    }

    /// Checks the size of the board, and that the given numbers fit it.
    ///
    /// # Errors
    /// Names the key.
    pub fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        check_givens_fit(&self.givens, (rows, columns), "number", 1..=u8::try_from(rows * columns)?)
    }

    /// Returns the regions, by the order of their first cells.
    #[must_use]
    pub fn regions(&self) -> Regions {
        Regions::from_labels(&self.regions)
    }

    /// Returns the instance as data.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft::new().text("regions", &self.regions).text("givens", &self.givens)
    }

    /// Draws the regions, and the jumps of a board.
    pub fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        coloured_regions(picture, &self.regions);
        draw::jumps(picture, board);
    }
}
