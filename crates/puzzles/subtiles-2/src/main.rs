//! # Subtiles 2
//!
//! *Jane Street, February 2026.* Some cells of a grid hold formulas in unknown real numbers. Find
//! the unknowns and a number N. Each formula has a positive integer value, which is the number of
//! its cell; write numbers into other cells, such that the numbers are those from 1 to N, each
//! number stands in that number of connected cells, and their shape, turned and mirrored as
//! necessary, fits into the shape of the next larger number. The other cells stay empty, and the
//! answer is the smallest sum of a row times the largest.
//!
//! ```text
//! .  3x . y/x .         . 6 3 3 3
//! .  . 2x+1 . .         . 6 5 5 5     x = 2, y = 6, N = 6; the rows add up to
//! x^2 . . . y-1         4 6 6 6 5     15, 21, 27, 16 and 12
//! . x-1 . y . .         4 1 . 6 5
//! y-x . . . x^3-y       4 4 . 2 2     the answer: 12 x 27 = 324
//! ```
//!
//! Grids may have other sizes, up to 16 x 16, and formulas other unknowns: lower-case letters, each
//! of which the linear formulas have to determine. 0^0 is undefined, and so is a negative number to
//! a non-integer power.
//!
//! ## Idea
//! N is at most 17, for 1 + 2 + ... + 18 is more than 169 cells. So each formula has one of 17
//! values, and Gaussian elimination accompanies a depth-first search: the linear formula with the
//! fewest open unknowns gets each value in turn, which makes one unknown a linear function of the
//! others, and formulas without open unknowns have to be numbers from 1 to 17. All arithmetic is in
//! exact fractions. A root or a logarithm is a fraction or known to be irrational; where that does
//! not settle a formula, as in `0*sqrt(2)`, or where numbers exceed 100 bits, the search gives up
//! and proves nothing.
//!
//! Given the values, the rest is Subtiles with an open largest number, and its
//! [search](nested_shapes::search()) for shapes: all numbers but the largest ones certainly occur,
//! so the first shape is one of them, and serves every N. Listing the places of a number stops at
//! 4,096 places, or at six times as many steps; this is most of the work.
//!
//! ## The rules as constraints
//! They are stated for grids of up to 36 cells, like those of Subtiles. The joint values of the
//! formulas form a table, made by trying all values of the linear formulas. On the published grid
//! the solver finds no board in a reasonable time even with this table, because little follows
//! before it is known how far a shape is moved.
//!
//! ## Sources
//! The logarithm of one fraction to the base of another is found by Euclid's algorithm on their
//! exponents.

mod check;
mod formulas;
mod search;

use std::collections::BTreeMap;

use grid_puzzles::check_size;
use nested_shapes::{LARGEST_NUMBER, LARGEST_SIZE};
use picture::text_width;
use puzzle::prelude::*;

use formulas::{Formula, Fraction};
use search::Values;

/// The most cells for which the rules are stated as constraints.
const MOST_STATED: usize = 36;

/// An instance: formulas in unknown real numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subtiles2 {
    /// The given formulas (rows x columns).
    formulas: Grid<Option<Formula>>,
}

puzzle::program!(Subtiles2, searched);

impl Subtiles2 {
    /// Returns the largest possible number: the cells hold it and all smaller ones.
    fn largest(&self) -> i64 {
        let cells = self.formulas.len().cast_signed() as i64;
        let fits = |number: &i64| number * (number + 1) / 2 <= cells;
        (1..=LARGEST_NUMBER).take_while(fits).last().unwrap_or(1)
    }

    /// Returns the formulas and their cells.
    fn given(&self) -> impl Iterator<Item = (Cell, &Formula)> {
        self.formulas.iter().filter_map(|(cell, formula)| Some((cell, formula.as_ref()?)))
    }
}

impl Puzzle for Subtiles2 {
    fn form(&self) -> Form {
        Form::numbers(self.formulas.rows(), self.formulas.columns(), 1..=self.largest())
            .with_empty_cells()
    }

    fn validate(&self) -> Result<()> {
        check_size("formulas", &self.formulas, (LARGEST_SIZE, LARGEST_SIZE))?;
        let undetermined = search::undetermined(&self.formulas);
        ensure!(
            undetermined.is_empty(),
            "`formulas`: expected linear ones, such as 2x+1, that determine {}",
            undetermined.iter().join(", ")
        );
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        if self.formulas.len() > MOST_STATED {
            model.unstated();
        }
        let grid = board.cells(model);
        model.rule(
            "The formulas are worth the numbers in their cells, for some values of their letters.",
        );
        let given = self.given().map(|(cell, _)| &grid[cell]).collect_vec();
        let values = Values::new(&self.formulas);
        let Some(rows) = values.rows(self.largest(), &|| model.poll()) else {
            if !model.poll() {
                model.unstated();
            }
            return;
        };
        model.table(&given, rows);
        let largest = model.int(1..=self.largest());
        nested_shapes::state(model, &grid, &largest);
    }

    fn search(&self, search: &mut Search) -> Flow {
        Values::new(&self.formulas).all(0, self.largest(), search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        let numbers = board.grid().values().flatten().copied();
        let largest = numbers.max().context("no cell holds a number")?;
        let unknowns = check::unknowns(self, board);
        for (cell, formula) in self.given() {
            let number = board[cell].with_context(|| format!("{cell} holds no number"))?;
            let value = check::value(formula.expression(), &unknowns);
            ensure!(
                value == Some(i128::from(number).into()),
                "{formula} in {cell} is not {number}; unknowns: {}",
                in_words(&unknowns)
            );
        }
        nested_shapes::check(board, largest)
    }

    fn answer(&self, board: &Board) -> Answer {
        let sums = (0..board.grid().rows()).map(|row| board.grid().row(row).flatten().sum::<i64>());
        let (smallest, largest) = sums.minmax().into_option().unwrap_or_default();
        Answer::new(smallest * largest)
            .remark("row sums", format!("from {smallest} to {largest}"))
            .remark("unknowns", in_words(&check::unknowns(self, board)))
    }

    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        picture.title("Subtiles 2");
        if let Some(board) = board {
            nested_shapes::draw(picture, board);
        }
        let (mut names, mut named) = ('A'..='Z', Vec::new());
        let mut is_open = false;
        for (cell, formula) in self.given() {
            let name = if is_long(formula) { names.next() } else { None };
            named.extend(name.map(|name| format!("{name}\u{a0}=\u{a0}{formula}")));
            if let Some(number) = board.and_then(|board| board[cell]) {
                picture.text(cell, &number.to_string(), Ink::Given);
                continue;
            }
            is_open = true;
            match name {
                Some(name) => picture.text(cell, &name.to_string(), Ink::Label),
                None => draw_formula(picture, cell, formula),
            };
        }
        if is_open && !named.is_empty() {
            picture.caption([named.join(", ")]);
        }
    }
}

impl Setter for Subtiles2 {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let size = size.max(1);
        let formulas = Grid::filled(size, random.usize(size.div_ceil(2)..=size), None::<Formula>);
        Some(Draft::new().text("formulas", formulas))
    }

    /// Gives each number as a formula in a = (N+1)/2 and b = N+1, those that determine a and b
    /// first.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let above = board.grid().values().flatten().max()? + 1;
        let mut above_as =
            ["2a", "b", "b^2/(2a)", "cbrt(b^3)", "log(2,2^b)", "sqrt(2a*b)", "4a-b"].iter().cycle();
        let formulas = board.grid().map(|_, number| {
            number.and_then(|number| Some(format!("{}-{}", above_as.next()?, above - number)))
        });
        Some(Draft::new().text("formulas", formulas))
    }
}

/// Writes unknowns as `a = 1/4, b = -3`.
fn in_words(unknowns: &BTreeMap<char, Fraction>) -> String {
    if unknowns.is_empty() {
        return "none".to_owned();
    }
    unknowns.iter().map(|(name, value)| format!("{name} = {value}")).join(", ")
}

/// Returns whether a formula is too long to be read in a cell: a letter stands for it there.
fn is_long(formula: &Formula) -> bool {
    const MOST: f64 = 2.6;
    let whole = formula.to_string();
    let parts = formula.fraction().map_or_else(|| vec![whole.as_str()], Vec::from);
    parts.iter().any(|part| text_width(part, Ink::Label) > MOST)
}

/// Draws a formula in a cell. Fractions get a line, which leaves more room for their letters.
fn draw_formula<'p>(picture: &'p mut Picture, cell: Cell, formula: &Formula) -> &'p mut Picture {
    let Some(parts) = formula.fraction() else {
        return picture.text(cell, &formula.to_string(), Ink::Text);
    };
    let (x, y) = (cell.column as f64, cell.row as f64);
    for (part, (top, bottom)) in parts.iter().zip([(y + 0.14, y + 0.44), (y + 0.56, y + 0.86)]) {
        let half = [(x, top), (x + 1.0, top), (x + 1.0, bottom), (x, bottom)];
        picture.polygon_text(&half, part, Ink::Text);
    }
    picture.line(&[(x + 0.1, y + 0.5), (x + 0.9, y + 0.5)], Ink::Text, 0.02)
}
