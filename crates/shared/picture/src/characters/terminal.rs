//! The colours that terminals know.

use std::env;
use std::fmt::Write;

use super::{Character, Colour};

/// The colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// All of them.
    Full,
    /// 256, of which 216 are a cube of six shades for each part; see [`cube_index`].
    Cube,
    /// The sixteen basic ones, whose shades the terminal chooses; see [`basic_index`].
    Basic,
    /// No colours: the user does not want them (<https://no-color.org>), or the terminal has none.
    None,
}

impl Palette {
    /// Returns the palette of this process's terminal, from its environment.
    #[must_use]
    pub fn of_terminal() -> Self {
        let value = |name| env::var(name).unwrap_or_default();
        Self::of(&value("TERM"), &value("COLORTERM"), !value("NO_COLOR").is_empty())
    }

    fn of(name: &str, colours: &str, wants_none: bool) -> Self {
        /// Parts of the names of terminals with 256 colours or more.
        const MANY: [&str; 7] =
            ["256", "direct", "kitty", "alacritty", "foot", "wezterm", "ghostty"];
        match colours {
            _ if wants_none || name == "dumb" => Self::None,
            "truecolor" | "24bit" => Self::Full,
            // Without a name there is no terminfo, as on Windows, whose terminals have all colours.
            _ if name.is_empty() || MANY.iter().any(|part| name.contains(part)) => Self::Cube,
            _ => Self::Basic,
        }
    }

    /// Writes characters that look alike.
    pub(super) fn write(self, text: &mut String, alike: &[Character]) {
        let Some(first @ &Character { ink, paper, bold, .. }) = alike.first() else { return };
        let weight = if bold { "1" } else { "22" };
        let colours = match self {
            Self::Full => {
                let parts = |[red, green, blue]: Colour| format!("2;{red};{green};{blue}");
                format!("38;{};48;{}", parts(ink), parts(paper))
            }
            Self::Basic => {
                let text = alike.iter().find(|character| character.symbol.is_alphanumeric());
                let (ink, paper) = basic_indices(text.unwrap_or(first));
                // 30 to 37 and 90 to 97 for the ink, 40 to 47 and 100 to 107 for the paper.
                let code = |index: u8, normal: u8| {
                    if index < 8 { normal + index } else { normal + 52 + index }
                };
                format!("{};{}", code(ink, 30), code(paper, 40))
            }
            Self::Cube | Self::None => {
                format!("38;5;{};48;5;{}", cube_index(ink), cube_index(paper))
            }
        };
        write!(text, "\x1b[{weight};{colours}m").expect("a string takes what is written");
        text.extend(alike.iter().map(|character| character.symbol));
    }
}

/// Returns the nearest of the 216 colours of the cube and the 24 greys after them, as terminals
/// with 256 colours number them.
#[must_use]
pub fn cube_index(colour: Colour) -> u8 {
    const SHADES: [(u8, u8); 6] = [(0, 0), (1, 95), (2, 135), (3, 175), (4, 215), (5, 255)];
    let distance = |other: [u8; 3]| -> u32 {
        let parts = other.into_iter().zip(colour);
        parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let nearest = colour.map(|part| {
        let shade = SHADES.into_iter().min_by_key(|(_, shade)| shade.abs_diff(part));
        shade.unwrap_or_default()
    });
    let [red, green, blue] = nearest.map(|(place, _)| place);
    let in_cube = 16 + 36 * red + 6 * green + blue;
    let grey = (0..24_u8).min_by_key(|&grey| distance([8 + 10 * grey; 3])).unwrap_or(0);
    if distance([8 + 10 * grey; 3]) < distance(nearest.map(|(_, shade)| shade)) {
        232 + grey
    } else {
        in_cube
    }
}

/// Black, white and grey among the sixteen basic colours; the bright colours follow grey.
const BLACK: u8 = 0;
const WHITE: u8 = 7;
const GREY: u8 = 8;
const BRIGHT_WHITE: u8 = 15;

/// Less difference between the parts of a colour makes a grey.
const LEAST_RANGE: u8 = 24;

/// Returns one of the sixteen basic colours: of the same hue, since the nearest one would be a grey
/// for all dark and all pale colours.
#[must_use]
pub fn basic_index(colour: Colour) -> u8 {
    let [most, least] =
        [colour.into_iter().max(), colour.into_iter().min()].map(Option::unwrap_or_default);
    let range = most - least;
    if range < LEAST_RANGE {
        return match most {
            0..0x20 => BLACK,
            0x20..0x80 => GREY,
            0x80..0xf8 => WHITE,
            // What is nearly white is a quiet fill on white.
            0xf8.. => BRIGHT_WHITE,
        };
    }
    // A part counts if it is nearer to the largest than to the smallest one.
    let has = |part: u8| u8::from(u32::from(part - least) * 2 > u32::from(range));
    let [red, green, blue] = colour.map(has);
    let hue = red + 2 * green + 4 * blue;
    if most < 0xa0 { hue } else { GREY + hue }
}

/// Returns the basic colours of a character and its background. A line keeps its hue where a text would
/// be hard to read.
#[must_use]
pub fn basic_indices(&Character { symbol, ink, paper, .. }: &Character) -> (u8, u8) {
    let indices = if symbol.is_alphanumeric() { basic_text_indices } else { basic_line_indices };
    indices(ink, paper)
}

/// Returns the basic colours of a text and its background: black or white for a text that would be
/// hard to read. What is invisible stays so.
fn basic_text_indices(ink: Colour, paper: Colour) -> (u8, u8) {
    let (own, on) = (basic_index(ink), basic_index(paper));
    if ink == paper {
        return (on, on);
    }
    let is_readable = match on {
        BLACK => matches!(own, WHITE..),
        GREY => matches!(own, BLACK | BRIGHT_WHITE),
        BRIGHT_WHITE => matches!(own, 0 | 1 | 4 | 5 | GREY),
        _ => false,
    };
    // Yellow, cyan, white and the bright colours are light.
    let readable = if matches!(on, 3 | 6 | WHITE | 9..) { BLACK } else { BRIGHT_WHITE };
    (if is_readable { own } else { readable }, on)
}

/// Returns the basic colours of a line and its background. Where a text would be black on white, a line
/// keeps its hue if that has a dark colour: lines may differ by nothing else.
fn basic_line_indices(ink: Colour, paper: Colour) -> (u8, u8) {
    let (readable, on) = basic_text_indices(ink, paper);
    let [_, green, blue] = ink;
    let hue = match basic_index(ink) % GREY {
        // Cyan is light, and many strokes are nearly blue or nearly green.
        6 if blue > green => 4,
        6 => 2,
        hue => hue,
    };
    let is_dark = matches!(hue, 1 | 2 | 4 | 5);
    let is_on_white = matches!(on, WHITE | BRIGHT_WHITE);
    (if readable == BLACK && is_dark && is_on_white { hue } else { readable }, on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tint;
    use crate::characters::Surroundings;
    use crate::palette::{STROKES, Shades};
    use crate::svg::{PAPER, tint_shades};

    #[test]
    fn colours_have_their_nearest_in_the_cube_or_among_the_greys() {
        assert_eq!(cube_index([0, 0, 0]), 16);
        assert_eq!(cube_index([255, 255, 255]), 231);
        assert_eq!(cube_index([255, 0, 0]), 196);
        assert_eq!(cube_index([0x17, 0x19, 0x1e]), 234);
    }

    #[test]
    fn basic_colours_keep_their_hue_and_texts_are_readable_on_them() {
        assert_eq!(basic_index([0x26, 0x46, 0x6f]), 4);
        assert_eq!(basic_index([0x6e, 0x35, 0x23]), 1);
        assert_eq!(basic_index([0x17, 0x19, 0x1e]), BLACK);
        assert_eq!(basic_text_indices([0xae, 0xd3, 0xff], [0x26, 0x46, 0x6f]), (BRIGHT_WHITE, 4));
        assert_eq!(basic_text_indices([0; 3], [0xba, 0xd4, 0xf3]), (BLACK, 12));
        assert_eq!(basic_text_indices([9; 3], [9; 3]), (BLACK, BLACK));
    }

    #[test]
    fn lines_on_white_differ_in_basic_colours() {
        let on_paper = |stroke: &Shades| {
            let [ink, paper] = [stroke, &PAPER].map(|shades| Surroundings::Light.colour(shades));
            basic_line_indices(ink, paper).0
        };
        let colours: Vec<u8> = STROKES[..4].iter().map(on_paper).collect();
        assert_eq!(colours, [4, BLACK, 2, 1]);
        assert_eq!(basic_line_indices([255; 3], [255; 3]), (BRIGHT_WHITE, BRIGHT_WHITE));
    }

    #[test]
    fn fills_are_seen_on_the_paper_in_basic_colours() {
        let tints = [Tint::Shade, Tint::Highlight, Tint::Warning, Tint::Shaded, Tint::Unshaded];
        for tint in tints.into_iter().chain((0..9).map(Tint::Colour)) {
            for surroundings in [Surroundings::Light, Surroundings::Dark] {
                let [fill, paper] = [tint_shades(tint), PAPER]
                    .map(|shades| basic_index(surroundings.colour(&shades)));
                assert_ne!(fill, paper, "{tint:?}, {surroundings:?}");
            }
        }
    }

    #[test]
    fn a_terminal_is_known_by_its_name() {
        let palette = |name, colours| Palette::of(name, colours, false);
        assert_eq!(palette("xterm-256color", "truecolor"), Palette::Full);
        assert_eq!(palette("xterm-256color", ""), Palette::Cube);
        for name in ["linux", "xterm", "screen", "vt100"] {
            assert_eq!(palette(name, ""), Palette::Basic, "{name}");
        }
        assert_eq!(palette("dumb", "truecolor"), Palette::None);
        assert_eq!(Palette::of("linux", "", true), Palette::None);
    }
}
