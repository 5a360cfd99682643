//! Block Party: numbers that equal the distance to their nearest equals.
//!
//! A grid is divided into regions, and a region of N cells holds each of the numbers 1 to N once.
//! The nearest other cell that holds a K is exactly K steps away from each K, whatever regions lie
//! between. Some numbers are given. Which cells are looked at, and what the answer is, differs: see
//! [`IN_LINE`] and [`ANYWHERE`].
//!
//! ```text
//! a b b b c      4 3 2 1 4
//! a a d d c      2 1 3 1 1      seven regions, filled with equal numbers in the same row or column:
//! a e d c c      3 1 2 3 2      each 1 is beside a 1, each 2 two steps from a 2, each 3 three steps
//! e e f g g      2 3 1 1 3      from a 3, each 4 four steps from a 4, and none is nearer
//! e f f g g      4 2 3 2 4
//! ```
//!
//! The rules are all that there is. A general solver needs few nodes for them, since a K restricts
//! all cells within K steps.

mod variants;

use std::marker::PhantomData;

use grid_puzzles::{Label, check_givens_fit, check_size, draw, random_regions};
use puzzle::prelude::*;
use puzzle::{Kind, Limits, solve};

use variants::{Anywhere, InLine, Variant};

/// Looks along rows and columns; the answer adds up the largest number of each region.
pub static IN_LINE: Kind = Kind::of::<BlockParty<InLine>>();

/// Looks at all cells; the answer adds up the products of the rows.
pub static ANYWHERE: Kind = Kind::of::<BlockParty<Anywhere>>();

/// A grid to fill: its regions, and its numbers where they are given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct BlockParty<V> {
    /// The name of each cell's region: equal labels are one region, connected or not.
    regions: Grid<Label>,
    /// The numbers that are given, in a grid of the same size.
    givens: Grid<Option<u8>>,
    #[serde(skip)]
    variant: PhantomData<V>,
}

/// The most rows and columns. Beyond them the rules take gigabytes, and a number 256 might be
/// needed.
const LARGEST_SIZE: usize = 12;

impl<V: Variant> BlockParty<V> {
    /// Makes random regions without given numbers. Most regions are small: few others have a
    /// solution.
    fn random_cut(size: usize, random: &mut Rng) -> Self {
        let count = (size * size * random.usize(60..=90) / 100).max(1);
        let regions = random_regions(size, size, count, random);
        BlockParty { regions, givens: Grid::filled(size, size, None), variant: PhantomData }
    }

    fn largest_number(&self) -> u8 {
        let largest = Regions::from_labels(&self.regions).areas().max().unwrap_or(0);
        u8::try_from(largest).unwrap_or(u8::MAX)
    }
}

impl<V: Variant> Puzzle for BlockParty<V> {
    fn form(&self) -> Form {
        let (rows, columns) = (self.regions.rows(), self.regions.columns());
        Form::numbers(rows, columns, 1..=self.largest_number().into()).with_givens(&self.givens)
    }

    fn validate(&self) -> Result<()> {
        check_size("regions", &self.regions, (LARGEST_SIZE, LARGEST_SIZE))?;
        let size = (self.regions.rows(), self.regions.columns());
        check_givens_fit(&self.givens, size, "number", 1..=self.largest_number())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let regions = Regions::from_labels(&self.regions);
        let area = |cell| regions.region_of(cell).map_or(0, |region| regions.area(region));
        let number = self.regions.map(|cell, _| model.int((1..).take(area(cell))));
        model.given_rule("Given numbers stay.");
        model.require(givens(&number, &self.givens));
        model.rule("A region of N cells holds each of the numbers 1 to N once.");
        for (_, cells) in regions.iter() {
            let once = |value| exactly(1, cells.iter().map(|&cell| number[cell].is(value)));
            model.require((1..).take(cells.len()).map(once).collect::<Rule>());
        }
        model.rule(V::DISTANCES);
        for (steps, value) in (1..=regions.areas().max().unwrap_or(0)).zip(1..) {
            let may_hold = number.cells().filter(|&cell| area(cell) >= steps);
            let holders: Vec<(Cell, Flag)> =
                may_hold.map(|cell| (cell, number[cell].is(value))).collect();
            for &(cell, is_here) in &holders {
                let model = &mut model.at(cell);
                let seen = holders.iter().filter(|&&(other, _)| V::sees(cell, other));
                // The number's own region holds it once.
                let is_elsewhere = |other| regions.region_of(other) != regions.region_of(cell);
                let there = seen
                    .clone()
                    .filter(|&&(other, _)| cell.distance(other) == steps && is_elsewhere(other));
                model.require(implies(is_here, any(there.map(|(_, is_there)| is_there))));
                let nearer =
                    seen.filter(|&&(other, _)| cell != other && cell.distance(other) < steps);
                let nearer = nearer.map(|(_, is_nearer)| is_nearer);
                model.require(implies(is_here, at_most(0, nearer)));
            }
        }
        board.set_cells(&number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (_, cells) in Regions::from_labels(&self.regions).iter() {
            for number in (1..).take(cells.len()) {
                let found = cells.iter().filter(|&&cell| board[cell] == Some(number)).count();
                ensure!(
                    found == 1,
                    "region {} of {} holds {number} {}; expected it once",
                    self.regions[cells[0]],
                    puzzle::counted(cells.len(), "cell"),
                    puzzle::counted(found, "time")
                );
            }
        }
        for (cell, number) in board.grid() {
            let nearest = V::nearest(board.grid(), cell);
            let found =
                nearest.map_or("nowhere".to_owned(), |steps| format!("at distance {steps}"));
            let expected = number.and_then(|number| usize::try_from(number).ok());
            ensure!(
                nearest == expected,
                "the nearest other cell that holds the number of {cell} is {found}; expected \
                 distance {}",
                number.unwrap_or(0)
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let parts = V::parts(&self.regions, board.grid());
        let names = parts.iter().map(|(name, part)| format!("{name} {part}")).join(", ");
        Answer::new(parts.iter().map(|(_, part)| part).sum::<i128>()).remark(V::PARTS, names)
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        draw::coloured_regions(picture, &self.regions);
    }
}

impl<V: Variant> Setter for BlockParty<V> {
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        const ATTEMPTS: usize = 500;
        let is_solvable = |cut: &Self| !solve(cut, &Limits::solutions(1)).0.is_empty();
        let mut cuts = (0..ATTEMPTS).map(|_| Self::random_cut(size, random));
        let solvable = cuts.find(is_solvable);
        let cut = solvable.unwrap_or_else(|| Self::random_cut(size, random));
        Some(Draft::new().text("regions", cut.regions).text("givens", cut.givens))
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        Some(Draft::new().text("givens", board.grid()))
    }
}
