//! Figures and dates in words.

use protocol::Month;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns a month as people write it: `February 2021`.
pub(super) fn month(month: Month) -> String {
    let digits = month.to_string();
    let words = digits.split_once('-').and_then(|(year, number)| {
        let name = MONTHS.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(format!("{name} {year}"))
    });
    words.unwrap_or(digits)
}

/// Returns a number with a comma before every three digits: `1,145,685`.
pub(super) fn number(number: u128) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a number of things: `1 node`, `76 nodes`.
pub(super) fn count(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", number(count.into()))
}

/// Returns a duration in the unit that suits it, as everywhere in the project but with the letter
/// mu.
pub(super) fn duration(seconds: f64) -> String {
    protocol::duration(seconds).replace(" us", " µs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_have_names() {
        assert_eq!(month("2021-02".parse().unwrap()), "February 2021");
        assert_eq!(month("1999-12".parse().unwrap()), "December 1999");
    }

    #[test]
    fn long_numbers_are_grouped_by_three_digits() {
        let groups = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")];
        for (value, text) in groups {
            assert_eq!(number(value), text);
        }
        assert_eq!(
            (count(1, "node"), count(2_000, "node")),
            ("1 node".into(), "2,000 nodes".into())
        );
    }

    #[test]
    fn microseconds_have_their_letter() {
        assert_eq!(duration(11.5e-6), "11.5 µs");
        assert_eq!(duration(171e-9), "171 ns");
    }
}
