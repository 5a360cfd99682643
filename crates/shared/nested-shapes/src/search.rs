//! The search: from a large number with few places upwards and downwards, shape by shape.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use grid_utils::{CellSet, Grid, Shape, with_words};
use polyominoes::{Kind, Polyomino};
use puzzle::{Board, Flow, Search};

/// The most places of the shape that the search begins with; doubled until a shape has no more.
const FEW: usize = 4096;

/// Listing few places takes hardly more steps than this for each.
const STEPS_PER_PLACE: usize = 6;

/// Reports every board with the numbers from 1 to one of `largest`, and the given ones where they
/// are.
pub fn search(
    givens: &Grid<Option<i64>>,
    largest: RangeInclusive<i64>,
    search: &mut Search,
) -> Flow {
    let fits = |&number: &i64| number * (number + 1) / 2 <= givens.len().cast_signed() as i64;
    let largest: Vec<i64> = largest.filter(fits).collect();
    with_words!(givens.len(), [3, 4], |WORDS| Numbers::<WORDS>::all(givens, &largest, search))
}

/// The placed numbers, and the given cells of the others.
struct Numbers<'a, const WORDS: usize> {
    givens: &'a Grid<Option<i64>>,
    shape: Shape<WORDS>,
    largest: usize,
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
            largest: usize::try_from(largest).expect("the largest number is positive"),
            taken: CellSet::EMPTY,
            given: numbers.clone().map(given).collect(),
            open: numbers.clone().map(open).collect(),
            placed: numbers.map(|_| CellSet::EMPTY).collect(),
        }
    }

    /// Places a number that has few places, and is there whichever is the largest, then the others.
    fn all(givens: &'a Grid<Option<i64>>, largest: &[i64], search: &mut Search) -> Flow {
        let Some(&least) = largest.first() else { return Flow::Continue(()) };
        let numbers = Self::new(givens, least);
        search.visit(0, || numbers.board())?;
        let mut most = FEW;
        let (start, places) = loop {
            search.poll()?;
            let mut downwards = (1..=numbers.largest).rev();
            let few = downwards.find_map(|number| Some((number, numbers.places(number, most)?)));
            match few {
                Some(few) => break few,
                None => most *= 2,
            }
        };
        largest.iter().try_for_each(|&largest| {
            let places = places.iter().copied();
            Self::new(givens, largest).try_each(0, start..=start, start, places, search)
        })
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
        let up = (high < self.largest).then(|| self.grown(high));
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

    /// Returns the cells where an unplaced number can be.
    fn open(&self, number: usize) -> CellSet<WORDS> {
        self.open[number] - self.taken
    }

    /// Returns the places of the number above one that is placed: its shape anywhere, and a cell
    /// more.
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

    /// Returns the places of the number below one that is placed: its shape without a cell,
    /// anywhere.
    fn shrunk(&self, number: usize) -> BTreeSet<CellSet<WORDS>> {
        let (open, given) = (self.open(number - 1), self.given[number - 1]);
        let whole = self.placed[number];
        let parts = whole.iter().map(|cell| whole.without(cell));
        let parts = parts.filter(|&part| self.shape.is_connected(part));
        let shapes: BTreeSet<Polyomino> = parts.flat_map(|part| self.turned(part)).collect();
        let places = shapes.iter().flat_map(|part| part.placements(&self.shape, open));
        places.filter(|place| given.is_subset(*place)).collect()
    }

    /// Returns a set of cells as a shape in all its orientations.
    fn turned(&self, cells: CellSet<WORDS>) -> Vec<Polyomino> {
        Polyomino::new(self.shape.cells_of(cells)).orientations(Kind::Free)
    }

    /// Returns whether each number that is not placed can still connect its given cells.
    fn fits(&self) -> bool {
        // Free areas, each with the number of cells that numbers given in it need.
        let mut areas: Vec<(CellSet<WORDS>, usize)> = Vec::new();
        for (number, &given) in self.given.iter().enumerate().skip(1) {
            let Some(first) = given.first().filter(|_| self.placed[number].is_empty()) else {
                continue;
            };
            let open = self.open(number);
            let mut area = CellSet::of(first);
            let has_room = |area: CellSet<WORDS>| given.is_subset(area) && area.len() >= number;
            for _ in 1..number {
                if has_room(area) {
                    break;
                }
                area = self.shape.grow(area) & open;
            }
            if !has_room(area) {
                return false;
            }
            let known = areas.iter().position(|(area, _)| area.contains(first));
            let place = known.unwrap_or_else(|| {
                let free = self.shape.all() - self.taken;
                areas.push((self.shape.flood(CellSet::of(first), free), 0));
                areas.len() - 1
            });
            areas[place].1 += number;
        }
        areas.into_iter().all(|(area, reserved)| reserved <= area.len())
    }

    /// Returns the places of a number, regardless of other shapes. `None` if they are more than
    /// `most`, or seem to be.
    fn places(&self, number: usize, most: usize) -> Option<Vec<CellSet<WORDS>>> {
        let (given, open) = (self.given[number], self.open(number));
        let steps = most * STEPS_PER_PLACE;
        let mut listing =
            Listing { shape: &self.shape, number, given, most, steps, places: Vec::new() };
        let mut starts = given.first().map_or(open, CellSet::of);
        let mut left = open;
        while let Some(start) = starts.pop_first() {
            listing.extend(CellSet::of(start), left)?;
            left = left.without(start);
        }
        Some(listing.places)
    }

    /// Returns the numbers that are placed, and those that are given.
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

/// Lists the connected sets of cells that hold all given ones.
struct Listing<'a, const WORDS: usize> {
    shape: &'a Shape<WORDS>,
    number: usize,
    given: CellSet<WORDS>,
    most: usize,
    /// Number of sets that may still be examined.
    steps: usize,
    places: Vec<CellSet<WORDS>>,
}

impl<const WORDS: usize> Listing<'_, WORDS> {
    /// Adds the connected sets of this many cells, `cells` among them, and else of `open`.
    fn extend(&mut self, cells: CellSet<WORDS>, mut open: CellSet<WORDS>) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let lacking = self.number - cells.len();
        if (self.given - cells).len() > lacking || !self.can_connect(cells, open, lacking) {
            return Some(());
        }
        if lacking == 0 {
            self.places.push(cells);
            return (self.places.len() <= self.most).then_some(());
        }
        for cell in (self.shape.neighbours(cells) & open) - cells {
            self.extend(cells.with(cell), open)?;
            open = open.without(cell);
        }
        Some(())
    }

    /// Returns whether the given cells can be reached by this many cells each.
    fn can_connect(&self, cells: CellSet<WORDS>, open: CellSet<WORDS>, lacking: usize) -> bool {
        let mut area = cells;
        for _ in 0..lacking {
            if self.given.is_subset(area) {
                break;
            }
            area = self.shape.grow(area) & open;
        }
        self.given.is_subset(area)
    }
}
