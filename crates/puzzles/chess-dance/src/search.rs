//! The search: where each piece can stand after each step, by moves, attacks and products.

use std::cmp::Reverse;

use grid_utils::{BitSet, Cell, CellSet, Grid, Neighbourhood, Shape};
use itertools::{Itertools, iproduct};
use puzzle::{Board, Flow, Search};
use walks::Stations;

use crate::piece::Piece;
use crate::{ChessDance, LARGEST_SIZE, label};

/// Reports ever better dances of an instance that passed `validate`.
pub(crate) fn search(puzzle: &ChessDance, search: &mut Search) -> Flow {
    let mut dance = Dance::new(puzzle);
    dance.decide(Positions::new(puzzle, &dance), 0, search)
}

/// The products of the rows and, from [`LARGEST_SIZE`] on, of the columns; 1 for lines beyond the
/// board.
type Products = [u64; 2 * LARGEST_SIZE];

/// Where pieces can stand.
#[derive(Clone)]
struct Positions {
    /// For each piece its possible cells after each step.
    walks: Vec<Stations<1>>,
    /// For each piece the steps whose single cell has had its effect on the others.
    settled: Vec<BitSet<1>>,
    /// What the other steps but the last must still contribute to the products.
    rest: Products,
}

impl Positions {
    fn new(puzzle: &ChessDance, dance: &Dance) -> Self {
        let walk = |(_, start)| {
            let mut walk = Stations::new(dance.steps + 1, dance.board.all());
            walk.keep(0, CellSet::of(dance.board.index(start)));
            walk
        };
        let walks = puzzle.pieces().map(walk).collect_vec();
        Positions { settled: vec![BitSet::EMPTY; walks.len()], walks, rest: dance.products }
    }
}

struct Dance {
    board: Shape<1>,
    pieces: Vec<Piece>,
    jumps: Vec<Neighbourhood<1>>,
    steps: usize,
    /// The cells of each row and column, with their place among the products.
    lines: Vec<(usize, CellSet<1>)>,
    /// The products before the last step.
    products: Products,
    /// The largest sum so far.
    best: u64,
}

impl Dance {
    fn new(puzzle: &ChessDance) -> Self {
        let (rows, columns) = (puzzle.start.rows(), puzzle.start.columns());
        let board = Shape::new(rows, columns).expect("a board has at most 64 cells");
        let pieces = puzzle.pieces().map(|(piece, _)| piece).collect_vec();
        let jumps = pieces.iter().map(|piece| piece.moves().jumps(&board)).collect();
        let of_rows = (0..rows).map(|row| (row, board.row(row)));
        let of_columns = (0..columns).map(|column| (LARGEST_SIZE + column, board.column(column)));
        let lines = of_rows.chain(of_columns).collect();
        let mut products = [1; 2 * LARGEST_SIZE];
        let (of_rows, of_columns) = products.split_at_mut(LARGEST_SIZE);
        for (place, given) in [(of_rows, &puzzle.rows), (of_columns, &puzzle.columns)] {
            for (product, given) in place.iter_mut().zip(given) {
                *product = given.get().unsigned_abs();
            }
        }
        Dance { board, pieces, jumps, steps: puzzle.steps.size(), lines, products, best: 0 }
    }

    /// Tries all cells of the piece and step that have the fewest, the latest of these, and so on;
    /// when all but the last step is known, that.
    fn decide(&mut self, mut positions: Positions, depth: usize, search: &mut Search) -> Flow {
        let propagated = self.propagate(&mut positions);
        search.visit(depth, || self.board_of(&positions, &[]))?;
        if let Err((piece, step)) = propagated {
            search.dead_end_because(|| {
                format!("{} can stand nowhere", label(self.pieces[piece], step))
            });
            return Flow::Continue(());
        }
        let walks = &positions.walks;
        let open = iproduct!(0..walks.len(), 1..self.steps)
            .filter(|&(piece, step)| !walks[piece].settled().contains(step));
        let fewest = open.min_by_key(|&(piece, step)| (walks[piece].at(step).len(), Reverse(step)));
        let Some((piece, step)) = fewest else {
            if positions.rest != [1; 2 * LARGEST_SIZE] {
                search.dead_end_because(|| "a product lacks a factor");
                return Flow::Continue(());
            }
            return self.make_last_step(&positions, depth, &mut Vec::new(), self.products, search);
        };
        for cell in walks[piece].at(step) {
            let mut next = positions.clone();
            next.walks[piece].keep(step, CellSet::of(cell));
            self.decide(next, depth + 1, search)?;
        }
        Flow::Continue(())
    }

    /// Draws conclusions until there are no more. The error is a piece and a step without a cell.
    fn propagate(&self, positions: &mut Positions) -> Result<(), (usize, usize)> {
        loop {
            for (piece, (walk, jumps)) in positions.walks.iter_mut().zip(&self.jumps).enumerate() {
                walk.propagate(jumps).map_err(|step| (piece, step))?;
            }
            self.settle(positions)?;
            self.keep_divisors(&mut positions.walks, &positions.rest);
            let news = positions.walks.iter_mut().map(Stations::take_news);
            if news.fold(BitSet::EMPTY, |all, news| all | news).is_empty() {
                return Ok(());
            }
        }
    }

    /// Cells that are known have their effect: no other piece comes there, none stands in the same
    /// step where it attacks or is attacked, and the products are divided by the number of the
    /// step. The error is a piece and a step for which that cannot be.
    fn settle(&self, positions: &mut Positions) -> Result<(), (usize, usize)> {
        for piece in 0..self.pieces.len() {
            let new = positions.walks[piece].settled() - positions.settled[piece];
            positions.settled[piece] |= new;
            for step in new {
                // There is none if another piece has just taken it.
                let cell = positions.walks[piece].at(step).first().ok_or((piece, step))?;
                for other in (0..self.pieces.len()).filter(|&other| other != piece) {
                    let attacked = self.jumps[piece].of(cell) | self.jumps[other].of(cell);
                    for other_step in 0..=self.steps {
                        let mut free = self.board.all().without(cell);
                        if other_step == step && step > 0 {
                            free -= attacked;
                        }
                        positions.walks[other].keep(other_step, free);
                    }
                }
                if (1..self.steps).contains(&step) {
                    let number = step as u64;
                    for line in self.lines_of(cell) {
                        if !positions.rest[line].is_multiple_of(number) {
                            return Err((piece, step));
                        }
                        positions.rest[line] /= number;
                    }
                }
            }
        }
        Ok(())
    }

    /// The places of a cell's row and column among the products.
    fn lines_of(&self, cell: usize) -> [usize; 2] {
        let Cell { row, column } = self.board.cell(cell);
        [row, LARGEST_SIZE + column]
    }

    /// Numbers stand where they divide what is left of the products.
    fn keep_divisors(&self, walks: &mut [Stations<1>], rest: &Products) {
        for step in 1..self.steps {
            let divides = |line: usize| rest[line].is_multiple_of(step as u64);
            let others = self.lines.iter().filter(|&&(line, _)| !divides(line));
            let excluded = others.fold(CellSet::EMPTY, |excluded, &(_, cells)| excluded | cells);
            for walk in &mut *walks {
                if !walk.settled().contains(step) {
                    walk.keep(step, self.board.all() - excluded);
                }
            }
        }
    }

    /// Tries all ways to make the last step that may beat the best sum: `ends` are the cells of the
    /// first pieces, and `products` what the lines have with them.
    fn make_last_step(
        &mut self,
        positions: &Positions,
        depth: usize,
        ends: &mut Vec<usize>,
        products: Products,
        search: &mut Search,
    ) -> Flow {
        let piece = ends.len();
        if piece == self.pieces.len() {
            self.best = self.sum(&products);
            return search.solution(self.board_of(positions, ends));
        }
        let mut free = positions.walks[piece].at(self.steps);
        for (other, &end) in ends.iter().enumerate() {
            free -= self.jumps[piece].of(end) | self.jumps[other].of(end).with(end);
        }
        for cell in free {
            let mut products = products;
            for line in self.lines_of(cell) {
                products[line] *= self.steps as u64;
            }
            if self.bound(&products, self.pieces.len() - piece - 1) > self.best {
                ends.push(cell);
                search.visit(depth + ends.len(), || self.board_of(positions, ends))?;
                self.make_last_step(positions, depth, ends, products, search)?;
                ends.pop();
            }
        }
        Flow::Continue(())
    }

    /// The sum of the products of all rows and columns that there are.
    fn sum(&self, products: &Products) -> u64 {
        self.lines.iter().map(|&(line, _)| products[line]).sum()
    }

    /// The largest sum that this many more pieces can make: if all end in the row and in the column
    /// with the largest products.
    fn bound(&self, products: &Products, pieces: usize) -> u64 {
        let factor = (0..pieces).fold(1, |factor, _| factor * self.steps as u64);
        let (rows, columns) = products.split_at(LARGEST_SIZE);
        let largest = |lines: &[u64]| lines.iter().max().copied().unwrap_or(0);
        self.sum(products) + (factor - 1) * (largest(rows) + largest(columns))
    }

    /// The labels whose cells are known, with those of the last step as far as these are chosen.
    fn board_of(&self, positions: &Positions, ends: &[usize]) -> Board {
        let mut board = Grid::filled(self.board.rows(), self.board.columns(), None);
        for (piece, walk) in positions.walks.iter().enumerate() {
            let end = ends.get(piece).map(|&end| CellSet::of(end));
            for (step, cells) in walk.iter().take(self.steps).chain(end).enumerate() {
                if let (1, Some(cell)) = (cells.len(), cells.first()) {
                    let label = piece * (self.steps + 1) + step;
                    board[self.board.cell(cell)] = i64::try_from(label).ok();
                }
            }
        }
        Board::Grid(board)
    }
}
