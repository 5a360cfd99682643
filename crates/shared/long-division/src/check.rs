//! The checker: divides by hand, and compares line by line.

use anyhow::{Context, Result, ensure};

use crate::figure::{Figure, Line, Part};

/// Checks divisions against the marks; `check` checks digits against a mark.
///
/// # Errors
/// The first rule that they break, and where.
pub(crate) fn check(
    marks: &Figure,
    figures: &[Figure],
    check: fn(Option<u8>, &[u8]) -> Result<()>,
) -> Result<()> {
    for (number, figure) in (1..).zip(figures) {
        division(figure).with_context(|| format!("division {number}"))?;
    }
    for (line, row) in &marks.0 {
        for (place, &mark) in row.0.iter().enumerate() {
            let digits: Vec<u8> = figures.iter().filter_map(|f| f.0[line].0[place]).collect();
            check(mark, &digits).with_context(|| format!("`{line}`, place {}", place + 1))?;
        }
    }
    let numbers = |f: &Figure| (f.number(Line::Divisor), f.number(Line::Dividend));
    ensure!(
        figures.iter().is_sorted_by_key(numbers),
        "the division with the smaller divisor comes first, or the smaller dividend"
    );
    Ok(())
}

/// Follows the division from digit to digit of the quotient.
fn division(figure: &Figure) -> Result<()> {
    for (line, row) in &figure.0 {
        ensure!(row.0[0] != Some(0), "`{line}` begins with 0");
    }
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
    // The line of the remainder.
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
        None => ensure!(left == 0, "{left} is left, and no line shows it"),
    }
    Ok(())
}
