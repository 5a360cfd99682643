//! # Chain Reaction
//!
//! *Jane Street, July 2014.* A chain is a row of different numbers from 1 to 100, in which one of
//! any two neighbours divides the other. How long can it be?
//!
//! ```text
//! 37 74 2 8 4 16 48 6 3 9 27 81      12 numbers: x 2, : 37, x 4, : 2, x 4, x 3, ...
//! ```
//!
//! Instances may have another largest number n, up to 200.
//!
//! ## Idea
//! The solver takes the rules, together with prices that bound the length.
//!
//! A stop between its end and its start makes the chain a cycle. There is a flag for each link of
//! two numbers, and each number of the cycle has two links. There is only one cycle if from each of
//! its numbers both ways lead over larger numbers to a smaller one, or to the stop: the smallest
//! number of another cycle violates that. A flag for each step of such a way is enough.
//!
//! Each constraint has a price. Every number picks two links or none independently, and each link
//! has a price, which one of its ends pays to the other: where both agree, it cancels. The maximum
//! total gain, with 1 for each number on the cycle, bounds the chain's length for any prices
//! (Lagrange). Where the picks disagree, prices are changed, and the bound falls. The average of
//! the picks over the steps is nearly a cycle, or several of them. Numbers with too few links to
//! the others become a group: both ways from its smallest number leave it, and this constraint has
//! a price, too.
//!
//! ## Why it is fast
//! For n = 100 the bound is slightly above 77; without groups it stays at 79. So the solver looks
//! for a chain of 77 numbers. The sum of all constraints excludes the links that cost more than the
//! gap, and few dead ends remain. Optimality takes a few steps of proof. Up to n = 104 the bound,
//! rounded down, is always the answer; for n = 200 the search takes over a minute.
//!
//! ## The proof
//! Every constraint is a rule, and proofs do not rely on prices: they derive the consequences of
//! the sum of the constraints. Prices are whole multiples of 2^-32; floating-point numbers only
//! choose the next ones.
//!
//! ## Sources
//! Prices by subgradients are Held's and Karp's for the travelling salesman, the step is Polyak's;
//! the constraints of groups are the subtour elimination of Dantzig, Fulkerson and Johnson, and the
//! ways out of them are the flows of Wong and Claus.

mod constraints;
mod prices;

use puzzle::prelude::*;

/// The largest possible n.
const LARGEST: i64 = 200;
/// The number of numbers in a row of the picture.
const COLUMNS: usize = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChainReaction {
    /// The largest number.
    n: Within<1, LARGEST>,
}

impl ChainReaction {
    /// Returns the numbers that are not in a chain.
    fn left_out(&self, chain: &[i64]) -> Vec<i64> {
        (1..=self.n.get()).filter(|number| !chain.contains(number)).collect()
    }
}

puzzle::program!(ChainReaction, searched);

impl Puzzle for ChainReaction {
    fn form(&self) -> Form {
        Form::list(1..=self.n.get())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        if self.n.get() == 1 {
            return model.unstated();
        }
        constraints::state(self.n.size(), model, board);
    }

    fn search(&self, search: &mut Search) -> Flow {
        if self.n.get() == 1 {
            return search.solution(vec![1]);
        }
        search.by_rules()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let chain = board.list();
        ensure!(!chain.is_empty(), "the chain has no number");
        if let Some(number) = chain.iter().duplicates().next() {
            bail!("{number} is in the chain twice");
        }
        for (one, other) in chain.iter().tuple_windows() {
            ensure!(
                one % other == 0 || other % one == 0,
                "{one} and {other} follow each other, and neither divides the other"
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let left = self.left_out(board.list());
        Answer::of_score(board.list().len()).remark("numbers left out", left.iter().format(" "))
    }

    /// Draws the chain row by row, to and fro, then the unused numbers. The operation that leads to
    /// the next number, such as times 2 or divided by 3, is in the corner.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let chain = board.map_or(&[][..], Board::list);
        let left = self.left_out(chain);
        let chain_rows = chain.len().div_ceil(COLUMNS);
        let mut picture = Picture::grid(chain_rows + left.len().div_ceil(COLUMNS), COLUMNS);
        let cells = (0..chain.len()).map(|place| {
            let (row, column) = (place / COLUMNS, place % COLUMNS);
            let is_back = row % 2 == 1;
            Cell::new(row, if is_back { COLUMNS - 1 - column } else { column })
        });
        let cells = cells.collect_vec();
        picture.fill_cells(cells.iter().copied(), Tint::Highlight).path(&cells, Ink::Accent);
        for (&cell, number) in cells.iter().zip(chain) {
            let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.42);
            picture.text_at(x, y, 0.4, &number.to_string(), Ink::Found);
        }
        for (&cell, (one, next)) in cells.iter().zip(chain.iter().tuple_windows()) {
            let step = match (next % one, one % next) {
                (0, _) => format!("\u{d7}{}", next / one),
                (_, 0) => format!("\u{f7}{}", one / next),
                _ => "?".to_owned(),
            };
            picture.small_text(cell, Corner::BottomRight, &step, Ink::Label);
        }
        for (place, number) in left.iter().enumerate() {
            let cell = Cell::new(chain_rows + place / COLUMNS, place % COLUMNS);
            let ink = if chain.is_empty() { Ink::Given } else { Ink::Muted };
            picture.text(cell, &number.to_string(), ink);
        }
        if !chain.is_empty() {
            picture.caption([
                "\u{d7}2: the next number is twice this one; \u{f7}2: it is half of it. Below the chain \
                 are the numbers that are left out.",
            ]);
        }
        picture
    }
}

impl Setter for ChainReaction {
    fn sizes(&self) -> Vec<usize> {
        (1..=usize::try_from(LARGEST / 3).unwrap_or(usize::MAX)).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let largest = i64::try_from(size).unwrap_or(LARGEST).clamp(1, LARGEST / 3) * 3;
        Some(Draft::new().number("n", random.i64(1..=largest)))
    }
}
