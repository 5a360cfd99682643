//! The pages of a printed book.

use std::collections::HashMap;
use std::fmt::Write;
use std::mem::take;

use anyhow::Result;
use minijinja::HtmlEscape;
use protocol::{Book, Chapter, Pictured, Problem, count};

use crate::image::pixels::Painter;
use crate::pdf::{Page, Paper, Place};

/// Around each page of a book, in points.
const MARGIN: f32 = 62.0;
/// Around a contact sheet, and how many puzzles stand on it, across and down.
const SHEET_MARGIN: f32 = 28.0;
const SHEET: (usize, usize) = (2, 5);
/// Between puzzles on a page.
const GAP: f32 = 26.0;
/// From line to line, in letters.
const LEADING: f32 = 1.45;
/// A blank, in letters.
const BLANK: f32 = 0.32;
/// Boards are not drawn larger than this, in points per unit of their SVG: cells of two centimetres.
const MOST_SCALE: f32 = 1.45;
/// Below a chapter's rules a puzzle has at least this part of the page, or stands on the next one.
const ROOM: f32 = 0.55;
/// Solutions on a page, across and down.
const SOLUTIONS: (usize, usize) = (3, 4);
/// The rows of the contents are at most this high.
const CONTENTS_ROW: f32 = 24.0;
/// The height of what stands below the contents: how the book was made, in some lines.
const NOTES: f32 = 70.0;
/// What the boards of solutions are called in the contents.
const LAST_CHAPTER: &str = "Solutions";

/// All pages, the one with title and contents first.
pub(super) fn pages(book: &Book, paper: Paper, per_page: u8) -> Result<Vec<Page>> {
    let grid = if per_page == 1 { (1, 1) } else { (2, 2) };
    let mut setter = Typesetter::new(paper, MARGIN, 2);
    let mut contents = Vec::new();
    for chapter in &book.chapters {
        contents.push((chapter.title.as_str(), setter.pages.len() + 1));
        setter.chapter(chapter, grid)?;
    }
    contents.push((LAST_CHAPTER, setter.pages.len() + 1));
    setter.solutions(book)?;
    let mut pages = vec![setter.title_page(book, &contents)?];
    pages.append(&mut setter.pages);
    for (heading, page) in contents {
        pages[page].heading = Some(heading.to_owned());
    }
    Ok(pages)
}

/// Contact sheets: each puzzle unsolved and, beside that, solved.
pub(crate) fn contact_sheets(puzzles: &[Pictured], paper: Paper) -> Result<Vec<Page>> {
    let mut setter = Typesetter::new(paper, SHEET_MARGIN, 1);
    for puzzles in puzzles.chunks(SHEET.0 * SHEET.1) {
        let mut sheet = Sheet::default();
        for (puzzle, slot) in puzzles.iter().zip(slots(setter.body(SHEET_MARGIN), SHEET)) {
            let top = slot.top + 2.0 * Style::BY_THE_WAY.size;
            sheet.write(
                slot.left,
                slot.top + Style::BY_THE_WAY.size,
                Style::BY_THE_WAY,
                &puzzle.title,
            );
            let place = Place { top, height: slot.top + slot.height - top, ..slot };
            for (svg, half) in
                [&puzzle.unsolved, &puzzle.solved].into_iter().zip(slots(place, (2, 1)))
            {
                if let Some(svg) = svg {
                    setter.board(&mut sheet, svg, half)?;
                }
            }
        }
        setter.end(sheet);
    }
    Ok(setter.pages)
}

/// How a text looks, and whether its end stands at the place, not its beginning.
#[derive(Clone, Copy)]
struct Style {
    size: f32,
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
    const fn of(size: f32) -> Self {
        Self { size, is_bold: false, is_grey: false, at_end: false }
    }

    const fn at_end(self) -> Self {
        Self { at_end: true, ..self }
    }
}

/// A page that is being set.
#[derive(Default)]
struct Sheet {
    page: Page,
    texts: String,
}

impl Sheet {
    /// Writes a line of text on the baseline `y`.
    fn write(&mut self, x: f32, y: f32, style: Style, text: &str) {
        let Style { size, is_bold, is_grey, at_end } = style;
        let weight = if is_bold { "bold" } else { "normal" };
        let fill = if is_grey { "#555" } else { "#000" };
        let anchor = if at_end { "end" } else { "start" };
        let text = HtmlEscape(text);
        let _ = writeln!(
            self.texts,
            "<text x='{x}' y='{y}' font-size='{size}' font-weight='{weight}' fill='{fill}' \
             text-anchor='{anchor}'>{text}</text>"
        );
    }
}

struct Typesetter {
    painter: Painter,
    width: f32,
    height: f32,
    margin: f32,
    /// The number of the first of these pages.
    first: usize,
    pages: Vec<Page>,
    /// The widths of words, in letters; bold ones apart.
    widths: HashMap<(String, bool), f32>,
}

impl Typesetter {
    fn new(paper: Paper, margin: f32, first: usize) -> Self {
        let (width, height) = paper.size();
        let (painter, pages, widths) = (Painter::new(), Vec::new(), HashMap::new());
        Self { painter, width, height, margin, first, pages, widths }
    }

    /// What the margins leave of a page, below `top`.
    fn body(&self, top: f32) -> Place {
        let (left, width) = (self.margin, self.width - 2.0 * self.margin);
        Place { left, top, width, height: self.height - self.margin - top }
    }

    /// Title, contents, and how the book was made.
    fn title_page(&mut self, book: &Book, contents: &[(&str, usize)]) -> Result<Page> {
        let mut sheet = Sheet::default();
        let Place { left, width, .. } = self.body(MARGIN);
        let puzzles: usize = book.chapters.iter().map(|chapter| chapter.problems.len()).sum();
        let about = format!("{}, {}", count(puzzles as u128, "puzzle"), book.grades);
        let mut y = self.paragraph(&mut sheet, left, 150.0, width, Style::TITLE, &book.title)?;
        sheet.write(left, y, Style::of(14.0), &about);
        y += 60.0;

        let example = book.chapters.first().and_then(|chapter| chapter.problems.first());
        let code = example.map_or("CODE", |problem| &problem.code);
        let slug = code.split(':').next().unwrap_or_default();
        let notes = [
            format!(
                "Beside each puzzle stands its code. To check a solution: cargo xtask solve {slug} check \
                 --code {code} --board FILE"
            ),
            format!("This book was made by: {}", book.command),
        ];
        let notes_top = self.height - MARGIN - NOTES;
        let mut note_y = notes_top;
        for note in &notes {
            note_y = self.paragraph(&mut sheet, left, note_y, width, Style::BY_THE_WAY, note)?;
        }

        let row = CONTENTS_ROW.min((notes_top - GAP - y) / contents.len() as f32);
        let style = Style::of(row / 2.0);
        for (title, page) in contents {
            sheet.page.links.push((Place { left, top: y, width, height: row }, *page));
            y += row;
            let baseline = y - 0.3 * row;
            sheet.write(left, baseline, style, title);
            sheet.write(left + width, baseline, style.at_end(), &(page + 1).to_string());
        }
        Ok(self.finished(sheet))
    }

    /// Title and rules, then the puzzles, as many across and down as `grid` says.
    fn chapter(&mut self, chapter: &Chapter, grid: (usize, usize)) -> Result<()> {
        let Chapter { title, origin, rules, question, problems } = chapter;
        let mut sheet = Sheet::default();
        let whole = self.body(MARGIN);
        let Place { left, width, .. } = whole;
        let top = MARGIN + Style::HEADING.size;
        let mut y = self.paragraph(&mut sheet, left, top, width, Style::HEADING, title)?;
        if !origin.is_empty() {
            let origin = format!("In the manner of {origin}");
            sheet.write(left, y - 10.0, Style::BY_THE_WAY, &origin);
            y += 14.0;
        }
        for rule in rules {
            sheet.write(left, y, Style::TEXT, "\u{2022}");
            y = self.paragraph(&mut sheet, left + 12.0, y, width - 12.0, Style::TEXT, rule)? + 2.0;
        }
        if let Some(question) = question {
            y = self.paragraph(&mut sheet, left, y + 4.0, width, Style::TEXT, question)?;
        }
        let rest = self.body(y + GAP / 2.0);
        let has_room = rest.height >= ROOM * whole.height;
        let mut free = if has_room { slots(rest, (grid.0, 1)) } else { Vec::new() };
        for problem in problems {
            if free.is_empty() {
                self.end(take(&mut sheet));
                free = slots(whole, grid);
            }
            self.problem(&mut sheet, free.remove(0), problem)?;
        }
        self.end(sheet);
        Ok(())
    }

    fn problem(&mut self, sheet: &mut Sheet, slot: Place, problem: &Problem) -> Result<()> {
        let Place { left, top, width, height } = slot;
        let mut y = top + Style::NUMBER.size;
        sheet.write(left, y, Style::NUMBER, &problem.number.to_string());
        let about = format!("{}   {}", problem.grade, problem.code);
        sheet.write(left + width, y, Style::BY_THE_WAY.at_end(), &about);
        y += Style::NUMBER.size;
        for rule in &problem.rules {
            y = self.paragraph(sheet, left, y + 4.0, width, Style::TEXT, rule)?;
        }
        self.board(sheet, &problem.unsolved, Place { top: y, height: top + height - y, ..slot })
    }

    /// Draws a board at the top of a place, as large as suits.
    fn board(&self, sheet: &mut Sheet, svg: &str, place: Place) -> Result<()> {
        let size = self.painter.read(svg)?.size();
        let scale = MOST_SCALE.min(place.width / size.width()).min(place.height / size.height());
        let place = Place { height: size.height() * scale, ..place };
        sheet.page.pictures.push((svg.to_owned(), place));
        Ok(())
    }

    fn solutions(&mut self, book: &Book) -> Result<()> {
        let mut sheet = Sheet::default();
        let heading = MARGIN + Style::HEADING.size;
        sheet.write(MARGIN, heading, Style::HEADING, LAST_CHAPTER);
        let mut free = slots(self.body(heading + GAP), SOLUTIONS);
        for problem in book.chapters.iter().flat_map(|chapter| &chapter.problems) {
            if free.is_empty() {
                self.end(take(&mut sheet));
                free = slots(self.body(MARGIN), SOLUTIONS);
            }
            let slot = free.remove(0);
            let baseline = slot.top + Style::TEXT.size;
            let bold = Style { is_bold: true, ..Style::TEXT };
            sheet.write(slot.left, baseline, bold, &problem.number.to_string());
            let answer = problem.answer.as_deref().unwrap_or_default();
            let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
            if !answer.is_empty() {
                // As large as fits beside the number.
                let most = (slot.width - GAP) / self.width_of(&answer, false)?;
                let style = Style::of(most.min(Style::TEXT.size)).at_end();
                sheet.write(slot.left + slot.width, baseline, style, &answer);
            }
            let top = baseline + 8.0;
            let place = Place { top, height: slot.top + slot.height - top, ..slot };
            self.board(&mut sheet, &problem.solved, place)?;
        }
        self.end(sheet);
        Ok(())
    }

    /// Writes a text in lines of this width, the first on the baseline `y`; returns the baseline after
    /// them.
    fn paragraph(
        &mut self,
        sheet: &mut Sheet,
        x: f32,
        mut y: f32,
        width: f32,
        style: Style,
        text: &str,
    ) -> Result<f32> {
        for line in self.lines(text, style, width)? {
            sheet.write(x, y, style, &line);
            y += style.size * LEADING;
        }
        Ok(y)
    }

    /// Breaks a text into lines of this width.
    fn lines(&mut self, text: &str, style: Style, width: f32) -> Result<Vec<String>> {
        let mut lines: Vec<(String, f32)> = Vec::new();
        for word in text.split_whitespace() {
            let length = style.size * self.width_of(word, style.is_bold)?;
            let with_blank = style.size * BLANK + length;
            match lines.last_mut() {
                Some((line, taken)) if *taken + with_blank <= width => {
                    line.push(' ');
                    line.push_str(word);
                    *taken += with_blank;
                }
                _ => lines.push((word.to_owned(), length)),
            }
        }
        Ok(lines.into_iter().map(|(line, _)| line).collect())
    }

    /// The width of a text, in letters.
    fn width_of(&mut self, text: &str, is_bold: bool) -> Result<f32> {
        let key = (text.to_owned(), is_bold);
        if let Some(&width) = self.widths.get(&key) {
            return Ok(width);
        }
        let style = Style { is_bold, ..Style::of(100.0) };
        let mut sheet = Sheet::default();
        sheet.write(0.0, style.size, style, text);
        let tree = self.painter.read(&self.svg(&sheet.texts))?;
        let width = tree.root().bounding_box().width() / style.size;
        self.widths.insert(key, width);
        Ok(width)
    }

    /// Ends a page with its number.
    fn end(&mut self, mut sheet: Sheet) {
        let number = (self.pages.len() + self.first).to_string();
        let (right, bottom) = (self.width - self.margin, self.height - self.margin / 2.0);
        sheet.write(right, bottom, Style::TEXT.at_end(), &number);
        let page = self.finished(sheet);
        self.pages.push(page);
    }

    fn finished(&self, mut sheet: Sheet) -> Page {
        let whole = Place { left: 0.0, top: 0.0, width: self.width, height: self.height };
        sheet.page.pictures.push((self.svg(&sheet.texts), whole));
        sheet.page
    }

    /// Texts as an SVG as large as the page.
    fn svg(&self, texts: &str) -> String {
        let Self { width, height, .. } = self;
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' \
             font-family='DejaVu Sans'>\n{texts}</svg>"
        )
    }
}

/// Equal parts of a place, in reading order.
fn slots(place: Place, (across, down): (usize, usize)) -> Vec<Place> {
    let part = |length: f32, parts: usize| (length + GAP) / parts as f32 - GAP;
    let (width, height) = (part(place.width, across), part(place.height, down));
    let slot = |number: usize| Place {
        left: place.left + (number % across) as f32 * (width + GAP),
        top: place.top + (number / across) as f32 * (height + GAP),
        width,
        height,
    };
    (0..across * down).map(slot).collect()
}
