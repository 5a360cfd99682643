//! The search: the paths that each laser's ray can take, and what they have in common.

use std::ops::ControlFlow;

use grid_puzzles::Side;
use grid_puzzles::mirrors::{FALLING, RISING};
use grid_utils::{CellSet, Grid, Shape};
use puzzle::{Board, Flow, Search, Sketch, Stop};

use crate::HallOfMirrors;

/// The cells of the largest field.
const WORDS: usize = 2;
type Cells = CellSet<WORDS>;

/// A laser with more segments than this to follow waits until more cells are known.
const MOST_SEGMENTS: usize = 100;
/// The limit that replaces it when all lasers wait.
const MOST_SEGMENTS_THEN: usize = 2000;

/// Which cells are known to be empty or to hold a mirror; and a path, as what it says of its cells.
#[derive(Clone, Copy, PartialEq)]
struct Known {
    empty: Cells,
    /// `/`
    rising: Cells,
    /// `\`
    falling: Cells,
}

impl Known {
    const NOTHING: Self =
        Known { empty: Cells::EMPTY, rising: Cells::EMPTY, falling: Cells::EMPTY };

    fn cells(&self) -> Cells {
        self.empty | self.rising | self.falling
    }

    /// What both say.
    fn both(&self, other: &Self) -> Self {
        Known {
            empty: self.empty & other.empty,
            rising: self.rising & other.rising,
            falling: self.falling & other.falling,
        }
    }

    /// What one or the other says.
    fn with(&self, other: &Self) -> Self {
        Known {
            empty: self.empty | other.empty,
            rising: self.rising | other.rising,
            falling: self.falling | other.falling,
        }
    }

    /// Whether one says of a cell what the other denies.
    fn contradicts(&self, other: &Self) -> bool {
        self.empty.intersects(other.rising | other.falling)
            || self.rising.intersects(other.empty | other.falling)
            || self.falling.intersects(other.empty | other.rising)
    }
}

/// North, east, south, west: a mirror `/` changes the lowest bit of this, a mirror `\` both bits.
type Direction = usize;

/// The paths that a laser's ray can take.
#[derive(Clone)]
struct Laser {
    /// The place in the field from which the ray enters it, one step before the first cell.
    from: isize,
    direction: Direction,
    value: u128,
    /// `None` as long as there are too many to list.
    paths: Option<Vec<Known>>,
}

struct Field {
    shape: Shape<WORDS>,
    size: usize,
    /// From a cell to the next one, for each direction.
    steps: [isize; 4],
    /// How many cells lie ahead of each cell, for each direction.
    ahead: Vec<[usize; 4]>,
    /// The cells that share a side with each cell.
    neighbours: Vec<Cells>,
}

/// Searches an instance that passed `validate`.
pub(crate) fn search(hall: &HallOfMirrors, search: &mut Search) -> Flow {
    let size = hall.lasers.size();
    let field = Field::new(size);
    let wide = size.cast_signed();
    let lasers = hall.lasers.given().map(|(side, line, value)| {
        let line = line.cast_signed();
        let (from, direction) = match side {
            Side::Top => (line - wide, 2),
            Side::Bottom => (line + wide * wide, 0),
            Side::Left => (line * wide - 1, 1),
            Side::Right => (line * wide + wide, 3),
        };
        Laser { from, direction, value: value.get(), paths: None }
    });
    field.visit(Known::NOTHING, lasers.collect(), 0, search)
}

impl Field {
    fn new(size: usize) -> Self {
        let shape = Shape::new(size, size).expect("the largest field has 100 cells");
        let wide = size.cast_signed();
        let ahead = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            [row, size - 1 - column, size - 1 - row, column]
        };
        Field {
            shape,
            size,
            steps: [-wide, 1, wide, -1],
            ahead: (0..size * size).map(ahead).collect(),
            neighbours: (0..size * size).map(|cell| shape.neighbours(Cells::of(cell))).collect(),
        }
    }

    /// Visits a node and all that follow from it: the cells that are known, and the lasers whose
    /// rays are not.
    fn visit(
        &self,
        mut known: Known,
        mut lasers: Vec<Laser>,
        depth: usize,
        search: &mut Search,
    ) -> Flow {
        let is_possible = self.propagate(&mut known, &mut lasers, search)?;
        search.visit(depth, || self.sketch(&known))?;
        if !is_possible {
            search.dead_end_because(|| "no path is left for a laser");
            return ControlFlow::Continue(());
        }
        let listed =
            lasers.iter().enumerate().filter_map(|(laser, of)| Some((laser, of.paths.as_ref()?)));
        if let Some((laser, _)) = listed.min_by_key(|(_, paths)| paths.len()) {
            let Laser { paths, .. } = lasers.swap_remove(laser);
            for path in paths.into_iter().flatten() {
                self.visit(known.with(&path), lasers.clone(), depth + 1, search)?;
            }
            return ControlFlow::Continue(());
        }
        let Some(cell) = (self.shape.all() - known.cells()).first() else {
            return search.solution(self.board(&known));
        };
        let cells = Cells::of(cell);
        self.visit(
            Known { empty: known.empty | cells, ..known },
            lasers.clone(),
            depth + 1,
            search,
        )?;
        let empty = known.empty | self.neighbours[cell];
        let rising = Known { empty, rising: known.rising | cells, ..known };
        self.visit(rising, lasers.clone(), depth + 1, search)?;
        let falling = Known { empty, falling: known.falling | cells, ..known };
        self.visit(falling, lasers, depth + 1, search)
    }

    /// Takes away paths that contradict what is known, notes what all paths of a laser have in
    /// common, and so on until nothing changes. Lasers with one path are done. False if a laser has
    /// no path left.
    fn propagate(
        &self,
        known: &mut Known,
        lasers: &mut Vec<Laser>,
        search: &mut Search,
    ) -> ControlFlow<Stop, bool> {
        let mut most_segments = MOST_SEGMENTS;
        loop {
            let before = *known;
            let mut is_possible = true;
            let mut flow = ControlFlow::Continue(());
            lasers.retain_mut(|laser| {
                if !is_possible || flow.is_break() {
                    return true;
                }
                if let Some(paths) = &mut laser.paths {
                    paths.retain(|path| !path.contradicts(known));
                } else {
                    flow = search.poll();
                    laser.paths = self.paths(laser, known, most_segments);
                }
                let Some(paths) = &laser.paths else { return true };
                let Some((first, others)) = paths.split_first() else {
                    is_possible = false;
                    return true;
                };
                *known = known.with(&others.iter().fold(*first, |all, path| all.both(path)));
                !others.is_empty()
            });
            flow?;
            if !is_possible {
                return ControlFlow::Continue(false);
            } else if *known == before {
                let all_wait = lasers.iter().all(|laser| laser.paths.is_none());
                if !all_wait || lasers.is_empty() || most_segments == MOST_SEGMENTS_THEN {
                    return ControlFlow::Continue(true);
                }
                most_segments = MOST_SEGMENTS_THEN;
            }
        }
    }

    /// The paths that a laser can take, if they are soon found.
    fn paths(&self, laser: &Laser, known: &Known, most_segments: usize) -> Option<Vec<Known>> {
        let mut walk = Walk { field: self, paths: Vec::new(), segments_left: most_segments };
        let start = (laser.from, self.size, laser.direction);
        walk.segment(*known, start, laser.value, 1).is_continue().then_some(walk.paths)
    }

    fn sketch(&self, known: &Known) -> Sketch {
        Sketch::from(self.board(known)).empty(self.shape.cells_of(known.empty))
    }

    fn board(&self, known: &Known) -> Board {
        let mut board = Grid::filled(self.size, self.size, None);
        for (cells, mirror) in [(known.rising, RISING), (known.falling, FALLING)] {
            self.shape.cells_of(cells).for_each(|cell| board[cell] = Some(mirror));
        }
        Board::Grid(board)
    }
}

/// All ways in which a ray can go.
struct Walk<'a> {
    field: &'a Field,
    paths: Vec<Known>,
    segments_left: usize,
}

impl Walk<'_> {
    /// Follows a ray from a laser or a mirror on, in all ways that use up what is `left` of the
    /// value. Its next segment has at least the `shortest` length, or leads out of the field:
    /// there are `ahead` cells before that. Breaks if there are too many segments.
    fn segment(
        &mut self,
        mut known: Known,
        (mut at, ahead, direction): (isize, usize, Direction),
        left: u128,
        shortest: usize,
    ) -> ControlFlow<()> {
        if self.segments_left == 0 {
            return ControlFlow::Break(());
        }
        self.segments_left -= 1;
        for length in 1..=ahead {
            if left < length as u128 {
                return ControlFlow::Continue(());
            }
            at += self.field.steps[direction];
            let cell = at.cast_unsigned();
            let (is_rising, is_falling) =
                (known.rising.contains(cell), known.falling.contains(cell));
            let ends_here = left.is_multiple_of(length as u128) && !known.empty.contains(cell);
            if ends_here && length >= shortest {
                let left = left / length as u128;
                let empty = known.empty | self.field.neighbours[cell];
                let start = |direction| (at, self.field.ahead[cell][direction], direction);
                if !is_falling {
                    let rising = Known { rising: known.rising.with(cell), empty, ..known };
                    self.segment(rising, start(direction ^ 1), left, 2)?;
                }
                if !is_rising {
                    let falling = Known { falling: known.falling.with(cell), empty, ..known };
                    self.segment(falling, start(direction ^ 3), left, 2)?;
                }
            }
            if is_rising || is_falling {
                return ControlFlow::Continue(());
            }
            known.empty.insert(cell);
        }
        if left == ahead as u128 + 1 {
            self.paths.push(known);
        }
        ControlFlow::Continue(())
    }
}
