//! The search: the prices of numbers give a bound, and a filling that reaches it is an exact cover.

use std::ops::ControlFlow::{self, Continue};

use grid_puzzles::Label;
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
    // If the product cells can be placed, there is a filling, with different primes everywhere
    // else.
    let marks = regions.iter().flat_map(|(_, cells)| cells.iter().map(|&cell| vec![(cell, None)]));
    let marks = marks.map(|numbers| Candidate::new(grid, &regions, numbers, 0)).collect_vec();
    let regions_alone = (0..regions.len()).map(Item::Region).collect_vec();
    if cover(grid, &marks, &regions_alone, 0, search)?.is_none() {
        return Flow::Continue(());
    }
    let (rows, columns) = (grid.rows(), grid.columns());
    let prices = Prices::new(regions.areas(), rows.min(columns));
    for slack in 0.. {
        // All regions together can pay only `slack` more than the minimum. A number that does not
        // occur in a row costs its price; if that is more than `slack`, it must occur in every row and
        // column of a square.
        let mut candidates = Vec::new();
        for (_, cells) in regions.iter() {
            search.poll()?;
            for (excess, filling) in prices.fillings(cells.len(), slack) {
                let orders = filling.into_iter().map(Some).permutations(cells.len());
                let numbers = orders.map(|order| cells.iter().copied().zip(order).collect());
                candidates.extend(numbers.map(|one| Candidate::new(grid, &regions, one, excess)));
            }
        }
        let mut items = regions_alone.clone();
        for (number, price) in prices.all() {
            let line = if rows <= columns { Item::Row } else { Item::Column };
            let in_lines = (0..rows.min(columns)).map(|place| line(place, number)).collect_vec();
            if price <= slack {
                let missing =
                    |item| Candidate { numbers: vec![], excess: price, takes: vec![item] };
                candidates.extend(in_lines.iter().cloned().map(missing));
            }
            items.extend(in_lines);
            if price > slack && rows == columns {
                items.extend((0..columns).map(|column| Item::Column(column, number)));
            }
        }
        if candidates.len() > MOST_CANDIDATES {
            return search.give_up();
        }
        if let Some(best) = cover(grid, &candidates, &items, slack, search)? {
            return search.solution(best);
        }
    }
    Flow::Continue(())
}

/// Something that is taken at most once: a region, a number in a row or a column, or a side of a
/// product cell on the border of two regions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Region(usize),
    Row(usize, u32),
    Column(usize, u32),
    Side(Cell, Cell),
}

/// A way to fill a region, or to leave a number out of a line.
struct Candidate {
    numbers: Vec<(Cell, Option<u32>)>,
    /// What the region pays more than the minimum, or the price of the number that is left out.
    excess: u32,
    takes: Vec<Item>,
}

impl Candidate {
    fn new(
        grid: &Grid<Label>,
        regions: &Regions,
        numbers: Vec<(Cell, Option<u32>)>,
        excess: u32,
    ) -> Self {
        let largest = numbers.iter().copied().max_by_key(|&(_, number)| number);
        let (product_cell, _) = largest.expect("a region has cells");
        let mut takes: Vec<Item> =
            regions.region_of(product_cell).map(Item::Region).into_iter().collect();
        for &(cell, number) in &numbers {
            let items = |number| [Item::Row(cell.row, number), Item::Column(cell.column, number)];
            takes.extend(number.into_iter().flat_map(items));
        }
        let beside = grid.neighbours(product_cell).filter(|&one| grid[one] != grid[product_cell]);
        takes.extend(beside.map(|one| Item::Side(one.min(product_cell), one.max(product_cell))));
        Candidate { numbers, excess, takes }
    }
}

/// Searches a filling by candidates that take no item twice and all of these items, and that exceed
/// the bound by at most `slack`.
fn cover(
    grid: &Grid<Label>,
    candidates: &[Candidate],
    items: &[Item],
    slack: u32,
    search: &mut Search,
) -> ControlFlow<Stop, Option<Board>> {
    let takes = candidates.iter().map(|one| (&one.takes[..], one.excess)).collect_vec();
    let (cover, start) = ExactCover::new(&takes, items, slack);
    Searcher { grid, candidates, cover, taken: Vec::new(), search }.visit(start, 0)
}

/// A search of fillings, one region after the other.
struct Searcher<'a, 's> {
    grid: &'a Grid<Label>,
    candidates: &'a [Candidate],
    cover: ExactCover,
    /// The candidates that are taken, by their numbers.
    taken: Vec<usize>,
    search: &'a mut Search<'s>,
}

impl Searcher<'_, '_> {
    /// Visits a node and all that follow from it, and returns the first filling.
    fn visit(&mut self, mut partial: Partial, depth: usize) -> ControlFlow<Stop, Option<Board>> {
        let fewest = loop {
            match partial.fewest() {
                Some((item, 1)) => {
                    let only = self.cover.options(&partial, item).next();
                    self.take(&mut partial, only.expect("one option is left"));
                }
                fewest => break fewest,
            }
        };
        let Self { grid, candidates, taken, search, .. } = self;
        let board = || {
            let mut board = Grid::filled(grid.rows(), grid.columns(), None);
            for &(cell, number) in taken.iter().flat_map(|&one| &candidates[one].numbers) {
                board[cell] = number;
            }
            Board::from(board)
        };
        search.visit(depth, board)?;
        // With thousands of candidates, a node takes long.
        search.poll()?;
        let Some((item, left)) = fewest else {
            return Continue(Some(board()));
        };
        if left == 0 {
            search.dead_end();
        }
        let taken = self.taken.len();
        for option in self.cover.options(&partial, item).collect_vec() {
            let mut next = partial.clone();
            self.take(&mut next, option);
            let found = self.visit(next, depth + 1)?;
            if found.is_some() {
                return Continue(found);
            }
            self.taken.truncate(taken);
        }
        Continue(None)
    }

    fn take(&mut self, partial: &mut Partial, option: usize) {
        self.cover.take(partial, option);
        self.taken.push(option);
    }
}
