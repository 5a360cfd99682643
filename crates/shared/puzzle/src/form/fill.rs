//! The layout for readers who fill in boards of a form.

use picture::centroid;
use protocol::{FillKind, FillPart};

use super::{Form, Lines, Shape, Words};

/// A point of the picture (x, y), in cells.
type Point = (f64, f64);

impl Form {
    /// Returns the parts of a board to be filled in, without the clues of the puzzle's picture. A
    /// board without parts is a single part, shown by the picture if it `is_drawn` cell by cell.
    #[must_use]
    pub fn to_fill(&self, is_drawn: bool) -> Vec<FillPart> {
        let Shape::Parts { parts, layout } = &self.shape else {
            let corner = self.corner.or(is_drawn.then_some((0.0, 0.0)));
            return vec![self.part(corner)];
        };
        let parts = parts.iter().enumerate().map(|(number, (name, form))| {
            let heading = layout.heading(number, name);
            FillPart { name: name.clone(), heading, ..form.part(form.corner) }
        });
        parts.collect()
    }

    /// Returns the words, empty ones for those that no reader enters.
    fn entered_words(&self) -> Words {
        let Words::Names(words) = &self.words else { return self.words.clone() };
        let is_entered = |value: i64| self.for_givens != Some(value);
        let entered = (0..).zip(words.iter());
        let entered = entered.map(
            |(value, word)| {
                if is_entered(value) { word.clone() } else { String::new() }
            },
        );
        Words::Names(entered.collect())
    }

    /// Returns a part whose first cell is at a corner of the picture, or which is not drawn there.
    fn part(&self, corner: Option<(f64, f64)>) -> FillPart {
        let words = self.entered_words();
        let mut part = FillPart { expected: words.expected(0), ..FillPart::default() };
        match self.shape {
            Shape::Grid { rows, columns, may_be_empty } => {
                let places = 0..rows * columns;
                let given =
                    |place| self.given(grid_utils::Cell::new(place / columns, place % columns));
                let given =
                    places.filter_map(|place| Some((place, self.words.word(place, given(place)?))));
                let kind = self.kind();
                let given = given.collect();
                part = FillPart { kind, rows, columns, given, blanks: may_be_empty, ..part };
            }
            Shape::Walk => {
                let (rows, columns) = self.size().unwrap_or_default();
                part = FillPart { kind: FillKind::Walk, rows, columns, ..part };
            }
            Shape::List { separator, per_line, is_set } => {
                let per_line = if per_line < usize::MAX { per_line } else { 0 };
                let separator = separator.to_owned();
                part = FillPart { kind: FillKind::List, separator, per_line, is_set, ..part };
            }
            Shape::Line { expected, .. } => expected.clone_into(&mut part.expected),
            Shape::Parts { .. } => {}
        }
        match &words {
            Words::Numbers(range) => (part.least, part.most) = (*range.start(), *range.end()),
            Words::Named(names, range) => {
                (part.least, part.most) = (*range.start(), *range.end());
                part.names = names.to_vec();
            }
            Words::Names(words) => {
                part.most = i64::try_from(words.len()).unwrap_or(i64::MAX) - 1;
                part.words = words.to_vec();
            }
            Words::Cells { chess, .. } => part.chess = *chess,
            Words::Own(words) => (part.signs, part.hues) = (words.signs(), words.hues()),
        }
        if let Some(Lines { directions, of_words }) = &self.lines {
            let named =
                directions.iter().map(|&(name, (down, right))| (name.to_owned(), down, right));
            (part.directions, part.lines) = (named.collect(), of_words.clone());
        }
        part.free = self.has_free_names;
        part.at = corner.filter(|_| part.rows > 0);
        (part.middles, part.shapes) = shaped(&self.outlines);
        part
    }

    fn kind(&self) -> FillKind {
        match self.words {
            Words::Names(_) if self.is_shading() => FillKind::Shading,
            Words::Names(_) => FillKind::Words,
            Words::Named(..) => FillKind::Named,
            Words::Own(_) => FillKind::Own,
            Words::Numbers(_) | Words::Cells { .. } => FillKind::Numbers,
        }
    }
}

/// The centre of a cell (x, y) with the index of its shape; `None` where there is no cell.
type Middle = Option<(f64, f64, usize)>;

/// Returns the centre of each cell, and the shapes; lengths are rounded to hundredths of a cell.
fn shaped(outlines: &[Vec<Point>]) -> (Vec<Middle>, Vec<Vec<Point>>) {
    // Adding 0.0 removes a negative zero.
    let short = |length: f64| (100.0 * length).round() / 100.0 + 0.0;
    let mut shapes = Vec::new();
    let middle = |corners: &Vec<Point>| {
        let (x, y) = centroid(corners)?;
        let shape = corners.iter().map(|corner| (short(corner.0 - x), short(corner.1 - y)));
        let shape: Vec<_> = shape.collect();
        let known = shapes.iter().position(|known| *known == shape);
        let number = known.unwrap_or_else(|| {
            shapes.push(shape);
            shapes.len() - 1
        });
        Some((short(x), short(y), number))
    };
    (outlines.iter().map(middle).collect(), shapes)
}
