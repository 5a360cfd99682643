//! The traits that a puzzle implements.

use std::fmt;
use std::ops::ControlFlow;

use anyhow::Result;
use grid_utils::Cell;
use picture::Picture;
use protocol::Precision;
use rules::Model;

use crate::{Board, Clues, Draft, Effort, Flow, Form, Rng, Search, Site, Stop, Tasks, Unknown};

/// One puzzle: an instance of it, which can be solved, checked and drawn.
///
/// The type itself is the instance, as serde reads it from a TOML file; give it
/// `#[serde(deny_unknown_fields)]`, so that a misspelt key is an error. The trait has no associated
/// types and no generic methods, so that code for all puzzles is compiled once.
pub trait Puzzle {
    /// Returns shape and words of its boards.
    fn form(&self) -> Form;

    /// Refuses meaningless instances that the types of the keys admit. An unsolvable instance is
    /// not an error.
    ///
    /// # Errors
    /// Names the key and, for a grid, row and column, and says what was expected.
    fn validate(&self) -> Result<()> {
        Ok(())
    }

    /// States the rules as constraints in an empty model, and says which numbers the board shows:
    /// mostly its [cells](Unknown::cells).
    ///
    /// Default: they are [not written](Model::unwritten). A puzzle that is solved by a search alone
    /// says so where its [program](crate::program) is declared.
    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let _ = board;
        model.unwritten();
    }

    /// Reports every solution to `search`, exhaustively, unless told to stop. For the goal `best`,
    /// each reported board has a higher [score](Answer::score) than the previous one; for `record`,
    /// each reaches the [`record`](Record::record), see [`Search::attempts`]; for `value`, the only
    /// board is reported by [`Search::value`].
    ///
    /// Default: solves the [`rules`](Self::rules). A puzzle with a search of its own says so where its
    /// [program](crate::program) is declared.
    fn search(&self, search: &mut Search) -> Flow {
        search.by_rules()
    }

    /// Returns the names of the strategies, the fastest first: lower-case words joined by hyphens.
    /// [`search`](Self::search) follows the [requested one](Search::strategy). Default: one
    /// strategy without a name.
    fn strategies(&self) -> &'static [&'static str] {
        &["default"]
    }

    /// Returns whether [`search`](Self::search) may report a board twice. Reported boards are then
    /// remembered, as far as memory allows. Default: false.
    fn may_repeat(&self) -> bool {
        false
    }

    /// Returns what the goals `count` and `record` need beside a search. Default: nothing.
    fn extension(&self) -> Extension<'_> {
        Extension::None
    }

    /// Checks a complete board against the rules, without code of the rules or the search, except
    /// the instance and grid-utils. Form, words, given values and [`clues`](Self::clues) are
    /// already checked, and no cell is open.
    ///
    /// # Errors
    /// Names the first rule that the board breaks, and the place.
    fn check(&self, board: &Board) -> Result<()>;

    /// Returns the clues that are functions of a finished board, which are checked, made and drawn
    /// as such.
    fn clues(&self) -> Vec<Clues<'_>> {
        Vec::new()
    }

    /// Returns the sites of given clues that a board, which may be incomplete, keeps, and how many
    /// clues stand at each of them. Default: the [`clues`](Self::clues), one at each site.
    fn kept(&self, board: &Board) -> Vec<(Site, usize)> {
        defaults::kept(self.clues(), board)
    }

    /// Returns the answer that the setters ask for, read off a solution, with remarks for readers.
    /// Default: the board itself.
    fn answer(&self, board: &Board) -> Answer {
        defaults::answer(self.form(), board)
    }

    /// Draws what the [form](Form::picture) and the clues omit: regions, given values, the walk.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let _ = (picture, board);
    }

    /// Draws the instance with an optional board, complete or not. Default: the form's picture with
    /// the clues and the additions of [`draw`](Self::draw).
    fn picture(&self, board: Option<&Board>) -> Picture {
        defaults::picture(self.form(), self.clues(), board, &|picture| self.draw(picture, board))
    }
}

/// Makes instances, for setters and for random tests. By default none are made.
pub trait Setter: Puzzle {
    /// Returns the sizes that [`random`](Self::random) supports, in ascending order. Default: 1 to
    /// 20.
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    /// Makes a random valid instance of this size (of a grid, its rows and columns) or of one
    /// nearby: setters only ask for one of the [`sizes`](Self::sizes), tests for any from 1 to the
    /// largest of them. If clues are read off a board, the instance only has what precedes them,
    /// such as regions. Otherwise it is complete, and may have a solution.
    ///
    /// Default: a square [rectangle](Self::random_rectangle).
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        self.random_rectangle(size, size, random)
    }

    /// Does the same for a grid of these rows and columns, each one of the
    /// [`sizes`](Self::sizes). Default: `None`, the puzzle has no rectangles of any shape.
    fn random_rectangle(&self, rows: usize, columns: usize, random: &mut Rng) -> Option<Draft> {
        let _ = (rows, columns, random);
        None
    }

    /// Returns the text of an omitted clue of a cell or line. Default: `.`
    fn no_clue(&self) -> &'static str {
        "."
    }

    /// Returns the keys of the instance with every clue of a solution; they replace those of the
    /// instance. `None` if clues are not read off a board. `others` are boards that kept earlier
    /// clues: a puzzle with a choice of clues takes some that these boards violate. The instance may
    /// have clues of an earlier choice. Default: the [`clues`](Puzzle::clues).
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let _ = others;
        defaults::clued(self.clues(), board)
    }

    /// Returns boards that differ from a valid one at a cell, and perhaps beside it; they may be
    /// invalid. Where no clues exclude a second solution, `make` continues with a valid one of
    /// them. Default: none.
    fn changed(&self, board: &Board, at: Cell) -> Vec<Board> {
        let _ = (board, at);
        Vec::new()
    }
}

/// What methods do by default. It does not depend on the type of the puzzle: in the traits, it would
/// be compiled anew for each of them.
#[expect(clippy::needless_pass_by_value, reason = "dropping them is code, too")]
mod defaults {
    use picture::Picture;

    use super::Answer;
    use crate::{Board, Clues, Draft, Form, Site};

    pub(super) fn kept(clues: Vec<Clues<'_>>, board: &Board) -> Vec<(Site, usize)> {
        clues.iter().flat_map(|clues| clues.kept(board)).map(|site| (site, 1)).collect()
    }

    pub(super) fn answer(form: Form, board: &Board) -> Answer {
        Answer::new(form.write(board))
    }

    pub(super) fn picture(
        form: Form,
        clues: Vec<Clues<'_>>,
        board: Option<&Board>,
        draw: &dyn Fn(&mut Picture),
    ) -> Picture {
        let mut picture = form.picture(board);
        for clues in clues {
            clues.draw(&mut picture);
        }
        draw(&mut picture);
        picture
    }

    pub(super) fn clued(clues: Vec<Clues<'_>>, board: &Board) -> Option<Draft> {
        let mut draft = Draft::new();
        for clues in &clues {
            clues.put(board, &mut draft);
        }
        (!clues.is_empty()).then_some(draft)
    }
}

/// Checks a complete board of the puzzle's form: no open cells, given values, rules, and clues.
///
/// # Errors
/// Names the first rule that the board breaks, and the place.
pub fn check(puzzle: &dyn Puzzle, board: &Board) -> Result<()> {
    puzzle.form().check(board)?;
    puzzle.check(board)?;
    puzzle.clues().iter().try_for_each(|clues| clues.check(board))
}

/// Makes a random instance of a size, at most the largest [size](Setter::sizes).
pub fn random(setter: &dyn Setter, size: usize, random: &mut Rng) -> Option<Draft> {
    let largest = setter.sizes().pop().unwrap_or(size);
    setter.random(size.clamp(1, largest), random)
}

/// Functions that some goals need beside a search.
pub enum Extension<'p> {
    /// Nothing.
    None,
    /// A faster way to count all solutions than to list them.
    Counting(&'p dyn Counting),
    /// Attempts at the goal `record`.
    Record(&'p dyn Record),
}

/// A record to be reached by seeded attempts.
pub trait Record {
    /// Returns the score that a board has to reach according to the instance.
    fn record(&self) -> i128;

    /// Makes one attempt, such as a simulated annealing: all randomness comes from `seed`, so that
    /// it can be reproduced. It ends by itself and passes complete boards to [`Search::scored`].
    fn attempt(&self, seed: u64, search: &mut Search) -> Flow;
}

impl<'p> Extension<'p> {
    /// Returns the faster way to count, if there is one.
    #[must_use]
    pub fn counting(self) -> Option<&'p dyn Counting> {
        if let Self::Counting(counting) = self { Some(counting) } else { None }
    }

    /// Returns the attempts at a record, if there are any.
    #[must_use]
    pub fn record(self) -> Option<&'p dyn Record> {
        if let Self::Record(record) = self { Some(record) } else { None }
    }
}

/// Counts all solutions without listing them.
pub trait Counting {
    /// Returns the count as numbered, independent tasks, which can be distributed over threads and
    /// machines and resumed. Default: `None`, the count is not divided.
    ///
    /// Data shared by all tasks is prepared here, within the limits of `effort`.
    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        let _ = effort;
        ControlFlow::Continue(None)
    }

    /// Adds up the solutions in `search` in one piece, by [`Search::count`].
    fn count(&self, search: &mut Search) -> Flow;

    /// Returns remarks about an exact count, as names and texts.
    fn remarks(&self, solutions: u128) -> Vec<(&'static str, String)> {
        let _ = solutions;
        Vec::new()
    }
}

/// The answer that is read off a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What the setters ask for. If any solution will do, a text that is the same for all, since
    /// snapshots hold it.
    pub text: String,
    /// Remarks about the solution, as names and texts: the final die, the areas.
    pub remarks: Vec<(&'static str, String)>,
    /// The score that the goals `best` and `record` maximize.
    pub score: i128,
    /// For the goal `value`: how precisely the text is known.
    pub precision: Precision,
}

impl Answer {
    /// Creates an answer without remarks. Its lines are joined to one.
    ///
    /// ```
    /// assert_eq!(puzzle::Answer::new("1 2\n3 4\n").text, "1 2 / 3 4");
    /// ```
    pub fn new(text: impl fmt::Display) -> Self {
        Self::of_lines(&text.to_string())
    }

    /// Joins the lines: apart from the text's type, so that it is compiled once.
    fn of_lines(text: &str) -> Self {
        Self { text: text.lines().collect::<Vec<_>>().join(" / "), ..Self::default() }
    }

    /// Creates an answer whose digits follow from bounds of the wanted number.
    pub fn enclosed(text: impl fmt::Display) -> Self {
        Self { precision: Precision::Enclosed, ..Self::new(text) }
    }

    /// Creates an answer equal to its score, which is capped at 127 bits.
    pub fn of_score(score: impl fmt::Display + TryInto<i128>) -> Self {
        let text = score.to_string();
        Self { text, ..Self::default() }.score(score)
    }

    /// Adds a remark.
    #[must_use]
    pub fn remark(mut self, name: &'static str, text: impl fmt::Display) -> Self {
        self.remarks.push((name, text.to_string()));
        self
    }

    /// Sets the score, capped at 127 bits.
    #[must_use]
    pub fn score(mut self, score: impl TryInto<i128>) -> Self {
        self.score = score.try_into().unwrap_or(i128::MAX);
        self
    }
}
