//! Diagrams of functions.

use picture::drawing::Mark;
use picture::{Ink, Picture, Tint, text_width};

/// The size of a diagram without its labels, in cells.
const SIZE: (f64, f64) = (16.0, 10.0);

/// The size of its letters.
const LETTERS: f64 = 0.5;

/// Width of the lines at the marks of the axes.
const GRID_LINE: f64 = 0.02;

/// Number of points of a curve.
const STEPS: u32 = 200;

/// A diagram: axes with marks, and curves, areas and points above them.
///
/// ```
/// use picture::Ink;
/// use numbers::Plot;
///
/// let mut plot = Plot::new((0.0, 1.0), (0.0, 1.0));
/// plot.axes(("x", &[0.0, 0.5, 1.0]), ("x squared", &[0.0, 1.0]));
/// plot.curve(0.0..=1.0, Ink::Accent, |x| x * x).point((0.5, 0.25), "here");
/// assert!(plot.picture().to_svg().contains(">here</text>"));
/// ```
pub struct Plot {
    x: (f64, f64),
    y: (f64, f64),
    picture: Picture,
}

impl Plot {
    /// Returns an empty diagram of this range across, and this one upwards.
    #[must_use]
    pub fn new(x: (f64, f64), y: (f64, f64)) -> Self {
        Plot { x, y, picture: Picture::canvas(SIZE.0, SIZE.1) }
    }

    /// Returns the position of a point in the picture.
    #[must_use]
    pub fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let share = |value: f64, (least, most): (f64, f64)| (value - least) / (most - least);
        (SIZE.0 * share(x, self.x), SIZE.1 * (1.0 - share(y, self.y)))
    }

    /// Draws both axes, each with its name and the numbers that are marked on it.
    pub fn axes(&mut self, x: (&str, &[f64]), y: (&str, &[f64])) -> &mut Self {
        let (width, height) = SIZE;
        for &number in x.1 {
            let (place, _) = self.at((number, self.y.0));
            self.picture.line(&[(place, 0.0), (place, height)], Ink::Muted, GRID_LINE).text_at(
                place,
                height + 0.5,
                LETTERS,
                &number.to_string(),
                Ink::Label,
            );
        }
        for &number in y.1 {
            let (_, place) = self.at((self.x.0, number));
            self.picture.line(&[(0.0, place), (width, place)], Ink::Muted, GRID_LINE).text_at(
                -0.8,
                place,
                LETTERS,
                &number.to_string(),
                Ink::Label,
            );
        }
        self.picture
            .line(&[(0.0, 0.0), (0.0, height), (width, height)], Ink::Text, 0.06)
            .text_at(width / 2.0, height + 1.2, LETTERS, x.0, Ink::Label)
            .text_from(-0.8, -0.7, LETTERS, y.0, Ink::Label);
        self
    }

    /// Draws the graph of a function over a range.
    pub fn curve(
        &mut self,
        range: std::ops::RangeInclusive<f64>,
        ink: Ink,
        function: impl Fn(f64) -> f64,
    ) -> &mut Self {
        let points = self.graph(range, function);
        self.picture.line(&points, ink, 0.09);
        self
    }

    /// Fills the area below the graph of a function over a range.
    pub fn area(
        &mut self,
        range: std::ops::RangeInclusive<f64>,
        tint: Tint,
        function: impl Fn(f64) -> f64,
    ) -> &mut Self {
        let ends = [*range.end(), *range.start()];
        let mut corners = self.graph(range, function);
        corners.extend(ends.map(|x| self.at((x, self.y.0))));
        self.picture.polygon(&corners, None, Some(tint));
        self
    }

    /// Draws a line between points.
    pub fn line(&mut self, points: &[(f64, f64)], ink: Ink) -> &mut Self {
        let points: Vec<_> = points.iter().map(|&point| self.at(point)).collect();
        self.picture.line(&points, ink, 0.06);
        self
    }

    /// Draws a small dot: one of many where a curve is not smooth.
    pub fn dot(&mut self, point: (f64, f64), ink: Ink) -> &mut Self {
        let (x, y) = self.at(point);
        self.picture.circle(x, y, 0.05, ink, None);
        self
    }

    /// Draws a dot, with a text above it, or beside it where the curves that are there leave more
    /// room.
    pub fn point(&mut self, point: (f64, f64), text: &str) -> &mut Self {
        let (x, y) = self.at(point);
        self.picture.circle(x, y, 0.14, Ink::Found, Some(Tint::Highlight));
        let widths = text.lines().map(|line| text_width(line, Ink::Found));
        let half = widths.fold(0.0, f64::max) * LETTERS / 2.0;
        let (left, right) = (-half - 0.4, half + 0.4);
        let places = [(0.0, 0.9), (left, 0.5), (right, 0.5), (right, -0.5), (0.0, 1.7)];
        // Beside the numbers of the vertical axis, not on them.
        let places = places.map(|(right, up)| ((x + right).max(half + 0.2), y - up));
        let place = places.into_iter().min_by_key(|&place| self.pieces_near(place, half));
        let (x, y) = place.unwrap_or((x, y));
        self.picture.text_at(x, y, LETTERS, text, Ink::Found);
        self
    }

    /// Returns how many pieces of lines and curves a text would cover.
    fn pieces_near(&self, (x, y): (f64, f64), half: f64) -> usize {
        let lines = self.picture.marks().iter().filter_map(|mark| match mark {
            Mark::Line { points, width, .. } if *width > GRID_LINE => Some(points),
            _ => None,
        });
        let overlap = |one: f64, other: f64, middle: f64, reach: f64| {
            one.min(other) < middle + reach && one.max(other) > middle - reach
        };
        let is_near = |piece: &&[(f64, f64)]| {
            overlap(piece[0].0, piece[1].0, x, half + 0.1)
                && overlap(piece[0].1, piece[1].1, y, 0.75 * LETTERS)
        };
        lines.flat_map(|points| points.windows(2)).filter(is_near).count()
    }

    /// Writes a text with its middle at a point.
    pub fn text(&mut self, point: (f64, f64), text: &str, ink: Ink) -> &mut Self {
        let (x, y) = self.at(point);
        self.picture.text_at(x, y, LETTERS, text, ink);
        self
    }

    /// Returns the picture.
    #[must_use]
    pub fn picture(self) -> Picture {
        self.picture
    }

    fn graph(
        &self,
        range: std::ops::RangeInclusive<f64>,
        function: impl Fn(f64) -> f64,
    ) -> Vec<(f64, f64)> {
        let (from, to) = range.into_inner();
        let x = |step: u32| from + (to - from) * f64::from(step) / f64::from(STEPS);
        (0..=STEPS).map(x).map(|x| self.at((x, function(x)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_point_is_not_on_a_steep_line() {
        let mut plot = Plot::new((0.0, 1.0), (0.0, 1.0));
        plot.line(&[(0.5, 0.0), (0.5, 1.0)], Ink::Accent).point((0.5, 0.5), "0.5");
        let is_beside = |mark: &Mark| matches!(mark, Mark::Text { x, .. } if *x < 8.0);
        assert!(plot.picture().marks().iter().any(is_beside));
    }
}
