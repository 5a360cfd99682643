//! The output of `fill`: how a reader fills in the boards of an instance.

use serde::{Deserialize, Serialize};

/// The unsolved instance, and how it is filled in. Nothing of its solution is in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fill {
    /// The puzzle's slug.
    pub puzzle: String,
    /// What is seen of the picture, as an SVG's `viewBox`.
    pub view_box: String,
    /// The same in cells: left, top, width, height.
    pub extent: [f64; 4],
    /// What stands in the picture, as SVG, without the clues of [`parts`](Self::parts).
    pub picture: String,
    /// The parts of the board; a board without parts is one, without a name.
    pub parts: Vec<FillPart>,
    /// What a reader sees at once to be broken.
    pub limits: Vec<Limit>,
    /// The rules that limits belong to.
    pub rules: Vec<String>,
}

/// A part of a board.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FillPart {
    /// What it is called; empty for the whole board.
    pub name: String,
    /// What stands in front of it in the board's text, line breaks included.
    pub heading: String,
    /// How it is filled in.
    pub kind: FillKind,
    /// Of a grid, or of that of a walk; otherwise 0.
    pub rows: usize,
    /// Likewise.
    pub columns: usize,
    /// Where its first cell stands in the picture (x, y, in cells), if the picture shows its cells.
    pub at: Option<(f64, f64)>,
    /// Where its cells are polygons of the picture: the middle of each (x, y), and the number of
    /// its shape; none for a place that is not a cell.
    pub middles: Vec<Option<(f64, f64, usize)>>,
    /// The corners of cells, from their middles.
    pub shapes: Vec<Vec<(f64, f64)>>,
    /// The words of its cells, by the numbers that they stand for; empty if they are numbers, or
    /// the puzzle's own.
    pub words: Vec<String>,
    /// The signs that words of the puzzle's own are made of, a key for each; empty where they are typed.
    pub signs: String,
    /// The hues of cells whose words begin with a sign, in degrees.
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
    /// The names of the numbers, where they have some.
    pub names: Vec<String>,
    /// Whether cells are named as on a chess board.
    pub chess: bool,
    /// What stands between the values of a list.
    pub separator: String,
    /// How many values stand in a line of a list of lines; otherwise 0.
    pub per_line: usize,
    /// Whether the order of a list is irrelevant.
    pub is_set: bool,
    /// The directions of lines to neighbouring cells: name, rows down, columns to the right.
    pub directions: Vec<(String, i32, i32)>,
    /// For each word, the directions in which lines leave its cell, a bit for each; empty if there are
    /// no lines.
    pub lines: Vec<u8>,
    /// What is expected: "a number from 1 to 9".
    pub expected: String,
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
    /// Cells with words of the puzzle's own.
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

/// What holds of some cells, as a rule states it: bounds for the sum of their numbers, or for how many
/// of them have a value; that they differ, where there are no bounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Limit {
    /// The place of the rule among the rules.
    pub rule: usize,
    /// The cells of all parts, numbered in one row from 0, in ascending order.
    pub cells: Vec<usize>,
    /// The value that is counted; `None` for a sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// What it is at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// What it is at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
}
