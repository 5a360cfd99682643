//! Pictures on paper: pages of SVG pictures, as a PDF document with fonts of its own.

use anyhow::{Context, Result};
use krilla::Document;
use krilla::annotation::{LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect, Size, Transform};
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
    /// 8.5 x 11 in
    Letter,
}

impl Paper {
    /// What style sheets call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }

    /// Width and height in points, 72 to an inch.
    #[must_use]
    pub fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// A rectangle of a page, in points from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// How far it is from the left edge.
    pub left: f32,
    /// How far it is from the upper edge.
    pub top: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

/// A page, painted in the order of its pictures.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// SVG documents, each as large as fits its place, in the middle across and down.
    pub pictures: Vec<(String, Place)>,
    /// Places that lead to another page, by its number from 0.
    pub links: Vec<(Place, usize)>,
    /// What the reader's list of contents calls the page, where it stands there.
    pub heading: Option<String>,
}

/// The margin of a sheet that shows a single picture.
const MARGIN: f32 = 48.0;

/// A picture as large as fits on a sheet of paper.
///
/// # Errors
/// If the SVG cannot be read.
pub fn sheet(svg: &str, title: &str, paper: Paper) -> Result<Vec<u8>> {
    let (width, height) = paper.size();
    let place = Place {
        left: MARGIN,
        top: MARGIN,
        width: width - 2.0 * MARGIN,
        height: height - 2.0 * MARGIN,
    };
    let page = Page { pictures: vec![(svg.to_owned(), place)], ..Page::default() };
    document(title, paper, &[page])
}

/// The pages as the bytes of a PDF file: the same for the same pages.
///
/// # Errors
/// If a picture is no SVG, or a link leads to no page.
pub fn document(title: &str, paper: Paper, pages: &[Page]) -> Result<Vec<u8>> {
    let (width, height) = paper.size();
    let painter = Painter::new();
    let mut document = Document::new();
    let mut outline = Outline::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language("en".to_owned()));
    for (number, page) in pages.iter().enumerate() {
        let settings = PageSettings::from_wh(width, height).context("the paper has no size")?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        for (svg, place) in &page.pictures {
            let tree = painter.read(svg)?;
            let (wide, high) = (tree.size().width(), tree.size().height());
            let scale = (place.width / wide).min(place.height / high);
            let size = Size::from_wh(wide * scale, high * scale).context("a place is empty")?;
            let left = place.left + (place.width - size.width()) / 2.0;
            let top = place.top + (place.height - size.height()) / 2.0;
            surface.push_transform(&Transform::from_translate(left, top));
            surface.draw_svg(&tree, size, SvgSettings::default());
            surface.pop();
        }
        surface.finish();
        for (place, target) in &page.links {
            anyhow::ensure!(*target < pages.len(), "a link leads to page {target}: there is none");
            let Place { left, top, width, height } = *place;
            let place = Rect::from_xywh(left, top, width, height).context("a link is empty")?;
            let target = Target::Destination(top_of(*target).into());
            sheet.add_annotation(LinkAnnotation::new(place, target).into());
        }
        sheet.finish();
        if let Some(heading) = &page.heading {
            outline.push_child(OutlineNode::new(heading.clone(), top_of(number)));
        }
    }
    document.set_outline(outline);
    document.finish().map_err(|error| anyhow::anyhow!("cannot write the PDF: {error:?}"))
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
