//! What answers that are numbers have in common: boards that are a fraction, or some decimals with
//! names; where a function has its only maximum; and diagrams.
//!
//! A number that is a fraction stands on a board [as such](fraction_form), a probability with [digits
//! after the point](share_form). Any other one is known between two
//! bounds, and is printed as far as both [agree](Numbers::board); the checker finds it in a second
//! way, and [compares](Numbers::confirm). Where somebody chooses as well as possible, a derivative changes its
//! sign, [once](turning_point). People want to see the [curve](Plot) that has its top there.

mod plot;

use std::cmp::Ordering::{Greater, Less};
use std::ops::ControlFlow::{self, Continue};

use anyhow::{Result, ensure};
use numbers::{
    Fraction, Integer, Interval, decimal, fraction, is_in_lowest_terms, parse_fraction, root,
};
use grid_utils::Within;
use puzzle::{Board, Flow, Form, Layout, Search};

pub use plot::Plot;

/// How many digits after the point are asked for, as an instance says it.
pub type Decimals = Within<1, 18>;

/// The form of boards that are a fraction in lowest terms.
///
/// ```
/// let form = values::fraction_form();
/// assert_eq!(form.read("3/4").unwrap().line(), "3/4");
/// assert!(form.read("6/8").is_err() && form.read("0.75").is_err());
/// ```
#[must_use]
pub fn fraction_form() -> Form {
    Form::line("a fraction in lowest terms such as 3/4", is_in_lowest_terms)
}

/// The form of boards that are a number with digits after the point.
#[must_use]
pub fn number_form() -> Form {
    Form::line("a number such as 0.25", |text| parse_fraction(text).is_ok())
}

/// The form of boards that are a number from 0 to 1 with `DECIMALS` digits after the point; `expected`
/// says this in words.
///
/// ```
/// let form = values::share_form::<4>("a probability with four decimals");
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

/// Where a function turns from positive to negative, proved to be the only such place: a maximum, if
/// the function is a slope. It is an end of the range if all values have one sign, and `None` if
/// there may be several such places. The function returns its value and its slope; `node` is called
/// for each part of the range that is tried.
///
/// The range is divided into parts on each of which the function has one sign or falls. So it can
/// cross zero downwards only, and nobody crosses a line twice in the same direction.
///
/// ```
/// use std::ops::ControlFlow::Continue;
///
/// use numbers::Interval;
/// use values::turning_point;
///
/// let sine = |x: Interval| [x.sin(), x.cos()];
/// let turns_below = |most: i64| {
///     let range = Interval::from(1).hull(most);
///     match turning_point(sine, range, || Continue::<()>(())) {
///         Continue(place) => place.and_then(|place| place.decimal(9)),
///         _ => None,
///     }
/// };
/// assert_eq!(turns_below(3).unwrap(), "3.000000000", "it is still positive");
/// assert_eq!(turns_below(5).unwrap(), "3.141592654");
/// assert_eq!(turns_below(10), None, "it turns at 3 pi, too");
/// ```
pub fn turning_point<Stop>(
    function: impl Fn(Interval) -> [Interval; 2],
    range: Interval,
    mut node: impl FnMut() -> ControlFlow<Stop>,
) -> ControlFlow<Stop, Option<Interval>> {
    const MOST_PARTS: usize = 10_000;
    let value = |x| function(x)[0];
    let (mut start, mut step) = (range.lower(), range.width());
    for _ in 0..MOST_PARTS {
        if !start.certainly_less(range.upper()) {
            let ends = [range.lower(), range.upper()].map(|end| value(end).sign());
            return Continue(match ends {
                [Some(Greater), Some(Greater)] => Some(range.upper()),
                [Some(Less), Some(Less)] => Some(range.lower()),
                [Some(Greater), Some(Less)] => root(value, range, 1e-28),
                _ => None,
            });
        }
        node()?;
        let part = start.hull((start + step).min(range.upper()));
        let (middle, [everywhere, slope]) = (part.midpoint(), function(part));
        let is_settled = everywhere.sign().is_some() || slope.sign() == Some(Less) || {
            // The slope says how far the value can be from that in the middle.
            (value(middle) + slope * (part - middle)).sign().is_some()
        };
        if is_settled {
            start = part.upper();
            step = step * 5 / 4;
        } else {
            step = step.scaled(-1);
        }
    }
    Continue(None)
}

/// Boards that are some numbers with digits after the point, a name and a number on each line.
///
/// ```
/// use numbers::Interval;
/// use grid_utils::Within;
/// use values::Numbers;
///
/// let lines = Numbers::new(&["pi", "pi squared"], Within::new(4).unwrap());
/// let board = lines.board(&[Interval::PI, Interval::PI.squared()]).unwrap();
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
    /// Numbers with these names, which have as many digits each.
    #[must_use]
    pub fn new(names: &'static [&'static str], decimals: Decimals) -> Self {
        Numbers { names, decimals: decimals.size() }
    }

    /// The form of the boards.
    #[must_use]
    pub fn form(&self) -> Form {
        Form::parts(Layout::Lines, self.names.iter().map(|&name| (name, number_form())))
    }

    /// The board of numbers that are known between bounds; `None` if some digit is not known.
    #[must_use]
    pub fn board(&self, numbers: &[Interval]) -> Option<Board> {
        let line = |number: &Interval| number.decimal(self.decimals).map(Board::Line);
        numbers.iter().map(line).collect::<Option<_>>().map(Board::Parts)
    }

    /// Reports the numbers as the result, or that they are not known well enough.
    pub fn report(&self, numbers: Option<&[Interval]>, search: &mut Search) -> Flow {
        match numbers.and_then(|numbers| self.board(numbers)) {
            Some(board) => search.value(board),
            None => search.give_up(),
        }
    }

    /// Checks one line of a board against a number that was found in another way: between its
    /// bounds, there is one that is rounded to what the line says.
    ///
    /// # Errors
    /// Says what the number is.
    pub fn confirm(&self, board: &Board, line: usize, number: Interval) -> Result<()> {
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
        ensure!(has_digits && is_between, "{name} is {number:.*}, not {text}", self.decimals + 2);
        Ok(())
    }
}
