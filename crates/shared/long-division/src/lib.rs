//! What the puzzles of digits in long divisions share.
//!
//! One long division is worked out by hand, or two are laid on top of each other, which have the same
//! number of digits at the same places in every line. At some places there is a mark, which tells
//! something of the digit there, or of the two; what, is the puzzle's [`Relation`].
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
//! A digit 0 of the quotient has no line. The last rest is missing where nothing is left. Which lines
//! there are, and how long they are, is part of the instance: a [`Figure`] with marks. Of two
//! divisions, that with the smaller divisor is the first one, or if they are the same, that with the
//! smaller dividend: so two that change places are one solution.
//!
//! | for | there is |
//! | --- | --- |
//! | the instance | [`LongDivision`] of a [`Relation`], a puzzle itself |
//! | the rules | products and sums of the numbers that the digits make |
//! | the search | digits of the divisors from the left, with the products that they leave possible, then upwards from the remainder |
//! | the checker | the division as it is done by hand; it shares no code with the rules or the search |

mod check;
mod draw;
mod figure;
mod rules;
mod search;

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;

use ::rules::Rules;
use anyhow::{Error, Result, anyhow, ensure};
use picture::Picture;
use puzzle::{Puzzle, Rng, Search, Stop};
use serde::{Deserialize, Serialize};

pub use figure::{Figure, Line, MOST_DIGITS, Part, Row, Shape, Step};

/// What marks tell of digits: what one puzzle of the family has of its own.
pub trait Relation: 'static {
    /// How many divisions lie on top of each other: 1 or 2. So many digits there are at each place.
    const DIVISIONS: usize;

    /// The marks that there are.
    const MARKS: RangeInclusive<u8>;

    /// The rule for a place, in the words of the puzzle.
    const RULE: &'static str;

    /// Whether the digits of a place go with its mark.
    fn holds(mark: Option<u8>, digits: &[u8]) -> bool;

    /// The same for the checker, which shares nothing with what is above.
    ///
    /// # Errors
    /// Tells what the digits should be.
    fn check(mark: Option<u8>, digits: &[u8]) -> Result<()>;

    /// The mark of a place with these digits; of several, any.
    fn mark(digits: &[u8], random: &mut Rng) -> Option<u8>;
}

/// The marks of a long division, or of two on top of each other.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct LongDivision<R> {
    /// The marks at their places.
    pub marks: Figure,
    #[serde(skip)]
    relation: PhantomData<R>,
}

/// The divisions with all their digits, in order; each begins with its line `divisor`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(pub Vec<Figure>);

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&figures.join("\n"))
    }
}

impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut blocks: Vec<Vec<&str>> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match blocks.last_mut().filter(|_| !line.starts_with("divisor")) {
                Some(block) => block.push(line),
                None => blocks.push(vec![line]),
            }
        }
        let figures = blocks.iter().enumerate().map(|(number, block)| {
            let figure = block.join("\n").parse();
            figure.map_err(|error: Error| anyhow!("division {number}, {error}"))
        });
        let figures = figures.collect::<Result<Vec<_>>>()?;
        ensure!(!figures.is_empty(), "expected lines such as `divisor: 1 2` and found none");
        Ok(Board(figures))
    }
}

impl<R: Relation> LongDivision<R> {
    /// An instance with these marks.
    #[must_use]
    pub fn new(marks: Figure) -> Self {
        LongDivision { marks, relation: PhantomData }
    }

    /// Whether the digits of a place can stand there: by the mark, and no line begins with 0.
    fn can_stand(&self, line: Line, place: usize, digits: &[u8]) -> bool {
        let mark = self.marks.0.get(&line).and_then(|row| row.0.get(place).copied()).flatten();
        R::holds(mark, digits) && (place > 0 || !digits.contains(&0))
    }

    /// The marks that divisions give.
    fn marked(figures: &[Figure], random: &mut Rng) -> Option<Figure> {
        let mut marks = figures.first()?.blank();
        for (line, row) in &mut marks.0 {
            for (place, mark) in row.0.iter_mut().enumerate() {
                let digit = |figure: &Figure| figure.0.get(line)?.0.get(place).copied().flatten();
                let digits = figures.iter().map(digit).collect::<Option<Vec<_>>>()?;
                *mark = R::mark(&digits, random);
            }
        }
        Some(marks)
    }
}

/// As many random divisions are made before two of them have to be the same one.
const ATTEMPTS: usize = 5_000;

/// One of so many random divisions of about this size, which together are as large as a single one.
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

impl<R: Relation> Puzzle for LongDivision<R> {
    // Each division is reported for its divisor and its dividend.
    const DISTINCT: bool = true;

    type Board = Board;

    fn validate(&self) -> Result<()> {
        self.marks.shape()?;
        for (line, row) in &self.marks.0 {
            for (place, mark) in row.0.iter().enumerate() {
                let Some(mark) = mark else { continue };
                ensure!(
                    R::MARKS.contains(mark),
                    "`{line}`, place {place}: expected a mark from {} to {} or \".\" and found \
                     {mark}",
                    R::MARKS.start(),
                    R::MARKS.end()
                );
            }
        }
        Ok(())
    }

    fn rules(&self) -> Option<Rules<Board>> {
        rules::rules(self)
    }

    fn search(&self, search: &mut Search<Board>) -> ControlFlow<Stop> {
        search::search(self, search)
    }

    fn check(&self, board: &Board) -> Result<()> {
        check::board(&self.marks, board, R::DIVISIONS, R::check)
    }

    /// The sum of the dividends: of a single division, its dividend.
    fn answer(&self, Board(figures): &Board) -> String {
        let dividends = figures.iter().filter_map(|figure| figure.number(Line::Dividend));
        dividends.sum::<u64>().to_string()
    }

    fn remarks(&self, Board(figures): &Board) -> Vec<(&'static str, String)> {
        let told = figures.iter().filter_map(|figure| {
            let number = |line| figure.number(line);
            let [dividend, divisor] = [number(Line::Dividend)?, number(Line::Divisor)?];
            let rest = dividend.checked_rem(divisor).filter(|&rest| rest > 0);
            let rest = rest.map_or(String::new(), |rest| format!(", rest {rest}"));
            Some((
                "division",
                format!("{dividend} / {divisor} = {}{rest}", number(Line::Quotient)?),
            ))
        });
        told.collect()
    }

    fn random(size: usize, random: &mut Rng) -> Option<Self> {
        let size = size.min(MOST_DIGITS - 2);
        let mut made: HashMap<Vec<(Line, usize)>, Vec<Figure>> = HashMap::new();
        for attempt in 0.. {
            let Some(figure) = random_division(size, R::DIVISIONS, random) else { continue };
            if R::DIVISIONS == 1 {
                return Some(Self::new(figure.blank()));
            }
            // Without marks, no two digits go together: a pair has all of them from the start.
            let key = figure.0.iter().map(|(&line, row)| (line, row.0.len())).collect();
            let same = made.entry(key).or_default();
            same.push(figure);
            if same.len() == R::DIVISIONS || attempt > ATTEMPTS {
                let figures: Vec<_> = same.iter().cycle().take(R::DIVISIONS).cloned().collect();
                return Self::marked(&figures, random).map(Self::new);
            }
        }
        None
    }

    fn clued(&self, Board(figures): &Board) -> Option<Self> {
        // The same board has the same marks.
        let sum = figures.iter().filter_map(|figure| figure.number(Line::Dividend));
        let mut random = Rng::with_seed(sum.fold(0, u64::wrapping_add));
        Self::marked(figures, &mut random).map(Self::new)
    }

    fn picture(&self, board: Option<&Board>) -> Picture {
        let mut picture = draw::figure(&self.marks, board, R::holds);
        picture.description(R::RULE);
        picture
    }
}
