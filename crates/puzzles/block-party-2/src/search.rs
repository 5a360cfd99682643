//! The search: the prices of numbers give a bound, and a filling that reaches it is a cover.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grid_puzzles::Label;
use grid_utils::{Cell, Grid, Regions};
use itertools::Itertools;
use puzzle::{Search, Stop};

use crate::Board;
use crate::prices::Prices;

/// For each two of them, a table says whether they go together: 100 MB.
const MOST_CANDIDATES: usize = 10_000;

/// Reports a filling with the smallest sum.
pub(crate) fn search(grid: &Grid<Label>, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let regions = Regions::from_labels(grid);
    // If the product cells have places, there is a filling, with different primes everywhere else.
    let marks = regions.iter().flat_map(|(_, cells)| cells.iter().map(|&cell| vec![(cell, None)]));
    let marks = marks.map(|numbers| Candidate::new(grid, &regions, numbers)).collect();
    let regions_alone = (0..regions.len()).map(Item::Region).collect_vec();
    if Cover::new(grid, marks, &regions_alone).find(0, search)?.is_none() {
        return ControlFlow::Continue(());
    }
    let (rows, columns) = (grid.rows(), grid.columns());
    let prices = Prices::new(&regions.areas().collect_vec(), rows.min(columns));
    for slack in 0.. {
        // A region can only pay `slack` more than the least, and a number whose price is above that is
        // missing nowhere.
        let mut candidates = Vec::new();
        for (_, cells) in regions.iter() {
            for filling in prices.fillings(cells.len(), slack) {
                let orders = filling.into_iter().map(Some).permutations(cells.len());
                let numbers = orders.map(|order| cells.iter().copied().zip(order).collect());
                candidates.extend(numbers.map(|one| Candidate::new(grid, &regions, one)));
            }
        }
        if candidates.len() > MOST_CANDIDATES {
            return search.give_up();
        }
        let mut items = regions_alone.clone();
        for number in prices.dearer_than(slack) {
            let of_rows = (0..rows).filter(|_| rows <= columns);
            let of_columns = (0..columns).filter(|_| columns <= rows);
            items.extend(of_rows.map(|row| Item::Row(row, number)));
            items.extend(of_columns.map(|column| Item::Column(column, number)));
        }
        let cover = Cover::new(grid, candidates, &items);
        if let Some(best) = cover.find(prices.bound + slack, search)? {
            return search.solution(best);
        }
    }
    ControlFlow::Continue(())
}

/// What is taken at most once: a region, a number in a row or a column, a side of a product cell that is
/// at the border of two regions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Region(usize),
    Row(usize, u32),
    Column(usize, u32),
    Side(Cell, Cell),
}

/// A way to fill a region.
struct Candidate {
    numbers: Vec<(Cell, Option<u32>)>,
    product: u32,
    takes: Vec<Item>,
}

impl Candidate {
    fn new(grid: &Grid<Label>, regions: &Regions, numbers: Vec<(Cell, Option<u32>)>) -> Self {
        let largest = numbers.iter().copied().max_by_key(|&(_, number)| number);
        let (product_cell, product) = largest.expect("a region has cells");
        let mut takes: Vec<Item> =
            regions.region_of(product_cell).map(Item::Region).into_iter().collect();
        for &(cell, number) in &numbers {
            let items = |number| [Item::Row(cell.row, number), Item::Column(cell.column, number)];
            takes.extend(number.into_iter().flat_map(items));
        }
        let beside = grid.neighbours(product_cell).filter(|&one| grid[one] != grid[product_cell]);
        takes.extend(beside.map(|one| Item::Side(one.min(product_cell), one.max(product_cell))));
        Candidate { numbers, product: product.unwrap_or(0), takes }
    }
}

/// Candidates that take no item twice, and some items for certain.
struct Cover<'a> {
    grid: &'a Grid<Label>,
    candidates: Vec<Candidate>,
    /// By candidate, whether it takes other items than another one.
    goes_with: Vec<Vec<bool>>,
    /// How many items must be taken.
    items: usize,
    /// By candidate, which of these it takes.
    takes: Vec<Vec<usize>>,
}

impl<'a> Cover<'a> {
    fn new(grid: &'a Grid<Label>, candidates: Vec<Candidate>, items: &[Item]) -> Self {
        let mut takers: BTreeMap<&Item, Vec<usize>> = BTreeMap::new();
        for (place, candidate) in candidates.iter().enumerate() {
            candidate.takes.iter().for_each(|item| takers.entry(item).or_default().push(place));
        }
        let mut goes_with = vec![vec![true; candidates.len()]; candidates.len()];
        for (goes_with, candidate) in goes_with.iter_mut().zip(&candidates) {
            candidate
                .takes
                .iter()
                .flat_map(|item| &takers[item])
                .for_each(|&one| goes_with[one] = false);
        }
        let mut takes = vec![Vec::new(); candidates.len()];
        for (place, item) in items.iter().enumerate() {
            takers.get(item).into_iter().flatten().for_each(|&taker| takes[taker].push(place));
        }
        Cover { grid, candidates, goes_with, items: items.len(), takes }
    }

    /// A filling whose products add up to `most` at most, if there is one.
    fn find(&self, most: u32, search: &mut Search<Board>) -> ControlFlow<Stop, Option<Board>> {
        let all = (0..self.candidates.len()).collect_vec();
        self.visit(&mut Vec::new(), &all, most, search)
    }

    /// Takes one of the `left` candidates for the item that the fewest take, and so on.
    fn visit(
        &self,
        taken: &mut Vec<usize>,
        left: &[usize],
        most: u32,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop, Option<Board>> {
        search.visit(taken.len(), || self.board(taken))?;
        let mut ways = vec![0; self.items];
        left.iter().flat_map(|&one| &self.takes[one]).for_each(|&item| ways[item] += 1);
        taken.iter().flat_map(|&one| &self.takes[one]).for_each(|&item| ways[item] = usize::MAX);
        let Some((item, &fewest)) =
            ways.iter().enumerate().min_by_key(|way| way.1).filter(|way| *way.1 < usize::MAX)
        else {
            let sum: u32 = taken.iter().map(|&one| self.candidates[one].product).sum();
            return ControlFlow::Continue((sum <= most).then(|| self.board(taken)));
        };
        if fewest == 0 {
            search.dead_end();
        }
        for &one in left.iter().filter(|&&one| self.takes[one].contains(&item)) {
            let left =
                left.iter().copied().filter(|&other| self.goes_with[one][other]).collect_vec();
            taken.push(one);
            let found = self.visit(taken, &left, most, search)?;
            if found.is_some() {
                return ControlFlow::Continue(found);
            }
            taken.pop();
        }
        ControlFlow::Continue(None)
    }

    fn board(&self, taken: &[usize]) -> Board {
        let mut board = Grid::filled(self.grid.rows(), self.grid.columns(), None);
        for &(cell, number) in taken.iter().flat_map(|&one| &self.candidates[one].numbers) {
            board[cell] = number;
        }
        board
    }
}
