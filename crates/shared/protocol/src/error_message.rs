//! Errors of programs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An error of a program, as it prints it on standard error with `--message-format=json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorMessage {
    /// What is wrong.
    pub error: String,
    /// The line of the instance's file, counted from 1, if it is wrong there.
    pub line: Option<usize>,
}

impl fmt::Display for ErrorMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.error)
    }
}

impl std::error::Error for ErrorMessage {}
