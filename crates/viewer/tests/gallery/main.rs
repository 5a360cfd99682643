//! The gallery in a real browser, and as files; the pages in which programs run.

mod browser;
mod exhibits;
mod files;
mod fill;
mod front_page;
mod offline;
mod own;
mod puzzle_page;
mod real;
mod try_it;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Where galleries are written that several tests look at, once in each run.
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// The gallery of the made-up puzzles.
static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
    let certificates = Path::new(FOLDER).join("certificates");
    exhibits::write_certificates(&certificates);
    let site = Path::new(FOLDER).join("site");
    viewer::gallery::write(&exhibits::all(), Some(&certificates), None, &site).expect("a gallery");
    site
});

/// The gallery of puzzles of all forms.
static FORMS: LazyLock<PathBuf> = LazyLock::new(|| {
    let forms = Path::new(FOLDER).join("forms");
    viewer::gallery::write(&exhibits::forms(), None, None, &forms).expect("a gallery");
    forms
});

fn site() -> PathBuf {
    SITE.clone()
}

/// Returns the pages in a folder, front page included.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the gallery is a folder");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let mut pages: Vec<_> =
        paths.filter(|path| path.extension() == Some("html".as_ref())).collect();
    pages.sort();
    pages
}
