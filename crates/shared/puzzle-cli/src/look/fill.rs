//! `fill`: how a reader fills in the board, as JSON.

use anyhow::Result;
use grid_utils::Cell;
use protocol::{Fill, FillPart};
use puzzle::Form;

use crate::Session;
use crate::look::visible;

/// Prints the unsolved instance and the form of its board, without the solution.
pub(crate) fn run(session: &Session) -> Result<u8> {
    session.clock.print_json(&fill(session))?;
    Ok(0)
}

fn fill(session: &Session) -> Fill {
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
    let stated = session.puzzle.constraints(session.model());
    let limits = stated.and_then(|rules| visible::constraints(&rules, form, &mut parts));
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
