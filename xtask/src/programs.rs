//! Building the puzzles' programs.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;

use anyhow::{Context, Result, bail};
use protocol::count;
use serde::Deserialize;
use terminal_size::{Width, terminal_size_of};

use crate::cargo::cargo;
use crate::progress::Progress;
use crate::workspace::{PuzzleCrate, Workspace};

/// What became of a puzzle's program.
pub(crate) type Program = Result<PathBuf, BuildError>;

/// Why a program could not be built: the compiler's messages.
#[derive(Clone, Debug)]
pub(crate) struct BuildError(pub(crate) String);

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.trim_end())
    }
}

impl Error for BuildError {}

/// A line of what `cargo build --message-format=json` prints, as far as it is needed.
#[derive(Deserialize)]
#[serde(tag = "reason")]
enum Message {
    #[serde(rename = "compiler-artifact")]
    Artifact { target: Target, executable: Option<PathBuf>, fresh: bool },
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
    let terminal = terminal_size_of(io::stderr());
    if let Some((Width(width), _)) = terminal {
        command.stderr(Stdio::piped()).env("CARGO_TERM_PROGRESS_WHEN", "always");
        command.env("CARGO_TERM_PROGRESS_WIDTH", width.to_string());
        if env::var_os("NO_COLOR").is_none() {
            command.env("CARGO_TERM_COLOR", "always");
        }
    } else {
        command.arg("--quiet");
    }
    for name in names {
        command.args(["--package", name, "--bin", name]);
    }
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let progress = child.stderr.take().map(|said| thread::spawn(|| show(said)));
    let stdout = child.stdout.take().expect("the output is piped");

    // On a terminal, cargo itself shows how far it is.
    let lines = terminal.is_none().then(|| Progress::open("building"));
    let mut built: u128 = 0;
    let mut executables = HashMap::new();
    let mut errors: HashMap<String, String> = HashMap::new();
    for line in BufReader::new(stdout).lines() {
        let line = line.context("cannot read cargo's messages")?;
        // Build scripts and compiler wrappers may print what is no message.
        match serde_json::from_str(&line).unwrap_or(Message::Other) {
            Message::Artifact { target, executable, fresh } => {
                built += u128::from(!fresh);
                if let Some(lines) = &lines {
                    lines.at(format!("building, {} so far", count(built, "crate")));
                }
                executables.extend(executable.map(|executable| (target.name, executable)));
            }
            Message::Diagnostic { package_id, message } if message.is_error() => {
                let messages = errors.entry(package_name(&package_id)).or_default();
                messages.push_str(&message.rendered.unwrap_or(message.message));
            }
            _ => {}
        }
    }
    let status = child.wait().context("cannot wait for cargo")?;
    drop(lines);
    if let Some(progress) = progress {
        progress.join().expect("what cargo says can be shown");
    }
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

/// Shows what cargo says on a terminal, but not that it has finished, which is all it says where
/// nothing is to be built.
fn show(mut said: impl Read) {
    let mut pending = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = said.read(&mut buffer) {
        pending.extend_from_slice(&buffer[..length]);
        // A line that shows progress ends where it begins, to be written over.
        let is_end = |&byte: &u8| byte == b'\n' || byte == b'\r';
        let end = pending.iter().rposition(is_end).map_or(0, |last| last + 1);
        let lines: Vec<u8> = pending.drain(..end).collect();
        // What cannot be shown is no reason to build less.
        let _ = io::stderr().write_all(&without_end(&lines));
    }
}

/// The lines, without the one that says that cargo has finished.
fn without_end(lines: &[u8]) -> Vec<u8> {
    const ERASE_LINE: &[u8] = b"\r\x1b[K";
    let is_end = |line: &[u8]| {
        let line = String::from_utf8_lossy(line);
        line.contains("Finished") && line.contains(" profile ")
    };
    let lines = lines.split_inclusive(|&byte| byte == b'\n' || byte == b'\r');
    lines.map(|line| if is_end(line) { ERASE_LINE } else { line }).collect::<Vec<_>>().concat()
}

/// Builds the program of one puzzle.
pub(crate) fn build_one(workspace: &Workspace, puzzle: &PuzzleCrate) -> Result<PathBuf> {
    build_package(workspace, &puzzle.slug)
}

/// Builds the program of the package `name`, which is called the same.
pub(crate) fn build_package(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    match build_packages(workspace, &[name])?.remove(name) {
        Some(Ok(program)) => Ok(program),
        Some(Err(error)) => bail!("{name} does not compile:\n{error}"),
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
    fn cargo_does_not_say_that_it_has_finished() {
        let end =
            "    \x1b[1m\x1b[92mFinished\x1b[0m `release` profile [optimized] target(s) in 0.10s\n";
        let building = "   Compiling hooks-7\n    Building [====>  ] 1/2: hooks-7\r\x1b[K";
        let shown = |said: &str| String::from_utf8(without_end(said.as_bytes())).unwrap();
        assert_eq!(shown(end), "\r\x1b[K");
        assert_eq!(shown(building), building);
        assert_eq!(shown(&[building, end].concat()).matches("Finished").count(), 0);
    }

    #[test]
    fn a_package_id_holds_its_name() {
        assert_eq!(package_name("path+file:///a/crates/hooks-7#0.1.0"), "hooks-7");
        assert_eq!(package_name("path+file:///a/tests#workspace-tests@0.1.0"), "workspace-tests");
    }
}
