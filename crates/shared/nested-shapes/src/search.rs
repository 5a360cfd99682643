//! The search: from a large number with few places upwards and downwards, shape by shape.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use grid_utils::{CellSet, Grid, Shape, with_words};
use polyominoes::{Kind, Polyomino};
use puzzle::{Board, Flow, Search};

/// So many places are few enough to begin with.
const FEW: usize = 4096;

/// Reports every board with the numbers from 1 to `largest`, and the given ones where they are.
pub fn search(givens: &Grid<Option<i64>>, largest: i64, search: &mut Search) -> Flow {
    if largest * (largest + 1) / 2 > givens.len().cast_signed() as i64 {
        return Flow::Continue(());
    }
    with_words!(givens.len(), [3, 4], |WORDS| {
        Numbers::<WORDS>::new(givens, largest).all(search)
    })
}

/// The numbers that are placed, and what is given of the others.
struct Numbers<'a, const WORDS: usize> {
    givens: &'a Grid<Option<i64>>,
    shape: Shape<WORDS>,
    /// By number, the cells where it is given.
    given: Vec<CellSet<WORDS>>,
    /// By number, the cells where no other one is given.
    open: Vec<CellSet<WORDS>>,
    /// The cells of all numbers that are placed.
    taken: CellSet<WORDS>,
    /// By number, its cells; empty as long as it is not placed.
    placed: Vec<CellSet<WORDS>>,
}

impl<'a, const WORDS: usize> Numbers<'a, WORDS> {
    fn new(givens: &'a Grid<Option<i64>>, largest: i64) -> Self {
        let shape = Shape::new(givens.rows(), givens.columns()).expect("the words hold the cells");
        let numbers = 0..=largest;
        let given = |number| shape.set_of(givens, |&given| given == Some(number));
        let open = |number| shape.set_of(givens, |&given| given.is_none_or(|one| one == number));
        Numbers {
            givens,
            shape,
            taken: CellSet::EMPTY,
            given: numbers.clone().map(given).collect(),
            open: numbers.clone().map(open).collect(),
            placed: numbers.map(|_| CellSet::EMPTY).collect(),
        }
    }

    /// Places the largest number that has few places, then the others.
    fn all(mut self, search: &mut Search) -> Flow {
        search.visit(0, || self.board())?;
        let mut most = FEW;
        let (start, places) = loop {
            search.poll()?;
            let mut numbers = (1..self.given.len()).rev();
            let few = numbers.find_map(|number| Some((number, self.places(number, most)?)));
            match few {
                Some(few) => break few,
                None => most *= 2,
            }
        };
        self.try_each(0, start..=start, start, places, search)
    }

    /// Tries places of a number; `span` are the numbers that are placed then.
    fn try_each(
        &mut self,
        depth: usize,
        span: RangeInclusive<usize>,
        number: usize,
        places: impl IntoIterator<Item = CellSet<WORDS>>,
        search: &mut Search,
    ) -> Flow {
        for cells in places {
            search.poll()?;
            self.place(number, cells);
            if self.fits() {
                self.rest(depth + 1, span.clone(), search)?;
            }
            self.take_back(number);
        }
        Flow::Continue(())
    }

    /// Places all numbers outside `span`, next to it the one that has fewer places.
    fn rest(&mut self, depth: usize, span: RangeInclusive<usize>, search: &mut Search) -> Flow {
        search.visit(depth, || self.board())?;
        let (low, high) = span.into_inner();
        let up = (high + 1 < self.given.len()).then(|| self.grown(high));
        let is_settled = up.as_ref().is_some_and(|up| up.len() <= 1);
        let down = (low > 1 && !is_settled).then(|| self.shrunk(low));
        let (number, places) = match (up, down) {
            (None, None) => return search.solution(self.board()),
            (Some(up), None) => (high + 1, up),
            (Some(up), Some(down)) if up.len() < down.len() => (high + 1, up),
            (_, Some(down)) => (low - 1, down),
        };
        if places.is_empty() {
            search.dead_end_because(|| format!("no place for the {number}-cell shape"));
        }
        self.try_each(depth, low.min(number)..=high.max(number), number, places, search)
    }

    fn place(&mut self, number: usize, cells: CellSet<WORDS>) {
        self.placed[number] = cells;
        self.taken |= cells;
    }

    fn take_back(&mut self, number: usize) {
        self.taken -= self.placed[number];
        self.placed[number] = CellSet::EMPTY;
    }

    /// Where a number that is not placed can be.
    fn open(&self, number: usize) -> CellSet<WORDS> {
        self.open[number] - self.taken
    }

    /// The places of the number above one that is placed: its shape anywhere, and a cell more.
    fn grown(&self, number: usize) -> BTreeSet<CellSet<WORDS>> {
        let (open, given) = (self.open(number + 1), self.given[number + 1]);
        let mut places = BTreeSet::new();
        for part in self.turned(self.placed[number]) {
            for part in part.placements(&self.shape, open) {
                let missing = given - part;
                if missing.len() > 1 {
                    continue;
                }
                let mut more = (self.shape.neighbours(part) & open) - part;
                if !missing.is_empty() {
                    more &= missing;
                }
                places.extend(more.iter().map(|cell| part.with(cell)));
            }
        }
        places
    }

    /// The places of the number below one that is placed: its shape without a cell, anywhere.
    fn shrunk(&self, number: usize) -> BTreeSet<CellSet<WORDS>> {
        let (open, given) = (self.open(number - 1), self.given[number - 1]);
        let whole = self.placed[number];
        let parts = whole.iter().map(|cell| whole.without(cell));
        let parts = parts.filter(|&part| self.shape.is_connected(part));
        let shapes: BTreeSet<Polyomino> = parts.flat_map(|part| self.turned(part)).collect();
        let places = shapes.iter().flat_map(|part| part.placements(&self.shape, open));
        places.filter(|place| given.is_subset(*place)).collect()
    }

    /// A set of cells as a shape in all its orientations.
    fn turned(&self, cells: CellSet<WORDS>) -> Vec<Polyomino> {
        Polyomino::new(self.shape.cells_of(cells)).orientations(Kind::Free)
    }

    /// Whether each number that is not placed can still connect what is given of it.
    fn fits(&self) -> bool {
        let mut reserved = BTreeMap::new();
        for (number, &given) in self.given.iter().enumerate().skip(1) {
            let Some(first) = given.first().filter(|_| self.placed[number].is_empty()) else {
                continue;
            };
            let open = self.open(number);
            let mut area = CellSet::of(first);
            for _ in 1..number {
                area = self.shape.grow(area) & open;
            }
            if !given.is_subset(area) || area.len() < number {
                return false;
            }
            let around = self.shape.flood(CellSet::of(first), self.shape.all() - self.taken);
            *reserved.entry(around).or_insert(0) += number;
        }
        reserved.into_iter().all(|(area, reserved)| reserved <= area.len())
    }

    /// The places of a number that are not more than `most`, regardless of other shapes.
    fn places(&self, number: usize, most: usize) -> Option<Vec<CellSet<WORDS>>> {
        let mut places = Vec::new();
        let open = self.open(number);
        let mut starts = match self.given[number].first() {
            Some(first) => CellSet::of(first),
            None => open,
        };
        let mut left = open;
        while let Some(start) = starts.pop_first() {
            self.extend(CellSet::of(start), left, number, most, &mut places)?;
            left = left.without(start);
        }
        Some(places)
    }

    /// Adds the connected sets of so many cells, `cells` among them, and else of `open`.
    fn extend(
        &self,
        cells: CellSet<WORDS>,
        mut open: CellSet<WORDS>,
        number: usize,
        most: usize,
        places: &mut Vec<CellSet<WORDS>>,
    ) -> Option<()> {
        let given = self.given[number];
        let lacking = number - cells.len();
        let mut area = cells;
        for _ in 0..lacking {
            area = self.shape.grow(area) & open;
        }
        if !given.is_subset(area) || (given - cells).len() > lacking {
            return Some(());
        }
        if lacking == 0 {
            places.push(cells);
            return (places.len() <= most).then_some(());
        }
        for cell in (self.shape.neighbours(cells) & open) - cells {
            self.extend(cells.with(cell), open, number, most, places)?;
            open = open.without(cell);
        }
        Some(())
    }

    /// The numbers that are placed, and those that are given.
    fn board(&self) -> Board {
        let mut board = self.givens.clone();
        for (number, &cells) in self.placed.iter().enumerate() {
            for cell in self.shape.cells_of(cells) {
                board[cell] = i64::try_from(number).ok();
            }
        }
        Board::Grid(board)
    }
}
