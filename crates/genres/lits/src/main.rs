//! # LITS
//!
//! Shade four connected cells in each region, in the shape of an L, an I, a T or an S; turned and reflected ones
//! count as equal. Equal shapes in two regions do not share a side. All shaded cells are connected, and no
//! 2 x 2 block of them is full.
//!
//! ```text
//! regions          solution
//! A C C C C        # - # - -
//! A A C C C        # # # # -
//! A C C C B        # - - # #      a T, an S and two L that do not touch
//! D D D D B        # # # - #
//! D D B B B        # - - # #
//! ```

use grid_puzzles::check::{self, SHADED};
use grid_puzzles::{
    LARGEST_GRID, Label, check_connected, check_size, draw, random_pieces, regions_apart, state,
};
use polyominoes::Polyomino;
use puzzle::prelude::*;
use pzpr::{Genre, Part};

/// A grid of regions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lits {
    /// The region of each cell.
    regions: Grid<Label>,
}

puzzle::program!(Lits, addresses ADDRESSES);

static ADDRESSES: Genre = Genre::of(&[Part::Regions("regions")]).with_drawing_flags(&["c"]);

/// The pieces, all tetrominoes but the square, by what sentences call them.
const PIECES: [(&str, &str); 4] =
    [("an I", "####"), ("an L", "###/#.."), ("a T", "###/.#."), ("an S", "##./.##")];

fn pieces() -> Vec<Polyomino> {
    PIECES.iter().map(|(_, piece)| piece.parse().expect("they are shapes")).collect()
}

/// Checks the rules of pieces beside each other; `pieces` holds the region of the piece that covers
/// each cell.
fn check_pieces(pieces: &Grid<Option<Label>>) -> Result<()> {
    check::equal_shapes_apart(pieces)?;
    check::connected(pieces, "shaded", Option::is_some)?;
    check::blocks(pieces, "shaded", Option::is_some)
}

impl Puzzle for Lits {
    fn form(&self) -> Form {
        Form::shading(self.regions.rows(), self.regions.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, LARGEST_GRID)?;
        check_connected("regions", &self.regions, "region")
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let shaded = cells.map(|_, cell| cell.is(1));
        model.rule("Four connected cells of each region are shaded; they are no square.");
        let shapes = state::pieces(model, &shaded, &self.regions, &pieces());
        model.rule("Equal shapes in two regions do not share a side.");
        let regions = Regions::from_labels(&self.regions);
        for (_, cells) in regions.iter() {
            for (shape, (name, _)) in shapes.iter().zip(PIECES) {
                let region = self.regions[cells[0]];
                model.name(format!("region {region} | holds {name}"), shape[cells[0]]);
            }
        }
        for (one, other) in regions.borders() {
            let pair = [one, other].into_iter().sorted_by_key(|&cell| regions.region_of(cell));
            let model = &mut model.at(format!(
                "the border of regions {}",
                pair.map(|cell| self.regions[cell]).join(" and ")
            ));
            for shape in &shapes {
                model.require(at_most(3, [shaded[one], shaded[other], shape[one], shape[other]]));
            }
        }
        model.rule("All shaded cells are connected.");
        model.connected_cells(&shaded);
        model.rule("No 2 x 2 block is shaded.");
        model.no_full_block(&shaded);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let label = |cell, &value: &_| (value == SHADED).then_some(self.regions[cell]);
        let pieces = board.grid().map(label);
        let regions = Regions::from_labels(&self.regions);
        for (_, cells) in regions.iter() {
            let label = self.regions[cells[0]];
            let count = cells.iter().filter(|&&cell| board[cell] == SHADED).count();
            let cells = puzzle::counted(count, "shaded cell");
            ensure!(count == 4, "region {label} has {cells}; expected 4");
        }
        for (_, cells) in regions.iter() {
            let label = self.regions[cells[0]];
            let piece = Regions::components(&pieces, |&piece| piece == Some(label));
            ensure!(piece.len() == 1, "the shaded cells of region {label} are not connected");
        }
        check_pieces(&pieces)
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::regions(picture, &self.regions);
    }
}

impl Setter for Lits {
    /// Generates adjacent pieces, around which regions grow.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let (rows, columns) = match (rows, columns) {
            (1, 1) => (3, 5),
            (rows, columns) if rows == columns => (rows.max(4), columns.max(4)),
            shape => shape,
        };
        let fit = |pieces: &_| check_pieces(pieces).is_ok();
        let regions = random_pieces(rows, columns, &pieces(), random, fit);
        Some(Draft::new().text("regions", regions))
    }

    /// Moves cells between regions until the solution is unique.
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let is_right = |regions, board: &_| Lits { regions }.check(board).is_ok();
        let regions = regions_apart(&self.regions, board, others, is_right);
        Some(Draft::new().text("regions", regions))
    }
}
