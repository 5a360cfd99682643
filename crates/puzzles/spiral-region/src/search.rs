//! The search: every centre, every number of cells in a region, then cell by cell, each with its
//! images.

mod turn;

use grid_puzzles::{Label, Shading};
use grid_utils::{Cell, CellSet, Grid, Regions, words_for};
use puzzle::{Flow, Search};

use self::turn::Turn;
use crate::LARGEST_SIZE;

const WORDS: usize = words_for(LARGEST_SIZE * LARGEST_SIZE);
type Cells = CellSet<WORDS>;
type Shape = grid_utils::Shape<WORDS>;

/// Searches an instance that passed `validate`.
pub(crate) fn search(labels: &Grid<Label>, search: &mut Search) -> Flow {
    let shape = Shape::new(labels.rows(), labels.columns()).expect("`validate` saw to its size");
    let regions = Regions::from_labels(labels);
    let set = |(_, cells): (usize, &[Cell])| cells.iter().map(|&cell| shape.index(cell)).collect();
    let regions: Vec<Cells> = regions.iter().map(set).collect();
    let mut best = None;
    for turn in Turn::all(shape) {
        let room = |region: &Cells| (*region & turn.reach).len();
        let most = regions.iter().map(room).min().unwrap_or(0);
        if most > 0 {
            let images = turn.images();
            let regions = regions.iter().map(|&cells| Region::new(cells, turn.reach, &images));
            let mut spiral =
                Spiral { shape, regions: regions.collect(), images, count: 0, best: &mut best };
            spiral.search(&turn, most, search)?;
        }
    }
    Flow::Continue(())
}

/// A region of the grid.
struct Region {
    cells: Cells,
    /// Sets of images with several cells here, each with that number.
    several: Vec<(Cells, usize)>,
}

impl Region {
    fn new(cells: Cells, reach: Cells, images: &[Cells]) -> Self {
        let mut several = Vec::new();
        for cell in cells & reach {
            let here = images[cell] & cells;
            if here.len() > 1 && here.first() == Some(cell) {
                several.push((images[cell], here.len()));
            }
        }
        Region { cells, several }
    }

    /// Propagates that `count` of the cells are shaded, and all or none of each set of images.
    /// Returns an error if this is contradictory, or if the board already is.
    fn propagate(&self, count: usize, known: &mut Shading<WORDS>) -> Result<(), &'static str> {
        known.check()?;
        if !known.propagate_exactly(count, self.cells) {
            return Err("a region has too many shaded cells or too few");
        }
        let wanted = count - (self.cells & known.filled).len();
        let spare = (self.cells - known.empty).len() - count;
        let decided = known.filled | known.empty;
        for &(images, here) in self.several.iter().filter(|(images, _)| !images.intersects(decided))
        {
            if here > wanted {
                known.empty |= images;
            }
            if here > spare {
                known.filled |= images;
            }
        }
        Ok(())
    }
}

/// The shadings with a centre and a number of cells in each region.
struct Spiral<'b> {
    shape: Shape,
    regions: Vec<Region>,
    /// For each cell, all cells to which turns move it, itself included.
    images: Vec<Cells>,
    /// The number of shaded cells of each region.
    count: usize,
    /// The smallest product so far.
    best: &'b mut Option<u128>,
}

impl Spiral<'_> {
    /// Searches with every number of cells in a region up to `most`. All cells but the centre come
    /// in fours, so the number of shaded cells determines whether the centre is shaded.
    fn search(&mut self, turn: &Turn, most: usize, search: &mut Search) -> Flow {
        let outside = self.shape.all() - turn.reach;
        for count in 1..=most {
            let (filled, empty) = match count * self.regions.len() % 4 {
                0 => (Cells::EMPTY, outside | turn.centre),
                1 if !turn.centre.is_empty() => (turn.centre, outside),
                _ => continue,
            };
            self.count = count;
            self.visit(Shading { filled, empty }, self.shape.all(), 0, search)?;
        }
        Flow::Continue(())
    }

    /// Visits a node and its descendants. `changed` are the cells that became known.
    fn visit(
        &mut self,
        mut known: Shading<WORDS>,
        changed: Cells,
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        let propagated = self.propagate(&mut known, changed);
        search.visit(depth, || known.board(&self.shape))?;
        if let Err(why) = propagated {
            search.dead_end_because(|| why);
            return Flow::Continue(());
        }
        let Some(cell) = self.cell_to_decide(&known) else {
            let groups = self.shape.components(known.empty);
            let product = groups.map(|group| group.len() as u128).product();
            if self.best.is_none_or(|best| product < best) {
                *self.best = Some(product);
                search.solution(known.board(&self.shape))?;
            }
            return Flow::Continue(());
        };
        let cells = self.images[cell];
        let filled = Shading { filled: known.filled | cells, ..known };
        self.visit(filled, cells, depth + 1, search)?;
        let empty = Shading { empty: known.empty | cells, ..known };
        self.visit(empty, cells, depth + 1, search)
    }

    /// Propagates the numbers of cells and the connectivity of the shaded cells.
    fn propagate(&self, known: &mut Shading<WORDS>, changed: Cells) -> Result<(), &'static str> {
        known.propagate(
            changed,
            |known, changed| {
                (changed & known.filled).iter().for_each(|cell| known.filled |= self.images[cell]);
                (changed & known.empty).iter().for_each(|cell| known.empty |= self.images[cell]);
                let mut concerned =
                    self.regions.iter().filter(|region| region.cells.intersects(changed));
                concerned.try_for_each(|region| region.propagate(self.count, known))
            },
            |known| known.propagate_connected(&self.shape),
        )
    }

    /// Returns an open cell beside the group of connected shaded cells that has the fewest of them;
    /// if no cell is shaded, one in a region with the fewest open cells; `None` if no cell is open.
    fn cell_to_decide(&self, known: &Shading<WORDS>) -> Option<usize> {
        let open = known.open(&self.shape);
        let fewest = |sets: &mut dyn Iterator<Item = Cells>| {
            let open = sets.map(|cells| cells & open).filter(|cells| !cells.is_empty());
            open.min_by_key(Cells::len)
        };
        let groups = self.shape.components(known.filled);
        let ways_on = fewest(&mut groups.map(|group| self.shape.neighbours(group)));
        let cells = ways_on.or_else(|| fewest(&mut self.regions.iter().map(|region| region.cells)));
        cells?.first()
    }
}
