//! The search: small states as pieces, large ones by a symmetry, and the costs of journeys.

mod domains;
mod large;
mod pieces;

use std::mem;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use grid_utils::{CellSet, Motion, Shape, Symmetry};
use itertools::Itertools;
use puzzle::{Effort, Flow, Search, Stop};
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
    let (field, domains) = Field::new(numbers, search.effort())?;
    field.roots(domains, large).try_for_each(|root| root.search(&field, 0, search))
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
    /// Returns the data of an instance, and the domains that the numbers allow.
    fn new(numbers: &Numbers, effort: &mut Effort) -> ControlFlow<Stop, (Self, Domains)> {
        use Symmetry::{AntiTranspose, FlipColumns, FlipRows, HalfTurn, Transpose};
        let (rows, columns) = (numbers.rows(), numbers.columns());
        let shape = Shape::new(rows, columns).expect("the grid has at most 128 cells");
        let motions = [HalfTurn, FlipRows, FlipColumns, Transpose, AntiTranspose]
            .into_iter()
            .flat_map(|symmetry| Motion::all(symmetry, rows, columns))
            .map(|motion| Orbits::new(shape, &[motion]))
            .collect_vec();
        let mut field = Field {
            around: shape.all().iter().map(|cell| shape.grow(Cells::of(cell))).collect(),
            fixed: motions.iter().map(Orbits::fixed).collect(),
            motions,
            most_small: most_small(numbers),
            pieces: Vec::new(),
            shape,
        };
        field.pieces = pieces(&field, effort)?;
        Continue((field, Domains::new(numbers)))
    }

    /// Returns the roots of the search, one for each number of large states.
    fn roots(&self, domains: Domains, large: Option<usize>) -> impl Iterator<Item = Node> {
        let most = self.shape.len() / (self.most_small + 1);
        let pieces: Arc<[usize]> = (0..self.pieces.len()).collect();
        let free = self.shape.all();
        (0..=large.unwrap_or(most).min(most)).map(move |most_large| Node {
            most_large,
            free,
            small: Vec::new(),
            large: Vec::new(),
            domains: domains.clone(),
            pieces: pieces.clone(),
        })
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
struct Node {
    /// The number of large states.
    most_large: usize,
    /// The cells that are not known to belong to a state.
    free: Cells,
    /// The small states.
    small: Vec<Cells>,
    large: Vec<Large>,
    domains: Domains,
    /// The pieces that may still be states.
    pieces: Arc<[usize]>,
}

impl Node {
    /// Searches below a node, at a depth of `depth` decisions.
    fn search(mut self, field: &Field, depth: usize, search: &mut Search) -> Flow {
        let ways = self.expand(field, search.effort())?;
        search.visit(depth, || self.map(field))?;
        let Some(ways) = ways else { return search.solution(self.map(field)) };
        if ways.is_empty() {
            search.dead_end();
        }
        ways.into_iter().try_for_each(|node| node.search(field, depth + 1, search))
    }

    /// Propagates, and returns the nodes below: none at a dead end, `None` if this node is a
    /// solution.
    fn expand(
        &mut self,
        field: &Field,
        effort: &mut Effort,
    ) -> ControlFlow<Stop, Option<Vec<Self>>> {
        let is_consistent = self.propagate(field, effort);
        // A stop looks like a dead end.
        effort.poll()?;
        Continue(match (is_consistent, self.free.is_empty()) {
            (true, false) => Some(self.ways(field)),
            (true, true) if self.large.len() == self.most_large => None,
            _ => Some(Vec::new()),
        })
    }

    /// Returns the sizes that a free cell may have in a large state that is yet to be founded.
    fn large_sizes(&self, field: &Field, cell: usize) -> Values {
        let may_found = self.large.len() < self.most_large;
        if may_found { self.domains.sizes[cell] & from(field.most_small + 1) } else { 0 }
    }

    /// Returns the indices of the large states that a free cell may join.
    fn joins(&self, cell: usize) -> impl Iterator<Item = usize> {
        (0..self.large.len()).filter(move |&place| self.large[place].possible.contains(cell))
    }

    /// Propagates, cheap conclusions first; returns `false` if the node is a dead end.
    fn propagate(&mut self, field: &Field, effort: &mut Effort) -> bool {
        loop {
            if !(self.narrow(field)
                && self.probe(field, effort)
                && self.limit_to_pieces(field, effort))
            {
                return false;
            }
            if self.domains.changed.is_empty() {
                return true;
            }
        }
    }

    /// Propagates the domains and the large states to a fixed point.
    fn narrow(&mut self, field: &Field) -> bool {
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
                let own = up_to(field.most_small) | self.large_sizes(field, cell);
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
    fn probe(&mut self, field: &Field, effort: &mut Effort) -> bool {
        loop {
            let before = (self.large.clone(), self.domains.sizes.clone());
            for place in 0..self.large.len() {
                let cell = self.large[place].cell();
                let sizes = self.domains.sizes[cell];
                for size in [least(sizes), most(sizes)].map(|size| 1 << size) {
                    let limited = [size, !size].map(|sizes| {
                        self.with(|node| _ = node.domains.limit(field, cell, !0, sizes))
                    });
                    if !self.reduce(field, limited, effort) {
                        return false;
                    }
                }
                let mut open = self.large[place].open();
                while let Some(cell) = open.first() {
                    let orbit = field.motions[self.large[place].motion].of(cell);
                    open -= orbit;
                    let without = self.with(|node| node.large[place].possible -= orbit);
                    let ways = [self.joined(place, orbit), without];
                    if !self.reduce(field, ways, effort) {
                        return false;
                    }
                }
            }
            if before == (self.large.clone(), self.domains.sizes.clone()) {
                return true;
            }
        }
    }

    /// Decides between two alternatives if one is contradictory; returns `false` if both are.
    fn reduce(&mut self, field: &Field, alternatives: [Self; 2], effort: &mut Effort) -> bool {
        let narrowed = alternatives.map(|mut node| node.narrow(field).then_some(node));
        match narrowed {
            [None, None] => return false,
            [Some(_), Some(_)] => {}
            [Some(node), None] | [None, Some(node)] => *self = node,
        }
        effort.poll().is_continue()
    }

    /// Returns this node with a change.
    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut node = self.clone();
        change(&mut node);
        node
    }

    /// Returns this node with an orbit added to a large state.
    fn joined(&self, place: usize, orbit: Cells) -> Self {
        self.with(|node| {
            node.large[place].certain |= orbit;
            node.free -= orbit;
        })
    }

    /// Leaves out the pieces that do not fit, and limits the domains of cells to those that the
    /// others and large states allow.
    fn limit_to_pieces(&mut self, field: &Field, effort: &mut Effort) -> bool {
        let changed = mem::take(&mut self.domains.changed);
        let mut pieces = self.pieces.to_vec();
        pieces.retain(|&piece| {
            let piece = &field.pieces[piece];
            piece.cells.is_subset(self.free) && self.domains.allow(piece)
        });
        self.try_pieces(field, &mut pieces, changed, effort);
        let (mut sizes, mut capitols) = (vec![0; field.shape.len()], Cells::EMPTY);
        for &piece in &pieces {
            let Piece { cells, capitol } = field.pieces[piece];
            cells.iter().for_each(|cell| sizes[cell] |= 1 << cells.len());
            capitols |= capitol;
        }
        for large in &self.large {
            let known = self.domains.sizes[large.cell()];
            large.open().iter().for_each(|cell| sizes[cell] |= known);
            capitols |= large.open() & field.fixed[large.motion];
        }
        self.pieces = pieces.into();
        self.free.iter().all(|cell| {
            let large = self.large_sizes(field, cell);
            let costs = if capitols.contains(cell) || large != 0 { !0 } else { !1 };
            self.domains.limit(field, cell, costs, sizes[cell] | large)
        })
    }

    /// Places each piece over a scarce cell tentatively if something has changed in it or beside
    /// it.
    fn try_pieces(
        &mut self,
        field: &Field,
        pieces: &mut Vec<usize>,
        changed: Cells,
        effort: &mut Effort,
    ) {
        let counts = field.counts(pieces);
        let scarce: Cells = self.free.iter().filter(|&cell| counts[cell] <= FEW_PIECES).collect();
        pieces.retain(|&piece| {
            let piece = &field.pieces[piece];
            let around = field.shape.grow(piece.cells);
            let is_due = piece.cells.intersects(scarce) && around.intersects(changed);
            if !is_due || effort.poll().is_break() {
                return true;
            }
            let mut trial = self.domains.clone();
            trial.place(field, piece) && trial.settle(field, around)
        });
    }

    /// Returns the ways to branch on the free cell with the fewest: it joins a large state, it
    /// founds a new one, or a piece covers it. They may be contradictory.
    fn ways(&self, field: &Field) -> Vec<Self> {
        let counts = field.counts(&self.pieces);
        let count = |&cell: &usize| {
            let founds = if self.large_sizes(field, cell) == 0 { 0 } else { FOUNDING };
            counts[cell] + self.joins(cell).count() + founds
        };
        let cell = self.free.iter().min_by_key(count).expect("there is a free cell");
        let orbit = |place: usize| field.motions[self.large[place].motion].of(cell);
        let joined = self.joins(cell).map(|place| self.joined(place, orbit(place)));
        let within = self.free.iter().filter(|&cell| self.large_sizes(field, cell) != 0).collect();
        let founded = (0..field.motions.len()).filter_map(|motion| {
            let large = Large::found(field, motion, cell, within)?;
            Some(self.with(|node| {
                node.free -= large.certain;
                node.large.push(large);
            }))
        });
        let pieces = self.pieces.iter().map(|&piece| &field.pieces[piece]);
        let covered = pieces.filter(|piece| piece.cells.contains(cell)).map(|piece| {
            self.with(|node| {
                node.free -= piece.cells;
                node.small.push(piece.cells);
                node.domains.place(field, piece);
            })
        });
        joined.chain(founded).chain(covered).collect()
    }

    /// Returns the known part of the map, with names in the order of the first cells.
    fn map(&self, field: &Field) -> Map {
        let shape = field.shape;
        let mut map = Map::filled(shape.rows(), shape.columns(), None);
        let large = self.large.iter().map(|large| large.certain);
        let states = self.small.iter().copied().chain(large).sorted_by_key(CellSet::first);
        for (name, state) in (0..).zip(states) {
            shape.cells_of(state).for_each(|cell| map[cell] = Some(name));
        }
        map
    }
}
