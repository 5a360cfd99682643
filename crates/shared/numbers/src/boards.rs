//! Boards that are numbers: a fraction, or some decimals with names.

use puzzle::prelude::*;

use crate::{Fraction, Integer, Number, decimal, fraction, parse_fraction};

/// Number of digits after the point that an instance asks for.
pub type Decimals = Within<1, 18>;

/// Returns the form of boards that are a fraction; they write it in lowest terms.
///
/// ```
/// let form = numbers::fraction_form();
/// for text in ["3/4", "6/8", "0.75", ".75"] {
///     assert_eq!(form.read(text).unwrap().line(), "3/4");
/// }
/// ```
#[must_use]
pub fn fraction_form() -> Form {
    Form::line_in_ways("a fraction such as 3/4", |text| Some(read_number(text)?.to_string()))
}

/// Returns the form of boards that are a number with digits after the point. They write it as
/// `usual` does, unless that is another number.
///
/// ```
/// let form = numbers::number_form(|number| numbers::decimal(number, 4));
/// assert_eq!(form.read(".25").unwrap().line(), "0.2500");
/// assert_eq!(form.read("0.123456").unwrap().line(), "0.123456");
/// ```
#[must_use]
pub fn number_form(usual: impl Fn(&Fraction) -> String + 'static) -> Form {
    Form::line_in_ways("a number such as 0.25", move |text| {
        let number = read_number(text)?;
        let unusual =
            || if parse_fraction(text).is_ok() { text.to_owned() } else { number.to_string() };
        Some(written_as(text, &usual).unwrap_or_else(unusual))
    })
}

/// Reads a number as people write it: `22/40`, `.55`, `1,234,567`, `1_000 000`. Spaces and signs
/// between digits are skipped, but a comma only if it precedes three digits, since it may be a
/// decimal point.
///
/// ```
/// use numbers::{fraction, read_number};
///
/// for text in ["22/40", "0.55", ".5500", "11 / 20", "+0.55"] {
///     assert_eq!(read_number(text), Some(fraction(11, 20)), "{text}");
/// }
/// assert_eq!(read_number("1,234.5"), Some(fraction(2469, 2)));
/// assert_eq!(read_number("\u{2212}3_000"), Some((-3000).into()));
/// for text in ["0,55", "1,2345", "1/0", "", ".", "1e3", "0x10"] {
///     assert_eq!(read_number(text), None, "{text}");
/// }
/// ```
#[must_use]
pub fn read_number(text: &str) -> Option<Fraction> {
    let skipped = |letter: &char| !letter.is_whitespace() && !"_'".contains(*letter);
    let text: String = text.chars().filter(skipped).collect();
    let text =
        text.strip_prefix('+').map_or_else(|| text.replacen('\u{2212}', "-", 1), str::to_owned);
    let (sign, number) = text.strip_prefix('-').map_or(("", &*text), |number| ("-", number));
    let (whole, rest) = number.split_at(number.find(['.', '/']).unwrap_or(number.len()));
    let mut groups = whole.split(',');
    let first = groups.next().filter(|first| first.len() <= 3 && !first.starts_with('0'));
    let is_grouped = first.is_some() && groups.all(|group| group.len() == 3);
    let whole = if is_grouped { whole.replace(',', "") } else { whole.to_owned() };
    let has_digits = number.bytes().any(|byte| byte.is_ascii_digit());
    let zero = if whole.is_empty() && has_digits { "0" } else { "" };
    parse_fraction(&format!("{sign}{zero}{whole}{rest}")).ok()
}

/// Returns a number as `usual` writes it; `None` for other texts, and if that is another number.
#[must_use]
pub fn written_as(text: &str, usual: impl Fn(&Fraction) -> String) -> Option<String> {
    let number = read_number(text)?;
    let usual = usual(&number);
    (parse_fraction(&usual).ok()? == number).then_some(usual)
}

/// Returns the form of boards that are a number from 0 to 1 with `DECIMALS` digits after the point;
/// `expected` says this in words.
///
/// ```
/// let form = numbers::share_form::<4>("a probability with four decimals");
/// assert_eq!(form.read("1/4").unwrap().line(), "0.2500");
/// let error = form.read("0.12345").unwrap_err();
/// assert_eq!(error.to_string(), "expected a probability with four decimals and found \"0.12345\"");
/// assert!(form.read("1.0001").is_err());
/// ```
#[must_use]
pub fn share_form<const DECIMALS: usize>(expected: &'static str) -> Form {
    Form::line_in_ways(expected, |text| {
        let is_share = |number: &Fraction| Fraction::ZERO <= *number && *number <= Fraction::ONE;
        read_number(text).filter(is_share)?;
        written_as(text, |number| decimal(number, DECIMALS))
    })
}

/// Boards that are some numbers with digits after the point, a name and a number on each line.
///
/// ```
/// use numbers::{Interval, Numbers};
/// use puzzle::prelude::*;
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
        let decimals = self.decimals;
        let form = || number_form(move |number| decimal(number, decimals));
        Form::parts(Layout::Lines, self.names.iter().map(|&name| (name, form())))
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
