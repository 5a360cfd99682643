//! Pictures: a long division as it is written by hand.

use puzzle::prelude::*;

use crate::Marked;
use crate::figure::{Figure, Line, Part, Row, Shape, Step};

/// The size of a mark beside the digits that stand for it.
const SMALL_MARK: f64 = 0.36;
/// Where the middle of several digits is, from the top of a place.
const DIGIT: f64 = 0.37;

/// Returns the places of all lines with their marks, and the digits of the divisions of a board.
pub(crate) fn draw(&Marked { marks, relation }: &Marked, figures: &[Figure]) -> Picture {
    let Ok(shape) = marks.shape() else { return Picture::canvas(0.0, 0.0) };
    // The divisor, half a place, the dividend.
    let left = shape.divisor + 1;
    let rows = 2 + marks.0.keys().filter(|line| matches!(line, Line::Step(..))).count();
    let mut picture = Picture::canvas((left + shape.dividend) as f64, rows as f64);
    for ((&line, marks), Cell { row, column: start }) in marks.0.iter().zip(places(marks, &shape)) {
        for (place, &mark) in marks.0.iter().enumerate() {
            let digit = |division: usize| figures.get(division)?.0.get(&line)?.0[place];
            let digits: Vec<_> = (0..relation.divisions).map(digit).collect();
            let known: Option<Vec<u8>> = digits.iter().copied().collect();
            let is_wrong = known.is_some_and(|known| !(relation.holds)(mark, &known));
            draw_place(&mut picture, Cell::new(row, start + place), mark, &digits, is_wrong);
        }
        if let Line::Step(_, Part::Product) = line {
            let ends = [start, start + marks.0.len()];
            let [from, to] = ends.map(|x| (x as f64, (row + 1) as f64));
            picture.line(&[from, to], Ink::Text, 0.08);
        }
    }
    let (x, right) = (left as f64 - 0.5, (left + shape.dividend) as f64);
    picture.line(&[(x, 2.0), (x, 1.0), (right, 1.0)], Ink::Text, 0.08);
    picture
}

/// Returns the first place of each line, as a cell of the picture.
pub(crate) fn places(figure: &Figure, shape: &Shape) -> Vec<Cell> {
    let left = shape.divisor + 1;
    let mut last = 1;
    let place = |(&line, digits): (&Line, &Row)| {
        let (row, end) = match line {
            Line::Divisor => (1, shape.divisor),
            Line::Quotient => (0, left + shape.dividend),
            Line::Dividend => (1, left + shape.dividend),
            Line::Step(digit, part) => {
                last += 1;
                let step = shape.steps.iter().find(|step| step.digit == digit);
                let end = |step: &Step| if part == Part::Product { step.end } else { step.next };
                (last, left + step.map_or(0, end))
            }
        };
        Cell::new(row, end.saturating_sub(digits.0.len()))
    };
    figure.0.iter().map(place).collect()
}

/// Returns the form of a line of one of several divisions, which begins in a cell of the picture:
/// their digits stand side by side, above the mark.
pub(crate) fn placed(form: Form, first: Cell, division: usize, divisions: usize) -> Form {
    let (left, top) = (first.column as f64, first.row as f64);
    if divisions == 1 {
        return form.drawn_at((left, top));
    }
    let width = 1.0 / divisions as f64;
    let digit = |column: usize| {
        let left = left + column as f64 + width * division as f64;
        let (right, bottom) = (left + width, top + 2.0 * DIGIT);
        vec![(left, top), (right, top), (right, bottom), (left, bottom)]
    };
    let columns = form.size().map_or(0, |(_, columns)| columns);
    form.drawn_as((0..columns).map(digit))
}

/// Draws a place. Its mark is large as long as it has no digit beside it, and small below several
/// digits.
fn draw_place(
    picture: &mut Picture,
    cell: Cell,
    mark: Option<u8>,
    digits: &[Option<u8>],
    is_wrong: bool,
) {
    let (x, y) = (cell.column as f64, cell.row as f64);
    picture.rectangle((x + 0.06, y + 0.06), (0.88, 0.88), Ink::Muted, mark.map(|_| Tint::Shade));
    let ink = if is_wrong { Ink::Warning } else { Ink::Found };
    let text = |digit: Option<u8>| digit.map_or(String::new(), |digit| digit.to_string());
    match *digits {
        [None] => {
            picture.text(cell, &text(mark), Ink::Given);
        }
        [digit] => {
            picture.text_at(x + 0.4, y + 0.46, 0.54, &text(digit), ink);
            picture.text_at(x + 0.77, y + 0.74, SMALL_MARK, &text(mark), Ink::Given);
        }
        ref digits => {
            let gap = 1.0 / digits.len() as f64;
            for (number, &digit) in digits.iter().enumerate() {
                if digit.is_none() {
                    continue;
                }
                let x = x + gap * (number as f64 + 0.5);
                picture.text_at(x, y + DIGIT, 0.45, &text(digit), ink);
            }
            picture.text_at(x + 0.5, y + 0.76, SMALL_MARK, &text(mark), Ink::Given);
        }
    }
}
