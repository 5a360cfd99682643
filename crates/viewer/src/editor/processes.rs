//! The puzzles' programs as processes: limited in number, time and output, and ended with their
//! requests.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Limit of output in bytes; the rest is cut.
const MOST_OUTPUT: u64 = 64 << 20;
/// Time that a program has to end by itself when its time is up.
const GRACE: Duration = Duration::from_secs(2);

/// Limits the number of concurrent processes.
pub(super) struct Processes(Semaphore);

/// How a process ended.
pub(super) struct Ran {
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The exit code; `None` if a signal ended it, or its time was up.
    pub(super) code: Option<i32>,
}

impl Processes {
    /// Allows one process per core, but at least two.
    pub(super) fn new() -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        Self(Semaphore::new(cores.max(2)))
    }

    /// Runs a program in a folder; `seconds` is also passed to the program. Dropping this ends the
    /// program.
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
            // The slot is free only when the program is gone.
            group.kill();
            let _ = group.0.kill().await;
            let stderr = "the time was up".to_owned();
            return Ok(Ran { stdout: String::new(), stderr, code: None });
        };
        Ok(Ran { stdout, stderr, code: status?.code() })
    }
}

async fn read(source: Option<impl AsyncRead + Unpin>) -> String {
    let mut bytes = Vec::new();
    if let Some(source) = source {
        // Unreadable output counts as empty.
        let _ = source.take(MOST_OUTPUT).read_to_end(&mut bytes).await;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A process and all that it starts; dropped, they end.
struct Group(Child);

impl Group {
    fn kill(&self) {
        // A reaped process no longer has an id. Elsewhere only the child ends.
        #[cfg(unix)]
        if let Some(group) = self.0.id().and_then(|id| i32::try_from(id).ok())
            && let Some(group) = rustix::process::Pid::from_raw(group)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
