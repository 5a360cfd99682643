//! The one trait that a puzzle implements.

use std::fmt::Display;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use anyhow::Result;
use fastrand::Rng;
use picture::Picture;
use rules::Rules;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::by_rules::by_rules;
use crate::{Effort, Search, Stop, Tasks};

/// A way to search: what `--strategy` calls it, and the function that searches.
pub struct Strategy<P: Puzzle> {
    /// Lower-case words joined by hyphens.
    pub name: &'static str,
    /// As [`Puzzle::search`].
    pub search: fn(&P, &mut Search<P::Board>) -> ControlFlow<Stop>,
}

/// One puzzle: an instance of it can be read, searched, checked and drawn.
///
/// The type itself is the instance, as it is read from a TOML file and written to one; give it
/// `#[serde(deny_unknown_fields)]`, so that a misspelt key is an error and not a surprise.
pub trait Puzzle: Serialize + DeserializeOwned + 'static {
    /// Whether [`search`](Self::search) is known never to report a board twice. Then nobody needs
    /// to remember the boards that were reported, and an endless stream of them takes no memory.
    const DISTINCT: bool = false;

    /// The ways to search, the fastest first. Default: [`search`](Self::search) alone.
    const STRATEGIES: &'static [Strategy<Self>] =
        &[Strategy { name: "default", search: Self::search }];

    /// What a solver fills in, with everything that tells two solutions apart: complete in a
    /// solution, partly filled on the way there. For a puzzle whose solution is a number, that
    /// number and what proves it. Its text form reads back as the same board.
    type Board: Clone + Eq + Hash + Display + FromStr<Err: Display>;

    /// Refuses what has no meaning: shapes, vocabulary, ranges. An instance that merely cannot be
    /// solved is no error.
    ///
    /// # Errors
    /// Names the key and, for a grid, row and column, and says what was expected.
    fn validate(&self) -> Result<()>;

    /// The rules as constraints, and how a board is read off a solution of them, for instances that
    /// passed [`validate`](Self::validate). None where they are no such thing.
    fn rules(&self) -> Option<Rules<Self::Board>> {
        None
    }

    /// Reports every solution to `search`, exhaustively, unless it says stop. For the goal `best`,
    /// each board that is reported has a higher [`score`](Self::score) than the one before; for
    /// `record`, each reaches the [`record`](Self::record).
    ///
    /// Called on validated instances only. Default: solves the [`rules`](Self::rules).
    fn search(&self, search: &mut Search<Self::Board>) -> ControlFlow<Stop> {
        by_rules(self, search)
    }

    /// The count of all solutions as numbered, independent tasks, so that it can be spread over
    /// threads and machines and go on after it was stopped. Default: none, the count is one piece.
    ///
    /// What all tasks need is made here, within the limits of `effort`.
    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        let _ = effort;
        ControlFlow::Continue(None)
    }

    /// Adds up the solutions in `search`, exhaustively. Default: goes through the
    /// [`tasks`](Self::tasks), or lists all solutions where there are none. Override it where there
    /// is a faster way in one piece, by [`Search::count`].
    fn count(&self, search: &mut Search<Self::Board>) -> ControlFlow<Stop> {
        let Some(tasks) = self.tasks(search.effort())? else { return self.search(search) };
        for task in 0..tasks.len() {
            let count = tasks.count(task, search.effort())?;
            search.count(count)?;
        }
        ControlFlow::Continue(())
    }

    /// Checks a complete board against the rules, with no code of the search (grid-utils apart).
    ///
    /// # Errors
    /// The first rule that the board breaks, and where.
    fn check(&self, board: &Self::Board) -> Result<()>;

    /// The answer that the setters ask for, read off a solution. Where any solution will do, a
    /// text that is the same for each, as it is kept in snapshots.
    fn answer(&self, board: &Self::Board) -> String;

    /// What the goals `best` and `record` want to be large; never asked for by the others.
    fn score(&self, board: &Self::Board) -> i128 {
        let _ = board;
        0
    }

    /// The score that a board has to reach for the goal `record`, as the instance states it.
    fn record(&self) -> Option<i128> {
        None
    }

    /// A random valid instance of about this size (of a grid, its rows and columns), for setters and
    /// for random tests. Where [`clued`](Self::clued) reads clues off a board, it has none: it is
    /// what is there before them, such as regions. Elsewhere it is whole, and may have a solution.
    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let _ = (size, random);
        None
    }

    /// The same puzzle with every clue that this solution gives, for setters and for random tests.
    /// None where clues are not read off a board.
    fn clued(&self, board: &Self::Board) -> Option<Self> {
        let _ = board;
        None
    }

    /// What else a reader wants to see of a solution, as name and text: the final die, the areas.
    fn remarks(&self, board: &Self::Board) -> Vec<(&'static str, String)> {
        let _ = board;
        Vec::new()
    }

    /// What else a reader wants to see of an exact count of all solutions, as name and text.
    fn count_remarks(&self, solutions: u128) -> Vec<(&'static str, String)> {
        let _ = solutions;
        Vec::new()
    }

    /// Draws the instance, with a board, complete or not, where there is one.
    ///
    /// The board may come from a user's file, so that it need not have the instance's shape.
    fn picture(&self, board: Option<&Self::Board>) -> Picture {
        Picture::text_block(&board.map_or_else(String::new, ToString::to_string))
    }
}
