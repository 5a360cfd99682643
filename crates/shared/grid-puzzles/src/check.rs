//! Rules that many grid puzzles share, for their checkers. Nothing here is used by a search, and
//! nothing here uses what a search may use.

use anyhow::{Context, Result, bail, ensure};
use grid_utils::{Cell, Direction, Grid, Regions, Symmetry};
use puzzle::LOOP_WORDS;
use puzzle::prelude::Itertools;

/// Checks that the cells selected by `belongs` are connected. `name` describes them: `filled`.
///
/// ```
/// let board = "1 .\n. 1".parse::<grid_utils::Grid<Option<u8>>>().unwrap();
/// let fault = grid_puzzles::check::connected(&board, "filled", Option::is_some).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "the filled cells are not connected: no way leads from r1c1 to r2c2"
/// );
/// ```
///
/// # Errors
/// Names two of the cells without a way from one to the other.
pub fn connected<T>(board: &Grid<T>, name: &str, belongs: impl Fn(&T) -> bool) -> Result<()> {
    let groups = Regions::components(board, belongs);
    if groups.len() > 1 {
        let (one, other) = (groups.cells(0)[0], groups.cells(1)[0]);
        bail!("the {name} cells are not connected: no way leads from {one} to {other}");
    }
    Ok(())
}

/// Checks that no 2 x 2 block consists of cells selected by `belongs`. `name` describes such a
/// block: `full`.
///
/// ```
/// let board = "1 2 .\n2 1 .".parse::<grid_utils::Grid<Option<u8>>>().unwrap();
/// let fault = grid_puzzles::check::blocks(&board, "full", Option::is_some).unwrap_err();
/// assert_eq!(fault.to_string(), "the 2 x 2 block whose top-left cell is r1c1 is full");
/// ```
///
/// # Errors
/// Names the top-left cell of a full block.
pub fn blocks<T>(board: &Grid<T>, name: &str, belongs: impl Fn(&T) -> bool) -> Result<()> {
    let full = board
        .windows(2, 2)
        .find(|&block| board.window_cells(block, 2, 2).all(|cell| belongs(&board[cell])));
    match full {
        Some(block) => bail!("the 2 x 2 block whose top-left cell is {block} is {name}"),
        None => Ok(()),
    }
}

/// Checks that no two cells selected by `belongs` share a side. `name` describes them: `shaded`.
///
/// # Errors
/// Names two cells that do.
pub fn apart<T>(board: &Grid<T>, name: &str, belongs: impl Fn(&T) -> bool) -> Result<()> {
    for cell in board.cells().filter(|&cell| belongs(&board[cell])) {
        let beside = board.neighbours(cell).find(|&beside| belongs(&board[beside]));
        if let Some(beside) = beside {
            bail!("the {name} cells {cell} and {beside} share a side");
        }
    }
    Ok(())
}

/// Checks that no two cells selected by `belongs` touch, not even at a corner. `name` describes them:
/// `stars`.
///
/// ```
/// let board = "1 .\n. 1".parse::<grid_utils::Grid<Option<u8>>>().unwrap();
/// let fault = grid_puzzles::check::no_touch(&board, "stars", Option::is_some).unwrap_err();
/// assert_eq!(fault.to_string(), "the stars at r1c1 and r2c2 touch");
/// ```
///
/// # Errors
/// Names two cells that do.
pub fn no_touch<T>(board: &Grid<T>, name: &str, belongs: impl Fn(&T) -> bool) -> Result<()> {
    for [one, other] in board.find_all(belongs).array_combinations() {
        let apart = one.row.abs_diff(other.row).max(one.column.abs_diff(other.column));
        ensure!(apart > 1, "the {name} at {one} and {other} touch");
    }
    Ok(())
}

/// Checks that the words of a [loop](puzzle::Form::loop_through) form one closed loop.
///
/// ```
/// use puzzle::Form;
///
/// let form = Form::loop_through(2, 3, []);
/// let fault = |text| {
///     let board = form.read(text).unwrap();
///     grid_puzzles::check::single_loop(board.grid()).err().map(|fault| fault.to_string())
/// };
/// assert_eq!(fault("ES EW SW\nNE EW NW"), None);
/// assert_eq!(fault("- - -\n- - -").as_deref(), Some("there is no loop"));
/// assert_eq!(fault("ES EW SW\nNE NW -").as_deref(), Some("the loop ends at r1c3"));
/// ```
///
/// # Errors
/// Names a cell in which a loop ends, or one of a second loop.
pub fn single_loop(board: &Grid<Option<i64>>) -> Result<()> {
    let next = |cell, side| {
        board.neighbour(cell, side).filter(|&next| leaves(board, next, side.opposite()))
    };
    let sides = |cell| Direction::ALL.into_iter().filter(move |&side| leaves(board, cell, side));
    let mut on_loop: Vec<Cell> = board.cells().filter(|&cell| sides(cell).count() > 0).collect();
    for &cell in &on_loop {
        ensure!(sides(cell).all(|side| next(cell, side).is_some()), "the loop ends at {cell}");
    }
    let first = *on_loop.first().context("there is no loop")?;
    let (mut cell, mut side) = (first, sides(first).next());
    while let Some(to) = side {
        cell = next(cell, to).context("the loop ends")?;
        on_loop.retain(|&other| other != cell);
        side = sides(cell).find(|&other| other != to.opposite()).filter(|_| cell != first);
    }
    if let Some(other) = on_loop.first() {
        bail!("the loop at {other} is another one");
    }
    Ok(())
}

/// Checks that steps between cells are the same from both sides, and returns the cells that they join:
/// a cell without steps is a region of its own. `steps` returns how many lead from a cell to a side;
/// `name` describes them: `bridges`.
///
/// ```
/// use grid_utils::{Direction, Grid};
///
/// let board: Grid<char> = "E W N".parse().unwrap();
/// let steps = |cell, side| usize::from(side == Direction::East && board[cell] == 'E')
///     + usize::from(side == Direction::West && board[cell] == 'W')
///     + usize::from(side == Direction::North && board[cell] == 'N');
/// let fault = grid_puzzles::check::joined(&board, "bridges", steps).unwrap_err();
/// assert_eq!(fault.to_string(), "the bridges at r1c3 stop before the next cell");
/// ```
///
/// # Errors
/// Names a cell from which more steps lead to the next one than back.
pub fn joined<T>(
    board: &Grid<T>,
    name: &str,
    steps: impl Fn(Cell, Direction) -> usize,
) -> Result<Regions> {
    for cell in board.cells() {
        for side in Direction::ALL {
            let next = board.neighbour(cell, side);
            let back = next.map_or(0, |next| steps(next, side.opposite()));
            ensure!(
                steps(cell, side) == back || steps(cell, side) == 0,
                "the {name} at {cell} stop before the next cell"
            );
        }
    }
    let is_joined = |one: Cell, other: Cell| {
        let mut sides = Direction::ALL.into_iter();
        sides.any(|side| board.neighbour(one, side) == Some(other) && steps(one, side) > 0)
    };
    Ok(Regions::components_by(board, |_| true, is_joined))
}

/// The value of an unshaded cell, `-`, on a board of [`Form::shading`](puzzle::Form::shading).
pub const UNSHADED: Option<i64> = Some(0);

/// The value of a shaded cell, `#`, on a board of [`Form::shading`](puzzle::Form::shading).
pub const SHADED: Option<i64> = Some(1);

/// Checks that shaded cells do not share a side and that the unshaded cells are connected, on a
/// board of [`Form::shading`](puzzle::Form::shading).
///
/// # Errors
/// Names two of the cells.
pub fn scattered_shading(board: &Grid<Option<i64>>) -> Result<()> {
    apart(board, "shaded", |&value| value == SHADED)?;
    connected(board, "unshaded", |&value| value == UNSHADED)
}

/// Returns the cells that follow a cell on a loop.
pub fn next_on_loop(board: &Grid<Option<i64>>, cell: Cell) -> impl Iterator<Item = Cell> {
    let sides = Direction::ALL.into_iter().filter(move |&side| leaves(board, cell, side));
    sides.filter_map(move |side| board.neighbour(cell, side))
}

/// Returns whether the loop leaves a cell on this side, by the cell's word.
#[must_use]
pub fn leaves(board: &Grid<Option<i64>>, cell: Cell, side: Direction) -> bool {
    let word = board[cell].and_then(|value| LOOP_WORDS.get(usize::try_from(value).ok()?));
    let letter = match side {
        Direction::North => 'N',
        Direction::East => 'E',
        Direction::South => 'S',
        Direction::West => 'W',
    };
    word.is_some_and(|word| word.contains(letter))
}

/// Returns whether a loop goes straight through a cell, by the cell's word.
#[must_use]
pub fn is_straight(board: &Grid<Option<i64>>, cell: Cell) -> bool {
    let goes =
        |side: &Direction| leaves(board, cell, *side) && leaves(board, cell, side.opposite());
    Direction::ALL.iter().any(goes)
}

/// Checks that no two pieces of the same shape share a side. `pieces` has the label of the piece
/// that covers each cell.
///
/// # Errors
/// Names two cells at which they do.
pub fn equal_shapes_apart<T: Eq>(pieces: &Grid<Option<T>>) -> Result<()> {
    let regions = Regions::connected(pieces);
    for (one, other) in regions.borders() {
        let are_pieces = pieces[one].is_some() && pieces[other].is_some();
        let are_equal = || same_shape(regions.around(one), regions.around(other));
        ensure!(!are_pieces || !are_equal(), "equal shapes share a side at {one} and {other}");
    }
    Ok(())
}

/// Returns whether two sets of cells are congruent.
///
/// ```
/// use grid_utils::{Cell, Grid};
///
/// let board: Grid<u8> = "1 1 0 0\n1 0 2 0\n1 2 2 2".parse().unwrap();
/// let cells = |number| -> Vec<Cell> {
///     board.iter().filter(|(_, one)| **one == number).map(|(cell, _)| cell).collect()
/// };
/// assert!(!grid_puzzles::check::same_shape(&cells(1), &cells(2)), "L and T");
/// assert!(grid_puzzles::check::same_shape(&cells(1), &cells(1)));
/// ```
#[must_use]
pub fn same_shape(one: &[Cell], other: &[Cell]) -> bool {
    let [one, other] = [one, other].map(|cells| {
        let rows = cells.iter().map(|cell| cell.row + 1).max()?;
        let columns = cells.iter().map(|cell| cell.column + 1).max()?;
        let is_in = Grid::from_fn(rows, columns, |cell| cells.contains(&cell));
        is_in.cut_out(|&is_in| is_in).map(|(_, cut_out)| cut_out)
    });
    match (one, other) {
        (Some(one), Some(other)) => {
            Symmetry::ALL.into_iter().any(|symmetry| one.transformed(symmetry) == other)
        }
        (one, other) => one.is_none() && other.is_none(),
    }
}
