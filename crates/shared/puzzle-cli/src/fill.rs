//! `fill`: how a reader fills in the board, as JSON.

use anyhow::Result;
use picture::Ink;
use protocol::Fill;
use puzzle::Form;

use super::Session;

/// Prints the unsolved instance and the form of its board; nothing of the solution.
pub(crate) fn run(session: &Session) -> Result<u8> {
    session.clock.print_json(&fill(session))?;
    Ok(0)
}

fn fill(session: &Session) -> Fill {
    let form: &Form = &session.form;
    let mut picture = session.picture(None);
    let shape = (picture.rows(), picture.columns());
    let mut parts = form.to_fill(form.size() == Some(shape));
    if let [part] = &mut parts[..]
        && part.at.is_some()
    {
        // A clue makes room for what the reader writes there, so whoever shows the board writes it.
        let place = |cell: grid_utils::Cell| cell.row * shape.1 + cell.column;
        let is_given = |place| part.given.iter().any(|&(given, _)| given == place);
        let clues = picture.cell_texts().into_iter().filter(|&(cell, _)| !is_given(place(cell)));
        let clues: Vec<_> = clues.map(|(cell, (text, _))| (cell, text.to_owned())).collect();
        for (cell, text) in clues {
            picture.text(cell, "", Ink::Text);
            part.clues.push((place(cell), text));
        }
    }
    let stated = session.puzzle.rules(session.model());
    let limits = stated.and_then(|rules| puzzle::limits(&rules, form, &mut parts));
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
    }
}
