//! # Number Cross 2
//!
//! *Jane Street, August 2015.* The white cells of a crossword grid are filled with digits from 1
//! to 9. The entries are the maximal runs of at least two white cells, across and down. The clue
//! of an entry is the sum of its digits or their product, and does not say which of the two; it
//! may be both. Digits and entries may repeat. The answer is the sum of all digits.
//!
//! ```text
//! 1 2 #    A1: 36  A3: 72  A5: 56    4 9 #    36 = 4 x 9, 72 = 3 x 4 x 6, 56 = 4 x 7 x 2,
//! 3 . 4    D1: 11  D2: 20  D4: 12    3 4 6    11 = 4 + 3 + 4, 20 = 9 + 4 + 7, 12 = 6 x 2;
//! 5 . .                              4 7 2    the answer: 39
//! ```
//!
//! ## Idea
//! The puzzle has no search: the [rules](Puzzle::rules) alone solve it and prove the solution
//! unique. An automaton reads each entry. Its state is the sum and the product so far, each only as
//! long as it can still become the clue, so both readings stay open until the digits decide.
//!
//! Other grids may have entries without a clue, and up to 16 rows and columns. Those with entries
//! of at most four cells are solved at once. Large grids with hardly a black cell take long, since
//! their long entries have many fillings.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use number_cross::{Crossword, Direction, check};
use puzzle::prelude::*;
use rules::{Automaton, Budget};

/// A crossword whose clues are sums or products.
#[derive(Deserialize)]
#[serde(transparent)]
struct NumberCross2(Crossword<NonZeroU64>);

puzzle::program!(NumberCross2, explained);

impl Puzzle for NumberCross2 {
    fn form(&self) -> Form {
        self.0.form(1..=9)
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let digit = self.0.numbers(model, |_| 1..=9);
        model.rule(
            "The clue of an entry, across (A) or down (D), is the sum or the product of its \
             digits, each 1 to 9.",
        );
        for (entry, clue) in self.0.clued_entries() {
            let model = &mut model.at(format!("{}: {clue}", entry.name));
            let digits = entry.cells.iter().map(|&cell| &digit[cell]);
            let lines = sum_or_product(model.budget(), entry.cells.len(), clue.get());
            model.regular(digits, &lines);
        }
        board.set_cells(&digit);
    }

    fn check(&self, board: &Board) -> Result<()> {
        let read = check::read(board);
        for (name, clue) in &self.0.clues {
            let (sum, product) = sum_and_product(&read[name]);
            ensure!(
                [sum, product].contains(&clue.get()),
                "the digits of {name} have the sum {sum} and the product {product}, and not {clue}"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let read = check::read(board);
        let is_product =
            |clue: &NonZeroU64, digits: &[i64]| sum_and_product(digits).1 == clue.get();
        let products = self.0.clues.iter().filter(|(name, clue)| is_product(clue, &read[name]));
        let names = products.map(|(name, _)| name).join(" ");
        Answer::new(board.grid().values().flatten().sum::<i64>())
            .remark("products", if names.is_empty() { "none" } else { &names })
    }

    fn draw(&self, picture: &mut Picture, _: Option<&Board>) {
        self.0.draw(picture, NonZeroU64::to_string);
    }
}

impl Setter for NumberCross2 {
    fn sizes(&self) -> Vec<usize> {
        (1..=number_cross::LARGEST_SIZE).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        Some(number_cross::random(size, random))
    }

    /// Returns the products across and the sums down.
    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let clues = check::read(board).into_iter().filter_map(|(name, digits)| {
            let (sum, product) = sum_and_product(&digits);
            let clue = if name.direction == Direction::Across { product } else { sum };
            Some((name.to_string(), i64::try_from(clue).ok()?))
        });
        Some(Draft::new().value("clues", clues.collect::<BTreeMap<_, _>>()))
    }
}

/// Returns the automaton of entries of `length` cells whose sum or product is the clue.
fn sum_or_product(budget: &Budget, length: usize, clue: u64) -> Automaton {
    // The sum and the product so far; `None` where it can no longer become the clue, because the
    // sum exceeds it or the product does not divide it.
    let start = (Some(0), Some(1));
    let step = |&(sum, product): &(Option<u64>, Option<u64>), digit: i64| {
        let digit = digit.unsigned_abs();
        let sum = sum.map(|sum| sum + digit).filter(|&sum| sum <= clue);
        let product = product.map(|product| product * digit);
        let product = product.filter(|&product| clue.is_multiple_of(product));
        (sum.is_some() || product.is_some()).then_some((sum, product))
    };
    let is_clue = |&(sum, product): &_| sum == Some(clue) || product == Some(clue);
    Automaton::new(budget, vec![(1..=9).collect(); length], start, step, is_clue)
}

/// Returns the sum and the product of the digits of an entry, of which there are at most 16.
fn sum_and_product(digits: &[i64]) -> (u64, u64) {
    let digits = || digits.iter().map(|digit| digit.unsigned_abs());
    (digits().sum(), digits().product())
}
