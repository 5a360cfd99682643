//! Boards that are numbers: a fraction, or some decimals with names.

use anyhow::{Result, ensure};
use grid_utils::Within;
use puzzle::{Board, Flow, Form, Layout, Search};

use crate::{Fraction, Integer, Number, decimal, fraction, is_in_lowest_terms, parse_fraction};

/// Number of digits after the point that an instance asks for.
pub type Decimals = Within<1, 18>;

/// Returns the form of boards that are a fraction in lowest terms.
///
/// ```
/// let form = numbers::fraction_form();
/// assert_eq!(form.read("3/4").unwrap().line(), "3/4");
/// assert!(form.read("6/8").is_err() && form.read("0.75").is_err());
/// ```
#[must_use]
pub fn fraction_form() -> Form {
    Form::line("a fraction in lowest terms such as 3/4", is_in_lowest_terms)
}

/// Returns the form of boards that are a number with digits after the point.
#[must_use]
pub fn number_form() -> Form {
    Form::line("a number such as 0.25", |text| parse_fraction(text).is_ok())
}

/// Returns the form of boards that are a number from 0 to 1 with `DECIMALS` digits after the point;
/// `expected` says this in words.
///
/// ```
/// let form = numbers::share_form::<4>("a probability with four decimals");
/// assert_eq!(form.read("0.2500").unwrap().line(), "0.2500");
/// let error = form.read("0.25").unwrap_err();
/// assert_eq!(error.to_string(), "expected a probability with four decimals and found \"0.25\"");
/// assert!(form.read("1.0001").is_err());
/// ```
#[must_use]
pub fn share_form<const DECIMALS: usize>(expected: &'static str) -> Form {
    Form::line(expected, |text| {
        let number = parse_fraction(text).unwrap_or_default();
        decimal(&number, DECIMALS) == text && Fraction::ZERO <= number && number <= Fraction::ONE
    })
}

/// Boards that are some numbers with digits after the point, a name and a number on each line.
///
/// ```
/// use grid_utils::Within;
/// use numbers::{Interval, Numbers};
///
/// let lines = Numbers::new(&["pi", "pi squared"], Within::new(4).unwrap());
/// let board = lines.board([Interval::PI, Interval::PI.squared()]).unwrap();
/// assert_eq!(lines.form().write(&board), "pi: 3.1416\npi squared: 9.8696");
/// assert!(lines.confirm(&board, 0, Interval::PI).is_ok());
/// let error = lines.confirm(&board, 0, Interval::from(3)).unwrap_err();
/// assert_eq!(error.to_string(), "pi is 3.000000, not 3.1416");
/// ```
pub struct Numbers {
    names: &'static [&'static str],
    decimals: usize,
}

impl Numbers {
    /// Numbers with these names, which have the same number of digits.
    #[must_use]
    pub fn new(names: &'static [&'static str], decimals: Decimals) -> Self {
        Numbers { names, decimals: decimals.size() }
    }

    /// Returns the form of the boards.
    #[must_use]
    pub fn form(&self) -> Form {
        Form::parts(Layout::Lines, self.names.iter().map(|&name| (name, number_form())))
    }

    /// Returns the board of these numbers; `None` if some digit is not known.
    #[must_use]
    pub fn board(&self, numbers: impl IntoIterator<Item: Into<Number>>) -> Option<Board> {
        let line = |number: Number| {
            let [lower, upper] = number.bounds()?.map(|bound| decimal(&bound, self.decimals));
            (lower == upper).then_some(Board::Line(lower))
        };
        numbers.into_iter().map(Into::into).map(line).collect::<Option<_>>().map(Board::Parts)
    }

    /// Reports the numbers as the result, or that they are not known well enough.
    pub fn report(
        &self,
        numbers: Option<impl IntoIterator<Item: Into<Number>>>,
        search: &mut Search,
    ) -> Flow {
        search.known_value(numbers.and_then(|numbers| self.board(numbers)))
    }

    /// Checks one line of a board against a number that was found in another way: between its
    /// bounds, there is one that rounds to the line.
    ///
    /// # Errors
    /// States the number.
    pub fn confirm(&self, board: &Board, line: usize, number: impl Into<Number>) -> Result<()> {
        let number = number.into();
        let (name, text) = (self.names[line], board.parts()[line].line());
        let rounded = |bound: &Fraction| parse_fraction(&decimal(bound, self.decimals));
        let written = parse_fraction(text)?;
        let has_digits = decimal(&written, self.decimals) == text;
        let is_between = match number.bounds() {
            Some([lower, upper]) => {
                let is_known = &upper - &lower < fraction(1, Integer::from(10).pow(self.decimals));
                is_known && rounded(&lower)? <= written && written <= rounded(&upper)?
            }
            None => false,
        };
        let (shown, places) = (number.enclosure(), self.decimals + 2);
        ensure!(has_digits && is_between, "{name} is {shown:.places$}, not {text}");
        Ok(())
    }
}
