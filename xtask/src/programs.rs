//! Building the puzzles' programs.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;
use cargo_metadata::diagnostic::DiagnosticLevel;

use crate::cargo::cargo;
use crate::progress::Progress;
use crate::workspace::{PuzzleCrate, Workspace};

/// The program of a puzzle, or why there is none.
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

/// Builds the programs of `puzzles` in release and returns them by slug. A puzzle that does not
/// compile does not prevent the others from being built.
pub(crate) fn build(
    workspace: &Workspace,
    puzzles: &[&PuzzleCrate],
) -> Result<HashMap<String, Program>> {
    let slugs: Vec<_> = puzzles.iter().map(|puzzle| puzzle.slug.as_str()).collect();
    let mut programs = HashMap::new();
    build_each(workspace, &slugs, &Progress::open("building"), |slug, program| {
        programs.insert(slug.to_owned(), program);
    })?;
    Ok(programs)
}

/// Builds the program of each package that has one of the same name, and passes it to `built` as
/// soon as it exists; at the end, the packages that could not be built.
///
/// The executables are those that this build names in its messages, never a stale file.
pub(crate) fn build_each(
    workspace: &Workspace,
    names: &[&str],
    progress: &Progress,
    mut built: impl FnMut(&str, Program),
) -> Result<()> {
    let mut command = cargo();
    command.current_dir(&workspace.root);
    command.args(["build", "--release", "--keep-going", "--message-format=json"]);
    // Its progress is parsed and shown in ours.
    command.args(["--color", "never"]);
    command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "120");
    for name in names {
        command.args(["--package", name, "--bin", name]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot run cargo")?;
    let stderr = child.stderr.take().expect("the errors are piped");
    let stdout = child.stdout.take().expect("the output is piped");

    let mut missing = names.to_vec();
    let mut errors: BTreeMap<&str, String> = BTreeMap::new();
    thread::scope(|scope| {
        scope.spawn(|| show(stderr, progress));
        for message in Message::parse_stream(BufReader::new(stdout)) {
            match message.context("cannot read cargo's messages")? {
                Message::CompilerArtifact(artifact) => {
                    let name = artifact.target.name;
                    if let Some(executable) = artifact.executable {
                        missing.retain(|missing| *missing != name);
                        built(&name, Ok(executable.into()));
                    }
                }
                Message::CompilerMessage(message) if is_error(message.message.level) => {
                    let name = workspace.names.get(&message.package_id);
                    let messages = errors.entry(name.map_or("", String::as_str)).or_default();
                    let message = message.message;
                    messages.push_str(&message.rendered.unwrap_or(message.message));
                }
                _ => {}
            }
        }
        anyhow::Ok(())
    })?;
    let status = child.wait().context("cannot wait for cargo")?;
    if !status.success() && errors.is_empty() && missing.len() == names.len() {
        bail!("cargo could not build {}; its message is above", names.join(", "));
    }
    for name in missing {
        // A shared crate that does not compile breaks everything that depends on it.
        let all = || errors.values().map(String::as_str).collect();
        let said = errors.get(name).cloned().unwrap_or_else(all);
        let said = if said.is_empty() { "cargo did not build it".to_owned() } else { said };
        built(name, Err(BuildError(said)));
    }
    Ok(())
}

/// Returns true if a message of this level keeps the package from being built.
fn is_error(level: DiagnosticLevel) -> bool {
    matches!(level, DiagnosticLevel::Error | DiagnosticLevel::Ice)
}

/// Shows cargo's progress, and its messages that matter, such as that it waits for another cargo.
pub(crate) fn show(mut said: impl Read, progress: &Progress) {
    let mut pending = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = said.read(&mut buffer) {
        pending.extend_from_slice(&buffer[..length]);
        // A line that shows progress ends with a carriage return, to be written over.
        while let Some(end) = pending.iter().position(|byte| b"\r\n".contains(byte)) {
            let line: Vec<u8> = pending.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            match read_line(line.trim_end()) {
                Said::Progress(at) => progress.at(format!("building {at}")),
                Said::Routine => {}
                Said::News(line) => progress.say(line),
            }
        }
    }
}

/// A line that cargo prints for people.
#[derive(Debug, PartialEq)]
enum Said<'a> {
    /// The number of built crates and of all, and those in progress.
    Progress(&'a str),
    /// A line of each build.
    Routine,
    /// Anything else.
    News(&'a str),
}

fn read_line(line: &str) -> Said<'_> {
    let line = line.trim_start_matches("\x1b[K");
    let words = line.trim_start();
    let bar = words.strip_prefix("Building [").and_then(|bar| bar.split_once("] "));
    match (bar, words.split_whitespace().next()) {
        (Some((_, at)), _) => Said::Progress(at),
        (None, None | Some("Compiling" | "Finished")) => Said::Routine,
        (None, Some(_)) => Said::News(line),
    }
}

/// Builds the program of one puzzle.
pub(crate) fn build_one(workspace: &Workspace, puzzle: &PuzzleCrate) -> Result<PathBuf> {
    build_package(workspace, &puzzle.slug)
}

/// Builds the program of the package `name`, which is called the same.
pub(crate) fn build_package(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let mut built = None;
    build_each(workspace, &[name], &Progress::open("building"), |_, program| {
        built = Some(program);
    })?;
    match built {
        Some(Ok(program)) => Ok(program),
        Some(Err(error)) => bail!("{name} does not compile:\n{error}"),
        None => bail!("cargo did not build {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_each_build_are_not_shown() {
        let bar = "\x1b[K    Building [=====>       ] 43/400: hooks-7, hooks-8(bin)";
        assert_eq!(read_line(bar), Said::Progress("43/400: hooks-7, hooks-8(bin)"));
        let routine = ["   Compiling hooks-7 v0.1.0 (/a/hooks-7)", "    Finished `release`", ""];
        for line in routine {
            assert_eq!(read_line(line), Said::Routine);
        }
        let waits = "    Blocking waiting for file lock on build directory";
        assert_eq!(read_line(waits), Said::News(waits));
    }
}
