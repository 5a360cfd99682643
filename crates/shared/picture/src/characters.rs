//! A picture in characters, for terminals.
//!
//! Cells of a grid become boxes as large as fit; lines and circles are drawn with Braille patterns,
//! eight dots per character; texts are on top, as in SVG. Colours suit light or dark surroundings
//! and include the background, so a board looks the same in every terminal.

use std::env;
use std::fmt::Write;

use crate::drawing::{
    Anchor, Layer, LineStyle, Mark, PAPER, Shades, THICK_LINE, THIN_LINE, arrow_head, ink_shades,
    layer_of, tint_shades,
};
use crate::scene::CORNER_SIZE;
use crate::{Extent, Ink, Picture, Tint};

/// A picture in characters, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Characters {
    columns: usize,
    has_lines: bool,
    all: Vec<Character>,
}

/// A character and its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character {
    /// The character; a space if empty.
    pub symbol: char,
    /// Its colour.
    pub ink: Colour,
    /// The colour behind it.
    pub paper: Colour,
    /// Whether it is bold.
    pub bold: bool,
}

/// A colour by its parts: red, green, blue.
pub type Colour = [u8; 3];

/// The terminal's own colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surroundings {
    /// Light text on a dark background.
    #[default]
    Dark,
    /// Dark text on a light background.
    Light,
}

impl Surroundings {
    /// Returns the colour that is shown.
    #[must_use]
    pub fn colour(self, shades: &Shades) -> Colour {
        colour(match self {
            Self::Dark => shades.dark,
            Self::Light => shades.light,
        })
    }
}

impl Characters {
    fn new(layout: &Layout, surroundings: Surroundings) -> Self {
        let (columns, rows) = layout.size;
        let [ink, paper] =
            [ink_shades(Ink::Text), PAPER].map(|shades| surroundings.colour(&shades));
        let blank = Character { symbol: ' ', ink, paper, bold: false };
        Self { columns, has_lines: layout.lines, all: vec![blank; columns * rows] }
    }

    /// Returns the rows, from top to bottom; all have the same length.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Character]> {
        self.all.chunks(self.columns.max(1))
    }

    /// Returns the number of characters in a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns whether there was room for lines and borders between the cells.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    /// Returns the rows for a terminal, each a line with the escape sequences of its colours;
    /// without colours, trailing blanks are removed.
    #[must_use]
    pub fn for_terminal(&self, palette: Palette) -> String {
        let mut text = String::new();
        for row in self.rows() {
            if palette == Palette::None {
                let line: String = row.iter().map(|character| character.symbol).collect();
                text.push_str(line.trim_end());
            } else {
                let style =
                    |character: &Character| (character.ink, character.paper, character.bold);
                for alike in row.chunk_by(|one, other| style(one) == style(other)) {
                    palette.write(&mut text, alike);
                }
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }

    /// Converts the picture to ASCII: thick lines of `-`, `|` and `+`, thin ones of dots, similar
    /// characters for symbols.
    #[must_use]
    pub fn in_ascii(mut self) -> Self {
        for character in &mut self.all {
            character.symbol = ascii(character.symbol);
        }
        self
    }

    fn at(&mut self, x: i64, y: i64) -> Option<&mut Character> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x < self.columns { self.all.get_mut(y * self.columns + x) } else { None }
    }
}

/// The colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// All of them.
    Full,
    /// 256, of which 216 are a cube of six shades for each part; see [`cube_index`].
    Cube,
    /// None, because the user wants none (<https://no-color.org>), or the terminal has none.
    None,
}

impl Palette {
    /// Returns the palette of this process's terminal, from its environment.
    #[must_use]
    pub fn of_terminal() -> Self {
        let value = |name| env::var(name).unwrap_or_default();
        match value("COLORTERM").as_str() {
            _ if !value("NO_COLOR").is_empty() || value("TERM") == "dumb" => Self::None,
            "truecolor" | "24bit" => Self::Full,
            _ => Self::Cube,
        }
    }

    /// Writes characters that look alike.
    fn write(self, text: &mut String, alike: &[Character]) {
        let Some(Character { ink, paper, bold, .. }) = alike.first() else { return };
        let colour = |[red, green, blue]: Colour| match self {
            Self::Full => format!("2;{red};{green};{blue}"),
            _ => format!("5;{}", cube_index([red, green, blue])),
        };
        let weight = if *bold { "1" } else { "22" };
        write!(text, "\x1b[{weight};38;{};48;{}m", colour(*ink), colour(*paper))
            .expect("a string takes what is written");
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

/// Draws the picture as large as fits into these columns and rows of characters. If nothing fits,
/// returns the smallest drawing, which is larger.
///
/// ```
/// use grid_utils::Cell;
/// use picture::characters::{Surroundings, draw};
/// use picture::{Ink, Picture};
///
/// let mut board = Picture::grid(2, 2);
/// board.text(Cell::new(0, 1), "7", Ink::Found).borders(|one, other| one.row != other.row);
/// let characters = draw(&board, 12, 5, Surroundings::Dark);
/// let rows: Vec<String> =
///     characters.rows().map(|row| row.iter().map(|character| character.symbol).collect()).collect();
/// assert_eq!(rows, ["┏━━━┯━━━┓", "┃   │ 7 ┃", "┣━━━┿━━━┫", "┃   │   ┃", "┗━━━┷━━━┛"]);
/// ```
#[must_use]
pub fn draw(
    picture: &Picture,
    columns: usize,
    rows: usize,
    surroundings: Surroundings,
) -> Characters {
    let layout = Layout::within(picture, columns, rows);
    let characters = Characters::new(&layout, surroundings);
    let mut drawing = Drawing { layout, surroundings, characters };
    drawing.draw(picture);
    drawing.characters
}

/// The layout of a drawing, in characters.
#[derive(Clone, Copy)]
struct Layout {
    /// Characters per cell across.
    across: f64,
    /// Characters per cell down.
    down: f64,
    /// The same above and below the grid: labels of two words need two rows.
    beside: f64,
    /// The height of the grid in cells.
    height: f64,
    /// Whether there is room for the lines of the grid, between the cells.
    lines: bool,
    /// The column and the row of the point (0, 0).
    origin: (f64, f64),
    /// Columns and rows in all.
    size: (usize, usize),
}

impl Layout {
    /// Returns the largest layout that fits into these columns and rows, or else the smallest.
    fn within(picture: &Picture, columns: usize, rows: usize) -> Self {
        if picture.rows() == 0 || picture.columns() == 0 {
            let Extent { left, top, right, bottom } = picture.bounds();
            let room = ((columns as f64 - 1.0) / 2.0, rows as f64 - 1.0);
            // Characters are about twice as high as they are wide.
            let down = (room.0 / (right - left).max(1.0)).min(room.1 / (bottom - top).max(1.0));
            let down = down.clamp(SMALLEST, LARGEST);
            return Self::new(picture, 2.0 * down, down, false);
        }
        let longest = longest_text(picture) as f64;
        let sizes = [
            (8.0_f64.max(longest + 3.0), 4.0, true),
            (longest + 3.0, 2.0, true),
            (longest + 1.0, 2.0, true),
            (longest + 1.0, 1.0, false),
        ];
        let layouts = sizes.map(|(across, down, lines)| Self::new(picture, across, down, lines));
        let fits = |layout: &&Self| layout.size.0 <= columns && layout.size.1 <= rows;
        *layouts.iter().find(fits).unwrap_or(&layouts[3])
    }

    /// Returns the layout with these numbers of characters per cell, and the room that the picture
    /// then takes.
    fn new(picture: &Picture, across: f64, down: f64, lines: bool) -> Self {
        let Extent { left, top, right, bottom } = picture.bounds();
        let beside = if picture.rows() == 0 { down } else { down.max(2.0) };
        let height = picture.height();
        let (origin, size) = ((0.0, 0.0), (0, 0));
        let mut layout = Self { across, down, beside, height, lines, origin, size };
        let more = f64::from(u8::from(lines));
        let mut first = (left * across).floor();
        let mut end = (right * across).ceil() + more;
        // Letters are wider in relation to the cells than in other drawings.
        for mark in picture.marks() {
            if let Mark::Text { x, anchor, text, .. } = mark {
                let start = layout.start(*x, *anchor, text);
                (first, end) = (first.min(start), end.max(start + text.chars().count() as f64));
            }
        }
        let above = if top < 0.0 { (-top * beside).round().max(1.0) } else { 0.0 };
        let below = layout.y(bottom).ceil() + more;
        layout.origin = (-first, above);
        layout.size = (characters(end - first), characters(above + below));
        layout
    }

    /// Returns the x coordinate of a point, in columns.
    fn x(&self, x: f64) -> f64 {
        x * self.across + self.origin.0
    }

    /// Returns the y coordinate of a point, in rows.
    fn y(&self, y: f64) -> f64 {
        let inside = y.clamp(0.0, self.height);
        let outside = y - inside;
        // If rows are higher below the grid than in it, the first one begins without a gap.
        let gap = if outside > 0.0 && self.beside > self.down { 0.5 } else { 0.0 };
        inside * self.down + outside * self.beside - gap + self.origin.1
    }

    /// Returns the distance from the line before a cell to the cell's edge: half a character.
    fn half_line(&self) -> f64 {
        if self.lines { 0.5 } else { 0.0 }
    }

    /// Returns the column where a text begins whose start, middle or end is at `x`.
    fn start(&self, x: f64, anchor: Anchor, text: &str) -> f64 {
        let length = text.chars().count() as f64;
        let x = self.x(x) + self.half_line();
        match anchor {
            Anchor::Start => x.ceil(),
            Anchor::Middle => (x - length / 2.0).round(),
            Anchor::End => x.floor() - length,
        }
    }

    /// Returns the column of the line at the left of a column of cells.
    fn column_line(&self, column: usize) -> i64 {
        whole(self.x(column as f64).round())
    }

    /// Returns the row of the line above a row of cells.
    fn row_line(&self, row: usize) -> i64 {
        whole(self.y(row as f64).round())
    }
}

/// Returns the length of the longest text in a cell, or of a short label above or below one; at
/// least 1.
fn longest_text(picture: &Picture) -> usize {
    let cells = picture.cell_texts();
    let in_cells = cells.values().map(|(text, _)| text.chars().count());
    let free = picture.marks().iter().filter_map(|mark| match mark {
        Mark::Text { x, y, size, anchor, text, .. } => {
            let length = text.chars().count();
            let is_inside =
                (0.0..picture.width()).contains(x) && (0.0..picture.height()).contains(y);
            let is_above_or_below = *anchor == Anchor::Middle && length <= LONGEST_LABEL;
            (is_inside && *size > CORNER_SIZE || is_above_or_below).then_some(length)
        }
        _ => None,
    });
    in_cells.chain(free).max().unwrap_or(1).max(1)
}

/// A drawing under construction.
struct Drawing {
    layout: Layout,
    surroundings: Surroundings,
    characters: Characters,
}

impl Drawing {
    fn draw(&mut self, picture: &Picture) {
        self.draw_tints(picture);
        for mark in picture.marks() {
            let paper = |tint: &Tint| self.surroundings.colour(&tint_shades(*tint));
            match mark {
                Mark::Polygon { points, tint: Some(tint), .. } => {
                    self.fill_polygon(points, paper(tint));
                }
                Mark::Rectangle { x, y, width, height, tint: Some(tint), .. } => {
                    self.fill_polygon(&corners(*x, *y, *width, *height), paper(tint));
                }
                _ => {}
            }
        }
        if self.layout.lines {
            self.draw_lines(picture);
        }
        for mark in picture.marks().iter().filter(|mark| layer_of(mark) == Layer::Shapes) {
            self.draw_shape(mark);
        }
        for mark in picture.marks() {
            self.draw_free_text(mark);
        }
        for (cell, (text, ink)) in picture.cell_texts() {
            let (x, y) = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
            self.write(x, y, Anchor::Middle, text, ink);
        }
    }

    /// Colours the cells and, between cells of one colour, their common line.
    fn draw_tints(&mut self, picture: &Picture) {
        let tints = picture.tints();
        let (rows, columns) = (picture.rows(), picture.columns());
        let inside = tints.iter().filter(|(cell, _)| cell.row < rows && cell.column < columns);
        for (cell, tint) in inside {
            let paper = self.surroundings.colour(&tint_shades(*tint));
            let is_alike = |rows: usize, columns: usize| {
                let mut other = *cell;
                (other.row, other.column) = (other.row + rows, other.column + columns);
                tints.get(&other) == Some(tint)
            };
            let first = i64::from(self.layout.lines);
            let left = self.layout.column_line(cell.column);
            let right = self.layout.column_line(cell.column + 1);
            let top = self.layout.row_line(cell.row);
            let bottom = self.layout.row_line(cell.row + 1);
            let right_end = right + i64::from(self.layout.lines && is_alike(0, 1));
            let bottom_end = bottom + i64::from(self.layout.lines && is_alike(1, 0));
            for y in top + first..bottom_end {
                for x in left + first..right_end {
                    let is_corner = x >= right && y >= bottom;
                    if let Some(character) = self.characters.at(x, y)
                        && (!is_corner || is_alike(1, 1))
                    {
                        character.paper = paper;
                        // Black cells must be visible without colours.
                        if *tint == Tint::Solid {
                            (character.symbol, character.ink) = ('\u{2588}', paper);
                        }
                    }
                }
            }
        }
    }

    /// Colours the characters whose centres are inside.
    fn fill_polygon(&mut self, points: &[(f64, f64)], paper: Colour) {
        let (layout, half) = (self.layout, self.layout.half_line());
        let points = points.iter().map(|&(x, y)| (layout.x(x) + half, layout.y(y) + half));
        let points: Vec<_> = points.collect();
        let top = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
        let bottom = points.iter().map(|point| point.1).fold(0.0, f64::max);
        for row in number(top)..=number(bottom.min(MOST_CHARACTERS)) {
            let y = f64::from(row) + 0.5;
            let next = points.iter().cycle().skip(1);
            let sides = points.iter().zip(next).filter(|(from, to)| (from.1 > y) != (to.1 > y));
            let crossing = |(from, to): (&(f64, f64), &(f64, f64))| {
                from.0 + (to.0 - from.0) * (y - from.1) / (to.1 - from.1)
            };
            let mut crossings: Vec<_> = sides.map(crossing).collect();
            crossings.sort_by(f64::total_cmp);
            for inside in crossings.chunks_exact(2) {
                for column in whole(inside[0].round())..whole(inside[1].round()) {
                    if let Some(character) = self.characters.at(column, row.into()) {
                        character.paper = paper;
                    }
                }
            }
        }
    }

    /// Draws the lines of the grid and the borders in it.
    fn draw_lines(&mut self, picture: &Picture) {
        let (rows, columns) = (picture.rows(), picture.columns());
        let mut lattice = Lattice::new(rows, columns);
        for mark in picture.marks() {
            if let Mark::Border { from, to } = mark {
                lattice.thicken(*from, *to);
            }
        }
        let [thin, thick] = [THIN_LINE, THICK_LINE].map(|shades| self.surroundings.colour(&shades));
        for row in 0..=rows {
            for column in 0..=columns {
                let arms = lattice.arms(row, column);
                let (x, y) = (self.layout.column_line(column), self.layout.row_line(row));
                let mut put = |x: i64, y: i64, arms: [u8; 4]| {
                    if let Some(character) = self.characters.at(x, y) {
                        character.symbol = box_character(arms);
                        character.ink = if arms.contains(&2) { thick } else { thin };
                    }
                };
                put(x, y, arms);
                let [_, right, down, _] = arms;
                for x in x + 1..self.layout.column_line(column + 1) {
                    if column < columns {
                        put(x, y, [0, right, 0, right]);
                    }
                }
                for y in y + 1..self.layout.row_line(row + 1) {
                    if row < rows {
                        put(x, y, [down, 0, down, 0]);
                    }
                }
            }
        }
    }

    fn draw_shape(&mut self, mark: &Mark) {
        match mark {
            Mark::Circle { x, y, radius, ink, .. } => {
                // A dot every quarter of a character.
                let dots = (radius * self.layout.across * 8.0 * std::f64::consts::PI).ceil();
                for dot in 0..number(dots) {
                    let angle = f64::from(dot) / dots * std::f64::consts::TAU;
                    self.dot(x + radius * angle.cos(), y + radius * angle.sin(), *ink, false);
                }
            }
            Mark::Rectangle { x, y, width, height, ink, .. } => {
                let corners = corners(*x, *y, *width, *height);
                self.draw_line(&corners, *ink);
                self.draw_line(&[corners[3], corners[0]], *ink);
            }
            Mark::Polygon { points, ink: Some(ink), .. } => {
                self.draw_line(points, *ink);
                if let [first, .., last] = points.as_slice() {
                    self.draw_line(&[*last, *first], *ink);
                }
            }
            Mark::Line { width, style: LineStyle::Faint, .. }
                if width * self.layout.down < THINNEST => {}
            Mark::Line { points, ink, style, .. } => {
                self.draw_line(points, *ink);
                if let ([.., last, tip], true) = (points.as_slice(), style.has_head()) {
                    let [_, left, right] = arrow_head(*last, *tip);
                    self.draw_line(&[left, *tip, right], *ink);
                }
                if *style == LineStyle::Numbered && self.layout.down >= ROOM_FOR_NUMBERS {
                    for (number, &(x, y)) in points.iter().enumerate().skip(1) {
                        self.write(x, y, Anchor::Middle, &number.to_string(), *ink);
                    }
                }
            }
            _ => {}
        }
    }

    fn draw_line(&mut self, points: &[(f64, f64)], ink: Ink) {
        for pair in points.windows(2) {
            let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
            let reach = (to_x - x).abs().max((to_y - y).abs());
            let is_along = |from: f64, to: f64| {
                (from - to).abs() < NEAR_LINE && (from - from.round()).abs() < NEAR_LINE
            };
            let is_along = self.layout.lines && (is_along(x, to_x) || is_along(y, to_y));
            let dots = (reach * self.layout.across * 4.0).ceil().clamp(1.0, 1e5);
            for dot in 0..=number(dots) {
                let part = f64::from(dot) / dots;
                self.dot(x + (to_x - x) * part, y + (to_y - y) * part, ink, is_along);
            }
        }
    }

    /// Sets the dot at a point. A thick line becomes a double one where the dots run along it.
    fn dot(&mut self, x: f64, y: f64, ink: Ink, is_along: bool) {
        let half = self.layout.half_line();
        let (x, y) = (self.layout.x(x) + half, self.layout.y(y) + half);
        let colour = self.surroundings.colour(&ink_shades(ink));
        let Some(character) = self.characters.at(whole(x.floor()), whole(y.floor())) else {
            return;
        };
        if is_along && let Some(doubled) = doubled(character.symbol) {
            (character.symbol, character.ink) = (doubled, colour);
            return;
        }
        let (column, row) = (x - x.floor() >= 0.5, (y - y.floor()) * 4.0);
        let dots = match character.symbol {
            symbol @ '\u{2800}'..='\u{28ff}' => u32::from(symbol),
            _ => 0x2800,
        };
        let dots =
            char::from_u32(dots | BRAILLE_DOTS[number(row).min(3) as usize][usize::from(column)]);
        character.symbol = dots.unwrap_or(' ');
        character.ink = colour;
    }

    fn draw_free_text(&mut self, mark: &Mark) {
        match mark {
            Mark::Text { x, y, size, anchor, ink, text } => {
                // Without lines there is no room for small text beside other content.
                let fits = self.layout.lines || self.layout.down >= 1.5 || *size > CORNER_SIZE;
                if fits {
                    self.write(*x, *y, *anchor, &text.replace('\n', " "), *ink);
                }
            }
            Mark::Block { text } => {
                for (row, line) in (0..).zip(text.lines()) {
                    self.put(0, row, line, Ink::Text);
                }
            }
            _ => {}
        }
    }

    /// Writes a text whose start, middle or end is at a point.
    fn write(&mut self, x: f64, y: f64, anchor: Anchor, text: &str, ink: Ink) {
        let row = (self.layout.y(y) + self.layout.half_line()).floor();
        self.put(whole(self.layout.start(x, anchor, text)), whole(row), text, ink);
    }

    fn put(&mut self, x: i64, y: i64, text: &str, ink: Ink) {
        let colour = self.surroundings.colour(&ink_shades(ink));
        for (x, symbol) in (x..).zip(text.chars()) {
            if let Some(character) = self.characters.at(x, y) {
                character.symbol = if symbol.is_control() { ' ' } else { symbol };
                character.ink = colour;
                character.bold = ink == Ink::Given;
            }
        }
    }
}

/// Returns a number of columns or rows that can be drawn.
fn characters(number_of: f64) -> usize {
    number(number_of.clamp(1.0, MOST_CHARACTERS)) as usize
}

/// Rounds to an integer, possibly negative.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a picture has no lengths beyond a million cells; what is no number becomes 0"
)]
fn whole(number: f64) -> i64 {
    number as i64
}

/// Rounds down to a non-negative integer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a picture has no lengths beyond a million cells; what is below 0 becomes 0"
)]
fn number(number: f64) -> u32 {
    number as u32
}

/// The fewest and the most characters per cell down of a picture without cells.
const SMALLEST: f64 = 0.5;
const LARGEST: f64 = 4.0;
/// Longest label above or below a column that widens it, in characters.
const LONGEST_LABEL: usize = 4;
/// Most columns or rows of characters; the rest is cut off.
const MOST_CHARACTERS: f64 = 2_000.0;

/// The fewest rows of characters per cell at which the points of a path are numbered.
const ROOM_FOR_NUMBERS: f64 = 4.0;

/// Least width of faint lines, in rows of characters; thinner ones would look like scattered dots.
const THINNEST: f64 = 0.05;

/// Returns the corners of a rectangle in order.
fn corners(x: f64, y: f64, width: f64, height: f64) -> [(f64, f64); 4] {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}

/// How far a line along the cells may be from the line of the grid that it follows.
const NEAR_LINE: f64 = 0.1;

/// Rows of a character, from top to bottom, and its two columns.
const BRAILLE_DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Thickness of the lines between cells: 0 for none, 1 for thin, 2 for thick.
struct Lattice {
    rows: usize,
    columns: usize,
    /// Above each cell, row by row, and below the last ones.
    across: Vec<u8>,
    /// At the left of each cell, row by row, and at the right of the last ones.
    down: Vec<u8>,
}

impl Lattice {
    /// Creates thin lines inside, thick ones around.
    fn new(rows: usize, columns: usize) -> Self {
        let weight = |is_outside| if is_outside { 2 } else { 1 };
        let across = (0..=rows).flat_map(|row| vec![weight(row % rows.max(1) == 0); columns]);
        let down = (0..rows)
            .flat_map(|_| (0..=columns).map(|column| weight(column % columns.max(1) == 0)));
        Self { rows, columns, across: across.collect(), down: down.collect() }
    }

    /// Draws a thick line along the cells.
    fn thicken(&mut self, from: (f64, f64), to: (f64, f64)) {
        let corner = |(x, y): (f64, f64)| (number(x.round()) as usize, number(y.round()) as usize);
        let ((left, top), (right, bottom)) = (corner(from), corner(to));
        for column in left..right.min(self.columns) {
            if let Some(line) = self.across.get_mut(top * self.columns + column) {
                *line = 2;
            }
        }
        for row in top..bottom.min(self.rows) {
            if let Some(line) = self.down.get_mut(row * (self.columns + 1) + left) {
                *line = 2;
            }
        }
    }

    /// Returns the lines that leave a corner of cells: upwards, to the right, downwards, to the
    /// left.
    fn arms(&self, row: usize, column: usize) -> [u8; 4] {
        let across = |column: usize| self.across[row * self.columns + column];
        let down = |row: usize| self.down[row * (self.columns + 1) + column];
        [
            if row > 0 { down(row - 1) } else { 0 },
            if column < self.columns { across(column) } else { 0 },
            if row < self.rows { down(row) } else { 0 },
            if column > 0 { across(column - 1) } else { 0 },
        ]
    }
}

/// Returns the box-drawing character whose arms have this thickness: upwards, to the right,
/// downwards, to the left.
fn box_character(arms: [u8; 4]) -> char {
    // Numbers of four digits to the base of three.
    let place = arms.iter().fold(0, |place, &arm| 3 * place + usize::from(arm.min(2)));
    BOX_CHARACTERS.chars().nth(place).unwrap_or(' ')
}

const BOX_CHARACTERS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳\
                              ╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈\
                              ╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Returns the double line for a thick line that another line runs along; its corners stay.
fn doubled(symbol: char) -> Option<char> {
    match symbol {
        '\u{2501}' | '\u{2550}' => Some('\u{2550}'),
        '\u{2503}' | '\u{2551}' => Some('\u{2551}'),
        _ => arms_of(symbol)?.contains(&2).then_some(symbol),
    }
}

/// Returns the arms of a box-drawing character, as [`box_character`] takes them.
fn arms_of(symbol: char) -> Option<[usize; 4]> {
    let place = BOX_CHARACTERS.chars().position(|character| character == symbol)?;
    Some([27, 9, 3, 1].map(|power| place / power % 3))
}

/// Returns the ASCII replacement of a line or dot character.
fn ascii(symbol: char) -> char {
    match symbol {
        '\u{2550}' => return '=',
        '\u{2551}' => return '#',
        _ => {}
    }
    if ('\u{2800}'..='\u{28ff}').contains(&symbol) {
        return if symbol == '\u{2800}' { ' ' } else { '*' };
    }
    let Some(arms) = arms_of(symbol) else { return sign(symbol) };
    // Thin lines give way to thick ones.
    let [up, right, down, left] = arms.map(|arm| arm == 2);
    match (up || down, left || right) {
        (true, true) => '+',
        (true, false) => '|',
        (false, true) => '-',
        (false, false) if arms == [0; 4] => ' ',
        (false, false) if arms[1] + arms[3] == 0 => ':',
        (false, false) => '.',
    }
}

/// Returns the ASCII replacement of a symbol in a text.
fn sign(symbol: char) -> char {
    const SIGNS: &str = "·○█×÷−≠∞♦♥♣♠♔♕♖♗♘♙♚♛♜♝♞♟⁻⁰¹²³⁴⁵⁶⁷⁸⁹";
    const IN_ASCII: &str = ".o#x/-!*dhcsKQRBNPkqrbnp-0123456789";
    let mut pairs = SIGNS.chars().zip(IN_ASCII.chars());
    match pairs.find(|(sign, _)| *sign == symbol) {
        Some((_, plain)) => plain,
        None if symbol.is_ascii() => symbol,
        None => '?',
    }
}

/// Returns the parts of a colour such as `#4aa8e0`.
fn colour(text: &str) -> Colour {
    let part = |place: usize| {
        let digits = text.get(1 + 2 * place..3 + 2 * place);
        digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0)
    };
    [part(0), part(1), part(2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid_utils::Cell;

    fn text(characters: &Characters) -> Vec<String> {
        let line = |row: &[Character]| row.iter().map(|character| character.symbol).collect();
        characters
            .rows()
            .map(|row| {
                let line: String = line(row);
                line.trim_end().to_owned()
            })
            .collect()
    }

    fn drawn(picture: &Picture, columns: usize, rows: usize) -> Characters {
        draw(picture, columns, rows, Surroundings::Dark)
    }

    #[test]
    fn black_cells_are_blocks() {
        let mut picture = Picture::grid(1, 2);
        picture.fill(Cell::new(0, 1), Tint::Solid);
        let characters = drawn(&picture, 9, 3);
        assert_eq!(text(&characters)[1], "\u{2503}   \u{2502}\u{2588}\u{2588}\u{2588}\u{2503}");
        assert_eq!(text(&characters.in_ascii())[1], "|   :###|");
    }

    fn board() -> Picture {
        let mut board = Picture::grid(2, 3);
        board
            .text(Cell::new(0, 0), "1", Ink::Given)
            .text(Cell::new(1, 2), "12", Ink::Found)
            .fill_cells([Cell::new(0, 0), Cell::new(0, 1)], Tint::Shade)
            .borders(|one, other| one.row == other.row && other.column == 2)
            .label_left(1, "8")
            .label_top(0, "3");
        board
    }

    #[test]
    fn colours_have_their_nearest_in_the_cube_or_among_the_greys() {
        assert_eq!(cube_index([0, 0, 0]), 16);
        assert_eq!(cube_index([255, 255, 255]), 231);
        assert_eq!(cube_index([255, 0, 0]), 196);
        assert_eq!(cube_index([0x17, 0x19, 0x1e]), 234);
    }

    #[test]
    fn a_terminal_is_told_where_the_colours_change() {
        let shown = drawn(&board(), 24, 8);
        let plain = shown.for_terminal(Palette::None);
        assert_eq!(plain.lines().collect::<Vec<_>>(), text(&shown));
        let coloured = shown.for_terminal(Palette::Full);
        assert!(coloured.contains("\x1b[1;38;2;"), "a given digit is bold: {coloured:?}");
        let mut symbols = coloured.clone();
        while let Some(start) = symbols.find('\x1b') {
            let end = start + symbols[start..].find('m').unwrap();
            symbols.replace_range(start..=end, "");
        }
        assert_eq!(symbols.lines().map(str::trim_end).collect::<Vec<_>>(), text(&shown));
        assert!(shown.for_terminal(Palette::Cube).contains(";48;5;"));
    }

    #[test]
    fn a_board_is_drawn_with_boxes_and_labels() {
        let shown = text(&drawn(&board(), 24, 8));
        let expected = [
            "      3",
            "   ┏━━━━┯━━━━┳━━━━┓",
            "   ┃  1 │    ┃    ┃",
            "   ┠────┼────╂────┨",
            " 8 ┃    │    ┃ 12 ┃",
            "   ┗━━━━┷━━━━┻━━━━┛",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn borders_are_told_from_other_lines_in_ascii() {
        let shown = text(&drawn(&board(), 24, 8).in_ascii());
        let expected = [
            "      3",
            "   +---------+----+",
            "   |  1 :    |    |",
            "   |.........|....|",
            " 8 |    :    | 12 |",
            "   +---------+----+",
        ];
        assert_eq!(shown, expected);
        let mut signs = Picture::grid(1, 3);
        for (column, sign) in ["\u{b7}", "21\u{f7}", "\u{265a}\u{e9}"].iter().enumerate() {
            signs.text(Cell::new(0, column), sign, Ink::Given);
        }
        assert_eq!(text(&drawn(&signs, 30, 4).in_ascii())[1], "|  .  : 21/ :  k? |");
        let mut picture = Picture::canvas(4.0, 4.0);
        picture.circle(2.0, 2.0, 1.5, Ink::Colour(0), None);
        let shown = text(&drawn(&picture, 40, 20).in_ascii()).join("\n");
        assert!(shown.is_ascii() && shown.matches('*').count() > 20, "{shown}");
    }

    #[test]
    fn light_surroundings_have_dark_text() {
        let shown = draw(&board(), 24, 8, Surroundings::Light);
        let brightness =
            |[red, green, blue]: Colour| u32::from(red) + u32::from(green) + u32::from(blue);
        let mut all = shown.rows().flatten();
        assert!(all.all(|character| brightness(character.ink) < brightness(character.paper)));
    }

    #[test]
    fn all_drawings_that_fit_are_within_the_room() {
        for (columns, rows) in [(200, 60), (80, 24), (40, 10), (20, 6)] {
            let shown = drawn(&board(), columns, rows);
            assert!(shown.columns() <= columns && shown.rows().len() <= rows, "{columns}");
        }
        let smallest = drawn(&board(), 1, 1);
        assert!(text(&smallest).iter().any(|line| line.contains("12")), "larger than its room");
    }

    #[test]
    fn labels_of_two_words_have_two_rows_in_the_smallest_drawing() {
        let mut board = Picture::grid(1, 2);
        board.label_top(0, "gcd 12").label_top(1, "8").label_bottom(0, "gcd 7");
        let shown = text(&drawn(&board, 1, 1));
        assert_eq!(shown, [" gcd", " 12   8", "", " gcd", "  7"]);
    }

    #[test]
    fn circles_are_dotted() {
        let mut picture = Picture::canvas(4.0, 4.0);
        picture.circle(2.0, 2.0, 1.5, Ink::Colour(0), None);
        let shown = drawn(&picture, 40, 20);
        let dotted = shown.rows().flatten().filter(|character| character.symbol > '\u{2800}');
        assert!(dotted.count() > 20, "{:#?}", text(&shown));
    }

    #[test]
    fn borders_stay_where_lines_run_along_them() {
        let mut board = Picture::grid(2, 3);
        board.borders(|one, other| one.row != other.row && one.column == 0);
        board.line(&[(0.1, 1.0), (2.0, 1.0), (2.0, 1.9)], Ink::Accent, 0.1);
        let shown = drawn(&board, 16, 5).in_ascii();
        let expected =
            ["+-----------+", "|   :   :   |", "+===-****...|", "|   :   *   |", "+-----------+"];
        assert_eq!(text(&shown), expected);
        board.line(&[(0.5, 0.5), (0.5, 1.5)], Ink::Accent, 0.1);
        let crossed = text(&drawn(&board, 16, 5).in_ascii());
        assert_eq!(crossed[2], "+=*=-****...|");
    }

    #[test]
    fn polygons_are_dotted_and_filled_and_their_texts_stay() {
        let triangle = [(0.0, 3.0), (4.0, 3.0), (2.0, 0.0)];
        let mut picture = Picture::canvas(4.0, 3.0);
        picture.polygon(&triangle, Some(Ink::Text), Some(Tint::Colour(1)));
        let shown = drawn(&picture.polygon_text(&triangle, "711", Ink::Given).clone(), 30, 13);
        let filled = |row: usize| {
            let paper = colour(tint_shades(Tint::Colour(1)).dark);
            let row = shown.rows().nth(row).unwrap();
            row.iter().filter(|character| character.paper == paper).count()
        };
        assert!(0 < filled(2) && filled(2) < filled(5) && filled(5) < filled(8));
        let text = text(&shown).join("\n");
        let is_dotted = text.contains(|symbol| ('\u{2801}'..='\u{28ff}').contains(&symbol));
        assert!(text.contains("711") && is_dotted, "{text}");
    }

    #[test]
    fn every_box_character_has_its_arms() {
        assert_eq!(box_character([0, 0, 0, 0]), ' ');
        assert_eq!(box_character([1, 1, 1, 1]), '┼');
        assert_eq!(box_character([2, 2, 2, 2]), '╋');
        assert_eq!(box_character([0, 2, 1, 0]), '┍');
        assert_eq!(box_character([1, 2, 1, 2]), '┿');
    }

    #[test]
    fn empty_and_strange_pictures_are_no_trouble() {
        for picture in [Picture::grid(0, 0), Picture::grid(0, 5), Picture::canvas(0.0, 0.0)] {
            let _ = drawn(&picture, 0, 0);
            let _ = drawn(&picture, 80, 24);
        }
        let mut outside = Picture::grid(1, 1);
        outside.fill(Cell::new(500, 500), Tint::Shade).text(Cell::new(7, 7), "x", Ink::Text);
        let _ = drawn(&outside, 80, 24);
        let block = text(&drawn(&Picture::text_block("1 2\n. 3"), 10, 5));
        assert_eq!(block[..2], ["1 2", ". 3"]);
    }
}
