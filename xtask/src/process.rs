//! Running somebody else's program without trusting it: limited in time and output.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::INTERRUPT;

/// Output past this is cut.
pub(crate) const MOST_OUTPUT: usize = 16 << 20;

/// How long a process that was asked to stop may take to do so.
const GRACE: Duration = Duration::from_secs(2);

/// How a process ended, with what it said.
pub(crate) struct ProcessOutput {
    pub(crate) stdout: Output,
    pub(crate) stderr: Output,
    /// None: it was killed because its time was up.
    pub(crate) status: Option<ExitStatus>,
}

/// What a process wrote, up to the limit.
pub(crate) struct Output {
    bytes: Vec<u8>,
    pub(crate) was_cut: bool,
}

impl Output {
    /// As text; what is no UTF-8 is replaced.
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
    let status = wait(&mut child, timeout.and_then(|timeout| timeout.checked_add(GRACE)))?;
    // Whatever the process left behind would hold its output open.
    group::kill(&mut child);
    let join = |reader: JoinHandle<Output>| reader.join().expect("a reader does not panic");
    Ok(ProcessOutput { stdout: join(stdout), stderr: join(stderr), status })
}

/// Becomes the program: arguments, output and exit code are its own.
#[cfg(unix)]
pub(crate) fn exec(mut command: Command) -> Result<u8> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// Runs the program in our place: arguments, output and exit code are its own.
#[cfg(not(unix))]
pub(crate) fn exec(mut command: Command) -> Result<u8> {
    let status = command.status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::FALLS_SHORT))
}

/// Waits for the end of `child`; kills its group when `time` is up.
fn wait(child: &mut Child, time: Option<Duration>) -> Result<Option<ExitStatus>> {
    let mut deadline = time.and_then(|time| Instant::now().checked_add(time));
    let mut asked_to_stop = false;
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for a process")? {
            return Ok(Some(status));
        }
        if INTERRUPT.load(Ordering::Relaxed) && !asked_to_stop {
            asked_to_stop = true;
            group::interrupt(child);
            deadline = Some(Instant::now() + GRACE);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            group::kill(child);
            child.wait().context("cannot wait for a killed process")?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Reads everything, so that the process never waits for us, and keeps the beginning.
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
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn interrupt(child: &Child) {
        signal(child, Signal::SIGINT);
    }

    pub(super) fn kill(child: &mut Child) {
        signal(child, Signal::SIGKILL);
    }

    /// A group that is gone already needs no signal.
    fn signal(child: &Child, signal: Signal) {
        let _ = killpg(Pid::from_raw(child.id().cast_signed()), signal);
    }
}

/// Elsewhere a process has no group: it alone is ended, by force.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn interrupt(_: &Child) {}

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
