//! # It's Symmetric 2
//!
//! *Jane Street, July 2021.* Shade some cells of a grid, such that the shaded cells are connected
//! and symmetric: a half turn, a quarter turn or a reflection maps them onto themselves. Its centre
//! or axis may be anywhere. Every cell with a number is shaded. From there, look along row and
//! column in the four directions and count the shaded cells up to the first unshaded one or the
//! border; the number is the product of those counts that are not 0. The answer is the sum of the
//! squares of the sizes of the groups of connected unshaded cells.
//!
//! ```text
//! . . 8 . .      # # # # #      symmetric about the diagonal from the top left; the 4 in the
//! . . . . 2      # - # # #      middle sees two cells above it and two at its left, the 8 at the
//! . . 4 . .      # # # - #      top sees 2 at either side and 2 below: 4 = 2 x 2, 8 = 2 x 2 x 2.
//! 3 . . . .      # # - - -      Groups of 6 and 1 unshaded cells: 6 x 6 + 1 = 37
//! . . 2 . .      # # # - -      (these numbers allow four other shadings, too)
//! ```
//!
//! A cell that sees only unshaded cells has the empty product 1. At least one cell is shaded.
//!
//! ## Idea
//! There is a flag for each symmetry, by all centres and axes: if it holds, the image of a shaded
//! cell is shaded. Few are possible, since the image of a cell with a number is shaded and thus in
//! the grid: the numbers of the published grid reach almost to all four borders. A quarter turn
//! done twice is a half turn, so half turns and reflections are enough.
//!
//! From each number there are four counts, and a table of the ways to write the number as their
//! product.

use std::num::NonZeroU32;

use grid_puzzles::check::{self, SHADED};
use grid_puzzles::{check_size, draw};
use grid_utils::{Motion, Symmetry};
use puzzle::prelude::*;

/// A grid to shade: its numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItsSymmetric {
    /// The product of the numbers of shaded cells seen from a cell, if it is given.
    numbers: Numbers,
}

type Numbers = Grid<Option<NonZeroU32>>;

/// The maximum number of rows or columns.
const LARGEST_SIZE: usize = 16;

/// The symmetries to look for: a quarter turn done twice is a half turn.
const SYMMETRIES: [Symmetry; 5] = [
    Symmetry::HalfTurn,
    Symmetry::FlipRows,
    Symmetry::FlipColumns,
    Symmetry::Transpose,
    Symmetry::AntiTranspose,
];

puzzle::program!(ItsSymmetric, explained);

impl Puzzle for ItsSymmetric {
    fn form(&self) -> Form {
        Form::shading(self.numbers.rows(), self.numbers.columns())
    }

    fn validate(&self) -> Result<()> {
        check_size("numbers", &self.numbers, (LARGEST_SIZE, LARGEST_SIZE))
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = board.cells(model);
        let shaded = cells.map(|_, cell| cell.is(1));
        model.rule("Shade some cells. All shaded cells are connected by their sides.");
        model.require(any(shaded.values()));
        model.connected_cells(&shaded);

        model.rule(
            "The shaded cells are symmetric: a half turn, a quarter turn or a reflection maps them \
             onto themselves. Its centre or axis may be anywhere.",
        );
        let symmetric = motions(&self.numbers).map(|motion| {
            let holds = model.flag();
            for (cell, &flag) in &shaded {
                let image = motion.image(cell).and_then(|image| shaded.get(image).copied());
                model.require(implies(holds, any([!flag].into_iter().chain(image))));
            }
            holds
        });
        let symmetric = symmetric.collect_vec();
        model.require(any(symmetric));

        model.rule(
            "Each number is in a shaded cell. From there, count in each of the four directions the \
             shaded cells up to the first unshaded one or the border: the number is the product of \
             the counts that are not 0.",
        );
        for (cell, number) in given(&self.numbers) {
            let model = &mut model.at(format!("the number {number} at {cell}"));
            model.require(shaded[cell]);
            let seen = Direction::ALL.map(|direction| {
                let ray = shaded.ray(cell, direction).map(|cell| shaded[cell]).collect_vec();
                seen(model, &ray)
            });
            model.table(&seen.each_ref(), factorisations(number.get().into(), &seen));
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::connected(board.grid(), "shaded", |&value| value == SHADED)?;
        ensure!(board.grid().find(|&value| value == SHADED).is_some(), "no cell is shaded");
        ensure!(symmetries(board).next().is_some(), "the shaded cells are not symmetric");
        for (cell, number) in given(&self.numbers) {
            ensure!(board[cell] == SHADED, "{cell} has the number {number} and is not shaded");
        }
        Ok(())
    }

    fn clues(&self) -> Vec<Clues<'_>> {
        vec![Clues::in_cells("numbers", &self.numbers, "sees a product of", product)]
    }

    fn answer(&self, board: &Board) -> Answer {
        let unshaded = Regions::components(board.grid(), |&value| value != SHADED);
        Answer::new(unshaded.areas().map(|area| area * area).sum::<usize>())
            .remark("symmetry", symmetries(board).map(Symmetry::name).unique().join(", "))
            .remark("unshaded groups", unshaded.areas_text())
    }

    /// Draws borders between the colours, and the axes and centres of a complete board.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let Some(board) = board else { return };
        picture.borders(|one, other| board[one] != board[other]);
        if board.grid().find(Option::is_none).is_some() {
            return;
        }
        let Some((first, shaded)) = board.grid().cut_out(|&value| value == SHADED) else { return };
        let size = (shaded.rows(), shaded.columns());
        draw::symmetries(picture, first, size, symmetries(board));
    }
}

impl Setter for ItsSymmetric {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, _: &mut Rng) -> Option<Draft> {
        Some(Draft::new().text("numbers", Grid::filled(size, size, None::<u32>)))
    }
}

fn given(numbers: &Numbers) -> impl Iterator<Item = (Cell, NonZeroU32)> + Clone {
    numbers.iter().filter_map(|(cell, number)| Some((cell, (*number)?)))
}

/// Returns the symmetries about centres and axes in the grid that keep all cells with numbers
/// inside.
fn motions(numbers: &Numbers) -> impl Iterator<Item = Motion> {
    let all = SYMMETRIES.into_iter();
    let all = all.flat_map(|kind| Motion::all(kind, numbers.rows(), numbers.columns()));
    let stays = |motion: &Motion, cell| motion.image(cell).is_some_and(|to| numbers.contains(to));
    let cells = given(numbers).map(|(cell, _)| cell).collect_vec();
    all.filter(move |motion| cells.iter().all(|&cell| stays(motion, cell)))
}

/// Returns the symmetries of the shaded cells, the identity apart.
fn symmetries(board: &Board) -> impl Iterator<Item = Symmetry> {
    let cut_out = board.grid().cut_out(|&value| value == SHADED);
    let all = cut_out.map(|(_, shaded)| shaded.symmetries().skip(1).collect_vec());
    all.unwrap_or_default().into_iter()
}

/// Returns the product of the nonzero counts of shaded cells that a shaded cell sees.
fn product(board: &Board, cell: Cell) -> Option<NonZeroU32> {
    let seen = Direction::ALL.map(|direction| {
        let ray = board.grid().ray(cell, direction);
        u32::try_from(ray.take_while(|&cell| board[cell] == SHADED).count()).unwrap_or(u32::MAX)
    });
    let factors = seen.into_iter().filter_map(NonZeroU32::new);
    (board[cell] == SHADED).then(|| factors.fold(NonZeroU32::MIN, NonZeroU32::saturating_mul))
}

/// Returns the number of shaded cells along a ray, up to the first unshaded one.
fn seen(model: &mut Model, ray: &[Flag]) -> Int {
    let seen = model.int((0..).take(ray.len() + 1));
    for ((_, is_count), count) in seen.values().zip(0..) {
        model.require(implies(is_count, all(&ray[..count])));
        model.require(implies(is_count, none(ray.get(count))));
    }
    seen
}

/// Returns the rows of four counts with this product, where 0 counts as 1.
fn factorisations(number: i64, seen: &[Int; 4]) -> Vec<[i64; 4]> {
    let divides = |&(count, _): &(i64, Flag)| number % count.max(1) == 0;
    let counts = |int: &Int| int.values().filter(divides).map(|(count, _)| count).collect_vec();
    let rows = seen.iter().map(counts).multi_cartesian_product();
    let rows = rows.filter(|row| row.iter().map(|&count| count.max(1)).product::<i64>() == number);
    rows.filter_map(|row| row.try_into().ok()).collect()
}
