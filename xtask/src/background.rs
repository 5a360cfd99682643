//! The background of the terminal, light or dark: the runner asks for it, and puzzles' programs
//! need no dependency for that.

use std::env;
use std::io::{self, IsTerminal};
use std::process::Command;

use protocol::terminal::BACKGROUND;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// Asks the terminal on which a program is going to draw for its background, and passes the answer
/// to the program. A setting of the user comes first; without colours the background does not
/// matter.
pub(crate) fn pass_on(command: &mut Command) {
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

/// Returns whether the runner is in the foreground: the terminal stops background processes that
/// use it.
#[cfg(unix)]
fn is_in_foreground() -> bool {
    rustix::termios::tcgetpgrp(io::stdout()).is_ok_and(|group| group == rustix::process::getpgrp())
}

/// Returns true, since this system has no process groups.
#[cfg(not(unix))]
fn is_in_foreground() -> bool {
    true
}
