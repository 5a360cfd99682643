//! Formats and parses figures for people.

use std::time::Duration;

/// Formats a number of things: `1 node`, `76 nodes`.
#[must_use]
pub fn count(number: u128, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
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
        .ok_or_else(|| "expected a number of seconds above 0, such as 60 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| count(number, "node")), ["0 nodes", "1 node", "2 nodes"]);
    }

    #[test]
    fn a_duration_has_the_unit_that_suits_it() {
        let texts = [2.13e-7, 1.13e-5, 4.2e-3, 1.0].map(duration);
        assert_eq!(texts, ["213 ns", "11.3 us", "4.20 ms", "1.00 s"]);
    }

    #[test]
    fn seconds_are_above_0() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "soon", "", "inf", "nan", "1e300"] {
            assert!(parse_seconds(wrong).is_err(), "{wrong}");
        }
    }
}
