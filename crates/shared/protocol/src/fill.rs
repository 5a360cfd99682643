//! The output of `fill`: how a reader fills in the boards of an instance.

use serde::{Deserialize, Serialize};

/// The unsolved instance, and how it is filled in, without its solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fill {
    /// The puzzle's slug.
    pub puzzle: String,
    /// The visible part of the picture, as an SVG's `viewBox`.
    pub view_box: String,
    /// The same in cells: left, top, width, height.
    pub extent: [f64; 4],
    /// The content of the picture as SVG, without the clues of [`parts`](Self::parts).
    pub picture: String,
    /// The parts of the board; a board without parts is one unnamed part.
    pub parts: Vec<FillPart>,
    /// Constraints whose violation a reader sees at once.
    pub limits: Vec<Limit>,
    /// The rules that limits belong to.
    pub rules: Vec<String>,
    /// The instance, as canonical TOML.
    #[serde(default)]
    pub instance: String,
}

/// A part of a board.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FillPart {
    /// Its name; empty for the whole board.
    pub name: String,
    /// The text before it in the board's text, with line breaks.
    pub heading: String,
    /// How it is filled in.
    pub kind: FillKind,
    /// Rows of a grid, or of a walk's grid; otherwise 0.
    pub rows: usize,
    /// Columns of a grid, or of a walk's grid; otherwise 0.
    pub columns: usize,
    /// The place of its first cell in the picture (x, y, in cells), if the picture shows its cells.
    pub at: Option<(f64, f64)>,
    /// For cells that are polygons of the picture: the centre of each (x, y), and the index of its
    /// shape; `None` where there is no cell.
    pub middles: Vec<Option<(f64, f64, usize)>>,
    /// The corners of cells, relative to their centres.
    pub shapes: Vec<Vec<(f64, f64)>>,
    /// The words of its cells, by their numbers; empty for numbers and for words specific to the
    /// puzzle.
    pub words: Vec<String>,
    /// The words that are drawn as more than a text.
    pub drawn: Vec<DrawnWord>,
    /// The characters of words specific to the puzzle, a key for each; empty if they are typed.
    pub signs: String,
    /// The hues of cells whose words begin with a character, in degrees.
    pub hues: Vec<(char, u16)>,
    /// The smallest number of a cell; an empty one counts as 0.
    pub least: i64,
    /// The largest one.
    pub most: i64,
    /// Whether cells may stay empty.
    pub blanks: bool,
    /// Whether words only distinguish pieces.
    pub free: bool,
    /// The words that are given, by their places in reading order.
    pub given: Vec<(usize, String)>,
    /// The clues in the middle of cells, likewise.
    pub clues: Vec<(usize, String)>,
    /// The names of the numbers, if they have any.
    pub names: Vec<String>,
    /// Whether cells are named as on a chess board.
    pub chess: bool,
    /// The separator of a list's values.
    pub separator: String,
    /// Values per line of a list of lines; otherwise 0.
    pub per_line: usize,
    /// Whether the order of a list is irrelevant.
    pub is_set: bool,
    /// The directions of lines to neighbouring cells: name, rows down, columns to the right.
    pub directions: Vec<(String, i32, i32)>,
    /// For each word, the directions in which lines leave its cell, a bit for each; empty if there
    /// are no lines.
    pub lines: Vec<u8>,
    /// What is expected: "a number from 1 to 9".
    pub expected: String,
}

/// A word that is drawn, as in the picture of the solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DrawnWord {
    /// The word.
    pub word: String,
    /// What it stands for: `a lamp`.
    pub said: String,
    /// The background of its cell, as an SVG of the size of a cell; empty if there is none.
    pub ground: String,
    /// What is drawn on it, likewise.
    pub sign: String,
    /// For each place of the part, the other places that get the same background; empty if there are
    /// none.
    pub reach: Vec<Vec<usize>>,
}

/// How a part of a board is filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FillKind {
    /// Cells with numbers.
    Numbers,
    /// Cells with words, which are listed.
    Words,
    /// Cells that are shaded, `#`, or not, `-`.
    Shading,
    /// Cells with words specific to the puzzle.
    Own,
    /// Numbers with names.
    Named,
    /// Steps over the cells of a grid.
    Walk,
    /// A list of words.
    List,
    /// A line of text.
    #[default]
    Line,
}

/// A constraint of a rule on some cells: bounds of the sum of their numbers, or of the count of a
/// value; without bounds, all-different.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Limit {
    /// Index of the rule.
    pub rule: usize,
    /// The cells in ascending order, numbered consecutively from 0 over all parts.
    pub cells: Vec<usize>,
    /// The value that is counted; `None` for a sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Lower bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// Upper bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
}
