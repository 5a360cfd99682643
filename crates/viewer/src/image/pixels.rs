//! From SVG to pixels, with fonts of our own: the result is the same on every machine.

use std::sync::Arc;

use anyhow::{Context, Result};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Size, Tree, fontdb};

/// Paints pictures; loading the fonts takes a moment.
pub(crate) struct Painter {
    options: Options<'static>,
}

impl Painter {
    /// With the fonts that stand in this program.
    pub(crate) fn new() -> Self {
        let mut fonts = fontdb::Database::new();
        for font in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans_mono::regular()] {
            fonts.load_font_data(font.to_vec());
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        let options = Options {
            font_family: "DejaVu Sans".to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        };
        Self { options }
    }

    /// Reads an SVG, whose texts get our fonts.
    pub(crate) fn read(&self, svg: &str) -> Result<Tree> {
        Tree::from_str(svg, &self.options).context("cannot read the picture")
    }

    /// Paints an SVG on white paper, as many pixels per unit as `scale` says for its size.
    pub(crate) fn paint(&self, svg: &str, scale: impl FnOnce(Size) -> f32) -> Result<Pixmap> {
        let tree = self.read(svg)?;
        let size = tree.size();
        let scale = scale(size);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a length is not negative; one that is too long does not fit into memory"
        )]
        let pixels = |length: f32| ((length * scale).round() as u32).max(1);
        let (width, height) = (pixels(size.width()), pixels(size.height()));
        let mut image = Pixmap::new(width, height)
            .context("the picture has more pixels than fit into memory")?;
        image.fill(Color::WHITE);
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut image.as_mut());
        Ok(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::{Ink, Picture};

    /// The darkest pixel of a picture, by the sum of its colours.
    fn darkest(picture: &Picture) -> u32 {
        let image = Painter::new().paint(&picture.to_svg(), |_| 1.0).unwrap();
        let sums = image.pixels().iter().map(|pixel| {
            u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue())
        });
        sums.min().unwrap()
    }

    #[test]
    fn texts_are_painted_without_installed_fonts_and_in_light_colours() {
        let mut picture = Picture::canvas(2.0, 1.0);
        assert_eq!(darkest(&picture), 3 * 255, "the paper is white");
        assert!(darkest(picture.text_at(1.0, 0.5, 0.8, "8", Ink::Given)) < 150);
        assert!(darkest(&Picture::text_block("# # #")) < 250);
    }

    #[test]
    fn the_scale_is_what_was_asked_for() {
        let svg = Picture::grid(1, 3).to_svg();
        let image = Painter::new().paint(&svg, |size| 700.0 / size.width()).unwrap();
        assert_eq!((image.width(), image.height()), (700, 300));
    }
}
