//! The search: the nets that the clues allow, each folded in every way.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grid_puzzles::Shading;
use grid_utils::{Cell, CellSet, Grid, Shape, with_words};
use itertools::Itertools;
use puzzle::{Search, Stop};

use crate::clue::{Clue, Part};
use crate::fold::{Net, Pose, Surface};
use crate::{Board, ShutTheBox};

/// Reports every board.
pub(crate) fn search(puzzle: &ShutTheBox, search: &mut Search<Board>) -> ControlFlow<Stop> {
    let cells = puzzle.clues.len();
    with_words!(cells, [1, 7], |WORDS| {
        let mut nets = Nets::<WORDS>::new(puzzle);
        let is_number = |clue: &Option<Clue>| matches!(clue, Some(Clue::Number(..)));
        let filled = nets.shape.set_of(&puzzle.clues, is_number);
        let changed = nets.shape.all();
        nets.rest(0, Shading { filled, ..Shading::UNKNOWN }, changed, search)
    })
}

/// What the clues say, as sets of cells.
struct Nets<'a, const WORDS: usize> {
    clues: &'a Grid<Option<Clue>>,
    shape: Shape<WORDS>,
    /// The cells at the border of the grid.
    border: CellSet<WORDS>,
    arrows: Vec<Arrows<WORDS>>,
    /// For each number, the cells of its block.
    numbers: Vec<(usize, CellSet<WORDS>)>,
    /// By their numbers of squares, all boxes that were needed so far.
    boxes: BTreeMap<usize, Vec<Surface>>,
}

/// What a cell with arrows says.
struct Arrows<const WORDS: usize> {
    /// All cells that it may speak of.
    cells: CellSet<WORDS>,
    /// For each distance of the nearest net cells, what it makes known.
    ways: Vec<Shading<WORDS>>,
}

impl<const WORDS: usize> Arrows<WORDS> {
    fn new(
        clues: &Grid<Option<Clue>>,
        shape: &Shape<WORDS>,
        cell: Cell,
        clue: Clue,
    ) -> Option<Self> {
        let line = |direction| -> Vec<usize> {
            clues.ray(cell, direction).map(|cell| shape.index(cell)).collect()
        };
        let [towards, others] =
            clue.directions()?.map(|directions| directions.into_iter().map(line).collect_vec());
        let farthest = towards.iter().map(Vec::len).min()?;
        let way = |distance: usize| {
            let before = towards.iter().flat_map(|line| &line[..distance]);
            let aside = others.iter().flat_map(|line| line.iter().take(distance + 1));
            Shading {
                filled: towards.iter().map(|line| line[distance]).collect(),
                empty: before.chain(aside).copied().chain([shape.index(cell)]).collect(),
            }
        };
        let ways: Vec<Shading<WORDS>> = (0..farthest).map(way).collect();
        // Without a way it is asked, too, and says that there is none.
        let own = CellSet::of(shape.index(cell));
        let cells = ways.iter().fold(own, |cells, way| cells | way.filled | way.empty);
        Some(Arrows { cells, ways })
    }

    /// The ways that agree with what is known.
    fn possible(&self, known: &Shading<WORDS>) -> impl Iterator<Item = &Shading<WORDS>> {
        let fits = |way: &&Shading<WORDS>| {
            !way.filled.intersects(known.empty) && !way.empty.intersects(known.filled)
        };
        self.ways.iter().filter(fits)
    }

    /// Adds what all ways that are left have in common; false if there are none.
    fn propagate(&self, known: &mut Shading<WORDS>) -> bool {
        let common = self.possible(known).copied().reduce(|one, other| Shading {
            filled: one.filled & other.filled,
            empty: one.empty & other.empty,
        });
        common.is_some_and(|common| {
            known.filled |= common.filled;
            known.empty |= common.empty;
            true
        })
    }
}

impl<'a, const WORDS: usize> Nets<'a, WORDS> {
    fn new(ShutTheBox { clues }: &'a ShutTheBox) -> Self {
        let (rows, columns) = (clues.rows(), clues.columns());
        let shape = Shape::new(rows, columns).expect("the words hold the cells");
        let given = || clues.iter().filter_map(|(cell, &clue)| Some((cell, clue?)));
        let number = |(cell, clue)| {
            let Clue::Number(number, _) = clue else { return None };
            let block = clues.all_neighbours(cell).chain([cell]);
            Some((usize::from(number), block.map(|cell| shape.index(cell)).collect()))
        };
        let border =
            shape.row(0) | shape.row(rows - 1) | shape.column(0) | shape.column(columns - 1);
        Nets {
            clues,
            border,
            arrows: given()
                .filter_map(|(cell, clue)| Arrows::new(clues, &shape, cell, clue))
                .collect(),
            numbers: given().filter_map(number).collect(),
            boxes: BTreeMap::new(),
            shape,
        }
    }

    /// Looks at what is known, and at all that may follow; `changed` are the cells that became
    /// known last.
    fn rest(
        &mut self,
        depth: usize,
        mut known: Shading<WORDS>,
        changed: CellSet<WORDS>,
        search: &mut Search<Board>,
    ) -> ControlFlow<Stop> {
        let is_possible = self.propagate(&mut known, changed);
        search.visit(depth, || self.board(&known))?;
        if !is_possible {
            search.dead_end_because(|| self.fault(&known));
            return ControlFlow::Continue(());
        }
        for way in self.ways(&known) {
            let next =
                Shading { filled: known.filled | way.filled, empty: known.empty | way.empty };
            self.rest(depth + 1, next, next.changed_since(&known), search)?;
        }
        if known.open(&self.shape).is_empty() {
            return self.fold(&known, search);
        }
        ControlFlow::Continue(())
    }

    /// Ways to go on, one of which is right, and no two of which are; none if nothing is open: two
    /// distances of an arrow cell, or a cell beside the part of the net with the fewest of them.
    fn ways(&self, known: &Shading<WORDS>) -> Vec<Shading<WORDS>> {
        let open = known.open(&self.shape);
        let arrows = self.arrows.iter().filter(|arrows| arrows.cells.intersects(open));
        let arrows = arrows.map(|arrows| arrows.possible(known).copied().collect_vec());
        let arrows = arrows.filter(|ways| ways.len() > 1).min_by_key(Vec::len);
        let parts = self.shape.components(known.filled);
        let exits = parts.map(|part| self.shape.neighbours(part) & open);
        let exits = exits.filter(|exits| !exits.is_empty()).min_by_key(CellSet::len);
        if let Some(ways) = arrows.filter(|ways| ways.len() == 2 || exits.is_none()) {
            return ways;
        }
        let Some(cell) = exits.unwrap_or(open).first() else { return Vec::new() };
        let (filled, empty) = (CellSet::of(cell), CellSet::EMPTY);
        vec![Shading { filled, empty }, Shading { filled: empty, empty: filled }]
    }

    /// Adds all that follows; false if there is a contradiction.
    fn propagate(&self, known: &mut Shading<WORDS>, changed: CellSet<WORDS>) -> bool {
        known.propagate(
            changed,
            |known, changed| {
                let arrows = self.arrows.iter().filter(|arrows| arrows.cells.intersects(changed));
                let numbers = self.numbers.iter().filter(|(_, block)| block.intersects(changed));
                { arrows }.all(|arrows| arrows.propagate(known)) && { numbers }
                    .all(|&(number, block)| known.propagate_exactly(number, block))
            },
            |known| {
                known.filled |= known.forced_exits(&self.shape);
                known.propagate_connected(&self.shape) && self.propagate_cuts(known)
            },
        )
    }

    /// From each cell that is cut away, others lead to the border.
    fn propagate_cuts(&self, known: &mut Shading<WORDS>) -> bool {
        let possible = self.shape.all() - known.filled;
        let reached = self.shape.flood(self.border & possible, possible);
        known.filled |= possible - reached;
        known.empty.is_subset(reached)
    }

    /// Reports the boards of a net: its foldings, as far as their walls differ.
    fn fold(&mut self, known: &Shading<WORDS>, search: &mut Search<Board>) -> ControlFlow<Stop> {
        let net = Net::new(self.shape.cells_of(known.filled).collect());
        let squares = net.cells.len();
        let boxes = self.boxes.entry(squares).or_insert_with(|| Surface::all(squares));
        let folds = net.folds(boxes, self.clues).map(|(_, poses)| {
            let mut board = self.clues.map(|_, _| Some(Part::Cut));
            for (&cell, wall) in net.cells.iter().zip(walls(&poses)) {
                board[cell] = Some(Part::Wall(wall));
            }
            board
        });
        let boards = folds.unique().collect_vec();
        if boards.is_empty() {
            search.dead_end_because(|| "the net does not fold into a box");
        }
        boards.into_iter().try_for_each(|board| search.solution(board))
    }

    /// Why [`propagate`](Self::propagate) refused this.
    fn fault(&self, known: &Shading<WORDS>) -> &'static str {
        let mut arrows = self.arrows.iter();
        if known.is_contradictory() {
            "a cell would have to be cut away and of the net"
        } else if known.unreachable(&self.shape).is_none() {
            "the net cannot be connected"
        } else if arrows.any(|arrows| arrows.possible(known).next().is_none()) {
            "arrows have no distance that is right"
        } else if self.numbers.iter().any(|&(number, block)| known.rules_out(number, block)) {
            "a number has too many cells around it or too few"
        } else {
            "a hole cannot be connected to the border"
        }
    }

    /// What is known, as a board.
    fn board(&self, known: &Shading<WORDS>) -> Board {
        self.clues.map(|cell, _| {
            let cell = self.shape.index(cell);
            let is_known = (known.filled.contains(cell), known.empty.contains(cell));
            match is_known {
                (true, _) => Some(Part::Net),
                (_, true) => Some(Part::Cut),
                _ => None,
            }
        })
    }
}

/// The walls of squares, numbered as they come.
pub(crate) fn walls(poses: &[Pose]) -> impl Iterator<Item = u8> {
    let walls = poses.iter().map(|pose| pose.out).unique().collect_vec();
    let number = move |pose: &Pose| walls.iter().position(|&out| out == pose.out);
    poses.iter().filter_map(number).filter_map(|wall| u8::try_from(wall).ok())
}
