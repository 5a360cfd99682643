//! Commands of this program on an instance, each in a process of its own that is watched: how it
//! ends, how long it takes, and its memory.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use protocol::Report;
use puzzle::Rng;

use super::SelfCheck;
use super::spoil::Tokens;
use crate::Session;
use crate::child::{self, Said};

/// How long after its time limit a command may end, in CPU time: work is stopped after 0.25 s at
/// the latest, and the rest is for starting and printing. On a busy machine, wall time would blame
/// the command for others' work.
const LATE: Duration = Duration::from_millis(500);

/// Wall time after the time limit at which a command is killed, even on a busy machine.
const STUCK: Duration = Duration::from_secs(20);

/// Most memory of a command in bytes.
const MOST_MEMORY: u64 = 500 << 20;

/// How many boards are made from a solution.
const BOARDS: usize = 3;

/// The commands that need an instance only. `bench` is omitted: its memory is not limited, since
/// checking that would disturb its measurements.
const COMMANDS: [&str; 15] = [
    "solve --limit all",
    "solve --strategy rules",
    "count",
    "draw",
    "draw --empty",
    "show",
    "fill",
    "trace",
    "rules",
    "explain",
    "explain --format json",
    "hint",
    "hint --format json",
    "clash",
    "improve --seeds 1..9",
];

/// The commands that judge, complete or draw a board.
const BOARD_COMMANDS: [&str; 5] = [
    "check --board",
    "check --partial --board",
    "draw --board",
    "hint --board",
    "hint --mistake --board",
];

/// The commands that no valid instance may be refused by.
const MUST_WORK: [&str; 4] = ["solve --format json", "draw", "draw --empty", "show"];

/// Runs commands on instances, which are in files of a temporary folder.
pub(super) struct Runner<'s> {
    session: &'s Session,
    folder: PathBuf,
    /// Time limit of each command.
    time: Duration,
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        // Files that cannot be removed are harmless.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl<'s> Runner<'s> {
    pub(super) fn new(session: &'s Session, time: Duration) -> Result<Self> {
        let folder = env::temp_dir().join(format!("selfcheck-{}", process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self { session, folder, time })
    }

    /// Runs all commands on an instance, and on boards made from its solution, if it is found.
    ///
    /// # Errors
    /// If one of them fails, ends too late or takes too much memory.
    pub(super) fn all(
        &self,
        instance: &str,
        random: &mut Rng,
        report: &mut SelfCheck,
    ) -> Result<()> {
        let solved = self.solve(instance, report)?;
        for command in COMMANDS {
            self.run(command, None, report)?;
        }
        let out = self.folder.display().to_string();
        self.run("certify --out", Some(&out), report)?;
        let solution = solved.as_ref().and_then(|solved| solved.boards.first());
        let solution = solution.map_or(instance, String::as_str);
        let board = self.folder.join("board.txt");
        for _ in 0..BOARDS {
            let text = Tokens::of(solution).spoilt(random);
            write(&board, &text)?;
            for command in BOARD_COMMANDS {
                let ran = self.run(command, Some(&board.display().to_string()), report);
                ran.with_context(|| format!("on the board\n{text}\n"))?;
            }
        }
        let (size, seed) = (random.u8(1..=30).to_string(), random.u16(..).to_string());
        self.run(&format!("make --seed {seed} --size"), Some(&size), report)?;
        Ok(())
    }

    /// Solves an instance, on which the next commands run, too. Returns `None` if the time was up
    /// before the search began, as on a busy machine.
    pub(super) fn solve(&self, instance: &str, report: &mut SelfCheck) -> Result<Option<Report>> {
        write(&self.instance(), instance)?;
        let solved = self.run("solve --format json", None, report)?;
        if solved.stdout.is_empty() && solved.status.code() == Some(1) {
            return Ok(None);
        }
        serde_json::from_str(&solved.stdout).context("`solve` has no report")
    }

    fn instance(&self) -> PathBuf {
        self.folder.join("instance.toml")
    }

    /// Runs a command, given as words and one last argument.
    ///
    /// # Errors
    /// If it fails, or ends too late, twice in case the machine was busy.
    pub(super) fn run(
        &self,
        words: &str,
        last: Option<&str>,
        report: &mut SelfCheck,
    ) -> Result<Said> {
        for is_last in [false, true] {
            let mut command = Command::new(env::current_exe()?);
            command.args(words.split(' ')).args(last).stdin(Stdio::null());
            command.args(["--timeout", &self.time.as_secs_f64().to_string()]);
            if !words.starts_with("make") {
                command.arg("--instance").arg(self.instance());
            }
            let (start, before) = (Instant::now(), children());
            let is_stopped = || self.session.clock.stopped().is_some();
            let said = child::run(&mut command, self.time + STUCK, is_stopped);
            let said = said.with_context(|| format!("cannot run `{words}`"))?;
            let Some(said) = said else { bail!("interrupted") };
            let (cpu, memory) = children();
            let late = start.elapsed().min(cpu.saturating_sub(before.0)).saturating_sub(self.time);
            report.commands += 1;
            report.latest = report.latest.max(late.as_secs_f64());
            report.memory = report.memory.max(memory);
            let is_proper = match said.status.code() {
                Some(0 | 1) => true,
                // The instance is valid; the board may not be, or the puzzle has no such command.
                Some(2) => !MUST_WORK.contains(&words),
                _ => false,
            };
            ensure!(is_proper, "`{words}`: {}: {}", said.status, said.stderr);
            ensure!(memory <= MOST_MEMORY, "`{words}` takes {} MiB", memory >> 20);
            if late <= LATE {
                return Ok(said);
            }
            ensure!(!is_last, "`{words}` ends {late:?} after its time limit of {:?}", self.time);
        }
        unreachable!("the last run is returned or is an error")
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the CPU time of all ended child processes, which run one after the other, and the
/// largest memory of one of them in bytes.
#[cfg(unix)]
fn children() -> (Duration, u64) {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return (Duration::MAX, 0) };
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    // macOS counts bytes, the others KiB.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1 << 10 };
    let memory = u64::try_from(usage.max_rss()).unwrap_or(0) * unit;
    (Duration::from_micros(microseconds.unsigned_abs()), memory)
}

/// Returns the wall time, since CPU time and memory are not known on this system.
#[cfg(not(unix))]
fn children() -> (Duration, u64) {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    (START.elapsed(), 0)
}
