//! A puzzle as the fragment of an address. The page `fill.html` of any gallery reads it and lets
//! the reader fill in the board.
//!
//! The fragment holds title, rules, picture and instance as JSON, compressed by zlib: `p=` and
//! base64url, or `q=` and digits, which take the least room in a QR code. Of the solution it only
//! has a hash of the whole board, which is seeded with the instance: a right board is recognised,
//! but nothing can be read off cell by cell. The answer is encrypted with the board.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use protocol::{Fill, FillKind, FillPart, Goal};
use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;
use serde_json::Value;

use crate::gallery::try_it;

/// The page that reads links.
pub(crate) const PAGE: &str = "fill.html";
/// The entry of a cell that is known to be empty.
const EMPTY: &str = "×";
/// Bytes that become one number of digits, and the digits of 1, 2, ... bytes.
const CHUNK: usize = 7;
const DIGITS: [usize; CHUNK] = [3, 5, 8, 10, 13, 15, 17];

/// A puzzle to be filled in.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a> {
    /// The title.
    pub title: &'a str,
    /// The rules, a sentence each.
    pub rules: &'a [String],
    /// The question.
    pub question: Option<&'a str>,
    /// When it counts as solved.
    pub goal: Goal,
    /// How its board is filled in.
    pub fill: &'a Fill,
    /// The board of its solution, as text; `None` if it is unknown.
    pub board: Option<&'a str>,
    /// The answer.
    pub answer: Option<&'a str>,
    /// The code that stands for the instance; the instance itself is left out then, and so are the
    /// constraints by which conflicts are found.
    pub code: Option<&'a str>,
    /// Whether the gallery has the steps of its explanation.
    pub is_explained: bool,
}

/// What the page reads.
#[derive(Serialize)]
struct Content<'a> {
    title: &'a str,
    rules: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'a str>,
    fill: Value,
    /// The hash of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<String>,
    /// The encrypted answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// Whether other boards are wrong.
    is_only: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    instance: &'a str,
    hints: bool,
}

impl Linked<'_> {
    /// Returns the fragment as letters, for people to copy.
    ///
    /// # Errors
    /// If the puzzle cannot be written as JSON.
    pub fn letters(&self) -> Result<String> {
        Ok(format!("p={}", BASE64_URL_SAFE_NO_PAD.encode(self.packed()?)))
    }

    /// Returns the fragment as digits, for a QR code.
    ///
    /// # Errors
    /// If the puzzle cannot be written as JSON.
    pub fn digits(&self) -> Result<String> {
        let bytes = self.packed()?;
        let chunk = |bytes: &[u8]| {
            let number = bytes.iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
            format!("{number:0width$}", width = DIGITS[bytes.len() - 1])
        };
        Ok(format!("q={}", bytes.chunks(CHUNK).map(chunk).collect::<String>()))
    }

    fn packed(&self) -> Result<Vec<u8>> {
        let Self { title, rules, question, goal, code, is_explained, .. } = *self;
        let mut fill = try_it::prepared(self.fill, goal);
        let instance = std::mem::take(&mut fill.instance);
        let solution = if try_it::is_answer(goal) { self.answer } else { self.board };
        let solution = solution.map(|text| canonical(&fill, &values(&fill, text)));
        if code.is_some() {
            (fill.limits, fill.rules) = (Vec::new(), Vec::new());
        }
        let seed = code.unwrap_or(&instance);
        let answer = try_it::answer_beyond(self.board, self.answer);
        let content = Content {
            title,
            rules,
            question,
            check: solution.as_ref().map(|board| format!("{:016x}", hash(&[seed, board]))),
            answer: solution.zip(answer).map(|(board, answer)| locked(answer, seed, &board)),
            is_only: goal == Goal::Unique || try_it::is_answer(goal),
            code,
            instance: if code.is_some() { "" } else { &instance },
            hints: is_explained,
            fill: try_it::shortened(&fill),
        };
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&serde_json::to_vec(&content)?)?;
        Ok(encoder.finish()?)
    }
}

/// Returns a QR code as an SVG of one unit per module, with the quiet zone around it; `None` if the
/// text is too long for one.
#[must_use]
pub fn qr_code(text: &str) -> Option<String> {
    const QUIET: usize = 4;
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let (side, colors) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (row, colors) in colors.chunks(side).enumerate() {
        let mut column = 0;
        for run in colors.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let length = run.len();
                let _ = write!(path, "M{} {}h{length}v1h-{length}z", column + QUIET, row + QUIET);
            }
            column += run.len();
        }
    }
    let whole = side + 2 * QUIET;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\" width=\"{whole}\" height=\"{whole}\" \
         viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\"><path d=\"{path}\"/></svg>"
    ))
}

/// Returns the address of a fragment in a gallery.
#[must_use]
pub fn address(gallery: &str, fragment: &str) -> String {
    format!("{}/{PAGE}#{fragment}", gallery.trim_end_matches('/'))
}

/// Returns the 64-bit FNV-1a hash of some texts, a line each.
fn hash(texts: &[&str]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    texts.join("\n").bytes().fold(BASIS, step)
}

/// Encrypts an answer with the board: each eight bytes with a hash of their own.
fn locked(answer: &str, seed: &str, board: &str) -> String {
    let chunks = answer.as_bytes().chunks(8).enumerate();
    let bytes = chunks.flat_map(|(number, chunk)| {
        let key = hash(&[&number.to_string(), seed, board]).to_be_bytes();
        chunk.iter().zip(key).map(|(byte, key)| byte ^ key).collect::<Vec<_>>()
    });
    BASE64_URL_SAFE_NO_PAD.encode(bytes.collect::<Vec<_>>())
}

/// Returns the values of a board's text, part by part, as the page's script holds them.
pub(crate) fn values(fill: &Fill, text: &str) -> Vec<Vec<String>> {
    let mut rest = text.trim_end();
    let of_part = |(number, part): (usize, &FillPart)| {
        rest = rest.get(part.heading.len()..).unwrap_or_default();
        let next = fill.parts.get(number + 1).and_then(|next| rest.find(&next.heading));
        let (own, others) = rest.split_at(next.unwrap_or(rest.len()));
        rest = others;
        let words = own.split_whitespace();
        match part.kind {
            FillKind::Walk => {
                words.filter_map(|word| Some(place(part, word)?.to_string())).collect()
            }
            FillKind::Named => {
                let known: HashMap<_, _> = words.filter_map(|word| word.split_once('=')).collect();
                let given = |place| part.given.iter().find(|given| given.0 == place);
                let word = |(place, name): (usize, &String)| {
                    let word = known.get(name.as_str()).copied();
                    word.or_else(|| Some(&*given(place)?.1)).unwrap_or_default().to_owned()
                };
                part.names.iter().enumerate().map(word).collect()
            }
            _ if part.rows > 0 => {
                words.map(|word| if word == "." { EMPTY } else { word }.to_owned()).collect()
            }
            _ => vec![own.trim().to_owned()],
        }
    };
    fill.parts.iter().enumerate().map(of_part).collect()
}

/// Returns the place of a cell of a walk: `r1c1`, or `a1` on a chess board.
fn place(part: &FillPart, name: &str) -> Option<usize> {
    let (row, column) = if part.chess {
        let (file, rank) = name.split_at_checked(1)?;
        let column = usize::from(file.bytes().next()?.checked_sub(b'a')?);
        (part.rows.checked_sub(rank.parse().ok()?)?, column)
    } else {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let line = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        (line(row)?, line(column)?)
    };
    Some(row * part.columns + column)
}

/// Returns the board as a text that is the same for all entries that mean the same: open cells are
/// empty, pieces are named in the order in which they appear, and lists are sorted where their
/// order is irrelevant. `board.js` does the same.
fn canonical(fill: &Fill, values: &[Vec<String>]) -> String {
    let parts = fill.parts.iter().zip(values);
    let parts = parts.map(|(part, words)| {
        if part.kind == FillKind::Walk {
            return words.join(" ");
        }
        if part.rows == 0 {
            return plain(part, words.first().map_or("", String::as_str));
        }
        let mut pieces: Vec<&str> = Vec::new();
        let words = words.iter().map(|word| match word.as_str() {
            "" | EMPTY | "-" => ".".to_owned(),
            word if part.free => {
                if !pieces.contains(&word) {
                    pieces.push(word);
                }
                pieces.iter().position(|piece| *piece == word).unwrap_or(0).to_string()
            }
            word => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Returns the text of a list or line without what makes no difference.
fn plain(part: &FillPart, text: &str) -> String {
    if part.kind == FillKind::Line {
        let text = text.to_lowercase();
        return text.split(|sign: char| sign.is_whitespace() || ",_'".contains(sign)).collect();
    }
    let separator = part.separator.trim();
    let words = |line: &str| -> Vec<String> {
        let words = line.split_whitespace().flat_map(|word| match separator {
            "" => vec![word],
            separator => word.split(separator).collect(),
        });
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let mut lines = if part.per_line > 0 {
        let lines = text.lines().map(|line| words(line).join(" "));
        lines.filter(|line| !line.is_empty()).collect()
    } else {
        words(text)
    };
    if part.is_set || part.per_line > 0 {
        lines.sort();
    }
    lines.retain(|line| line != ".");
    lines.join("\n")
}
