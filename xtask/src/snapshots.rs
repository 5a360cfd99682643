//! Snapshots of results in the format of `insta`: the tests write them; here they are read and
//! compared.

use std::path::Path;

use anyhow::{Result, anyhow};
use insta::internals::TextSnapshotContents;
use insta::{Snapshot, TextSnapshotKind};
use protocol::Comparison;

/// Returns the text in the snapshot file at `path`; `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<String>> {
    Ok(kept(path)?.map(|kept| kept.to_string()))
}

/// Compares `text` with the snapshot file at `path`, as `insta` does in the tests.
pub(crate) fn compare(path: &Path, text: &str) -> Result<Comparison> {
    let new = TextSnapshotContents::new(text.to_owned(), TextSnapshotKind::File);
    Ok(match kept(path)? {
        None => Comparison::New,
        Some(kept) if kept.matches_latest(&new) => Comparison::Known,
        Some(_) => Comparison::Changed,
    })
}

fn kept(path: &Path) -> Result<Option<TextSnapshotContents>> {
    if !path.exists() {
        return Ok(None);
    }
    let unusable = |why: &str| anyhow!("cannot read {}: {why}", path.display());
    let snapshot = Snapshot::from_file(path).map_err(|error| unusable(&error.to_string()))?;
    let text = snapshot.as_text().ok_or_else(|| unusable("expected a snapshot of a text"))?;
    Ok(Some(text.clone()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::temporary::TemporaryFolder;

    #[test]
    fn the_text_in_a_snapshot_is_known_and_anything_else_changed() {
        let folder = TemporaryFolder::new(&std::env::temp_dir(), "snapshots-").unwrap();
        let path = folder.path().join("demo.snap");
        let text = "status: solved\nanswer: 7\n\n1 .\n---\n. 1";
        assert_eq!(compare(&path, text).unwrap(), Comparison::New);
        fs::write(&path, format!("---\nsource: tests/demo.rs\n---\n{text}\n")).unwrap();
        assert_eq!(read(&path).unwrap().unwrap(), text);
        assert_eq!(compare(&path, text).unwrap(), Comparison::Known);
        assert_eq!(compare(&path, "status: solved").unwrap(), Comparison::Changed);
        fs::write(&path, "---\nsource: [\n---\n").unwrap();
        assert!(compare(&path, text).unwrap_err().to_string().contains("demo.snap"));
    }
}
