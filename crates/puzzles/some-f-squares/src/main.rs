//! # Some F Squares
//!
//! *Jane Street, January 2024.* Place F pentominoes in a 17 x 17 grid, any number of them. They may
//! be turned, mirrored and enlarged: each of the five cells becomes a block of N x N cells, and
//! each of these counts N. Pieces do not overlap; cells without a piece are empty and count 0. The
//! totals of most rows and columns are given, and all regions must have the same sum, which is not
//! given.
//!
//! ```text
//! . # #     4  . . 2 2        N = 2: twenty cells of 2; a row of two blocks adds 8
//! # # .     8  . . 2 2 2 2    to its total. Blocks need not lie at even places.
//! . # .     8  . . 2 2 2 2
//! ```
//!
//! The answer is the product of the sizes of the groups of empty cells connected by their sides.
//! Other instances have up to 17 rows and columns; regions need not be connected.
//!
//! ## Boards
//! The grid with the N of its piece in each cell, `.` for an empty one. Different pieces that show
//! the same numbers are the same board.
//!
//! ## Idea
//! The total of all cells is the same by rows, by columns and by regions. The rules state this,
//! which relates the common sum of the regions to the totals.

mod check;
mod constraints;

use std::cmp::Reverse;

use grid_puzzles::{
    Label, LineClues, check_size, draw, empty_groups, equal_regions, lines_of_board,
    random_regions, without_clues,
};
use grid_utils::{Shape, words_for};
use picture::few_colours;
use polyominoes::{Kind, Pentomino};
use puzzle::prelude::*;

/// The most rows, and the most columns.
const LARGEST_SIZE: usize = 17;
/// The words of a set of cells.
const WORDS: usize = words_for(LARGEST_SIZE * LARGEST_SIZE);

/// An instance: regions, and the totals at the border.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SomeFSquares {
    /// The region of each cell, by its name.
    regions: Grid<Label>,
    /// The totals of the rows, where they are given.
    #[serde(deserialize_with = "LineClues::of_rows")]
    rows: LineClues<u32>,
    /// The totals of the columns, where they are given.
    #[serde(deserialize_with = "LineClues::of_columns")]
    columns: LineClues<u32>,
}

impl SomeFSquares {
    /// Returns the width of the widest blocks, at least 1.
    fn widest(&self) -> usize {
        (self.rows.len().min(self.columns.len()) / 3).max(1)
    }
}

/// Returns the sum of cells.
fn sum<'a>(cells: impl Iterator<Item = &'a Option<i64>>) -> i64 {
    cells.flatten().sum()
}

/// Returns all placements of F pentominoes, as the width of their blocks and the set of their
/// cells.
fn pieces(shape: &Shape<WORDS>) -> Vec<(usize, CellSet<WORDS>)> {
    let widths = 1..=shape.rows().min(shape.columns()) / 3;
    let orientations = Pentomino::F.shape().orientations(Kind::Free);
    let pieces = widths.cartesian_product(&orientations).flat_map(|(width, orientation)| {
        let places = orientation.enlarged(width).placements(shape, shape.all()).collect_vec();
        places.into_iter().map(move |cells| (width, cells))
    });
    pieces.collect()
}

puzzle::program!(SomeFSquares, explained);

impl Puzzle for SomeFSquares {
    /// Describes boards: for each cell, the width of the blocks of the piece that covers it.
    fn form(&self) -> Form {
        let widest = self.widest().cast_signed() as i64;
        Form::numbers(self.rows.len(), self.columns.len(), 1..=widest).with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        for (name, totals, expected) in
            [("rows", &self.rows, rows), ("columns", &self.columns, columns)]
        {
            let found = totals.len();
            ensure!(
                found == expected,
                "`{name}` has {found} totals (`.` is one, too); expected {expected}, for `regions` \
                 has {expected} {name}"
            );
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let number = board.cells(model);
        constraints::state(self, model, &number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::pieces(self, board).map(drop)
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        lines_of_board((&self.rows, &self.columns), "adds up to", |line| {
            u32::try_from(sum(line.iter())).ok()
        })
    }

    fn answer(&self, board: &Board) -> Answer {
        let remarks = empty_groups::remarks(board.grid());
        let answer = Answer { remarks, ..Answer::new(empty_groups::answer(board.grid())) };
        let Ok(pieces) = check::pieces(self, board) else { return answer };
        let widths = pieces.iter().filter_map(|(cell, piece)| piece.zip(board[cell])).unique();
        let counts = widths.map(|(_, width)| width).sorted().rev().dedup_with_count();
        let counts = counts.map(|(count, width)| format!("{count} of N = {width}"));
        let regions = Regions::from_labels(&self.regions);
        answer
            .remark("pieces", counts.format(", "))
            .remark("sum of each region", sum(regions.cells(0).iter().map(|&cell| &board[cell])))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        if let Some(board) = board {
            if let Ok(pieces) = check::pieces(self, board) {
                colour(picture, &pieces);
            } else {
                let cells = board.grid().iter().filter(|(_, width)| width.is_some());
                picture.fill_cells(cells.map(|(cell, _)| cell), Tint::Highlight);
            }
        }
        draw::regions(picture, &self.regions);
        // The shape of an F pentomino.
        for cell in Pentomino::F.shape().cells() {
            let (x, y) = (cell.column as f64 * 0.6, cell.row as f64 * 0.6);
            let corner = (self.columns.len() as f64 + 0.6 + x, y);
            picture.rectangle(corner, (0.6, 0.6), Ink::Muted, Some(Tint::Shade));
        }
    }
}

impl Setter for SomeFSquares {
    /// Makes random pieces, and regions with the same sum.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let shape = Shape::<WORDS>::new(size, size)?;
        let mut pieces = pieces(&shape);
        random.shuffle(&mut pieces);
        // Wide pieces first, if any.
        let widest = random.u8(1..=3).into();
        pieces.retain(|&(width, _)| width <= widest);
        pieces.sort_by_key(|&(width, _)| Reverse(width));
        let mut weights: Grid<u64> = Grid::filled(size, size, 0);
        for (width, cells) in pieces {
            let is_free = shape.cells_of(cells).all(|cell| weights[cell] == 0);
            if is_free && random.bool() {
                shape.cells_of(cells).for_each(|cell| weights[cell] = width as u64);
            }
        }
        let total: u64 = weights.values().sum();
        let counts = (2..=size).filter(|&count| total.is_multiple_of(count as u64)).collect_vec();
        let count = random.choice(counts).unwrap_or(1);
        let regions = equal_regions(&weights, count, random);
        let regions = regions.unwrap_or_else(|| random_regions(size, size, 1, random));
        Some(without_clues(size, &["rows", "columns"]).text("regions", regions))
    }
}

/// Gives each piece a colour that differs from those of the adjacent pieces.
fn colour(picture: &mut Picture, pieces: &Grid<Option<usize>>) {
    let count = pieces.values().flatten().max().map_or(0, |last| last + 1);
    let sides = pieces.cells().flat_map(|cell| {
        let beside =
            pieces.neighbours(cell).filter_map(move |other| pieces[cell].zip(pieces[other]));
        beside.collect_vec()
    });
    let colours = few_colours(count, sides);
    for (cell, piece) in pieces {
        if let Some(piece) = piece {
            picture.fill(cell, Tint::Colour(colours[*piece]));
        }
    }
}
