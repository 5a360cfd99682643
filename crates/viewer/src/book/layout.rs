//! The pages of a printed book.

use std::fmt::Write;
use std::iter::zip;
use std::mem::take;

use anyhow::Result;
use minijinja::HtmlEscape;
use picture::{Ink, text_width, wrapped};
use protocol::{Book, Chapter, Pictured, Problem, count};

use crate::image::pixels::Painter;
use crate::pdf::{Page, Paper, Place};

/// Margin of the pages of a book, as a part of their width.
const MARGIN: f64 = 0.104;
/// Margin of a contact sheet, and its numbers of puzzles across and down.
const SHEET_MARGIN: f64 = 28.0;
const SHEET: (usize, usize) = (2, 5);
/// Gap between puzzles on a page, in points.
const GAP: f64 = 26.0;
/// Line height, in letters.
const LEADING: f64 = 1.45;
/// Largest scale of boards, in points per unit of their SVG: cells of two centimetres.
const MOST_SCALE: f64 = 1.45;
/// Least part of the page for a puzzle below a chapter's rules, where a page has one and where it
/// has several below each other; otherwise it goes on the next page.
const ROOM: [f64; 2] = [0.36, 0.27];
/// Solutions on a page, across and down: the first of these with which all boards have their least
/// scale, at which digits are seven points high.
const SOLUTIONS: [(usize, usize); 3] = [(3, 4), (2, 3), (1, 2)];
const LEAST_SCALE: f64 = 0.35;
/// Greatest height of rows of the contents, in points.
const CONTENTS_ROW: f64 = 24.0;
/// Height of the notes below the contents on how the book was made, in points.
const NOTES: f64 = 120.0;
/// Side of a module of a QR code, in points: 0.3 mm, which cameras can read.
const MODULE: f64 = 0.85;
/// Height of the pictures of an example, as a part of the page, and what stands above them.
const EXAMPLE_HEIGHT: f64 = 0.175;
const EXAMPLE: &str = "An example, and its solution:";
/// Title of the hints in the contents.
const HINTS: &str = "Hints";
/// Title of the solutions in the contents.
const LAST_CHAPTER: &str = "Solutions";

/// Returns all pages, the one with title and contents first.
pub(super) fn pages(book: &Book, paper: Paper, per_page: u8) -> Result<Vec<Page>> {
    let grid = match per_page {
        1 => (1, 1),
        2 => (1, 2),
        4 => (2, 2),
        _ => (2, 3),
    };
    let mut setter = Typesetter::new(paper, MARGIN * paper.size().0, 2);
    let mut contents = Vec::new();
    for chapter in &book.chapters {
        contents.push((chapter.title.as_str(), setter.pages.len() + 1));
        setter.chapter(book, chapter, grid)?;
    }
    let problems = book.chapters.iter().flat_map(|chapter| &chapter.problems);
    if problems.clone().any(|problem| !problem.hints.is_empty()) {
        contents.push((HINTS, setter.pages.len() + 1));
        setter.hints(problems);
    }
    contents.push((LAST_CHAPTER, setter.pages.len() + 1));
    setter.solutions(book)?;
    let mut pages = vec![setter.title_page(book, &contents)];
    pages.append(&mut setter.pages);
    for (heading, page) in contents {
        pages[page].heading = Some(heading.to_owned());
    }
    Ok(pages)
}

/// Lays out contact sheets: each puzzle unsolved and, beside that, solved.
pub(crate) fn contact_sheets(puzzles: &[Pictured], paper: Paper) -> Result<Vec<Page>> {
    let mut setter = Typesetter::new(paper, SHEET_MARGIN, 1);
    for puzzles in puzzles.chunks(SHEET.0 * SHEET.1) {
        let mut page = Page::default();
        for (puzzle, slot) in puzzles.iter().zip(slots(setter.body(SHEET_MARGIN), SHEET)) {
            let top = slot.top + 2.0 * Style::BY_THE_WAY.size;
            let baseline = slot.top + Style::BY_THE_WAY.size;
            write(&mut page, slot.left, baseline, Style::BY_THE_WAY, &puzzle.title);
            let place = Place { top, height: slot.top + slot.height - top, ..slot };
            for (svg, half) in
                [&puzzle.unsolved, &puzzle.solved].into_iter().zip(slots(place, (2, 1)))
            {
                if let Some(svg) = svg {
                    setter.board(&mut page, svg, half)?;
                }
            }
        }
        setter.end(page);
    }
    Ok(setter.pages)
}

/// The style of a text, and whether it is right-aligned.
#[derive(Clone, Copy)]
struct Style {
    size: f64,
    is_bold: bool,
    is_grey: bool,
    at_end: bool,
}

impl Style {
    const TITLE: Self = Self { is_bold: true, ..Self::of(34.0) };
    const HEADING: Self = Self { is_bold: true, ..Self::of(20.0) };
    const NUMBER: Self = Self { is_bold: true, ..Self::of(13.0) };
    const TEXT: Self = Self::of(10.5);
    const BY_THE_WAY: Self = Self { is_grey: true, ..Self::of(9.0) };

    /// Letters of this size, in points.
    const fn of(size: f64) -> Self {
        Self { size, is_bold: false, is_grey: false, at_end: false }
    }

    const fn at_end(self) -> Self {
        Self { at_end: true, ..self }
    }

    /// Returns the ink of the same weight.
    fn ink(self) -> Ink {
        if self.is_bold { Ink::Given } else { Ink::Text }
    }
}

/// Writes a line of text on the baseline `y`.
fn write(page: &mut Page, x: f64, y: f64, style: Style, text: &str) {
    let Style { size, is_bold, is_grey, at_end } = style;
    let weight = if is_bold { "bold" } else { "normal" };
    let fill = if is_grey { "#555" } else { "#000" };
    let anchor = if at_end { "end" } else { "start" };
    let text = HtmlEscape(text);
    let _ = writeln!(
        page.content,
        "<text x='{x}' y='{y}' font-size='{size}' font-weight='{weight}' fill='{fill}' \
         text-anchor='{anchor}'>{text}</text>"
    );
}

/// Writes a text in lines of this width, the first on the baseline `y`; returns the baseline after
/// them.
fn paragraph(page: &mut Page, (x, mut y): (f64, f64), width: f64, style: Style, text: &str) -> f64 {
    for line in wrapped(text, style.ink(), width / style.size) {
        write(page, x, y, style, &line);
        y += style.size * LEADING;
    }
    y
}

struct Typesetter {
    painter: Painter,
    paper: Paper,
    margin: f64,
    /// The number of the first of these pages.
    first: usize,
    pages: Vec<Page>,
}

impl Typesetter {
    fn new(paper: Paper, margin: f64, first: usize) -> Self {
        Self { painter: Painter::new(), paper, margin, first, pages: Vec::new() }
    }

    /// Returns the area of a page within the margins, below `top`.
    fn body(&self, top: f64) -> Place {
        Place::within(self.paper, self.margin, top)
    }

    /// Creates the page with title, contents and notes on how the book was made.
    fn title_page(&self, book: &Book, contents: &[(&str, usize)]) -> Page {
        let mut page = Page::default();
        let Place { left, top, width, height } = self.body(self.margin);
        let puzzles: usize = book.chapters.iter().map(|chapter| chapter.problems.len()).sum();
        let about = format!("{}, {}", count(puzzles as u128, "puzzle"), book.grades);
        let start = top + 0.11 * height;
        let mut y = paragraph(&mut page, (left, start), width, Style::TITLE, &book.title);
        for line in [&book.author, &about].into_iter().filter(|line| !line.is_empty()) {
            write(&mut page, left, y, Style::of(14.0), line);
            y += 20.0;
        }
        y += 40.0;

        let example = book.chapters.first().and_then(|chapter| chapter.problems.first());
        let code = example.map_or("CODE", |problem| &problem.code);
        let slug = code.split(':').next().unwrap_or_default();
        let scanned = match book.gallery.as_str() {
            "" => "",
            _ => "The square code beside a puzzle leads to a page on which it is filled in. ",
        };
        let notes = [
            super::legend(),
            format!(
                "{scanned}To check a solution by the code above its puzzle: cargo xtask solve {slug} \
                 check --code {code} --board FILE"
            ),
            format!("This book was made by: {}", book.command),
        ];
        let notes_top = top + height - NOTES;
        let mut note_y = notes_top;
        for note in &notes {
            note_y = paragraph(&mut page, (left, note_y), width, Style::BY_THE_WAY, note);
        }

        let row = CONTENTS_ROW.min((notes_top - GAP - y) / contents.len() as f64);
        let style = Style::of(row / 2.0);
        for (title, target) in contents {
            page.links.push((Place { left, top: y, width, height: row }, *target));
            y += row;
            let baseline = y - 0.3 * row;
            write(&mut page, left, baseline, style, title);
            write(&mut page, left + width, baseline, style.at_end(), &(target + 1).to_string());
        }
        page
    }

    /// Adds title and rules, then the puzzles in a `grid` of columns and rows.
    fn chapter(&mut self, book: &Book, chapter: &Chapter, grid: (usize, usize)) -> Result<()> {
        let Chapter { title, origin, rules, question, example, problems } = chapter;
        let mut page = Page::default();
        let whole = self.body(self.margin);
        let Place { left, width, .. } = whole;
        let top = self.margin + Style::HEADING.size;
        let mut y = paragraph(&mut page, (left, top), width, Style::HEADING, title);
        if !origin.is_empty() {
            let origin = format!("In the manner of {origin}");
            write(&mut page, left, y - 10.0, Style::BY_THE_WAY, &origin);
            y += 14.0;
        }
        for rule in rules {
            write(&mut page, left, y, Style::TEXT, "\u{2022}");
            y = paragraph(&mut page, (left + 12.0, y), width - 12.0, Style::TEXT, rule) + 2.0;
        }
        if let Some(question) = question {
            y = paragraph(&mut page, (left, y + 4.0), width, Style::TEXT, question);
        }
        if let Some(pictures) = example {
            write(&mut page, left, y + 6.0, Style::BY_THE_WAY, EXAMPLE);
            let height = EXAMPLE_HEIGHT * whole.height;
            let place = Place { top: y + 12.0, height, left, width };
            for (svg, slot) in zip(pictures, slots(place, (2, 1))) {
                self.board(&mut page, svg, slot)?;
            }
            y += 12.0 + height + GAP / 2.0;
        }
        let rest = self.body(y + GAP / 2.0);
        let has_room = rest.height >= ROOM[usize::from(grid.1 > 1)] * whole.height;
        let mut free = if has_room { slots(rest, (grid.0, 1)) } else { Vec::new() };
        for (number, problem) in problems.iter().enumerate() {
            if free.is_empty() {
                self.end(take(&mut page));
                let mut place = whole;
                // A spread begins with a left page, whose number is even.
                if (self.pages.len() + self.first).is_multiple_of(2) {
                    let top = (left, self.margin + Style::BY_THE_WAY.size);
                    let y = paragraph(&mut page, top, width, Style::BY_THE_WAY, &rules.join(" "));
                    place = self.body(y + GAP / 4.0);
                }
                // The last ones share the page.
                let others = problems.len() - number;
                let across = grid.0.min(others);
                free = slots(place, (across, others.div_ceil(across).min(grid.1)));
            }
            self.problem(&mut page, free.remove(0), (book, chapter, problem))?;
        }
        self.end(page);
        Ok(())
    }

    fn problem(
        &self,
        page: &mut Page,
        slot: Place,
        (book, chapter, problem): (&Book, &Chapter, &Problem),
    ) -> Result<()> {
        let Place { left, top, width, height } = slot;
        let mut y = top + Style::NUMBER.size;
        write(page, left, y, Style::NUMBER, &problem.number.to_string());
        let about = format!("{}   {}", problem.grade, problem.code);
        write(page, left + width, y, Style::BY_THE_WAY.at_end(), &about);
        y += Style::NUMBER.size;
        for rule in &problem.rules {
            y = paragraph(page, (left, y + 4.0), width, Style::TEXT, rule);
        }
        let (svg, mut free) =
            (&problem.unsolved, Place { top: y, height: top + height - y, ..slot });
        if let Some((address, code)) = super::scanned(book, chapter, problem)? {
            let side = (MODULE * self.painter.size(&code)?.0).min(width);
            let (left, top) = (left + width - side, top + height - side);
            let place = Place { left, top, width: side, height: side };
            page.put(&self.painter, &code, place, (f64::MAX, 0.0))?;
            page.addresses.push((place, address));
            // The board stands above the code, or beside it where it is larger so.
            let above = Place { height: top - y, ..free };
            let beside = Place { width: left - GAP / 2.0 - slot.left, ..free };
            let (width, height) = self.painter.size(svg)?;
            let is_larger = beside.fit(width, height) > above.fit(width, height).min(MOST_SCALE);
            free = if is_larger { beside } else { above };
        }
        self.board(page, svg, free)
    }

    /// Adds the hints of all puzzles, upside down.
    fn hints<'b>(&mut self, problems: impl Iterator<Item = &'b Problem>) {
        let Place { left, top, width, height } = self.body(self.margin);
        let bottom = top + height;
        let mut page = Page::default();
        let mut y = top + Style::HEADING.size;
        write(&mut page, left, y, Style::HEADING, HINTS);
        y += 2.0 * Style::TEXT.size;
        for problem in problems.filter(|problem| !problem.hints.is_empty()) {
            let mut text = Page::default();
            let hints = (1..).zip(&problem.hints).map(|(place, hint)| format!("({place}) {hint}"));
            let hints = format!("{}. {}", problem.number, hints.collect::<Vec<_>>().join(" "));
            let after = paragraph(&mut text, (left, y), width, Style::BY_THE_WAY, &hints) + 4.0;
            if after > bottom {
                self.end_upside_down(take(&mut page));
                y = top + Style::TEXT.size;
                y = paragraph(&mut page, (left, y), width, Style::BY_THE_WAY, &hints) + 4.0;
                continue;
            }
            page.content += &text.content;
            y = after;
        }
        self.end_upside_down(page);
    }

    fn end_upside_down(&mut self, page: Page) {
        let (width, height) = self.paper.size();
        let (x, y) = (width / 2.0, height / 2.0);
        let content = format!("<g transform='rotate(180 {x} {y})'>{}</g>\n", page.content);
        self.end(Page { content, ..page });
    }

    /// Draws a board at the top of a place, as large as suits.
    fn board(&self, page: &mut Page, svg: &str, place: Place) -> Result<()> {
        page.put(&self.painter, svg, place, (MOST_SCALE, 0.0))
    }

    fn solutions(&mut self, book: &Book) -> Result<()> {
        let mut page = Page::default();
        let heading = self.margin + Style::HEADING.size;
        write(&mut page, self.margin, heading, Style::HEADING, LAST_CHAPTER);
        let problems = || book.chapters.iter().flat_map(|chapter| &chapter.problems);
        let sizes = problems().map(|problem| self.painter.size(&problem.solved));
        let sizes: Vec<_> = sizes.collect::<Result<_>>()?;
        let is_readable = |grid: &(usize, usize)| {
            let slot = slots(self.body(heading + GAP), *grid)[0];
            sizes.iter().all(|&(width, height)| slot.fit(width, height) >= LEAST_SCALE)
        };
        let grid = SOLUTIONS.into_iter().find(is_readable).unwrap_or(SOLUTIONS[2]);
        let mut free = slots(self.body(heading + GAP), grid);
        for problem in problems() {
            if free.is_empty() {
                self.end(take(&mut page));
                free = slots(self.body(self.margin), grid);
            }
            let slot = free.remove(0);
            let mut baseline = slot.top + Style::TEXT.size;
            let bold = Style { is_bold: true, ..Style::TEXT };
            write(&mut page, slot.left, baseline, bold, &problem.number.to_string());
            let answer = problem.answer.as_deref().unwrap_or_default();
            let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
            // Beside the number, or below it.
            let width = text_width(&answer, Ink::Text) * Style::TEXT.size;
            if width <= slot.width - GAP {
                let right = slot.left + slot.width;
                write(&mut page, right, baseline, Style::TEXT.at_end(), &answer);
            } else {
                let start = (slot.left, baseline + LEADING * Style::TEXT.size);
                let after = paragraph(&mut page, start, slot.width, Style::TEXT, &answer);
                baseline = after - LEADING * Style::TEXT.size;
            }
            let top = baseline + 8.0;
            let place = Place { top, height: slot.top + slot.height - top, ..slot };
            self.board(&mut page, &problem.solved, place)?;
        }
        self.end(page);
        Ok(())
    }

    /// Ends a page with its number.
    fn end(&mut self, mut page: Page) {
        let number = (self.pages.len() + self.first).to_string();
        let (width, height) = self.paper.size();
        let (right, bottom) = (width - self.margin, height - self.margin / 2.0);
        write(&mut page, right, bottom, Style::TEXT.at_end(), &number);
        self.pages.push(page);
    }
}

/// Returns equal parts of a place, in reading order.
fn slots(place: Place, (across, down): (usize, usize)) -> Vec<Place> {
    let part = |length: f64, parts: usize| (length + GAP) / parts as f64 - GAP;
    let (width, height) = (part(place.width, across), part(place.height, down));
    let slot = |number: usize| Place {
        left: place.left + (number % across) as f64 * (width + GAP),
        top: place.top + (number / across) as f64 * (height + GAP),
        width,
        height,
    };
    (0..across * down).map(slot).collect()
}
