//! Running untrusted programs, limited in time and output.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::INTERRUPT;

/// Limit of output in bytes; the rest is cut.
pub(crate) const MOST_OUTPUT: usize = 16 << 20;

/// How long a process that was asked to stop may take to do so.
const GRACE: Duration = Duration::from_secs(2);

/// How a process ended, with its output.
pub(crate) struct ProcessOutput {
    pub(crate) stdout: Output,
    pub(crate) stderr: Output,
    /// `None` if it was killed because its time was up.
    pub(crate) status: Option<ExitStatus>,
}

/// What a process wrote, up to the limit.
pub(crate) struct Output {
    bytes: Vec<u8>,
    pub(crate) was_cut: bool,
}

impl Output {
    /// Returns it as text; invalid UTF-8 is replaced.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Runs a program with nothing on its standard input. Two seconds past `timeout`, or past Ctrl-C,
/// its process group is killed.
pub(crate) fn run(
    program: &Path,
    arguments: &[String],
    timeout: Option<Duration>,
) -> Result<ProcessOutput> {
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group::lead(&mut command);
    let mut child = command.spawn().with_context(|| format!("cannot run {}", program.display()))?;
    let stdout = collect(child.stdout.take().expect("the output is piped"));
    let stderr = collect(child.stderr.take().expect("the errors are piped"));
    let time = timeout.and_then(|timeout| timeout.checked_add(GRACE));
    let in_time = wait_for_end(&mut child, time)?;
    // Leftover child processes would hold its output open. It is killed while the process still
    // waits to be reaped: afterwards its number may be that of another group.
    group::kill(&mut child);
    let status = child.wait().context("cannot wait for a process")?;
    let status = in_time.then_some(status);
    let join = |reader: JoinHandle<Output>| reader.join().expect("a reader does not panic");
    Ok(ProcessOutput { stdout: join(stdout), stderr: join(stderr), status })
}

/// Runs a puzzle's program and returns what it prints; `None` if it prints nothing or does not end
/// in time.
///
/// # Errors
/// If the program fails: the error is its message.
pub(crate) fn output_within(
    program: &Path,
    arguments: &[&str],
    timeout: Duration,
) -> Result<Option<String>> {
    let seconds = timeout.as_secs_f64().to_string();
    let arguments: Vec<_> =
        arguments.iter().chain(&["--timeout", &seconds]).map(ToString::to_string).collect();
    let ended = run(program, &arguments, Some(timeout))?;
    let Some(status) = ended.status else { return Ok(None) };
    let said = ended.stderr.text();
    let said = said.trim().trim_start_matches("error: ");
    ensure!(matches!(status.code(), Some(0 | 1)), "{said}");
    ensure!(!ended.stdout.was_cut, "`{}` printed more than {MOST_OUTPUT} bytes", arguments[0]);
    Ok(Some(ended.stdout.text()).filter(|text| !text.is_empty()))
}

/// Returns what a program prints, or the exit code with which it fails. Its errors are shown at
/// once.
pub(crate) fn printed(program: &Path, arguments: &[String]) -> Result<Result<String, u8>> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
    if output.status.success() {
        return Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()));
    }
    let code = output.status.code().context("the program was stopped")?;
    Ok(Err(u8::try_from(code).unwrap_or(crate::FALLS_SHORT)))
}

/// Runs a program and returns its CPU time, user and system, in seconds.
#[cfg(unix)]
pub(crate) fn cpu_of(program: &Path, arguments: &[String]) -> Result<(f64, ProcessOutput)> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    // The sum over all ended processes: the commands here run one after the other.
    let cpu_seconds = || {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        anyhow::Ok((usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6)
    };
    let before = cpu_seconds()?;
    let ran = run(program, arguments, None)?;
    Ok((cpu_seconds()? - before, ran))
}

/// Fails: CPU times are not known here.
#[cfg(not(unix))]
pub(crate) fn cpu_of(_: &Path, _: &[String]) -> Result<(f64, ProcessOutput)> {
    anyhow::bail!("the CPU time of a process is not known on this system")
}

/// Returns whether valgrind is installed, which counts instructions.
pub(crate) fn counts_instructions() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|ran| ran.status.success())
}

/// Returns the instructions of a process, counted by valgrind's callgrind.
///
/// # Errors
/// If the program fails for another reason than that it does not reach its goal.
pub(crate) fn instructions_of(program: &Path, arguments: &[String]) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .context("cannot run valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    ensure!(matches!(code, Some(0 | 1)), "under valgrind: {}", said.trim_end());
    collected(&said).with_context(|| format!("valgrind printed no count: {}", said.trim_end()))
}

/// Parses the figure in callgrind's line `==123== Collected : 4567`.
fn collected(said: &str) -> Option<u64> {
    let (_, rest) = said.split_once("Collected :")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Replaces this process by the program: arguments, output and exit code are its own.
#[cfg(unix)]
pub(crate) fn exec(mut command: Command) -> Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// Runs the program and returns its exit code: arguments, output and exit code are its own.
#[cfg(not(unix))]
pub(crate) fn exec(mut command: Command) -> Result<u8> {
    let status = command.status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::FALLS_SHORT))
}

/// Waits for the end of `child`, without reaping it; returns false if `time` is up before.
fn wait_for_end(child: &mut Child, time: Option<Duration>) -> Result<bool> {
    let mut deadline = time.and_then(|time| Instant::now().checked_add(time));
    let mut asked_to_stop = false;
    let mut pause = Duration::from_micros(200);
    loop {
        if group::has_ended(child).context("cannot wait for a process")? {
            return Ok(true);
        }
        if INTERRUPT.load(Ordering::Relaxed) && !asked_to_stop {
            asked_to_stop = true;
            group::interrupt(child);
            deadline = Some(Instant::now() + GRACE);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(false);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Reads everything, so that the process never blocks, and keeps the beginning.
fn collect(mut source: impl Read + Send + 'static) -> JoinHandle<Output> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut was_cut = false;
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = source.read(&mut buffer) {
            let kept = length.min(MOST_OUTPUT - bytes.len());
            bytes.extend_from_slice(&buffer[..kept]);
            was_cut |= kept < length;
        }
        Output { bytes, was_cut }
    })
}

/// A process and all that it starts, as one group.
#[cfg(unix)]
mod group {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Returns true if the process has ended. It is not reaped, so its number, which is its
    /// group's, is not given to another one.
    pub(super) fn has_ended(child: &mut Child) -> io::Result<bool> {
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(child)), how)?.is_some())
    }

    pub(super) fn interrupt(child: &Child) {
        signal(child, Signal::INT);
    }

    pub(super) fn kill(child: &mut Child) {
        signal(child, Signal::KILL);
    }

    /// A group that is gone needs no signal.
    fn signal(child: &Child, signal: Signal) {
        let _ = kill_process_group(Pid::from_child(child), signal);
    }
}

/// A process and all that it starts, found by their parents, as on Windows.
#[cfg(not(unix))]
mod group {
    use std::io;
    use std::process::{Child, Command, Stdio};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn has_ended(child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    /// Does nothing: the console passes Ctrl-C to all its processes.
    pub(super) fn interrupt(_: &Child) {}

    pub(super) fn kill(child: &mut Child) {
        let process = child.id().to_string();
        let mut command = Command::new("taskkill");
        command.args(["/T", "/F", "/PID", &process]).stdin(Stdio::null());
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let _ = child.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, timeout: Option<Duration>) -> ProcessOutput {
        let arguments = ["-c".to_owned(), script.to_owned()];
        run(Path::new("/bin/sh"), &arguments, timeout).unwrap()
    }

    /// Returns whether the process `pid` has ended, reaped or not.
    fn is_dead(pid: &str) -> bool {
        let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().unwrap();
        let state = String::from_utf8(state.stdout).unwrap();
        state.trim().is_empty() || state.starts_with('Z')
    }

    #[test]
    fn the_count_is_read_from_what_callgrind_says() {
        let said = "==9== Events    : Ir\n==9== Collected : 123456\n==9== \n";
        assert_eq!(collected(said), Some(123_456));
        assert_eq!(collected("==9== Events : Ir"), None);
    }

    #[test]
    fn what_a_process_leaves_behind_is_killed() {
        let start = Instant::now();
        let output = shell("sleep 60 & echo $!", None);
        assert!(output.status.unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(30), "its output was held open");
        let pid = output.stdout.text();
        // The signal is on its way at once, and takes effect soon.
        let dies = (0..500).any(|_| {
            thread::sleep(Duration::from_millis(10));
            is_dead(pid.trim())
        });
        assert!(dies, "process {pid} lives on");
    }

    #[test]
    fn a_process_that_has_ended_is_reaped_after_its_group_was_killed() {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exit 7"]);
        group::lead(&mut command);
        let mut child = command.spawn().unwrap();
        assert!(wait_for_end(&mut child, None).unwrap());
        // A reaped process could no longer be queried.
        assert!(group::has_ended(&mut child).unwrap());
        group::kill(&mut child);
        assert_eq!(child.wait().unwrap().code(), Some(7));
        assert!(group::has_ended(&mut child).is_err());
    }

    #[test]
    fn a_process_that_does_not_stop_is_killed() {
        let output = shell("trap '' INT; echo started; sleep 60", Some(Duration::from_millis(1)));
        assert!(output.status.is_none());
        assert_eq!(output.stdout.text(), "started\n");
    }
}
