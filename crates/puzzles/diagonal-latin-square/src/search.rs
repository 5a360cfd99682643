//! The search: every square that agrees with the givens, each once.

use std::ops::ControlFlow::{self, Continue};

use puzzle::prelude::*;

use crate::DiagonalLatinSquare;
use crate::exact_cover::ExactCover;

/// Receives a filled square.
pub(crate) type Receiver<'a> = dyn FnMut(&mut Search, &ExactCover) -> Flow + 'a;

/// Reports every square that agrees with the givens.
pub(crate) fn search(instance: &DiagonalLatinSquare, search: &mut Search) -> Flow {
    each(instance, search, &mut |search, filled| search.solution(square(filled)))
}

/// Calls `found` for every square that agrees with the givens, each once.
pub(crate) fn each(
    instance: &DiagonalLatinSquare,
    search: &mut Search,
    found: &mut Receiver,
) -> Flow {
    // Twice the number of nodes of a search without mistakes, and some more for small orders.
    let budget = 2 * instance.order.size().pow(2) + 500;
    each_within(budget, instance, search, found)
}

/// Reports squares like [`each`], with a number of nodes that the first attempt may take to find
/// its first square.
///
/// A depth-first search is either quick or wastes a long time on the consequences of an early
/// mistake. So an attempt that has not found a square soon is abandoned, and the next one starts
/// afresh, with a larger budget and the conflict weights learned so far. No square is found twice:
/// an abandoned attempt has not found any, and one that has found a square runs to its end.
fn each_within(
    mut budget: usize,
    instance: &DiagonalLatinSquare,
    search: &mut Search,
    found: &mut Receiver,
) -> Flow {
    let mut cover = ExactCover::new(instance.order.size());
    search.visit(0, || instance.givens.as_ref().map_or_else(|| square(&cover), Board::from))?;
    for (cell, &symbol) in instance.givens.iter().flat_map(Grid::iter) {
        search.poll()?;
        let Some(symbol) = symbol else { continue };
        let given = ExactCover::option(cell, symbol.into());
        if !cover.is_possible(given) {
            search.dead_end_because(|| "the givens contradict each other");
            return Continue(());
        }
        cover.assign(given);
    }
    let givens = cover.assigned().len();
    let mut is_weighted = false;
    while !attempt(&mut cover, is_weighted, budget, search, found)? {
        while cover.assigned().len() > givens {
            cover.take_back();
        }
        is_weighted = true;
        // Half as large again: the last attempt takes a third of all work, and eventually a proof
        // of unsolvability fits into one attempt.
        budget += budget / 2 + 1;
    }
    Continue(())
}

/// Searches everything, unless the budget ends before a square is found; returns whether it did
/// not. The search is as deep as the square has cells, so its stack is explicit.
fn attempt(
    cover: &mut ExactCover,
    is_weighted: bool,
    budget: usize,
    search: &mut Search,
    found: &mut Receiver,
) -> ControlFlow<Stop, bool> {
    let givens = cover.assigned().len();
    let mut nodes_left = Some(budget);
    // For each item on which the search has branched, the options that are still to be tried.
    let mut untried = Vec::new();
    loop {
        if let Some(item) = cover.with_fewest_options(is_weighted) {
            let options = cover.options(item);
            if options.clone().next().is_none() {
                search.dead_end_because(
                    || "a cell has no number left, or a number no cell of its line or diagonal",
                );
            }
            untried.push(options);
        } else {
            nodes_left = None;
            found(search, cover)?;
        }
        if nodes_left == Some(0) {
            return Continue(false);
        }
        nodes_left = nodes_left.map(|nodes| nodes - 1);
        let option = loop {
            let depth = untried.len();
            let Some(options) = untried.last_mut() else { return Continue(true) };
            if cover.assigned().len() == givens + depth {
                cover.take_back();
            }
            match options.next() {
                Some(option) => break option,
                None => untried.pop(),
            };
        };
        cover.assign(option);
        search.visit(untried.len(), || square(cover))?;
    }
}

/// Returns the square with the assigned entries.
fn square(cover: &ExactCover) -> Board {
    let mut square = Grid::filled(cover.order(), cover.order(), None);
    for (cell, symbol) in cover.assigned() {
        square[cell] = i64::try_from(symbol).ok();
    }
    Board::Grid(square)
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
            each_within(0, &self.0, search, &mut |search, filled| search.solution(square(filled)))
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
