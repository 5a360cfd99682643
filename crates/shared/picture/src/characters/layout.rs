//! The places of everything in a drawing, in characters.
//!
//! In the grid, or on the canvas, places are to scale. Outside, texts keep their order: they move
//! apart as far as they would cover each other.

use std::collections::BTreeMap;

use super::{Charset, Room, ascii, number, whole};
use crate::drawing::{Anchor, LineStyle, Mark};
use crate::scene::CORNER_SIZE;
use crate::{Extent, Ink, Picture};

/// The layout of a drawing.
pub(super) struct Layout {
    /// Characters per cell across.
    pub(super) across: f64,
    /// Characters per cell down.
    pub(super) down: f64,
    /// The same above and below a grid, where labels of two words need two rows.
    outside: f64,
    /// Whether there is room for the lines of the grid, between the cells.
    pub(super) lines: bool,
    /// The size of the grid in cells.
    width: f64,
    height: f64,
    /// The column and the row of the point (0, 0).
    origin: (f64, f64),
    /// Columns and rows in all.
    pub(super) size: (usize, usize),
    /// Rows of points above and below the grid, from the top to the bottom; rows are counted from
    /// the top of the grid.
    rows_of: Vec<(f64, f64)>,
    /// All texts, in the order of drawing.
    pub(super) texts: Vec<Text>,
    /// The number of texts that are not whole: covered by another or left out.
    pub(super) broken: usize,
}

/// A text in its place.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) row: i64,
    pub(super) start: i64,
    pub(super) letters: String,
    pub(super) ink: Ink,
    /// The point (x, y) that it refers to, in cells.
    point: (f64, f64),
    anchor: Anchor,
    /// Whether a circle is drawn around it, as parentheses.
    pub(super) is_circled: bool,
}

impl Text {
    fn end(&self) -> i64 {
        self.start + length(&self.letters)
    }

    /// Returns the columns that it needs for itself.
    fn columns(&self) -> (i64, i64) {
        let more = i64::from(self.is_circled);
        (self.start - more, self.end() + more)
    }

    /// Returns whether it covers the other one, or both look like one word.
    fn covers(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.columns(), other.columns());
        let [before, after] = if mine.0 <= theirs.0 { [self, other] } else { [other, self] };
        let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let is_one_word = !before.is_circled
            && !after.is_circled
            && is_part(before.letters.chars().last())
            && is_part(after.letters.chars().next());
        let blank = i64::from(is_one_word);
        self.row == other.row && mine.0 < theirs.1 + blank && theirs.0 < mine.1 + blank
    }
}

/// Fewest and most characters per cell down of a picture without cells.
const SMALLEST: f64 = 0.5;
const LARGEST: f64 = 4.0;
/// Factor by which pictures without cells grow until their texts have room, and the most times.
const GROWTH: f64 = 1.1;
const MOST_STEPS: i32 = 32;
/// Columns by which cells are widened until their texts have room.
const MOST_WIDENING: u32 = 12;
/// Longest label above or below a column that widens it anyway, in characters.
const LONGEST_LABEL: usize = 4;
/// Most columns or rows of characters; the rest is cut off.
const MOST_CHARACTERS: f64 = 2_000.0;
/// Rows per cell above and below a grid, at least.
const ROWS_OUTSIDE: f64 = 2.0;
/// Height of letters and length of lines, in cells, for which characters have no room: pencil marks.
const PENCIL: f64 = 0.23;
/// Difference in y of texts that are in one line, in cells.
const SAME_LINE: f64 = 0.05;
/// Width in columns below which circles and arrows are single characters.
const SMALL: f64 = 3.0;
/// The part of a character by which an outline may be outside of the drawing.
const OUTLINE: f64 = 0.25;
/// The fewest rows of characters per cell at which the points of a path are numbered.
const ROOM_FOR_NUMBERS: f64 = 4.0;

impl Layout {
    /// Returns the largest usual layout within the room in which every text is whole; else a larger
    /// one within the limits of the room; else one with few broken texts.
    pub(super) fn within(picture: &Picture, room: Room, charset: Charset) -> Self {
        let Room { columns, rows, most_columns, most_rows } = room;
        let usual = Self::sizes(picture, room);
        let larger = Self::larger_sizes(picture, &usual);
        let mut best = None::<(_, Self)>;
        for (sizes, (columns, rows)) in [
            (&usual, (columns, rows)),
            (&larger, (columns, most_rows)),
            (&larger, (most_columns, most_rows)),
        ] {
            for &size in sizes {
                let layout = Self::new(picture, size, charset);
                if layout.fits(columns, rows) && layout.broken == 0 {
                    return layout;
                }
                let beyond = |limits: (usize, usize)| {
                    let (across, down) = layout.size;
                    (across.saturating_sub(limits.0), down.saturating_sub(limits.1))
                };
                let beyond_all = beyond((room.columns, most_rows));
                let fault = (beyond_all, layout.broken, beyond((room.columns, room.rows)));
                if best.as_ref().is_none_or(|(least, _)| fault < *least) {
                    best = Some((fault, layout));
                }
            }
        }
        let Some((_, mut layout)) = best else {
            return Self::new(picture, (1.0, 1.0, false), charset);
        };
        layout.move_texts_apart();
        layout
    }

    fn fits(&self, columns: usize, rows: usize) -> bool {
        self.size.0 <= columns && self.size.1 <= rows
    }

    /// Returns the usual sizes, the largest first: characters per cell across and down, and whether
    /// there are lines between cells.
    fn sizes(picture: &Picture, room: Room) -> Vec<(f64, f64, bool)> {
        if picture.rows() == 0 || picture.columns() == 0 {
            let Extent { left, top, right, bottom } = picture.bounds();
            let room = ((room.columns as f64 - 1.0) / 2.0, room.rows as f64 - 1.0);
            // Characters are about twice as high as they are wide.
            let down = (room.0 / (right - left).max(1.0)).min(room.1 / (bottom - top).max(1.0));
            let down = down.clamp(SMALLEST, LARGEST);
            // Letters may take more room than in other drawings.
            let smaller = [1.0, 0.9, 0.8, 0.7].map(|part| part * down);
            return smaller.map(|down| (2.0 * down, down, false)).to_vec();
        }
        let longest = longest_text(picture) as f64;
        vec![
            (8.0_f64.max(longest + 3.0), 4.0, true),
            (longest + 3.0, 2.0, true),
            (longest + 1.0, 2.0, true),
            (longest + 1.0, 1.0, false),
        ]
    }

    /// Returns larger sizes than the smallest usual ones, for texts that need more room.
    fn larger_sizes(picture: &Picture, base: &[(f64, f64, bool)]) -> Vec<(f64, f64, bool)> {
        let &[.., (across, down, _)] = base else { return Vec::new() };
        if picture.rows() == 0 || picture.columns() == 0 {
            let wider = |step| {
                let down = down * GROWTH.powi(step);
                [2.0, 3.0].map(|ratio| (ratio * down, down, false))
            };
            return (0..MOST_STEPS).flat_map(wider).collect();
        }
        let wider =
            |down| (0..MOST_WIDENING).map(move |more| (across + f64::from(more), down, true));
        [2.0, 3.0, 4.0].into_iter().flat_map(wider).collect()
    }

    /// Returns the layout of this size, and the room that the picture then takes.
    fn new(picture: &Picture, (across, down, lines): (f64, f64, bool), charset: Charset) -> Self {
        let (width, height) = (picture.width(), picture.height());
        let mut layout = Self {
            across,
            down,
            outside: if picture.rows() == 0 { down } else { down.max(ROWS_OUTSIDE) },
            lines,
            width,
            height,
            origin: (0.0, 0.0),
            size: (0, 0),
            rows_of: vec![(0.0, 0.0), (height, height * down)],
            texts: Vec::new(),
            broken: 0,
        };
        layout.place_texts(picture, charset);
        layout.move_rows_apart();
        layout.move_sides_apart();
        layout.broken += layout.covered();
        let (mut left, mut top) = (0, 0);
        let more = f64::from(u8::from(lines));
        let [mut right, mut bottom] =
            [width * across, height * down].map(|end| whole(end.ceil() + more));
        let mut shapes = Extent::NOTHING;
        for mark in picture.marks().iter().filter(|mark| !matches!(mark, Mark::Text { .. })) {
            shapes.include_mark(mark);
        }
        if shapes.left <= shapes.right {
            // A little more is the outline of what fits.
            let half = layout.half_line();
            let [first, last] = [half + OUTLINE, half - OUTLINE];
            left = left.min(whole((layout.x(shapes.left) + first).floor()));
            right = right.max(whole((layout.x(shapes.right) + last).floor()) + 1);
            top = top.min(whole((layout.y(shapes.top) + first).floor()));
            bottom = bottom.max(whole((layout.y(shapes.bottom) + last).floor()) + 1);
        }
        for text in &layout.texts {
            let (start, end) = text.columns();
            (left, right) = (left.min(start), right.max(end));
            (top, bottom) = (top.min(text.row), bottom.max(text.row + 1));
        }
        layout.origin = (-left as f64, -top as f64);
        layout.size = (characters(right - left), characters(bottom - top));
        for text in &mut layout.texts {
            (text.start, text.row) = (text.start - left, text.row - top);
        }
        layout
    }

    /// Returns the x coordinate of a point, in columns.
    pub(super) fn x(&self, x: f64) -> f64 {
        x * self.across + self.origin.0
    }

    /// Returns the y coordinate of a point, in rows.
    pub(super) fn y(&self, y: f64) -> f64 {
        let outside = self.outside;
        let next = self.rows_of.partition_point(|(point, _)| *point <= y);
        let row = match (next.checked_sub(1).map(|last| self.rows_of[last]), self.rows_of.get(next))
        {
            (Some((before, row)), Some(&(after, next))) => {
                row + (next - row) * (y - before) / (after - before).max(1e-9)
            }
            (Some((before, row)), None) => row + (y - before) * outside,
            (None, Some(&(after, next))) => next - (after - y) * outside,
            (None, None) => y * self.down,
        };
        row + self.origin.1
    }

    /// Returns the distance from the line before a cell to the cell's edge: half a character.
    pub(super) fn half_line(&self) -> f64 {
        if self.lines { 0.5 } else { 0.0 }
    }

    /// Returns the column of the line at the left of a column of cells.
    pub(super) fn column_line(&self, column: usize) -> i64 {
        whole(self.x(column as f64).round())
    }

    /// Returns the row of the line above a row of cells.
    pub(super) fn row_line(&self, row: usize) -> i64 {
        whole(self.y(row as f64).round())
    }

    /// Returns the column and the row of the character at a point.
    pub(super) fn character_at(&self, x: f64, y: f64) -> (i64, i64) {
        let half = self.half_line();
        (whole((self.x(x) + half).floor()), whole((self.y(y) + half).floor()))
    }

    /// Returns whether a circle is a single character, or parentheses around a text.
    pub(super) fn is_small(&self, radius: f64) -> bool {
        radius * self.across < SMALL
    }

    /// Returns the arrow for a line that is too short to be drawn as one, and its middle.
    pub(super) fn arrow(&self, mark: &Mark) -> Option<(char, (f64, f64))> {
        let Mark::Line { points, style: LineStyle::Arrow, .. } = mark else { return None };
        let (&(x, y), &(to_x, to_y)) = (points.first()?, points.last()?);
        let reach = (to_x - x).abs().max((to_y - y).abs());
        if reach > 1.0 || reach * self.across > 2.0 * SMALL {
            return None;
        }
        // Eighths of a turn, clockwise from the east.
        let eighth = (to_y - y).atan2(to_x - x) / std::f64::consts::FRAC_PI_4;
        let arrow = "→↘↓↙←↖↑↗".chars().nth(number((eighth + 8.0).round()) as usize % 8)?;
        Some((arrow, (f64::midpoint(x, to_x), f64::midpoint(y, to_y))))
    }

    /// Places all texts: those that stand freely, then those of cells.
    fn place_texts(&mut self, picture: &Picture, charset: Charset) {
        for mark in picture.marks().iter().filter(|mark| !is_pencil_mark(mark)) {
            match mark {
                Mark::Text { x, y, size, anchor, ink, text } => {
                    // Without lines there is no room for small text beside other content.
                    if self.lines || self.down >= 1.5 || *size > CORNER_SIZE {
                        self.place((*x, *y), *anchor, &text.replace('\n', " "), *ink);
                    } else {
                        self.broken += 1;
                    }
                }
                Mark::Block { text } => {
                    for (row, line) in (0..).zip(text.lines()) {
                        let text = Text {
                            row,
                            start: 0,
                            letters: line.to_owned(),
                            ink: Ink::Text,
                            point: (0.0, f64::NAN),
                            anchor: Anchor::Start,
                            is_circled: false,
                        };
                        self.texts.push(text);
                    }
                }
                Mark::Line { points, ink, style: LineStyle::Numbered, .. }
                    if self.down >= ROOM_FOR_NUMBERS =>
                {
                    for (number, &point) in points.iter().enumerate().skip(1) {
                        self.place(point, Anchor::Middle, &number.to_string(), *ink);
                    }
                }
                Mark::Line { ink, .. } => {
                    if let Some((arrow, point)) = self.arrow(mark) {
                        let arrow = arrow.to_string();
                        let plain = ascii(&arrow);
                        let sign = if charset == Charset::Ascii { &plain } else { &*arrow };
                        self.place(point, Anchor::Middle, sign, *ink);
                    }
                }
                _ => {}
            }
        }
        for (cell, (text, ink)) in picture.cell_texts() {
            let point = (cell.column as f64 + 0.5, cell.row as f64 + 0.5);
            self.place(point, Anchor::Middle, text, ink);
        }
        for mark in picture.marks() {
            if let Mark::Circle { x, y, radius, .. } = mark
                && self.is_small(*radius)
            {
                let (column, row) = self.character_at(*x, *y);
                let is_inside = |text: &&mut Text| {
                    text.row == row && (text.start..text.end()).contains(&column)
                };
                if let Some(text) = self.texts.iter_mut().find(is_inside) {
                    text.is_circled = true;
                }
            }
        }
    }

    fn place(&mut self, point: (f64, f64), anchor: Anchor, text: &str, ink: Ink) {
        if text.trim().is_empty() {
            return;
        }
        let (letters, length) = (text.to_owned(), length(text) as f64);
        let x = self.x(point.0) + self.half_line();
        let start = whole(match anchor {
            Anchor::Start => x.ceil(),
            Anchor::Middle => (x - length / 2.0).round(),
            Anchor::End => x.floor() - length,
        });
        let (_, row) = self.character_at(point.0, point.1);
        self.texts.push(Text { row, start, letters, ink, point, anchor, is_circled: false });
    }

    /// Moves lines of texts above and below the grid away from it until none covers another.
    fn move_rows_apart(&mut self) {
        let centre = 0.5 - self.half_line();
        let below = whole(self.height * self.down + 2.0 * self.half_line());
        for (side, nearest) in [(-1, 1), (1, below)] {
            let is_beyond = |text: &Text| {
                if side < 0 { text.point.1 < 0.0 } else { text.point.1 > self.height }
            };
            let mut beyond: Vec<usize> =
                (0..self.texts.len()).filter(|&place| is_beyond(&self.texts[place])).collect();
            let distance = |place: &usize| side as f64 * self.texts[*place].point.1;
            beyond.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
            let mut done: Vec<usize> = Vec::new();
            // The first line is not on the border.
            let first = beyond.iter().map(|&place| side * self.texts[place].row).min();
            let mut moved = first.map_or(0, |first| (nearest - first).max(0));
            let distances: Vec<f64> = beyond.iter().map(distance).collect();
            let mut start = 0;
            while start < beyond.len() {
                let same =
                    distances[start..].iter().take_while(|&&y| y - distances[start] < SAME_LINE);
                let line = &beyond[start..start + same.count()];
                start += line.len();
                for &place in line {
                    self.texts[place].row += side * moved;
                }
                let is_covered = |texts: &[Text]| {
                    let covers = |place: &usize| {
                        done.iter().any(|other| texts[*place].covers(&texts[*other]))
                    };
                    line.iter().any(covers)
                };
                while is_covered(&self.texts) {
                    moved += 1;
                    for &place in line {
                        self.texts[place].row += side;
                    }
                }
                if let Some(&first) = line.first() {
                    let Text { row, point, .. } = &self.texts[first];
                    self.rows_of.push((point.1, *row as f64 + centre));
                }
                done.extend(line);
            }
        }
        self.rows_of.sort_by(|one, other| one.0.total_cmp(&other.0));
    }

    /// Moves columns of texts beside the grid away from it until none covers another.
    fn move_sides_apart(&mut self) {
        let right = whole(self.width * self.across + 4.0 * self.half_line());
        for (side, nearest) in [(-1, whole(2.0 * self.half_line())), (1, right)] {
            let is_beyond = |text: &Text| {
                if side < 0 { text.point.0 < 0.0 } else { text.point.0 > self.width }
            };
            let mut columns: BTreeMap<(i64, bool), Vec<usize>> = BTreeMap::new();
            for (place, text) in self.texts.iter().enumerate().filter(|(_, text)| is_beyond(text)) {
                let distance = whole(side as f64 * text.point.0 * 1000.0);
                columns.entry((distance, text.anchor == Anchor::End)).or_default().push(place);
            }
            // A blank stands between the frame of the grid and its labels.
            let is_beside =
                |text: &&Text| self.lines && (0.0..=self.height).contains(&text.point.1);
            let beside =
                columns.values().flatten().map(|&place| &self.texts[place]).filter(is_beside);
            let first = beside.map(|text| if side < 0 { -text.end() } else { text.start });
            let mut moved = first.min().map_or(0, |first| (nearest - first).max(0));
            let mut done: Vec<usize> = Vec::new();
            for column in columns.values() {
                for &place in column {
                    self.texts[place].start += side * moved;
                }
                let is_covered = |texts: &[Text]| {
                    let covers = |place: &usize| {
                        done.iter().any(|other| texts[*place].covers(&texts[*other]))
                    };
                    column.iter().any(covers)
                };
                while is_covered(&self.texts) {
                    moved += 1;
                    for &place in column {
                        self.texts[place].start += side;
                    }
                }
                done.extend(column);
            }
        }
    }

    /// Moves texts that cover another by a character or two, where there is room.
    fn move_texts_apart(&mut self) {
        let covered = self.covered();
        for place in 0..self.texts.len() {
            let is_covered = |text: &Text, texts: &[Text]| {
                let mut others = texts.iter().enumerate().filter(|&(other, _)| other != place);
                others.any(|(_, other)| text.covers(other))
            };
            if !is_covered(&self.texts[place], &self.texts) {
                continue;
            }
            let start = self.texts[place].start;
            let free = [1, -1, 2, -2].into_iter().find(|&moved| {
                let text = Text { start: start + moved, ..self.texts[place].clone() };
                let (first, end) = text.columns();
                first >= 0
                    && usize::try_from(end).is_ok_and(|end| end <= self.size.0)
                    && !is_covered(&text, &self.texts)
            });
            self.texts[place].start += free.unwrap_or(0);
        }
        self.broken = self.broken - covered + self.covered();
    }

    /// Returns the number of texts that cover another.
    fn covered(&self) -> usize {
        let mut rows: BTreeMap<i64, Vec<&Text>> = BTreeMap::new();
        for text in &self.texts {
            rows.entry(text.row).or_default().push(text);
        }
        let covered = rows.into_values().map(|mut texts| {
            texts.sort_by_key(|text| text.start);
            texts.windows(2).filter(|pair| pair[0].covers(pair[1])).count()
        });
        covered.sum()
    }
}

fn length(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Returns whether a mark is a small text in the middle of a place, or the stroke through one.
pub(super) fn is_pencil_mark(mark: &Mark) -> bool {
    match mark {
        Mark::Text { size, anchor: Anchor::Middle, .. } => *size < PENCIL,
        Mark::Line { points, .. } => match points[..] {
            [one, other] => (one.0 - other.0).abs().max((one.1 - other.1).abs()) < PENCIL,
            _ => false,
        },
        _ => false,
    }
}

/// Returns a number of columns or rows that can be drawn.
fn characters(number_of: i64) -> usize {
    number((number_of as f64).clamp(1.0, MOST_CHARACTERS)) as usize
}

/// Returns the length of the longest text in a cell, or of a short label above or below one; at
/// least 1.
fn longest_text(picture: &Picture) -> usize {
    let cells = picture.cell_texts();
    let in_cells = cells.values().map(|(text, _)| text.chars().count());
    let free = picture.marks().iter().filter_map(|mark| match mark {
        Mark::Text { x, y, size, anchor, text, .. } if !is_pencil_mark(mark) => {
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
