//! The search: the nets that the clues allow, each folded in every way.

use std::collections::BTreeMap;

use puzzle::prelude::*;

use crate::clue::Clue;
use crate::fold::{Net, Surface};
use crate::{Set, ShutTheBox, WORDS};

type Shape = grid_utils::Shape<WORDS>;
type Shading = grid_puzzles::Shading<WORDS>;

/// Reports every board.
pub(crate) fn search(puzzle: &ShutTheBox, search: &mut Search) -> Flow {
    let mut nets = Nets::new(puzzle);
    let is_number = |clue: &Option<Clue>| matches!(clue, Some(Clue::Number(..)));
    let filled = nets.shape.set_of(&puzzle.clues, is_number);
    let changed = nets.shape.all();
    nets.rest(0, Shading { filled, ..Shading::UNKNOWN }, changed, search)
}

/// The clues as sets of cells.
struct Nets<'a> {
    puzzle: &'a ShutTheBox,
    shape: Shape,
    /// The cells at the border of the grid.
    border: Set,
    arrows: Vec<Arrows>,
    /// For each number, the cells of its block.
    numbers: Vec<(usize, Set)>,
    /// All boxes needed so far, by their numbers of squares.
    boxes: BTreeMap<usize, Vec<Surface>>,
}

/// The clue of a cell with arrows.
struct Arrows {
    /// All cells that it may concern.
    cells: Set,
    /// For each distance of the nearest net cells, the cells that it determines.
    ways: Vec<Shading>,
}

impl Arrows {
    fn new(puzzle: &ShutTheBox, shape: &Shape, cell: Cell, arrows: [bool; 4]) -> Self {
        let rays = Direction::ALL.map(|direction| {
            puzzle.clues.ray(cell, direction).map(|cell| shape.index(cell)).collect_vec()
        });
        let own = Set::of(shape.index(cell));
        let way = |distance: usize| {
            let towards = rays.iter().zip(arrows).filter(|&(_, has_arrow)| has_arrow);
            let filled: Option<Set> = towards.map(|(ray, _)| ray.get(distance).copied()).collect();
            let near = rays.iter().flat_map(|ray| ray.iter().take(distance + 1));
            let near = near.copied().collect::<Set>() | own;
            filled.map(|filled| Shading { filled, empty: near - filled })
        };
        let ways = (0..).map_while(way).collect_vec();
        // A cell without ways is asked, too, and reports the contradiction.
        let cells = ways.iter().fold(own, |cells, way| cells | way.filled | way.empty);
        Arrows { cells, ways }
    }

    /// Returns the ways compatible with the known cells.
    fn possible(&self, known: &Shading) -> impl Iterator<Item = &Shading> {
        let fits = |way: &&Shading| {
            !way.filled.intersects(known.empty) && !way.empty.intersects(known.filled)
        };
        self.ways.iter().filter(fits)
    }

    /// Adds the common part of all remaining ways; returns false if none remain.
    fn propagate(&self, known: &mut Shading) -> bool {
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

impl<'a> Nets<'a> {
    fn new(puzzle: &'a ShutTheBox) -> Self {
        let (rows, columns) = (puzzle.clues.rows(), puzzle.clues.columns());
        let shape = Shape::new(rows, columns).expect("the words hold the cells");
        let (mut arrows, mut numbers) = (Vec::new(), Vec::new());
        for (cell, clue) in &puzzle.clues {
            match *clue {
                Some(Clue::Arrows(one)) => arrows.push(Arrows::new(puzzle, &shape, cell, one)),
                Some(Clue::Number(number, _)) => {
                    let block = puzzle.clues.all_neighbours(cell).chain([cell]);
                    let block = block.map(|cell| shape.index(cell)).collect();
                    numbers.push((usize::from(number), block));
                }
                None => {}
            }
        }
        let border =
            shape.row(0) | shape.row(rows - 1) | shape.column(0) | shape.column(columns - 1);
        Nets { puzzle, border, arrows, numbers, boxes: BTreeMap::new(), shape }
    }

    /// Searches the completions of the known cells; `changed` are the cells that became known last.
    fn rest(
        &mut self,
        depth: usize,
        mut known: Shading,
        changed: Set,
        search: &mut Search,
    ) -> Flow {
        let propagated = self.propagate(&mut known, changed);
        search.visit(depth, || known.board(&self.shape))?;
        if let Err(why) = propagated {
            search.dead_end_because(|| why);
            return Flow::Continue(());
        }
        if known.open(&self.shape).is_empty() {
            return self.fold(&known, search);
        }
        self.ways(&known).into_iter().try_for_each(|way| {
            let next =
                Shading { filled: known.filled | way.filled, empty: known.empty | way.empty };
            self.rest(depth + 1, next, next.changed_since(&known), search)
        })
    }

    /// Returns branches, exactly one of which holds: two distances of an arrow cell, or a cell beside
    /// the part of the net with the fewest of them.
    fn ways(&self, known: &Shading) -> Vec<Shading> {
        let open = known.open(&self.shape);
        let arrows = self.arrows.iter().filter(|arrows| arrows.cells.intersects(open));
        let arrows = arrows.map(|arrows| arrows.possible(known).copied().collect_vec());
        let arrows = arrows.filter(|ways| ways.len() > 1).min_by_key(Vec::len);
        let parts = self.shape.components(known.filled);
        let exits = parts.map(|part| self.shape.neighbours(part) & open);
        let exits = exits.filter(|exits| !exits.is_empty()).min_by_key(Set::len);
        if let Some(ways) = arrows.filter(|ways| ways.len() == 2 || exits.is_none()) {
            return ways;
        }
        let cell = exits.unwrap_or(open).iter().take(1).collect();
        let unknown = Shading::UNKNOWN;
        vec![Shading { filled: cell, ..unknown }, Shading { empty: cell, ..unknown }]
    }

    /// Adds all consequences, or returns the reason for a contradiction.
    fn propagate(&self, known: &mut Shading, changed: Set) -> Result<(), &'static str> {
        known.propagate(
            changed,
            |known, changed| {
                let mut arrows = self.arrows.iter().filter(|one| one.cells.intersects(changed));
                let mut numbers = self.numbers.iter().filter(|one| one.1.intersects(changed));
                if !arrows.all(|arrows| arrows.propagate(known)) {
                    return Err("arrows have no distance that is right");
                }
                if !numbers.all(|&(count, block)| known.propagate_exactly(count, block)) {
                    return Err("a number has too many cells around it or too few");
                }
                Ok(())
            },
            |known| {
                known.propagate_connected(&self.shape)?;
                self.propagate_cuts(known)
            },
        )
    }

    /// Requires each cut cell to be connected to the border by cut cells.
    fn propagate_cuts(&self, known: &mut Shading) -> Result<(), &'static str> {
        let possible = self.shape.all() - known.filled;
        let reached = self.shape.flood(self.border & possible, possible);
        known.filled |= possible - reached;
        if !known.empty.is_subset(reached) {
            return Err("a hole cannot reach the border");
        }
        Ok(())
    }

    /// Reports the boards of a net: its foldings, each set of walls once.
    fn fold(&mut self, known: &Shading, search: &mut Search) -> Flow {
        let net = Net::new(self.shape.cells_of(known.filled).collect());
        let squares = net.cells.len();
        let boxes = self.boxes.entry(squares).or_insert_with(|| Surface::all(squares));
        let folds = net.folds(boxes, self.puzzle).map(|fold| fold.walls().collect_vec());
        let folds = folds.unique().collect_vec();
        if folds.is_empty() {
            search.dead_end_because(|| "the net does not fold into a box");
        }
        folds.into_iter().try_for_each(|walls| {
            let mut board = known.board(&self.shape);
            for (&cell, wall) in net.cells.iter().zip(walls) {
                board[cell] = Some(wall);
            }
            search.solution(board)
        })
    }
}
