//! The search: what the numbers say, then each symmetry that they allow, one after the other.

use grid_puzzles::Shading;
use grid_utils::{Cell, CellSet, Motion, Shape, with_words};
use itertools::{Itertools, iproduct};
use puzzle::{Board, Branching, Flow, Search};

use crate::{Numbers, given, motions};

/// Searches an instance that passed `validate`.
pub(crate) fn search(numbers: &Numbers, search: &mut Search) -> Flow {
    with_words!(numbers.len(), [3, 4], |WORDS| try_each::<WORDS>(numbers, search))
}

/// Tries every symmetry that the numbers allow.
fn try_each<const WORDS: usize>(numbers: &Numbers, search: &mut Search) -> Flow {
    let shape = Shape::<WORDS>::new(numbers.rows(), numbers.columns());
    let shape = &shape.expect("the caller chose enough words");
    let known = Shading { filled: shape.set_of(numbers, Option::is_some), ..Shading::UNKNOWN };
    let clues = given(numbers).map(|(cell, number)| Clue::new(number.get(), cell, &known, shape));
    let mut clues = clues.collect_vec();
    let stay = (0..shape.len()).map(Some).collect_vec();
    let mut root = Node { shape, clues: &clues, images: &stay, known, changed: shape.all() };
    let propagated = root.propagate();
    search.visit(0, || root.board())?;
    if let Err(why) = propagated {
        search.dead_end_because(|| why);
        return Flow::Continue(());
    }
    let known = root.known;
    for clue in &mut clues {
        let options = clue.options(&known);
        clue.ways.retain(|way| way & !options == 0);
    }
    // The image of a number sees the same cells, turned.
    let fits = |motion: &Motion| {
        given(numbers).all(|(cell, number)| {
            let image = motion.image(cell).and_then(|image| numbers[image]);
            image.is_none_or(|image| image == number)
        })
    };
    motions(numbers).filter(fits).try_for_each(|motion| {
        let image = |cell| motion.image(cell).filter(|&image| numbers.contains(image));
        let images = numbers.cells().map(|cell| image(cell).map(|image| shape.index(image)));
        let images = images.collect_vec();
        let outside = shape.all().iter().filter(|&cell| images[cell].is_none()).collect();
        let changed = known.filled | known.empty;
        let known = Shading { empty: known.empty | outside, ..known };
        search.branch(Node { shape, clues: &clues, images: &images, known, changed }, 1)
    })
}

/// What is known of the cells.
#[derive(Clone, Copy)]
struct Node<'a, const WORDS: usize> {
    shape: &'a Shape<WORDS>,
    clues: &'a [Clue<WORDS>],
    /// Where the symmetry takes each cell, if that is in the grid.
    images: &'a [Option<usize>],
    known: Shading<WORDS>,
    /// The cells that became known.
    changed: CellSet<WORDS>,
}

impl<const WORDS: usize> Branching for Node<'_, WORDS> {
    type Why = &'static str;

    /// Adds what follows from the numbers and the symmetry, and from all shaded cells being
    /// connected.
    fn propagate(&mut self) -> Result<(), &'static str> {
        let Self { shape, clues, images, .. } = *self;
        let propagated = self.known.propagate(
            self.changed,
            |known, changed| {
                known.filled |=
                    (changed & known.filled).iter().filter_map(|cell| images[cell]).collect();
                known.empty |=
                    (changed & known.empty).iter().filter_map(|cell| images[cell]).collect();
                let mut concerned = clues.iter().filter(|clue| clue.sees.intersects(changed));
                concerned.try_for_each(|clue| clue.narrow(known))
            },
            |known| known.propagate_connected(shape),
        );
        if self.known.empty == shape.all() {
            return Err("no cell is shaded");
        }
        propagated
    }

    /// The cell after the shortest view of a number, in a direction with the fewest counts left;
    /// where all are known, any open cell.
    fn choose(&self) -> Option<impl Iterator<Item = Self>> {
        let views =
            self.clues.iter().flat_map(|clue| clue.rays.iter().zip(clue.counts(&self.known)));
        let open = views.filter(|(_, counts)| counts.count_ones() > 1);
        let fewest = open.min_by_key(|(_, counts)| counts.count_ones());
        let cell = fewest.map(|(ray, counts)| ray.cell(counts.trailing_zeros() as usize));
        let changed = CellSet::of(cell.or_else(|| self.known.open(self.shape).first())?);
        let filled = Shading { filled: self.known.filled | changed, ..self.known };
        let empty = Shading { empty: self.known.empty | changed, ..self.known };
        let node = *self;
        Some([filled, empty].into_iter().map(move |known| Node { known, changed, ..node }))
    }

    fn board(&self) -> Board {
        self.known.board(self.shape)
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
    /// The cell that is seen after `count` others.
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

    /// Adds what all ways that are left have in common.
    fn narrow(&self, known: &mut Shading<WORDS>) -> Result<(), &'static str> {
        let options = self.options(known);
        let fitting = self.ways.iter().filter(|&way| way & !options == 0);
        let left = fitting.fold(0, |left, way| left | way);
        if left == 0 {
            return Err("a number is not the product of what its cell can see");
        }
        for (direction, ray) in self.rays.iter().enumerate() {
            let counts = left >> (16 * direction) & 0xFFFF;
            let fewest = counts.trailing_zeros() as usize;
            ray.cells().take(fewest).for_each(|cell| _ = known.filled.insert(cell));
            if counts.is_power_of_two() && fewest < ray.len {
                known.empty.insert(ray.cell(fewest));
            }
        }
        Ok(())
    }
}

/// Pairs of counts whose product divides a number, 0 counting as 1, each with the product and the
/// bits of both. The counts that may be are bits, too.
fn pairs(number: u32, counts: [u32; 2]) -> Vec<(u32, u64)> {
    let divides = |&count: &u32| number.is_multiple_of(count.max(1));
    let [first, second] =
        counts.map(|counts| (0..16).filter(move |count| counts >> count & 1 == 1).filter(divides));
    let pairs = iproduct!(first, second);
    let pairs = pairs.map(|(one, other)| (one.max(1) * other.max(1), 1 << one | 1 << (16 + other)));
    pairs.filter(|(product, _)| number.is_multiple_of(*product)).collect()
}
