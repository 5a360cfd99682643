//! The search: one symmetry after the other, and for each of them the loop, edge by edge, with what is
//! known of the fences; then the fences that matter.

use std::ops::ControlFlow;

use itertools::{Itertools, iproduct};
use puzzle::{Board, Flow, Search, Stop};

use crate::{Field, Lattice, MOST_DIRECTIONS, directions};

/// What a puzzle wants of its loop.
pub trait Wanted {
    /// Whether a loop that only visits cells of this set can be right.
    fn may_hold(&self, cells: &[bool]) -> bool;

    /// Which of the posts have fences that belong to the board, if a loop is right: for each cell, the
    /// directions in which it goes, a bit for each.
    fn shown(&self, field: &Field, on: &[u8]) -> Option<Vec<bool>>;

    /// The board, as far as it is known.
    fn board(&self, field: &Field, known: &Known) -> Board;
}

/// What is known of loop and fences.
#[derive(Clone)]
pub struct Known {
    /// The directions in which the loop leaves each cell, a bit for each.
    pub on: Vec<u8>,
    /// Those in which it does not.
    pub off: Vec<u8>,
    /// The least and the most length of each post's fences.
    pub lengths: Vec<[(usize, usize); MOST_DIRECTIONS]>,
    /// The posts whose fences belong to the board, once the loop is known.
    pub shown: Option<Vec<bool>>,
}

/// The fences of a post come first if they use more than this part of the field: an eighth. Those of
/// smaller posts leave too many ways open.
const LARGE: usize = 8;

/// Why a node is a dead end.
type Why = &'static str;

/// Searches the loops and fences of a field, and reports the boards.
///
/// # Errors
/// Breaks off where `search` says stop.
pub fn search(field: &Field, wanted: &dyn Wanted, search: &mut Search) -> Flow {
    let cells = field.lattice.places.len();
    let lengths = field.posts.iter().map(|&post| field.room(post).map(|most| (0, most)));
    let known =
        Known { on: vec![0; cells], off: vec![0; cells], lengths: lengths.collect(), shown: None };
    let bends = &bends(&field.lattice);
    let mut root = Node { field, wanted, bends, turned: None, must: vec![false; cells], known };
    for cell in 0..cells {
        for direction in 0..field.lattice.directions {
            if field.lattice.next[cell][direction].is_none() {
                root.known.off[cell] |= 1 << direction;
            }
        }
    }
    for post in &field.posts {
        root.close(post.cell);
    }
    let propagated = root.propagate();
    search.visit(0, || wanted.board(field, &root.known))?;
    if let Err(why) = propagated {
        search.dead_end_because(|| why);
        return Flow::Continue(());
    }
    for motion in field.lattice.motions() {
        let masks = (0..1 << field.lattice.directions).map(|mask| motion.turned(mask)).collect();
        let turned = Turned { images: &motion.images, masks };
        let mut node = Node { turned: Some(&turned), ..root.clone() };
        for (cell, image) in motion.images.iter().enumerate() {
            if image.is_none() {
                node.close(cell);
            }
        }
        node.branch(1, search)?;
    }
    Flow::Continue(())
}

/// A symmetry: where it takes cells, and the directions of each mask.
struct Turned<'a> {
    images: &'a [Option<usize>],
    masks: Vec<u8>,
}

/// For each pair of masks, the directions in which a loop leaves a cell and those in which it does
/// not: in which it may leave the cell, and in which it does if it visits the cell.
fn bends(lattice: &Lattice) -> Vec<(u8, u8)> {
    let all = (1_u8 << lattice.directions) - 1;
    let masks = iproduct!(0..=all, 0..=all);
    masks
        .map(|(on, off)| {
            let pairs = directions(all & !off).array_combinations();
            let pairs = pairs.filter(|&[one, other]| lattice.may_bend(one, other));
            let pairs = pairs.map(|[one, other]| 1 << one | 1 << other);
            let pairs = pairs.filter(|pair| on & !pair == 0);
            pairs.fold((0, all), |(may, common), pair: u8| (may | pair, common & pair))
        })
        .collect()
}

#[derive(Clone)]
struct Node<'a> {
    field: &'a Field,
    wanted: &'a dyn Wanted,
    /// The table of [`bends`].
    bends: &'a [(u8, u8)],
    turned: Option<&'a Turned<'a>>,
    /// Cells that the loop is known to visit, whichever way.
    must: Vec<bool>,
    known: Known,
}

impl Node<'_> {
    fn branch(mut self, depth: usize, search: &mut Search) -> Flow {
        let propagated = self.propagate();
        search.visit(depth, || self.wanted.board(self.field, &self.known))?;
        let is_closed = match propagated {
            Ok(is_closed) => is_closed,
            Err(why) => {
                search.dead_end_because(|| why);
                return Flow::Continue(());
            }
        };
        if is_closed {
            let Some(shown) = self.wanted.shown(self.field, &self.known.on) else {
                search.dead_end_because(|| "the loop is not one that is wanted");
                return Flow::Continue(());
            };
            self.known.shown = Some(shown);
            return self.build(depth, search);
        }
        if let Some((post, direction)) = self.large_fence() {
            let (least, most) = self.known.lengths[post][direction];
            let middle = usize::midpoint(least, most);
            let mut short = self.clone();
            self.known.lengths[post][direction].0 = middle + 1;
            short.known.lengths[post][direction].1 = middle;
            self.branch(depth + 1, search)?;
            return short.branch(depth + 1, search);
        }
        if let Some((cell, direction)) = self.open_edge() {
            let mut without = self.clone();
            self.set(cell, direction, true);
            without.set(cell, direction, false);
            self.branch(depth + 1, search)?;
            return without.branch(depth + 1, search);
        }
        // No cell is left that the loop must visit and does not.
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

    /// Chooses the lengths of the fences that belong to the board, and reports it if the others can be
    /// built, too.
    fn build(mut self, depth: usize, search: &mut Search) -> Flow {
        if self.propagate().is_err() {
            search.dead_end();
            return Flow::Continue(());
        }
        let shown = self.known.shown.clone().unwrap_or_default();
        if let Some((post, direction)) = self.open_fence(|post| shown[post]) {
            let (least, most) = self.known.lengths[post][direction];
            for length in least..=most {
                let mut next = self.clone();
                next.known.lengths[post][direction] = (length, length);
                search.visit(depth + 1, || next.wanted.board(self.field, &next.known))?;
                next.build(depth + 1, search)?;
            }
            return Flow::Continue(());
        }
        if self.clone().others_fit(search)? {
            return search.solution_at(depth, self.wanted.board(self.field, &self.known));
        }
        search.dead_end_because(|| "the other fences do not fit");
        Flow::Continue(())
    }

    /// Whether all fences that are left can be built.
    fn others_fit(mut self, search: &mut Search) -> ControlFlow<Stop, bool> {
        search.node()?;
        if self.propagate().is_err() {
            return ControlFlow::Continue(false);
        }
        let Some((post, direction)) = self.open_fence(|_| true) else {
            return ControlFlow::Continue(true);
        };
        let (least, most) = self.known.lengths[post][direction];
        for length in least..=most {
            let mut next = self.clone();
            next.known.lengths[post][direction] = (length, length);
            if next.others_fit(search)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// A fence of a large post with the most lengths left.
    fn large_fence(&self) -> Option<(usize, usize)> {
        let least = self.field.lattice.places.len() / LARGE;
        let posts = self.field.posts.iter().positions(|post| post.number > least);
        let fences = posts.flat_map(|post| (0..MOST_DIRECTIONS).map(move |to| (post, to)));
        let spread = |&(post, direction): &(usize, usize)| {
            let (least, most) = self.known.lengths[post][direction];
            most - least
        };
        fences.filter(|fence| spread(fence) > 0).max_by_key(spread)
    }

    /// A fence with the fewest lengths left, of these posts.
    fn open_fence(&self, of: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
        let posts = (0..self.known.lengths.len()).filter(|&post| of(post));
        let fences = posts.flat_map(|post| (0..MOST_DIRECTIONS).map(move |to| (post, to)));
        let spread = |&(post, direction): &(usize, usize)| {
            let (least, most) = self.known.lengths[post][direction];
            most - least
        };
        fences.filter(|fence| spread(fence) > 0).min_by_key(spread)
    }

    /// An edge by which the loop may leave a cell that it visits, one with few of them.
    fn open_edge(&self) -> Option<(usize, usize)> {
        let all = (1_u8 << self.field.lattice.directions) - 1;
        let Known { on, off, .. } = &self.known;
        let open = |cell: usize| all & !on[cell] & !off[cell];
        let needs = |&cell: &usize| (self.must[cell] || on[cell] != 0) && open(cell) != 0;
        let key = |&cell: &usize| (on[cell] == 0, open(cell).count_ones());
        let cell = (0..on.len()).filter(needs).min_by_key(key)?;
        Some((cell, open(cell).trailing_zeros() as usize))
    }

    /// The cell nearest to the centre or the axis that may be visited.
    fn first_open(&self) -> Option<usize> {
        let all = (1_u8 << self.field.lattice.directions) - 1;
        let places = &self.field.lattice.places;
        let open = (0..places.len()).filter(|&cell| self.known.off[cell] != all);
        open.min_by_key(|&cell| {
            let image = self.turned.and_then(|turned| turned.images[cell]).unwrap_or(cell);
            let (down, right) =
                (places[image].0 - places[cell].0, places[image].1 - places[cell].1);
            if self.field.lattice.directions == 4 {
                down * down + right * right
            } else {
                down * down + right * right - down * right
            }
        })
    }

    fn set(&mut self, cell: usize, direction: usize, is_on: bool) {
        let opposite = self.field.lattice.opposite(direction);
        let set = if is_on { &mut self.known.on } else { &mut self.known.off };
        set[cell] |= 1 << direction;
        if let Some(next) = self.field.lattice.next[cell][direction] {
            set[next] |= 1 << opposite;
        }
    }

    /// The loop does not visit this cell.
    fn close(&mut self, cell: usize) {
        (0..self.field.lattice.directions).for_each(|direction| self.set(cell, direction, false));
    }

    /// Draws conclusions, and says whether the loop is closed.
    fn propagate(&mut self) -> Result<bool, Why> {
        loop {
            let before = self.count();
            self.build_fences()?;
            self.run()?;
            self.turn();
            if self.count() != before {
                continue;
            }
            let is_closed = self.join()?;
            if self.count() == before {
                self.reach()?;
            }
            if self.count() == before {
                return Ok(is_closed);
            }
        }
    }

    /// Grows with all that becomes known.
    fn count(&self) -> usize {
        let Known { on, off, lengths, .. } = &self.known;
        let edges: u32 = on.iter().chain(off).map(|mask| mask.count_ones()).sum();
        let open: usize = lengths.iter().flatten().map(|&(least, most)| most - least).sum();
        edges as usize + 1_000_000 - open
    }

    /// Fences need room, and take it.
    fn build_fences(&mut self) -> Result<(), Why> {
        let Self { field, known, .. } = self;
        let lattice = &field.lattice;
        let mut owners = vec![None; lattice.places.len()];
        for (number, (post, lengths)) in field.posts.iter().zip(&mut known.lengths).enumerate() {
            let most: usize = lengths.iter().map(|length| length.1).sum();
            let least: usize = lengths.iter().map(|length| length.0).sum();
            if most < post.number || least > post.number {
                return Err("the fences of a post do not add up to its number");
            }
            for (direction, length) in lengths.iter_mut().enumerate() {
                length.0 = length.0.max((post.number + length.1).saturating_sub(most));
                length.1 = length.1.min(post.number + length.0 - least);
                if length.0 > length.1 {
                    return Err("the fences of a post do not add up to its number");
                }
                for cell in lattice.ray(post.cell, direction).take(length.0) {
                    if owners[cell].replace(number).is_some()
                        || known.on[cell] != 0
                        || self.must[cell]
                    {
                        return Err("a fence has no room");
                    }
                }
            }
        }
        for (number, (post, lengths)) in field.posts.iter().zip(&mut known.lengths).enumerate() {
            for (direction, (_, most)) in lengths.iter_mut().enumerate() {
                let is_free = |&cell: &usize| {
                    owners[cell].is_none_or(|owner| owner == number)
                        && known.on[cell] == 0
                        && !self.must[cell]
                };
                let ray = lattice.ray(post.cell, direction);
                *most = ray.take(*most).take_while(is_free).count();
            }
        }
        for (cell, _) in owners.iter().enumerate().filter(|(_, owner)| owner.is_some()) {
            self.close(cell);
        }
        Ok(())
    }

    /// The loop enters and leaves each of its cells once.
    fn run(&mut self) -> Result<(), Why> {
        let lattice = &self.field.lattice;
        let all = (1_u8 << lattice.directions) - 1;
        for cell in 0..lattice.places.len() {
            let (on, off) = (self.known.on[cell], self.known.off[cell]);
            if on & off != 0 || on.count_ones() > 2 {
                return Err("the loop cannot go on");
            }
            if off == all {
                if self.must[cell] {
                    return Err("the loop cannot visit a cell that it must visit");
                }
                continue;
            }
            let (may, common) =
                self.bends[usize::from(on) << lattice.directions | usize::from(off)];
            if may == 0 && on != 0 {
                return Err("the loop cannot go on");
            }
            for direction in directions(all & !off & !may) {
                self.set(cell, direction, false);
            }
            if on != 0 || self.must[cell] {
                for direction in directions(common & may & !on) {
                    self.set(cell, direction, true);
                }
            }
        }
        Ok(())
    }

    /// What is known of an edge is known of its image.
    fn turn(&mut self) {
        let Some(Turned { images, masks }) = self.turned else { return };
        for (cell, &image) in images.iter().enumerate() {
            let Some(image) = image else { continue };
            self.known.on[image] |= masks[usize::from(self.known.on[cell])];
            self.known.off[image] |= masks[usize::from(self.known.off[cell])];
            self.must[image] |= self.must[cell];
        }
    }

    /// The loop is one: no path closes while others are open. Says whether it is closed.
    fn join(&mut self) -> Result<bool, Why> {
        let lattice = &self.field.lattice;
        let on = &self.known.on;
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
        if loops == 1 {
            for cell in 0..lattice.places.len() {
                let rest = ((1_u8 << lattice.directions) - 1) & !self.known.on[cell];
                directions(rest).for_each(|direction| self.set(cell, direction, false));
            }
            return Ok(true);
        }
        if ends.len() > 1 || is_missed {
            for (start, end) in ends {
                let next = (0..lattice.directions).find(|&to| lattice.next[start][to] == Some(end));
                if let Some(direction) = next.filter(|to| self.known.on[start] >> to & 1 == 0) {
                    self.set(start, direction, false);
                }
            }
        }
        Ok(false)
    }

    /// The loop stays within a block: edges of which each two are on a ring of edges that may be. The
    /// block is its own image, suffices, and has all that is known of the loop.
    fn reach(&mut self) -> Result<(), Why> {
        let lattice = &self.field.lattice;
        let mut blocks = Blocks::new(lattice, &self.known.off);
        (0..lattice.places.len()).for_each(|cell| blocks.visit(cell, None));
        let mut block_of = vec![[usize::MAX; MOST_DIRECTIONS]; lattice.places.len()];
        for (number, block) in blocks.found.iter().enumerate() {
            for &(cell, direction, next) in block {
                block_of[cell][direction] = number;
                block_of[next][lattice.opposite(direction)] = number;
            }
        }
        let mut has_room = false;
        for (number, block) in blocks.found.iter().enumerate() {
            let mut is_in = vec![false; lattice.places.len()];
            for &(cell, _, next) in block {
                is_in[cell] = true;
                is_in[next] = true;
            }
            let (cell, direction, _) = block[0];
            let stays = self.turned.is_none_or(|turned| {
                let to = turned.masks[1 << direction].trailing_zeros() as usize;
                turned.images[cell].is_some_and(|image| block_of[image][to] == number)
            });
            let has_all = (0..is_in.len())
                .all(|cell| is_in[cell] || !self.must[cell] && self.known.on[cell] == 0);
            if stays && has_all && self.wanted.may_hold(&is_in) {
                has_room = true;
                continue;
            }
            for &(cell, direction, _) in block {
                self.set(cell, direction, false);
            }
        }
        if has_room { Ok(()) } else { Err("there is no room for a loop") }
    }
}

/// The blocks of the edges that may be, by Hopcroft and Tarjan.
struct Blocks<'a> {
    lattice: &'a Lattice,
    off: &'a [u8],
    /// In which order cells are reached, from 1 on, and the first cell that each of them leads back to.
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

    fn visit(&mut self, cell: usize, from: Option<usize>) {
        if from.is_none() && self.order[cell] != 0 {
            return;
        }
        self.reached += 1;
        self.order[cell] = self.reached;
        self.back[cell] = self.reached;
        let all = (1_u8 << self.lattice.directions) - 1;
        for direction in directions(all & !self.off[cell]).filter(|&to| Some(to) != from) {
            let Some(next) = self.lattice.next[cell][direction] else { continue };
            let edge = (cell, direction, next);
            if self.order[next] == 0 {
                let start = self.open.len();
                self.open.push(edge);
                self.visit(next, Some(self.lattice.opposite(direction)));
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
