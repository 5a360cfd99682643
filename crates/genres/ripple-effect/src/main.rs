//! # Ripple Effect
//!
//! Write a number into each cell. A region of m cells holds the numbers from 1 to m, once each. Between two
//! equal numbers k in a row or column there are at least k cells. Some numbers are given.
//!
//! ```text
//! regions      givens       solution
//! A A A        . . 3        2 1 3
//! A B B        . . .        4 3 2      in the last row, one cell between two ones is enough
//! C C B        . . .        1 2 1
//! ```

use grid_puzzles::{
    LARGEST_GRID, Label, check_connected, check_same_shape, check_size, draw, random_regions,
};
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RippleEffect {
    /// The region of each cell.
    regions: Grid<Label>,
    /// The given numbers.
    givens: Grid<Option<Within<1, 3600>>>,
}

puzzle::program!(RippleEffect, addresses ADDRESSES);

static ADDRESSES: Genre =
    Genre::of(&[Part::Regions("regions"), Part::Cells("givens", &pzpr::NUMBERS)]);

impl Puzzle for RippleEffect {
    fn form(&self) -> Form {
        let areas = Regions::from_labels(&self.regions).areas().max();
        let given = self.givens.values().flatten().map(|number| number.size()).max();
        let largest = i64::try_from(areas.max(given).unwrap_or(1)).expect("grids are small");
        Form::numbers(self.regions.rows(), self.regions.columns(), 1..=largest)
            .with_givens(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, LARGEST_GRID)?;
        check_connected("regions", &self.regions, "region")?;
        check_same_shape("givens", &self.givens, "regions", &self.regions)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let regions = Regions::from_labels(&self.regions);
        let number = self.regions.map(|cell, _| model.int(1..=regions.around(cell).len()));
        board.set_cells(&number);
        model.given_rule("Some numbers are given.");
        model.require(givens(&number, &self.givens));
        model.rule("A region of m cells holds the numbers from 1 to m.");
        for (_, cells) in regions.iter() {
            let name = format!("region {}", self.regions[cells[0]]);
            model.at(name).require(all_different(cells.iter().map(|&cell| &number[cell])));
        }
        model.rule("Between two equal numbers k in a row or column are at least k cells.");
        for (cell, step) in iproduct!(number.cells(), [(0, 1), (1, 0)]) {
            let line: Vec<Cell> = [cell].into_iter().chain(number.ray(cell, step)).collect();
            for (value, _) in number[cell].values() {
                if line.len() > 1 && !model.poll() {
                    let near =
                        line.iter().take(usize::try_from(value).expect("it is positive") + 1);
                    model.require(at_most(1, near.map(|&cell| number[cell].is(value))));
                }
            }
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (_, cells) in Regions::from_labels(&self.regions).iter() {
            let (area, label) = (cells.len(), self.regions[cells[0]]);
            for &cell in cells {
                let number = board[cell].and_then(|number| usize::try_from(number).ok());
                let fits = number.is_some_and(|number| number <= area);
                let area = puzzle::counted(area, "cell");
                ensure!(
                    fits,
                    "the number at {cell} is too large for region {label}, which has {area}"
                );
            }
            for [one, other] in cells.iter().array_combinations() {
                let differ = board[*one] != board[*other];
                ensure!(differ, "{one} and {other} in region {label} hold the same number");
            }
        }
        for (cell, step) in iproduct!(self.regions.cells(), [(0, 1), (1, 0)]) {
            let equal = self.regions.ray(cell, step).find(|&other| board[other] == board[cell]);
            let Some(equal) = equal else { continue };
            let between = i64::try_from(cell.distance(equal) - 1)?;
            ensure!(
                Some(between) >= board[cell],
                "between the equal numbers at {cell} and {equal} are too few cells"
            );
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("givens", &self.givens, "holds", |board, cell| {
            Within::new(board[cell]?)
        })]
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.regions);
    }
}

impl Setter for RippleEffect {
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(rows, columns, (rows * columns).div_ceil(4), random);
        let givens = Grid::filled(rows, columns, None::<u8>);
        Some(Draft::new().text("regions", regions).text("givens", givens))
    }
}
