//! Temporary folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new folder, removed with all that is in it when this is dropped.
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes a folder in `parent` whose name begins with `prefix`.
    pub(crate) fn new(parent: &Path, prefix: &str) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{prefix}{}-{number}", process::id()));
            match fs::create_dir(&path) {
                // Left behind by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self(path)),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Files that cannot be removed are harmless.
        let _ = fs::remove_dir_all(&self.0);
    }
}
