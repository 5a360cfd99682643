//! The certificate of a puzzle: files to download, and how to repeat the check.

use std::fs;
use std::path::Path;

use protocol::{CertifiedStatus, Exhibit};
use serde::Serialize;

use crate::site::File;

/// Limit of proofs on the site in bytes; readers can recreate larger ones.
const MOST_BYTES: u64 = 20_000_000;

/// The certificate as offered on the page.
#[derive(Serialize)]
pub(super) struct Offer {
    /// Names, addresses and sizes of the files; none if the proof is too large.
    files: Vec<(&'static str, String, String)>,
    /// The folder of the certificates on the reader's disk, as a part of a command.
    folder: &'static str,
}

/// Returns the certificate in the folder, with its files for the site; `None` if there is none.
pub(super) fn of(exhibit: &Exhibit, folder: Option<&Path>) -> Option<(Offer, Vec<File>)> {
    let status = exhibit.certificate.as_ref()?.status;
    if !matches!(status, CertifiedStatus::Certified | CertifiedStatus::NoChecker) {
        return None;
    }
    let (mut offered, mut files) = (Vec::new(), Vec::new());
    for (name, kind) in [("the rules", "opb"), ("the proof", "pbp")] {
        let from = folder?.join(&exhibit.row.puzzle).with_extension(kind);
        let bytes = fs::metadata(&from).ok()?.len();
        if bytes > MOST_BYTES {
            return Some((Offer { files: Vec::new(), folder: "certificate/" }, Vec::new()));
        }
        let address = format!("certificates/{}.{kind}", exhibit.row.puzzle);
        files.push(File::copy(&address, from));
        offered.push((name, address, size(bytes)));
    }
    Some((Offer { files: offered, folder: "" }, files))
}

/// Formats a number of bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} KB", bytes.div_ceil(1_000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
