//! The search: first the corners of the hooks, then the fills of their lines.

mod fills;
mod propagate;

use std::ops::{ControlFlow, Range};

use grid_puzzles::Shading;
use grid_utils::{Cell, Grid, Shape, with_words};
use nested_hooks::{Filling, Hook, RowsAndColumns, Square};
use puzzle::{Flow, Search, Sketch, Stop};

use crate::LARGEST_SIZE;

/// Searches an instance that passed `validate`.
pub(crate) fn search(clues: &RowsAndColumns<u64>, search: &mut Search) -> Flow {
    let size = clues.size();
    with_words!(size * size, [2, 3], |WORDS| search_with::<WORDS>(clues, search))
}

fn search_with<const WORDS: usize>(clues: &RowsAndColumns<u64>, search: &mut Search) -> Flow {
    let size = clues.size();
    let shape = Shape::<WORDS>::new(size, size).expect("the caller chose enough words");
    let node = Node {
        lines: [[LineState::default(); LARGEST_SIZE]; 2],
        hooks: [PlacedHook::default(); LARGEST_SIZE + 1],
        known: Shading::UNKNOWN,
    };
    search.visit(0, || node.sketch(&shape))?;
    Searcher { clues, size, shape, pool: Vec::new() }.place(&node, Square::whole(size), search)
}

/// A set of cells of a line, as bits: of a row by their columns, of a column by their rows.
type LineSet = u16;

/// The rows or the columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Rows,
    Columns,
}

impl Axis {
    const BOTH: [Self; 2] = [Self::Rows, Self::Columns];

    #[inline]
    fn across(self) -> Self {
        match self {
            Self::Rows => Self::Columns,
            Self::Columns => Self::Rows,
        }
    }
}

/// What is known of a row or a column.
#[derive(Clone, Copy, Default)]
struct LineState {
    /// The size of the hook that lies in it; 0 as long as none does.
    hook: u8,
    filled: LineSet,
    empty: LineSet,
}

/// Where the fills of a line are listed in the pool.
#[derive(Clone, Copy, Default)]
struct List {
    start: usize,
    end: usize,
}

impl List {
    #[inline]
    fn range(self) -> Range<usize> {
        self.start..self.end
    }

    #[inline]
    fn len(self) -> usize {
        self.range().len()
    }
}

/// A hook, and the fills of its row and its column that are still possible.
#[derive(Clone, Copy, Default)]
struct PlacedHook {
    hook: Hook,
    fills: [List; 2],
}

impl PlacedHook {
    /// The hook's row or column.
    #[inline]
    fn line(&self, axis: Axis) -> usize {
        match axis {
            Axis::Rows => self.hook.row(),
            Axis::Columns => self.hook.column(),
        }
    }

    /// The hook's own cells in its row or column.
    #[inline]
    fn segment(&self, axis: Axis) -> LineSet {
        let Square { row, column, size } = self.hook.square;
        let start = match axis {
            Axis::Rows => column,
            Axis::Columns => row,
        };
        ((1 << size) - 1) << start
    }

    /// The corner, as a cell of the hook's row or column.
    #[inline]
    fn corner(&self, axis: Axis) -> LineSet {
        1 << self.line(axis.across())
    }
}

/// What is known after some decisions.
#[derive(Clone)]
struct Node<const WORDS: usize> {
    /// The rows, and the columns.
    lines: [[LineState; LARGEST_SIZE]; 2],
    /// The hooks that are placed, by their sizes.
    hooks: [PlacedHook; LARGEST_SIZE + 1],
    /// What the lines know about their cells, cell by cell.
    known: Shading<WORDS>,
}

impl<const WORDS: usize> Node<WORDS> {
    /// The board, and what else is known, for those who watch.
    fn sketch(&self, shape: &Shape<WORDS>) -> Sketch {
        let sketch = Sketch::from(self.board(shape.rows()))
            .empty(shape.cells_of(self.known.empty))
            .filled(shape.cells_of(self.known.filled));
        // A hook that is not placed has the size 0.
        let placed = self.hooks.iter().map(|placed| placed.hook);
        placed.filter(|hook| hook.square.size > 0).fold(sketch, |sketch, hook| {
            sketch.group(hook.cells(), &hook.digit_of_size().to_string())
        })
    }

    /// The digits that are known.
    fn board(&self, size: usize) -> Filling {
        let [rows, columns] = &self.lines;
        Grid::from_fn(size, size, |Cell { row, column }| {
            let is_filled = rows[row].filled >> column & 1 == 1;
            // A cell belongs to the hook that takes its line first: the larger one.
            is_filled.then(|| rows[row].hook.max(columns[column].hook))
        })
    }
}

/// Searches one instance.
struct Searcher<'c, const WORDS: usize> {
    clues: &'c RowsAndColumns<u64>,
    size: usize,
    shape: Shape<WORDS>,
    /// The fills of all lists, those of deeper nodes behind those of the nodes above them.
    pool: Vec<LineSet>,
}

impl<const WORDS: usize> Searcher<'_, WORDS> {
    /// Cuts a hook from the square in every way, and so on inwards; then chooses the fills.
    fn place(&mut self, node: &Node<WORDS>, square: Square, search: &mut Search) -> Flow {
        let size = square.size;
        if size == 0 {
            return self.choose(node, search);
        }
        let before = self.pool.len();
        let ends = |start: usize| [start, start + size - 1];
        let rows = ends(square.row).map(|row| self.list_fills(node, Axis::Rows, row, square));
        let columns =
            ends(square.column).map(|column| self.list_fills(node, Axis::Columns, column, square));
        let mut is_dead_end = true;
        for &corner in square.corners() {
            let hook = Hook { square, corner };
            let row = rows[usize::from(hook.row() != square.row)];
            let column = columns[usize::from(hook.column() != square.column)];
            if row.len() == 0 || column.len() == 0 {
                continue;
            }
            is_dead_end = false;
            let before = self.pool.len();
            let mut next = node.clone();
            next.hooks[size] = PlacedHook { hook, fills: [row, column] };
            next.lines[Axis::Rows as usize][hook.row()].hook = hook.digit_of_size();
            next.lines[Axis::Columns as usize][hook.column()].hook = hook.digit_of_size();
            if self.visit(self.size - size + 1, &mut next, size, search)? {
                self.place(&next, hook.inside(), search)?;
            }
            self.pool.truncate(before);
        }
        if is_dead_end {
            search.dead_end_because(|| "no fill of a line keeps its clue, whatever the next hook");
        }
        self.pool.truncate(before);
        Flow::Continue(())
    }

    /// Tries every fill of the line with the fewest, and so on until each line has one.
    fn choose(&mut self, node: &Node<WORDS>, search: &mut Search) -> Flow {
        let lists = (1..=self.size).flat_map(|size| {
            Axis::BOTH.map(|axis| (node.hooks[size].fills[axis as usize], size, axis))
        });
        let open = lists.filter(|(list, ..)| list.len() > 1);
        let Some((list, size, axis)) = open.min_by_key(|(list, ..)| list.len()) else {
            return search.solution(node.board(self.size));
        };
        for fill in list.start..list.end {
            let before = self.pool.len();
            let mut next = node.clone();
            next.hooks[size].fills[axis as usize] = List { start: fill, end: fill + 1 };
            if self.visit(self.size + 1, &mut next, size, search)? {
                self.choose(&next, search)?;
            }
            self.pool.truncate(before);
        }
        Flow::Continue(())
    }

    /// Visits a node in which something changed for the hook of this size; returns whether it fits.
    fn visit(
        &mut self,
        depth: usize,
        node: &mut Node<WORDS>,
        size: usize,
        search: &mut Search,
    ) -> ControlFlow<Stop, bool> {
        let fits = self.propagate(node, size);
        search.visit(depth, || node.sketch(&self.shape))?;
        if let Err(why) = fits {
            search.dead_end_because(|| why);
        }
        ControlFlow::Continue(fits.is_ok())
    }
}
