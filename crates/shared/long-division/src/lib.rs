//! Shared code of the puzzles of digits in long divisions.
//!
//! One long division is worked out by hand, or two are laid on top of each other, which have the
//! same number of digits at the same places in every line. A mark at some place constrains the
//! digit there, or the two digits, by the puzzle's relation.
//!
//! ```text
//!            q1 0  q3      the divisor d and the dividend v
//!     -------------
//! d d | v  v  v  v
//!       p  p               product1: q1 times d, ends below q1
//!       ------
//!          r  r  r         rest1: what is left, and all digits that are brought down before q3
//!             p  p         product3
//!             ----
//!                r         rest3: the remainder
//! ```
//!
//! A digit 0 of the quotient has no line. The last remainder is missing if it is 0. Which lines
//! there are, and how long they are, is part of the instance: a line of marks for each. The
//! division with the smaller divisor comes first; of the same divisors, that with the smaller
//! dividend. So two divisions that change places are one solution.
//!
//! | for | there is |
//! | --- | --- |
//! | the puzzles | [`WRONG_DIVISION`], [`SPLIT_DIVISION_1`], [`SPLIT_DIVISION_2`] |
//! | the rules | products and sums of the numbers that the digits make |
//! | the checker | the division as it is done by hand; it shares no code with the rules |

mod check;
mod constraints;
mod drawing;
mod figure;
mod relation;

use std::collections::HashMap;
use std::marker::PhantomData;

use puzzle::Kind;
use puzzle::prelude::*;

use figure::{Figure, Line, MOST_DIGITS};
use relation::{CommonDivisors, Multiples, Related, Relation, WrongByOne};

/// A division some of whose digits are shown, each wrong by one.
pub static WRONG_DIVISION: Kind = Kind::of::<LongDivision<WrongByOne>>();

/// Two divisions whose marks state that one digit is a multiple of the other.
pub static SPLIT_DIVISION_1: Kind = Kind::of::<LongDivision<Multiples>>();

/// Two divisions whose marks are greatest common divisors.
pub static SPLIT_DIVISION_2: Kind = Kind::of::<LongDivision<CommonDivisors>>();

/// A long division, or two on top of each other: the marks at their places.
#[derive(Deserialize)]
#[serde(transparent, bound = "")]
struct LongDivision<R> {
    marks: Figure,
    #[serde(skip)]
    relation: PhantomData<R>,
}

/// The marks and their meaning.
struct Marked<'m> {
    marks: &'m Figure,
    relation: &'m Relation,
}

impl<R: Related> LongDivision<R> {
    fn marked(&self) -> Marked<'_> {
        Marked { marks: &self.marks, relation: &R::RELATION }
    }
}

impl<R: Related> Puzzle for LongDivision<R> {
    /// Returns the lines of the divisions, one division after the other.
    fn form(&self) -> Form {
        let divisions = R::RELATION.divisions;
        let shape = self.marks.shape().ok();
        let places = shape.map_or(Vec::new(), |shape| drawing::places(&self.marks, &shape));
        let forms = (0..divisions).flat_map(|division| {
            let lines = self.marks.forms().enumerate();
            let places = &places;
            lines.map(move |(line, (name, form))| match places.get(line) {
                Some(&place) => (name, drawing::placed(form, place, division, divisions)),
                None => (name, form),
            })
        });
        Form::parts(Layout::Lines, forms)
    }

    fn validate(&self) -> Result<()> {
        self.marks.shape()?;
        let marks = R::RELATION.marks;
        for (line, row) in &self.marks.0 {
            for (place, mark) in (1..).zip(&row.0) {
                let Some(mark) = mark else { continue };
                ensure!(
                    marks.contains(mark),
                    "`{line}`, place {place}: expected a mark from {} to {} or \".\" and found \
                     {mark}",
                    marks.start(),
                    marks.end()
                );
            }
        }
        Ok(())
    }

    fn rules(&self, model: &mut Model, board: &mut Unknown) {
        constraints::state(&self.marked(), model, board);
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::check(&self.marks, &self.marks.read(board), R::RELATION.check)
    }

    /// Returns the sum of the dividends: of a single division, its dividend.
    fn answer(&self, board: &Board) -> Answer {
        let (mut sum, mut divisions) = (0, Vec::new());
        for figure in self.marks.read(board) {
            let number = |line| figure.number(line).unwrap_or(0);
            let [dividend, divisor] = [number(Line::Dividend), number(Line::Divisor)];
            let rest = dividend.checked_rem(divisor).filter(|&rest| rest > 0);
            let rest = rest.map_or(String::new(), |rest| format!(", rest {rest}"));
            sum += dividend;
            divisions.push(format!("{dividend} / {divisor} = {}{rest}", number(Line::Quotient)));
        }
        let answer = Answer::new(sum);
        divisions.into_iter().fold(answer, |answer, text| answer.remark("division", text))
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let figures = board.map_or(Vec::new(), |board| self.marks.read(board));
        let mut picture = drawing::draw(&self.marked(), &figures);
        picture.description(R::RELATION.rule);
        picture
    }
}

impl<R: Related> Setter for LongDivision<R> {
    fn sizes(&self) -> Vec<usize> {
        (1..=MOST_DIGITS - 2).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        random_marks(size, &R::RELATION, random)
    }

    fn clued(&self, board: &Board, _: &[Board]) -> Option<Draft> {
        let figures = self.marks.read(board);
        // The same board has the same marks.
        let sum = figures.iter().filter_map(|figure| figure.number(Line::Dividend));
        let mut random = Rng::with_seed(sum.fold(0, u64::wrapping_add));
        marks_of(&R::RELATION, &figures, &mut random)
    }
}

/// This many random divisions are made before two of them have to be the same one.
const ATTEMPTS: usize = 5_000;

fn random_marks(size: usize, relation: &Relation, random: &mut Rng) -> Option<Draft> {
    let divisions = relation.divisions;
    let mut made: HashMap<Vec<(Line, usize)>, Vec<Figure>> = HashMap::new();
    for attempt in 0.. {
        let Some(figure) = random_division(size, divisions, random) else { continue };
        if divisions == 1 {
            return Some(draft(&figure.blank()));
        }
        // Without marks, no two digits go together: a pair has all of them from the start.
        let key = figure.0.iter().map(|(&line, row)| (line, row.0.len())).collect();
        let same = made.entry(key).or_default();
        same.push(figure);
        if same.len() == divisions || attempt > ATTEMPTS {
            let figures: Vec<_> = same.iter().cycle().take(divisions).cloned().collect();
            return marks_of(relation, &figures, random);
        }
    }
    None
}

/// Returns a division of about this size, or one of several which together are as large as that.
fn random_division(size: usize, divisions: usize, random: &mut Rng) -> Option<Figure> {
    let number = |digits: usize, random: &mut Rng| {
        let end = (0..digits).fold(1_u64, |end, _| 10 * end);
        random.u64(end / 10..end)
    };
    let digits = 1 + size.saturating_sub(1) / (2 * divisions);
    let divisor = number(digits, random);
    let dividend = number(digits + 1 + random.usize(0..=size / (2 * divisions)), random);
    let is_exact = random.u8(..3) == 0;
    Figure::of(divisor, if is_exact { dividend - dividend % divisor } else { dividend })
}

/// Returns the marks that divisions give, line by line.
fn marks_of(relation: &Relation, figures: &[Figure], random: &mut Rng) -> Option<Draft> {
    let mut marks = figures.first()?.blank();
    for (line, row) in &mut marks.0 {
        for (place, mark) in row.0.iter_mut().enumerate() {
            let digits = figures.iter().map(|figure| figure.0.get(line)?.0[place]);
            *mark = (relation.mark)(&digits.collect::<Option<Vec<_>>>()?, random);
        }
    }
    Some(draft(&marks))
}

fn draft(marks: &Figure) -> Draft {
    marks.0.iter().fold(Draft::new(), |draft, (line, row)| draft.text(&line.to_string(), row))
}
