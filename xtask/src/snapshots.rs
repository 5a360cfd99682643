//! Snapshots of results, in insta's file format: a YAML header between `---` lines, then the text.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use protocol::Comparison;

/// The text in the snapshot file at `path`; `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(file) => Ok(Some(contents(&file).to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Compares `text` with the snapshot file at `path`.
pub(crate) fn compare(path: &Path, text: &str) -> Result<Comparison> {
    Ok(match read(path)? {
        None => Comparison::New,
        Some(kept) if kept == text.trim_end() => Comparison::Known,
        Some(_) => Comparison::Changed,
    })
}

/// Writes `text` as the snapshot file at `path`, as insta would.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let write = || {
        fs::create_dir_all(path.parent().expect("a snapshot stands in a folder"))?;
        fs::write(path, format!("---\nsource: tests/puzzles/main.rs\n---\n{}\n", text.trim_end()))
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// What follows the header.
fn contents(file: &str) -> &str {
    let after_header = file
        .strip_prefix("---")
        .and_then(|rest| rest.split_once("\n---\n").or_else(|| rest.split_once("\n---\r\n")));
    after_header.map_or(file, |(_, contents)| contents).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFolder;

    #[test]
    fn what_is_written_is_known_and_anything_else_changed() {
        let folder = TemporaryFolder::new(&std::env::temp_dir(), "snapshots-").unwrap();
        let path = folder.path().join("snapshots").join("demo.snap");
        let text = "status: solved\nanswer: 7\n\n1 .\n. 1";
        assert_eq!(compare(&path, text).unwrap(), Comparison::New);
        write(&path, text).unwrap();
        assert_eq!(read(&path).unwrap().unwrap(), text);
        assert_eq!(compare(&path, text).unwrap(), Comparison::Known);
        assert_eq!(compare(&path, "status: solved").unwrap(), Comparison::Changed);
    }

    #[test]
    fn the_header_ends_at_its_second_line_of_dashes() {
        assert_eq!(contents("---\nsource: x\nexpression: y\n---\na\n---\nb\n"), "a\n---\nb");
        assert_eq!(contents("no header\n"), "no header");
    }
}
