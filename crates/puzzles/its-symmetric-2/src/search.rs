//! The search: what the numbers say, then each symmetry that they allow, one after the other.

mod images;

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use grid_puzzles::Shading;
use grid_utils::{Cell, CellSet, Grid, Motion, Shape, with_words};
use itertools::Itertools;
use puzzle::{Search, Stop};

use self::images::Images;
use crate::{Board, SYMMETRIES};

/// What the instance gives.
type Numbers = Grid<Option<NonZeroU32>>;

/// Searches an instance that passed `validate`.
pub(crate) fn search(numbers: &Numbers, search: &mut Search<Board>) -> ControlFlow<Stop> {
    with_words!(numbers.len(), [3, 4], |WORDS| Solver::<WORDS>::new(numbers)
        .search(numbers, search))
}

struct Solver<const WORDS: usize> {
    shape: Shape<WORDS>,
    clues: Vec<Clue<WORDS>>,
}

impl<const WORDS: usize> Solver<WORDS> {
    fn new(numbers: &Numbers) -> Self {
        let shape = Shape::new(numbers.rows(), numbers.columns());
        let shape = shape.expect("the caller chose enough words");
        let filled = shape.set_of(numbers, Option::is_some);
        let known = Shading { filled, ..Shading::UNKNOWN };
        let given = numbers.iter().filter_map(|(cell, number)| Some((cell, (*number)?)));
        let clue =
            |(cell, number): (Cell, NonZeroU32)| Clue::new(number.get(), cell, &known, &shape);
        Solver { shape, clues: given.map(clue).collect() }
    }

    fn search(mut self, numbers: &Numbers, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let shape = self.shape;
        let filled = shape.set_of(numbers, Option::is_some);
        let mut known = Shading { filled, ..Shading::UNKNOWN };
        let is_possible = self.propagate(&mut known, &Images::new(&shape, Some), shape.all());
        search.visit(0, || known.board(&self.shape))?;
        if !is_possible {
            search.dead_end_because(|| self.fault(&known));
            return ControlFlow::Continue(());
        }
        for clue in &mut self.clues {
            let options = clue.options(&known);
            clue.ways.retain(|way| way & !options == 0);
        }
        // The image sees the same cells, turned.
        let image =
            |motion: &Motion, cell| motion.image(cell).filter(|&cell| numbers.contains(cell));
        let are_equal = |cell, image| numbers[image].is_none() || numbers[image] == numbers[cell];
        let is_possible = |motion: &Motion| {
            let mut cells = shape.cells_of(filled);
            cells.all(|cell| image(motion, cell).is_some_and(|image| are_equal(cell, image)))
        };
        let mut motions = SYMMETRIES.into_iter().flat_map(|symmetry| {
            Motion::all(symmetry, shape.rows(), shape.columns()).filter(is_possible)
        });
        motions.try_for_each(|motion| {
            let images = Images::new(&shape, |cell| image(&motion, cell));
            let known = Shading { empty: known.empty | images.outside, ..known };
            self.visit(known, known.filled | known.empty, &images, 1, search)
        })
    }

    /// Visits a node and all that follow from it. `changed` are the cells that became known.
    fn visit(
        &self,
        mut known: Shading<WORDS>,
        changed: CellSet<WORDS>,
        images: &Images<WORDS>,
        depth: usize,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        let is_possible = self.propagate(&mut known, images, changed);
        search.visit(depth, || known.board(&self.shape))?;
        if !is_possible {
            search.dead_end_because(|| self.fault(&known));
            return ControlFlow::Continue(());
        }
        let Some(cell) = self.cell_to_decide(&known) else {
            // One cell at least has to be shaded.
            let is_shading = !known.filled.is_empty();
            return if is_shading {
                search.solution(known.board(&self.shape))
            } else {
                ControlFlow::Continue(())
            };
        };
        let cell = CellSet::of(cell);
        let filled = Shading { filled: known.filled | cell, ..known };
        self.visit(filled, cell, images, depth + 1, search)?;
        let empty = Shading { empty: known.empty | cell, ..known };
        self.visit(empty, cell, images, depth + 1, search)
    }

    /// Adds what follows from the numbers and the symmetry, and from all shaded cells being
    /// connected; false if that is contradictory.
    fn propagate(
        &self,
        known: &mut Shading<WORDS>,
        images: &Images<WORDS>,
        changed: CellSet<WORDS>,
    ) -> bool {
        known.propagate(
            changed,
            |known, changed| {
                images.close(known, changed);
                let mut concerned = self.clues.iter().filter(|clue| clue.sees.intersects(changed));
                concerned.all(|clue| clue.narrow(known))
            },
            |known| known.propagate_connected(&self.shape),
        )
    }

    /// The cell after the shortest view of a number, in a direction with the fewest counts left;
    /// where all are known, any open cell.
    fn cell_to_decide(&self, known: &Shading<WORDS>) -> Option<usize> {
        let views = self.clues.iter().flat_map(|clue| clue.rays.iter().zip(clue.counts(known)));
        let open = views.filter(|(_, counts)| counts.count_ones() > 1);
        let fewest = open.min_by_key(|(_, counts)| counts.count_ones());
        let cell = fewest.map(|(ray, counts)| ray.cell(counts.trailing_zeros() as usize));
        cell.or_else(|| known.open(&self.shape).first())
    }

    /// Why [`propagate`](Self::propagate) refused this.
    fn fault(&self, known: &Shading<WORDS>) -> &'static str {
        let why = "a number is not the product of what its cell can see";
        known.disconnection(&self.shape).unwrap_or(why)
    }
}

/// The cells along a row or a column that can be seen from a cell, from the nearest on.
#[derive(Clone, Copy)]
struct Ray {
    from: usize,
    step: isize,
    len: usize,
}

impl Ray {
    /// The cell that is seen after so many others.
    fn cell(self, count: usize) -> usize {
        (0..=count).fold(self.from, |cell, _| cell.wrapping_add_signed(self.step))
    }

    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.len).scan(self.from, move |cell, _| {
            *cell = cell.wrapping_add_signed(self.step);
            Some(*cell)
        })
    }
}

/// A number.
struct Clue<const WORDS: usize> {
    rays: [Ray; 4],
    /// The cells of its row and of its column.
    sees: CellSet<WORDS>,
    /// The ways to make the number of four counts: a bit for each count, 16 bits for each
    /// direction.
    ways: Vec<u64>,
}

impl<const WORDS: usize> Clue<WORDS> {
    fn new(number: u32, cell: Cell, known: &Shading<WORDS>, shape: &Shape<WORDS>) -> Self {
        let Cell { row, column } = cell;
        let down = shape.columns().cast_signed();
        let (below, behind) = (shape.rows() - row - 1, shape.columns() - column - 1);
        let rays = [(-down, row), (down, below), (-1, column), (1, behind)];
        let rays = rays.map(|(step, len)| Ray { from: shape.index(cell), step, len });
        let sees = shape.row(row) | shape.column(column);
        let mut clue = Clue { rays, sees, ways: Vec::new() };
        let counts = clue.counts(known);
        let (vertical, horizontal) =
            (pairs(number, [counts[0], counts[1]]), pairs(number, [counts[2], counts[3]]));
        for &(product, way) in &vertical {
            let fitting = horizontal.iter().filter(|(other, _)| product * other == number);
            clue.ways.extend(fitting.map(|(_, other)| way | other << 32));
        }
        clue
    }

    /// For each direction, a bit for each count of shaded cells that may be seen: up to the first
    /// unshaded one, where none follows that is known to be shaded.
    fn counts(&self, known: &Shading<WORDS>) -> [u32; 4] {
        self.rays.map(|ray| {
            let mut counts = 0;
            for (count, cell) in ray.cells().enumerate() {
                counts |= u32::from(!known.filled.contains(cell)) << count;
                if known.empty.contains(cell) {
                    return counts;
                }
            }
            counts | 1 << ray.len
        })
    }

    /// As [`counts`](Self::counts), in a word like those of `ways`.
    fn options(&self, known: &Shading<WORDS>) -> u64 {
        let [up, down, left, right] = self.counts(known).map(u64::from);
        up | down << 16 | left << 32 | right << 48
    }

    /// Adds what all ways that are left have in common; false if there is none.
    fn narrow(&self, known: &mut Shading<WORDS>) -> bool {
        let options = self.options(known);
        let fitting = self.ways.iter().filter(|&way| way & !options == 0);
        let left = fitting.fold(0, |left, way| left | way);
        for (direction, ray) in self.rays.iter().enumerate() {
            let counts = left >> (16 * direction) & 0xFFFF;
            let fewest = counts.trailing_zeros() as usize;
            ray.cells().take(fewest).for_each(|cell| _ = known.filled.insert(cell));
            if counts.is_power_of_two() && fewest < ray.len {
                known.empty.insert(ray.cell(fewest));
            }
        }
        left != 0
    }
}

/// Pairs of counts whose product divides a number, 0 counting as 1, each with the product and the
/// bits of both. The counts that may be are bits, too.
fn pairs(number: u32, counts: [u32; 2]) -> Vec<(u32, u64)> {
    let divides = |&count: &u32| number.is_multiple_of(count.max(1));
    let [first, second] =
        counts.map(|counts| (0..16).filter(move |count| counts >> count & 1 == 1).filter(divides));
    let pairs = first.cartesian_product(second);
    let pairs = pairs.map(|(one, other)| (one.max(1) * other.max(1), 1 << one | 1 << (16 + other)));
    pairs.filter(|(product, _)| number.is_multiple_of(*product)).collect()
}
