//! `fill`: how a reader fills in the board, as JSON.

use anyhow::Result;
use grid_utils::{Cell, Grid};
use picture::drawing::Mark;
use protocol::{DrawnWord, Fill, FillKind, FillPart};
use puzzle::{Board, Form};

use crate::Session;
use crate::look::visible;

/// Prints the unsolved instance and the form of its board, without the solution.
pub(crate) fn run(session: &Session) -> Result<u8> {
    session.clock.print_json(&fill(session))?;
    Ok(0)
}

/// Returns the unsolved instance and the form of its board.
pub(crate) fn fill(session: &Session) -> Fill {
    let form: &Form = &session.form;
    let mut picture = session.picture(None);
    let shape = (picture.rows(), picture.columns());
    let mut parts = form.to_fill(form.size() == Some(shape));
    // A clue makes room for the reader's entry, so the viewer draws it.
    let texts = picture.cell_texts().into_iter();
    let texts: Vec<_> = texts.map(|(cell, (text, _))| (cell, text.to_owned())).collect();
    for (cell, text) in texts {
        for part in &mut parts {
            let Some(place) = place(part, cell) else { continue };
            if !part.given.iter().any(|&(given, _)| given == place) {
                picture.erase([cell]);
                part.clues.push((place, text.clone()));
            }
        }
    }
    for part in &mut parts {
        for (place, middle) in part.middles.iter().enumerate() {
            let is_given = part.given.iter().any(|&(given, _)| given == place);
            let Some((x, y, shape)) = middle.filter(|_| !is_given) else { continue };
            let corners: Vec<_> =
                part.shapes[shape].iter().map(|corner| (x + corner.0, y + corner.1)).collect();
            part.clues.extend(picture.take_text(&corners).map(|text| (place, text)));
        }
    }
    if let [part] = &mut parts[..] {
        part.drawn = drawn_words(session, part);
    }
    let stated = puzzle::state(&*session.puzzle, session.model());
    let limits = visible::constraints(&stated, form, &mut parts);
    let (limits, rules) = limits.unwrap_or_default();
    let extent = picture.extent();
    let (width, height) = (extent.right - extent.left, extent.bottom - extent.top);
    Fill {
        puzzle: session.slug.clone(),
        view_box: extent.to_string(),
        extent: [extent.left, extent.top, width, height],
        picture: picture.svg_body(),
        parts,
        limits,
        rules,
        instance: session.instance.clone(),
    }
}

/// Cells in which a word is drawn to find out how.
const SAMPLES: usize = 16;
/// Most cells of a board for which the fill-in page gets the backgrounds that a word in another cell
/// gives them, and most of these backgrounds: more would take long to draw and to load.
const MOST_CELLS: usize = 1_000;
const MOST_REACHED: usize = 10_000;

/// Returns the words of a board that are drawn as more than a text, if they are drawn in the same
/// way in all cells.
fn drawn_words(session: &Session, part: &FillPart) -> Vec<DrawnWord> {
    let is_listed = matches!(part.kind, FillKind::Words | FillKind::Shading);
    if !is_listed || part.at != Some((0.0, 0.0)) {
        return Vec::new();
    }
    let form = &session.form;
    let open = Grid::from_fn(part.rows, part.columns, |cell| form.given(cell));
    let free: Vec<Cell> = open.find_all(Option::is_none).collect();
    let base = session.picture(Some(&Board::Grid(open.clone())));
    let added = |cell: Cell, value| {
        let mut board = open.clone();
        board[cell] = Some(value);
        let (ground, sign, reached) =
            session.picture(Some(&Board::Grid(board))).added_in(cell, &base);
        let reached: Vec<_> = reached.into_iter().filter_map(|cell| place(part, cell)).collect();
        (ground, sign, reached)
    };
    let drawn = |(value, word): (i64, &String)| {
        let samples = free.iter().step_by(free.len().div_ceil(SAMPLES).max(1));
        let samples: Vec<_> = samples.map(|&cell| added(cell, value)).collect();
        let (ground, sign, _) = samples.first()?;
        let is_text = matches!(sign.marks(), [Mark::Write(texts, _)]
            if matches!(&texts[..], [(_, text)] if text == word));
        let is_plain = ground.marks().is_empty() && (is_text || sign.marks().is_empty());
        if is_plain || samples.iter().any(|other| (&other.0, &other.1) != (ground, sign)) {
            return None;
        }
        let mut reach = Vec::new();
        if samples.iter().any(|(_, _, reached)| !reached.is_empty()) && free.len() <= MOST_CELLS {
            reach = vec![Vec::new(); part.rows * part.columns];
            for &cell in &free {
                (_, _, reach[cell.row * part.columns + cell.column]) = added(cell, value);
            }
            if reach.iter().map(Vec::len).sum::<usize>() > MOST_REACHED {
                reach.clear();
            }
        }
        let (word, said) = (word.clone(), form.said(*free.first()?, value));
        Some(DrawnWord { word, said, ground: ground.to_icon(), sign: sign.to_icon(), reach })
    };
    let has_line = |value: usize| part.lines.get(value).is_some_and(|&lines| lines != 0);
    let words = (0..).zip(&part.words).enumerate();
    let words = words.filter(|(place, (_, word))| !word.is_empty() && !has_line(*place));
    words.filter_map(|(_, word)| drawn(word)).collect()
}

/// Returns the place of a part that is drawn in a cell of the picture.
fn place(part: &FillPart, cell: Cell) -> Option<usize> {
    let (left, top) = part.at?;
    let is_there = |&place: &usize| {
        let right = left + (place % part.columns) as f64 - cell.column as f64;
        let down = top + (place / part.columns) as f64 - cell.row as f64;
        right.abs() + down.abs() < 1e-6
    };
    (0..part.rows * part.columns).find(is_there)
}
