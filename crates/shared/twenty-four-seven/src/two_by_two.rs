//! Four squares as one puzzle.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use ::rules::{Model, Rules, grid_of};
use anyhow::{Context, Error, Result, anyhow};
use grid_puzzles::{Border, Side};
use grid_utils::{Grid, GridError};
use itertools::Itertools;
use picture::{Ink, Picture};
use puzzle::{Puzzle, Rng, Search, Stop, by_rules};
use serde::{Deserialize, Serialize};

use crate::search::{LARGEST_SEARCHED, Observer};
use crate::{Board, Field, Square, rules, search};

/// Four squares, each to be filled by itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub struct TwoByTwo {
    /// At the top, on the left.
    pub a: Square,
    /// At the top, on the right.
    pub b: Square,
    /// At the bottom, on the left.
    pub c: Square,
    /// At the bottom, on the right.
    pub d: Square,
}

/// The names of the squares.
const NAMES: [char; 4] = ['A', 'B', 'C', 'D'];

/// The numbers of the four squares, each below its name: `A:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Boards(pub [Board; 4]);

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks = NAMES.iter().zip(&self.0).map(|(name, board)| format!("{name}:\n{board}"));
        f.write_str(&blocks.collect::<Vec<_>>().join("\n\n"))
    }
}

impl FromStr for Boards {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut rest = text.trim();
        let mut boards = Vec::new();
        for (index, name) in NAMES.into_iter().enumerate() {
            let heading = format!("{name}:\n");
            let block = rest.strip_prefix(&heading);
            let block =
                block.with_context(|| format!("expected the numbers of {name} below `{name}:`"))?;
            let end = NAMES.get(index + 1).and_then(|next| block.find(&format!("{next}:")));
            let (block, others) = block.split_at(end.unwrap_or(block.len()));
            let board = block.trim().parse();
            boards.push(board.map_err(|error: GridError| anyhow!("square {name}, {error}"))?);
            rest = others;
        }
        Ok(Boards(boards.try_into().expect("there are four names")))
    }
}

impl TwoByTwo {
    fn squares(&self) -> [&Square; 4] {
        [&self.a, &self.b, &self.c, &self.d]
    }

    fn of(squares: [Square; 4]) -> Self {
        let [a, b, c, d] = squares;
        TwoByTwo { a, b, c, d }
    }
}

impl Puzzle for TwoByTwo {
    type Board = Boards;

    fn validate(&self) -> Result<()> {
        for (name, square) in NAMES.into_iter().zip(self.squares()) {
            square.validate().with_context(|| format!("square {name}"))?;
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Boards>> {
        let mut model = Model::default();
        let numbers = rules::state(&mut model, &self.squares().map(Square::field));
        let cells = numbers.iter().flat_map(|grid| grid.values().cloned()).collect_vec();
        let sizes = self.squares().map(Square::size);
        Some(model.solved_by(cells, move |mut numbers| {
            Boards(sizes.map(|size| {
                let (these, others) = numbers.split_at(size * size);
                numbers = others;
                grid_of(these, size, size)
            }))
        }))
    }

    fn search(&self, search: &mut Search<Boards>) -> ControlFlow<Stop> {
        let squares = self.squares();
        if squares.iter().any(|square| square.size() > LARGEST_SEARCHED) {
            return by_rules(self, search);
        }
        let fields = squares.map(Square::field);
        let boards = Boards(squares.map(|square| square.givens.clone()));
        let mut turn =
            InTurn { fields: &fields, at: 0, boards, found: [const { None }; 4], search };
        match turn.visit(0) {
            ControlFlow::Break(Some(stop)) => ControlFlow::Break(stop),
            ControlFlow::Break(None) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    fn check(&self, Boards(boards): &Boards) -> Result<()> {
        for ((name, square), board) in NAMES.into_iter().zip(self.squares()).zip(boards) {
            square.check(board).with_context(|| format!("square {name}"))?;
        }
        Ok(())
    }

    /// The squares are laid on one another: the sum of the squares of the sums of their cells.
    fn answer(&self, Boards(boards): &Boards) -> String {
        let number = |board: &Board, cell| board.get(cell).copied().flatten().map_or(0, u64::from);
        let sum = |cell| boards.iter().map(|board| number(board, cell)).sum::<u64>();
        let largest = boards.iter().max_by_key(|board| board.rows());
        let cells = largest.into_iter().flat_map(Grid::cells);
        cells.map(|cell| sum(cell).pow(2)).sum::<u64>().to_string()
    }

    /// Below size 7 one large square among single cells: each with clues at its border.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let large = random.usize(..4);
        Some(TwoByTwo::of([0, 1, 2, 3].map(|index| {
            let is_large = index == large || size >= 7;
            let square = Square::random(if is_large { size.max(2) } else { 1 }, random);
            let seen = Some(Border::of(square.size(), |_, _| None));
            Square { seen, ..square }
        })))
    }

    fn clued(&self, Boards(boards): &Boards) -> Option<Self> {
        let clued =
            |board: &Board| Square { givens: board.clone(), seen: Some(Square::seen_on(board)) };
        Some(TwoByTwo::of([0, 1, 2, 3].map(|index| clued(&boards[index]))))
    }

    fn picture(&self, board: Option<&Boards>) -> Picture {
        // Each square with its clues, and a line between them.
        let sizes = self.squares().map(Square::size);
        let pitch = sizes.into_iter().max().unwrap_or(0) as f64 + 3.0;
        let mut picture = Picture::canvas(2.0 * pitch - 1.0, 2.0 * pitch - 1.0);
        for (index, square) in self.squares().into_iter().enumerate() {
            let origin = ((index % 2) as f64 * pitch + 1.0, (index / 2) as f64 * pitch + 1.0);
            draw(&mut picture, origin, NAMES[index], square, board.map(|board| &board.0[index]));
        }
        picture
    }
}

/// The squares in turn: with each board of one, the boards of the next are searched, unless they
/// are known by then.
struct InTurn<'a, 's> {
    fields: &'a [Field<'a>; 4],
    /// The square whose turn it is.
    at: usize,
    boards: Boards,
    /// All boards of each square, once they were found.
    found: [Option<Vec<Board>>; 4],
    search: &'a mut Search<'s, Boards>,
}

/// None where some square has no board, so that the search is over.
type Flow = ControlFlow<Option<Stop>>;

/// Squares with more boards are searched again instead.
const MOST_KEPT: usize = 1000;

impl InTurn<'_, '_> {
    /// Reports all boards of this square and the next ones, with those of the squares before.
    fn visit(&mut self, depth: usize) -> Flow {
        if let Some(boards) = self.found[self.at].take() {
            for board in &boards {
                self.go_on(depth, board.clone())?;
            }
            self.found[self.at] = Some(boards);
            return ControlFlow::Continue(());
        }
        let (at, fields) = (self.at, self.fields);
        let mut kept = Kept { turn: self, boards: Vec::new() };
        search::search(&fields[at], depth, &mut kept)?;
        let boards = kept.boards;
        if boards.is_empty() {
            return ControlFlow::Break(None);
        }
        self.found[at] = (boards.len() <= MOST_KEPT).then_some(boards);
        ControlFlow::Continue(())
    }

    /// This square has this board: goes on to the next one.
    fn go_on(&mut self, depth: usize, board: Board) -> Flow {
        self.boards.0[self.at] = board;
        if self.at + 1 == self.fields.len() {
            return self.search.solution_at(depth, self.boards.clone()).map_break(Some);
        }
        self.at += 1;
        self.visit(depth)?;
        self.at -= 1;
        ControlFlow::Continue(())
    }
}

/// The boards of the square whose turn it is, as they are found.
struct Kept<'t, 'a, 's> {
    turn: &'t mut InTurn<'a, 's>,
    boards: Vec<Board>,
}

impl Observer<Option<Stop>> for Kept<'_, '_, '_> {
    fn node(&mut self, depth: usize, board: impl FnOnce() -> Board) -> Flow {
        let InTurn { at, boards, search, .. } = &mut *self.turn;
        let partial = || {
            let mut partial = boards.clone();
            partial.0[*at] = board();
            partial
        };
        search.visit(depth, partial).map_break(Some)
    }

    fn dead_end(&mut self) {
        self.turn.search.dead_end();
    }

    fn solution(&mut self, depth: usize, board: Board) -> Flow {
        if self.boards.len() <= MOST_KEPT {
            self.boards.push(board.clone());
        }
        self.turn.go_on(depth, board)
    }
}

/// Draws one square, its top-left corner at `(x, y)`.
fn draw(
    picture: &mut Picture,
    (x, y): (f64, f64),
    name: char,
    square: &Square,
    board: Option<&Board>,
) {
    let size = square.size() as f64;
    for line in 1..square.size() {
        let at = line as f64;
        picture.line(&[(x + at, y), (x + at, y + size)], Ink::Muted, 0.02);
        picture.line(&[(x, y + at), (x + size, y + at)], Ink::Muted, 0.02);
    }
    let corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)];
    picture.line(&corners, Ink::Text, 0.06);
    picture.text_at(x - 0.5, y - 0.5, 0.5, &name.to_string(), Ink::Label);
    for (cell, given) in &square.givens {
        let found = board.and_then(|board| board.get(cell).copied().flatten());
        let (number, ink) = match (*given, found) {
            (Some(given), Some(found)) if given != found => (Some(found), Ink::Warning),
            (Some(given), _) => (Some(given), Ink::Given),
            (None, found) => (found, Ink::Found),
        };
        if let Some(number) = number {
            let (x, y) = (x + cell.column as f64 + 0.5, y + cell.row as f64 + 0.5);
            picture.text_at(x, y, 0.55, &number.to_string(), ink);
        }
    }
    for (side, line, clue) in square.seen.iter().flat_map(Border::given) {
        let at = line as f64 + 0.5;
        let (x, y) = match side {
            Side::Top => (x + at, y - 0.4),
            Side::Bottom => (x + at, y + size + 0.4),
            Side::Left => (x - 0.4, y + at),
            Side::Right => (x + size + 0.4, y + at),
        };
        picture.text_at(x, y, 0.45, &clue.to_string(), Ink::Label);
    }
}
