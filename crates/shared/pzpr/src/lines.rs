//! Lines of words, in files and in addresses of Kanpen.

use std::collections::VecDeque;

use anyhow::{Context, Result, anyhow, ensure};
use grid_utils::{Cell, Grid, Quoted, Regions};
use protocol::{Encoded, Syntax};
use roxmltree::{Document, Node};

use crate::cells::NOTHING;
use crate::walls::Walls;
use crate::{MOST_LINES, Size, grid_of};

/// What is left of a text of lines.
pub(crate) struct Lines {
    syntax: Syntax,
    /// What a line is called in messages, if it can be found by its number.
    line: Option<&'static str>,
    /// The number of the next line in the text.
    number: usize,
    /// The words of each line.
    rest: VecDeque<Vec<String>>,
}

/// A rectangle of cells that is a room: its first and its last cell, and its number.
type Room = (Cell, Cell, Option<String>);

impl Lines {
    pub(crate) fn new(encoded: &Encoded) -> Result<Self> {
        let Encoded { text, syntax, start, .. } = encoded;
        if *syntax == Syntax::Xml {
            return Ok(Self { syntax: *syntax, line: None, number: 1, rest: xml(text)?.into() });
        }
        let lines = text[*start..].split(['\n', '/']);
        let words = |line: &str| -> Vec<String> {
            let words = line.split(|letter: char| letter.is_whitespace() || letter == '_');
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let number = 1 + text[..*start].matches('\n').count();
        let is_file = *syntax == Syntax::File || *start == 0;
        let line = Some(if is_file { "the file, line" } else { "the address, part" });
        Ok(Self { syntax: *syntax, line, number, rest: lines.map(words).collect() })
    }

    /// Returns how the text is written.
    pub(crate) fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Returns an error at the line before the next one.
    pub(crate) fn fault(&self, expected: &str, found: &str) -> anyhow::Error {
        let place = match self.line {
            Some(line) => format!("{line} {}", self.number - 1),
            None => "the file".to_owned(),
        };
        anyhow!("{place}: expected {expected} and found {}", Quoted(found))
    }

    fn line(&mut self) -> Vec<String> {
        self.number += 1;
        self.rest.pop_front().unwrap_or_default()
    }

    /// Reads a number on a line of its own.
    pub(crate) fn number(&mut self) -> Result<usize> {
        let line = self.line().join(" ");
        line.parse().map_err(|_| self.fault("a number", &line))
    }

    /// Reads the numbers of rows and columns, which may be one in files of a square.
    pub(crate) fn size(&mut self, is_square: bool) -> Result<Size> {
        let (rows, columns) = if self.syntax == Syntax::Rectangles {
            let line = self.line().join(" ");
            let size = line
                .split_once('x')
                .and_then(|(columns, rows)| Some((rows.parse().ok()?, columns.parse().ok()?)));
            size.ok_or_else(|| self.fault("a size such as 10x10", &line))?
        } else if is_square && self.syntax != Syntax::Xml {
            let lines = self.number()?;
            (lines, lines)
        } else {
            (self.number()?, self.number()?)
        };
        let is_size = |lines| (1..=MOST_LINES).contains(&lines);
        ensure!(
            is_size(rows) && is_size(columns),
            "expected 1 to {MOST_LINES} rows and columns and found {rows} and {columns}"
        );
        Ok((rows, columns))
    }

    /// Reads a line of words for each row.
    pub(crate) fn grid(
        &mut self,
        (rows, columns): Size,
        expected: &str,
        mut token: impl FnMut(&str, Syntax) -> Option<String>,
    ) -> Result<Vec<String>> {
        let mut tokens = Vec::new();
        for _ in 0..rows {
            let words = self.line();
            if words.len() != columns {
                return Err(self.fault(&format!("words for {columns} columns"), &words.join(" ")));
            }
            for word in words {
                tokens.push(token(&word, self.syntax).ok_or_else(|| self.fault(expected, &word))?);
            }
        }
        Ok(tokens)
    }

    /// Reads lines of four numbers, up to an empty one.
    pub(crate) fn quadruples(&mut self) -> Result<Vec<[usize; 4]>> {
        let mut found = Vec::new();
        loop {
            let words = self.line();
            if words.is_empty() {
                return Ok(found);
            }
            let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
            let four = numbers.and_then(|numbers| numbers.try_into().ok());
            found.push(four.ok_or_else(|| self.fault("four numbers", &words.join(" ")))?);
        }
    }

    /// Divides the words of the next lines into signs.
    pub(crate) fn divide(&mut self, lines: usize) {
        for line in self.rest.iter_mut().take(lines) {
            *line = line.iter().flat_map(|word| word.chars()).map(String::from).collect();
        }
    }

    /// Reads the number of regions, then a word for each cell, which is the same within a region.
    pub(crate) fn regions(&mut self, size: Size) -> Result<Regions> {
        if self.syntax != Syntax::Xml {
            self.number()?;
        }
        let labels = self.grid(size, "a region", |word, _| Some(word.to_owned()))?;
        Ok(Regions::connected(&grid_of(labels, size.1)))
    }

    /// Reads regions, and the number of each.
    pub(crate) fn rooms(&mut self, size: Size) -> Result<(Regions, Vec<String>)> {
        let (rows, columns) = size;
        if self.syntax == Syntax::File {
            let regions = self.regions(size)?;
            let of_word = |word: &str, syntax| crate::NUMBERS.of_word(word, syntax);
            let clues = grid_of(self.grid(size, crate::NUMBERS.expected(), of_word)?, columns);
            let number = |cells: &[Cell]| {
                let mut clues = cells.iter().map(|&cell| &clues[cell]);
                clues.find(|&clue| clue != NOTHING).map_or(NOTHING, String::as_str).to_owned()
            };
            let numbers = regions.iter().map(|(_, cells)| number(cells)).collect();
            return Ok((regions, numbers));
        }
        let count = match self.syntax {
            Syntax::Kanpen => self.number()?,
            _ => self.rest.iter().filter(|line| !line.is_empty()).count(),
        };
        let mut room_of = Grid::filled(rows, columns, None);
        let mut numbers = Vec::new();
        for _ in 0..count {
            let (first, last, number) = self.room(room_of.find(Option::is_none))?;
            for (row, column) in
                itertools::iproduct!(first.row..=last.row, first.column..=last.column)
            {
                let room = room_of.get_mut(Cell::new(row, column));
                let room = room.filter(|room| room.is_none()).with_context(|| {
                    format!("the room from {first} to {last} covers another one, or the border")
                })?;
                *room = Some(numbers.len());
            }
            numbers.push(number.unwrap_or_else(|| NOTHING.to_owned()));
        }
        let open = room_of.find(Option::is_none);
        ensure!(open.is_none(), "no room covers {}", open.unwrap_or_default());
        let regions = Regions::from_labels(&room_of);
        let numbers = regions
            .iter()
            .map(|(_, cells)| numbers[room_of[cells[0]].unwrap_or(0)].clone())
            .collect();
        Ok((regions, numbers))
    }

    /// Reads a room that is a rectangle; `open` is the first cell that is in no room yet.
    fn room(&mut self, open: Option<Cell>) -> Result<Room> {
        let words = self.line();
        let line = words.join(" ");
        let read = || -> Option<Room> {
            if self.syntax == Syntax::Rectangles {
                let first = open?;
                let (number, size) = line
                    .split_once("in")
                    .map_or((None, line.as_str()), |(number, size)| (Some(number), size));
                let (columns, rows) = size.split_once('x')?;
                let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
                let last = Cell::new(
                    first.row + rows.checked_sub(1)?,
                    first.column + columns.checked_sub(1)?,
                );
                let number = number.map(str::parse::<u32>).transpose().ok()?;
                return Some((first, last, number.map(|number| number.to_string())));
            }
            let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
            match numbers?[..] {
                [row, column, last_row, last_column] => {
                    Some((Cell::new(row, column), Cell::new(last_row, last_column), None))
                }
                [row, column, last_row, last_column, number] => Some((
                    Cell::new(row, column),
                    Cell::new(last_row, last_column),
                    Some(number.to_string()),
                )),
                _ => None,
            }
        };
        read().ok_or_else(|| self.fault("a room", &line))
    }
}

impl Lines {
    /// Reads given walls, which a file has among those of the solution.
    pub(crate) fn walls(&mut self, size: Size) -> Result<Option<Walls>> {
        let (rows, columns) = size;
        let solution = rows.min(self.rest.len());
        self.rest.drain(..solution);
        self.number += solution;
        if self.syntax != Syntax::File || self.rest.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let token = |word: &str, _| Some(word.to_owned());
        let is_given = |word: String| word.ends_with('X');
        let mut walls = |size| -> Result<Vec<bool>> {
            Ok(self.grid(size, "a wall", token)?.into_iter().map(is_given).collect())
        };
        let (beside, below) = (walls((rows, columns - 1))?, walls((rows - 1, columns))?);
        Ok(Some(Walls::new(size, beside, below)))
    }
}

/// Returns the token of a clue at the border in a file, which may be crossed out.
pub(crate) fn clue_of_file(word: &str) -> Option<String> {
    let word = word.strip_prefix('c').unwrap_or(word);
    let is_clue = word == NOTHING || word.parse::<u32>().is_ok();
    is_clue.then(|| word.to_owned())
}

/// Returns the lines that a file of Kanpen in XML stands for: the size, and then a word for each
/// cell, or a line for each room.
fn xml(text: &str) -> Result<Vec<Vec<String>>> {
    let document = Document::parse(text).context("the file")?;
    let find = |name: &str| {
        let node = document.descendants().find(|node| node.has_tag_name(name));
        node.with_context(|| format!("the file has no <{name}>"))
    };
    let number = |node: &Node, name: &str| -> Result<usize> {
        let value = node.attribute(name).and_then(|value| value.parse().ok());
        value.with_context(|| format!("<{}>: expected a number `{name}`", node.tag_name().name()))
    };
    let (puzzle, size, board) = (find("puzzle")?, find("size")?, find("board")?);
    // The size of a Slitherlink counts the corners of cells.
    let corners = usize::from(puzzle.attribute("type") == Some("slitherlink"));
    let rows = number(&size, "row")?.saturating_sub(corners).min(MOST_LINES + 1);
    let columns = number(&size, "col")?.saturating_sub(corners).min(MOST_LINES + 1);
    let mut cells = Grid::filled(rows, columns, NOTHING.to_owned());
    let (mut rooms, mut put) = (Vec::new(), |row: usize, column: usize, word: &str| {
        let cell = row.checked_sub(1).zip(column.checked_sub(1));
        let cell = cell.and_then(|(row, column)| cells.get_mut(Cell::new(row, column)));
        let cell = cell.with_context(|| format!("row {row}, column {column} is outside"))?;
        word.clone_into(cell);
        anyhow::Ok(())
    });
    for node in board.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "brow" => {
                for (column, cell) in (1..).zip(node.children().filter(Node::is_element)) {
                    // <n3/> is 3, <n v="12"/> is 12, <z/> is 0, and <s/> is nothing.
                    let word = match cell.tag_name().name() {
                        "z" => "0",
                        "n" => cell.attribute("v").unwrap_or(NOTHING),
                        name => name.strip_prefix('n').unwrap_or(NOTHING),
                    };
                    put(number(&node, "row")?, column, word)?;
                }
            }
            "number" => {
                let word = node.attribute("n").unwrap_or(NOTHING);
                put(number(&node, "r")?, number(&node, "c")?, word)?;
            }
            "wall" => {
                let word = format!("{},{}", number(&node, "a")?, number(&node, "b")?);
                put(number(&node, "r")?, number(&node, "c")?, &word)?;
            }
            "area" => {
                let corners = ["r0", "c0", "r1", "c1"].iter().map(|name| number(&node, name));
                let corners: Vec<usize> = corners.collect::<Result<_>>()?;
                let corners = corners.iter().map(|line| line.saturating_sub(1).to_string());
                let clue = number(&node, "n").ok().map(|clue| clue.to_string());
                rooms.push(corners.chain(clue).collect());
            }
            _ => {}
        }
    }
    let size = [rows, columns].map(|lines| vec![lines.to_string()]);
    let cells = cells.row_slices().map(<[String]>::to_vec);
    Ok(size.into_iter().chain(if rooms.is_empty() { cells.collect() } else { rooms }).collect())
}
