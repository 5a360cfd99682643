//! The bounds of a whole command: its time, the memory of its process, and whether its output is
//! read.
//!
//! All work polls its limits and stops by itself. Work that does not, in the middle of a long
//! operation, is killed here shortly afterwards with a message. Meanwhile, progress is printed
//! periodically.

use std::hint::black_box;
#[cfg(unix)]
use std::io;
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use memory_stats::memory_stats;
use puzzle::Stop;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::output::{Clock, SIGNAL};
use crate::{SHORT_OF_THE_GOAL, child};

/// Time between two checks of clock and memory.
const INTERVAL: Duration = Duration::from_millis(10);
/// Time that work has to stop by itself.
const GRACE: Duration = Duration::from_millis(250);
/// Time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);
/// Memory in bytes at which all work is asked to stop.
const MEMORY: usize = 400 << 20;
/// Memory in bytes at which the process ends.
const MOST_MEMORY: usize = 470 << 20;
/// Stack size in bytes, for searches that recurse once per cell; only touched pages are allocated.
const STACK: usize = 256 << 20;

/// Produces the output of a killed command.
type LastWords = Box<dyn FnOnce(Stop) -> String + Send>;

/// The latest progress message.
static PROGRESS: Mutex<String> = Mutex::new(String::new());

static IS_SILENT: AtomicBool = AtomicBool::new(false);
static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

/// Sets the output of a killed command: a report that it was stopped.
pub(crate) fn on_giving_up(words: impl FnOnce(Stop) -> String + Send + 'static) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
}

/// Sets the progress message, which is printed periodically on standard error.
pub(crate) fn progress(text: String) {
    if cfg!(target_family = "wasm") {
        eprintln!("{text}");
        return;
    }
    *PROGRESS.lock().unwrap_or_else(PoisonError::into_inner) = text;
}

/// Makes a killed command end without its last words.
pub(crate) fn be_silent() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

/// Runs a command on a thread of its own and watches it. During measurements, its memory is not
/// checked.
pub(crate) fn watched(
    clock: &Clock,
    is_measured: bool,
    command: impl FnOnce() -> Result<u8> + Send + 'static,
) -> Result<u8> {
    // WebAssembly has no threads: its caller ends it, with its memory.
    if cfg!(target_family = "wasm") {
        return command();
    }
    let (sender, result) = mpsc::channel();
    let worker = thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            reserve();
            sender.send(command())
        })
        .context("cannot start a thread")?;
    let mut stopped: Option<(Stop, Instant)> = None;
    let mut told = Instant::now();
    loop {
        match result.recv_timeout(INTERVAL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => panic::resume_unwind(panic),
                Ok(_) => unreachable!("a command that ends tells its result"),
            },
        }
        if nobody_reads() {
            child::kill();
            process::exit(0);
        }
        if told.elapsed() > PROGRESS_INTERVAL {
            told = Instant::now();
            let progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if !progress.is_empty() {
                eprintln!("{progress}");
            }
        }
        let memory =
            if is_measured { 0 } else { memory_stats().map_or(0, |used| used.physical_mem) };
        if memory > MEMORY {
            SIGNAL.out_of_memory();
        }
        let Some(reason) = clock.stopped() else {
            stopped = None;
            continue;
        };
        let (_, since) = *stopped.get_or_insert_with(|| (reason, Instant::now()));
        let is_late = since.elapsed() > GRACE && !clock.is_printing();
        if is_late || memory > MOST_MEMORY {
            return give_up(clock, reason);
        }
    }
}

/// Returns whether the other end of standard output is closed: its reader has finished or was
/// killed.
#[cfg(unix)]
fn nobody_reads() -> bool {
    let stdout = io::stdout();
    // macOS only reports this when polling for writability.
    let mut asked = [PollFd::new(&stdout, PollFlags::OUT)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let is_told = poll(&mut asked, Some(&at_once)).is_ok();
    is_told && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Elsewhere, a failing write reveals it.
#[cfg(not(unix))]
fn nobody_reads() -> bool {
    false
}

/// Makes the allocator reserve memory in one piece. The GNU C library otherwise requests a few
/// pages at a time for a thread, a thousand times while a model is built. Freeing the first block,
/// which is mapped separately, raises the threshold for such mappings, so that the second block
/// extends the thread's arena; only touched pages are allocated.
fn reserve() {
    for bytes in [30 << 20, 24 << 20] {
        drop(black_box(Vec::<u8>::with_capacity(bytes)));
    }
}

/// Returns the exit code of work that is left behind, after its last words.
fn give_up(clock: &Clock, stop: Stop) -> Result<u8> {
    child::kill();
    let words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(words) = words.filter(|_| !IS_SILENT.load(Ordering::Relaxed)) {
        clock.print(&words(stop))?;
    }
    eprintln!("unproved: stopped: {}", stop.reason());
    Ok(SHORT_OF_THE_GOAL)
}
