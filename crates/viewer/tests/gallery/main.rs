//! The gallery in a real browser, and as files; the editor in a real browser.

mod browser;
#[cfg(unix)]
mod editor;
mod exhibits;
mod files;
mod front_page;
mod puzzle_page;
mod real;
mod try_it;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

/// The gallery of the made-up puzzles, written once.
static SITE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let certificates = folder.path().join("certificates");
    exhibits::write_certificates(&certificates);
    let site = folder.path().join("site");
    viewer::gallery::write(&exhibits::all(), Some(&certificates), &site).expect("a gallery");
    folder
});

/// The gallery of puzzles of all forms, written once.
static FORMS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    viewer::gallery::write(&exhibits::forms(), None, &folder.path().join("site"))
        .expect("a gallery");
    folder
});

fn site() -> PathBuf {
    SITE.path().join("site")
}

/// The pages in a folder, front page included.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the gallery is a folder");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let mut pages: Vec<_> =
        paths.filter(|path| path.extension() == Some("html".as_ref())).collect();
    pages.sort();
    pages
}
