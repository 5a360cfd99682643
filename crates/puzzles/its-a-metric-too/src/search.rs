//! The search: small states as pieces, large ones by a symmetry, and what journeys cost.

mod domains;
mod large;
mod pieces;

use std::mem;
use std::rc::Rc;

use grid_utils::{CellSet, Motion, Shape, Symmetry};
use itertools::Itertools;
use puzzle::{Flow, Search};
use symmetric_regions::{Map, Orbits};

use crate::{Cost, Numbers, most_small};
use domains::{Domains, Values, least, members, most, up_to};
use large::Large;
use pieces::{Piece, pieces};

/// Cells of the grid, 128 at most.
type Cells = CellSet<2>;

/// Pieces are looked at closely where they cover a cell that no more than these cover.
const FEW_PIECES: usize = 600;

/// Searches an instance that passed `validate`: first for divisions without large states, then for
/// those with one, with two, and so on, up to a number of them.
pub(crate) fn search(numbers: &Numbers, large: Option<usize>, search: &mut Search) -> Flow {
    let mut field = Field::new(numbers);
    let mut domains = field.domains(numbers);
    if domains.settle(&field, field.shape.all()) {
        field.pieces = pieces(&field, &domains, search)?;
    }
    let most = field.shape.len() / (field.most_small + 1);
    for most_large in 0..=large.unwrap_or(most).min(most) {
        let node = Node {
            field: &field,
            most_large,
            free: field.shape.all(),
            states: Vec::new(),
            large: Vec::new(),
            domains: domains.clone(),
            pieces: (0..field.pieces.len()).collect(),
            scarce: Cells::EMPTY,
        };
        node.search(0, search)?;
    }
    Flow::Continue(())
}

/// What does not change during a search.
struct Field {
    shape: Shape<2>,
    /// Each cell and its neighbours.
    around: Vec<Cells>,
    /// The half turns and reflections. A quarter turn done twice is a half turn that leaves the same
    /// cells in place.
    motions: Vec<Orbits<2>>,
    /// The cells that each of them leaves in place.
    fixed: Vec<Cells>,
    /// The most cells of a small state.
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

    /// What the numbers say.
    fn domains(&self, numbers: &Numbers) -> Domains {
        let costs = |number: &Option<Cost>| number.map_or(!0, |cost| 1 << cost.size());
        Domains {
            costs: numbers.values().map(costs).collect(),
            sizes: vec![up_to(self.shape.len()) & !1; self.shape.len()],
            dirty: self.shape.all(),
            changed: self.shape.all(),
        }
    }

    fn small_sizes(&self) -> Values {
        up_to(self.most_small)
    }

    /// The motions that map a set of cells onto itself, in ascending order.
    fn symmetries(&self, cells: Cells) -> impl Iterator<Item = usize> {
        (0..self.motions.len()).filter(move |&motion| {
            let orbit = |cell| self.motions[motion].of(cell);
            cells.iter().all(|cell| !orbit(cell).is_empty() && orbit(cell).is_subset(cells))
        })
    }

    /// The one cell that all symmetries of a set of cells leave in place, and each of them no other;
    /// empty if there is none.
    fn capitol(&self, cells: Cells) -> Cells {
        let mut fixed = self.symmetries(cells).map(|motion| self.fixed[motion] & cells);
        let fixed = fixed.all_equal_value().unwrap_or_default();
        if fixed.len() == 1 { fixed } else { Cells::EMPTY }
    }
}

/// What is known of the division.
#[derive(Clone)]
struct Node<'a> {
    field: &'a Field,
    /// How many large states there are in the end.
    most_large: usize,
    /// The cells that are not known to belong to a state.
    free: Cells,
    /// The complete states.
    states: Vec<Cells>,
    /// The large states in doubt.
    large: Vec<Large>,
    domains: Domains,
    /// The pieces that may still be states.
    pieces: Rc<[usize]>,
    /// The cells that few pieces cover, all of which have been looked at.
    scarce: Cells,
}

impl Node<'_> {
    /// Goes on from a node, `depth` decisions deep.
    fn search(mut self, depth: usize, search: &mut Search) -> Flow {
        let is_consistent = self.propagate(search);
        // A stop looks like a dead end.
        search.poll()?;
        search.visit(depth, || self.map())?;
        if is_consistent && self.free.is_empty() && self.founded() == self.most_large {
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

    /// How many large states have been founded.
    fn founded(&self) -> usize {
        let is_large = |state: &&Cells| state.len() > self.field.most_small;
        self.large.len() + self.states.iter().filter(is_large).count()
    }

    /// Whether a cell may found a large state.
    fn may_found(&self, cell: usize) -> bool {
        self.founded() < self.most_large && self.large_sizes(cell) != 0
    }

    fn large_sizes(&self, cell: usize) -> Values {
        self.domains.sizes[cell] & !self.field.small_sizes()
    }

    /// Draws conclusions, the cheap ones first; `false` if the node is a dead end.
    fn propagate(&mut self, search: &mut Search) -> bool {
        loop {
            if !(self.narrow() && self.probe(search) && self.sift(search)) {
                return false;
            }
            if self.domains.changed.is_empty() {
                return true;
            }
        }
    }

    /// Draws conclusions from the domains and for the large states, until nothing changes.
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
                if large.open().is_empty() {
                    self.states.push(large.certain);
                }
            }
            self.large.retain(|large| !large.open().is_empty());
            if !self.limit_free() {
                return false;
            }
            if self.domains.dirty.is_empty() && before == (self.large.clone(), self.free) {
                return true;
            }
        }
    }

    /// Limits free cells to small states and to the large ones that may have them.
    fn limit_free(&mut self) -> bool {
        let may_found = self.founded() < self.most_large;
        self.free.iter().all(|cell| {
            let joined = self.large.iter().filter(|large| large.possible.contains(cell));
            let small = if may_found { !0 } else { self.field.small_sizes() };
            let sizes = joined.fold(small, |all, large| all | self.domains.sizes[large.cell()]);
            self.domains.limit(self.field, cell, !0, sizes)
        })
    }

    /// Tries for each large state its smallest and its largest size, and each orbit in doubt with it
    /// and without it. What contradicts itself is excluded, until nothing changes.
    fn probe(&mut self, search: &mut Search) -> bool {
        loop {
            let before = (self.large.clone(), self.domains.sizes.clone());
            if !(0..self.large.len()).all(|place| self.probe_large(place, search)) {
                return false;
            }
            if before == (self.large.clone(), self.domains.sizes.clone()) {
                return true;
            }
        }
    }

    fn probe_large(&mut self, place: usize, search: &mut Search) -> bool {
        // Another one may be complete by now.
        let Some(&large) = self.large.get(place) else { return true };
        let cell = large.cell();
        for end in [least, most] {
            let size = 1 << end(self.domains.sizes[cell]);
            if self.domains.sizes[cell] != size
                && self.refutes(|node| node.limit_size(cell, size))
                && !(self.limit_size(cell, !size) && self.narrow())
            {
                return false;
            }
        }
        let mut open = large.open();
        while let Some(first) = open.first() {
            let orbit = self.field.motions[large.motion].of(first);
            open -= orbit;
            for belongs in [true, false] {
                let now = self.large.get(place).filter(|now| now.certain.contains(cell));
                if now.is_some_and(|now| now.open().contains(first))
                    && self.refutes(|node| node.decide(place, orbit, belongs))
                    && !(self.decide(place, orbit, !belongs) && self.narrow())
                    || search.poll().is_break()
                {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a decision contradicts what is known.
    fn refutes(&self, decide: impl FnOnce(&mut Self) -> bool) -> bool {
        let mut node = self.clone();
        !(decide(&mut node) && node.narrow())
    }

    fn limit_size(&mut self, cell: usize, sizes: Values) -> bool {
        self.domains.limit(self.field, cell, !0, sizes)
    }

    /// Settles whether an orbit belongs to a large state. This is always possible.
    fn decide(&mut self, place: usize, orbit: Cells, belongs: bool) -> bool {
        if belongs {
            self.large[place].certain |= orbit;
            self.free -= orbit;
        } else {
            self.large[place].possible -= orbit;
        }
        true
    }

    /// Leaves out the pieces that do not fit, and limits cells to what the others allow. A piece all of
    /// whose cells many pieces cover is only compared with the domains of single cells.
    fn sift(&mut self, search: &mut Search) -> bool {
        let field = self.field;
        let changed = mem::take(&mut self.domains.changed);
        let mut of_size = vec![Cells::EMPTY; field.most_small + 1];
        for cell in self.free {
            for size in members(self.domains.sizes[cell] & field.small_sizes()) {
                of_size[size].insert(cell);
            }
        }
        let with = |costs: fn(Values) -> bool| -> Cells {
            self.free.iter().filter(|&cell| costs(self.domains.costs[cell])).collect()
        };
        let (may_arrive, must_arrive) = (with(|costs| costs & 1 == 1), with(|costs| costs == 1));
        let mut pieces = self.pieces.to_vec();
        pieces.retain(|&piece| {
            let Piece { cells, capitol, .. } = field.pieces[piece];
            cells.is_subset(of_size[cells.len()])
                && capitol.is_subset(may_arrive)
                && (cells & must_arrive).is_subset(capitol)
        });
        let counts = self.counts(&pieces);
        let scarce = self.free.iter().filter(|&cell| counts[cell] <= FEW_PIECES).collect();
        let fresh = scarce - mem::replace(&mut self.scarce, scarce);
        let mut domains = self.domains.clone();
        let (mut sizes, mut capitols) = (vec![0; field.shape.len()], Cells::EMPTY);
        pieces.retain(|&piece| {
            let piece = &field.pieces[piece];
            let is_due = piece.cells.intersects(fresh)
                || piece.cells.intersects(scarce) && piece.around.intersects(changed);
            if is_due && search.poll().is_continue() {
                let fits = piece.fits(field, &mut domains);
                domains.restore(&self.domains);
                if !fits {
                    return false;
                }
            }
            piece.cells.iter().for_each(|cell| sizes[cell] |= piece.size);
            capitols |= piece.capitol;
            true
        });
        self.pieces = pieces.into();
        for large in &self.large {
            capitols |= large.possible & field.fixed[large.motion];
        }
        self.free.iter().all(|cell| {
            let costs = if capitols.contains(cell) || self.may_found(cell) { !0 } else { !1 };
            let sizes = sizes[cell] | self.large_sizes(cell);
            self.domains.limit(field, cell, costs, sizes)
        })
    }

    /// How many of some pieces cover each cell.
    fn counts(&self, pieces: &[usize]) -> Vec<usize> {
        let mut counts = vec![0; self.field.shape.len()];
        for &piece in pieces {
            self.field.pieces[piece].cells.iter().for_each(|cell| counts[cell] += 1);
        }
        counts
    }

    /// The ways to go on with the free cell that has the fewest: it joins a large state, it founds a new
    /// one, or a piece covers it. They may contradict what is known.
    fn ways(&self) -> impl Iterator<Item = Self> {
        let field = self.field;
        let counts = self.counts(&self.pieces);
        let joins = |cell| {
            let joins = move |&place: &usize| self.large[place].possible.contains(cell);
            (0..self.large.len()).filter(joins)
        };
        let count = |&cell: &usize| {
            // A cell of no piece founds a large state at once, others do so late.
            let founds = if counts[cell] == 0 { 1 } else { 20 };
            let founds = if self.may_found(cell) { founds } else { 0 };
            counts[cell] + joins(cell).count() + founds
        };
        let cell = self.free.iter().min_by_key(count).expect("there is a free cell");
        let joined = joins(cell).map(move |place| {
            let mut node = self.clone();
            node.decide(place, field.motions[self.large[place].motion].of(cell), true);
            node
        });
        let motions = if self.may_found(cell) { 0..field.motions.len() } else { 0..0 };
        let may_be_large = |&cell: &usize| self.large_sizes(cell) != 0;
        let within = self.free.iter().filter(may_be_large).collect();
        let large = motions.filter_map(move |motion| Large::found(field, motion, cell, within));
        let founded = large.map(|large| {
            let mut node = self.clone();
            node.free -= large.certain;
            node.large.push(large);
            node
        });
        let covers = move |&&piece: &&usize| field.pieces[piece].cells.contains(cell);
        let covered = self.pieces.iter().filter(covers).map(|&piece| {
            let mut node = self.clone();
            let piece = &field.pieces[piece];
            node.free -= piece.cells;
            node.states.push(piece.cells);
            piece.place(field, &mut node.domains);
            node
        });
        joined.chain(founded).chain(covered)
    }

    /// The map, as far as it is known, with names in the order of the first cells.
    fn map(&self) -> Map {
        let shape = self.field.shape;
        let mut map = Map::filled(shape.rows(), shape.columns(), None);
        let large = self.large.iter().map(|large| large.certain);
        let states = self.states.iter().copied().chain(large).sorted_by_key(CellSet::first);
        for (name, state) in (0..).zip(states) {
            shape.cells_of(state).for_each(|cell| map[cell] = Some(name));
        }
        map
    }
}
