//! Pages to print, from the runner to the viewer: a book's new instances, family by family, and
//! the puzzles of a contact sheet.

use serde::{Deserialize, Serialize};

use crate::{Fill, Grade};

/// A book of puzzles to print.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Book {
    /// The title on its first page.
    pub title: String,
    /// Who made it; empty if nobody is named.
    #[serde(default)]
    pub author: String,
    /// The address of a gallery in which its puzzles are filled in.
    #[serde(default)]
    pub gallery: String,
    /// How hard the puzzles are: `easy to hard`.
    pub grades: String,
    /// The command that makes the same book again.
    pub command: String,
    /// The puzzles, by family.
    pub chapters: Vec<Chapter>,
}

/// The puzzles of a family.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chapter {
    /// The title of the puzzle that they are modelled on.
    pub title: String,
    /// Publisher and date of that puzzle; empty if unknown.
    pub origin: String,
    /// The rules common to all of them.
    pub rules: Vec<String>,
    /// The question common to all of them.
    pub question: Option<String>,
    /// A small instance, unsolved and solved, as SVG.
    #[serde(default)]
    pub example: Option<[String; 2]>,
    /// The puzzles, the easiest first.
    pub problems: Vec<Problem>,
}

/// A puzzle of a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Its number in the book, from 1.
    pub number: usize,
    /// Its code for the program's `--code`: `hooks-5:6:7003`.
    pub code: String,
    /// How hard its explanation is.
    pub grade: Grade,
    /// Rules specific to this puzzle, such as a sum to reach.
    pub rules: Vec<String>,
    /// Its question, until those of a chapter are compared: then it is the chapter's or the last of
    /// the rules.
    #[serde(default)]
    pub question: Option<String>,
    /// The unsolved puzzle, as SVG.
    pub unsolved: String,
    /// The solution, as SVG.
    pub solved: String,
    /// The answer.
    pub answer: Option<String>,
    /// The solution, as text.
    #[serde(default)]
    pub board: String,
    /// How it is filled in; `None` if it has no QR code.
    #[serde(default)]
    pub fill: Option<Fill>,
    /// Hints, each saying more than the one before.
    #[serde(default)]
    pub hints: Vec<String>,
}

/// A puzzle of a contact sheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pictured {
    /// Its title.
    pub title: String,
    /// The unsolved puzzle, as SVG; `None` if it cannot be drawn.
    pub unsolved: Option<String>,
    /// The solution, as SVG.
    pub solved: Option<String>,
}
