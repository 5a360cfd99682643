//! Building the puzzles' programs.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::cargo::cargo;
use crate::workspace::{PuzzleCrate, Workspace};

/// What became of a puzzle's program.
pub(crate) type Program = Result<PathBuf, BuildError>;

/// Why a program could not be built: the compiler's messages.
#[derive(Clone, Debug)]
pub(crate) struct BuildError(pub(crate) String);

/// A line of what `cargo build --message-format=json` prints, as far as it is needed.
#[derive(Deserialize)]
#[serde(tag = "reason")]
enum Message {
    #[serde(rename = "compiler-artifact")]
    Artifact { target: Target, executable: Option<PathBuf> },
    #[serde(rename = "compiler-message")]
    Diagnostic { package_id: String, message: Diagnostic },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    message: String,
    rendered: Option<String>,
}

impl Diagnostic {
    /// Whether it keeps the package from being built.
    fn is_error(&self) -> bool {
        self.level.starts_with("error")
    }
}

/// Builds the programs of `puzzles` in release and returns them by slug. A puzzle that does not
/// compile does not keep the others from being built.
///
/// The executables are those that this build names in its messages, never a stale file.
pub(crate) fn build(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
) -> Result<HashMap<String, Program>> {
    let slugs: Vec<_> = puzzles.iter().map(|puzzle| puzzle.slug.as_str()).collect();
    build_packages(workspace, &slugs)
}

/// Builds the program of each package that has one of the same name.
fn build_packages(workspace: &Workspace, names: &[&str]) -> Result<HashMap<String, Program>> {
    let mut command = cargo();
    command.current_dir(&workspace.root);
    command.args(["build", "--release", "--keep-going", "--message-format=json"]);
    if !std::io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    for name in names {
        command.args(["--package", name, "--bin", name]);
    }
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let stdout = child.stdout.take().expect("the output is piped");

    let mut executables = HashMap::new();
    let mut errors: HashMap<String, String> = HashMap::new();
    for line in BufReader::new(stdout).lines() {
        let line = line.context("cannot read cargo's messages")?;
        // Build scripts and compiler wrappers may print what is no message.
        match serde_json::from_str(&line).unwrap_or(Message::Other) {
            Message::Artifact { target, executable: Some(executable) } => {
                executables.insert(target.name, executable);
            }
            Message::Diagnostic { package_id, message } if message.is_error() => {
                let messages = errors.entry(package_name(&package_id)).or_default();
                messages.push_str(&message.rendered.unwrap_or(message.message));
            }
            _ => {}
        }
    }
    let status = child.wait().context("cannot wait for cargo")?;
    if !status.success() && errors.is_empty() && executables.is_empty() {
        bail!("cargo could not build {}; its message stands above", names.join(", "));
    }

    let program = |name: &&str| {
        let built = executables.remove(*name).ok_or_else(|| {
            let own = errors.get(*name).cloned();
            // A shared crate that does not compile spoils everything above it.
            BuildError(own.unwrap_or_else(|| {
                let mut all: Vec<_> = errors.values().cloned().collect();
                all.sort();
                if all.is_empty() { "cargo did not build it".to_owned() } else { all.concat() }
            }))
        });
        ((*name).to_owned(), built)
    };
    Ok(names.iter().map(program).collect())
}

/// Builds the program of one puzzle.
pub(crate) fn build_one(workspace: &Workspace, puzzle: &PuzzleCrate) -> Result<PathBuf> {
    build_package(workspace, &puzzle.slug)
}

/// Builds the program of the package `name`, which is called the same.
pub(crate) fn build_package(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    match build_packages(workspace, &[name])?.remove(name) {
        Some(Ok(program)) => Ok(program),
        Some(Err(BuildError(messages))) => {
            bail!("{name} does not compile:\n{}", messages.trim_end())
        }
        None => bail!("cargo did not build {name}"),
    }
}

/// The package's name in a package id such as `path+file:///home/me/crates/hooks-7#0.1.0` or
/// `path+file:///home/me/tests#workspace-tests@0.1.0`.
fn package_name(id: &str) -> String {
    let (path, fragment) = id.rsplit_once('#').unwrap_or((id, ""));
    let name = match fragment.split_once('@') {
        Some((name, _)) => name,
        None => path.trim_end_matches('/').rsplit('/').next().unwrap_or(path),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_id_holds_its_name() {
        assert_eq!(package_name("path+file:///a/crates/hooks-7#0.1.0"), "hooks-7");
        assert_eq!(package_name("path+file:///a/tests#workspace-tests@0.1.0"), "workspace-tests");
    }
}
