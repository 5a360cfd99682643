//! A picture as SVG.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use grid_utils::Cell;

use crate::palette::{FILLS, STROKES, Shades};
use crate::scene::{
    Anchor, BLOCK_LINE, BLOCK_SIZE, CORNER_SIZE, Ink, LineStyle, Mark, Picture, Tint, cell_size,
    centre, fitting, text_width,
};

/// Units of the SVG per cell: the unscaled size.
const UNITS: f64 = 40.0;
/// Margin around everything, in cells.
const MARGIN: f64 = 0.25;
/// Half the thickness of the thick lines, in cells.
const HALF_BORDER: f64 = 0.04;
/// Distance from the middle of a line of digits to its baseline, in sizes; set explicitly, since
/// renderers differ in their support of baselines.
const BASELINE: f64 = 0.36;
/// Line height of a text, in sizes.
const TEXT_LINE: f64 = 1.1;
/// Thickness of the outlines of shapes, in cells.
const OUTLINE: f64 = 0.07;
/// Opacity of faint lines: texts on them stay readable, light and dark.
const FAINT: f64 = 0.32;
/// Radius of the dot at the start of a path, in cells.
const DOT: f64 = 0.2;
/// Radius of the circles around the numbers of a path, in cells.
const NUMBER_CIRCLE: f64 = 0.18;
/// Thickness of these circles.
const NUMBER_OUTLINE: f64 = 0.03;
/// Size of the numbers, and the width that they may take.
const NUMBER_SIZE: f64 = 0.28;
const NUMBER_ROOM: f64 = 0.33;
/// Small texts in corners are larger on boards of more columns than this, whose cells are small on
/// every screen: limited by this factor and this width.
const SMALL_COLUMNS: f64 = 9.0;
const MOST_GROWTH: f64 = 1.5;
const SMALL_ROOM: f64 = 0.84;
/// Shift of a cell's text away from a small text above it, or a wide one below it, and its largest
/// size then.
const MOVED_BY: f64 = 0.12;
const MOVED_SIZE: f64 = 0.5;
/// Greatest width of small texts beside the text of a cell.
const BESIDE_WIDTH: f64 = 0.5;
/// Largest size of a cell's text between two small texts.
const BETWEEN_SIZE: f64 = 0.4;
/// Length of an arrow's head, in cells.
const HEAD: f64 = 0.26;
/// Colour of the background.
pub const PAPER: Shades = Shades { light: "#ffffff", dark: "#17191e" };
/// Colour of a grid with something black on it, which would not stand out from dark paper.
pub const BOARD: Shades = Shades { light: "#ffffff", dark: "#4b5161" };
/// Colour of the lines on such a grid.
pub const LINE_ON_BOARD: Shades = Shades { light: THIN_LINE.light, dark: PAPER.dark };
/// Colour of the lines between cells.
pub const THIN_LINE: Shades = Shades { light: "#c3c7cf", dark: "#4b5160" };
/// Colour of borders and of the frame of the grid.
pub const THICK_LINE: Shades = Shades { light: "#22262e", dark: "#d5d9e2" };

impl Picture {
    /// Returns the picture as an SVG document fitted to its content.
    ///
    /// Colours follow the light or dark surroundings by a media query; renderers that do not know
    /// it draw the light version. All classes begin with `mp-`, so that a page can contain several
    /// pictures.
    ///
    /// ```
    /// use picture::Picture;
    /// let svg = Picture::grid(3, 3).title("Three & three").to_svg();
    /// assert!(svg.contains("<title>Three &amp; three</title>"));
    /// assert!(svg.contains("prefers-color-scheme: dark"));
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        let extent = self.extent();
        let Extent { left, top, right, bottom } = extent;
        let (width, height) = (units(right - left), units(bottom - top));
        let (left, top) = (units(left), units(top));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{extent}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n"
        );
        if !self.title.is_empty() {
            line(&mut svg, format_args!("<title>{}</title>", escaped(&self.title)));
        }
        if !self.description.is_empty() {
            line(&mut svg, format_args!("<desc>{}</desc>", escaped(&self.description)));
        }
        line(&mut svg, format_args!("<style>\n{}</style>", self.style()));
        line(
            &mut svg,
            format_args!(
                "<rect class=\"mp-paper\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
            ),
        );
        svg.push_str(&self.svg_body());
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns the picture of a single cell as an SVG document without paper and margin, to be laid
    /// over a board; empty if there is nothing in it.
    #[must_use]
    pub fn to_icon(&self) -> String {
        let body = self.svg_body();
        if body.is_empty() {
            return body;
        }
        let size = units(1.0);
        let style = self.style();
        let is_used = |rule: &&str| {
            let class = rule.strip_prefix('.').and_then(|rule| rule.split(' ').next());
            class.is_none_or(|class| body.contains(class))
        };
        let style = style.lines().filter(is_used).collect::<Vec<_>>().join("\n");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\">\
             <style>{style}</style>{body}</svg>"
        )
    }

    /// Returns the content of the SVG document without its style: for pages that show many pictures
    /// and have [`style_sheet`] once.
    ///
    /// Each element, and each run of filled cells, is on a line of its own, so that similar
    /// pictures share most of their lines.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let board = Picture::grid(1, 2);
    /// let (svg, body) = (board.to_svg(), board.svg_body());
    /// assert!(svg.contains(&body) && svg.contains("<style>") && !body.contains("<style>"));
    /// ```
    #[must_use]
    pub fn svg_body(&self) -> String {
        let mut svg = String::new();
        if self.has_board() {
            let (width, height) = (units(self.width), units(self.height));
            let size = format_args!("width=\"{width}\" height=\"{height}\"");
            line(&mut svg, format_args!("<rect class=\"mp-board\" x=\"0\" y=\"0\" {size}/>"));
        }
        self.write_fills(&mut svg);
        for layer in [Layer::Grid, Layer::Borders, Layer::Shapes, Layer::Texts] {
            if layer == Layer::Grid && self.lines {
                self.write_grid(&mut svg);
            }
            for mark in self.marks.iter().filter(|mark| layer_of(mark) == layer) {
                write_mark(&mut svg, mark, self);
            }
            if layer == Layer::Borders && self.lines && !self.dotted {
                self.write_frame(&mut svg);
            }
        }
        self.write_cell_texts(&mut svg);
        svg
    }

    /// Returns whether its grid has a colour of its own.
    fn has_board(&self) -> bool {
        self.lines && self.has_black()
    }

    /// Writes one path per tint; adjacent cells are one rectangle of it, on a line of its own.
    /// Polygons cover them.
    fn write_fills(&self, svg: &mut String) {
        let mut paths: BTreeMap<Tint, String> = BTreeMap::new();
        let mut tints = self.tints().into_iter().peekable();
        while let Some((first, tint)) = tints.next() {
            let mut length = 1;
            let mut next = Cell::new(first.row, first.column + 1);
            while tints.next_if_eq(&(next, tint)).is_some() {
                length += 1;
                next.column += 1;
            }
            let (x, y) = (units(first.column as f64), units(first.row as f64));
            let (width, height) = (units(f64::from(length)), units(1.0));
            let path = paths.entry(tint).or_default();
            if !path.is_empty() {
                path.push('\n');
            }
            let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
        for (tint, path) in paths {
            line(svg, format_args!("<path class=\"{}\" d=\"{path}\"/>", tint_class(tint)));
        }
        for mark in &self.marks {
            if let Mark::Polygon { points, tint: Some(tint), .. } = mark {
                let (class, points) = (tint_class(*tint), point_list(points));
                line(svg, format_args!("<polygon class=\"{class}\" points=\"{points}\"/>"));
            }
        }
    }

    /// Writes one group per ink.
    fn write_cell_texts(&self, svg: &mut String) {
        let mut groups: BTreeMap<String, String> = BTreeMap::new();
        let tints = self.tints();
        let small_texts = self.cells_with_small_texts();
        for (cell, (text, ink)) in self.cell_texts() {
            let [above, below] = small_texts.each_ref().map(|cells| cells.get(&cell).copied());
            let (most, lowered) = match (above, below) {
                (Some(_), Some(_)) => (BETWEEN_SIZE, 0.0),
                (Some(_), None) => (MOVED_SIZE, MOVED_BY),
                // One or two digits are placed at the right of the text.
                (None, Some(width)) if width > BESIDE_WIDTH => (MOVED_SIZE, -MOVED_BY),
                _ => (f64::INFINITY, 0.0),
            };
            let size = cell_size(text, ink).min(most);
            let (x, y) = centre(cell);
            let disc = self.disc_around(x, y);
            let class = text_class(ink, disc.or_else(|| tints.get(&cell).copied()));
            let y = y + lowered;
            line(
                groups.entry(class).or_default(),
                format_args!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
                    units(x),
                    units(y + BASELINE * size),
                    units(size),
                    escaped(text)
                ),
            );
        }
        for (class, texts) in groups {
            line(
                svg,
                format_args!("<g class=\"mp-text {class}\" text-anchor=\"middle\">\n{texts}</g>"),
            );
        }
    }

    /// Returns the filling of the last circle around a point, if there is one.
    fn disc_around(&self, x: f64, y: f64) -> Option<Tint> {
        self.marks.iter().rev().find_map(|mark| match mark {
            Mark::Circle { x: middle, y: height, radius, tint, .. } => {
                tint.filter(|_| (x - middle).hypot(y - height) < *radius)
            }
            _ => None,
        })
    }

    /// Returns the widths of the small texts in upper corners of cells, and of those in lower
    /// corners.
    fn cells_with_small_texts(&self) -> [BTreeMap<Cell, f64>; 2] {
        let mut cells = [BTreeMap::new(), BTreeMap::new()];
        for mark in &self.marks {
            if let Mark::Text { x, y, size, anchor, ink, text } = mark
                && *size <= CORNER_SIZE
                && *anchor != Anchor::Middle
                && x.min(*y) > 0.0
            {
                let width = size * text_width(text, *ink);
                cells[usize::from(y.rem_euclid(1.0) >= 0.5)].insert(cell_at(*x, *y), width);
            }
        }
        cells
    }

    /// Returns the background of each cell, in reading order.
    #[must_use]
    pub fn tints(&self) -> BTreeMap<Cell, Tint> {
        let mut tints = BTreeMap::new();
        for mark in &self.marks {
            match mark {
                Mark::Fill(cells, tint) => tints.extend(cells.iter().map(|&cell| (cell, *tint))),
                Mark::Clear(cells) => tints.retain(|cell, _| !cells.contains(cell)),
                _ => {}
            }
        }
        tints
    }

    /// Returns the text of each cell, in reading order.
    #[must_use]
    pub fn cell_texts(&self) -> BTreeMap<Cell, (&str, Ink)> {
        let writes = self.marks.iter().filter_map(|mark| match mark {
            Mark::Write(texts, ink) => {
                Some(texts.iter().map(|(cell, text)| (*cell, (text.as_str(), *ink))))
            }
            _ => None,
        });
        let mut texts: BTreeMap<_, _> = writes.flatten().collect();
        texts.retain(|_, (text, _)| !text.is_empty());
        texts
    }

    fn write_grid(&self, svg: &mut String) {
        let mut path = String::new();
        if self.dotted {
            for row in 0..=self.rows {
                for column in 0..=self.columns {
                    let _ = write!(path, "M{} {}h0", units(column as f64), units(row as f64));
                }
            }
            line(svg, format_args!("<path class=\"mp-border\" d=\"{path}\"/>"));
            return;
        }
        let (width, height) = (units(self.width), units(self.height));
        for column in 1..self.columns {
            let _ = write!(path, "M{} 0v{height}", units(column as f64));
        }
        for row in 1..self.rows {
            let _ = write!(path, "M0 {}h{width}", units(row as f64));
        }
        if !path.is_empty() {
            let class = if self.has_board() { "mp-board-grid mp-grid" } else { "mp-grid" };
            line(svg, format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
        }
    }

    fn write_frame(&self, svg: &mut String) {
        let (width, height) = (units(self.width), units(self.height));
        line(
            svg,
            format_args!(
                "<rect class=\"mp-border\" x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\"/>"
            ),
        );
    }

    /// Returns the CSS rules in use, first for light, then for dark surroundings.
    fn style(&self) -> String {
        let (inks, mut tints) = self.colours();
        if tints.contains(&Tint::Black) || tints.contains(&Tint::White) {
            // For texts on the other one.
            tints.extend([Tint::Black, Tint::White]);
        }
        let rules = rules(inks, tints, self.has_board());
        let mut style = shared_style();
        for Rule { class, property, shades } in &rules {
            line(&mut style, format_args!(".{class} {{ {property}: {} }}", shades.light));
        }
        style.push_str("@media (prefers-color-scheme: dark) {\n");
        for Rule { class, property, shades } in &rules {
            line(&mut style, format_args!(".{class} {{ {property}: {} }}", shades.dark));
        }
        style.push_str("}\n");
        style
    }

    fn colours(&self) -> (BTreeSet<Ink>, BTreeSet<Tint>) {
        let (mut inks, mut tints) = (BTreeSet::new(), BTreeSet::new());
        for mark in &self.marks {
            match mark {
                Mark::Fill(_, tint) => {
                    tints.insert(*tint);
                }
                Mark::Rectangle { ink, tint, .. } | Mark::Circle { ink, tint, .. } => {
                    inks.insert(*ink);
                    tints.extend(tint);
                }
                Mark::Polygon { ink, tint, .. } => {
                    inks.extend(ink);
                    tints.extend(tint);
                }
                Mark::Write(_, ink) | Mark::Line { ink, .. } | Mark::Text { ink, .. } => {
                    inks.insert(*ink);
                }
                Mark::Block { .. } => {
                    inks.insert(Ink::Text);
                }
                Mark::Clear(_) | Mark::Border { .. } | Mark::Room { .. } => {}
            }
        }
        (inks, tints)
    }

    /// Returns the extent of the picture with a margin.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// assert_eq!(Picture::grid(2, 3).extent().to_string(), "-10 -10 140 100");
    /// ```
    #[must_use]
    pub fn extent(&self) -> Extent {
        let Extent { left, top, right, bottom } = self.bounds();
        Extent {
            left: left - MARGIN,
            top: top - MARGIN,
            right: right + MARGIN,
            bottom: bottom + MARGIN,
        }
    }

    /// Returns the extent of the picture without a margin.
    #[must_use]
    pub fn bounds(&self) -> Extent {
        let mut extent = Extent { left: 0.0, top: 0.0, right: self.width, bottom: self.height };
        for mark in &self.marks {
            extent.include_mark(mark);
        }
        extent
    }
}

/// Returns the style of every picture, for a page that shows [bodies](Picture::svg_body). Its
/// colours follow the page's `color-scheme`.
///
/// ```
/// assert!(picture::style_sheet().contains(".mp-paper { fill: light-dark(#ffffff, #17191e) }"));
/// ```
#[must_use]
pub fn style_sheet() -> String {
    let inks =
        [Ink::Text, Ink::Given, Ink::Found, Ink::Label, Ink::Muted, Ink::Accent, Ink::Warning];
    let inks = inks.into_iter().chain((0..).map(Ink::Colour).take(STROKES.len()));
    let tints = [Tint::Shade, Tint::Highlight, Tint::Warning];
    let tints = tints.into_iter().chain([Tint::Black, Tint::White, Tint::Shaded, Tint::Unshaded]);
    let tints = tints.chain((0..).map(Tint::Colour).take(FILLS.len()));
    let mut style = shared_style();
    for Rule { class, property, shades: Shades { light, dark } } in rules(inks, tints, true) {
        line(&mut style, format_args!(".{class} {{ {property}: light-dark({light}, {dark}) }}"));
    }
    style
}

/// Returns the style without colours: fonts and thicknesses.
fn shared_style() -> String {
    format!(
        ".mp-text {{ font-family: ui-sans-serif, system-ui, \"Segoe UI\", \"DejaVu Sans\", Arial, sans-serif }}\n\
         .mp-block {{ font-family: ui-monospace, Menlo, Consolas, \"DejaVu Sans Mono\", monospace; white-space: pre }}\n\
         .mp-given-text {{ font-weight: 700 }}\n\
         .mp-grid {{ fill: none; stroke-width: 1 }}\n\
         .mp-border {{ fill: none; stroke-width: {}; stroke-linecap: round; stroke-linejoin: round }}\n\
         .mp-line {{ fill: none; stroke-linecap: round; stroke-linejoin: round }}\n",
        units(2.0 * HALF_BORDER)
    )
}

/// Returns the colours of the paper, the grid, and the inks and tints in use.
fn rules(
    inks: impl IntoIterator<Item = Ink>,
    tints: impl IntoIterator<Item = Tint>,
    has_board: bool,
) -> Vec<Rule> {
    let mut rules = vec![
        Rule::new("mp-paper", "fill", PAPER),
        Rule::new("mp-grid", "stroke", THIN_LINE),
        Rule::new("mp-border", "stroke", THICK_LINE),
    ];
    if has_board {
        rules.push(Rule::new("mp-board", "fill", BOARD));
        rules.push(Rule::new("mp-board-grid", "stroke", LINE_ON_BOARD));
    }
    for ink in inks {
        let class = ink_class(ink);
        rules.push(Rule::new(&format!("{class}-text"), "fill", ink_shades(ink)));
        rules.push(Rule::new(&format!("{class}-line"), "stroke", ink_shades(ink)));
    }
    rules.extend(
        tints.into_iter().map(|tint| Rule::new(&tint_class(tint), "fill", tint_shades(tint))),
    );
    rules
}

/// The rectangle that a picture takes; its text form is an SVG's `viewBox`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The x of its left edge.
    pub left: f64,
    /// The y of its top edge.
    pub top: f64,
    /// The x of its right edge.
    pub right: f64,
    /// The y of its bottom edge.
    pub bottom: f64,
}

impl Extent {
    /// Returns the least rectangle around both.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let [wide, high] = [Picture::grid(1, 3), Picture::grid(2, 1)];
    /// assert_eq!(wide.extent().union(high.extent()), Picture::grid(2, 3).extent());
    /// ```
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns whether the two have a point in common.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }

    /// The empty extent.
    pub(crate) const NOTHING: Self = Self {
        left: f64::INFINITY,
        top: f64::INFINITY,
        right: f64::NEG_INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    pub(crate) fn include_mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Fill(cells, _) | Mark::Clear(cells) => {
                for cell in cells {
                    self.include(cell.column as f64, cell.row as f64, 1.0, 1.0);
                }
            }
            Mark::Write(texts, _) => {
                for (cell, _) in texts {
                    self.include(cell.column as f64, cell.row as f64, 1.0, 1.0);
                }
            }
            Mark::Rectangle { x, y, width, height, .. } => {
                let (width, height) = (width + OUTLINE, height + OUTLINE);
                self.include(x - OUTLINE / 2.0, y - OUTLINE / 2.0, width, height);
            }
            Mark::Border { from, to } | Mark::Room { from, to } => {
                self.include(from.0, from.1, to.0 - from.0, to.1 - from.1);
            }
            Mark::Circle { x, y, radius, .. } => {
                self.include_around(*x, *y, radius + OUTLINE / 2.0);
            }
            Mark::Polygon { points, .. } => {
                for &(x, y) in points {
                    self.include_around(x, y, OUTLINE / 2.0);
                }
            }
            Mark::Line { points, width, style, .. } => {
                let reach = match style {
                    LineStyle::Plain | LineStyle::Faint => width / 2.0,
                    LineStyle::Arrow => HEAD / 2.0,
                    LineStyle::Path => DOT,
                    LineStyle::Numbered => NUMBER_CIRCLE,
                };
                for &(x, y) in points {
                    self.include_around(x, y, reach);
                }
            }
            Mark::Text { x, y, size, anchor, ink, text } => {
                let widths = text.lines().map(|line| text_width(line, *ink) * size);
                let width = widths.fold(0.0, f64::max);
                let before = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => width / 2.0,
                    Anchor::End => width,
                };
                let height =
                    TEXT_LINE * size * text.lines().count().saturating_sub(1) as f64 + size;
                self.include(x - before, y - height / 2.0, width, height);
            }
            Mark::Block { .. } => {}
        }
    }

    fn include_around(&mut self, x: f64, y: f64, reach: f64) {
        self.include(x - reach, y - reach, 2.0 * reach, 2.0 * reach);
    }

    fn include(&mut self, x: f64, y: f64, width: f64, height: f64) {
        self.left = self.left.min(x);
        self.top = self.top.min(y);
        self.right = self.right.max(x + width);
        self.bottom = self.bottom.max(y + height);
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (units(self.right - self.left), units(self.bottom - self.top));
        write!(formatter, "{} {} {width} {height}", units(self.left), units(self.top))
    }
}

/// The colour of one class.
struct Rule {
    class: String,
    property: &'static str,
    shades: Shades,
}

impl Rule {
    fn new(class: &str, property: &'static str, shades: Shades) -> Self {
        Self { class: class.to_owned(), property, shades }
    }
}

/// The order of drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Drawn for the picture as a whole.
    Cells,
    /// The thin lines between cells.
    Grid,
    /// The thick lines.
    Borders,
    /// Circles, rectangles, lines, the outlines of polygons.
    Shapes,
    /// Free texts.
    Texts,
}

/// Returns the layer of a mark.
#[must_use]
pub fn layer_of(mark: &Mark) -> Layer {
    match mark {
        Mark::Fill(..) | Mark::Clear(_) | Mark::Write(..) => Layer::Cells,
        Mark::Border { .. } | Mark::Room { .. } => Layer::Borders,
        Mark::Rectangle { .. } | Mark::Circle { .. } | Mark::Polygon { .. } | Mark::Line { .. } => {
            Layer::Shapes
        }
        Mark::Text { .. } | Mark::Block { .. } => Layer::Texts,
    }
}

fn write_mark(svg: &mut String, mark: &Mark, picture: &Picture) {
    match mark {
        Mark::Fill(..) | Mark::Clear(_) | Mark::Write(..) | Mark::Room { .. } => {}
        Mark::Rectangle { x, y, width, height, ink, tint } => line(
            svg,
            format_args!(
                "<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                shape_attributes(*ink, *tint),
                units(*x),
                units(*y),
                units(*width),
                units(*height)
            ),
        ),
        Mark::Border { from, to } => line(
            svg,
            format_args!(
                "<path class=\"mp-border\" d=\"M{} {}L{} {}\"/>",
                units(from.0),
                units(from.1),
                units(to.0),
                units(to.1)
            ),
        ),
        Mark::Circle { x, y, radius, ink, tint } => line(
            svg,
            format_args!(
                "<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                shape_attributes(*ink, *tint),
                units(*x),
                units(*y),
                units(*radius)
            ),
        ),
        // Its filling is drawn with those of the cells.
        Mark::Polygon { points, ink, .. } => {
            if let Some(ink) = ink {
                let (class, points) = (shape_attributes(*ink, None), point_list(points));
                line(svg, format_args!("<polygon{class} points=\"{points}\"/>"));
            }
        }
        Mark::Line { points, ink, width, style } => write_line(svg, points, *ink, *width, *style),
        Mark::Text { x, y, size, anchor, ink, text } => {
            let mut size = *size;
            if size <= CORNER_SIZE && *anchor != Anchor::Middle {
                let growth = (picture.columns as f64 / SMALL_COLUMNS).clamp(1.0, MOST_GROWTH);
                size = size.max(fitting(text, *ink, growth * size, SMALL_ROOM));
            }
            let is_centred = *anchor == Anchor::Middle;
            let class = text_class(*ink, picture.disc_around(*x, *y).filter(|_| is_centred));
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let above = TEXT_LINE * size * text.lines().count().saturating_sub(1) as f64 / 2.0;
            for (number, text) in text.lines().enumerate() {
                let y = y - above + TEXT_LINE * size * number as f64;
                line(
                    svg,
                    format_args!(
                        "<text class=\"mp-text {class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\">{}</text>",
                        units(*x),
                        units(y + BASELINE * size),
                        units(size),
                        escaped(text)
                    ),
                );
            }
        }
        Mark::Block { text } => {
            for (number, text) in text.lines().enumerate() {
                let y = number as f64 * BLOCK_LINE + BLOCK_LINE * 0.75;
                line(
                    svg,
                    format_args!(
                        "<text class=\"mp-block mp-text-text\" x=\"0\" y=\"{}\" font-size=\"{}\" xml:space=\"preserve\">{}</text>",
                        units(y),
                        units(BLOCK_SIZE),
                        escaped(text)
                    ),
                );
            }
        }
    }
}

/// Class and thickness of a shape with an outline and perhaps a filling.
fn shape_attributes(ink: Ink, tint: Option<Tint>) -> String {
    let filling = tint.map_or(String::new(), |tint| format!(" {}", tint_class(tint)));
    let outline = units(OUTLINE);
    format!(" class=\"mp-line {}-line{filling}\" stroke-width=\"{outline}\"", ink_class(ink))
}

fn write_line(svg: &mut String, points: &[(f64, f64)], ink: Ink, width: f64, style: LineStyle) {
    let is_faint = !matches!(style, LineStyle::Plain | LineStyle::Arrow);
    if is_faint {
        line(svg, format_args!("<g opacity=\"{FAINT}\">"));
    }
    let class = ink_class(ink);
    if let ([(x, y), ..], LineStyle::Path) = (points, style) {
        let (x, y, radius) = (units(*x), units(*y), units(DOT));
        let dot = format_args!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        line(svg, format_args!("<circle class=\"{class}-text\" {dot}/>"));
    }
    if let [before @ .., last, tip] = points {
        let head = style.has_head().then(|| arrow_head(*last, *tip));
        // The line ends inside the head, so its round end does not blunt the tip.
        let end = head.map_or(*tip, |[tip, left, right]| {
            ((2.0 * tip.0 + left.0 + right.0) / 4.0, (2.0 * tip.1 + left.1 + right.1) / 4.0)
        });
        let drawn = before.iter().chain([last, &end]);
        let (drawn, width) = (point_list(drawn), units(width));
        line(
            svg,
            format_args!(
                "<polyline class=\"mp-line {class}-line\" stroke-width=\"{width}\" \
                 points=\"{drawn}\"/>"
            ),
        );
        if let Some(head) = head {
            let head = point_list(&head);
            line(svg, format_args!("<polygon class=\"{class}-text\" points=\"{head}\"/>"));
        }
    }
    if is_faint {
        line(svg, format_args!("</g>"));
    }
    if style == LineStyle::Numbered {
        write_numbers(svg, points, ink);
    }
}

/// Writes a dot at the first point, and the numbers of the others, each in a circle that hides the
/// line.
fn write_numbers(svg: &mut String, points: &[(f64, f64)], ink: Ink) {
    let class = ink_class(ink);
    for (number, &(x, y)) in points.iter().enumerate() {
        if number == 0 {
            let (x, y, radius) = (units(x), units(y), units(NUMBER_CIRCLE / 1.5));
            let dot = format_args!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
            line(svg, format_args!("<circle class=\"{class}-text\" {dot}/>"));
            continue;
        }
        let number = number.to_string();
        let size = fitting(&number, ink, NUMBER_SIZE, NUMBER_ROOM);
        line(
            svg,
            format_args!(
                "<circle class=\"mp-line {class}-line mp-paper\" stroke-width=\"{}\" cx=\"{}\" \
                 cy=\"{}\" r=\"{}\"/><text class=\"mp-text {class}-text\" x=\"{}\" y=\"{}\" \
                 font-size=\"{}\" text-anchor=\"middle\">{number}</text>",
                units(NUMBER_OUTLINE),
                units(x),
                units(y),
                units(NUMBER_CIRCLE),
                units(x),
                units(y + BASELINE * size),
                units(size)
            ),
        );
    }
}

/// Returns the corners of an arrow's head, its tip first; no longer than the distance from `last`
/// to `tip`.
#[must_use]
pub fn arrow_head(last: (f64, f64), tip: (f64, f64)) -> [(f64, f64); 3] {
    let way = (tip.0 - last.0, tip.1 - last.1);
    let distance = way.0.hypot(way.1).max(f64::MIN_POSITIVE);
    let scale = HEAD.min(distance) / distance;
    let (x, y) = (way.0 * scale, way.1 * scale);
    let base = (tip.0 - x, tip.1 - y);
    [tip, (base.0 - y / 2.0, base.1 + x / 2.0), (base.0 + y / 2.0, base.1 - x / 2.0)]
}

fn point_list<'a>(points: impl IntoIterator<Item = &'a (f64, f64)>) -> String {
    let points: Vec<_> =
        points.into_iter().map(|(x, y)| format!("{},{}", units(*x), units(*y))).collect();
    points.join(" ")
}

fn ink_class(ink: Ink) -> String {
    match ink {
        Ink::Text => "mp-text".to_owned(),
        Ink::Given => "mp-given".to_owned(),
        Ink::Found => "mp-found".to_owned(),
        Ink::Label => "mp-label".to_owned(),
        Ink::Muted => "mp-muted".to_owned(),
        Ink::Accent => "mp-accent".to_owned(),
        Ink::Warning => "mp-warning".to_owned(),
        Ink::Colour(colour) => format!("mp-ink{}", usize::from(colour) % STROKES.len()),
    }
}

/// Returns the colours of an ink.
#[must_use]
pub fn ink_shades(ink: Ink) -> Shades {
    let (light, dark) = match ink {
        Ink::Text => ("#22262e", "#e6e9f0"),
        Ink::Given => ("#0b0d11", "#ffffff"),
        Ink::Found => ("#0a4f96", "#aed3ff"),
        Ink::Label => ("#454b57", "#c8cedb"),
        Ink::Muted => ("#5f6570", "#a9b0bd"),
        Ink::Accent => ("#9a2f08", "#ffb38c"),
        Ink::Warning => ("#a8001e", "#ffb0b8"),
        Ink::Colour(colour) => {
            let Shades { light, dark } = STROKES[usize::from(colour) % STROKES.len()];
            (light, dark)
        }
    };
    Shades { light, dark }
}

/// Returns the class of texts on a tint: on black they are white, and black on white.
fn text_class(ink: Ink, below: Option<Tint>) -> String {
    let class = format!("{}-text", ink_class(ink));
    match below {
        Some(Tint::Black) => format!("{class} {}", tint_class(Tint::White)),
        Some(Tint::White) => format!("{class} {}", tint_class(Tint::Black)),
        _ => class,
    }
}

fn tint_class(tint: Tint) -> String {
    match tint {
        Tint::Shade => "mp-shade".to_owned(),
        Tint::Highlight => "mp-highlight".to_owned(),
        Tint::Warning => "mp-mistake".to_owned(),
        Tint::Black => "mp-black".to_owned(),
        Tint::White => "mp-white".to_owned(),
        Tint::Shaded => "mp-shaded".to_owned(),
        Tint::Unshaded => "mp-unshaded".to_owned(),
        Tint::Colour(colour) => format!("mp-tint{}", usize::from(colour) % FILLS.len()),
    }
}

/// Returns the colours of a tint.
#[must_use]
pub fn tint_shades(tint: Tint) -> Shades {
    let (light, dark) = match tint {
        Tint::Shade => ("#eceef2", "#2a2e37"),
        Tint::Highlight | Tint::Unshaded => ("#ffe9b0", "#5a4a16"),
        Tint::Warning => ("#ffd0d3", "#6b2530"),
        Tint::Black => ("#22262e", "#000000"),
        Tint::White => ("#ffffff", "#ffffff"),
        Tint::Shaded => return tint_shades(Tint::Colour(0)),
        Tint::Colour(colour) => {
            let Shades { light, dark } = FILLS[usize::from(colour) % FILLS.len()];
            (light, dark)
        }
    };
    Shades { light, dark }
}

/// Returns the cell around a point that is below and at the right of the first one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a picture has no lengths beyond a million cells"
)]
fn cell_at(x: f64, y: f64) -> Cell {
    Cell::new(y as usize, x as usize)
}

/// Returns a length in units of the SVG, rounded to hundredths.
fn units(cells: f64) -> f64 {
    let hundredths = (cells * UNITS * 100.0).round();
    // Adding 0 turns -0 into 0.
    hundredths / 100.0 + 0.0
}

fn line(svg: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(svg, "{text}");
}

/// Escapes text between tags: special characters become entities, and those that XML forbids the
/// replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(letter),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Corner;
    use grid_utils::Cell;

    #[test]
    fn what_xml_does_not_allow_is_escaped() {
        assert_eq!(escaped("a<b>&\u{7}\""), "a&lt;b&gt;&amp;\u{fffd}\"");
    }

    #[test]
    fn lengths_are_written_short() {
        assert_eq!(units(0.1 + 0.2).to_string(), "12");
        assert_eq!(units(-0.000_001).to_string(), "0");
        assert_eq!(units(1.0 / 3.0).to_string(), "13.33");
    }

    #[test]
    fn labels_are_inside_the_picture() {
        let mut picture = Picture::grid(2, 2);
        picture.label_left(0, "1234567").label_top(1, "9").label_right(1, "8").label_bottom(0, "7");
        let Extent { left, top, right, bottom } = picture.extent();
        assert!(left < -1.5 && top < -0.6 && right > 2.5 && bottom > 2.6);
    }

    #[test]
    fn every_class_that_is_used_has_a_light_and_a_dark_colour() {
        let mut picture = Picture::grid(3, 3);
        let cell = Cell::new(1, 1);
        picture
            .fill(cell, Tint::Colour(200))
            .text(cell, "5", Ink::Given)
            .path(&[cell, Cell::new(1, 2)], Ink::Colour(77))
            .borders(|one, other| one.row != other.row);
        let svg = picture.to_svg();
        for class in
            ["mp-given-text", "mp-tint2", "mp-ink5-line", "mp-paper", "mp-border", "mp-grid"]
        {
            assert!(svg.matches(&format!(".{class} {{")).count() >= 2, "{class}: {svg}");
        }
        assert!(svg.contains("class=\"mp-tint2\""), "{svg}");
    }

    #[test]
    fn the_style_sheet_has_every_class_that_a_picture_can_use() {
        let mut picture = Picture::grid(2, 2);
        let cell = Cell::new(0, 0);
        for colour in 0..20 {
            picture.text(cell, "1", Ink::Colour(colour)).fill(cell, Tint::Colour(colour));
        }
        let sheet = style_sheet();
        for rule in picture.style().lines().filter(|rule| rule.starts_with(".mp-")) {
            let class = rule.split(' ').next().unwrap();
            assert!(sheet.contains(&format!("{class} {{")), "{class}");
        }
    }

    #[test]
    fn each_run_of_filled_cells_is_on_a_line_of_its_own() {
        let mut picture = Picture::grid(2, 2);
        picture.fill_cells([Cell::new(0, 0), Cell::new(1, 0)], Tint::Shade);
        let body = picture.svg_body();
        assert!(body.contains("d=\"M0 0h40v40h-40z\nM0 40h40v40h-40z\"/>"), "{body}");
    }

    #[test]
    fn texts_are_drawn_above_everything_whatever_the_order_of_calls() {
        let mut picture = Picture::grid(1, 1);
        picture.text(Cell::new(0, 0), "5", Ink::Found).fill(Cell::new(0, 0), Tint::Shade);
        let svg = picture.to_svg();
        assert!(svg.find("class=\"mp-shade\"") < svg.find(">5</text>"));
    }

    #[test]
    fn what_stands_in_a_cell_makes_room_for_a_small_text_above_it() {
        let height = |corner| {
            let mut picture = Picture::grid(2, 1);
            let cell = Cell::new(1, 0);
            picture.text(cell, "5", Ink::Found).small_text(cell, corner, "12", Ink::Given);
            let svg = picture.to_svg();
            let text = svg.split("<text").find(|text| text.contains(">5<")).unwrap();
            let y = text.split("y=\"").nth(1).unwrap();
            y.split('"').next().unwrap().parse::<f64>().unwrap()
        };
        assert!(height(Corner::TopLeft) > height(Corner::BottomRight) + 1.0);
    }

    #[test]
    fn what_stands_in_a_cell_makes_room_for_a_wide_small_text_below_it() {
        for (below, size) in [("7", cell_size("5", Ink::Found)), ("2022", MOVED_SIZE)] {
            let mut picture = Picture::grid(1, 1);
            let cell = Cell::new(0, 0);
            picture.text(cell, "5", Ink::Found);
            let svg = picture.small_text(cell, Corner::BottomRight, below, Ink::Given).to_svg();
            assert!(svg.contains(&format!("font-size=\"{}\">5</text>", units(size))), "{svg}");
        }
    }

    #[test]
    fn an_arrow_that_ends_where_it_is_keeps_its_head() {
        let mut picture = Picture::canvas(3.0, 3.0);
        picture.arrow(&[(0.0, 1.0), (2.0, 1.0), (2.0, 1.0)], Ink::Accent);
        assert!(picture.to_svg().contains("<polygon class=\"mp-accent-text\" points=\"80,40 "));
    }

    #[test]
    fn the_head_of_a_short_arrow_is_no_longer_than_the_arrow() {
        let [tip, left, right] = arrow_head((1.0, 3.0), (1.1, 3.0));
        assert!((f64::midpoint(left.0, right.0) - 1.0).abs() < 1e-9 && tip.0 > 1.0);
    }

    #[test]
    fn thick_lines_are_inside_the_picture() {
        let mut picture = Picture::canvas(1.0, 1.0);
        picture.line(&[(0.0, 2.0), (1.0, 2.0)], Ink::Text, 1.0);
        assert!((picture.extent().bottom - 2.5 - MARGIN).abs() < 1e-9);
    }

    #[test]
    fn filled_cells_side_by_side_are_one_rectangle() {
        let mut picture = Picture::grid(2, 3);
        picture.fill_cells((0..3).map(|column| Cell::new(1, column)), Tint::Shade);
        let path = "<path class=\"mp-shade\" d=\"M0 40h120v40h-120z\"/>";
        assert!(picture.to_svg().contains(path), "{}", picture.to_svg());
    }

    /// Returns the relative luminance of a colour (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let part = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn texts_on_white_discs_are_black_and_those_on_black_ones_white() {
        let mut picture = Picture::grid(1, 3);
        picture.circle(0.5, 0.5, 0.4, Ink::Given, Some(Tint::White));
        picture.circle(1.5, 0.5, 0.4, Ink::Given, Some(Tint::Black));
        for column in 0..3 {
            picture.text(Cell::new(0, column), "2", Ink::Given);
        }
        picture.text_at(0.5, 0.5, 0.3, "n", Ink::Text);
        let svg = picture.to_svg();
        assert!(svg.contains("<g class=\"mp-text mp-given-text mp-black\""), "{svg}");
        assert!(svg.contains("<g class=\"mp-text mp-given-text mp-white\""), "{svg}");
        assert!(svg.contains("<g class=\"mp-text mp-given-text\""), "{svg}");
        assert!(svg.contains("<text class=\"mp-text mp-text-text mp-black\""), "{svg}");
    }

    #[test]
    fn black_is_black_in_the_dark_and_texts_on_it_are_white() {
        let mut picture = Picture::grid(1, 2);
        let cell = Cell::new(0, 0);
        picture.fill(cell, Tint::Black).text(cell, "2", Ink::Given);
        let svg = picture.to_svg();
        let dark = svg.split("dark").nth(1).unwrap();
        assert!(dark.contains(".mp-black { fill: #000000 }"), "{svg}");
        assert!(svg.contains("<g class=\"mp-text mp-given-text mp-white\""), "{svg}");
        let boards = [BOARD, tint_shades(Tint::White)].map(|shades| (shades.light, shades.dark));
        let black = tint_shades(Tint::Black);
        for (light, dark) in boards {
            assert!(contrast(light, black.light) > 2.5 && contrast(dark, black.dark) > 2.5);
        }
    }

    #[test]
    fn text_is_readable_on_every_tint() {
        let tints = [Tint::Shade, Tint::Highlight, Tint::Warning];
        let inks = [Ink::Text, Ink::Given, Ink::Found, Ink::Label, Ink::Accent, Ink::Warning];
        let tints = tints.into_iter().chain((0..).map(Tint::Colour).take(FILLS.len()));
        for (tint, behind) in
            tints.map(|tint| (Some(tint), tint_shades(tint))).chain([(None, BOARD)])
        {
            for (ink, least) in inks.map(|ink| (ink, 4.5)).into_iter().chain([(Ink::Muted, 3.0)]) {
                let shades = ink_shades(ink);
                let light = contrast(shades.light, behind.light);
                let dark = contrast(shades.dark, behind.dark);
                assert!(light.min(dark) >= least, "{ink:?} on {tint:?}: {light:.2} {dark:.2}");
            }
        }
    }

    #[test]
    fn coloured_lines_stand_out_from_the_paper() {
        for Shades { light, dark } in STROKES {
            assert!(contrast(light, "#ffffff") >= 3.0, "{light}");
            assert!(contrast(dark, "#17191e") >= 3.0, "{dark}");
        }
    }

    #[test]
    fn a_picture_survives_json() {
        let mut picture = Picture::grid(2, 3);
        picture.title("T").path(&[Cell::new(0, 0), Cell::new(0, 1)], Ink::Accent);
        let json = serde_json::to_string(&picture).unwrap();
        assert_eq!(serde_json::from_str::<Picture>(&json).unwrap(), picture);
    }
}
