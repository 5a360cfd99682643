//! Four squares as one puzzle.

use std::ops::ControlFlow;

use grid_puzzles::{Border, Side, without_border_clues};
use puzzle::prelude::*;

use crate::search::{LARGEST_SEARCHED, Over};
use crate::square::{LARGEST_MADE, Square, random_givens};
use crate::{Field, constraints, search};

/// Four squares, each to be filled by itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub(crate) struct TwoByTwo {
    /// At the top, on the left.
    a: Square,
    /// At the top, on the right.
    b: Square,
    /// At the bottom, on the left.
    c: Square,
    /// At the bottom, on the right.
    d: Square,
}

/// The names of the squares.
const NAMES: [&str; 4] = ["A", "B", "C", "D"];

impl TwoByTwo {
    /// Returns the squares with their names.
    fn squares(&self) -> impl Iterator<Item = (&'static str, &Square)> {
        NAMES.into_iter().zip([&self.a, &self.b, &self.c, &self.d])
    }

    /// Returns the squares, each with its name and its part of a board.
    fn parts<'b>(
        &self,
        board: &'b Board,
    ) -> impl Iterator<Item = ((&'static str, &Square), &'b Board)> {
        self.squares().zip(board.parts())
    }

    /// Returns the distance from one square to the next in the picture, with room for the clues of
    /// two squares.
    fn pitch(&self) -> f64 {
        self.squares().map(|(_, square)| square.size()).max().unwrap_or(0) as f64 + 2.0
    }

    /// Positions of the squares in the picture.
    fn corners(&self) -> [(f64, f64); 4] {
        let [near, far] = [0.7, self.pitch() + 0.7];
        [(near, near), (far, near), (near, far), (far, far)]
    }

    fn fields(&self) -> Vec<Field<'_>> {
        self.squares().map(|(_, square)| square.field()).collect()
    }
}

impl Puzzle for TwoByTwo {
    fn form(&self) -> Form {
        let parts = self.squares().zip(self.corners());
        let form = |square: &Square, corner| square.form().drawn_at(corner);
        Form::parts(
            Layout::Blocks,
            parts.map(|((name, square), corner)| (name, form(square, corner))),
        )
    }

    fn validate(&self) -> Result<()> {
        let mut squares = self.squares();
        squares.try_for_each(|(name, square)| {
            square.validate().with_context(|| format!("square {name}"))
        })
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let numbers = constraints::state(model, &self.fields());
        for (name, grid) in NAMES.iter().zip(&numbers) {
            grid.iter().for_each(|(cell, number)| model.name(format!("{name} {cell}"), number));
        }
        let cells: Vec<_> = numbers.iter().flat_map(|grid| grid.values().cloned()).collect();
        board.read(cells, move |values| {
            let mut values = values.iter();
            let mut next = || values.next().copied().flatten().filter(|&number| number > 0);
            let part = |grid: &Grid<_>| Board::Grid(grid.map(|_, _| next()));
            numbers.iter().map(part).collect::<Vec<_>>().into()
        });
    }

    fn search(&self, search: &mut Search) -> Flow {
        let fields = self.fields();
        if fields.iter().any(|field| field.size > LARGEST_SEARCHED) {
            return search.by_rules();
        }
        let kept = fields.iter().map(|_| None).collect();
        match (InTurn { fields: &fields, kept }).visit(&[], 0, search) {
            ControlFlow::Break(Over::Stopped(stop)) => ControlFlow::Break(stop),
            ControlFlow::Break(Over::NoBoard) | ControlFlow::Continue(()) => {
                ControlFlow::Continue(())
            }
        }
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn check(&self, board: &Board) -> Result<()> {
        for ((name, square), part) in self.parts(board) {
            puzzle::check(square, part).with_context(|| format!("square {name}"))?;
        }
        Ok(())
    }

    /// Returns the sum of the squares of the sums of cells that coincide when the squares are laid
    /// on one another.
    fn answer(&self, board: &Board) -> Answer {
        let largest = self.squares().map(|(_, square)| square.size()).max().unwrap_or(1);
        let mut sums = Grid::filled(largest, largest, 0);
        for (cell, number) in board.parts().iter().flat_map(Board::grid) {
            sums[cell] += number.unwrap_or(0);
        }
        Answer::new(sums.values().map(|sum: &i64| sum.pow(2)).sum::<i64>())
    }

    /// Draws each square with its clues.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let side = 2.0 * self.pitch() - 0.6;
        let mut picture = Picture::canvas(side, side);
        for (index, ((name, square), corner)) in self.squares().zip(self.corners()).enumerate() {
            draw(&mut picture, corner, name, square, board.map(|board| &board.parts()[index]));
        }
        picture
    }
}

impl Setter for TwoByTwo {
    /// Returns the sizes of the largest square; below 7, it is the only large one among single
    /// cells.
    fn sizes(&self) -> Vec<usize> {
        vec![7, LARGEST_MADE]
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let large = random.usize(..4);
        let mut draft = Draft::new();
        for (index, name) in NAMES.into_iter().enumerate() {
            let is_large = index == large || size >= 7;
            let givens = random_givens(if is_large { size.max(2) } else { 1 }, random);
            draft.put(&format!("{name}.givens"), givens.to_string());
            draft.lay_over(without_border_clues(givens.rows(), &[&format!("{name}.seen")]));
        }
        Some(draft)
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut draft = Draft::new();
        for ((name, square), part) in self.parts(board) {
            draft.put(name, square.clued(part, &[])?.table().clone());
        }
        Some(draft)
    }
}

/// The squares in turn: for each board of one the boards of the next are searched, or taken from
/// those that were kept.
struct InTurn<'a> {
    fields: &'a [Field<'a>],
    /// All boards of each square, once they were found.
    kept: Vec<Option<Vec<Board>>>,
}

/// Squares with more boards are searched again instead.
const MOST_KEPT: usize = 1000;

impl InTurn<'_> {
    /// Reports all boards of the next square and those after it, with these `boards` of the squares
    /// before.
    fn visit(&mut self, boards: &[Board], depth: usize, search: &mut Search) -> ControlFlow<Over> {
        let at = boards.len();
        let with = |board: Board| [boards, &[board]].concat();
        let fields = self.fields;
        let Some(field) = fields.get(at) else {
            return search.solution_at(depth, boards.to_vec()).map_break(Over::Stopped);
        };
        if let Some(kept) = self.kept[at].take() {
            kept.iter().try_for_each(|board| self.visit(&with(board.clone()), depth, search))?;
            self.kept[at] = Some(kept);
            return ControlFlow::Continue(());
        }
        let open = || fields[at + 1..].iter().map(|field| Board::from(field.givens));
        let shown = |board| with(board).into_iter().chain(open()).collect::<Vec<_>>().into();
        let mut found = Vec::new();
        search::search(field, depth, search, &shown, &mut |search, depth, board| {
            if found.len() <= MOST_KEPT {
                found.push(board.clone());
            }
            self.visit(&with(board), depth, search)
        })?;
        if found.is_empty() {
            return ControlFlow::Break(Over::NoBoard);
        }
        self.kept[at] = (found.len() <= MOST_KEPT).then_some(found);
        ControlFlow::Continue(())
    }
}

/// Draws one square, its top-left corner at `(x, y)`.
fn draw(
    picture: &mut Picture,
    (x, y): (f64, f64),
    name: &str,
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
    picture.text_at(x - 0.4, y - 0.4, 0.5, name, Ink::Text);
    for (cell, given) in &square.givens {
        let given = given.map(i64::from);
        let found = board.and_then(|board| board[cell]);
        let ink = match (given, found) {
            (Some(given), Some(found)) if given != found => Ink::Warning,
            (Some(_), _) => Ink::Given,
            (None, _) => Ink::Found,
        };
        if let Some(number) = found.or(given) {
            let (x, y) = (x + cell.column as f64 + 0.5, y + cell.row as f64 + 0.5);
            picture.text_at(x, y, 0.62, &number.to_string(), ink);
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
        picture.text_at(x, y, 0.5, &clue.to_string(), Ink::Label);
    }
}
