//! The search: every square that agrees with the givens, each once.

use std::ops::ControlFlow::{self, Break, Continue};

use grid_utils::{Cell, Grid};
use puzzle::{Board, Flow, Search, Stop};

use crate::DiagonalLatinSquare;
use crate::exact_cover::{Assignment, ExactCover, Item, first};

/// Reports the filled square.
pub(crate) fn report(search: &mut Search, filled: &ExactCover) -> Flow {
    search.solution(square(filled.order(), filled.assigned()))
}

/// Returns the square with these entries.
fn square(order: u8, assigned: impl Iterator<Item = Assignment>) -> Board {
    let mut square = Grid::filled(order.into(), order.into(), None);
    for Assignment { row, column, symbol } in assigned {
        square[Cell::new(usize::from(row), usize::from(column))] = Some(symbol.into());
    }
    Board::Grid(square)
}

/// The number of nodes that an attempt may take to find its first square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeBudget(u64);

impl NodeBudget {
    /// Returns twice the number of nodes of a search without mistakes, and some more for small
    /// orders.
    pub(crate) fn of_order(order: u8) -> Self {
        Self(2 * u64::from(order).pow(2) + 500)
    }

    /// Returns a budget half as large again: the last attempt takes a third of all work, and
    /// eventually a proof of unsolvability fits into one attempt.
    fn more(self) -> Self {
        Self(self.0.saturating_add(self.0 / 2 + 1))
    }
}

/// Calls `found` for every square that agrees with the givens, each once.
///
/// A depth-first search is either quick or wastes a long time on the consequences of an early
/// mistake. So an attempt that has not found a square soon is abandoned, and the next one starts
/// afresh, with a larger budget and the conflict weights learned so far. No square is found twice:
/// an abandoned attempt has not found any, and one that has found a square runs to its end.
pub(crate) fn each(
    instance: &DiagonalLatinSquare,
    mut budget: NodeBudget,
    search: &mut Search,
    mut found: impl FnMut(&mut Search, &ExactCover) -> Flow,
) -> Flow {
    let (order, givens) = (instance.symbols(), instance.assigned());
    search.visit(0, || square(order, givens.iter().copied()))?;
    let mut cover = ExactCover::new(order);
    for &given in &givens {
        search.poll()?;
        if cover.is_possible(given) {
            cover.assign(given);
        }
        if cover.is_dead() || !cover.is_possible(given) {
            search.dead_end_because(|| "the givens contradict each other");
            return Continue(());
        }
    }
    let mut attempt = Attempt::new(cover);
    loop {
        match attempt.run(budget, search, &mut found) {
            Continue(()) => return Continue(()),
            Break(End::Stopped(stop)) => return Break(stop),
            Break(End::OutOfBudget) => attempt.restart(),
        }
        budget = budget.more();
    }
}

/// The reason why an attempt ended early.
enum End {
    Stopped(Stop),
    OutOfBudget,
}

/// A depth-first search with an explicit stack, as deep as the square has cells.
struct Attempt {
    cover: ExactCover,
    trying: Vec<Trying>,
    /// Whether an attempt was abandoned, so that conflict weights decide between items.
    is_weighted: bool,
}

/// An item whose options are being tried.
struct Trying {
    item: Item,
    untried: u64,
    /// Whether one of the options is currently assigned.
    made: bool,
}

impl Attempt {
    fn new(cover: ExactCover) -> Self {
        Self { cover, trying: Vec::new(), is_weighted: false }
    }

    /// Searches everything, unless the budget ends before a square is found.
    fn run(
        &mut self,
        budget: NodeBudget,
        search: &mut Search,
        found: &mut impl FnMut(&mut Search, &ExactCover) -> Flow,
    ) -> ControlFlow<End> {
        let mut nodes_left = Some(budget.0);
        loop {
            if self.cover.is_dead() {
                search.dead_end_because(
                    || "a cell has no number left, or a number no cell of its line or diagonal",
                );
            } else if let Some(item) = self.cover.with_fewest_options(self.is_weighted) {
                let untried = self.cover.options(item);
                self.trying.push(Trying { item, untried, made: false });
            } else {
                nodes_left = None;
                found(search, &self.cover).map_break(End::Stopped)?;
            }
            match &mut nodes_left {
                Some(0) => return Break(End::OutOfBudget),
                Some(nodes) => *nodes -= 1,
                None => {}
            }
            let Some(assignment) = self.next_assignment() else { return Continue(()) };
            let Self { cover, trying, .. } = self;
            cover.assign(assignment);
            let board = || square(cover.order(), cover.assigned());
            search.visit(trying.len(), board).map_break(End::Stopped)?;
        }
    }

    /// Backtracks to the last item with an untried option, and takes one.
    fn next_assignment(&mut self) -> Option<Assignment> {
        while let Some(trying) = self.trying.last_mut() {
            if trying.made {
                self.cover.take_back();
            }
            if trying.untried != 0 {
                let option = first(trying.untried);
                trying.untried ^= 1 << option;
                trying.made = true;
                return Some(self.cover.assignment(trying.item, option));
            }
            self.trying.pop();
        }
        None
    }

    /// Clears the square down to the givens. The conflict weights stay.
    fn restart(&mut self) {
        while let Some(trying) = self.trying.pop() {
            if trying.made {
                self.cover.take_back();
            }
        }
        self.is_weighted = true;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use puzzle::{Answer, Form, Limits, Puzzle, solve};

    use super::*;

    /// The same puzzle, searched without a budget.
    struct Hasty(DiagonalLatinSquare);

    impl Puzzle for Hasty {
        fn form(&self) -> Form {
            self.0.form()
        }

        fn search(&self, search: &mut Search) -> Flow {
            each(&self.0, NodeBudget(0), search, report)
        }

        fn check(&self, board: &Board) -> anyhow::Result<()> {
            self.0.check(board)
        }

        fn answer(&self, board: &Board) -> Answer {
            self.0.answer(board)
        }
    }

    #[test]
    fn attempts_that_are_broken_off_lose_no_square_and_repeat_none() {
        for (order, givens) in [
            (4, ""),
            (5, ""),
            (5, "\ngivens = '''\n0 . . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . . . 3'''"),
            (4, "\ngivens = '''\n0 . . .\n1 . . .\n. . . .\n. . . .'''"),
        ] {
            let instance = instance(order, givens);
            let (patient, one) = solve(&instance, &Limits::default());
            let (hasty, other) = solve(&Hasty(instance), &Limits::default());
            assert!(one.complete() && other.complete());
            assert!(other.nodes >= one.nodes.min(20));
            let found: HashSet<_> = hasty.iter().collect();
            assert_eq!(found.len(), hasty.len(), "no square is reported twice");
            assert_eq!(found, patient.iter().collect());
        }
    }

    fn instance(order: usize, givens: &str) -> DiagonalLatinSquare {
        puzzle::read("a test", &format!("order = {order}{givens}"), &[]).unwrap()
    }

    #[test]
    fn every_order_up_to_64_has_a_square_next_to_no_backtracking_away_except_2_and_3() {
        for order in 1..=64 {
            let (boards, outcome) = solve(&instance(order, ""), &Limits::solutions(1));
            assert_eq!(boards.len(), usize::from(order != 2 && order != 3), "order {order}");
            // A search without mistakes has one node per cell, and the root.
            let nodes = outcome.nodes;
            assert!(nodes <= (order * order + 1) as u64 * 14 / 10, "order {order}: {nodes} nodes");
        }
    }
}
