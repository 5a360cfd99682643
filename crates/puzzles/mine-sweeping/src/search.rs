//! The search: classes of layouts that look the same, cell by revealed cell.

use std::array;
use std::ops::Range;
use std::sync::LazyLock;

use num_integer::binomial;
use puzzle::prelude::*;

use crate::{ASKED, Chance, HIDDEN};

/// Cells as bits, in reading order.
type Cells = u32;

/// The most neighbours of a cell.
const MOST_NEIGHBOURS: usize = 8;
/// The largest number that a cell shows.
const MOST_NUMBER: u8 = 8;

/// The binomial coefficients: `BINOMIALS[of][chosen]`.
static BINOMIALS: LazyLock<[[u64; MOST_NEIGHBOURS + 1]; MOST_NEIGHBOURS + 1]> =
    LazyLock::new(|| {
        array::from_fn(|of| array::from_fn(|chosen| binomial(of as u64, chosen as u64)))
    });

/// Searches the boards of the shape of `grid`.
pub(crate) fn search(grid: &Grid<()>, search: &mut Search) -> Flow {
    let place = |cell: Cell| cell.row * grid.columns() + cell.column;
    let near = |cell| grid.all_neighbours(cell).fold(0, |near, one| near | 1 << place(one));
    let mut classes = Classes {
        grid,
        near: grid.cells().map(near).collect(),
        ways: ways_to_parcel_out(grid.cells().len()),
        asked: 0,
        revealed: Vec::new(),
        layouts: vec![Layouts { mines: 0, with: 1, without: 1 }],
        best: Chance { with: 1, without: 1 },
    };
    // While no cell is revealed, all cells have the same chance.
    search.solution(classes.board(None))?;
    let is_first = |Cell { row, column }: &Cell| {
        let (rows, columns) = (grid.rows(), grid.columns());
        *row <= rows - 1 - row
            && *column <= columns - 1 - column
            && (rows != columns || row <= column)
    };
    for asked in grid.cells().filter(is_first) {
        classes.asked = place(asked);
        classes.reveal_from(0, 0, 0..1, search)?;
    }
    Flow::Continue(())
}

/// Returns the most ways to put mines into cells that are partitioned into parcels, with the number
/// of mines in each parcel known: `[cells of the largest parcel][all cells]`.
fn ways_to_parcel_out(cells: usize) -> Vec<Vec<u64>> {
    let most = |largest: usize| {
        let mut ways = vec![1_u64];
        for cells in 1..=cells {
            let parcels = 1..=largest.min(cells);
            let most = parcels.map(|one| BINOMIALS[one][one / 2] * ways[cells - one]);
            ways.push(most.max().unwrap_or(1));
        }
        ways
    };
    (0..=MOST_NEIGHBOURS).map(most).collect()
}

/// Layouts of a class that have the same mines in all cells that still matter.
#[derive(Clone, Copy)]
struct Layouts {
    /// The mines in the cells that count and matter, except S.
    mines: Cells,
    /// The number of those with a mine in S.
    with: u32,
    /// The number of those without.
    without: u32,
}

/// The size of a class before it is made: its numbers of layouts.
#[derive(Clone, Copy)]
struct Size {
    with: u64,
    without: u64,
    /// The smallest positive number without a mine in S among its [`Layouts`].
    least_without: u64,
}

/// A cell to reveal next.
struct Reveal {
    cell: usize,
    near: Cells,
    /// Its neighbours that did not count before, except S.
    new: Cells,
    /// The contribution of a mine in S to the number that the cell shows.
    of_asked: u32,
}

struct Classes<'g> {
    grid: &'g Grid<()>,
    /// The neighbours of each cell.
    near: Vec<Cells>,
    ways: Vec<Vec<u64>>,
    /// S.
    asked: usize,
    /// The revealed cells with their numbers.
    revealed: Vec<(usize, u8)>,
    /// The layouts of each class on the way here, one class after the other.
    layouts: Vec<Layouts>,
    best: Chance,
}

impl Classes<'_> {
    /// Tries all ways to reveal more cells, from a first one on. Cells that are revealed or have a
    /// revealed neighbour are `seen`; the class is a range of layouts.
    fn reveal_from(
        &mut self,
        first: usize,
        seen: Cells,
        class: Range<usize>,
        search: &mut Search,
    ) -> Flow {
        search.visit(self.revealed.len(), || self.board(None))?;
        let asked: Cells = 1 << self.asked;
        let with =
            self.layouts[class.clone()].iter().map(|layouts| u64::from(layouts.with)).sum::<u64>();
        let mut is_dead_end = true;
        for cell in (first..self.near.len()).filter(|&cell| 1 << cell != asked) {
            let near = self.near[cell];
            let of_asked = u32::from(near & asked != 0);
            let reveal = Reveal { cell, near, new: near & !seen & !asked, of_asked };
            let seen = seen | near | 1 << cell;
            let later = ((1 << self.near.len()) - (2 << cell)) & !asked;
            let ways = self.ways_to_go_on(later, seen | asked);
            // Few classes are worth refining.
            let new = reveal.new.count_ones() as usize;
            let most = with * BINOMIALS[new][new / 2] * ways;
            if !(Chance { with: most, without: 1 }).beats(self.best) {
                continue;
            }
            let sizes = Self::sizes(&reveal, &self.layouts[class.clone()]);
            for (number, size) in (0..=MOST_NUMBER).zip(sizes).rev() {
                let Size { with, without, least_without } = size;
                if with == 0 || without == 0 {
                    continue;
                }
                let is_asked_seen = seen & asked != 0;
                let chance = Chance { with, without };
                if is_asked_seen && chance.beats(self.best) {
                    is_dead_end = false;
                    self.best = chance;
                    search.solution(self.board(Some((cell, number))))?;
                }
                let least_without = if is_asked_seen { least_without } else { 1 };
                let most = Chance { with: with * ways, without: least_without };
                if later == 0 || !most.beats(self.best) {
                    continue;
                }
                is_dead_end = false;
                let made = self.make(&reveal, number, class.clone(), later);
                self.revealed.push((cell, number));
                self.reveal_from(cell + 1, seen, made.clone(), search)?;
                self.revealed.pop();
                self.layouts.truncate(made.start);
            }
        }
        if is_dead_end {
            let best = self.best;
            search.dead_end_because(|| format!("no board beyond this one can beat {best}"));
        }
        Flow::Continue(())
    }

    /// Returns a bound on the factor by which the number of layouts can grow when more of the
    /// `later` cells are revealed.
    ///
    /// A revealed cell makes some of its neighbours count. Its number determines how many of these
    /// hold a mine, so the factor for each layout is the number of ways to choose them.
    fn ways_to_go_on(&self, later: Cells, seen: Cells) -> u64 {
        let new = |near: &Cells| near & !seen;
        let later = (0..).zip(&self.near).filter(|(cell, _)| later >> cell & 1 == 1);
        let (mut all, mut largest) = (0, 0);
        for (_, near) in later {
            all |= new(near);
            largest = largest.max(new(near).count_ones());
        }
        self.ways[largest as usize][all.count_ones() as usize]
    }

    /// Returns the sizes of the classes into which revealing a cell splits a class, by the number
    /// that it shows.
    fn sizes(reveal: &Reveal, class: &[Layouts]) -> [Size; MOST_NEIGHBOURS + 1] {
        let none = Size { with: 0, without: 0, least_without: u64::MAX };
        let mut before = [none; MOST_NEIGHBOURS + 1];
        for layouts in class.iter().filter(|layouts| layouts.mines >> reveal.cell & 1 == 0) {
            let size = &mut before[(layouts.mines & reveal.near).count_ones() as usize];
            size.with += u64::from(layouts.with);
            size.without += u64::from(layouts.without);
            if layouts.without > 0 {
                size.least_without = size.least_without.min(layouts.without.into());
            }
        }
        let mut sizes = [none; MOST_NEIGHBOURS + 1];
        let new = reveal.new.count_ones() as usize;
        for (number, before) in before.iter().enumerate() {
            if before.with + before.without == 0 {
                continue;
            }
            for (mines, &ways) in BINOMIALS[new][..=new].iter().enumerate() {
                sizes[number + mines + reveal.of_asked as usize].with += ways * before.with;
                let size = &mut sizes[number + mines];
                size.without += ways * before.without;
                size.least_without = size.least_without.min(before.least_without);
            }
        }
        sizes
    }

    /// Makes one of these classes, and returns its range. Only the `later` cells can be revealed
    /// from now on.
    fn make(
        &mut self,
        reveal: &Reveal,
        number: u8,
        class: Range<usize>,
        later: Cells,
    ) -> Range<usize> {
        let matters = (0..).zip(&self.near).filter(|(cell, near)| (1 << cell | *near) & later != 0);
        let matter = matters.fold(0, |matter, (cell, _)| matter | 1 << cell);
        let chosen = subsets(reveal.new).map(|chosen| (chosen, chosen.count_ones())).collect_vec();
        let start = self.layouts.len();
        for place in class {
            let Layouts { mines, with, without } = self.layouts[place];
            if mines >> reveal.cell & 1 == 1 {
                continue;
            }
            let shown = (mines & reveal.near).count_ones();
            for &(chosen, more) in &chosen {
                let is_shown = |shown: u32| shown + more == u32::from(number);
                let with = if is_shown(shown + reveal.of_asked) { with } else { 0 };
                let without = if is_shown(shown) { without } else { 0 };
                if with + without > 0 {
                    self.layouts.push(Layouts { mines: (mines | chosen) & matter, with, without });
                }
            }
        }
        self.merge(start);
        start..self.layouts.len()
    }

    /// Merges layouts with the same mines, from `start` on.
    fn merge(&mut self, start: usize) {
        let mut made = self.layouts.split_off(start);
        made.sort_unstable_by_key(|layouts| layouts.mines);
        made.dedup_by(|next, kept| {
            let is_same = next.mines == kept.mines;
            if is_same {
                kept.with += next.with;
                kept.without += next.without;
            }
            is_same
        });
        self.layouts.append(&mut made);
    }

    /// Returns the board with all revealed cells, and possibly one more.
    fn board(&self, more: Option<(usize, u8)>) -> Board {
        let hidden = |place| if place == self.asked { ASKED } else { HIDDEN };
        let mut shown = (0..self.near.len()).map(hidden).collect_vec();
        for &(place, number) in self.revealed.iter().chain(&more) {
            shown[place] = number.into();
        }
        let mut shown = shown.into_iter();
        Board::Grid(self.grid.map(|_, ()| shown.next()))
    }
}

/// Returns all subsets of a set of cells, the empty one first.
fn subsets(of: Cells) -> impl Iterator<Item = Cells> {
    let next = move |subset: &Cells| Some(subset.wrapping_sub(of) & of).filter(|&next| next != 0);
    std::iter::successors(Some(0), next)
}
