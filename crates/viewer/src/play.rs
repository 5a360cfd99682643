//! A player for searches in the terminal; elsewhere the steps as plain lines.

mod player;
mod screen;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};

use anyhow::Result;
use protocol::{Event, count};
use ratatui::crossterm::cursor::MoveToColumn;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};

use crate::search::{Search, Step};

/// The command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// What stands above the board
    #[arg(long, default_value = "")]
    title: String,
    /// Steps per second to begin with (default: the whole search in about half a minute)
    #[arg(long, value_name = "N")]
    speed: Option<f64>,
    /// The puzzle's program
    program: PathBuf,
    /// What to pass on to its `trace`
    #[arg(last = true, value_name = "ARGUMENTS")]
    passed_on: Vec<String>,
}

/// Set by Ctrl-C, or a signal that asks us to end, while the terminal does not hand over keys.
static INTERRUPT: AtomicBool = AtomicBool::new(false);
/// Whether the player controls the terminal.
static ON_SCREEN: AtomicBool = AtomicBool::new(false);
/// Time that the player has to react to a request to end.
const GRACE: Duration = Duration::from_millis(500);

/// Plays the search on a terminal, or prints it.
///
/// # Errors
/// If the puzzle's program fails, or the terminal cannot be used.
pub fn run(arguments: &Arguments) -> Result<u8> {
    let _ = ctrlc::set_handler(interrupt);
    if !(io::stdout().is_terminal() && has_screen()) {
        let search = Search::of(&arguments.program, &arguments.passed_on)?;
        print(&search, &mut io::stdout().lock())?;
        return Ok(0);
    }
    let explains = arguments.passed_on.iter().any(|argument| argument == "--explain");
    let what = if explains { "looking for steps" } else { "searching" };
    eprint!("{what}; Ctrl-C stops the search and shows it so far");
    let search = Search::of(&arguments.program, &arguments.passed_on);
    execute!(io::stderr(), Clear(ClearType::CurrentLine), MoveToColumn(0))?;
    let search = search?;
    INTERRUPT.store(false, Ordering::Relaxed);
    ON_SCREEN.store(true, Ordering::Relaxed);
    let shown = screen::show(&search, &arguments.title, arguments.speed, &INTERRUPT);
    ON_SCREEN.store(false, Ordering::Relaxed);
    shown?;
    Ok(0)
}

/// Ends the search that the program is still at, and what it has found is played; or the player.
fn interrupt() {
    let was_on_screen = ON_SCREEN.load(Ordering::Relaxed);
    INTERRUPT.store(true, Ordering::Relaxed);
    if was_on_screen {
        // Waiting for keys never ends where the terminal has gone away.
        thread::sleep(GRACE);
        if ON_SCREEN.load(Ordering::Relaxed) {
            ratatui::restore();
            process::exit(1);
        }
    }
}

/// Returns whether the terminal can move its cursor.
fn has_screen() -> bool {
    std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// Prints every step that was kept: a line about it, then its board.
fn print(search: &Search, out: &mut impl Write) -> Result<()> {
    if let Some(beginning) = search.beginning() {
        writeln!(out, "{beginning}\n")?;
    }
    for step in &search.steps {
        writeln!(out, "{}\n{}\n", caption(step), step.board)?;
    }
    writeln!(out, "{}", summary(search))?;
    out.flush()?;
    Ok(())
}

/// Returns the caption of a step.
fn caption(step: &Step) -> String {
    let Step { number, depth, event, nodes, .. } = step;
    let why = step.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
    if explains(step) {
        return format!("step {}{why}", number + 1);
    }
    format!("step {}, node {nodes}, depth {depth}: {}{why}", number + 1, word(*event))
}

/// Returns whether a step belongs to an explanation; a search only gives reasons for dead ends.
fn explains(step: &Step) -> bool {
    step.why.is_some() && step.event != Event::DeadEnd
}

fn word(event: Event) -> &'static str {
    match event {
        Event::Try => "try",
        Event::DeadEnd => "dead end",
        Event::Solution => "solution",
    }
}

fn summary(search: &Search) -> String {
    let kept = search.steps.len() as u64;
    let steps = count(search.total, "step");
    if let Some((known, fixed)) = search.known {
        let end = if search.complete {
            "they lead to the solution".to_owned()
        } else {
            format!("{known} of {fixed} cells or numbers are known then")
        };
        let hard = search.told().filter(|told| told.is_hard()).count();
        return format!("{steps}, {hard} of them hard: {end}");
    }
    let thinned =
        if kept < search.total { format!(", {kept} of them kept") } else { String::new() };
    let end = if search.complete { "the whole search" } else { "not the whole search" };
    format!("{steps}{thinned}: {end}")
}
