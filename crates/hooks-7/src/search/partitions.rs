//! All corners first: the partitions into hooks in which each region can make its sum.
//!
//! Where many regions lie around few cells, most choices of corners are impossible for some region
//! on its own, however many cells the others fill. Deciding corners and counts together finds that
//! out again for every choice of counts outside. Here the corners come first, and for each
//! region the *set* of sums that it may still need is carried along.

use std::ops::ControlFlow;

use puzzle::{Search, Stop};

use super::Layout;
use super::cells::Cells;
use super::shares::Shares;
use super::sums::SumSets;
use crate::Board;
use crate::hooks::{Hook, Square};

/// A hook, and what it has in common with regions.
#[derive(Clone, Default)]
pub(super) struct Layer {
    pub(super) hook: Hook,
    pub(super) parts: Vec<Part>,
}

/// The cells that a hook and a region have in common, given ones aside.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) region: usize,
    pub(super) cells: usize,
}

impl Layer {
    fn new(layout: &Layout, hook: Hook) -> Self {
        let mut regions: Vec<usize> = hook.cells().map(|cell| layout.region_of(cell)).collect();
        regions.sort_unstable();
        let parts = regions
            .chunk_by(|one, next| one == next)
            .map(|same| Part { region: same[0], cells: same.len() })
            .filter(|part| part.region < layout.need.len())
            .collect();
        Layer { hook, parts }
    }
}

/// The partitions of one grid.
pub(super) struct Partitions<'a, 'l, const WORDS: usize> {
    layout: &'l Layout,
    cells: &'a mut Cells<'l, WORDS>,
    /// What each region can make inside a square, whatever its hooks; none where it is not known
    /// yet. By size, row and column.
    reach: Vec<Option<SumSets>>,
    /// What each region may need in the square of a size, by size.
    needs: Vec<SumSets>,
    /// The hooks that are cut, by size; the first is none.
    layers: Vec<Layer>,
}

impl<'a, 'l, const WORDS: usize> Partitions<'a, 'l, WORDS> {
    pub(super) fn new(layout: &'l Layout, cells: &'a mut Cells<'l, WORDS>) -> Self {
        let sides = layout.size + 1;
        Partitions {
            layout,
            cells,
            reach: vec![None; sides * sides * sides],
            needs: vec![SumSets::single(&layout.need); sides],
            layers: vec![Layer::default(); sides],
        }
    }

    /// Reports every board.
    pub(super) fn search(&mut self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let whole = Square::whole(self.layout.size);
        self.explore(whole, search)?;
        let reach = self.reach[self.index(whole)].as_ref().expect("explored just now");
        if self.needs[whole.size].intersect(reach) {
            self.cut(whole, search)?;
        }
        ControlFlow::Continue(())
    }

    /// Where `reach` has its entry for a square.
    fn index(&self, square: Square) -> usize {
        let sides = self.layout.size + 1;
        (square.size * sides + square.row) * sides + square.column
    }

    /// Finds out what each region can make inside a square, over all hooks that the givens allow.
    fn explore(&mut self, square: Square, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let index = self.index(square);
        if self.reach[index].is_some() {
            return ControlFlow::Continue(());
        }
        let need = &self.layout.need;
        let mut reach = if square.size == 0 { SumSets::zero(need) } else { SumSets::empty(need) };
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            if self.layout.givens.allow(hook) {
                self.explore(hook.inside(), search)?;
                let inside = self.reach[self.index(hook.inside())].as_ref();
                let inside = inside.expect("explored just now");
                reach.unite(inside);
                for Part { region, cells } in Layer::new(self.layout, hook).parts {
                    for filled in 1..=cells {
                        reach.add_raised(region, inside, filled * square.size);
                    }
                }
            }
        }
        self.reach[index] = Some(reach);
        search.poll()
    }

    /// Cuts a hook from the square, at every corner, and goes on inside it.
    fn cut(&mut self, square: Square, search: &mut Search<Board>) -> ControlFlow<Stop> {
        if square.size == 0 {
            return Shares::new(self.layout, &self.layers, self.cells).search(search);
        }
        search.node()?;
        let mut is_dead_end = true;
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            if self.layout.givens.allow(hook) {
                self.layers[square.size] = Layer::new(self.layout, hook);
                if self.can_be_filled(square.size) {
                    is_dead_end = false;
                    self.cut(hook.inside(), search)?;
                }
            }
        }
        if is_dead_end {
            search.dead_end();
        }
        ControlFlow::Continue(())
    }

    /// Finds out what the regions may need inside the hook of this size. False if one of them
    /// cannot make it, or if all together cannot fill the hook.
    fn can_be_filled(&mut self, size: usize) -> bool {
        let Layer { hook, parts } = &self.layers[size];
        let Some(reach) = &self.reach[self.index(hook.inside())] else { return false };
        let (inside, square) = self.needs.split_at_mut(size);
        let (inside, square) = (&mut inside[size - 1], &square[0]);
        inside.clone_from(square);
        let (mut least, mut most) = (0, 0);
        for &Part { region, cells } in parts {
            inside.clear(region);
            let mut bounds: Option<(usize, usize)> = None;
            for filled in 0..=cells {
                if inside.add_lowered(region, square, filled * size, reach) {
                    bounds = Some((bounds.map_or(filled, |(fewest, _)| fewest), filled));
                }
            }
            let Some((fewest, largest)) = bounds else { return false };
            least += fewest;
            most += largest;
        }
        let places = self.layout.open_places(size);
        inside.intersect(reach) && places.is_some_and(|places| (least..=most).contains(&places))
    }
}
