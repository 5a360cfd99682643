//! Rules that many grid puzzles share, as constraints.

use std::fmt::Display;

use polyominoes::{Kind, Polyomino};
use puzzle::prelude::*;
use puzzle::{LOOP_WORDS, Site};

use crate::{Label, LineClues};

/// States that no two cells with true flags share a side.
pub fn apart(model: &mut Model, flags: &Grid<Flag>) {
    for cell in flags.cells() {
        for beside in flags.neighbours(cell).filter(|&beside| beside > cell) {
            model.require(at_most(1, [flags[cell], flags[beside]]));
        }
    }
}

/// States that no two cells with true flags touch, not even at a corner.
pub fn no_touch(model: &mut Model, flags: &Grid<Flag>) {
    for cell in flags.cells() {
        for beside in flags.all_neighbours(cell).filter(|&beside| beside > cell) {
            model.require(at_most(1, [flags[cell], flags[beside]]));
        }
    }
}

/// States that shaded cells do not share a side and that the unshaded cells are connected, under a
/// heading each.
pub fn scattered_shading(model: &mut Model, shaded: &Grid<Flag>) {
    model.rule("Shaded cells do not share a side.");
    apart(model, shaded);
    model.rule("The unshaded cells are connected.");
    model.connected_cells(&shaded.map(|_, &shaded| !shaded));
}

/// States a rule for each clue, at its cell.
///
/// ```
/// use grid_puzzles::state;
/// use grid_utils::Grid;
/// use puzzle::prelude::*;
///
/// // The cell with the clue sees two true flags beside it.
/// let clues: Grid<Option<u8>> = ". 2 .".parse()?;
/// let mut model = Model::default();
/// let flags = model.flags(1, 3);
/// state::clues(&mut model, &clues, |cell, clue| {
///     exactly(clue, flags.neighbours(cell).map(|beside| flags[beside]))
/// });
/// assert_eq!(model.count(flags.values())?, 2);
/// # anyhow::Ok(())
/// ```
pub fn clues<T: Copy + Display>(
    model: &mut Model,
    clues: &Grid<Option<T>>,
    rule: impl Fn(Cell, T) -> Rule,
) {
    for (cell, clue) in clues {
        if let Some(clue) = *clue {
            model.at(format!("the clue {clue} at {cell}")).require(rule(cell, clue));
        }
    }
}

/// States a rule for each given clue of rows and columns, on the cells of its line. `name` says what
/// a clue is in explanations: "the clue".
///
/// ```
/// use grid_puzzles::{LineClues, state};
/// use puzzle::prelude::*;
///
/// let rows = LineClues::from_iter([Some(2), None]);
/// let columns = LineClues::from_iter([None, Some(1)]);
/// let mut model = Model::default();
/// let flags = model.flags(2, 2);
/// state::line_clues(&mut model, "the clue", &flags, (&rows, &columns), |line, clue| {
///     exactly(clue, line)
/// });
/// assert_eq!(model.count(flags.values())?, 2);
/// # anyhow::Ok(())
/// ```
pub fn line_clues<C, T: Copy + Display>(
    model: &mut Model,
    name: &str,
    cells: &Grid<C>,
    (rows, columns): (&LineClues<T>, &LineClues<T>),
    rule: impl Fn(Vec<&C>, T) -> Rule,
) {
    let rows = rows.given().map(|(row, clue)| (Site::Row(row), clue, cells.row(row).collect()));
    let columns = columns.given();
    let columns =
        columns.map(|(column, clue)| (Site::Column(column), clue, cells.column(column).collect()));
    for (site, &clue, line) in rows.chain(columns) {
        model.at(format!("{name} {clue} of {site}")).require(rule(line, clue));
    }
}

/// States that the shaded cells of each region are one piece: one of the `shapes`, turned or
/// mirrored. Returns for each shape and cell whether the region of the cell holds this shape.
///
/// ```
/// use grid_puzzles::{Label, state};
/// use grid_utils::Grid;
/// use polyominoes::{Kind, polyominoes};
/// use puzzle::prelude::*;
///
/// // A domino in each of two regions of three cells in a row.
/// let regions: Grid<Label> = "A A A\nB B B".parse()?;
/// let mut model = Model::default();
/// let shaded = model.flags(2, 3);
/// state::pieces(&mut model, &shaded, &regions, &polyominoes(2, Kind::Free));
/// assert_eq!(model.count(shaded.values())?, 4);
/// # anyhow::Ok(())
/// ```
pub fn pieces(
    model: &mut Model,
    shaded: &Grid<Flag>,
    regions: &Grid<Label>,
    shapes: &[Polyomino],
) -> Vec<Grid<Flag>> {
    let mut has_shape = vec![regions.map(|_, _| Flag::FALSE); shapes.len()];
    for (_, cells) in Regions::from_labels(regions).iter() {
        let model = &mut model.at(format!("region {}", regions[cells[0]]));
        let mut lying: Vec<(Flag, Vec<Cell>)> = Vec::new();
        for (shape, has_shape) in shapes.iter().zip(&mut has_shape) {
            let places = shape.places_among(cells, Kind::Free);
            let pieces: Vec<_> = places.into_iter().map(|place| (model.flag(), place)).collect();
            let is_there = model.any_of(pieces.iter().map(|&(lies, _)| lies).collect::<Vec<_>>());
            for &cell in cells {
                has_shape[cell] = is_there;
            }
            lying.extend(pieces);
        }
        for &cell in cells {
            let (covering, others): (Vec<_>, Vec<_>) =
                lying.iter().partition(|(_, place)| place.contains(&cell));
            model.require(sum(covering.iter().map(|one| one.0)).equals(shaded[cell]));
            // That no other piece lies there says the same; solver and readers conclude more from it.
            model.implied(exactly(1, others.iter().map(|one| one.0).chain([shaded[cell]])));
        }
        model.require(exactly(1, lying.iter().map(|one| one.0)));
    }
    has_shape
}

/// The steps between neighbouring cells that the words of a board stand for.
pub struct Steps {
    /// Whether there is a step from each cell to the north, east, south and west.
    pub leaves: Grid<[Flag; 4]>,
    /// The steps: the places of both cells in reading order, and whether there is a step.
    pub edges: Vec<(usize, usize, Flag)>,
}

/// States which steps the words of a board stand for: word number n of `words` contains the letters
/// N, E, S and W of the directions in which its cell is left. `name` returns what explanations call a
/// step: "r1c1-r1c2 | is on the loop".
///
/// ```
/// use grid_puzzles::state;
/// use puzzle::prelude::*;
///
/// let mut model = Model::default();
/// let word = model.grid(1, 2, 0..=2);
/// state::steps(&mut model, &word, &["-", "E", "W"], |cell, next| format!("{cell}-{next} | is a step"));
/// assert_eq!(model.count(word.values())?, 2, "E W and - -");
/// # anyhow::Ok(())
/// ```
pub fn steps(
    model: &mut Model,
    word: &Grid<Int>,
    words: &[&str],
    name: impl Fn(&Cell, &Cell) -> String,
) -> Steps {
    let place = |cell: Cell| cell.row * word.columns() + cell.column;
    let mut leaves = word.map(|_, _| [Flag::FALSE; 4]);
    let mut edges = Vec::new();
    for cell in word.cells() {
        for side in [Direction::East, Direction::South] {
            let Some(next) = word.neighbour(cell, side) else { continue };
            let edge = model.flag();
            model.name(name(&cell, &next), edge);
            leaves[cell][side as usize] = edge;
            leaves[next][side.opposite() as usize] = edge;
            edges.push((place(cell), place(next), edge));
        }
    }
    for (cell, word) in word {
        for (leaves, letter) in leaves[cell].into_iter().zip(["N", "E", "S", "W"]) {
            let says = (0..).zip(words).filter(|(_, word)| word.contains(letter));
            let says = sum(says.map(|(value, _)| word.is(value)));
            model.channel(says.equals(leaves));
        }
    }
    Steps { leaves, edges }
}

/// A loop over the words of a board, of [`loop_through`](puzzle::Form::loop_through) or
/// [`loop_along`](puzzle::Form::loop_along).
pub struct Loop {
    leaves: Grid<[Flag; 4]>,
    /// Whether the loop visits each cell.
    pub visits: Grid<Flag>,
}

impl Loop {
    /// States that the words form one closed loop from cell to cell.
    ///
    /// ```
    /// use grid_puzzles::state::Loop;
    /// use puzzle::Form;
    /// use puzzle::prelude::*;
    ///
    /// let mut model = Model::default();
    /// let word = Form::loop_through(2, 3, []).variables(&mut model).expect("a grid");
    /// Loop::through(&mut model, &word);
    /// assert_eq!(model.count(word.values())?, 3, "around two neighbours, or around both");
    /// # anyhow::Ok(())
    /// ```
    pub fn through(model: &mut Model, word: &Grid<Int>) -> Self {
        Self::state(model, word, Cell::to_string, |cell, next| format!("{cell}-{next}"))
    }

    /// States that the words form one closed loop along the sides of cells, whose corners they
    /// belong to.
    ///
    /// ```
    /// use grid_puzzles::state::Loop;
    /// use puzzle::Form;
    /// use puzzle::prelude::*;
    ///
    /// let mut model = Model::default();
    /// let word = Form::loop_along(1, 2).variables(&mut model).expect("the corners are a grid");
    /// Loop::along(&mut model, &word);
    /// assert_eq!(model.count(word.values())?, 3, "around one of two cells, or around both");
    /// # anyhow::Ok(())
    /// ```
    pub fn along(model: &mut Model, word: &Grid<Int>) -> Self {
        let (last_row, last_column) = (word.rows() - 1, word.columns() - 1);
        // Sides are those of the cell below or to the right, but at the border.
        let cell = |Cell { row, column }: &Cell| {
            let is_bottom = *row == last_row;
            let is_right = *column == last_column;
            let cell = Cell::new(row - usize::from(is_bottom), column - usize::from(is_right));
            (
                cell,
                if is_bottom { "bottom" } else { "top" },
                if is_right { "right" } else { "left" },
            )
        };
        let corner = |corner: &Cell| {
            let (cell, end, side) = cell(corner);
            format!("the {end} {side} corner of {cell}")
        };
        Self::state(model, word, corner, |from, to| {
            let (cell, end, side) = cell(from);
            format!("the {} of {cell}", if from.row == to.row { end } else { side })
        })
    }

    /// States a loop whose places and steps have these names.
    fn state(
        model: &mut Model,
        word: &Grid<Int>,
        place_name: impl Fn(&Cell) -> String,
        step_name: impl Fn(&Cell, &Cell) -> String,
    ) -> Self {
        let Steps { leaves, edges } = steps(model, word, &LOOP_WORDS, |cell, next| {
            format!("{} | is on the loop", step_name(cell, next))
        });
        let places: Vec<String> = word.cells().map(|cell| place_name(&cell)).collect();
        let visits = model.single_loop_at(&places, &edges);
        for ((place, word), &visits) in places.iter().zip(word.values()).zip(&visits) {
            model.name(format!("{place} | is on the loop"), visits);
            let is_left_out = |&(value, _): &(i64, Flag)| !(1..=6).contains(&value);
            let left_out = word.values().filter(is_left_out).map(|(_, flag)| flag);
            model.channel(exactly(1, left_out.chain([visits])));
        }
        let place = |cell: Cell| cell.row * word.columns() + cell.column;
        Loop { leaves, visits: word.map(|cell, _| visits[place(cell)]) }
    }

    /// Returns whether the loop leaves a cell on this side.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn leaves(&self, cell: Cell, side: Direction) -> Flag {
        self.leaves[cell][side as usize]
    }

    /// Returns whether the loop leaves the next cell on this side on the same side.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn leaves_next(&self, cell: Cell, side: Direction) -> Flag {
        self.leaves.neighbour(cell, side).map_or(Flag::FALSE, |next| self.leaves(next, side))
    }
}
