//! From SVG to pixels, with fonts of our own: the result is the same on every machine.

use std::sync::Arc;

use anyhow::{Context, Result};
use picture::Extent;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Size, Tree, fontdb};

/// Paints pictures; loading the fonts takes a moment.
pub(crate) struct Painter {
    options: Options<'static>,
}

impl Painter {
    /// Creates them with the fonts that are part of this program.
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

    /// Returns width and height of an SVG.
    pub(crate) fn size(&self, svg: &str) -> Result<(f64, f64)> {
        let size = self.read(svg)?.size();
        Ok((size.width().into(), size.height().into()))
    }

    /// Paints an SVG on white paper, as many pixels per unit as `scale` says for its size.
    pub(crate) fn paint(&self, svg: &str, scale: impl FnOnce(Size) -> f32) -> Result<Pixmap> {
        let tree = self.read(svg)?;
        let scale = scale(tree.size());
        paint_part(&tree, scale, Part::whole(&tree, scale))
    }
}

/// A part of an image, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Part {
    /// Returns a whole picture with `scale` pixels per unit.
    pub(super) fn whole(tree: &Tree, scale: f32) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a length is not negative; one that is too long does not fit into memory"
        )]
        let [width, height] = [tree.size().width(), tree.size().height()]
            .map(|length| ((length * scale).round() as u32).max(1));
        Self { left: 0, top: 0, width, height }
    }

    /// Returns the pixels of a picture with the given extent that an area touches, at least one.
    pub(super) fn within(self, area: Extent, extent: Extent) -> Self {
        let side = |from: f64, to: f64, start: f64, end: f64, pixels: u32| {
            let place = |at: f64| (at - start) / (end - start) * f64::from(pixels);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "what is before an image or behind it becomes its first or last pixel"
            )]
            let [from, to] = [place(from).floor() as u32, place(to).ceil() as u32 + 1];
            let from = from.saturating_sub(1).min(pixels - 1);
            (from, to.clamp(from + 1, pixels) - from)
        };
        let (left, width) = side(area.left, area.right, extent.left, extent.right, self.width);
        let (top, height) = side(area.top, area.bottom, extent.top, extent.bottom, self.height);
        Self { left, top, width, height }
    }
}

/// Paints a part of a picture on white paper.
pub(super) fn paint_part(tree: &Tree, scale: f32, part: Part) -> Result<Pixmap> {
    let mut image = Pixmap::new(part.width, part.height)
        .context("the picture has more pixels than fit into memory")?;
    image.fill(Color::WHITE);
    let transform =
        Transform::from_scale(scale, scale).post_translate(-(part.left as f32), -(part.top as f32));
    resvg::render(tree, transform, &mut image.as_mut());
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::{Ink, Picture};

    /// Returns the darkest pixel of a picture, by the sum of its colours.
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
