//! # Superflip
//!
//! *Jane Street, September 2014.* The stickers of a 3 x 3 x 3 cube carry letters. Turn its faces
//! until every edge is flipped in its place and every corner is as it was: the superflip. Then the
//! letters of the faces U, L, B, R, F, D, row by row, ask for a number.
//!
//! ```text
//! W I A     W H A      The face U before and after: its edge with B carries I and H, that with L
//! U I R     T I S      carries U and T, that with R carries R and S, and that with F carries E and H.
//! T E E     T H E      The superflip swaps the two letters of each edge.
//! ```
//!
//! ## Boards
//! The question without spaces, turns that produce the superflip, and the number. A turn is the
//! letter of its face: `F` is a clockwise quarter turn, `F'` its inverse, `F2` a half turn.
//!
//! ## Derivation
//! Corners and centres stay, so 30 of the 54 letters can be read at once, and the other 24 change
//! places in twelve pairs. The question begins WHAT IS THE NUMBER OF STICKERS ON A RUBIKS CUBE,
//! followed by powers; the stickers are 6 x 9.
//!
//! Turns are harder to find: no superflip takes fewer than 20, far too many for exhaustive search.
//! But the superflip looks the same from all sides, so a phrase repeated from different sides may
//! produce it. The search takes phrases of alternating turns of the faces U and L, shorter ones
//! first, and repeats each up to six times, each time moving the cube by one of its 48 symmetries,
//! mirror images included. A phrase of six turns, repeated six times, produces the superflip.
//!
//! ## The second way
//! The search represents the cube as 54 points in space, moved by rotations. The checker has six
//! flat faces: a turn moves the nine letters of a face and the four strips around it, which are
//! listed. It makes the turns of the board one after the other, finds the place of each of the 54
//! stickers, and reads the question there. It divides the number by 54 as often as possible.
//!
//! ## What does not scale
//! Other questions are not understood, and shorter sequences not found; see the sources for the
//! minimum.
//!
//! ## Sources
//! Michael Reid proved in 1995 that the superflip takes exactly 20 turns.

mod check;
mod cube;

use puzzle::prelude::*;

/// The faces in reading order.
const FACES: [char; 6] = ['U', 'L', 'B', 'R', 'F', 'D'];

/// The number of stickers, and the words that ask for it.
const STICKERS: i64 = 54;
const BEGINNING: &str = "WHATISTHENUMBEROFSTICKERSONARUBIKSCUBE";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Superflip {
    /// The letters: a row for each of the faces U, L, B, R, F, D, and a word for each of its rows.
    /// L, B, R and F are seen with U above them, U with B above it, and D with F above it.
    faces: Grid<String>,
}

impl Superflip {
    /// Returns the letters in reading order.
    fn letters(&self) -> Vec<char> {
        self.faces.values().flat_map(|word| word.chars()).collect()
    }
}

/// Returns the number that a question asks for; `None` if it is not understood, or the number too
/// large.
fn number(question: &str) -> Option<i64> {
    let mut powers = question.strip_prefix(BEGINNING)?.split("THEN");
    powers.try_fold(STICKERS, |number, power| match power {
        "CUBED" => number.checked_pow(3),
        "SQUARED" => number.checked_pow(2),
        _ => None,
    })
}

puzzle::program!(Superflip, searched without rules);

impl Puzzle for Superflip {
    fn form(&self) -> Form {
        let question = Form::line("54 capital letters", |text| {
            text.len() == 54 && text.bytes().all(|byte| byte.is_ascii_uppercase())
        });
        let turns = Form::line("turns such as F F2 F'", |text| check::read(text).is_some());
        let number = Form::value(1..=i64::MAX);
        Form::parts(Layout::Lines, [("question", question), ("turns", turns), ("number", number)])
    }

    fn validate(&self) -> Result<()> {
        ensure!(
            (self.faces.rows(), self.faces.columns()) == (6, 3),
            "`faces` has {}; expected a row for each of the faces U, L, B, R, F, D, and in it a word \
             for each row of the face",
            self.faces.shape_in_words()
        );
        for (cell, word) in &self.faces {
            ensure!(
                word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()),
                "`faces`, {}: expected three capital letters and found {word:?}",
                cell.in_words()
            );
        }
        Ok(())
    }

    fn search(&self, search: &mut Search) -> Flow {
        let mut question = vec![' '; 54];
        for (letter, place) in self.letters().into_iter().zip(cube::superflip()) {
            question[usize::from(place)] = letter;
        }
        let question: String = question.into_iter().collect();
        let Some(number) = number(&question) else {
            search.dead_end_because(|| format!("{question} is not understood"));
            return Flow::Continue(());
        };
        let Some(turns) = cube::turns(search)? else { return search.give_up() };
        search.value(vec![question.into(), turns.into(), Board::of_value(number)])
    }

    fn check(&self, board: &Board) -> Result<()> {
        let [question, turns, number] = board.parts() else {
            unreachable!("the form has three parts")
        };
        let stickers = check::superflip(turns.line())?.into_iter();
        let letters: String = stickers.map(|sticker| self.letters()[sticker]).collect();
        ensure!(
            letters == question.line(),
            "after the turns the letters are {letters}, not {}",
            question.line()
        );
        check::number(&letters, number.value().unwrap_or(0))
    }

    fn answer(&self, board: &Board) -> Answer {
        match board.parts() {
            [question, turns, number] => Answer::new(number.value().unwrap_or(0))
                .remark("question", question.line())
                .remark("turns", turns.line()),
            _ => Answer::default(),
        }
    }

    /// Draws the net of the cube, with the flipped edges shaded once solved.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The top left corners of the faces.
        const PLACES: [(f64, f64); 6] =
            [(3.2, 0.0), (0.0, 3.2), (9.6, 3.2), (6.4, 3.2), (3.2, 3.2), (3.2, 6.4)];
        let mut picture = Picture::canvas(12.6, 9.4);
        let read = board.map(|board| board.parts()[0].line().chars().collect());
        let letters: Vec<char> = read.unwrap_or_else(|| self.letters());
        for (face, (left, top)) in PLACES.into_iter().enumerate() {
            for (place, letter) in letters.iter().skip(9 * face).take(9).enumerate() {
                let (x, y) = (left + (place % 3) as f64, top + (place / 3) as f64);
                let is_flipped = board.is_some() && place % 2 == 1;
                let (ink, tint) = if is_flipped {
                    (Ink::Found, Some(Tint::Highlight))
                } else {
                    (Ink::Given, None)
                };
                picture.rectangle((x + 0.04, y + 0.04), (0.92, 0.92), Ink::Muted, tint);
                picture.text_at(x + 0.5, y + 0.5, 0.56, &letter.to_string(), ink);
            }
        }
        picture
    }
}

impl Setter for Superflip {}
