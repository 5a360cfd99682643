//! Black cells with the sums of the white cells below and beside them, without the first row and
//! the first column of such cells, whose sums follow.

use anyhow::{Result, ensure};
use grid_utils::{Cell, Grid};
use protocol::Syntax;

use crate::cells::NOTHING;
use crate::cursor::Cursor;
use crate::lines::Lines;
use crate::{Size, grid_of};

const SUMS: &str = "a sum, 0 to 9, a to j or A to Z, or `-`";

/// The sum that a character of an address stands for; 0 for none.
fn sum_of(letter: char) -> Option<u32> {
    match letter {
        '-' => Some(0),
        '0'..='9' | 'a'..='j' => letter.to_digit(36),
        'A'..='Z' => letter.to_digit(36).map(|digit| digit + 10),
        _ => None,
    }
}

/// The character of a sum in an address.
fn letter_of(sum: u32) -> Option<char> {
    match sum {
        0 => Some('-'),
        1..20 => char::from_digit(sum, 36),
        20..=45 => char::from_digit(sum - 10, 36).map(|letter| letter.to_ascii_uppercase()),
        _ => None,
    }
}

/// Returns the token of a black cell with the sums down and across, 0 for none.
fn token(down: u32, across: u32) -> String {
    let text = |sum| if sum == 0 { String::new() } else { format!("{sum}") };
    if (down, across) == (0, 0) {
        "#".to_owned()
    } else {
        format!("{}\\{}", text(down), text(across))
    }
}

fn sum(cursor: &mut Cursor) -> Result<u32> {
    let letter = cursor.ahead(1).and_then(|letter| letter.chars().next());
    let sum = letter.and_then(sum_of).ok_or_else(|| cursor.expected(cursor.place(), SUMS))?;
    cursor.skip(1);
    Ok(sum)
}

/// Reads the cells of an address; what it leaves out is white, and has no sums.
pub(crate) fn unpack(cursor: &mut Cursor, (rows, columns): Size) -> Result<Grid<String>> {
    let mut inner: Vec<String> = Vec::new();
    while inner.len() < rows * columns && !cursor.is_at_end() {
        let first = cursor.ahead(1).and_then(|letter| letter.chars().next()).unwrap_or_default();
        if let 'k'..='z' = first {
            let gap = first.to_digit(36).map_or(0, |digit| digit as usize - 19);
            if inner.len() + gap > rows * columns {
                return Err(cursor.expected(cursor.place(), "a gap that ends with the grid"));
            }
            inner.resize(inner.len() + gap, NOTHING.to_owned());
            cursor.skip(1);
        } else if first == '.' {
            inner.push(token(0, 0));
            cursor.skip(1);
        } else {
            let down = sum(cursor)?;
            inner.push(token(down, sum(cursor)?));
        }
    }
    inner.resize(rows * columns, NOTHING.to_owned());
    let inner = grid_of(inner, columns);
    let mut cells = Grid::filled(rows + 1, columns + 1, token(0, 0));
    for (Cell { row, column }, cell) in &inner {
        cells[Cell::new(row + 1, column + 1)].clone_from(cell);
    }
    let is_white = |row, column| inner[Cell::new(row, column)] == NOTHING;
    for column in (0..columns).filter(|&column| is_white(0, column)) {
        if !cursor.is_at_end() {
            cells[Cell::new(0, column + 1)] = token(sum(cursor)?, 0);
        }
    }
    for row in (0..rows).filter(|&row| is_white(row, 0)) {
        if !cursor.is_at_end() {
            cells[Cell::new(row + 1, 0)] = token(0, sum(cursor)?);
        }
    }
    Ok(cells)
}

/// Reads the cells of a file, with those of the first row and column.
pub(crate) fn read_lines(lines: &mut Lines, size: Size) -> Result<Grid<String>> {
    let extra = usize::from(lines.syntax() == Syntax::File);
    let (rows, columns) = (size.0 + extra, size.1 + extra);
    let number = |word: &str| word.parse::<i32>().ok().map(|sum| sum.max(0).unsigned_abs());
    if lines.syntax() == Syntax::Kanpen {
        let mut cells = Grid::filled(rows, columns, NOTHING.to_owned());
        for [row, column, across, down] in lines.quadruples()? {
            let cell = cells.get_mut(Cell::new(row, column));
            let cell =
                cell.ok_or_else(|| lines.fault("a cell of the grid", &format!("{row} {column}")))?;
            *cell = token(u32::try_from(down)?, u32::try_from(across)?);
        }
        return Ok(cells);
    }
    let mut place = 0;
    let words = lines.grid((rows, columns), "the sums of a cell", |word, _| {
        let is_first_row = place < columns;
        place += 1;
        match word.split_once(',') {
            Some((across, down)) => Some(token(number(down)?, number(across)?)),
            None if word == NOTHING => Some(word.to_owned()),
            None if is_first_row => Some(token(number(word)?, 0)),
            None => Some(token(0, number(word)?)),
        }
    })?;
    Ok(grid_of(words, columns))
}

/// Writes cells in an address, and notes rows and columns.
pub(crate) fn pack(cells: &Grid<String>, size: &mut Option<Size>) -> Result<String> {
    let (rows, columns) = (cells.rows(), cells.columns());
    let is_border = |cell: Cell| cell.row == 0 || cell.column == 0;
    let is_framed = cells.cells().all(|cell| !is_border(cell) || cells[cell] != NOTHING);
    ensure!(
        is_framed && rows > 1 && columns > 1,
        "in an address, the first row and the first column are black, and not all there is"
    );
    *size = Some((rows - 1, columns - 1));
    let sums = |cell: Cell| -> Result<(char, char)> {
        let (down, across) = cells[cell].split_once('\\').unwrap_or_default();
        let letter = |sum: &str| letter_of(sum.parse().unwrap_or(0));
        let letters = letter(down).zip(letter(across));
        letters.ok_or_else(|| anyhow::anyhow!("an address cannot hold `{}`", cells[cell]))
    };
    let (mut text, mut gap) = (String::new(), 0);
    for (cell, token) in cells {
        if is_border(cell) {
            continue;
        }
        if token == NOTHING {
            gap += 1;
        }
        if gap > 0 && (token != NOTHING || gap == LONGEST_GAP) {
            text.extend(char::from_digit(gap + 19, 36));
            gap = 0;
        }
        match sums(cell)? {
            _ if token == NOTHING => {}
            ('-', '-') => text.push('.'),
            (down, across) => text.extend([down, across]),
        }
    }
    if gap > 0 {
        text.extend(char::from_digit(gap + 19, 36));
    }
    for column in 1..columns {
        if cells[Cell::new(1, column)] == NOTHING {
            text.push(sums(Cell::new(0, column))?.0);
        }
    }
    for row in 1..rows {
        if cells[Cell::new(row, 1)] == NOTHING {
            text.push(sums(Cell::new(row, 0))?.1);
        }
    }
    Ok(text)
}

/// The most cells of a gap, `z`.
const LONGEST_GAP: u32 = 16;
