//! A cache of the output of puzzles' programs, in the target folder. A program prints the same each
//! time, so its output is kept until the program, which contains its instance, changes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::workspace::Workspace;

/// The output of one program: a file for each list of arguments.
pub(crate) struct Outputs {
    folder: PathBuf,
}

impl Outputs {
    /// Opens the cache of a puzzle's program, and drops the output of earlier builds. A build is
    /// recognised by size and time of modification: hashing the program would take as long as
    /// running it.
    pub(crate) fn of(workspace: &Workspace, slug: &str, program: &Path) -> Self {
        let metadata = fs::metadata(program).ok();
        let size = metadata.as_ref().map_or(0, fs::Metadata::len);
        let modified = metadata.and_then(|metadata| metadata.modified().ok());
        let moment = modified.and_then(|moment| moment.duration_since(UNIX_EPOCH).ok());
        let moment = moment.map_or(0, |moment| moment.as_nanos());
        let all = workspace.target.join("outputs").join(slug);
        let folder = all.join(format!("{size}-{moment}"));
        if !folder.is_dir() {
            let _ = fs::remove_dir_all(all);
        }
        Self { folder }
    }

    /// Returns the file for these arguments; it exists if the output is kept.
    pub(crate) fn path(&self, arguments: &[&str]) -> PathBuf {
        self.folder.join(arguments.join(" "))
    }

    /// Returns the output with these arguments, if it is kept.
    pub(crate) fn kept(&self, arguments: &[&str]) -> Option<String> {
        fs::read_to_string(self.path(arguments)).ok()
    }

    /// Keeps the output; if that fails, the program will run again.
    pub(crate) fn keep(&self, arguments: &[&str], text: &str) {
        let path = self.path(arguments);
        let put = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            // Written aside, so that there is never a partial file.
            let aside = path.with_extension("new");
            fs::write(&aside, text)?;
            fs::rename(&aside, &path)
        };
        let _ = put();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFolder;

    #[test]
    fn outputs_are_kept_until_the_program_is_another_one() {
        let folder = TemporaryFolder::new(&std::env::temp_dir(), "outputs-").unwrap();
        let target = folder.path().to_owned();
        let workspace = Workspace { target, ..Workspace::empty(PathBuf::new()) };
        let program = folder.path().join("program");
        let outputs = || Outputs::of(&workspace, "hooks-1", &program);
        fs::write(&program, "one").unwrap();
        assert_eq!(outputs().kept(&["draw", "--empty"]), None);
        outputs().keep(&["draw", "--empty"], "<svg>");
        assert_eq!(outputs().kept(&["draw", "--empty"]).as_deref(), Some("<svg>"));
        assert_eq!(outputs().kept(&["draw"]), None);
        fs::write(&program, "another").unwrap();
        assert_eq!(outputs().kept(&["draw", "--empty"]), None);
        fs::write(&program, "one").unwrap();
        assert_eq!(outputs().kept(&["draw", "--empty"]), None, "what was kept is gone");
    }
}
