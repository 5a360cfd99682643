//! The checker: divides by hand, and compares line by line.

use anyhow::{Context, Result, ensure};

use crate::Board;
use crate::figure::{Figure, Line, Part};

/// Checks a board against the marks; `check` tells whether digits go with a mark.
///
/// # Errors
/// The first rule that it breaks, and where.
pub(crate) fn board(
    marks: &Figure,
    Board(figures): &Board,
    divisions: usize,
    check: fn(Option<u8>, &[u8]) -> Result<()>,
) -> Result<()> {
    let found = figures.len();
    ensure!(found == divisions, "expected {divisions} and found {found} divisions");
    for (number, figure) in figures.iter().enumerate() {
        let checked = same_lines(marks, figure).and_then(|()| division(figure));
        checked.with_context(|| format!("division {number}"))?;
    }
    for (line, row) in &marks.0 {
        for (place, &mark) in row.0.iter().enumerate() {
            let digits: Vec<u8> = figures.iter().filter_map(|f| f.0[line].0[place]).collect();
            check(mark, &digits).with_context(|| format!("`{line}`, place {place}"))?;
        }
    }
    let numbers = |f: &Figure| (f.number(Line::Divisor), f.number(Line::Dividend));
    ensure!(
        figures.windows(2).all(|pair| numbers(&pair[0]) <= numbers(&pair[1])),
        "the division with the smaller divisor comes first, or the smaller dividend"
    );
    Ok(())
}

/// A division has the lines of the instance, with all their digits, and none begins with 0.
fn same_lines(marks: &Figure, figure: &Figure) -> Result<()> {
    for line in figure.0.keys() {
        ensure!(marks.0.contains_key(line), "there should be no line `{line}`");
    }
    for (line, row) in &marks.0 {
        let found = figure.0.get(line).with_context(|| format!("there is no line `{line}`"))?;
        let (expected, len) = (row.0.len(), found.0.len());
        ensure!(len == expected, "`{line}` has {len} digits; expected {expected}");
        let empty = found.0.iter().position(Option::is_none);
        ensure!(empty.is_none(), "`{line}` lacks a digit: {found}");
        ensure!(found.0[0] != Some(0), "`{line}` begins with 0");
    }
    Ok(())
}

/// Follows the division from digit to digit of the quotient.
fn division(figure: &Figure) -> Result<()> {
    let number = |line| {
        figure.number(line).map(u128::from).with_context(|| format!("`{line}` is no number"))
    };
    let divisor = number(Line::Divisor)?;
    let [quotient, dividend] = [Line::Quotient, Line::Dividend].map(|line| &figure.0[&line].0);
    let before = dividend.len().checked_sub(quotient.len()).context("the quotient is too long")?;
    let mut left = 0;
    for digit in &dividend[..before] {
        left = 10 * left + u128::from(digit.unwrap_or(0));
    }
    ensure!(left < divisor, "the quotient begins too late: {left} holds the divisor {divisor}");
    // The line that tells what is left.
    let mut last = None;
    for (step, (q, v)) in (1..).zip(quotient.iter().zip(&dividend[before..])) {
        let (q, v) = (u128::from(q.unwrap_or(0)), u128::from(v.unwrap_or(0)));
        left = 10 * left + v;
        let product = Line::Step(step, Part::Product);
        if figure.0.contains_key(&product) {
            let found = number(product)?;
            ensure!(found == q * divisor, "`{product}` is {found}, and {q} x {divisor} is not");
            if let Some(last) = last.replace(Line::Step(step, Part::Rest)) {
                let rest = number(last)?;
                ensure!(
                    rest == left,
                    "`{last}` is {rest}; what is left and brought down is {left}"
                );
            }
            ensure!(found <= left, "`{product}` is {found}, and only {left} is left");
            left -= found;
        } else {
            ensure!(q == 0, "the digit {q} of the quotient has no line `{product}`");
        }
        ensure!(left < divisor, "digit {step} of the quotient is too small: {left} is left");
    }
    match last.filter(|last| figure.0.contains_key(last)) {
        Some(last) => {
            let rest = number(last)?;
            ensure!(rest == left, "`{last}` is {rest}; what is left is {left}");
        }
        None => ensure!(left == 0, "{left} is left, and no line tells it"),
    }
    Ok(())
}
