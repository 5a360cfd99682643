//! The search: small states as pieces, large ones by a symmetry, and the costs of journeys.

mod domains;
mod large;
mod pieces;

use std::mem;
use std::rc::Rc;

use grid_utils::{CellSet, Motion, Shape, Symmetry};
use itertools::Itertools;
use puzzle::{Flow, Search};
use symmetric_regions::{Map, Orbits};

use crate::{Numbers, most_small};
use domains::{Domains, Values, from, least, most, up_to};
use large::Large;
use pieces::{Piece, pieces};

/// A set of cells of the grid, 128 at most.
type Cells = CellSet<2>;

/// The maximum number of pieces over a scarce cell; such pieces are tentatively placed. More trials
/// cost more than they save.
const FEW_PIECES: usize = 450;

/// The weight, in pieces, of the ways to found a large state: they are many, but most are refuted
/// at once.
const FOUNDING: usize = 20;

/// Searches an instance that passed `validate`: first for divisions without large states, then for
/// those with one, with two, and so on, up to a number of them.
pub(crate) fn search(numbers: &Numbers, large: Option<usize>, search: &mut Search) -> Flow {
    let mut field = Field::new(numbers);
    let mut domains = Domains::new(numbers);
    if domains.settle(&field, field.shape.all()) {
        field.pieces = pieces(&field, &domains, search)?;
    }
    let most = field.shape.len() / (field.most_small + 1);
    for most_large in 0..=large.unwrap_or(most).min(most) {
        let node = Node {
            field: &field,
            most_large,
            free: field.shape.all(),
            small: Vec::new(),
            large: Vec::new(),
            domains: domains.clone(),
            pieces: (0..field.pieces.len()).collect(),
        };
        node.search(0, search)?;
    }
    Flow::Continue(())
}

/// The constant data of a search.
struct Field {
    shape: Shape<2>,
    /// Each cell and its neighbours.
    around: Vec<Cells>,
    /// The half turns and reflections. A quarter turn done twice is a half turn that leaves the same
    /// cells in place.
    motions: Vec<Orbits<2>>,
    /// The cells that each motion leaves in place.
    fixed: Vec<Cells>,
    /// The maximum number of cells of a small state.
    most_small: usize,
    pieces: Vec<Piece>,
}

impl Field {
    fn new(numbers: &Numbers) -> Self {
        use Symmetry::{AntiTranspose, FlipColumns, FlipRows, HalfTurn, Transpose};
        let (rows, columns) = (numbers.rows(), numbers.columns());
        let shape = Shape::new(rows, columns).expect("the grid has at most 128 cells");
        let motions = [HalfTurn, FlipRows, FlipColumns, Transpose, AntiTranspose]
            .into_iter()
            .flat_map(|symmetry| Motion::all(symmetry, rows, columns))
            .map(|motion| Orbits::new(shape, &[motion]))
            .collect_vec();
        Field {
            around: shape.all().iter().map(|cell| shape.grow(Cells::of(cell))).collect(),
            fixed: motions.iter().map(Orbits::fixed).collect(),
            motions,
            most_small: most_small(numbers),
            pieces: Vec::new(),
            shape,
        }
    }

    /// Returns how many of these pieces cover each cell.
    fn counts(&self, pieces: &[usize]) -> Vec<usize> {
        let mut counts = vec![0; self.shape.len()];
        for &piece in pieces {
            self.pieces[piece].cells.iter().for_each(|cell| counts[cell] += 1);
        }
        counts
    }

    /// Returns the motions that map a set of cells onto itself, in ascending order.
    fn symmetries(&self, cells: Cells) -> impl Iterator<Item = usize> {
        (0..self.motions.len()).filter(move |&motion| {
            let orbit = |cell| self.motions[motion].of(cell);
            cells.iter().all(|cell| !orbit(cell).is_empty() && orbit(cell).is_subset(cells))
        })
    }

    /// Returns the capitol of a set of cells: the only cell that each of its symmetries leaves in
    /// place; empty without a capitol.
    fn capitol(&self, cells: Cells) -> Cells {
        let mut fixed = self.symmetries(cells).map(|motion| self.fixed[motion] & cells);
        let fixed = fixed.all_equal_value().unwrap_or_default();
        if fixed.len() == 1 { fixed } else { Cells::EMPTY }
    }
}

/// A partial division.
#[derive(Clone)]
struct Node<'a> {
    field: &'a Field,
    /// The number of large states.
    most_large: usize,
    /// The cells that are not known to belong to a state.
    free: Cells,
    /// The small states.
    small: Vec<Cells>,
    large: Vec<Large>,
    domains: Domains,
    /// The pieces that may still be states.
    pieces: Rc<[usize]>,
}

/// A choice to be tried.
#[derive(Clone, Copy)]
enum Choice {
    /// The size of a cell's state.
    Size(usize, usize),
    /// An orbit of a large state, given by its index.
    Orbit(usize, Cells),
}

impl Node<'_> {
    /// Searches below a node, at a depth of `depth` decisions.
    fn search(mut self, depth: usize, search: &mut Search) -> Flow {
        let is_consistent = self.propagate(search);
        // A stop looks like a dead end.
        search.poll()?;
        search.visit(depth, || self.map())?;
        if is_consistent && self.free.is_empty() && self.large.len() == self.most_large {
            return search.solution(self.map());
        }
        if !is_consistent || self.free.is_empty() {
            search.dead_end();
            return Flow::Continue(());
        }
        for node in self.ways() {
            node.search(depth + 1, search)?;
        }
        Flow::Continue(())
    }

    /// Returns the sizes that a free cell may have in a large state that is yet to be founded.
    fn large_sizes(&self, cell: usize) -> Values {
        let may_found = self.large.len() < self.most_large;
        if may_found { self.domains.sizes[cell] & from(self.field.most_small + 1) } else { 0 }
    }

    /// Returns the indices of the large states that a free cell may join.
    fn joins(&self, cell: usize) -> impl Iterator<Item = usize> {
        (0..self.large.len()).filter(move |&place| self.large[place].possible.contains(cell))
    }

    /// Propagates, cheap conclusions first; returns `false` if the node is a dead end.
    fn propagate(&mut self, search: &mut Search) -> bool {
        loop {
            if !(self.narrow() && self.probe(search) && self.limit_to_pieces(search)) {
                return false;
            }
            if self.domains.changed.is_empty() {
                return true;
            }
        }
    }

    /// Propagates the domains and the large states to a fixed point.
    fn narrow(&mut self) -> bool {
        let field = self.field;
        loop {
            let before = (self.large.clone(), self.free);
            if !self.domains.settle(field, field.shape.all()) {
                return false;
            }
            for large in &mut self.large {
                large.possible &= large.certain | self.free;
                if !large.narrow(field, &mut self.domains) {
                    return false;
                }
                self.free -= large.certain;
            }
            let is_possible = self.free.iter().all(|cell| {
                let joined =
                    self.joins(cell).map(|place| self.domains.sizes[self.large[place].cell()]);
                let own = up_to(field.most_small) | self.large_sizes(cell);
                let sizes = joined.fold(own, |all, sizes| all | sizes);
                self.domains.limit(field, cell, !0, sizes)
            });
            if !is_possible {
                return false;
            }
            if self.domains.dirty.is_empty() && before == (self.large.clone(), self.free) {
                return true;
            }
        }
    }

    /// Tries the smallest and the largest size of each large state, and each undecided orbit, until
    /// nothing changes.
    fn probe(&mut self, search: &mut Search) -> bool {
        loop {
            let before = (self.large.clone(), self.domains.sizes.clone());
            for place in 0..self.large.len() {
                for choice in self.choices(place) {
                    if search.poll().is_break() || !self.try_out(choice) {
                        return false;
                    }
                }
            }
            if before == (self.large.clone(), self.domains.sizes.clone()) {
                return true;
            }
        }
    }

    fn choices(&self, place: usize) -> Vec<Choice> {
        let large = self.large[place];
        let sizes = self.domains.sizes[large.cell()];
        let ends = [least, most].map(|end| Choice::Size(large.cell(), end(sizes)));
        let orbits = large.open().iter().map(|cell| self.field.motions[large.motion].of(cell));
        let orbits = orbits.unique().map(|orbit| Choice::Orbit(place, orbit));
        ends.into_iter().chain(orbits).collect()
    }

    /// Decides a choice if one alternative is contradictory; returns `false` if both are.
    fn try_out(&mut self, choice: Choice) -> bool {
        let refuted = [true, false].into_iter().find(|&holds| {
            let mut node = self.clone();
            !(node.decide(choice, holds) && node.narrow())
        });
        refuted.is_none_or(|holds| self.decide(choice, !holds) && self.narrow())
    }

    /// Makes a choice, or excludes it; returns `false` if no size is left.
    fn decide(&mut self, choice: Choice, holds: bool) -> bool {
        match choice {
            Choice::Size(cell, size) => {
                let sizes = if holds { 1 << size } else { !(1 << size) };
                return self.domains.limit(self.field, cell, !0, sizes);
            }
            Choice::Orbit(place, orbit) if holds => {
                self.large[place].certain |= orbit;
                self.free -= orbit;
            }
            Choice::Orbit(place, orbit) => self.large[place].possible -= orbit,
        }
        true
    }

    /// Leaves out the pieces that do not fit, and limits the domains of cells to those that the
    /// others and large states allow.
    fn limit_to_pieces(&mut self, search: &mut Search) -> bool {
        let field = self.field;
        let changed = mem::take(&mut self.domains.changed);
        let mut pieces = self.pieces.to_vec();
        pieces.retain(|&piece| {
            let piece = &field.pieces[piece];
            piece.cells.is_subset(self.free) && self.domains.allow(piece)
        });
        self.try_pieces(&mut pieces, changed, search);
        let (mut sizes, mut capitols) = (vec![0; field.shape.len()], Cells::EMPTY);
        for &piece in &pieces {
            let Piece { cells, capitol } = field.pieces[piece];
            cells.iter().for_each(|cell| sizes[cell] |= 1 << cells.len());
            capitols |= capitol;
        }
        for large in &self.large {
            let open = large.open();
            let known = self.domains.sizes[large.cell()];
            open.iter().for_each(|cell| sizes[cell] |= known);
            capitols |= open & field.fixed[large.motion];
        }
        self.pieces = pieces.into();
        self.free.iter().all(|cell| {
            let large = self.large_sizes(cell);
            let costs = if capitols.contains(cell) || large != 0 { !0 } else { !1 };
            self.domains.limit(field, cell, costs, sizes[cell] | large)
        })
    }

    /// Tentatively places each piece over a scarce cell if something has changed in it or beside
    /// it.
    fn try_pieces(&mut self, pieces: &mut Vec<usize>, changed: Cells, search: &mut Search) {
        let field = self.field;
        let counts = field.counts(pieces);
        let scarce: Cells = self.free.iter().filter(|&cell| counts[cell] <= FEW_PIECES).collect();
        let mut trial = self.domains.clone();
        pieces.retain(|&piece| {
            let piece = &field.pieces[piece];
            let around = field.shape.grow(piece.cells);
            let is_due = piece.cells.intersects(scarce) && around.intersects(changed);
            if !is_due || search.poll().is_break() {
                return true;
            }
            let fits = trial.place(field, piece) && trial.settle(field, around);
            trial.restore(&self.domains);
            fits
        });
    }

    /// Returns the ways to branch on the free cell with the fewest: it joins a large state, it
    /// founds a new one, or a piece covers it. They may be contradictory.
    fn ways(&self) -> impl Iterator<Item = Self> {
        let field = self.field;
        let counts = field.counts(&self.pieces);
        let count = |&cell: &usize| {
            let founds = if self.large_sizes(cell) == 0 { 0 } else { FOUNDING };
            counts[cell] + self.joins(cell).count() + founds
        };
        let cell = self.free.iter().min_by_key(count).expect("there is a free cell");
        let joined = self.joins(cell).map(move |place| {
            let mut node = self.clone();
            node.decide(
                Choice::Orbit(place, field.motions[self.large[place].motion].of(cell)),
                true,
            );
            node
        });
        let within = self.free.iter().filter(|&cell| self.large_sizes(cell) != 0).collect();
        let founded = (0..field.motions.len()).filter_map(move |motion| {
            let large = Large::found(field, motion, cell, within)?;
            let mut node = self.clone();
            node.free -= large.certain;
            node.large.push(large);
            Some(node)
        });
        let covers = move |piece: &&Piece| piece.cells.contains(cell);
        let pieces = self.pieces.iter().map(|&piece| &field.pieces[piece]);
        let covered = pieces.filter(covers).map(|piece| {
            let mut node = self.clone();
            node.free -= piece.cells;
            node.small.push(piece.cells);
            node.domains.place(field, piece);
            node
        });
        joined.chain(founded).chain(covered)
    }

    /// Returns the known part of the map, with names in the order of the first cells.
    fn map(&self) -> Map {
        let shape = self.field.shape;
        let mut map = Map::filled(shape.rows(), shape.columns(), None);
        let large = self.large.iter().map(|large| large.certain);
        let states = self.small.iter().copied().chain(large).sorted_by_key(CellSet::first);
        for (name, state) in (0..).zip(states) {
            shape.cells_of(state).for_each(|cell| map[cell] = Some(name));
        }
        map
    }
}
