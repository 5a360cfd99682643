//! A long division as written by hand: its lines and their contents.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use anyhow::Error;
use grid_utils::Quoted;
use puzzle::prelude::*;
use serde::Deserializer;

/// No line is longer: numbers stay below 2^63.
pub(crate) const MOST_DIGITS: usize = 18;

/// A line of a long division, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Line {
    /// The divisor.
    Divisor,
    /// The quotient, above the last digits of the dividend.
    Quotient,
    /// The dividend.
    Dividend,
    /// The lines of a digit of the quotient, counted from 1.
    Step(usize, Part),
}

/// The lines below the dividend for one digit of the quotient.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The divisor times the digit; it ends below the digit.
    Product,
    /// The remainder after it, followed by the digits that are brought down up to the next product,
    /// or to the end.
    Rest,
}

impl Line {
    /// Returns its name in a sentence: "the divisor", "product 2".
    pub(crate) fn words(self) -> String {
        match self {
            Line::Divisor | Line::Quotient | Line::Dividend => format!("the {self}"),
            Line::Step(digit, Part::Product) => format!("product {digit}"),
            Line::Step(digit, Part::Rest) => format!("rest {digit}"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Divisor => f.write_str("divisor"),
            Line::Quotient => f.write_str("quotient"),
            Line::Dividend => f.write_str("dividend"),
            Line::Step(digit, Part::Product) => write!(f, "product{digit}"),
            Line::Step(digit, Part::Rest) => write!(f, "rest{digit}"),
        }
    }
}

impl FromStr for Line {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let steps = (1..=MOST_DIGITS)
            .flat_map(|digit| [Part::Product, Part::Rest].map(|part| Line::Step(digit, part)));
        let mut lines = [Line::Divisor, Line::Quotient, Line::Dividend].into_iter().chain(steps);
        lines.find(|line| line.to_string() == name).with_context(|| {
            format!(
                "expected a line (divisor, quotient, dividend, product1 to product{MOST_DIGITS}, \
                 rest1 to rest{MOST_DIGITS}) and found {}",
                Quoted(name)
            )
        })
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grid_utils::from_text(deserializer)
    }
}

/// The digits of a line, or the marks at their places: `1 . 3`, with `.` for none.
#[derive(Clone)]
pub(crate) struct Row(pub(crate) Vec<Option<u8>>);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |digit: &Option<u8>| digit.map_or(".".to_owned(), |digit| digit.to_string());
        f.write_str(&self.0.iter().map(word).join(" "))
    }
}

impl FromStr for Row {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let digit = |(place, token): (usize, &str)| match token.as_bytes() {
            b"." => Ok(None),
            &[digit @ b'0'..=b'9'] => Ok(Some(digit - b'0')),
            _ => {
                bail!("place {}: expected a digit or \".\" and found {}", place + 1, Quoted(token))
            }
        };
        let row = text.split_whitespace().enumerate().map(digit).collect::<Result<Vec<_>>>()?;
        ensure!(
            (1..=MOST_DIGITS).contains(&row.len()),
            "expected 1 to {MOST_DIGITS} digits (\".\" is one, too) and found {}",
            row.len()
        );
        Ok(Row(row))
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grid_utils::from_text(deserializer)
    }
}

/// The lines of a long division: of 1225 / 12, they are
///
/// ```text
/// divisor: 1 2
/// quotient: 1 0 2
/// dividend: 1 2 2 5
/// product1: 1 2
/// rest1: 2 5
/// product3: 2 4
/// rest3: 1
/// ```
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct Figure(pub(crate) BTreeMap<Line, Row>);

impl Figure {
    /// Divides by hand. `None` if the quotient is 0, or the divisor.
    pub(crate) fn of(divisor: u64, dividend: u64) -> Option<Self> {
        let quotient = dividend.checked_div(divisor).filter(|&quotient| quotient > 0)?;
        let mut lines = BTreeMap::from([
            (Line::Divisor, digits(divisor)),
            (Line::Quotient, digits(quotient)),
            (Line::Dividend, digits(dividend)),
        ]);
        let len = lines[&Line::Quotient].0.len();
        let places = (0..len).map(|place| 10_u64.pow(u32::try_from(len - 1 - place).unwrap_or(0)));
        let mut number = dividend;
        let mut last = None;
        for (step, place) in (1..).zip(places) {
            let digit = number / divisor / place;
            if digit == 0 {
                continue;
            }
            if let Some(last) = last.replace(step) {
                lines.insert(Line::Step(last, Part::Rest), digits(number / place));
            }
            lines.insert(Line::Step(step, Part::Product), digits(digit * divisor));
            number -= digit * divisor * place;
        }
        if let Some(last) = last.filter(|_| number > 0) {
            lines.insert(Line::Step(last, Part::Rest), digits(number));
        }
        Some(Figure(lines))
    }

    /// Returns a figure with lines of the same lengths, all blank.
    pub(crate) fn blank(&self) -> Self {
        let blank = |(&line, row): (&Line, &Row)| (line, Row(vec![None; row.0.len()]));
        Figure(self.0.iter().map(blank).collect())
    }

    /// Returns the names and the forms of the lines, which are the parts of boards.
    pub(crate) fn forms(&self) -> impl Iterator<Item = (String, Form)> {
        let form =
            |(line, row): (&Line, &Row)| (line.to_string(), Form::numbers(1, row.0.len(), 0..=9));
        self.0.iter().map(form)
    }

    /// Returns the divisions of a board, which all have these lines.
    pub(crate) fn read(&self, board: &Board) -> Vec<Figure> {
        let digit = |digit: &Option<i64>| digit.and_then(|digit| u8::try_from(digit).ok());
        let row = |part: &Board| Row(part.grid().values().map(digit).collect());
        let lines = |parts: &[Board]| self.0.keys().copied().zip(parts.iter().map(row)).collect();
        board.parts().chunks(self.0.len()).map(|parts| Figure(lines(parts))).collect()
    }

    /// Returns the lengths of the lines and where they stand.
    ///
    /// # Errors
    /// If this is not a long division: names the line that is missing, or that should not be there.
    pub(crate) fn shape(&self) -> Result<Shape> {
        let len = |line| self.0.get(&line).map(|row| row.0.len());
        let len_of = |line| len(line).with_context(|| format!("there is no line `{line}`"));
        let [divisor, quotient, dividend] =
            [Line::Divisor, Line::Quotient, Line::Dividend].map(len_of);
        let (divisor, quotient, dividend) = (divisor?, quotient?, dividend?);
        ensure!(
            quotient <= dividend,
            "`quotient` has {}; expected at most {dividend}, as `dividend` has",
            puzzle::counted(quotient, "digit")
        );
        len_of(Line::Step(1, Part::Product))?;
        let mut steps: Vec<Step> = Vec::new();
        for digit in 1..=MOST_DIGITS {
            let [product, rest] =
                [Part::Product, Part::Rest].map(|part| len(Line::Step(digit, part)));
            let Some(product) = product else {
                ensure!(rest.is_none(), "`rest{digit}` stands there without `product{digit}`");
                continue;
            };
            ensure!(
                digit <= quotient,
                "`product{digit}` stands there, and `quotient` has {}",
                puzzle::counted(quotient, "digit")
            );
            let end = dividend - quotient + digit;
            if let Some(last) = steps.last_mut() {
                let digit = last.digit;
                ensure!(last.rest > 0, "there is no line `rest{digit}` between two products");
                last.next = end;
            }
            steps.push(Step { digit, product, rest: rest.unwrap_or(0), end, next: dividend });
        }
        for &Step { digit, product, rest, end, next } in &steps {
            for (part, len, most) in [("product", product, end), ("rest", rest, next)] {
                ensure!(
                    len <= most,
                    "`{part}{digit}` has {}; expected at most {most}, as it ends below digit \
                     {most} of the dividend",
                    puzzle::counted(len, "digit")
                );
            }
        }
        Ok(Shape { divisor, quotient, dividend, steps })
    }

    /// Returns the number in a line, if there is one.
    pub(crate) fn number(&self, line: Line) -> Option<u64> {
        let row = self.0.get(&line)?;
        row.0
            .iter()
            .try_fold(0_u64, |number, &digit| number.checked_mul(10)?.checked_add(digit?.into()))
    }
}

/// Returns the digits of a number.
fn digits(number: u64) -> Row {
    Row(number.to_string().bytes().map(|digit| Some(digit - b'0')).collect())
}

/// The lengths of all lines.
pub(crate) struct Shape {
    /// Of the divisor.
    pub(crate) divisor: usize,
    /// Of the quotient.
    pub(crate) quotient: usize,
    /// Of the dividend.
    pub(crate) dividend: usize,
    /// The products with their remainders, from the first; there is at least one.
    pub(crate) steps: Vec<Step>,
}

/// The two lines that belong to a digit of the quotient other than 0.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// Which digit, from 1.
    pub(crate) digit: usize,
    /// The length of the product.
    pub(crate) product: usize,
    /// The length of what is left, with the digits that are brought down; 0 where there is no such
    /// line, as nothing is left.
    pub(crate) rest: usize,
    /// The product ends below this digit of the dividend, counted from 1.
    pub(crate) end: usize,
    /// The remainder ends below this place.
    pub(crate) next: usize,
}

impl Step {
    /// Returns the number of digits of the remainder; those after them are brought down.
    pub(crate) fn left(&self) -> usize {
        self.rest.saturating_sub(self.next - self.end)
    }
}
