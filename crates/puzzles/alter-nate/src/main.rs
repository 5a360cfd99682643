//! # Alter/Nate
//!
//! *Jane Street, January 2020.* Two players, Nate first and then Alter, alternately name numbers
//! from 1 to 10, which are added up. Whoever makes the total 100 or more loses. No player may name
//! the number that makes 11 with the one named directly before it. Who wins, and with which first
//! numbers?
//!
//! ```text
//! total   86  87  88  89  90  91  92  93  94  95  96  97  98  99
//! wins     1   -   +  10   9   8   7   6   5   4   3   2   1   -
//! ```
//!
//! At 99 every number loses. From 89 to 98 one number leads to 99 and wins unless it is forbidden.
//!
//! ## Boards
//! Ten totals in a row, from 0 on. `-` means that the player to move has no winning number; a
//! number is the only winning one; `+` means several. A total beyond the limit has a `+`, too: the
//! player to move there has won. The board ignores which number is currently forbidden, and is
//! still a complete strategy: a `+` is always won, since at most one number is forbidden.
//!
//! ## Idea
//! The [rules](Puzzle::rules) alone solve it. Naming k at the total t wins exactly if the total t +
//! k has a `-`, or the number that is forbidden after k. So every total follows from the ten after
//! it, and the board is unique.
//!
//! ## Why the lost totals are 12 apart
//! Without the ban, 99, 88, 77, ... would be lost for the player to move, since 11 - k answers k.
//! The ban forbids exactly that answer. Now 88 is won: after any number k, only 11 - k leads to 99,
//! and it is forbidden. But 87 is lost: naming 1 leads to 88, and after any other k the other
//! player reaches 99 by 12 - k, which is allowed. So the lost totals are 12 apart. Only the first
//! one is small enough to be reached in one move.
//!
//! ## The second way
//! The checker does not rely on this kind of board. It evaluates the states of the game, each a
//! total with the number named last, and finds for each whether the next player wins: 100 totals
//! with 10 numbers, instead of 10^100 games.

use puzzle::prelude::*;

/// The number of totals in a row of the board.
const COLUMNS: usize = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AlterNate {
    /// The largest number that may be named; at least 2, so that one is always allowed.
    numbers: Within<2, 20>,
    /// The smallest losing total.
    limit: Within<1, 400>,
    /// The sum that two consecutive numbers must not have.
    forbidden_sum: Within<2, 40>,
}

/// The value of a total without a winning number.
const NONE: usize = 0;

fn cell_of(total: usize) -> Cell {
    Cell::new(total / COLUMNS, total % COLUMNS)
}

/// Returns the value of a total: [`NONE`], the winning number, or one more than the largest number.
fn state(board: &Board, total: usize) -> Option<usize> {
    usize::try_from((*board.grid().get(cell_of(total))?)?).ok()
}

impl AlterNate {
    fn named(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        1..=self.numbers.size()
    }

    /// Returns the number that must not follow this one, if it is within the range.
    fn forbidden_after(&self, number: usize) -> Option<usize> {
        let other = self.forbidden_sum.size().checked_sub(number)?;
        self.named().contains(&other).then_some(other)
    }

    /// Returns the value of a total with several winning numbers.
    fn several(&self) -> usize {
        self.numbers.size() + 1
    }

    /// Returns the totals on the board that are beyond the limit.
    fn beyond(&self) -> Grid<Option<i64>> {
        let limit = self.limit.size();
        Grid::from_fn(limit.div_ceil(COLUMNS), COLUMNS, |Cell { row, column }| {
            (row * COLUMNS + column >= limit).then_some(self.numbers.get() + 1)
        })
    }

    /// Returns a sum that is 1 if naming this number at this total wins, and 0 otherwise.
    fn wins(&self, totals: &Grid<Int>, total: usize, number: usize) -> Sum {
        let Some(next) = totals.get(cell_of(total + number)) else { return sum([0; 0]) };
        let only = self.forbidden_after(number).map(|only| next.is(only));
        sum([next.is(NONE)].into_iter().chain(only))
    }

    /// Returns the numbers that win at each total below the limit, found from the states of the
    /// game.
    fn winning_numbers(&self) -> Vec<Vec<usize>> {
        let mut winning = vec![Vec::new(); self.limit.size()];
        // Whether the next player wins, by the total and the number before.
        let mut is_won = vec![vec![false; self.numbers.size() + 1]; self.limit.size()];
        for total in (0..self.limit.size()).rev() {
            let loses_next = |&number: &usize| {
                is_won.get(total + number).is_some_and(|next: &Vec<bool>| !next[number])
            };
            winning[total] = self.named().filter(loses_next).collect_vec();
            for last in self.named() {
                let is_allowed = |&number: &usize| last + number != self.forbidden_sum.size();
                is_won[total][last] = winning[total].iter().any(is_allowed);
            }
        }
        winning
    }
}

puzzle::program!(AlterNate);

impl Puzzle for AlterNate {
    fn form(&self) -> Form {
        let words =
            ["-".to_owned()].into_iter().chain(self.named().map(|number| number.to_string()));
        let words = words.chain(["+".to_owned()]);
        let beyond = self.beyond();
        Form::words(beyond.rows(), COLUMNS, words).with_givens(&beyond)
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let totals = board.cells(model);
        model.rule(&format!(
            "Whoever makes the total {} or more loses: a player who would be next wins.",
            self.limit.get()
        ));
        model.require(givens(&totals, &self.beyond()));
        model.rule(
            "A number wins if then no number wins for the other player, or only one that is \
             forbidden.",
        );
        for total in 0..self.limit.size() {
            let state = &totals[cell_of(total)];
            let winning: Vec<Sum> =
                self.named().map(|number| self.wins(&totals, total, number)).collect();
            let count = || sum(winning.iter().cloned());
            let mut rule = implies(state.is(NONE), count().equals(0))
                .and(implies(state.is(self.several()), count().at_least(2)));
            for (number, wins) in self.named().zip(&winning) {
                let is_only = wins.clone().equals(1).and(count().equals(1));
                rule = rule.and(implies(state.is(number), is_only));
            }
            model.at(format!("the total {total}")).require(rule);
        }
    }

    fn check(&self, board: &Board) -> Result<()> {
        let form = self.form();
        for (total, winning) in self.winning_numbers().into_iter().enumerate() {
            let (expected, which) = match winning[..] {
                [] => (NONE, "no number wins".to_owned()),
                [number] => (number, format!("only {number} wins")),
                _ => (self.several(), format!("{} win", winning.iter().join(", "))),
            };
            ensure!(
                state(board, total) == Some(expected),
                "the total {total}: {which}, and the board has {}",
                board[cell_of(total)]
                    .map_or_else(String::new, |found| form.said(cell_of(total), found))
            );
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let wins = |&number: &usize| {
            let only = self.forbidden_after(number);
            state(board, number).is_some_and(|next| next == NONE || Some(next) == only)
        };
        let first = self.named().filter(wins).join(" ");
        let is_lost = |&total: &usize| state(board, total) == Some(NONE);
        let lost = (0..self.limit.size()).filter(is_lost).join(" ");
        let winner = if first.is_empty() { "Alter".to_owned() } else { format!("Nate {first}") };
        Answer::new(winner).remark("totals where the next player always loses", lost)
    }

    /// Draws the totals in small type, and the lost ones in colour.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        for total in 0..self.limit.size() {
            let cell = cell_of(total);
            picture.small_text(cell, Corner::TopLeft, &total.to_string(), Ink::Label);
            if board.is_some_and(|board| state(board, total) == Some(NONE)) {
                picture.fill(cell, Tint::Colour(0));
            }
        }
    }
}

impl Setter for AlterNate {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let numbers = random.usize(2..=size.min(19) + 1);
        Some(
            Draft::new()
                .number("numbers", numbers)
                .number("limit", random.usize(1..=12 * size))
                .number("forbidden_sum", random.usize(2..=2 * numbers)),
        )
    }
}
