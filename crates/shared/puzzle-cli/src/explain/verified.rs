//! Verifies steps by an independent program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use ::explain::{Explainer, Step};
use anyhow::{Context, Result, bail, ensure};
use protocol::count;

use crate::Session;

/// The checker's program.
const CHECKER: &str = "veripb";
const INSTALL: &str = "cargo install veripb --locked";
/// Time between two clock checks while the checker runs.
const INTERVAL: Duration = Duration::from_millis(2);

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
        let said = Command::new(CHECKER).arg("--version").stderr(Stdio::null()).output();
        let said = said.ok().filter(|said| said.status.success());
        let said = said.with_context(|| {
            format!("the checker {CHECKER} is not installed: `{INSTALL}` installs it")
        })?;
        let said = String::from_utf8_lossy(&said.stdout);
        let checker = said.lines().last().unwrap_or(CHECKER).to_owned();
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
        number: usize,
    ) -> Result<bool> {
        let (opb, proof) =
            explainer.certificate(step).with_context(|| format!("step {number} has no proof"))?;
        let path = |kind: &str| self.folder.join(format!("step-{number}.{kind}"));
        let files = [(path("opb"), opb), (path("pbp"), proof.to_string())];
        for (path, text) in &files {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let mut command = Command::new(CHECKER);
        command.args(files.iter().map(|(path, _)| path)).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().with_context(|| format!("cannot run {CHECKER}"))?;
        let Some(said) = output(session, child)? else { return Ok(false) };
        let expected = proof.claim().verdict();
        ensure!(
            said.lines().any(|line| line == expected),
            "step {number} is not verified: expected `{expected}`, and {CHECKER} said: {}",
            said.trim()
        );
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

/// Returns the checker's output; `None` if the time is up first.
fn output(session: &Session, mut child: Child) -> Result<Option<String>> {
    loop {
        if child.try_wait().context("cannot wait for the checker")?.is_some() {
            break;
        }
        if session.clock.stopped().is_some() {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        thread::sleep(INTERVAL);
    }
    let said = child.wait_with_output().context("cannot read what the checker says")?;
    if said.stdout.is_empty() && !said.status.success() {
        bail!("the checker failed: {}", String::from_utf8_lossy(&said.stderr).trim());
    }
    Ok(Some(String::from_utf8_lossy(&said.stdout).into_owned()))
}
