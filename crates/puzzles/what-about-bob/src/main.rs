//! # What About Bob?
//!
//! *Jane Street, February 2017.* Two players name numbers from 1 to 9 in turn, and the numbers are
//! added up. Nobody may repeat the number just named by the other player, or exceed N. The player
//! who makes the total exactly N wins; a player who cannot name a number loses. What are the three
//! smallest N for which the second player wins?
//!
//! ```text
//! N     numbers with which the first player wins
//! 1     1
//! 2     2, and 1, after which nobody may name 1
//! 9     9 alone: after any other number the rest is named
//! 10    5 alone: the rest is 5, which may not be repeated
//! ```
//!
//! Any largest number up to 64 may replace 9, and more than three N may be asked for.
//!
//! ## Boards
//! The N in increasing order.
//!
//! ## Derivation
//! The rest, that is, N minus the total, and the last number decide the game. Without the ban on
//! repeating, the second player would win the multiples of 10 by completing each number to 10. With
//! it, a first 5 wins at 10, for it is its own complement. At 11 each number has a different
//! complement, except 1, whose complement is 10: then 5 is the reply, as the rest is 10. So 11 is
//! the first N for the second player.
//!
//! In general a rest has some numbers that win it if nothing is banned. With two or more of them,
//! one is always allowed; without any it is lost; with exactly one, it is lost if that one is
//! banned. So it is enough to know whether a rest has none, one (and which), or more: a number wins
//! if the rest that it leaves has none, or only that number. For the numbers up to 9 the
//! differences of the N are 11, 11, 10, 11, 11, 10, ...
//!
//! ## The second way
//! The checker takes rest and last number as a position and works backwards from the positions
//! without a move, which are lost (retrograde analysis): a position is won if a move leads to a
//! lost one, and lost if all moves lead to won ones. Each N up to the last one claimed has to be
//! lost, with nothing banned, if it is claimed, and won if not.
//!
//! ## What does not scale
//! The search looks back at each number for each N, which is quick for all N asked for here. If 1
//! were the only number, the first player would always win.

use puzzle::prelude::*;

/// The largest N on a board.
const LARGEST: i64 = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhatAboutBob {
    /// The largest number that may be named.
    largest: Within<2, 64>,
    /// The number of N asked for.
    how_many: Within<1, 100>,
}

/// The numbers that win a rest if nothing is banned.
#[derive(Clone, Copy, PartialEq)]
enum Winning {
    Nothing,
    Only(usize),
    Several,
}

impl WhatAboutBob {
    /// Returns the numbers that win the rest after those in `known`, which begin with a rest of 0.
    fn winning(&self, known: &[Winning]) -> impl Iterator<Item = usize> {
        let rest = known.len();
        (1..=self.largest.size().min(rest)).filter(move |&number| {
            let left = known[rest - number];
            left == Winning::Nothing || left == Winning::Only(number)
        })
    }

    /// Adds the next rest to the known ones.
    fn extend(&self, known: &mut Vec<Winning>) -> Winning {
        let next = match self.winning(known).take(2).collect_vec()[..] {
            [] => Winning::Nothing,
            [number] => Winning::Only(number),
            _ => Winning::Several,
        };
        known.push(next);
        next
    }

    /// Returns whether each position is lost by the player to move: by its rest, up to `most`, and
    /// the banned number, 0 for none.
    fn lost(&self, most: usize) -> Grid<bool> {
        let largest = self.largest.size();
        let moves = |rest: usize, banned: usize| {
            (1..=largest.min(rest)).filter(|&number| number != banned).count()
        };
        let mut open =
            Grid::from_fn(most + 1, largest + 1, |Cell { row, column }| moves(row, column));
        let mut won = Grid::filled(most + 1, largest + 1, false);
        let mut lost = won.map(|cell, _| open[cell] == 0);
        let mut settled =
            lost.iter().filter(|&(_, &lost)| lost).map(|(cell, _)| cell).collect_vec();
        while let Some(position) = settled.pop() {
            let Cell { row: rest, column: number } = position;
            let before = rest + number;
            if number == 0 || before > most {
                continue;
            }
            for banned in (0..=largest).filter(|&banned| banned != number) {
                let before = Cell::new(before, banned);
                open[before] -= 1;
                if lost[position] && !won[before] {
                    won[before] = true;
                    settled.push(before);
                } else if open[before] == 0 && !won[before] {
                    lost[before] = true;
                    settled.push(before);
                }
            }
        }
        lost
    }
}

puzzle::program!(WhatAboutBob, searched without rules);

impl Puzzle for WhatAboutBob {
    fn form(&self) -> Form {
        Form::list(1..=LARGEST)
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut known = vec![Winning::Nothing];
        let mut found = Vec::new();
        for rest in 1..=LARGEST {
            search.node()?;
            if self.extend(&mut known) == Winning::Nothing {
                found.push(rest);
            }
            if found.len() == self.how_many.size() {
                return search.value(found);
            }
        }
        search.give_up()
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed = board.list();
        ensure!(
            claimed.len() == self.how_many.size(),
            "the board has {}; expected {}",
            puzzle::counted(claimed.len(), "number"),
            self.how_many
        );
        ensure!(claimed.is_sorted_by(|one, other| one < other), "the numbers do not increase");
        let last = claimed.last().map_or(0, |&last| usize::try_from(last).unwrap_or(0));
        let lost = self.lost(last);
        for (total, n) in (0..=last).zip(0_i64..).skip(1) {
            let is_second = lost[Cell::new(total, 0)];
            let winner = if is_second { "second" } else { "first" };
            ensure!(claimed.contains(&n) == is_second, "the {winner} player wins at {n}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        Answer::new(board.list().iter().join(" "))
    }

    /// Draws the numbers that win for the first player, in a row for each N; an N without one is
    /// coloured.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The most N that are shown.
        const SHOWN: usize = 36;
        let shown = (4 * self.largest.size()).min(SHOWN);
        let mut picture = Picture::grid(shown, self.largest.size());
        let mut known = vec![Winning::Nothing];
        for row in 0..shown {
            picture.label_left(row, &(row + 1).to_string());
            let Some(board) = board else { continue };
            for number in self.winning(&known) {
                picture.fill(Cell::new(row, number - 1), Tint::Shade);
                picture.text(Cell::new(row, number - 1), &number.to_string(), Ink::Found);
            }
            self.extend(&mut known);
            if board.list().iter().any(|&n| usize::try_from(n) == Ok(row + 1)) {
                let cells = (0..self.largest.size()).map(|column| Cell::new(row, column));
                picture.fill_cells(cells, Tint::Highlight);
            }
        }
        for column in 0..self.largest.size() {
            picture.label_top(column, &(column + 1).to_string());
        }
        picture
    }
}

impl Setter for WhatAboutBob {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (largest, how_many) = (random.usize(2..=size + 2), random.usize(1..=size + 1));
        Some(Draft::new().number("largest", largest).number("how_many", how_many))
    }
}
