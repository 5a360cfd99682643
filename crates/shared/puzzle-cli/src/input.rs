//! Reads input: files, standard input, and boards as printed by `solve`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use puzzle::{Board, Form, Goal};
use serde::Deserialize;

use crate::Session;
use crate::output::Clock;

/// Size limit of boards and shares, in bytes: what `solve` and `count` print is smaller.
pub(crate) const MOST_BYTES: u64 = 32 << 20;

/// Size limit of instances, in bytes: read as TOML, they take up to a hundred times as much memory.
pub(crate) const MOST_INSTANCE_BYTES: u64 = 2 << 20;

/// Returns the name of a file for messages.
pub(crate) fn file_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads the text of a file; `-` is standard input.
pub(crate) fn read_file(path: &Path, most_bytes: u64) -> Result<String> {
    let name = file_name(path);
    let bytes = read_bytes(path, most_bytes).with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() as u64 <= most_bytes, "{name} is larger than {} MiB", most_bytes >> 20);
    text_of(bytes).with_context(|| format!("cannot read {name}"))
}

/// Reads a file within the time of `clock`, since standard input may never end. `None` if the time
/// is up first.
pub(crate) fn read_in_time(path: &Path, most_bytes: u64, clock: &Clock) -> Result<Option<String>> {
    // WebAssembly has no threads, and its caller waits for nobody.
    let Some(time) = clock.remaining().filter(|_| !cfg!(target_family = "wasm")) else {
        return read_file(path, most_bytes).map(Some);
    };
    let (sender, result) = mpsc::channel();
    let file = path.to_owned();
    thread::spawn(move || sender.send(read_file(&file, most_bytes)));
    result.recv_timeout(time).ok().transpose()
}

fn read_bytes(path: &Path, most_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().take(most_bytes + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most_bytes + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Decodes the text in `bytes`, without a byte order mark, and with a line feed between lines.
fn text_of(bytes: Vec<u8>) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let (before, rest) = error.as_bytes().split_at(valid);
        let line = before.split(|&byte| byte == b'\n').count();
        let place = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        let byte = rest.first().copied().unwrap_or_default();
        anyhow!("line {line}, byte {place}: the byte {byte:#04x} is not UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    let has_returns = text.contains('\r');
    Ok(if has_returns { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
}

/// The boards in a JSON report, whose other parts are ignored.
#[derive(Deserialize)]
struct Printed {
    boards: Vec<String>,
    nearest: Option<String>,
}

/// Returns the board in `text`, which may be the whole output of `solve`, as text or as JSON: the
/// first board, or the last if they improve.
pub(crate) fn board_in(session: &Session, text: &str) -> Result<Board> {
    let form = &session.form;
    let wants_last = session.goal() == Goal::Best;
    if text.trim_start().starts_with('{') {
        let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Printed>();
        let report = documents.next().context("no report")?;
        let report = report.context("expected a report as `solve --format json` prints it")?;
        let mut boards = report.boards.into_iter().chain(report.nearest);
        let board = if wants_last { boards.next_back() } else { boards.next() };
        return form.read(&board.context("the report holds no board")?);
    }
    if wants_last {
        let parts: Vec<&str> = blank_lines(text).map(|start| &text[start..]).collect();
        let parts = parts.into_iter().rev().filter(|part| !part.trim().is_empty());
        if let Some(board) = { parts }.find_map(|part| board_at_start(form, part)) {
            return Ok(board);
        }
    }
    if let Some(board) = board_at_start(form, text) {
        return Ok(board);
    }
    // For a board in parts, which begins with a name, the error concerns all parts.
    let has_parts = text.trim_start().lines().next().is_some_and(|line| line.ends_with(':'));
    let first = blank_lines(text).next().filter(|_| !has_parts);
    form.read(&text[..first.unwrap_or(text.len())])
}

/// Returns the board at the start of `text`, if there is one. A blank line ends a board, but may
/// also separate its parts.
fn board_at_start(form: &Form, text: &str) -> Option<Board> {
    let mut ends = blank_lines(text).take(MOST_PARTS).chain([text.len()]);
    ends.find_map(|end| form.read(&text[..end]).ok())
}

/// Upper bound for the parts of a board.
const MOST_PARTS: usize = 100;

/// Returns the positions of blank lines after non-blank ones.
fn blank_lines(text: &str) -> impl Iterator<Item = usize> {
    let mut offset = 0;
    let mut after_something = false;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = offset;
        offset += line.len();
        let is_blank = line.trim().is_empty();
        let ends_here = is_blank && after_something;
        after_something = !is_blank;
        ends_here.then_some(start)
    })
}

/// Adds to an error that the file contains no board.
pub(crate) fn with_board_name<T>(path: &Path, result: Result<T>) -> Result<T> {
    result.with_context(|| format!("{} is no board of this puzzle", file_name(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_utf8_is_refused_with_line_and_byte() {
        let error = text_of(b"rows\n# \xc3\xa9 \xff\n".to_vec()).unwrap_err();
        assert_eq!(error.to_string(), "line 2, byte 6: the byte 0xff is not UTF-8");
        assert!(text_of(b"\xff".to_vec()).unwrap_err().to_string().starts_with("line 1, byte 1:"));
    }

    #[test]
    fn lines_may_end_in_any_way() {
        for text in ["1 2\n3 4\n", "1 2\r\n3 4\r\n", "1 2\r3 4\r"] {
            assert_eq!(text_of(text.as_bytes().to_vec()).unwrap(), "1 2\n3 4\n");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(text_of(b"\xef\xbb\xbf1 2\n".to_vec()).unwrap(), "1 2\n");
    }

    #[test]
    fn blank_lines_end_what_stands_before_them() {
        let ends =
            |text: &'static str| blank_lines(text).map(|end| &text[..end]).collect::<Vec<_>>();
        assert_eq!(
            ends("\n\n1 2\n3 4\n\n \nanswer: 5\n\n"),
            ["\n\n1 2\n3 4\n", "\n\n1 2\n3 4\n\n \nanswer: 5\n"]
        );
        assert!(ends("1 2\n3 4\n").is_empty());
    }
}
