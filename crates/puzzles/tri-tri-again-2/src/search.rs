//! The search: for each number the triangles that could be its own, and of them an exact cover.

use std::ops::{Range, RangeInclusive};

use exact_cover::{ExactCover, MOST_OPTIONS, Step};
use grid_utils::{Cell, Grid};
use puzzle::{Flow, Rng, Search};

use crate::{TriTriAgain, Triangle, board, line};

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &TriTriAgain, search: &mut Search) -> Flow {
    let numbers: Vec<(Cell, i64)> = puzzle.numbered().collect();
    let (rows, columns) = (puzzle.numbers.rows(), puzzle.numbers.columns());
    let of_number = |&(cell, number): &(Cell, i64)| -> Vec<Candidate> {
        let others = || numbers.iter().map(|number| number.0).filter(|&other| other != cell);
        let triangles = triangles_of(rows, columns, cell, number);
        triangles
            .filter(|one| !others().any(|other| cuts(one, other)))
            .map(Candidate::new)
            .collect()
    };
    let candidates: Vec<Vec<Candidate>> = numbers.iter().map(of_number).collect();
    if candidates.iter().map(Vec::len).sum::<usize>() > MOST_OPTIONS {
        return search.give_up();
    }
    let mut cover = ExactCover::new(numbers.len(), 0).looking_ahead();
    let options: Vec<Range<usize>> = (candidates.iter().enumerate())
        .map(|(item, of_number)| {
            let options: Vec<usize> = of_number.iter().map(|_| cover.option([item])).collect();
            options.first().map_or(0..0, |&first| first..first + options.len())
        })
        .collect();
    for (one, other) in (0..numbers.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
        search.poll()?;
        let around = Bounds::around(&candidates[other]);
        for (option, candidate) in options[one].clone().zip(&candidates[one]) {
            if candidate.bounds.overlap(&around) {
                for (other, next) in options[other].clone().zip(&candidates[other]) {
                    if candidate.overlaps(next) {
                        cover.exclude(option, other);
                    }
                }
            }
        }
    }
    let candidates: Vec<Triangle> = candidates.iter().flatten().map(|one| one.triangle).collect();
    let shown = |taken: &[usize]| board(taken.iter().map(|&one| candidates[one]));
    cover.search(|step| {
        match step {
            Step::Node { depth, taken } => return search.visit(depth, || shown(taken)),
            Step::DeadEnd { item } => search.dead_end_because(|| {
                let (cell, number) = numbers[item];
                format!("no triangle is left for the {number} at {cell}")
            }),
            Step::Solution { taken } => return search.solution(shown(taken)),
        }
        Flow::Continue(())
    })
}

/// The triangles of a number's area that hold its cell: for each two legs, and for each direction
/// in which they go, the places where the cell is below the hypotenuse.
fn triangles_of(
    rows: usize,
    columns: usize,
    cell: Cell,
    number: i64,
) -> impl Iterator<Item = Triangle> {
    let (rows, columns) = (line(rows), line(columns));
    let heights = (1..=rows).filter(move |height| 2 * number % height == 0);
    let legs = heights.map(move |height| (height, 2 * number / height));
    let legs = legs.filter(move |&(_, width)| width <= columns);
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    legs.flat_map(move |(height, width)| signs.map(|(down, right)| (down * height, right * width)))
        .flat_map(move |(down, right)| {
            let row_lines = right_angles(line(cell.row), down, rows);
            let column_lines = right_angles(line(cell.column), right, columns);
            row_lines.flat_map(move |row| {
                let triangle = move |column| Triangle { row, column, down, right };
                column_lines.clone().map(triangle).filter(move |triangle| {
                    let [below, beside] = triangle.reach(cell).map(|reach| *reach.end());
                    below * right.abs() + beside * down.abs() <= (down * right).abs()
                })
            })
        })
}

/// The lines on which the right angle can be, if its leg runs past a cell and stays in the grid.
fn right_angles(cell: i64, leg: i64, lines: i64) -> RangeInclusive<i64> {
    if leg > 0 {
        (cell + 1 - leg).max(0)..=cell.min(lines - leg)
    } else {
        (cell + 1).max(-leg)..=(cell - leg).min(lines)
    }
}

impl Triangle {
    /// How far a cell is away from the right angle in the directions of the two legs.
    fn reach(&self, cell: Cell) -> [RangeInclusive<i64>; 2] {
        let legs = [(cell.row, self.row, self.down), (cell.column, self.column, self.right)];
        legs.map(|(cell, line, leg)| {
            let line = crate::line(cell) - line;
            if leg > 0 { line..=line + 1 } else { -line - 1..=-line }
        })
    }
}

/// Whether a triangle and a cell have inner points in common.
fn cuts(triangle: &Triangle, cell: Cell) -> bool {
    let [below, beside] = triangle.reach(cell);
    let (height, width) = (triangle.down.abs(), triangle.right.abs());
    let nearest = |reach: &RangeInclusive<i64>| *reach.start().max(&0);
    *below.end() > 0
        && *beside.end() > 0
        && nearest(&below) * width + nearest(&beside) * height < height * width
}

/// A triangle that may be a number's own, with what it takes to compare it with others.
struct Candidate {
    triangle: Triangle,
    bounds: Bounds,
    /// A point (row, column) is on the hypotenuse or beyond it if `slope.0 * row + slope.1 *
    /// column` is at least `hypotenuse`.
    slope: (i64, i64),
    hypotenuse: i64,
}

impl Candidate {
    fn new(triangle: Triangle) -> Self {
        let Triangle { row, column, down, right } = triangle;
        let bounds = Bounds {
            top: row.min(row + down),
            bottom: row.max(row + down),
            left: column.min(column + right),
            right: column.max(column + right),
        };
        let slope = (right.abs() * down.signum(), down.abs() * right.signum());
        let hypotenuse = (row + down) * slope.0 + column * slope.1;
        Candidate { triangle, bounds, slope, hypotenuse }
    }

    /// Whether two triangles have inner points in common: whether neither the lines around one of
    /// them nor its hypotenuse parts them.
    fn overlaps(&self, other: &Candidate) -> bool {
        self.bounds.overlap(&other.bounds) && !self.is_before(other) && !other.is_before(self)
    }

    /// Whether another triangle lies beyond the hypotenuse of this one.
    #[inline]
    fn is_before(&self, other: &Candidate) -> bool {
        let (of_row, of_column) = self.slope;
        let mut corners = other.triangle.corners().into_iter();
        corners.all(|(row, column)| row * of_row + column * of_column >= self.hypotenuse)
    }
}

/// The lines around a triangle.
struct Bounds {
    top: i64,
    bottom: i64,
    left: i64,
    right: i64,
}

impl Bounds {
    /// The lines around all of these triangles.
    fn around(candidates: &[Candidate]) -> Self {
        let none = Bounds { top: i64::MAX, bottom: 0, left: i64::MAX, right: 0 };
        candidates.iter().fold(none, |all, Candidate { bounds, .. }| Bounds {
            top: all.top.min(bounds.top),
            bottom: all.bottom.max(bounds.bottom),
            left: all.left.min(bounds.left),
            right: all.right.max(bounds.right),
        })
    }

    /// Whether two boxes have inner points in common.
    #[inline]
    fn overlap(&self, other: &Bounds) -> bool {
        self.top < other.bottom
            && other.top < self.bottom
            && self.left < other.right
            && other.left < self.right
    }
}

/// Numbers in cells of random triangles that do not overlap.
pub(crate) fn random(size: usize, random: &mut Rng) -> Grid<Option<i64>> {
    let mut numbers = Grid::filled(size, size, None);
    let mut triangles: Vec<Candidate> = Vec::new();
    for _ in 0..size * size {
        let cell = Cell::new(random.usize(..size), random.usize(..size));
        let number = random.u8(2..=12).into();
        let fitting = triangles_of(size, size, cell, number).map(Candidate::new);
        let fitting = fitting.filter(|one| !triangles.iter().any(|other| one.overlaps(other)));
        if let Some(triangle) = random.choice(fitting.collect::<Vec<_>>()) {
            triangles.push(triangle);
            numbers[cell] = Some(number);
        }
    }
    numbers
}
