//! A long division as it is written by hand: which lines there are, and what stands in them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use grid_utils::Quoted;
use serde::{Deserialize, Serialize};

/// No line is longer: numbers stay below 2^63.
pub const MOST_DIGITS: usize = 18;

/// A line of a long division, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Line {
    /// The divisor.
    Divisor,
    /// The quotient, above the last digits of the dividend.
    Quotient,
    /// The dividend.
    Dividend,
    /// What belongs to a digit of the quotient, counted from 1.
    Step(usize, Part),
}

/// What stands below the dividend for one digit of the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The divisor times the digit; it ends below the digit.
    Product,
    /// What is left without it, followed by the digits that are brought down up to the next product,
    /// or to the end.
    Rest,
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

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.to_string()
    }
}

impl TryFrom<String> for Line {
    type Error = Error;

    fn try_from(name: String) -> Result<Self> {
        name.parse()
    }
}

/// The digits of a line, or the marks at their places: `1 . 3`, with `.` for none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Row(pub Vec<Option<u8>>);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, digit) in self.0.iter().enumerate() {
            let gap = if place > 0 { " " } else { "" };
            match digit {
                Some(digit) => write!(f, "{gap}{digit}")?,
                None => write!(f, "{gap}.")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Row {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let digit = |(place, token): (usize, &str)| match token.as_bytes() {
            b"." => Ok(None),
            &[digit @ b'0'..=b'9'] => Ok(Some(digit - b'0')),
            _ => bail!("place {place}: expected a digit or \".\" and found {}", Quoted(token)),
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

impl From<Row> for String {
    fn from(row: Row) -> Self {
        row.to_string()
    }
}

impl TryFrom<String> for Row {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

/// The lines of a long division.
///
/// ```
/// use long_division::Figure;
///
/// let figure = Figure::of(12, 1225).unwrap();
/// assert_eq!(
///     figure.to_string(),
///     "divisor: 1 2\nquotient: 1 0 2\ndividend: 1 2 2 5\nproduct1: 1 2\nrest1: 2 5\n\
///      product3: 2 4\nrest3: 1"
/// );
/// assert_eq!(figure.to_string().parse::<Figure>()?, figure);
/// # anyhow::Ok(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Figure(pub BTreeMap<Line, Row>);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (line, row)) in self.0.iter().enumerate() {
            let gap = if place > 0 { "\n" } else { "" };
            write!(f, "{gap}{line}: {row}")?;
        }
        Ok(())
    }
}

impl FromStr for Figure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut lines = BTreeMap::new();
        for text in text.lines().filter(|text| !text.trim().is_empty()) {
            let (name, row) = text.split_once(':').with_context(|| {
                format!("expected a line such as `divisor: 1 2` and found {}", Quoted(text))
            })?;
            let line: Line = name.trim().parse()?;
            let row = row.parse().map_err(|error| anyhow!("`{line}`, {error}"))?;
            ensure!(lines.insert(line, row).is_none(), "there are two lines `{line}`");
        }
        ensure!(!lines.is_empty(), "expected lines such as `divisor: 1 2` and found none");
        Ok(Figure(lines))
    }
}

impl Figure {
    /// Divides by hand. None where the quotient is 0, or the divisor.
    #[must_use]
    pub fn of(divisor: u64, dividend: u64) -> Option<Self> {
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

    /// The same lines with nothing in them.
    #[must_use]
    pub fn blank(&self) -> Self {
        let blank = |(&line, row): (&Line, &Row)| (line, Row(vec![None; row.0.len()]));
        Figure(self.0.iter().map(blank).collect())
    }

    /// The lengths of the lines and where they stand.
    ///
    /// # Errors
    /// If this is no long division: names the line that is missing, or that should not be there.
    pub fn shape(&self) -> Result<Shape> {
        let len = |line| self.0.get(&line).map(|row| row.0.len());
        let len_of = |line| len(line).with_context(|| format!("there is no line `{line}`"));
        let [divisor, quotient, dividend] =
            [Line::Divisor, Line::Quotient, Line::Dividend].map(len_of);
        let (divisor, quotient, dividend) = (divisor?, quotient?, dividend?);
        ensure!(
            quotient <= dividend,
            "`quotient` has {quotient} digits; expected at most {dividend}, as `dividend` has"
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
                "`product{digit}` stands there, and `quotient` has {quotient} digits"
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
                    "`{part}{digit}` has {len} digits; expected at most {most}, as it ends below \
                     digit {most} of the dividend"
                );
            }
        }
        Ok(Shape { divisor, quotient, dividend, steps })
    }

    /// The number in a line, if there is one.
    #[must_use]
    pub fn number(&self, line: Line) -> Option<u64> {
        let row = self.0.get(&line)?;
        row.0
            .iter()
            .try_fold(0_u64, |number, &digit| number.checked_mul(10)?.checked_add(digit?.into()))
    }
}

/// The digits of a number.
fn digits(number: u64) -> Row {
    Row(number.to_string().bytes().map(|digit| Some(digit - b'0')).collect())
}

/// The lengths of all lines.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Of the divisor.
    pub divisor: usize,
    /// Of the quotient.
    pub quotient: usize,
    /// Of the dividend.
    pub dividend: usize,
    /// The products and what is left after each, from the first on; there is one at least.
    pub steps: Vec<Step>,
}

/// The two lines that belong to a digit of the quotient other than 0.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Which digit, from 1.
    pub digit: usize,
    /// The length of the product.
    pub product: usize,
    /// The length of what is left, with the digits that are brought down; 0 where there is no such
    /// line, as nothing is left.
    pub rest: usize,
    /// The product ends below this digit of the dividend, counted from 1.
    pub end: usize,
    /// What is left ends below this one.
    pub next: usize,
}

impl Step {
    /// How many digits of the rest are what is left; those after them are brought down.
    #[must_use]
    pub fn left(&self) -> usize {
        self.rest.saturating_sub(self.next - self.end)
    }
}
