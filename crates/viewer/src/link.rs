//! A puzzle as the fragment of an address. The page `fill.html` of any gallery reads it and lets
//! the reader fill in the board.
//!
//! The fragment holds title, rules, picture and instance as JSON, compressed by zlib: `p=` and
//! base64url, or `q=` and digits, which take the least room in a QR code.
//!
//! Where the puzzles' programs run in the page, less is needed: the code of an instance in a book
//! (`c=`), an address of a public editor (`u=`), or slug and text of an instance (`s=`), compressed
//! likewise.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use protocol::{Given, Linked};
use qrcode::{Color, EcLevel, QrCode};

/// The page that reads links.
pub(crate) const PAGE: &str = "fill.html";
/// Bytes that become one number of digits, and the digits of 1, 2, ... bytes.
const CHUNK: usize = 7;
const DIGITS: [usize; CHUNK] = [3, 5, 8, 10, 13, 15, 17];

/// Returns the fragment of a puzzle as letters, for people to copy.
///
/// # Errors
/// If the puzzle cannot be written as JSON.
pub fn letters(puzzle: &Linked<'_>) -> Result<String> {
    Ok(format!("p={}", BASE64_URL_SAFE_NO_PAD.encode(packed(puzzle)?)))
}

/// Returns the fragment of a puzzle as digits, for a QR code.
///
/// # Errors
/// If the puzzle cannot be written as JSON.
pub fn digits(puzzle: &Linked<'_>) -> Result<String> {
    let bytes = packed(puzzle)?;
    let chunk = |bytes: &[u8]| {
        let number = bytes.iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
        format!("{number:0width$}", width = DIGITS[bytes.len() - 1])
    };
    Ok(format!("q={}", bytes.chunks(CHUNK).map(chunk).collect::<String>()))
}

fn packed(puzzle: &Linked<'_>) -> Result<Vec<u8>> {
    compressed(&serde_json::to_vec(&puzzle.content())?)
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// What stays as it is in a fragment.
const PLAIN: AsciiSet =
    NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/').remove(b':');

/// Returns the fragment of an instance for a page in which the puzzles' programs run.
pub(crate) fn of_given(given: &Given) -> Result<String> {
    Ok(match given {
        Given::Code(code) => format!("c={code}"),
        Given::Address(address) => format!("u={}", utf8_percent_encode(address, &PLAIN)),
        Given::Instance(slug, text) => {
            let packed = compressed(format!("{slug}\n{text}").as_bytes())?;
            format!("s={}", BASE64_URL_SAFE_NO_PAD.encode(packed))
        }
    })
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
