//! Formats and parses figures for people.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Formats a number of things: `1 node`, `76 nodes`, `2 names of entries`.
#[must_use]
pub fn count<N: Copy + Display + PartialEq + From<bool>>(number: N, thing: &str) -> String {
    let one = N::from(true);
    let noun = thing.split(" of ").next().unwrap_or(thing);
    let plural = if number == one { "" } else { "s" };
    format!("{number} {noun}{plural}{}", &thing[noun.len()..])
}

/// Formats a duration in a suitable unit: `213 ns`, `11.3 us`, `4.20 ms`, `1.00 s`.
#[must_use]
pub fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1e-6 => format!("{:.0} ns", seconds * 1e9),
        _ if seconds < 1e-3 => format!("{:.1} us", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// Parses a positive number of seconds, the value of an option.
///
/// # Errors
/// Says what was expected.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| EXPECTED_SECONDS.to_owned())
}

/// A duration has less than 2^64 seconds.
const EXPECTED_SECONDS: &str =
    "expected a number of seconds above 0 and below 2^64, such as 60 or 0.5";

/// Returns a parser of whole numbers in this range, the values of an option.
pub fn whole_number<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + Display + PartialOrd + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let expected =
            || format!("expected a whole number from {} to {}", range.start(), range.end());
        number.ok_or_else(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| count(number, "node")), ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!(count(1_usize, "word of the list"), "1 word of the list");
        assert_eq!(count(2_i64, "word of the list"), "2 words of the list");
    }

    #[test]
    fn a_duration_has_the_unit_that_suits_it() {
        let texts = [2.13e-7, 1.13e-5, 4.2e-3, 1.0].map(duration);
        assert_eq!(texts, ["213 ns", "11.3 us", "4.20 ms", "1.00 s"]);
    }

    #[test]
    fn whole_numbers_outside_the_range_are_refused_with_the_range() {
        let size = whole_number(1..=20_u16);
        assert_eq!(size("20"), Ok(20));
        for wrong in ["0", "21", "-1", "1.5", "x", ""] {
            assert_eq!(size(wrong), Err("expected a whole number from 1 to 20".to_owned()));
        }
    }

    #[test]
    fn seconds_are_above_0() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "soon", "", "inf", "nan", "1e300"] {
            assert!(parse_seconds(wrong).is_err(), "{wrong}");
        }
    }
}
