//! The search: the cheapest way for each labelling, over the triangles that it leaves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grid_utils::{Cell, Tiling};
use itertools::Itertools;
use puzzle::{Flow, Search};

use crate::{Number, TRIANGLES, TriTriAgain, face_on, is_start};

/// Searches an instance that passed `validate`.
pub(crate) fn search(puzzle: &TriTriAgain, search: &mut Search) -> Flow {
    let mut ways = Ways::new(puzzle);
    for labels in puzzle.faces.iter().copied().permutations(4) {
        ways.roll(&labels, search)?;
    }
    Flow::Continue(())
}

/// What is known of a triangle.
struct Triangle {
    /// The number on it.
    number: Number,
    /// The face that lies on it.
    face: usize,
    is_finish: bool,
    /// The triangles beside it; itself where there is none.
    beside: [u32; 3],
}

/// The cheapest ways to the triangles, which are known by their places in reading order.
struct Ways {
    columns: usize,
    triangles: Vec<Triangle>,
    /// Where a trip may begin.
    starts: Vec<u32>,
    /// The triangle before each one that was reached.
    before: Vec<Option<u32>>,
    /// The triangles that were reached and from which it was not yet rolled on, the cheapest first.
    open: BinaryHeap<Reverse<(i64, u32)>>,
    /// The cost of the best trip so far.
    best: i64,
}

impl Ways {
    fn new(puzzle: &TriTriAgain) -> Self {
        let columns = puzzle.numbers.columns();
        let place = |cell: Cell| {
            u32::try_from(cell.row * columns + cell.column).expect("a board has few triangles")
        };
        let triangle = |(cell, &number)| {
            let mut beside = [place(cell); 3];
            let cells = TRIANGLES.neighbours(cell).filter(|&cell| puzzle.numbers.contains(cell));
            for (beside, cell) in beside.iter_mut().zip(cells) {
                *beside = place(cell);
            }
            Triangle { number, face: face_on(cell), is_finish: puzzle.is_finish(cell), beside }
        };
        let starts = puzzle.numbers.cells().take(columns).filter(|&cell| is_start(cell));
        Ways {
            columns,
            triangles: puzzle.numbers.iter().map(triangle).collect(),
            starts: starts.map(place).collect(),
            before: Vec::new(),
            open: BinaryHeap::new(),
            best: i64::MAX,
        }
    }

    /// Reports the cheapest trip with this labelling, if it is better than all before.
    fn roll(&mut self, labels: &[Number], search: &mut Search) -> Flow {
        self.before.clear();
        self.before.resize(self.triangles.len(), None);
        self.open.clear();
        for start in 0..self.starts.len() {
            let start = self.starts[start];
            self.reach(labels, 0, start, start);
        }
        while let Some(Reverse((cost, place))) = self.open.pop() {
            if cost >= self.best {
                break;
            }
            search.visit(0, || self.trip(place))?;
            let Triangle { is_finish, beside, .. } = self.triangles[place as usize];
            if is_finish {
                self.best = cost;
                return search.solution(self.trip(place));
            }
            let open = self.open.len();
            for next in beside {
                self.reach(labels, cost, place, next);
            }
            if open == self.open.len() {
                search
                    .dead_end_because(|| "no other triangle beside it has the number of its face");
            }
        }
        Flow::Continue(())
    }

    /// Comes to a triangle if its face fits, and nothing came there before. That was cheaper then:
    /// the cost of a triangle is the same from wherever it is reached.
    #[inline]
    fn reach(&mut self, labels: &[Number], cost: i64, from: u32, to: u32) {
        let &Triangle { number, face, .. } = &self.triangles[to as usize];
        let before = &mut self.before[to as usize];
        if labels[face] == number && before.is_none() {
            *before = Some(from);
            self.open.push(Reverse((cost + number.get(), to)));
        }
    }

    /// The cheapest way to a triangle.
    fn trip(&self, mut place: u32) -> Vec<Cell> {
        let mut cells = Vec::new();
        loop {
            let here = place as usize;
            cells.push(Cell::new(here / self.columns, here % self.columns));
            match self.before[here] {
                Some(before) if before != place => place = before,
                _ => break,
            }
        }
        cells.reverse();
        cells
    }
}
