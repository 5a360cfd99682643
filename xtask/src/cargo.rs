//! Running cargo.

use std::env;
use std::ffi::OsString;
use std::process::Command;

/// Returns the cargo that started this process, or the one on the path.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}
