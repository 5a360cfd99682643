//! The puzzles' programs as processes: limited in number, time and output, and ended with what asked for
//! them.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Output past this is cut.
const MOST_OUTPUT: u64 = 64 << 20;
/// How long a program that ends by itself may take to do so when its time is up.
const GRACE: Duration = Duration::from_secs(2);

/// As many as may run at once.
pub(super) struct Processes(Semaphore);

/// How a process ended.
pub(super) struct Ran {
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The exit code; `None` where a signal ended it, or its time was up.
    pub(super) code: Option<i32>,
}

impl Processes {
    /// Returns one process for each core, and two at least.
    pub(super) fn new() -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        Self(Semaphore::new(cores.max(2)))
    }

    /// Runs a program in a folder; `seconds` is also told to the program. Who asks no more drops this.
    pub(super) async fn run(
        &self,
        program: &Path,
        arguments: &[&str],
        folder: &Path,
        seconds: u64,
    ) -> Result<Ran> {
        let _slot = self.0.acquire().await?;
        let mut command = Command::new(program);
        command.args(arguments).args(["--timeout", &seconds.to_string()]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        command.process_group(0);
        let child = command.kill_on_drop(true).spawn();
        let mut group = Group(child.with_context(|| format!("cannot run {}", program.display()))?);
        let stdout = read(group.0.stdout.take());
        let stderr = read(group.0.stderr.take());
        let ended = async { tokio::join!(stdout, stderr, group.0.wait()) };
        let Ok((stdout, stderr, status)) =
            timeout(Duration::from_secs(seconds) + GRACE, ended).await
        else {
            let stderr = "the time was up".to_owned();
            return Ok(Ran { stdout: String::new(), stderr, code: None });
        };
        Ok(Ran { stdout, stderr, code: status?.code() })
    }
}

async fn read(source: Option<impl AsyncRead + Unpin>) -> String {
    let mut bytes = Vec::new();
    if let Some(source) = source {
        // What cannot be read is not there.
        let _ = source.take(MOST_OUTPUT).read_to_end(&mut bytes).await;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A process and all that it starts; dropped, they end.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        // A process that was reaped has no number any more. Elsewhere the child alone ends.
        #[cfg(unix)]
        if let Some(group) = self.0.id().and_then(|id| i32::try_from(id).ok())
            && let Some(group) = rustix::process::Pid::from_raw(group)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}
