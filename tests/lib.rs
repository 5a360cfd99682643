//! Shared code of the workspace's tests: running its commands as a user would.

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use serde_json::Value;

/// Returns the root of the workspace.
///
/// # Panics
/// Never: the tests are in the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the workspace")
}

/// Returns a file that a test may write; its name should be the test's own.
///
/// # Panics
/// If the target folder cannot be written.
#[must_use]
pub fn scratch(name: &str) -> PathBuf {
    let folder = root().join("target").join("tmp");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder.join(name)
}

/// The output and exit code of a command.
pub struct Ran {
    /// The command, as a shell takes it.
    pub command: String,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
}

impl Ran {
    /// Returns the standard output as one JSON document.
    ///
    /// # Panics
    /// If it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("no JSON, {error}\n{self}"))
    }

    /// Asserts the exit code.
    ///
    /// # Panics
    /// If it differs.
    #[must_use]
    pub fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "expected exit code {code}\n{self}");
        self
    }
}

/// Shows the command, its exit code and its output, to repeat and compare.
impl fmt::Display for Ran {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "$ {}", self.command)?;
        match self.code {
            Some(code) => write!(formatter, "\nexit code {code}")?,
            None => write!(formatter, "\nended by a signal")?,
        }
        for (name, text) in [("output", &self.stdout), ("errors", &self.stderr)] {
            if !text.trim().is_empty() {
                write!(formatter, "\n{name}:\n{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

/// The same text, for assertions.
impl fmt::Debug for Ran {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\n{self}")
    }
}

impl Ran {
    fn new(command: String, output: &Output) -> Self {
        Self {
            command,
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
        }
    }
}

/// Formats a command for a shell.
fn in_shell(command: &Command, input: Option<&str>) -> String {
    let quoted = |word: &OsStr| {
        let word = word.to_string_lossy();
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,@".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let mut words = vec![quoted(command.get_program())];
    words.extend(command.get_args().map(quoted));
    let folder = command.get_current_dir().map(|folder| quoted(folder.as_os_str()));
    let folder = folder.map_or(String::new(), |folder| format!("cd {folder} && "));
    let input = input.map_or(String::new(), |input| format!(" <<'END'\n{}\nEND", input.trim_end()));
    format!("{folder}{}{input}", words.join(" "))
}

/// Returns `cargo ARGUMENTS` in `folder`, without the environment of this test's own cargo.
#[must_use]
pub fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    as_a_user(command, folder)
}

/// Returns the command to run `script` by a shell in `folder`.
#[must_use]
pub fn shell(folder: &Path, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    as_a_user(command, folder)
}

/// Returns the command in `folder`, without the environment of this test's own cargo.
fn as_a_user(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder).stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        let name_text = name.to_string_lossy();
        if name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Runs `command` to its end.
///
/// # Panics
/// If it cannot be started.
#[must_use]
pub fn run(mut command: Command) -> Ran {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    Ran::new(in_shell(&command, None), &output)
}

/// Runs `command` with `input` on its standard input.
///
/// # Panics
/// If it cannot be started.
#[must_use]
pub fn run_with_input(mut command: Command, input: &str) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("the input is piped");
    // A program may close the pipe before reading everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("a child can be waited for");
    Ran::new(in_shell(&command, Some(input)), &output)
}

/// Runs `cargo xtask ARGUMENTS` in this workspace, without what cargo says.
#[must_use]
pub fn xtask(arguments: &[&str]) -> Ran {
    run(cargo(root(), &[&["--quiet", "xtask"], arguments].concat()))
}

/// Builds packages as xtask does, so that cargo builds nothing only for the tests; returns their
/// programs by name.
fn build(packages: &[&str]) -> HashMap<String, PathBuf> {
    let mut arguments = vec!["build", "--release", "--message-format=json"];
    arguments.extend(packages.iter().flat_map(|package| ["--package", package]));
    let built = run(cargo(root(), &arguments)).ends_with(0).stdout;
    let messages = built.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let programs = messages.filter_map(|message| {
        let program = message["executable"].as_str()?.into();
        Some((message["target"]["name"].as_str()?.to_owned(), program))
    });
    programs.collect()
}

/// The puzzles whose programs are built together.
static WANTED: OnceLock<Vec<String>> = OnceLock::new();

/// Makes the programs of these puzzles be built together, which is faster than one by one, if
/// called before the first is used.
pub fn build_together(slugs: Vec<String>) {
    // A second call is too late; its programs are built one by one.
    let _ = WANTED.set(slugs);
}

/// Returns the puzzles passed to [`build_together`].
#[must_use]
pub fn wanted() -> &'static [String] {
    WANTED.get().map_or(&[], Vec::as_slice)
}

/// Returns the path of the program `name`: a puzzle's, the viewer's, the runner's. It is built on
/// first use.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn program_path(name: &str) -> PathBuf {
    static BUILT: LazyLock<Mutex<HashMap<String, PathBuf>>> = LazyLock::new(Mutex::default);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !built.contains_key(name) {
        let mut needed: Vec<_> = wanted().iter().map(String::as_str).collect();
        if !needed.contains(&name) {
            needed = vec![name];
        }
        built.extend(build(&needed));
    }
    built[name].clone()
}

/// Returns the command for a puzzle's program with arguments.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn program(slug: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program_path(slug));
    command.args(arguments).stdin(Stdio::null());
    // Checkers refuse many boards, and a backtrace takes longer than the check.
    command.env("RUST_LIB_BACKTRACE", "0");
    command
}

/// Runs the program of a puzzle.
#[must_use]
pub fn solve(slug: &str, arguments: &[&str]) -> Ran {
    run(program(slug, arguments))
}
