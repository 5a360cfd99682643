//! The cases of one puzzle: `cases.toml` in its folder.
//!
//! ```toml
//! # The right board of each instance. `check` accepts it, and where the goal is a unique solution,
//! # `solve` finds this board and no other. In a text of one line, ` / ` begins the next line.
//! boards.published = "5 . . / . 4 4 / . 4 ."
//!
//! # Instances for cases only; all others are files in instances/.
//! instances.empty = { givens = ". . / . .", sums.rows = ". ." }
//!
//! # Instances that are refused: exit code 2.
//! refused.a_sum_of_0 = { set = "region_sum=0", says = "expected a number from 1" }
//!
//! # Boards that break a rule: `check` ends with exit code 1.
//! broken.a_full_block = { board = "4 4 . / 4 4 . / . . .", says = "the 2 x 2 block" }
//! broken.another_given = { changes = { r1c1 = "4" }, says = "instead of the given 5" }
//!
//! # Texts that are no board: `check` ends with exit code 2.
//! unreadable.a_letter = { board = "x", says = "expected a number" }
//!
//! # Boards that keep the rules: `check` says so, with the answer.
//! valid.without_givens = { instance = "empty", board = "1 2 / 2 1" }
//!
//! # Results of instances, by the number of solutions of a complete search, or by status or answer.
//! solved.all_boards = { instance = "empty", solutions = 12 }
//! solved.more_than_one = { instance = "empty", status = "ambiguous" }
//! solved.a_shorter_row = { set = "length=3", answer = "41/140" }
//!
//! # The largest instances that are accepted: every command ends in time, and within its memory.
//! largest.nothing_is_given = { filled = { givens = "9 x 9 ." } }
//! ```
//!
//! The instance of a case is the published one unless one of these keys is given:
//! - `instance`: the name of another instance, or the whole instance as a table;
//! - `text`: the whole instance as a text, if its format matters;
//! - `set`: lines of TOML that override the instance, as for `--set`, one or a list of them;
//! - `filled`: grids that override the instance by repeating one word, `9 x 9 .`, or a few rows of
//!   words, `4 x 4 2 . / . .`.
//!
//! Its board is the right board of the instance unless `board` holds another; `changes` replaces
//! words of the right board. `solved` also takes `arguments` for the command line, and `count =
//! true` to have the solutions counted by `count`, as `refused` does.
//!
//! `refused`, `broken` and `unreadable` also need `says`: words of the message, those that name the
//! rule which the case is about. So a case cannot be refused for another reason unnoticed.
//!
//! A case with only one of these keys may be written without the table: `board` in `valid`,
//! `solutions` in `solved`, `set` in `largest`. The program's output for each case is kept in a
//! snapshot.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use toml::{Table, Value};
use workspace_tests::{program, run, run_with_input, scratch};

/// Most boards in a snapshot.
const MOST_BOARDS: usize = 4;

/// The cases of a puzzle.
pub(crate) struct Cases {
    boards: BTreeMap<String, String>,
    instances: BTreeMap<String, Table>,
    /// The cases by kind, then in the order of the file.
    list: Vec<Case>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Kind {
    #[default]
    Refused,
    Broken,
    Unreadable,
    Valid,
    Solved,
    Largest,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Refused, Self::Broken, Self::Unreadable, Self::Valid, Self::Solved, Self::Largest];

    fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Broken => "broken",
            Self::Unreadable => "unreadable",
            Self::Valid => "valid",
            Self::Solved => "solved",
            Self::Largest => "largest",
        }
    }

    /// Returns the keys of its cases besides those of the instance. The first is the one that a
    /// case may have without a table.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Refused => &["set", "count", "says"],
            Self::Broken | Self::Unreadable => &["board", "changes", "says"],
            Self::Valid => &["board", "changes"],
            Self::Solved => &["solutions", "status", "answer", "count", "arguments"],
            Self::Largest => &["set"],
        }
    }
}

/// The keys that describe the instance of a case.
const INSTANCE_KEYS: [&str; 4] = ["instance", "text", "set", "filled"];

/// A case of any kind: see the header of this file.
#[derive(Deserialize)]
struct Case {
    #[serde(skip)]
    kind: Kind,
    #[serde(skip)]
    name: String,
    instance: Option<Value>,
    text: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    filled: BTreeMap<String, String>,
    board: Option<String>,
    #[serde(default)]
    changes: BTreeMap<String, String>,
    solutions: Option<u64>,
    status: Option<String>,
    answer: Option<String>,
    #[serde(default)]
    count: bool,
    #[serde(default)]
    arguments: Vec<String>,
    says: Option<String>,
}

impl Case {
    /// Reads a case, written as a table or as the value of one of its keys.
    fn read(kind: Kind, name: String, value: Value) -> Result<Self, String> {
        let mut table = match value {
            Value::Table(table) => table,
            value => Table::from_iter([(kind.keys()[0].to_owned(), value)]),
        };
        let is_known = |key: &str| kind.keys().contains(&key) || INSTANCE_KEYS.contains(&key);
        if let Some(key) = table.keys().find(|key| !is_known(key)) {
            return Err(format!("{}.{name}: unexpected key `{key}`", kind.word()));
        }
        for key in ["set", "arguments"] {
            if let Some(value) = table.get_mut(key)
                && value.is_str()
            {
                *value = Value::Array(vec![value.clone()]);
            }
        }
        let read = table.try_into::<Self>();
        let read = read.map_err(|error| format!("{}.{name}: {error}", kind.word()))?;
        Ok(Self { kind, name, ..read })
    }
}

/// Reads the cases of the puzzle in `folder`.
pub(crate) fn read(folder: &Path) -> Result<Cases, String> {
    let path = folder.join("cases.toml");
    let text = fs::read_to_string(&path).map_err(|error| error.to_string());
    text.and_then(|text| parse(&text)).map_err(|error| format!("{}: {error}", path.display()))
}

fn parse(text: &str) -> Result<Cases, String> {
    let mut sections: BTreeMap<String, Table> =
        toml::from_str(text).map_err(|error| error.to_string())?;
    let mut list = Vec::new();
    for kind in Kind::ALL {
        for (name, value) in sections.remove(kind.word()).into_iter().flatten() {
            list.push(Case::read(kind, name, value)?);
        }
    }
    let boards: BTreeMap<String, String> = section(&mut sections, "boards")?;
    let boards = boards.into_iter().map(|(name, board)| (name, lines(&board))).collect();
    let instances = section(&mut sections, "instances")?;
    match sections.keys().next() {
        Some(kind) => Err(format!("`{kind}` is not a kind of cases")),
        None => Ok(Cases { boards, instances, list }),
    }
}

fn section<T: Deserialize<'static> + Default>(
    sections: &mut BTreeMap<String, Table>,
    name: &str,
) -> Result<T, String> {
    let table = sections.remove(name).unwrap_or_default();
    table.try_into().map_err(|error| format!("{name}: {error}"))
}

/// Returns the lines of a text: in a text of one line, ` / ` begins the next.
fn lines(text: &str) -> String {
    if text.contains('\n') { text.to_owned() } else { text.replace(" / ", "\n") }
}

/// Returns an instance with the lines of its texts.
fn with_lines(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(lines(&text)),
        Value::Array(values) => Value::Array(values.into_iter().map(with_lines).collect()),
        Value::Table(table) => {
            Value::Table(table.into_iter().map(|(key, value)| (key, with_lines(value))).collect())
        }
        value => value,
    }
}

impl Cases {
    /// Runs the program of the puzzle on each case, and returns its output, or all failures.
    pub(crate) fn run(&self, slug: &str, folder: &Path, goal: &str) -> Result<String, String> {
        let faults = self.faults(folder, goal);
        let mut run = Run { slug, folder, cases: self, said: String::new(), faults };
        for (instance, board) in &self.boards {
            run.right_board(instance, board, matches!(goal, "unique" | "value"));
        }
        for case in &self.list {
            match case.kind {
                Kind::Refused => run.refused(case),
                Kind::Broken => run.checked(case, 1),
                Kind::Unreadable => run.checked(case, 2),
                Kind::Valid => run.checked(case, 0),
                Kind::Solved => run.solved(case),
                Kind::Largest => {}
            }
        }
        if run.faults.is_empty() { Ok(run.said) } else { Err(run.faults.join("\n\n")) }
    }

    /// Runs every command of the puzzle on its largest instances: returns those that exceed time or
    /// memory.
    pub(crate) fn run_largest(&self, slug: &str, folder: &Path) -> Result<(), String> {
        let mut run = Run { slug, folder, cases: self, said: String::new(), faults: Vec::new() };
        for case in self.list.iter().filter(|case| case.kind == Kind::Largest) {
            run.largest(case);
        }
        if run.faults.is_empty() { Ok(()) } else { Err(run.faults.join("\n\n")) }
    }

    /// Returns the errors of the file itself.
    fn faults(&self, folder: &Path, goal: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let is_instance = |name: &str| instance_file(folder, name).exists();
        for name in ["published", "example"] {
            if is_instance(name) && goal != "count" && !self.boards.contains_key(name) {
                faults.push(format!("`boards` has no `{name}`"));
            }
        }
        for name in self.boards.keys().filter(|name| !is_instance(name)) {
            faults.push(format!("`boards` has `{name}`, and there is no instances/{name}.toml"));
        }
        for name in self.instances.keys() {
            if is_instance(name) {
                faults.push(format!("`instances` has `{name}`, as instances/ has"));
            }
            let is_used =
                |case: &Case| case.instance.as_ref().and_then(Value::as_str) == Some(name);
            if !self.list.iter().any(is_used) {
                faults.push(format!("no case uses the instance `{name}`"));
            }
        }
        let mut seen = BTreeSet::new();
        for Case { name, .. } in &self.list {
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

fn instance_file(folder: &Path, name: &str) -> PathBuf {
    folder.join("instances").join(name).with_extension("toml")
}

/// A run of a puzzle's program on its cases.
struct Run<'a> {
    slug: &'a str,
    folder: &'a Path,
    cases: &'a Cases,
    said: String,
    faults: Vec<String>,
}

impl Run<'_> {
    fn fault(&mut self, kind: &str, name: &str, what: &str) {
        self.faults.push(format!("## {kind}: {name}\n{what}"));
    }

    fn case_fault(&mut self, case: &Case, what: &str) {
        self.fault(case.kind.word(), &case.name, what);
    }

    /// Records the output for a case.
    fn keep(&mut self, kind: &str, name: &str, code: i32, said: &str) {
        if !self.said.is_empty() {
            self.said.push('\n');
        }
        let said = said.trim_end();
        writeln!(self.said, "## {kind}: {name}\nexit code {code}\n{said}").expect("a string grows");
    }

    /// Returns the program with an instance that has a file.
    fn command(&self, instance: &str, arguments: &[&str]) -> Command {
        let mut command = program(self.slug, arguments);
        // Relative paths make messages independent of the workspace's location.
        command.current_dir(self.folder);
        if instance != "published" {
            command.args(["--instance", &format!("instances/{instance}.toml")]);
        }
        command
    }

    /// Returns the program with the instance of a case.
    fn case_command(&self, case: &Case, arguments: &[&str]) -> Result<Command, String> {
        let mut command = match self.instance_text(case)? {
            Ok(text) => {
                let folder = scratch(&format!("cases-{}", self.slug));
                let name = format!("{}.toml", case.name);
                fs::create_dir_all(&folder).expect("the target folder can be written");
                fs::write(folder.join(&name), text).expect("the target folder can be written");
                let mut command = program(self.slug, arguments);
                command.current_dir(folder).args(["--instance", &name]);
                command
            }
            Err(name) => self.command(name, arguments),
        };
        for setting in &case.set {
            command.arg("--set").arg(setting.replace(" / ", r"\n"));
        }
        for (key, grid) in &case.filled {
            let filled = filled_grid(grid);
            let grid = filled.ok_or(format!("`{grid}`: expected a grid such as `9 x 9 .`"))?;
            command.arg("--set").arg(format!("{key} = \"\"\"\n{grid}\n\"\"\""));
        }
        Ok(command)
    }

    /// Returns the instance of a case, before any overrides: its text, or the name of its file.
    fn instance_text<'a>(&self, case: &'a Case) -> Result<Result<String, &'a str>, String> {
        let table = match (&case.text, &case.instance) {
            (Some(text), None) => return Ok(Ok(text.clone())),
            (None, None) => return Ok(Err("published")),
            (None, Some(Value::Table(table))) => table,
            (None, Some(Value::String(name))) => match self.cases.instances.get(name) {
                Some(table) => table,
                None if instance_file(self.folder, name).exists() => return Ok(Err(name)),
                None => return Err(format!("there is no instance `{name}`")),
            },
            (Some(_), Some(_)) => return Err("it has both `instance` and `text`".to_owned()),
            (None, Some(_)) => return Err("`instance`: expected a name or a table".to_owned()),
        };
        let text = toml::to_string(&with_lines(Value::Table(table.clone())));
        Ok(Ok(text.map_err(|error| error.to_string())?))
    }

    fn largest(&mut self, case: &Case) {
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
            match self.case_command(case, &words) {
                Ok(command) => {
                    let fault = match bounded(command) {
                        Ok(2) if words[0] == "solve" => "the instance is refused".to_owned(),
                        Ok(_) => continue,
                        Err(fault) => fault,
                    };
                    self.case_fault(case, &format!("`{}`: {fault}", words.join(" ")));
                }
                Err(fault) => return self.case_fault(case, &fault),
            }
        }
    }

    /// Returns the largest size that `make` accepts; it is named in the error for a larger one.
    fn largest_size(&self) -> String {
        let ran =
            workspace_tests::solve(self.slug, &["make", "--size", "65535", "--timeout", "0.1"]);
        let last = ran.stderr.trim_end().rsplit(' ').next().unwrap_or_default();
        if last.parse::<u16>().is_ok() { last } else { "64" }.to_owned()
    }

    fn right_board(&mut self, name: &str, board: &str, is_unique: bool) {
        let kind = "boards";
        let ran = run_with_input(self.command(name, &["check", "--board", "-"]), board);
        if ran.code != Some(0) {
            return self.fault(kind, name, &format!("expected `check` to accept it\n{ran}"));
        }
        self.keep(kind, name, 0, &ran.stdout);
        if !is_unique {
            return;
        }
        let ran = run(self.command(name, &["solve", "--format", "json", "--timeout", "240"]));
        if ran.code != Some(0) {
            return self.fault(kind, name, &format!("expected `solve` to find it\n{ran}"));
        }
        let boards = &ran.json()["boards"];
        if boards.as_array().is_none_or(|boards| boards.len() != 1)
            || boards[0].as_str().map(str::trim_end) != Some(board.trim())
        {
            let what = format!("expected `solve` to find this alone:\n{}", board.trim());
            self.fault(kind, name, &format!("{what}\n{ran}"));
        }
    }

    fn refused(&mut self, case: &Case) {
        let command = if case.count { "count" } else { "solve" };
        match self.case_command(case, &[command, "--timeout", "240"]).map(run) {
            Ok(ran) if ran.code == Some(2) && ran.stdout.is_empty() => {
                self.look_for_words(case, &ran.stderr);
                self.keep("refused", &case.name, 2, &ran.stderr);
            }
            Ok(ran) => self.case_fault(case, &format!("expected exit code 2 and no output\n{ran}")),
            Err(fault) => self.case_fault(case, &fault),
        }
    }

    fn checked(&mut self, case: &Case, code: i32) {
        let ran = self.board(case).and_then(|board| {
            let command = self.case_command(case, &["check", "--board", "-"])?;
            Ok(run_with_input(command, &board))
        });
        match ran {
            Ok(ran) if ran.code == Some(code) => {
                let said = ran.stdout + &ran.stderr;
                self.look_for_words(case, &said);
                self.keep(case.kind.word(), &case.name, code, &said);
            }
            Ok(ran) => self.case_fault(case, &format!("expected exit code {code}\n{ran}")),
            Err(fault) => self.case_fault(case, &fault),
        }
    }

    /// Looks for the words of a case in the message of the program.
    fn look_for_words(&mut self, case: &Case, said: &str) {
        if !case.kind.keys().contains(&"says") {
            return;
        }
        let said = said.trim_end();
        let fault = match case.says.as_deref() {
            None | Some("") => format!(
                "its table needs `says`: the words of this message that name the broken rule\n{said}"
            ),
            Some(words) if !said.contains(words) => format!(
                "expected the words {words:?}; if the case is about the rule that this message names, \
                 put words of it in `says`, else change the case\n{said}"
            ),
            Some(_) => return,
        };
        self.case_fault(case, &fault);
    }

    /// Returns the board of a case: its own, or the right one of its instance with some changes.
    fn board(&self, case: &Case) -> Result<String, String> {
        match &case.board {
            Some(board) if case.changes.is_empty() => return Ok(lines(board)),
            Some(_) => return Err("it has both `board` and `changes`".to_owned()),
            None => {}
        }
        let instance = match (&case.instance, &case.text) {
            (None, None) => Some("published"),
            (instance, _) => instance.as_ref().and_then(Value::as_str),
        };
        let right = instance.and_then(|name| self.cases.boards.get(name));
        let right = right.ok_or("it needs a `board`, as `boards` has none of its instance")?;
        changed(right, &case.changes)
    }

    fn solved(&mut self, case: &Case) {
        let Case { solutions, status, answer, .. } = case;
        let has_result = status.is_some() || answer.is_some();
        if solutions.is_none() && (!has_result || case.count) {
            return self.case_fault(case, "it says neither `solutions`, `status` nor `answer`");
        }
        let mut words = vec![if case.count { "count" } else { "solve" }];
        if solutions.is_some() && !case.count {
            words.extend(["--limit", "all"]);
        }
        words.extend(["--format", "json", "--timeout", "240"]);
        words.extend(case.arguments.iter().flat_map(|words| words.split(' ')));
        let ran = match self.case_command(case, &words).map(run) {
            Ok(ran) if matches!(ran.code, Some(0 | 1)) => ran,
            Ok(ran) => return self.case_fault(case, &format!("expected a result\n{ran}")),
            Err(fault) => return self.case_fault(case, &fault),
        };
        let report = ran.json();
        let word = report["status"].as_str().unwrap_or_default().to_owned();
        if let Some(expected) = solutions
            && (report["solutions"].as_u64() != Some(*expected) || report["complete"] != true)
        {
            let what = format!("expected {expected} solutions and a complete search\n{ran}");
            self.case_fault(case, &what);
        }
        if let Some(status) = status.as_ref().filter(|status| **status != word) {
            self.case_fault(case, &format!("expected the status `{status}`\n{ran}"));
        }
        if let Some(answer) = answer.as_deref()
            && Some(answer) != report["answer"].as_str()
        {
            self.case_fault(case, &format!("expected the answer `{answer}`\n{ran}"));
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
        self.keep(case.kind.word(), &case.name, ran.code.unwrap_or(0), &said);
    }
}

/// Expands a text such as `9 x 9 .` or `4 x 4 2 . / . .` to a grid.
fn filled_grid(text: &str) -> Option<String> {
    let (rows, rest) = text.split_once(" x ")?;
    let (columns, pattern) = rest.split_once(' ')?;
    let columns = columns.parse().ok()?;
    let pattern = pattern.split('/').map(|row| vec![row.trim(); columns].join(" "));
    let pattern = pattern.collect::<Vec<_>>().join("\n");
    Some(vec![pattern; rows.parse().ok()?].join("\n"))
}

/// Limits of a command with a time-out of a tenth of a second: wall seconds, generous since the
/// machine is shared, and bytes.
const MOST_SECONDS: f64 = 5.0;
const MOST_MEMORY: u64 = 500 << 20;

/// Runs a command, which must end by itself, in time, and within its memory: returns its exit code.
fn bounded(mut command: Command) -> Result<i32, String> {
    let silent = || Stdio::null();
    let start = Instant::now();
    let child = command.stdin(silent()).stdout(silent()).stderr(silent()).spawn();
    let mut child = child.map_err(|error| format!("cannot start: {error}"))?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut memory = 0;
    let code = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            match status.code() {
                Some(code @ 0..=2) => break code,
                _ => return Err(format!("ended with {status}")),
            }
        }
        // The peak so far, if the system provides it.
        memory = memory.max(peak_memory(&status).unwrap_or(0));
        if start.elapsed().as_secs_f64() > 4.0 * MOST_SECONDS {
            let _ = child.kill();
            let _ = child.wait();
            return Err("does not end".to_owned());
        }
        thread::sleep(Duration::from_millis(4));
    };
    let seconds = start.elapsed().as_secs_f64();
    if seconds > MOST_SECONDS {
        return Err(format!("took {seconds:.1} s"));
    }
    if memory > MOST_MEMORY {
        return Err(format!("took {} MiB", memory >> 20));
    }
    Ok(code)
}

/// Returns the largest memory that a process has had, in bytes, from Linux.
fn peak_memory(status: &Path) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Returns a board with other words in some of its cells.
fn changed(board: &str, changes: &BTreeMap<String, String>) -> Result<String, String> {
    let mut rows: Vec<Vec<&str>> =
        board.trim().lines().map(|line| line.split_whitespace().collect()).collect();
    for (cell, token) in changes {
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

/// Returns row and column, both from 0, of a cell such as `r1c12`.
fn place(cell: &str) -> Option<(usize, usize)> {
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((index(row)?, index(column)?))
}
