//! # Star Battle
//!
//! Put stars into some cells, the given number into each row, each column and each region. Stars do
//! not touch, not even at a corner.
//!
//! ```text
//! regions        solution
//! A A B B        - # - -
//! A A B B        - - - #      one star in each row, column and region
//! C C D B        # - - -
//! C C D D        - - # -
//! ```

use std::collections::HashMap;

use grid_puzzles::check::{self, SHADED};
use grid_puzzles::{Label, check_square, draw, random_regions, state};
use puzzle::counted;
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A square that is divided into regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StarBattle {
    /// The region of each cell.
    regions: Grid<Label>,
    /// The number of stars of each row, column and region.
    stars: u8,
}

const LARGEST_SIZE: usize = 60;
/// Counting blocks pays where at most this many in two lines have no star.
const FEW: usize = 1;

puzzle::program!(StarBattle, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Number("stars", 1), Part::Regions("regions")]);

impl Puzzle for StarBattle {
    fn form(&self) -> Form {
        Form::shading(self.regions.rows(), self.regions.columns()).said_as(&["empty", "a star"])
    }

    fn validate(&self) -> Result<()> {
        check_square("regions", &self.regions, LARGEST_SIZE)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let star = cells.map(|_, cell| cell.is(1));
        let stars = counted(self.stars, "star");
        model.rule(&format!("Every row and every column has {stars}."));
        for line in 0..star.rows() {
            model.require(exactly(self.stars, star.row(line)));
            model.require(exactly(self.stars, star.column(line)));
        }
        model.rule(&format!("Every region has {stars}."));
        for (_, cells) in Regions::from_labels(&self.regions).iter() {
            model
                .at(format!("region {}", self.regions[cells[0]]))
                .require(exactly(self.stars, cells.iter().map(|&cell| star[cell])));
        }
        model.rule("Stars do not touch, not even at a corner.");
        state::no_touch(model, &star);
        self.count_in_blocks(model, &star);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let stars = board.grid().find_all(|&value| value == SHADED).collect_vec();
        let has_all = |name: &str, belongs: &dyn Fn(&&Cell) -> bool| {
            let (found, expected) = (stars.iter().filter(belongs).count(), usize::from(self.stars));
            let stars = puzzle::counted(found, "star");
            ensure!(found == expected, "{name} has {stars}; expected {expected}");
            Ok(())
        };
        for line in 0..self.regions.rows() {
            has_all(&format!("row {}", line + 1), &|cell| cell.row == line)?;
            has_all(&format!("column {}", line + 1), &|cell| cell.column == line)?;
        }
        for label in self.regions.values() {
            has_all(&format!("region {label}"), &|&&cell| self.regions[cell] == *label)?;
        }
        check::no_touch(board.grid(), "stars", |&value| value == SHADED)
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        for cell in board.iter().flat_map(|board| board.grid().find_all(|&value| value == SHADED)) {
            picture.text(cell, "★", Ink::Found);
        }
        draw::regions(picture, &self.regions);
    }
}

impl StarBattle {
    /// States what follows for two adjacent lines: blocks of 2 x 2 cells, and one of 2 x 1 if the
    /// size is odd, cover them. A block has at most one star, so nearly all of them have one, which
    /// takes a solver very long to find cell by cell.
    fn count_in_blocks(&self, model: &mut Model, star: &Grid<Flag>) {
        let (size, stars) = (star.rows(), 2 * usize::from(self.stars));
        if size < 2 || size.div_ceil(2) > stars + FEW {
            return;
        }
        let mut known: HashMap<(Cell, [usize; 2]), Flag> = HashMap::new();
        let mut has_star = |model: &mut Model, corner: Cell, shape: [usize; 2]| {
            *known.entry((corner, shape)).or_insert_with(|| {
                let has_star = model.flag();
                let cells = star.window_cells(corner, shape[0], shape[1]);
                model.implied(sum(cells.map(|cell| star[cell])).equals(has_star));
                has_star
            })
        };
        // Where the narrow block begins, if the size is odd.
        let narrow = (0..=size).step_by(2).filter(|&start| size % 2 == 1 || start == size);
        for (narrow, line) in narrow.cartesian_product(0..size - 1) {
            let starts = (0..size).filter(|&start| start % 2 == usize::from(start > narrow));
            let blocks = starts.map(|start| (start, if start == narrow { 1 } else { 2 }));
            let in_rows = blocks.clone();
            let in_rows =
                in_rows.map(|(start, width)| has_star(model, Cell::new(line, start), [2, width]));
            let in_rows = in_rows.collect_vec();
            model.implied(exactly(stars, in_rows));
            let in_columns =
                blocks.map(|(start, width)| has_star(model, Cell::new(start, line), [width, 2]));
            let in_columns = in_columns.collect_vec();
            model.implied(exactly(stars, in_columns));
        }
    }
}

impl Setter for StarBattle {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let regions = random_regions(size, size, size, random);
        Some(Draft::new().text("regions", regions).number("stars", 1))
    }
}
