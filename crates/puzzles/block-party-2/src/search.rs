//! The search: the prices of numbers give a bound, and a filling that reaches it is an exact cover.

use std::ops::ControlFlow::{self, Continue};

use grid_puzzles::Label;
use grid_utils::with_words;
use puzzle::prelude::*;

use crate::exact_cover::{COVERED, ExactCover, Partial};
use crate::prices::Prices;

/// The limit for a table that states for each pair of candidates whether they are compatible, a bit
/// for each.
const MOST_CANDIDATES: usize = 16_000;
const _: () = assert!(MOST_CANDIDATES < COVERED as usize, "counts of options leave the mark free");

/// Reports a filling with the smallest sum.
pub(crate) fn search(grid: &Grid<Label>, search: &mut Search) -> Flow {
    let regions = Regions::from_labels(grid);
    let regions_alone = grid.values().copied().unique().map(Item::Region).collect_vec();
    // If the product cells can be placed, there is a filling, with different primes everywhere
    // else.
    let marks = grid.cells().map(|cell| Candidate::product_cell(grid, cell)).collect_vec();
    if cover(grid, &marks, &regions_alone, 0, search)?.is_none() {
        return Continue(());
    }
    let size = grid.rows().min(grid.columns());
    let prices = Prices::new(regions.areas(), size);
    for slack in 0.. {
        // All regions together can pay only `slack` more than the minimum. A number that does not
        // occur in a row costs its price; if that is more than `slack`, it must occur in every row and
        // column of a square.
        let mut candidates = Vec::new();
        for (_, cells) in regions.iter() {
            search.poll()?;
            for (excess, filling) in prices.fillings(cells.len(), slack) {
                let orders = filling.into_iter().permutations(cells.len());
                candidates.extend(orders.map(|way| Candidate::filling(grid, cells, way, excess)));
            }
        }
        let mut items = regions_alone.clone();
        for (number, price) in prices.all() {
            let missing = |item| Candidate { numbers: vec![], excess: price, takes: vec![item] };
            let in_lines =
                |line: fn(usize, u32) -> Item| (0..size).map(move |place| line(place, number));
            let priced = in_lines(if grid.rows() == size { Item::Row } else { Item::Column });
            items.extend(priced.clone());
            if price <= slack {
                candidates.extend(priced.map(missing));
            } else if grid.rows() == grid.columns() {
                items.extend(in_lines(Item::Column));
            }
        }
        if candidates.len() > MOST_CANDIDATES {
            return search.give_up();
        }
        if let Some(best) = cover(grid, &candidates, &items, slack, search)? {
            return search.solution(best);
        }
    }
    Continue(())
}

/// Something that is taken at most once: a region, a number in a row or a column, or a side of a
/// product cell on the border of two regions.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Item {
    Region(Label),
    Row(usize, u32),
    Column(usize, u32),
    Side(Cell, Cell),
}

/// A way to fill a region, or to choose only its product cell, or to leave a number out of a line.
struct Candidate {
    numbers: Vec<(Cell, u32)>,
    /// What the region pays more than the minimum, or the price of the number that is left out.
    excess: u32,
    takes: Vec<Item>,
}

impl Candidate {
    /// Chooses only the product cell of a region.
    fn product_cell(grid: &Grid<Label>, cell: Cell) -> Self {
        let beside = grid.neighbours(cell).filter(|&one| grid[one] != grid[cell]);
        let sides = beside.map(|one| Item::Side(one.min(cell), one.max(cell)));
        let takes = [Item::Region(grid[cell])].into_iter().chain(sides).collect();
        Candidate { numbers: vec![], excess: 0, takes }
    }

    /// Fills a region.
    fn filling(grid: &Grid<Label>, cells: &[Cell], numbers: Vec<u32>, excess: u32) -> Self {
        let largest = numbers.iter().position_max().expect("a region has cells");
        let mut takes = Self::product_cell(grid, cells[largest]).takes;
        let numbers = cells.iter().copied().zip(numbers).collect_vec();
        for &(cell, number) in &numbers {
            takes.extend([Item::Row(cell.row, number), Item::Column(cell.column, number)]);
        }
        Candidate { numbers, excess, takes }
    }
}

/// The first filling, if there is one.
type Found = ControlFlow<Stop, Option<Board>>;

/// Searches a filling by candidates that take no item twice and all of these items, and that exceed
/// the bound by at most `slack`.
fn cover(
    grid: &Grid<Label>,
    candidates: &[Candidate],
    items: &[Item],
    slack: u32,
    search: &mut Search,
) -> Found {
    let takes = candidates.iter().map(|one| (&one.takes[..], one.excess)).collect_vec();
    // A node takes time in proportion to the words, so their number must not be far too large.
    with_words!(candidates.len(), [13, 25, 50, 110, 250], |WORDS| {
        let (cover, start) = ExactCover::<WORDS>::new(&takes, items, slack);
        Searcher { grid, candidates, cover, search }.visit(start, 0)
    })
}

/// A search of fillings, one region after the other.
struct Searcher<'a, 's, const WORDS: usize> {
    grid: &'a Grid<Label>,
    candidates: &'a [Candidate],
    cover: ExactCover<WORDS>,
    search: &'a mut Search<'s>,
}

impl<const WORDS: usize> Searcher<'_, '_, WORDS> {
    /// Visits a node and all that follow from it, and returns the first filling.
    fn visit(&mut self, mut partial: Partial<WORDS>, depth: usize) -> Found {
        let mut fewest = partial.fewest();
        while let Some((item, 1)) = fewest {
            let only = self.cover.options(&partial, item).first();
            self.cover.take(&mut partial, only.expect("one option is left"));
            fewest = partial.fewest();
        }
        let board = || {
            let mut board = Grid::filled(self.grid.rows(), self.grid.columns(), None);
            let numbers = partial.taken.iter().flat_map(|one| &self.candidates[one].numbers);
            numbers.for_each(|&(cell, number)| board[cell] = Some(number));
            Board::from(board)
        };
        self.search.visit(depth, board)?;
        // With thousands of candidates, a node takes long.
        self.search.poll()?;
        let Some((item, left)) = fewest else {
            return Continue(Some(board()));
        };
        if left == 0 {
            self.search.dead_end();
        }
        for option in &self.cover.options(&partial, item) {
            let mut next = partial.clone();
            self.cover.take(&mut next, option);
            let found = self.visit(next, depth + 1)?;
            if found.is_some() {
                return Continue(found);
            }
        }
        Continue(None)
    }
}
