//! The capabilities of a terminal, from the environment.

use std::env;

/// The variable that says whether the terminal is `light` or `dark`. If the user has not set it,
/// the runner asks the terminal and sets it for the programs that it starts.
pub const BACKGROUND: &str = "PUZZLE_BACKGROUND";

/// Returns whether the terminal has dark text on a light background: according to [`BACKGROUND`],
/// or else `COLORFGBG`, which some terminals set. The default is dark.
#[must_use]
pub fn is_light() -> bool {
    says_light(&value(BACKGROUND), &value("COLORFGBG"))
}

fn says_light(background: &str, colours: &str) -> bool {
    match background {
        "light" => true,
        "dark" => false,
        // The last number is the background, among the sixteen basic colours.
        _ => matches!(
            colours.rsplit(';').next(),
            Some("7" | "9" | "10" | "11" | "12" | "13" | "14" | "15")
        ),
    }
}

/// Returns whether box-drawing characters and Braille dots can be printed: not if the locale's
/// encoding is other than UTF-8. Without a locale, as in many containers, UTF-8 is assumed.
#[must_use]
pub fn is_unicode() -> bool {
    let has_locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().any(|name| !value(name).is_empty());
    supports_unicode::supports_unicode() || cfg!(unix) && !has_locale && value("TERM") != "linux"
}

fn value(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_is_asked_before_the_terminal() {
        assert!(says_light("light", "15;0") && !says_light("dark", "0;15"));
        assert!(says_light("", "0;15") && says_light("", "0;default;7"));
        for dark in ["", "15;0", "7;default", "7;8", "12;6"] {
            assert!(!says_light("", dark), "{dark}");
        }
    }
}
