//! The cases of one puzzle: `cases.toml` in its folder.
//!
//! ```toml
//! # Right boards, by the name of their instance. `check` accepts them, and where the goal is a unique
//! # solution, `solve` finds this board and no other.
//! [boards]
//! published = """
//! 5 . .
//! ...
//! """
//!
//! # An instance that is refused: exit code 2.
//! [[refused]]
//! name = "a_given_that_no_hook_carries"
//! instance = "example"            # a file in instances/, "published" by default
//! set = ["region_sum=0"]          # lines of TOML laid over it; a grid: ['givens="1 .\n. 2"']
//! # text = """..."""              # or the whole instance
//! # count = true                  # refused by the command `count` alone
//!
//! # A board that breaks a rule: `check` ends with exit code 1.
//! [[broken]]
//! name = "a_full_block"
//! changes = { r1c1 = "5", r4c2 = "." }   # to the right board of the instance
//! # board = """..."""                    # or the whole board
//!
//! # A text that is no board: `check` ends with exit code 2.
//! [[unreadable]]
//! name = "a_letter"
//! board = "x"
//!
//! # A board that keeps the rules: `check` says so, with the answer.
//! [[valid]]
//! name = "another_solution_without_givens"
//! set = ["givens=..."]
//! board = "..."
//!
//! # An instance and its result.
//! [[solved]]
//! name = "without_givens"
//! set = ["givens=..."]
//! solutions = 3                   # the number, and the search is complete
//! # status = "ambiguous"          # or the status, with the goal's own limit
//! # count = true                  # `solutions` by the command `count`
//! # answer = "41/140"             # and the answer, where the worked example tells it
//! arguments = ["--strategy", "x"] # passed on
//!
//! # One of the largest instances that are accepted: every command ends in time, and within its memory.
//! [[largest]]
//! name = "a_square_without_clues"
//! filled = { givens = "9 x 9 ." }   # keys that are grids of one word, laid over the instance
//! # filled = { field = "4 x 4 2 . / . ." }  # or of a few rows of words, repeated 4 x 4 times
//! ```
//!
//! `instance`, `set` and `text` go with every kind. What the program says of each case is kept in a
//! snapshot.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use workspace_tests::{Ran, program, run, run_with_input, scratch};

/// More boards than this say nothing new in a snapshot.
const MOST_BOARDS: usize = 4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cases {
    #[serde(default)]
    boards: BTreeMap<String, String>,
    #[serde(default)]
    refused: Vec<Refused>,
    #[serde(default)]
    broken: Vec<Checked>,
    #[serde(default)]
    unreadable: Vec<Checked>,
    #[serde(default)]
    valid: Vec<Checked>,
    #[serde(default)]
    solved: Vec<Solved>,
    #[serde(default)]
    largest: Vec<Largest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    name: String,
    instance: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    text: Option<String>,
    #[serde(default)]
    count: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Checked {
    name: String,
    instance: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    text: Option<String>,
    board: Option<String>,
    #[serde(default)]
    changes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solved {
    name: String,
    instance: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    text: Option<String>,
    solutions: Option<u64>,
    status: Option<String>,
    answer: Option<String>,
    #[serde(default)]
    count: bool,
    #[serde(default)]
    arguments: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Largest {
    name: String,
    instance: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    text: Option<String>,
    /// Grids that repeat one word, `9 x 9 .`, or a few rows of words, `4 x 4 2 . / . .`.
    #[serde(default)]
    filled: BTreeMap<String, String>,
}

/// The cases of the puzzle in `folder`.
pub(crate) fn read(folder: &Path) -> Result<Cases, String> {
    let path = folder.join("cases.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

impl Cases {
    /// Runs the program of the puzzle on each case, and returns what it said, or all that is not as
    /// it should be.
    pub(crate) fn run(&self, slug: &str, folder: &Path, goal: &str) -> Result<String, String> {
        let mut run = Run { slug, folder, said: String::new(), faults: self.faults(folder, goal) };
        for (instance, board) in &self.boards {
            run.right_board(instance, board, matches!(goal, "unique" | "value"));
        }
        for case in &self.refused {
            let Refused { name, instance, set, text, count } = case;
            let instance = Instance::new(instance.as_ref(), set, text.as_ref());
            run.refused(name, &instance, if *count { "count" } else { "solve" });
        }
        for (kind, code, cases) in [
            ("broken", 1, &self.broken),
            ("unreadable", 2, &self.unreadable),
            ("valid", 0, &self.valid),
        ] {
            for case in cases {
                run.checked(kind, code, case, &self.boards);
            }
        }
        for case in &self.solved {
            run.solved(case);
        }
        if run.faults.is_empty() { Ok(run.said) } else { Err(run.faults.join("\n\n")) }
    }

    /// Runs every command of the puzzle on its largest instances: all that takes too long or too much.
    pub(crate) fn run_largest(&self, slug: &str, folder: &Path) -> Result<(), String> {
        let mut run = Run { slug, folder, said: String::new(), faults: Vec::new() };
        for case in &self.largest {
            run.largest(case);
        }
        if run.faults.is_empty() { Ok(()) } else { Err(run.faults.join("\n\n")) }
    }

    /// What is wrong with the file itself.
    fn faults(&self, folder: &Path, goal: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let is_instance = |name: &str| instance_file(folder, name).exists();
        for name in ["published", "example"] {
            if is_instance(name) && goal != "count" && !self.boards.contains_key(name) {
                faults.push(format!("[boards] has no `{name}`"));
            }
        }
        for name in self.boards.keys().filter(|name| !is_instance(name)) {
            faults.push(format!("[boards] has `{name}`, and there is no instances/{name}.toml"));
        }
        let checked = [&self.broken, &self.unreadable, &self.valid].into_iter().flatten();
        let names = self.refused.iter().map(|case| &case.name);
        let names = names.chain(checked.map(|case| &case.name));
        let names = names.chain(self.solved.iter().map(|case| &case.name));
        let names = names.chain(self.largest.iter().map(|case| &case.name));
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                faults.push(format!("two cases are called `{name}`"));
            }
            let is_word =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
            if name.is_empty() || !name.bytes().all(is_word) {
                faults.push(format!("`{name}`: a name is lower-case words joined by `_`"));
            }
        }
        faults
    }
}

/// The instance of a case.
struct Instance<'a> {
    name: Option<&'a str>,
    settings: &'a [String],
    text: Option<&'a str>,
}

impl<'a> Instance<'a> {
    fn new(name: Option<&'a String>, settings: &'a [String], text: Option<&'a String>) -> Self {
        Self { name: name.map(String::as_str), settings, text: text.map(String::as_str) }
    }
}

fn instance_file(folder: &Path, name: &str) -> PathBuf {
    folder.join("instances").join(name).with_extension("toml")
}

/// The cases of a puzzle on their way through its program.
struct Run<'a> {
    slug: &'a str,
    folder: &'a Path,
    said: String,
    faults: Vec<String>,
}

impl Run<'_> {
    fn fault(&mut self, kind: &str, name: &str, what: &str) {
        self.faults.push(format!("## {kind}: {name}\n{what}"));
    }

    /// Keeps what was said of a case.
    fn keep(&mut self, kind: &str, name: &str, code: i32, said: &str) {
        if !self.said.is_empty() {
            self.said.push('\n');
        }
        let said = said.trim_end();
        writeln!(self.said, "## {kind}: {name}\nexit code {code}\n{said}").expect("a string grows");
    }

    /// Runs the program on an instance.
    fn program(
        &mut self,
        case: &str,
        instance: &Instance<'_>,
        arguments: &[&str],
        input: Option<&str>,
    ) -> Result<Ran, String> {
        let command = self.command(case, instance, arguments)?;
        Ok(match input {
            Some(input) => run_with_input(command, input),
            None => run(command),
        })
    }

    /// The program with an instance.
    fn command(
        &self,
        case: &str,
        instance: &Instance<'_>,
        arguments: &[&str],
    ) -> Result<Command, String> {
        let mut command = program(self.slug, arguments);
        // Where the instance is named from, so messages are the same wherever this stands.
        command.current_dir(self.folder);
        if let Some(text) = instance.text {
            if instance.name.is_some() {
                return Err("it has both `instance` and `text`".to_owned());
            }
            let folder = scratch(&format!("cases-{}", self.slug));
            let name = format!("{case}.toml");
            fs::create_dir_all(&folder).expect("the target folder can be written");
            fs::write(folder.join(&name), text).expect("the target folder can be written");
            command.current_dir(folder).args(["--instance", &name]);
        } else if let Some(name) = instance.name.filter(|&name| name != "published") {
            if !instance_file(self.folder, name).exists() {
                return Err(format!("there is no instances/{name}.toml"));
            }
            command.args(["--instance", &format!("instances/{name}.toml")]);
        }
        for setting in instance.settings {
            command.arg("--set").arg(setting);
        }
        Ok(command)
    }

    fn largest(&mut self, case: &Largest) {
        let Largest { name, instance, set, text, filled } = case;
        let mut settings = set.clone();
        for (key, grid) in filled {
            let Some(grid) = filled_grid(grid) else {
                let what = format!("`{grid}`: expected a grid such as `9 x 9 .`");
                return self.fault("largest", name, &what);
            };
            settings.push(format!("{key} = \"\"\"\n{grid}\n\"\"\""));
        }
        let instance = Instance::new(instance.as_ref(), &settings, text.as_ref());
        let out = scratch(&format!("largest-{}", self.slug));
        let out = out.to_str().expect("the target folder has a plain name");
        let size = self.largest_size();
        for words in [
            &["solve"][..],
            &["count"],
            &["rules"],
            &["certify", "--out", out],
            &["make", "--size", &size, "--seed", "1"],
        ] {
            let words = [words, &["--timeout", "0.1"]].concat();
            match self.command(name, &instance, &words) {
                Ok(command) => {
                    if let Err(fault) = bounded(command) {
                        self.fault("largest", name, &format!("`{}`: {fault}", words.join(" ")));
                    }
                }
                Err(fault) => return self.fault("largest", name, &fault),
            }
        }
    }

    /// The largest size that `make` accepts; it says so when asked for more.
    fn largest_size(&self) -> String {
        let ran =
            workspace_tests::solve(self.slug, &["make", "--size", "65535", "--timeout", "0.1"]);
        let last = ran.stderr.trim_end().rsplit(' ').next().unwrap_or_default();
        if last.parse::<u16>().is_ok() { last } else { "64" }.to_owned()
    }

    fn right_board(&mut self, name: &str, board: &str, is_unique: bool) {
        let kind = "boards";
        let named = name.to_owned();
        let instance = Instance::new(Some(&named), &[], None);
        let checked = match self.program(name, &instance, &["check", "--board", "-"], Some(board)) {
            Ok(ran) if ran.code == Some(0) => ran.stdout,
            Ok(ran) => {
                return self.fault(kind, name, &format!("expected `check` to accept it\n{ran}"));
            }
            Err(fault) => return self.fault(kind, name, &fault),
        };
        self.keep(kind, name, 0, &checked);
        if !is_unique {
            return;
        }
        let arguments = ["solve", "--format", "json", "--timeout", "60"];
        match self.program(name, &instance, &arguments, None) {
            Ok(ran) if ran.code == Some(0) => {
                let boards = &ran.json()["boards"];
                if boards.as_array().is_none_or(|boards| boards.len() != 1)
                    || boards[0].as_str().map(str::trim_end) != Some(board.trim())
                {
                    let what = format!("expected `solve` to find this alone:\n{}", board.trim());
                    self.fault(kind, name, &format!("{what}\n{ran}"));
                }
            }
            Ok(ran) => self.fault(kind, name, &format!("expected `solve` to find it\n{ran}")),
            Err(fault) => self.fault(kind, name, &fault),
        }
    }

    fn refused(&mut self, name: &str, instance: &Instance<'_>, command: &str) {
        match self.program(name, instance, &[command, "--timeout", "60"], None) {
            Ok(ran) if ran.code == Some(2) && ran.stdout.is_empty() => {
                self.keep("refused", name, 2, &ran.stderr);
            }
            Ok(ran) => {
                self.fault("refused", name, &format!("expected exit code 2 and no output\n{ran}"));
            }
            Err(fault) => self.fault("refused", name, &fault),
        }
    }

    fn checked(
        &mut self,
        kind: &str,
        code: i32,
        case: &Checked,
        boards: &BTreeMap<String, String>,
    ) {
        let Checked { name, instance, set, text, .. } = case;
        let ran = changed_board(case, boards).and_then(|board| {
            let instance = Instance::new(instance.as_ref(), set, text.as_ref());
            self.program(name, &instance, &["check", "--board", "-"], Some(&board))
        });
        match ran {
            Ok(ran) if ran.code == Some(code) => {
                self.keep(kind, name, code, &(ran.stdout + &ran.stderr));
            }
            Ok(ran) => self.fault(kind, name, &format!("expected exit code {code}\n{ran}")),
            Err(fault) => self.fault(kind, name, &fault),
        }
    }

    fn solved(&mut self, case: &Solved) {
        let Solved { name, instance, set, text, solutions, status, answer, count, arguments } =
            case;
        let kind = "solved";
        let has_result = status.is_some() || answer.is_some();
        if solutions.is_none() && (!has_result || *count) {
            return self.fault(kind, name, "it says neither `solutions`, `status` nor `answer`");
        }
        let mut words = vec![if *count { "count" } else { "solve" }];
        if solutions.is_some() && !count {
            words.extend(["--limit", "all"]);
        }
        words.extend(["--format", "json", "--timeout", "60"]);
        words.extend(arguments.iter().map(String::as_str));
        let instance = Instance::new(instance.as_ref(), set, text.as_ref());
        let ran = match self.program(name, &instance, &words, None) {
            Ok(ran) if matches!(ran.code, Some(0 | 1)) => ran,
            Ok(ran) => return self.fault(kind, name, &format!("expected a result\n{ran}")),
            Err(fault) => return self.fault(kind, name, &fault),
        };
        let report = ran.json();
        let word = report["status"].as_str().unwrap_or_default().to_owned();
        if let Some(expected) = solutions
            && (report["solutions"].as_u64() != Some(*expected) || report["complete"] != true)
        {
            let what = format!("expected {expected} solutions and a complete search\n{ran}");
            self.fault(kind, name, &what);
        }
        if let Some(status) = status.as_ref().filter(|status| **status != word) {
            self.fault(kind, name, &format!("expected the status `{status}`\n{ran}"));
        }
        if let Some(answer) = answer.as_deref()
            && Some(answer) != report["answer"].as_str()
        {
            self.fault(kind, name, &format!("expected the answer `{answer}`\n{ran}"));
        }
        let mut said = format!("status: {word}\n");
        let mut say = |line: std::fmt::Arguments<'_>| {
            said.write_fmt(line).expect("a string grows");
            said.push('\n');
        };
        if let Some(answer) = report["answer"].as_str() {
            say(format_args!("answer: {answer}"));
        }
        if solutions.is_none() {
            say(format_args!("stopped: {}", report["stopped"].as_str().unwrap_or("no")));
        } else {
            say(format_args!("solutions: {}", report["solutions"]));
            for (name, remark) in report["remarks"].as_object().into_iter().flatten() {
                say(format_args!("{name}: {}", remark.as_str().unwrap_or_default()));
            }
            let boards = report["boards"].as_array().map_or(&[][..], Vec::as_slice);
            for board in boards.iter().filter(|_| boards.len() <= MOST_BOARDS) {
                say(format_args!("\n{}", board.as_str().unwrap_or_default()));
            }
        }
        self.keep(kind, name, ran.code.unwrap_or(0), &said);
    }
}

/// The grid that a text such as `9 x 9 .` or `4 x 4 2 . / . .` describes.
fn filled_grid(text: &str) -> Option<String> {
    let (rows, rest) = text.split_once(" x ")?;
    let (columns, pattern) = rest.split_once(' ')?;
    let columns = columns.parse().ok()?;
    let pattern = pattern.split('/').map(|row| vec![row.trim(); columns].join(" "));
    let pattern = pattern.collect::<Vec<_>>().join("\n");
    Some(vec![pattern; rows.parse().ok()?].join("\n"))
}

/// The most that a command may take that has a tenth of a second: seconds of the clock, far more than
/// half a second too many, for the tests are not alone on the machine; and bytes.
const MOST_SECONDS: f64 = 5.0;
const MOST_MEMORY: u64 = 500 << 20;

/// Runs a command: it has to end by itself, in time, and within its memory.
fn bounded(mut command: Command) -> Result<(), String> {
    let silent = || Stdio::null();
    let start = Instant::now();
    let child = command.stdin(silent()).stdout(silent()).stderr(silent()).spawn();
    let mut child = child.map_err(|error| format!("cannot start: {error}"))?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut memory = 0;
    loop {
        if let Some(code) = child.try_wait().expect("a child can be waited for") {
            if !matches!(code.code(), Some(0..=2)) {
                return Err(format!("ended with {code}"));
            }
            break;
        }
        // The peak so far, where the system tells.
        memory = memory.max(peak_memory(&status).unwrap_or(0));
        if start.elapsed().as_secs_f64() > 4.0 * MOST_SECONDS {
            let _ = child.kill();
            let _ = child.wait();
            return Err("does not end".to_owned());
        }
        thread::sleep(Duration::from_millis(4));
    }
    let seconds = start.elapsed().as_secs_f64();
    if seconds > MOST_SECONDS {
        return Err(format!("took {seconds:.1} s"));
    }
    if memory > MOST_MEMORY {
        return Err(format!("took {} MiB", memory >> 20));
    }
    Ok(())
}

/// The largest memory that a process has had, in bytes, as Linux tells it.
fn peak_memory(status: &Path) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// The board of a case: the one that it holds, or its changes made to the right board.
fn changed_board(case: &Checked, boards: &BTreeMap<String, String>) -> Result<String, String> {
    match (&case.board, case.changes.is_empty()) {
        (Some(board), true) => return Ok(board.clone()),
        (None, false) => {}
        _ => return Err("it needs either `board` or `changes`".to_owned()),
    }
    if case.text.is_some() {
        return Err("`text` needs a whole `board`".to_owned());
    }
    let instance = case.instance.as_deref().unwrap_or("published");
    let board = boards.get(instance).ok_or_else(|| format!("[boards] has no `{instance}`"))?;
    let mut rows: Vec<Vec<&str>> =
        board.trim().lines().map(|line| line.split_whitespace().collect()).collect();
    for (cell, token) in &case.changes {
        let token_there = place(cell).and_then(|(row, column)| rows.get_mut(row)?.get_mut(column));
        let there = token_there.ok_or_else(|| format!("`{cell}` is no cell of the board"))?;
        if there == token {
            return Err(format!("`{cell}` is `{token}` already"));
        }
        *there = token;
    }
    let rows: Vec<_> = rows.iter().map(|row| row.join(" ")).collect();
    Ok(rows.join("\n") + "\n")
}

/// Row and column, both from 0, of a cell such as `r1c12`.
fn place(cell: &str) -> Option<(usize, usize)> {
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((index(row)?, index(column)?))
}
