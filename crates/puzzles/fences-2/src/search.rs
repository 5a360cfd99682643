//! The search: one symmetry after the other, and for each of them the loop, edge by edge, with the
//! known constraints on the fences.

use std::iter::zip;
use std::ops::ControlFlow;

use grid_puzzles::Label;
use puzzle::prelude::*;

use crate::{Fences, LOOP, NOTHING, are_met};

const DIRECTIONS: usize = 6;
/// A bit for each direction.
const ALL: u8 = (1 << DIRECTIONS) - 1;

type Field = fences::Field<DIRECTIONS>;
type Lattice = fences::Lattice<DIRECTIONS>;

/// The fences of a post are decided first if they use more than an eighth of the field. Those of
/// smaller posts leave too many possibilities.
const LARGE: usize = 8;

/// Why a node is a dead end.
type Why = &'static str;

/// Searches an instance that passed `validate`.
pub(crate) fn search(fences: &Fences, search: &mut Search) -> Flow {
    let field = &fences.field();
    let cells = fences.cells();
    let fixed = Fixed { fences, field, areas: fences.areas(), bends: bends() };
    let mut root = Node {
        fixed: &fixed,
        turned: None,
        must: vec![false; cells.len()],
        on: vec![0; cells.len()],
        off: vec![0; cells.len()],
        lengths: field.posts.iter().map(|&post| field.room(post).map(|most| (0, most))).collect(),
        has_changed: false,
    };
    // What holds for every symmetry comes first: the border, the posts and what follows from them.
    for (cell, direction) in iproduct!(0..cells.len(), 0..DIRECTIONS) {
        if field.lattice.next[cell][direction].is_none() {
            root.off[cell] |= 1 << direction;
        }
    }
    for post in &field.posts {
        root.close(post.cell);
    }
    let propagated = root.propagate();
    search.visit(0, || root.board())?;
    if let Err(why) = propagated {
        search.dead_end_because(|| why);
        return Flow::Continue(());
    }
    for motion in field.lattice.motions() {
        let image = |mask| directions(mask).fold(0, |image, to| image | 1 << motion.directions[to]);
        let masks = (0..=ALL).map(image).collect();
        let turned = Turned { images: &motion.images, masks };
        let mut node = Node { turned: Some(&turned), ..root.clone() };
        // The loop stays where the images are in the field.
        for (cell, image) in motion.images.iter().enumerate() {
            if image.is_none() {
                node.close(cell);
            }
        }
        node.branch(1, search)?;
    }
    Flow::Continue(())
}

/// Returns the directions whose bits are set.
fn directions(mask: u8) -> impl Iterator<Item = usize> + Clone {
    (0..DIRECTIONS).filter(move |direction| mask >> direction & 1 == 1)
}

/// A symmetry: the image of each cell, and of the directions of each mask.
struct Turned<'a> {
    images: &'a [Option<usize>],
    masks: Vec<u8>,
}

/// Returns, for each pair of masks (the directions in which a loop leaves a cell, and those in
/// which it does not), the directions in which it may leave the cell, and those in which it does if
/// it visits the cell.
fn bends() -> Vec<(u8, u8)> {
    let bends = |(on, off): (u8, u8)| {
        let pairs = directions(ALL & !off).array_combinations();
        let pairs = pairs.filter(|&[one, other]| Lattice::may_bend(one, other));
        let pairs = pairs.map(|[one, other]| 1 << one | 1 << other);
        let pairs = pairs.filter(|pair| on & !pair == 0);
        pairs.fold((0, ALL), |(may, common), pair: u8| (may | pair, common & pair))
    };
    iproduct!(0..=ALL, 0..=ALL).map(bends).collect()
}

/// The constant data of a search.
struct Fixed<'a> {
    fences: &'a Fences,
    field: &'a Field,
    /// The regions with their cells.
    areas: Vec<(Label, Vec<usize>)>,
    /// The table of [`bends`].
    bends: Vec<(u8, u8)>,
}

/// The known parts of loop and fences.
#[derive(Clone)]
struct Node<'a> {
    fixed: &'a Fixed<'a>,
    turned: Option<&'a Turned<'a>>,
    /// The cells that the loop must visit.
    must: Vec<bool>,
    /// The directions in which the loop leaves each cell, a bit for each.
    on: Vec<u8>,
    /// The directions in which it does not.
    off: Vec<u8>,
    /// The minimum and maximum length of each post's fences.
    lengths: Vec<[(usize, usize); DIRECTIONS]>,
    /// Whether anything became known since this was reset.
    has_changed: bool,
}

impl Node<'_> {
    fn branch(mut self, depth: usize, search: &mut Search) -> Flow {
        let propagated = self.propagate();
        search.visit(depth, || self.board())?;
        let is_closed = match propagated {
            Ok(is_closed) => is_closed,
            Err(why) => {
                search.dead_end_because(|| why);
                return Flow::Continue(());
            }
        };
        // A closed loop is a solution if any fences fit around it: which ones does not matter.
        if is_closed {
            if !are_met(&self.fixed.areas, |cell| self.on[cell] != 0) {
                search.dead_end_because(|| "the loop does not visit all regions");
            } else if self.clone().fences_fit(search)? {
                return search.solution_at(depth, self.board());
            } else {
                search.dead_end_because(|| "the fences do not fit");
            }
            return Flow::Continue(());
        }
        // First the fences of large posts, the longer half of the lengths before the shorter one.
        // Long fences force the loop far around them, and short ones leave the others too little.
        if let Some((post, direction)) = self.large_fence() {
            let (least, most) = self.lengths[post][direction];
            let middle = usize::midpoint(least, most);
            let mut short = self.clone();
            self.lengths[post][direction].0 = middle + 1;
            short.lengths[post][direction].1 = middle;
            self.branch(depth + 1, search)?;
            return short.branch(depth + 1, search);
        }
        // Then the loop from the ends that it has: each edge is in it or not.
        if let Some((cell, direction)) = self.open_edge() {
            let mut without = self.clone();
            self.set(cell, 1 << direction, true);
            without.set(cell, 1 << direction, false);
            self.branch(depth + 1, search)?;
            return without.branch(depth + 1, search);
        }
        // Nothing of it is known yet, so it visits some cell near the centre or axis, or else it does
        // not: that cell is closed, and the next one is tried.
        let Some(cell) = self.first_open() else {
            search.dead_end_because(|| "there is no room for a loop");
            return Flow::Continue(());
        };
        let mut without = self.clone();
        self.must[cell] = true;
        without.close(cell);
        self.branch(depth + 1, search)?;
        without.branch(depth + 1, search)
    }

    /// Returns whether all fences can be built.
    fn fences_fit(mut self, search: &mut Search) -> ControlFlow<Stop, bool> {
        search.node()?;
        if self.propagate().is_err() {
            return ControlFlow::Continue(false);
        }
        let Some((post, direction)) = self.open_fence() else {
            return ControlFlow::Continue(true);
        };
        let (least, most) = self.lengths[post][direction];
        for length in least..=most {
            let mut next = self.clone();
            next.lengths[post][direction] = (length, length);
            if next.fences_fit(search)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// Returns the fences with several lengths left, with the number of these beyond the minimum.
    fn open_fences(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        let fences = iproduct!(0..self.lengths.len(), 0..DIRECTIONS);
        let spread = |(post, direction): (usize, usize)| {
            let (least, most) = self.lengths[post][direction];
            (most - least, (post, direction))
        };
        fences.map(spread).filter(|&(spread, _)| spread > 0)
    }

    /// Returns the fence of a large post with the most lengths left.
    fn large_fence(&self) -> Option<(usize, usize)> {
        let Field { lattice, posts } = self.fixed.field;
        let least = lattice.places.len() / LARGE;
        let large = self.open_fences().filter(|&(_, (post, _))| posts[post].number > least);
        large.max_by_key(|&(spread, _)| spread).map(|(_, fence)| fence)
    }

    /// Returns the fence with the fewest lengths left.
    fn open_fence(&self) -> Option<(usize, usize)> {
        self.open_fences().min_by_key(|&(spread, _)| spread).map(|(_, fence)| fence)
    }

    /// Returns an edge by which the loop may leave a cell that it visits, one with few such edges.
    fn open_edge(&self) -> Option<(usize, usize)> {
        let open = |cell: usize| ALL & !self.on[cell] & !self.off[cell];
        let needs = |&cell: &usize| (self.must[cell] || self.on[cell] != 0) && open(cell) != 0;
        let key = |&cell: &usize| (self.on[cell] == 0, open(cell).count_ones());
        let cell = (0..self.on.len()).filter(needs).min_by_key(key)?;
        Some((cell, open(cell).trailing_zeros() as usize))
    }

    /// Returns the cell nearest to the centre or the axis that may be visited.
    fn first_open(&self) -> Option<usize> {
        let places = &self.fixed.field.lattice.places;
        (0..places.len()).filter(|&cell| self.off[cell] != ALL).min_by_key(|&cell| {
            let image = self.turned.and_then(|turned| turned.images[cell]).unwrap_or(cell);
            let (down, right) =
                (places[image].0 - places[cell].0, places[image].1 - places[cell].1);
            down * down + right * right - down * right
        })
    }

    /// Records the state of some edges of a cell.
    fn set(&mut self, cell: usize, edges: u8, is_on: bool) {
        let set = if is_on { &mut self.on } else { &mut self.off };
        let edges = edges & !set[cell];
        self.has_changed |= edges != 0;
        set[cell] |= edges;
        for direction in directions(edges) {
            if let Some(next) = self.fixed.field.lattice.next[cell][direction] {
                set[next] |= 1 << Lattice::opposite(direction);
            }
        }
    }

    /// Records that the loop does not visit this cell.
    fn close(&mut self, cell: usize) {
        self.set(cell, ALL, false);
    }

    /// Returns the board, as far as it is known.
    fn board(&self) -> Board {
        let mut grid = self.fixed.fences.outside();
        for (cell, (on, off)) in self.fixed.fences.cells().into_iter().zip(zip(&self.on, &self.off))
        {
            let value = (1..).zip(LOOP).find(|(_, mask)| mask == on).map(|(value, _)| value);
            grid[cell] = value.or((*off == ALL).then_some(NOTHING));
        }
        grid.into()
    }

    /// Propagates constraints, the cheap ones first, and returns whether the loop is closed.
    fn propagate(&mut self) -> Result<bool, Why> {
        loop {
            self.has_changed = false;
            self.build_fences()?;
            self.run()?;
            self.turn();
            if self.has_changed {
                continue;
            }
            let is_closed = self.join()?;
            if !self.has_changed {
                self.reach()?;
            }
            if !self.has_changed {
                return Ok(is_closed);
            }
        }
    }

    /// Propagates the lengths of fences and the room that they need.
    fn build_fences(&mut self) -> Result<(), Why> {
        let Field { lattice, posts } = self.fixed.field;
        let mut owners = vec![None; lattice.places.len()];
        for (number, (post, lengths)) in zip(posts, &mut self.lengths).enumerate() {
            let most: usize = lengths.iter().map(|length| length.1).sum();
            let least: usize = lengths.iter().map(|length| length.0).sum();
            if most < post.number || least > post.number {
                return Err("the fences of a post do not add up to its number");
            }
            for (direction, length) in lengths.iter_mut().enumerate() {
                let before = *length;
                // It makes up for what the others cannot reach, and leaves them what they need.
                length.0 = length.0.max((post.number + length.1).saturating_sub(most));
                length.1 = length.1.min(post.number + length.0 - least);
                self.has_changed |= *length != before;
                if length.0 > length.1 {
                    return Err("the fences of a post do not add up to its number");
                }
                // The cells of its least length are taken, whatever else happens.
                for cell in lattice.ray(post.cell, direction).take(length.0) {
                    if owners[cell].replace(number).is_some()
                        || self.on[cell] != 0
                        || self.must[cell]
                    {
                        return Err("a fence has no room");
                    }
                }
            }
        }
        // It ends before the loop, and before what other posts have taken.
        for (number, (post, lengths)) in zip(posts, &mut self.lengths).enumerate() {
            for (direction, (_, most)) in lengths.iter_mut().enumerate() {
                let is_free = |&cell: &usize| {
                    owners[cell].is_none_or(|owner| owner == number)
                        && self.on[cell] == 0
                        && !self.must[cell]
                };
                let ray = lattice.ray(post.cell, direction);
                let room = ray.take(*most).take_while(is_free).count();
                self.has_changed |= room != *most;
                *most = room;
            }
        }
        for (cell, _) in owners.iter().enumerate().filter(|(_, owner)| owner.is_some()) {
            self.close(cell);
        }
        Ok(())
    }

    /// Propagates the rule that the loop enters and leaves each of its cells once.
    fn run(&mut self) -> Result<(), Why> {
        for cell in 0..self.on.len() {
            let (on, off) = (self.on[cell], self.off[cell]);
            if on & off != 0 || on.count_ones() > 2 {
                return Err("the loop cannot go on");
            }
            if off == ALL {
                if self.must[cell] {
                    return Err("the loop cannot visit a cell that it must visit");
                }
                continue;
            }
            let (may, common) = self.fixed.bends[usize::from(on) << DIRECTIONS | usize::from(off)];
            if may == 0 && on != 0 {
                return Err("the loop cannot go on");
            }
            self.set(cell, !may & ALL, false);
            if on != 0 || self.must[cell] {
                self.set(cell, common & may, true);
            }
        }
        Ok(())
    }

    /// Copies the states of edges to their images.
    fn turn(&mut self) {
        let Some(Turned { images, masks }) = self.turned else { return };
        for (cell, &image) in images.iter().enumerate() {
            let Some(image) = image else { continue };
            self.set(image, masks[usize::from(self.on[cell])], true);
            self.set(image, masks[usize::from(self.off[cell])], false);
            self.must[image] |= self.must[cell];
        }
    }

    /// Propagates the rule that there is only one loop: paths do not close while others are open.
    /// Returns whether it is closed.
    fn join(&mut self) -> Result<bool, Why> {
        let lattice = &self.fixed.field.lattice;
        let on = &self.on;
        let mut seen = vec![false; on.len()];
        let mut ends = Vec::new();
        let follow = |start: usize, seen: &mut [bool]| {
            let mut cell = start;
            loop {
                seen[cell] = true;
                let next = directions(on[cell]).filter_map(|to| lattice.next[cell][to]);
                match next.into_iter().find(|&next| !seen[next]) {
                    Some(next) => cell = next,
                    None => return cell,
                }
            }
        };
        // Follow each path from an end; what is left with edges are closed loops.
        for cell in 0..on.len() {
            if on[cell].is_power_of_two() && !seen[cell] {
                ends.push((cell, follow(cell, &mut seen)));
            }
        }
        let mut loops = 0;
        for cell in 0..on.len() {
            if on[cell] != 0 && !seen[cell] {
                follow(cell, &mut seen);
                loops += 1;
            }
        }
        let is_missed = (0..on.len()).any(|cell| self.must[cell] && on[cell] == 0);
        if loops > 1 || loops == 1 && (is_missed || !ends.is_empty()) {
            return Err("the loop is in pieces");
        }
        // One loop and nothing else to visit: all other edges are out.
        if loops == 1 {
            for cell in 0..self.on.len() {
                self.set(cell, ALL & !self.on[cell], false);
            }
            return Ok(true);
        }
        // A path whose ends are neighbours must not close while something lies outside it.
        if ends.len() > 1 || is_missed {
            for (start, end) in ends {
                let next = (0..DIRECTIONS).find(|&to| lattice.next[start][to] == Some(end));
                if let Some(direction) = next.filter(|to| self.on[start] >> to & 1 == 0) {
                    self.set(start, 1 << direction, false);
                }
            }
        }
        Ok(false)
    }

    /// Restricts the loop to a block: edges of which any two are on a cycle of possible edges. The
    /// block is its own image, meets all regions, and contains all known edges of the loop.
    fn reach(&mut self) -> Result<(), Why> {
        let lattice = &self.fixed.field.lattice;
        let mut blocks = Blocks::new(lattice, &self.off);
        (0..lattice.places.len()).for_each(|cell| blocks.visit(cell, None));
        // Which block each edge is in, seen from both of its cells.
        let mut block_of = vec![[usize::MAX; DIRECTIONS]; lattice.places.len()];
        for (number, block) in blocks.found.iter().enumerate() {
            for &(cell, direction, next) in block {
                block_of[cell][direction] = number;
                block_of[next][Lattice::opposite(direction)] = number;
            }
        }
        let mut has_room = false;
        for (number, block) in blocks.found.iter().enumerate() {
            let mut is_in = vec![false; lattice.places.len()];
            for &(cell, _, next) in block {
                is_in[cell] = true;
                is_in[next] = true;
            }
            // A motion maps blocks to blocks, so the image of one edge tells that of the block.
            let (cell, direction, _) = block[0];
            let stays = self.turned.is_none_or(|turned| {
                let to = turned.masks[1 << direction].trailing_zeros() as usize;
                turned.images[cell].is_some_and(|image| block_of[image][to] == number)
            });
            let has_all =
                (0..is_in.len()).all(|cell| is_in[cell] || !self.must[cell] && self.on[cell] == 0);
            if stays && has_all && are_met(&self.fixed.areas, |cell| is_in[cell]) {
                has_room = true;
                continue;
            }
            for &(cell, direction, _) in block {
                self.set(cell, 1 << direction, false);
            }
        }
        if has_room { Ok(()) } else { Err("there is no room for a loop") }
    }
}

/// The blocks of the possible edges, by Hopcroft and Tarjan.
struct Blocks<'a> {
    lattice: &'a Lattice,
    off: &'a [u8],
    /// The order in which cells are reached, from 1 on, and the first cell that each of them leads
    /// back to.
    order: Vec<usize>,
    back: Vec<usize>,
    reached: usize,
    open: Vec<Edge>,
    found: Vec<Vec<Edge>>,
}

/// A cell, a direction, and the neighbour there.
type Edge = (usize, usize, usize);

impl<'a> Blocks<'a> {
    fn new(lattice: &'a Lattice, off: &'a [u8]) -> Self {
        let none = vec![0; off.len()];
        let (order, back) = (none.clone(), none);
        Self { lattice, off, order, back, reached: 0, open: Vec::new(), found: Vec::new() }
    }

    /// Walks depth first from a cell that was entered from this direction. Edges stay open until
    /// the walk returns over one from whose far side nothing leads back further: they are a block.
    fn visit(&mut self, cell: usize, from: Option<usize>) {
        if from.is_none() && self.order[cell] != 0 {
            return;
        }
        self.reached += 1;
        self.order[cell] = self.reached;
        self.back[cell] = self.reached;
        for direction in directions(ALL & !self.off[cell]).filter(|&to| Some(to) != from) {
            let Some(next) = self.lattice.next[cell][direction] else { continue };
            let edge = (cell, direction, next);
            if self.order[next] == 0 {
                let start = self.open.len();
                self.open.push(edge);
                self.visit(next, Some(Lattice::opposite(direction)));
                if self.back[next] >= self.order[cell] {
                    self.found.push(self.open.split_off(start));
                }
                self.back[cell] = self.back[cell].min(self.back[next]);
            } else if self.order[next] < self.order[cell] {
                self.open.push(edge);
                self.back[cell] = self.back[cell].min(self.order[next]);
            }
        }
    }
}
