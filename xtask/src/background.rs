//! Whether the terminal is light or dark, found out here, so that puzzles' programs need nothing for it.

use std::env;
use std::io::{self, IsTerminal};
use std::process::Command;

use protocol::terminal::BACKGROUND;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// Asks the terminal that a program is going to draw on, and tells the program what it answers. What the
/// user has said goes before it; without colours it does not matter.
pub(crate) fn tell(command: &mut Command) {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_known = is_set(BACKGROUND) || is_set("NO_COLOR");
    if is_known || !io::stdout().is_terminal() || !is_in_foreground() {
        return;
    }
    if let Ok(mode) = theme_mode(QueryOptions::default()) {
        let word = match mode {
            ThemeMode::Light => "light",
            ThemeMode::Dark => "dark",
        };
        command.env(BACKGROUND, word);
    }
}

/// Whether the terminal is ours: it stops a process in the background that talks to it.
#[cfg(unix)]
fn is_in_foreground() -> bool {
    rustix::termios::tcgetpgrp(io::stdout()).is_ok_and(|group| group == rustix::process::getpgrp())
}

/// There are no such groups here.
#[cfg(not(unix))]
fn is_in_foreground() -> bool {
    true
}
