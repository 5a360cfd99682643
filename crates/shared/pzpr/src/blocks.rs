//! Lists of the lengths of blocks, at the top of columns and at the left of rows.

use anyhow::{Context, Result, ensure};
use puzzle::Draft;
use toml::Value;

use crate::cells::NOTHING;
use crate::cursor::Cursor;
use crate::lines::{Lines, clue_of_file};
use crate::{NUMBERS, Size};

/// The keys of columns and of rows.
type Keys<'a> = (&'a str, &'a str);

/// Returns the most blocks of a column, and of a row.
fn rooms((rows, columns): Size) -> (usize, usize) {
    (rows.div_ceil(2), columns.div_ceil(2))
}

/// Puts lists into an instance: lengths begin at the grid, and each list has the same room.
fn put(draft: &mut Draft, keys: Keys, size: Size, lengths: Vec<String>) {
    let (deep, wide) = rooms(size);
    let mut lengths = lengths.into_iter();
    for (key, lines, room) in [(keys.0, size.1, deep), (keys.1, size.0, wide)] {
        let list = |_| {
            let list = lengths.by_ref().take(room).filter_map(|length| length.parse().ok());
            let mut list: Vec<i64> = list.collect();
            list.reverse();
            Value::from(list)
        };
        let lists: Vec<Value> = (0..lines).map(list).collect();
        draft.put(key, lists);
    }
}

/// Reads lists from an address.
pub(crate) fn unpack(cursor: &mut Cursor, size: Size, keys: Keys, draft: &mut Draft) -> Result<()> {
    let (deep, wide) = rooms(size);
    let lengths = NUMBERS.unpack(cursor, size.1 * deep + size.0 * wide)?;
    put(draft, keys, size, lengths);
    Ok(())
}

/// Reads lists from a file, in which they stand around the cells.
pub(crate) fn read_lines(
    lines: &mut Lines,
    size: Size,
    keys: Keys,
    draft: &mut Draft,
) -> Result<()> {
    let ((rows, columns), (deep, wide)) = (size, rooms(size));
    let width = columns + wide;
    let mut place = 0;
    let words = lines.grid((rows + deep, width), "the length of a block", |word, _| {
        let is_cell = place / width >= deep && place % width >= wide;
        place += 1;
        if is_cell { Some(NOTHING.to_owned()) } else { clue_of_file(word) }
    })?;
    let at = |(row, column): (usize, usize)| words[row * width + column].clone();
    let above = (wide..width).flat_map(|column| (0..deep).rev().map(move |row| (row, column)));
    let beside =
        (deep..deep + rows).flat_map(|row| (0..wide).rev().map(move |column| (row, column)));
    put(draft, keys, size, above.chain(beside).map(at).collect());
    Ok(())
}

/// Writes lists in an address, and notes rows and columns.
pub(crate) fn pack(instance: &Draft, keys: Keys, size: &mut Option<Size>) -> Result<String> {
    let [columns, rows] = [keys.0, keys.1].map(|key| -> Result<Vec<Vec<i64>>> {
        let lists = instance.table().get(key).cloned();
        let lists = lists.with_context(|| format!("`{key}` is missing"))?;
        lists.try_into().with_context(|| format!("`{key}`"))
    });
    let (columns, rows) = (columns?, rows?);
    let shape = (rows.len(), columns.len());
    *size = Some(shape);
    let (deep, wide) = rooms(shape);
    let mut tokens = Vec::new();
    for (key, lists, room) in [(keys.0, columns, deep), (keys.1, rows, wide)] {
        for list in lists {
            let fits = list.len() <= room;
            let most = puzzle::counted(room, "length");
            ensure!(fits, "`{key}`: in an address, a list has at most {most}");
            let gap = vec![NOTHING.to_owned(); room - list.len()];
            tokens.extend(list.iter().rev().map(i64::to_string).chain(gap));
        }
    }
    NUMBERS.pack(tokens)
}
