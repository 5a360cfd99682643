//! The search: every square that holds the givens, each once.

use std::ops::ControlFlow::{self, Break, Continue};

use grid_utils::{Cell, Grid};
use puzzle::{Search, Stop};

use crate::candidates::{Candidates, Choice, Entry};
use crate::{DiagonalLatinSquare, Square};

/// Reports every square that holds the givens, each once.
pub(crate) fn search(
    instance: &DiagonalLatinSquare,
    search: &mut Search<Square>,
) -> ControlFlow<Stop> {
    let order = instance.order;
    each(order, &instance.entries(), Patience::of_order(order), search, report)
}

/// Reports the square that is now filled.
fn report(search: &mut Search<Square>, filled: &Candidates) -> ControlFlow<Stop> {
    search.solution(square(filled.order(), filled.entries()))
}

/// The square with these entries.
fn square(order: usize, entries: impl Iterator<Item = Entry>) -> Square {
    let mut square = Grid::filled(order, order, None);
    for Entry { row, column, symbol } in entries {
        square[Cell::new(usize::from(row), usize::from(column))] = Some(symbol);
    }
    square
}

/// How many nodes an attempt may take to find its first square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience(u64);

impl Patience {
    /// Twice the nodes of a search that never errs, and some more for small orders. Twice or
    /// three times as much makes no difference on partial squares that are hard.
    pub(crate) fn of_order(order: usize) -> Self {
        Self(2 * (order * order) as u64 + 500)
    }

    /// Grows by half, so that the last attempt takes a third of all work, and a proof that there
    /// is no square will fit into one attempt some day.
    fn more(self) -> Self {
        Self(self.0.saturating_add(self.0 / 2 + 1))
    }
}

/// Calls `found` for every square of this order that holds `givens`, each once.
///
/// A search in depth is either quick or lost for long in the consequences of an early mistake. So
/// an attempt that has not found a square soon is broken off, and the next one starts afresh, with
/// more patience, knowing which choices have failed most. No square is met twice: an attempt that
/// was broken off had found none, and one that has found any goes on to its end.
pub(crate) fn each(
    order: usize,
    givens: &[Entry],
    mut patience: Patience,
    search: &mut Search<Square>,
    mut found: impl FnMut(&mut Search<Square>, &Candidates) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    search.visit(0, || square(order, givens.iter().copied()))?;
    let mut candidates = Candidates::new(order);
    for &given in givens {
        search.poll()?;
        if candidates.possible(given) {
            candidates.make(given);
        }
        if candidates.dead() || !candidates.possible(given) {
            search.dead_end();
            return Continue(());
        }
    }
    let mut attempt = Attempt::new(candidates);
    loop {
        match attempt.run(patience, search, &mut found) {
            Continue(()) => return Continue(()),
            Break(End::Stopped(stop)) => return Break(stop),
            Break(End::OutOfPatience) => attempt.restart(),
        }
        patience = patience.more();
    }
}

/// Why an attempt ended before it had seen everything.
enum End {
    Stopped(Stop),
    OutOfPatience,
}

/// A depth-first search that keeps its own stack, as deep as the square has cells.
struct Attempt {
    candidates: Candidates,
    trying: Vec<Trying>,
    taste: Taste,
}

/// A choice whose options are being tried.
struct Trying {
    choice: Choice,
    untried: u64,
    /// Whether one of the options is in the square now.
    made: bool,
}

/// How to pick among the choices with the fewest options, and among these options.
enum Taste {
    /// The last choice, the first option. Of all such simple rules it is the one that errs least
    /// on empty squares: cells come before columns, columns before rows, rows before diagonals.
    Last,
    /// The choice that has failed most often, of those any; any option.
    Failures(Random),
}

impl Attempt {
    fn new(candidates: Candidates) -> Self {
        Self { candidates, trying: Vec::new(), taste: Taste::Last }
    }

    /// Searches everything, unless patience ends before a square was found.
    fn run(
        &mut self,
        patience: Patience,
        search: &mut Search<Square>,
        found: &mut impl FnMut(&mut Search<Square>, &Candidates) -> ControlFlow<Stop>,
    ) -> ControlFlow<End> {
        let mut nodes_left = Some(patience.0);
        loop {
            if self.candidates.dead() {
                search.dead_end();
            } else if let Some(choice) = self.scarcest() {
                let untried = self.candidates.options(choice);
                self.trying.push(Trying { choice, untried, made: false });
            } else {
                nodes_left = None;
                found(search, &self.candidates).map_break(End::Stopped)?;
            }
            match &mut nodes_left {
                Some(0) => return Break(End::OutOfPatience),
                Some(nodes) => *nodes -= 1,
                None => {}
            }
            let Some(entry) = self.next_entry() else { return Continue(()) };
            let Self { candidates, trying, .. } = self;
            candidates.make(entry);
            let board = || square(candidates.order(), candidates.entries());
            search.visit(trying.len(), board).map_break(End::Stopped)?;
        }
    }

    fn scarcest(&mut self) -> Option<Choice> {
        match &mut self.taste {
            Taste::Last => self.candidates.scarcest(),
            Taste::Failures(random) => self.candidates.scarcest_by_failures(random.next()),
        }
    }

    /// Goes back to the last choice that has an option untried, and takes one.
    fn next_entry(&mut self) -> Option<Entry> {
        while let Some(trying) = self.trying.last_mut() {
            if trying.made {
                self.candidates.take_back();
            }
            if trying.untried != 0 {
                let option = match &mut self.taste {
                    Taste::Last => trying.untried.trailing_zeros() as u8,
                    Taste::Failures(random) => random.member(trying.untried),
                };
                trying.untried ^= 1 << option;
                trying.made = true;
                return Some(self.candidates.entry(trying.choice, option));
            }
            self.trying.pop();
        }
        None
    }

    /// Clears the square down to the givens. What has failed is remembered.
    fn restart(&mut self) {
        while let Some(trying) = self.trying.pop() {
            if trying.made {
                self.candidates.take_back();
            }
        }
        if let Taste::Last = self.taste {
            self.taste = Taste::Failures(Random::new());
        }
    }
}

/// Numbers that look random and are the same in every run (xorshift, George Marsaglia 2003).
struct Random(u64);

impl Random {
    fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 16
    }

    /// Some member of a set that is not empty.
    fn member(&mut self, set: u64) -> u8 {
        let start = (self.next() % 64) as u32;
        let distance = set.rotate_right(start).trailing_zeros();
        ((start + distance) % 64) as u8
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use puzzle::{Limits, Puzzle, solve};
    use serde::Deserialize;

    use super::*;

    /// The same puzzle, searched without patience.
    #[derive(Deserialize)]
    struct Impatient(DiagonalLatinSquare);

    impl Puzzle for Impatient {
        const DISTINCT: bool = true;
        type Board = Square;

        fn validate(&self) -> anyhow::Result<()> {
            self.0.validate()
        }

        fn search(&self, search: &mut Search<Square>) -> ControlFlow<Stop> {
            each(self.0.order, &self.0.entries(), Patience(0), search, report)
        }

        fn check(&self, square: &Square) -> anyhow::Result<()> {
            self.0.check(square)
        }

        fn answer(&self, square: &Square) -> String {
            self.0.answer(square)
        }
    }

    #[test]
    fn attempts_that_are_broken_off_lose_no_square_and_repeat_none() {
        let givens = [
            (4, None),
            (5, None),
            (5, Some("0 . . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . . . 3")),
            (
                6,
                Some(
                    "0 1 2 3 4 5\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .",
                ),
            ),
            (4, Some("0 . . .\n1 . . .\n. . . .\n. . . .")),
        ];
        for (order, givens) in givens {
            let givens = givens.map(|givens| givens.parse().expect("a grid"));
            let instance = DiagonalLatinSquare { order, givens };
            let patient = solve(&instance, &Limits::default());
            let impatient = solve(&Impatient(instance), &Limits::default());
            assert!(patient.complete() && impatient.complete());
            assert!(impatient.nodes >= patient.nodes.min(20));
            let found: HashSet<_> = impatient.boards.iter().collect();
            assert_eq!(found.len(), impatient.boards.len(), "no square is reported twice");
            assert_eq!(found, patient.boards.iter().collect());
        }
    }
}
