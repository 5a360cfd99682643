//! # Tile and Trouble 2
//!
//! *Jane Street, February 2019.* The tiles of a set of letters lie on a board in alphabetical
//! order, row by row, the blanks last. A knight visits every cell once. Most of the letters on its
//! tour are given, in their order. The answer is the word formed by the four letters marked `?`.
//!
//! ```text
//! A E H I      5  2  7 10      The letters are OEONA..L????, so the knight begins on an O,
//! L N N O      8 11  4  1      and jumps to the E. This is the only tour with these letters;
//! O O P T      3  6  9 12      it ends with the word PINT.
//! ```
//!
//! The board may be any rectangle with up to 15 rows and columns, the letters are A to Z.
//!
//! ## Idea
//! Each cell has a step of the tour, and each step needs a cell a jump away from that of the
//! previous step. A given letter restricts its step to the few cells with this letter. As there are
//! as many steps as cells, no cell is left out. The rules state this as well, as the solver does
//! not count.
//!
//! Few letters leave most steps open for long. Therefore the rules also have a flag for each jump,
//! whatever its step: a cell has two, at the ends of the tour one, so one with two neighbours left
//! needs both. With a tenth to a fifth of the letters on 10 x 10 cells, the search often has a
//! hundredth of the nodes. Larger boards need more letters to be solved soon.

use std::collections::BTreeMap;

use grid_puzzles::check_size;
use grid_utils::KNIGHT_STEPS;
use knight_moves::constraints::{Walk, walk};
use knight_moves::{LARGEST_SIZE, draw};
use puzzle::prelude::*;

/// Tiles, and the letters that a knight meets on them. A blank is `_`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileAndTrouble2 {
    /// The letters along the tour, in the shape of the board: `.` for an unknown letter, `?` for
    /// one of the answer.
    letters: Grid<char>,
    /// The number of tiles with each letter, and of blanks.
    tiles: BTreeMap<char, usize>,
}

/// An unknown letter along the tour.
const UNKNOWN: char = '.';
/// A letter along the tour that belongs to the answer.
const ASKED: char = '?';
/// A blank tile; in the order of characters it comes after the letters.
const BLANK: char = '_';

fn is_tile(letter: char) -> bool {
    letter.is_ascii_uppercase() || letter == BLANK
}

puzzle::program!(TileAndTrouble2, explained);

impl TileAndTrouble2 {
    /// Returns the board: the tiles in alphabetical order.
    fn board(&self) -> Grid<char> {
        let mut tiles = self.tiles.iter().flat_map(|(&tile, &count)| vec![tile; count]);
        self.letters.map(|_, _| tiles.next().expect("there are as many tiles as letters"))
    }

    /// Returns the numbers of the steps with a given letter, and the cells with this letter.
    fn given(&self) -> Vec<(usize, Vec<Cell>)> {
        let board = self.board();
        let cells_of = board.iter().map(|(cell, tile)| (tile, cell)).into_group_map();
        let cells = |letter| cells_of.get(letter).cloned().unwrap_or_default();
        let steps = (1..).zip(self.letters.values()).filter(|(_, letter)| is_tile(**letter));
        steps.map(|(step, letter)| (step, cells(letter))).collect()
    }

    /// Returns the tiles along a tour.
    fn tiles_along(&self, board: &Board) -> Result<Vec<char>> {
        let tiles = self.board();
        Ok(knight_moves::check::walk(board)?.into_iter().map(|cell| tiles[cell]).collect())
    }

    /// States that each cell has jumps to two others, whose numbers are one less and one more, or at
    /// the ends of the tour to one. This follows from the rules of the walk.
    fn state_jumps(&self, model: &mut Model, number: &Grid<Int>) {
        let (board, last) = (self.board(), number.len());
        let letters = || self.letters.values();
        let mut jumps = number.map(|_, _| Vec::new());
        for one in number.cells() {
            for other in number.at_steps(one, &KNIGHT_STEPS).filter(|&other| one < other) {
                let is_jump = model.flag();
                for (here, there) in [(one, other), (other, one)] {
                    jumps[here].push(is_jump);
                    // Numbers that the letters exclude need no more; most are, so this is short.
                    for ((step, is_here), &letter) in number[here].values().skip(1).zip(letters()) {
                        if !is_tile(letter) || letter == board[here] {
                            let [before, after] = [step - 1, step + 1].map(|n| number[there].is(n));
                            model.implied(any([!is_jump, !is_here, before, after]));
                        }
                    }
                }
            }
        }
        for (cell, here) in number {
            model.implied((sum(&jumps[cell]) + here.is(1) + here.is(last)).equals(2));
        }
    }
}

impl Puzzle for TileAndTrouble2 {
    fn form(&self) -> Form {
        let cells = i64::try_from(self.letters.len()).unwrap_or(i64::MAX);
        Form::numbers(self.letters.rows(), self.letters.columns(), 1..=cells)
    }

    fn validate(&self) -> Result<()> {
        check_size("letters", &self.letters, (LARGEST_SIZE, LARGEST_SIZE))?;
        for (cell, &letter) in &self.letters {
            ensure!(
                is_tile(letter) || [UNKNOWN, ASKED].contains(&letter),
                "`letters`, {}: expected a letter from A to Z, `_`, `.` or \
                 `?` and found \"{letter}\"",
                cell.in_words()
            );
        }
        ensure!(
            self.letters.values().contains(&ASKED),
            "`letters` has no `?`; expected one for each letter of the answer"
        );
        for &tile in self.tiles.keys() {
            ensure!(
                is_tile(tile),
                "`tiles`: expected a letter from A to Z or `_` and found \"{tile}\""
            );
        }
        let tiles = self.tiles.values().fold(0, |sum: usize, &count| sum.saturating_add(count));
        let cells = self.letters.len();
        ensure!(
            tiles == cells,
            "`tiles` are {tiles} in all; expected {cells}, as many as `letters`"
        );
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        let cells = i64::try_from(self.letters.len()).expect("there are at most 225");
        let no_numbers = self.letters.map(|_, _| None);
        let Walk { number, .. } = walk(model, &no_numbers, [cells]);
        self.state_jumps(model, &number);
        model.rule("It visits every cell, and meets the given letters in their order.");
        for (step, cells) in self.given() {
            let step = i64::try_from(step).expect("there are at most 225");
            model
                .at(format!("the letter of step {step}"))
                .require(any(cells.into_iter().map(|cell| number[cell].is(step))));
        }
        // This follows, as there are as many steps as cells.
        for (cell, number) in &number {
            model.at(cell).implied(number.is_not(0));
        }
        board.set_cells(&number);
    }

    fn check(&self, board: &Board) -> Result<()> {
        for (step, (&given, tile)) in (1..).zip(self.letters.values().zip(self.tiles_along(board)?))
        {
            ensure!(!is_tile(given) || given == tile, "{step} stands on {tile} instead of {given}");
        }
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let tiles = self.tiles_along(board).unwrap_or_default();
        let asked = self.letters.values().zip(&tiles).filter(|(letter, _)| **letter == ASKED);
        Answer::new(asked.map(|(_, tile)| tile).format(""))
            .remark("letters along the tour", tiles.iter().format(""))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = Picture::grid(self.letters.rows(), self.letters.columns());
        for (cell, tile) in &self.board() {
            picture.text(cell, &tile.to_string(), Ink::Given);
        }
        let Some(board) = board else {
            let letters = self.letters.row_slices().map(|row| row.iter().format("")).join(" ");
            picture.caption(["The letters along the tour:".to_owned(), letters]);
            return picture;
        };
        draw::jumps(&mut picture, Some(board));
        let asked: Vec<bool> = self.letters.values().map(|&letter| letter == ASKED).collect();
        for (cell, number) in board.grid() {
            let Some(number) = *number else { continue };
            picture.small_text(cell, Corner::TopLeft, &number.to_string(), Ink::Found);
            if usize::try_from(number - 1).is_ok_and(|step| asked[step]) {
                picture.fill(cell, Tint::Highlight);
            }
        }
        picture
    }
}

impl Setter for TileAndTrouble2 {
    /// Makes boards that have a tour, with any tiles.
    fn sizes(&self) -> Vec<usize> {
        (1..=LARGEST_SIZE).filter(|&size| size != 2).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let (rows, columns) = match size {
            ..=1 => (1, 1),
            2..=4 => (3, 4),
            _ => (size, (size + random.usize(..2)).min(LARGEST_SIZE)),
        };
        let letters = Grid::from_fn(rows, columns, |Cell { row, column }| {
            if row + 1 == rows && column < 4 { ASKED } else { UNKNOWN }
        });
        let mut draft = Draft::new().text("letters", letters);
        let tiles = (0..rows * columns).map(|_| match random.u8(b'A'..=b'Z' + 1) {
            letter @ b'A'..=b'Z' => letter.into(),
            _ => BLANK,
        });
        for (tile, count) in tiles.counts().into_iter().sorted() {
            draft.put(&format!("tiles.{tile}"), i64::try_from(count).unwrap_or(i64::MAX));
        }
        Some(draft)
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let mut tiles = self.tiles_along(board).ok()?.into_iter();
        let letters = self.letters.map(|_, &letter| match (letter, tiles.next()) {
            (UNKNOWN, Some(tile)) => tile,
            _ => letter,
        });
        Some(Draft::new().text("letters", letters))
    }
}
