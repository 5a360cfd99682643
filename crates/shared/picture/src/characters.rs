//! A picture in characters, for terminals.
//!
//! Cells of a grid become boxes as large as fit; lines and circles are drawn with Braille patterns,
//! eight dots per character; texts are on top, as in SVG. Colours suit light or dark surroundings
//! and include the background, so a board looks the same in every terminal. Cells and circles that
//! only their colours would distinguish, such as black and shaded ones, have characters of their own
//! that are seen without colours.

mod ascii;
mod layout;
mod lines;
mod terminal;

pub use ascii::ascii;
pub use terminal::{Palette, basic_index, basic_indices, cube_index};

use crate::drawing::{
    BOARD, LINE_ON_BOARD, Layer, LineStyle, Mark, PAPER, Shades, THICK_LINE, THIN_LINE, arrow_head,
    ink_shades, layer_of, tint_shades,
};
use crate::{Ink, Picture, Tint};
use ascii::{line_in_ascii, texts_in_ascii};
use layout::{Layout, Text, is_pencil_mark};
use lines::{Lattice, box_character, doubled};

/// A picture in characters, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Characters {
    columns: usize,
    has_lines: bool,
    broken_texts: usize,
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

/// The characters that a terminal knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// All of them.
    #[default]
    Unicode,
    /// ASCII alone.
    Ascii,
}

/// The room for a drawing, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    columns: usize,
    rows: usize,
    most_columns: usize,
    most_rows: usize,
}

impl Room {
    /// Returns a room of this size.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, most_columns: columns, most_rows: rows }
    }

    /// Allows a larger drawing where its texts need it to be whole.
    #[must_use]
    pub fn or_at_most(self, most_columns: usize, most_rows: usize) -> Self {
        let most = |one: usize, other| one.max(other);
        Self {
            most_columns: most(most_columns, self.columns),
            most_rows: most(most_rows, self.rows),
            ..self
        }
    }
}

impl Characters {
    fn new(layout: &Layout, surroundings: Surroundings) -> Self {
        let (columns, rows) = layout.size;
        let [ink, paper] =
            [ink_shades(Ink::Text), PAPER].map(|shades| surroundings.colour(&shades));
        let blank = Character { symbol: ' ', ink, paper, bold: false };
        let all = vec![blank; columns * rows];
        Self { columns, has_lines: layout.lines, broken_texts: layout.broken, all }
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

    /// Returns the number of texts that are not whole, for lack of room: covered by another one,
    /// without a blank between them, or left out.
    #[must_use]
    pub fn broken_texts(&self) -> usize {
        self.broken_texts
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

    /// Cuts off what is beyond this number of columns.
    #[must_use]
    pub fn cut_to(mut self, columns: usize) -> Self {
        if columns < self.columns {
            self.all = self.rows().flat_map(|row| &row[..columns]).copied().collect();
            self.columns = columns;
        }
        self
    }

    fn at(&mut self, x: i64, y: i64) -> Option<&mut Character> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x < self.columns { self.all.get_mut(y * self.columns + x) } else { None }
    }
}

/// Draws the picture as large as fits into the room. If nothing fits, returns a drawing that is
/// larger.
///
/// ```
/// use grid_utils::Cell;
/// use picture::characters::{Charset, Palette, Room, Surroundings, draw};
/// use picture::{Ink, Picture, Tint};
///
/// let mut board = Picture::grid(2, 2);
/// board.text(Cell::new(0, 1), "7", Ink::Found).borders(|one, other| one.row != other.row);
/// board.fill(Cell::new(1, 0), Tint::Black);
/// let drawn = |charset| {
///     let characters = draw(&board, Room::new(12, 5), Surroundings::Dark, charset);
///     characters.for_terminal(Palette::None)
/// };
/// let expected = ["┏━━━┯━━━┓", "┃   │ 7 ┃", "┣━━━┿━━━┫", "┃███│   ┃", "┗━━━┷━━━┛"];
/// assert_eq!(drawn(Charset::Unicode).lines().collect::<Vec<_>>(), expected);
/// let expected = ["+-------+", "|   : 7 |", "+-------+", "|###:   |", "+-------+"];
/// assert_eq!(drawn(Charset::Ascii).lines().collect::<Vec<_>>(), expected);
/// ```
#[must_use]
pub fn draw(
    picture: &Picture,
    room: Room,
    surroundings: Surroundings,
    charset: Charset,
) -> Characters {
    let plain = (charset == Charset::Ascii).then(|| texts_in_ascii(picture));
    let picture = plain.as_ref().unwrap_or(picture);
    let layout = Layout::within(picture, room, charset);
    let characters = Characters::new(&layout, surroundings);
    let mut drawing = Drawing { layout, surroundings, characters };
    drawing.draw(picture);
    let mut drawn = drawing.characters;
    if charset == Charset::Ascii {
        for character in &mut drawn.all {
            character.symbol = line_in_ascii(character.symbol);
        }
    }
    drawn
}

/// A drawing under construction.
struct Drawing {
    layout: Layout,
    surroundings: Surroundings,
    characters: Characters,
}

impl Drawing {
    fn draw(&mut self, picture: &Picture) {
        if picture.has_black() {
            let (width, height) = (picture.width(), picture.height());
            self.fill_polygon(&corners(0.0, 0.0, width, height), self.surroundings.colour(&BOARD));
        }
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
                Mark::Circle { x, y, radius, tint: Some(tint), .. }
                    if !self.layout.is_small(*radius) =>
                {
                    self.fill_polygon(&around(*x, *y, *radius), paper(tint));
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
        for text in std::mem::take(&mut self.layout.texts) {
            self.write(&text);
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
                        if let Some(texture) = texture(*tint) {
                            (character.symbol, character.ink) = (texture, paper);
                        }
                    }
                }
            }
            if *tint == Tint::Unshaded {
                let middle = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
                let (x, y) = self.layout.character_at(middle.0, middle.1);
                if let Some(character) = self.characters.at(x, y) {
                    (character.symbol, character.ink) = (DOT, paper);
                }
            }
        }
    }

    /// Colours the characters whose centres are inside.
    fn fill_polygon(&mut self, points: &[(f64, f64)], paper: Colour) {
        let (layout, half) = (&self.layout, self.layout.half_line());
        let points = points.iter().map(|&(x, y)| (layout.x(x) + half, layout.y(y) + half));
        let points: Vec<_> = points.collect();
        let top = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
        let bottom = points.iter().map(|point| point.1).fold(0.0, f64::max);
        for row in number(top)..=number(bottom.min(MOST_ROWS)) {
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
        let mut lattice = Lattice::new(rows, columns, if picture.dotted { 1 } else { 2 });
        for mark in picture.marks() {
            if let Mark::Border { from, to } = mark {
                lattice.thicken(*from, *to);
            }
        }
        let thin = if picture.has_black() { LINE_ON_BOARD } else { THIN_LINE };
        let [thin, thick] = [thin, THICK_LINE].map(|shades| self.surroundings.colour(&shades));
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
            Mark::Circle { x, y, radius, ink, tint } if self.layout.is_small(*radius) => {
                let (x, y) = self.layout.character_at(*x, *y);
                let (symbol, shades) = match tint {
                    Some(Tint::Black) => (DISC, tint_shades(Tint::Black)),
                    _ => (RING, ink_shades(*ink)),
                };
                let colour = self.surroundings.colour(&shades);
                if let Some(character) = self.characters.at(x, y) {
                    (character.symbol, character.ink) = (symbol, colour);
                }
            }
            Mark::Circle { x, y, radius, ink, .. } => {
                // A dot every quarter of a character.
                let dots = (radius * self.layout.across * 8.0 * std::f64::consts::PI).ceil();
                for dot in 0..number(dots) {
                    let angle = f64::from(dot) / dots * std::f64::consts::TAU;
                    self.dot(x + radius * angle.cos(), y + radius * angle.sin(), *ink, false);
                }
            }
            Mark::Rectangle { x, y, width, height, ink, .. } => {
                let [first, .., last] = corners(*x, *y, *width, *height);
                self.draw_line(&corners(*x, *y, *width, *height), *ink, 0.0);
                self.draw_line(&[last, first], *ink, 0.0);
            }
            Mark::Polygon { points, ink: Some(ink), .. } => {
                self.draw_line(points, *ink, 0.0);
                if let [first, .., last] = points.as_slice() {
                    self.draw_line(&[*last, *first], *ink, 0.0);
                }
            }
            _ if is_pencil_mark(mark) => {}
            // The falling diagonal of a cell is a stroke in its middle.
            Mark::Line { points, ink, style: LineStyle::Faint, .. } if is_diagonal(points) => {
                let (x, y) = self.layout.character_at(points[0].0 + 0.5, points[0].1 + 0.5);
                if let Some(character) = self.characters.at(x, y) {
                    character.symbol = '\\';
                    character.ink = self.surroundings.colour(&ink_shades(*ink));
                }
            }
            Mark::Line { width, style: LineStyle::Faint, .. }
                if width * self.layout.down < THINNEST => {}
            Mark::Line { points, ink, style, width } if self.layout.arrow(mark).is_none() => {
                self.draw_line(points, *ink, *width);
                if let ([.., last, tip], true) = (points.as_slice(), style.has_head()) {
                    let [_, left, right] = arrow_head(*last, *tip);
                    self.draw_line(&[left, *tip, right], *ink, 0.0);
                }
            }
            _ => {}
        }
    }

    /// Draws lines from point to point, as many dots wide as fit into their width.
    fn draw_line(&mut self, points: &[(f64, f64)], ink: Ink, width: f64) {
        let Layout { across, down, lines, .. } = self.layout;
        for pair in points.windows(2) {
            let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
            let (right, below) = (to_x - x, to_y - y);
            let reach = right.abs().max(below.abs());
            let is_along = |from: f64, to: f64| {
                (from - to).abs() < NEAR_LINE && (from - from.round()).abs() < NEAR_LINE
            };
            let is_along = lines && (is_along(x, to_x) || is_along(y, to_y));
            let dots = (reach * across * 4.0).ceil().clamp(1.0, 1e5);
            // Dots are narrower than high, in cells: half a column and a quarter of a row apart.
            let (right, below) = (right / reach.max(1e-9), below / reach.max(1e-9));
            let apart = if below.abs() > right.abs() { 0.5 / across } else { 0.25 / down };
            let parallel = number(width / apart).max(1);
            for place in 0..parallel {
                let shift = apart * (f64::from(place) - f64::from(parallel - 1) / 2.0);
                let (x, y) = (x - shift * below, y + shift * right);
                for dot in 0..=number(dots) {
                    let part = f64::from(dot) / dots;
                    let (x, y) = (x + (to_x - pair[0].0) * part, y + (to_y - pair[0].1) * part);
                    self.dot(x, y, ink, is_along);
                }
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
        // Signs stay visible.
        if [DISC, RING].contains(&character.symbol) {
            return;
        }
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

    /// Writes a text in its place. On black it is white.
    fn write(&mut self, Text { row, start, letters, ink, is_circled, .. }: &Text) {
        let colour = self.surroundings.colour(&ink_shades(*ink));
        let [black, white] =
            [Tint::Black, Tint::White].map(|tint| self.surroundings.colour(&tint_shades(tint)));
        let letters = if *is_circled { format!("({letters})") } else { letters.clone() };
        for (x, symbol) in (start - i64::from(*is_circled)..).zip(letters.chars()) {
            if let Some(character) = self.characters.at(x, *row) {
                character.symbol = if symbol.is_control() { ' ' } else { symbol };
                character.ink = if character.paper == black { white } else { colour };
                character.bold = *ink == Ink::Given;
            }
        }
    }
}

/// Returns whether points are the upper left and the lower right corner of a cell.
fn is_diagonal(points: &[(f64, f64)]) -> bool {
    matches!(points, [from, to] if (to.0 - from.0 - 1.0).abs().max((to.1 - from.1 - 1.0).abs()) < NEAR_LINE)
}

/// Signs for small circles, black ones and others.
const DISC: char = '\u{25cf}';
const RING: char = '\u{25cb}';
/// Sign for cells that are known to be unshaded.
const DOT: char = '\u{b7}';

/// Returns the character that fills cells of a tint, where the tint alone says what they are.
fn texture(tint: Tint) -> Option<char> {
    match tint {
        Tint::Black => Some('\u{2588}'),
        Tint::Shaded => Some('\u{2592}'),
        _ => None,
    }
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

/// Most rows of characters of a polygon.
const MOST_ROWS: f64 = 2_000.0;

/// Least width of faint lines, in rows of characters; thinner ones would look like scattered dots.
const THINNEST: f64 = 0.05;

/// Corners of the polygon that stands for a circle.
const CORNERS: u32 = 32;

/// Returns the corners of a rectangle in order.
fn corners(x: f64, y: f64, width: f64, height: f64) -> [(f64, f64); 4] {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}

/// Returns points of a circle in order.
fn around(x: f64, y: f64, radius: f64) -> Vec<(f64, f64)> {
    let angle = |corner| f64::from(corner) / f64::from(CORNERS) * std::f64::consts::TAU;
    (0..CORNERS)
        .map(angle)
        .map(|angle| (x + radius * angle.cos(), y + radius * angle.sin()))
        .collect()
}

/// How far a line along the cells may be from the line of the grid that it follows.
const NEAR_LINE: f64 = 0.1;

/// Rows of a character, from top to bottom, and its two columns.
const BRAILLE_DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

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
        draw(picture, Room::new(columns, rows), Surroundings::Dark, Charset::Unicode)
    }

    fn in_ascii(picture: &Picture, columns: usize, rows: usize) -> Vec<String> {
        text(&draw(picture, Room::new(columns, rows), Surroundings::Dark, Charset::Ascii))
    }

    #[test]
    fn the_diagonal_of_a_cell_is_a_stroke_between_texts() {
        let mut picture = Picture::grid(1, 2);
        picture.faint_line(&[(1.0, 0.0), (2.0, 1.0)], Ink::Muted, 0.03);
        picture.text_at(1.3, 0.7, 0.36, "23", Ink::Given).text_at(1.7, 0.3, 0.36, "9", Ink::Given);
        assert_eq!(in_ascii(&picture, 80, 3)[1], "|    :23\\9|");
    }

    #[test]
    fn black_and_shaded_cells_are_seen_without_colours() {
        let mut picture = Picture::grid(1, 4);
        let tints = [Tint::Black, Tint::Shaded, Tint::Unshaded, Tint::Highlight];
        for (column, tint) in tints.into_iter().enumerate() {
            picture.fill(Cell::new(0, column), tint);
        }
        picture.text(Cell::new(0, 0), "1", Ink::Given);
        assert_eq!(text(&drawn(&picture, 17, 3))[1], "┃█1█│▒▒▒│ · │   ┃");
        assert_eq!(in_ascii(&picture, 17, 3)[1], "|#1#:###: . :   |");
        let dark = drawn(&picture, 17, 3);
        let one = dark.rows().nth(1).unwrap()[2];
        assert_eq!((one.ink, one.paper), ([255; 3], [0; 3]), "white on black, in the dark, too");
    }

    #[test]
    fn black_discs_and_others_differ_in_shape() {
        let mut pearls = Picture::grid(1, 3);
        pearls.circle(0.5, 0.5, 0.33, Ink::Given, Some(Tint::White));
        pearls.circle(1.5, 0.5, 0.33, Ink::Given, Some(Tint::Black));
        pearls.circle(2.5, 0.5, 0.4, Ink::Given, None).text(Cell::new(0, 2), "5", Ink::Given);
        for (columns, rows) in [(40, 9), (22, 3)] {
            let shown = text(&drawn(&pearls, columns, rows)).join(" ");
            assert!(shown.contains('○') && shown.contains('●'), "{shown}");
        }
        assert!(in_ascii(&pearls, 22, 3)[1].contains("(5)"));
        let shown = in_ascii(&pearls, 22, 3).join(" ");
        assert!(shown.contains('o') && shown.contains('@'), "{shown}");
    }

    #[test]
    fn texts_have_room_or_move_apart() {
        let mut picture = Picture::grid(1, 2);
        picture.label_left(0, "14").number_lines().caption(["Several lines of a long caption."; 3]);
        let characters = drawn(&picture, 60, 8);
        assert_eq!(characters.broken_texts(), 0);
        let shown = text(&characters);
        assert!(shown.iter().any(|line| line.starts_with("1 14 ┃")), "{shown:#?}");
        assert_eq!(shown.iter().filter(|line| line.contains("caption.")).count(), 3);
        let mut rings = Picture::canvas(9.0, 9.0);
        for number in 0..9_u8 {
            let place = f64::from(number) + 0.5;
            rings.text_at(place, place / 9.0, 0.5, "ring", Ink::Given);
        }
        assert!(drawn(&rings, 12, 5).broken_texts() > 0);
        let room = Room::new(12, 5).or_at_most(99, 99);
        let characters = draw(&rings, room, Surroundings::Dark, Charset::Unicode);
        assert_eq!(characters.broken_texts(), 0);
    }

    #[test]
    fn texts_that_touch_move_apart_where_no_room_is_large_enough() {
        let mut picture = Picture::grid(1, 2);
        for x in [1.3, 1.45] {
            picture.text_at(x, 0.5, 0.3, "1", Ink::Text);
        }
        let characters = drawn(&picture, 14, 5);
        assert_eq!((characters.broken_texts(), characters.columns()), (0, 9));
        let shown = text(&characters);
        assert!(shown[1].contains("1 1"), "{shown:#?}");
    }

    #[test]
    fn a_dotted_grid_has_a_thin_frame() {
        let mut picture = Picture::grid(1, 1);
        assert_eq!(text(&drawn(picture.dotted(), 5, 3)), ["┌───┐", "│   │", "└───┘"]);
    }

    #[test]
    fn a_drawing_can_be_cut_on_the_right() {
        let cut = drawn(&board(), 24, 8).cut_to(8);
        assert_eq!((cut.columns(), &*text(&cut)[2]), (8, "  ┃  1 │"));
        assert_eq!(drawn(&board(), 24, 8).cut_to(99), drawn(&board(), 24, 8));
    }

    #[test]
    fn short_arrows_are_signs() {
        let mut picture = Picture::grid(1, 2);
        picture
            .arrow(&[(0.5, 0.2), (0.5, 0.8)], Ink::Text)
            .arrow(&[(1.8, 0.5), (1.2, 0.5)], Ink::Text);
        assert_eq!(text(&drawn(&picture, 9, 3))[1], "┃ ↓ │ ← ┃");
        assert_eq!(in_ascii(&picture, 9, 3)[1], "| v : < |");
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
            "     3",
            "  ┏━━━━┯━━━━┳━━━━┓",
            "  ┃  1 │    ┃    ┃",
            "  ┠────┼────╂────┨",
            "8 ┃    │    ┃ 12 ┃",
            "  ┗━━━━┷━━━━┻━━━━┛",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn borders_are_told_from_other_lines_in_ascii() {
        let shown = in_ascii(&board(), 24, 8);
        let expected = [
            "     3",
            "  +---------+----+",
            "  |  1 :    |    |",
            "  |.........|....|",
            "8 |    :    | 12 |",
            "  +---------+----+",
        ];
        assert_eq!(shown, expected);
        let mut signs = Picture::grid(1, 3);
        for (column, sign) in ["\u{b7}", "21\u{f7}", "\u{265a}\u{2192}"].iter().enumerate() {
            signs.text(Cell::new(0, column), sign, Ink::Given);
        }
        assert_eq!(in_ascii(&signs, 30, 4)[1], "|  .  : 21/ :  k> |");
        let mut picture = Picture::canvas(4.0, 4.0);
        picture.circle(2.0, 2.0, 1.5, Ink::Colour(0), None);
        let shown = in_ascii(&picture, 40, 20).join("\n");
        assert!(shown.is_ascii() && shown.matches('*').count() > 20, "{shown}");
    }

    #[test]
    fn light_surroundings_have_dark_text() {
        let shown = draw(&board(), Room::new(24, 8), Surroundings::Light, Charset::Unicode);
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
        let shown = in_ascii(&board, 16, 5);
        let expected =
            ["+-----------+", "|   :   :   |", "+===-****...|", "|   :   *   |", "+-----------+"];
        assert_eq!(shown, expected);
        board.line(&[(0.5, 0.5), (0.5, 1.5)], Ink::Accent, 0.1);
        let crossed = in_ascii(&board, 16, 5);
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
