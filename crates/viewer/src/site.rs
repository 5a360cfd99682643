//! The files of the site, from memory into place.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use flate2::Crc;
use tempfile::TempDir;

/// One file of the site.
pub(crate) struct File {
    /// Where it stands in the site, with `/` between folders.
    pub(crate) path: String,
    content: Content,
}

enum Content {
    Text(String),
    /// What is in another file.
    Copy(PathBuf),
}

impl File {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), content: Content::Text(text.into()) }
    }

    pub(crate) fn copy(path: impl Into<String>, from: PathBuf) -> Self {
        Self { path: path.into(), content: Content::Copy(from) }
    }
}

/// Returns a number that changes with the texts of the files.
pub(crate) fn checksum(files: &[File]) -> u32 {
    let mut crc = Crc::new();
    for File { path, content } in files {
        crc.update(path.as_bytes());
        if let Content::Text(text) = content {
            crc.update(text.as_bytes());
        }
    }
    crc.sum()
}

/// The page that is opened first.
pub(crate) const FRONT_PAGE: &str = "index.html";
/// A folder with this file in it is a gallery and may be replaced.
const MARKER: &str = ".puzzle-gallery";

/// Writes the site aside and puts it into the place of the folder `out`. Returns its front page.
///
/// What is there is replaced if it is a gallery or an empty folder, and left alone otherwise.
pub(crate) fn replace(out: &Path, files: &[File]) -> Result<PathBuf> {
    let shown = out.display();
    let (out, is_there, aside) = prepare(out)?;
    let new = aside.path().join("new");
    write(&new, files).with_context(|| format!("cannot write the pages for {shown}"))?;
    let put = || -> std::io::Result<()> {
        if is_there {
            // The old gallery goes away with the folder aside.
            fs::rename(&out, aside.path().join("old"))?;
        }
        fs::rename(&new, &out)
    };
    put().with_context(|| format!("cannot put the pages into {shown}"))?;
    Ok(out.join(FRONT_PAGE))
}

/// Checks that the site may be written into the folder `out`.
pub(crate) fn check(out: &Path) -> Result<()> {
    prepare(out).map(|_| ())
}

/// Returns the absolute path of the folder, whether it exists, and a new folder beside it.
fn prepare(out: &Path) -> Result<(PathBuf, bool, TempDir)> {
    let shown = out.display();
    // An absolute path without `.` and `..` can be renamed, and has a parent.
    let out = absolute(out).with_context(|| format!("cannot use the folder {shown}"))?;
    let is_there = may_be_replaced(&out)?;
    let parent = out.parent().with_context(|| format!("{shown} cannot be replaced"))?;
    let aside = tempfile::Builder::new().prefix(".gallery-").tempdir_in(parent);
    let aside = aside.with_context(|| format!("cannot write into {}", parent.display()))?;
    Ok((out, is_there, aside))
}

/// Returns the absolute path of a folder that need not exist. Creates the folders above it.
fn absolute(out: &Path) -> std::io::Result<PathBuf> {
    match out.canonicalize() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let out = std::path::absolute(out)?;
            let (Some(parent), Some(name)) = (out.parent(), out.file_name()) else {
                return Err(error);
            };
            fs::create_dir_all(parent)?;
            Ok(parent.canonicalize()?.join(name))
        }
        found => found,
    }
}

/// Returns whether there is something at `out`; an error if it must not be replaced.
fn may_be_replaced(out: &Path) -> Result<bool> {
    let shown = out.display();
    if !out.try_exists().with_context(|| format!("cannot look at {shown}"))? {
        return Ok(false);
    }
    ensure!(out.is_dir(), "{shown} is a file; expected a folder to write the gallery into");
    let mut entries = fs::read_dir(out).with_context(|| format!("cannot read {shown}"))?;
    if entries.next().is_some() && !out.join(MARKER).is_file() {
        bail!(
            "{shown} is no gallery (it has no file {MARKER}) and is left alone; name an empty or a new folder"
        );
    }
    Ok(true)
}

fn write(folder: &Path, files: &[File]) -> Result<()> {
    let marker = File::new(MARKER, "This folder is replaced by `cargo xtask gallery`.\n");
    for File { path, content } in files.iter().chain([&marker]) {
        let path = folder.join(path);
        let parent = path.parent().expect("a file stands in a folder");
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        let written = match content {
            Content::Text(text) => fs::write(&path, text),
            Content::Copy(from) => fs::copy(from, &path).map(|_| ()),
        };
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Vec<File> {
        vec![File::new("index.html", text), File::new("pictures/a.svg", "<svg/>")]
    }

    #[test]
    fn a_gallery_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("deep").join("site");
        let front_page = replace(&out, &files("one")).unwrap();
        assert_eq!(fs::read_to_string(front_page).unwrap(), "one");
        fs::write(out.join("left over"), "").unwrap();
        replace(&out, &files("two")).unwrap();
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "two");
        assert!(out.join("pictures").join("a.svg").is_file() && !out.join("left over").exists());
        let aside = fs::read_dir(out.parent().unwrap()).unwrap().count();
        assert_eq!(aside, 1, "nothing is left behind");
    }

    #[test]
    fn an_empty_folder_may_be_used() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("empty");
        fs::create_dir(&out).unwrap();
        assert!(replace(&out, &files("one")).unwrap().is_file());
    }

    #[test]
    fn what_is_no_gallery_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let letter = folder.path().join("letter.txt");
        fs::write(&letter, "dear").unwrap();
        let error = replace(folder.path(), &files("one")).unwrap_err().to_string();
        assert!(error.contains("is no gallery"), "{error}");
        let error = replace(&letter, &files("one")).unwrap_err().to_string();
        assert!(error.contains("is a file"), "{error}");
        assert_eq!(fs::read_to_string(letter).unwrap(), "dear");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
