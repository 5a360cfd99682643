//! What the search looks up: the pieces that fit the totals, and where they lie.

use std::mem;
use std::ops::RangeInclusive;

use grid_puzzles::LineClues;
use grid_utils::{BitSet, CellSet, Grid, Regions, Shape};
use itertools::Itertools;
use polyominoes::{Kind, Pentomino, Polyomino};
use puzzle::Board;

use crate::{LARGEST_SIZE, SomeFSquares, WORDS};

/// The widest blocks of a piece.
pub(crate) const WIDTHS: usize = LARGEST_SIZE / 3;

/// A piece in its place.
pub(crate) struct Piece {
    /// Of its blocks, and so what each cell counts.
    pub(crate) width: usize,
    pub(crate) cells: CellSet<WORDS>,
}

/// The pieces that add so much to a line.
pub(crate) struct Adding<const PLACES: usize> {
    pub(crate) points: usize,
    pub(crate) pieces: BitSet<PLACES>,
}

/// Lines are the rows, then the columns, then the regions.
pub(crate) struct Tables<const PLACES: usize> {
    pub(crate) shape: Shape<WORDS>,
    pub(crate) pieces: Vec<Piece>,
    /// The cells of each line.
    pub(crate) lines: Vec<CellSet<WORDS>>,
    pub(crate) first_region: usize,
    /// The region of each cell, by its line.
    region_of: Vec<usize>,
    /// The sums that a region can have.
    pub(crate) region_sums: RangeInclusive<usize>,
    /// The pieces that cover each cell.
    pub(crate) covering: Vec<BitSet<PLACES>>,
    /// The pieces across each line.
    pub(crate) across: Vec<BitSet<PLACES>>,
    /// The pieces across each line, by what they add to it.
    pub(crate) adding: Vec<Vec<Adding<PLACES>>>,
    /// The pieces of each width or more.
    pub(crate) at_least_as_wide: Vec<BitSet<PLACES>>,
    /// The fewest cells with which blocks of each width or less add up to a sum in a row or column;
    /// more than it has where they cannot.
    pub(crate) fewest_cells: Vec<Vec<usize>>,
}

/// An upper bound to the number of pieces.
pub(crate) fn most_pieces(rows: usize, columns: usize) -> usize {
    let places = |width| (rows + 1 - 3 * width) * (columns + 1 - 3 * width);
    (1..=rows.min(columns) / 3).map(|width| 8 * places(width)).sum()
}

impl<const PLACES: usize> Tables<PLACES> {
    /// The tables for all pieces that add nowhere more to a line than it can have.
    pub(crate) fn new(puzzle: &SomeFSquares) -> Self {
        let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
        let shape = Shape::new(rows, columns).expect("`validate` has seen to the size");
        let regions = Regions::from_labels(&puzzle.regions);
        let region_of = shape.cells_of(shape.all()).map(|cell| {
            let region = regions.region_of(cell).expect("every cell has a label");
            rows + columns + region
        });
        let region_of = region_of.collect();
        let widest = rows.min(columns) / 3;
        let region_sums = region_sums(puzzle, &regions, widest);
        let areas = regions.iter();
        let areas = areas.map(|(_, cells)| cells.iter().map(|&cell| shape.index(cell)).collect());
        let lines = (0..rows).map(|row| shape.row(row));
        let lines = lines.chain((0..columns).map(|column| shape.column(column))).chain(areas);
        let lines: Vec<CellSet<WORDS>> = lines.collect();
        let mut tables = Tables {
            shape,
            first_region: rows + columns,
            region_of,
            region_sums,
            covering: vec![BitSet::EMPTY; shape.len()],
            across: Vec::new(),
            adding: lines.iter().map(|_| Vec::new()).collect(),
            lines,
            at_least_as_wide: vec![BitSet::EMPTY],
            fewest_cells: Vec::new(),
            pieces: Vec::new(),
        };
        let orientations = Pentomino::F.shape().orientations(Kind::Free);
        for width in 1..=widest {
            let first = tables.pieces.len();
            for orientation in &orientations {
                tables.enter_all(puzzle, width, orientation);
            }
            tables.at_least_as_wide.push(BitSet::EMPTY);
            let new = BitSet::below(tables.pieces.len()) - BitSet::below(first);
            tables.at_least_as_wide.iter_mut().for_each(|pieces| *pieces |= new);
        }
        while tables.at_least_as_wide.len() > 1
            && tables.at_least_as_wide[tables.widest()].is_empty()
        {
            tables.at_least_as_wide.pop();
        }
        let union = |adding: &Vec<Adding<PLACES>>| {
            adding.iter().fold(BitSet::EMPTY, |all, adding| all | adding.pieces)
        };
        tables.across = tables.adding.iter().map(union).collect();
        tables.fewest_cells = fewest_cells(tables.widest(), rows.max(columns));
        tables
    }

    /// The width of the widest piece.
    pub(crate) fn widest(&self) -> usize {
        self.at_least_as_wide.len() - 1
    }

    /// Enters the pieces that lie in this way.
    fn enter_all(&mut self, puzzle: &SomeFSquares, width: usize, shape: &Polyomino) {
        let columns = puzzle.columns.len();
        let in_row = |row| shape.cells().iter().filter(|cell| cell.row == row).count();
        let in_column = |column| shape.cells().iter().filter(|cell| cell.column == column).count();
        let (of_rows, of_columns) = ([0, 1, 2].map(in_row), [0, 1, 2].map(in_column));
        let tops = starts(&puzzle.rows, width, of_rows);
        let lefts = starts(&puzzle.columns, width, of_columns);
        if tops.is_empty() || lefts.is_empty() {
            return;
        }
        let block = (0..width * width).map(|at| at / width * columns + at % width);
        let block: CellSet<WORDS> = block.collect();
        let blocks = shape.cells().iter();
        let blocks = blocks.map(|cell| block.raised((cell.row * columns + cell.column) * width));
        let at_top_left = blocks.fold(CellSet::EMPTY, |all, block| all | block);
        let (mut of_regions, mut touched) = (vec![0; self.lines.len()], Vec::new());
        let most = *self.region_sums.end();
        let mut by_top = vec![BitSet::EMPTY; tops.len()];
        let mut by_left = vec![BitSet::EMPTY; lefts.len()];
        for ((row, &top), (column, &left)) in
            tops.iter().enumerate().cartesian_product(lefts.iter().enumerate())
        {
            let number = self.pieces.len();
            let cells = at_top_left.raised(top * columns + left);
            for cell in cells {
                let region = self.region_of[cell];
                if of_regions[region] == 0 {
                    touched.push(region);
                }
                of_regions[region] += width;
            }
            let fits = touched.iter().all(|&region| of_regions[region] <= most);
            for region in touched.drain(..) {
                let points = mem::take(&mut of_regions[region]);
                if fits {
                    self.adding(region, points).insert(number);
                }
            }
            if fits {
                self.pieces.push(Piece { width, cells });
                by_top[row].insert(number);
                by_left[column].insert(number);
                for cell in cells {
                    self.covering[cell].insert(number);
                }
            }
        }
        let square = width * width;
        for line in 0..3 * width {
            for (top, pieces) in tops.iter().zip(&by_top) {
                *self.adding(top + line, of_rows[line / width] * square) |= *pieces;
            }
            for (left, pieces) in lefts.iter().zip(&by_left) {
                let column = puzzle.rows.len() + left + line;
                *self.adding(column, of_columns[line / width] * square) |= *pieces;
            }
        }
    }

    /// The pieces that add so much to a line.
    fn adding(&mut self, line: usize, points: usize) -> &mut BitSet<PLACES> {
        let adding = &mut self.adding[line];
        let place = adding.iter().position(|adding| adding.points == points);
        let place = place.unwrap_or_else(|| {
            adding.push(Adding { points, pieces: BitSet::EMPTY });
            adding.len() - 1
        });
        &mut adding[place].pieces
    }

    /// The sums of the lines, as far as they are known, if each region has this sum. `None` if the
    /// totals rule it out.
    pub(crate) fn totals(&self, puzzle: &SomeFSquares, sum: usize) -> Option<Vec<Option<usize>>> {
        let regions = self.lines.len() - self.first_region;
        let mut all = Vec::with_capacity(self.lines.len());
        for totals in [&puzzle.rows, &puzzle.columns] {
            let (known, missing) = known_sum(totals);
            let rest = (regions * sum).checked_sub(known)?;
            if missing == 0 && rest > 0 {
                return None;
            }
            // A single missing total is the rest.
            let rest = (missing == 1).then_some(rest);
            all.extend(totals.iter().map(|total| total.map(|&total| total as usize).or(rest)));
        }
        all.extend(vec![Some(sum); regions]);
        Some(all)
    }

    /// The board with some pieces.
    pub(crate) fn board(&self, laid: &[usize]) -> Board {
        let mut board = Grid::filled(self.shape.rows(), self.shape.columns(), None);
        for piece in laid.iter().map(|&piece| &self.pieces[piece]) {
            for cell in self.shape.cells_of(piece.cells) {
                board[cell] = i64::try_from(piece.width).ok();
            }
        }
        Board::Grid(board)
    }
}

/// Where the first of three bands of lines can begin. Each band is as many lines wide as a block,
/// and `blocks` says how many blocks each of them holds.
fn starts(totals: &LineClues<u32>, width: usize, blocks: [usize; 3]) -> Vec<usize> {
    let fits = |start: usize, line: usize| {
        let points = blocks[line / width] * width * width;
        totals[start + line].is_none_or(|total| points <= total as usize)
    };
    let last = totals.len() - 3 * width;
    (0..=last).filter(|&start| (0..3 * width).all(|line| fits(start, line))).collect()
}

/// The sums that a region can have, by the totals.
fn region_sums(puzzle: &SomeFSquares, regions: &Regions, widest: usize) -> RangeInclusive<usize> {
    let (rows, columns) = (puzzle.rows.len(), puzzle.columns.len());
    let (mut least, mut most) = (0, regions.areas().min().unwrap_or(0) * widest);
    for totals in [&puzzle.rows, &puzzle.columns] {
        let (known, missing) = known_sum(totals);
        // A missing one is not larger than a line full of the widest blocks.
        let missing = missing * rows.max(columns) * widest;
        least = least.max(known.div_ceil(regions.len()));
        most = most.min((known + missing) / regions.len());
    }
    least..=most
}

/// The sum of the totals that are given, and how many are missing.
fn known_sum(totals: &LineClues<u32>) -> (usize, usize) {
    let given = totals.given().map(|(_, &total)| total as usize);
    (given.clone().sum(), totals.len() - given.count())
}

/// See [`Tables::fewest_cells`]: as change is made from coins.
fn fewest_cells(widest: usize, length: usize) -> Vec<Vec<usize>> {
    let mut narrower = vec![usize::MAX; length * widest + 1];
    narrower[0] = 0;
    let mut fewest = vec![narrower];
    for width in 1..=widest {
        let mut cells = fewest[width - 1].clone();
        for sum in width * width..cells.len() {
            cells[sum] = cells[sum].min(cells[sum - width * width].saturating_add(width));
        }
        fewest.push(cells);
    }
    fewest
}
