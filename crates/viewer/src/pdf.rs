//! Pictures on paper: pages of SVG pictures, as a PDF document with fonts of its own.

use std::fmt::Write;

use anyhow::{Context, Result};
use krilla::Document;
use krilla::action::LinkAction;
use krilla::annotation::{LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect, Size};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use crate::image::pixels::Painter;

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    /// 210 x 297 mm
    A4,
    /// 148 x 210 mm
    A5,
    /// 8.5 x 11 in
    Letter,
}

impl Paper {
    /// Its name in style sheets.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::A5 => "A5",
            Self::Letter => "letter",
        }
    }

    /// Returns width and height in points, 72 to an inch.
    #[must_use]
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::A5 => (419.53, 595.28),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// A rectangle of a page, in points from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Distance from the left edge.
    pub left: f64,
    /// Distance from the upper edge.
    pub top: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Place {
    /// Returns the area of a page within the margins, below `top`.
    pub(crate) fn within(paper: Paper, margin: f64, top: f64) -> Self {
        let (width, height) = paper.size();
        Self { left: margin, top, width: width - 2.0 * margin, height: height - margin - top }
    }

    /// Returns the largest scale at which something of this size fits.
    pub(crate) fn fit(&self, width: f64, height: f64) -> f64 {
        (self.width / width).min(self.height / height)
    }
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What stands on it: elements of an SVG document, in points.
    pub content: String,
    /// Places that lead to another page, by its number from 0.
    pub links: Vec<(Place, usize)>,
    /// Places that lead to an address of the web.
    pub addresses: Vec<(Place, String)>,
    /// What the reader's list of contents calls the page, where it stands there.
    pub heading: Option<String>,
}

impl Page {
    /// Puts an SVG document in the middle of a place's width and, where `down` is 0.5, of its
    /// height: as large as fits, and at most `most` points per unit.
    pub(crate) fn put(
        &mut self,
        painter: &Painter,
        svg: &str,
        place: Place,
        (most, down): (f64, f64),
    ) -> Result<()> {
        let (width, height) = painter.size(svg)?;
        let scale = most.min(place.fit(width, height));
        let left = place.left + (place.width - scale * width) / 2.0;
        let top = place.top + (place.height - scale * height) * down;
        writeln!(self.content, "<g transform='translate({left} {top}) scale({scale})'>{svg}</g>")?;
        Ok(())
    }

    /// Returns the page as an SVG document.
    pub(crate) fn svg(&self, paper: Paper) -> String {
        let (width, height) = paper.size();
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' \
             font-family='DejaVu Sans'>\n{}</svg>",
            self.content
        )
    }
}

/// The margin of a sheet that shows a single picture.
const MARGIN: f64 = 48.0;

/// Returns a picture as large as fits on a sheet of paper.
///
/// # Errors
/// If the SVG cannot be read.
pub fn sheet(svg: &str, title: &str, paper: Paper) -> Result<Vec<u8>> {
    let mut page = Page::default();
    page.put(&Painter::new(), svg, Place::within(paper, MARGIN, MARGIN), (f64::MAX, 0.5))?;
    document(title, paper, &[page])
}

/// Returns the pages as the bytes of a PDF file: the same for the same pages.
///
/// # Errors
/// If a picture is not an SVG, or a link has no target page.
pub fn document(title: &str, paper: Paper, pages: &[Page]) -> Result<Vec<u8>> {
    let (width, height) = paper.size();
    let size = Size::from_wh(short(width), short(height)).context("the paper has no size")?;
    let painter = Painter::new();
    let mut document = Document::new();
    let mut outline = Outline::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language("en".to_owned()));
    for (number, page) in pages.iter().enumerate() {
        let tree = painter.read(&page.svg(paper))?;
        let mut sheet = document.start_page_with(PageSettings::new(size));
        let mut surface = sheet.surface();
        surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        let mut link = |place: &Place, target: Target| -> Result<()> {
            let Place { left, top, width, height } = *place;
            let [left, top, width, height] = [left, top, width, height].map(short);
            let place = Rect::from_xywh(left, top, width, height).context("a link is empty")?;
            sheet.add_annotation(LinkAnnotation::new(place, target).into());
            Ok(())
        };
        for (place, target) in &page.links {
            anyhow::ensure!(*target < pages.len(), "a link leads to page {target}: there is none");
            link(place, Target::Destination(top_of(*target).into()))?;
        }
        for (place, address) in &page.addresses {
            link(place, Target::Action(LinkAction::new(address.clone()).into()))?;
        }
        sheet.finish();
        if let Some(heading) = &page.heading {
            outline.push_child(OutlineNode::new(heading.clone(), top_of(number)));
        }
    }
    document.set_outline(outline);
    document.finish().map_err(|error| anyhow::anyhow!("cannot write the PDF: {error:?}"))
}

#[expect(clippy::cast_possible_truncation, reason = "lengths on paper are small numbers")]
fn short(length: f64) -> f32 {
    length as f32
}

fn top_of(page: usize) -> XyzDestination {
    XyzDestination::new(page, Point::from_xy(0.0, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::{Ink, Picture};

    fn board() -> String {
        Picture::grid(2, 2).title("Board").text_at(1.0, 0.5, 0.8, "8", Ink::Given).to_svg()
    }

    #[test]
    fn a_sheet_is_the_same_each_time_and_holds_its_fonts() {
        let pdf = sheet(&board(), "Board", Paper::A4).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        assert!(String::from_utf8_lossy(&pdf).contains("DejaVuSans-Bold"));
        assert_eq!(pdf, sheet(&board(), "Board", Paper::A4).unwrap());
        assert_ne!(pdf, sheet(&board(), "Board", Paper::Letter).unwrap());
    }

    #[test]
    fn a_link_to_no_page_and_a_picture_that_is_none_are_refused() {
        let place = Place { left: 0.0, top: 0.0, width: 9.0, height: 9.0 };
        let lost = Page { links: vec![(place, 1)], ..Page::default() };
        let error = document("", Paper::A4, &[lost]).unwrap_err();
        assert_eq!(error.to_string(), "a link leads to page 1: there is none");
        assert!(sheet("no picture", "", Paper::A4).is_err());
    }
}
