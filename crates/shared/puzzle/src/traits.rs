//! The traits that a puzzle implements.

use std::fmt;
use std::ops::ControlFlow;

use anyhow::Result;
use fastrand::Rng;
use grid_utils::Grid;
use picture::Picture;
use protocol::Precision;
use rules::{Bound, Int, Model};

use crate::{Board, Clues, Draft, Effort, Flow, Form, Rules, Search, Stop, Tasks};

/// One puzzle: an instance of it, which can be solved, checked and drawn.
///
/// The type itself is the instance, as serde reads it from a TOML file; give it
/// `#[serde(deny_unknown_fields)]`, so that a misspelt key is an error and not a surprise. The trait
/// has no types of its own and no generic methods, so that all that works on puzzles is compiled once.
pub trait Puzzle {
    /// Shape and words of its boards.
    fn form(&self) -> Form;

    /// Refuses what has no meaning, as far as the types of the keys leave it open. An instance that
    /// merely cannot be solved is no error.
    ///
    /// # Errors
    /// Names the key and, for a grid, row and column, and says what was expected.
    fn validate(&self) -> Result<()> {
        Ok(())
    }

    /// States the rules as constraints on the cells of the board (rows x columns): each is a number with
    /// the values that the [form](Form::variables) allows there, and 0 where the cell may be empty.
    /// Default: they cannot be [stated](Model::unstated).
    fn rules(&self, model: &mut Model, cells: &Grid<Int>) {
        let _ = cells;
        model.unstated();
    }

    /// States the rules as constraints in an empty model, and says how a board is read off a solution of
    /// them: for boards whose cells are not variables of their own. `None` if the rules cannot be stated.
    /// Default: the [`rules`](Self::rules) of a grid.
    fn constraints(&self, mut model: Model) -> Option<Rules> {
        let form = self.form();
        let state = |model: &mut Model| {
            let cells = form.variables(model)?;
            self.rules(model, &cells);
            model.is_stated().then_some(cells)
        };
        // Without rules, cells may have more values than there is memory for.
        state(&mut Model::within(Bound::nothing()))?;
        let cells = state(&mut model)?;
        Some(form.solved(model, &cells))
    }

    /// Reports every solution to `search`, exhaustively, unless it says stop. For the goal `best`,
    /// each board that is reported has a higher [score](Answer::score) than the one before; for
    /// `record`, each reaches the [`record`](Self::record), see [`Search::attempts`]; for `value`, the
    /// one board is reported by [`Search::value`].
    ///
    /// Default: solves the [`rules`](Self::rules).
    fn search(&self, search: &mut Search) -> Flow {
        search.by_rules(&|model| self.constraints(model))
    }

    /// The names of the ways to search, the fastest first: lower-case words joined by hyphens.
    /// [`search`](Self::search) goes the [way](Search::strategy) that was asked for. Default: there
    /// is one, which needs no name.
    fn strategies(&self) -> &'static [&'static str] {
        &["default"]
    }

    /// Whether [`search`](Self::search) may report a board twice. Then the boards that were reported are
    /// remembered, as far as there is memory. Default: it does not.
    fn may_repeat(&self) -> bool {
        false
    }

    /// What the goals `count` and `record` need beside a search. Default: nothing.
    fn extension(&self) -> Extension<'_> {
        Extension::None
    }

    /// Checks a complete board against the rules, with no code of the search (grid-utils apart). Form,
    /// words, given values and [`clues`](Self::clues) are known to be right, and no cell is open.
    ///
    /// # Errors
    /// The first rule that the board breaks, and where.
    fn check(&self, board: &Board) -> Result<()>;

    /// The clues of the instance that are functions of a finished board: checked, made and drawn as
    /// such.
    fn clues(&self) -> Vec<Clues<'_>> {
        Vec::new()
    }

    /// The answer that the setters ask for, read off a solution, with what else a reader wants to see.
    /// Default: the board itself.
    fn answer(&self, board: &Board) -> Answer {
        Answer::new(self.form().write(board))
    }

    /// Draws what the [form](Form::picture) and the clues do not: regions, given values, the walk.
    fn draw(&self, picture: &mut Picture, board: Option<&Board>) {
        let _ = (picture, board);
    }

    /// Draws the instance, with a board, complete or not, where there is one. Default: the form's
    /// picture with the clues, and what [`draw`](Self::draw) adds.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = self.form().picture(board);
        for clues in self.clues() {
            clues.draw(&mut picture);
        }
        self.draw(&mut picture, board);
        picture
    }
}

/// Makes instances, for setters and for random tests. The default makes none.
pub trait Setter: Puzzle {
    /// The sizes of which [`random`](Self::random) makes instances, in ascending order. Default: 1 to
    /// 20.
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    /// Makes a random valid instance of this size (of a grid, its rows and columns) or of one nearby:
    /// setters only ask for one of the [`sizes`](Self::sizes), tests for any from 1 to the largest of
    /// them. Where clues are read off a board, the instance has none: it is what is there before them,
    /// such as regions. Elsewhere it is whole, and may have a solution.
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let _ = (size, random);
        None
    }

    /// What an instance holds in a cell or at a line whose clue is left out. Default: `.`
    fn no_clue(&self) -> &'static str {
        "."
    }

    /// The keys of the instance with every clue that a solution gives; they replace those of the
    /// instance. `None` where clues are not read off a board. `others` are boards that kept clues chosen
    /// before: where a puzzle has a choice of clues, it takes some that the others do not keep.
    /// Default: the [`clues`](Puzzle::clues).
    fn clued(&self, board: &Board, others: &[Board]) -> Option<Draft> {
        let _ = others;
        let clues = self.clues();
        let mut draft = Draft::new();
        for clues in &clues {
            clues.put(board, &mut draft);
        }
        (!clues.is_empty()).then_some(draft)
    }
}

/// Checks all that is known of a complete board of the puzzle's form: that no cell is open and given
/// values are kept, the rules, and the clues.
///
/// # Errors
/// The first rule that the board breaks, and where.
pub fn check(puzzle: &dyn Puzzle, board: &Board) -> Result<()> {
    puzzle.form().check(board)?;
    puzzle.check(board)?;
    puzzle.clues().iter().try_for_each(|clues| clues.check(board))
}

/// Whether the rules of an instance can be stated as constraints, however many they are.
pub fn states_rules(puzzle: &dyn Puzzle) -> bool {
    puzzle.constraints(Model::within(Bound::nothing())).is_some()
}

/// Makes a random instance of a size, or of the largest [size](Setter::sizes) where it is beyond that.
pub fn random(setter: &dyn Setter, size: usize, random: &mut Rng) -> Option<Draft> {
    let largest = setter.sizes().pop().unwrap_or(size);
    setter.random(size.clamp(1, largest), random)
}

/// What some goals need beside a search.
pub enum Extension<'p> {
    /// Nothing.
    None,
    /// A faster way to count all solutions than to list them.
    Counting(&'p dyn Counting),
    /// Attempts at the goal `record`.
    Record(&'p dyn Record),
}

/// A record to be reached, by attempts that differ by their seeds.
pub trait Record {
    /// The score that a board has to reach, as the instance states it.
    fn record(&self) -> i128;

    /// Makes one attempt, such as a simulated annealing: all that is random in it comes from `seed`, so
    /// that anybody can repeat it alone. It ends by itself, and hands complete boards to
    /// [`Search::scored`].
    fn attempt(&self, seed: u64, search: &mut Search) -> Flow;
}

impl<'p> Extension<'p> {
    /// The faster way to count.
    #[must_use]
    pub fn counting(self) -> Option<&'p dyn Counting> {
        if let Self::Counting(counting) = self { Some(counting) } else { None }
    }

    /// The attempts at a record.
    #[must_use]
    pub fn record(self) -> Option<&'p dyn Record> {
        if let Self::Record(record) = self { Some(record) } else { None }
    }
}

/// Counts all solutions without listing them.
pub trait Counting {
    /// The count as numbered, independent tasks, so that it can be spread over threads and machines
    /// and go on after it was stopped. Default: none, the count is one piece.
    ///
    /// What all tasks need is made here, within the limits of `effort`.
    fn tasks(&self, effort: &mut Effort) -> ControlFlow<Stop, Option<Box<dyn Tasks + '_>>> {
        let _ = effort;
        ControlFlow::Continue(None)
    }

    /// Adds up the solutions in `search` in one piece, by [`Search::count`].
    fn count(&self, search: &mut Search) -> Flow;

    /// What else a reader wants to see of an exact count, as name and text.
    fn remarks(&self, solutions: u128) -> Vec<(&'static str, String)> {
        let _ = solutions;
        Vec::new()
    }
}

/// What is read off a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What the setters ask for. Where any solution will do, a text that is the same for each, as it
    /// is kept in snapshots.
    pub text: String,
    /// What else a reader wants to see of the solution, as name and text: the final die, the areas.
    pub remarks: Vec<(&'static str, String)>,
    /// What the goals `best` and `record` want to be large.
    pub score: i128,
    /// Of the goal `value`: how well the text is known.
    pub precision: Precision,
}

impl Answer {
    /// An answer without remarks. Its text is one line wherever it is shown: lines are folded.
    ///
    /// ```
    /// assert_eq!(puzzle::Answer::new("1 2\n3 4\n").text, "1 2 / 3 4");
    /// ```
    pub fn new(text: impl fmt::Display) -> Self {
        let text = text.to_string();
        Self { text: text.lines().collect::<Vec<_>>().join(" / "), ..Self::default() }
    }

    /// An answer whose digits follow from bounds of the number that is asked for.
    pub fn enclosed(text: impl fmt::Display) -> Self {
        Self { precision: Precision::Enclosed, ..Self::new(text) }
    }

    /// An answer that is the score; one beyond 127 bits counts as the largest.
    pub fn of_score(score: impl fmt::Display + TryInto<i128>) -> Self {
        let text = score.to_string();
        Self { text, ..Self::default() }.score(score)
    }

    /// With a remark.
    #[must_use]
    pub fn remark(mut self, name: &'static str, text: impl fmt::Display) -> Self {
        self.remarks.push((name, text.to_string()));
        self
    }

    /// With a score; one beyond 127 bits counts as the largest.
    #[must_use]
    pub fn score(mut self, score: impl TryInto<i128>) -> Self {
        self.score = score.try_into().unwrap_or(i128::MAX);
        self
    }
}
