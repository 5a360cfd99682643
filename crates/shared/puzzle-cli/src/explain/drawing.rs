//! A step of an explanation as a picture.

use std::collections::{BTreeMap, BTreeSet};

use ::explain::Step;
use grid_utils::Cell;
use itertools::Itertools;
use picture::drawing::Mark;
use picture::{Corner, Ink, Key, Picture, Tint};
use protocol::{Cut, Told};
use pseudo_boolean::Literal;
use puzzle::{Board, Form};

use super::words::{Candidate, Candidates, VERB, Words};
use crate::Session;

/// Tints of groups, as far apart as possible from each other and from those of facts.
const TINTS: [u8; 5] = [0, 1, 4, 6, 8];
/// Inks of groups around cells whose tints are their values.
const INKS: [u8; 4] = [0, 1, 2, 5];
/// Inks around the two parts of a cut.
const PARTS: [Ink; 2] = [Ink::Colour(3), Ink::Colour(0)];
/// Ink of the lines that a chain finds.
const CHAIN: Ink = Ink::Colour(1);
/// Distance of the number of a link from the middle of its line, in cells.
const BESIDE_LINE: f64 = 0.15;
/// Tint behind premises.
const PREMISE: Tint = Tint::Highlight;
/// Tint behind conclusions.
const CONCLUSION: Tint = Tint::Colour(3);
/// Width of a thin line, in cells.
const THIN: f64 = 0.05;
/// Width of the outline of a cell that gets its value.
const THICK: f64 = 0.12;
/// Distance of outlines from the border of their cell, in cells.
const GAP: f64 = 0.1;
/// Distance of the outlines of groups from each other, in cells.
const NEXT: f64 = 0.07;
/// Likewise of the square around a corner of cells.
const GAP_AT_CORNER: f64 = 0.3;
/// Half the size of a cross, in cells.
const CROSS: f64 = 0.13;
/// Distance of the cross in the corner of a cell from its middle, in cells.
const BESIDE: f64 = 0.27;
/// Height of a pencil mark, in cells.
const PENCIL: f64 = 0.22;
/// Width and height of all pencil marks of a cell, in cells.
const ROOM: f64 = 0.78;
/// How much lower pencil marks begin where a clue is in a corner, in cells.
const BELOW: f64 = 0.2;
/// Half the width of the stroke through a pencil mark, in cells.
const STROKE: f64 = 0.09;
/// Most links of a chain that are drawn as arrows, too.
const MOST_ARROWS: usize = 5;
/// Least number of tints that make a board a map, whose regions have borders as well.
const MAP: usize = 3;
/// Most groups in the legend.
const MOST_ENTRIES: usize = 5;

type Point = (f64, f64);

/// Where a fact is in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    /// A cell of the board, which may be a corner of the picture's cells.
    Cell(Cell),
    /// A line of a loop.
    Line([Point; 2]),
}

impl Spot {
    /// Returns where something with this name is: a cell, the line `r1c1-r1c2` between two cells,
    /// or a side or corner of a cell; `None` for anything else.
    fn of(name: &str, form: &Form) -> Option<Self> {
        let name = name.split_once(VERB).map_or(name, |(subject, _)| subject);
        if let Ok(cell) = name.parse() {
            return Some(Self::Cell(cell));
        }
        if let Some((one, other)) = name.split_once('-') {
            let ends = [one.parse().ok()?, other.parse().ok()?];
            return Some(Self::Line(ends.map(|end| form.middle(end))));
        }
        let (place, cell) = name.strip_prefix("the ")?.split_once(" of ")?;
        let Cell { row, column } = cell.parse().ok()?;
        let [top, bottom] = [row, row + 1];
        let [left, right] = [column, column + 1];
        let line = |ends: [(usize, usize); 2]| {
            Some(Self::Line(ends.map(|(row, column)| (column as f64, row as f64))))
        };
        let at = |row, column| Some(Self::Cell(Cell::new(row, column)));
        match place {
            "top" => line([(top, left), (top, right)]),
            "bottom" => line([(bottom, left), (bottom, right)]),
            "left" => line([(top, left), (bottom, left)]),
            "right" => line([(top, right), (bottom, right)]),
            "top left corner" => at(top, left),
            "top right corner" => at(top, right),
            "bottom left corner" => at(bottom, left),
            "bottom right corner" => at(bottom, right),
            _ => None,
        }
    }
}

/// Draws the board after a step, with a legend. Cells of each group have a tint, or an outline if
/// tints are values; premises and conclusions have a tint and an outline, which is bold for new
/// values; the parts of a cut are outlined, with crosses between them; small numbers count the links
/// of the chain. `known` are the facts known then.
pub(super) fn drawn(
    session: &Session,
    words: &Words,
    (step, told): (&Step, &Told),
    board: &Board,
    known: &[Literal],
) -> Picture {
    let picture = session.picture(Some(board));
    let Some((rows, columns)) = session.form.size() else { return picture };
    let mut drawing = Drawing { picture, form: &session.form };
    drawing.clear_map();
    match &told.cut {
        Some(cut) => drawing.cut(cut),
        None => drawing.groups(told, rows * columns),
    }
    let earlier = known.iter().copied().filter(|one| !step.facts.contains(one)).collect_vec();
    for (spot, holds, _) in drawing.spots(words, &earlier) {
        if let Spot::Line(ends) = spot {
            drawing.line(ends, holds, Ink::Muted);
        }
    }
    drawing.facts(words, &step.because, PREMISE, Ink::Muted);
    drawing.facts(words, &step.facts, CONCLUSION, Ink::Accent);
    drawing.lines_of_chain(words, step);
    drawing.chain(told);
    drawing.pencil_marks(words, &step.facts, known);
    drawing.picture
}

/// The picture of a step in the making.
struct Drawing<'s> {
    picture: Picture,
    form: &'s Form,
}

impl Drawing<'_> {
    /// Removes the tints of a map: its borders show the same regions.
    fn clear_map(&mut self) {
        let is_colour = |tint: &Tint| matches!(tint, Tint::Colour(_));
        let tints = self.picture.tints();
        let count = tints.values().filter(|tint| is_colour(tint)).unique().count();
        if count >= MAP && self.picture.has_borders() {
            let cells = tints.into_iter().filter(|(_, tint)| is_colour(tint));
            self.picture.clear(cells.map(|(cell, _)| cell));
        }
    }

    /// Returns where facts are, whether they hold, and whether they give a value.
    fn spots(&self, words: &Words, facts: &[Literal]) -> Vec<(Spot, bool, bool)> {
        let spot = |(name, one): (String, ::explain::Reading)| {
            let is_true = (one.value != 0) == one.holds;
            Some((Spot::of(&name, self.form)?, is_true, one.holds))
        };
        words.facts_of(facts).into_iter().filter_map(spot).collect()
    }

    /// Marks the cells of each group; one that has nearly the whole board has no mark.
    fn groups(&mut self, told: &Told, size: usize) {
        // Colours on the board would be ambiguous.
        let taken: BTreeSet<Tint> = self.picture.tints().into_values().collect();
        let is_free = |tint: &&u8| !taken.contains(&Tint::Colour(**tint));
        let free: Vec<u8> = TINTS.iter().filter(is_free).chain(&TINTS).copied().collect();
        let is_shading = self.form.is_shading();
        let mut tints_of: BTreeMap<Cell, Vec<u8>> = BTreeMap::new();
        let mut number = 0;
        for ground in &told.groups {
            let cells = ground.cells.iter().filter_map(|name| name.parse::<Cell>().ok());
            let mut cells = self.whole_cells(cells.collect());
            if cells.is_empty() {
                // "the clue 2 at r1c3"
                cells.extend(ground.place.split(' ').filter_map(|word| word.parse::<Cell>().ok()));
            }
            if cells.is_empty() || 5 * cells.len() > 4 * size {
                continue;
            }
            let (tint, ink) = if is_shading {
                let place = number % INKS.len();
                let ink = Ink::Colour(INKS[place]);
                self.outline(&cells, GAP + NEXT * place as f64, ink);
                (None, Some(ink))
            } else {
                let colour = free[number % free.len()];
                for &cell in &cells {
                    tints_of.entry(cell).or_default().push(colour);
                }
                (Some(Tint::Colour(colour)), None)
            };
            number += 1;
            if number <= MOST_ENTRIES {
                self.add_key(tint, ink, None, ground.label());
            }
        }
        for (cell, tints) in tints_of {
            self.tint(cell, &tints);
        }
    }

    /// Returns the cells with all four corners among these, if the board is one of corners; else
    /// the same cells.
    fn whole_cells(&self, cells: BTreeSet<Cell>) -> BTreeSet<Cell> {
        if self.form.corner() == (0.0, 0.0) {
            return cells;
        }
        let corners = |cell: &Cell| {
            let [below, right] = [cell.row + 1, cell.column + 1];
            [Cell::new(below, cell.column), Cell::new(cell.row, right), Cell::new(below, right)]
        };
        cells
            .iter()
            .filter(|cell| corners(cell).iter().all(|one| cells.contains(one)))
            .copied()
            .collect()
    }

    /// Gives a cell tints side by side, or around each other in a polygon.
    fn tint(&mut self, cell: Cell, tints: &[u8]) {
        let Cell { row, column } = cell;
        let width = 1.0 / tints.len() as f64;
        for (place, &tint) in tints.iter().enumerate() {
            let along = place as f64 * width;
            let left = column as f64 + along;
            let strip = || rectangle((left, row as f64), (left + width, row as f64 + 1.0)).to_vec();
            let corners = self.within(cell, along / 2.0).unwrap_or_else(strip);
            self.picture.polygon(&corners, None, Some(Tint::Colour(tint)));
        }
    }

    /// Outlines the parts of a cut, and crosses out what lies between them.
    fn cut(&mut self, cut: &Cut) {
        let cells = |names: &[String]| -> BTreeSet<Cell> {
            names.iter().filter_map(|name| name.parse().ok()).collect()
        };
        let texts = ["one part", "the other part"];
        for ((part, ink), text) in cut.parts.iter().zip(PARTS).zip(texts) {
            self.outline(&cells(part), GAP / 2.0, ink);
            self.add_key(None, Some(ink), None, text);
        }
        let border = cells(&cut.border);
        if !border.is_empty() {
            self.add_key(None, Some(Ink::Warning), Some('\u{d7}'), "between them");
        }
        for cell in border {
            // In a corner, beside a clue.
            let (x, y) = self.form.middle(cell);
            self.cross((x - BESIDE, y + BESIDE), Ink::Warning);
        }
    }

    /// Draws the line around some cells of the board, inside them.
    fn outline(&mut self, cells: &BTreeSet<Cell>, gap: f64, ink: Ink) {
        let has = |row: i64, column: i64| {
            let [row, column] = [row, column].map(usize::try_from);
            let (Ok(row), Ok(column)) = (row, column) else { return false };
            cells.contains(&Cell::new(row, column))
        };
        for &cell in cells {
            if let Some(corners) = self.within(cell, gap) {
                self.around(&corners, ink, THIN + 0.02);
                continue;
            }
            let (x, y) = self.form.middle(cell);
            let [row, column] =
                [cell.row, cell.column].map(|place| i64::try_from(place).unwrap_or(i64::MAX - 1));
            for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                if has(row + down, column + right) {
                    continue;
                }
                // The line goes on, turns inwards, or turns outwards around a corner.
                let end = |along: (i64, i64)| {
                    let is_next = has(row + along.0, column + along.1);
                    let is_beyond = has(row + along.0 + down, column + along.1 + right);
                    let length = match (is_next, is_beyond) {
                        (true, true) => 0.5 + gap,
                        (true, false) => 0.5,
                        _ => 0.5 - gap,
                    };
                    let out = 0.5 - gap;
                    let [along_x, along_y] = [along.1 as f64 * length, along.0 as f64 * length];
                    (x + right as f64 * out + along_x, y + down as f64 * out + along_y)
                };
                let ends = [end((right, down)), end((-right, -down))];
                self.picture.line(&ends, ink, THIN + 0.02);
            }
        }
    }

    /// Marks the places of facts.
    fn facts(&mut self, words: &Words, facts: &[Literal], tint: Tint, ink: Ink) {
        let spots = self.spots(words, facts);
        if spots.is_empty() {
            return;
        }
        let is_shading = self.form.is_shading();
        let text = if ink == Ink::Accent { "conclusion" } else { "premise" };
        self.add_key((!is_shading).then_some(tint), Some(ink), None, text);
        let valued: Vec<Cell> = spots
            .iter()
            .filter_map(|(spot, _, has_value)| match spot {
                Spot::Cell(cell) if *has_value => Some(*cell),
                _ => None,
            })
            .collect();
        let mut seen = BTreeSet::new();
        for (spot, holds, _) in spots {
            match spot {
                Spot::Line(ends) => self.line(ends, holds, ink),
                Spot::Cell(cell) if seen.insert(cell) => {
                    let is_bold = valued.contains(&cell) && ink == Ink::Accent;
                    // The lines of a loop have the same ink.
                    let width = if is_bold && !self.form.has_lines() { THICK } else { THIN };
                    self.square(cell, (!is_shading).then_some(tint), ink, width);
                }
                Spot::Cell(_) => {}
            }
        }
    }

    /// Draws a square in a cell, or around a corner; in a polygon a smaller one.
    fn square(&mut self, cell: Cell, tint: Option<Tint>, ink: Ink, width: f64) {
        let (x, y) = self.form.middle(cell);
        let half = 0.5 - if self.form.corner() == (0.0, 0.0) { GAP } else { GAP_AT_CORNER };
        let square = || rectangle((x - half, y - half), (x + half, y + half)).to_vec();
        let corners = self.within(cell, GAP).unwrap_or_else(square);
        if tint.is_some() {
            self.picture.polygon(&corners, None, tint);
        }
        self.around(&corners, ink, width);
    }

    /// Returns the corners of a cell that is a polygon, a distance nearer to its middle.
    fn within(&self, cell: Cell, distance: f64) -> Option<Vec<Point>> {
        let (x, y) = self.form.middle(cell);
        let nearer = |&(corner_x, corner_y): &Point| {
            let share = 1.0 - (distance / (corner_x - x).hypot(corner_y - y)).min(1.0);
            (x + share * (corner_x - x), y + share * (corner_y - y))
        };
        Some(self.form.outline(cell)?.iter().map(nearer).collect())
    }

    /// Draws the line around a polygon.
    fn around(&mut self, corners: &[Point], ink: Ink, width: f64) {
        let closed = corners.iter().chain(corners.first()).copied().collect_vec();
        self.picture.line(&closed, ink, width);
    }

    /// Draws a line that a loop takes, or a cross where it does not.
    fn line(&mut self, ends: [Point; 2], is_taken: bool, ink: Ink) {
        let [(x, y), (other_x, other_y)] = ends;
        if is_taken {
            self.picture.line(&ends, ink, THICK);
        } else {
            self.cross((f64::midpoint(x, other_x), f64::midpoint(y, other_y)), ink);
        }
    }

    fn cross(&mut self, (x, y): Point, ink: Ink) {
        for side in [CROSS, -CROSS] {
            self.picture.line(&[(x - side, y - CROSS), (x + side, y + CROSS)], ink, THIN);
        }
    }

    /// Writes small into open cells what they can still be, if something is excluded there, and strikes
    /// out what the step excludes.
    fn pencil_marks(&mut self, words: &Words, facts: &[Literal], known: &[Literal]) {
        for Candidates { cell, of, values } in words.candidates(facts, known) {
            let (x, y) = self.form.middle(cell);
            // Below a clue in a corner.
            let top = if self.has_text(cell) { ROOM / 2.0 - BELOW } else { ROOM / 2.0 };
            let columns = if of > 9 { 4 } else { 3 };
            let [width, height] = [(ROOM, columns), (ROOM / 2.0 + top, of.div_ceil(columns))]
                .map(|(room, count)| room / count as f64);
            for Candidate { place, text, is_struck } in values {
                let [column, row] = [place % columns, place / columns];
                let at = (
                    x - ROOM / 2.0 + (column as f64 + 0.5) * width,
                    y - top + (row as f64 + 0.5) * height,
                );
                let ink = if is_struck { Ink::Accent } else { Ink::Muted };
                self.picture.text_at(at.0, at.1, PENCIL, &text, ink);
                if is_struck {
                    let end = |side: f64| (at.0 + side * STROKE, at.1 - side * STROKE);
                    self.picture.line(&[end(-1.0), end(1.0)], ink, THIN);
                }
            }
        }
    }

    /// Returns whether there is a text in a corner of a cell.
    fn has_text(&self, cell: Cell) -> bool {
        let (x, y) = self.form.middle(cell);
        let is_inside = |mark: &Mark| match mark {
            Mark::Text { x: left, y: top, .. } => (left - x).abs().max((top - y).abs()) < 0.5,
            _ => false,
        };
        self.picture.marks().iter().any(is_inside)
    }

    /// Numbers the cells of a chain, with arrows if they are few.
    fn chain(&mut self, told: &Told) {
        let cells = |names: &[String]| names.iter().filter_map(|name| name.parse().ok()).collect();
        let links: Vec<Vec<Cell>> = told.chain_cells.iter().map(|names| cells(names)).collect();
        let mut numbers: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (link, number) in links.iter().zip(1..) {
            for &cell in link {
                numbers.entry(cell).or_default().push(number);
            }
        }
        if numbers.is_empty() {
            return;
        }
        let text = "order of the chain";
        self.add_key(None, Some(Ink::Accent), Some('1'), text);
        let is_in_squares =
            |cell| self.form.corner() == (0.0, 0.0) && self.form.outline(cell).is_none();
        for (cell, numbers) in &numbers {
            if is_in_squares(*cell) {
                let numbers = in_runs(numbers);
                self.picture.small_text(*cell, Corner::BottomRight, &numbers, Ink::Accent);
            } else {
                let (x, y) = self.form.middle(*cell);
                self.picture.text_at(x + 0.2, y + 0.2, 0.28, &in_runs(numbers), Ink::Accent);
            }
        }
        // Of several conclusions, each has its own chain.
        let [first] = &told.cells[..] else { return };
        let way = first.parse().into_iter().chain(links.into_iter().flatten()).dedup();
        let way: Vec<Cell> = way.collect();
        if way.len() <= MOST_ARROWS + 1 {
            for (from, to) in way.into_iter().tuple_windows() {
                self.arrow(self.form.middle(from), self.form.middle(to));
            }
        }
    }

    /// Draws the lines that the links of a chain find, each with the number of its link.
    fn lines_of_chain(&mut self, words: &Words, step: &Step) {
        for ((_, link), number) in words.told_links(step).zip(1..) {
            for (spot, holds, _) in self.spots(words, link.follows.as_slice()) {
                if let Spot::Line(ends) = spot {
                    let [(x, y), (other_x, other_y)] = ends;
                    let middle = (f64::midpoint(x, other_x), f64::midpoint(y, other_y));
                    self.line(ends, holds, CHAIN);
                    let (x, y) = (middle.0 + BESIDE_LINE, middle.1 - BESIDE_LINE);
                    self.picture.text_at(x, y, PENCIL, &number.to_string(), Ink::Accent);
                }
            }
        }
    }

    /// Draws an arrow, without its ends, which cover the values of cells.
    fn arrow(&mut self, from: Point, to: Point) {
        /// What is left out at each end, in cells.
        const LEFT_OUT: f64 = 0.3;
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let share = LEFT_OUT / x.hypot(y);
        let ends = [(from.0 + share * x, from.1 + share * y), (to.0 - share * x, to.1 - share * y)];
        self.picture.arrow(&ends, Ink::Accent);
    }

    fn add_key(&mut self, tint: Option<Tint>, ink: Option<Ink>, sign: Option<char>, text: &str) {
        self.picture.add_key(Key { tint, ink, sign, text: text.to_owned() });
    }
}

/// Returns the corners of a rectangle.
fn rectangle((left, top): Point, (right, bottom): Point) -> [Point; 4] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// Abbreviates ascending numbers, such as `1,3-6`.
fn in_runs(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| next - one == 1);
    let run = |run: &[usize]| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        _ => run.iter().join(","),
    };
    runs.map(run).join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_that_follow_each_other_are_told_by_their_ends() {
        assert_eq!(in_runs(&[1, 2, 4, 5, 6, 9]), "1,2,4-6,9");
        assert_eq!(in_runs(&[7]), "7");
    }

    #[test]
    fn names_of_lines_and_corners_have_a_place() {
        let form = Form::numbers(3, 3, 1..=9);
        let at = |name| Spot::of(name, &form);
        let line = |from, to| Some(Spot::Line([from, to]));
        assert_eq!(at("r1c1-r1c2 | is on the loop"), line((0.5, 0.5), (1.5, 0.5)));
        assert_eq!(at("the top of r2c1"), line((0.0, 1.0), (1.0, 1.0)));
        assert_eq!(at("the right of r2c1"), line((1.0, 1.0), (1.0, 2.0)));
        let corner = at("the bottom left corner of r2c1 | is on the loop");
        assert_eq!(corner, Some(Spot::Cell(Cell::new(2, 0))));
        assert_eq!(at("r3c2 | belongs to hook"), Some(Spot::Cell(Cell::new(2, 1))));
        let roofs = form
            .clone()
            .drawn_as([0.0, 2.0].map(|x| vec![(x, 3.0), (x + 1.0, 0.0), (x + 2.0, 3.0)]));
        let spot = Spot::of("r1c1-r1c2 | is rolled", &roofs);
        assert_eq!(spot, line((1.0, 2.0), (3.0, 2.0)));
        assert_eq!([at("hook 4"), at("the sum of row 1"), at("the end of the walk")], [None; 3]);
    }
}
