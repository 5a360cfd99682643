//! The bounds of a whole command: its time, the memory of its process, and whether anybody reads it.
//!
//! All work polls its limits and stops by itself. What does not, for it is in the middle of something
//! that takes long, is given up here shortly afterwards, and the process says so. While it works, what it
//! tells of its progress is printed now and then.

use std::hint::black_box;
#[cfg(unix)]
use std::io;
use std::panic;
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use memory_stats::memory_stats;
use puzzle::Stop;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::SHORT_OF_THE_GOAL;
use crate::output::{Clock, SIGNAL};

/// Between two looks at clock and memory.
const INTERVAL: Duration = Duration::from_millis(10);
/// How long work may take to stop by itself.
const GRACE: Duration = Duration::from_millis(250);
/// Between two lines that say how far the work is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);
/// Beyond this all work is told to stop, in bytes.
const MEMORY: usize = 400 << 20;
/// Beyond this the process ends.
const MOST_MEMORY: usize = 470 << 20;
/// Room for a search that recurses as deep as its board is large: only what is used is taken.
const STACK: usize = 256 << 20;

/// What a command prints where it is given up.
type LastWords = Box<dyn FnOnce(Stop) -> String + Send>;

/// How far the work is, where that is worth a line.
static PROGRESS: Mutex<String> = Mutex::new(String::new());

static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

/// Says what goes to standard output if the command has to be given up: a report that it was stopped.
pub(crate) fn on_giving_up(words: impl FnOnce(Stop) -> String + Send + 'static) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
}

/// Says how far the work is; now and then it is printed on standard error.
pub(crate) fn progress(text: String) {
    *PROGRESS.lock().unwrap_or_else(PoisonError::into_inner) = text;
}

/// Runs a command on a thread of its own and watches it. While it is measured, its memory is left alone.
pub(crate) fn watched(
    clock: &Clock,
    is_measured: bool,
    command: impl FnOnce() -> Result<u8> + Send + 'static,
) -> Result<u8> {
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
            give_up(reason);
        }
    }
}

/// Whether the other end of standard output is closed for good: who reads it has seen enough, or was killed
/// and could not end this process.
#[cfg(unix)]
fn nobody_reads() -> bool {
    let stdout = io::stdout();
    // macOS tells it to those alone who ask whether they can write.
    let mut asked = [PollFd::new(&stdout, PollFlags::OUT)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let is_told = poll(&mut asked, Some(&at_once)).is_ok();
    is_told && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Elsewhere a write that fails tells it.
#[cfg(not(unix))]
fn nobody_reads() -> bool {
    false
}

/// Lets the allocator take room in one piece. That of the GNU C library asks the system for each few
/// pages of a thread, a thousand times while a model is built. The first block, which it maps by itself
/// and gets back, makes it cut blocks of that size from the thread's room from then on; so the second one
/// is room that stays, of which only what is used is taken.
fn reserve() {
    for bytes in [30 << 20, 24 << 20] {
        drop(black_box(Vec::<u8>::with_capacity(bytes)));
    }
}

/// Ends the process, whatever it is doing.
fn give_up(stop: Stop) -> ! {
    let words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(words) = words {
        print!("{}", words(stop));
    }
    eprintln!("unproved: stopped: {}", stop.reason());
    process::exit(SHORT_OF_THE_GOAL.into())
}
