//! Verifies steps by an independent program.

use std::fs;
use std::path::{Path, PathBuf};

use ::explain::{Explainer, Step};
use anyhow::{Context, Result};
use protocol::count;

use crate::{Session, checker};

/// Writes steps with their proofs and has them checked.
pub(super) struct Verifier {
    folder: PathBuf,
    /// Whether the folder is removed in the end.
    is_temporary: bool,
    /// Name and version of the checker.
    checker: String,
    verified: usize,
}

impl Verifier {
    pub(super) fn new(out: Option<&Path>) -> Result<Self> {
        let checker = checker::version()?;
        let temporary = || std::env::temp_dir().join(format!("explain-{}", std::process::id()));
        let folder = out.map_or_else(temporary, Path::to_owned);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Verifier { folder, is_temporary: out.is_none(), checker, verified: 0 })
    }

    /// Checks by the program that a step's groups, its premises and the negation of its conclusion
    /// are contradictory. Returns false if the time is up.
    ///
    /// # Errors
    /// If they are not, which is a bug in this crate.
    pub(super) fn verify(
        &mut self,
        session: &Session,
        explainer: &Explainer,
        step: &Step,
        name: &str,
    ) -> Result<bool> {
        let (opb, proof) =
            explainer.certificate(step).with_context(|| format!("{name} has no proof"))?;
        let path = |kind: &str| self.folder.join(format!("{name}.{kind}"));
        let files = [(path("opb"), opb), (path("pbp"), proof.to_string())];
        for (path, text) in &files {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let paths = files.each_ref().map(|(path, _)| path.as_path());
        let is_verified = checker::verify(&session.clock, paths, &proof.claim().verdict());
        if !is_verified.with_context(|| format!("{name} is not verified"))? {
            return Ok(false);
        }
        if self.is_temporary {
            for (path, _) in &files {
                let _ = fs::remove_file(path);
            }
        }
        self.verified += 1;
        Ok(true)
    }

    /// Describes what was verified.
    pub(super) fn result(&self, session: &Session) -> String {
        let steps = count(self.verified as u128, "step");
        format!(
            "{steps} verified by {}, over constraints that stand in `{} rules`",
            self.checker, session.slug
        )
    }
}

impl Drop for Verifier {
    fn drop(&mut self) {
        if self.is_temporary {
            // Files that cannot be removed are harmless.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
