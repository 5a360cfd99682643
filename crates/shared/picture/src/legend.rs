//! Legends: what the colours of a picture mean.

use crate::scene::{text_width, wrapped};
use crate::{Extent, Ink, Picture, Tint};

/// Line height of a legend, in sizes of its letters.
const LINE: f64 = 1.5;
/// Distance from the start of a swatch to its text, in sizes of its letters.
const TEXT_FROM: f64 = 1.4;
/// Width of the outline of a swatch, in sizes of its letters.
const OUTLINE: f64 = 0.14;

/// An entry of a legend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key {
    /// The tint of its swatch.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tint: Option<Tint>,
    /// The colour of the outline, or of the sign.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub ink: Option<Ink>,
    /// A sign in place of an outline.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub sign: Option<char>,
    /// What it means.
    pub text: String,
}

impl Key {
    /// Returns the swatch as SVG, 40 units wide and high.
    ///
    /// ```
    /// use picture::{Ink, Key, Tint};
    ///
    /// let key = Key { tint: Some(Tint::Colour(1)), text: "row 1".to_owned(), ..Key::default() };
    /// assert!(key.swatch().contains("mp-tint1"));
    /// let key = Key { ink: Some(Ink::Accent), sign: Some('1'), ..Key::default() };
    /// assert!(key.swatch().contains(">1</text>"));
    /// ```
    #[must_use]
    pub fn swatch(&self) -> String {
        let mut picture = Picture::canvas(1.0, 1.0);
        self.draw(&mut picture, (0.0, 0.5), 1.0);
        picture.svg_body()
    }

    /// Draws the swatch as a square, from the middle of its left side.
    fn draw(&self, picture: &mut Picture, (x, y): (f64, f64), size: f64) {
        let inset = OUTLINE / 2.0 * size;
        let [left, right] = [x + inset, x + size - inset];
        let [top, bottom] = [y - size / 2.0 + inset, y + size / 2.0 - inset];
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        if self.tint.is_some() {
            picture.polygon(&corners[..4], None, self.tint);
        }
        match (self.sign, self.ink) {
            (Some(sign), ink) => {
                let ink = ink.unwrap_or(Ink::Label);
                picture.text_at(x + size / 2.0, y, size, &sign.to_string(), ink);
            }
            (None, Some(ink)) => {
                picture.line(&corners, ink, OUTLINE * size);
            }
            (None, None) => {}
        }
    }
}

impl Picture {
    /// Adds an entry to the legend, which renderers show beside the picture.
    pub fn add_key(&mut self, key: Key) -> &mut Self {
        self.legend.push(key);
        self
    }

    /// Returns the legend.
    #[must_use]
    pub fn legend(&self) -> &[Key] {
        &self.legend
    }

    /// Draws the legend below everything else, as wide as a [caption](Self::caption).
    ///
    /// ```
    /// use picture::{Key, Picture, Tint};
    ///
    /// let mut picture = Picture::grid(9, 9);
    /// let key = |text: &str| Key { tint: Some(Tint::Shade), text: text.to_owned(), ..Key::default() };
    /// picture.add_key(key("row 1")).add_key(key("column 2")).draw_legend();
    /// let svg = picture.to_svg();
    /// assert!(svg.contains(">row 1</text>") && svg.contains(">column 2</text>"));
    /// ```
    pub fn draw_legend(&mut self) -> &mut Self {
        let Extent { left, bottom, .. } = self.bounds();
        let (room, size) = self.caption_size();
        let (mut x, mut y) = (left, bottom + LINE * size);
        for key in std::mem::take(&mut self.legend) {
            let lines = wrapped(&key.text, Ink::Label, room / size - TEXT_FROM);
            let text = lines.first().map_or("", String::as_str);
            let width = (TEXT_FROM + text_width(text, Ink::Label)) * size;
            if x > left && x + width > left + room {
                (x, y) = (left, y + LINE * size);
            }
            key.draw(self, (x, y), size);
            self.text_from(x + TEXT_FROM * size, y, size, text, Ink::Label);
            x += width + size;
        }
        self
    }
}
