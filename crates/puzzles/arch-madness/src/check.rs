//! The regions of a complete board and their scores, in plain code.

use puzzle::prelude::*;

/// The regions into which the arcs of a complete board divide the grid.
pub(crate) struct Regions {
    /// The region at each side of each cell, clockwise from the upper one.
    at_sides: Grid<[usize; 4]>,
    scores: Vec<Score>,
}

/// The parts of a region's score.
#[derive(Clone, Default)]
struct Score {
    whole: u32,
    inner: u32,
    outer: u32,
    smooth_pieces: u32,
}

/// Returns the corner of a cell around which its arc runs, clockwise from the upper left one.
pub(crate) fn centre(board: &Board, cell: Cell) -> Option<usize> {
    usize::try_from(board[cell]?).ok()?.checked_sub(1)
}

/// Returns whether a side of a cell belongs to the inner piece, or to the only one. Corner k is
/// between the sides k - 1 and k.
fn is_inner(centre: Option<usize>, side: usize) -> bool {
    centre.is_none_or(|centre| side == centre || (side + 1) % 4 == centre)
}

impl Regions {
    pub(crate) fn of(board: &Board) -> Self {
        let mut at_sides = board.grid().map(|_, _| [usize::MAX; 4]);
        let mut scores = Vec::new();
        for start in board.grid().cells() {
            for side in 0..4 {
                let mut found = vec![(start, side)];
                let mut score = Score::default();
                while let Some((cell, side)) = found.pop() {
                    if at_sides[cell][side] != usize::MAX {
                        continue;
                    }
                    let centre = centre(board, cell);
                    let is_same =
                        |&other: &usize| is_inner(centre, other) == is_inner(centre, side);
                    for other in (0..4).filter(is_same) {
                        at_sides[cell][other] = scores.len();
                        let across = board.grid().neighbour(cell, Direction::ALL[other]);
                        found.extend(across.map(|across| (across, (other + 2) % 4)));
                    }
                    match (centre, is_inner(centre, side)) {
                        (None, _) => score.whole += 1,
                        (_, true) => score.inner += 1,
                        (_, false) => score.outer += 1,
                    }
                }
                if score.whole + score.inner + score.outer > 0 {
                    scores.push(score);
                }
            }
        }
        let mut regions = Regions { at_sides, scores };
        for row in 0..=board.grid().rows() {
            for column in 0..=board.grid().columns() {
                regions.add_smooth_pieces(board, row, column);
            }
        }
        regions
    }

    /// Counts the smooth pieces that begin at the point where a row and a column begin.
    fn add_smooth_pieces(&mut self, board: &Board, row: usize, column: usize) {
        // The cells clockwise around the point, and which of their corners it is.
        let cells = [(1, 0, 3), (0, 0, 0), (0, 1, 1), (1, 1, 2)];
        // The regions around the point with their angles, `None` where a line is between two.
        let mut around = Vec::new();
        for (up, left, corner) in cells {
            let cell = row.checked_sub(up).zip(column.checked_sub(left));
            let cell = cell.map(|(row, column)| Cell::new(row, column));
            let Some((cell, sides)) = cell.and_then(|cell| Some((cell, self.at_sides.get(cell)?)))
            else {
                around.push(None);
                continue;
            };
            let centre = centre(board, cell);
            if centre.is_some_and(|centre| centre % 2 != corner % 2) {
                let piece =
                    |side: usize| (sides[side], if is_inner(centre, side) { 90 } else { 0 });
                around.extend([Some(piece(corner)), None, Some(piece((corner + 3) % 4))]);
            } else {
                around.push(Some((sides[corner], 90)));
            }
        }
        let Some(line) = around.iter().position(Option::is_none) else { return };
        around.rotate_left(line);
        for sector in around.split(Option::is_none) {
            let angle: u32 = sector.iter().flatten().map(|&(_, angle)| angle).sum();
            if let Some(&Some((region, _))) = sector.first().filter(|_| angle != 180) {
                self.scores[region].smooth_pieces += 1;
            }
        }
    }

    /// Returns the number of regions.
    pub(crate) fn count(&self) -> usize {
        self.scores.len()
    }

    /// Returns the regions of the inner and the outer piece of a cell.
    pub(crate) fn of_pieces(&self, cell: Cell, centre: usize) -> (usize, usize) {
        (self.at_sides[cell][centre], self.at_sides[cell][(centre + 1) % 4])
    }

    /// Returns the region that contains at least half of a cell.
    pub(crate) fn region(&self, board: &Board, cell: Cell) -> usize {
        self.at_sides[cell][centre(board, cell).unwrap_or(0)]
    }

    /// Returns the score of the region that contains at least half of a cell.
    pub(crate) fn score(&self, board: &Board, cell: Cell) -> u32 {
        let Score { whole, inner, smooth_pieces, .. } = self.scores[self.region(board, cell)];
        (whole + inner) * smooth_pieces
    }

    /// Refuses arcs that end inside a region, and areas that are not integers.
    pub(crate) fn check(&self, board: &Board) -> Result<()> {
        for cell in board.grid().cells() {
            if let Some(centre) = centre(board, cell) {
                let (inner, outer) = self.of_pieces(cell, centre);
                ensure!(inner != outer, "the same region is on both sides of the arc in {cell}");
            }
        }
        for (cell, sides) in &self.at_sides {
            for &region in sides {
                let Score { inner, outer, .. } = self.scores[region];
                ensure!(
                    inner == outer,
                    "a region in {cell} has {inner} inner and {outer} outer pieces, so that its area \
                     is no integer"
                );
            }
        }
        Ok(())
    }
}
