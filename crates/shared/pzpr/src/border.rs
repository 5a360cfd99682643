//! Clues at the border of a grid, before the contents of its cells.

use anyhow::{Context, Result};
use puzzle::Draft;

use crate::cells::NOTHING;
use crate::cursor::Cursor;
use crate::lines::{Lines, clue_of_file};
use crate::{Cells, NUMBERS, Size, grid_of, text};

/// The keys of the sides, those of columns before those of rows, the key of the cells, and how
/// these are written.
type Keys<'a> = (&'a [&'static str], &'a str, &'a Cells);

/// Returns the number of clues at each side.
fn lengths(sides: &[&str], (rows, columns): Size) -> Vec<usize> {
    let of_columns = sides.len() / 2;
    (0..sides.len()).map(|side| if side < of_columns { columns } else { rows }).collect()
}

/// Puts the clues of one side after the other into an instance, and the cells.
fn put(
    draft: &mut Draft,
    (sides, key, _): Keys,
    size: Size,
    mut clues: Vec<String>,
    tokens: Vec<String>,
) {
    for (side, length) in sides.iter().zip(lengths(sides, size)) {
        let rest = clues.split_off(length);
        draft.put(side, clues.join(" "));
        clues = rest;
    }
    draft.put(key, grid_of(tokens, size.1).to_string());
}

/// Reads clues and cells from an address.
pub(crate) fn unpack(cursor: &mut Cursor, size: Size, keys: Keys, draft: &mut Draft) -> Result<()> {
    let clues = NUMBERS.unpack(cursor, lengths(keys.0, size).iter().sum())?;
    let tokens = keys.2.unpack(cursor, size.0 * size.1)?;
    put(draft, keys, size, clues, tokens);
    Ok(())
}

/// Reads clues and cells from a file, in which clues stand around the cells.
pub(crate) fn read_lines(
    lines: &mut Lines,
    size: Size,
    keys: Keys,
    draft: &mut Draft,
) -> Result<()> {
    let (rows, columns) = size;
    let around = keys.0.len() / 2;
    let width = columns + around;
    let is_cell =
        |row: usize, column: usize| (1..=rows).contains(&row) && (1..=columns).contains(&column);
    let mut place = 0;
    let words = lines.grid((rows + around, width), keys.2.expected(), |word, syntax| {
        let (row, column) = (place / width, place % width);
        place += 1;
        if is_cell(row, column) { keys.2.of_word(word, syntax) } else { clue_of_file(word) }
    })?;
    let at = |row: usize, column: usize| words[row * width + column].clone();
    let sides = [0, rows + 1].into_iter().take(around);
    let mut clues: Vec<String> = sides
        .flat_map(|row| (1..=columns).map(move |column| (row, column)))
        .map(|(row, column)| at(row, column))
        .collect();
    let sides = [0, columns + 1].into_iter().take(around);
    clues.extend(
        sides
            .flat_map(|column| (1..=rows).map(move |row| (row, column)))
            .map(|(row, column)| at(row, column)),
    );
    let tokens = itertools::iproduct!(1..=rows, 1..=columns).map(|(row, column)| at(row, column));
    put(draft, keys, size, clues, tokens.collect());
    Ok(())
}

/// Writes clues and cells in an address, and notes rows and columns.
pub(crate) fn pack(
    instance: &Draft,
    (sides, key, cells): Keys,
    size: &mut Option<Size>,
) -> Result<String> {
    let sides: Vec<Vec<String>> =
        sides.iter().map(|side| line(instance, side)).collect::<Result<_>>()?;
    let (first, last) = (sides.first(), sides.last());
    *size = first.zip(last).map(|(columns, rows)| (rows.len(), columns.len()));
    let mut body = NUMBERS.pack(sides.concat())?;
    if instance.table().contains_key(key) {
        let grid = cells.grid(text(instance, key)?).with_context(|| format!("`{key}`"))?;
        if grid.values().any(|token| token != NOTHING) {
            body += &cells.pack(grid.values().cloned().collect())?;
        }
    }
    Ok(body)
}

/// Returns the clues of a side, a text or a list.
fn line(instance: &Draft, key: &str) -> Result<Vec<String>> {
    let value = instance.table().get(key);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    if let Some(list) = value.and_then(toml::Value::as_array) {
        return Ok(list
            .iter()
            .map(|clue| clue.as_str().map_or_else(|| clue.to_string(), str::to_owned))
            .collect());
    }
    value.and_then(toml::Value::as_str).map(words).with_context(|| format!("`{key}` is no text"))
}
