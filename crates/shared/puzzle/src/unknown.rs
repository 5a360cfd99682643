//! The board that rules are about, and how it is read off a solution.

use grid_utils::Grid;
use rules::{Flag, Int, Model};

use crate::{Board, Form, Puzzle, Rules};

/// The board while its rules are stated: [`Puzzle::rules`] says which numbers of the model it shows.
pub struct Unknown {
    form: Form,
    reading: Option<Reading>,
}

/// Converts known values to a board.
type Reader = Box<dyn Fn(&[Option<i64>]) -> Board>;

/// Converts a board to numbers, by their indices, and their values.
type Inverse = Box<dyn Fn(&Board) -> Vec<(usize, i64)>>;

/// How a board is read off the numbers of a solution.
pub struct Reading {
    shown: Vec<Int>,
    read: Reader,
    inverse: Option<Inverse>,
    /// Rows and columns, if the numbers are the cells of a grid.
    size: Option<(usize, usize)>,
}

impl Unknown {
    /// Adds a number for each cell of the board (rows x columns), with the values that its
    /// [form](Puzzle::form) allows, and 0 if the cell may be empty: the board shows these numbers.
    ///
    /// # Panics
    /// If the form is not a grid of numbers or of listed words.
    pub fn cells(&mut self, model: &mut Model) -> Grid<Int> {
        let cells = self.form.variables(model).expect("the form is a grid of numbers or words");
        self.set_cells(&cells);
        cells
    }

    /// Says that these numbers are the cells of the board, for numbers with fewer values than the
    /// form allows; 0 stands for an empty cell if there may be some.
    pub fn set_cells(&mut self, cells: &Grid<Int>) {
        let may_be_empty = self.form.may_be_empty();
        self.read_cells(cells, move |value| value != 0 || !may_be_empty);
    }

    /// Says that these numbers are the cells of the board; those whose value is not shown are empty.
    pub fn read_cells(&mut self, cells: &Grid<Int>, is_shown: impl Fn(i64) -> bool + 'static) {
        let (rows, columns) = (cells.rows(), cells.columns());
        let reading = self.read(cells.values(), move |values| {
            Board::Grid(Grid::from_fn(rows, columns, |cell| {
                values[cell.row * columns + cell.column].filter(|&value| is_shown(value))
            }))
        });
        reading.size = Some((rows, columns));
        reading.invert(|board| {
            let values = (0..).zip(board.grid().values());
            values.filter_map(|(place, &value)| Some((place, value?))).collect()
        });
    }

    /// Says that these numbers distinguish boards, and that `read` converts their values to one.
    /// During a search some values are unknown.
    pub fn read<T: Into<Int>>(
        &mut self,
        numbers: impl IntoIterator<Item = T>,
        read: impl Fn(&[Option<i64>]) -> Board + 'static,
    ) -> &mut Reading {
        let shown = numbers.into_iter().map(T::into).collect();
        let (read, inverse, size) = (Box::new(read), None, None);
        self.reading.insert(Reading { shown, read, inverse, size })
    }
}

impl Reading {
    /// Sets the inverse conversion: `inverse` returns the numbers that a board shows, which may be
    /// partial, by their indices, with their values. Without it, partial boards are understood by
    /// trial.
    pub fn invert(&mut self, inverse: impl Fn(&Board) -> Vec<(usize, i64)> + 'static) {
        self.inverse = Some(Box::new(inverse));
    }
}

/// States the rules of a puzzle in an empty model. Rules that do not say what the board shows count
/// as [unwritten](Model::unwritten).
pub fn state(puzzle: &dyn Puzzle, model: Model) -> Rules {
    state_by(puzzle.form(), &|model, board| puzzle.rules(model, board), model)
}

/// States the rules of boards of a form.
pub(crate) type Statement<'a> = &'a dyn Fn(&mut Model, &mut Unknown);

/// States rules in an empty model.
pub(crate) fn state_by(form: Form, rules: Statement<'_>, mut model: Model) -> Rules {
    let mut board = Unknown { form, reading: None };
    rules(&mut model, &mut board);
    let Some(Reading { shown, read, inverse, size }) = board.reading else {
        model.unwritten();
        return model.solved_by(None::<Flag>, |_| Board::List(Vec::new()));
    };
    let mut rules = model.solved_by(shown, read);
    if let Some(inverse) = inverse {
        rules = rules.with_inverse(inverse);
    }
    match size {
        Some((rows, columns)) => rules.on_grid(rows, columns),
        None => rules,
    }
}
